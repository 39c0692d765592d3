"""Reading ARC files (versions 1 and 2), the format before WARC, as the WARC records they would be."""

from __future__ import annotations

import re

from app.interchange.warc_reader import Head, WarcReader
from app.messages import Message

_MAX_LINE = 64 * 1024
_LINE = rb"(?:(?:filedesc|https?|ftp)://|dns:)[^\x00-\x20]{1,700}[^\r\n]{0,100}? [0-9]{12,14} [^ \r\n]{0,100}"
_MARK = re.compile(_LINE + rb" (?:[0-9-]{1,3} [^ \r\n]{1,60} [^ \r\n]{1,60} [0-9]{1,18} )?[0-9]{1,18}\r?\n")
_INSIDE = re.compile(rb"\n" + _MARK.pattern)
_CLOSE = re.compile(rb"\r?\n\Z")
_DATE = re.compile(rb"[0-9]{12}(?:[0-9]{2})?")
_DIGITS = re.compile(rb"[0-9]{1,18}")


def starts_arc(data: bytes) -> bool:
    """Whether bytes are the beginning of an ARC record."""
    begin = data[:_MAX_LINE].lstrip(b"\r\n")
    return parse_line(begin[: begin.find(b"\n") + 1]) is not None


def parse_line(line: bytes) -> tuple[bytes, bytes, bytes, bytes, bytes] | None:
    """(url, ip, date, type, length) of the line a record begins with, or None. Addresses may hold spaces."""
    for fields, kept in ((5, (1, 2, 3, 4)), (10, (1, 2, 3, 9))):
        parts = line.rstrip(b"\r\n").rsplit(b" ", fields - 1)
        if len(parts) < fields or b":" not in parts[0]:
            continue
        ip, date, media_type, length = (parts[at] for at in kept)
        if _DATE.fullmatch(date) and _DIGITS.fullmatch(length):
            return parts[0], ip, date, media_type, length
    return None


class ArcReader(WarcReader):
    """Iterating yields records and damages in the order of the file; see WarcReader."""

    mark, inside, close = _MARK, _INSIDE, _CLOSE
    name, length_name = Message("arc-record"), Message("arc-length")

    def _starts(self, data: bytes) -> bool:
        return starts_arc(data)

    def _begins(self) -> bool:
        return parse_line(self.content.line(_MAX_LINE) or b"") is not None

    def _confirmed(self) -> bool:
        return self._begins()

    def _head(self, limit: int) -> Head | None:
        content = self.content
        place = content.place()
        line = content.line(_MAX_LINE) or b""
        parts = parse_line(line)
        if parts is None:
            return None
        content.skip(len(line))
        url, ip, date, media_type, length = (part.decode("utf-8", "replace") for part in parts)
        headers = (
            ("warc-type", "warcinfo" if url.startswith("filedesc:") else "response"),
            ("warc-target-uri", url),
            ("warc-ip-address", "" if ip == "0.0.0.0" else ip),  # noqa: S104  # ARC's word for unknown
            ("warc-date", _moment(date)),
            ("content-type", media_type),
            ("content-length", length),
        )
        return Head(place, content.place(), "ARC", headers)


def _moment(date: str) -> str:
    """An ARC date as WARC writes it."""
    parts = [date[:4], *(date[at : at + 2] for at in range(4, len(date), 2)), "00"][:6]
    return f"{'-'.join(parts[:3])}T{':'.join(parts[3:])}Z"
