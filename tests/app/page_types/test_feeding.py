"""The kinds of pages of an archive: judged behind the commit, chosen from, corrected by a person."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest

from app.archive.archive import Archive
from app.archive.documents.rendered import address_of
from app.archive.index.facets import FacetChoice
from app.archive.index.page_types import NAME
from app.archive.past import Past
from app.errors import StorageFailed
from app.page_types import chosen
from app.page_types.feeding import Fed, choose, feed
from app.page_types.known import PERSON, PageTypes
from app.page_types.store import Store, key_of
from app.search.index.feeding import feed as feed_search
from extractors.html.types import judging
from tests.conftest import START, capture
from tests.extractors.html.test_page_types import ARTICLE, THREAD

HOME, STORY, TALK = "http://a.test/", "http://a.test/news/first.html", "http://a.test/forum/topic/leaves"
PICTURE = "http://a.test/logo.svg"
DOCUMENTS = ("document",)


@pytest.fixture
def site(fill: Callable[..., Archive]) -> Archive:
    """A home page, an article that was a thread before, a thread, a picture, and a page that is gone."""
    return fill(
        capture(HOME, ARTICLE),
        capture(STORY, THREAD),
        capture(TALK, THREAD),
        capture(PICTURE, "<svg xmlns='http://www.w3.org/2000/svg'/>", media_type="image/svg+xml"),
        capture("http://a.test/gone", ARTICLE, status=404),
        capture(STORY, ARTICLE, minutes=9),
    )


def types(archive: Archive) -> dict[str, str]:
    with archive.reader() as reader:
        pages = {page.page_id: page.url for page in reader.all_pages()}
        return {pages[number]: kind for number, kind in reader.page_types(pages).items()}


KNOWN = {HOME: "home", STORY: "article", TALK: "forum"}


def test_what_the_search_has_read_is_not_judged_again(site: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    feed_search(site)
    monkeypatch.delattr(judging, "judge")
    assert feed(site) == Fed(versions=4)
    assert types(site) == KNOWN


def test_each_version_is_judged_once_and_a_page_is_what_its_newest_version_is(site: Archive) -> None:
    assert types(site) == {}
    assert feed(site) == Fed(versions=4)
    assert types(site) == KNOWN
    assert feed(site) == Fed()
    with site.reader() as reader, PageTypes(reader) as known:
        first, last = reader.versions(STORY)
        found = [known.known(one) for one in (first, last)]
        assert [one.name for one in found if one] == ["forum", "article"]
        assert found[1] is not None and found[1].confidence > 0.5 and found[1].reasons


def test_pages_are_chosen_and_counted_by_their_kind(site: Archive) -> None:
    feed(site)
    with site.reader() as reader:
        counts = reader.facets()
        assert dict(counts["page_type"]) == {"home": 1, "article": 1, "forum": 1}
        article = FacetChoice(page_type=("article", "home"))
        assert [page.url for page in reader.all_pages(choice=article)] == [HOME, STORY]
        assert reader.chosen(article, DOCUMENTS).pages == 2
        assert dict(reader.facets(article)["language"]) == {"": 2}
        assert dict(reader.facets(article)["page_type"])["forum"] == 1
        others = FacetChoice(page_type=("",))
        assert {page.url for page in reader.all_pages(choice=others)} == {PICTURE, "http://a.test/gone"}
        assert [reader.fits(page, article) for page in reader.all_pages(kinds=DOCUMENTS)] == [
            True,
            False,
            True,
        ]
        assert reader.statistics().by_page_type == {"article": 1, "forum": 1, "home": 1}


def test_without_a_cache_no_page_has_a_kind_and_a_new_one_is_seen(site: Archive) -> None:
    with site.reader() as reader:
        assert "page_type" not in reader.facets() and not reader.statistics().by_page_type
        assert reader.chosen(FacetChoice(page_type=("article",))).pages == 0
        feed(site)
        assert reader.chosen(FacetChoice(page_type=("article",))).pages == 1
        for end in ("", "-wal", "-shm"):
            (site.path / f"{NAME}{end}").unlink(missing_ok=True)
        assert reader.chosen(FacetChoice(page_type=("article",))).pages == 0


@pytest.mark.parametrize("after", [1, 2, 3])
def test_called_off_and_begun_anew_it_comes_to_the_same(site: Archive, after: int) -> None:
    looked = iter(range(100))
    assert feed(site, cancelled=lambda: next(looked) >= after).versions == after
    steps: list[tuple[int, int]] = []
    assert feed(site, lambda *told: steps.append(told)).versions == 4 - after
    assert steps == [(done, 4 - after) for done in range(1, 5 - after)]
    assert types(site) == KNOWN


def test_a_new_index_costs_no_judging(site: Archive) -> None:
    feed(site)
    (site.path / "index.sqlite").unlink()
    opened = Archive.open(site.path)
    assert types(opened) == {}  # the numbers of pages may be others
    assert feed(opened) == Fed()
    assert types(opened) == KNOWN


def test_what_a_person_says_holds_until_it_is_taken_back(site: Archive) -> None:
    feed(site)
    assert choose(site, STORY, "listing") is None
    assert types(site) == {**KNOWN, STORY: "listing"}
    assert choose(site, STORY, "product") == "listing"
    with site.reader() as reader, PageTypes(reader) as known:
        said = known.known(reader.versions(STORY)[0])
        assert said is not None and (said.name, said.confidence, said.reasons[0][0]) == (
            "product",
            1.0,
            PERSON,
        )
    (site.path / NAME).unlink()  # a cache; what was said is none
    feed(site)
    assert types(site)[STORY] == "product"
    assert choose(site, STORY, None) == "product"
    assert types(site) == KNOWN and choose(site, STORY, None) is None


def test_it_holds_for_versions_that_come_later(site: Archive, fill: Callable[..., Archive]) -> None:
    choose(site, TALK, "documentation")
    fill(capture(TALK, THREAD.replace("pond", "lake"), minutes=20))
    feed(site)
    assert types(site)[TALK] == "documentation"


def test_no_more_is_kept_than_there_is_room_for(site: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chosen, "MOST", 1)
    choose(site, STORY, "listing")
    with pytest.raises(StorageFailed, match="at most 1 pages"):
        choose(site, TALK, "listing")


def test_choices_that_are_none_are_passed_over(site: Archive) -> None:
    for text in ("", "[]", '{"pages": [1]}', '{"pages": [{"url": "a", "type": "castle"}]}'):
        (site.path / chosen.NAME).write_text(text)
        assert not chosen.read_choices(site.path).all


def test_a_program_or_damage_in_the_cache_is_not_used_and_it_is_made_anew(site: Archive) -> None:
    feed(site)
    path = site.path / NAME
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TRIGGER t AFTER INSERT ON pages BEGIN SELECT 1; END")
        db.commit()
    assert types(site) == {}
    assert feed(site).versions == 4 and types(site) == KNOWN
    for end in ("-wal", "-shm"):
        path.with_name(f"{NAME}{end}").unlink(missing_ok=True)
    path.write_bytes(b"damaged" * 1000)
    assert types(site) == {}
    assert feed(site).versions == 4 and types(site) == KNOWN


def test_another_edition_of_the_rules_judges_all_anew(site: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    feed(site)
    monkeypatch.setattr("app.page_types.store.EDITION", 99)
    assert feed(site).versions == 4 and types(site) == KNOWN


def test_the_past_has_the_kinds_of_now(site: Archive) -> None:
    feed(site)
    past = Past(site, START.replace(minute=START.minute + 1))
    with closing(past), past.reader() as reader:
        assert reader.chosen(FacetChoice(page_type=("article",)), DOCUMENTS).pages == 1
        assert dict(reader.facets().get("page_type", ()))["forum"] == 1


def test_what_a_browser_made_of_a_page_is_what_is_judged(site: Archive, fill: Callable[..., Archive]) -> None:
    frame = "<html><head><title>Pond</title></head><body><div id='app'></div></body></html>"
    fill(capture("http://a.test/app/first", frame, minutes=1))
    feed(site)
    before = types(site)["http://a.test/app/first"]
    fill(capture(address_of("http://a.test/app/first"), ARTICLE, minutes=1))
    feed(site)
    assert (before, types(site)["http://a.test/app/first"]) != ("article", before)
    assert types(site)["http://a.test/app/first"] == "article"


def test_a_version_nobody_has_judged_is_judged_when_it_is_asked_for(site: Archive) -> None:
    with site.reader() as reader, PageTypes(reader) as known:
        story, picture = reader.latest_version(STORY), reader.latest_version(PICTURE)
        gone = reader.latest_version("http://a.test/gone")
        assert story is not None and picture is not None and gone is not None
        assert known.known(story) is None
        found = known.of(story)
        assert found is not None and found.name == "article"
        assert known.of(picture) is None and known.of(gone) is None


def test_versions_by_their_keys(site: Archive) -> None:
    feed(site)
    with Store(site.path) as store, site.reader() as reader:
        found = dict(store.judged())
        assert [found[key_of(one.id)] for one in reader.versions(STORY)] == ["forum", "article"]
    assert key_of("no id") == 0


def test_a_folder_in_its_place_is_told_and_hinders_nothing_else(site: Archive) -> None:
    (site.path / NAME).mkdir()
    with pytest.raises(StorageFailed):
        feed(site)
    assert choose(site, STORY, "listing") is None and types(site) == {}
    (site.path / NAME).rmdir()
    feed(site)
    assert types(site)[STORY] == "listing"
