"""What runs in workers: one searcher of an archive, used by one worker at a time, and the feeding of its index."""

from __future__ import annotations

from contextlib import suppress
from threading import Lock
from typing import TYPE_CHECKING, Any

from app.errors import ArchiveError, ArchiveLocked

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.search.searching import Results, Searcher
    from widgets.kit import jobs


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

    def left(self) -> int:
        """Versions that the index does not know yet."""
        from app.search.feeding import behind

        return behind(self._archive)[0]

    def feed(self, task: jobs.Handle) -> int:
        """Bring the index up to date; how many versions were read. Another program that does the same is left to it."""
        from app.search.feeding import feed

        with suppress(ArchiveLocked):
            fed = feed(
                self._archive,
                lambda done, total: task.progress(done / total if total else 1.0),
                lambda: task.cancelled,
            )
            return fed.versions
        return 0

    def close(self) -> None:
        """Let go of the index."""
        with self._lock:
            self._closed = True
            if self._searcher is not None:
                self._searcher.close()
                self._searcher = None
