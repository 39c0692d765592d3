"""Choosing pages by type, language, year, author and issuer."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable

import pytest

from app.archive.archive import Archive
from app.archive.documents.preparing import prepare
from app.archive.index.facets import FACETS, TYPES, FacetChoice, values_of
from app.archive.model import NewCapture, Page
from tests.archives import forget_index

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]
HEAD = "<html lang={lang}><head><title>{title}</title><meta name=author content='{author}'>"
DATED = "<meta property='article:published_time' content='{year}-05-04'>"


def page(title: str, lang: str = "en", author: str = "", year: int | None = None) -> str:
    return (
        HEAD.format(lang=lang, title=title, author=author)
        + (DATED.format(year=year) if year else "")
        + "<p>Words"
    )


@pytest.fixture
def site(fill: Fill, make_capture: Make) -> Archive:
    return fill(
        make_capture("http://a.test/", page("Home", author="Ann", year=2019)),
        make_capture("http://a.test/de", page("Heim", "de-AT", author="Ann", year=2020)),
        make_capture("http://a.test/docs/zh", page("首页", "zh-TW", year=2019)),
        make_capture("http://a.test/docs/plain.txt", "Some words", media_type="text/plain"),
        make_capture("http://a.test/docs/style.css", "a{}", media_type="text/css"),
        make_capture("http://b.test/one", page("One", author="Bob", year=2019)),
        make_capture("http://b.test/gone", "gone", status=404),
    )


def urls(pages: list[Page]) -> set[str]:
    return {one.url.removeprefix("http://") for one in pages}


def test_values_are_counted(site: Archive) -> None:
    with site.reader() as reader:
        found = reader.facets()
        assert tuple(found) == FACETS
        assert found["type"] == [("page", 4), ("text", 1)]
        assert found["language"] == [("en", 2), ("", 1), ("de", 1), ("zh-Hant", 1)]
        assert found["year"] == [("2020", 1), ("2019", 3), ("", 1)]
        assert found["author"] == [("", 2), ("Ann", 2), ("Bob", 1)]
        assert dict(reader.facets(kinds=None)["type"])["code"] == 1
        assert reader.facets(most=1)["author"] == [("", 2)]


def test_values_are_counted_among_some_pages_alone(site: Archive) -> None:
    with site.reader() as reader:
        found = reader.facets(FacetChoice(pages=frozenset((1, 2, 5))))
        assert (found["author"], found["year"]) == ([("Ann", 2)], [("2020", 1), ("2019", 1)])
        wanted = ["http://a.test/", "http://a.test/de", "http://a.test/docs/style.css", "http://no.test/"]
        assert reader.numbered(wanted, kinds=("document",)) == {"http://a.test/": 1, "http://a.test/de": 2}
        assert reader.numbered(wanted, FacetChoice(year=("2019",))) == {"http://a.test/": 1}


def test_each_facet_is_counted_under_the_choice_of_the_others(site: Archive) -> None:
    with site.reader() as reader:
        found = reader.facets(FacetChoice(author=("Ann",), year=("2019",)))
    assert found["author"] == [("", 1), ("Ann", 1), ("Bob", 1)]
    assert found["year"] == [("2020", 1), ("2019", 1)]
    assert found["language"] == [("en", 1)]


@pytest.mark.parametrize(
    ("choice", "wanted"),
    [
        (FacetChoice(), {"a.test/", "a.test/de", "a.test/docs/zh", "a.test/docs/plain.txt", "b.test/one"}),
        (FacetChoice(year=("2019",)), {"a.test/", "a.test/docs/zh", "b.test/one"}),
        (FacetChoice(year=("2019",), author=("Ann", "")), {"a.test/", "a.test/docs/zh"}),
        (FacetChoice(type=("text", "pdf")), {"a.test/docs/plain.txt"}),
        (FacetChoice(language=("de", "zh-Hant")), {"a.test/de", "a.test/docs/zh"}),
        (FacetChoice(pages=frozenset((1, 3, 5))), {"a.test/", "a.test/docs/zh"}),
        (FacetChoice(author=("Ann",), pages=frozenset((2, 3))), {"a.test/de"}),
        (FacetChoice(pages=frozenset()), set()),
        (FacetChoice(type=("other",)), set()),
        (FacetChoice(issuer=("国务院",)), set()),
    ],
)
def test_every_way_to_ask_gives_the_chosen_pages(
    site: Archive, choice: FacetChoice, wanted: set[str]
) -> None:
    kinds = ("document",)
    with site.reader() as reader:
        assert urls(list(reader.all_pages(kinds=kinds, choice=choice))) == wanted
        assert urls(reader.find("", kinds, choice=choice)) == wanted
        below = [one for site in reader.sites() for one in reader.pages_below(site.folder_id, kinds, choice)]
        assert urls(below) == wanted
        assert {
            one.url.removeprefix("http://")
            for one in reader.all_pages(kinds=kinds)
            if reader.fits(one, choice)
        } == wanted
        chosen = reader.chosen(choice, kinds)
        assert chosen.pages == len(wanted)
        for order in ("title", "last"):
            met, folders = set(), [site.folder_id for site in reader.sites()]
            while folders:
                folder = folders.pop()
                assert chosen.folders.get(folder, 0) == len(list(reader.pages_below(folder, kinds, choice)))
                met |= urls(reader.pages(folder, order=order, chosen=chosen))
                folders += [one.folder_id for one in reader.folders(folder)]
            assert met == wanted


def test_a_crowded_folder_is_paged_through(fill: Fill, make_capture: Make) -> None:
    archive = fill(
        *(
            make_capture(f"http://a.test/{n}", page(f"Page {n:03}", "en" if n % 3 else "de"))
            for n in range(60)
        )
    )
    with archive.reader() as reader:
        chosen = reader.chosen(FacetChoice(language=("de",)), ("document",))
        [site] = reader.sites()
        for crowded in (False, True):
            if crowded:
                chosen._direct[site.folder_id] = 1_000_000
            titles: list[str] = []
            after = None
            while some := reader.pages(site.folder_id, order="title", limit=7, after=after, chosen=chosen):
                titles += [one.title for one in some]
                after = some[-1].title, some[-1].page_id
            assert titles == [f"Page {n:03}" for n in range(0, 60, 3)]


def test_a_page_is_what_its_newest_version_is(site: Archive, fill: Fill, make_capture: Make) -> None:
    fill(make_capture("http://a.test/", page("Daheim", "de", year=2024), minutes=5))
    fill(make_capture("http://a.test/", "gone", status=404, minutes=6))
    fill(make_capture("http://b.test/one", page("Older", "fr", year=1999), minutes=-5))
    with site.reader() as reader:
        home, one = reader.page("http://a.test/"), reader.page("http://b.test/one")
        assert home is not None
        assert one is not None
        assert reader.facet_values(home)[:4] == ("document", "html", "de", "2024")
        assert reader.facet_values(one).year == "2019"
        first, second, third = reader.versions("http://a.test/")
        assert [reader.about(c).values.year for c in (first, second, third)] == ["2019", "2024", ""]
        assert [reader.about(c).number for c in (first, second, third)] == [1, 2, 3]
        assert list(reader.verify()) == []


def test_a_rebuilt_index_says_the_same(site: Archive) -> None:
    with site.reader() as reader:
        before = reader.facets(kinds=None)
        values = {one.url: reader.facet_values(one) for one in reader.all_pages()}
    forget_index(site)
    with Archive.open(site.path).reader() as reader:
        assert reader.facets(kinds=None) == before
        assert {one.url: reader.facet_values(one) for one in reader.all_pages()} == values
        assert Counter(one.kind for one in values.values()) == {"document": 5, "resource": 1, "error": 1}


def test_verify_finds_a_page_with_the_facets_of_another(site: Archive) -> None:
    with sqlite3.connect(site.path / "index.sqlite") as db:
        db.execute("UPDATE pages SET facets = facets + 1 WHERE url = 'http://a.test/'")
    db.close()
    with site.reader() as reader:
        assert "http://a.test/" in next(iter(reader.verify())).sentence


def test_an_index_from_before_is_made_anew(site: Archive) -> None:
    with sqlite3.connect(site.path / "index.sqlite") as db:
        db.execute("DROP TABLE facets")
        db.execute("PRAGMA user_version = 2")
    db.close()
    with Archive.open(site.path).reader() as reader:
        assert reader.facets()["type"] == [("page", 4), ("text", 1)]


@pytest.mark.parametrize(
    ("said", "year", "language"),
    [
        (("2019-05-04T10:00:00Z", "zh-CN"), "2019", "zh"),
        (("2019", "ZH_hk"), "2019", "zh-Hant"),
        (("20190504", "zh-Hans"), "", "zh"),
        (("0001-01-01", "x"), "", ""),
        (("", "en; drop table"), "", ""),
        (("9999-01-01", "pt-BR"), "", "pt"),
    ],
)
def test_what_is_no_year_or_language_is_not_stated(
    said: tuple[str, str], year: str, language: str, make_capture: Make
) -> None:
    date, tag = said
    read = prepare(make_capture("http://a.test/", "<p>text")).read
    found = values_of("document", read._replace(language=tag, date=date, author="a" * 500, issuer="\ud800"))
    assert (found.year, found.language, len(found.author)) == (year, language, 120)
    assert found.issuer == "?"
    assert found.type in TYPES
