"""An import as a whole: files and folders of all formats, progress, Cancel, a killed process, memory, hostile files."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.archive.archive import Archive
from app.interchange import arrivals
from app.interchange.importing import import_files
from app.interchange.sniffing import recognise
from app.tianwang.writer import RecordWriter
from tests.app.archive.increments import filled, new, page, size
from tests.webarchives import arc, http, members, record, wacz

ROOT = Path(__file__).parents[3]
OLD = datetime(2003, 4, 15, 8, 13, 6, tzinfo=UTC)


def tianwang(path: Path, count: int = 3, site: str = "tianwang.test") -> Path:
    with RecordWriter(path) as old:
        for n in range(count):
            old.append(url=f"http://{site}/{n}", date=OLD, data=http(f"<title>{n}</title>"))
    return path


def warc(count: int = 3, site: str = "warc.test") -> bytes:
    return members(record(http(f"<title>{n}</title>"), url=f"http://{site}/{n}") for n in range(count))


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """A folder with everything in it, and some other things."""
    folder = tmp_path / "mixed"
    (folder / "deep/er").mkdir(parents=True)
    tianwang(folder / "b.raw")
    (folder / "a.gz").write_bytes(warc())
    (folder / "deep/c").write_bytes(arc(("http://arc.test/", http("<title>arc</title>"))))
    (folder / "deep/er/d.wacz").write_bytes(wacz({"archive/x.warc": warc(2, "wacz.test")}))
    (folder / "deep/e.txt").write_text("only a text about version: 1.0")
    (folder / "deep/empty").write_bytes(b"")
    return folder


def test_a_folder_stands_for_all_files_in_it_by_name(archive: Archive, mixed: Path) -> None:
    (mixed / "deep/loop").symlink_to(mixed)
    (mixed / "deep/nowhere").symlink_to(mixed / "none")
    os.mkfifo(mixed / "deep/pipe")
    with archive.writer() as writer:
        done = import_files(writer, [mixed])
    assert [(file.path.name, file.format, file.stored) for file in done.files] == [
        ("a.gz", "warc", 3),
        ("b.raw", "tianwang", 3),
        ("c", "arc", 1),
        ("e.txt", "", 0),
        ("empty", "", 0),
        ("d.wacz", "wacz", 2),
    ]
    assert not any(file.error for file in done.files)
    assert [sentence for _, sentence in done.files[3].skipped] == ["This is no file with archived pages."]


def test_what_is_none_of_the_formats_is_one_sentence_when_it_is_named(archive: Archive, mixed: Path) -> None:
    with archive.writer() as writer:
        done = import_files(
            writer, [mixed / "deep/e.txt", mixed / "deep/empty", mixed / "none", mixed / "a.gz"]
        )
    assert [bool(file.error) for file in done.files] == [True, True, True, False]
    assert done.files[0].error == f"{mixed / 'deep/e.txt'} is no Tianwang, WARC, ARC or WACZ file."
    assert "cannot be read: No such file" in done.files[2].error
    assert done.stored == 3


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="nothing is unreadable for this user")
def test_folders_and_files_that_cannot_be_read_are_told(archive: Archive, mixed: Path) -> None:
    (mixed / "deep").chmod(0)
    (mixed / "a.gz").chmod(0)
    try:
        with archive.writer() as writer:
            done = import_files(writer, [mixed])
    finally:
        (mixed / "deep").chmod(0o700)
    assert [bool(file.error) for file in done.files] == [True, False, True]


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="no pipes by name here")
def test_a_pipe_is_one_sentence(archive: Archive) -> None:
    into, out = os.pipe()
    os.close(out)
    try:
        with archive.writer() as writer:
            [report] = import_files(writer, [Path(f"/dev/fd/{into}")]).files
    finally:
        os.close(into)
    assert "cannot be read: " in report.error
    assert report.error.endswith(".") and not report.error.endswith("..")


def test_importing_everything_again_changes_nothing(archive: Archive, mixed: Path) -> None:
    with archive.writer() as writer:
        first = import_files(writer, [mixed])
    with archive.reader() as reader:
        before = reader.last_seq()
    with archive.writer() as writer:
        again = import_files(writer, [mixed])
    assert (again.stored, again.visits) == (0, 0)
    assert sum(file.known for file in again.files) == first.stored + 1  # the “filedesc” of the ARC file
    with archive.reader() as reader:
        assert reader.last_seq() == before
        assert list(reader.verify()) == []


def test_progress_counts_the_bytes_of_all_files(archive: Archive, mixed: Path) -> None:
    told: list[tuple[str, int, int, int]] = []
    with archive.writer() as writer:
        import_files(writer, [mixed], progress=lambda path, *figures: told.append((path.name, *figures)))
    whole = sum(path.stat().st_size for path in mixed.rglob("*") if path.is_file())
    done = [entry[1] for entry in told]
    assert done == sorted(done)
    assert done[0] == 0
    assert {entry[2] for entry in told} == {whole}
    assert done[-1] > whole / 2
    assert told[-1][3] == 9  # with the “filedesc” of the ARC file


def test_cancel_keeps_what_was_reported(archive: Archive, mixed: Path) -> None:
    calls: list[int] = []
    with archive.writer() as writer:
        done = import_files(writer, [mixed], cancelled=lambda: len(calls) == 5 or bool(calls.append(1)))
    assert done.cancelled
    assert [file.stored for file in done.files] == [3, 2]
    with archive.reader() as reader:
        assert reader.statistics().versions == 5


def test_what_is_reported_is_committed_and_the_rest_is_not(archive: Archive, mixed: Path) -> None:
    class Defect(Exception):
        pass

    def fail(*told: Any) -> None:
        if told[0].name == "b.raw":
            raise Defect

    with pytest.raises(Defect), archive.writer() as writer:
        import_files(writer, [mixed], progress=fail)
    with archive.reader() as reader:
        assert reader.statistics().versions == 3


DIE = """
import os, signal, sys
from pathlib import Path
from app.archive.archive import Archive
from app.interchange import importing
importing.COMMIT_EVERY = 7
left = [int(sys.argv[3])]
def progress(*told):
    left[0] -= 1
    if not left[0]:
        os.kill(os.getpid(), signal.SIGKILL)
with Archive.open(sys.argv[1]).writer() as writer:
    importing.import_files(writer, [Path(sys.argv[2])], progress)
"""


@pytest.mark.skipif(os.name == "nt", reason="processes are not killed so there")
def test_an_import_that_was_killed_is_completed_by_the_same_command(archive: Archive, tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.write_bytes(warc(40))
    for moment in (1, 9, 17, 40):
        killed = subprocess.run(
            [sys.executable, "-c", DIE, archive.path, source, str(moment)], cwd=ROOT, check=False
        )
        assert killed.returncode == -9
    with archive.writer() as writer:
        [done] = import_files(writer, [source]).files
    assert (done.stored + done.known, done.skipped) == (40, [])
    assert done.known > 30
    with archive.reader() as reader:
        assert reader.statistics().versions == 40
        assert list(reader.verify()) == []


def test_memory_is_flat_in_the_size_of_the_file(archive: Archive, tmp_path: Path) -> None:
    def peak(count: int) -> int:
        path = tmp_path / f"{count}.warc"
        with path.open("wb") as file:
            for n in range(count):
                file.write(
                    record(http(f"<title>{n}</title>" + "word " * 4000), url=f"http://{count}.test/{n}")
                )
        tracemalloc.start()
        with archive.writer() as writer:
            import_files(writer, [path])
        try:
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak(10)  # what is loaded once
    assert peak(900) < peak(300) + 4_000_000


def test_findings_beyond_all_measure_are_only_counted(
    archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arrivals, "MAX_FINDINGS", 100)
    (tmp_path / "x").write_bytes(record(b"") * 1000)
    with archive.writer() as writer:
        [done] = import_files(writer, [tmp_path / "x"]).files
    assert (len(done.skipped), done.unlisted) == (100, 900)


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"version: 1.0\nurl: http://a.test/\nlength: 0\n\n\n", "tianwang"),
        (b"\0junk\nversion: 1.0\nurl: http://a.test/\nlength: 0\n\n\n", "tianwang"),
        (b"VERSION : 1.0\r\nurl: x\r\nlength:3\r\n\r\n", "tianwang"),
        (b"version: 3\nservices:\n  web: x\n", ""),
        (b"\r\nWARC/1.0\r\nWARC-Type: x\r\n\r\n", "warc"),
        (b"<p>junk" + record(b"x"), "warc"),
        (gzip.compress(record(b"x"))[:40], "warc"),
        (b"\x1f\x8c" + gzip.compress(record(b"x"))[2:] + gzip.compress(record(b"y")), "warc"),
        (arc(), "arc"),
        (gzip.compress(b"<html>"), ""),
        (b"\x1f\x8b", ""),
        (b"\x28\xb5\x2f\xfd", ""),
        (b"\xfd7zXZ\x00", ""),
        (b"PK\x03\x04", "wacz"),
        (b"", ""),
    ],
)
def test_files_are_known_by_their_content(tmp_path: Path, content: bytes, kind: str) -> None:
    (tmp_path / "x.warc.gz").write_bytes(content)
    assert recognise(tmp_path / "x.warc.gz") == kind


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    """One archive for many small imports."""
    made = Archive.create(tmp_path_factory.mktemp("kept") / "kept.archive")
    yield made
    made.close()


SEEDS = [
    b"".join(record(http(str(n)), url=f"http://a.test/{n}", id=str(n)) for n in range(3)),
    warc(),
    arc(("http://arc.test/", http("x")), ("http://arc.test/2", http("y"))),
    wacz({"archive/x.warc.gz": warc(2, "wacz.test")}),
    b"version: 1.0\nurl: http://a.test/\ndate: Tue, 15 Apr 2003 08:13:06 GMT\nip: x\nlength: 3\n\nabc\n" * 3,
    gzip.compress(
        b"version: 1.0\nurl: http://a.test/\ndate: Tue, 15 Apr 2003 08:13:06 GMT\nlength: 3\n\nabc\n" * 3
    ),
]


@given(st.data())
@settings(max_examples=75, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_damaged_file_makes_an_import_fail(kept: Archive, tmp_path: Path, data: st.DataObject) -> None:
    content = bytearray(data.draw(st.sampled_from(SEEDS)))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, max(0, len(content) - 1)))
        content[at : at + data.draw(st.integers(0, 30))] = data.draw(st.binary(max_size=30))
    (tmp_path / "x").write_bytes(bytes(content))
    with kept.writer() as writer:
        [done] = import_files(writer, [tmp_path / "x"]).files
    for offset, sentence in done.skipped + done.damaged:
        assert 0 <= offset <= max(len(content), 100_000)
        assert sentence.endswith(".")


def test_every_record_that_a_damaged_import_took_is_sound(kept: Archive) -> None:
    with kept.reader() as reader:
        assert list(reader.verify()) == []


def test_it_says_where_a_conversion_would_save_room(tmp_path: Path, archive: Archive) -> None:
    """Of versions that resemble each other, in an archive that stores what has changed; and it does."""
    full = Archive.create(tmp_path / "full", policy="full")
    filled(full, 8)
    alone = Archive.create(tmp_path / "alone", policy="full")
    filled(alone, 1, seeds=4)
    packed = Archive.create(tmp_path / "packed", policy="full")
    with packed.writer() as writer:
        for n in range(4):
            body = gzip.compress(page(n), mtime=0)
            writer.store(
                new(
                    n,
                    data=b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n"
                    + body,
                )
            )

    def taken(source: Archive, into: Archive) -> bool:
        with into.writer() as writer:
            report = import_files(writer, [source.path / "batches"])
        assert report.stored
        return report.could_shrink

    assert not taken(alone, archive), "each address once"
    assert taken(full, archive)
    before = size(archive)
    assert Archive.convert(archive.path, "incremental").converted >= 6
    assert size(archive) < 0.7 * before
    assert not taken(packed, Archive.create(tmp_path / "gzip")), "two compressed versions share nothing"
    assert not taken(full, Archive.create(tmp_path / "other", policy="full")), "it is to be in full"
    with archive.writer() as writer:
        assert not import_files(writer, [full.path / "batches"]).could_shrink, "nothing is new"


def test_what_it_takes_to_find_that_out_does_not_grow_with_the_batch(archive: Archive) -> None:
    """Each address once, so nothing is found however much is looked at."""
    with archive.writer() as writer:
        before = writer.commit()
        for n in range(400):
            writer.store(new(0, n, data=b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>%d" % n))
        writer.commit()
        steps: list[None] = []
        writer._db.set_progress_handler(lambda: steps.append(None), 1000)  # instructions of SQLite
        assert not writer.could_shrink(before)
        writer._db.set_progress_handler(None, 0)
    assert len(steps) < 60  # 500 where each is compared with all before it
