"""The categories of the pages of an archive as they stand: by hand, else by rule, else by the model; counts and lists.

For whoever shows, searches or exports: `Known` reads the cache and the notes, and works nothing out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from app.classes import categories, hand
from app.classes.store import Row, Store

HAND = "hand"
"""The source of a category that a person gave."""


class Known:
    """For one archive and one thread; to be closed. Cache, notes and tree are those of the moment it was made.
    StorageUnreadable."""

    def __init__(self, archive: Path) -> None:
        self.categories = categories.read(archive)
        self.said, self.refused = hand.read(archive)
        self._store = Store(archive)

    def __enter__(self) -> Known:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._store.close()

    def of(self, url: str) -> Row | None:
        """What a page is, with source, confidence and reasons; None where nobody has looked at it."""
        return self._as_said(url, self._store.row(url))

    def rows(self) -> Iterator[Row]:
        """What all pages are that somebody has looked at, by address. sqlite3.Error."""
        left = dict(self.said)
        for row in self._store.rows():
            left.pop(row.url, None)
            found = self._as_said(row.url, row)
            assert found is not None
            yield found
        for url in sorted(left):
            found = self._as_said(url, None)
            assert found is not None
            yield found

    def pages(self, category: str) -> list[str]:
        """The addresses of a category and of those below it; "" for those of none. sqlite3.Error."""
        wanted = self.categories.below(category) or frozenset((category,))
        return [row.url for row in self.rows() if row.category in wanted]

    def counts(self) -> dict[str, int]:
        """Pages of each category itself, without those below; "" for those of none. sqlite3.Error."""
        return dict(Counter(row.category for row in self.rows()))

    def totals(self) -> dict[str, int]:
        """Pages of each category with all below it, those with any page. sqlite3.Error."""
        found = Counter[str]()
        for id, count in self.counts().items():
            while id:
                found[id] += count
                id = id.rpartition("/")[0]
        return dict(found)

    def _as_said(self, url: str, row: Row | None) -> Row | None:
        said = self.said.get(url)
        if said:
            return Row(url, said, HAND, 1.0, (), said, version=row.version if row else "")
        if row is not None and row.category and self.refused.get(url) == row.category:
            return row._replace(category="", reasons=())
        return row
