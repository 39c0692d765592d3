"""`tianwang blocks --rendered` with its real browser: what it measures, and that nothing of a page gets out of it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot
from typer.testing import CliRunner

from app.archive.archive import Archive
from app.cli import app
from app.cli.changes.blocking import Measured, measure_capture, measure_file
from app.cli.console import Refused
from tests.processes import started
from tests.rawserver import RawServer, answer
from tests.widgets.live.test_capture import ended, family, renderers
from widgets.web import boxes
from widgets.web.measuring import SIZE

Keep = Callable[..., Any]
ROOT = Path(__file__).parents[3]
COLUMNS = (
    "<!DOCTYPE html><title>Harbour</title><link rel=stylesheet href=columns.css>"
    "<img src=lost.png alt='' width=20 height=30><div>Harbour news of this day, in two columns."
    "<div class=a>Ships wait for better weather at the pier.</div>"
    "<div class=b>Trains leave on time in all weathers.</div></div>"
)
SHEET = (
    "body{margin:0;font:16px/20px serif}img{display:block}.a{float:left;width:300px;height:60px}"
    ".b{margin-left:400px;background:#def;height:70px}"
)
HUNG = "<title>Hung</title><p>Seen<script>for (;;);</script><p>Never seen"

# {0} is a server that must hear nothing, {1} a file of this machine
HOSTILE = """<!DOCTYPE html><title>Hostile</title><meta http-equiv=refresh content="0;url={0}/refresh">
<link rel=stylesheet href="{0}/a.css"><link rel=preconnect href="{0}"><link rel=prefetch href="{0}/prefetch">
<style>@import url({0}/b.css); body {{ margin: 0; background: url({0}/c.png) }}
#known {{ width: 300px; height: 70px }}</style>
<script src="{0}/d.js"></script>
<script>
  location = "{0}/location";
  open("{0}/window"); alert(1); confirm(2); prompt(3); print();
  fetch("{0}/fetch").catch(() => 0);
  navigator.sendBeacon("{0}/beacon", "x");
  new WebSocket("ws{0}/socket".replace("http", ""));
  new EventSource("{0}/events");
  onload = () => {{
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob(["stolen"]));
    link.download = "stolen.txt";
    link.click();
    document.querySelector("#file").click();
    document.forms[0].submit();
    location.href = "{0}/onload";
  }};
</script>
<body><div id=known>Words of a page that wants to be elsewhere.</div>
<img src="{0}/e.png"><img src="{1}"><iframe src="{0}/frame"></iframe><iframe src="{1}"></iframe>
<iframe src="data:text/html,<script>top.location = '{0}/top'</script>"></iframe><object data="{0}/f.swf"></object>
<video src="{0}/g.mp4" autoplay></video><form action="{0}/form" method=post></form><a id=file href="{1}">file</a>"""


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where started processes put what they need for a while."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


@pytest.fixture
def two_columns(keep: Keep) -> Any:
    keep("https://a.example/columns.css", SHEET, media_type="text/css")
    return keep("https://a.example/", COLUMNS)


def blocks(*arguments: object) -> list[dict[str, Any]]:
    result = CliRunner().invoke(app, ["blocks", *map(str, arguments), "--json"], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.split("\n")[:-1]]


def box(measured: Measured, path: str) -> tuple[float, float, float, float]:
    return measured.style._boxes[path][:4]


def test_columns_that_only_a_style_sheet_makes_are_blocks_of_their_own(
    archive: Archive, two_columns: Any
) -> None:
    """The page is laid out with what the archive has of its parts, and says where its blocks are."""
    *declared, _ = blocks(archive.path, two_columns.id, "--level", 1)
    *leaves, summary = blocks(archive.path, two_columns.id, "--level", 1, "--rendered")
    assert [block["path"] for block in declared if block["leaf"]][-1] == "/html[1]/body[1]/div[1]"
    assert [(block["text"][:5], block["box"]) for block in leaves if block["leaf"]][-2:] == [
        ("Ships", [0, 30, 300, 60]),
        ("Train", [400, 50, 560, 70]),
    ]
    assert (summary["style"], summary["missing"]) == ("rendered", 1)


def test_the_window_measures_the_same(archive: Archive, two_columns: Any, pane: Any, qtbot: QtBot) -> None:
    pane.view.resize(SIZE)
    pane.show(two_columns)
    seen: list[boxes.Measured | None] = []
    boxes.measure(pane.view, seen.append)
    qtbot.waitUntil(lambda: bool(seen), timeout=10_000)
    measured = measure_capture(archive, two_columns, 30)
    assert seen[0] is not None
    assert measured.style._boxes == seen[0].style()._boxes


def test_nothing_of_a_file_gets_out(tmp_path: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No request, no download, no file of this machine, nothing left on the disk; and the page itself is measured."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    secret = tmp_path / "secret.html"
    secret.write_text("<p>secret")
    with RawServer({"/": answer("heard")}) as server:
        measured = measure_file(HOSTILE.format(server.base, secret.as_uri()).encode(), 30)
        assert server.asked == []
    assert box(measured, "/html[1]/body[1]/div[1]") == (0, 0, 300, 70)
    assert measured.missing >= 6  # style sheets, script, pictures, frame …
    assert [
        one for one in (*temporary.iterdir(), *home.rglob("*")) if one.is_file() or "tianwang" in one.name
    ] == []


@pytest.mark.parametrize(
    ("url", "status", "head"),
    [
        # .dev is for https alone, Chromium believes
        ("http://page.dev/", 404, "<script>location = '/elsewhere'</script>"),
        (
            "http://a.example/页?q=天",
            200,
            "<script>location.reload()</script><meta http-equiv=refresh content=0;url=/x>",
        ),
    ],
)
def test_a_page_is_measured_at_its_address_and_not_where_it_leads(
    url: str, status: int, head: str, archive: Archive, keep: Keep
) -> None:
    keep("http://page.dev/elsewhere", "<p>another page")
    page = f"<!DOCTYPE html>{head}<body style='margin:0'><h1 style='height:70px;margin:0'>Here"
    capture = keep(url, page, status=status)
    assert box(measure_capture(archive, capture, 30), "/html[1]/body[1]/h1[1]") == (0, 0, 960, 70)


@pytest.mark.parametrize(
    ("url", "more", "sentence"),
    [
        ("http://a.example/", {"media_type": "text/plain"}, "a browser takes it for text/plain"),
        ("http://a.example/", {"status": 204}, "a browser shows nothing of it"),
    ],
)
def test_what_a_browser_shows_otherwise_is_refused(
    url: str, more: dict[str, Any], sentence: str, archive: Archive, keep: Keep
) -> None:
    capture = keep(url, "<!DOCTYPE html><title>Text</title><p>as text", **more)
    with pytest.raises(Refused, match=sentence):
        measure_capture(archive, capture, 30)


@pytest.mark.parametrize("url", ['http://a.example/a"b', "http://a.example/北京", r"http://a.example/a\b"])
def test_an_address_that_a_browser_writes_otherwise_is_measured(
    url: str, archive: Archive, keep: Keep
) -> None:
    capture = keep(url, "<!DOCTYPE html><body style='margin:0'><h1 style='height:70px;margin:0'>Here")
    assert box(measure_capture(archive, capture, 30), "/html[1]/body[1]/h1[1]") == (0, 0, 960, 70)


def test_a_page_that_hangs_is_given_up(temporary: Path) -> None:
    with pytest.raises(Refused, match=r"could not be measured within 0\.5 seconds"):
        measure_file(HUNG.encode(), 0.5)
    assert list(temporary.iterdir()) == []


@pytest.mark.skipif(
    not Path("/proc/self/task").exists(), reason="the processes of others are seen on Linux only"
)
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 1), (signal.SIGKILL, -signal.SIGKILL)])
def test_the_browser_ends_with_the_command(
    number: int, code: int, tmp_path: Path, temporary: Path, qtbot: QtBot
) -> None:
    """Ctrl+C, and whatever else ends the command: no process and no file is left, though the page hangs."""
    if (
        signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    ):  # as when tests run in the background; children inherit it
        signal.signal(signal.SIGINT, signal.default_int_handler)
    file = tmp_path / "hung.html"
    file.write_text(HUNG)
    command = [sys.executable, "-m", "app", "blocks", str(file), "--rendered"]
    with started(command, cwd=ROOT, env={**os.environ}, stderr=subprocess.PIPE) as process:
        qtbot.waitUntil(lambda: any(renderers(child) for child in family(process.pid)), timeout=30_000)
        everyone = list(family(process.pid))
        process.send_signal(number)
        _, said = process.communicate(timeout=20)
    assert process.returncode == code
    assert said == (b"tianwang: Interrupted.\n" if number == signal.SIGINT else b"")
    assert ended(everyone)
    qtbot.waitUntil(lambda: list(temporary.iterdir()) == [], timeout=10_000)
