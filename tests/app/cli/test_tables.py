"""Archives as a web table from the command line."""

from __future__ import annotations

import json
from collections.abc import Callable

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
    listed = tianwang("table", "scan", archive.path, "--json", "--limit", "1").stdout.splitlines()
    assert [json.loads(line)["key"] for line in listed] == ["example.a.www/x"]
    assert "2 rows" in tianwang("table", "scan", archive.path).stdout
    assert "There is no row" in tianwang("table", "get", "example.none/", archive.path, code=1).stderr
