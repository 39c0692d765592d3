"""Checks of a record: header-check and digest, which show any change, and the rules of the format.

`header-check: crc32:` and eight lower-case hexadecimal digits: the CRC-32 of the whole header, from `version` to the
empty line inclusive, with those eight digits taken out. `digest: sha256:` and 64 digits: the SHA-256 of DATA as stored.
Together they seal a record: no single byte of it can change unnoticed, not even in the checks' own names.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from app.errors import FormatError
from app.messages import Message
from app.tianwang.record import ABSOLUTE, HOST, PROPER, VERSIONS, Record

CHECK = "header-check"
DIGEST = "digest"

_CHECK = re.compile(rb"\nheader-check: crc32:([0-9a-f]{8})\n")
_DIGEST = re.compile(rb"\ndigest: sha256:([0-9a-f]{64})\n")


def _nearly(name: str) -> bytes:
    """A pattern for the name with at most one byte altered."""
    return b"(?:%b)" % b"|".join(f"{name[:at]}.{name[at + 1 :]}".encode() for at in range(len(name)))


# What a check leaves behind when one byte of its line is altered, the line breaks around it included. Neither occurs by
# chance; an address that holds “sha256:…” (container images have such) does not look like this.
_CHECK_TRACE = re.compile(rb"\nheader-check|" + _nearly(CHECK) + rb": crc32:[0-9a-f]{8}\n", re.DOTALL)
_DIGEST_TRACE = re.compile(rb"\ndigest: sha256:|\ndigest.{9}[0-9a-f]{64}\n", re.DOTALL)
_DIGEST_NAMED = re.compile(_nearly(DIGEST) + rb": sha256:[0-9a-f]{64}\n", re.DOTALL)
_REGULAR = re.compile(rb"version:[^\r\n]*\n(?:[!-9;-@\[-~]+:[^\r\n]*\n)*\n")


class _Header(Protocol):
    @property
    def header(self) -> bytes: ...


class _Whole(_Header, Protocol):
    @property
    def length(self) -> int: ...
    @property
    def stored(self) -> bytes: ...
    def data(self) -> bytes: ...


def sealed(header: bytes) -> bytes:
    """A header whose `header-check` has no value yet, with the value filled in."""
    before, mark, after = header.rpartition(b"\nheader-check: ")
    before += mark + b"crc32:"
    return b"%b%08x%b" % (before, zlib.crc32(after, zlib.crc32(before)), after)


def verify_header(record: _Header) -> str | None:
    """The sign that the header has changed since it was written, or None.

    Only a header with a check, or with the digest that this program has always written, can tell; others give None.
    """
    header = record.header
    if (
        b"crc32:" not in header
        and b"header-check" not in header
        and b"sha256:" not in header
        and b"digest" not in header
    ):
        return None  # what is found below holds one of these
    check = _CHECK.search(header)
    if check is not None:
        crc = zlib.crc32(header[check.end(1) :], zlib.crc32(header[: check.start(1)]))
        return None if int(check[1], 16) == crc else Message("header-check-differs")
    if _CHECK_TRACE.search(header):
        return Message("header-check-unreadable")
    if _DIGEST.search(header):
        return None if _REGULAR.fullmatch(header) else Message("header-not-regular")
    return Message("digest-unreadable") if _lost_digest(header) else None


def _lost_digest(header: bytes) -> bool:
    """Whether there was a digest before a byte was altered."""
    if _DIGEST_TRACE.search(header):
        return True
    for named in _DIGEST_NAMED.finditer(header):
        before = header[header.rfind(b"\n", 0, named.start()) + 1 : named.start()]
        # “original-digest” is another attribute; a line break that was altered leaves a colon before the name
        if not before or b":" in before:
            return True
    return False


def verify_digest(record: _Whole) -> str | None:
    """The sign that the digest of DATA is not that of the header, or None."""
    digest = _DIGEST.search(record.header)
    if digest is not None and hashlib.sha256(record.stored).hexdigest().encode() != digest[1]:
        return Message("digest-differs")
    return None


def verify_data(record: _Whole) -> str | None:
    """The sign that DATA has changed since it was written (another digest, no inflation), or None."""
    if (wrong := verify_digest(record)) is not None:
        return wrong
    try:
        record.data()
    except FormatError as error:
        return error.rule
    return None


_TOKEN = re.compile(rb"[!-9;-~]+")
_NUMBER = re.compile(rb"0|[1-9][0-9]*")
_RFC_822 = re.compile(
    rb"(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), )?\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) "
    rb"\d{2}(?:\d{2})? \d{2}:\d{2}(?::\d{2})? (?:UT|GMT|[ECMP][SD]T|[A-IK-Z]|[+-]\d{4})"
)


@dataclass(frozen=True, slots=True)
class Deviation:
    """A rule that a record breaks: `rule` is its stable short name, `sentence` says what was found at `offset`."""

    offset: int
    rule: str
    sentence: str


def header_deviations(record: Record) -> list[Deviation]:
    """What about the form of a header is not as the format wants it; neither checks nor DATA are looked at."""
    return [*_lines(record), *_attributes(record)]


def _lines(record: Record) -> Iterator[Deviation]:
    """What is wrong with single lines of the header."""
    offset, seen = record.offset, set()
    if b"\r" in record.header:
        at = offset + record.header.index(b"\r")
        yield Deviation(at, "cr-in-header", Message("header-cr"))
    for line in record.header.split(b"\n"):
        if line in (b"", b"\r"):
            break
        name, _, value = line.removesuffix(b"\r").partition(b":")
        shown = _shown(name)
        key = name.strip().lower()
        if not _TOKEN.fullmatch(name):
            yield Deviation(offset, "bad-name", Message("name-unfit", name=shown))
        elif name != key:
            yield Deviation(offset, "name-not-lower-case", Message("name-not-lower-case", name=shown))
        if key in seen:
            yield Deviation(offset, "duplicate-attribute", Message("attribute-again", name=shown))
        if not value.startswith(b" "):
            yield Deviation(offset, "no-space-after-colon", Message("value-without-space", name=shown))
        value = value.removeprefix(b" ")
        if value.strip(b" \t\r\v\f") != value:
            yield Deviation(offset, "surrounding-space", Message("value-with-space", name=shown))
        elif not PROPER.fullmatch(value):
            yield Deviation(offset, "control-byte", Message("value-control-byte", name=shown))
        seen.add(key)
        offset += len(line) + 1


def _attributes(record: Record) -> Iterator[Deviation]:
    """What is wrong with the attributes that every record has."""
    at, fields = record.offset, dict(reversed(record.fields))
    version = fields["version"]
    if version not in VERSIONS:
        yield Deviation(at, "unknown-version", Message("version-unknown", version=_shown(version)))
    if record.fields[-1][0] != "length":
        yield Deviation(
            _line(record, record.fields[-1][0]),
            "length-not-last",
            Message("last-not-length", name=record.fields[-1][0]),
        )
    url = fields.get("url", b"")
    if not url.strip():
        yield Deviation(at, "missing-url", Message("record-without-url"))
    elif not ABSOLUTE.match(url.strip()):
        yield Deviation(_line(record, "url"), "relative-url", Message("url-relative", url=_shown(url)))
    date = fields.get("date")
    if date is None:
        if "time" in fields:
            yield Deviation(_line(record, "time"), "time-instead-of-date", Message("date-in-time"))
        else:
            yield Deviation(at, "missing-date", Message("record-without-date"))
    elif not _RFC_822.fullmatch(date) or record.date is None:
        yield Deviation(
            _line(record, "date"), "date-not-rfc822", Message("date-not-rfc822", date=_shown(date))
        )
    ip = fields.get("ip")
    if ip is not None and not HOST.fullmatch(ip):
        yield Deviation(_line(record, "ip"), "bad-ip", Message("ip-unfit", ip=_shown(ip)))
    for name in ("unzip-length", "length"):
        value = fields.get(name)
        if value is not None and not _NUMBER.fullmatch(value):
            rule = f"{name}-not-canonical"
            yield Deviation(
                _line(record, name), rule, Message("number-unfit", name=name, value=_shown(value))
            )


def _line(record: Record, name: str) -> int:
    """Offset of the line that an attribute stands in; that of the record when it is not written as usual."""
    found = record.header.lower().find(b"\n%b:" % name.encode("latin-1"))
    return record.offset + found + 1


def _shown(value: bytes) -> str:
    """Bytes for a sentence: control bytes escaped, cut where they go on for long."""
    text = (
        value.decode("utf-8", "backslashreplace") if len(value) <= 80 else value[:80].decode("latin-1") + "…"
    )
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)
