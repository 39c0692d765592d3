"""The one line of the crawl panel that is always in sight: which crawl, how it stands, its figures, its buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from app.crawl.rules.model import NOT_AWAITED
from widgets.crawl.job_menu import JobMenu
from widgets.crawl_setup import sentences as crawl_words
from widgets.kit import theme
from widgets.kit.boxes import in_row, text_button, text_label
from widgets.kit.figures import FigureButton, caption, meaning
from widgets.kit.parts import tool_button
from widgets.words import formats, reasons

if TYPE_CHECKING:
    from app.crawl.rules.model import CrawlProgress, Job


_STATE_COLORS = {
    "running": "ok",
    "finished": "ok",
    "paused": "warning",
    "failed": "error",
    "stopped": "muted",
}
RESUMABLE = frozenset({"stopped", "failed"})
FIGURES = {
    "pages": "answered",
    "queued": "waiting",
    "errors": "errors",
    "refused": "left-out",
    "bytes": "size",
    "rate": "rate",
    "seconds": "time",
}
"""Fields of a crawl, and what they are called everywhere (`widgets.kit.figures`)."""


class Head(QWidget):
    """Signals of the buttons; `show_progress` for a crawl that runs, `show_job` for one that does not."""

    pause_clicked = Signal()
    stop_clicked = Signal()
    resume_clicked = Signal()
    change_clicked = Signal()
    grow_clicked = Signal()
    fold_clicked = Signal()
    job_chosen = Signal(str)
    grown = Signal()  # it needs another height
    figure_clicked = Signal(str)  # one of FIGURES

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("crawlHead")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)  # no caption is squeezed
        self.figures: dict[str, QLabel] = {}
        self.buttons: dict[str, FigureButton] = {}
        self._line = QWidget()
        self._captions = line = in_row(self._line)
        self.state = text_label("", "section")
        self.state.setMinimumWidth(88)
        row = in_row(
            self, self.state, margins=(theme.DOUBLE, theme.UNIT, theme.UNIT, theme.UNIT), spacing=theme.DOUBLE
        )
        self.jobs = JobMenu(self)
        self.jobs.chosen.connect(self.job_chosen)
        row.addWidget(self.jobs)
        for name, term in FIGURES.items():
            line.addWidget(self._figure(name, term))
        row.addWidget(self._line)
        row.addStretch(1)
        row.addLayout(self._buttons())
        self.say_none()

    def _figure(self, name: str, term: str) -> FigureButton:
        tip = self.tr("{meaning} Click to see them.").format(meaning=meaning(term))
        if name in ("rate", "seconds"):
            tip = self.tr("{meaning} Click to see its course.").format(meaning=meaning(term))
        button = FigureButton(caption(term), tip)
        button.clicked.connect(lambda: self.figure_clicked.emit(name))
        self.buttons[name], self.figures[name] = button, button.value
        return button

    def _buttons(self) -> QHBoxLayout:
        self.resume = text_button(
            self.tr("Go on"),
            self.tr("Go on with this crawl"),
            self.resume_clicked,
            icon="continue",
            look="primary",
        )
        self.pause = tool_button(self, "pause", self.tr("Pause"), self.pause_clicked.emit)
        self.stop = tool_button(
            self, "stop", self.tr("Stop; the crawl can be continued later"), self.stop_clicked.emit
        )
        self.change = tool_button(
            self, "preferences", self.tr("Change the settings of this crawl…"), self.change_clicked.emit
        )
        self.grow = tool_button(self, "grow", "", self.grow_clicked.emit)
        self.fold = tool_button(self, "expand", "", self.fold_clicked.emit)
        return in_row(
            None, self.resume, self.pause, self.stop, self.change, self.grow, self.fold, spacing=theme.HALF
        )

    # ---- what is shown ------------------------------------------------------------------------------------------

    def say_none(self) -> None:
        """There was no crawl yet."""
        self.state.setText(self.tr("No crawl yet"))
        self._line.hide()
        self._enable(False, "", "", changeable=False)

    def show_progress(self, progress: CrawlProgress, *, running: bool) -> None:
        """A crawl that runs, or has just ended."""
        self._set_state(progress.state, progress.limit_reached)
        self._set(
            pages=formats.number(progress.pages),
            queued=formats.number(progress.queued + progress.in_flight),
            errors=formats.number(progress.errors),
            refused=formats.number(progress.refused),
            bytes=formats.size(progress.bytes),
            rate=f"{crawl_words.rate(progress):.1f}",
            seconds=formats.duration(progress.seconds),
        )
        self._mark(progress.errors, progress.bytes)
        self._enable(running, progress.state, progress.limit_reached, changeable=True)

    def show_job(self, job: Job, state: str, *, busy: bool) -> None:
        """A crawl that does not run, from what is kept of it; `busy` when another one does."""
        self._set_state(state, job.limit_reached)
        average = (job.versions + job.visits) / job.seconds if job.seconds > 0 else 0.0
        self._set(
            pages=formats.number(job.pages),
            queued=formats.number(job.queued),
            errors=formats.number(job.errors),
            refused=formats.number(job.refused),
            bytes=formats.size(job.bytes),
            rate=f"{average:.1f}",
            seconds=formats.duration(job.seconds),
        )
        self._mark(job.errors, job.bytes)
        self._enable(False, state, job.limit_reached, changeable=True)
        self.resume.setEnabled(not busy)

    def show_folded(self, folded: bool, grown: bool) -> None:
        """What the two buttons for the panel's height do now."""
        for button, icon, tip in (
            (
                self.fold,
                "unfold" if folded else "expand",
                self.tr("Show the whole dashboard") if folded else self.tr("Show only the figures"),
            ),
            (
                self.grow,
                "shrink" if grown else "grow",
                self.tr("Give the pages their room back")
                if grown
                else self.tr("Give the dashboard the whole window"),
            ),
        ):
            button.setIcon(theme.icon(icon))
            button.setToolTip(tip)
            button.setAccessibleName(tip)

    def _set(self, **texts: str) -> None:
        self._line.show()
        for name, text in texts.items():
            self.buttons[name].set(text)
        height = self._captions.sizeHint().height()
        if (
            self._line.minimumHeight() != height
        ):  # a style's least height of buttons would squeeze the captions
            self._line.setMinimumHeight(height)
            self.grown.emit()

    def _mark(self, errors: int, size: int) -> None:
        self.buttons["bytes"].setToolTip(f"{formats.size_exact(size)}\n{meaning('size')}")
        label = self.figures["errors"]
        if label.property("bad") != (errors > 0):
            label.setProperty("bad", errors > 0)
            label.style().polish(label)

    def _set_state(self, state: str, limit: str) -> None:
        color = getattr(theme.colors(), _STATE_COLORS.get(state, "accent"))
        self.state.setText(f'<span style="color:{color}">●</span>&nbsp; {reasons.crawl_state(state)}')
        self.state.setToolTip(reasons.limit(limit) if limit else "")

    def _enable(self, running: bool, state: str, limit: str, *, changeable: bool) -> None:
        self.resume.setVisible(not running and (state in RESUMABLE or limit == NOT_AWAITED))
        self.resume.setEnabled(not running)
        self.pause.setEnabled(running and state in ("running", "paused", "starting"))
        self.stop.setEnabled(running and state != "stopping")
        self.change.setEnabled(changeable)
        paused = state == "paused"
        tip = self.tr("Go on") if paused else self.tr("Pause")
        self.pause.setIcon(theme.icon("start" if paused else "pause"))
        self.pause.setToolTip(tip)
        self.pause.setAccessibleName(tip)
