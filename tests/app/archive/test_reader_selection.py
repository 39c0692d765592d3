"""Captures by address, date, type, batch, kind and status: all that fit, each once, in order, piece by piece."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.archive.archive import Archive
from app.archive.index import facets
from app.archive.index.facets import above
from app.archive.model import Capture, NewCapture
from app.errors import StorageUnreadable
from app.tianwang.writer import encode
from tests.conftest import START, capture

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    """Some sixty captures over three months: pages with many versions and visits, pictures, errors."""
    archive = Archive.create(tmp_path_factory.mktemp("site") / "a.archive")
    with archive.writer() as writer:
        for n in range(40):
            day = n * 24 * 60 * 2
            writer.store(capture(f"http://a.example/{n % 4}", f"<title>{n // 8}</title>", minutes=day))
            if n % 3 == 0:
                writer.store(
                    capture(
                        f"http://a.example/i{n}.png",
                        b"\x89PNG%d" % n,
                        minutes=day + 1,
                        media_type="image/png",
                    )
                )
            if n % 5 == 0:
                writer.store(capture("https://b.example/\U0010ffff", "no", minutes=day + 2, status=404))  # type: ignore[arg-type]
    return archive


@pytest.fixture(params=[3, 1000], ids=["small pieces", "large pieces"])
def _pieces(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facets, "_PIECE", request.param)


def everything(archive: Archive) -> list[Capture]:
    with archive.reader() as reader:
        return sorted(
            (c for page in reader.all_pages() for c in reader.versions(page.url, visits=True)),
            key=lambda c: c.seq,
        )


DAY = timedelta(days=1)
CHOICES = [
    ({}, lambda c: True),
    ({"prefix": "http://a.example/"}, lambda c: c.url.startswith("http://a.example/")),
    ({"prefix": "http://a.example/2"}, lambda c: c.url.startswith("http://a.example/2")),
    ({"prefix": "https://b.example/\U0010ffff"}, lambda c: c.url.startswith("https://b")),
    ({"prefix": "x"}, lambda c: False),
    ({"batch": "202612"}, lambda c: c.id.startswith("202612-")),
    ({"batch": "199901"}, lambda c: False),
    (
        {"since": START + 9 * DAY, "until": START + 40 * DAY},
        lambda c: START + 9 * DAY <= c.date < START + 40 * DAY,
    ),
    ({"types": ["image/"]}, lambda c: c.type == "image/png"),
    ({"types": ["text/html", "image/png"]}, lambda c: True),
    ({"types": []}, lambda c: False),
    ({"kind": "visit"}, lambda c: c.kind == "visit"),
    ({"kind": "version", "prefix": "http"}, lambda c: c.kind == "version"),
    ({"status": 404}, lambda c: c.status == 404),
    ({"status": [404, 200], "until": START + 30 * DAY}, lambda c: c.date < START + 30 * DAY),
    (
        {
            "batch": "202612",
            "kind": "visit",
            "types": ["text/"],
            "prefix": "http://a.example/1",
            "status": 200,
        },
        lambda c: c.id.startswith("202612-") and c.kind == "visit" and c.url.startswith("http://a.example/1"),
    ),
]


@pytest.mark.usefixtures("_pieces")
@pytest.mark.parametrize(
    ("choice", "fits"), CHOICES, ids=[" ".join(choice) or "all" for choice, _ in CHOICES]
)
def test_every_capture_that_fits_comes_once_and_in_order(
    site: Archive, choice: dict[str, object], fits: Callable[[Capture], bool]
) -> None:
    expected = [c for c in everything(site) if fits(c)]
    if "prefix" in choice:
        expected.sort(key=lambda c: (c.url, c.date, c.seq))
    with site.reader() as reader:
        assert list(reader.captures(**choice)) == expected  # type: ignore[arg-type]


def plans(db: sqlite3.Connection, statements: list[str]) -> Iterator[str]:
    for statement in statements:
        for row in db.execute(f"EXPLAIN QUERY PLAN {statement}"):
            yield row[3]


@pytest.mark.parametrize("choice", [choice for choice, _ in CHOICES])
def test_no_piece_is_sorted_or_begins_at_the_first_row_again(
    site: Archive, choice: dict[str, object]
) -> None:
    statements: list[str] = []
    with site.reader() as reader:
        reader._db.set_trace_callback(statements.append)
        list(reader.captures(**choice))  # type: ignore[arg-type]
        reader._db.set_trace_callback(None)
        found = list(plans(reader._db, statements))
    assert not [step for step in found if step.startswith(("SCAN", "USE TEMP"))]


@given(st.text(min_size=1), st.lists(st.text(), max_size=9))
def test_the_end_of_a_prefix_is_exact(prefix: str, others: list[str]) -> None:
    texts = {
        text
        for text in (*others, *(prefix + x for x in others), prefix, prefix[:-1])
        if not any("\ud800" <= c <= "\udfff" for c in text)
    }
    if any("\ud800" <= c <= "\udfff" for c in prefix):
        return
    db = sqlite3.connect(":memory:")
    db.execute("CREATE TABLE pages (url TEXT)")
    db.executemany("INSERT INTO pages VALUES (?)", [(text,) for text in texts])
    end, bound = above(prefix)
    found = {url for (url,) in db.execute(f"SELECT url FROM pages WHERE url >= ?{end}", (prefix, *bound))}
    db.close()
    assert found == {text for text in texts if text.startswith(prefix)}


def test_pages_by_prefix_end_where_the_prefix_ends(fill: Fill, make_capture: Make) -> None:
    archive = fill(*(make_capture(f"http://a.example/{x}", x) for x in ("a", "ab", "a\U0010ffff", "b", "A")))
    with archive.reader() as reader:
        assert [p.name for p in reader.all_pages("http://a.example/a")] == ["a", "ab", "a\U0010ffff"]
        assert len(list(reader.all_pages())) == 5
        assert list(reader.addresses(("document",))) == [p.url for p in reader.all_pages()]
        assert list(reader.addresses(("resource",))) == []


def test_records_of_a_batch_come_as_they_stand_in_its_files(site: Archive) -> None:
    with site.reader() as reader:
        for batch in reader.batches():
            ids = [(record.get("id"), record.offset) for record in reader.records(batch.batch)]
            assert ids == [(c.id, c.offset) for c in reader.captures(batch=batch.batch)]
        assert list(reader.records("199901")) == []


def test_records_of_a_damaged_batch_leave_out_what_is_damaged(fill: Fill, make_capture: Make) -> None:
    archive = fill(*(make_capture(f"http://a.example/{n}", str(n)) for n in range(5)))
    path = archive.path / "batches/202611/0000.tw"
    with archive.reader() as reader:
        third = reader.capture("202611-0000003")
        whole = path.read_bytes()
        path.write_bytes(whole[: third.offset] + b"?" + whole[third.offset + 1 :])
        assert [
            record.get(
                "id",
            )[-1]
            for record in reader.records("202611")
        ] == ["1", "2", "4", "5"]  # type: ignore[index]
        path.unlink()
        with pytest.raises(StorageUnreadable):
            list(reader.records("202611"))


def test_links_are_the_same_whether_they_were_kept_or_are_found_again(fill: Fill, make_capture: Make) -> None:
    html = "<base href='/x/'><a href='a'>one <b>\ud83d\ude00</b></a><img src='i.png' alt='p'><link rel=icon href=s>"
    archive = fill(make_capture("http://a.example/", html.encode("utf-16", "surrogatepass").decode("utf-16")))
    with archive.reader() as reader:
        kept = reader.links("202611-0000001")
    with sqlite3.connect(archive.path / "index.sqlite") as db:
        assert db.execute("DELETE FROM links").rowcount == 1
    db.close()
    with archive.reader() as reader:
        assert reader.links("202611-0000001") == kept and len(kept) == 3


def test_the_moment_of_until_is_left_out(site: Archive) -> None:
    with site.reader() as reader:
        first = next(reader.captures())
        moment: datetime = first.date
        assert list(reader.captures(until=moment)) == []
        assert next(reader.captures(since=moment)) == first


def test_a_record_that_others_numbered_zero_belongs_to_its_batch(
    archive: Archive, make_capture: Make
) -> None:
    new = make_capture("http://a.example/", "zero")
    record = encode(
        url=new.url, date=new.date, data=new.data, ip=new.ip, extra=[("id", "202611-0000000")], digest=True
    )
    (archive.path / "batches/202611").mkdir()
    (archive.path / "batches/202611/0000.tw").write_bytes(record)
    Archive.reindex(archive.path)
    with archive.reader() as reader:
        assert [c.id for c in reader.captures(batch="202611")] == [c.id for c in reader.captures()]
        assert [c.id for c in reader.captures()] == ["202611-0000000"]
