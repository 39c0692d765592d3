"""`diff` on real files and archives."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from app.archive import Archive, NewCapture

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]
Run = Callable[..., Result]
Objects = Callable[..., list[dict[str, Any]]]

OLD = "<html><body><h1>News</h1><p>It rains in Beijing today.</p><p>Gone tomorrow.</p></body></html>"
NEW = "<html><body><h1>News</h1><p>It snows in Beijing today.</p><ul><li>Brand new</li></ul></body></html>"


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    old, new = tmp_path / "old.html", tmp_path / "new.html"
    old.write_text(OLD)
    new.write_text(NEW)
    return old, new


def check(changes: list[dict[str, Any]]) -> None:
    *blocks, summary = changes
    assert [tuple(block) for block in blocks] == [("kind", "path_a", "path_b", "text_a", "text_b")] * len(blocks)
    assert {
        "kind": "changed",
        "path_a": "/html[1]/body[1]/p[1]",
        "path_b": "/html[1]/body[1]/p[1]",
        "text_a": "It rains in Beijing today.",
        "text_b": "It snows in Beijing today.",
    } in blocks
    assert [block["text_b"] for block in blocks if block["kind"] == "added"] == ["Brand new"]
    assert [block["text_a"] for block in blocks if block["kind"] == "removed"] == ["Gone tomorrow."]
    assert [block["text_b"] for block in blocks if block["kind"] == "unchanged"] == ["News"]
    similarity = summary.pop("similarity")
    assert 0 < similarity < 1
    assert summary == {
        "kind": "summary",
        "unchanged": 1,
        "changed": 1,
        "added": 1,
        "removed": 1,
        "moved": 0,
        "warnings": [],
    }


def test_diff_of_two_files_gives_an_object_a_block_and_a_summary(pair: tuple[Path, Path], objects: Objects) -> None:
    check(objects("diff", *pair))


def test_diff_of_two_captures(fill: Fill, make_capture: Make, objects: Objects) -> None:
    archive = fill(make_capture("http://a.test/", OLD), make_capture("http://a.test/", NEW, minutes=1))
    with archive.reader() as reader:
        old, new = reader.versions("http://a.test/")
    check(objects("diff", archive.path, old.id, new.id))


def test_diff_marks_changes_for_people_and_hides_the_rest(pair: tuple[Path, Path], tianwang: Run) -> None:
    lines = tianwang("diff", *pair).stdout.splitlines()
    assert lines[:3] == [
        "~ changed   /html[1]/body[1]/p[1]",
        "    - It rains in Beijing today.",
        "    + It snows in Beijing today.",
    ]
    assert lines[-1].startswith("1 unchanged, 1 changed, 1 added, 1 removed, 0 moved; ")
    assert "News" not in "".join(lines)
    assert "News" in tianwang("diff", *pair, "--all").stdout


def test_diff_of_texts_goes_by_lines(tmp_path: Path, objects: Objects) -> None:
    (tmp_path / "a.txt").write_text("one\ntwo\nthree\n")
    (tmp_path / "b.txt").write_text("one\ntwo\nfour\n")
    *blocks, summary = objects("diff", tmp_path / "a.txt", tmp_path / "b.txt")
    assert summary["unchanged"] == 2
    assert {block["kind"] for block in blocks} > {"unchanged"}


def test_diff_uses_the_charset_of_the_http_header(fill: Fill, make_capture: Make, objects: Objects) -> None:
    bodies = enumerate(["<p>北京下雨</p>".encode("gb18030"), "<p>北京下雪</p>".encode("gb18030")])
    charset = "text/html; charset=gbk"
    archive = fill(*(make_capture("http://a.test/", body, media_type=charset, minutes=n) for n, body in bodies))
    with archive.reader() as reader:
        ids = [one.id for one in reader.versions("http://a.test/")]
    [block, _] = objects("diff", archive.path, *ids)
    assert (block["text_a"], block["text_b"]) == ("北京下雨", "北京下雪")


def test_diff_of_something_missing_fails(pair: tuple[Path, Path], tianwang: Run, tmp_path: Path) -> None:
    result = tianwang("diff", pair[0], tmp_path / "none.html", code=1)
    assert result.stderr == f"tianwang: {tmp_path / 'none.html'} cannot be read: No such file or directory.\n"
    tianwang("diff", pair[0], code=2)
    tianwang("diff", *pair, *pair, code=2)
