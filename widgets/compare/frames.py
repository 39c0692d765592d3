"""The documents inside the frames of two versions of a page, paired by their addresses. No Qt.

A frame shows the capture that is nearest in time to its page, as replay does, so it may have changed though the page
around it did not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from app.archive import ArchiveReader
from app.archive.model import Capture
from app.archive.spellings import redirect_target, spellings
from app.errors import TianwangError
from widgets import formats

_MOST = 40  # frames of a page
_DEEPEST = 6  # frames inside of frames
_REDIRECTS = 5


@dataclass(frozen=True, slots=True)
class Framed:
    """What a frame shows: the address that the page asks for, where that leads, and the capture."""

    asked: str
    capture: Capture

    @property
    def addresses(self) -> tuple[str, str]:
        return self.asked, self.capture.url


def frame_pairs(
    reader: ArchiveReader, a: Capture, b: Capture, check: Callable[[], None] = lambda: None
) -> list[tuple[Framed, Framed]]:
    """The frames that both versions have, those inside of frames as well: paired by address, and those left over by
    their order, for a frame may have come to show another document. `check` may raise to stop."""
    found: list[tuple[Framed, Framed]] = []
    seen: set[tuple[str, str]] = set()
    waiting = [(a, b, 0)]
    while waiting and len(found) < _MOST:
        one, two, depth = waiting.pop(0)
        check()
        sides = [list(_frames(reader, capture, date)) for capture, date in ((one, a.date), (two, b.date))]
        for pair in _paired(*sides):
            ids = pair[0].capture.id, pair[1].capture.id
            if ids in seen or len(found) >= _MOST:
                continue
            seen.add(ids)
            found.append(pair)
            if depth < _DEEPEST:
                waiting.append((pair[0].capture, pair[1].capture, depth + 1))
    return found


def _paired(older: list[Framed], newer: list[Framed]) -> Iterator[tuple[Framed, Framed]]:
    left: list[Framed] = []
    rest = list(older)
    for frame in newer:
        mate = next((other for other in rest if other.asked == frame.asked), None)
        if mate is None:
            left.append(frame)
        else:
            rest.remove(mate)
            yield mate, frame
    yield from zip(rest, left, strict=False)


def _frames(reader: ArchiveReader, page: Capture, date: datetime) -> Iterator[Framed]:
    """The pages in the frames of a page, as they were at a date."""
    try:
        asked = dict.fromkeys(link.url for link in reader.links(page) if link.element in ("frame", "iframe"))
    except TianwangError:
        return  # the page itself cannot be read, and the comparison says so
    for address in list(asked)[:_MOST]:
        capture = _shown(reader, address, date)
        if capture is not None and formats.type_kind(capture.type) == "html":
            yield Framed(address, capture)


def _shown(reader: ArchiveReader, address: str, date: datetime) -> Capture | None:
    """What an address shows at a date, where redirects lead; None when the archive does not have it."""
    for _ in range(_REDIRECTS):
        found = next(filter(None, (reader.nearest(each, date) for each in spellings(address))), None)
        if found is None or not 300 <= found.status < 400:
            return found
        try:
            headers = {name.lower(): value for name, value in reader.http(found).headers}
        except TianwangError:
            return None
        address = redirect_target(found.url, headers.get("location", ""))
    return None
