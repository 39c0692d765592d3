"""The first tab of the dashboard: how fast, with what result, and what is being done at this moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractTableModel, QMargins, QObject, Qt, Signal
from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSplitter,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from widgets.crawl import words
from widgets.crawl.charts import Charts
from widgets.crawl.outcomes import OutcomeList
from widgets.crawl.paging import dense
from widgets.kit import theme
from widgets.kit.tables import NOWHERE, RIGHT, Index, keep_width
from widgets.words import formats

if TYPE_CHECKING:
    from app.crawl.rules.model import CrawlProgress, WorkerProgress


# The workers of a running crawl: what each does now, and for how long.

PHASE, ADDRESS, SECONDS = range(3)
SLOW = 10.0  # seconds from which on one asks oneself what a worker is doing
_ICONS = {"robots": "text", "fetching": "down", "browser": "browser", "reading": "link", "storing": "save"}


class WorkersModel(QAbstractTableModel):
    """The longest at work first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workers: list[WorkerProgress] = []

    def show(self, workers: Sequence[WorkerProgress]) -> None:
        """What they do now."""
        ordered = sorted(workers, key=lambda worker: -worker.seconds)
        if len(ordered) != len(self._workers):
            self.beginResetModel()
            self._workers = ordered
            self.endResetModel()
        elif ordered:
            self._workers = ordered
            self.dataChanged.emit(self.index(0, 0), self.index(len(ordered) - 1, SECONDS))

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._workers)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else 3

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        worker, column = self._workers[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            if column == PHASE:
                return words.phase(worker.phase)
            return formats.readable(worker.url) if column == ADDRESS else f"{worker.seconds:.1f} s"
        if role == Qt.ItemDataRole.DecorationRole and column == PHASE:
            return theme.icon(_ICONS.get(worker.phase, "down"), "muted")
        if role == Qt.ItemDataRole.ToolTipRole:
            return worker.url
        if role == Qt.ItemDataRole.ForegroundRole and column == SECONDS and worker.seconds >= SLOW:
            return QBrush(QColor(theme.colors().warning))
        return RIGHT if role == Qt.ItemDataRole.TextAlignmentRole and column == SECONDS else None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return (self.tr("Now"), self.tr("Address"), self.tr("For"))[section]
        return RIGHT if role == Qt.ItemDataRole.TextAlignmentRole and section == SECONDS else None


class Overview(QWidget):
    """`outcome_chosen`: kind and reason code of a line that somebody wants to look into."""

    outcome_chosen = Signal(str, str)
    page_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.charts = Charts()
        self.outcomes = OutcomeList()
        self.outcomes.chosen.connect(self.outcome_chosen)
        self.workers = WorkersModel(self)
        split = QSplitter(Qt.Orientation.Horizontal, self, handleWidth=1, childrenCollapsible=False)
        for part, stretch in ((self._chart_part(), 4), (self._outcome_part(), 4), (self._worker_part(), 4)):
            split.addWidget(part)
            split.setStretchFactor(split.count() - 1, stretch)
        split.setSizes([460, 420, 400])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(split)

    def _part(self, heading: str, *beside: QWidget) -> tuple[QWidget, QVBoxLayout, QLabel]:
        part = QWidget()
        column = QVBoxLayout(part)
        column.setContentsMargins(0, theme.HALF, 0, 0)
        column.setSpacing(0)
        label = QLabel(heading)
        label.setProperty("muted", True)
        label.setFixedHeight(theme.TRIPLE)
        row = QHBoxLayout(contentsMargins=QMargins(theme.UNIT + 2, 0, theme.UNIT, 0))
        row.addWidget(label)
        row.addStretch(1)
        for widget in beside:
            row.addWidget(widget)
        column.addLayout(row)
        return part, column, label

    def _chart_part(self) -> QWidget:
        self.span = QPushButton(self.tr("Last minutes"), checkable=True)
        self.span.setProperty("link", True)
        tip = self.tr("Show only the last five minutes, or the whole crawl")
        self.span.setToolTip(tip)
        self.span.setAccessibleName(tip)
        self.span.toggled.connect(self.charts.show_recent)
        part, column, _ = self._part(self.tr("Captures and errors a second"), self.span)
        self.span.setFixedHeight(theme.TRIPLE)
        column.addWidget(self.charts, 1)
        return part

    def _outcome_part(self) -> QWidget:
        part, column, _ = self._part(self.tr("What became of the addresses"))
        column.addSpacing(theme.HALF)
        column.addWidget(self.outcomes, 1)
        return part

    def _worker_part(self) -> QWidget:
        part, column, self.busy = self._part(self.tr("Workers"))
        self.worker_view = dense(self.workers, self.tr("What the workers do"), ADDRESS)
        self.worker_view.horizontalHeader().hide()
        keep_width(self.worker_view, {PHASE: self._phase_width(), SECONDS: 64})
        self.worker_view.doubleClicked.connect(
            lambda index: self.page_requested.emit(index.data(Qt.ItemDataRole.ToolTipRole))
        )
        self.idle = QLabel(alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)
        self.idle.setProperty("muted", True)
        self.idle.setContentsMargins(theme.DOUBLE, 0, theme.DOUBLE, theme.LARGE)
        self._worker_stack = QStackedLayout()
        self._worker_stack.addWidget(self.worker_view)
        self._worker_stack.addWidget(self.idle)
        column.addSpacing(theme.HALF)
        column.addLayout(self._worker_stack, 1)
        return part

    def _phase_width(self) -> int:
        """Of the longest word for what a worker does, with its icon."""
        measure = self.worker_view.fontMetrics()
        return (
            max(measure.horizontalAdvance(words.phase(code)) for code in words.PHASES)
            + theme.LARGE
            + theme.DOUBLE
        )

    # ---- filling ------------------------------------------------------------------------------------------------

    def show_counts(self, outcomes: Mapping[str, int], counts: Mapping[str, int]) -> None:
        """Outcomes by kind, and numbers by reason code."""
        self.outcomes.put(outcomes, counts)

    def show_workers(self, progress: CrawlProgress) -> None:
        """Those of a crawl that runs."""
        self.workers.show(progress.workers)
        text = self.tr("Workers: {busy} of {all} busy").format(
            busy=formats.number(len(progress.workers)), all=formats.number(progress.worker_limit)
        )
        if progress.browser:
            text = self.tr("{workers}, {count} of them with the browser").format(
                workers=text, count=formats.number(progress.browser)
            )
        self.busy.setText(text)
        if progress.workers:
            self._worker_stack.setCurrentWidget(self.worker_view)
        elif progress.state == "paused":
            self.say_idle(self.tr("The crawl is paused. Nothing is asked for until it goes on."))
        elif progress.state in ("running", "starting"):
            self.say_idle(
                self.tr("All hosts are waiting for their turn: each is asked no faster than its delay.")
            )
        else:
            self.say_idle("")

    def say_idle(self, text: str) -> None:
        """Say why nobody works."""
        self.idle.setText(text)
        self._worker_stack.setCurrentWidget(self.idle)

    def no_workers(self) -> None:
        """The crawl does not run."""
        self.workers.show(())
        self.busy.setText(self.tr("Workers"))
        self.say_idle(self.tr("This crawl is not running."))
