"""`blocks` on real files and archives. The browser that measures: tests/widgets/web/test_measuring.py."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.cli.changes import blocking as measuring
from tests.app.blocks.vips.measured import page as seen
from tests.app.blocks.vips.measured import words

Run = Callable[..., Result]
Objects = Callable[..., list[dict[str, Any]]]

SECTIONS = "".join(
    f"<div><h2>Harbour {n}</h2><p>{'Ships wait for better weather. ' * 9}</p></div>" for n in range(9)
)
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
        "kind": "summary",
        "blocks": len(blocks),
        "leaves": len(leaves),
        "layout_bytes": layout,
        "charset": "utf-8",
        "style": "static",
        "warnings": [],
    }
    assert len(leaves) == 10
    names = ["path", "level", "leaf", "start", "end", "rule", "why", "coherence", "label", "topic", "text"]
    assert all(list(block) == names for block in blocks)
    last = leaves[-1]
    assert data[last["start"] : last["end"]].startswith(b"<div><h2>Harbour 8")
    assert (last["topic"], last["label"]) == ("Harbour 8", "main text")
    assert last["why"].startswith(f"Rule {last['rule']}: ")
    assert leaves[0]["label"] == "navigation"


def test_a_coarser_level_has_fewer_blocks(file: Path, objects: Objects) -> None:
    assert (
        objects("blocks", file, "--level", 1)[-1]["leaves"]
        < objects("blocks", file, "--level", 4)[-1]["leaves"]
    )


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
    assert "takes --rendered" in tianwang("blocks", file, "--timeout", 5, code=2).stderr


READY = """import json, sys
print('{"event": "ready"}', flush=True)
sys.stdin.readline()
asked = json.loads(sys.stdin.readline())
"""


@pytest.mark.parametrize(
    ("browser", "sentence"),
    [
        (
            "raise ImportError('libnss3.so: no such file')",
            "does not start on this machine: the browser ended: ImportE",
        ),
        ("raise SystemExit('No platform.\\n\\n')", "on this machine: the browser ended: No platform.\n"),
        ("print('what?')", "QtWebEngine does not start on this machine"),
        (READY + "raise SystemExit('oh')", "cannot be measured: the browser ended: oh."),
        (
            READY + "print(json.dumps({'id': asked['id'], 'failed': 'no room'}), flush=True)",
            "measured: no room.",
        ),
        (READY + "sys.stdin.read()", "could not be measured within 0.2 seconds."),
    ],
)
def test_a_browser_that_cannot_be_used_is_told(
    browser: str, sentence: str, file: Path, tianwang: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring, "command", lambda _: [sys.executable, "-c", browser])
    result = tianwang("blocks", file, "--rendered", "--timeout", "0.2", code=1)
    assert sentence in result.stderr
    assert result.stdout == ""


LOADS = """import json, sys, urllib.request
print('{"event": "ready"}', flush=True)
token = json.loads(sys.stdin.readline())["token"]
asked = json.loads(sys.stdin.readline())
proxy = "http://127.0.0.1:" + sys.argv[1].rpartition("=")[2]
opener = urllib.request.build_opener(urllib.request.ProxyHandler({"http": proxy}))
opener.addheaders = [("User-Agent", "TianwangReplay/" + token)]
opener.open(asked["url"]).read()
"""


@pytest.mark.parametrize(
    ("browser", "boxes", "sentence"),
    [
        (LOADS, "{}", "no measured page"),
        (LOADS, '{"rows": [], "names": [], "values": []}', "hide or rebuild all of it"),
        (READY, '{"rows": [], "names": [], "values": []}', "the archive has nothing under"),
    ],
)
def test_a_page_of_which_nothing_was_measured_is_refused(
    browser: str, boxes: str, sentence: str, file: Path, tianwang: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What makes no sense, what stands nowhere in the source, and what is not the page: it was never loaded."""
    code = f"{browser}print(json.dumps({{'id': asked['id'], 'boxes': {boxes!r}}}), flush=True)"
    monkeypatch.setattr(measuring, "command", lambda _: [sys.executable, "-c", code])
    assert sentence in tianwang("blocks", file, "--rendered", code=1).stderr


def test_no_browser_is_started_for_what_has_nothing_to_be_measured(
    fill: Callable[..., Archive],
    make_capture: Callable[..., NewCapture],
    tianwang: Run,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(measuring, "command", lambda _: pytest.fail("a browser was started"))
    archive = fill(make_capture("http://a.test/", "<p>moved", status=302, Location="/there"))
    with archive.reader() as reader:
        (capture,) = reader.versions("http://a.test/")
    assert "leads to another" in tianwang("blocks", archive.path, capture.id, "--rendered", code=1).stderr
    assert tianwang("blocks", archive.path, "202611-0000099", "--rendered", code=1).stderr.startswith(
        "tianwang: "
    )
    assert "cannot be read" in tianwang("blocks", tmp_path / "none.html", "--rendered", code=1).stderr


ANSWERS = LOADS + "print(json.dumps({'id': asked['id'], 'boxes': open(%r).read()}), flush=True)"


@pytest.fixture
def measured_as(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """A browser that measures this of any page."""

    def answer(text: str) -> None:
        kept = tmp_path / "answer.json"
        kept.write_text(text)
        monkeypatch.setattr(measuring, "command", lambda _: [sys.executable, "-c", ANSWERS % str(kept)])

    return answer


def test_visual_blocks_come_with_their_degree_and_place(
    file: Path, objects: Objects, tianwang: Run, measured_as: Callable[[str], None]
) -> None:
    measured_as(seen(words("Title", (0, 0, 960, 300), "h1", font=30), words("Said", (0, 400, 960, 300))))
    whole, one, two, summary = objects("blocks", file, "--rendered", "--vips", 6)
    assert (whole["level"], whole["leaf"], whole["coherence"], whole["topic"]) == (1, False, 1, "Title")
    assert [one["horizontal"] for one in whole["separators"]] == [True]
    assert (one["text"], one["box"], one["paths"]) == ("Title", [0, 0, 960, 300], ["/html[1]/body[1]/h1[1]"])
    assert (two["coherence"], two["type"], two["leaf"], two["separators"]) == (10, "text", True, [])
    assert summary == {"kind": "summary", "blocks": 3, "leaves": 2, "coherence": 6, "missing": 0}
    (only, _) = objects("blocks", file, "--rendered", "--vips", 1)
    assert only["leaf"] and only["text"] == "Title\nSaid"
    lines = tianwang("blocks", file, "--rendered", "--vips", 6).stdout.splitlines()
    assert lines[2] == "  text: Said  (960 × 300 at 0, 400; coherence 10)"
    assert lines[3].startswith("2 blocks of a coherence of 6 or more")


def test_a_page_that_shows_nothing_has_no_visual_blocks(
    file: Path, tianwang: Run, measured_as: Callable[[str], None]
) -> None:
    measured_as(seen())
    assert "Nothing can be seen" in tianwang("blocks", file, "--rendered", "--vips", 6, code=1).stderr


def test_options_of_visual_blocks_that_do_nothing_are_refused(file: Path, tianwang: Run) -> None:
    assert "takes --rendered" in tianwang("blocks", file, "--vips", 6, code=2).stderr
    both = tianwang("blocks", file, "--rendered", "--vips", 6, "--level", 3, code=2).stderr
    assert "degree of coherence says" in both
