"""What is stored comes back: versions, visits, titles, links, bytes, and the tree they stand in."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from app.archive.archive import Archive
from app.archive.model import NewCapture, NewVisit
from app.errors import CaptureMissing

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]
SITE = "http://www.example.org"


def test_a_capture_comes_back_to_the_byte_with_what_was_found_out(fill: Fill, make_capture: Make) -> None:
    new = make_capture(f"{SITE}/a/b.html", "<title>荷塘</title><a href='c.html'>see</a><img src='/i.png'>")
    with fill(new).reader() as reader:
        page = reader.page(f"{SITE}/a/b.html")
        assert page and (page.title, page.kind, page.versions, page.visits) == ("荷塘", "document", 1, 0)
        (version,) = reader.versions(page.url)
        assert version.id == "202611-0000001" and version.date == new.date
        assert reader.record(version).data() == new.data
        assert reader.body(version.id).startswith("<title>荷塘".encode())
        assert [(link.url, link.embed) for link in reader.links(version)] == [
            (f"{SITE}/a/c.html", False),
            (f"{SITE}/i.png", True),
        ]
        assert reader.document(version).title == "荷塘"


def test_changed_content_is_a_version_and_unchanged_content_a_visit(fill: Fill, make_capture: Make) -> None:
    url = f"{SITE}/"
    archive = fill(
        make_capture(url, "<title>one</title>"),
        make_capture(url, "<title>one</title>", minutes=1),
        make_capture(url, "<title>two</title>", minutes=2),
        make_capture(url, "<title>one</title>", minutes=3),
    )
    with archive.reader() as reader:
        kinds = [(c.kind, c.title, c.base) for c in reader.versions(url, visits=True)]
        assert kinds == [
            ("version", "one", None),
            ("visit", "one", "202611-0000001"),
            ("version", "two", None),
            ("version", "one", None),
        ]
        assert [c.title for c in reader.versions(url)] == ["one", "two", "one"]
        visit = reader.versions(url, visits=True)[1]
        assert reader.body(visit) == b"<title>one</title>" and reader.record(visit).version == "2.0"


def test_a_redirect_to_another_place_is_a_new_version_though_its_body_is_the_same(
    archive: Archive, make_capture: Make
) -> None:
    with archive.writer() as writer:
        for minute, place in enumerate(["/a", "/a", "/b"]):
            new = make_capture(f"{SITE}/old", "", minutes=minute, status=301, Location=place)
            assert writer.store(new).kind == ("visit" if minute == 1 else "version")


def test_a_visit_without_a_version_is_refused(archive: Archive, make_capture: Make) -> None:
    new = make_capture(f"{SITE}/", "x")
    with archive.writer() as writer, pytest.raises(CaptureMissing, match="202611-0000009"):
        writer.store(NewVisit(new.url, new.date, None, "202611-0000009", 304))


def test_a_page_that_is_gone_keeps_its_title_and_shows_the_new_status(fill: Fill, make_capture: Make) -> None:
    archive = fill(
        make_capture(f"{SITE}/p", "<title>Still here</title>"),
        make_capture(f"{SITE}/p", "<title>Not found</title>", minutes=5, status=404),
        make_capture(f"{SITE}/never", "<title>Not found</title>", status=404),
    )
    with archive.reader() as reader:
        gone, never = reader.page(f"{SITE}/p"), reader.page(f"{SITE}/never")
        assert gone and (gone.title, gone.kind, gone.status, gone.versions) == (
            "Still here",
            "document",
            404,
            2,
        )
        assert never and never.kind == "error"


def test_the_tree_counts_documents_in_every_folder_above(fill: Fill, make_capture: Make) -> None:
    archive = fill(
        make_capture(f"{SITE}/", "<title>Home</title>"),
        make_capture(f"{SITE}/a/b/", "<title>B</title>"),
        make_capture(f"{SITE}/a/b/x.html?q=1", "<title>X</title>"),
        make_capture(f"{SITE}/a/style.css", "p{}", media_type="text/css"),
        make_capture("https://www.example.org/a/secure.html", "<title>S</title>"),
        make_capture("http://other.example:8080/", "<title>O</title>"),
    )
    with archive.reader() as reader:
        sites = reader.sites()
        assert [(s.name, s.documents, s.pages) for s in sites] == [
            ("other.example:8080", 1, 1),
            ("www.example.org", 4, 5),
        ]
        (a,) = reader.folders(sites[1].folder_id)
        assert (a.name, a.documents, a.pages, a.url) == ("a", 3, 4, f"{SITE}/a/")
        (b,) = reader.folders(a.folder_id)
        assert [p.name for p in reader.pages(b.folder_id)] == ["/", "x.html?q=1"]
        assert [p.name for p in reader.pages(a.folder_id, kinds=["resource"])] == ["style.css"]
        assert len(list(reader.pages_below(sites[1].folder_id, ["document"]))) == 4
        assert [p.title for p in reader.all_pages(f"{SITE}/a/b/")] == ["B", "X"]
        assert reader.folder(b.folder_id) == b


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("order", ["name", "title", "type", "versions", "last", "length", "status"])
def test_pages_come_in_any_order_page_by_page(
    fill: Fill, make_capture: Make, order: str, descending: bool
) -> None:
    archive = fill(
        *(
            make_capture(
                f"{SITE}/{n % 3}{n}.html", f"<title>{'aB'[n % 2]}{n}</title>" * (n % 4), minutes=n % 5
            )
            for n in range(23)
        )
    )
    column = {"title": "title", "type": "type", "last": "last"}.get(order, order)
    with archive.reader() as reader:
        folder = reader.sites()[0].folder_id
        seen, after = [], None
        while pages := reader.pages(folder, order=order, descending=descending, after=after, limit=7):
            seen += pages
            last = pages[-1]
            value = (last.title or last.name) if order == "title" else getattr(last, column)
            after = (int(value.timestamp()) if order == "last" else value, last.page_id)
        assert len({p.page_id for p in seen}) == 23
        keys = [((p.title or p.name).lower() if order == "title" else getattr(p, column)) for p in seen]
        assert keys == sorted(keys, reverse=descending)


def test_changes_are_told_once_each_in_order(fill: Fill, make_capture: Make) -> None:
    archive = fill(make_capture(f"{SITE}/1", "a"), make_capture(f"{SITE}/2", "b"))
    with archive.reader() as reader:
        seen = reader.last_seq()
        assert [p.url[-1] for p in reader.changes_after(0)] == ["1", "2"]
        fill(make_capture(f"{SITE}/1", "c", minutes=9))
        assert [p.url[-1] for p in reader.changes_after(seen)] == ["1"] and reader.last_seq() == 3


def test_the_filter_finds_titles_and_addresses_and_takes_wildcards_literally(
    fill: Fill, make_capture: Make
) -> None:
    archive = fill(
        make_capture(f"{SITE}/x_1", "<title>北京大学 100%</title>"),
        make_capture(f"{SITE}/x21", "<title>Other</title>"),
    )
    with archive.reader() as reader:
        assert [p.url[-3:] for p in reader.find("京大")] == ["x_1"]
        assert [p.url[-3:] for p in reader.find("x_1")] == ["x_1"]
        assert [p.url[-3:] for p in reader.find("0%")] == ["x_1"]
        assert len(reader.find("EXAMPLE.ORG")) == 2 and reader.find("nothing") == []


def test_the_nearest_version_is_found_across_http_and_https(fill: Fill, make_capture: Make) -> None:
    url = f"{SITE}/p"
    first = make_capture(url, "1")
    archive = fill(first, make_capture(url, "2", minutes=10), make_capture(url, "3", minutes=100))
    with archive.reader() as reader:

        def text(minutes: float) -> bytes:
            near = reader.nearest(
                f"https://www.example.org/p#{minutes}", first.date + timedelta(minutes=minutes)
            )
            assert near
            return reader.body(near)

        assert [text(m) for m in (-9, 4, 6, 54, 56, 900)] == [b"1", b"1", b"2", b"2", b"3", b"3"]
        newest = reader.nearest(url, None)
        assert newest and reader.body(newest) == b"3"
        assert reader.nearest(f"{SITE}/q", None) is None


def test_months_are_batches_with_their_own_numbers(fill: Fill, make_capture: Make) -> None:
    month = 31 * 24 * 60
    archive = fill(
        *(make_capture(f"{SITE}/{n}", str(n), minutes=n * month) for n in range(3)),
        make_capture(f"{SITE}/x", "y"),
    )
    with archive.reader() as reader:
        assert sorted(c.id for p in reader.all_pages() for c in reader.versions(p.url)) == [
            "202611-0000001",
            "202611-0000002",
            "202612-0000001",
            "202701-0000001",
        ]
        assert reader.statistics().by_batch == {"202611": 2, "202612": 1, "202701": 1}


def test_a_visit_counts_as_seeing_its_version_when_the_nearest_is_wanted(
    fill: Fill, make_capture: Make
) -> None:
    url = f"{SITE}/p"
    first = make_capture(url, "1")
    archive = fill(first, make_capture(url, "1", minutes=90), make_capture(url, "2", minutes=100))
    with archive.reader() as reader:
        near = reader.nearest(url, first.date + timedelta(minutes=92))
        assert near and near.kind == "version" and reader.body(near) == b"1"


@pytest.mark.parametrize("wanted", ["", "202611-0000009", "nonsense", "202611-1"])
def test_an_id_that_is_not_there_is_a_sentence(archive: Archive, wanted: str) -> None:
    with archive.reader() as reader, pytest.raises(CaptureMissing, match="holds nothing"):
        reader.capture(wanted)


def test_hostile_addresses_and_titles_stay_inside(fill: Fill, make_capture: Make, archive: Archive) -> None:
    urls = [
        f"{SITE}/../../etc/passwd",
        f"{SITE}/a/../../../b",
        f"{SITE}//\\..\\x",
        "http://[bad/x",
        f"{SITE}/{'x' * 5000}",
        f"{SITE}/%00%ff",
    ]
    fill(
        *(
            make_capture(url, f"<title>\0../{'é' * 999}\ud83d</title>".encode("utf-8", "replace"))
            for url in urls
        )
    )
    with archive.reader() as reader:
        assert {p.url for p in reader.all_pages()} == set(urls)
    assert {p.name for p in archive.path.rglob("*")} <= {
        "archive.json",
        "batches",
        "202611",
        "0000.tw",
        "writer.lock",
        "visited.bits",
        "index.sqlite",
        "index.sqlite-wal",
        "index.sqlite-shm",
    }


def test_a_response_travels_between_processes_as_it_is() -> None:
    new = NewCapture(
        "http://h.example/", datetime(2026, 5, 1, tzinfo=UTC), "1.2.3.4", b"x", "http://o/", "c", "gbk"
    )
    assert pickle.loads(pickle.dumps(new, pickle.HIGHEST_PROTOCOL)) == new
