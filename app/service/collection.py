"""One archive as the service shows it: the captures of an address, their content, what is hidden."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import NamedTuple, TypeVar

from app.archive.archive import Archive
from app.archive.index.rows import EPOCH, moment
from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.errors import UserError
from app.interchange.cdxj import surt
from app.service.keys import Keys, key_beside, key_of
from app.tianwang.http import HttpMessage


class HiddenUnreadable(UserError):
    """A file of hidden addresses has a line that cannot be read."""

    code = "hidden-unreadable"


class Hidden(NamedTuple):
    """Addresses that are not shown: those whose key begins with `prefix`, until a moment (None: for good), and why."""

    prefix: str
    until: datetime | None
    reason: str

    def holds(self, key: str, now: datetime) -> bool:
        return key.startswith(self.prefix) and (self.until is None or now < self.until)


def read_hidden(path: Path) -> tuple[Hidden, ...]:
    """The lines “ADDRESS UNTIL REASON” of a file: the beginning of addresses, a date (2027-01-31) or “-”, words. Empty
    lines and those with “#” at their beginning do not count. HiddenUnreadable, OSError."""
    found = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        words = line.split(None, 2)
        if not words or line.startswith("#"):
            continue
        try:
            until = None if words[1] == "-" else datetime.fromisoformat(words[1]).replace(tzinfo=UTC)
        except (ValueError, IndexError):
            raise HiddenUnreadable(path=path, line=number) from None
        found.append(Hidden(surt(words[0].encode()), until, words[2] if len(words) > 2 else ""))
    return tuple(found)


class Collection:
    """An archive under a name. Its views may be used in any thread, each in one at a time."""

    def __init__(self, name: str, archive: Archive, hidden: Sequence[Hidden] = ()) -> None:
        self.name = name
        self.archive = archive
        self.keys = Keys()
        self._hidden = tuple(hidden)
        self._idle: SimpleQueue[ArchiveReader] = SimpleQueue()

    def close(self) -> None:
        """Close everything; no view may be in use any more."""
        while not self._idle.empty():
            self._idle.get_nowait().close()
        self.keys.close()

    def hidden(self, key: str) -> Hidden | None:
        """Why an address with this key is not shown, or None."""
        now = datetime.now(UTC)
        return next((one for one in self._hidden if one.holds(key, now)), None)

    def hidden_prefixes(self) -> list[str]:
        """What the keys of addresses begin with that are hidden at this moment."""
        now = datetime.now(UTC)
        return [one.prefix for one in self._hidden if one.until is None or now < one.until]

    def hidden_address(self, url: str) -> Hidden | None:
        """Why a record with this address is not shown, or None: also one that was derived from a page, or recorded
        beside it (“screenshot:http://…”)."""
        if not self._hidden:
            return None
        return self.hidden(key_beside(url))

    @contextmanager
    def view(self) -> Iterator[View]:
        """A look into the archive as it is now. ArchiveError, StorageFailed, StorageUnreadable."""
        try:
            reader = self._idle.get_nowait()
        except Empty:
            reader = self.archive.reader()
        try:
            self.keys.follow(reader)
            yield View(self, reader)
        finally:
            self._idle.put(reader)


class Moment(NamedTuple):
    """What a list of captures tells of one: its number, seconds since 1970, its address."""

    seq: int
    seconds: int
    url: str

    @property
    def date(self) -> datetime:
        return moment(self.seconds)


def _never() -> bool:
    return False


class View(NamedTuple):
    """What an archive holds at this moment; `stopped` says whether nobody waits any more for what is asked of it."""

    collection: Collection
    reader: ArchiveReader
    stopped: Callable[[], bool] = _never

    def captures(self, key: str, pages: Sequence[int] | None = None) -> list[Capture]:
        """All captures of the addresses with a key (`pages`, where they are known), oldest first; none of hidden ones."""
        if self.collection.hidden(key):
            return []
        found = self.collection.keys.pages(key) if pages is None else pages
        return self.reader.captures_of(found) if found else []

    def hidden_pages(self) -> list[int]:
        """The numbers of all pages that are hidden at this moment, also of what was derived from them."""
        keys = self.collection.keys
        return list({page for one in self.collection.hidden_prefixes() for page in keys.below(one)})

    def moments(self, url: str) -> list[Moment]:
        """When an address was captured, in any spelling, oldest first; nothing of hidden ones."""
        key = key_of(url)
        if self.collection.hidden(key):
            return []
        pages = self.collection.keys.pages(key)
        return [Moment(*one) for one in self.reader.moments_of(pages)] if pages else []

    def of_address(self, url: str) -> list[Capture]:
        """All captures of an address in any spelling, oldest first."""
        return self.captures(key_of(url))

    def content(self, capture: Capture) -> HttpMessage:
        """The response of a capture. FormatError, StorageUnreadable."""
        return self.reader.http(capture)


Dated = TypeVar("Dated", Capture, Moment)


def nearest(captures: Sequence[Dated], date: datetime, url: str = "") -> Dated | None:
    """The capture of just this second, or the one nearest to it; of several the one whose address is written so. They are in
    the order of time."""
    wanted = (date - EPOCH).total_seconds()
    after = bisect_left(captures, wanted, key=_seconds)
    beside = [_seconds(captures[place]) for place in (after - 1, after) if 0 <= place < len(captures)]
    if not beside:
        return None
    distance = min(abs(one - wanted) for one in beside)
    at = [one for one in beside if abs(one - wanted) == distance]
    low, high = bisect_left(captures, at[0], key=_seconds), bisect_right(captures, at[-1], key=_seconds)
    return min(captures[low:high], key=lambda one: (one.url != url, -one.seq))


def _seconds(one: Capture | Moment) -> float:
    return one.seconds if isinstance(one, Moment) else (one.date - EPOCH).total_seconds()
