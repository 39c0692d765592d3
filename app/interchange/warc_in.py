"""WARC, ARC and WACZ files as arrivals: responses to keep, visits, and records that an archive has no use for.

The files in a WACZ are read where they stand in the ZIP. Nothing is unpacked under a name of theirs.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from calendar import isleap, monthrange
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import BinaryIO, cast
from urllib.parse import unquote_to_bytes

from app.archive.addresses import METHODS, standing
from app.archive.documents.rendered import NAMES
from app.interchange import companions
from app.interchange.arrivals import (
    Arrival,
    Attributes,
    FileReport,
    Item,
    Loaded,
    Omission,
    Passed,
    Return,
    Skipped,
    address,
    attribute,
    ip_of,
    kept,
    limited,
    one_line,
)
from app.interchange.sniffing import kind_of
from app.interchange.warc_reader import (
    ArcReader,
    Damage,
    Headers,
    WarcReader,
    WarcRecord,
    bare,
    parse_digest,
    parse_headers,
    proven,
)
from app.messages import Message
from app.tianwang.http import split_http
from app.tianwang.record import text_of

_DATE = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?)?)?)?Z?")
_LOOSE = re.compile(
    r"(\d{4})[-/.]?(\d\d)[-/.]?(\d{3}(?!\d)|\d\d)(?:[T _]?(\d\d):?(\d\d)(?::?(\d\d))?(?:[.,]\d+)? ?(?:Z|UTC|GMT)?)?"
    r"([+-]\d\d:?\d\d)?"
)
_STATUS = re.compile(rb"HTTP/\S+ +(\d{3})")
_WAITING = 256  # requests and metadata that wait for what they belong to
_ANSWERS = ("response", "resource", "revisit")
_OURS = "Tianwang Explorer"
_FIRST_YEAR = (
    "1000"  # the dates of mail, which Tianwang records have, read smaller ones as of this or the last century
)
_GET = "GET"


@dataclass(slots=True)
class _Held:
    """A response or revisit whose requests and metadata may still come."""

    record: WarcRecord
    item: Arrival | Return


class WarcIn:
    """Iterating yields the records of a WARC file."""

    reader = WarcReader

    def __init__(self, raw: BinaryIO, report: FileReport, scope: str, base: int = 0) -> None:
        self._reader = self.reader(raw, base)
        self._report, self._scope = report, scope
        self._waiting: list[WarcRecord] = []  # requests and metadata before what they belong to
        self._more: dict[str, Headers] = {}  # of our records, which had no room for them

    def reached(self, item: Item) -> int:
        """How many bytes of the file lie before an item."""
        return item.offset

    def __iter__(self) -> Iterator[Item]:
        held: _Held | None = None
        for found in self._reader:
            if isinstance(found, WarcRecord) and found.type in companions.KEPT and not _is_ours(found):
                if held is None or not companions.belongs(found, held.record):
                    self._waiting.append(found)
                    yield from self._alone(_WAITING)
                elif (alone := self._join(found, held)) is not None:
                    yield alone
                continue
            if held is not None:
                yield held.item
                held = None
            if isinstance(found, Damage):
                yield Omission(found.offset, found.sentence, damage=True)
                continue
            if found.problem:
                yield Omission(found.offset, found.problem, damage=True)
            self._complete(found)
            for item in self._items(found):
                if not isinstance(item, Arrival | Return) or found.type not in _ANSWERS:
                    yield item
                    continue
                held = _Held(found, item)
                for each in [one for one in self._waiting if companions.belongs(one, found)]:
                    self._waiting.remove(each)
                    if (alone := self._join(each, held)) is not None:
                        yield alone
        if held is not None:
            yield held.item
        yield from self._alone(0)
        self._report.tail = self._reader.tail or self._report.tail

    def _join(self, record: WarcRecord, held: _Held) -> Item | None:
        """Keep a request or metadata with its capture; what cannot be kept there comes back as a record of its own."""
        item = held.item
        if record.type == "request" and (method := companions.method_of(record)) != _GET:
            scheme = method.lower() if method.lower() in METHODS else "post"
            if not any(name == companions.METHOD for name, _ in item.extra):
                item.url = f"{scheme}:{item.url}"
                item.extra += ((companions.METHOD, method.encode()),)
        kept = companions.kept_with(record, held.record)
        try:
            if kept:
                limited(item.extra + kept)
        except Skipped:
            kept = ()
        if not kept:
            return next(self._items(record))
        item.extra += kept
        return None

    def _alone(self, most: int) -> Iterator[Item]:
        """Requests and metadata that have waited too long for what they belong to, as records of their own."""
        while len(self._waiting) > most:
            yield from self._items(self._waiting.pop(0))

    def _complete(self, record: WarcRecord) -> None:
        """The attributes of our own records that are too long for a header stand in a record before them."""
        if _holds_fields(record):
            lines = parse_headers(record.block or b"")
            fields = tuple((name, value) for name, value in lines if name.startswith("tianwang-"))
            self._more = {record.get("warc-refers-to"): fields}
        elif self._more:
            record.headers += self._more.pop(record.get("warc-record-id"), ())

    def _items(self, record: WarcRecord) -> Iterator[Item]:
        kind = record.type
        try:
            if kind == "warcinfo":
                software = _software(record)
                self._report.software = self._report.software or software
            if (kind == "warcinfo" and software.startswith(_OURS)) or _holds_fields(record):
                yield Passed(record.offset, kind)
            elif record.get("warc-segment-number") or kind == "continuation":
                raise Skipped(Message("record-segment"))
            elif kind in ("response", "resource") or kind in companions.TYPED:
                yield self._response(record)
            elif kind == "revisit":
                yield self._revisit(record)
            else:
                yield Passed(record.offset, kind or Message("no-type"))
        except Skipped as error:
            yield Omission(record.offset, str(error), error.damage)

    def _response(self, record: WarcRecord) -> Arrival | Passed:
        about = _About(record, self._report)
        if record.block is None:
            raise Skipped(Message("record-huge"))
        if not record.block and not about.fields:
            if standing(about.url) != "page":  # a recorder's own empty log: nobody misses it
                return Passed(record.offset, record.type)
            raise Skipped(Message("record-empty"))
        names = [f"record {about.id}"] if about.id else []
        digest = record.get("warc-payload-digest")
        if parse_digest(digest):
            names.append(f"payload {digest.lower()}")
        if about.own_id:
            names.append(f"{self._scope}\n{about.own_id}")
        return Arrival(
            record.offset,
            about.url,
            about.date,
            about.ip,
            about.origin,
            about.extra,
            lambda: _load(record),
            len(record.block),
            tuple(names),
            "restated" if about.base else record.type,
        )

    def _revisit(self, record: WarcRecord) -> Return:
        about = _About(record, self._report)
        names = [f"{self._scope}\n{about.base}"] if about.base else []
        if refers := record.get("warc-refers-to"):
            names.append(f"record {bare(refers)}")
        digest = record.get("warc-payload-digest")
        target = None
        if uri := bare(record.get("warc-refers-to-target-uri")):
            target = address(uri.encode("utf-8", "replace")), _moment(record.get("warc-refers-to-date"))[0]
        if not names and target is None and not parse_digest(digest):
            raise Skipped(Message("revisit-of-nothing"))
        if parse_digest(digest):
            names.append(f"payload {digest.lower()}")
        status = _STATUS.match(record.block or b"")
        code = about.status or (int(status[1]) if status else 0)
        if not code and record.get("warc-profile").endswith("server-not-modified"):
            code = 304
        return Return(
            record.offset,
            about.url,
            about.date,
            about.ip,
            about.origin,
            about.extra,
            code,
            tuple(names),
            target,
            digest if parse_digest(digest) else "",
        )


class ArcIn(WarcIn):
    """Iterating yields the records of an ARC file."""

    reader = ArcReader


class _About:
    """What the header of a record says. Skipped when it says too little."""

    def __init__(self, record: WarcRecord, report: FileReport) -> None:
        self.fields = _fields(record)
        own = dict(self.fields)
        self.id = bare(record.get("warc-record-id"))
        self.own_id = text_of(own.get("id", b"")).strip()
        self.base = text_of(own.get("base", b"")).strip()
        self.origin = one_line(text_of(own["origin"]) if "origin" in own else None)
        self.ip, more = ip_of(text_of(own.get("ip", b"")) or record.get("warc-ip-address"))
        status = own.get("status", b"").strip()
        self.status = int(status) if len(status) == 3 and status.isdigit() else 0
        ours = bool(self.own_id)
        raw_url = own.get("url", bare(record.get("warc-target-uri")).encode()).strip()
        method = own.get(companions.METHOD, b"").decode("latin-1").lower()
        if not ours and record.type in companions.TYPED:
            name = (
                raw_url.decode()
                or bare(record.get("warc-refers-to"))
                or record.get("warc-filename")
                or self.id
            )
            name = name or f"of {record.get('warc-date')}"
            raw_url = f"{record.type}:{name}".encode()
        self.url = address(raw_url, self.origin)
        if ours and method in METHODS and standing(self.url) == "page":
            self.url = f"{method}:{self.url}"
        moment, exact = _moment(record.get("warc-date"))
        if moment is None:
            raise Skipped(Message("record-undated"))
        if not exact:
            report.remark(
                record.offset,
                Message("date-nearest", wrong=one_line(record.get("warc-date")), date=moment.isoformat()),
            )
        self.date = moment.replace(microsecond=0)
        self.extra = kept(self.fields, raw_url, self.url, ours=ours) + more
        if not ours:
            self.extra += self._foreign(record, moment, exact)
        if not _is_derived(record):
            self.extra += companions.headers_of(record) + _head_of_revisit(record)
        self.extra = limited(self.extra)

    def _foreign(self, record: WarcRecord, moment: datetime, exact: bool) -> Attributes:
        found = []
        if record.type not in ("response", "revisit") or _is_made(record):
            found.append(("warc-type", record.type))
        if self.id:
            found.append(("warc-record-id", f"<{self.id}>"))
        if moment.microsecond or not exact:
            found.append(("warc-date", record.get("warc-date")))
        if record.get("warc-truncated"):
            found.append(("warc-truncated", record.get("warc-truncated")))
        return tuple((name, attribute(value.encode("utf-8", "replace"))) for name, value in found)


def _holds_fields(record: WarcRecord) -> bool:
    """Whether a metadata record holds the attributes of one of our records."""
    return record.type == "metadata" and (record.block or b"").startswith(b"Tianwang-")


def _is_ours(record: WarcRecord) -> bool:
    """Whether a record stands for one of ours, or belongs to one, and is not to be joined to another."""
    return _holds_fields(record) or any(name == "tianwang-field" for name, _ in record.headers)


def _is_made(record: WarcRecord) -> bool:
    """Whether a record is no HTTP response, and gets a head when it is stored."""
    block = record.block or b""
    if record.type == "response":
        address = bare(record.get("warc-target-uri"))
        return standing(address) == "attached" and not block.startswith(b"HTTP/")
    return record.type != "revisit" and record.get("tianwang-data").lower() != "bare"


def _head_of_revisit(record: WarcRecord) -> Attributes:
    """The HTTP headers that a revisit has for its block."""
    if record.type != "revisit" or not _STATUS.match(record.block or b""):
        return ()
    value = companions.opaque(record.block or b"")
    return ((companions.HTTP_HEAD, value),) if len(value) <= companions.LONGEST else ()


def _load(record: WarcRecord) -> Loaded:
    """DATA of a response or resource, and whether its payload has the digest it should have."""
    data = block = record.block or b""
    if head := record.get("tianwang-head"):
        at = block.find(b"\r\n\r\n")
        data = unquote_to_bytes(head) + block[at + 4 if at >= 0 else 0 :]
    elif _is_made(record):
        data = _http_head(record.get("content-type")) + block
    digest = record.get("warc-payload-digest")
    if not parse_digest(digest):
        return Loaded(data)
    fits = proven(digest, block) if record.type != "response" else None
    if not fits:
        message = split_http(block)
        fits = proven(digest, message.raw_body) or proven(digest, message.body)
    if fits:
        return Loaded(data)
    problem = Message("payload-digest-differs")
    return Loaded(
        data, None, problem, (("warc-payload-digest", attribute(digest.encode("utf-8", "replace"))),)
    )


def _http_head(media_type: str) -> bytes:
    """The head of a resource, made to keep its type."""
    line = f"Content-Type: {one_line(media_type)}\r\n" if one_line(media_type) else ""
    return b"HTTP/1.1 200 OK\r\n" + line.encode("utf-8", "replace") + b"\r\n"


def _is_derived(record: WarcRecord) -> bool:
    """Whether a record is one that this program has derived from a page (see `app.archive.documents.rendered`)."""
    return any(name == NAMES for name, _ in _fields(record))


def _fields(record: WarcRecord) -> Attributes:
    """The attributes of a Tianwang record that was exported by this program."""
    found = []
    for name, value in record.headers:
        if name == "tianwang-field":
            key, colon, raw = value.partition(":")
            if colon:
                found.append((key.strip().lower(), unquote_to_bytes(raw.strip())))
    return tuple(found)


def _moment(value: str) -> tuple[datetime | None, bool]:
    """A WARC-Date in UTC, which may leave out what is not known, and whether it is one as the standard wants it: other
    dates that tools have written are read as the nearest moment they can mean."""
    found = _DATE.fullmatch(value.strip())
    if found is not None and found[1] >= _FIRST_YEAR:
        year, month, day, hour, minute, second = (int(part or 0) for part in found.groups()[:6])
        fraction = int(float(found[7] or 0) * 1_000_000)
        with suppress(ValueError):
            moment = datetime(year, month or 1, day or 1, hour, minute, min(second, 59), fraction, tzinfo=UTC)
            return moment, True
    return _nearest(value.strip()), False


def _nearest(value: str) -> datetime | None:
    """The moment that a date means which is written otherwise: with the day of the year behind the month (ClueWeb09
    has 2008-10-294), with a zone, without separators, as in mail; parts beyond their range are the last there are."""
    found = _LOOSE.match(value)
    if found is None or found[1] < _FIRST_YEAR:
        with suppress(ValueError, TypeError):
            mailed = parsedate_to_datetime(value)
            return (mailed if mailed.tzinfo else mailed.replace(tzinfo=UTC)).astimezone(UTC)
        return None
    year, month, day, hour, minute, second = (int(part or 0) for part in found.groups()[:6])
    if day > 31:
        moment = datetime(year, 1, 1, tzinfo=UTC) + timedelta(days=min(day, 366 if isleap(year) else 365) - 1)
    else:
        month = min(max(month, 1), 12)
        moment = datetime(year, month, min(max(day, 1), monthrange(year, month)[1]), tzinfo=UTC)
    moment += timedelta(hours=min(hour, 23), minutes=min(minute, 59), seconds=min(second, 59))
    if zone := found[7]:
        hours, minutes = int(zone[1:3]), int(zone[-2:])
        with suppress(OverflowError):
            moment -= (1 if zone[0] == "+" else -1) * timedelta(hours=hours, minutes=minutes)
    return moment


def _software(record: WarcRecord) -> str:
    for line in (record.block or b"")[:8192].split(b"\n"):
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"software":
            return " ".join(value.decode("utf-8", "replace").split())[:200]
    return ""


# WACZ files.


class Slice(io.RawIOBase):
    """`size` bytes of a file from `start` on; what others read of the file in between does not matter."""

    def __init__(self, raw: BinaryIO, start: int, size: int) -> None:
        self._raw, self._start = raw, start
        self._size = max(0, min(size, raw.seek(0, 2) - start))
        self._position = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._position

    def seek(self, offset: int, whence: int = 0) -> int:
        self._position = max(0, offset + (0, self._position, self._size)[whence])
        return self._position

    def readinto(self, buffer: object) -> int:
        view = memoryview(buffer)  # type: ignore[arg-type]
        self._raw.seek(self._start + self._position)
        piece = self._raw.read(min(len(view), max(0, self._size - self._position)))
        view[: len(piece)] = piece
        self._position += len(piece)
        return len(piece)


_ENDINGS = (".warc", ".warc.gz", ".warc.zst", ".arc", ".arc.gz")
_MAX_MEMBERS = 100_000
_MAX_RATIO = (
    100  # WARC files that were compressed with the ZIP: text shrinks to a tenth, a bomb to a thousandth
)
_IN_MEMORY = 16 * 1024 * 1024
_LOCAL_HEADER = 30
_HEADER = re.compile(rb"PK\x03\x04.{4}\x00\x00.{16}(..)(..)", re.DOTALL)  # of a file that is stored as it is
_LONGEST_HEADER = 1024  # with a name of any sensible length
_PIECE = 1024 * 1024
_BROKEN = (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, RuntimeError, ValueError, OSError)


class WaczIn:
    """Iterating yields the records of all files in a WACZ file."""

    def __init__(self, raw: BinaryIO, path: Path, report: FileReport, scope: str) -> None:
        self._raw, self._path, self._report, self._scope = raw, path, report, scope
        self._size = raw.seek(0, 2)
        self._done = 0

    def reached(self, item: Item) -> int:
        """How many bytes of the file lie before an item."""
        return min(max(self._done, item.offset), self._size)

    def __iter__(self) -> Iterator[Item]:
        try:
            archive = zipfile.ZipFile(self._raw)
        except _BROKEN as error:
            yield from self._without_directory(error)
            return
        with archive:
            yield from self._members(archive)

    def _without_directory(self, error: Exception) -> Iterator[Item]:
        """The records of a cut file, which lacks its directory: it is read as a WARC file from the first one on."""
        found = self._first()
        if found is None:
            self._report.error = Message("zip-damaged", path=self._path, detail=error)
            return
        start, name = found
        yield Omission(0, Message("zip-searched", detail=error), damage=True)
        part = cast(BinaryIO, io.BufferedReader(Slice(self._raw, start, self._size - start), 64 * 1024))
        yield from self._read(part, name, start)

    def _first(self) -> tuple[int, str] | None:
        """Where the content of the first stored WARC file begins, and its name."""
        position, kept = 0, b""
        self._raw.seek(0)
        while piece := self._raw.read(_PIECE):
            window, start = kept + piece, position - len(kept)
            for header in _HEADER.finditer(window):
                size, extra = (int.from_bytes(header[at], "little") for at in (1, 2))
                name = window[header.end() : header.end() + size].decode("utf-8", "replace")
                if name.lower().endswith(_ENDINGS):
                    return start + header.end() + size + extra, name
            position += len(piece)
            kept = window[-_LONGEST_HEADER:]
        return None

    def _members(self, archive: zipfile.ZipFile) -> Iterator[Item]:
        members = sorted(archive.infolist(), key=lambda info: info.filename)
        wanted = [info for info in members if info.filename.lower().endswith(_ENDINGS)]
        if any(info.filename.lower().endswith(".wacz") for info in members):
            yield Omission(0, Message("wacz-nested"))
        if len(wanted) > _MAX_MEMBERS or sum(info.compress_size for info in wanted) > self._size:
            self._report.error = Message("zip-overfull", path=self._path)
            return
        if not wanted:
            yield Omission(0, Message("wacz-without-warc"))
        for info in wanted:
            self._done = info.header_offset
            if info.flag_bits & 1:
                yield Omission(info.header_offset, Message("member-encrypted", name=info.filename))
            elif info.compress_type == zipfile.ZIP_STORED:
                yield from self._stored(info)
            elif info.file_size > info.compress_size * _MAX_RATIO + _IN_MEMORY:
                yield Omission(
                    info.header_offset, Message("member-huge", name=info.filename, size=info.file_size)
                )
            else:
                yield from self._deflated(archive, info)

    def _stored(self, info: zipfile.ZipInfo) -> Iterator[Item]:
        """A member as it stands in the file: its offsets are those of the WACZ file."""
        self._raw.seek(info.header_offset)
        header = self._raw.read(_LOCAL_HEADER)
        if len(header) < _LOCAL_HEADER or not header.startswith(b"PK\x03\x04"):
            yield Omission(info.header_offset, Message("member-elsewhere", name=info.filename), damage=True)
            return
        start = info.header_offset + _LOCAL_HEADER
        start += int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little")
        part = cast(BinaryIO, io.BufferedReader(Slice(self._raw, start, info.file_size), 64 * 1024))
        yield from self._read(part, info.filename, start)

    def _deflated(self, archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Iterator[Item]:
        """A compressed member, by way of a temporary file without a name: its offsets are its own."""
        with SpooledTemporaryFile(_IN_MEMORY) as copy:
            try:
                with archive.open(info) as source:
                    while piece := source.read(1 << 20):
                        copy.write(piece)
            except _BROKEN as error:
                yield Omission(
                    info.header_offset,
                    Message("member-not-unpacked", name=info.filename, detail=error),
                    damage=True,
                )
            for item in self._read(cast(BinaryIO, copy), info.filename, 0):
                if isinstance(item, Omission) and not item.sentence.startswith(info.filename):
                    item.sentence = Message("inside", name=info.filename, what=item.sentence)
                yield item

    def _read(self, part: BinaryIO, name: str, base: int) -> Iterator[Item]:
        kind = kind_of(part)
        if kind not in ("warc", "arc"):
            yield Omission(base, Message("member-no-warc", name=name))
            return
        reader = (ArcIn if kind == "arc" else WarcIn)(part, self._report, self._scope, base)
        yield from reader
        if self._report.tail is not None:
            tail, self._report.tail = self._report.tail, None
            yield Omission(
                tail.offset, Message("member-cut", name=name, size=tail.size, reason=tail.reason), damage=True
            )
