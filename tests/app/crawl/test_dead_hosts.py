"""A host that cannot be resolved or reached costs a crawl a moment; parts of pages never hold its end for long."""

from __future__ import annotations

import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from app.archive.archive import Archive
from app.crawl.frontier.joblist import jobs
from app.crawl.frontier.summaries import host_table
from app.crawl.rules.model import NOT_AWAITED, Awaited, CrawlProgress, LogEntry
from app.crawl.run.crawl import Crawl
from app.crawl.run.pipeline import GIVEN_UP_DETAIL
from app.crawl.run.politeness import UNREACHED
from tests.app.crawl.conftest import Site, wait_for

Run = Callable[..., tuple[Crawl, CrawlProgress]]
Reasons = Callable[[Crawl], dict[str, tuple[str, str]]]
PICTURES = 21


def pictures(host: str, count: int = PICTURES) -> str:
    return "".join(f'<img src="http://{host}/{number}.png">' for number in range(count))


class Names:
    """What the system knows of names: `answers` maps a name to an address or to an error; all look-ups are counted."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.answers: dict[str, str | int] = {}
        self.asked: Counter[str] = Counter()
        real = socket.getaddrinfo

        def answer(host: Any, *args: Any, **more: Any) -> Any:
            self.asked[host] += 1
            found = self.answers.get(host)
            if isinstance(found, int):
                raise socket.gaierror(found, "no answer")
            return real(found or host, *args, **more)

        monkeypatch.setattr(socket, "getaddrinfo", answer)


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Names:
    return Names(monkeypatch)


@pytest.fixture
def silent() -> Iterator[str]:
    """A host that takes connections and never answers."""
    server = socket.create_server(("127.0.0.1", 0))
    held = []

    def take() -> None:
        try:
            while True:
                held.append(server.accept()[0])
        except OSError:
            return

    thread = threading.Thread(target=take, daemon=True)
    thread.start()
    yield f"127.0.0.1:{server.getsockname()[1]}"
    server.shutdown(socket.SHUT_RDWR)
    server.close()
    thread.join()
    for connection in held:
        connection.close()


def closed_port() -> int:
    """A port of this machine on which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def named(job: Crawl, condition: Callable[[Awaited], bool]) -> Awaited:
    """The one host that a running crawl waits for, once it meets a condition; one moment's report, so that no two
    reports are mixed."""
    found: list[Awaited] = []

    def look() -> bool:
        found[:] = job.progress().awaited
        return len(found) == 1 and condition(found[0])

    wait_for(look)
    return found[0]


@pytest.mark.parametrize(
    ("error", "lookups"),
    [(socket.EAI_AGAIN, UNREACHED), (socket.EAI_NONAME, 2)],
    ids=["for now", "no such name"],
)
def test_all_pictures_of_a_host_without_address_fail_after_a_few_look_ups(
    site: Any, crawl: Run, reasons: Reasons, names: Names, error: int, lookups: int
) -> None:
    """Five look-ups with waits of up to 90 seconds held the crawl up for more than 100."""
    names.answers["dead.example"] = error
    site.pages["/a"] = pictures("dead.example")
    job, progress = crawl("/a", backoff=0.05)
    failed = {url: reason for url, reason in reasons(job).items() if "dead.example" in url}
    assert len(failed) == PICTURES and set(failed.values()) == {("error", "dns")}
    assert names.asked["dead.example"] == lookups
    assert progress.state == "finished" and progress.errors == PICTURES


def test_all_pictures_of_a_host_that_refuses_connections_fail_after_a_few_attempts(
    site: Any, crawl: Run, log: Callable[[Crawl], list[LogEntry]]
) -> None:
    host = f"127.0.0.1:{closed_port()}"
    site.pages["/a"] = pictures(host)
    job, _ = crawl("/a", obey_robots=False, retries=0)
    failed = [entry for entry in log(job) if host in entry.url]
    assert {(entry.kind, entry.reason) for entry in failed} == {("error", "connect")} and len(
        failed
    ) == PICTURES
    assert sum(entry.detail != GIVEN_UP_DETAIL for entry in failed) <= UNREACHED, (
        "the rest was not even asked for"
    )


def test_a_host_that_has_answered_before_gets_more_patience(
    site: Any, crawl: Run, names: Names, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its name is looked up again when the answer is old; a short failure then does not cost its addresses."""
    monkeypatch.setattr("app.crawl.net.resolving.AGE", 0.0)
    names.answers["site.example"] = "127.0.0.1"
    host = f"http://site.example:{site.server_port}"

    def failing(handler: Any) -> None:
        names.answers["site.example"] = socket.EAI_AGAIN
        threading.Thread(target=recover, daemon=True).start()
        handler.reply(200, {"Content-Type": "text/html", "Connection": "close"}, b'<a href="/b">b</a>')

    def recover() -> None:
        wait_for(lambda: names.asked["site.example"] > before + UNREACHED)
        names.answers["site.example"] = "127.0.0.1"

    site.pages["/a"], site.pages["/b"] = failing, "here"
    before = 2
    _, progress = crawl(f"{host}/a", backoff=0.01, obey_robots=False, delay=0.01)
    assert progress.pages == 2 and not progress.errors


def test_what_is_queued_later_of_a_dead_host_fails_at_once(
    site: Any, crawl: Run, reasons: Reasons, names: Names
) -> None:
    names.answers["dead.example"] = socket.EAI_AGAIN
    site.pages["/a"] = pictures("dead.example", 3) + '<a href="/b">b</a>'

    def late(handler: Any) -> None:
        wait_for(lambda: names.asked["dead.example"] == UNREACHED)
        handler.reply(200, {"Content-Type": "text/html"}, b'<img src="http://dead.example/late.png">')

    site.pages["/b"] = late
    job, _ = crawl("/a", backoff=0.02, workers=4)
    assert reasons(job)["http://dead.example/late.png"] == ("error", "dns")
    assert names.asked["dead.example"] == UNREACHED


def test_a_dead_host_is_asked_again_when_a_person_wants_an_address_anyway(
    site: Any, archive: Archive, settings: Any, reasons: Reasons, names: Names
) -> None:
    names.answers["dead.example"] = socket.EAI_AGAIN
    host = f"dead.example:{site.server_port}"
    site.pages["/0.png"] = (200, {"Content-Type": "image/png"}, b"\x89PNG\r\n\x1a\n")
    failed = threading.Event()

    def slow(handler: Any) -> None:
        assert failed.wait(30)
        handler.reply(200, {"Content-Type": "text/html"}, b"over")

    site.pages["/a"], site.pages["/slow"] = pictures(host, 3) + '<a href="/slow">s</a>', slow
    job = Crawl.new(archive, settings("/a", backoff=0.02, workers=4))
    job.start()
    try:
        wait_for(lambda: job.progress().errors == 3)
        names.answers["dead.example"] = "127.0.0.1"
        assert job.take(f"http://{host}/0.png").result(30)
        wait_for(lambda: "/0.png" in site.requests)
    finally:
        failed.set()
        assert job.join(30)
    assert reasons(job)[f"http://{host}/0.png"] == ("stored", "")
    assert job.progress().state == "finished"


def test_parts_of_pages_hold_the_end_of_a_crawl_only_for_a_while(
    site: Any, crawl: Run, reasons: Reasons, silent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.crawl.run.schedule.QUIET", 0.1)
    monkeypatch.setattr("app.crawl.run.schedule.PARTS_SECONDS", 0.5)
    monkeypatch.setattr("app.crawl.run.dispatching.LOOK_SECONDS", 0.05)
    site.pages["/a"] = pictures(silent)
    job, progress = crawl("/a", timeout=600.0)
    left_out = {reason for url, reason in reasons(job).items() if silent in url}
    assert left_out == {("refused", "not-awaited")}
    assert progress.state == "finished" and progress.refused >= PICTURES


def test_a_page_is_waited_for_as_long_as_its_tries_last(
    site: Any, crawl: Run, reasons: Reasons, silent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.crawl.run.schedule.QUIET", 0.01)
    monkeypatch.setattr("app.crawl.run.schedule.PARTS_SECONDS", 0.05)
    monkeypatch.setattr("app.crawl.run.dispatching.LOOK_SECONDS", 0.01)
    job, _ = crawl(f"http://{silent}/", timeout=0.3, obey_robots=False)
    assert reasons(job)[f"http://{silent}/"] == ("error", "timeout")


def test_a_picture_that_comes_slowly_but_surely_is_waited_for(
    site: Any, crawl: Run, reasons: Reasons, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.crawl.run.schedule.QUIET", 0.2)
    monkeypatch.setattr("app.crawl.run.schedule.PARTS_SECONDS", 0.4)
    monkeypatch.setattr("app.crawl.run.dispatching.LOOK_SECONDS", 0.05)
    pause = threading.Event()

    def slowly(handler: Any) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "image/png")
        handler.send_header("Content-Length", "300000")
        handler.end_headers()
        for _ in range(30):
            handler.wfile.write(b"x" * 10_000)
            handler.wfile.flush()
            pause.wait(0.05)

    site.pages["/a"], site.pages["/p.png"] = '<img src="/p.png">', slowly
    job, _ = crawl("/a")
    assert reasons(job)["/p.png"] == ("stored", "")


def test_the_crawl_says_what_it_waits_for_and_ends_without_it_when_told(
    site: Any, archive: Archive, settings: Any, reasons: Reasons, silent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.crawl.run.schedule.QUIET", 0.1)
    monkeypatch.setattr("app.crawl.run.dispatching.LOOK_SECONDS", 0.05)
    site.pages["/a"] = pictures(silent)
    job = Crawl.new(archive, settings("/a", timeout=600.0, obey_robots=False))
    job.start()
    waiting = named(job, lambda host: host.host == silent)
    assert (waiting.host, waiting.count, waiting.pages) == (silent, PICTURES, False)
    rows = {row.host: row.queued for row in host_table(archive, job.job_id)}
    assert rows[silent] == PICTURES, "what waits in memory waits as well"
    assert job.finish_without().result(30) == PICTURES
    assert job.join(30) and job.progress().state == "finished"
    assert not job.progress().awaited
    assert {reason for url, reason in reasons(job).items() if silent in url} == {("refused", "not-awaited")}


def test_nothing_is_awaited_while_pages_are_fetched(site: Any, archive: Archive, settings: Any) -> None:
    site.links(a="b c", b="", c="")
    seen: list[int] = []
    job = Crawl.new(
        archive, settings("/a", delay=0.2), on_change=lambda _: seen.append(len(job.progress().awaited))
    )
    job.run()
    assert seen and not any(seen)


# -- hosts that answered and then stopped

PAGES = 15
LEFT_OUT = ("refused", NOT_AWAITED)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A crawl looks all the time what it waits for, and waits between two tries of a host are short."""
    monkeypatch.setattr("app.crawl.run.schedule.QUIET", 0.01)
    monkeypatch.setattr("app.crawl.run.dispatching.LOOK_SECONDS", 0.02)
    monkeypatch.setattr("app.crawl.run.politeness.MAX_BACKOFF", 0.05)


class Mortal:
    """A host whose /a is the last that it answers, until it rises again on the same port."""

    def __init__(self, content: str = "") -> None:
        self.content = content or "".join(f'<a href="/b{number}">b</a>' for number in range(PAGES))
        self.server = self._server(0)
        self.port = self.server.server_port
        self.server.pages["/a"] = self._last_answer
        self.up = True
        self.server.rise()

    def _server(self, port: int) -> Site:
        server = Site(port)
        server.pages["/a"] = self.content
        server.pages |= {f"/b{number}": "here" for number in range(PAGES)}
        server.pages |= {
            f"/{number}.png": (200, {"Content-Type": "image/png"}, b"\x89PNG") for number in range(PICTURES)
        }
        return server

    def _last_answer(self, handler: Any) -> None:
        handler.close_connection = True
        self.fall()
        handler.reply(200, {"Content-Type": "text/html", "Connection": "close"}, self.content.encode())

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def fall(self) -> None:
        if self.up:
            self.up = False
            self.server.fall()

    def rise(self) -> None:
        self.server, self.up = self._server(self.port), True
        self.server.rise()


@pytest.fixture
def mortal() -> Iterator[Mortal]:
    made = Mortal()
    yield made
    made.fall()


@pytest.mark.usefixtures("hasty")
def test_a_host_that_goes_down_is_left_out_as_one_and_asked_again_when_the_crawl_goes_on(
    archive: Archive, crawl: Run, reasons: Reasons, mortal: Mortal
) -> None:
    """It held a crawl for an hour, and every try cost one of its addresses."""
    job, progress = crawl(f"{mortal.url}/a", patience=0.3, retries=5, obey_robots=False)
    ends = {url: reason for url, reason in reasons(job).items() if "/b" in url}
    assert set(ends.values()) == {LEFT_OUT} and len(ends) == PAGES
    assert (progress.state, progress.limit_reached, progress.refused) == ("finished", NOT_AWAITED, PAGES)
    (kept,) = jobs(archive)
    assert kept.unfinished and kept.queued == 0

    mortal.rise()
    again = Crawl.resume(archive, job.job_id)
    again.run()
    progress = again.progress()
    assert (progress.state, progress.pages, progress.refused, progress.errors) == (
        "finished",
        PAGES + 1,
        0,
        0,
    )
    (kept,) = jobs(archive)
    assert not kept.unfinished
    assert not [row for row in host_table(archive, job.job_id) if row.queued]


@pytest.mark.usefixtures("hasty")
def test_a_host_that_comes_back_in_time_loses_nothing(
    archive: Archive, settings: Any, reasons: Reasons, mortal: Mortal
) -> None:
    job = Crawl.new(archive, settings(f"{mortal.url}/a", patience=60.0, retries=5, obey_robots=False))
    job.start()
    # before its first failure it is named as well, without a reason and an end
    waiting = named(job, lambda host: host.reason != "")
    assert waiting.pages and waiting.reason == "connect" and 0 < waiting.ends_in <= 60
    mortal.rise()
    assert job.join(30)
    progress = job.progress()
    assert (progress.pages, progress.refused, progress.errors) == (PAGES + 1, 0, 0)
    assert (progress.state, progress.limit_reached) == ("finished", "")


@pytest.mark.usefixtures("hasty")
def test_patience_begins_when_other_hosts_have_nothing_left(
    site: Any, crawl: Run, reasons: Reasons, mortal: Mortal
) -> None:
    length = 30
    for number in range(length):
        site.pages[f"/c{number}"] = f'<a href="/c{number + 1}">next</a>'

    def last(handler: Any) -> None:
        mortal.rise()
        handler.reply(200, {"Content-Type": "text/html"}, b"over")

    site.pages[f"/c{length}"] = last
    _, progress = crawl(
        f"{mortal.url}/a",
        "/c0",
        patience=0.5,
        delay=0.03,
        per_host=1,
        retries=50,
        workers=4,
        obey_robots=False,
    )
    assert progress.seconds > 0.5, "longer than its patience"
    assert (progress.pages, progress.refused, progress.errors) == (PAGES + length + 2, 0, 0)


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("error", [socket.EAI_AGAIN, socket.EAI_NONAME], ids=["for now", "no such name"])
def test_a_host_whose_name_is_lost_on_the_way_is_left_out_as_one(
    site: Any, crawl: Run, reasons: Reasons, names: Names, monkeypatch: pytest.MonkeyPatch, error: int
) -> None:
    """A laptop that loses its network must not lose its queue."""
    monkeypatch.setattr("app.crawl.net.resolving.AGE", 0.0)
    names.answers["site.example"] = "127.0.0.1"

    def failing(handler: Any) -> None:
        names.answers["site.example"] = error
        links = "".join(f'<a href="/b{number}">b</a>' for number in range(PAGES))
        handler.reply(200, {"Content-Type": "text/html", "Connection": "close"}, links.encode())

    site.pages["/a"] = failing
    host = f"http://site.example:{site.server_port}"
    job, progress = crawl(f"{host}/a", patience=0.5, obey_robots=False)
    assert {reason for url, reason in reasons(job).items() if "/b" in url} == {LEFT_OUT}
    assert (progress.state, progress.refused, progress.errors) == ("finished", PAGES, 0)


@pytest.mark.usefixtures("hasty")
def test_a_host_that_takes_connections_and_answers_no_more_is_left_out_as_one(
    site: Any, crawl: Run, reasons: Reasons
) -> None:
    site.links(a=" ".join(f"b{number}" for number in range(PAGES)))
    for number in range(PAGES):
        site.pages[f"/b{number}"] = lambda _handler: site.closing.wait(30)
    job, progress = crawl("/a", patience=0.3, timeout=0.1, retries=20, workers=4, obey_robots=False)
    assert {reason for url, reason in reasons(job).items() if "/b" in url} == {LEFT_OUT}
    assert (progress.state, progress.limit_reached) == ("finished", NOT_AWAITED)


@pytest.mark.usefixtures("hasty")
def test_one_address_without_an_answer_does_not_cost_the_others_of_its_host(
    site: Any, crawl: Run, reasons: Reasons, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each try of a silent host is for another address."""
    monkeypatch.setattr("app.crawl.run.politeness.WEARY", 1)
    monkeypatch.setattr("app.crawl.run.pipeline.WEARY", 1)
    site.links(a="hangs b c d")
    site.pages["/hangs"] = lambda _handler: site.closing.wait(30)
    site.links(b="", c="", d="")
    job, _ = crawl("/a", patience=0.3, timeout=0.1, retries=0, obey_robots=False)
    found = reasons(job)
    assert {found[f"/{name}"] for name in "bcd"} == {("stored", "")}
    assert found["/hangs"] == LEFT_OUT


@pytest.mark.usefixtures("hasty")
def test_pictures_of_a_host_that_went_down_hold_the_end_of_a_crawl_only_for_a_while(
    site: Any, crawl: Run, reasons: Reasons, mortal: Mortal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.crawl.run.schedule.PARTS_SECONDS", 0.3)
    site.pages["/a"] = f'<img src="{mortal.url}/a">' + pictures(mortal.url.removeprefix("http://"))
    job, progress = crawl("/a", patience=600.0, retries=50, obey_robots=False)
    ends = {reason for url, reason in reasons(job).items() if url.endswith(".png")}
    assert ends == {LEFT_OUT}
    assert (progress.state, progress.limit_reached) == ("finished", ""), "no page is missing"
