"""The table of a site change report: one page a row; double click compares, the menu does the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from widgets import theme
from widgets.courtesy import PoliteTable
from widgets.site_changes.model import ADDRESS, COUNTS, SHARE, STATE, TITLE, ShareDelegate, SiteChangesModel
from widgets.tables import dress, keep_width

if TYPE_CHECKING:
    from app.blocks.site_changes import SiteRow


class _CutAtTheEnd(QStyledItemDelegate):
    """For titles: what tells them from each other stands in front, the name of the site behind."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex) -> None:
        super().initStyleOption(option, index)
        option.textElideMode = Qt.TextElideMode.ElideRight


class ReportTable(PoliteTable):
    """Shows the rows of a report; what a person wants to see goes up as a signal."""

    compare_requested = Signal(str, str)
    capture_requested = Signal(str)

    def __init__(self, model: SiteChangesModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = model
        dress(self, model, self.tr("Pages and what became of them"), TITLE)
        keep_width(self, {STATE: 112, ADDRESS: 200, SHARE: 136, COUNTS: 136})
        self.setSortingEnabled(True)
        self.sortByColumn(SHARE, Qt.SortOrder.DescendingOrder)
        self.setItemDelegateForColumn(TITLE, _CutAtTheEnd(self))
        self.setItemDelegateForColumn(SHARE, ShareDelegate(self))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._menu)
        self.activated.connect(self._open)

    def menu(self, row: SiteRow) -> QMenu:
        """What can be done with a page of the report."""
        made = QMenu(self)
        made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        acts = (
            ("compare", self.tr("&Compare"), _has_both(row), lambda: self._compare(row)),
            ("back", self.tr("Show the &older version"), bool(row.id_a), lambda: self._show(row.id_a)),
            ("forward", self.tr("Show the &newer version"), bool(row.id_b), lambda: self._show(row.id_b)),
            ("copy", self.tr("Copy &address"), True, lambda: QGuiApplication.clipboard().setText(row.url)),
        )
        for icon, text, on, act in acts:
            made.addAction(theme.icon(icon), text, act).setEnabled(on)
        return made

    def _menu(self, at: QPoint) -> None:
        row = self._rows.row_at(self.indexAt(at))
        if row is not None:
            self.menu(row).popup(self.viewport().mapToGlobal(at))

    def _open(self, index: QModelIndex) -> None:
        row = self._rows.row_at(index)
        if row is not None and _has_both(row):
            self._compare(row)
        elif row is not None:
            self._show(row.id_b or row.id_a)

    def _compare(self, row: SiteRow) -> None:
        self.compare_requested.emit(row.id_a, row.id_b)

    def _show(self, capture_id: str | None) -> None:
        if capture_id:
            self.capture_requested.emit(capture_id)


def _has_both(row: SiteRow) -> bool:
    return bool(row.id_a and row.id_b) and row.id_a != row.id_b
