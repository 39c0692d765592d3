"""Browsing on the living Web in a window of its own, and archiving what is on the screen."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.crawl.net.logins import Vault
from app.crawl.rules.settings import CrawlSettings
from app.crawl.run.crawl import Crawl
from app.loopback.authority import Authority
from tests.rawserver import RawServer, answer
from widgets.live.live_browser import LiveBrowser
from widgets.live.recorder import ArchivedPage

PAGE = answer(
    "<title>Live</title><img src=/a.png><script>fetch('/words')</script><link rel=stylesheet href=/a.css>"
)
PARTS = {
    "/a.png": answer(b"\x89PNG no more", "Cache-Control: max-age=1000", media_type="image/png"),
    "/words": answer("words", "X-Odd: kept"),
    "/a.css": answer("p { color: red }", media_type="text/css"),
}


class Person:
    """Browses, and waits for what is to be seen."""

    def __init__(self, live: LiveBrowser, qtbot: QtBot) -> None:
        self.live, self._qtbot = live, qtbot

    def go(self, server: RawServer, path: str, *until: str) -> None:
        """Open an address, and wait until the server was asked for it and for `until`."""
        asked = len(server.asked)
        self.live.open(server.base + path)
        wanted = {path, *until}
        self._qtbot.waitUntil(lambda: wanted <= set(server.paths()[asked:]), timeout=30_000)

    def archive(self) -> ArchivedPage:
        with self._qtbot.waitSignal(self.live.archived, timeout=20_000, raising=True) as done:
            self.live.archive()
        return done.args[0]

    def fail(self, press: Callable[[], None]) -> str:
        with self._qtbot.waitSignal(self.live.failed, timeout=20_000) as failed:
            press()
        return str(failed.args[0])

    @property
    def child(self) -> int:
        assert self.live._recorder is not None
        assert self.live._recorder._child is not None
        return self.live._recorder._child.pid


@pytest.fixture
def server() -> Iterator[RawServer]:
    with RawServer({"/": PAGE, **PARTS}) as running:
        yield running


class Home:
    """An archive with a live browser that the tests of this module share: starting one takes a second or two."""

    def __init__(self, folder: Path) -> None:
        self.archive = Archive.create(folder / "live.archive", "Live")
        self.logins = folder / "logins.json"
        self.crawl: Crawl | None = None
        self.live = LiveBrowser(
            self.archive, crawl=lambda: self.crawl, vault=Vault(self.logins), language="en"
        )


@pytest.fixture(scope="module")
def home(qapp: object, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    made = Home(tmp_path_factory.mktemp("home"))
    yield made
    made.live.close()


@pytest.fixture
def person(home: Home, qtbot: QtBot) -> Person:
    return Person(home.live, qtbot)


@pytest.fixture
def archive(home: Home) -> Archive:
    return home.archive


def stored(archive: Archive, job: str, server: RawServer) -> dict[str, bytes]:
    """What a job stored: the bytes as received, by path."""
    reader = archive.reader()
    try:
        captures = list(reader.captures_of_crawl(job))
        return {one.url.removeprefix(server.base): reader.record(one).data() for one in captures}
    finally:
        reader.close()


def test_the_page_on_the_screen_is_stored_with_its_parts_as_they_came(
    person: Person, server: RawServer, archive: Archive
) -> None:
    """And the next page with a part that it took out of the browser's memory; what was seen before is left out."""
    person.go(server, "/", *PARTS)
    first = person.archive()
    assert (first.url, first.title) == (server.base + "/", "Live")
    assert stored(archive, first.job, server).items() >= {"/": PAGE, **PARTS}.items()
    assert first.parts == len(stored(archive, first.job, server)) - 1
    server.routes["/two"] = answer("<title>Two</title><img src=/a.png><img src=/b.png>")
    server.routes["/b.png"] = answer(b"b", media_type="image/png")
    person.go(server, "/two", "/b.png")
    second = person.archive()
    assert second.title == "Two"
    assert second.job != first.job
    assert {"/two", "/b.png"} <= set(stored(archive, second.job, server))
    assert "/words" not in stored(archive, second.job, server)


def test_where_redirects_led_is_stored_with_the_way(
    person: Person, server: RawServer, archive: Archive
) -> None:
    server.routes["/old"] = moved = answer("", "Location: /", status="301 Moved")
    person.go(server, "/old", "/", *PARTS)
    page = person.archive()
    assert page.url == server.base + "/"
    assert stored(archive, page.job, server)["/old"] == moved


def test_beside_a_running_crawl_its_writer_stores(
    person: Person, server: RawServer, home: Home, archive: Archive
) -> None:
    go_on = threading.Event()

    def slow(connection: socket.socket) -> None:
        go_on.wait(60)
        connection.sendall(answer("slow"))

    server.routes["/slow"] = slow
    server.routes["/robots.txt"] = answer("", status="404 Not Found")
    crawl = Crawl.new(archive, CrawlSettings(seeds=(server.base + "/slow",), delay=0.0))
    crawl.start()
    try:
        home.crawl = crawl
        person.go(server, "/", *PARTS)
        page = person.archive()
        assert stored(archive, page.job, server).items() >= {"/": PAGE, **PARTS}.items()
        assert not crawl.join(0)
    finally:
        home.crawl = None
        go_on.set()
        crawl.stop()
        crawl.join(20)


def test_an_archive_that_somebody_else_writes_to_is_left_alone(
    person: Person, server: RawServer, archive: Archive
) -> None:
    person.go(server, "/", *PARTS)
    with archive.writer():
        assert "is writing to the archive" in person.fail(person.live.archive)
    assert person.archive().title == "Live"  # nothing is lost meanwhile


def test_the_answer_to_a_form_is_no_page_to_store(person: Person, server: RawServer) -> None:
    server.routes["/form"] = answer(
        "<form method=post action=/sent></form><script>document.forms[0].submit()</script>"
    )
    server.routes["/sent"] = answer("<title>Sent</title><img src=/done.png>")
    person.go(server, "/form", "/sent", "/done.png")
    assert "form" in person.fail(person.live.archive)


def test_only_the_log_in_of_the_site_on_the_screen_goes_to_crawls(
    person: Person, server: RawServer, home: Home, qtbot: QtBot
) -> None:
    with RawServer({"/": answer("x", "Set-Cookie: other=1"), "/x": answer("")}) as other:
        foreign = other.base.replace("localhost", "127.0.0.1")
        server.routes["/in"] = answer(
            f"<img src={foreign}/><script>fetch('/after')</script>",
            "Set-Cookie: session=secret; HttpOnly; Max-Age=1000",
            "Set-Cookie: short=1",
        )
        person.go(server, "/in", "/after")
        qtbot.waitUntil(lambda: other.paths() == ["/"], timeout=20_000)
        with qtbot.waitSignal(person.live.logged_in, timeout=20_000) as done:
            person.live.use_log_in()
    assert done.args == ["localhost", 2]
    kept = {cookie.name: cookie for cookie in Vault(home.logins).cookies()}
    assert set(kept) == {"session", "short"}
    assert (kept["session"].value, kept["session"].domain, kept["session"].http_only) == (
        "secret",
        "localhost",
        True,
    )
    assert kept["session"].expires is not None
    assert kept["short"].expires is None


def test_an_unproven_server_is_shown_and_its_pages_stored(person: Person, archive: Archive) -> None:
    with RawServer({"/": PAGE, **PARTS}, Authority().context("localhost")) as secure:
        person.go(secure, "/", *PARTS)
        assert stored(archive, person.archive().job, secure)["/"] == PAGE


@pytest.mark.usefixtures("elsewhere")
def test_when_the_browser_dies_the_program_lives_and_opens_another(
    person: Person, server: RawServer, qtbot: QtBot
) -> None:
    person.go(server, "/", *PARTS)
    with qtbot.waitSignal(person.live.closed, timeout=20_000):
        os.kill(person.child, signal.SIGKILL)
    assert not person.live.running
    person.go(server, "/", "/words")
    assert person.archive().title == "Live"


def test_nothing_is_left_when_it_is_closed(person: Person, server: RawServer) -> None:
    from tests.widgets.live.test_capture import PROC, ended, family

    if not PROC:
        pytest.skip("processes of others can be listed on Linux only")
    person.go(server, "/", *PARTS)
    recorder = person.live._recorder
    assert recorder is not None
    assert recorder._child is not None
    started, folder = [person.child, *family(person.child)], recorder._child._folder
    person.live.close()
    assert ended(started)
    assert not Path(folder).exists()
    assert not recorder._thread.is_alive()


def test_it_speaks_to_its_proxy_and_to_nobody_else(person: Person, server: RawServer, qtbot: QtBot) -> None:
    """Every socket of its processes, while a page tries all ways out, leads to the recording proxy."""
    from tests.widgets.live.test_capture import PROC, family
    from tests.widgets.web.test_leaks import ATTEMPTS, own_address

    if not PROC:
        pytest.skip("sockets of others can be listed on Linux only")
    script = (
        ATTEMPTS.replace("%P", server.base.rpartition(":")[2]).replace("%U", "9").replace("%H", own_address())
    )
    server.routes["/"] = answer(script.replace('document.title = "done"', 'fetch("/done")'))
    person.live.open(server.base + "/")
    seen: set[tuple[str, str, str]] = set()

    def done() -> bool:
        recorder = person.live._recorder
        if recorder is not None and recorder._child is not None:
            seen.update(sockets([recorder._child.pid, *family(recorder._child.pid)]))
        return "/done" in server.paths()

    qtbot.waitUntil(done, timeout=40_000)
    assert any(protocol == "tcp" for protocol, _, _ in seen)
    proxy = f"0100007F:{port_of(person):04X}"
    assert {one for one in seen if one[2] != proxy} == set()


def port_of(person: Person) -> int:
    command = Path(f"/proc/{person.child}/cmdline").read_bytes().split(b"\0")
    return int(next(word for word in command if word.startswith(b"--port=")).removeprefix(b"--port="))


def sockets(pids: list[int]) -> set[tuple[str, str, str]]:
    """(protocol, local, remote) of the internet sockets of processes, from the kernel's tables."""
    inodes = set()
    for pid in pids:
        with contextlib.suppress(OSError):
            for handle in Path(f"/proc/{pid}/fd").iterdir():
                with contextlib.suppress(OSError):
                    target = str(handle.readlink())
                    if target.startswith("socket:["):
                        inodes.add(target[8:-1])
    found = set()
    for protocol in ("tcp", "tcp6", "udp", "udp6"):
        for line in Path(f"/proc/self/net/{protocol}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[9] in inodes:
                found.add((protocol, fields[1], fields[2]))
    return found
