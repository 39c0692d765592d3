"""Comparing the page on screen with another one: a sheet in which that is looked for by title or address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from app.archive.addresses import label
from widgets.kit.boxes import text_button, text_label
from widgets.kit.parts import word_field
from widgets.kit.side_sheet import SideSheet
from widgets.shell.opened import Opened
from widgets.words import formats

if TYPE_CHECKING:
    from app.archive.model import Capture, Page
    from widgets.session import Session
    from widgets.shell.workspace import Workspace
    from widgets.tree.results import Found

_TYPING = 150  # milliseconds


class OtherPageSheet(SideSheet):
    """What is typed finds pages by title or address; Enter, a double click or the button compares with the chosen one."""

    compare_requested = Signal(str, str)

    def __init__(self, session: Session, workspace: Workspace, parent: QWidget) -> None:
        super().__init__(self.tr("Compare with another page"), parent)
        from widgets.kit.loading import Loader
        from widgets.tree.results import ResultsModel
        from widgets.tree.view import PageTree

        self._session = session
        self._finder = Loader(self)
        self._shown: Capture | None = None
        self._asked_for = ""  # Enter was struck before it was found
        self.left = text_label("", wrap=True)
        self.section(self.tr("This version"))
        self.body.addWidget(self.left)
        self.section(self.tr("The other page"))
        self.field = word_field(
            self, self.tr("Title or address…"), self.tr("A part of the title or address of the other page")
        )
        self.field.installEventFilter(self)
        self.body.addWidget(self.field)
        self.results = ResultsModel(session.present, workspace.tree.model.titles, self)
        self.list = PageTree(self.content, addresses=True)
        self.list.show_model(self.results)
        self.list.setAccessibleName(self.tr("Pages that were found"))
        self.list.setRootIsDecorated(False)
        self.list.header().setSortIndicator(
            -1, Qt.SortOrder.AscendingOrder
        )  # as the filter: the newest first
        self.list.setSelectionMode(PageTree.SelectionMode.SingleSelection)
        self.list.setMinimumHeight(320)
        self.list.opened.connect(self._take)
        self.body.addWidget(self.list, 1)
        self.note = text_label("", "muted", wrap=True)
        self.footer.addWidget(self.note, 1)
        self.button = text_button(self.tr("&Compare"), "", self.compare, look="primary")
        self.button.setToolTip(self.tr("Show both side by side (Enter)"))
        self.footer.addWidget(self.button)
        self._typing = QTimer(self, singleShot=True, interval=_TYPING)
        self._typing.timeout.connect(self._find)
        self.field.textChanged.connect(self._typed)
        self.results.resorted.connect(self._find)

    def open_for(self, shown: Capture) -> None:
        """Choose what to compare a version with."""
        self._shown = shown
        name = label(shown.title, shown.url)
        self.left.setText(f"{name}\n{formats.readable(shown.url)}\n{formats.date(shown.date)}")
        self.note.setText(
            self.tr("The newest version of the other page is taken; another can be chosen there.")
        )
        self.slide_in()
        self.field.setFocus()
        self.field.selectAll()
        self._find()

    def compare(self) -> None:
        """Compare with the page that is chosen, else with that of the address, else with the first."""
        typed = self.field.text().strip()
        page = self.list.page() or self._session.present.page_at(typed)
        if page is None and (self._typing.isActive() or self._finder.busy):
            self._asked_for = typed
            if self._typing.isActive():
                self._find()
        elif page is None and self.results.rowCount():
            page = self.results.page_at(self.results.index(0, 0))
        if page is not None:
            self._take(page)
        elif not self._asked_for:
            self.note.setText(self.tr("Choose a page, or type more of its title or address."))

    def _take(self, page: Page) -> None:
        newest = self._session.present.nearest(page.url, None)
        if newest is None or self._shown is None:
            self.note.setText(self.tr("Nothing of this page can be compared."))
        elif newest.id == self._shown.id:
            self.note.setText(self.tr("That is the version on screen itself. Choose another page."))
        else:
            self.cancel()
            self.compare_requested.emit(self._shown.id, newest.id)

    def _typed(self) -> None:
        self.list.setCurrentIndex(QModelIndex())  # a row of what was looked for before
        self._typing.start()

    def _find(self) -> None:
        from widgets.tree.nodes import DOCUMENTS
        from widgets.tree.results import Wanted, find

        self._typing.stop()
        if self._session.closed:
            return
        from app.archive.index.facets import FacetChoice

        order, down = self.results.order, self.results.descending
        wanted = Wanted(self.field.text().strip(), DOCUMENTS, FacetChoice(), order, down)
        self._finder.start(
            self._session.archive, lambda reader, task: find(reader, wanted, 0, task), self._show
        )

    def _show(self, found: Found) -> None:
        self.list.setCurrentIndex(QModelIndex())
        self.results.show(found)
        if self._asked_for and self._asked_for == found.wanted.text:
            self._asked_for = ""
            self.compare()
        self._asked_for = ""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Down goes from the field into the list, Enter compares."""
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Down and self.results.rowCount():
                self.list.setFocus(Qt.FocusReason.TabFocusReason)
                self.list.setCurrentIndex(self.results.index(0, 0))
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.compare()
                return True
        return super().eventFilter(watched, event)


class WindowComparing(QObject):
    """Comparisons of the page on screen; idle while there is none."""

    def __init__(self, opened: Opened) -> None:
        super().__init__(opened.window)
        self._opened = opened
        self.sheet: OtherPageSheet | None = None
        opened.add_sheets(lambda: (self.sheet,) if self.sheet is not None else ())

    def leave(self) -> None:
        """The archive is about to be put away."""
        sheet, self.sheet = self.sheet, None
        if sheet is not None:
            sheet.cancel()
            sheet.deleteLater()

    def open(self) -> None:
        """Ask for the page to compare the one on screen with."""
        opened = self._opened
        if opened.session is None or opened.workspace is None:
            return
        shown = opened.workspace.page.capture
        if shown is None:
            opened.messages.info(self.tr("Choose a page first."))
            return
        if self.sheet is None:
            self.sheet = OtherPageSheet(opened.session, opened.workspace, opened.stage)
            self.sheet.compare_requested.connect(opened.workspace.compare)
        opened.put_sheets_away()
        self.sheet.open_for(shown)
