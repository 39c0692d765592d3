"""Every rule of the format, and what of a record departs from it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from app.messages import Message
from app.tianwang.header import ABSOLUTE, HOST, PROPER, VERSIONS
from app.tianwang.record import Record
from app.tianwang.sealing import verify_data, verify_header

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


def deviations(record: Record) -> list[Deviation]:
    """Everything about a record that is not as the format wants it; empty for what this program writes."""
    found = header_deviations(record)
    broken = verify_header(record)
    if broken:
        found.append(
            Deviation(record.offset, "header-check-mismatch", Message("header-altered", reason=broken))
        )
    found += _data(record)
    return found


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


def _data(record: Record) -> Iterator[Deviation]:
    """What is wrong with DATA and behind it."""
    at = record.data_offset
    broken = verify_data(record)
    if broken is not None and "digest" in broken:
        yield Deviation(at, "digest-mismatch", Message("data-altered", reason=broken))
    elif broken is not None and "unzip-length" in broken:
        yield Deviation(at, "unzip-length-mismatch", Message("announced-length-wrong", reason=broken))
    elif broken is not None:
        yield Deviation(at, "unzip-length-without-compression", Message("data-no-zlib", reason=broken))
    if not record.closed:
        yield Deviation(record.end, "not-closed", Message("record-unclosed"))


def _shown(value: bytes) -> str:
    """Bytes for a sentence: control bytes escaped, cut where they go on for long."""
    text = (
        value.decode("utf-8", "backslashreplace") if len(value) <= 80 else value[:80].decode("latin-1") + "…"
    )
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)
