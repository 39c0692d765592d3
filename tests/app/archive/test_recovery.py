"""After any interruption the archive opens, tells the truth, and the index can be made again from the batches."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.archive.upkeep import recovering
from app.errors import StorageFailed, StorageUnreadable
from app.tianwang.record import Record
from app.tianwang.sealing import sealed
from tests.archives import everything

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]


def batch(archive: Archive) -> Path:
    return min(archive.path.glob("batches/*/0000.tw"))


@pytest.fixture
def filled(fill: Fill, make_capture: Make) -> Archive:
    return fill(
        *(
            make_capture(f"http://a.example/{n % 7}", f"<title>T{n // 9}</title>", minutes=n)
            for n in range(40)
        ),
        make_capture("http://a.example/0", "gone", minutes=99, status=404),
        make_capture("http://b.example/", "", minutes=45000, status=302, Location="/x"),
    )


def test_a_lost_index_is_rebuilt_with_the_same_ids_versions_and_titles(filled: Archive) -> None:
    before = everything(filled)
    for file in filled.path.glob("index.sqlite*"):
        file.unlink()
    counts: list[int] = []
    again = Archive.open(filled.path, progress=counts.append)
    assert everything(again) == before
    with again.reader() as reader:
        assert list(reader.verify()) == []


def test_a_cut_last_record_is_moved_to_a_side_file_and_the_rest_kept(
    filled: Archive, make_capture: Make
) -> None:
    before, path = everything(filled), batch(filled)
    whole = path.read_bytes()
    path.write_bytes(whole + b"version: 1.0\nurl: http://half/\nlength: 900\n\nabc")
    with filled.writer() as writer:
        (side,) = writer.trimmed
        writer.store(make_capture("http://a.example/new", "x", minutes=200))
    assert side.read_bytes().startswith(b"version: 1.0\nurl: http://half/") and path.read_bytes().startswith(
        whole
    )
    assert [row for row in everything(filled) if row in before] == before and len(everything(filled)) == len(
        before
    ) + 1
    with filled.reader() as reader:
        assert list(reader.verify()) == []


def test_records_that_reached_the_batch_but_not_the_index_are_found(
    filled: Archive, make_capture: Make
) -> None:
    writer = filled.writer()
    stored = writer.store(make_capture("http://a.example/late", "<title>Late</title>", minutes=300))
    writer.close()  # without commit: the index forgets, the batch does not
    with filled.reader() as reader:
        assert reader.page("http://a.example/late") is None
    filled.writer().close()
    with filled.reader() as reader:
        assert reader.capture(stored.id).title == "Late" and list(reader.verify()) == []


def test_a_batch_file_that_lost_bytes_is_named_and_not_appended_to(
    filled: Archive, make_capture: Make
) -> None:
    path = batch(filled)
    short = path.read_bytes()[:-50]
    path.write_bytes(short)
    with filled.writer() as writer:
        new = writer.store(make_capture("http://a.example/new", "x", minutes=200))
    assert new.file == "batches/202611/0001.tw" and path.read_bytes() == short
    with filled.reader() as reader:
        assert [p.file for p in reader.verify()] == ["batches/202611/0000.tw"] * 2


def test_every_flipped_byte_of_the_data_is_found(fill: Fill, make_capture: Make) -> None:
    archive = fill(make_capture("http://a.example/", "<title>x</title>" + "text " * 40))
    path, whole = batch(archive), batch(archive).read_bytes()
    with archive.reader() as reader:
        start = whole.index(b"\n\n") + 2
        for at in range(start, len(whole) - 1):
            path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :])
            assert list(reader.verify()), at


def test_a_missing_batch_file_is_named_and_its_pages_fail_with_a_sentence(filled: Archive) -> None:
    batch(filled).unlink()
    with filled.reader() as reader:
        assert "missing" in next(iter(reader.verify())).sentence
        with pytest.raises(StorageUnreadable, match="could not be read: No such file"):
            reader.body("202611-0000001")


def test_a_full_disk_is_a_sentence_and_loses_nothing(
    filled: Archive, make_capture: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = everything(filled)

    def full(handle: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with filled.writer() as writer:
        monkeypatch.setattr(os, "write", full)
        with pytest.raises(StorageFailed, match="No space left"):
            writer.store(make_capture("http://a.example/big", "x", minutes=500))
        monkeypatch.undo()
        writer.store(make_capture("http://a.example/small", "x", minutes=501))
    assert len(everything(filled)) == len(before) + 1
    with filled.reader() as reader:
        assert list(reader.verify()) == []


def test_headers_made_up_by_the_hundred_do_not_make_opening_endless(
    filled: Archive, make_capture: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each has a right check and an id of the batch, and claims all the rest of the file as its DATA."""
    writer = filled.writer()
    writer.store(make_capture("http://a.example/late", "<title>Late</title>", minutes=300))
    writer.close()  # without commit: what stands behind the last commit is read anew
    path = batch(filled)
    late = path.read_bytes()[-2000:]
    late = late[late.rindex(b"version: 1.0\n") :]
    form = b"version: 1.0\nurl: http://a/\ndate: Sat, 21 Nov 2026 08:13:06 GMT\nid: 202611-%07d\ndigest: sha256:%064x\n"
    size = len(sealed(form % (0, 0) + b"header-check: \nlength: 0123456789\n\n"))
    rest = bytes(1 << 20) + b"\n" + late
    made = b"".join(
        sealed(
            form % (900 + k, k) + b"header-check: \nlength: %010d\n\n" % ((299 - k) * size + len(rest) - 1)
        )
        for k in range(300)
    )
    whole = path.read_bytes()
    path.write_bytes(whole[: -len(late)] + b"no record\n" + made + rest)
    read: list[int] = []
    has_its_data = recovering._has_its_data

    def counted(record: Record) -> bool:
        read.append(record.length)
        return has_its_data(record)

    monkeypatch.setattr(recovering, "_has_its_data", counted)
    with filled.writer():
        pass
    assert len(read) > 1 and sum(read) < 40 * path.stat().st_size
    with filled.reader() as reader:
        assert [capture.title for capture in reader.versions("http://a.example/late")] == ["Late"]
