"""Archive folders as others hand them on: with links, with files of another archive, with months of 10 TB."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.archive.batches import existing_files
from app.archive.index import schema
from app.archive.index.seen import BitFile
from app.archive.model import NewCapture
from app.errors import IndexDamaged, StorageFailed
from app.tianwang.writer import encode
from tests.archives import everything, in_order

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]
links = pytest.mark.skipif(os.name == "nt", reason="making links needs a privilege there")


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A file that an archive has no business with."""
    path = tmp_path / "precious.txt"
    path.write_bytes(b"precious")
    return path


@links
def test_a_lock_that_is_a_link_is_refused_and_what_it_leads_to_stays(archive: Archive, outside: Path) -> None:
    (archive.path / "writer.lock").symlink_to(outside)
    with pytest.raises(StorageFailed, match=r"writer\.lock"):
        archive.writer()
    assert outside.read_bytes() == b"precious"


@links
def test_nothing_is_cut_off_or_appended_through_a_link(
    archive: Archive, fill: Fill, make_capture: Make, outside: Path
) -> None:
    fill(make_capture("http://a.example/1", "1"))
    (archive.path / "batches/202611/0001.tw").symlink_to(outside)
    with pytest.raises(StorageFailed, match="link"):
        archive.writer()
    with pytest.raises(StorageFailed, match="link"):
        Archive.reindex(archive.path)
    with Archive.open(archive.path).reader() as reader:  # it can still be read
        assert reader.last_seq() == 1
    assert outside.read_bytes() == b"precious"
    (archive.path / "batches/202611/0001.tw").unlink()
    moved = outside.with_name("moved.tw")
    (archive.path / "batches/202611/0000.tw").rename(moved)
    (archive.path / "batches/202611/0000.tw").symlink_to(moved)
    before = moved.read_bytes()
    with archive.writer() as writer:
        assert writer.store(make_capture("http://a.example/2", "2")).file == "batches/202611/0001.tw"
    assert moved.read_bytes() == before
    assert len(in_order(archive)) == 2


@links
def test_address_filters_that_are_links_are_not_written_through(archive: Archive, make_capture: Make) -> None:
    bits = archive.path / "visited.bits"
    with archive.writer() as writer:
        writer.store(make_capture("http://a.example/1", "1"))
    victim = archive.path.parent / "victim"
    bits.rename(victim)
    bits.symlink_to(victim)
    before = victim.read_bytes()
    with archive.writer() as writer:
        writer.store(make_capture("http://a.example/2", "2"))
    assert victim.read_bytes() == before
    new = archive.path / "other.bits.new"
    new.symlink_to(victim)
    with pytest.raises(OSError, match=r"other\.bits\.new"):
        BitFile.create(archive.path / "other.bits", 1 << 15, lambda field: None)
    assert victim.read_bytes() == before


def test_a_month_may_have_more_than_ten_thousand_files(
    archive: Archive, fill: Fill, make_capture: Make
) -> None:
    fill(make_capture("http://a.example/1", "1"))
    folder = archive.path / "batches/202611"
    (folder / "0000.tw").rename(folder / "10000.tw")
    (folder / "9999.tw").write_bytes(b"")
    for name in ("00001.tw", "1.tw", "x.tw"):  # would be mistaken for others
        (folder / name).write_bytes(b"no batch file")
    (folder / "0003.tw").mkdir()
    assert [number for _, number, _ in existing_files(archive.path)] == [9999, 10000]
    Archive.reindex(archive.path)
    with Archive.open(archive.path).writer() as writer:
        assert writer.store(make_capture("http://a.example/2", "2")).file == "batches/202611/10000.tw"
    assert len(everything(archive)) == 2


def test_records_of_another_archive_in_a_batch_keep_meaning_each_other(
    archive: Archive, tmp_path: Path, make_capture: Make
) -> None:
    """Both archives have the same ids and addresses; a visit of the other one must not confirm a page of this one."""
    other = Archive.create(tmp_path / "other.archive")
    for one, word in ((archive, "ours"), (other, "theirs")):
        with one.writer() as writer:
            for minute in range(3):
                writer.store(make_capture("http://a.example/", f"<title>{word}</title>", minutes=minute))
    shutil.copy(other.path / "batches/202611/0000.tw", archive.path / "batches/202611/0001.tw")
    for make in (lambda: Archive.open(archive.path), lambda: Archive.reindex(archive.path)):
        make()
        rows = everything(archive)
        assert [(row[3], row[5]) for row in rows if row[7].endswith("1.tw")] == [
            ("version", "theirs"),
            ("visit", "theirs"),
            ("visit", "theirs"),
        ]
        assert len(rows) == 6
    with archive.reader() as reader:
        assert [problem.rule for problem in reader.verify()] == ["id-taken"] * 3


def test_a_database_with_other_tables_is_no_index(archive: Archive) -> None:
    index = archive.path / "index.sqlite"
    index.unlink()
    with sqlite3.connect(index) as db:
        db.execute("CREATE TABLE x (y)")
        db.execute(f"PRAGMA user_version = {schema.VERSION}")
    db.close()
    with pytest.raises(IndexDamaged):
        Archive.open(archive.path)
    assert Archive.reindex(archive.path).records == 0


ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT"


@pytest.mark.parametrize(
    "program",
    [
        f"CREATE TRIGGER t BEFORE INSERT ON captures BEGIN {ENDLESS} max(x) FROM n; END",
        f"ALTER TABLE pages RENAME TO p; CREATE VIEW pages AS {ENDLESS} x AS page_id FROM n",
        "DROP TABLE links; CREATE VIRTUAL TABLE links USING fts5(capture, rows)",
    ],
    ids=["trigger", "view", "virtual table"],
)
def test_an_index_that_holds_programs_is_refused_and_made_anew(
    fill: Fill, make_capture: Make, program: str
) -> None:
    """Whoever reads or writes would run them, without end."""
    archive = fill(make_capture("http://a.example/1", "1"))
    before = everything(archive)
    with sqlite3.connect(archive.path / "index.sqlite") as db:
        db.executescript(program)
    db.close()
    for use in (lambda: Archive.open(archive.path), archive.reader, archive.writer):
        with pytest.raises(IndexDamaged, match=r"triggers or views.+tianwang reindex"):
            use()
    assert Archive.reindex(archive.path).records == 1
    archive = Archive.open(archive.path)
    assert everything(archive) == before
    with archive.writer() as writer:
        writer.store(make_capture("http://a.example/2", "2"))


def test_a_number_no_archive_gives_does_not_spoil_those_to_come(archive: Archive, make_capture: Make) -> None:
    folder = archive.path / "batches/202611"
    folder.mkdir()
    new = make_capture("http://a.example/1", "1")
    record = encode(
        url=new.url, date=new.date, data=new.data, extra=[("id", "202611-9999999999")], digest=True
    )
    (folder / "0000.tw").write_bytes(record)
    with archive.writer() as writer:
        assert writer.store(make_capture("http://a.example/2", "2")).id == "202611-0000002"
    with archive.reader() as reader:
        assert reader.capture("202611-0000001").url == new.url
        assert [problem.rule for problem in reader.verify()] == ["id-taken"]
