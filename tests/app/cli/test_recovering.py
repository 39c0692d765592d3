"""`tianwang recover`: the table, the JSON lines, the files it writes and those it refuses to."""

from __future__ import annotations

import gzip
import os
import random
import resource
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from app.errors import StorageFailed
from app.tianwang.recovery import recovery
from tests import damage

Run = Callable[..., Result]
Objects = Callable[..., list[dict[str, Any]]]


@pytest.fixture
def file() -> damage.File:
    return damage.make(random.Random(3), "own", 9, embedded=0)


@pytest.fixture
def broken(file: damage.File, tmp_path: Path) -> Path:
    """The header of the fourth record is wiped, and a page byte of the seventh changed."""
    data = bytearray(file.data)
    fourth, seventh = file.records[3], file.records[6]
    data[fourth.start : fourth.data] = bytes(fourth.data - fourth.start)
    data[seventh.end - 5] ^= 1
    path = tmp_path / "broken.raw"
    path.write_bytes(data)
    return path


def test_recover_writes_what_is_whole_and_everything_else(
    file: damage.File, broken: Path, tianwang: Run, tmp_path: Path
) -> None:
    before = broken.read_bytes()
    shown = tianwang(
        "recover", broken, "--out", tmp_path / "out", "--rest", tmp_path / "rest"
    ).stdout.splitlines()
    kept = [
        file.data[made.start : made.end] for number, made in enumerate(file.records) if number not in (3, 6)
    ]
    assert (tmp_path / "out").read_bytes() == b"".join(kept)
    lost = [before[made.start : made.end] for number, made in enumerate(file.records) if number in (3, 6)]
    assert (tmp_path / "rest").read_bytes() == b"".join(lost)
    assert broken.read_bytes() == before
    assert [line.split()[0] for line in shown[:6]] == [
        "KIND",
        "recovered",
        "lost",
        "recovered",
        "lost",
        "recovered",
    ]
    assert "and 2 more records" in shown[1]
    assert shown[6].startswith(f"{broken}: 7 records recovered, 0 suspect, 0 repaired, 2 ranges lost (")
    assert shown[7:] == [
        f"What is whole is in {tmp_path / 'out'}.",
        f"Everything else is in {tmp_path / 'rest'}.",
    ]


def test_recover_gives_an_object_for_each_range_and_a_summary(
    file: damage.File, broken: Path, objects: Objects
) -> None:
    """Without --out it only looks."""
    *ranges, summary = objects("recover", broken)
    assert [(r["kind"], r["offset"], r["end"], r["bytes"]) for r in ranges] == [
        ("lost" if number in (3, 6) else "recovered", made.start, made.end, made.end - made.start)
        for number, made in enumerate(file.records)
    ]
    assert ranges[0]["url"] == file.records[0].url and ranges[0]["date"].startswith("2004-05-01T00:0")
    assert ranges[6]["reason"] == "The compressed data of the record is damaged"
    size = sum(file.records[n].end - file.records[n].start for n in (3, 6))
    assert summary == {
        "kind": "summary",
        "path": str(broken),
        "size": len(file.data),
        "recovered": 7,
        "suspect": 0,
        "repaired": 0,
        "lost": 2,
        "lost_bytes": size,
        "text_mode": False,
        "compression": "",
        "out": None,
        "rest": None,
        "complete": True,
        "unbuilt": 0,
    }
    assert sorted(broken.parent.iterdir()) == [broken]


def test_suspect_records_go_where_they_are_wanted(tianwang: Run, tmp_path: Path) -> None:
    file = damage.make(random.Random(4), "tse", 4, embedded=0)
    path = tmp_path / "file"
    path.write_bytes(file.data[: file.records[3].start] + bytes(600))
    suspect = file.data[file.records[2].start : file.records[2].end]
    tianwang("recover", path, "--out", tmp_path / "all")
    assert (tmp_path / "all").read_bytes() == file.data[: file.records[3].start]
    tianwang("recover", path, "--out", tmp_path / "proven", "--rest", tmp_path / "rest", "--proven-only")
    assert (tmp_path / "proven").read_bytes() == file.data[: file.records[2].start]
    assert (tmp_path / "rest").read_bytes() == suspect + bytes(600)


def test_a_converted_file_is_restored_and_said_to_be_one(
    tianwang: Run, file: damage.File, tmp_path: Path
) -> None:
    (tmp_path / "file").write_bytes(file.data.replace(b"\n", b"\r\n"))
    shown = tianwang("recover", tmp_path / "file", "--out", tmp_path / "out").stdout
    assert "The line ends of this file were converted" in shown and "9 repaired, nothing lost" in shown
    assert (tmp_path / "out").read_bytes() == file.data


@pytest.mark.parametrize("taken", ["broken.raw", "rest", "out"])
def test_nothing_is_overwritten(broken: Path, tianwang: Run, tmp_path: Path, taken: str) -> None:
    """Neither the file itself, nor another, nor one output by the other."""
    (tmp_path / "rest").write_text("mine")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    rest = tmp_path / "rest" if taken != "out" else tmp_path / "out"
    out = tmp_path / "out" if taken != "broken.raw" else broken
    result = tianwang("recover", broken, "--out", out, "--rest", rest, code=1)
    sentence = "could not be written: there is a file of that name; choose another."
    assert result.stderr.startswith(f"tianwang: {tmp_path / taken} {sentence}")
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_file_that_is_not_there_or_a_folder_is_one_sentence(tianwang: Run, tmp_path: Path) -> None:
    for path in (tmp_path / "none", tmp_path):
        result = tianwang("recover", path, "--out", tmp_path / "out", code=1)
        assert (
            result.stderr.startswith(f"tianwang: {path} could not be read: ")
            and result.stderr.count("\n") == 1
        )
        assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX limits")
def test_a_full_disk_is_one_sentence_and_costs_nothing(broken: Path, tmp_path: Path) -> None:
    before, limits = broken.read_bytes(), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, limits[1]))
    try:
        with pytest.raises(
            StorageFailed, match=r"out could not be written: .*\. Nothing that was already stored"
        ):
            recovery.recover(broken, tmp_path / "out", tmp_path / "rest")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert broken.read_bytes() == before and sorted(tmp_path.iterdir()) == [broken]
    assert recovery.recover(broken, tmp_path / "out").recovered == 7


def test_stopping_leaves_nothing_behind(
    broken: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from app.tianwang.recovery import scan as recovery_scan

    monkeypatch.setattr(recovery_scan, "_STEP", 1000)
    calls = iter([False, False, True])
    report = recovery.recover(broken, tmp_path / "out", cancelled=lambda: next(calls))
    assert report.cancelled and sorted(tmp_path.iterdir()) == [broken]


def test_a_damaged_gzip_file_is_searched_as_far_as_it_unpacks(
    file: damage.File, objects: Objects, tmp_path: Path
) -> None:
    """The member that is hit is lost, those behind it are not."""
    members = [gzip.compress(file.data[made.start : made.end]) for made in file.records]
    hurt = bytearray(members[4])
    hurt[len(hurt) // 2] ^= 0xFF
    (tmp_path / "file.gz").write_bytes(b"".join([*members[:4], bytes(hurt), *members[5:]]))
    *_, summary = objects("recover", tmp_path / "file.gz", "--out", tmp_path / "out")
    out = (tmp_path / "out").read_bytes()
    whole = [n for n, made in enumerate(file.records) if file.data[made.start : made.end] in out]
    assert whole == [0, 1, 2, 3, 5, 6, 7, 8]
    assert summary["compression"].startswith("The gzip compression is damaged at byte ")


def test_a_file_without_any_record_is_a_failure(tianwang: Run, tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear diary,\n")
    result = tianwang("recover", tmp_path / "letter", "--rest", tmp_path / "rest", code=1)
    assert "0 records recovered, 0 suspect, 0 repaired, 1 range lost" in result.stdout
    assert result.stderr == f"tianwang: {tmp_path / 'letter'} holds no record of a Tianwang file.\n"
    assert (tmp_path / "rest").read_text() == "Dear diary,\n"
