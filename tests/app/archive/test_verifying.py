"""`verify` finds every damage and every difference between index and batches, and nothing in an archive in order."""

from __future__ import annotations

import gzip
import random
import sqlite3
import tracemalloc
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from app.archive import Archive, NewCapture, NewVisit, checking
from app.archive.lock import WriteLock
from app.archive.verifying import Checked, Problem, verify_file
from app.errors import IndexDamaged
from app.tianwang import Record, encode
from app.tianwang.sealing import sealed

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]
TEXT = "<title>荷塘月色</title>" + "这几天心里颇不宁静。" * 40


def batch(archive: Archive, number: int = 0) -> Path:
    return archive.path / f"batches/202611/{number:04d}.tw"


def problems(archive: Archive, **options: object) -> list[Problem]:
    with archive.reader() as reader:
        return list(reader.verify(**options))  # type: ignore[arg-type]


def rules(archive: Archive) -> list[tuple[str, str]]:
    return [(problem.rule, problem.id) for problem in problems(archive)]


@pytest.fixture
def filled(fill: Fill, make_capture: Make) -> Archive:
    """Two compressed versions with a visit between them, a redirect, and a picture that does not compress."""
    return fill(
        make_capture("http://a.example/", TEXT),
        make_capture("http://a.example/", TEXT, minutes=1),
        make_capture("http://a.example/", TEXT * 2, minutes=2),
        make_capture("http://a.example/old", "", minutes=3, status=301, Location="/"),
        make_capture("http://a.example/i.png", b"\x89PNG\r\n", minutes=4, media_type="image/png"),
    )


def test_an_archive_in_order_has_no_problems_also_strictly(filled: Archive) -> None:
    checked, seen = Checked(), list[tuple[int, int]]()
    assert problems(filled, strict=True, checked=checked, progress=lambda *at: seen.append(at)) == []
    size = batch(filled).stat().st_size
    assert (checked.records, checked.bytes, dict(checked.dialects)) == (5, size, {"explorer": 4, "incremental": 1})
    assert seen == sorted(seen) and seen[-1] == (size, size)


def test_a_file_in_order_has_no_problems_also_strictly_and_compressed(filled: Archive, tmp_path: Path) -> None:
    checked, seen = Checked(), list[tuple[int, int]]()
    path = batch(filled)
    assert list(verify_file(path, lambda *at: seen.append(at), strict=True, checked=checked)) == []
    assert (checked.records, checked.bytes) == (5, path.stat().st_size) and seen[-1][1] == path.stat().st_size
    packed = tmp_path / "copy.bin"
    packed.write_bytes(gzip.compress(path.read_bytes()[:700]) + gzip.compress(path.read_bytes()[700:]))
    assert list(verify_file(packed, checked=checked, strict=True)) == [] and checked.records == 10


FLIPS = (0x01, 0x20, 0x80)
BYTES = b"\n\r :0a"


def changes(whole: bytes) -> list[tuple[int, int]]:
    """Every byte, changed in several ways: single bits, and what means something in a header."""
    return [
        (at, value)
        for at, old in enumerate(whole)
        for value in sorted({*(old ^ flip for flip in FLIPS), *BYTES} - {old})
    ]


@pytest.fixture
def small(fill: Fill, make_capture: Make) -> Archive:
    """A short compressed version with all attributes, a visit of it, and a version that is stored as it is."""
    page = "<title>x</title>" + "text " * 30
    first = make_capture("http://a.example/", page)
    return fill(
        replace(first, origin="http://o.example/北?crc32:00000000", crawl="daily"),
        make_capture("http://a.example/", page, minutes=1),
        make_capture("http://b.example/", "b", minutes=2),
    )


def unnoticed(path: Path, check: Callable[[], Iterable[Problem]]) -> list[tuple[int, int, bytes]]:
    """Changes of single bytes of a file that a check does not find."""
    whole, missed = path.read_bytes(), []
    with path.open("r+b", buffering=0) as file:
        for at, value in changes(whole):
            file.seek(at)
            file.write(bytes([value]))
            if not any(check()):
                missed.append((at, value, whole[max(at - 20, 0) : at + 20]))
            file.seek(at)
            file.write(whole[at : at + 1])
    assert path.read_bytes() == whole and not any(check())
    return missed


@pytest.mark.slow
def test_every_single_byte_damage_of_a_file_is_found(small: Archive, tmp_path: Path) -> None:
    copy = tmp_path / "copy.tw"
    copy.write_bytes(batch(small).read_bytes())
    assert b"unzip-length" in copy.read_bytes()
    assert unnoticed(copy, lambda: verify_file(copy)) == []


@pytest.mark.slow
def test_every_single_byte_damage_of_a_batch_is_found(small: Archive) -> None:
    with small.reader() as reader:
        assert unnoticed(batch(small), reader.verify) == []


def test_damage_in_a_file_costs_what_it_hit_and_the_rest_is_checked(filled: Archive, tmp_path: Path) -> None:
    whole, copy = batch(filled).read_bytes(), tmp_path / "copy.tw"
    second = whole.index(b"version: 2.0")
    third = whole.index(b"version: 1.0", second)
    copy.write_bytes(whole[:second] + b"?" + whole[second + 1 : -30] + b"?" + whole[-29:])
    gap, damaged = verify_file(copy)
    assert (gap.rule, gap.offset, gap.id) == ("no-record", second, "")
    assert f"{third - second} bytes are no record" in gap.sentence
    assert (damaged.id, damaged.rule) in {
        ("202611-0000005", "digest-mismatch"), ("202611-0000005", "header-check-mismatch")
    }  # fmt: skip


def test_records_in_the_text_of_a_broken_record_are_not_checked_as_records(tmp_path: Path) -> None:
    one = b"version: 1.0\nurl: http://a.example/%d\ndate: Tue, 15 Apr 2003 08:13:06 GMT\nip: 1.2.3.4\nlength: 1\n\nx\n"
    embedded = one % 7 + one % 8
    path = tmp_path / "old.raw"
    path.write_bytes(
        one % 1 + b"version: 1.0\nurl: http://b/\nlength: 9999\n\n" + embedded + b"\0\n" + one % 2 + one % 3
    )
    (gap,) = verify_file(path)
    assert gap.sentence.startswith(f"{42 + len(embedded) + 2} bytes are no record")
    path.write_bytes(one % 1 + b"version: 1.0\nurl: http://b/\nlength: 9999\n\n" + embedded + b"\0\n")
    (gap,) = verify_file(path)
    assert gap.offset == len(one % 1) and gap.sentence.startswith(f"{42 + len(embedded) + 2} bytes")


def test_headers_made_up_by_the_hundred_do_not_make_the_search_endless(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each has a right check, and claims all the rest of the file as its DATA."""
    form = b"version: 1.0\nurl: http://a/\ndate: Tue, 15 Apr 2003 08:13:06 GMT\ndigest: sha256:%b\nheader-check: \n"
    size = len(sealed(form % (b"0" * 64) + b"length: 0123456789\n\n"))
    made, rest = b"", bytes(1 << 20) + b"\n"
    for number in range(400):
        length = (399 - number) * size + len(rest) - 1
        made += sealed(form % (b"%064x" % number) + b"length: %010d\n\n" % length)
    path = tmp_path / "many.raw"
    path.write_bytes(b"no record\n" + made + rest)
    read: list[int] = []

    class Counted(checking.Held):
        def __init__(self, record: Record) -> None:
            super().__init__(record)
            read.append(record.length)

    monkeypatch.setattr(checking, "Held", Counted)
    assert [problem.rule for problem in verify_file(path)] == ["no-record", "digest-mismatch"]
    assert len(read) > 1 and sum(read) < 40 * path.stat().st_size
    asked: list[int] = []
    assert list(verify_file(path, cancelled=lambda: len(asked) > 3 or asked.append(1) is not None)) == []
    assert len(asked) > 3


def test_an_id_that_occurs_twice_is_named(filled: Archive, tmp_path: Path) -> None:
    copy = tmp_path / "twice.tw"
    copy.write_bytes(batch(filled).read_bytes() * 2)
    assert [(problem.rule, problem.id) for problem in verify_file(copy)] == [
        ("id-twice", f"202611-000000{n}") for n in range(1, 6)
    ]


def test_a_file_that_is_not_there_is_a_problem_and_no_exception(tmp_path: Path) -> None:
    (problem,) = verify_file(tmp_path / "none.tw")
    assert problem.rule == "unreadable" and "No such file" in problem.sentence


def test_a_huge_record_is_held_in_memory_once(tmp_path: Path, make_capture: Make) -> None:
    size, new = 24 << 20, make_capture("http://a.example/film", b"")
    path = tmp_path / "film.tw"
    path.write_bytes(encode(url=new.url, date=new.date, data=bytes(size), digest=True, level=0))
    tracemalloc.start()
    try:
        assert list(verify_file(path, strict=True)) == []
        assert tracemalloc.get_traced_memory()[1] < 1.2 * size
    finally:
        tracemalloc.stop()


def test_the_check_can_be_stopped(filled: Archive) -> None:
    assert problems(filled, cancelled=lambda: True) == []
    batch(filled).write_bytes(b"nonsense")
    assert list(verify_file(batch(filled), cancelled=lambda: False))


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
    found = [("record-without-index", "202611-0000001"), ("base-missing", "202611-0000002"), ("index-page", "")]
    assert rules(filled) == found


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ("INSERT INTO captures (seq, batch, serial, page_id, date, status, type, length, digest, location, full, "
         "title, title_source, file, offset, end) SELECT 99, '203001', 1, page_id, date, status, type, length, "
         "digest, location, full, title, title_source, 0, 0, 9 FROM captures WHERE seq = 1", "index-without-record"),
        ("UPDATE files SET end = 0", "index-without-record"),
        ("UPDATE pages SET versions = 7 WHERE page_id = 1", "index-page"),
    ],
)  # fmt: skip
def test_rows_that_stand_for_no_record_and_wrong_counts_are_named(filled: Archive, change: str, rule: str) -> None:
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


def test_pages_that_came_gone_back_and_in_any_order_are_in_order(archive: Archive, make_capture: Make) -> None:
    """What a page shows is compared with its captures by another way than it was made: both give the same."""
    chance = random.Random(7)
    with archive.writer() as writer:
        for _ in range(120):
            status = chance.choice([200, 200, 404, 301, 500])
            url, text = f"http://a.example/{chance.randrange(4)}/{chance.randrange(3)}", f"<title>{chance.randrange(3)}"
            writer.store(make_capture(url, text, minutes=chance.randrange(30), status=status))
    assert problems(archive) == []


def test_any_visible_damage_of_the_index_is_found_and_the_records_are_checked_all_the_same(filled: Archive) -> None:
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


def test_a_record_whose_check_was_destroyed_beyond_recognition_is_named(filled: Archive) -> None:
    data = batch(filled).read_bytes()
    at = data.rindex(b"header-check: crc32:")
    batch(filled).write_bytes(data[:at] + b"headyr-check: crc\x9b2\x0c" + data[at + 20 :])
    assert rules(filled) == [("header-check-missing", "202611-0000005")]


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
        ("file-missing", "batches/202611/0000.tw"), ("file-misplaced", "batches/202611/copy of 0000.tw")
    ]  # fmt: skip


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


def test_strict_names_what_other_programs_did_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "old.raw"
    path.write_bytes(
        b"version: 1.0\r\nurl: http://a.example/\r\ntime: Tue, 15 Apr 2003 08:13:06 GMT\r\nlength: 1\r\n\r\nx\n"
    )
    checked = Checked()
    assert list(verify_file(path, checked=checked)) == [] and dict(checked.dialects) == {"early": 1}
    found = list(verify_file(path, strict=True))
    assert found and all(problem.rule and problem.offset < path.stat().st_size for problem in found)


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
        full = [record.get("id") for batch in reader.batches() for record in reader.records(batch.batch)
                if record.version == "1.0"]  # fmt: skip
    assert len(full) == 3 and full[0] == "202611-0000001" and full[2] == "202612-0000001"
    assert problems(archive, strict=True) == []
    with sqlite3.connect(archive.path / "index.sqlite") as db:
        db.execute("UPDATE captures SET digest = zeroblob(32) WHERE batch = '202612' AND serial = 1")
    db.close()
    assert rules(archive) == [("index-digest-of-the-body", "202612-0000001")]
