"""A new index from the batches: the same in every respect, and the old one is there until it is."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.archive.index import schema
from app.archive.model import NewCapture
from app.errors import ArchiveError, ArchiveLocked, IndexDamaged, StorageFailed
from tests.archives import everything, forget_index, in_order
from tests.processes import started

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]
posix = pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals and open files that can be replaced")


@pytest.fixture
def filled(fill: Fill, make_capture: Make) -> Archive:
    return fill(
        *(
            make_capture(f"http://a.example/{n % 7}", f"<title>T{n // 9}</title>", minutes=n)
            for n in range(60)
        ),
        make_capture("http://a.example/0", "gone", minutes=99, status=404),
        make_capture("http://b.example/", "", minutes=45000, status=302, Location="/x"),
    )


def index_of(archive: Archive) -> Path:
    return archive.path / "index.sqlite"


def leftovers(archive: Archive) -> list[str]:
    return [path.name for path in archive.path.iterdir() if ".new" in path.name]


def test_a_rebuild_gives_the_same_and_tells_what_it_did(filled: Archive) -> None:
    before, told = everything(filled), []
    with filled.reader() as reader:
        links = {row[0]: reader.links(row[0]) for row in before}
        tree = [
            (s.name, s.pages, s.documents, [p.title for p in reader.pages(s.folder_id)])
            for s in reader.sites()
        ]
    report = Archive.reindex(filled.path, lambda done, total: told.append((done, total)))
    assert (report.records, report.damaged, report.trimmed, report.skipped) == (62, [], [], 0)
    assert report.versions + report.visits == 62 and not report.cancelled
    assert (
        told[-1][0] == told[-1][1] == sum(path.stat().st_size for path in filled.path.glob("batches/*/*.tw"))
    )
    assert everything(filled) == before and leftovers(filled) == []
    with filled.reader() as reader:
        assert {row[0]: reader.links(row[0]) for row in before} == links
        again = [
            (s.name, s.pages, s.documents, [p.title for p in reader.pages(s.folder_id)])
            for s in reader.sites()
        ]
        assert again == tree


def test_counts_of_folders_are_those_of_their_pages(filled: Archive) -> None:
    for _ in range(2):
        with filled.reader() as reader:
            for site in reader.sites():
                pages = list(reader.pages_below(site.folder_id))
                documents = sum(page.kind == "document" for page in pages)
                assert (site.pages, site.documents) == (len(pages), documents)
        Archive.reindex(filled.path)


def garbage(index: Path) -> None:
    index.write_bytes(random.Random(1).randbytes(70_000))


def cut(index: Path) -> None:
    index.write_bytes(index.read_bytes()[: index.stat().st_size * 2 // 3])


def overwritten(index: Path) -> None:
    whole = bytearray(index.read_bytes())
    whole[4096:] = random.Random(2).randbytes(len(whole) - 4096)
    index.write_bytes(whole)


def text(index: Path) -> None:
    index.write_text("This is not a database. " * 500)


DAMAGES = [garbage, cut, overwritten, text]


def whole_index(archive: Archive) -> Path:
    """The index without a journal beside it."""
    with sqlite3.connect(index_of(archive)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    return index_of(archive)


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_index_says_what_to_do_and_can_be_made_anew(
    filled: Archive, damage: Callable[[Path], None]
) -> None:
    before = everything(filled)
    damage(whole_index(filled))
    with pytest.raises(IndexDamaged, match=f"tianwang reindex {filled.path}”"):
        Archive.open(filled.path)
    with pytest.raises(IndexDamaged, match="“Rebuild the index” on the page Integrity"):
        filled.writer().close()
    Archive.reindex(filled.path)
    assert everything(Archive.open(filled.path)) == before
    in_order(filled)


def test_an_index_without_a_byte_is_made_anew_like_a_missing_one(filled: Archive) -> None:
    before = everything(filled)
    whole_index(filled).write_bytes(b"")
    assert everything(Archive.open(filled.path)) == before


@pytest.mark.parametrize("seed", range(4))
def test_garbage_in_the_journal_is_not_taken_for_the_index(filled: Archive, seed: int) -> None:
    before = everything(filled)
    whole_index(filled)
    journal = index_of(filled).with_name("index.sqlite-wal")
    journal.write_bytes(random.Random(seed).randbytes(40_000))
    assert everything(Archive.open(filled.path)) == before
    journal.write_bytes(random.Random(seed).randbytes(40_000))
    Archive.reindex(filled.path)
    assert everything(Archive.open(filled.path)) == before


def test_a_missing_index_is_a_sentence_for_who_has_the_archive_open(filled: Archive) -> None:
    forget_index(filled)
    with pytest.raises(IndexDamaged, match=r"index\.sqlite is missing"):
        filled.reader()
    with filled.writer() as writer:  # the one who writes makes it again
        assert writer.reader.last_seq() == 62


def test_an_index_of_an_older_version_is_made_anew_and_a_newer_one_refused(filled: Archive) -> None:
    before = everything(filled)
    for version in (1, schema.VERSION + 1):
        db = sqlite3.connect(index_of(filled))
        db.executescript(f"DROP TABLE links; PRAGMA user_version = {version}")
        db.close()
        with pytest.raises(IndexDamaged, match="another version"):
            filled.writer()
        if version == 1:
            assert everything(Archive.open(filled.path)) == before
    with pytest.raises(ArchiveError, match="newer version"):
        Archive.open(filled.path)


def test_what_was_cancelled_leaves_the_old_index(filled: Archive) -> None:
    with filled.reader() as reader:
        seqs = [c.seq for p in reader.all_pages() for c in reader.versions(p.url)]
    asked = iter([False] * 30 + [True] * 99)
    assert Archive.reindex(filled.path, cancelled=lambda: next(asked)).cancelled
    with filled.reader() as reader:
        assert [c.seq for p in reader.all_pages() for c in reader.versions(p.url)] == seqs
    assert leftovers(filled) == []


def test_one_that_is_written_to_is_refused_and_a_refusing_disk_leaves_the_old_index(
    filled: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = everything(filled)
    with filled.writer(), pytest.raises(ArchiveLocked):
        Archive.reindex(filled.path)

    def full(*values: object) -> object:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageFailed, match="No space left"):
        Archive.reindex(filled.path)
    monkeypatch.undo()
    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(StorageFailed, match="No space left"):
        Archive.reindex(filled.path)
    monkeypatch.undo()
    assert everything(Archive.open(filled.path)) == before and leftovers(filled) == []


@posix
def test_who_reads_the_old_index_goes_on_reading_it(filled: Archive, make_capture: Make) -> None:
    before = everything(filled)
    with filled.reader() as old:
        rows = old._db.execute("SELECT seq FROM captures")  # a statement that is under way
        rows.fetchone()
        Archive.reindex(filled.path)
        assert len(rows.fetchall()) == len(before) - 1
        with filled.writer() as writer:
            writer.store(make_capture("http://a.example/new", "<title>New</title>", minutes=50000))
        assert len(list(old.all_pages())) == len({row[1] for row in before})
        with Archive.open(filled.path).reader() as fresh:
            assert fresh.page("http://a.example/new") and old.page("http://a.example/new") is None
    assert len(in_order(filled)) == len(before) + 1


def test_altered_headers_are_named_and_take_nobodys_number(filled: Archive) -> None:
    """One byte of an id changed: the record would claim the number of one that comes later."""
    path = min(filled.path.glob("batches/*/0000.tw"))
    before = everything(filled)
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"\nid: 202611-0000005\n", b"\nid: 202611-0000009\n"))
    report = Archive.reindex(filled.path)
    (problem,) = report.damaged
    assert problem.sentence == "The record is damaged: the header does not have the check stored with it."
    assert (problem.rule, problem.id) == ("header-check-mismatch", "202611-0000009")
    assert {row[0] for row in everything(filled)} == {row[0] for row in before}
    path.write_bytes(whole)
    Archive.reindex(filled.path)
    assert everything(filled) == before


@pytest.mark.parametrize("what", ["file", "folder"])
def test_without_a_batch_file_or_a_whole_batch_the_rest_is_there(filled: Archive, what: str) -> None:
    before = everything(filled)
    folder = filled.path / "batches/202611"
    if what == "file":
        (folder / "0000.tw").unlink()
    else:
        shutil.rmtree(folder)
    with Archive.open(filled.path).reader() as reader:
        assert any("missing" in problem.sentence for problem in reader.verify())
        assert reader.body(next(row[0] for row in before if row[0].startswith("202612"))) == b""
    Archive.reindex(filled.path)
    assert everything(filled) == [row for row in before if row[0].startswith("202612")]
    in_order(filled)


REBUILD = """
import os, signal, sys, threading
from app.archive.archive import Archive; from app.archive import settling
from app.archive.upkeep import reindexing
at = float(sys.argv[2])
reindexing._REPORT = 1
def die(done, total):
    if done >= total * at:
        os.kill(os.getpid(), signal.SIGKILL)
if at == 2:
    settling._let_go = lambda index: os.kill(os.getpid(), signal.SIGKILL)
if at == 3:
    real = settling._let_go
    def dying(index):
        real(index)
        os.kill(os.getpid(), signal.SIGKILL)
    settling._let_go = dying
Archive.reindex(sys.argv[1], die)
"""


@posix
@pytest.mark.parametrize("moment", [0.1, 0.9, 2, 3])
def test_a_rebuild_that_is_killed_leaves_the_old_index(filled: Archive, moment: float) -> None:
    """Early, late, before the old one's journal goes, and just before the new one takes its place."""
    before = everything(filled)
    done = subprocess.run([sys.executable, "-c", REBUILD, filled.path, str(moment)], check=False, timeout=60)
    assert done.returncode == -signal.SIGKILL
    assert everything(Archive.open(filled.path)) == before
    assert Archive.reindex(filled.path).records == len(before)
    assert everything(filled) == before and leftovers(filled) == []


READ_FOR_EVER = """
import sys
from app.archive.archive import Archive
with Archive.open(sys.argv[1]).reader() as old:
    print("reading", flush=True)
    while True:
        with Archive.open(sys.argv[1]).reader() as fresh:
            found = [len(list(reader.all_pages())) for reader in (old, fresh)]
            versions = len(fresh.versions("http://a.example/0", visits=True))
        assert found[0] == 8 and found[1] >= 8 and versions > 5, (found, versions)
        print("read", flush=True)
"""


@posix
def test_another_process_reads_while_the_index_is_replaced_again_and_again(
    filled: Archive, make_capture: Make
) -> None:
    with started(
        [sys.executable, "-c", READ_FOR_EVER, filled.path],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout and other.stdout.readline() == "reading\n"
        for number in range(6):
            Archive.reindex(filled.path)
            with filled.writer() as writer:
                writer.store(
                    make_capture(f"http://a.example/new{number}", "<title>New</title>", minutes=50000)
                )
            assert other.stdout.readline() == "read\n", other.communicate()
        assert other.poll() is None
        other.kill()
    in_order(filled)


def test_what_is_imported_of_old_in_any_order_gives_the_same_titles(
    archive: Archive, make_capture: Make
) -> None:
    """A page shows its newest version with content, also when that came in before an older or a gone one."""
    day = 24 * 60
    for minutes, title, status in (
        (0, "a", 200),
        (40 * day, "gone", 404),
        (20 * day, "b", 200),
        (10 * day, "c", 200),
    ):
        with archive.writer() as writer:
            page = make_capture(
                "http://a.example/", f"<title>{title}</title>", minutes=minutes, status=status
            )
            writer.store(page)
    for _ in range(2):
        with archive.reader() as reader:
            shown = reader.page("http://a.example/")
        assert shown is not None and (shown.title, shown.status, shown.versions) == ("b", 404, 4)
        Archive.reindex(archive.path)


def test_addresses_with_odd_white_space_stay_what_they_are(archive: Archive, make_capture: Make) -> None:
    odd = [
        "http://a.example/x\u3000",
        "http://a.example/x\xa0",
        "http://a.example/x\x85",
        "http://a.example/x",
    ]
    with archive.writer() as writer:
        for url in odd:
            writer.store(make_capture(url, url))
    assert [row[1] for row in in_order(archive)] == sorted(odd)
