"""Searchers of the collections, costly to open: kept for the next question, and blind to what is hidden or private."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue

import numpy as np

from app.graph.standing import factors
from app.search.index.snapshot import Stopped
from app.search.searching import Searcher
from app.service.collection import Collection, View

_AT_REST = 2  # searchers of an archive that are kept


class Searchers:
    """The searchers of some collections; to be closed. Any thread may ask."""

    def __init__(self) -> None:
        self._idle: dict[str, SimpleQueue[Searcher]] = {}

    def close(self) -> None:
        for idle in self._idle.values():
            while not idle.empty():
                idle.get_nowait().close()

    @contextmanager
    def searcher(self, view: View) -> Iterator[Searcher]:
        """One that finds nothing hidden, and nothing that a person wrote, while `view` is wanted. ArchiveError without an
        index, TimeoutError."""
        collection, idle = view.collection, self._of(view.collection)
        try:
            found = idle.get_nowait()
        except Empty:
            found = Searcher(collection.archive, factors(collection.archive.path), notes=False)
        try:
            found.without = np.array(view.hidden_pages(), np.int64)
            with found.within(view.stopped):
                yield found
        except Stopped:
            raise TimeoutError from None
        finally:
            if idle.qsize() < _AT_REST:
                idle.put(found)
            else:
                found.close()

    def _of(self, collection: Collection) -> SimpleQueue[Searcher]:
        return self._idle.setdefault(collection.name, SimpleQueue())
