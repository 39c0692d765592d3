"""Pages that only a browser can read, captured by a real one: every part as the server sent it, and no way to hang."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.crawl.net import browsing
from app.crawl.net.browser import BrowserAnswer, BrowserFailed, BrowserLink
from app.crawl.net.browsing import ChildBrowser
from app.crawl.net.child_browser import child_browser
from app.crawl.net.fetch import Fetcher
from app.crawl.rules.settings import CrawlSettings
from app.loopback.authority import Authority
from app.recording.model import Recorded
from app.starting import CAPTURE, command
from tests.processes import started
from tests.rawserver import RawServer, answer
from tests.upstream import direct

Capture = Callable[..., BrowserAnswer]
PROC = Path("/proc/self/task").exists()  # the processes of others: Linux only

SCRIPTED = """<!doctype html><title>Nothing yet</title><link rel="icon" href="/icon.png"><div id="here"></div>
<script src="/make.js"></script>"""
MAKE = """
fetch("/words.json").then((answer) => answer.json()).then((words) => {
  document.title = words.title;
  const here = document.getElementById("here");
  here.innerHTML = `<p>${words.text}</p><a href="/next" rel="nofollow">Go <b>on</b></a><div style="height:6000px"></div>
    <img loading="lazy" src="/lazy.png" width="10" height="10"><div id="shadow"></div>`;
  document.getElementById("shadow").attachShadow({ mode: "open" }).innerHTML = '<a href="/deep">deep</a>';
  new IntersectionObserver((seen, it) => {
    if (seen[0].isIntersecting) { it.disconnect(); fetch("/more.json", { headers: { "X-Custom": "1" } }); }
  }).observe(here.lastElementChild);
});
"""
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d494844520000000100000001080600000015c4890000000d4944415478da63fccf"
    "c050070004850180847a5d0b0000000049454e44ae426082"
)


def scripted_site() -> dict[str, Any]:
    words = gzip.compress('{"title": "By script", "text": "天网 words that came later"}'.encode())
    return {
        "/": answer(SCRIPTED, "X-Odd: two  spaces"),
        "/make.js": answer(MAKE, media_type="text/javascript"),
        "/words.json": b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n" + b"%x\r\n%s\r\n0\r\n\r\n" % (len(words), words),
        "/lazy.png": answer(PIXEL, media_type="image/png"),
        "/icon.png": answer(PIXEL, media_type="image/png"),
        "/more.json": answer("{}", media_type="application/json"),
    }


def by_path(answer: BrowserAnswer, server: RawServer) -> dict[str, Recorded]:
    return {part.url.removeprefix(server.base): part for part in answer.parts}


@pytest.mark.parametrize("secure", [False, True])
def test_a_page_made_by_scripts_is_captured_with_all_it_fetched(
    secure: bool, run: Callable[..., Any], browser: ChildBrowser
) -> None:
    """Text, links and parts that only scripts bring, over http and over https with a certificate nobody vouches for."""
    site = scripted_site()
    with RawServer(site, Authority().context("localhost") if secure else None) as server:
        got = run(browser.capture(server.base + "/", seconds=20, scroll=True))
        parts = by_path(got, server)
        assert got.main.data == site["/"]
        assert {"/make.js", "/words.json", "/lazy.png", "/more.json"} <= set(parts)
        for path in ("/make.js", "/lazy.png", "/more.json"):
            assert parts[path].data == site[path]
        assert b"Content-Encoding: gzip" in parts["/words.json"].head
        assert "words that came later" in gzip.decompress(parts["/words.json"].body).decode()
        assert got.title == "By script"
        assert got.text_length >= len("天网 words that came later")
        assert BrowserLink(server.base + "/next", "a", "nofollow", "Go on") in got.links
        assert server.base + "/deep" in [link.url for link in got.links]
        assert (got.final_url, got.errors, got.trouble) == (server.base + "/", 0, "")
        assert {one.fields["user-agent"] for one in server.asked} == {"Tests/1"}


def test_without_scrolling_lazy_parts_stay_where_they_are(capture: Capture, server: RawServer) -> None:
    server.routes.update(scripted_site())
    assert "/lazy.png" not in by_path(capture(scroll=False), server)


def test_what_was_captured_is_replayed_with_the_same_text(
    capture: Capture, server: RawServer, archive: Archive, request: pytest.FixtureRequest, qtbot: Any
) -> None:
    """Out of the archive, with the server gone: the scripts find what they fetched."""
    from widgets.web.context import ReplayContext

    server.routes.update(scripted_site())
    got = capture()
    with archive.writer() as writer:
        page = writer.store(NewCapture(got.main.url, got.main.date, got.main.ip, got.main.data))
        for part in got.parts:
            writer.store(NewCapture(part.url, part.date, part.ip, part.data))
    server.__exit__(None, None, None)
    request.getfixturevalue("qapp")
    context = ReplayContext(archive)
    try:
        view = context.new_view()
        qtbot.addWidget(view)
        view.show()
        with qtbot.waitSignal(view.loaded, timeout=20_000):
            view.show_capture(page)
        texts: list[Any] = []

        def has_text() -> bool:
            view.run_script("[document.title, document.body.innerText]", texts.append)
            return bool(texts) and texts[-1] is not None and texts[-1][0] == "By script"

        qtbot.waitUntil(has_text, timeout=10_000)
        assert "天网 words that came later" in texts[-1][1]
    finally:
        context.close()


def test_dialogs_printing_and_unloading_hold_nobody_up(capture: Capture, server: RawServer) -> None:
    server.routes["/"] = answer(
        "<p id=p><script>onbeforeunload=(e)=>{e.preventDefault();return 'stay'};alert(1);"
        "p.textContent = [confirm('old enough?'), prompt('name', 'x')].join();print();document.title='done'</script>"
    )
    got = capture()
    assert (got.title, got.text_length, got.trouble) == ("done", len("true,x"), "")


def test_a_page_that_is_a_file_is_an_answer_like_any_other(capture: Capture, server: RawServer) -> None:
    body = os.urandom(300_000)
    server.routes["/"] = answer(
        body, 'Content-Disposition: attachment; filename="a.bin"', media_type="application/x"
    )
    got = capture()
    assert got.main.body == body
    server.routes["/a.pdf"] = answer(b"%PDF-1.4 " + body, media_type="application/pdf")
    assert capture("/a.pdf").main.body == b"%PDF-1.4 " + body


def test_a_script_without_end_ends_by_the_time_limit(
    capture: Capture, server: RawServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browsing, "LAST_SECONDS", 1.0)
    server.routes["/"] = answer("<p>text<script>setTimeout(() => { while (true); }, 50)</script>")
    begun = time.monotonic()
    got = capture(seconds=1.5)
    assert got.trouble == "timeout"
    assert b"while" in got.main.body
    assert time.monotonic() - begun < 6
    server.routes["/fine"] = answer("<title>Fine</title>")
    assert capture("/fine").title == "Fine"  # in the same tab


def test_requests_without_end_end_by_the_time_limit(capture: Capture, server: RawServer) -> None:
    server.routes["/"] = answer("<title>Busy</title><script>setInterval(() => fetch('/poll'), 30)</script>")
    got = capture(seconds=2)
    assert (got.title, got.trouble) == ("Busy", "timeout")
    assert "/poll" in by_path(got, server)


def test_a_stream_of_events_does_not_keep_a_page_from_being_quiet(
    capture: Capture, server: RawServer
) -> None:
    def events(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n")
        server.ended.wait(20)

    server.routes["/events"] = events
    server.routes["/"] = answer(
        "<script>new EventSource('/events').onmessage=(e)=>document.title=e.data</script>"
    )
    got = capture(seconds=8)
    assert (got.title, got.trouble) == ("1", "")


def test_a_page_that_never_comes_is_a_failure(capture: Capture, server: RawServer) -> None:
    server.routes["/"] = lambda connection: server.ended.wait(20)
    with pytest.raises(BrowserFailed) as failure:
        capture(seconds=1)
    assert failure.value.reason == "timeout"


def test_a_long_page_that_goes_on_coming_is_waited_for(capture: Capture, server: RawServer) -> None:
    """The time limit is for what hangs: a body of many bytes has the time it needs."""
    piece = b"<p>" + b"x" * 65_533

    def long(connection: socket.socket) -> None:
        connection.sendall(
            b"HTTP/1.1 200 OK\r\nContent-Type: application/x\r\nContent-Length: %d\r\n\r\n"
            % (12 * len(piece))
        )
        for _ in range(12):
            connection.sendall(piece)
            threading.Event().wait(0.1)

    server.routes["/"] = long
    got = capture(seconds=0.6)
    assert got.main.incomplete == ""
    assert got.main.body == piece * 12


def test_an_answer_without_a_page_is_an_answer(capture: Capture, server: RawServer) -> None:
    server.routes["/"] = b"HTTP/1.1 204 No Content\r\n\r\n"
    assert (capture(seconds=5).main.status, capture(seconds=5).trouble) == (204, "")


def test_a_renderer_that_dies_is_reported_with_what_came(
    run: Callable[..., Any], browser: ChildBrowser, server: RawServer, capture: Capture
) -> None:
    if not PROC:
        pytest.skip("renderers of others can be found on Linux only")

    def die(connection: socket.socket) -> None:
        assert browser._child is not None
        for renderer in renderers(browser._child.pid):
            with contextlib.suppress(OSError):
                os.kill(renderer, signal.SIGKILL)
        connection.sendall(answer("x"))

    server.routes["/die"] = die
    server.routes["/"] = answer("<p>text<script>fetch('/die')</script>")
    got = capture(seconds=15)
    assert got.trouble == "crashed"
    assert got.seconds < 10
    assert b"text" in got.main.body
    server.routes["/fine"] = answer("<title>Fine</title>")
    assert capture("/fine").title == "Fine"


def test_a_child_that_is_killed_is_reported_and_started_again(
    run: Callable[..., Any], browser: ChildBrowser, server: RawServer, capture: Capture
) -> None:
    def kill(connection: socket.socket) -> None:
        assert browser._child is not None
        os.kill(browser._child.pid, signal.SIGKILL)
        connection.sendall(answer("x"))

    server.routes["/"] = answer("<p>text<script>fetch('/die')</script>")
    server.routes["/die"] = kill
    assert capture(seconds=15).trouble == "crashed"
    server.routes["/fine"] = answer("<title>Fine</title>")
    assert capture("/fine").title == "Fine"


def test_a_page_that_is_called_off_leaves_its_tab_to_the_next(
    run: Callable[..., Any], browser: ChildBrowser, server: RawServer
) -> None:
    there = threading.Event()

    def page(connection: socket.socket) -> None:
        there.set()
        server.ended.wait(0.3)
        connection.sendall(answer("<title>Late</title>"))

    server.routes["/"] = page
    server.routes["/next"] = answer("<title>Next</title><script>fetch('/part')</script>")

    async def work() -> BrowserAnswer:
        first = asyncio.create_task(browser.capture(server.base + "/", seconds=20, scroll=True))
        await asyncio.to_thread(there.wait, 20)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        return await browser.capture(server.base + "/next", seconds=20, scroll=True)

    got = run(work())
    assert (got.title, got.trouble, list(by_path(got, server))[:1]) == ("Next", "", ["/part"])


def test_two_pages_at_once_and_a_third_that_waits(
    run: Callable[..., Any], browser: ChildBrowser, server: RawServer
) -> None:
    async def three() -> list[BrowserAnswer]:
        return await asyncio.gather(
            *(browser.capture(f"{server.base}/{n}", seconds=20, scroll=False) for n in range(3))
        )

    for n in range(3):
        server.routes[f"/{n}"] = answer(f"<title>{n}</title><script>fetch('/of-{n}')</script>")
    got = run(three())
    assert [one.title for one in got] == ["0", "1", "2"]
    for n, one in enumerate(got):
        assert f"/of-{n}" in by_path(one, server)
        assert not {f"/of-{other}" for other in range(3) if other != n} & set(by_path(one, server))


def test_nothing_is_left_behind(run: Callable[..., Any], server: RawServer) -> None:
    """Neither processes nor files nor a listening port, after an orderly end in the middle of a page."""
    if not PROC:
        pytest.skip("processes of others can be listed on Linux only")
    there = threading.Event()

    def page(connection: socket.socket) -> None:
        connection.sendall(answer("<script>while (true);</script>"))
        there.set()

    server.routes["/"] = page

    async def work() -> tuple[list[int], int, str]:
        async with direct() as upstream:
            browser = ChildBrowser(upstream, command(CAPTURE))
            stuck = asyncio.create_task(browser.capture(server.base + "/", seconds=30, scroll=True))
            await asyncio.to_thread(there.wait, 20)
            child = browser._child
            assert child is not None
            started = [child.pid, *family(child.pid)]
            assert os.path.isdir(child._folder)  # noqa: PTH112, ASYNC240
            stuck.cancel()
            await asyncio.gather(stuck, return_exceptions=True)
            await browser.close()
            return started, browser._proxy.port, child._folder

    started, port, folder = run(work())
    assert len(started) > 2
    assert ended(started)
    assert not Path(folder).exists()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port))


PARENT = """
import asyncio, sys
from app.crawl.net.browsing import ChildBrowser
from app.starting import CAPTURE, command
from tests.upstream import direct

async def work():
    async with direct() as upstream:
        browser = ChildBrowser(upstream, command(CAPTURE))
        page = asyncio.create_task(browser.capture(sys.argv[1], seconds=60, scroll=True))
        while browser._child is None:
            await asyncio.sleep(0.05)
        print(browser._child.pid, browser._child._folder, flush=True)
        await page

asyncio.run(work())
"""


def test_when_the_crawl_is_killed_the_browser_ends_too(server: RawServer) -> None:
    """Even in the middle of a page whose script never ends; and takes its folder along."""
    if not PROC:
        pytest.skip("processes of others can be listed on Linux only")
    there = threading.Event()

    def page(connection: socket.socket) -> None:
        connection.sendall(answer("<script>while (true);</script>"))
        there.set()

    server.routes["/"] = page
    with started([sys.executable, "-c", PARENT, server.base + "/"], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        pid, folder = parent.stdout.readline().decode().split()
        assert there.wait(30)
        everyone = [int(pid), *family(int(pid))]
        assert len(everyone) > 2
        parent.kill()
    assert ended(everyone)
    assert not Path(folder).exists()


def test_a_crawl_lends_the_browser_its_name_its_headers_and_its_cookies(
    run: Callable[..., Any], server: RawServer
) -> None:
    """And takes what servers give the browser: both are one visitor."""
    server.routes["/first"] = answer("x", "Set-Cookie: from=crawl")
    server.routes["/"] = answer(
        "<script>document.cookie='own=1';fetch('/part')</script>", "Set-Cookie: page=1"
    )
    server.routes["/last"] = answer("x")

    async def work() -> BrowserAnswer:
        settings = CrawlSettings(
            seeds=(server.base,), user_agent="Own/1", contact="me@a.example", headers=(("X-Extra", "1"),)
        )
        fetcher = Fetcher(settings)
        browser = child_browser()(fetcher, settings)
        try:
            await fetcher.fetch(server.base + "/first")
            got = await browser.capture(server.base + "/", seconds=20, scroll=False)
            await fetcher.fetch(server.base + "/last")
            return got
        finally:
            await browser.close()
            await fetcher.close()

    assert by_path(run(work()), server)["/part"].status == 404
    asked = {one.path: one.fields for one in server.asked}
    for path in ("/", "/part"):
        assert asked[path]["user-agent"] == asked["/first"]["user-agent"] == "Own/1 (+me@a.example)"
        assert asked[path]["x-extra"] == "1"
        assert "from=crawl" in asked[path]["cookie"]
    assert "own=1" in asked["/part"]["cookie"]
    assert "page=1" in asked["/last"]["cookie"]


def test_a_browser_that_cannot_be_started_says_why(run: Callable[..., Any], server: RawServer) -> None:
    async def work() -> None:
        async with direct() as upstream:
            browser = ChildBrowser(upstream, ["/nowhere/browser"])
            with pytest.raises(BrowserFailed, match="nowhere"):
                await browser.capture(server.base + "/", seconds=5, scroll=True)
            await browser.close()

    run(work())


def children(pid: int) -> Iterator[int]:
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            yield from map(int, task.read_text().split())


def family(pid: int) -> Iterator[int]:
    """Everything a process started."""
    for child in children(pid):
        yield child
        yield from family(child)


def renderers(pid: int) -> list[int]:
    """What was forked from the processes that a browser started."""
    own = set(children(pid))
    return [one for one in family(pid) if one not in own]


def alive(pid: int) -> bool:
    """Whether a process runs; one that only waits for its parent to notice its end does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def ended(pids: list[int], seconds: float = 15) -> bool:
    """Whether they all end soon: who is killed needs a moment to die."""
    end = time.monotonic() + seconds
    while any(map(alive, pids)) and time.monotonic() < end:
        threading.Event().wait(0.02)
    return not any(map(alive, pids))
