"""Comparisons of the captures of one archive, kept in brief in `changes.sqlite` in the folder of the archive.

The file is a cache: a damaged value counts as missing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

from app.archive.documents import charsets
from app.archive.documents.texts import CacheFile, Table, today
from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.blocks.compare.changes import Comparison
from app.blocks.compare.sides import compare_sides, side_of
from app.blocks.cutting.cutting import DEFAULT_LEVEL
from app.blocks.noise.noise import held_by_rules, read_rules
from app.blocks.noise.summaries import EDITION, Summary, summarise, unpack
from app.blocks.page.effort import WEIGHTS, weight_of_documents, weight_of_pages
from app.errors import FormatError, StorageUnreadable
from extractors.base.versions import COMMON, VERSIONS

NAME = "changes.sqlite"
MOST_BYTES = 256 << 20
"""The file stops growing there: what was not looked at for longest makes room."""

_MOST_VALUE = 4 << 20
_PARTS = 8
_CHECKED = 64  # the size is looked at whenever so small a part of what it may hold was written

_TABLE = Table(
    "kept",
    ("key", "value"),
    """
CREATE TABLE IF NOT EXISTS kept (key BLOB PRIMARY KEY, used INTEGER NOT NULL, value BLOB NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS kept_by_use ON kept (used);
""",
)


def key_of(*parts: object) -> bytes:
    """The key of a value: all that it depends on."""
    return blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=16).digest()


class ChangesCache:
    """The cache of one archive, for one thread. It is opened at first use; to be closed."""

    def __init__(self, archive: Path, most: int = MOST_BYTES) -> None:
        self._file = CacheFile(archive / NAME, _TABLE, most, _PARTS)
        self._most = most
        self._unchecked = most  # bytes written since the size was looked at
        self._full = False

    def __enter__(self) -> ChangesCache:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._file.close()

    def get(self, key: bytes) -> bytes | None:
        """The value under a key, None if there is none."""
        db = self._file.database()
        if db is None:
            return None
        try:
            row = db.execute("SELECT used, value FROM kept WHERE key = ?", (key,)).fetchone()
        except sqlite3.Error as error:
            self._file.refused(error)
            return None
        if row is None or not isinstance(row[1], bytes):
            return None
        self._file.look_at(db, key, row[0])
        return row[1]

    def keep(self, key: bytes, value: bytes, *, modest: bool = False) -> None:
        """Keep a value, if that is possible at this moment. A `modest` one takes free room only: where everything is
        gone through in one order, each would else drive out what is asked for next."""
        db = self._file.database()
        if db is None or (self._full and modest) or len(value) > min(_MOST_VALUE, self._file.largest):
            return
        try:
            if self._unchecked * _CHECKED >= self._most:
                excess = self._file.excess(db)
                self._full, self._unchecked = excess > 0, 0
                if self._full and not modest:
                    self._file.make_room(db, excess)
                    self._full = False
            if self._full and modest:
                return
            self._unchecked += len(value)
            db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?, ?)", (key, today(), value))
        except sqlite3.Error as error:
            self._file.refused(error)


_LONGEST_WEIGHT = 12  # digits

Cancelled = Callable[[], bool]


class Stopped(Exception):
    """The work was cancelled."""


class Comparer:
    """Comparisons for one thread. To be closed; its reader stays open.

    `rules` are selectors of noise, by default those of the archive. Every method raises Stopped when `cancelled` is true.
    """

    def __init__(
        self,
        reader: ArchiveReader,
        *,
        level: int,
        rules: Sequence[str] | None = None,
        cancelled: Cancelled | None = None,
    ) -> None:
        self.reader = reader
        self.level = level
        self.rules = read_rules(reader.path) if rules is None else tuple(rules)
        self.cancelled = cancelled or (lambda: False)
        self.cache = ChangesCache(reader.path)
        self.fresh: Comparison | None = None
        """What the last `summary` was made of; None where it had been kept."""

    def __enter__(self) -> Comparer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.cache.close()

    def check(self) -> None:
        """Stopped, if that is wanted."""
        if self.cancelled():
            raise Stopped

    def comparison(self, a: Capture, b: Capture) -> Comparison:
        """Two captures compared. FormatError, StorageUnreadable."""
        self.check()
        side_a = side_of(self.reader, a, self.cancelled)
        self.check()
        side_b = side_of(self.reader, b, self.cancelled)
        self.check()
        return compare_sides(side_a, side_b, level=self.level)

    def summary(self, a: Capture, b: Capture) -> Summary:
        """Two captures compared, in brief. FormatError, also where one of them is damaged; StorageUnreadable."""
        self.check()
        self.fresh = None
        key = self._key(a, b)
        known = self.cache.get(key)
        if known is not None:
            with suppress(ValueError):
                return unpack(known)
        damaged = self.damaged(a, b)
        if damaged is not None:
            raise damaged
        self.fresh = self.comparison(a, b)
        self.check()
        return self.keep(a, b, self.fresh)

    def keep(self, a: Capture, b: Capture, comparison: Comparison) -> Summary:
        """A comparison of undamaged captures in brief, kept for the next time."""
        found = self.brief(comparison)
        if (
            comparison.tree_a is not None or not comparison.warnings
        ):  # what was not read in time may be the next time
            self.cache.keep(self._key(a, b), found.pack())
        return found

    def damaged(self, *captures: Capture) -> FormatError | None:
        """What is wrong with the first of these that is damaged, though something can be read of it. FormatError,
        StorageUnreadable where nothing can."""
        for one in captures:
            if damage := self.reader.damage(one):
                return FormatError(one.file, one.offset, damage)
        return None

    def brief(self, comparison: Comparison) -> Summary:
        """A comparison in brief, with the rules that hold its changes."""
        return summarise(comparison, held_by_rules(comparison, self.rules))

    def summary_or_none(self, a: Capture, b: Capture) -> Summary | None:
        """`summary`; None where a record is damaged or gone."""
        with suppress(FormatError, StorageUnreadable):
            return self.summary(a, b)
        return None

    def weight(self, a: Capture, b: Capture) -> int:
        """Steps to compare two captures, as `effort` counts them; 0 where one of them cannot be read."""
        key = key_of("weight", a.digest, a.id, b.digest, b.id, WEIGHTS)
        known = self.cache.get(key)
        steps = 0
        if known is not None and len(known) < _LONGEST_WEIGHT and known.isdigit():
            steps = int(known)
        else:
            with suppress(FormatError, StorageUnreadable):
                side_a, side_b = (side_of(self.reader, one, self.cancelled) for one in (a, b))
                pages = side_a.is_html() and side_b.is_html()
                size = len(side_a.data) + len(side_b.data)
                steps = weight_of_pages(side_a.data, side_b.data) if pages else weight_of_documents(size)
                self.cache.keep(key, b"%d" % steps, modest=True)
        return steps * max(self.level, DEFAULT_LEVEL) // DEFAULT_LEVEL

    def _key(self, a: Capture, b: Capture) -> bytes:
        return self.key(a, b, "pair")

    def key(self, a: Capture, b: Capture, *about: object) -> bytes:
        """The key of what is found out `about` a comparison of two captures."""
        # the records say more than digests do: the charset that the server declared
        pages = a.type == b.type == "text/html"
        edition = EDITION if pages else (EDITION, COMMON, sorted(VERSIONS.items()))
        chosen = [charsets.choice(self.reader.path, one.url, one.base or one.id) for one in (a, b)]
        asked = (chosen,) if any(chosen) else ()
        return key_of(*about, a.digest, a.id, b.digest, b.id, self.level, self.rules, edition, *asked)
