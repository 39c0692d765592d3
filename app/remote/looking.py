"""A capture elsewhere with what it is made of, as long as it is looked at: its page and, as a browser asks for them, its
pictures and styles, fetched into an archive that goes when nobody looks any more.

Beside it may stand a version of an archive here, with its own pictures. Whoever replays it (`app.replay`) needs no network:
only this asks, and only the one remote archive.
"""

from __future__ import annotations

import shutil
import tempfile
import threading
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from app.archive.archive import Archive
from app.archive.documents.preparing import prepare
from app.archive.model import Capture, Damage, NewCapture
from app.archive.reader import ArchiveReader
from app.archive.writer import ArchiveWriter
from app.errors import FormatError, StorageFailed, StorageUnreadable
from app.interchange.arrivals import Skipped
from app.interchange.cdxj import surt
from app.remote.archives import Remote
from app.remote.asking import Client, RemoteCapture, RemoteFailed, at_moment
from app.remote.taking import TOLERATED, fetched
from app.tianwang.http import HttpMessage

MOST_PARTS = 300
"""Addresses that the archive elsewhere is asked for, for one page."""
MOST_BYTES = 128 << 20
"""Of these together."""
_PAUSE = 0.25  # seconds between two requests: a page is waited for
_IN_A_ROW = 3  # answers that fail, after which nothing more is asked


class Looking:
    """A capture elsewhere, `there`, and with `ours` a version here, `here`, in one archive; to be closed. Its readers
    (`app.replay.source`) are for one thread, and the last one that is closed takes the archive along."""

    def __init__(
        self, remote: Remote, one: RemoteCapture, ours: tuple[Archive, Capture] | None = None
    ) -> None:
        self.remote, self.one, self.ours = remote, one, ours
        self._folder = Path(tempfile.mkdtemp(prefix="tianwang-elsewhere-"))
        self.archive = Archive.create(self._folder / "aside.archive")
        self.there: Capture
        self.here: Capture | None = None
        self._lock = threading.Lock()
        self._users = 1
        self.closed = False

    def begin(self, *, near: bool = False) -> None:
        """Fetch the page, with `near` from whatever moment there is. RemoteFailed, StorageFailed; FormatError,
        StorageUnreadable where ours cannot be read."""
        with self.archive.writer() as writer:
            with Client(self.remote) as client:
                try:
                    new, extra = fetched(client, self.one, None if near else TOLERATED)
                except (Skipped, ValueError) as problem:
                    raise RemoteFailed(name=self.remote.name, detail=str(problem)) from problem
            self.there = writer.store(prepare(new, links=False), extra=extra)
            if self.ours is not None:
                archive, capture = self.ours
                with archive.reader() as reader:
                    self.here = _copied(reader, capture, writer)
            writer.commit()

    def reader(self) -> Parts:
        """What a replay server reads."""
        with self._lock:
            self._users += 1
        return Parts(self)

    def close(self) -> None:
        """Nothing more is asked; the files go with the last reader."""
        if not self.closed:
            self.closed = True
            self.leave()

    def leave(self) -> None:
        """A reader was closed."""
        with self._lock:
            self._users -= 1
            last = not self._users
        if last:
            self.archive.close()
            shutil.rmtree(self._folder, ignore_errors=True)


class Parts:
    """The captures that a page shows, each fetched when it is asked for first; of one thread."""

    def __init__(self, looking: Looking) -> None:
        self._looking = looking
        self._reader = looking.archive.reader()
        self._ours = looking.ours[0].reader() if looking.ours is not None else None
        self._client: Client | None = None
        self._writer: ArchiveWriter | None = None
        self._found: dict[
            tuple[str, str], Capture | None
        ] = {}  # by the page it is for, and the key of its address
        self._asked = self._bytes = self._failed = 0

    def close(self) -> None:
        if self._client is not None:
            self._client.close()
        if self._writer is not None:
            self._writer.close()
        if self._ours is not None:
            self._ours.close()
        self._reader.close()
        self._looking.leave()

    def http(self, capture: Capture) -> HttpMessage:
        """FormatError, StorageUnreadable."""
        return self._reader.http(capture)

    def damaged(self, capture: Capture) -> Damage | None:
        return self._reader.damaged(capture)

    def nearest(self, url: str, date: datetime | None) -> Capture | None:
        """What an address held at the moment of one of the two pages; None where that is not known."""
        here = self._looking.here
        page = here if here is not None and date == here.date else self._looking.there
        key = surt(url.encode("utf-8", "replace"))
        if key == surt(page.url.encode("utf-8", "replace")):
            return page
        if (page.id, key) not in self._found:
            found = self._copied(url, page.date) if page is here else self._fetched(url, page.date)
            if page is here and found is None:
                return None  # in another spelling it may be there
            self._found[page.id, key] = found
        return self._found[page.id, key]

    def _copied(self, url: str, date: datetime) -> Capture | None:
        """Out of our archive."""
        assert self._ours is not None
        capture = self._ours.nearest(url, date)
        if capture is None:
            return None
        with suppress(FormatError, StorageUnreadable, StorageFailed):
            found = _copied(self._ours, capture, self._stored())
            self._stored().commit()
            return found
        return None

    def _fetched(self, url: str, date: datetime) -> Capture | None:
        """From the archive elsewhere, as far as there is room and it answers."""
        if (
            self._looking.closed
            or self._asked >= MOST_PARTS
            or self._bytes >= MOST_BYTES
            or self._failed >= _IN_A_ROW
            or not url.startswith(("http://", "https://"))
        ):
            return None
        self._asked += 1
        self._client = self._client or Client(self._looking.remote, _PAUSE)
        try:
            new, extra = fetched(self._client, at_moment(self._looking.remote, url, date), None)
            found = self._stored().store(prepare(new, links=False), extra=extra)
            self._stored().commit()
        except Skipped:
            return None
        except (RemoteFailed, ValueError):
            self._failed += 1
            return None
        except StorageFailed:
            return None
        self._failed = 0
        self._bytes += len(new.data)
        return found

    def _stored(self) -> ArchiveWriter:
        self._writer = self._writer or self._looking.archive.writer()
        return self._writer


def _copied(reader: ArchiveReader, capture: Capture, writer: ArchiveWriter) -> Capture:
    """A capture of one archive in another one, with its own time. FormatError, StorageUnreadable."""
    version = reader.capture(capture.base) if capture.base else capture
    data = reader.data(reader.record(version))
    return writer.store(NewCapture(version.url, capture.date, None, data))
