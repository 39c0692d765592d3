"""Type, language, year, author, issuer: what there is of each in the archive, to choose from, with counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.archive import FACETS, FacetChoice
from widgets import counts, formats, theme
from widgets.tree import facet_words

_FACET, _VALUE = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
_SIZE = QSize(340, 560)
_ROWS = 200  # of a facet; the field looks through all
Counts = Mapping[str, Sequence[tuple[str, int]]]


class FacetPopup(QFrame):
    """`toggled`: a value was chosen or taken away. Counts are those of what the other facets leave over."""

    toggled = Signal(str, str, bool)
    cleared = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("facetPopup")
        self._counts: Counts = {}
        self._choice = FacetChoice()
        self._counted = False
        self._closed: set[str] = set()
        self.field = QLineEdit(self)
        self.field.setClearButtonEnabled(True)
        self.field.setPlaceholderText(self.tr("Look for a value"))
        self.field.setAccessibleName(self.tr("Look for a value"))
        self.field.setToolTip(self.tr("A part of a language, an author, an issuer"))
        self.field.textChanged.connect(self._fill)
        self.tree = QTreeWidget(self)
        self.tree.setColumnCount(2)
        self.tree.setHeaderHidden(True)
        self.tree.setIndentation(16)
        self.tree.setUniformRowHeights(True)
        self.tree.setAccessibleName(self.tr("Values to choose from"))
        self.tree.header().setStretchLastSection(False)
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.tree.itemChanged.connect(self._changed)
        self.tree.itemCollapsed.connect(lambda item: self._closed.add(item.data(0, _FACET)))
        self.tree.itemExpanded.connect(lambda item: self._closed.discard(item.data(0, _FACET)))
        self.note = QLabel(self)
        self.note.setWordWrap(True)
        self.note.setProperty("muted", True)
        self.clear = QPushButton(self.tr("Clear all"), self)
        self.clear.setProperty("link", True)
        self.clear.setToolTip(self.tr("Show everything again"))
        self.clear.clicked.connect(self.cleared)
        done = QPushButton(self.tr("Close"), self)
        done.setToolTip(self.tr("Back to the tree (Esc)"))
        done.clicked.connect(self.close)
        foot = QHBoxLayout()
        foot.addWidget(self.clear)
        foot.addStretch(1)
        foot.addWidget(done)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.UNIT, theme.UNIT, theme.UNIT, theme.UNIT)
        column.setSpacing(theme.UNIT)
        column.addWidget(self.field)
        column.addWidget(self.tree, 1)
        column.addWidget(self.note)
        column.addLayout(foot)
        self.resize(_SIZE)
        self._fill()

    def open_at(self, corner: QPoint) -> None:
        """Show it with its upper left corner there, as far as the screen allows."""
        screen = QGuiApplication.screenAt(corner) or QGuiApplication.primaryScreen()
        room = screen.availableGeometry()
        x = min(corner.x(), room.right() - self.width())
        y = min(corner.y(), room.bottom() - self.height())
        self.move(max(room.left(), x), max(room.top(), y))
        self.field.clear()
        self.show()
        self.tree.setFocus()

    def show_counts(self, counted: Counts, choice: FacetChoice) -> None:
        """What there is to choose from, and what is chosen."""
        self._counts, self._choice, self._counted = counted, choice, True
        self._fill()

    def _fill(self) -> None:
        wanted = self.field.text().strip().casefold()
        current = self.tree.currentItem()
        at = (current.data(0, _FACET), current.data(0, _VALUE)) if current else None
        place = self.tree.verticalScrollBar().value()
        self.tree.blockSignals(True)
        self.tree.clear()
        for facet in FACETS:
            self._add(facet, wanted, at)
        first = self.tree.topLevelItem(0)
        if self.tree.currentItem() is None and first is not None:
            self.tree.setCurrentItem(first.child(0))
        self.tree.blockSignals(False)
        self.tree.verticalScrollBar().setValue(place)
        self.clear.setVisible(self._choice.any)
        self.note.setVisible(not self.tree.topLevelItemCount())
        if not self._counted:
            self.note.setText(self.tr("Counting…"))
        else:
            none = self.tr("There is nothing to choose from: the archive holds no pages.")
            sought = wanted and any(self._counts.values())
            self.note.setText(self.tr("No value contains these words.") if sought else none)

    def _add(self, facet: str, wanted: str, at: tuple[str, str] | None) -> None:
        chosen = getattr(self._choice, facet)
        counted = dict(self._counts.get(facet, ()))
        values = [*counted.items(), *((text, 0) for text in chosen if text not in counted)]
        shown = [pair for pair in values if not wanted or wanted in facet_words.value(facet, pair[0]).casefold()]
        if not shown:
            return
        top = QTreeWidgetItem(self.tree, [facet_words.name(facet), ""])
        top.setData(0, _FACET, facet)
        top.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
        font = top.font(0)
        font.setWeight(font.Weight.DemiBold)
        top.setFont(0, font)
        found, shown = len(shown), [*shown[:_ROWS], *(pair for pair in shown[_ROWS:] if pair[0] in chosen)]
        for text, count in shown:
            item = QTreeWidgetItem(top, [facet_words.value(facet, text), formats.number(count)])
            item.setData(0, _FACET, facet)
            item.setData(0, _VALUE, text)
            item.setToolTip(0, facet_words.value(facet, text))
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            item.setCheckState(0, Qt.CheckState.Checked if text in chosen else Qt.CheckState.Unchecked)
            if at == (facet, text):
                self.tree.setCurrentItem(item)
        if found > len(shown):  # the field finds them
            more = QTreeWidgetItem(top, [counts.Counts().more_values(found - len(shown)), ""])
            more.setFlags(Qt.ItemFlag.NoItemFlags)
        top.setExpanded(bool(wanted) or facet not in self._closed)

    def _changed(self, item: QTreeWidgetItem, column: int) -> None:
        if column == 0 and item.parent() is not None:
            on = item.checkState(0) == Qt.CheckState.Checked
            self.toggled.emit(item.data(0, _FACET), item.data(0, _VALUE), on)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)
