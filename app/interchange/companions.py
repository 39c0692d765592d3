"""Requests, metadata and other records of WARC files beside the pages: their form in Tianwang records, and the way back.

Requests and metadata of one capture are attributes of its record (`warc-request`, `warc-metadata`: the header lines
that cannot be worked out again, an empty line, the block, percent-encoded); further headers of its own stand in
`warc-headers`, the HTTP headers of a visit in `http-head`. All else is a record of its own, with an address that no
page has, so that it is never taken for one:

    urn:pageinfo:…, screenshot:http://…, metadata://…, file:///…, dns:…      as the file has it
    post:http://a.test/form                                                  an answer to another method than GET
    request:…, metadata:…, conversion:…, warcinfo:…                           records of these types without a capture

Such captures are of the kind “posted” or “attached” (`archive.addresses.standing`): what lists pages passes them over.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import unquote_to_bytes

from app.archive.addresses import METHODS
from app.interchange import warc_writer
from app.interchange.arrivals import Attributes, attribute
from app.interchange.warc_reader import WarcRecord, bare, parse_headers

HTTP_HEAD, HEADERS, METHOD = "http-head", "warc-headers", "method"
KEPT = {"request": "warc-request", "metadata": "warc-metadata"}
"""Types of records that belong to a capture, and the attributes in which its record has them."""
LONGEST = 16 * 1024
"""Bytes of one such attribute; what is longer is a record of its own."""
TYPED = frozenset({"request", "metadata", "conversion", "warcinfo"})

_TYPES = {"request": "application/http;msgtype=request", "metadata": "application/warc-fields"}
_AGAIN = frozenset({"warc-type", "content-length", "warc-block-digest", "warc-payload-digest"})
_SHARED = ("warc-target-uri", "warc-date", "warc-ip-address", "warc-warcinfo-id")
_HELD = _AGAIN | {
    "warc-record-id",
    "warc-date",
    "warc-target-uri",
    "warc-ip-address",
    "warc-truncated",
    "content-type",
    "warc-segment-number",
}
_OF_REVISITS = frozenset(
    {
        "warc-profile",
        "warc-refers-to",
        "warc-refers-to-target-uri",
        "warc-refers-to-date",
        "warc-refers-to-filename",
    }
)
_SPELLED = {"warc": "WARC", "id": "ID", "ip": "IP", "uri": "URI", "json": "JSON"}


def method_of(record: WarcRecord) -> str:
    """The method of a request, in capitals; "GET" for a block without one (some tools write a status line there)."""
    word = (record.block or b"").split(b" ", 1)[0][:20]
    return word.decode("ascii").upper() if word.isalpha() else "GET"


def concerned(record: WarcRecord) -> set[str]:
    """The ids of the records that a request or metadata belongs to."""
    return {bare(value) for name, value in record.headers if name in ("warc-concurrent-to", "warc-refers-to")}


def belongs(record: WarcRecord, to: WarcRecord) -> bool:
    """Whether a request or metadata is one of a response: either may name the other; without names the address does."""
    names, id = concerned(record), bare(to.get("warc-record-id"))
    if (id and id in names) or bare(record.get("warc-record-id")) in concerned(to) - {""}:
        return True
    return (
        not names and record.type == "request" and record.get("warc-target-uri") == to.get("warc-target-uri")
    )


def kept_with(record: WarcRecord, to: WarcRecord) -> Attributes:
    """The attribute of a response's record that keeps what belongs to it; () when it is too long for one."""
    id, lines = bare(to.get("warc-record-id")), []
    for name, value in record.headers:
        again = name in _AGAIN or (name == "warc-concurrent-to" and bare(value) == id)
        again = again or (name in _SHARED and value == to.get(name))
        if not again and not (name == "content-type" and _plain(value) == _TYPES[record.type]):
            lines.append((name, value))
    packed = _packed(lines, record.block or b"")
    return ((KEPT[record.type], packed),) if len(packed) <= LONGEST else ()


def headers_of(record: WarcRecord) -> Attributes:
    """The headers of a record that nothing else of its Tianwang record holds, as one attribute."""
    known = _HELD | _OF_REVISITS if record.type == "revisit" else _HELD
    if record.type in TYPED or not record.get("content-type").lower().startswith("application/http"):
        known -= {"warc-refers-to"}
    lines = [
        (name, value)
        for name, value in record.headers
        if name not in known and not name.startswith("tianwang-")
    ]
    value = _packed(lines, b"") if lines else b""
    return ((HEADERS, value),) if value and len(value) <= LONGEST else ()


def opaque(data: bytes) -> bytes:
    """Any bytes as an attribute."""
    value = warc_writer.text(data)
    return value if attribute(value) == value else warc_writer.opaque(data)


@dataclass(frozen=True, slots=True)
class Companion:
    """A record to give back: its type, headers as they were, and block."""

    type: str
    headers: tuple[tuple[bytes, bytes], ...]
    content_type: bytes
    block: bytes


def type_of(name: str) -> str | None:
    """The type of the record that an attribute of this name keeps; None for other attributes."""
    return next((type for type, kept in KEPT.items() if _numbered(name, kept)), None)


def given_back(name: str, value: bytes) -> Companion | None:
    """The record that an attribute of a capture keeps; None when it is no such attribute."""
    type = type_of(name)
    if type is None:
        return None
    headers, block = _unpacked(value)
    content_type = next((value for name, value in headers if name == b"Content-Type"), _TYPES[type].encode())
    return Companion(type, tuple(line for line in headers if line[0] != b"Content-Type"), content_type, block)


def header_lines(value: bytes) -> list[tuple[bytes, bytes]]:
    """The headers that a record's `warc-headers` keeps."""
    return _unpacked(value)[0]


def target_of(url: bytes, type: str) -> bytes:
    """The address that a record of WARC has for one of ours: without the prefix that keeps it apart from pages."""
    prefix, colon, rest = url.partition(b":")
    word = prefix.decode("latin-1").lower()
    return rest if colon and (word in METHODS or (word == type and type in TYPED)) else url


def _packed(lines: list[tuple[str, str]], block: bytes) -> bytes:
    head = "".join(f"{name}: {value}\r\n" for name, value in lines)
    return opaque(head.encode("utf-8", "replace") + b"\r\n" + block)


def _unpacked(value: bytes) -> tuple[list[tuple[bytes, bytes]], bytes]:
    raw = unquote_to_bytes(value)
    head, _, block = (b"", b"", raw[2:]) if raw.startswith(b"\r\n") else raw.partition(b"\r\n\r\n")
    return [(_spelled(name), value.encode()) for name, value in parse_headers(head)], block


def _spelled(name: str) -> bytes:
    return "-".join(_SPELLED.get(part, part.capitalize()) for part in name.split("-")).encode()


def _numbered(name: str, kept: str) -> bool:
    """Whether a name is that of an attribute, or of a further one (“-2”, “-3”)."""
    return name == kept or (name.startswith(f"{kept}-") and name[len(kept) + 1 :].isdigit())


def _plain(content_type: str) -> str:
    return "".join(content_type.lower().split())
