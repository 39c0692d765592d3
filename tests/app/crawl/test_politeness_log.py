"""The proof of politeness: servers note the time of every request, and no host was asked faster than its delay.

Start to start, for everything that asks: pages, requisites, robots.txt and what it redirects to, second tries; across
pauses, stops, resumes and kill -9. The log is a file that only the server writes, in a process of its own, so that its
clock is not held up by the crawl.
"""

from __future__ import annotations

import json
import random
import socket
import subprocess
import sys
import textwrap
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from app.archive.archive import Archive
from app.crawl.frontier.joblist import jobs
from app.crawl.rules.settings import CrawlSettings
from app.crawl.run.crawl import Crawl
from tests.app.crawl.conftest import wait_for

ROOT = Path(__file__).parents[3]
DELAY = 0.2

# One asyncio loop, one socket for each host; a line of JSON for each request: when it was read, the earliest moment at
# which it may have arrived, port, path. The two differ by how long the loop took for its last turns: on a busy machine
# a process may not run for a while.
SERVER = textwrap.dedent(
    """
    import asyncio, collections, contextlib, json, os, socket, sys, time
    hosts = json.load(open(sys.argv[1]))
    log = open(sys.argv[2], "a", buffering=1)
    tries = {}
    ticks = collections.deque([time.monotonic()], maxlen=4)

    async def tick():
        while True:
            ticks.append(time.monotonic())
            await asyncio.sleep(0.002)

    async def handle(reader, writer, port):
        try:
            while True:
                head = await reader.readuntil(b"\\r\\n\\r\\n")
                path = head.split(b" ", 2)[1].decode()
                log.write(json.dumps([time.monotonic(), ticks[0], port, path]) + "\\n")
                status, headers, body, wait = hosts[str(port)].get(path, [404, {}, "", 0])
                if isinstance(status, list):
                    tries[port, path] = number = tries.get((port, path), -1) + 1
                    status = status[min(number, len(status) - 1)]
                await asyncio.sleep(wait)
                if status == 0:
                    return
                lines = [f"HTTP/1.1 {status} X", f"Content-Length: {len(body)}", "Content-Type: text/html"]
                lines += [f"{name}: {value}" for name, value in headers.items()]
                writer.write(("\\r\\n".join(lines) + "\\r\\n\\r\\n" + body).encode())
        except (OSError, EOFError, asyncio.LimitOverrunError):
            pass
        finally:
            writer.transport.abort()

    async def main():
        for port, number in zip(hosts, sys.argv[3:]):
            bound = socket.socket(fileno=int(number))
            await asyncio.start_server(lambda r, w, port=int(port): handle(r, w, port), sock=bound)
        ticking = asyncio.create_task(tick())
        print("ready", flush=True)
        await ticking

    with contextlib.suppress(OSError):
        os.nice(-10)
    asyncio.run(main())
    """
)


class Hosts:
    """Several hosts on ports of this machine. `page` describes them before `start`; `log` reads what they noted."""

    def __init__(self, folder: Path, count: int) -> None:
        self._log = folder / "requests.jsonl"
        self._plan = folder / "hosts.json"
        self._process: subprocess.Popen[str] | None = None
        # bound until the end: who only asked which ports are free would find them taken by another test
        self._sockets = [_bound() for _ in range(count)]
        self.ports = [int(bound.getsockname()[1]) for bound in self._sockets]
        self._pages: dict[int, dict[str, list[Any]]] = {port: {} for port in self.ports}

    def page(
        self,
        host: int,
        path: str,
        body: str = "",
        status: int | list[int] = 200,
        wait: float = 0.0,
        **headers: str,
    ) -> None:
        """`status` may be a list, for one request after the other; 0 hangs up without an answer."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self._pages[self.ports[host]][path] = [status, named, body, wait]

    def url(self, host: int, path: str = "/") -> str:
        return f"http://127.0.0.1:{self.ports[host]}{path}"

    def links(self, host: int, *paths: str) -> str:
        return "".join(f'<a href="{self.url(host, path)}">x</a>' for path in paths)

    def start(self) -> None:
        self._plan.write_text(json.dumps(self._pages))
        numbers = [bound.fileno() for bound in self._sockets]
        self._process = subprocess.Popen(
            [sys.executable, "-c", SERVER, str(self._plan), str(self._log), *map(str, numbers)],
            stdout=subprocess.PIPE,
            text=True,
            pass_fds=numbers,
        )
        assert self._process.stdout is not None and self._process.stdout.readline() == "ready\n"

    def stop(self) -> None:
        for bound in self._sockets:
            bound.close()
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            assert self._process.stdout is not None
            self._process.stdout.close()

    def log(self) -> list[tuple[float, float, int, str]]:
        return (
            [tuple(json.loads(line)) for line in self._log.read_text().splitlines()]
            if self._log.exists()
            else []
        )

    def paths(self, host: int) -> list[str]:
        return [path for *_, port, path in self.log() if port == self.ports[host]]


def _bound() -> socket.socket:
    made = socket.socket()
    made.bind(("127.0.0.1", 0))
    return made


@pytest.fixture
def hosts(tmp_path: Path) -> Iterator[Callable[[int], Hosts]]:
    made: list[Hosts] = []

    def make(count: int) -> Hosts:
        made.append(Hosts(tmp_path, count))
        return made[-1]

    yield make
    for one in made:
        one.stop()


def impolite(hosts: Hosts, delays: dict[int, float] | None = None) -> list[str]:
    """Pairs of requests to one host that came closer to each other than its delay."""
    times: dict[int, list[tuple[float, float, str]]] = defaultdict(list)
    for read, earliest, port, path in sorted(hosts.log()):
        times[port].append((read, earliest, path))
    found = []
    for host, port in enumerate(hosts.ports):
        delay = (delays or {}).get(host, DELAY)
        for (_, before, first), (after, _, second) in pairwise(times[port]):
            if after - before < delay:
                found.append(f"host {host}: {first} and {second} within {after - before:.3f} s, not {delay}")
    return found


def settings(hosts: Hosts, *seeds: str, **more: Any) -> CrawlSettings:
    values: dict[str, Any] = {
        "seeds": seeds or (hosts.url(0),),
        "scope": "any",
        "delay": DELAY,
        "workers": 8,
        "per_host": 4,
        "backoff": 0.05,
        "timeout": 5.0,
        "sitemaps": False,
    }
    return CrawlSettings(**{**values, **more})


def run(archive: Archive, made: CrawlSettings) -> Crawl:
    crawl = Crawl.new(archive, made)
    crawl.run()
    assert crawl.error is None and crawl.progress().state == "finished"
    return crawl


def test_the_analysis_finds_a_host_that_was_asked_too_fast(
    hosts: Callable[[int], Hosts], archive: Archive
) -> None:
    """It must be able to fail: the same crawl with a smaller delay is caught."""
    servers = hosts(1)
    servers.page(0, "/", servers.links(0, "/a", "/b"))
    servers.start()
    run(archive, settings(servers, delay=DELAY / 2))
    assert impolite(servers)


def test_every_kind_of_request_keeps_the_delay(hosts: Callable[[int], Hosts], archive: Archive) -> None:
    servers = hosts(4)
    images = "".join(f'<img src="/i{number}.png">' for number in range(3))
    names = [f"/p{number}" for number in range(4)]
    servers.page(
        0, "/", images + servers.links(0, *names, "/there", "/busy", "/hangs-up") + servers.links(1, "/")
    )
    for name in names:
        servers.page(0, name, servers.links(1, name) + servers.links(2, name), wait=0.05)
    servers.page(0, "/there", status=302, Location=servers.url(1, "/back"))
    servers.page(1, "/back", status=302, Location=servers.url(0, "/p0"))
    servers.page(0, "/busy", status=[503, 429, 200], Retry_After="0")
    servers.page(0, "/hangs-up", status=0)
    servers.page(1, "/", servers.links(0, "/p1") + servers.links(3, "/"))
    # robots.txt of one host leads to another, which is in use at that moment
    servers.page(1, "/robots.txt", status=301, Location=servers.url(0, "/robots.txt"))
    servers.page(0, "/robots.txt", "User-agent: *\nDisallow: /secret")
    servers.page(2, "/robots.txt", status=[0, 500, 200], wait=0.05)
    servers.page(3, "/", servers.links(2, "/x", "/y"))
    servers.start()
    run(archive, settings(servers))
    assert impolite(servers) == []
    assert servers.paths(0).count("/busy") == 3 and servers.paths(0).count("/hangs-up") >= 3
    assert servers.paths(0).count("/robots.txt") == 2 and servers.paths(2)[:2] == ["/robots.txt"] * 2
    assert {path for *_, path in servers.log()} >= {*names, "/i0.png", "/there", "/back"}


def test_what_a_site_asks_for_in_robots_txt_counts_from_the_first_request_on(
    hosts: Callable[[int], Hosts], archive: Archive
) -> None:
    servers = hosts(2)
    servers.page(0, "/", servers.links(0, "/a", "/b") + servers.links(1, "/"))
    # slow enough for a second worker to be waiting for it
    servers.page(0, "/robots.txt", "User-agent: *\nCrawl-delay: 0.6", wait=0.3)
    servers.page(1, "/", servers.links(1, "/a", "/b", "/c"))
    servers.start()
    run(archive, settings(servers, servers.url(0), servers.url(0, "/a"), servers.url(0, "/b")))
    assert impolite(servers, {0: 0.6}) == []
    assert len(servers.paths(0)) == 4 and len(servers.paths(1)) == 5


def test_an_adaptive_delay_follows_a_slow_host(hosts: Callable[[int], Hosts], archive: Archive) -> None:
    servers = hosts(2)
    servers.page(
        0, "/", servers.links(0, *(f"/{number}" for number in range(4))) + servers.links(1, "/"), wait=0.2
    )
    for number in range(4):
        servers.page(0, f"/{number}", wait=0.2)
    servers.page(1, "/", servers.links(1, "/a", "/b"))
    servers.start()
    run(archive, settings(servers, obey_robots=False, delay=0.1, adaptive=3.0, delay_ceiling=0.5))
    assert impolite(servers, {0: 0.5, 1: 0.1}) == [], "three times 0.2 s, but no more than the ceiling"


def test_pause_and_stop_do_not_shorten_the_wait(hosts: Callable[[int], Hosts], archive: Archive) -> None:
    servers = hosts(2)
    everywhere = [f"/{number}" for number in range(9)]
    for host in (0, 1):
        servers.page(host, "/", servers.links(0, *everywhere) + servers.links(1, *everywhere))
        for path in everywhere:
            servers.page(host, path, "end")
    servers.start()
    crawl = Crawl.new(archive, settings(servers))
    chance = random.Random(2002)
    pause = threading.Event()
    for _ in range(3):
        crawl.start()
        pause.wait(chance.uniform(0.3, 0.5))
        for _ in range(3):
            crawl.pause()
            pause.wait(chance.uniform(0.0, 0.05))
            crawl.unpause()
            pause.wait(chance.uniform(0.05, 0.15))
        crawl.stop()
        assert crawl.join(10)
        crawl = Crawl.resume(archive, crawl.job_id)
    crawl.run()
    assert crawl.progress().state == "finished"
    assert impolite(servers) == []
    asked = [(port, path) for *_, port, path in servers.log() if path != "/robots.txt"]
    assert len(asked) == len(set(asked)) == 19


# ready before the one before it is killed: starting up must not be what keeps the delay
CHILD = textwrap.dedent(
    """
    import sys
    from app.archive.archive import Archive
    from app.crawl.run.crawl import Crawl
    print("ready", flush=True)
    sys.stdin.readline()
    Crawl.resume(Archive.open(sys.argv[1]), sys.argv[2]).run()
    """
)


@pytest.mark.slow
def test_kill_does_not_shorten_the_wait(hosts: Callable[[int], Hosts], archive: Archive) -> None:
    servers = hosts(3)
    everywhere = [f"/{number}" for number in range(4)]
    for host in range(3):
        servers.page(host, "/", "".join(servers.links(other, *everywhere) for other in range(3)))
        for path in everywhere:
            servers.page(host, path, "end")
    # to be kept by whoever comes after a kill
    servers.page(2, "/robots.txt", "User-agent: *\nCrawl-delay: 0.4")
    servers.start()
    job_id = Crawl.new(archive, settings(servers, *(servers.url(host) for host in range(3)))).job_id
    chance = random.Random(20040511)
    children = [
        subprocess.Popen(
            [sys.executable, "-c", CHILD, str(archive.path), job_id],
            cwd=ROOT,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for _ in range(4)
    ]
    try:
        for child in children:
            assert child.stdout is not None and child.stdout.readline() == "ready\n"
        for child in children:
            before = len(servers.log())
            assert child.stdin is not None
            child.stdin.write("go\n")
            child.stdin.flush()
            if child is children[-1]:
                assert child.wait(60) == 0
            elif child is children[0]:
                # a Crawl-delay is kept with the next commit
                wait_for(lambda: len(servers.paths(2)) >= 3)
                child.kill()
                child.wait()
            else:
                # killed soon after a request has gone out, whatever has been written by then
                wait_for(lambda before=before: len(servers.log()) >= before + chance.randint(2, 5))
                child.kill()
                child.wait()
    finally:
        for child in children:
            child.kill()
            child.communicate()
    assert jobs(archive)[0].state == "finished"
    assert impolite(servers, {2: 0.4}) == []
