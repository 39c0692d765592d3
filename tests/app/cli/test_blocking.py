"""`blocks` on real files and archives."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from app.archive import Archive, NewCapture

Run = Callable[..., Result]
Objects = Callable[..., list[dict[str, Any]]]

SECTIONS = "".join(f"<div><h2>Harbour {n}</h2><p>{'Ships wait for better weather. ' * 9}</p></div>" for n in range(9))
PAGE = f"<html><body><nav><a href=/>Home</a> <a href=/a>All harbours</a></nav>{SECTIONS}</body></html>"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "page.html"
    path.write_text(PAGE)
    return path


def test_json_gives_an_object_a_block_and_a_summary(file: Path, objects: Objects) -> None:
    *blocks, summary = objects("blocks", file)
    leaves = [block for block in blocks if block["leaf"]]
    data = file.read_bytes()
    layout = len(data) - sum(leaf["end"] - leaf["start"] for leaf in leaves)
    assert summary == {
        "kind": "summary", "blocks": len(blocks), "leaves": len(leaves), "layout_bytes": layout, "charset": "utf-8",
        "style": "static", "warnings": [],
    }  # fmt: skip
    assert len(leaves) == 10
    names = ["path", "level", "leaf", "start", "end", "rule", "why", "coherence", "label", "topic", "text"]
    assert all(list(block) == names for block in blocks)
    last = leaves[-1]
    assert data[last["start"] : last["end"]].startswith(b"<div><h2>Harbour 8")
    assert (last["topic"], last["label"]) == ("Harbour 8", "main text")
    assert last["why"].startswith(f"Rule {last['rule']}: ")
    assert leaves[0]["label"] == "navigation"


def test_a_coarser_level_has_fewer_blocks(file: Path, objects: Objects) -> None:
    assert objects("blocks", file, "--level", 1)[-1]["leaves"] < objects("blocks", file, "--level", 4)[-1]["leaves"]


def test_people_get_a_line_a_block(file: Path, tianwang: Run) -> None:
    lines = tianwang("blocks", file).stdout.splitlines()
    assert any("main text: Harbour 3  (" in line and "Rule " in line for line in lines)
    assert lines[-1].startswith("10 blocks not divided further; ")


def test_blocks_of_a_capture(
    fill: Callable[..., Archive], make_capture: Callable[..., NewCapture], objects: Objects
) -> None:
    archive = fill(make_capture("http://a.test/", PAGE))
    with archive.reader() as reader:
        (capture,) = reader.versions("http://a.test/")
    assert objects("blocks", archive.path, capture.id)[-1]["leaves"] == 10


def test_what_is_no_page_is_refused(tmp_path: Path, file: Path, tianwang: Run) -> None:
    path = tmp_path / "a.txt"
    path.write_text("Only text.")
    assert "a.txt is no HTML page." in tianwang("blocks", path, code=1).stderr
    assert "cannot be read" in tianwang("blocks", tmp_path / "none.html", code=1).stderr
    assert "Give a file" in tianwang("blocks", file, file, file, code=2).stderr
