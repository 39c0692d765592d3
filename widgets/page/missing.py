"""What a page lacks to look whole: what it asked for in vain, what it names that was never captured, and what was answered
with an error whenever somebody asked for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.archive.spellings import normalize, same_address
from app.errors import AddressInvalid
from widgets.kit import jobs
from widgets.kit.loading import Loader
from widgets.words import formats

if TYPE_CHECKING:
    from app.archive.model import Capture
    from app.archive.reader import ArchiveReader
    from widgets.session import Session

MOST = 2000
"""Addresses that are told."""


class MissingParts(QObject):
    """Of the page on screen. A picture that is only loaded when somebody scrolls to it is never asked for, so what the
    page names is looked up as well, in a worker."""

    # addresses that the archive has not got, and those with an error, each with its status
    changed = Signal(list, dict)

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._loader = Loader(self)
        self._asked: tuple[str, ...] = ()
        self._named: list[str] = []
        self._answered: dict[str, int] = {}

    def clear(self) -> None:
        """Another page is shown."""
        self._loader.cancel()
        self._asked, self._named, self._answered = (), [], {}
        self.changed.emit([], {})

    def asked(self, addresses: Sequence[str]) -> None:
        """What the page asked for in vain so far."""
        self._asked = tuple(addresses)
        self._tell()

    def look(self, capture: Capture) -> None:
        """Find out what a page names and the archive has not got."""
        if formats.type_kind(capture.type) != "html":
            return

        def found(vain: tuple[list[str], dict[str, int]]) -> None:
            self._named, self._answered = vain
            self._tell()

        archive = self._session.archive
        self._loader.start(archive, lambda reader, task: named_in_vain(reader, capture, task), found)

    def _tell(self) -> None:
        self.changed.emit(joined(self._asked, self._named), self._answered)


def named_in_vain(
    reader: ArchiveReader, capture: Capture, task: jobs.Handle
) -> tuple[list[str], dict[str, int]]:
    """The parts of a page of which the archive has no capture at all, and those that were only answered with an error,
    each with the status; in a worker."""
    missing: dict[str, None] = {}
    answered: dict[str, int] = {}
    for link in reader.links(capture):
        if link.embed and not link.guess and link.url.startswith("http"):
            task.check()
            part = reader.page_meant(link.url)
            if part is None:
                missing[_asked_for(link.url)] = None
            elif part.kind == "error":
                answered[part.url] = part.status
            if len(missing) + len(answered) == MOST:
                break
    return list(missing), answered


def _asked_for(address: str) -> str:
    """An address in the spelling in which it is asked for."""
    with suppress(AddressInvalid):
        return normalize(address)
    return address


def joined(asked: Iterable[str], named: Iterable[str]) -> list[str]:
    """Both lists as one; an address that is spelled in two ways stands in it once."""
    both = list(dict.fromkeys(asked))
    loose = {_loose(each) for each in both}
    for each in named:
        if _loose(each) not in loose and not any(same_address(each, other) for other in both[:50]):
            both.append(each)
            loose.add(_loose(each))
    return both[:MOST]


def _loose(address: str) -> str:
    return formats.readable(address).partition("://")[2].casefold()
