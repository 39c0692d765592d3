"""A tab: one user of the proxy; a visit: the answers it got from one moment on; a browsed visit: those to a person, of
which enough are held to archive a page on sight."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Iterable

from app.recording.model import Hold, Recorded

STILL = 0.5  # seconds without a request after which a page counts as quiet
MOST_BYTES = 1024 * 1024 * 1024
"""Bodies of the parts of one page, together; a page of more is one that loads without end."""
_LAST_WORDS = 2.0


class Visit:
    """The answers to one tab from one moment on. In the proxy's loop only.

    With `url` the first request is the main one: it goes out spelled like that, a redirect is recorded and not handed
    on, and `main` is its answer; the others are `parts`. Without, everything is a part.
    """

    def __init__(self, hold: Hold, url: str = "") -> None:
        self.hold = hold
        self.url = url
        self.asked = ""  # the main address as the browser spells it
        self.main: Recorded | None = None
        self.redirected = False
        self.received = 0  # bytes of the main body so far
        self.failure: tuple[str, str] | None = None
        self.parts: list[Recorded] = []
        self.ended = False
        self.overfull = False  # more came than is kept
        self._bytes = 0
        self._tasks: set[asyncio.Task[object]] = set()
        self._in_flight = 0
        self._last = time.monotonic()
        self._changed = asyncio.Event()

    def is_main(self, address: str) -> bool:
        """Whether a request is the main one (the first, or the same again after a reload)."""
        if not self.url:
            return False
        self.asked = self.asked or address
        return address == self.asked

    def add(self, recorded: Recorded, main: bool) -> None:
        if main and not (self.ended and self.main):
            self.main = recorded  # after a reload: the last document of the page
        elif not main and not self.ended:
            self._bytes += recorded.size
            self.overfull = self.overfull or bool(self.url and self._bytes > MOST_BYTES)
            if not self.overfull:
                self.parts.append(recorded)

    def fail(self, reason: str, detail: str) -> None:
        """The main request has no answer."""
        self.failure = (reason, detail)
        self._changed.set()

    def begun(self, task: asyncio.Task[object] | None) -> None:
        """A request is under way in `task`."""
        if task is not None:
            self._tasks.add(task)
        self._in_flight += 1
        self._touch()

    def over(self, task: asyncio.Task[object] | None) -> None:
        if task is not None:
            self._tasks.discard(task)
        self._in_flight -= 1
        self._touch()

    def endless(self, more: bool) -> None:
        """Do not wait for a request under way that has no end (a stream of events); without `more`, it is over."""
        self._in_flight += -1 if more else 1
        self._touch()

    def _touch(self) -> None:
        self._last = time.monotonic()
        self._changed.set()

    async def settled(self) -> None:
        """Until the main request has an answer, or has failed."""
        while self.main is None and self.failure is None:
            self._changed.clear()
            await self._changed.wait()

    async def quiet(self, still: float = STILL, longest: float = 10.0) -> bool:
        """Until nothing was in flight for `still` seconds; False after `longest` seconds without such a time."""
        end = time.monotonic() + longest
        while (now := time.monotonic()) < end and not self.overfull:
            if not self._in_flight and now - self._last >= still:
                return True
            wait = min(end - now, still - (now - self._last)) if not self._in_flight else end - now
            self._changed.clear()
            try:
                async with asyncio.timeout(max(wait, 0.001)):
                    await self._changed.wait()
            except TimeoutError:
                continue
        return False

    def end(self) -> None:
        """Record no more, and give up the requests under way."""
        self.ended = True
        for task in tuple(self._tasks):
            task.cancel()

    async def over_with(self) -> None:
        """End, and wait until nothing is under way any more."""
        tasks = tuple(self._tasks)
        self.end()
        if tasks:
            await asyncio.wait(tasks, timeout=_LAST_WORDS)


class Tab:
    """One user of the proxy, known by a secret; its requests belong to `visit` (None: they are refused)."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.secret = secrets.token_urlsafe(24)
        self.visit: Visit | None = None

    def begin(self, url: str = "", hold: Hold | None = None) -> Visit:
        """A new visit; the one before ends."""
        self.end()
        self.visit = Visit(hold or Hold(), url)
        return self.visit

    def end(self) -> None:
        if self.visit is not None:
            self.visit.end()
            self.visit = None


_FRESH_HOLD = 64 * 1024 * 1024  # bytes after which bodies go into another hold, so that old files can go


class Browsed(Visit):
    """Holds answers, the oldest forgotten first. In the proxy's loop only."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        super().__init__(Hold())
        self._most = most
        self._bytes = self._in_hold = 0
        self._forgotten = 0  # how many answers came before the first that is held
        self._begun = 0

    def add(self, recorded: Recorded, main: bool) -> None:
        super().add(recorded, main)
        self._bytes += recorded.size
        self._in_hold += recorded.size
        if self._in_hold > _FRESH_HOLD:
            self.hold, self._in_hold = Hold(), 0
        while self._bytes > self._most and len(self.parts) > 1:
            self._bytes -= self.parts.pop(0).size
            self._forgotten += 1

    def navigated(self) -> None:
        """Begin a page: the answers from now on belong to it."""
        self._begun = self._forgotten + len(self.parts)

    def page(self, document: str, used: Iterable[str]) -> tuple[Recorded, list[Recorded]] | None:
        """The answer that is the document at the address, and those the page is made of: all since the page was begun,
        and the earlier ones it used. None when the document is not held (it answers a form, or is old)."""
        newest = {part.url: at for at, part in enumerate(self.parts)}
        at = newest.get(_bare(document))
        if at is None:
            return None
        begun = min(max(0, self._begun - self._forgotten), at)
        wanted = {newest[url] for url in map(_bare, used) if url in newest} | set(
            range(begun, len(self.parts))
        )
        return self.parts[at], [self.parts[one] for one in sorted(wanted - {at})]


def browse(tab: Tab) -> Browsed:
    """Let a tab browse freely."""
    tab.end()
    tab.visit = browsed = Browsed()
    return browsed


def _bare(url: str) -> str:
    return url.partition("#")[0]
