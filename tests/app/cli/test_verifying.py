"""`verify` on real archives and files."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from app.archive.archive import Archive
from app.archive.model import NewCapture

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]
Run = Callable[..., Result]
Objects = Callable[..., list[dict[str, Any]]]
OLD = (
    b"version: 1.0\nurl: http://a.test/%d\ndate: Tue, 15 Apr 2003 08:13:06 GMT\nip: 1.2.3.4\nlength: 1\n\nx\n"
)
EARLY = b"version: 1.0\r\nurl: http://a.test/\r\ntime: Tue, 15 Apr 2003 08:13:06 GMT\r\nip: 1.2.3.4\r\nlength: 1\r\n\r\nx\n"


@pytest.fixture
def site(fill: Fill, make_capture: Make) -> Archive:
    return fill(
        make_capture("http://a.test/", "<title>Home</title><p>Words" * 9),
        make_capture("http://a.test/logo.png", b"\x89PNG\r\n\x1a\n\xff", media_type="image/png"),
        make_capture("http://a.test/", "<title>Home</title><p>Words" * 9, minutes=1),
    )


@pytest.fixture
def file(site: Archive, tmp_path: Path) -> Path:
    """A copy of the batch file."""
    copy = tmp_path / "copy.raw"
    copy.write_bytes((site.path / "batches/202611/0000.tw").read_bytes())
    return copy


def test_a_whole_archive_is_in_order_and_its_records_are_counted(
    site: Archive, objects: Objects, tianwang: Run
) -> None:
    [summary] = objects("verify", site.path)
    size = (site.path / "batches/202611/0000.tw").stat().st_size
    assert summary == {
        "kind": "summary",
        "path": str(site.path),
        "problems": 0,
        "complete": True,
        "records": 3,
        "bytes": size,
        "dialects": {"explorer": 2, "incremental": 1},
    }
    told, result = tianwang("verify", site.path, "--strict").stdout.splitlines()
    assert told.startswith("3 records, ") and told.endswith(": 2 this program's, 1 this program's 2.0.")
    assert result == f"{site.path}: everything is in order."


def test_the_damaged_record_is_named_and_the_exit_code_is_1(
    site: Archive, objects: Objects, tianwang: Run
) -> None:
    with site.reader() as reader:
        victim = reader.versions("http://a.test/logo.png")[0]
    with (site.path / victim.file).open("r+b") as file:
        file.seek(victim.end - 3)
        file.write(b"??")
    problem, summary = objects("verify", site.path, code=1)
    sentence = problem.pop("sentence")
    assert problem == {
        "kind": "problem",
        "file": victim.file,
        "offset": victim.offset,
        "id": victim.id,
        "rule": "digest-mismatch",
    }
    assert summary["problems"] == 1
    lines = tianwang("verify", site.path, code=1).stdout.splitlines()
    assert lines[0] == f"{victim.file}, byte {victim.offset} ({victim.id}): {sentence}"
    assert lines[-1] == f"{site.path}: 1 problem."


def test_a_file_is_checked_as_it_stands_compressed_or_not(
    file: Path, objects: Objects, tianwang: Run
) -> None:
    assert objects("verify", file)[-1]["problems"] == 0
    packed = file.with_suffix(".gz")
    packed.write_bytes(gzip.compress(file.read_bytes()))
    [summary] = objects("verify", packed, "--strict")
    assert (summary["records"], summary["problems"]) == (3, 0)
    file.write_bytes(file.read_bytes()[:-20])
    problem, summary = objects("verify", file, code=1)
    assert problem["sentence"].endswith(".") and problem["rule"] == "no-record"
    assert summary["problems"] == 1


def test_the_dialects_of_a_mixed_file_are_told(tmp_path: Path, objects: Objects) -> None:
    path = tmp_path / "mixed.raw"
    path.write_bytes(OLD % 1 + EARLY + OLD % 2)
    [summary] = objects("verify", path)
    assert summary["dialects"] == {"tianwang": 2, "early": 1}


def test_strict_names_departures_with_file_offset_and_rule(
    tmp_path: Path, objects: Objects, tianwang: Run
) -> None:
    path = tmp_path / "mixed.raw"
    path.write_bytes(OLD % 1 + EARLY)
    *problems, summary = objects("verify", path, "--strict", code=1)
    assert summary["problems"] == len(problems) > 0
    assert all(one["file"] == str(path) and one["offset"] >= len(OLD % 1) and one["rule"] for one in problems)
    assert f" [{problems[0]['rule']}]" in tianwang("verify", path, "--strict", code=1).stdout


def test_what_is_not_there_or_another_kind_of_archive_is_one_sentence(tmp_path: Path, tianwang: Run) -> None:
    assert tianwang("verify", tmp_path / "none.raw", code=1).stderr.count("\n") == 1
    warc = tmp_path / "a.warc.gz"
    warc.write_bytes(gzip.compress(b"WARC/1.1\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n"))
    for command in (["verify"], ["ls"], ["cat"]):
        told = tianwang(command[0], warc, *["http://a/"] * (command[0] == "cat"), code=1).stderr
        assert told == (
            f"tianwang: {warc} is a WARC file. Take it into an archive first: tianwang import ARCHIVE {warc}\n"
        )
