"""The one line of the crawl panel that is always in sight: which crawl, how it stands, its figures, its buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from widgets import crawl_words, formats, reasons, theme
from widgets.crawl.job_menu import JobMenu
from widgets.page.parts import tool_button

if TYPE_CHECKING:
    from app.crawl import CrawlProgress, Job

_STATE_COLORS = {"running": "ok", "finished": "ok", "paused": "warning", "failed": "error", "stopped": "muted"}
RESUMABLE = frozenset({"stopped", "failed"})


class Head(QWidget):
    """Signals of the buttons; `show_progress` for a crawl that runs, `show_job` for one that does not."""

    pause_clicked = Signal()
    stop_clicked = Signal()
    resume_clicked = Signal()
    change_clicked = Signal()
    grow_clicked = Signal()
    fold_clicked = Signal()
    job_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("crawlHead")
        self.figures: dict[str, QLabel] = {}
        self._line = QWidget()
        line = QHBoxLayout(self._line)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(theme.DOUBLE)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.DOUBLE, theme.UNIT, theme.UNIT, theme.UNIT)
        row.setSpacing(theme.DOUBLE)
        self.state = QLabel()
        self.state.setProperty("role", "section")
        self.state.setMinimumWidth(88)
        row.addWidget(self.state)
        self.jobs = JobMenu(self)
        self.jobs.chosen.connect(self.job_chosen)
        row.addWidget(self.jobs)
        for name, caption, tip in (
            (
                "pages",
                self.tr("Answered"),  # not "Pages": the archive counts fewer of these
                self.tr("Pages that servers answered, with those that only led elsewhere or were not found"),
            ),
            ("queued", self.tr("Waiting"), self.tr("Addresses found and not yet asked for")),
            ("errors", self.tr("Errors"), self.tr("Addresses that could not be fetched")),
            ("refused", self.tr("Left out"), self.tr("Addresses left out, each with its reason in the log")),
            ("bytes", self.tr("Size"), self.tr("Downloaded by this crawl")),
            ("rate", self.tr("Per second"), self.tr("Captures a second (at the end: on average)")),
            ("seconds", self.tr("Time"), self.tr("How long the crawl has been running")),
        ):
            line.addWidget(self._figure(name, caption, tip))
        row.addWidget(self._line)
        row.addStretch(1)
        row.addLayout(self._buttons())
        self.say_none()

    def _figure(self, name: str, caption: str, tip: str) -> QWidget:
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        label, value = QLabel(caption), QLabel("–")
        label.setProperty("muted", True)
        value.setProperty("role", "section")
        value.setMinimumWidth(48)
        value.setAccessibleName(caption)
        box.setToolTip(tip)
        column.addWidget(label)
        column.addWidget(value)
        self.figures[name] = value
        return box

    def _buttons(self) -> QHBoxLayout:
        self.resume = tool_button(self, "continue", self.tr("Go on with this crawl"), self.resume_clicked.emit)
        self.pause = tool_button(self, "pause", self.tr("Pause"), self.pause_clicked.emit)
        self.stop = tool_button(self, "stop", self.tr("Stop; the crawl can be continued later"), self.stop_clicked.emit)
        self.change = tool_button(
            self, "preferences", self.tr("Change the settings of this crawl…"), self.change_clicked.emit
        )
        self.grow = tool_button(self, "grow", "", self.grow_clicked.emit)
        self.fold = tool_button(self, "expand", "", self.fold_clicked.emit)
        row = QHBoxLayout()
        row.setSpacing(theme.HALF)
        for button in (self.resume, self.pause, self.stop, self.change, self.grow, self.fold):
            row.addWidget(button)
        return row

    # ---- what is shown ------------------------------------------------------------------------------------------

    def say_none(self) -> None:
        """There was no crawl yet."""
        self.state.setText(self.tr("No crawl yet"))
        self._line.hide()
        self._enable(False, "", changeable=False)

    def show_progress(self, progress: CrawlProgress, *, running: bool) -> None:
        """A crawl that runs, or has just ended."""
        self._set_state(progress.state, progress.limit_reached)
        self._set(
            pages=formats.number(progress.pages),
            queued=formats.number(progress.queued),
            errors=formats.number(progress.errors),
            refused=formats.number(progress.refused),
            bytes=formats.size(progress.bytes),
            rate=f"{crawl_words.rate(progress):.1f}",
            seconds=formats.duration(progress.seconds),
        )
        self._mark(progress.errors, progress.bytes)
        self._enable(running, progress.state, changeable=True)

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
        self._enable(False, state, changeable=True)
        self.resume.setEnabled(not busy)

    def show_folded(self, folded: bool, grown: bool) -> None:
        """What the two buttons for the panel's height do now."""
        for button, icon, tip in (
            (self.fold, "unfold" if folded else "expand",
             self.tr("Show the whole dashboard") if folded else self.tr("Show only the figures")),
            (self.grow, "shrink" if grown else "grow",
             self.tr("Give the pages their room back") if grown else self.tr("Give the dashboard the whole window")),
        ):  # fmt: skip
            button.setIcon(theme.icon(icon))
            button.setToolTip(tip)
            button.setAccessibleName(tip)

    def _set(self, **texts: str) -> None:
        self._line.show()
        for name, text in texts.items():
            self.figures[name].setText(text)

    def _mark(self, errors: int, size: int) -> None:
        self.figures["bytes"].setToolTip(formats.size_exact(size))
        label = self.figures["errors"]
        if label.property("bad") != (errors > 0):
            label.setProperty("bad", errors > 0)
            label.style().polish(label)

    def _set_state(self, state: str, limit: str) -> None:
        color = getattr(theme.colors(), _STATE_COLORS.get(state, "accent"))
        self.state.setText(f'<span style="color:{color}">●</span>&nbsp; {reasons.crawl_state(state)}')
        self.state.setToolTip(reasons.reason(limit) if limit else "")

    def _enable(self, running: bool, state: str, *, changeable: bool) -> None:
        self.resume.setVisible(not running and state in RESUMABLE)
        self.resume.setEnabled(not running)
        self.pause.setEnabled(running and state in ("running", "paused", "starting"))
        self.stop.setEnabled(running and state != "stopping")
        self.change.setEnabled(changeable)
        paused = state == "paused"
        tip = self.tr("Go on") if paused else self.tr("Pause")
        self.pause.setIcon(theme.icon("start" if paused else "pause"))
        self.pause.setToolTip(tip)
        self.pause.setAccessibleName(tip)
