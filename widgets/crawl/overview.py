"""The first tab of the dashboard: charts of the speed, outcomes, workers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import (
    QLabel,
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
from widgets.kit.boxes import in_column, in_row, text_button, text_label
from widgets.kit.tables import Role, RowsModel, keep_width
from widgets.words import formats

if TYPE_CHECKING:
    from app.crawl.frontier.harvest import FormReport
    from app.crawl.rules.model import CrawlProgress, WorkerProgress


# The workers of a running crawl: what each does now, and for how long.

PHASE, ADDRESS, SECONDS = range(3)
SLOW = 10.0  # seconds from which on one asks oneself what a worker is doing
_FORMS = 20  # named in the tooltip
_ICONS = {"robots": "text", "fetching": "down", "browser": "browser", "reading": "link", "storing": "save"}


class WorkersModel(RowsModel):
    """The longest at work first."""

    numbers = frozenset({SECONDS})

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.heads = (self.tr("Now"), self.tr("Address"), self.tr("For"))

    def show(self, workers: Sequence[WorkerProgress]) -> None:
        """What they do now."""
        ordered = sorted(workers, key=lambda worker: -worker.seconds)
        if len(ordered) != len(self._rows):
            self.beginResetModel()
            self._rows = ordered
            self.endResetModel()
        elif ordered:
            self._rows = ordered
            self.dataChanged.emit(self.index(0, 0), self.index(len(ordered) - 1, SECONDS))

    def cell(self, row: WorkerProgress, column: int, role: int) -> object:
        if role == Role.DisplayRole:
            if column == PHASE:
                return words.phase(row.phase)
            return formats.readable(row.url) if column == ADDRESS else f"{row.seconds:.1f} s"
        if role == Role.DecorationRole and column == PHASE:
            return theme.icon(_ICONS.get(row.phase, "down"), "muted")
        if role == Role.ToolTipRole:
            return row.url
        slow = role == Role.ForegroundRole and column == SECONDS and row.seconds >= SLOW
        return theme.brush("warning") if slow else None


class Overview(QWidget):
    """`outcome_chosen`: kind and reason code of an activated line."""

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
        in_column(self, split)

    def _part(self, heading: str, *beside: QWidget) -> tuple[QWidget, QVBoxLayout, QLabel]:
        part = QWidget()
        column = in_column(part, margins=(0, theme.HALF, 0, 0))
        label = text_label(heading, "muted")
        label.setFixedHeight(theme.TRIPLE)
        column.addLayout(
            in_row(None, label, None, *beside, margins=(theme.UNIT + 2, 0, theme.UNIT, 0), spacing=-1)
        )
        return part, column, label

    def _chart_part(self) -> QWidget:
        self.span = text_button(self.tr("Last minutes"), look="link", checkable=True)
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
        self.forms = text_label("", "muted", wrap=True)
        self.forms.setContentsMargins(theme.UNIT + 2, 0, theme.UNIT, theme.HALF)
        self.forms.hide()
        column.addWidget(self.forms)
        column.addWidget(self.outcomes, 1)
        return part

    def _worker_part(self) -> QWidget:
        part, column, self.busy = self._part(self.tr("Workers"))
        self.worker_view = dense(self.workers, self.tr("What the workers do"), ADDRESS)
        self.worker_view.horizontalHeader().hide()
        keep_width(self.worker_view, {PHASE: self._phase_width(), SECONDS: 64})
        self.worker_view.doubleClicked.connect(
            lambda index: self.page_requested.emit(index.data(Role.ToolTipRole))
        )
        self.idle = text_label("", "muted", wrap=True, centred=True)
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

    def show_counts(
        self, outcomes: Mapping[str, int], counts: Mapping[str, int], forms: Sequence[FormReport] = ()
    ) -> None:
        """Outcomes by kind, numbers by reason code, and what search forms have brought."""
        self.outcomes.put(outcomes, counts)
        self.forms.setVisible(bool(forms))
        said = self.tr("Search forms: {forms} · words asked: {words} · pages found: {pages}")
        asked, found = sum(form.words for form in forms), sum(form.pages for form in forms)
        self.forms.setText(
            said.format(
                forms=formats.number(len(forms)), words=formats.number(asked), pages=formats.number(found)
            )
        )
        self.forms.setToolTip("\n".join(words.form_line(form) for form in forms[:_FORMS]))

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
        """Show why no worker is busy."""
        self.idle.setText(text)
        self._worker_stack.setCurrentWidget(self.idle)

    def no_workers(self) -> None:
        """The crawl does not run."""
        self.workers.show(())
        self.busy.setText(self.tr("Workers"))
        self.say_idle(self.tr("This crawl is not running."))
