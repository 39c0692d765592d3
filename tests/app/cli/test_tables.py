"""Archives as a web table from the command line."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from app.archive.archive import Archive
from tests.conftest import capture

Run = Callable[..., Result]


def test_rows_are_shown_and_listed(tianwang: Run, archive: Archive) -> None:
    with archive.writer() as writer:
        writer.store(capture("http://www.a.example/x", "<title>One</title>"))
        writer.store(capture("http://www.a.example/x", "<title>Two</title>", minutes=1))
        writer.store(capture("http://b.example/", "<title>B</title>"))
    shown = tianwang("table", "get", "http://www.a.example/x", archive.path).stdout
    assert shown.startswith("example.a.www/x\n")
    assert shown.index("Two") < shown.index("One")
    row = json.loads(tianwang("table", "get", "example.a.www/x", archive.path, "--json").stdout)
    assert [cell["title"] for cell in row["contents"]] == ["Two", "One"]
    cell = ("table", "get", "example.a.www/x", archive.path, "--column")
    assert tianwang(*cell, "contents").stdout == "<title>Two</title>"
    assert tianwang(*cell, "mime").stdout == "text/html\n"
    assert "is not contents" in tianwang(*cell, "colour", code=2).stderr
    listed = tianwang("table", "scan", archive.path, "--json", "--limit", "1").stdout.splitlines()
    assert [json.loads(line)["key"] for line in listed] == ["example.a.www/x"]
    assert "2 rows" in tianwang("table", "scan", archive.path).stdout
    assert "There is no row" in tianwang("table", "get", "example.none/", archive.path, code=1).stderr


@pytest.mark.skipif(importlib.util.find_spec("pyarrow") is None, reason="pyarrow is not installed")
def test_the_table_is_written_for_other_programs(tianwang: Run, archive: Archive, tmp_path: Path) -> None:
    with archive.writer() as writer:
        for minute in range(2):
            writer.store(capture("http://a.example/", f"<title>{minute}</title>", minutes=minute))
        writer.store(capture("http://b.example/", "<title>B</title>"))
    path = tmp_path / "t.parquet"
    asked = ("table", "export", path, archive.path, "--to", "example.b", "--newest", "--json")
    told = json.loads(tianwang(*asked).stdout)
    assert told == {"file": str(path), "rows": 1, "versions": 1, "unreadable": 0}
    assert "2 rows, 3 versions" in tianwang("table", "export", path, archive.path, "--texts").stdout
