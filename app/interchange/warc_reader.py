"""Reading WARC files (0.17 to 1.1) and the older ARC files (versions 1 and 2), plain or in gzip members or zstd frames,
tolerant of what real writers wrote. The records of ARC files are given as the WARC records that they would be.

A record is walked by its Content-Length. Where that is wrong, or a header or a member is damaged, reading goes on at
the next record that can be found, and what was left out is told with its offset.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import BinaryIO

from app.archive.spellings import text_of
from app.interchange.members import Broken, Place, open_content
from app.messages import Message
from app.tianwang.http import split_http
from app.tianwang.reader import Tail

# Digests as WARC files write them: `sha1:` and `md5:` in base 32, others in base 16, or the other way round.

_SIZES = {"sha1": 20, "sha256": 32, "sha512": 64, "md5": 16, "sha384": 48}


def parse_digest(text: str) -> tuple[str, bytes] | None:
    """(algorithm, digest) of a labelled digest; None for one that cannot be checked."""
    label, colon, value = text.strip().partition(":")
    name = label.strip().lower().replace("-", "")
    size = _SIZES.get(name)
    if not colon or size is None:
        return None
    value = value.strip()
    try:
        if len(value) == size * 2:
            raw = bytes.fromhex(value)
        else:
            raw = base64.b32decode(value.upper().rstrip("=") + "=" * (-len(value.rstrip("=")) % 8))
    except (ValueError, binascii.Error):
        return None
    return (name, raw) if len(raw) == size else None


def proven(text: str, *contents: bytes) -> bool | None:
    """Whether one of the contents has this digest; None when there is no digest that can be checked."""
    known = parse_digest(text)
    if known is None:
        return None
    name, wanted = known
    return any(hashlib.new(name, content, usedforsecurity=False).digest() == wanted for content in contents)


# Headers of WARC records, and the items that reading a file yields.

Headers = tuple[tuple[str, str], ...]

_ADDRESSES = frozenset({"warc-target-uri", "warc-refers-to-target-uri"})
_DIGITS = re.compile(r"[0-9]{1,18}")


@dataclass(slots=True)
class WarcRecord:
    """One record. `block` is None when it is larger than MAX_BLOCK; `problem` says what is wrong with the record.

    Names of `headers` are in lower case, in their order, and may repeat.
    """

    offset: int
    version: str
    headers: tuple[tuple[str, str], ...]
    block: bytes | None
    problem: str = ""

    def get(self, name: str) -> str:
        """The first value of a header, or ""."""
        for key, value in self.headers:
            if key == name:
                return value
        return ""

    @property
    def type(self) -> str:
        return self.get("warc-type").lower()

    @property
    def has_digest(self) -> bool:
        """Whether the header has a digest of the content."""
        return any(name in ("warc-block-digest", "warc-payload-digest") for name, _ in self.headers)

    def is_proven(self) -> bool:
        """Whether a digest in the header shows that the content is whole."""
        block = self.block or b""
        if proven(self.get("warc-block-digest"), block):
            return True
        payload = self.get("warc-payload-digest")
        return bool(payload) and proven(payload, block, split_http(block).raw_body) is True


@dataclass(frozen=True, slots=True)
class Damage:
    """Bytes from `offset` on that are no record that can be read."""

    offset: int
    sentence: str


@dataclass(slots=True)
class Head:
    """A record's header, where it begins and where it ends."""

    place: Place
    end: Place
    version: str
    headers: tuple[tuple[str, str], ...]

    def get(self, name: str) -> str:
        return next((value for key, value in self.headers if key == name), "")

    @property
    def length(self) -> int | None:
        value = self.get("content-length")
        return int(value) if _DIGITS.fullmatch(value) else None


def bare(uri: str) -> str:
    """An address or id without the angle brackets around it."""
    uri = uri.strip()
    return uri[1:-1].strip() if uri.startswith("<") and uri.endswith(">") else uri


def parse_headers(raw: bytes) -> tuple[tuple[str, str], ...]:
    """The named lines of a header, folded ones joined; what is no such line is passed over."""
    headers: list[tuple[str, str]] = []
    folded: list[str] = []  # the pieces of the last value
    for line in raw.split(b"\n"):
        if line[:1] in (b" ", b"\t") and headers:
            folded.append(_text(line.strip()))
            continue
        if folded:
            headers[-1] = _unfolded(headers[-1], folded)
            folded = []
        name_bytes, colon, value_bytes = line.partition(b":")
        if colon:
            name = _text(name_bytes).strip().lower()
            headers.append((name, (text_of if name in _ADDRESSES else _text)(value_bytes).strip()))
    if folded:
        headers[-1] = _unfolded(headers[-1], folded)
    return tuple(headers)


def _unfolded(header: tuple[str, str], more: list[str]) -> tuple[str, str]:
    name, value = header
    return name, " ".join(piece for piece in (value, *more) if piece)


def _text(value: bytes) -> str:
    """Header bytes as text: UTF-8 where valid, else Latin-1."""
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value.decode("latin-1")


MAX_HEADER = 1024 * 1024
"""Bytes a record header may have."""

MAX_BLOCK = 1024 * 1024 * 1024
"""Bytes of a block that are held in memory; larger ones are passed over."""

_MARK = re.compile(rb"WARC/[0-9]\.[0-9]{1,2}[ \t]*\r?\n[!-9;-~]{1,80}[ \t]*:")
_INSIDE = re.compile(rb"\n\r?\nWARC/[0-9]\.[0-9]{1,2}[ \t]*\r?\n[!-9;-~]{1,80}[ \t]*:")
_VERSION = re.compile(rb"WARC/([0-9]\.[0-9]{1,2})[ \t]*\r?\n")
_CLOSE = re.compile(rb"(?:\r\n\r\n|\n\n)\Z")
_EMPTY = re.compile(rb"\n\r?\n")
_AGAIN = re.compile(rb"WARC/[0-9]\.[0-9]{1,2}[ \t]*\r?\n")
_LONGEST = 1024  # bytes a mark may have
_MAX_SEARCHED = 16 * 1024  # bytes a header may have to be found behind damage
_RUBBISH = 64 * 1024  # bytes that a member may go on with behind its damage
_NEAR = 16 * 1024  # bytes of a block that are read in vain as often as it takes
_MAX_LONGER = 4 * 1024 * 1024  # bytes looked through for the end that a digest proves
_MAX_ENDS = 32
_HASHING = 8  # work of hashing a byte, in bytes read again
_MAX_VAIN = 4 * 1024 * 1024 * 1024  # bytes of blocks taken and put back, of one file
_MAX_REWINDS = 16  # each may mean to inflate the file from its beginning


def starts_warc(data: bytes) -> bool:
    """Whether bytes are the beginning of a WARC record."""
    return data.lstrip(b"\r\n").startswith(b"WARC/")


class WarcReader:
    """Iterating yields records and damages in the order of the file; `tail` then tells of a cut end.

    `base` is added to all offsets: where the file stands inside another one. Nothing in a file makes it raise; OSError
    when the disk does.
    """

    mark, inside, close = _MARK, _INSIDE, _CLOSE
    name: str = Message("warc-record")
    length_name: str = "Content-Length"

    def __init__(self, raw: BinaryIO, base: int = 0) -> None:
        self.content = open_content(raw, self._starts, base)
        self.tail: Tail | None = None
        self._rewinds = self._vain = 0

    def __iter__(self) -> Iterator[WarcRecord | Damage]:
        content = self.content
        while self.tail is None:
            content.skip_breaks()
            if content.have(1):
                head = self._head(MAX_HEADER)
                if head is not None:
                    yield from self._record(head)
                else:
                    yield from self._lost()
            elif content.broken is not None:
                yield from self._mend(content.broken)
            elif not content.advance() and content.broken is None:
                return

    def _starts(self, data: bytes) -> bool:
        """Whether bytes are the beginning of a record."""
        return starts_warc(data)

    def _begins(self) -> bool:
        """Whether a record's header follows where one may begin."""
        return self.content.peek(5) == b"WARC/"

    def _confirmed(self) -> bool:
        """Whether a header follows that may be taken for one behind damage."""
        raw = self.content.peek(_MAX_SEARCHED)
        if again := _AGAIN.search(raw, 1):  # a header does not go on over the beginning of another one
            raw = raw[: again.start()]
        end = _EMPTY.search(raw)
        headers = parse_headers(raw[raw.find(b"\n") + 1 : end.start()]) if end else ()
        return {"warc-type", "content-length"} <= {name for name, _ in headers}

    def _head(self, limit: int) -> Head | None:
        """Take the header that follows; None, and nothing is taken, before other bytes."""
        content = self.content
        place = content.place()
        raw = content.head(limit)
        version = _VERSION.match(raw) if raw else None
        if not raw or not version:
            return None
        headers = parse_headers(raw[version.end() :])
        if not any(name in ("warc-type", "content-length") for name, _ in headers):
            return None
        content.skip(len(raw))
        return Head(place, content.place(), version[1].decode("ascii"), headers)

    def _record(self, head: Head) -> Iterator[WarcRecord | Damage]:
        content, length, left = self.content, head.length, self.content.left()
        if length is None:
            yield from self._up_to_next(head, b"")
        elif left is not None and length > left:
            yield from self._short(head, b"")
        elif self._vain and length > _NEAR and not self._may_end(length):
            yield from self._up_to_next(head, b"")
        elif length > MAX_BLOCK:
            yield from self._pass(head, length)
        else:
            block = content.take(length)
            if len(block) < length:
                yield from self._short(head, block)
            elif self._is_closed():
                yield from self._closed(head, block)
            else:
                inside = self.inside.search(block)
                # the next record may begin in the block, or at its end and go on behind it
                kept = inside.start() if inside else max(0, length - _LONGEST)
                content.put_back(block[kept:])
                self._vain += length
                yield from self._up_to_next(head, block[:kept])

    def _made(self, head: Head, block: bytes | None, problem: str = "") -> WarcRecord:
        return WarcRecord(self.content.offset(head.place), head.version, head.headers, block, problem)

    def _is_closed(self) -> bool:
        """Whether a record ends here: with empty lines, or because another one or nothing follows."""
        content = self.content
        if content.peek(4) == b"\r\n\r\n":
            return True
        ahead = content.peek(_LONGEST)
        breaks = ahead[: len(ahead) - len(ahead.lstrip(b"\r\n"))]
        content.skip(len(breaks))
        if len(breaks) == _LONGEST or not content.have(1) or self._begins():
            return True
        content.put_back(breaks)
        return False

    def _closed(self, head: Head, block: bytes) -> Iterator[WarcRecord]:
        """A record that ends where it says, unless a digest shows that it goes on behind an empty line."""
        found = self._made(head, block)
        rest = self.content.peek(_LONGEST).lstrip(b"\r\n")
        if rest and not self._starts(rest) and (longer := self._longer(found, block)) is not None:
            found = self._made(head, longer, self._wrong_length(head, len(longer)))
        yield from self._if_whole(head, found)

    def _longer(self, found: WarcRecord, so_far: bytes) -> bytes | None:
        """A block that goes on over what looks like its end, or like the next record, as only a digest can show; None,
        and nothing is taken, where it does not. `so_far` is what was taken of it."""
        if not found.has_digest or len(so_far) > _MAX_LONGER or self._vain > _MAX_VAIN or found.is_proven():
            return None
        ahead = self.content.peek(_MAX_LONGER)
        self._vain += len(ahead)
        ends = [ahead.index(b"WARC/", at.start()) for at in islice(self.inside.finditer(ahead), _MAX_ENDS)]
        if len(ahead) < _MAX_LONGER:
            ends.append(len(ahead))
        for end in ends:
            whole = self._unclosed(so_far + ahead[:end])
            self._vain += _HASHING * len(whole)
            if replace(found, block=whole).is_proven():
                self.content.skip(end)
                return whole
        return None

    def _unclosed(self, block: bytes) -> bytes:
        close = self.close.search(block, max(0, len(block) - 4))
        return block[: close.start()] if close else block

    def _wrong_length(self, head: Head, size: int) -> str:
        if head.length is None:
            return Message("length-no-number", part=self.length_name)
        code = "length-over" if head.length > size else "length-under"
        return Message(code, part=self.length_name, count=head.length, size=size)

    def _may_end(self, length: int) -> bool:
        """Whether the record may end where it says, asked when others did not: a file with a wrong length in each of
        its records would be read as often as it has records."""
        ahead = self.content.ahead(length, _LONGEST)
        if ahead is None:
            return self._vain < _MAX_VAIN
        return ahead.startswith(b"\r\n\r\n") or not ahead.strip(b"\r\n") or self._starts(ahead)

    def _if_whole(self, head: Head, found: WarcRecord) -> Iterator[WarcRecord]:
        """A record, unless its member does not end as it should: the checksum comes last. Of a long member with many
        records, what comes before the damage counts as whole."""
        self.content.skip_breaks()
        # bytes behind a record that begin no other may be the next one, spoilt by the damage of its member
        if not self._begins() and not self.content.have(_RUBBISH):
            of_it = self._breaks_in(self.content.offset(head.place))
            if of_it and not found.is_proven():
                return  # the damage is reported at its place
        yield found

    def _breaks_in(self, offset: int) -> bool:
        """Whether what is being read is a short member that is broken, at an offset of the file."""
        broken = self.content.broken
        return broken is not None and broken.offset == broken.member == offset

    def _pass(self, head: Head, length: int) -> Iterator[WarcRecord | Damage]:
        """A block that is too large to be held."""
        content = self.content
        if content.skip(length) == length and self._is_closed():
            yield from self._if_whole(head, self._made(head, None))
        elif content.broken is None and self._rewinds < _MAX_REWINDS:
            self._rewinds += 1
            content.go(head.end)
            yield from self._short(head, b"")
        else:
            yield Damage(
                content.offset(head.place),
                Message("length-too-large", part=self.length_name),
            )

    def _short(self, head: Head, block: bytes) -> Iterator[WarcRecord | Damage]:
        """A record whose content ends before its Content-Length: cut, or another record begins too early."""
        content = self.content
        offset = content.offset(head.place)
        if inside := self.inside.search(block):
            content.put_back(block[inside.start() :])
            block = block[: inside.start()]
        if content.broken is not None and not inside:
            return  # the damage is told of where it is
        found = list(self._up_to_next(head, block))
        if content.have(1) or content.advance():
            yield from found
        elif content.broken is None:
            self.tail = Tail(offset, content.end() - offset, Message("record-cut"))

    def _up_to_next(self, head: Head, block: bytes) -> Iterator[WarcRecord]:
        """The record with everything up to the next one as its block."""
        more, size = self._find_next(max(0, MAX_BLOCK - len(block)))
        size += len(block)
        whole = None
        if size <= MAX_BLOCK:
            whole = self._unclosed(block + more)
            longer = self._longer(self._made(head, whole), block + more)
            whole = whole if longer is None else longer
            size = len(whole)
        yield from self._if_whole(head, self._made(head, whole, self._wrong_length(head, size)))

    def _find_next(self, hold: int) -> tuple[bytes, int]:
        """Go on to the next record: (the first `hold` bytes passed, how many there were)."""
        content = self.content
        kept = io.BytesIO()
        passed = 0
        while True:
            piece, count, found = content.find(self.mark, max(0, hold - passed))
            kept.write(piece)
            passed += count
            if not found or self._confirmed():
                return kept.getvalue(), passed
            if passed < hold:
                kept.write(content.peek(1))
            passed += content.skip(1)

    def _lost(self) -> Iterator[Damage]:
        """Bytes that are no record, up to the next one."""
        content = self.content
        offset = content.offset(content.place())
        content.skip(1)
        _, size = self._find_next(0)
        if not content.have(1) and self._breaks_in(offset):
            return  # one damage, reported with the member
        if content.have(1) or content.broken is not None or content.advance() or content.broken is not None:
            yield Damage(offset, Message("bytes-no-record", size=size + 1, part=self.name))
        else:
            self.tail = Tail(offset, content.end() - offset, Message("nothing-here", part=self.name))

    def _mend(self, broken: Broken) -> Iterator[Damage]:
        """Go on behind a broken member."""
        content = self.content
        if content.recover():
            until = content.offset(content.place())
            yield Damage(
                broken.offset,
                Message("reading-went-on", reason=broken.reason.opening(), offset=until),
            )
        else:
            self.tail = Tail(broken.offset, content.end() - broken.offset, broken.reason)


_LONGEST_LINE = 64 * 1024
_ARC_LINE = (
    rb"(?:(?:filedesc|https?|ftp)://|dns:)[^\x00-\x20]{1,700}[^\r\n]{0,100}? [0-9]{12,14} [^ \r\n]{0,100}"
)
_ARC_MARK = re.compile(
    _ARC_LINE + rb" (?:[0-9-]{1,3} [^ \r\n]{1,60} [^ \r\n]{1,60} [0-9]{1,18} )?[0-9]{1,18}\r?\n"
)
_ARC_INSIDE = re.compile(rb"\n" + _ARC_MARK.pattern)
_ARC_CLOSE = re.compile(rb"\r?\n\Z")
_ARC_DATE = re.compile(rb"[0-9]{12}(?:[0-9]{2})?")
_ARC_DIGITS = re.compile(rb"[0-9]{1,18}")


def starts_arc(data: bytes) -> bool:
    """Whether bytes are the beginning of an ARC record."""
    begin = data[:_LONGEST_LINE].lstrip(b"\r\n")
    return arc_line(begin[: begin.find(b"\n") + 1]) is not None


def arc_line(line: bytes) -> tuple[bytes, bytes, bytes, bytes, bytes] | None:
    """(url, ip, date, type, length) of the line a record begins with, or None. Addresses may hold spaces."""
    for fields, kept in ((5, (1, 2, 3, 4)), (10, (1, 2, 3, 9))):
        parts = line.rstrip(b"\r\n").rsplit(b" ", fields - 1)
        if len(parts) < fields or b":" not in parts[0]:
            continue
        ip, date, media_type, length = (parts[at] for at in kept)
        if _ARC_DATE.fullmatch(date) and _ARC_DIGITS.fullmatch(length):
            return parts[0], ip, date, media_type, length
    return None


class ArcReader(WarcReader):
    """Iterating yields records and damages in the order of the file; see WarcReader."""

    mark, inside, close = _ARC_MARK, _ARC_INSIDE, _ARC_CLOSE
    name, length_name = Message("arc-record"), Message("arc-length")

    def _starts(self, data: bytes) -> bool:
        return starts_arc(data)

    def _begins(self) -> bool:
        return arc_line(self.content.line(_LONGEST_LINE) or b"") is not None

    def _confirmed(self) -> bool:
        return self._begins()

    def _head(self, limit: int) -> Head | None:
        content = self.content
        place = content.place()
        line = content.line(_LONGEST_LINE) or b""
        parts = arc_line(line)
        if parts is None:
            return None
        content.skip(len(line))
        url, ip, date, media_type, length = (part.decode("utf-8", "replace") for part in parts)
        headers = (
            ("warc-type", "warcinfo" if url.startswith("filedesc:") else "response"),
            ("warc-target-uri", url),
            ("warc-ip-address", "" if ip == "0.0.0.0" else ip),  # noqa: S104  # ARC's word for unknown
            ("warc-date", _arc_moment(date)),
            ("content-type", media_type),
            ("content-length", length),
        )
        return Head(place, content.place(), "ARC", headers)


def _arc_moment(date: str) -> str:
    """An ARC date as WARC writes it."""
    parts = [date[:4], *(date[at : at + 2] for at in range(4, len(date), 2)), "00"][:6]
    return f"{'-'.join(parts[:3])}T{':'.join(parts[3:])}Z"
