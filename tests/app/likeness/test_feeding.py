"""Fingerprints of an archive, brought up to date behind the commit, and what is made of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.likeness import seeking, synonyms
from app.likeness.feeding import Fed, behind, feed
from app.likeness.groups import Group, groups
from app.likeness.known import Known
from app.likeness.prints import of_text
from app.likeness.store import NAME, Store, key_of
from tests.conftest import capture

SITE = "http://a.example"
TEXT = (
    "the river rose in the night and took the old bridge with it while people in the lower town carried what they "
    "could up the hill where the school was opened as a shelter and soup was cooked for three hundred guests"
)
WORDS = TEXT.split()


def story(number: int, size: int = 160) -> str:
    """A text of its own."""
    return " ".join(
        f"{WORDS[(at * (number + 3)) % len(WORDS)]}{(at * 7 + number * 13) % 89}" for at in range(size)
    )


def page(text: str, menu: str = "Home News Contact", title: str = "Story") -> str:
    words = text.split(" ")
    paragraphs = "".join(f"<p>{' '.join(words[at : at + 40])}</p>" for at in range(0, len(words), 40))
    return f"<html><title>{title}</title><body><nav>{menu}</nav><article>{paragraphs}</article></body></html>"


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))


@pytest.fixture
def site(fill: Callable[..., Archive]) -> Archive:
    """Three stories; the first also in another layout, nearly the same with three more words, and under capital letters."""
    first = story(1)
    return fill(
        capture(f"{SITE}/1", page(first)),
        capture(f"{SITE}/2", page(story(2))),
        capture(f"{SITE}/3", page(story(3))),
        capture("http://b.example/print/1", f"<html><title>Print</title><body><p>{first}</p></body></html>"),
        capture("http://c.example/1", page(f"{first} and a correction")),
        capture(f"{SITE}/upper", page(first.upper())),
    )


def addresses(found: Group) -> set[str]:
    return {one.capture.url for one in found.members}


def found_groups(archive: Archive, *how: object) -> list[set[str]]:
    with archive.reader() as reader:
        return [addresses(one) for one in groups(reader, *how)]  # type: ignore[arg-type]


FIRST = {f"{SITE}/1", "http://b.example/print/1", f"{SITE}/upper"}


def test_groups_are_the_same_text_the_same_letters_or_nearly_the_same(site: Archive) -> None:
    assert behind(site) == 6 and found_groups(site) == []
    fed = feed(site)
    assert (fed.versions, fed.without, fed.complete) == (6, 0, True)
    assert found_groups(site) == [FIRST | {"http://c.example/1"}]
    assert found_groups(site, "normal") == [FIRST]
    assert found_groups(site, "text") == [FIRST - {f"{SITE}/upper"}]
    with site.reader() as reader:
        (found,) = groups(reader)
        near = {one.capture.url: one.jaccard for one in found.members}
        assert near[f"{SITE}/1"] == 1.0 and 0.9 < near["http://c.example/1"] < 1.0
        assert found.terms and found.bytes == sum(one.capture.length for one in found.members[1:])
    assert behind(site) == 0 and feed(site) == Fed(complete=True)


def test_one_text_from_outside_is_found_with_how_it_is_the_same(site: Archive) -> None:
    feed(site)
    wanted = of_text(story(1) + " and an end")
    assert wanted is not None
    with site.reader() as reader:
        found = list(seeking.like(reader, wanted))
        assert {one.same for one in found} == {"near"} and len(found) == 3
        assert {address for one in found for address in one.addresses} == FIRST | {"http://c.example/1"}
        nothing = of_text(
            "quite another thing about gardens, of which no page says anything at all, not even one"
        )
        assert nothing is not None and list(seeking.like(reader, nothing)) == []


def test_a_quoted_half_is_a_part_with_its_place(site: Archive) -> None:
    feed(site)
    quoted = story(2)[: len(story(2)) // 2]
    wanted = of_text(f"{story(7)} {quoted} {story(8)}")
    assert wanted is not None
    with site.reader() as reader:
        (match,) = seeking.like(reader, wanted)
        assert match.capture.url == f"{SITE}/2" and match.same == "part" and match.contained > 0.4
        text = f"{story(7)} {quoted} {story(8)}"
        other, (passage,) = seeking.shared_passages(reader, text, match.capture)
        assert text[passage.begin_a : passage.end_a].strip() == quoted.strip()
        assert "".join(other[passage.begin_b : passage.end_b].split()) == "".join(quoted.split())


def test_what_a_block_says_is_found_wherever_it_stands(site: Archive, fill: Callable[..., Archive]) -> None:
    block = " ".join(story(2).split()[40:80])
    fill(
        capture("http://q.example/quote", page(f"{story(5)} {' '.join(block.split()[:12])} {story(6)}")),
        capture("http://q.example/whole", page(block)),
    )
    feed(site)
    with site.reader() as reader:
        found = list(seeking.standing(reader, block))
        assert {one.capture.url for one in found[:2]} == {f"{SITE}/2", "http://q.example/whole"}
        assert [round(one.contained) for one in found[:2]] == [1, 1]
        assert found[2].capture.url == "http://q.example/quote" and 0.2 < found[2].contained < 0.5
        assert {one.same for one in found} == {"part", "normal"} and len(found) == 3
        others = list(seeking.standing(reader, block, without=f"{SITE}/2"))
        assert f"{SITE}/2" not in {one.capture.url for one in others} and len(others) == 2
        assert list(seeking.standing(reader, "the river rose")) == [], "too short to tell"


@pytest.mark.parametrize("after", [1, 3, 5])
def test_killed_and_begun_anew_it_comes_to_the_same(site: Archive, after: int) -> None:
    asked = iter(range(100))
    feed(site, cancelled=lambda: next(asked) > 10 + after)
    feed(site)
    (site.path / "kept").write_bytes(columns(site))
    (site.path / NAME).unlink()
    feed(site)
    assert columns(site) == (site.path / "kept").read_bytes()


def columns(archive: Archive) -> bytes:
    with Store(archive.path) as store:
        return b"".join(name.encode() + made.tobytes() for name, made in sorted(store.columns().items()))


def test_a_new_page_is_paired_with_those_known_before(site: Archive, fill: Callable[..., Archive]) -> None:
    feed(site)
    fill(capture("http://d.example/copy", page(story(3) + " copied")))
    assert feed(site).versions == 1
    assert {f"{SITE}/3", "http://d.example/copy"} in found_groups(site)


@pytest.mark.parametrize(
    "attack",
    [
        "UPDATE texts SET normal = (SELECT normal FROM texts WHERE text = 1)",
        "UPDATE versions SET text = 1",
        "UPDATE kept SET data = zeroblob(9)",
        "UPDATE about SET seal = x'00'",
        "CREATE TRIGGER t AFTER INSERT ON texts BEGIN DELETE FROM texts; END",
    ],
)
def test_what_a_stranger_wrote_is_not_believed(
    site: Archive, attack: str, fill: Callable[..., Archive]
) -> None:
    feed(site)
    before = found_groups(site)
    with closing(sqlite3.connect(site.path / NAME, isolation_level=None)) as db:
        db.execute(attack)
    assert found_groups(site) in ([], before)  # columns are sealed on their own
    fill(capture("http://d.example/new", page(story(9))))
    feed(site)
    assert found_groups(site) == before


def test_synonyms_of_an_archive_make_texts_the_same(fill: Callable[..., Archive]) -> None:
    one = "昨天上午，华联商厦在本市开业，许多市民前来参观购物，现场气氛十分热烈，商家还准备了礼品。" * 2
    archive = fill(
        capture(f"{SITE}/1", page(one)), capture(f"{SITE}/2", page(one.replace("华联商厦", "北京华联")))
    )
    feed(archive)
    assert found_groups(archive, "normal") == []
    (archive.path / synonyms.NAME).write_text("华联商厦 = 北京华联 = 华联超市\n", "utf-8")
    feed(archive)
    assert found_groups(archive, "normal") == [{f"{SITE}/1", f"{SITE}/2"}]


def test_a_version_says_how_many_other_addresses_have_it(site: Archive) -> None:
    feed(site)
    known = Known(site.path)
    with site.reader() as reader:
        pages = {one.url: one.page_id for one in reader.all_pages()}
        places = known.of_pages(reader, list(pages.values()))
        assert known.others(places[pages[f"{SITE}/1"]]) == 3
        assert known.others(places[pages[f"{SITE}/2"]]) == 0
        version = reader.latest_version(f"{SITE}/1")
        assert version is not None and known.place(version.id) == places[pages[f"{SITE}/1"]]
        assert key_of(version.id) in known.keys


def test_an_archive_that_may_not_be_written_is_read(site: Archive) -> None:
    feed(site)
    for name in site.path.glob("likeness.sqlite-*"):
        name.unlink()
    site.path.chmod(0o500)
    try:
        assert len(found_groups(site)) == 1
    finally:
        site.path.chmod(0o700)


def test_a_version_names_the_first_with_nearly_the_same_text(site: Archive) -> None:
    again = ("http://b.example/print/1", "http://c.example/1", f"{SITE}/upper")
    with site.reader() as reader:
        nothing = Known(site.path).before()
        urls = (f"{SITE}/1", f"{SITE}/2", f"{SITE}/3", *again)
        ids = {url: reader.versions(url)[0].id for url in urls}
        assert not nothing.captures(reader, ids.values()), "nobody has looked"
        feed(site)
        before = Known(site.path).before()
        found = before.captures(reader, [*ids.values(), "209912-0000001"])
    assert before.of(f"{ids[f'{SITE}/1'][:6]}-9999999") == "" and before.of("209912-0000001") == ""
    assert {id: one.url for id, one in found.items()} == {ids[url]: f"{SITE}/1" for url in again}


def test_pages_are_alike_by_what_they_say_and_not_by_what_their_site_repeats(
    fill: Callable[..., Archive],
) -> None:
    """A notice of the site is most of each short page; one story stands on two sites with different notices."""

    def noticed(text: str, notice: str) -> str:
        return page(text).replace("</article>", f"</article><div><div><p>{notice}</p></div></div>")

    one, two = story(50, 200), story(60, 200)
    archive = fill(
        *(capture(f"{SITE}/{n}", noticed(story(n, 30), one)) for n in range(1, 9)),
        capture(f"{SITE}/shared", noticed(story(9, 60), one)),
        *(capture(f"http://b.example/{n}", noticed(story(20 + n, 30), two)) for n in range(1, 9)),
        capture("http://b.example/shared", noticed(story(9, 60), two)),
    )
    feed(archive)
    assert found_groups(archive) == [{f"{SITE}/shared", "http://b.example/shared"}]
