"""The list of saved crawls: run, change, duplicate, pause and delete them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QMenu,
    QPushButton,
    QToolButton,
    QWidget,
)

from app.archive.archive import Archive
from app.crawl.frontier import joblist
from app.crawl.plans import plans as crawling_plans
from app.crawl.plans.plans import Plan
from app.crawl.rules.model import ENDED, Job
from widgets.crawl_setup import words
from widgets.kit import jobs, theme
from widgets.kit.boxes import in_column, in_row, text_button, text_label
from widgets.kit.empty_state import EmptyState
from widgets.kit.messages import sentence
from widgets.kit.side_sheet import SideSheet
from widgets.session import Clock, Session, now
from widgets.words import formats, reasons
from widgets.words.counts import Counts

# One saved crawl in the list: what it is, when it ran and will run, and what can be done with it.


class PlanRow(QFrame):
    """`asked`: the command for this crawl: "run", "edit", "duplicate", "pause" (its timetable) or "delete"."""

    asked = Signal(str)

    def __init__(self, plan: Plan, job: Job | None, now: datetime, *, waits: bool, runs: bool) -> None:
        super().__init__()
        self.plan = plan
        self.setProperty("role", "card")
        self.setAccessibleName(plan.name)
        self._facts = QWidget()
        self._question = self._ask_delete()
        facts = in_column(self._facts, spacing=2)
        name = text_label(plan.name, "section")
        name.setTextFormat(Qt.TextFormat.PlainText)
        top = in_row(None, (name, 1), spacing=theme.HALF)
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
        in_column(
            self,
            self._facts,
            self._question,
            margins=(theme.DOUBLE, theme.UNIT, theme.UNIT, theme.UNIT + theme.HALF),
            spacing=-1,
        )

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
        return text.format(
            date=when, state=reasons.crawl_state(state).lower(), pages=Counts().answered(job.pages)
        )

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
        label = text_label(text, "muted")
        label.setTextFormat(Qt.TextFormat.PlainText)
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
            self.actions_[what] = action = menu.addAction(theme.icon(icon), text)
            action.triggered.connect(lambda _=False, what=what: self._chosen(what))
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
        text = text_label(
            self.tr("Delete “{name}”? What it has captured stays.").format(name=self.plan.name), wrap=True
        )
        self.delete = QPushButton(self.tr("Delete"))
        self.keep = QPushButton(self.tr("Keep"))
        self.delete.setToolTip(self.tr("Take it off the list"))
        self.keep.setToolTip(self.tr("Leave it as it is"))
        self.delete.clicked.connect(lambda: self.asked.emit("delete"))
        self.keep.clicked.connect(self._keep)
        in_row(
            box,
            (text, 1),
            self.delete,
            self.keep,
            margins=(0, theme.UNIT, theme.UNIT, theme.UNIT),
            spacing=-1,
        )
        return box

    def _keep(self) -> None:
        self._question.hide()
        self._facts.show()


_AGAIN_MS = 30_000
"""After which “in 5 min” is worked out anew."""


class SavedCrawls(SideSheet):
    """`new_requested` asks for the sheet of a new crawl, `edit_requested` for that of a Plan."""

    new_requested = Signal()
    edit_requested = Signal(object)
    shown = Signal()  # the list is up to date
    refused = Signal(
        object
    )  # the UserError of something that was asked for while the list was not on the screen

    def __init__(self, parent: QWidget, clock: Clock = now) -> None:
        super().__init__(self.tr("Saved crawls"), parent)
        self._clock = clock
        self._session: Session | None = None
        self.rows: list[PlanRow] = []
        self.empty = EmptyState("save")
        self.empty.say(
            self.tr("No saved crawls yet"),
            self.tr(
                "A saved crawl keeps all its settings. It runs when you ask for it, or by its timetable."
            ),
        )
        self.empty.offer(self.tr("New crawl…"), self.tr("Choose an address and when to repeat"), self._new)
        self.body.addWidget(self.empty, 1)
        self._list = in_column(None, spacing=theme.UNIT)
        self.body.addLayout(self._list)
        self.body.addStretch(1)
        self.trouble = text_label("", "bad", wrap=True, hidden=True)
        note = text_label(self.tr("Timetables run while this archive is open."), "muted", wrap=True)
        add = text_button(
            self.tr("&New crawl…"), self.tr("Choose an address and when to repeat"), self._new, icon="crawl"
        )
        self.body.addWidget(self.trouble)
        self.footer.addWidget(note, 1)
        self.footer.addWidget(add)
        self._again = QTimer(self, interval=_AGAIN_MS)
        self._again.timeout.connect(self.refresh)
        self._looked_at = False
        self.closed.connect(self._put_away)

    def use(self, session: Session) -> None:
        """From now on the saved crawls of this archive are meant."""
        self._session = session
        for signal in (session.plans.changed, session.crawl_started, session.crawl_finished):
            signal.connect(self.refresh)

    def open(self) -> None:
        """Show the list."""
        self.trouble.hide()
        self._looked_at = True
        self.refresh()
        self._again.start()
        self.slide_in()

    def refresh(self, *_: object) -> None:
        """Read the list again if it is visible."""
        session = self._session
        if session is None or session.closed or not self._looked_at:
            return
        archive = session.archive

        def read(_task: jobs.Handle) -> list[tuple[Plan, Job | None]]:
            plans = crawling_plans.plans(archive)
            known = {job.job_id: job for job in joblist.jobs(archive)} if plans else {}
            return [(plan, known.get(plan.last_job)) for plan in plans]

        jobs.run(self, read, done=self._fill, failed=self._failed)

    def save(
        self,
        plan: Plan,
        then: Callable[[Plan], object] | None = None,
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        """Write a plan down, new or changed. One without a name is called after its address."""
        at = self._clock()

        def write(archive: Archive) -> Plan:
            named = plan if plan.name else replace(plan, name=free_name(archive, plan.settings.seeds[0]))
            return crawling_plans.save_plan(archive, named, at)

        def saved(kept: Plan) -> None:
            self.refresh()
            if then:
                then(kept)

        self._write(write, saved, failed)

    def _fill(self, found: list[tuple[Plan, Job | None]]) -> None:
        session = self._session
        if session is None or session.closed:
            return
        for row in self.rows:
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        running = session.crawl.job_id if session.crawl else ""
        at: datetime = self._clock()
        self.rows = []
        for plan, job in found:
            runs = bool(running) and plan.last_job == running
            row = PlanRow(plan, job, at, waits=plan.number in session.plans.waiting, runs=runs)
            row.asked.connect(lambda what, plan=plan: self._do(what, plan))
            self._list.addWidget(row)
            self.rows.append(row)
        self.empty.setVisible(not found)
        self.shown.emit()

    def _do(self, what: str, plan: Plan) -> None:
        session = self._session
        if session is None or session.closed:
            return
        if what == "run":
            session.plans.run(plan)
            self.refresh()
        elif what == "edit":
            self.cancel()
            self.edit_requested.emit(plan)
        elif what == "duplicate":
            copy = Plan("", plan.settings, plan.schedule, enabled=False)
            self._write(
                lambda archive: crawling_plans.save_plan(
                    archive, replace(copy, name=free_name(archive, plan.name))
                ),
                lambda _: self.refresh(),
            )
        elif what == "pause":
            self.save(replace(plan, enabled=not plan.enabled))
        else:
            self._write(
                lambda archive: crawling_plans.delete_plan(archive, plan.number), lambda _: self.refresh()
            )

    def _write(
        self,
        act: Callable[[Archive], object],
        done: Callable[[Any], None],
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        session = self._session
        if session is None or session.closed:
            return
        archive = session.archive
        self.trouble.hide()
        jobs.run(self, lambda _task: act(archive), done=done, failed=failed or self._failed)

    def _failed(self, error: Exception) -> None:
        if not self.isVisible():
            self.refused.emit(error)
            return
        self.trouble.setText(sentence(error))
        self.trouble.show()
        self.shown.emit()

    def _put_away(self) -> None:
        self._looked_at = False
        self._again.stop()

    def _new(self) -> None:
        self.cancel()
        self.new_requested.emit()


def free_name(archive: Archive, wanted: str) -> str:
    """`wanted`, with a number added when a saved crawl has this name already."""
    taken = {plan.name for plan in crawling_plans.plans(archive)}
    name, number = wanted, 1
    while name in taken:
        number += 1
        name = f"{wanted} ({number})"
    return name
