"""Values of fields kept up to date behind the window, after crawls and imports and when a field is another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.errors import UserError
from widgets.kit import jobs
from widgets.kit.following import Follower
from widgets.words import formats

if TYPE_CHECKING:
    from widgets.session import Session

BEGIN_MS = 6000
"""After the archive was opened: rows, pages and the search come before."""
FOLLOW_MS = 5000


class FieldsFeeder(Follower):
    """Looks for the fields where they were not yet looked for, one piece of work at a time; nothing where an archive has
    no fields. `fed` comes when values may be others; what hinders it stands in `problem`."""

    fed = Signal()
    changed = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent, self.feed, BEGIN_MS, FOLLOW_MS, session.changed, session.crawl_finished)
        self._session = session
        self.problem: Exception | None = None

    def feed(self) -> None:
        """Look for what is not known yet."""
        from app.fields.rules import NAME

        if self._closed or not (self._session.path / NAME).exists():
            return
        if self._task is not None:
            self._again = True
            return
        session, text = self._session, self.tr("{done} of {total} versions")

        def work(task: jobs.Handle) -> int:
            return session.follow("fields", task, task.steps(text, formats.number))

        self.problem = None
        self._task = jobs.run(
            self,
            work,
            done=self._done,
            failed=self._failed,
            stopped=self._done,
            label=self.tr("Looking for fields"),
        )
        self.changed.emit()

    def _done(self, _: int | None) -> None:
        self._task = None
        if self._closed:
            return
        self.changed.emit()
        self.fed.emit()
        if self._again:
            self._again = False
            self.feed()

    def _failed(self, error: Exception) -> None:
        self._task = None
        self.problem = error
        if not isinstance(error, UserError | OSError):
            jobs.center().failed.emit(error)
        self.changed.emit()
