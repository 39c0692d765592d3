"""A sheet with a report: figures, a sentence, a tree of what there is to say, and what to do with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QHeaderView, QLabel, QPushButton, QTreeView, QWidget

from widgets import theme
from widgets.figures import Figures
from widgets.report_model import ReportModel, ReportRow
from widgets.report_tree import ReportTree
from widgets.side_sheet import SideSheet

_WIDTH = 800
_OPEN_AT_MOST = 40  # rows that are unfolded by themselves


class ReportSheet(SideSheet):
    """`columns` are (head, width); the first takes the room that is left, those with a width hold numbers."""

    def __init__(
        self, heading: str, columns: Sequence[tuple[str, int]], numbers: Sequence[int], parent: QWidget
    ) -> None:
        super().__init__(heading, parent, _WIDTH)
        self.figures = Figures()
        self.summary = QLabel(objectName="sheetSummary", wordWrap=True)
        self.summary.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.model = ReportModel([head for head, _ in columns], numbers, self)
        self.tree = self._make_tree(columns, heading)
        self.body.setSpacing(theme.DOUBLE)
        self.body.addWidget(self.summary)
        self.body.addWidget(self.figures)
        self.body.addWidget(self.tree, 1)
        self.footer.addStretch(1)

    def _make_tree(self, columns: Sequence[tuple[str, int]], heading: str) -> QTreeView:
        tree = ReportTree()
        tree.setModel(self.model)
        tree.setAccessibleName(heading)
        tree.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        tree.setFrameShape(QTreeView.Shape.NoFrame)
        tree.setMinimumHeight(160)
        head = tree.header()
        head.ensurePolished()
        head.setStretchLastSection(False)
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for number, (_, width) in enumerate(columns):
            if number:
                head.resizeSection(number, max(width, head.sectionSizeHint(number)))  # fonts differ in width
        tree.expanded.connect(self._span)
        return tree

    def button(self, icon: str, text: str, tip: str, act: Callable[[], object], primary: bool = False) -> QPushButton:
        """Put one more button at the right end of the footer."""
        made = QPushButton(theme.icon(icon, "on_accent" if primary else "text"), text)
        made.setToolTip(tip)
        made.setProperty("primary", primary)
        made.clicked.connect(lambda: act())
        self.footer.addWidget(made)
        return made

    def show_rows(self, rows: Sequence[ReportRow], summary: str, bad: bool) -> None:
        """Show a report; rows with something to say are unfolded when there are not too many."""
        self.summary.setText(summary)
        self.summary.setProperty("bad", bad)
        self.summary.style().unpolish(self.summary)
        self.summary.style().polish(self.summary)
        self.model.show(rows)
        telling = [number for number, row in enumerate(rows) if row.lines]
        for number in telling[:_OPEN_AT_MOST]:
            self.tree.expand(self.model.index(number, 0))

    def _span(self, index: QModelIndex) -> None:
        """What stands below a row is a sentence: it may use the whole width."""
        for row in range(self.model.rowCount(index)):
            self.tree.setFirstColumnSpanned(row, index, True)
