"""`verify` finds every difference between the index and the batches."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest

from app.archive.archive import Archive
from app.archive.lock import WriteLock
from app.archive.model import NewCapture, NewVisit
from app.errors import IndexDamaged
from tests.app.archive.verifying import TEXT, batch, problems, rules

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]

COLUMNS = [
    ("captures", "date = date + 1", "index-date"),
    ("captures", "end = end - 1", "index-end"),
    ("captures", "origin = 'http://o.example/'", "index-origin"),
    ("captures", "ip = '1.1.1.1'", "index-ip"),
    ("captures", "crawl = 'other'", "index-crawl"),
    ("captures", "status = 500", "index-status"),
    ("captures", "type = 'text/plain'", "index-type"),
    ("captures", "location = '/elsewhere'", "index-location"),
    ("captures", "length = 7", "index-length-of-the-body"),
    ("captures", "digest = zeroblob(32)", "index-digest-of-the-body"),
    ("captures", "full = 0", "index-kind"),
    ("captures", "base = 3", "index-base"),
    ("pages", "url = 'http://c.example/'", "index-address"),
]


@pytest.mark.parametrize(("table", "change", "rule"), COLUMNS, ids=[rule for _, _, rule in COLUMNS])
def test_every_column_that_the_record_determines_is_compared(
    filled: Archive, table: str, change: str, rule: str
) -> None:
    where = "page_id = (SELECT page_id FROM captures WHERE serial = 5)" if table == "pages" else "serial = 5"
    with sqlite3.connect(filled.path / "index.sqlite") as db:
        db.execute(f"UPDATE {table} SET {change} WHERE {where}")
    db.close()
    found = problems(filled)
    assert {problem.id for problem in found if problem.rule != "index-page"} == {"202611-0000005"}
    assert rule in [problem.rule for problem in found]


def test_rows_and_records_without_each_other_are_named(filled: Archive) -> None:
    with sqlite3.connect(filled.path / "index.sqlite") as db:
        db.execute("DELETE FROM captures WHERE serial = 4")
        db.execute("UPDATE captures SET offset = offset + 1 WHERE serial = 5")
    db.close()
    assert rules(filled) == [
        ("record-without-index", "202611-0000004"),
        ("record-without-index", "202611-0000005"),
        ("index-without-record", "202611-0000005"),
        ("index-page", ""),
    ]


def test_a_visit_whose_version_is_gone_or_another_is_named(filled: Archive) -> None:
    with sqlite3.connect(filled.path / "index.sqlite") as db:
        db.execute("UPDATE captures SET base = 3 WHERE serial = 2")
    assert rules(filled) == [("index-base", "202611-0000002")]
    with db:
        db.execute("DELETE FROM captures WHERE serial = 1")
    db.close()
    found = [
        ("record-without-index", "202611-0000001"),
        ("base-missing", "202611-0000002"),
        ("index-page", ""),
    ]
    assert rules(filled) == found


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (
            "INSERT INTO captures (seq, batch, serial, page_id, date, status, type, length, digest, location, full, "
            "title, title_source, file, offset, end) SELECT 99, '203001', 1, page_id, date, status, type, length, "
            "digest, location, full, title, title_source, 0, 0, 9 FROM captures WHERE seq = 1",
            "index-without-record",
        ),
        ("UPDATE files SET end = 0", "index-without-record"),
        ("UPDATE pages SET versions = 7 WHERE page_id = 1", "index-page"),
    ],
)
def test_rows_that_stand_for_no_record_and_wrong_counts_are_named(
    filled: Archive, change: str, rule: str
) -> None:
    with filled.reader() as reader:  # opening the archive anew would index the rest of the file
        with sqlite3.connect(filled.path / "index.sqlite") as db:
            db.execute(change)
        db.close()
        assert rule in [problem.rule for problem in reader.verify()]


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ("UPDATE pages SET title = 'Another' WHERE page_id = 1", "index-page"),
        ("UPDATE pages SET status = 404 WHERE page_id = 1", "index-page"),
        ("UPDATE pages SET last = last + 60 WHERE page_id = 1", "index-page"),
        ("UPDATE pages SET changed = 1 WHERE page_id = 1", "index-page"),
        ("UPDATE pages SET kind = 'error' WHERE page_id = 1", "index-page"),
        ("UPDATE captures SET title = 'Another' WHERE seq = 3", "index-page"),
        ("UPDATE folders SET pages = pages + 1", "index-folder"),
        ("UPDATE folders SET documents = 0", "index-folder"),
    ],
)
def test_what_the_tree_shows_is_compared_with_the_captures(filled: Archive, change: str, rule: str) -> None:
    with sqlite3.connect(filled.path / "index.sqlite") as db:
        db.execute(change)
    db.close()
    assert {name for name, _ in rules(filled)} >= {rule}


def test_pages_that_came_gone_back_and_in_any_order_are_in_order(
    archive: Archive, make_capture: Make
) -> None:
    """What a page shows is compared with its captures by another way than it was made: both give the same."""
    chance = random.Random(7)
    with archive.writer() as writer:
        for _ in range(120):
            status = chance.choice([200, 200, 404, 301, 500])
            url, text = (
                f"http://a.example/{chance.randrange(4)}/{chance.randrange(3)}",
                f"<title>{chance.randrange(3)}",
            )
            writer.store(make_capture(url, text, minutes=chance.randrange(30), status=status))
    assert problems(archive) == []


def test_any_visible_damage_of_the_index_is_found_and_the_records_are_checked_all_the_same(
    filled: Archive,
) -> None:
    """Bytes of the index are overwritten; what no table shows of it does not matter."""

    def tables() -> list[list[tuple[bytes, ...]]]:
        names = ("folders", "pages", "captures", "links", "files")
        return [db.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall() for name in names]

    index = filled.path / "index.sqlite"
    with closing(sqlite3.connect(index)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.text_factory = bytes
        before = tables()
    whole, chance, found = index.read_bytes(), random.Random(11), 0
    victim = bytearray(batch(filled).read_bytes())
    victim[-3] ^= 1
    batch(filled).write_bytes(victim)
    for _ in range(300):
        at, size = chance.randrange(100, len(whole)), chance.choice([1, 64, 512])
        index.write_bytes(whole[:at] + chance.randbytes(size) + whole[at + size :])
        for end in ("-wal", "-shm"):
            index.with_name(index.name + end).unlink(missing_ok=True)
        try:
            with filled.reader() as reader:
                told = [problem.rule for problem in reader.verify()]
        except IndexDamaged:
            continue
        assert "digest-mismatch" in told
        if len(told) == 1:
            with closing(sqlite3.connect(index)) as db:
                db.text_factory = bytes
                assert tables() == before
        found += len(told) > 1
    assert found > 10


def test_what_a_writer_has_just_added_is_no_problem(filled: Archive, make_capture: Make) -> None:
    def store(done: int, total: int) -> None:
        if not stored:
            stored.append(make_capture("http://b.example/", "text"))
            with filled.writer() as writer:
                writer.store(stored[0])
                writer.commit()

    stored: list[NewCapture] = []
    with filled.reader() as reader:
        with sqlite3.connect(filled.path / "index.sqlite") as db:  # as it was a moment before
            db.execute("DELETE FROM captures WHERE serial = 5")
            end = db.execute("SELECT max(end) FROM captures").fetchone()[0]
            db.execute("UPDATE files SET end = ?", (end,))
            db.execute("DELETE FROM pages WHERE url LIKE '%png'")
            db.execute("UPDATE folders SET pages = pages - 1 WHERE parent_id IS NULL")
        db.close()
        assert list(reader.verify(store)) == [] and stored


def test_a_visit_of_an_older_program_may_confirm_a_version_of_another_batch(
    filled: Archive, make_capture: Make
) -> None:
    late = make_capture("http://a.example/", "", minutes=30 * 24 * 60)
    record = (
        b"version: 2.0\nurl: http://a.example/\ndate: %b\nid: 202612-0000001\nbase: 202611-0000003\nstatus: 304\n"
        b"length: 0\n\n\n" % late.date.strftime("%a, %d %b %Y %H:%M:%S GMT").encode()
    )
    (filled.path / "batches/202612").mkdir()
    (filled.path / "batches/202612/0000.tw").write_bytes(record)
    filled.writer().close()
    with filled.reader() as reader:
        assert [capture.base for capture in reader.captures(batch="202612")] == ["202611-0000003"]
    assert problems(filled) == []


def test_missing_and_misplaced_batch_files_are_named(filled: Archive) -> None:
    batch(filled).rename(filled.path / "batches/202611/copy of 0000.tw")
    found = problems(filled)
    assert [(problem.rule, problem.file) for problem in found] == [
        ("file-missing", "batches/202611/0000.tw"),
        ("file-misplaced", "batches/202611/copy of 0000.tw"),
    ]


def test_a_tail_that_is_not_indexed_is_named_unless_somebody_is_writing_it(filled: Archive) -> None:
    with batch(filled).open("ab") as file:
        file.write(b"version: 1.0\nurl: http://half.exam")
    (problem,) = problems(filled)
    assert (problem.rule, problem.sentence[:24]) == ("not-indexed", "34 bytes at the end are ")
    lock = WriteLock(filled.path)
    assert problems(filled) == []
    lock.close()


def test_a_record_under_a_taken_id_is_named(filled: Archive) -> None:
    content = batch(filled).read_bytes()
    first = content[: content.index(b"version: 2.0")]
    with batch(filled).open("ab") as file:
        file.write(first)
    filled.writer().close()
    assert rules(filled) == [("id-taken", "202611-0000006")]


def test_damage_that_was_there_when_the_index_was_rebuilt_is_still_damage(filled: Archive) -> None:
    content = bytearray(batch(filled).read_bytes())
    content[content.index(b"\n\n") + 20] ^= 1
    batch(filled).write_bytes(content)
    for file in filled.path.glob("index.sqlite*"):
        file.unlink()
    again = Archive.open(filled.path)
    assert ("digest-mismatch", "202611-0000001") in rules(again)


def test_visits_that_name_a_version_are_stored_in_order(filled: Archive, make_capture: Make) -> None:
    new = make_capture("http://a.example/", "", minutes=40)
    with filled.writer() as writer:
        writer.store(NewVisit(new.url, new.date, "127.0.0.1", "202611-0000003", 304))
    assert problems(filled) == []


def test_visits_that_were_written_in_full_are_in_order_and_compared_with_their_version(
    fill: Fill, make_capture: Make
) -> None:
    """The twentieth visit of a batch and the first of the next one hold the page once more."""
    archive = fill(
        *(make_capture("http://a.example/", TEXT, minutes=minute) for minute in range(25)),
        *(make_capture("http://a.example/", TEXT, minutes=30 * 24 * 60 + minute) for minute in range(3)),
    )
    with archive.reader() as reader:
        full = [
            record.get("id")
            for batch in reader.batches()
            for record in reader.records(batch.batch)
            if record.version == "1.0"
        ]
    assert len(full) == 3 and full[0] == "202611-0000001" and full[2] == "202612-0000001"
    assert problems(archive, strict=True) == []
    with sqlite3.connect(archive.path / "index.sqlite") as db:
        db.execute("UPDATE captures SET digest = zeroblob(32) WHERE batch = '202612' AND serial = 1")
    db.close()
    assert rules(archive) == [("index-digest-of-the-body", "202612-0000001")]
