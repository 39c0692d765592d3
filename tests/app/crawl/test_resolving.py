"""A name that takes long holds up nobody who has something else to do."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from app.crawl.answers import FetchFailed
from app.crawl.fetch import Fetcher
from app.crawl.resolving import NamePending, Resolver
from app.crawl.settings import CrawlSettings

ROOT = Path(__file__).parents[3]


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
        "from app.crawl.resolving import NameFailed, Resolver\n"
        "async def run():\n"
        "    resolver = Resolver(timeout=0.05, look_up=lambda _: threading.Event().wait(60) or [])\n"
        "    try:\n"
        "        await resolver.addresses('hangs.example')\n"
        "    except NameFailed as failure:\n"
        "        print(failure.detail)\n"
        "    await resolver.close()\n"
        "asyncio.run(run())\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=30)
    assert (done.stdout, done.stderr) == ("no answer in time\n", "")
