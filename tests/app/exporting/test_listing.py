"""Rows of any kind as one file."""

from __future__ import annotations

import csv
import errno
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.errors import StorageFailed
from app.exporting.export import ExportReport
from app.exporting.listing import write_list

VALUES = [
    {"url": "http://a.example/", "title": '=HYPERLINK("http://evil.example")'},
    {"url": "http://b.example/", "title": "内核, “a”\u2028b\nc"},
]


def write(dest: Path, format: str = "csv", values: Any = VALUES, **more: Any) -> ExportReport:
    return write_list(
        values, dest, format, name="hits", columns=("url", "title"), row=lambda value: value, **more
    )


def test_a_table_opens_in_spreadsheets_and_no_cell_of_it_is_a_formula(tmp_path: Path) -> None:
    report = write(tmp_path / "hits.csv")
    data = report.manifest.read_bytes()
    assert data.startswith(b"\xef\xbb\xbfurl,title\r\n") and report.bytes == len(data)
    with report.manifest.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows[0]["title"] == "'" + VALUES[0]["title"] and rows[1]["title"] == VALUES[1]["title"]


def test_objects_stand_on_a_line_each_for_every_reader(tmp_path: Path) -> None:
    report = write(tmp_path / "new", "json")
    assert report.manifest == (tmp_path / "new" / "hits.jsonl").resolve()
    assert [json.loads(line) for line in report.manifest.read_text("utf-8").splitlines()] == VALUES


def test_what_stands_there_is_kept(tmp_path: Path) -> None:
    (tmp_path / "hits.csv").write_text("mine")
    with pytest.raises(StorageFailed, match="overwrites nothing"):
        write(tmp_path / "hits.csv")
    assert write(tmp_path).manifest.name != "hits.csv" and (tmp_path / "hits.csv").read_text() == "mine"


@pytest.mark.parametrize("format", ["csv", "json"])
def test_stopped_or_on_a_full_disk_there_is_no_file(tmp_path: Path, format: str) -> None:
    seen: list[int] = []
    stopped = write(
        tmp_path, format, progress=lambda number, _: seen.append(number), cancelled=lambda: len(seen) == 1
    )
    assert stopped.cancelled and not stopped.files

    def full() -> Iterator[dict[str, str]]:
        yield VALUES[0]
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(StorageFailed, match="No space left"):
        write(tmp_path, format, full())
    assert list(tmp_path.iterdir()) == []
