"""Values of fields that changed, above the pages of a report: what they were, what they are, on which pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QTreeWidget, QTreeWidgetItem

from widgets.kit import theme
from widgets.words import formats

if TYPE_CHECKING:
    from app.fields.table import ValueChange

_PAGE = Qt.ItemDataRole.UserRole
_MOST, _MOST_PAGES = 200, 500  # changes, and pages of each, that have rows
_ROWS = 5  # in sight


class ChangedValues(QTreeWidget):
    """The table of values that changed; hidden while none did. Enter or a double click on a page asks for the
    comparison of its two versions, on a change of one page alone, too."""

    compare_requested = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self.setColumnCount(1)
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(self.tr("Values that changed"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setExpandsOnDoubleClick(True)
        self.setViewportMargins(theme.UNIT, 0, 0, 0)
        self.itemActivated.connect(self._open)
        self.itemExpanded.connect(lambda _: self._fit())
        self.itemCollapsed.connect(lambda _: self._fit())
        self.hide()

    def show_values(self, changes: Sequence[ValueChange]) -> None:
        """Other changes, what changed alike on most pages first."""
        self.clear()
        for one in changes[:_MOST]:
            top = QTreeWidgetItem(self, [self._said(one)])
            top.setToolTip(0, self.tr("Double click a page to compare its two versions"))
            if len(one.pages) == 1:
                top.setData(0, _PAGE, one.pages[0])
                top.setToolTip(0, formats.readable(one.pages[0].url))
                continue
            for page in one.pages[:_MOST_PAGES]:
                item = QTreeWidgetItem(top, [formats.readable(page.url).partition("://")[2]])
                item.setData(0, _PAGE, page)
        self.setVisible(bool(changes))
        self._fit()

    def _said(self, one: ValueChange) -> str:
        nothing = self.tr("nothing", "a value that is not there")
        text = self.tr("{name}: {before} → {after} on %Ln page(s)", "", len(one.pages))
        return text.format(
            name=one.field,
            before=formats.shorten(one.before, 60) or nothing,
            after=formats.shorten(one.after, 60) or nothing,
        )

    def _fit(self) -> None:
        rows = sum(
            1 + (top.childCount() if top.isExpanded() else 0)
            for top in (self.topLevelItem(at) for at in range(self.topLevelItemCount()))
            if top is not None
        )
        self.setFixedHeight(min(rows, _ROWS) * max(1, self.sizeHintForRow(0)) + 2)

    def _open(self, item: QTreeWidgetItem) -> None:
        page = item.data(0, _PAGE)
        if page is not None:
            self.compare_requested.emit(page.id_a, page.id_b)
