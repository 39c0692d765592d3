"""The tree of the blocks of a page: what they are about, their labels, how much of the page they take."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QBrush, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QLabel, QTreeWidget, QTreeWidgetItem, QWidget

from widgets.blocks import label_styles
from widgets.blocks.work import Row
from widgets.kit import theme
from widgets.kit.boxes import in_column
from widgets.words import formats

TOPIC, LABEL, SHARE, LEVEL = range(4)
NUMBER = Qt.ItemDataRole.UserRole
# pixels below which the level goes, then the label: tree and icon show them anyway
_NARROW, _LEAST = 440, 380
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_OPEN = 400  # blocks that are all shown unfolded


class HintedTree(QWidget):
    """The tree, and below it how to go on while no block is chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tree = BlockTree(self)
        words = self.tr(
            "Click a block on the page or in the tree: you see what it is, why, and how it changed."
        )
        self.hint = QLabel(words, self, wordWrap=True, margin=theme.UNIT + theme.HALF)
        self.hint.setProperty("muted", True)
        in_column(self, (self.tree, 1), self.hint)


class BlockTree(QTreeWidget):
    """`show_rows` fills it; `chosen` says which block a person went to, `pointed` which one the pointer is over."""

    chosen = Signal(int)
    pointed = Signal(int)  # number of the block below the pointer

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: list[QTreeWidgetItem] = []
        self._rows: Sequence[Row] = ()
        self._quiet = False
        self.setAccessibleName(self.tr("Blocks of this page"))
        self.setHeaderLabels([self.tr("Block"), self.tr("Label"), self.tr("Share"), self.tr("Level")])
        self.setUniformRowHeights(True)
        self.setAlternatingRowColors(True)
        self.setFrameShape(QTreeWidget.Shape.NoFrame)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setIndentation(theme.DOUBLE)
        head = self.header()
        head.setStretchLastSection(False)
        head.setSectionsMovable(False)
        head.setMinimumSectionSize(40)
        head.setSectionResizeMode(TOPIC, QHeaderView.ResizeMode.Stretch)
        for column, width in ((LABEL, 112), (SHARE, 64), (LEVEL, 56)):
            head.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            head.resizeSection(column, width)
        labels = self.headerItem()
        for column, tip in (
            (TOPIC, self.tr("What the block is about: its heading, or the words that stand out in it")),
            (LABEL, self.tr("The part it plays on the page")),
            (SHARE, self.tr("How much of the room of the page it takes")),
            (LEVEL, self.tr("How deep it stands in the tree: 1 for the largest blocks")),
        ):
            labels.setToolTip(column, tip)
            if column in (SHARE, LEVEL):
                labels.setTextAlignment(column, _RIGHT)
        self.setMouseTracking(True)
        self.itemEntered.connect(lambda item: self.pointed.emit(int(item.data(TOPIC, NUMBER))))
        self.currentItemChanged.connect(self._changed)
        theme.watcher().changed.connect(self._draw_icons)

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Fill the tree anew; nothing is chosen then."""
        self._quiet = True
        self.clear()
        self._rows, self._items = rows, []
        tops: list[QTreeWidgetItem] = []
        for row in rows:
            item = QTreeWidgetItem()
            item.setData(TOPIC, NUMBER, row.number)
            topic = row.topic or self.tr("(nothing but pictures)")
            item.setText(TOPIC, topic)
            item.setText(LABEL, label_styles.name(row.label))
            item.setText(SHARE, formats.percent(row.share))
            item.setText(LEVEL, formats.number(row.level))
            for column in (SHARE, LEVEL):
                item.setTextAlignment(column, _RIGHT)
            item.setToolTip(TOPIC, f"{label_styles.name(row.label)} · {formats.shorten(topic, 300)}")
            item.setToolTip(SHARE, self.tr("%Ln character(s) of text", "", row.size))
            self._items.append(item)
            if row.parent < 0:
                tops.append(item)
            else:
                self._items[row.parent].addChild(item)
        self.addTopLevelItems(tops)
        if len(rows) <= _OPEN:
            self.expandAll()
        self._draw_icons()
        self._quiet = False

    def show_signs(self, signs: Mapping[int, str]) -> None:
        """Stars and tags behind what the blocks are about."""
        for row, item in zip(self._rows, self._items, strict=True):
            topic = row.topic or self.tr("(nothing but pictures)")
            item.setText(TOPIC, f"{signs[row.number]}  {topic}" if row.number in signs else topic)

    def choose(self, number: int) -> None:
        """Go to a block, as if a person had clicked it."""
        if 0 <= number < len(self._items):
            self.setCurrentItem(self._items[number])
            self.scrollToItem(self._items[number])

    def mark(self, numbers: Collection[int], ground: QBrush) -> None:
        """Put some of the blocks on a ground of their own, and no others."""
        for number, item in enumerate(self._items):
            item.setBackground(TOPIC, ground if number in numbers else QBrush())

    def current(self) -> int:
        """The number of the chosen block, -1 when there is none."""
        item = self.currentItem()
        return int(item.data(TOPIC, NUMBER)) if item is not None else -1

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setColumnHidden(LEVEL, event.size().width() < _NARROW)
        self.setColumnHidden(LABEL, event.size().width() < _LEAST)

    def _draw_icons(self) -> None:
        icons = {label: label_styles.icon(label, self) for label in {row.label for row in self._rows}}
        for row, item in zip(self._rows, self._items, strict=True):
            item.setIcon(TOPIC, icons[row.label])

    def _changed(self, item: QTreeWidgetItem | None) -> None:
        if item is not None and not self._quiet:
            self.chosen.emit(int(item.data(TOPIC, NUMBER)))
