"""Pages without a title of their own have that of the links to them wherever a reader gives them."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.archive.index.link_names import NAME
from app.archive.past import Past
from app.graph import titling
from app.graph.standing import bring_up_to_date
from app.search.index.feeding import feed
from app.search.searching import Searcher
from tests.app.graph.conftest import SITE, answer, store

NAMES = ("tides", "boats", "winds", "maps")


@pytest.fixture
def harbour(archive: Archive) -> Archive:
    """Pages without a title, pages with that of their site, and a list that says in its links what they are."""
    links = "".join(
        f"<p>Read on: <a href='/{name}'>All about {name}</a> of the harbour.</p>" for name in NAMES
    )
    pages = [answer(name, f"<title>Port Times</title><p>All about {name} and more.</p>") for name in NAMES]
    untitled = "<p>Nobody knows all about eels, of the sea.</p>"
    return store(
        archive,
        answer(
            "", f"<title>Port Times</title>{links}<a href='/sea/eels.html'>About eels</a> <a href='/p'>2</a>"
        ),
        answer("sea/eels.html", untitled),
        answer("p", "<p>Page 2 of 3: tides, boats.</p>"),
        *pages,
    )


def titles(archive: Archive) -> dict[str, str]:
    with archive.reader() as reader:
        return {page.url.removeprefix(SITE): page.title for page in reader.all_pages(kinds=("document",))}


def test_pages_without_a_title_of_their_own_are_named_by_links(harbour: Archive) -> None:
    assert titles(harbour)["sea/eels.html"] == ""
    bring_up_to_date(harbour)
    found = titles(harbour)
    assert found["sea/eels.html"] == "About eels"
    assert [found[name] for name in NAMES] == [f"All about {name}" for name in NAMES]
    assert found[""] == "Port Times"  # which is the title of a home page
    assert found["p"] == ""  # a number names no page


def test_captures_documents_orders_and_searches_have_the_name(harbour: Archive) -> None:
    bring_up_to_date(harbour)
    url = f"{SITE}sea/eels.html"
    with harbour.reader() as reader:
        page = reader.page(url)
        assert page is not None and page.title_source == "links" and page.indexed_title == ""
        capture = reader.latest_version(url)
        assert capture is not None and (capture.title, capture.title_source) == ("About eels", "links")
        assert [one.title for one in reader.captures(prefix=url)] == ["About eels"]
        document = reader.document(capture)
        assert (document.title, document.title_source) == ("About eels", "links")
        assert [one.url for one in reader.find("about eel")] == [url]
        assert list(reader.find_all("about eel")) == [page.page_id]
        assert reader.values_of([page.page_id], "title") == [(page.page_id, "About eels")]
        assert [value for _, value, _ in reader.page_order(page.folder_id, order="title")] == ["About eels"]
        assert reader.only_pages([page.folder_id])[page.folder_id].title == "About eels"


def test_hits_of_a_search_are_in_the_order_of_what_pages_are_called(harbour: Archive) -> None:
    store(
        harbour,
        answer("sea/zebra.html", "<p>Nobody knows all about zebras, of the land.</p>"),
        answer(
            "z",
            "<title>Bees and all</title><p>All about bees. <a href='/sea/zebra.html'>About zebras</a></p>",
        ),
    )
    bring_up_to_date(harbour)
    feed(harbour)
    with Searcher(harbour) as search:
        shown = [hit.title for hit in search.search("all about", sort="title", limit=50).hits]
    assert {"About eels", "About zebras", "Bees and all"} < set(shown)
    assert shown == sorted(shown, key=str.casefold)


def test_the_index_and_the_records_are_not_written_into(harbour: Archive) -> None:
    before = {path: path.read_bytes() for path in Path(harbour.path, "batches").rglob("*.tw")}
    bring_up_to_date(harbour)
    assert before == {path: path.read_bytes() for path in Path(harbour.path, "batches").rglob("*.tw")}
    with harbour.reader() as reader:
        rows = reader.connection.execute("SELECT title FROM pages WHERE url = ?", (f"{SITE}sea/eels.html",))
        assert rows.fetchall() == [("",)]
        assert not list(reader.verify())


def test_the_cache_can_be_deleted_and_is_made_anew(harbour: Archive) -> None:
    bring_up_to_date(harbour)
    with harbour.reader() as reader:
        (harbour.path / NAME).write_bytes(b"no database")  # a stranger's
        assert reader.page(f"{SITE}sea/eels.html").title in ("", "About eels")  # type: ignore[union-attr]
    for end in ("", "-wal", "-shm"):
        (harbour.path / f"{NAME}{end}").unlink(missing_ok=True)
    assert titles(harbour)["sea/eels.html"] == ""
    assert titling.bring_up_to_date(harbour) > 0
    assert titles(harbour)["sea/eels.html"] == "About eels"
    assert titling.bring_up_to_date(harbour) == 0  # nothing is new


def test_a_page_that_gets_a_title_has_its_own(harbour: Archive) -> None:
    bring_up_to_date(harbour)
    store(harbour, answer("sea/eels.html", "<title>Eels of the sea</title><p>Nobody knows eels.</p>"))
    assert titles(harbour)["sea/eels.html"] == "Eels of the sea"
    with harbour.reader() as reader:  # the version without one keeps the name
        versions = reader.versions(f"{SITE}sea/eels.html")
        assert [one.title for one in versions] == ["About eels", "Eels of the sea"]
        page = reader.page(f"{SITE}sea/eels.html")
        assert page is not None and page.title == "Eels of the sea"
        assert reader.values_of([page.page_id], "title") == [(page.page_id, page.title)]
        assert [value for _, value, _ in reader.page_order(page.folder_id, order="title")] == [page.title]
    bring_up_to_date(harbour)
    with harbour.reader() as reader:
        assert reader.link_name(f"{SITE}sea/eels.html") is None


def test_the_past_has_the_names_too(harbour: Archive) -> None:
    bring_up_to_date(harbour)
    with harbour.reader() as reader:
        page = reader.page(f"{SITE}sea/eels.html")
        assert page is not None
    past = Past(harbour, page.last + timedelta(seconds=1))
    try:
        with past.reader() as reader:
            then = reader.page(page.url)
            assert then is not None and then.title == "About eels"
    finally:
        past.close()


def test_what_was_asked_is_not_asked_again_after_it_was_called_off(harbour: Archive) -> None:
    calls = iter([False, False, False, True])
    bring_up_to_date(harbour)
    (harbour.path / NAME).unlink()
    first = titling.bring_up_to_date(harbour, lambda: next(calls, True))
    second = titling.bring_up_to_date(harbour)
    assert 0 < first < 6 and second == 6 - first
