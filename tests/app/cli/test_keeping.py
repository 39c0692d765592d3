"""`export` and `verify` on real archives and files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from app.archive import Archive, NewCapture
from app.cli.keeping import ExportFormat
from app.exporting import FORMATS

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]
Run = Callable[..., Result]
Objects = Callable[..., list[dict[str, Any]]]
PNG = b"\x89PNG\r\n\x1a\n\xff"


@pytest.fixture
def site(fill: Fill, make_capture: Make) -> Archive:
    return fill(
        make_capture("http://a.test/", "<title>Home</title><p>Words"),
        make_capture("http://a.test/logo.png", PNG, media_type="image/png"),
        make_capture("http://b.test/", "<title>Other</title><p>More words"),
        make_capture("http://b.test/gone", "", status=404),
    )


def written(folder: Path) -> list[str]:
    found = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("manifest"))
    return sorted(path.relative_to(folder).as_posix() for path in found)


def test_the_command_line_offers_the_formats_of_the_engine() -> None:
    assert tuple(format.value for format in ExportFormat) == FORMATS


@pytest.mark.parametrize(
    ("format", "names"),
    [
        ("text", ["Home.txt", "Other.txt"]),
        ("markdown", ["Home.md", "Other.md"]),
        ("html", ["Home.html", "Other.html"]),
        ("original", ["a.test/index.html", "a.test/logo.png", "b.test/index.html"]),
        ("csv", ["pages.csv"]),
        ("json", ["pages.json"]),
    ],
)
def test_export_writes_each_format(
    site: Archive, objects: Objects, tmp_path: Path, format: str, names: list[str]
) -> None:
    [summary] = objects("export", site.path, tmp_path / "out", "--format", format)
    assert written(tmp_path / "out") == names
    assert (summary["kind"], summary["files"], summary["skipped"], summary["cancelled"]) == (
        "summary",
        len(names),
        0,
        False,
    )
    assert Path(summary["manifest"]).is_file()


def test_export_takes_a_prefix_and_kinds(site: Archive, tianwang: Run, tmp_path: Path) -> None:
    result = tianwang("export", site.path, tmp_path / "a", "--format", "text", "--prefix", "b.test")
    assert written(tmp_path / "a") == ["Other.txt"]
    assert "1 files" in result.stdout
    tianwang("export", site.path, tmp_path / "b", "--format", "json", "--kind", "error")
    assert [row["url"] for row in json.loads((tmp_path / "b/pages.json").read_text())] == ["http://b.test/gone"]


def test_export_of_nothing_readable_fails_and_says_why(site: Archive, tianwang: Run, tmp_path: Path) -> None:
    result = tianwang("export", site.path, tmp_path / "out", "--format", "text", "--kind", "resource", code=1)
    assert "Skipped http://a.test/logo.png: " in result.stderr
    assert result.stderr.endswith("tianwang: Nothing was exported.\n")


def test_export_needs_a_known_format(site: Archive, tianwang: Run, tmp_path: Path) -> None:
    tianwang("export", site.path, tmp_path / "out", "--format", "docx", code=2)
    tianwang("export", site.path, tmp_path / "out", code=2)
    assert not (tmp_path / "out").exists()


def test_export_onto_a_file_is_one_sentence(site: Archive, tianwang: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    result = tianwang("export", site.path, tmp_path / "file", "--format", "text", code=1)
    assert result.stderr.startswith(f"tianwang: {tmp_path / 'file'} could not be written: ")
    assert result.stderr.count("\n") == 1


def test_verify_finds_a_whole_archive_in_order(site: Archive, objects: Objects, tianwang: Run) -> None:
    assert objects("verify", site.path) == [
        {"kind": "summary", "path": str(site.path), "problems": 0, "complete": True}
    ]
    assert tianwang("verify", site.path).stdout == f"{site.path}: everything is in order.\n"


def test_verify_names_the_damaged_record_and_fails(site: Archive, objects: Objects, tianwang: Run) -> None:
    with site.reader() as reader:
        victim = reader.versions("http://a.test/logo.png")[0]
    with (site.path / victim.file).open("r+b") as file:
        file.seek(victim.end - 3)
        file.write(b"??")
    problem, summary = objects("verify", site.path, code=1)
    assert (problem["kind"], problem["file"], problem["offset"], problem["id"]) == (
        "problem",
        victim.file,
        victim.offset,
        victim.id,
    )
    assert summary["problems"] == 1
    assert f"({victim.id}): The record is damaged" in tianwang("verify", site.path, code=1).stdout


def test_verify_checks_a_bare_tianwang_file(site: Archive, objects: Objects, tianwang: Run, tmp_path: Path) -> None:
    [batch] = (site.path / "batches").rglob("*.tw")
    copy = tmp_path / "copy.raw"
    copy.write_bytes(batch.read_bytes())
    assert objects("verify", copy)[-1]["problems"] == 0
    copy.write_bytes(batch.read_bytes()[:-20])
    problem, summary = objects("verify", copy, code=1)
    assert problem["sentence"].endswith(".")
    assert summary["problems"] == 1
    assert tianwang("verify", tmp_path / "none.raw", code=1).stderr.count("\n") == 1
