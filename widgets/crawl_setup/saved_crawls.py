"""The list of saved crawls: run, change, duplicate, pause and delete them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from app import crawl as crawling
from app.archive import Archive
from app.crawl import Job, Plan
from widgets import jobs, theme
from widgets.crawl_setup.plan_row import PlanRow
from widgets.empty_state import EmptyState
from widgets.messages import sentence
from widgets.plan_runner import Clock, now
from widgets.session import Session
from widgets.side_sheet import SideSheet

_AGAIN_MS = 30_000
"""After which “in 5 min” is worked out anew."""


class SavedCrawls(SideSheet):
    """`new_requested` asks for the sheet of a new crawl, `edit_requested` for that of a Plan."""

    new_requested = Signal()
    edit_requested = Signal(object)
    shown = Signal()  # the list is up to date
    refused = Signal(object)  # the UserError of something that was asked for while the list was not on the screen

    def __init__(self, parent: QWidget, clock: Clock = now) -> None:
        super().__init__(self.tr("Saved crawls"), parent)
        self._clock = clock
        self._session: Session | None = None
        self.rows: list[PlanRow] = []
        self.empty = EmptyState("save")
        self.empty.say(
            self.tr("No saved crawls yet"),
            self.tr("A saved crawl keeps all its settings. It runs when you ask for it, or by its timetable."),
        )
        self.empty.offer(self.tr("New crawl…"), self.tr("Choose an address and when to repeat"), self._new)
        self.body.addWidget(self.empty, 1)
        self._list = QVBoxLayout()
        self._list.setSpacing(theme.UNIT)
        self.body.addLayout(self._list)
        self.body.addStretch(1)
        self.trouble = QLabel(wordWrap=True, visible=False)
        self.trouble.setProperty("bad", True)
        note = QLabel(self.tr("Timetables run while this archive is open."), wordWrap=True)
        note.setProperty("muted", True)
        add = QPushButton(theme.icon("crawl"), self.tr("&New crawl…"))
        add.setToolTip(self.tr("Choose an address and when to repeat"))
        add.clicked.connect(self._new)
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
        """Read the list again, if somebody looks at it."""
        session = self._session
        if session is None or session.closed or not self._looked_at:
            return
        archive = session.archive

        def read(_task: jobs.Handle) -> list[tuple[Plan, Job | None]]:
            plans = crawling.plans(archive)
            known = {job.job_id: job for job in crawling.jobs(archive)} if plans else {}
            return [(plan, known.get(plan.last_job)) for plan in plans]

        jobs.run(self, read, done=self._fill, failed=self._failed)

    def save(
        self, plan: Plan, then: Callable[[Plan], object] | None = None,
        failed: Callable[[Exception], object] | None = None,
    ) -> None:  # fmt: skip
        """Write a plan down, new or changed. One without a name is called after its address."""
        at = self._clock()

        def write(archive: Archive) -> Plan:
            named = plan if plan.name else replace(plan, name=free_name(archive, plan.settings.seeds[0]))
            return crawling.save_plan(archive, named, at)

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
                lambda archive: crawling.save_plan(archive, replace(copy, name=free_name(archive, plan.name))),
                lambda _: self.refresh(),
            )
        elif what == "pause":
            self.save(replace(plan, enabled=not plan.enabled))
        else:
            self._write(lambda archive: crawling.delete_plan(archive, plan.number), lambda _: self.refresh())

    def _write(
        self, act: Callable[[Archive], object], done: Callable[..., object],
        failed: Callable[[Exception], object] | None = None,
    ) -> None:  # fmt: skip
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
    """The name that is wanted, with a number behind it when a saved crawl has it already."""
    taken = {plan.name for plan in crawling.plans(archive)}
    name, number = wanted, 1
    while name in taken:
        number += 1
        name = f"{wanted} ({number})"
    return name
