"""Days of the past in the main window: the calendar, the band that says which day is shown, other days and back."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from widgets.calendar.band import TravelBand
from widgets.shell.opened import Opened
from widgets.words import formats

if TYPE_CHECKING:
    from app.archive.calendar import Scope, ScopeKind
    from widgets.calendar.view import CalendarView
    from widgets.session import Session
    from widgets.shell.workspace import Workspace


class WindowTravel(QObject):
    """The calendar and the day that is shown; idle while no archive is open."""

    travelled = Signal()

    def __init__(self, opened: Opened, band: TravelBand) -> None:
        super().__init__(opened.window)
        self._opened, self.band = opened, band
        self.view: CalendarView | None = None
        band.beside_wanted.connect(self.beside)
        band.back_wanted.connect(self.back)
        band.calendar_wanted.connect(lambda: self.show())

    def use(self, session: Session, workspace: Workspace) -> None:
        """An archive was opened."""
        workspace.tree.calendar_requested.connect(self.show)
        session.travel.changed.connect(self._show_day)
        session.travel.going.connect(self._going)

    def leave(self) -> None:
        """The archive is about to be put away, and the view with it."""
        self.view = None
        self.band.show_travel(None)

    @property
    def past(self) -> bool:
        """Whether a day of the past is shown."""
        return self._opened.session is not None and self._opened.session.travel.day is not None

    def show(self, url: str = "", kind: ScopeKind = "page") -> None:
        """Open the calendar: of what is named, else of the page on screen, else of the one selected in the tree, else
        of the archive."""
        opened = self._opened
        self.view = opened.in_front(self.view, self._make)
        if self.view is not None and opened.workspace is not None:
            self.view.open(url or self._address(opened.workspace), kind)

    def beside(self, by: int) -> None:
        """The next (1) or previous (-1) day with captures."""
        if self._opened.session is not None:
            self._opened.session.travel.beside(by)

    def back(self) -> None:
        """The present."""
        if self._opened.session is not None:
            self._opened.session.travel.back()

    def _make(self, session: Session, workspace: Workspace) -> CalendarView:
        from widgets.calendar.view import CalendarView  # not before somebody wants it

        view = CalendarView(session, workspace.right)
        view.closed.connect(workspace.back_to_page)
        view.day_chosen.connect(self._go)
        return view

    def _go(self, day: date, scope: Scope) -> None:
        opened = self._opened
        if opened.session is not None and opened.workspace is not None:
            opened.workspace.back_to_page()
            opened.session.travel.to(day, scope)

    @staticmethod
    def _address(workspace: Workspace) -> str:
        from widgets.tree.cells import URL_ROLE  # loaded with the first archive

        url = workspace.page.url or workspace.tree.tree.currentIndex().data(URL_ROLE) or ""
        return str(url) if workspace.session.present.page_meant(url) is not None else ""

    def _going(self, day: date) -> None:
        words = self.tr("Going to {day}…").format(day=formats.day(day))
        self._opened.say_briefly(words, 2000)

    def _show_day(self) -> None:
        session, workspace = self._opened.session, self._opened.workspace
        self.band.show_travel(session.travel if session is not None else None)
        if workspace is not None and workspace.comparison is not None:
            workspace.back_to_page()  # its versions, and those to choose from, are of another day
        self.travelled.emit()
