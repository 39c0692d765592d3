"""Saved searches in the window: the list where nothing is sought yet, and the menu that saves and opens them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import (
    QHeaderView,
    QLineEdit,
    QMenu,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
    QWidgetAction,
)

from app.errors import ArchiveError
from widgets.kit import jobs, theme
from widgets.kit.boxes import in_row
from widgets.kit.messages import Notice
from widgets.words import formats

if TYPE_CHECKING:
    from pathlib import Path

    from app.search.saved import Counted, SavedSearch
    from widgets.search.work import Finder

_NAME, _QUERY, _TOTAL, _NEW = range(4)
_SEARCH = Qt.ItemDataRole.UserRole
_ROWS = 8  # that are shown without scrolling


class SavedSearches(QObject):
    """The saved searches of an archive with what they find, read and changed in workers."""

    changed = Signal()

    def __init__(self, archive: Path, finder: Finder, parent: QObject) -> None:
        super().__init__(parent)
        self._archive, self._finder = archive, finder
        self.notice = Notice(self)
        self.found: list[tuple[SavedSearch, Counted | None]] = []
        self._reading: jobs.Task[Any] | None = None

    def refresh(self) -> None:
        """Read them, and count anew."""
        if self._reading is not None:
            self._reading.cancel()
        finder = self._finder
        self._reading = jobs.run(self, lambda _: finder.saved(), done=self._show)

    def _show(self, found: list[tuple[SavedSearch, Counted | None]]) -> None:
        self._reading = None
        self.found = found
        self.changed.emit()

    def is_saved(self, query: str, forms: bool, synonyms: bool) -> bool:
        """Whether this query has a name already."""
        asked = query, forms, synonyms
        return any((one.query, one.forms, one.synonyms) == asked for one, _ in self.found)

    def save(self, name: str, query: str, *, forms: bool = False, synonyms: bool = False) -> None:
        """Keep a query, with other forms of English words and synonyms or without; what it finds now is not new."""
        from app.search import saved

        archive, finder = self._archive, self._finder

        def work(_: jobs.Handle) -> SavedSearch:
            made = saved.save(archive, name, query, forms=forms, synonyms=synonyms)
            with suppress(ArchiveError):  # the archive has not been read yet: all that comes is new
                saved.look(made, finder.upto())
            return made

        def done(made: SavedSearch) -> None:
            self.notice.info(self.tr("Saved as “{name}”.").format(name=made.name))
            self.refresh()

        jobs.run(self, work, done=done)

    def rename(self, search: SavedSearch, name: str) -> None:
        """Call one otherwise; where that cannot be, it is called as before."""
        from app.search import saved

        archive = self._archive
        self._change(lambda: saved.rename(archive, search, name))

    def delete(self, search: SavedSearch) -> None:
        """Take one out, and offer to bring it back."""
        from app.search import saved

        archive = self._archive

        def undo() -> None:
            self._change(lambda: saved.restore(archive, search))

        def done() -> None:
            text = self.tr("The saved search “{name}” was deleted.").format(name=search.name)
            self.notice.info(text, (self.tr("Undo"), undo))

        self._change(lambda: saved.delete(archive, search), done)

    def look(self, search: SavedSearch) -> None:
        """What it finds now has been seen."""
        from app.search import saved

        finder = self._finder
        jobs.run(self, lambda _: saved.look(search, finder.upto()), done=lambda _: self.refresh())

    def _change(self, work: Callable[[], object], done: Callable[[], None] | None = None) -> None:
        def told(_: object) -> None:
            if done is not None:
                done()
            self.refresh()

        def failed(error: Exception) -> None:
            jobs.center().failed.emit(error)
            self.refresh()

        jobs.run(self, lambda _: work(), done=told, failed=failed)


class SavedList(QTreeWidget):
    """`chosen` carries the search that somebody opened, `export_wanted` one that is to be written into files."""

    chosen = Signal(object)
    export_wanted = Signal(object, int)

    def __init__(self, searches: SavedSearches, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._searches = searches
        self.wanted = True  # shown where there are any
        self.setHeaderLabels([self.tr("Saved search"), self.tr("Query"), self.tr("Hits"), self.tr("New")])
        self.headerItem().setTextAlignment(_TOTAL, Qt.AlignmentFlag.AlignRight)
        self.headerItem().setTextAlignment(_NEW, Qt.AlignmentFlag.AlignRight)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setAccessibleName(self.tr("Saved searches"))
        self.setEditTriggers(QTreeWidget.EditTrigger.NoEditTriggers)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        head = self.header()
        head.setStretchLastSection(False)
        head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        head.setSectionResizeMode(_NAME, QHeaderView.ResizeMode.Stretch)
        head.setSectionResizeMode(_QUERY, QHeaderView.ResizeMode.Stretch)
        self.itemActivated.connect(lambda item: self.chosen.emit(self._of(item)))
        self.itemClicked.connect(lambda item: self.chosen.emit(self._of(item)))
        self.itemChanged.connect(self._renamed)
        self.customContextMenuRequested.connect(self._show_menu)
        searches.changed.connect(self.show_searches)
        self.show_searches()

    def show_searches(self) -> None:
        """The searches as they were read last."""
        chosen = self._of(self.currentItem())
        self.blockSignals(True)
        self.clear()
        for search, counted in self._searches.found:
            total = formats.number(counted.total) if counted else "–"
            fresh = formats.number(counted.new) if counted and counted.new else ""
            item = QTreeWidgetItem(self, [search.name, search.query, total, fresh])
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
            item.setData(_NAME, _SEARCH, search)
            item.setForeground(_QUERY, QColor(theme.colors().muted))
            forms = self.tr("Other forms of English words, too") if search.forms else ""
            words = self.tr("Words that mean the same, too") if search.synonyms else ""
            item.setToolTip(_QUERY, "\n".join(filter(None, (search.query, forms, words))))
            for column in (_TOTAL, _NEW):
                item.setTextAlignment(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            if fresh:
                item.setForeground(_NEW, QColor(theme.colors().accent))
                font = item.font(_NAME)
                font.setBold(True)
                item.setFont(_NAME, font)
                item.setFont(_NEW, font)
            if chosen is not None and chosen.id == search.id:
                self.setCurrentItem(item)
        self.blockSignals(False)
        rows = min(_ROWS, self.topLevelItemCount())
        self.setFixedHeight(self.header().sizeHint().height() + rows * max(self.sizeHintForRow(0), 20) + 6)
        self.setVisible(rows > 0 and self.wanted)

    @staticmethod
    def _of(item: QTreeWidgetItem | None) -> SavedSearch | None:
        return item.data(_NAME, _SEARCH) if item is not None else None

    def menu(self) -> QMenu | None:
        """What can be done with the search that is selected."""
        item = self.currentItem()
        search = self._of(item)
        if item is None or search is None:
            return None
        menu = QMenu(self)
        menu.addAction(theme.icon("open"), self.tr("&Open")).triggered.connect(
            lambda: self.chosen.emit(search)
        )
        menu.addAction(self.tr("&Rename")).triggered.connect(lambda: self.editItem(item, _NAME))
        export = menu.addAction(theme.icon("export"), self.tr("&Export…"))
        total = next((one.total for each, one in self._searches.found if one and each.id == search.id), 0)
        export.setEnabled(total > 0)
        export.triggered.connect(lambda: self.export_wanted.emit(search, total))
        menu.addSeparator()
        menu.addAction(theme.icon("remove"), self.tr("&Delete")).triggered.connect(
            lambda: self._searches.delete(search)
        )
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def _show_menu(self, at: QPoint) -> None:
        menu = self.menu()
        if menu is not None:
            menu.popup(self.viewport().mapToGlobal(at))

    def _renamed(self, item: QTreeWidgetItem, column: int) -> None:
        search = self._of(item)
        if search is not None and column == _NAME and item.text(_NAME) != search.name:
            self._searches.rename(search, item.text(_NAME))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        item = self.currentItem()
        search = self._of(item)
        if item is not None and event.key() == Qt.Key.Key_F2:
            self.editItem(item, _NAME)
        elif search is not None and event.key() == Qt.Key.Key_Delete:
            self._searches.delete(search)
        else:
            super().keyPressEvent(event)


class SavedMenu(QMenu):
    """A field for the name of the query that is asked, and below it the searches that were saved. `chosen` carries the
    one to be opened; `query` tells what is asked now, `ways` whether with other forms of words and with synonyms."""

    chosen = Signal(object)

    def __init__(
        self,
        searches: SavedSearches,
        query: Callable[[], str],
        ways: Callable[[], tuple[bool, bool]],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._searches, self._query, self._ways = searches, query, ways
        self.setAccessibleName(self.tr("Saved searches"))
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("Name of this search"))
        self.field.setAccessibleName(self.tr("Name of this search"))
        self.field.setMinimumWidth(220)
        self.save_button = QPushButton(self.tr("Save"))
        self.save_button.setToolTip(self.tr("Keep this search in the archive; later crawls go on filling it"))
        row = QWidget()
        in_row(row, (self.field, 1), self.save_button, margins=theme.UNIT, spacing=theme.UNIT)
        self._row = QWidgetAction(self)
        self._row.setDefaultWidget(row)
        self.field.returnPressed.connect(self._save)
        self.save_button.clicked.connect(self._save)
        self.aboutToShow.connect(self._fill)

    def _fill(self) -> None:
        for action in self.actions():
            self.removeAction(action)
        query = self._query()
        if query and not self._searches.is_saved(query, *self._ways()):
            self.field.setText(query)
            self.field.selectAll()
            self.addAction(self._row)
            self.addSeparator()
            self.field.setFocus()
        for search, counted in self._searches.found:
            text = search.name.replace("&", "&&")
            if counted is not None and counted.new:
                text = self.tr("{name} (%Ln new)", "", counted.new).format(name=text)
            action = self.addAction(text)
            action.setToolTip(search.query)
            action.triggered.connect(lambda _=False, search=search: self.chosen.emit(search))
        if not self._searches.found:
            self.addAction(self.tr("No search is saved yet")).setEnabled(False)

    def _save(self) -> None:
        forms, synonyms = self._ways()
        self._searches.save(self.field.text(), self._query(), forms=forms, synonyms=synonyms)
        self.close()
