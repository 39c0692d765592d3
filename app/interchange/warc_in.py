"""WARC records as arrivals: which of them are responses to keep, which are visits, which an archive has no use for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import BinaryIO
from urllib.parse import unquote_to_bytes

from app.archive.rendered import NAMES
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
from app.interchange.warc_header import Damage, Headers, WarcRecord, parse_headers
from app.interchange.warc_reader import WarcReader
from app.tianwang import split_http

_DATE = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?)?)?)?Z?")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_SCHEMES = ("http", "https", "ftp")
_STATUS = re.compile(rb"HTTP/\S+ +(\d{3})")
_REQUESTS = 256  # requests remembered until their responses come
_FIRST_YEAR = "1000"  # the dates of mail, which Tianwang records have, read smaller ones as of this or the last century
_GET = "GET"


class WarcIn:
    """Iterating yields the records of a WARC file."""

    reader = WarcReader

    def __init__(self, raw: BinaryIO, report: FileReport, scope: str, base: int = 0) -> None:
        self._reader = self.reader(raw, base)
        self._report, self._scope = report, scope
        self._methods: dict[str, str] = {}  # of requests, by the ids of their responses
        self._more: dict[str, Headers] = {}  # of our records, which had no room for them

    def reached(self, item: Item) -> int:
        """How many bytes of the file lie before an item."""
        return item.offset

    def __iter__(self) -> Iterator[Item]:
        held: tuple[WarcRecord, Arrival] | None = None  # its request may come behind it
        for found in self._reader:
            if isinstance(found, WarcRecord) and found.type == "request":
                self._remember(found)
                yield Passed(found.offset, "request")
                continue
            if held is not None:
                yield self._unless_posted(*held)
                held = None
            if isinstance(found, Damage):
                yield Omission(found.offset, found.sentence, damage=True)
                continue
            if found.problem:
                yield Omission(found.offset, found.problem, damage=True)
            self._complete(found)
            for item in self._items(found):
                if isinstance(item, Arrival):
                    held = found, item
                else:
                    yield item
        if held is not None:
            yield self._unless_posted(*held)
        self._report.tail = self._reader.tail or self._report.tail

    def _complete(self, record: WarcRecord) -> None:
        """The attributes of our own records that are too long for a header stand in a record before them."""
        if record.type == "metadata" and (block := record.block or b"").startswith(b"Tianwang-"):
            fields = tuple((name, value) for name, value in parse_headers(block) if name.startswith("tianwang-"))
            self._more = {record.get("warc-refers-to"): fields}
        elif self._more:
            record.headers += self._more.pop(record.get("warc-record-id"), ())

    def _remember(self, record: WarcRecord) -> None:
        method = (record.block or b"").split(b" ", 1)[0][:20].decode("latin-1").upper()
        ids = [value for name, value in record.headers if name == "warc-concurrent-to"]
        for id in [*ids, record.get("warc-record-id")]:
            self._methods[id] = method
        while len(self._methods) > _REQUESTS:
            del self._methods[next(iter(self._methods))]

    def _unless_posted(self, record: WarcRecord, arrival: Arrival) -> Item:
        ids = [value for name, value in record.headers if name in ("warc-record-id", "warc-concurrent-to")]
        method = next((self._methods[id] for id in ids if id in self._methods), _GET)
        if method != _GET:
            return Omission(record.offset, f"The response answers a {method} request, so it is not the page itself.")
        return arrival

    def _items(self, record: WarcRecord) -> Iterator[Item]:
        kind = record.type
        try:
            if kind == "warcinfo":
                self._report.software = self._report.software or _software(record)
                yield Passed(record.offset, kind)
            elif record.get("warc-segment-number") or kind == "continuation":
                raise Skipped("The record is one of several segments; segments are not joined.")
            elif kind in ("response", "resource"):
                yield self._response(record)
            elif kind == "revisit":
                if _STATUS.match(record.block or b""):
                    yield Passed(record.offset, "headers of revisits")
                yield self._revisit(record)
            elif kind == "conversion" and _is_derived(record):
                yield self._response(record)
            elif kind == "conversion":
                raise Skipped("The record was converted from another one; it is not what the server sent.")
            else:
                yield Passed(record.offset, kind or "no type")
        except Skipped as error:
            yield Omission(record.offset, str(error), error.damage)

    def _response(self, record: WarcRecord) -> Arrival:
        about = _About(record)
        if record.block is None:
            raise Skipped("The record is larger than 1 GB.")
        if not record.block and not about.fields:
            raise Skipped("The record is empty.")
        names = [f"record {about.id}"] if about.id else []
        digest = record.get("warc-payload-digest")
        if parse(digest):
            names.append(f"payload {digest.lower()}")
        if about.own_id:
            names.append(f"{self._scope}\n{about.own_id}")
        return Arrival(
            record.offset, about.url, about.date, about.ip, about.origin, about.extra,
            lambda: _load(record), len(record.block), tuple(names),
        )  # fmt: skip

    def _revisit(self, record: WarcRecord) -> Return:
        about = _About(record)
        names = [f"{self._scope}\n{about.base}"] if about.base else []
        if refers := record.get("warc-refers-to"):
            names.append(f"record {_bare(refers)}")
        digest = record.get("warc-payload-digest")
        target = None
        if uri := _bare(record.get("warc-refers-to-target-uri")):
            target = address(uri.encode("utf-8", "replace")), _moment(record.get("warc-refers-to-date"))
        if not names and target is None and not parse(digest):
            raise Skipped("The record does not say which version it refers to.")
        if parse(digest):
            names.append(f"payload {digest.lower()}")
        status = _STATUS.match(record.block or b"")
        code = about.status or (int(status[1]) if status else 0)
        if not code and record.get("warc-profile").endswith("server-not-modified"):
            code = 304
        return Return(
            record.offset, about.url, about.date, about.ip, about.origin, about.extra, code, tuple(names), target,
            digest if parse(digest) else "",
        )  # fmt: skip


class ArcIn(WarcIn):
    """Iterating yields the records of an ARC file."""

    reader = ArcReader


class _About:
    """What the header of a record says. Skipped when it says too little."""

    def __init__(self, record: WarcRecord) -> None:
        self.fields = _fields(record)
        own = dict(self.fields)
        uri = _bare(record.get("warc-target-uri"))
        scheme = _SCHEME.match(uri)
        if scheme and scheme[1].lower() not in _SCHEMES and "id" not in own:
            raise Skipped(f"“{scheme[1].lower()}:” addresses are not pages.")
        self.id = _bare(record.get("warc-record-id"))
        self.own_id = (text(own.get("id")) or "").strip()
        self.base = (text(own.get("base")) or "").strip()
        self.origin = one_line(text(own.get("origin")))
        self.ip, more = ip_of(text(own.get("ip")) or record.get("warc-ip-address"))
        status = own.get("status", b"").strip()
        self.status = int(status) if len(status) == 3 and status.isdigit() else 0
        raw_url = own.get("url", uri.encode()).strip()
        self.url = address(raw_url, self.origin)
        moment = _moment(record.get("warc-date"))
        if moment is None:
            raise Skipped("The record has no date that can be read.")
        self.date = moment.replace(microsecond=0)
        ours = bool(self.own_id)
        self.extra = kept(self.fields, raw_url, self.url, ours=ours) + more
        if not ours:
            self.extra = limited(self.extra + self._foreign(record, moment))

    def _foreign(self, record: WarcRecord, moment: datetime) -> Attributes:
        found = []
        if record.type == "resource":
            found.append(("warc-type", "resource"))
        if self.id:
            found.append(("warc-record-id", f"<{self.id}>"))
        if moment.microsecond:
            found.append(("warc-date", record.get("warc-date")))
        if record.get("warc-truncated"):
            found.append(("warc-truncated", record.get("warc-truncated")))
        return tuple((name, attribute(value.encode("utf-8", "replace"))) for name, value in found)


def _load(record: WarcRecord) -> Loaded:
    """DATA of a response or resource, and whether its payload has the digest it should have."""
    data = block = record.block or b""
    if head := record.get("tianwang-head"):
        at = block.find(b"\r\n\r\n")
        data = unquote_to_bytes(head) + block[at + 4 if at >= 0 else 0 :]
    elif record.type in ("resource", "conversion") and record.get("tianwang-data").lower() != "bare":
        data = _http_head(record.get("content-type")) + block
    digest = record.get("warc-payload-digest")
    if not parse(digest):
        return Loaded(data)
    fits = proven(digest, block) if record.type in ("resource", "conversion") else None
    if not fits:
        message = split_http(block)
        fits = proven(digest, message.raw_body) or proven(digest, message.body)
    if fits:
        return Loaded(data)
    problem = "The content does not have the digest given for it (WARC-Payload-Digest); it was stored as it is."
    return Loaded(data, None, problem, (("warc-payload-digest", attribute(digest.encode("utf-8", "replace"))),))


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


def _bare(uri: str) -> str:
    """An address or id without the angle brackets around it."""
    uri = uri.strip()
    return uri[1:-1].strip() if uri.startswith("<") and uri.endswith(">") else uri


def _moment(value: str) -> datetime | None:
    """A WARC-Date, which may leave out what is not known, in UTC."""
    found = _DATE.fullmatch(value.strip())
    if not found or found[1] < _FIRST_YEAR:
        return None
    year, month, day, hour, minute, second = (int(part or 0) for part in found.groups()[:6])
    fraction = int(float(found[7] or 0) * 1_000_000)
    try:
        return datetime(year, month or 1, day or 1, hour, minute, min(second, 59), fraction, tzinfo=UTC)
    except ValueError:
        return None


def _software(record: WarcRecord) -> str:
    for line in (record.block or b"")[:8192].split(b"\n"):
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"software":
            return " ".join(value.decode("utf-8", "replace").split())[:200]
    return ""
