"""The index of an archive kept up to date behind the window: begun when the archive is opened, after crawls and imports."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.errors import StorageFailed, UserError
from widgets.kit import jobs
from widgets.kit.following import Follower
from widgets.words import formats

if TYPE_CHECKING:
    from widgets.session import Session

BEGIN_MS = 4000
"""After the archive was opened: the first rows and the first page come before."""
FOLLOW_MS = 3000
"""Behind what crawls and imports store."""
SELDOM_S = 60.0
"""Between two looks at links and at what sites repeat, while a crawl stores: each ends with work on all that is known,
which cannot be cut into slices; so it is done beside the search, which would wait for it."""
_COUNT_S = 5.0
"""Between two counts of what is not read yet."""


class IndexFeeder(Follower):
    """Reads what the index does not know, one piece of work at a time, and gives way to the window. `changed` comes
    when it begins, ends, pauses or goes on; `fed` carries how many versions were read or cut into blocks. What hinders
    it (a folder that cannot be written to, a full disk) stands in `problem`, told where somebody searches and nowhere
    else; so do the versions that were `unread` a few seconds ago."""

    changed = Signal()
    fed = Signal(int)

    def __init__(self, session: Session, *, ahead: bool = True, parent: QObject | None = None) -> None:
        # blocks wait for the end of a crawl
        super().__init__(parent, self.feed, BEGIN_MS, FOLLOW_MS, session.changed, session.crawl_finished)
        self._session = session
        self._wanted = ahead  # whether anybody wants the index yet
        self.paused = False
        self.unread = 0
        self._looked = float("-inf")
        self._linking: jobs.Task[int] | None = None
        self.problem: UserError | None = None
        session.reread.connect(self._at_once)

    def _at_once(self) -> None:
        """Documents were read again."""
        self._timer.start(0)

    def want(self) -> None:
        """Somebody searches: what is not known is read now, unless that was paused."""
        self._wanted = True
        self.feed()

    def feed(self) -> None:
        """Read what the index does not know yet."""
        if self._closed or self.paused or not self._wanted:
            return
        if self._task is not None:
            self._again = True
            return
        if self._session.importing is not None:  # its records come many at a time, and `changed` behind them
            self._timer.start(FOLLOW_MS)
            return
        self.problem = None
        session, text = self._session, self.tr("{done} of about {total} steps")
        if session.crawling and self._linking is None and time.monotonic() - self._looked >= SELDOM_S:
            self._link()
        alone = not session.crawling and self._linking is None

        def work(task: jobs.Handle) -> int:
            if alone:  # links are read in a fraction of the time, and pages rank by them
                session.follow("links", task, _untold)
            return session.follow("search", task, self._counting(task.steps(text, formats.number)))

        self._task = jobs.run(
            self,
            work,
            done=self._done,
            failed=self._failed,
            stopped=self._stopped,
            label=self.tr("Reading for the search"),
        )
        self.changed.emit()

    def _link(self) -> None:
        """Links and what sites repeat, beside the search."""
        session = self._session
        self._looked = time.monotonic()
        self._linking = jobs.run(
            self,
            lambda task: session.follow("links", task, _untold),
            done=self._linked,
            failed=self._linked,
            stopped=self._linked,
        )

    def _linked(self, _: object) -> None:
        self._linking = None
        self._session.linked.emit()

    def _counting(self, progress: Callable[[int, int], None]) -> Callable[[int, int], None]:
        """For workers: progress, and every few seconds a count of what is not read yet."""
        from app.search.index.feeding import unread

        counted = float("-inf")

        def told(done: int, total: int) -> None:
            nonlocal counted
            if time.monotonic() - counted >= _COUNT_S:
                with suppress(UserError):
                    self.unread = unread(self._session.archive)
                counted = time.monotonic()
            progress(done, total)

        return told

    def close(self) -> None:
        """The archive is about to be put away."""
        super().close()
        if self._linking is not None:
            self._linking.cancel()

    def pause(self) -> None:
        """Read no more until somebody wants to go on; what was read is kept."""
        self.paused = True
        if self._task is not None:
            self._task.cancel()
        self.changed.emit()

    def go_on(self) -> None:
        """Read on."""
        self.paused = False
        self.changed.emit()
        self.want()

    def _done(self, versions: int) -> None:
        self._task, self.unread = None, 0
        self.changed.emit()
        self.fed.emit(versions)
        self._session.linked.emit()
        if self._again:
            self._again = False
            self._timer.start(FOLLOW_MS)

    def _stopped(self, _: object) -> None:
        """Called off: by the button of the status bar, too, which means the same as pausing."""
        self._task = None
        if not self._closed:
            self.paused = True
            self.changed.emit()

    def _failed(self, error: Exception) -> None:
        self._task = None
        self.problem = (
            error
            if isinstance(error, UserError)
            else StorageFailed(path=self._session.path, detail=str(error))
        )
        self.changed.emit()


def _untold(done: int, total: int) -> None:
    """Progress that nobody sees."""
