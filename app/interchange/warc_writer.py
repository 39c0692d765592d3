"""WARC/1.1 records (ISO 28500:2017) as bytes: one gzip member each, or plain."""

from __future__ import annotations

import hashlib
import re
import uuid
from collections.abc import Iterable
from datetime import UTC, datetime

from zlib_ng import zlib_ng

FORMAT = "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"
REVISIT_SAME = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
REVISIT_304 = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"
HTTP_RESPONSE = b"application/http; msgtype=response"

_LEVEL = 6
_GZIP = 31  # window bits that ask for a gzip member
_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_OID, "Tianwang Explorer: WARC-Record-ID")
_NO_URI = re.compile(rb"[^!-~]")
_NO_TEXT = re.compile(rb"[^ -$&-~]")  # “%” stands for itself only as %25

Headers = Iterable[tuple[bytes, bytes]]


def header(kind: bytes, headers: Headers, content_type: bytes, size: int) -> bytes:
    """The header of a record with a block of `size` bytes. `headers` are those between WARC-Type and Content-Type;
    their values hold no line break."""
    lines = [b"WARC/1.1\r\nWARC-Type: ", kind, b"\r\n"]
    for name, value in headers:
        lines += (name, b": ", value, b"\r\n")
    if content_type:
        lines += (b"Content-Type: ", content_type, b"\r\n")
    lines.append(b"Content-Length: %d\r\n\r\n" % size)
    return b"".join(lines)


def encode(kind: bytes, headers: Headers, content_type: bytes, block: bytes, *, compress: bool) -> bytes:
    """A whole record; see `header`."""
    return packed(header(kind, headers, content_type, len(block)), block, compress=compress)


def packed(head: bytes, block: bytes, *, compress: bool) -> bytes:
    """A whole record of its header and its block."""
    if not compress:
        return b"".join((head, block, b"\r\n\r\n"))
    machine = zlib_ng.compressobj(_LEVEL, zlib_ng.DEFLATED, _GZIP)
    return b"".join(
        (machine.compress(head), machine.compress(block), machine.compress(b"\r\n\r\n"), machine.flush())
    )


def warcinfo(fields: Iterable[tuple[str, str]], filename: str, made: datetime, *, compress: bool) -> bytes:
    """The record a file begins with: which program wrote it, when, and from what."""
    block = b"".join(f"{name}: {' '.join(value.split())}\r\n".encode() for name, value in fields)
    headers = (
        (b"WARC-Record-ID", record_id("warcinfo", filename, date(made), block)),
        (b"WARC-Date", date(made)),
        (b"WARC-Filename", filename.encode()),
        (b"WARC-Block-Digest", digest(block)),
    )
    return encode(b"warcinfo", headers, b"application/warc-fields", block, compress=compress)


def record_id(*parts: str | bytes) -> bytes:
    """The same parts always give the same WARC-Record-ID."""
    name = "\n".join(part if isinstance(part, str) else part.decode("latin-1") for part in parts)
    return b"<urn:uuid:" + str(uuid.uuid5(_NAMESPACE, name)).encode() + b">"


def digest(data: bytes) -> bytes:
    """A digest in the form that warcio, FastWARC and the validators of WACZ all check."""
    return b"sha256:" + hashlib.sha256(data).hexdigest().encode()


def date(when: datetime) -> bytes:
    """WARC-Date: UTC in whole seconds."""
    return when.astimezone(UTC).replace(tzinfo=None, microsecond=0).isoformat().encode() + b"Z"


def uri(raw: bytes) -> bytes:
    """An address as bytes that WARC-Target-URI can hold; what is percent-encoded stays as it is."""
    return _NO_URI.sub(_percent, raw.strip())


def text(raw: bytes) -> bytes:
    """Any bytes as the value of a header; percent-decoding gives them back."""
    value = _NO_TEXT.sub(_percent, raw)
    inner = value.strip(b" ")
    if len(inner) == len(value):
        return value
    before = len(value) - len(value.lstrip(b" ")) if inner else 0
    return b"%20" * before + inner + b"%20" * (len(value) - len(inner) - before)


def opaque(raw: bytes) -> bytes:
    """As `text`, and without blanks."""
    return text(raw).replace(b" ", b"%20")


def _percent(found: re.Match[bytes]) -> bytes:
    return b"%%%02X" % found[0][0]
