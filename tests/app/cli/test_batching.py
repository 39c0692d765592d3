"""Batch jobs from the command line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from typer.testing import Result

from app.archive.archive import Archive
from tests.conftest import capture

Run = Callable[..., Result]


def test_a_job_tells_what_came_of_it(tianwang: Run, archive: Archive, tmp_path: Path) -> None:
    with archive.writer() as writer:
        writer.store(capture("http://a.example/", "<p>one two two</p>"))
    asked = ("job", "wordcount", str(archive.path), "--out", str(tmp_path / "out"), "--workers", "0")
    lines = [json.loads(line) for line in tianwang(*asked, "--parts", "2", "--json").stdout.splitlines()]
    assert [line["kind"] for line in lines] == ["progress"] * 3 + ["summary"]
    assert lines[-1]["finished"]
    assert lines[-1]["counters"] == {
        "keys": 2,
        "lines": 2,
        "pairs": 2,
        "records": 1,
        "unreadable": 0,
    }
    shown = tianwang(*asked, "--parts", "2").stdout  # what is done is shown again
    assert "two  2" in shown
    assert "2 lines" in shown


def test_wrong_usage_is_told(tianwang: Run, archive: Archive, tmp_path: Path) -> None:
    out = ("--out", str(tmp_path / "out"))
    assert "is not one of grep" in tianwang("job", "nothing", str(archive.path), *out, code=2).stderr
    assert "pattern" in tianwang("job", "grep", str(archive.path), *out, code=2).stderr
    wrong = tianwang("job", "host-terms", str(archive.path), *out, "--set", "top=many", code=2).stderr
    assert "top" in wrong
    assert "There is no archive" in tianwang("job", "count", str(tmp_path / "none"), *out, code=1).stderr
    by = tianwang("job", "count", str(archive.path), *out, "--set", "by=colour", code=1).stderr
    assert "“colour” is not one of address" in by
