"""Host names to addresses: cached, looked up once for all that ask, and tried again later when the look-up fails.

A name that cannot be resolved for now is tried about five times with growing waits, one that does not exist twice. No
worker waits for that: it gets the wait as an answer, and works on other hosts.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from aiohttp.abc import AbstractResolver, ResolveResult

from app.messages import Message

AGE = 300.0
FAILURE_AGE = 300.0
TRIES = 5
FACTOR = 4.5
LONGEST_WAIT = 90.0
"""With a first wait of a second: 1, 4.5, 20, 90 seconds."""
FINAL_TRIES = 2
"""Look-ups of a name that does not exist: some resolvers say so when they only failed."""
PATIENCE = 0.1
"""Seconds that a worker waits for a name; then it works on another host, and asks again after POLL."""
POLL = 0.3
CACHED = 10_000
THREADS = 32
"""A lookup that hangs occupies a thread; the others go on."""
_FINAL = frozenset({socket.EAI_NONAME, getattr(socket, "EAI_NODATA", socket.EAI_NONAME), 11001, 11004})
"""There is no such name; anything else may pass (numbers: Windows)."""

Lookup = Callable[[str], list[tuple[socket.AddressFamily, str]]]


class NameFailed(OSError):
    """A name has no address. `wait`: seconds after which another try makes sense, None for never; `tries`: failed
    look-ups so far."""

    def __init__(self, detail: str, wait: float | None, tries: int = 1) -> None:
        self.detail, self.wait, self.tries = detail, wait, tries
        super().__init__(detail)


class NamePending(Exception):
    """A name is still being looked up."""


@dataclass(slots=True)
class _Known:
    addresses: list[tuple[socket.AddressFamily, str]]
    until: float
    tries: int = 0
    detail: str = ""


def look_up(host: str) -> list[tuple[socket.AddressFamily, str]]:
    """The system's answer; blocks."""
    infos = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM, flags=socket.AI_ADDRCONFIG)
    found: dict[tuple[socket.AddressFamily, str], None] = {}
    for family, _, _, _, address in infos:
        if family in (socket.AF_INET, socket.AF_INET6) and (family == socket.AF_INET or not address[-1]):
            found[family, str(address[0])] = None
    return list(found)


class Resolver(AbstractResolver):
    """For one event loop. `first_wait` is the first of the growing waits in seconds, `timeout` that of one lookup.

    localhost is this machine even where no file says so, and .invalid is nothing (RFC 6761).
    """

    def __init__(self, first_wait: float = 1.0, timeout: float = 30.0, look_up: Lookup = look_up) -> None:
        self._first_wait = first_wait
        self._timeout = timeout
        self._look_up = look_up
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._asking: dict[str, asyncio.Task[_Known]] = {}
        self._threads = asyncio.Semaphore(THREADS)

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """Raises NameFailed."""
        return [
            ResolveResult(
                hostname=host, host=address, port=port, family=kind, proto=0, flags=socket.AI_NUMERICHOST
            )
            for kind, address in await self.addresses(host)
            if family in (kind, socket.AF_UNSPEC)
        ]

    async def addresses(
        self, host: str, patience: float | None = None
    ) -> list[tuple[socket.AddressFamily, str]]:
        """Family and IP address, the best first. Raises NameFailed; NamePending when `patience` seconds are not
        enough: the look-up goes on meanwhile."""
        if found := self.known(host):
            return found
        if host == "invalid" or host.endswith(".invalid"):
            raise NameFailed(Message("no-such-name"), None)
        known = self._known.get(host)
        now = time.monotonic()
        if known is None or known.until <= now:
            known = await self._ask(host, patience)
            now = time.monotonic()
        if known.addresses:
            return known.addresses
        raise NameFailed(
            known.detail, max(0.0, known.until - now) if known.tries < TRIES else None, known.tries
        )

    def known(self, host: str) -> list[tuple[socket.AddressFamily, str]]:
        """What `addresses` would give at once; empty where it would ask, or raise."""
        if fixed := _fixed(host):
            return fixed
        known = self._known.get(host)
        return known.addresses if known is not None and known.until > time.monotonic() else []

    def forget(self, host: str) -> None:
        """Forget a failure: the next question for the name is a new look-up."""
        known = self._known.get(host)
        if known is not None and not known.addresses:
            del self._known[host]

    async def close(self) -> None:
        for task in list(self._asking.values()):
            task.cancel()
        await asyncio.gather(*self._asking.values(), return_exceptions=True)

    async def _ask(self, host: str, patience: float | None) -> _Known:
        """One look-up for all that ask at the same time, also when some of them give up."""
        task = self._asking.get(host)
        if task is None:
            task = self._asking[host] = asyncio.create_task(self._answer(host))
            task.add_done_callback(lambda _: self._asking.pop(host, None))
        if patience is not None and not (await asyncio.wait([task], timeout=patience))[0]:
            raise NamePending
        return await asyncio.shield(task)

    async def _in_thread(self, host: str) -> list[tuple[socket.AddressFamily, str]]:
        """A lookup that hangs must hold up neither the end of the crawl nor that of the program: a pool's threads
        would, a daemon's does not."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[list[tuple[socket.AddressFamily, str]]] = loop.create_future()

        def over(found: list[tuple[socket.AddressFamily, str]], error: BaseException | None) -> None:
            self._threads.release()
            if not answer.done() and error is not None:
                answer.set_exception(error)
            elif not answer.done():
                answer.set_result(found)

        def work() -> None:
            found, failure = [], None
            try:
                found = self._look_up(host)
            except BaseException as error:
                failure = error
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(over, found, failure)

        await self._threads.acquire()
        threading.Thread(target=work, name="crawl-dns", daemon=True).start()
        return await answer

    async def _answer(self, host: str) -> _Known:
        before = self._known.pop(host, None)
        tries = before.tries + 1 if before and not before.addresses and before.tries < TRIES else 1
        detail: str = Message("no-address")
        final = False
        found: list[tuple[socket.AddressFamily, str]] = []
        try:
            async with asyncio.timeout(self._timeout):
                found = await self._in_thread(host)
        except TimeoutError:
            detail = Message("no-answer")
        except socket.gaierror as error:
            detail, final = str(error.strerror or error), error.errno in _FINAL
        except (OSError, UnicodeError) as error:
            detail, final = str(error), isinstance(error, UnicodeError)
        now = time.monotonic()
        if found:
            known = _Known(found, now + AGE)
        elif tries >= (FINAL_TRIES if final else TRIES):
            known = _Known([], now + FAILURE_AGE, TRIES, detail)
        else:
            wait = min(self._first_wait * FACTOR ** (tries - 1), LONGEST_WAIT)
            known = _Known([], now + wait, tries, detail)
        self._known[host] = known
        if len(self._known) > CACHED:
            self._known.popitem(last=False)
        return known


@lru_cache(maxsize=1024)
def _fixed(host: str) -> list[tuple[socket.AddressFamily, str]]:
    """What needs no lookup: IP addresses and this machine. Not to be changed: it is remembered."""
    if host == "localhost" or host.endswith(".localhost"):
        return [(socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")]
    try:
        address = ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return []
    return [(socket.AF_INET if address.version == 4 else socket.AF_INET6, str(address))]
