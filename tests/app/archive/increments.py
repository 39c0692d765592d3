"""Pages that change a little from capture to capture, and archives of them."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.archive.reader import ArchiveReader
from app.tianwang.reader import RecordReader
from app.tianwang.record import Record

BEGIN = datetime(2026, 11, 1, tzinfo=UTC)
URL = "http://a.example/"


def words(seed: int, count: int) -> str:
    """The same words for the same seed; they do not compress to nothing."""
    dice = random.Random(seed)
    return " ".join("".join(dice.choices("abcdefghijklmnop", k=dice.randint(2, 9))) for _ in range(count))


def page(version: int, seed: int = 0, banner: str = "") -> bytes:
    """A page of about 6 kB of which one paragraph and a date are another in each version."""
    paragraphs = [f"<p>{words(seed * 1000 + n, 40)}</p>" for n in range(20)]
    paragraphs[version % 20] = f"<p>{words(900_000 + seed * 1000 + version, 30)}</p>"
    text = f"<html><head><title>Page {seed}, {version}</title></head><body>{banner}" + "\n".join(paragraphs)
    return answer(f"{text}</body></html>".encode(), version)


def answer(body: bytes, version: int = 0, kind: str = "text/html; charset=utf-8") -> bytes:
    head = f"HTTP/1.1 200 OK\r\nDate: {BEGIN + timedelta(hours=version):%a, %d %b %Y %H:%M:%S GMT}\r\n"
    return f'{head}Server: nginx\r\nContent-Type: {kind}\r\nETag: "{version:x}"\r\n\r\n'.encode() + body


def new(
    version: int, seed: int = 0, banner: str = "", data: bytes | None = None, url: str = ""
) -> NewCapture:
    when = BEGIN + timedelta(hours=version)
    return NewCapture(
        url or f"{URL}{seed}", when, "192.0.2.7", data or page(version, seed, banner), crawl="c1"
    )


def filled(archive: Archive, count: int, seeds: int = 1) -> dict[str, bytes]:
    """So many versions of so many pages; returns their DATA by id."""
    stored = {}
    with archive.writer() as writer:
        for version in range(count):
            for seed in range(seeds):
                capture = new(version, seed)
                stored[writer.store(capture).id] = capture.data
    return stored


def records(archive: Archive) -> list[Record]:
    found = []
    for path in sorted(archive.path.glob("batches/*/*.tw")):
        with RecordReader(path) as reader:
            found += [record.detached() for record in reader]
    return found


def data_of(reader: ArchiveReader, id: str) -> bytes:
    return reader.data(reader.record(id))


def all_data(archive: Archive) -> dict[str, bytes]:
    with archive.reader() as reader:
        return {c.id: data_of(reader, c.id) for c in reader.captures(kind="version")}


def size(archive: Archive) -> int:
    return sum(path.stat().st_size for path in archive.path.glob("batches/*/*.tw"))


def damage(path: Path, offset: int) -> None:
    """Change one byte of a file."""
    data = bytearray(path.read_bytes())
    data[offset] ^= 0x55
    path.write_bytes(bytes(data))
