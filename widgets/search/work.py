"""What runs in workers: one searcher of an archive, used by one worker at a time."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Any

from app.errors import ArchiveError

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.search.searching import Results, Searcher


class Finder:
    """Made when the first query comes; to be closed."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._lock = Lock()
        self._searcher: Searcher | None = None
        self._closed = False

    def find(self, query: str, **ways: Any) -> Results:
        """Answer a query, as `Searcher.search` does. QueryFault; ArchiveError while there is no index."""
        from app.search.searching import Searcher

        with self._lock:
            if self._closed:
                raise ArchiveError(archive=self._archive.path, detail="")
            if self._searcher is None:
                self._searcher = Searcher(self._archive)
            return self._searcher.search(query, **ways)

    def close(self) -> None:
        """Let go of the index."""
        with self._lock:
            self._closed = True
            if self._searcher is not None:
                self._searcher.close()
                self._searcher = None
