"""Captures in time: how many came in each quarter of an hour, in each folder with all below it.

Quarters, because days begin at another moment for each person, and there are zones of 5:45 hours. A calendar of a
million captures is read from here in milliseconds; counting the captures themselves takes half a second. What a browser
made of a page (`rendered`) is no capture of its own here.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterator

from app.archive.addresses import MARK

QUARTER = 900
"""Seconds."""
WHOLE = 0
"""The number of the archive as a folder."""
_UPTO = -1  # the row that says up to which capture the table counts: a program of before has written the rest

TABLE = """
CREATE TABLE IF NOT EXISTS activity (
    folder_id INTEGER NOT NULL,
    quarter INTEGER NOT NULL,
    captures INTEGER NOT NULL,
    versions INTEGER NOT NULL,
    pages INTEGER NOT NULL,
    PRIMARY KEY (folder_id, quarter)
) WITHOUT ROWID;
"""

_ADD = (
    "INSERT INTO activity VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET captures = captures + excluded.captures, "
    "versions = versions + excluded.versions, pages = pages + excluded.pages"
)


Quarter = tuple[int, int, int, int]
"""What came in 900 seconds from the first number on (seconds since 1970): captures, those of them with new content, and
addresses that were captured for the first time. Plain values: a calendar may be made of 60 000 of them."""


class Activity:
    """Adds captures up until `flush` writes them, for a folder and all above it; the caller owns the transaction."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._more: defaultdict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0, 0])
        self._upto = 0

    def note(self, folder: int, date: int, seq: int, *, version: bool, former: int | None) -> None:
        """A capture of an address whose first capture so far was at `former` (None: it is the first)."""
        more = self._more[folder, date // QUARTER]
        more[0] += 1
        more[1] += version
        if former is None or date < former:
            more[2] += 1
            if former is not None:
                self._more[folder, former // QUARTER][2] -= 1
        self.pass_over(seq)

    def pass_over(self, seq: int) -> None:
        """A capture that does not count."""
        self._upto = max(self._upto, seq)

    def flush(self, parent: Callable[[int], int]) -> None:
        """Write the sums; `parent` gives the folder above one, 0 for a site."""
        if not self._upto:
            return
        sums: defaultdict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0, 0])
        for (folder, quarter), more in self._more.items():
            for above in _upwards(folder, parent):
                counts = sums[above, quarter]
                for place, value in enumerate(more):
                    counts[place] += value
        self._db.executemany(_ADD, [(*key, *counts) for key, counts in sorted(sums.items())])
        self._db.execute("INSERT OR REPLACE INTO activity VALUES (?, 0, ?, 0, 0)", (_UPTO, self._upto))
        self.forget()

    def forget(self) -> None:
        self._more.clear()
        self._upto = 0


def _upwards(folder: int, parent: Callable[[int], int]) -> Iterator[int]:
    while folder:
        yield folder
        folder = parent(folder)
    yield WHOLE


# date / 900 rounds towards 1970, which dates before are behind
_QUARTER_OF = f"(({{0}} - (({{0}} % {QUARTER}) + {QUARTER}) % {QUARTER}) / {QUARTER})"
_CAPTURED = (
    f"SELECT {{group}}, {_QUARTER_OF.format('c.date')}, count(*), sum(c.base IS NULL), 0 "
    "FROM captures c CROSS JOIN pages p USING (page_id) WHERE {where} GROUP BY 1, 2"
)
_BEGUN = f"SELECT {{group}}, {_QUARTER_OF.format('p.first')}, 0, 0, count(*) FROM pages p WHERE {{where}} GROUP BY 1, 2"
_COUNTED = f"p.url NOT LIKE '%{MARK}'"


def bring_up_to_date(db: sqlite3.Connection) -> None:
    """Make the table, and count anew what a program that does not know it has written; for a connection that may
    write."""
    db.execute(TABLE)
    if _is_whole(db):
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        if not _is_whole(db):
            _fill(db)
        db.execute("COMMIT")
    except BaseException:
        db.execute("ROLLBACK")
        raise


def _is_whole(db: sqlite3.Connection) -> bool:
    upto = db.execute("SELECT captures FROM activity WHERE folder_id = ?", (_UPTO,)).fetchone()
    last = db.execute("SELECT max(seq) FROM captures").fetchone()[0]
    return (upto[0] if upto else 0) == (last or 0)


def _fill(db: sqlite3.Connection) -> None:
    db.execute("DELETE FROM activity")
    parents = dict(db.execute("SELECT folder_id, coalesce(parent_id, 0) FROM folders").fetchall())
    sums: defaultdict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0, 0])
    for statement in (_CAPTURED, _BEGUN):
        for folder, quarter, *counts in db.execute(statement.format(group="p.folder_id", where=_COUNTED)):
            for above in _upwards(folder, lambda number: parents.get(number, 0)):
                held = sums[above, quarter]
                for place, value in enumerate(counts):
                    held[place] += value
    db.executemany(
        "INSERT INTO activity VALUES (?, ?, ?, ?, ?)", [(*key, *sums[key]) for key in sorted(sums)]
    )
    last = db.execute("SELECT coalesce(max(seq), 0) FROM captures").fetchone()[0]
    db.execute("INSERT INTO activity VALUES (?, 0, ?, 0, 0)", (_UPTO, last))


def quarters(db: sqlite3.Connection, folder_id: int = WHOLE) -> list[Quarter]:
    """What came below a folder, in the order of time."""
    known = db.execute("SELECT 1 FROM sqlite_master WHERE name = 'activity'").fetchone()
    if known and _is_whole(db):
        return db.execute(
            f"SELECT quarter * {QUARTER}, captures, versions, pages FROM activity WHERE folder_id = ? ORDER BY quarter",
            (folder_id,),
        ).fetchall()
    below = (
        "p.folder_id IN (WITH RECURSIVE below(id) AS (SELECT ? UNION ALL SELECT folder_id FROM folders, below "
        "WHERE parent_id = below.id) SELECT id FROM below)"
    )
    where, values = (f"{_COUNTED} AND {below}", (folder_id,)) if folder_id else (_COUNTED, ())
    return _counted(db, where, values)


def quarters_of_page(db: sqlite3.Connection, page_id: int) -> list[Quarter]:
    """The captures of one address, in the order of time."""
    return _counted(db, "p.page_id = ?", (page_id,))


def _counted(db: sqlite3.Connection, where: str, values: tuple[object, ...]) -> list[Quarter]:
    """Counted without the table."""
    sums: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    for statement in (_CAPTURED, _BEGUN):
        for _, quarter, *counts in db.execute(statement.format(group="0", where=where), values):
            for place, value in enumerate(counts):
                sums[quarter][place] += value
    return [(quarter * QUARTER, *sums[quarter]) for quarter in sorted(sums)]  # type: ignore[misc]
