"""Runs the saved crawls of the open archive when they are due: one after the other, while nothing else writes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.archive.lock import is_held
from app.crawl.plans import Plan, begin_plan, due_plans, plans
from app.errors import UserError

if TYPE_CHECKING:
    from widgets.session import Session

LOOK_MS = 15_000
"""How often somebody looks whether a crawl is due."""
REST_MS = 1000
"""After the end of a crawl, which may have been stopped because the person wants to do something else."""

Clock = Callable[[], datetime]


def now() -> datetime:
    """The moment on this computer's clock."""
    return datetime.now(UTC)


class PlanRunner(QObject):
    """`overdue` carries the plans that were missed when there are several: they wait until somebody wants them.

    `begun` carries the Plan that begins, `failed` the UserError of one that cannot, `changed` says that dates have
    moved.
    """

    overdue = Signal(object)
    begun = Signal(object)
    failed = Signal(object)
    changed = Signal()

    def __init__(self, session: Session, clock: Clock = now, waiting: Sequence[int] = ()) -> None:
        super().__init__(session)
        self._session, self._clock = session, clock
        self._waiting = list(waiting)  # numbers of plans, in the order in which they run
        self._left: set[int] = set()  # due ones that wait until somebody asks for them
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self.look)
        session.crawl_finished.connect(lambda _: QTimer.singleShot(REST_MS, self, self.look))

    @property
    def waiting(self) -> tuple[int, ...]:
        """Numbers of the plans that run next."""
        return tuple(self._waiting)

    def open(self, *, again: bool = False) -> None:
        """The archive was opened: run what runs then and what was missed, or ask when several were. `again`: only its
        window was made anew, so what runs at opening has run."""
        self._timer.start()
        due = self._due(startup=not again)
        missed = [plan for plan in due if plan.schedule != "startup"]
        if len(missed) > 1:
            self._left = {plan.number for plan in missed}
            due = [plan for plan in due if plan.schedule == "startup"]
            self.overdue.emit(missed)
        for plan in due:
            self._wait(plan)
        self.look()

    def run(self, plan: Plan) -> None:
        """Run a plan now, or as soon as nothing else writes."""
        self._left.discard(plan.number)
        self._wait(plan)
        self.look()

    def look(self) -> None:
        """Begin the next plan, if one is due and may."""
        session = self._session
        if session.closed:
            return
        for plan in self._due():
            if plan.number not in self._left:
                self._wait(plan)
        try:
            while self._waiting and not session.busy and not is_held(session.path):
                self._begin(self._waiting.pop(0))
        except UserError as error:
            self.failed.emit(error)

    def stop(self) -> None:
        """Begin nothing more."""
        self._timer.stop()
        self._waiting.clear()

    def _due(self, *, startup: bool = False) -> list[Plan]:
        """None where the saved crawls cannot be read: that is told once, not with every look."""
        try:
            return due_plans(self._session.archive, self._clock(), startup=startup)
        except UserError as error:
            self._session.tell(error)
            return []

    def _wait(self, plan: Plan) -> None:
        if plan.number not in self._waiting:
            self._waiting.append(plan.number)

    def _begin(self, number: int) -> None:
        session = self._session
        plan = next((plan for plan in plans(session.archive) if plan.number == number), None)
        if plan is None:  # deleted meanwhile
            return
        self._left.add(number)  # one that cannot begin is told once, not with every look
        session.resume_crawl(begin_plan(session.archive, plan, self._clock()))
        self._left.discard(number)
        self.begun.emit(plan)
        self.changed.emit()
