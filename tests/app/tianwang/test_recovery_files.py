"""Recovery of damaged compressed files, and what it leaves on the disk when it does not come to its end."""

from __future__ import annotations

import gzip
import lzma
import random
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from app.errors import StorageFailed
from app.tianwang.recovery import recovery
from app.tianwang.recovery import scan as recovery_scan
from app.tianwang.recovery.recovery import Finding, recover
from tests import damage

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd


def _zstd(data: bytes) -> bytes:
    return zstd.compress(data, options={zstd.CompressionParameter.checksum_flag: 1})


PACKERS: dict[str, Callable[[bytes], bytes]] = {"gzip": gzip.compress, "xz": lzma.compress, "zstd": _zstd}


@pytest.fixture
def parts() -> list[bytes]:
    """A file of 24 records in three stretches."""
    file = damage.make(random.Random(31), "own", 24, embedded=0)
    cuts = [0, file.records[8].start, file.records[16].start, len(file.data)]
    return [file.data[a:b] for a, b in pairwise(cuts)]


@pytest.mark.parametrize("kind", PACKERS)
def test_a_whole_compressed_file_of_several_streams_is_recovered_whole(
    kind: str, parts: list[bytes], tmp_path: Path
) -> None:
    (tmp_path / "file").write_bytes(b"".join(map(PACKERS[kind], parts)))
    report = recover(tmp_path / "file", tmp_path / "out")
    assert (report.recovered, report.lost, report.compression) == (24, 0, "")
    assert (tmp_path / "out").read_bytes() == b"".join(parts)


@pytest.mark.parametrize("kind", PACKERS)
def test_a_cut_compressed_file_gives_what_comes_before_the_cut(
    kind: str, parts: list[bytes], tmp_path: Path
) -> None:
    packed = [PACKERS[kind](part) for part in parts]
    data = packed[0] + packed[1] + packed[2][: len(packed[2]) // 2]
    (tmp_path / "file").write_bytes(data)
    report = recover(tmp_path / "file", tmp_path / "out")
    assert report.recovered >= 16 and f"The {kind} compression is damaged" in report.compression
    assert (tmp_path / "out").read_bytes().startswith(parts[0] + parts[1])


@pytest.mark.parametrize("kind", PACKERS)
def test_a_damaged_stream_costs_no_stream_before_it(kind: str, parts: list[bytes], tmp_path: Path) -> None:
    """And, with gzip, none behind it."""
    packed = [PACKERS[kind](part) for part in parts]
    broken = bytearray(packed[1])
    broken[len(broken) // 2 : len(broken) // 2 + 40] = bytes(40)
    (tmp_path / "file").write_bytes(packed[0] + bytes(broken) + packed[2])
    found: list[Finding] = []
    report = recover(tmp_path / "file", tmp_path / "out", tmp_path / "rest", on_finding=found.append)
    assert f"The {kind} compression is damaged at byte" in report.compression
    out = (tmp_path / "out").read_bytes()
    assert out.startswith(parts[0])
    assert kind != "gzip" or parts[2][-3000:] in out
    assert len(out) + (tmp_path / "rest").stat().st_size == report.size == found[-1].end


def damaged(folder: Path) -> Path:
    """A file that is converted, compressed and damaged, so that all kinds of temporary files are needed."""
    data = damage.make(random.Random(32), "own", 30).data.replace(b"\n", b"\r\n")
    path = folder / "file"
    path.write_bytes(gzip.compress(data[:-50] + bytes(50)))
    return path


def test_a_cancelled_run_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, results = damaged(tmp_path), tmp_path / "results"
    results.mkdir()
    monkeypatch.setattr(recovery_scan, "_STEP", 1)
    answers = iter([False] * 12)
    report = recover(path, results / "out", results / "rest", cancelled=lambda: next(answers, True))
    assert report.cancelled and list(results.iterdir()) == []


@pytest.mark.parametrize("there", ["out", "rest"])
def test_a_file_that_is_there_already_stays_and_nothing_is_added(there: str, tmp_path: Path) -> None:
    path, results = damaged(tmp_path), tmp_path / "results"
    results.mkdir()
    (results / there).write_bytes(b"mine")
    with pytest.raises(StorageFailed, match="choose another"):
        recover(path, results / "out", results / "rest")
    assert [(file.name, file.read_bytes()) for file in results.iterdir()] == [(there, b"mine")]


@pytest.mark.parametrize("writes", [0, 2])
def test_a_full_disk_leaves_nothing_behind(
    writes: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, results = damaged(tmp_path), tmp_path / "results"
    results.mkdir()
    whole, done = recovery._Output.write, []

    def write(self: recovery._Output, *args: object) -> None:
        done.append(1)
        if len(done) > writes:
            raise self._failed(OSError(28, "No space left on device"))
        whole(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(recovery._Output, "write", write)
    with pytest.raises(StorageFailed, match="No space left"):
        recover(path, results / "out", results / "rest")
    assert list(results.iterdir()) == []
