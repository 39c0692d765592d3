"""Responses rebuilt from incremental records, byte for byte or not at all: with any source of records by id
(`Rebuilder`), or with a plain file and the files of its batch beside it (`Neighbours`)."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from threading import Lock

from app.errors import FormatError
from app.messages import Message
from app.tianwang.reader import RecordReader
from app.tianwang.recipe import MAX_REBUILT, Recipe, RecipeError, decode_recipe, follow
from app.tianwang.record import Record
from app.tianwang.sealing import DIGEST, verify_data, verify_header
from app.tianwang.sources import MemorySource
from app.tianwang.writer import OWN, encode

REBUILT = "rebuilt"
"""Attribute of an incremental record: the SHA-256 of the DATA that is rebuilt, as `sha256-` and its Base64 (the form of
Subresource Integrity, W3C), which is shorter than hexadecimal digits."""
BLOCKS = "blocks"
"""Attribute of a version whose page was cut: the level of its blocks, and (of an incremental record) what had changed
of them; see `archive.increments.Observation`."""

MAX_CHAIN = 64
"""Records that build on one another at most; this program itself begins anew after 20."""
ROOM = 16 * 1024 * 1024
"""Bytes of rebuilt DATA that are kept for what builds on it, or is asked for again."""
ROOM_FOR_ALL = 64 * 1024 * 1024
"""The same where all records are gone through: the last version of each page should have room."""

_OWN = OWN | {"base", REBUILT, BLOCKS}
Find = Callable[[str], Record | None]


def is_incremental(record: Record) -> bool:
    """Whether the DATA of a record is a recipe: a 2.0 record without DATA is a visit."""
    return record.length > 0 and record.raw("version") == b"2.0"


def seal_of(data: bytes) -> str:
    """The value of the attribute `rebuilt`."""
    return "sha256-" + b64encode(hashlib.sha256(data).digest()).decode("ascii")


class Rebuilder:
    """Rebuilds responses. `find` gives the record with an id, or None; it may raise FormatError and
    OSError. What was rebuilt is kept until something is rebuilt from it: so who goes through an archive from old to
    new follows one recipe a record. For one thread."""

    def __init__(self, find: Find, room: int = ROOM) -> None:
        self._find, self._room = find, room
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._size = 0

    def data(self, record: Record) -> bytes:
        """DATA of a record; of an incremental one, what is rebuilt from it. FormatError: which record is the cause."""
        links: list[tuple[Record, Recipe]] = []
        built: bytes | None = None
        while built is None:
            if not is_incremental(record):
                built = self._plain(record, links)
                break
            known = self._known(record)
            if known is not None:
                built = known
                break
            links.append((record, self._recipe(record)))
            if len(links) > MAX_CHAIN:
                raise _broken(links[0][0], Message("chain-too-long", count=MAX_CHAIN))
            record = self._base_of(*links[-1], links)
        for link, recipe in reversed(links):
            built = self._follow(link, recipe, built)
            self._drop(record)
            record = link
        return built

    def _plain(self, record: Record, links: list[tuple[Record, Recipe]]) -> bytes:
        if links:
            wrong = verify_header(record) or verify_data(record)
            if wrong is not None:
                raise _broken(links[0][0], Message("base-damaged", id=record.get("id"), reason=wrong))
        return record.data()

    def _recipe(self, record: Record) -> Recipe:
        try:
            return decode_recipe(record.data())
        except RecipeError as error:
            raise _broken(record, str(error)) from error

    def _base_of(self, record: Record, recipe: Recipe, links: list[tuple[Record, Recipe]]) -> Record:
        own, base = record.get("id") or "", record.get("base") or ""
        for named in (base, *recipe.sources):
            # a record never names one behind it, so no two can name each other
            if _place(named)[0] != _place(own)[0] or _place(named) >= _place(own):
                raise _broken(record, Message("base-not-before", id=named or "?"))
        found = self._found(base, links[0][0])
        if found is None:
            raise _broken(links[0][0], Message("base-not-there", id=base))
        if is_incremental(found):
            wrong = verify_header(found) or verify_data(found)
            if wrong is not None:
                raise _broken(links[0][0], Message("base-damaged", id=base, reason=wrong))
        elif not found.length:
            raise _broken(links[0][0], Message("base-without-data", id=base))
        return found

    def _found(self, id: str, asking: Record) -> Record | None:
        try:
            found = self._find(id)
        except (FormatError, OSError) as error:
            reason = error.rule if isinstance(error, FormatError) else error.strerror or str(error)
            raise _broken(asking, Message("base-unreadable", id=id, reason=reason)) from error
        return found if found is not None and found.get("id") == id else None

    def _follow(self, record: Record, recipe: Recipe, base: bytes) -> bytes:
        try:
            built = self.follow(recipe, base)
        except RecipeError as error:
            raise _broken(record, str(error)) from error
        if record.get(REBUILT) != seal_of(built):
            raise _broken(record, Message("rebuilt-digest-differs"))
        self._keep(record, built)
        return built

    def follow(self, recipe: Recipe, base: bytes) -> bytes:
        """What a recipe makes of the DATA that is built on; the records that it shares with are read once each.
        RecipeError."""
        shared: dict[str, bytes | None] = {}
        read = 0

        def data_of(id: str) -> bytes | None:
            nonlocal read
            if id not in shared:
                shared[id] = data = self._whole_data(id)
                read += len(data or b"")
                if read > MAX_REBUILT:
                    raise RecipeError(Message("recipe-sources-huge"))
            return shared[id]

        return follow(recipe, base, data_of)

    def _whole_data(self, id: str) -> bytes | None:
        """The DATA itself of the record with an id; None when that is not there, or damaged."""
        try:
            record = self._find(id)
            if record is None or record.get("id") != id or verify_header(record) or verify_data(record):
                return None
            return record.data()
        except (FormatError, OSError):
            return None

    def _known(self, record: Record) -> bytes | None:
        found = self._kept.get(_key(record))
        if found is not None:
            self._kept.move_to_end(_key(record))
        return found

    def _drop(self, record: Record) -> None:
        self._size -= len(self._kept.pop(_key(record), b""))

    def _keep(self, record: Record, data: bytes) -> None:
        if len(data) > self._room // 4 or _key(record) in self._kept:
            return
        self._kept[_key(record)] = data
        self._size += len(data)
        while self._size > self._room:
            self._size -= len(self._kept.popitem(last=False)[1])


def whole(record: Record, data: bytes) -> Record:
    """An incremental record as the full 1.0 record that it stands for, in memory. ValueError when its attributes are
    not as the strict reader wants them."""
    date = record.date
    if date is None:
        raise ValueError("the record has no date")
    encoded = encode(
        url=record.raw("url") or b"",
        origin=record.raw("origin"),
        date=date,
        ip=record.ip,
        data=data,
        digest=True,
        extra=[(name, value) for name, value in record.fields if name not in _OWN],
    )
    start = encoded.index(b"\n\n") + 2
    source = MemorySource(encoded, record.offset, record._source.name)
    return Record(source, record.offset, encoded[:start], len(encoded) - start - 1, True)


def _key(record: Record) -> str:
    return f"{record.get('id')} {record.get(DIGEST)} {record.get(REBUILT)}"


def _place(id: str) -> tuple[str, int]:
    batch, _, serial = id.partition("-")
    return batch, int(serial) if serial.isdigit() and len(serial) < 12 else -1


def _broken(record: Record, rule: str) -> FormatError:
    return FormatError(record._source.name, record.offset, rule)


_BATCH_FILE = re.compile(r"[0-9]{4,9}\.tw")


class Neighbours:
    """Finds records by id. The first call reads the files; no file stays open. Any thread."""

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
