"""The same content under several addresses, found by its digest through an index of its own."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter, itemgetter

from app.archive.addresses import is_rendered
from app.archive.index import rows, selecting
from app.archive.index.rows import digest_text
from app.archive.index.schema import ANSWERED
from app.archive.model import Capture

_BODIES = "SELECT digest, length, max(seq) FROM captures WHERE {answered}{chosen} GROUP BY digest, page_id ORDER BY digest"
_AT_ONCE = 500  # captures asked for with one query


@dataclass(frozen=True, slots=True)
class Duplicates:
    """Addresses that had the same body: `captures` has the newest version with it of each, by address. `length` is that
    of the decoded body, `repeated` the bytes beyond the first."""

    digest: str
    length: int
    captures: tuple[Capture, ...]

    @property
    def repeated(self) -> int:
        return self.length * (len(self.captures) - 1)


def duplicates(
    db: sqlite3.Connection,
    prefixes: Collection[str] = (),
    kinds: Collection[str] | None = None,
    types: Collection[str] | None = None,
) -> Iterator[Duplicates]:
    """Groups of addresses with the same content, those first that repeat most bytes: of addresses with these
    beginnings, kinds and media types. Errors, redirects and empty bodies are no content."""
    chosen, values = _chosen(prefixes, kinds, types)
    bodies = db.execute(_BODIES.format(answered=ANSWERED, chosen=chosen), values)
    found: list[tuple[int, bytes, int, list[int]]] = []
    for digest, members in groupby(bodies, key=itemgetter(0)):
        group = list(members)
        if len(group) > 1:
            length = group[0][1]
            found.append((-length * (len(group) - 1), digest, length, [seq for _, _, seq in group]))
    found.sort(key=itemgetter(0, 1))
    for _, digest, length, seqs in found:
        captures: list[Capture] = []
        for start in range(0, len(seqs), _AT_ONCE):
            some = seqs[start : start + _AT_ONCE]
            rows_of = db.execute(f"{rows.CAPTURE} WHERE c.seq IN ({', '.join('?' * len(some))})", some)
            captures += (one for one in map(rows.capture, rows_of) if not is_rendered(one.url))
        if len(captures) > 1:
            yield Duplicates(digest_text(digest), length, tuple(sorted(captures, key=attrgetter("url"))))


def _chosen(
    prefixes: Collection[str], kinds: Collection[str] | None, types: Collection[str] | None
) -> tuple[str, list[object]]:
    """Further conditions on captures, and their values."""
    conditions: list[str] = []
    values: list[object] = []
    pages: list[str] = []
    begins = []
    for prefix in filter(None, prefixes):
        end, bound = selecting.above(prefix)
        begins.append(f"(url >= ?{end})")
        values += (prefix, *bound)
    if begins:
        pages.append(f"({' OR '.join(begins)})")
    if kinds is not None:
        pages.append(f"kind IN ({', '.join('?' * len(kinds))})")
        values += kinds
    if pages:
        conditions.append(f"page_id IN (SELECT page_id FROM pages WHERE {' AND '.join(pages)})")
    if types is not None:
        each = ["substr(type, 1, ?) = ?" if one.endswith("/") else "type = ?" for one in types]
        conditions.append(f"({' OR '.join(each) or '0'})")
        values += [value for one in types for value in ((len(one), one) if one.endswith("/") else (one,))]
    return "".join(f" AND {one}" for one in conditions), values
