"""What the index says of one record, and where the record says something else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from app.archive import rows
from app.archive.checking import Findings
from app.tianwang.rebuilding import is_incremental

ROW = (
    "SELECT c.file, c.offset, c.end, p.url, c.origin, c.date, c.ip, c.crawl, c.status, c.type, c.location, c.length, "
    "c.digest, c.full, b.batch, b.serial, c.seq FROM captures c LEFT JOIN pages p "
    "USING (page_id) LEFT JOIN captures b ON b.seq = coalesce(c.base, c.builds) WHERE c.batch = ? AND c.serial = ?"
)


class Row(NamedTuple):
    """What the index says of a record."""

    file: int
    offset: int
    end: int
    url: str | None
    origin: str | None
    date: int
    ip: str | None
    crawl: str | None
    status: int
    type: str
    location: str
    length: int
    digest: bytes
    full: int
    base_batch: str | None
    base_serial: int | None
    seq: int


def differences(row: Row, found: Findings) -> Iterator[tuple[str, object, object]]:
    """(what, in the index, in the record) wherever the two do not tell the same."""
    record = found.record
    told: list[tuple[str, object, object]] = [
        ("end", row.end, record.end),
        ("address", row.url, record.url),
        ("date", rows.moment(row.date), record.date),
        ("origin", row.origin or "", record.origin or ""),
        ("ip", row.ip or "", record.ip or ""),
        ("crawl", row.crawl or "", record.get("crawl") or ""),
        ("kind", _kind(row.full), _kind(1 if record.version.startswith("1.") else 2 * is_incremental(record))),
    ]
    if row.full:
        told += [
            ("status", row.status, found.status),
            # a page confirmed in full may have changed its type, and is shown as its version all the same
            ("type", row.type, found.type if found.type and row.base_batch is None else row.type),
            ("location", row.location, rows.clean(found.location)),
            ("length of the body", row.length, found.length),
            ("digest of the body", row.digest.hex(), found.digest.hex()),
        ]
    return (one for one in told if one[1] != one[2])


def _kind(full: int) -> str:
    return ("a visit without", "a record with DATA", "an incremental record")[full]
