"""Rows of the index as values. Every statement of the reader is one of these plus a condition of its own."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from typing import Any

from app.archive import batches
from app.archive.model import Capture, Page

PAGE = (
    "SELECT page_id, folder_id, url, name, kind, title, title_source, type, status, length, versions, visits, "
    "first, last, changed FROM pages"
)
FOLDER = "SELECT folder_id, parent_id, name, url, documents, pages FROM folders"
CAPTURE = (
    "SELECT c.seq, c.batch, c.serial, p.url, c.origin, c.date, c.ip, c.status, c.type, c.length, c.digest, c.kind, "
    "b.batch, b.serial, c.title, c.title_source, c.file, c.offset, c.end, c.crawl "
    "FROM captures c JOIN pages p USING (page_id) LEFT JOIN captures b ON b.seq = c.base"
)


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def kinds_clause(kinds: Collection[str] | None) -> str:
    """Condition for a choice of page kinds, to be given the kinds as values."""
    return f" AND kind IN ({', '.join('?' * len(kinds))})" if kinds is not None else ""


def moment(seconds: int) -> datetime:
    return _EPOCH + timedelta(seconds=seconds)  # Windows has no timestamps before 1970


def page(row: tuple[Any, ...]) -> Page:
    values = [*row[:12], moment(row[12]), moment(row[13]), row[14]]
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
        *rest,
    ) = row
    title, source, file, offset, end, crawl = rest
    return Capture(
        seq, batches.format_id(batch, serial), url, origin, moment(date), ip, status, media, length, digest, kind,
        batches.format_id(base_batch, base_serial) if base_batch else None, title, source,
        batches.relative_path(batch, file), offset, end, crawl,
    )  # fmt: skip
