"""Rows of the index as values. Every statement of the reader is one of these plus a condition of its own."""

from __future__ import annotations

import json
import zlib
from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from typing import Any

from app.archive import batches
from app.archive.model import Capture, Page, StoredLink

PAGE_COLUMNS = (
    "page_id, pages.folder_id, url, name, kind, title, title_source, type, status, length, versions, visits, "
    "first, last, changed, facets"
)
PAGE = f"SELECT {PAGE_COLUMNS} FROM pages"
FOLDER = "SELECT folder_id, parent_id, name, url, documents, pages FROM folders"
CAPTURE = (
    "SELECT c.seq, c.batch, c.serial, p.url, c.origin, c.date, c.ip, c.status, c.type, c.length, c.digest, c.kind, "
    "b.batch, b.serial, coalesce(b.title, c.title), coalesce(b.title_source, c.title_source), "
    "c.file, c.offset, c.end, c.crawl "
    "FROM captures c JOIN pages p USING (page_id) LEFT JOIN captures b ON b.seq = c.base"
)

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def kinds_clause(kinds: Collection[str] | None) -> str:
    """Condition for a choice of page kinds, to be given the kinds as values."""
    return f" AND kind IN ({', '.join('?' * len(kinds))})" if kinds is not None else ""


def moment(seconds: int) -> datetime:
    return EPOCH + timedelta(seconds=seconds)  # Windows has no timestamps before 1970


def page(row: tuple[Any, ...]) -> Page:
    values = [*row[:12], moment(row[12]), moment(row[13]), row[14], row[15]]
    return Page(*values)


def capture(row: tuple[Any, ...]) -> Capture:
    (
        seq,
        batch,
        serial,
        url,
        origin,
        date,
        ip,
        status,
        media,
        length,
        digest,
        kind,
        base_batch,
        base_serial,
        title,
        source,
        file,
        offset,
        end,
        crawl,
    ) = row
    return Capture(
        seq,
        batches.format_id(batch, serial),
        url,
        origin,
        moment(date),
        ip,
        status,
        media,
        length,
        digest_text(digest),
        kind,
        batches.format_id(base_batch, base_serial) if base_batch else None,
        title,
        source,
        batches.relative_path(batch, file),
        offset,
        end,
        crawl,
    )


def digest_text(digest: bytes) -> str:
    """A digest as the rest of the program writes it."""
    return f"sha256:{digest.hex()}"


def digest_bytes(digest: str) -> bytes:
    """A digest as the index holds it."""
    return bytes.fromhex(digest.removeprefix("sha256:"))


_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def pack_links(links: Collection[StoredLink]) -> bytes:
    """Links as one value of the table `links`; usual values at the end of a link are left out."""
    listed = [link[: _end(link)] for link in links]
    try:
        text = _JSON.encode(listed).encode()
    except UnicodeEncodeError:  # looking at each of them first takes as long as all the rest
        listed = [(clean(link.url), link.element, clean(link.text), *link[3 : _end(link)]) for link in links]
        text = _JSON.encode(listed).encode()
    return zlib.compress(text, 1)


def _end(link: StoredLink) -> int:
    """How many values of a link are worth keeping."""
    return 7 if link.modified else 6 if link.guess else 5 if link.rel else 4


def unpack_links(packed: bytes) -> list[StoredLink]:
    """The links in one value of the table `links`."""
    return [StoredLink(*link) for link in json.loads(zlib.decompress(packed))]


def clean(text: str) -> str:
    """Text that SQLite can hold: no lone surrogates."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")
