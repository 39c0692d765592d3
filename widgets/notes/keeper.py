"""The notes of the open archive for all views of a window: read and written in a worker, one act at a time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, Signal

from app.archive.notes.marks import Change, Mark, Target
from app.archive.notes.notebook import Act, Notebook
from app.archive.notes.state import Notes, Summary
from widgets.kit import jobs
from widgets.kit.messages import Offer

_MOST = 100  # acts of this window that can be taken back


class Keeper(QObject):
    """`changed`: other marks stand there now, whoever wrote them. `said` carries a sentence about an act, and the offer
    to take it back."""

    changed = Signal()
    said = Signal(str, object)

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._book = Notebook(folder)
        self.notes = Notes({})
        self._waiting: deque[tuple[Callable[[], Act], Callable[[Act], None]]] = deque()
        self._writing = self._reading = False
        self._done: list[str] = []  # acts of this window
        self._undone: list[str] = []
        self._damaged = 0  # lines of which it was told that they cannot be read
        self._watcher = QFileSystemWatcher([str(folder)], self)
        self._watcher.directoryChanged.connect(self._look)
        self._watcher.fileChanged.connect(self._look)
        self.read()

    def mark(self, target: Target) -> Mark:
        """What stands on a thing."""
        return self.notes.mark(target)

    def summary(self, url: str) -> Summary:
        """What stands on a page and in it."""
        return self.notes.summary(url)

    @property
    def can_undo(self) -> bool:
        """Whether something was written here that still stands."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back, and nothing written since."""
        return bool(self._undone)

    def read(self) -> None:
        """Read what others have written."""
        if self._reading or self._writing:
            return
        self._reading = True
        # what cannot be read is told by who verifies; the marks are not shown
        jobs.run(
            self,
            lambda _: self._book.read().ready(),
            done=self._have_read,
            failed=lambda _: self._have_read(None),
        )

    def write(self, changes: Sequence[Change], said: str = "") -> None:
        """Write what is to become of marks; `said` tells what was done, with an offer to take it back."""

        def done(act: Act) -> None:
            if act.id:
                self._done = [*self._done, act.id][-_MOST:]
                self._undone = []
                if said:
                    self.said.emit(said, (self.tr("Undo"), lambda: self._turn(act.id, back=True)))

        self._queue(lambda: self._book.write(changes), done)

    def undo(self) -> None:
        """Take back what was written last in this window."""
        if self._done:
            self._turn(self._done[-1], back=True)

    def redo(self) -> None:
        """Write again what was taken back last."""
        if self._undone:
            self._turn(self._undone[-1], back=False)

    def _turn(self, act: str, *, back: bool) -> None:
        def done(turned: Act) -> None:
            if not turned.id:
                return  # another program has done it
            here, there = (self._done, self._undone) if back else (self._undone, self._done)
            if act in here:
                here.remove(act)
            there.append(act)
            again: Offer = (
                (self.tr("Redo"), lambda: self._turn(act, back=False))
                if back
                else (self.tr("Undo"), lambda: self._turn(act, back=True))
            )
            self.said.emit(self.tr("Taken back.") if back else self.tr("Written again."), again)

        self._queue(lambda: self._book.undo(act) if back else self._book.redo(act), done)

    def _queue(self, work: Callable[[], Act], done: Callable[[Act], None]) -> None:
        self._waiting.append((work, done))
        self._next()

    def _next(self) -> None:
        if self._writing or not self._waiting:
            return
        self._writing = True
        work, done = self._waiting.popleft()

        def written(act: Act) -> None:
            self._writing = False
            done(act)
            self._take(act.notes)
            self._next()

        def failed(error: Exception) -> None:
            self._writing = False
            jobs.center().failed.emit(error)
            self.changed.emit()  # what views show of it has not come
            self._next()

        def ready(_: jobs.Handle) -> Act:
            act = work()
            act.notes.ready()
            return act

        jobs.run(self, ready, done=written, failed=failed)

    def _have_read(self, notes: Notes | None) -> None:
        self._reading = False
        if notes is not None:
            self._take(notes)
        self._watch()

    def _take(self, notes: Notes) -> None:
        if notes is not self.notes:
            self.notes = notes
            self.changed.emit()
        if notes.damaged > self._damaged:
            self._damaged = notes.damaged
            text = self.tr(
                "%Ln line(s) of the stars, tags and notes cannot be read. Integrity says where.",
                "",
                notes.damaged,
            )
            self.said.emit(text, None)

    def _watch(self) -> None:
        path = str(self._book.path)
        if path not in self._watcher.files() and self._book.path.exists():
            self._watcher.addPath(path)

    def _look(self) -> None:
        self._watch()
        self.read()
