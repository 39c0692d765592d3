"""Figures of a whole archive: a few passes over the index, about a second for a million captures. And the same content
under several addresses, found by its digest through an index of its own."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import Any

from app.archive import batches
from app.archive.addresses import is_rendered
from app.archive.index import facets, rows, seen
from app.archive.index.rows import digest_text
from app.archive.index.schema import ANSWERED
from app.archive.model import BatchInfo, Capture, LostFile, Statistics
from extractors.base.versions import RECOGNISED, version_of

_BATCHES = (
    "SELECT batch, count(*), sum(base IS NULL), min(date), max(date), sum(iif(base IS NULL, length, 0)) "
    "FROM captures GROUP BY batch ORDER BY batch"
)
_LANGUAGES = "SELECT language, count(*) FROM captures WHERE base IS NULL GROUP BY language ORDER BY 2 DESC"


_PAGE_TYPES = (
    "SELECT t.type, count(*) FROM page_types t JOIN pages USING (page_id) GROUP BY 1 ORDER BY 2 DESC, 1"
)


_LEFT_OUT = """
CREATE TEMP TABLE left_out (page_id INTEGER PRIMARY KEY);
CREATE TEMP VIEW captures AS SELECT * FROM main.captures WHERE page_id NOT IN (SELECT page_id FROM left_out);
CREATE TEMP VIEW pages AS SELECT * FROM main.pages WHERE page_id NOT IN (SELECT page_id FROM left_out);
CREATE TEMP TABLE left_below (folder_id INTEGER PRIMARY KEY, pages INTEGER);
CREATE TEMP VIEW folders AS SELECT f.folder_id, parent_id, name, f.pages - coalesce(l.pages, 0) AS pages
    FROM main.folders f LEFT JOIN left_below l USING (folder_id) WHERE f.pages > coalesce(l.pages, 0);
"""
_LEFT_BELOW = """
INSERT INTO left_below
WITH RECURSIVE above (folder_id, pages) AS (
    SELECT folder_id, count(*) FROM main.pages WHERE page_id IN (SELECT page_id FROM left_out) GROUP BY folder_id
    UNION ALL SELECT parent_id, above.pages FROM above JOIN main.folders USING (folder_id) WHERE parent_id IS NOT NULL
)
SELECT folder_id, sum(pages) FROM above GROUP BY folder_id
"""


@contextmanager
def without(db: sqlite3.Connection, pages: Collection[int]) -> Iterator[None]:
    """Within the block the tables of an archive's index are as if these pages were not in it."""
    if not pages:
        yield
        return
    try:
        db.executescript(_LEFT_OUT)
        db.executemany("INSERT OR IGNORE INTO left_out VALUES (?)", ((page,) for page in pages))
        db.execute(_LEFT_BELOW)
        yield
    finally:
        for kind, name in re.findall(r"CREATE TEMP (\w+) (\w+)", _LEFT_OUT)[::-1]:
            db.execute(f"DROP {kind} IF EXISTS temp.{name}")


def gather(db: sqlite3.Connection, archive: Path) -> Statistics:
    """Count everything the index knows, and the kinds of pages beside it (`page_types.Beside.bring`); `stored_bytes` is
    the size of the batch files."""

    def table(sql: str) -> dict[Any, int]:
        return dict(db.execute(sql).fetchall())

    def number(sql: str) -> int:
        return int(db.execute(sql).fetchone()[0])

    counted = db.execute(_BATCHES).fetchall()
    listed = _with_files(counted, archive)
    dated = [batch for batch in listed if batch.first and batch.last]
    return Statistics(
        pages=number("SELECT count(*) FROM pages"),
        documents=number("SELECT count(*) FROM pages WHERE kind = 'document'"),
        versions=sum(batch.versions for batch in listed),
        visits=sum(batch.visits for batch in listed),
        hosts=number("SELECT count(*) FROM folders WHERE parent_id IS NULL AND name NOT LIKE '%:'"),
        stored_bytes=sum(batch.bytes for batch in listed),
        body_bytes=sum(row[5] for row in counted),
        first=min((batch.first for batch in dated if batch.first), default=None),
        last=max((batch.last for batch in dated if batch.last), default=None),
        by_type=table("SELECT type, count(*) FROM pages GROUP BY type ORDER BY 2 DESC"),
        by_status=table("SELECT status, count(*) FROM pages GROUP BY status ORDER BY 2 DESC"),
        by_host=table(
            "SELECT name, pages FROM folders WHERE parent_id IS NULL AND name NOT LIKE '%:' ORDER BY 2 DESC"
        ),
        by_batch={row[0]: row[1] for row in counted},
        by_language=table(_LANGUAGES),
        by_page_type=table(_PAGE_TYPES),
        growth=[(f"{b.batch[:4]}-{b.batch[4:]}", b.versions, b.visits, b.bytes) for b in listed],
        batches=listed,
        url_index=seen.look(archive, db),
        lost=lost_files(db, archive),
    )


def outdated(db: sqlite3.Connection) -> dict[str, int]:
    """Versions by format that were read by an older extractor, or by none within its limits and not yet tried again."""
    counted: Counter[str] = Counter()
    for format, edition, count in db.execute(
        "SELECT f.format, c.extracted, count(*) FROM captures c JOIN facets f ON f.facet_id = c.facets "
        "WHERE c.base IS NULL GROUP BY 1, 2"
    ):
        if edition is None or abs(edition) not in (usual := version_of(format), usual + RECOGNISED):
            counted[format] += count
    return dict(counted.most_common())


def lost_files(db: sqlite3.Connection, archive: Path) -> list[LostFile]:
    """The batch files that are gone or cut, with their lost captures; only names and sizes of files are read."""
    ends = {(batch, file): end for batch, file, end in db.execute("SELECT batch, file, end FROM files")}
    lost = []
    for batch, file in sorted(batches.shortened(archive, ends)):
        path, size = batches.file_path(archive, batch, file), 0
        with suppress(OSError):
            size = path.stat().st_size
        captures, versions = db.execute(
            "SELECT count(*), coalesce(sum(base IS NULL), 0) FROM captures WHERE batch = ? AND file = ? AND end > ?",
            (batch, file, size),
        ).fetchone()
        lost.append(LostFile(batches.relative_path(batch, file), not path.exists(), captures, versions))
    return lost


def batch_list(db: sqlite3.Connection, archive: Path) -> list[BatchInfo]:
    """The batches of an archive, oldest first."""
    return _with_files(db.execute(_BATCHES).fetchall(), archive)


def _with_files(counted: list[tuple[Any, ...]], archive: Path) -> list[BatchInfo]:
    """The batches with their files, also those of which only files are there, or only rows."""
    files: Counter[str] = Counter()
    sizes: Counter[str] = Counter()
    for batch, _, path in batches.existing_files(archive):
        with suppress(OSError):
            sizes[batch] += path.stat().st_size
            files[batch] += 1
    known = {row[0]: row for row in counted}
    listed = []
    for batch in sorted(known.keys() | files.keys()):
        _, count, versions, first, last, _ = known.get(batch, (batch, 0, 0, None, None, 0))
        listed.append(
            BatchInfo(
                batch,
                files[batch],
                versions,
                count - versions,
                sizes[batch],
                None if first is None else rows.moment(first),
                None if last is None else rows.moment(last),
            )
        )
    return listed


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
        end, bound = facets.above(prefix)
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
