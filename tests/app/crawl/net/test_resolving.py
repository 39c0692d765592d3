"""Names are looked up once, and one that takes long holds up nobody who has something else to do."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import threading
import time
from itertools import pairwise
from pathlib import Path

import pytest

from app.crawl.net.fetch import Fetcher, FetchFailed
from app.crawl.net.resolving import FINAL_TRIES, TRIES, NameFailed, NamePending, Resolver
from app.crawl.rules.settings import CrawlSettings
from tests.app.crawl.fetching import OK, fetching
from tests.app.crawl.servers import read_head

ROOT = Path(__file__).parents[4]


def test_who_is_impatient_is_told_and_the_look_up_goes_on() -> None:
    answered, asked = threading.Event(), []

    def look_up(host: str) -> list[tuple[socket.AddressFamily, str]]:
        asked.append(host)
        assert answered.wait(30)
        return [(socket.AF_INET, "192.0.2.1")]

    async def run() -> None:
        resolver = Resolver(look_up=look_up)
        for _ in range(3):
            with pytest.raises(NamePending):
                await resolver.addresses("slow.example", patience=0.01)
        answered.set()
        assert await resolver.addresses("slow.example") == [(socket.AF_INET, "192.0.2.1")]
        assert await resolver.addresses("slow.example", patience=0.0) == [(socket.AF_INET, "192.0.2.1")]
        await resolver.close()

    asyncio.run(run())
    assert asked == ["slow.example"]


def test_the_fetcher_says_when_to_ask_again(monkeypatch: pytest.MonkeyPatch) -> None:
    answered = threading.Event()

    def hanging(host: str, *_: object, **__: object) -> list[tuple[object, ...]]:
        assert answered.wait(30)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", hanging)

    async def run() -> None:
        fetcher = Fetcher(CrawlSettings(seeds=("http://slow.example/",)))
        with pytest.raises(FetchFailed) as failure:
            await fetcher.addresses("slow.example")
        assert failure.value.reason == "resolving"
        assert failure.value.wait is not None and failure.value.wait > 0
        answered.set()
        await fetcher.close()

    asyncio.run(run())


def test_a_look_up_that_hangs_does_not_hold_up_the_end_of_the_program() -> None:
    """The threads of a pool would be waited for."""
    script = (
        "import asyncio, threading\n"
        "from app.crawl.net.resolving import NameFailed, Resolver\n"
        "async def run():\n"
        "    resolver = Resolver(timeout=0.05, look_up=lambda _: threading.Event().wait(60) or [])\n"
        "    try:\n"
        "        await resolver.addresses('hangs.example')\n"
        "    except NameFailed as failure:\n"
        "        print(failure.detail)\n"
        "    await resolver.close()\n"
        "asyncio.run(run())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=30
    )
    assert (done.stdout, done.stderr) == ("no answer in time\n", "")


def test_a_name_is_looked_up_once_for_all_and_kept() -> None:
    asked: list[str] = []
    gate = threading.Event()

    def look_up(host: str) -> list[tuple[socket.AddressFamily, str]]:
        asked.append(host)
        gate.wait(5)
        return [(socket.AF_INET6, "2001:db8::1"), (socket.AF_INET, "192.0.2.1")]

    async def work() -> None:
        resolver = Resolver(look_up=look_up)
        first = asyncio.create_task(resolver.resolve("a.example", 80))
        second = asyncio.create_task(resolver.addresses("a.example"))
        await asyncio.sleep(0)
        first.cancel()
        gate.set()
        assert len(await second) == 2, "whoever asked first may give up without harm"
        assert [entry["host"] for entry in await resolver.resolve("a.example", 80)] == [
            "2001:db8::1",
            "192.0.2.1",
        ]
        assert [entry["host"] for entry in await resolver.resolve("a.example", 80, socket.AF_INET)] == [
            "192.0.2.1"
        ]
        await resolver.close()

    asyncio.run(work())
    assert asked == ["a.example"]


def test_a_name_that_fails_for_now_is_tried_five_times_with_growing_waits_and_holds_up_nobody() -> None:
    asked: list[str] = []

    def look_up(host: str) -> list[tuple[socket.AddressFamily, str]]:
        asked.append(host)
        raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")

    async def work() -> list[float]:
        resolver = Resolver(first_wait=0.001, look_up=look_up)
        waits = []
        while True:
            start = time.monotonic()
            with pytest.raises(NameFailed) as failed:
                await resolver.addresses("a.example")
            assert time.monotonic() - start < 0.5, "nobody waits here"
            if failed.value.wait is None:
                break
            waits.append(failed.value.wait)
            with pytest.raises(NameFailed):
                await resolver.addresses("a.example")
            assert len(asked) == len(waits), "who asks meanwhile is told from memory"
            await asyncio.sleep(failed.value.wait)
        await resolver.close()
        return waits

    waits = asyncio.run(work())
    assert len(asked) == TRIES and len(waits) == TRIES - 1
    assert all(later > 3 * sooner for sooner, later in pairwise(waits))
    assert asked == ["a.example"] * TRIES


def test_a_name_that_does_not_exist_is_asked_for_once_more_and_not_again() -> None:
    asked: list[str] = []

    def look_up(host: str) -> list[tuple[socket.AddressFamily, str]]:
        asked.append(host)
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    async def wait_of(resolver: Resolver, host: str) -> float | None:
        with pytest.raises(NameFailed) as failed:
            await resolver.addresses(host)
        return failed.value.wait

    async def work() -> None:
        resolver = Resolver(first_wait=0.01, look_up=look_up)
        first = await wait_of(resolver, "gone.example")
        assert first is not None
        await asyncio.sleep(first)
        assert [await wait_of(resolver, "gone.example") for _ in range(3)] == [None] * 3
        assert await wait_of(resolver, "x.invalid") is None
        resolver.forget("gone.example")
        assert await wait_of(resolver, "gone.example") is not None, "who insists gets a look-up of its own"
        await resolver.close()

    asyncio.run(work())
    assert asked == ["gone.example"] * (FINAL_TRIES + 1)


@pytest.mark.parametrize("host", ["localhost", "anything.localhost"])
def test_localhost_is_this_machine_without_asking_anybody(host: str) -> None:
    async def work() -> list[str]:
        resolver = Resolver(look_up=lambda _: pytest.fail("asked the system"))
        found = [entry["host"] for entry in await resolver.resolve(host, 80)]
        await resolver.close()
        return found

    assert asyncio.run(work()) == ["127.0.0.1", "::1"]


def test_names_beyond_ascii_and_ipv6_addresses_are_asked_for() -> None:
    hosts: list[str] = []

    async def work(fetcher: Fetcher) -> None:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            hosts.append((await read_head(reader))[1]["host"])
            writer.write(OK)
            await reader.read()
            writer.close()

        server = await asyncio.start_server(answer, "::1", 0)
        port = server.sockets[0].getsockname()[1]
        assert (await fetcher.fetch(f"http://[::1]:{port}/")).ip == "::1"
        await fetcher.fetch(f"http://xn--1lq90i.localhost:{port}/")
        server.close()
        assert hosts == [f"[::1]:{port}", f"xn--1lq90i.localhost:{port}"]

    fetching(work)
