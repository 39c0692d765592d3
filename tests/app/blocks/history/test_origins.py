"""Who said something first."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.blocks.history.origins import Occurrences, excerpt_of, first_said, squeezed

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]
RAIN = "It is a long story about the weather in the mountains, and how it rains there every day."


def page(text: str) -> str:
    return f"<html><body><main><h2>News</h2><p>{RAIN}</p><p>{text}</p><p>{RAIN}</p></main></body></html>"


@pytest.fixture
def archive(fill: Fill, make_capture: Make) -> Archive:
    """Stored in another order than that of their dates."""
    return fill(
        make_capture("http://b.test/", page("The bridge will be <b>free</b> for\n all of you."), minutes=300),
        make_capture("http://a.test/", page("Nothing is known of the bridge."), minutes=10),
        make_capture("http://a.test/", page("“The  bridge will be free”, they say."), minutes=200),
        make_capture(
            "http://c.test/", page("<i>The bridge</i> will be free, or so."), minutes=100, status=200
        ),
        make_capture(
            "http://a.test/x.png", b"\x89PNG\r\n\x1a\nThe bridge will be free", media_type="image/png"
        ),
        make_capture("http://c.test/zh", page("新桥将于\n明年 开放。"), minutes=400),
        make_capture(
            "http://c.test/t.txt", "said: the bridge will be free", media_type="text/plain", minutes=500
        ),
    )


def said(archive: Archive, text: str, **how: object) -> Occurrences:
    with archive.reader() as reader:
        return first_said(reader, text, **how)  # type: ignore[arg-type]


def test_the_earliest_by_date_is_found_with_its_block(archive: Archive) -> None:
    found = said(archive, "the BRIDGE  will be free")
    [first] = found.found
    assert first.url == "http://c.test/"
    assert "/main[1]/" in first.path
    assert first.label == "main text"
    assert "The bridge will be free, or so." in first.excerpt
    assert found.silent == 1
    assert found.passed == 2


def test_each_page_has_its_own_first(archive: Archive) -> None:
    found = said(archive, "bridge will be free", each_page=True)
    assert [one.url for one in found.found] == [
        "http://c.test/",
        "http://a.test/",
        "http://b.test/",
        "http://c.test/t.txt",
    ]
    assert found.found[-1].path == ""
    assert found.found[-1].excerpt == "said: the bridge will be free"


def test_one_address_or_one_host(archive: Archive) -> None:
    assert [one.id[-1] for one in said(archive, "bridge will be free", url="http://a.test/").found] == ["3"]
    assert [one.url for one in said(archive, "bridge will be free", host="b.test").found] == [
        "http://b.test/"
    ]
    assert said(archive, "bridge will be free", host="d.test").found == ()


def test_chinese_is_found_across_line_ends(archive: Archive) -> None:
    [first] = said(archive, "新桥将于明年开放").found
    assert first.url == "http://c.test/zh"


def test_no_record_is_read_twice(archive: Archive) -> None:
    first = said(archive, "nobody ever said this")
    again = said(archive, "nor this, of course")
    assert (first.found, first.searched, first.read) == ((), 6, 6)
    assert (again.found, again.searched, again.read) == ((), 6, 0)


def test_what_was_not_searched_is_told(archive: Archive) -> None:
    with archive.reader() as reader:
        file, offset = (
            (archive.path / reader.versions("http://c.test/")[0].file),
            reader.versions("http://c.test/")[0],
        )
        with file.open("r+b") as batch:
            batch.seek(offset.offset)
            batch.write(b"\0" * (offset.end - offset.offset))
    found = said(archive, "bridge will be free")
    assert (found.unreadable, found.searched) == (1, 3)
    assert [one.url for one in found.found] == ["http://a.test/"]
    assert said(archive, "bri").too_short
    assert not said(archive, "新桥").too_short
    assert said(archive, "bridge", cancelled=lambda: True).cancelled


@given(st.text(max_size=80), st.text(min_size=1, max_size=30), st.text(max_size=80))
def test_an_excerpt_never_fails(before: str, wanted: str, after: str) -> None:
    excerpt = excerpt_of(before + wanted + after, squeezed(wanted))
    assert squeezed(wanted) in squeezed(excerpt)
    assert len(excerpt) <= 162


def test_an_excerpt_begins_shortly_before_what_was_asked_for() -> None:
    text = f"{'before ' * 50}\n{'here ' * 10}the one sentence {'after ' * 50}"
    shown = excerpt_of(text, squeezed("The ONE"))
    assert shown.startswith("…")
    assert 30 < shown.index("the one") < 45
    assert shown.endswith("…")


def test_damaged_versions_are_told_and_what_was_kept_of_them_still_counts(archive: Archive) -> None:
    with archive.reader() as reader:
        first = reader.versions("http://c.test/")[0]
    kept = (archive.path / first.file).read_bytes()

    def spoil() -> None:
        with (archive.path / first.file).open("r+b") as batch:
            batch.seek(first.offset)
            batch.write(b"\0" * (first.end - first.offset))

    with (archive.path / first.file).open(
        "r+b"
    ) as batch:  # its text is still there, but is no more what was stored
        batch.seek(first.end - 10)
        batch.write(b"\x55" * 6)
    found = said(archive, "Nothing is known of the moon")
    assert (found.unreadable, found.searched) == (1, 5)
    (archive.path / first.file).write_bytes(kept)
    assert said(archive, "bridge will be free").found[0].excerpt != ""
    spoil()
    [one] = said(archive, "bridge will be free").found
    assert (one.url, one.path, one.excerpt) == ("http://c.test/", "", "")


def test_excerpts_of_one_long_line_take_linear_time() -> None:
    text = "no break here; " * 200_000 + "then the sentence comes."
    assert excerpt_of(text, squeezed("the sentence")).endswith("no break here; then the sentence comes.")
