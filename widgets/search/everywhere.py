"""Search in all the archives that were opened lately, together with the one that is open."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from app.errors import TianwangError

if TYPE_CHECKING:
    from app.search.results import Results
    from widgets.search.work import Finder

_INDEXES = ("index.sqlite", "search/entries.sqlite")


class Everywhere:
    """For one worker at a time; to be closed. Archives are opened when the first query comes, and only those that are
    indexed already: nothing is rebuilt because somebody searches elsewhere. `left_out` are those of the last query that
    are not, or cannot be used."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._closed = False
        self._finders: dict[Path, Finder] = {}
        self.left_out: list[Path] = []

    def find(self, finder: Finder, others: Sequence[Path], query: str, **ways: Any) -> Results:
        """Answer a query with the hits of all archives. QueryFault; ArchiveError of the archive that is open."""
        from app.search.merging import merged

        offset, limit = ways.pop("offset", 0), ways.pop("limit")
        own = finder.find_pages(query, limit=offset + limit, **ways)
        ways |= {"known": None, "limit": offset + limit}
        found, left_out = list[tuple[Path, "Results"]](), list[Path]()
        with self._lock:
            for path in others:
                try:
                    found.append((path, self._of(path).find_pages(query, **ways)))
                except (TianwangError, OSError):
                    left_out.append(path)
        self.left_out = left_out
        return merged(own, found, ways["sort"], offset, limit)

    def _of(self, path: Path) -> Finder:
        from app.archive.archive import Archive
        from widgets.search.work import Finder

        if self._closed or not all((path / name).is_file() for name in _INDEXES):
            raise FileNotFoundError(path)
        if path not in self._finders:
            self._finders[path] = Finder(Archive.open(path))
        return self._finders[path]

    def close(self) -> None:
        """Let go of all archives."""
        with self._lock:
            self._closed = True
            for finder in self._finders.values():
                finder.close()
            self._finders.clear()
