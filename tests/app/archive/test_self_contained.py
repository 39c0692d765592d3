"""Each batch holds the DATA of all its captures: copied away alone, it is a complete archive."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.archive.archive import Archive
from app.archive.increments import FULL_EVERY
from app.archive.model import Capture, NewCapture, NewVisit
from app.tianwang.reader import RecordReader
from app.tianwang.record import Record
from tests.archives import everything, in_order

JANUARY = datetime(2026, 1, 10, tzinfo=UTC)
URL = "http://a.example/"
Make = Callable[..., NewCapture]


def new(text: str, when: datetime, url: str = URL) -> NewCapture:
    return NewCapture(
        url, when, "192.0.2.7", f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{text}".encode()
    )


def records(archive: Archive, batch: str = "*") -> list[Record]:
    found = []
    for path in sorted(archive.path.glob(f"batches/{batch}/*.tw")):
        with RecordReader(path) as reader:
            found += [record.detached() for record in reader]
    return found


def handed_on(archive: Archive, batch: str, to: Path) -> Archive:
    """A new archive that got one batch of another."""
    alone = Archive.create(to)
    shutil.copytree(archive.path / "batches" / batch, alone.path / "batches" / batch)
    return Archive.open(alone.path)


def bodies(archive: Archive) -> dict[str, bytes]:
    with archive.reader() as reader:
        return {c.id: reader.body(c) for p in reader.all_pages() for c in reader.versions(p.url, visits=True)}


def test_the_first_capture_of_a_month_and_every_twentieth_after_it_are_full(archive: Archive) -> None:
    with archive.writer() as writer:
        for n in range(50):
            writer.store(new("same", JANUARY + timedelta(hours=n)))
        for n in range(3):
            writer.store(new("same", JANUARY + timedelta(days=31, hours=n)))
    versions = [record.version for record in records(archive, "202601")]
    assert [n for n, version in enumerate(versions) if version == "1.0"] == [0, 20, 40]
    first, *others = records(archive, "202602")
    assert (first.version, first.get("base"), first.get("status")) == ("1.0", "202601-0000001", None)
    assert [(r.version, r.get("base"), r.length) for r in others] == [("2.0", "202602-0000001", 0)] * 2
    kinds = Counter(row[3] for row in in_order(archive))
    assert kinds == {"version": 1, "visit": 52}
    assert set(bodies(archive).values()) == {b"same"}


def test_a_visit_names_a_full_record_of_its_batch_with_its_content(archive: Archive) -> None:
    """One to two to one again, in two months."""
    texts = ["one", "one", "two", "two", "one", "one"]
    with archive.writer() as writer:
        for month in range(2):
            for n, text in enumerate(texts):
                writer.store(new(text, JANUARY + timedelta(days=31 * month, hours=n)))
    full = {r.get("id"): r.http().body for r in records(archive) if r.version == "1.0"}
    kept = bodies(archive)
    assert [
        full[r.get("base")] == kept[r.get("id") or ""] for r in records(archive) if r.version == "2.0"
    ] == [True] * 6
    assert all(
        (r.get("base") or "")[:6] == (r.get("id") or "")[:6] for r in records(archive) if r.version == "2.0"
    )
    assert [row[3] for row in in_order(archive)] == ["version", "visit"] * 3 + ["visit", "visit"] + [
        "version",
        "visit",
    ] * 2
    for batch in ("202601", "202602"):
        assert [record.version for record in records(archive, batch)] == ["1.0", "2.0"] * 3


def test_what_a_server_confirms_is_written_again_as_it_stands(archive: Archive) -> None:
    with archive.writer() as writer:
        base = writer.store(new("confirmed " * 50, JANUARY))
        visit = writer.store(NewVisit(URL, JANUARY + timedelta(days=40), None, base.id, 304))
        again = writer.store(NewVisit(URL, JANUARY + timedelta(days=41), None, base.id, 304))
    first, second, third = records(archive)
    assert (second.version, second.get("base"), second.get("status")) == ("1.0", base.id, "304")
    assert second.stored == first.stored and second.raw("unzip-length") == first.raw("unzip-length")
    assert (third.version, third.get("base"), third.get("status")) == ("2.0", visit.id, "304")
    assert (visit.kind, visit.base, again.base) == ("visit", base.id, base.id)
    with archive.reader() as reader:
        assert reader.capture(again.id).base == base.id and reader.body(again) == b"confirmed " * 50
    in_order(archive)


def test_a_batch_handed_on_alone_is_complete(archive: Archive, tmp_path: Path) -> None:
    with archive.writer() as writer:
        for month in range(3):
            for n in range(45):
                text = "steady" if n % 3 else f"month {month}, {n // 9}"
                writer.store(new(text, JANUARY + timedelta(days=30 * month, minutes=n), f"{URL}{n % 3}"))
    whole = bodies(archive)
    for batch in ("202601", "202602", "202603"):
        alone = handed_on(archive, batch, tmp_path / batch)
        kept = bodies(alone)
        assert kept == {id: body for id, body in whole.items() if id.startswith(batch)} and len(kept) == 45
        with alone.reader() as reader:
            assert list(reader.verify()) == []
            steady = reader.versions(f"{URL}1", visits=True)
        assert [capture.kind for capture in steady] == ["version"] + ["visit"] * 14
        before = everything(alone)
        Archive.reindex(alone.path)
        assert everything(alone) == before


def test_a_version_that_comes_back_takes_its_visits(archive: Archive, tmp_path: Path) -> None:
    """Alone, the record written in full is the version; with the batch before it, a visit again."""
    with archive.writer() as writer:
        for n in range(4):
            writer.store(new("same", JANUARY + timedelta(days=15 * n)))
    before = everything(archive)
    alone = handed_on(archive, "202602", tmp_path / "alone")
    assert [row[3] for row in everything(alone)] == ["version", "visit"]
    shutil.copytree(archive.path / "batches/202601", alone.path / "batches/202601")
    Archive.reindex(alone.path)
    assert everything(alone) == before


def test_a_batch_that_came_into_another_archive_confirms_nothing_there(
    archive: Archive, tmp_path: Path
) -> None:
    """The id of its base is that of another page there, or of another content of the same page."""
    with archive.writer() as writer:
        writer.store(new("same", JANUARY))
        writer.store(new("same", JANUARY + timedelta(days=31)))
    for number, there in enumerate([new("else", JANUARY, "http://b.example/"), new("else", JANUARY)]):
        other = Archive.create(tmp_path / str(number))
        with other.writer() as writer:
            writer.store(there)
        shutil.copytree(archive.path / "batches/202602", other.path / "batches/202602")
        rows = {row[0]: row for row in everything(Archive.open(other.path))}
        assert rows["202602-0000001"][3] == "version" and bodies(other)["202602-0000001"] == b"same"


def test_a_clock_that_was_set_back_over_the_end_of_a_month(archive: Archive, tmp_path: Path) -> None:
    march, december = datetime(2026, 3, 31, 23, 59, 58, tzinfo=UTC), datetime(2026, 12, 1, tzinfo=UTC)
    with archive.writer() as writer:
        base = writer.store(new("same", december))
        stored = [
            writer.store(NewVisit(URL, march + timedelta(seconds=n), None, base.id, 304)) for n in range(30)
        ]
        other = writer.store(new("same", march, URL + "2"))
        late = writer.store(new("same", december + timedelta(days=1)))
    assert {capture.id[:6] for capture in stored} == {"202612"} and other.id[:6] == "202603"
    assert [record.version for record in records(archive, "202612")].index("1.0", 1) == FULL_EVERY
    assert late.base == base.id and len(in_order(archive)) == 33
    assert len(bodies(handed_on(archive, "202612", tmp_path / "alone"))) == 32


def test_older_captures_that_are_imported_later_change_no_record_and_no_version(archive: Archive) -> None:
    with archive.writer() as writer:
        newest = writer.store(new("same", JANUARY))
        older = writer.store(new("same", JANUARY - timedelta(days=400)))
        between = writer.store(new("same", JANUARY - timedelta(days=200)))
        behind = writer.store(new("same", JANUARY + timedelta(days=1)))
    assert [c.kind for c in (newest, older, between, behind)] == ["version", "version", "visit", "visit"]
    assert (between.base, behind.base) == (older.id, newest.id)
    in_order(archive)


def test_with_its_file_gone_a_version_is_written_again(archive: Archive) -> None:
    """The index knows of it still, the disk does not."""
    with archive.writer() as writer:
        base = writer.store(new("same", JANUARY))
        writer.store(new("same", JANUARY, URL + "2"))
    (archive.path / "batches/202601/0000.tw").unlink()
    with archive.writer() as writer:
        visit = writer.store(new("same", JANUARY + timedelta(hours=1)))
        confirmed = writer.store(NewVisit(URL, JANUARY + timedelta(hours=2), None, base.id, 304))
        bare = writer.store(NewVisit(URL + "2", JANUARY + timedelta(hours=2), None, "202601-0000002", 304))
    assert (visit.kind, confirmed.kind, bare.kind) == ("visit", "visit", "visit")
    assert [(r.version, r.get("id")) for r in records(archive)] == [
        ("1.0", visit.id),
        ("2.0", confirmed.id),
        ("2.0", bare.id),
    ]
    report = Archive.reindex(archive.path)
    assert (report.versions, report.visits, report.skipped) == (1, 1, 1)
    assert bodies(archive) == {visit.id: b"same", confirmed.id: b"same"}


def test_damaged_data_is_not_written_again(archive: Archive) -> None:
    with archive.writer() as writer:
        base = writer.store(new("same " * 100, JANUARY))
        writer.store(new("same " * 100, JANUARY + timedelta(days=31)))
    path = archive.path / "batches/202601/0000.tw"
    path.write_bytes(path.read_bytes()[:-9] + b"damaged!\n")
    with archive.writer() as writer:
        writer.store(NewVisit(URL, JANUARY + timedelta(days=62), None, base.id, 304))
    assert [record.http().body for record in records(archive, "202603")] == [b"same " * 100]


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["one", "two"]),
        st.sampled_from([URL, URL + "2"]),
        st.integers(0, 4 * 30 * 24),  # hours
        st.booleans(),
    ),
    min_size=1,
    max_size=40,
)


@settings(max_examples=15)
@example(steps=[("one", URL, 528, False), ("one", URL, 0, True), ("one", URL, 0, False)], forward=False)
@given(steps=STEPS, forward=st.booleans())
def test_in_any_order_of_dates_each_batch_is_whole_and_a_rebuild_gives_the_same(
    steps: list[tuple[str, str, int, bool]], forward: bool
) -> None:
    with TemporaryDirectory() as name:
        archive = Archive.create(Path(name) / "a")
        stored: dict[str, bytes] = {}
        with archive.writer() as writer:
            for text, url, hours, confirmed in sorted(steps, key=lambda step: step[2]) if forward else steps:
                when = JANUARY + timedelta(hours=hours)
                latest = writer.reader.latest_version(url) if confirmed else None
                capture: Capture
                if latest is not None:
                    capture = writer.store(NewVisit(url, when, None, latest.id, 304))
                    stored[capture.id] = stored[latest.id]
                else:
                    capture = writer.store(new(text, when, url))
                    stored[capture.id] = text.encode()
        in_order(archive)
        assert bodies(archive) == stored
        for folder in (archive.path / "batches").iterdir():
            alone = handed_on(archive, folder.name, Path(name) / folder.name)
            assert bodies(alone) == {id: body for id, body in stored.items() if id.startswith(folder.name)}
            last_full: dict[str, int] = {}
            for number, record in enumerate(r for r in records(archive, folder.name)):
                if record.version == "1.0":
                    last_full[record.url] = number
                between = [
                    r
                    for r in records(archive, folder.name)[last_full[record.url] : number]
                    if r.url == record.url
                ]
                assert len(between) <= FULL_EVERY


def test_serial_numbers_of_a_batch_have_no_gap(archive: Archive) -> None:
    with archive.writer() as writer:
        for n in range(60):
            writer.store(new("same", JANUARY + timedelta(hours=12 * n), f"{URL}{n % 2}"))
    for batch in ("202601", "202602"):
        serials = [int((record.get("id") or "")[7:]) for record in records(archive, batch)]
        assert serials[0] == 1 and all(b - a == 1 for a, b in pairwise(serials))


@pytest.mark.parametrize("body", [b"", b"\0" * 10, b"x"])
def test_data_that_does_not_get_smaller_is_restated_as_it_is(archive: Archive, body: bytes) -> None:
    with archive.writer() as writer:
        base = writer.store(NewCapture(URL, JANUARY, None, body))
        writer.store(NewVisit(URL, JANUARY + timedelta(days=31), None, base.id, 304))
    first, second = records(archive)
    assert second.stored == first.stored == body and second.raw("unzip-length") is None
    in_order(archive)
