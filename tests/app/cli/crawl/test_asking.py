"""`cluster ask`: what it refuses before a cluster is there, as an object that a program understands."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from app.cli import main


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["cluster", "ask", *arguments]) == 1
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def test_without_ray_it_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.setattr("sys.stdin", io.StringIO('{"ask": "status"}\n'))
    assert said(capsys, "127.0.0.1:1") == {"kind": "refused", "message": {"message": "cluster-missing"}}


def test_an_archive_that_is_no_list_of_nodes_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.archive").mkdir()
    answer = said(capsys, str(tmp_path / "a.archive"), "--nodes", "1")
    assert answer["kind"] == "refused" and "Choose another name" in answer["text"]
