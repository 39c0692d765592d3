"""Versions whose text stood before, nearly the same, here or at another address: where and when first."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal

from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from widgets.kit import jobs
from widgets.kit.loading import Loader
from widgets.words import formats

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.archive.past import Past
    from app.likeness.known import Before

    class Shown(Protocol):
        """The archive that is on screen."""

        @property
        def archive(self) -> Archive | Past: ...
        @property
        def closed(self) -> bool: ...


class StandingBefore(QObject):
    """`want` the notes on versions, those of a page as a rule; `ready` gives them, as far as texts were compared
    (`likeness.feeding`)."""

    ready = Signal(str, object)  # address, dict: id of a version → what is to be said of it

    def __init__(self, session: Shown, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._loader = Loader(self)
        self._kept: tuple[object, Before] | None = None  # the state of the cache, and what it says

    def want(self, url: str, versions: Sequence[Capture]) -> None:
        """Look versions up; what was wanted before is called off. `url` comes back with the notes."""
        if self._session.closed:
            return
        urls, kept = {version.id: version.url for version in versions}, self._kept

        def read(reader: ArchiveReader, _: jobs.Handle) -> tuple[object, Before | None, dict[str, Capture]]:
            from app.likeness.known import Known, stamp

            now = stamp(reader.path)
            before = kept[1] if kept is not None and kept[0] == now else None
            if before is None:
                with suppress(sqlite3.Error, ValueError):  # a cache that cannot be read says nothing
                    before = Known(reader.path).before()
            return now, before, before.captures(reader, urls) if before is not None else {}

        def arrived(found: tuple[object, Before | None, dict[str, Capture]]) -> None:
            now, before, firsts = found
            self._kept = (now, before) if before is not None else None
            self.ready.emit(url, {id: self._say(first, urls[id]) for id, first in firsts.items()})

        self._loader.start(self._session.archive, read, arrived)

    def _say(self, first: Capture, url: str) -> str:
        if first.url == url:
            return self.tr("nearly the same text as on {date}").format(date=formats.date(first.date))
        return self.tr("nearly the same text stood at {address} on {date}").format(
            address=formats.shorten(formats.readable(first.url)), date=formats.date(first.date)
        )
