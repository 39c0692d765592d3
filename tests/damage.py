"""Tianwang files in several dialects, and what happens to them: the damage model of the recovery tests.

Everything is drawn from a seeded generator. A damage returns the new bytes and which stretches of the old file are in
them unchanged, and where; so a test knows which records nothing has touched.
"""

from __future__ import annotations

import hashlib
import random
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

DIALECTS = ("tse", "compressed", "own", "old own", "early", "mixed")
SECTOR = 512
START = datetime(2004, 5, 1, tzinfo=UTC)

_WORDS = (
    "北京大学",
    "天网",
    "网页",
    "library",
    "crawler",
    "archive",
    "length:",
    "version:",
    "page",
    "of",
    "text\r\n",
    "\n",
)


@dataclass(frozen=True)
class Made:
    """One record of a generated file."""

    start: int
    end: int
    data: int
    url: str
    proof: bool
    """Whether a change of DATA can be found out."""
    sealed: bool
    """Whether a change of the header can be found out."""


@dataclass(frozen=True)
class File:
    """A generated file and the truth about it."""

    data: bytes
    records: tuple[Made, ...]
    dialect: str


@dataclass(frozen=True)
class Kept:
    """The bytes `start` to `end` of the whole file stand at `at` in the damaged one."""

    start: int
    end: int
    at: int


@dataclass(frozen=True)
class Damage:
    """A damaged file: its bytes, what was kept of the whole one, and what was done."""

    data: bytes
    kept: tuple[Kept, ...]
    what: str

    def place(self, start: int, end: int) -> int | None:
        """Where the bytes `start` to `end` of the whole file stand now, or None when they were touched."""
        for piece in self.kept:
            if piece.start <= start and end <= piece.end:
                return piece.at + start - piece.start
        return None


def page(chance: random.Random, size: int) -> bytes:
    """An HTTP response with a page of about `size` bytes."""
    words = []
    while size > 0:
        word = chance.choice(_WORDS) if chance.random() < 0.7 else f"{chance.getrandbits(32):x}"
        words.append(word)
        size -= len(word.encode()) + 1
    body = (
        f"<html><title>{chance.random()}</title><p>{' '.join(words)}</html>".encode()
        + b"\n" * chance.randrange(2)
    )
    return response(body, chance.choice((b"\r\n\n", b"\r\n\r\n")))


def response(body: bytes, separator: bytes = b"\r\n\r\n") -> bytes:
    return b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d" % len(body) + separator + body


def record(
    dialect: str, serial: int, data: bytes, date: datetime, url: str | None = None
) -> tuple[bytes, int, str]:
    """The bytes of a record, the length of its header and its url."""
    url = url or f"http://host{serial % 7}.example/{serial}.html"
    when = format_datetime(date, usegmt=True)
    lines = ["version: 1.0", f"url: {url}"]
    stored, unzip = data, []
    if dialect in ("compressed", "own", "old own"):
        packed = zlib.compress(data)
        if len(packed) < len(data) or dialect == "compressed":
            stored, unzip = packed, [f"unzip-length: {len(data)}"]
    lines += [f"time: {when}" if dialect == "early" else f"date: {when}", "ip: 10.0.0.1"]
    if dialect in ("own", "old own"):
        lines += [f"id: 200405-{serial:07}", "digest: sha256:" + hashlib.sha256(stored).hexdigest()]
    ends = "\r\n" if dialect == "early" else "\n"
    if dialect == "own":
        lines.append("header-check: crc32:")
    head = "".join(line + ends for line in [*lines, *unzip, f"length: {len(stored)}", ""]).encode()
    if dialect == "own":
        check = b"%08x" % zlib.crc32(head)
        head = head.replace(b"header-check: crc32:", b"header-check: crc32:" + check)
    return head + stored + b"\n", len(head), url


def make(
    chance: random.Random, dialect: str, count: int = 12, size: int = 3000, embedded: float = 0.3
) -> File:
    """A file of `count` records; every third or so holds other records in its text."""
    out, made, date, own_serial = bytearray(), [], START, 0
    for serial in range(1, count + 1):
        date += timedelta(seconds=chance.randrange(1, 90))
        # a program that seals its records does not write others in between
        kind = (
            chance.choice([name for name in DIALECTS[:-1] if name != "old own"])
            if dialect == "mixed"
            else dialect
        )
        data = page(chance, chance.randrange(20, size))
        if chance.random() < embedded:
            data = response(host(chance, kind, [bytes(out[r.start : r.end]) for r in made]), b"\r\n\r\n")
        own = kind in ("own", "old own")
        own_serial += own
        whole, head, url = record(kind, own_serial if own else serial, data, date)
        start = len(out)
        out += whole
        made.append(Made(start, len(out), start + head, url, own or kind == "compressed", kind == "own"))
    return File(bytes(out), tuple(made), dialect)


def host(chance: random.Random, dialect: str, earlier: Sequence[bytes]) -> bytes:
    """A body that holds whole records: copies of this file's, foreign ones, some with lengths that lie, CRLF copies."""
    parts = [page(chance, 100) for _ in range(chance.randrange(3))]
    for _ in range(chance.randrange(1, 6)):
        kind = chance.randrange(5)
        if kind == 0 and earlier:
            parts += chance.sample(list(earlier), min(len(earlier), chance.randrange(1, 5)))
        elif kind == 1 and earlier:
            parts.append(chance.choice(earlier).replace(b"\n", b"\r\n"))
        elif kind == 2:
            parts.append(
                b"version: 1.0\nurl: http://liar.example/\ndate: Tue, 15 Apr 2003 08:13:06 GMT\nip: 1.1.1.1\n"
                b"length: 99999999\n\nHTTP/1.0 200 OK\r\n\r\n"
            )
        else:
            date = START - timedelta(days=chance.randrange(300))
            for number in range(chance.randrange(1, 5)):
                parts.append(
                    record(dialect, 5000 + number, page(chance, 200), date + timedelta(seconds=number))[0]
                )
        if chance.random() < 0.5:
            parts.append(page(chance, 60))
    return b"".join(parts)


def zero_sectors(chance: random.Random, data: bytes, size: int = SECTOR) -> Damage:
    sector = chance.randrange((len(data) + size - 1) // size) * size
    return overwrite(data, sector, bytes(min(size, len(data) - sector)), f"{size} zeros at {sector}")


def zero_large_sectors(chance: random.Random, data: bytes) -> Damage:
    return zero_sectors(chance, data, 4096)


def flip(chance: random.Random, data: bytes) -> Damage:
    at = chance.randrange(len(data))
    return overwrite(data, at, bytes([data[at] ^ (1 << chance.randrange(8))]), f"a bit at {at}")


def cut(chance: random.Random, data: bytes) -> Damage:
    start = chance.randrange(len(data))
    end = min(len(data), start + chance.choice((1, 2, 100, 512, 5000)))
    return splice(data, start, end, b"", f"{start} to {end} cut out")


def cut_tail(chance: random.Random, data: bytes) -> Damage:
    start = chance.randrange(len(data))
    return splice(data, start, len(data), b"", f"cut at {start}")


def insert(chance: random.Random, data: bytes) -> Damage:
    at, what = (
        chance.randrange(len(data)),
        chance.choice((b"\n", b"\0" * 7, chance.randbytes(40), b"x" * 600)),
    )
    return splice(data, at, at, what, f"{len(what)} bytes put in at {at}")


def overwrite(data: bytes, at: int, new: bytes, what: str) -> Damage:
    return splice(data, at, at + len(new), new, what)


def splice(data: bytes, start: int, end: int, new: bytes, what: str) -> Damage:
    """`start` to `end` replaced by `new`."""
    kept = (Kept(0, start, 0), Kept(end, len(data), start + len(new)))
    return Damage(data[:start] + new + data[end:], kept, what)


def destroy_header(chance: random.Random, file: File) -> Damage:
    """The header of one record is gone, and some of its DATA perhaps."""
    victim = chance.choice(file.records)
    end = victim.data if chance.random() < 0.5 else min(victim.data + chance.randrange(300), victim.end)
    new = bytes(end - victim.start) if chance.random() < 0.6 else chance.randbytes(end - victim.start)
    return overwrite(file.data, victim.start, new, f"header at {victim.start} destroyed to {end}")


def join(chance: random.Random, first: bytes, second: bytes) -> Damage:
    """The beginning of one file, and behind it another, whole or not."""
    end, start = chance.randrange(len(first)), chance.choice((0, 0, chance.randrange(len(second))))
    kept = (Kept(0, end, 0), Kept(len(first) + start, len(first) + len(second), end))
    return Damage(first[:end] + second[start:], kept, f"cut at {end}, then another file from {start}")


BYTES: tuple[Callable[[random.Random, bytes], Damage], ...] = (
    zero_sectors,
    zero_large_sectors,
    flip,
    cut,
    cut_tail,
    insert,
)
"""The damages that need to know nothing of records."""


def several(chance: random.Random, data: bytes, count: int) -> Damage:
    """Several damages one after the other."""
    damage = chance.choice(BYTES)(chance, data)
    for _ in range(count - 1):
        more = chance.choice(BYTES)(chance, damage.data) if damage.data else damage
        kept = [
            Kept(
                a.start + max(a.at, b.start) - a.at,
                a.start + min(a.at + a.end - a.start, b.end) - a.at,
                b.at + max(a.at, b.start) - b.start,
            )
            for a in damage.kept
            for b in more.kept
            if max(a.at, b.start) < min(a.at + a.end - a.start, b.end)
        ]
        damage = Damage(more.data, tuple(kept), f"{damage.what}; {more.what}")
    return damage
