"""The left side of the workspace: filter box, tree or search results, and what to do when there is nothing yet."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from app.archive import Page
from widgets import jobs, theme
from widgets.empty_state import EmptyState
from widgets.session import Session
from widgets.tree.menu import PageMenu, TreeSelection
from widgets.tree.model import DOCUMENTS, EVERYTHING, ArchiveModel
from widgets.tree.results import ResultsModel
from widgets.tree.view import PageTree

_DEBOUNCE_MS = 200
_FOUND_AT_MOST = 500
_FEW_SITES = 3


class TreePanel(QWidget):
    """Pages to choose from. The signals say what the person wants; the window decides how it is done."""

    page_chosen = Signal(object)
    compare_requested = Signal(str, str)
    export_requested = Signal(object, str)
    crawl_requested = Signal(str)

    def __init__(self, session: Session, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("treePanel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session, self._settings = session, settings
        self.model = ArchiveModel(session.reader, self)
        self.results = ResultsModel(self)
        self.tree, self.found = self._view(self.model), self._view(self.results)
        self.tree.setAccessibleName(self.tr("Pages of the archive"))
        self.found.setAccessibleName(self.tr("Pages that match the filter"))
        self.found.setRootIsDecorated(False)
        self.found.header().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self._search_number = 0
        self._build_head()
        self._build_empty()
        self.stack = QStackedWidget()
        for view in (self.tree, self.found, self.empty, self.nothing):
            self.stack.addWidget(view)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.stack, 1)
        self._debounce = QTimer(self, singleShot=True, interval=_DEBOUNCE_MS)
        self._debounce.timeout.connect(self._search)
        self.filter.textChanged.connect(self._filter_changed)
        self._restore()
        self.page_chosen.connect(self.model.pin)
        session.changed.connect(self._changed)
        self.model.rowsInserted.connect(self._rows_inserted)
        self.model.modelReset.connect(self._arrange)
        self._arrange()

    def _view(self, model: ArchiveModel | ResultsModel) -> PageTree:
        view = PageTree()
        view.setModel(model)
        view.chosen.connect(self.page_chosen)
        view.opened.connect(self.page_chosen)
        view.customContextMenuRequested.connect(lambda at: self.menu(view).popup(view.viewport().mapToGlobal(at)))
        return view

    def _build_head(self) -> None:
        self.head = QWidget(objectName="treeHead")
        self.head.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.filter = QLineEdit(clearButtonEnabled=True)
        self.filter.setPlaceholderText(self.tr("Filter by title or address"))
        self.filter.setAccessibleName(self.tr("Filter by title or address"))
        self.filter.setToolTip(
            self.tr("Type a part of a title or address (%1)").replace("%1", QKeySequence("Ctrl+Shift+F").toString())
        )
        self.filter.addAction(theme.icon("search", "muted"), QLineEdit.ActionPosition.LeadingPosition)
        self.everything = QAction(theme.icon("resources"), self.tr("Show &everything"), self, checkable=True)
        self.everything.setToolTip(self.tr("Show images, style sheets, scripts, redirects and errors too"))
        self.everything.setShortcut("Ctrl+Shift+E")
        self.everything.toggled.connect(self._show_everything)
        button = QToolButton()
        button.setDefaultAction(self.everything)
        button.setAccessibleName(self.tr("Show everything"))
        row = QHBoxLayout(self.head)
        row.setContentsMargins(theme.UNIT, theme.UNIT, theme.UNIT, theme.UNIT)
        row.setSpacing(theme.HALF)
        row.addWidget(self.filter, 1)
        row.addWidget(button)

    def _build_empty(self) -> None:
        self.empty = EmptyState("crawl")
        self.empty.offer(
            self.tr("New crawl…"),
            self.tr("Choose an address and what to capture"),
            lambda: self.crawl_requested.emit(""),
        )
        self.nothing = EmptyState("search")

    def _restore(self) -> None:
        hidden, wanted = (
            [int(column) for column in self._settings.value(key, [], list)] for key in ("tree/hidden", "tree/wanted")
        )
        self.tree.restore_columns(self._settings.value("tree/header"), hidden, wanted)
        if self.tree.header().sortIndicatorSection() not in range(6) or not self._settings.contains("tree/header"):
            self.tree.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        self.everything.setChecked(self._settings.value("tree/everything", False, bool))

    def save(self) -> None:
        """Remember columns and choices."""
        for key, value in zip(("tree/header", "tree/hidden", "tree/wanted"), self.tree.save_columns(), strict=True):
            self._settings.setValue(key, value)
        self._settings.setValue("tree/everything", self.everything.isChecked())

    # ---- what is shown ------------------------------------------------------------------------------------------

    def current_view(self) -> PageTree:
        """The tree, or the search results while a filter is set."""
        return self.found if self.filter.text().strip() else self.tree

    def select(self, page: Page) -> None:
        """Make a page the current row of the tree."""
        index = self.model.index_of_page(page)
        if index.isValid():
            self.tree.setCurrentIndex(index)
            self.tree.scrollTo(index)
        else:
            self.tree.clearSelection()  # a redirect or picture that the tree does not show now

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (-1) page in sight."""
        view = self.current_view()
        index = view.currentIndex()
        while True:
            if not index.isValid():
                index = view.model().index(0, 0)
            else:
                index = view.indexBelow(index) if by > 0 else view.indexAbove(index)
            if not index.isValid():
                return
            if view.model().page_at(index) is not None:
                view.setCurrentIndex(index)
                return

    def export_selected(self) -> bool:
        """Ask to export what is selected; without a selection only the whole archive is offered. False: it is empty."""
        indexes = self.current_view().selected()
        if indexes:
            label = str(indexes[0].data()) if len(indexes) == 1 else self.tr("%n selected row(s)", "", len(indexes))
            self.export_requested.emit(TreeSelection(indexes, self.model.kinds), label)
        elif self.model.rowCount() or self._session.reader.last_seq():
            self.export_requested.emit(None, "")
        else:
            return False
        return True

    def menu(self, view: PageTree) -> PageMenu:
        """The context menu for what is selected in a view."""
        return PageMenu(self, view, self._session)

    def _arrange(self) -> None:
        if self.filter.text().strip():
            self.stack.setCurrentWidget(self.found if self.results.rowCount() else self.nothing)
            return
        empty = self.model.rowCount() == 0
        self.stack.setCurrentWidget(self.empty if empty else self.tree)
        if not empty:
            return
        if self._session.crawling:
            self.empty.say(self.tr("Waiting for the first page"), self.tr("Pages appear here as they are stored."))
        else:
            self.empty.say(
                self.tr("This archive is empty"),
                self.tr(
                    "Start a crawl: every page it finds is kept here, with every version of it. "
                    "Or import files of other programs: drop them here, or press Ctrl+I."
                ),
            )
        self.empty.button.setVisible(not self._session.crawling)

    def _rows_inserted(self, parent: QModelIndex) -> None:
        if not parent.isValid():
            self._arrange()
            if self.model.rowCount() <= _FEW_SITES:
                QTimer.singleShot(0, self, self._expand_first)

    def _expand_first(self) -> None:
        first = self.model.index(0, 0)
        if first.isValid() and not self.tree.isExpanded(first):
            self.tree.expand(first)

    def showEvent(self, event) -> None:
        super().showEvent(event)
        if 0 < self.model.rowCount() <= _FEW_SITES:
            self._expand_first()

    def _changed(self, seq: int) -> None:
        self.model.grow(seq)
        if self.filter.text().strip() and not self._debounce.isActive():
            self._debounce.start(5 * _DEBOUNCE_MS)

    def _show_everything(self, all_kinds: bool) -> None:
        shown, opened = self.tree.page(), self.model.opened_folders()
        expanded = [folder for folder in opened if self.tree.isExpanded(self.model.index_of_folder(folder))]
        self.model.show_kinds(EVERYTHING if all_kinds else DOCUMENTS)
        for folder in sorted(expanded):
            index = self.model.index_of_folder(folder)
            if index.isValid():
                self.tree.expand(index)
        if shown is not None:
            self.select(shown)
        self._search()

    # ---- the filter ---------------------------------------------------------------------------------------------

    def _filter_changed(self, text: str) -> None:
        if text.strip():
            self._debounce.start(_DEBOUNCE_MS)
        else:
            self._debounce.stop()
            self._arrange()

    def _search(self) -> None:
        wanted = self.filter.text().strip()
        if not wanted:
            return
        self._search_number += 1
        number, archive, kinds = self._search_number, self._session.archive, self.model.kinds

        def find(task: jobs.Handle) -> list[Page]:
            with archive.reader() as reader:
                return reader.find(wanted, kinds=kinds, limit=_FOUND_AT_MOST)

        jobs.run(self, find, done=lambda pages: self._show_found(number, wanted, pages))

    def _show_found(self, number: int, wanted: str, pages: list[Page]) -> None:
        if number != self._search_number:
            return
        current = self.found.page()
        self.results.show(pages)
        if current in pages:
            self.found.setCurrentIndex(self.results.index(pages.index(current), 0))
        self.nothing.say(
            self.tr("Nothing found"),
            self.tr("No title or address contains “{text}”.").format(text=wanted)
            if self.everything.isChecked()
            else self.tr("No document’s title or address contains “{text}”. “Show everything” looks further.").format(
                text=wanted
            ),
        )
        self._arrange()
