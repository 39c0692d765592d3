"""`convert` on a real archive."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

from typer.testing import Result

from app.archive.archive import Archive
from tests.app.archive.increments import all_data, filled, size

Run = Callable[..., Result]
Objects = Callable[..., list[dict[str, Any]]]


def test_convert_there_and_back(tmp_path: Path, tianwang: Run, objects: Objects) -> None:
    archive = Archive.create(tmp_path / "a", policy="full")
    stored = filled(archive, 6)
    before = size(archive)
    [summary] = objects("convert", archive.path, "--to", "incremental")
    after = size(archive)
    assert summary == {
        "kind": "summary",
        "path": str(archive.path),
        "to": "incremental",
        "records": 6,
        "converted": 5,
        "failed": 0,
        "kept": 0,
        "before": before,
        "after": after,
        "cancelled": False,
    }
    assert after < before / 2 and all_data(Archive.open(archive.path)) == stored
    assert tianwang("verify", archive.path).stdout.endswith("everything is in order.\n")
    said = tianwang("convert", archive.path, "--to", "full").stdout
    assert said.startswith(f"{archive.path}: 6 records, 5 of them converted; ")
    assert Archive.open(archive.path).policy == "full" and all_data(archive) == stored


def test_a_batch_file_alone_shows_whole_pages(tmp_path: Path, tianwang: Run, objects: Objects) -> None:
    archive = Archive.create(tmp_path / "a")
    stored = filled(archive, 4)
    file = archive.path / "batches/202611/0000.tw"
    listed = objects("ls", file)
    assert [(one["version"], one["status"], one["type"]) for one in listed] == [
        ("1.0", 200, "text/html"),
        *[("2.0", 200, "text/html")] * 3,
    ]
    for id, data in stored.items():
        assert tianwang("cat", file, id).stdout_bytes == data.partition(b"\r\n\r\n")[2]
    assert tianwang("cat", file, listed[3]["id"], "--as", "record").stdout.startswith("version: 2.0\n")
    assert tianwang("verify", file).stdout.endswith("everything is in order.\n")
    whole = bytearray(file.read_bytes())
    whole[listed[1]["end"] - 3] ^= 0xFF
    file.write_bytes(whole)
    assert "which it builds on, is damaged" in tianwang("cat", file, listed[3]["id"], code=1).stderr
    said = tianwang("verify", archive.path, code=1).stdout
    assert "2 later versions build on this record and cannot be rebuilt without it." in said
    assert said.count("cannot be rebuilt: ") == 2


def test_in_a_compressed_file_versions_are_told_to_need_unpacking(tmp_path: Path, tianwang: Run) -> None:
    archive = Archive.create(tmp_path / "a")
    first, second = list(filled(archive, 2).items())
    packed = tmp_path / "a.tw.gz"
    packed.write_bytes(gzip.compress((archive.path / "batches/202611/0000.tw").read_bytes()))
    assert tianwang("cat", packed, first[0]).stdout_bytes == first[1].partition(b"\r\n\r\n")[2]
    said = tianwang("cat", packed, second[0], code=1).stderr
    assert "The version cannot be rebuilt: " in said and "the file is compressed; unpack it first" in said


def test_convert_needs_the_archive_for_itself_and_a_form(tmp_path: Path, tianwang: Run) -> None:
    archive = Archive.create(tmp_path / "a")
    with archive.writer():
        assert "is writing to the archive" in tianwang("convert", archive.path, "--to", "full", code=1).stderr
    tianwang("convert", archive.path, "--to", "smaller", code=2)
    tianwang("convert", archive.path, code=2)
