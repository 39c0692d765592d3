"""Records by their ids out of plain files alone: a file, and those of the same batch beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from threading import Lock

from app.errors import FormatError
from app.messages import Message
from app.tianwang.reader import RecordReader
from app.tianwang.rebuilding import ROOM_FOR_ALL, Rebuilder
from app.tianwang.record import Record
from app.tianwang.sealing import verify_header

_BATCH_FILE = re.compile(r"[0-9]{4,9}\.tw")


class Neighbours:
    """Finds records by id. The files are gone through when the first is asked for; none stays open. Any thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._paths: list[Path] = []
        self._places: dict[str, tuple[int, int]] | None = None  # id → (number of the file, offset)
        self._rebuilder = Rebuilder(self.find, ROOM_FOR_ALL)
        self._turn = Lock()

    def data(self, record: Record) -> bytes:
        """DATA of a record of these files; of an incremental one, what is rebuilt from it. FormatError."""
        with self._turn:
            return self._rebuilder.data(record)

    def find(self, id: str) -> Record | None:
        """The first record that has an id, with its DATA in memory. FormatError, OSError."""
        if self._places is None:
            self._places = self._found()
        place = self._places.get(id)
        if place is None:
            return None
        with RecordReader(self._paths[place[0]]) as reader:
            return reader.at(place[1]).detached()

    def _found(self) -> dict[str, tuple[int, int]]:
        places: dict[str, tuple[int, int]] = {}
        self._paths = [self._path]
        if _BATCH_FILE.fullmatch(self._path.name):
            beside = (path for path in self._path.parent.glob("*.tw") if _BATCH_FILE.fullmatch(path.name))
            self._paths = sorted({self._path, *beside})
        for number, path in enumerate(self._paths):
            with suppress(OSError), RecordReader(path) as reader:
                if reader.compression and path == self._path:  # to go back in a stream is to begin anew
                    raise FormatError(str(path), 0, Message("file-compressed"))
                if not reader.compression:
                    for record in all_records(reader):
                        id = record.get("id")
                        if id and record.length:
                            places.setdefault(id, (number, record.offset))
        return places


def all_records(reader: RecordReader) -> Iterator[Record]:
    """The records of a file; behind damage those whose headers prove themselves."""
    yield from reader
    at = reader.tail.offset if reader.tail is not None else None
    while at is not None:
        following = next(
            (r for r in reader.restarts(at) if r.raw("header-check") and verify_header(r) is None), None
        )
        if following is None:
            return
        yield from reader.from_offset(following.offset)
        at = reader.tail.offset if reader.tail is not None and reader.tail.offset > at else None


def rebuilt_data(path: Path, record: Record) -> bytes:
    """DATA of an incremental record of a plain file, rebuilt out of it and its neighbours. FormatError. Any thread."""
    try:
        about = path.stat()
    except OSError as error:
        raise FormatError(
            str(path), record.offset, Message("neighbour-unreadable", detail=error.strerror)
        ) from error
    return _neighbours(path, about.st_size, about.st_mtime_ns).data(record)


@lru_cache(maxsize=2)
def _neighbours(path: Path, size: int, changed: int) -> Neighbours:
    return Neighbours(path)
