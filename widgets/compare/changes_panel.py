"""The panel beside the panes: what changed, kind by kind, change by change."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QListView,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from app.blocks import Comparison
from widgets import formats, theme
from widgets.compare.changes_model import NUMBER, ChangeDelegate, ChangesFilter, ChangesModel
from widgets.compare.surface import KINDS
from widgets.compare.words import Words
from widgets.page.parts import EmptyView, tool_button


class KindChip(QAbstractButton):
    """Sign and number of one kind; switched off, its changes are hidden."""

    def __init__(self, kind: str, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.kind, self._name, self.number = kind, name, 0
        self.setCheckable(True)
        self.setChecked(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.set_number(0)

    def set_number(self, number: int) -> None:
        self.number = number
        self.setEnabled(number > 0)
        words = self.tr("{kind}: {n}. Click to show or hide them.").format(kind=self._name, n=number)
        self.setToolTip(words)
        self.setAccessibleName(words)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(max(48, 32 + self.fontMetrics().horizontalAdvance(formats.number(self.number))), 28)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colors = theme.colors()
        colour, sign = theme.changes[self.kind]
        ink = QColor(colour if self.isEnabled() else colors.outline)
        on = self.isChecked() and self.isEnabled()
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.setBrush(QColor(theme.soft(self.kind)) if on else Qt.BrushStyle.NoBrush)
        painter.setPen(
            QPen(QColor(colors.accent), 2) if self.hasFocus() else QPen(ink if on else QColor(colors.border), 1)
        )
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        painter.setPen(ink if on else QColor(colors.muted if self.isEnabled() else colors.outline))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, f"{sign} {formats.number(self.number)}")
        painter.end()


class ChangesPanel(QWidget):
    """Chips to filter, a list, steps to the previous and the next change."""

    change_chosen = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.model = ChangesModel(self)
        self.filter = ChangesFilter(self)
        self.filter.setSourceModel(self.model)
        self.list = QListView(self)
        self.list.setModel(self.filter)
        self.delegate = ChangeDelegate(self.list)
        self.list.setItemDelegate(self.delegate)
        self.list.setLayoutMode(QListView.LayoutMode.Batched)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # always: rows as high as their text must not change width when the bar comes
        self.list.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setFrameShape(QListView.Shape.NoFrame)
        self.list.setMouseTracking(True)
        self.list.setAccessibleName(self.tr("Changes"))
        self.empty = EmptyView(self, "equal", "")
        self.position = QLabel(self)
        self.chips = {kind: KindChip(kind, self.model.kind_name(kind), self) for kind in KINDS}
        self.previous = tool_button(self, "previous", self.tr("Previous change (F7 or Alt+Up)"), lambda: self.step(-1))
        self.next = tool_button(self, "next", self.tr("Next change (F8 or Alt+Down)"), lambda: self.step(1))
        self._arrange()
        for chip in self.chips.values():
            chip.toggled.connect(self._filter)
        self.list.selectionModel().currentChanged.connect(self._chosen)
        self.list.clicked.connect(lambda index: self.change_chosen.emit(int(index.data(NUMBER))))
        self.show_comparison(None, {})

    def _arrange(self) -> None:
        chips = QHBoxLayout()
        chips.setContentsMargins(theme.UNIT, theme.UNIT, theme.UNIT, theme.HALF)
        chips.setSpacing(theme.HALF)
        for chip in self.chips.values():
            chips.addWidget(chip)
        chips.addStretch(1)
        steps = QHBoxLayout()
        steps.setContentsMargins(theme.UNIT + 4, 0, theme.HALF, theme.HALF)
        steps.setSpacing(theme.HALF)
        steps.addWidget(self.position, 1)
        steps.addWidget(self.previous)
        steps.addWidget(self.next)
        self._stack = QStackedLayout()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.list)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(chips)
        layout.addLayout(steps)
        layout.addLayout(self._stack, 1)

    def show_comparison(self, comparison: Comparison | None, words: dict[int, Words], says: str = "") -> None:
        """Show the changes, or a sentence when there are none."""
        self.delegate.forget()
        self.model.show(comparison, words)
        for kind, chip in self.chips.items():
            chip.set_number(comparison.count(kind) if comparison else 0)
        self.empty.say(says)
        self._stack.setCurrentWidget(self.list if self.model.rows else self.empty)
        self.list.scrollToTop()
        self._say()

    def current(self) -> int:
        """The number of the chosen change, -1 when there is none."""
        index = self.list.currentIndex()
        return int(index.data(NUMBER)) if index.isValid() else -1

    def visible_numbers(self) -> list[int]:
        return [int(self.filter.index(row, 0).data(NUMBER)) for row in range(self.filter.rowCount())]

    def hidden_kinds(self) -> frozenset[str]:
        return frozenset(kind for kind, chip in self.chips.items() if not chip.isChecked())

    def step(self, by: int) -> None:
        """The next or previous change that is not hidden; after the last comes the first."""
        rows = self.filter.rowCount()
        if rows:
            index = self.list.currentIndex()
            row = (index.row() + by) % rows if index.isValid() else (0 if by > 0 else rows - 1)
            self.list.setCurrentIndex(self.filter.index(row, 0))

    def choose(self, number: int) -> None:
        """Choose a change by its number."""
        for row in range(self.filter.rowCount()):
            if self.filter.index(row, 0).data(NUMBER) == number:
                self.list.setCurrentIndex(self.filter.index(row, 0))
                return

    def _chosen(self, index: QModelIndex, _previous: QModelIndex) -> None:
        self._say()
        if index.isValid():
            self.change_chosen.emit(int(index.data(NUMBER)))

    def _filter(self) -> None:
        self.filter.hide_kinds(self.hidden_kinds())
        self._say()

    def _say(self) -> None:
        rows, index = self.filter.rowCount(), self.list.currentIndex()
        if index.isValid():
            words = self.tr("Change {n} of {total}").format(n=index.row() + 1, total=rows)
        else:
            words = self.tr("%n change(s)", "", rows) if self.model.rows else ""
        self.position.setText(words)
        self.previous.setEnabled(rows > 0)
        self.next.setEnabled(rows > 0)
