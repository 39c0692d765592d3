"""What runs in workers: a searcher of one archive or of all that were opened lately, used by one worker at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from app.errors import ArchiveError, TianwangError, UserError

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.archive.model import Capture
    from app.search.changes.events import Event, Events
    from app.search.index.division import Place
    from app.search.results import Results
    from app.search.saved import Counted, SavedSearch
    from app.search.searching import Searcher
    from app.search.snippets import Snippet
    from app.search.suggesting import Suggestion
    from widgets.kit import jobs

_LOOK = 0.05  # seconds between two looks whether anybody still waits
_INDEXES = ("index.sqlite", "search/entries.sqlite")


class Finder:
    """Answers queries in workers; made when the first one comes, to be closed."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._lock = Lock()
        self._searcher: Searcher | None = None
        self._closed = False

    def find(self, query: str, task: jobs.Handle, **ways: Any) -> Results | Events:
        """Answer a query, as `Searcher.search` does, or one that lists changes, these without their places. Cancelled
        soon after nobody waits for it any more; QueryFault; ArchiveError while there is no index."""
        from app.search.query import lists_changes, parse

        if lists_changes(parse(query)):
            for way in ("forms", "fold", "opened", "synonyms", "at_once"):
                ways.pop(way, None)
            return self.find_events(query, shown=False, **ways)
        return self.find_pages(query, task, **ways)

    def find_pages(self, query: str, task: jobs.Handle, **ways: Any) -> Results:
        """Answer a query for pages, as `Searcher.search` does. Cancelled; QueryFault; ArchiveError while there is no
        index."""
        from app.search.index.snapshot import Stopped

        with self._turn(task):
            try:
                searcher = self._ready()
                with searcher.within(lambda: task.cancelled):
                    return searcher.search(query, **ways)
            except Stopped:
                task.check()
                raise

    def find_events(self, query: str, **ways: Any) -> Events:
        """Answer a query that lists changes, as `changes.events` does. QueryFault; ArchiveError while there is no
        index."""
        from app.search.changes.events import events

        with self._turn():
            return events(self._opened(), query, **ways)

    def place(self, query: str, capture: Capture) -> Place | None:
        """The block of a version that says what a query asks. QueryFault, ArchiveError."""
        from app.search.block_hits import place_of

        with self._turn():
            return place_of(self._opened(), query, capture)

    def first_said(self, query: str, capture: Capture) -> tuple[Capture | None, Snippet]:
        """The earliest version that says the sentence in which a version says it, and that sentence, marked. QueryFault,
        ArchiveError."""
        from app.search.block_hits import origin_of

        with self._turn():
            return origin_of(self._opened(), query, capture)

    def placed(self, query: str, event: Event) -> Event:
        """An event of a query with its place on the page. QueryFault, ArchiveError."""
        from app.search.changes.events import Placer

        with self._turn():
            return Placer(query).placed(self._opened(), event)

    def make_ready(self) -> None:
        """Open the index and read what every answer needs. ArchiveError while there is no index."""
        with self._turn():
            self._ready()

    @contextmanager
    def _turn(self, task: jobs.Handle | None = None) -> Iterator[None]:
        """Behind what was asked before; with a task as long as somebody waits for that: while a large index is opened, who
        types asks anew with each letter. Cancelled."""
        while not self._lock.acquire(timeout=_LOOK if task is not None else -1):
            if task is not None:
                task.check()
        try:
            if task is not None:
                task.check()
            yield
        finally:
            self._lock.release()
            if self._closed:
                self.close()

    def _ready(self) -> Searcher:
        """With what the next query needs, too: it is read to its end, unless the archive is put away."""
        searcher = self._opened()
        with searcher.within(lambda: self._closed):
            searcher.columns  # noqa: B018
        return searcher

    def _opened(self) -> Searcher:
        from app.graph.standing import Factors
        from app.search.searching import Searcher

        if self._closed:
            raise ArchiveError(archive=self._archive.path, detail="")
        if self._searcher is None:
            self._searcher = Searcher(self._archive, Factors(self._archive.path))
        return self._searcher

    def suggest(self, query: str, found: int, task: jobs.Handle) -> list[Suggestion]:
        """What finds more pages than the `found` ones of a query. QueryFault; ArchiveError while there is no index."""
        from app.search.suggesting import suggestions

        with self._turn(task):
            return suggestions(self._opened(), query, found, cancelled=lambda: task.cancelled)

    def upto(self) -> dict[str, int]:
        """How far the index is: the last serial number of each batch."""
        with self._turn():
            return self._opened().upto

    def saved(self) -> list[tuple[SavedSearch, Counted | None]]:
        """The saved searches, with what they find; None where that cannot be told. StorageUnreadable."""
        from app.search import saved

        return [(one, self._counted(one)) for one in saved.searches(self._archive.path)]

    def _counted(self, search: SavedSearch) -> Counted | None:
        from app.search import saved

        with (
            self._turn(),
            suppress(UserError),
        ):  # one after the other, so that who types need not wait for all
            return saved.count(self._opened(), search)
        return None

    def of_crawl(self, crawl: str) -> list[Counted]:
        """The saved searches that found something in a crawl, and what of it. ArchiveError, StorageUnreadable."""
        from app.search import saved

        searches = saved.searches(self._archive.path)
        with self._turn():
            return saved.of_crawl(self._opened(), searches, crawl)

    def close(self) -> None:
        """Let go of the index: at once, or as soon as who uses it has ended, since nobody is to wait for that here."""
        self._closed = True
        if self._lock.acquire(blocking=False):
            try:
                if self._searcher is not None:
                    self._searcher.close()
                    self._searcher = None
            finally:
                self._lock.release()


class Everywhere:
    """For one worker at a time; to be closed. Archives are opened when the first query comes, and only those that are
    indexed already: nothing is rebuilt because somebody searches elsewhere. `left_out` are those of the last query that
    are not, or cannot be used."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._closed = False
        self._finders: dict[Path, Finder] = {}
        self.left_out: list[Path] = []

    def find(
        self, finder: Finder, others: Sequence[Path], query: str, task: jobs.Handle, **ways: Any
    ) -> Results:
        """Answer a query with the hits of all archives. Cancelled; QueryFault; ArchiveError of the archive that is open."""
        from app.search.merging import merged

        offset, limit = ways.pop("offset", 0), ways.pop("limit")
        ways.pop("at_once", None)  # hits of all are put in one order
        own = finder.find_pages(query, task, limit=offset + limit, **ways)
        ways |= {"known": None, "limit": offset + limit}
        found, left_out = list[tuple[Path, "Results"]](), list[Path]()
        with self._lock:
            for path in others:
                try:
                    found.append((path, self._of(path).find_pages(query, task, **ways)))
                except (TianwangError, OSError):
                    left_out.append(path)
        self.left_out = left_out
        return merged(own, found, ways["sort"], offset, limit)

    def _of(self, path: Path) -> Finder:
        from app.archive.archive import Archive

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
