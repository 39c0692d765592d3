"""WARC records as arrivals: which of them are responses to keep, which are visits, which an archive has no use for."""

from __future__ import annotations

import re
from calendar import isleap, monthrange
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import BinaryIO
from urllib.parse import unquote_to_bytes

from app.archive.addresses import METHODS, standing
from app.archive.rendered import NAMES
from app.interchange import companions
from app.interchange.arc_reader import ArcReader
from app.interchange.arrivals import (
    Arrival,
    Attributes,
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
    text,
)
from app.interchange.digests import parse, proven
from app.interchange.report import FileReport
from app.interchange.warc_reader import Damage, Headers, WarcReader, WarcRecord, bare, parse_headers
from app.messages import Message
from app.tianwang.http import split_http

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

    def _response(self, record: WarcRecord) -> Arrival:
        about = _About(record, self._report)
        if record.block is None:
            raise Skipped(Message("record-huge"))
        if not record.block and not about.fields:
            raise Skipped(Message("record-empty"))
        names = [f"record {about.id}"] if about.id else []
        digest = record.get("warc-payload-digest")
        if parse(digest):
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
        if not names and target is None and not parse(digest):
            raise Skipped(Message("revisit-of-nothing"))
        if parse(digest):
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
            digest if parse(digest) else "",
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
        self.own_id = (text(own.get("id")) or "").strip()
        self.base = (text(own.get("base")) or "").strip()
        self.origin = one_line(text(own.get("origin")))
        self.ip, more = ip_of(text(own.get("ip")) or record.get("warc-ip-address"))
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
    """Whether a record gets a head when it is stored, since its block has none: what is no HTTP response."""
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
    if not parse(digest):
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
    """A head for a resource, which has none of its own: its type survives in it."""
    line = f"Content-Type: {one_line(media_type)}\r\n" if one_line(media_type) else ""
    return b"HTTP/1.1 200 OK\r\n" + line.encode("utf-8", "replace") + b"\r\n"


def _is_derived(record: WarcRecord) -> bool:
    """Whether a record is one that this program has derived from a page (see `app.archive.rendered`)."""
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
