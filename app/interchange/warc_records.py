"""Captures of an archive as WARC records, so that every byte of theirs can be got back from these.

What WARC has a header for stands there. All other attributes of a record stand in `Tianwang-Field: name: value`, in
their order. A response whose HTTP head other programs would misread gets a repaired one, and keeps its own in
`Tianwang-Head`. Where these would make a header longer than other programs read (FastWARC refuses the whole file),
they stand in a `metadata` record before it, which refers to it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import unquote_to_bytes, urljoin

from app.archive.addresses import MARK, standing
from app.archive.model import Capture
from app.interchange import warc_writer
from app.interchange.companions import HEADERS, HTTP_HEAD, given_back, header_lines, target_of
from app.interchange.warc_writer import HTTP_RESPONSE
from app.messages import Message
from app.tianwang.http import HttpMessage, split_http
from app.tianwang.record import Record

# HTTP heads that other programs split at another place, and the form in which all agree.
#
# FastWARC looks for CRLF CRLF and for nothing else, warcio for the first line without anything visible. A head of
# old Tianwang files (LF before the body, no separator at all, lines broken at 1023 bytes) costs the one or the
# other the beginning of the body, or all of it.

MAX_HEAD = 24 * 1024
"""Bytes of HTTP headers that all peers read; FastWARC refuses a file with more than 32 KiB of them in one record."""

MAX_KEPT = 16 * 1024
"""Bytes an odd head may have as the value of a WARC header, for the same reason."""

_AGREED = re.compile(
    rb"HTTP/\d+(?:\.\d+)?[ \t]+\d{3}[^\r\n\0]*\r\n(?:[^\r\n\0!-~]*[!-~][^\r\n\0]*\r\n)*\r\n"
)  # every line visible and ended by CRLF, then an empty one
_NAMED = re.compile(rb"[!#$%&'*+\-.^_`|~0-9A-Za-z]+[ \t]*:")
_NEEDED = re.compile(
    rb"(?:content-(?:type|encoding|length|language)|transfer-encoding|location)[ \t]*:", re.I
)
_MAX_LINE = 4 * 1024
_UNSEEN = re.compile(rb"[\0\r]+")


def is_agreed(head: bytes) -> bool:
    """Whether everybody finds the end of a head (with its separator) where it is."""
    return _AGREED.fullmatch(head) is not None


def repaired(message: HttpMessage) -> bytes:
    """The head of a message with one line for each header, CRLF line ends, and the separator.

    A line that is no header is the rest of the one before it; NUL and lone CR become blanks.
    """
    status, *rest = message.raw_headers.split(b"\n")
    lines = [_clean(status)]
    for raw in rest:
        line = _clean(raw)
        if not re.search(rb"[!-~]", line):
            continue
        if len(lines) > 1 and (raw[:1] in (b" ", b"\t") or not _NAMED.match(line)):
            lines[-1] += b" " + line
        elif _NAMED.match(line):
            lines.append(line)
    return b"\r\n".join(lines) + b"\r\n\r\n"


def shortened(head: bytes) -> bytes:
    """A repaired head in MAX_HEAD bytes: what tells how to read the body, and of the rest what there is room for."""
    status, *lines = head.removesuffix(b"\r\n\r\n").split(b"\r\n")
    status = status[:_MAX_LINE]
    room = MAX_HEAD - len(status) - 4
    needed = [_NEEDED.match(line) is not None for line in lines]
    kept: set[int] = set()
    for wanted in (True, False):
        for at, line in enumerate(lines):
            if needed[at] == wanted and len(line) <= _MAX_LINE and len(line) + 2 <= room:
                kept.add(at)
                room -= len(line) + 2
    return b"\r\n".join([status, *(line for at, line in enumerate(lines) if at in kept)]) + b"\r\n\r\n"


def _clean(line: bytes) -> bytes:
    return _UNSEEN.sub(b" ", line).strip(b" \t")


LONG_HEAD = Message("http-headers-long")
LONG_ADDRESS = Message("left-out-address")

_RECOMPUTED = frozenset({"version", "date", "length", "unzip-length", "digest", "header-check"})
MAX_ATTRIBUTES = 4 * 1024  # bytes; percent-encoded and beside a repaired head still less than MAX_HEADER
MAX_HEADER = 30 * 1024  # bytes of a WARC header; FastWARC takes 32 KiB
_FIELDS_TYPE = b"application/warc-fields"

_WEB = re.compile(rb"https?:", re.IGNORECASE)  # of other addresses warcio takes the block for the payload
_SCHEME = re.compile(rb"[A-Za-z][A-Za-z0-9+.\-]*:")
_RECORD_ID = re.compile(rb"<[!-;=?-~]{1,200}>")
_DATE = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z")
_MEDIA_TYPE = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+/[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_MADE = frozenset({b"resource", b"conversion", b"response", b"request", b"metadata", b"warcinfo"})
_HEAD_FIELD = f"{HTTP_HEAD}: ".encode()
_MADE_HEAD = re.compile(rb"HTTP/1\.1 200 OK\r\n(?:Content-Type: ([^\r\n]*)\r\n)?\r\n")


@dataclass(frozen=True, slots=True)
class Reference:
    """What a revisit says of the record it refers to."""

    id: bytes
    uri: bytes
    date: bytes
    digest: bytes


class TooLong(Exception):
    """A record that other programs cannot read."""

    def __init__(self) -> None:
        super().__init__(LONG_ADDRESS)


@dataclass(slots=True)
class WarcRecord:
    """A record as bytes, with what an index wants to know of it. `mime` is "warc/revisit" for a revisit. `before` is a
    record to be written before it, or b"", `after` are those that belong to it."""

    data: bytes
    reference: Reference
    mime: str
    status: str
    repaired: bool = False
    notes: list[str] = field(default_factory=list)
    before: bytes = b""
    after: bytes = b""
    indexed: bool = True


@dataclass(slots=True)
class _Content:
    kind: bytes
    block: bytes
    payload: bytes
    type: bytes
    mime: str
    status: str = ""
    extra: tuple[tuple[bytes, bytes], ...] = ()
    notes: tuple[str, ...] = ()


def full(
    capture: Capture, record: Record, data: bytes, *, compress: bool, of: bytes | None = None
) -> WarcRecord:
    """The attributes of `record` with `data` (its own DATA, or that of the version it confirms); a derived record
    refers to the record `of` a page. TooLong."""
    content = _content(capture, record, data)
    digest = warc_writer.digest(content.payload)
    reference = _reference(capture, record, digest)
    block_digest = digest if content.block is content.payload else warc_writer.digest(content.block)
    headers = _identity(record, reference, content.kind)
    if of is not None:
        headers.append((b"WARC-Refers-To", of))
    if content.kind != b"response" or _WEB.match(reference.uri):
        headers.append((b"WARC-Payload-Digest", digest))
    headers.append((b"WARC-Block-Digest", block_digest))
    fields = [*_fields(record, reference.uri), *content.extra]
    before, made = _encoded(
        record, reference, content.kind, headers, fields, content.type, content.block, compress
    )
    odd = any(name == b"Tianwang-Head" for name, _ in content.extra)
    after = _companions(record, reference, compress=compress)
    indexed = content.kind in (b"response", b"resource") and standing(capture.url) != "posted"
    return WarcRecord(
        made, reference, content.mime, content.status, odd, list(content.notes), before, after, indexed
    )


def revisit(capture: Capture, record: Record, base: Reference, *, compress: bool) -> WarcRecord:
    """A visit: the same content as the record `base` stands for. TooLong."""
    reference = _reference(capture, record, base.digest)
    profile = warc_writer.REVISIT_304 if record.raw("status") == b"304" else warc_writer.REVISIT_SAME
    head = unquote_to_bytes(record.raw(HTTP_HEAD) or b"")
    block = head if is_agreed(head) and len(head) <= MAX_HEAD else b""
    headers = [
        *_identity(record, reference, b"revisit"),
        (b"WARC-Profile", profile.encode()),
        (b"WARC-Refers-To", base.id),
        (b"WARC-Refers-To-Target-URI", base.uri),
        (b"WARC-Refers-To-Date", base.date),
        (b"WARC-Payload-Digest", base.digest),
        (b"WARC-Block-Digest", warc_writer.digest(block)),
    ]
    fields = [
        field for field in _fields(record, reference.uri) if not (block and field[1].startswith(_HEAD_FIELD))
    ]
    before, made = _encoded(record, reference, b"revisit", headers, fields, HTTP_RESPONSE, block, compress)
    after = _companions(record, reference, compress=compress)
    indexed = standing(capture.url) != "posted"
    return WarcRecord(made, reference, "warc/revisit", "", before=before, after=after, indexed=indexed)


def _companions(record: Record, reference: Reference, *, compress: bool) -> bytes:
    """The requests and metadata that a record keeps, as they came."""
    made = []
    for number, (name, value) in enumerate(record.fields):
        one = given_back(name, value)
        if one is None:
            continue
        own = warc_writer.record_id(reference.id, name.encode("latin-1"), b"%d" % number)
        lines = [
            (b"WARC-Record-ID", own),
            (b"WARC-Date", reference.date),
            (b"WARC-Target-URI", reference.uri),
        ]
        given = {key for key, _ in one.headers}
        lines = [line for line in lines if line[0] not in given]
        if not given & {b"WARC-Refers-To", b"WARC-Concurrent-To"}:
            lines.append((b"WARC-Concurrent-To", reference.id))
        lines += one.headers
        lines.append((b"WARC-Block-Digest", warc_writer.digest(one.block)))
        made.append(
            warc_writer.encode(
                one.type.encode("ascii"), lines, one.content_type, one.block, compress=compress
            )
        )
    return b"".join(made)


def _encoded(
    record: Record,
    reference: Reference,
    kind: bytes,
    headers: list[tuple[bytes, bytes]],
    fields: list[tuple[bytes, bytes]],
    content_type: bytes,
    block: bytes,
    compress: bool,
) -> tuple[bytes, bytes]:
    """(The record before it, or b""; the record): fields that are too long for its header stand before it."""
    moved: list[tuple[bytes, bytes]] = []
    given = sum(len(value) for name, value in record.fields if given_back(name, value) is not None)
    if len(record.header) - given > MAX_ATTRIBUTES or any(len(value) > MAX_KEPT for _, value in fields):
        moved, fields = fields, []
    head = warc_writer.header(kind, [*headers, *fields], content_type, len(block))
    if len(head) > MAX_HEADER:
        raise TooLong
    made = warc_writer.packed(head, block, compress=compress)
    if not moved:
        return b"", made
    lines = b"".join(b"%b: %b\r\n" % field for field in moved)
    about = [
        (b"WARC-Record-ID", warc_writer.record_id(reference.id, b"fields")),
        (b"WARC-Date", reference.date),
        (b"WARC-Refers-To", reference.id),
        (b"WARC-Block-Digest", warc_writer.digest(lines)),
    ]
    return warc_writer.encode(b"metadata", about, _FIELDS_TYPE, lines, compress=compress), made


def reference_of(capture: Capture, record: Record) -> Reference:
    """What revisits say of a full record. FormatError when its DATA cannot be read."""
    data = record.data()
    return _reference(capture, record, warc_writer.digest(_content(capture, record, data).payload))


def name_of(capture: Capture, record: Record) -> bytes:
    """The WARC-Record-ID of a record."""
    return _reference(capture, record, b"").id


def _reference(capture: Capture, record: Record, digest: bytes) -> Reference:
    when = warc_writer.date(record.date or capture.date)
    exact = record.raw("warc-date")
    if exact is not None and _DATE.fullmatch(exact) and exact[:19] == when[:19]:
        when = exact
    uri = target_of(_target(record), (record.raw("warc-type") or b"").decode("latin-1"))
    own = record.raw("warc-record-id")
    if own is None or not _RECORD_ID.fullmatch(own):
        own = warc_writer.record_id(capture.id, uri, when)
    return Reference(own, uri, when, digest)


def _target(record: Record) -> bytes:
    """The address, absolute if the record says where it was found."""
    url = warc_writer.uri((record.raw("url") or b"").removesuffix(MARK.encode()))
    origin = record.raw("origin")
    if _SCHEME.match(url) or not origin:
        return url
    try:
        return urljoin(warc_writer.uri(origin).decode("ascii"), url.decode("ascii")).encode("ascii")
    except ValueError:
        return url


def _identity(record: Record, reference: Reference, kind: bytes) -> list[tuple[bytes, bytes]]:
    headers = [(b"WARC-Record-ID", reference.id), (b"WARC-Date", reference.date)]
    if kind != b"warcinfo":
        headers.append((b"WARC-Target-URI", reference.uri))
    kept = record.raw(HEADERS)
    if kept is not None and len(kept) <= MAX_ATTRIBUTES:
        headers += header_lines(kept)
    ip = record.raw("ip")
    if ip is not None and _is_address(ip):
        headers.append((b"WARC-IP-Address", ip))
    return headers


def _fields(record: Record, uri: bytes) -> list[tuple[bytes, bytes]]:
    """The attributes that no header of WARC holds."""
    kept: list[tuple[bytes, bytes]] = []
    for name, value in record.fields:
        if name in _RECOMPUTED or (name == "url" and value == uri) or (name == "ip" and _is_address(value)):
            continue
        if given_back(name, value) is not None or (name == HEADERS and len(value) <= MAX_ATTRIBUTES):
            continue
        kept.append((b"Tianwang-Field", name.encode("latin-1") + b": " + warc_writer.text(value)))
    return kept


def _is_address(ip: bytes) -> bool:
    try:
        ip_address(ip.decode("ascii"))
    except ValueError:
        return False
    return True


def _content(capture: Capture, record: Record, data: bytes) -> _Content:
    kind = record.raw("warc-type")
    made = _MADE_HEAD.match(data) if kind in _MADE else None
    if made is not None and kind is not None:
        payload = data[made.end() :]
        declared = made[1] or b""
        return _Content(kind, payload, payload, declared, _mime(declared.decode("latin-1"), capture))
    message = split_http(data)
    if not message.raw_headers:
        media = _mime("", capture)
        return _Content(
            b"resource", data, data, media.encode("ascii"), media, extra=((b"Tianwang-Data", b"bare"),)
        )
    return _response(capture, data, message)


def _response(capture: Capture, data: bytes, message: HttpMessage) -> _Content:
    payload = message.raw_body
    head = data[: len(data) - len(payload)]
    block, extra, notes = data, (), ()  # type: tuple[bytes, tuple[tuple[bytes, bytes], ...], tuple[str, ...]]
    if len(head) > MAX_HEAD or not is_agreed(head):
        others = repaired(message)
        if len(others) > MAX_HEAD:
            others, notes = shortened(others), (LONG_HEAD,)
        block, extra = others + payload, ((b"Tianwang-Head", warc_writer.opaque(head)),)
    mime = _mime(message.header("content-type") or "", capture)
    return _Content(b"response", block, payload, HTTP_RESPONSE, mime, f"{message.status:03d}", extra, notes)


def _mime(declared: str, capture: Capture) -> str:
    """The media type for an index: the declared one, else the recognised one."""
    for wanted in (re.split(r"[;\s]", declared.strip(), maxsplit=1)[0], capture.type):
        if _MEDIA_TYPE.fullmatch(wanted):
            return wanted
    return "application/octet-stream"
