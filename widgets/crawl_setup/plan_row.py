"""One saved crawl in the list: what it is, when it ran and will run, and what can be done with it."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenu, QPushButton, QToolButton, QVBoxLayout, QWidget

from app.crawl import Job, Plan
from app.crawl.model import ENDED
from widgets import formats, reasons, theme
from widgets.counts import Counts
from widgets.crawl_setup import words


class PlanRow(QFrame):
    """`asked` carries what is wanted: "run", "edit", "duplicate", "pause" (its timetable), "delete"."""

    asked = Signal(str)

    def __init__(self, plan: Plan, job: Job | None, now: datetime, *, waits: bool, runs: bool) -> None:
        super().__init__()
        self.plan = plan
        self.setProperty("role", "card")
        self.setAccessibleName(plan.name)
        self._facts = QWidget()
        self._question = self._ask_delete()
        facts = QVBoxLayout(self._facts)
        facts.setContentsMargins(0, 0, 0, 0)
        facts.setSpacing(2)
        top = QHBoxLayout()
        top.setSpacing(theme.HALF)
        name = QLabel(plan.name)
        name.setProperty("role", "section")
        name.setTextFormat(Qt.TextFormat.PlainText)
        top.addWidget(name, 1)
        self.run = self._button("start", self.tr("Run now"), "run")
        self.run.setEnabled(not (waits or runs))
        self.edit = self._button("preferences", self.tr("Change…"), "edit")
        top.addWidget(self.run)
        top.addWidget(self.edit)
        top.addWidget(self._more())
        facts.addLayout(top)
        facts.addWidget(self._line(formats.shorten(self._address(), 64), "\n".join(plan.settings.seeds)))
        facts.addWidget(self._line(self._last(job, runs=runs), formats.date_exact(plan.last_run)))
        following = QLabel(self._next(now, waits=waits, runs=runs), wordWrap=True)
        following.setToolTip(formats.date_exact(plan.next_run))
        self.next = following
        facts.addWidget(following)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.DOUBLE, theme.UNIT, theme.UNIT, theme.UNIT + theme.HALF)
        column.addWidget(self._facts)
        column.addWidget(self._question)

    # ---- words --------------------------------------------------------------------------------------------------

    def _address(self) -> str:
        first, *others = self.plan.settings.seeds
        if not others:
            return first
        return self.tr("{address} and %Ln more", "", len(others)).format(address=first)

    def _last(self, job: Job | None, *, runs: bool) -> str:
        if self.plan.last_run is None:
            return self.tr("Never run yet")
        when = formats.date(self.plan.last_run)
        if job is None:
            return self.tr("Last run: {date}").format(date=when)
        state = job.state if runs or job.state in ENDED else "stopped"  # a power cut leaves “running” behind
        text = self.tr("Last run: {date}, {state}, {pages}")
        return text.format(date=when, state=reasons.crawl_state(state).lower(), pages=Counts().answered(job.pages))

    def _next(self, now: datetime, *, waits: bool, runs: bool) -> str:
        plan = self.plan
        if runs:
            return self.tr("Is running now")
        if waits:
            return self.tr("Waits until nothing else is running")
        if not plan.schedule:
            return self.tr("Runs when you ask for it")
        repeated = words.schedule(plan.schedule)
        if not plan.enabled:
            return self.tr("Timetable paused ({timetable})").format(timetable=repeated)
        if plan.next_run is None:
            return self.tr("Runs {timetable}").format(timetable=repeated)
        text = self.tr("Next visit: {moment} ({timetable})")
        return text.format(moment=words.moment(plan.next_run, now), timetable=repeated)

    # ---- building -----------------------------------------------------------------------------------------------

    def _line(self, text: str, tip: str) -> QLabel:
        label = QLabel(text)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setProperty("muted", True)
        label.setToolTip(tip)
        return label

    def _button(self, icon: str, tip: str, what: str) -> QToolButton:
        button = QToolButton()
        button.setIcon(theme.icon(icon))
        button.setToolTip(tip)
        button.setAccessibleName(f"{tip} ({self.plan.name})")
        button.clicked.connect(lambda: self.asked.emit(what))
        return button

    def _more(self) -> QToolButton:
        button = self._button("menu", self.tr("More"), "")
        button.clicked.disconnect()
        menu = QMenu(button)
        self.actions_: dict[str, QAction] = {}
        entries = [("copy", self.tr("&Duplicate"), "duplicate")]
        if self.plan.schedule:
            resting = not self.plan.enabled
            text = self.tr("&Go on with the timetable") if resting else self.tr("&Pause the timetable")
            entries.append(("start" if resting else "pause", text, "pause"))
        entries.append(("remove", self.tr("De&lete…"), "delete"))
        for icon, text, what in entries:
            self.actions_[what] = menu.addAction(theme.icon(icon), text, lambda what=what: self._chosen(what))
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        return button

    def _chosen(self, what: str) -> None:
        if what == "delete":
            self._facts.hide()
            self._question.show()
            self.keep.setFocus()
        else:
            self.asked.emit(what)

    def _ask_delete(self) -> QWidget:
        """Asked once, in the place of the row."""
        box = QWidget(visible=False)
        text = QLabel(self.tr("Delete “{name}”? What it has captured stays.").format(name=self.plan.name))
        text.setWordWrap(True)
        self.delete = QPushButton(self.tr("Delete"))
        self.keep = QPushButton(self.tr("Keep"))
        self.delete.setToolTip(self.tr("Take it off the list"))
        self.keep.setToolTip(self.tr("Leave it as it is"))
        self.delete.clicked.connect(lambda: self.asked.emit("delete"))
        self.keep.clicked.connect(self._keep)
        row = QHBoxLayout(box)
        row.setContentsMargins(0, theme.UNIT, theme.UNIT, theme.UNIT)
        row.addWidget(text, 1)
        row.addWidget(self.delete)
        row.addWidget(self.keep)
        return box

    def _keep(self) -> None:
        self._question.hide()
        self._facts.show()
