"""The day that a window shows: the present, or an archive as it was at the end of a day.

One object of the session holds it. Views read with `session.reader` (workers with `session.readers`), which are of that
day while the window travels, and listen to `changed`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.archive.calendar import Scope, calendar_of, end_of
from app.archive.past import Past
from app.errors import CaptureMissing
from widgets.kit import jobs

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.archive.model import Capture
    from app.archive.reader import ArchiveReader


@dataclass(frozen=True, slots=True)
class Stay:
    """A day in the past: the archive as it was, a reader of it for the GUI thread, and the days with captures beside
    it, of what the calendar showed when the day was chosen."""

    day: date
    past: Past
    reader: ArchiveReader
    scope: Scope
    before: date | None
    after: date | None


class Travel(QObject):
    """`to` a day and `back`; `changed` comes when the window shows another day, `going` when one is being worked out."""

    changed = Signal()
    going = Signal(object)  # the day

    def __init__(self, archive: Archive, parent: QObject) -> None:
        super().__init__(parent)
        self._archive = archive
        self._task: jobs.Task[Any] | None = None
        self.stay: Stay | None = None

    @property
    def day(self) -> date | None:
        """The day that is shown, None for the present."""
        return self.stay.day if self.stay is not None else None

    @property
    def moment(self) -> datetime | None:
        """The first moment that is not shown any more, None in the present."""
        return self.stay.past.moment if self.stay is not None else None

    def hides(self, capture: Capture) -> bool:
        """Whether a capture came after what is shown."""
        return self.moment is not None and capture.date >= self.moment

    @property
    def busy(self) -> bool:
        """Whether a day is being worked out."""
        return self._task is not None

    def to(self, day: date, scope: Scope | None = None) -> None:
        """Show the archive as it was at the end of a day; the days beside it are those of the scope, else of that of
        the day before."""
        if scope is None:
            scope = self.stay.scope if self.stay is not None else Scope()
        wanted = scope
        archive = self._archive
        self._call_off()

        def work(task: jobs.Handle) -> Stay:
            return _stay(archive, day, wanted, task)

        self._task = jobs.run(
            self,
            work,
            done=self._arrive,
            failed=self._fail,
            stopped=_put_away,
            label=QCoreApplication.translate("travel", "Going to another day"),
        )
        self.going.emit(day)

    def beside(self, by: int) -> None:
        """Show the next (1) or previous (-1) day with captures; behind the last one the present."""
        stay = self.stay
        if stay is None:
            return
        day = stay.after if by > 0 else stay.before
        if day is not None:
            self.to(day)
        elif by > 0:
            self.back()

    def back(self) -> None:
        """Show the present again."""
        self._call_off()
        if self.stay is not None:
            self._show(None)

    def close(self) -> None:
        """The archive is put away."""
        self._call_off()
        stay, self.stay = self.stay, None
        if stay is not None:
            _put_away(stay)

    def _arrive(self, stay: Stay) -> None:
        self._task = None
        self._show(stay)

    def _fail(self, error: Exception) -> None:
        self._task = None
        jobs.center().failed.emit(error)
        self.changed.emit()  # whoever shows that a day is on its way looks again

    def _show(self, stay: Stay | None) -> None:
        former, self.stay = self.stay, stay
        self.changed.emit()
        if former is not None:
            former.reader.close()
            jobs.run(self, lambda _: former.past.close())  # its file may be large

    def _call_off(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            task.cancel()


def _stay(archive: Archive, day: date, scope: Scope, task: jobs.Handle) -> Stay:
    """In a worker: the archive as it was at the end of a day."""
    try:
        past = Past(archive, end_of(day), task.progress, lambda: task.cancelled)
    except InterruptedError:
        raise jobs.Cancelled from None
    try:
        with archive.reader() as reader:
            try:
                calendar = calendar_of(reader, scope)
            except CaptureMissing:
                calendar = calendar_of(reader)
        return Stay(day, past, past.reader(), scope, calendar.beside(day, -1), calendar.beside(day, 1))
    except BaseException:
        past.close()
        raise


def _put_away(stay: Stay | None) -> None:
    """It is shown no longer."""
    if stay is not None:
        stay.reader.close()
        stay.past.close()
