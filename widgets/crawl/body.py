"""The open crawl panel: tabs, and beside them the number of addresses left out, by reason.

A tab is created when it is first shown; until then its data is kept here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QTabBar, QToolButton, QWidget

from app.archive.archive import Archive
from app.crawl.frontier import joblist, summaries
from app.crawl.frontier.summaries import Moment
from widgets.crawl.course import Samples
from widgets.crawl.hosts import HostsTab
from widgets.crawl.log import LogTab
from widgets.crawl.outcomes import RefusalStrip
from widgets.crawl.queue import QueueTab
from widgets.crawl.redirects import RedirectsTab
from widgets.kit import jobs
from widgets.kit.boxes import in_column, in_row

if TYPE_CHECKING:
    from app.crawl.frontier.harvest import FormReport
    from app.crawl.rules.model import CrawlProgress
    from widgets.crawl.orders import Orders
    from widgets.crawl.overview import Overview

OVERVIEW, HOSTS, QUEUE, REDIRECTS, LOG = range(5)
_TABS = ("overview", "hosts", "queue", "redirects", "log")


class Body(QWidget):
    """The tabs of one job; `follow` shows another."""

    page_requested = Signal(str)
    touched = Signal()  # somebody uses it

    def __init__(self, archive: Archive, orders: Orders, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._archive, self._orders = archive, orders
        self.job_id = ""
        self._samples = Samples()
        self._counting: jobs.Task[Any] | None = None
        self._counts: tuple[Mapping[str, int], Mapping[str, int], Sequence[FormReport]] = ({}, {}, ())
        self._progress: CrawlProgress | None = None
        self.bar = QTabBar(drawBase=False, expanding=False)
        self.bar.setAccessibleName(self.tr("Parts of the dashboard"))
        for arrow in self.bar.findChildren(QToolButton):  # Qt's own, for when the window is very narrow
            arrow.setToolTip(arrow.accessibleName())
        for name, tip in (
            (self.tr("Overview"), self.tr("Speed, results and workers")),
            (self.tr("Hosts"), self.tr("Every host, and what is asked of it")),
            (self.tr("Queue"), self.tr("Every address, and why it is where it is")),
            (self.tr("Redirects"), self.tr("Where addresses lead to")),
            (self.tr("Log"), self.tr("What happened, in order")),
        ):
            self.bar.setTabToolTip(self.bar.addTab(name), tip)
        self._known: set[int] = set()  # the tabs that were made
        self.stack = QStackedWidget()
        self.strip = RefusalStrip()
        in_column(self, in_row(None, self.bar, (self.strip, 1)), (self.stack, 1))
        self.bar.currentChanged.connect(self._turn)
        self.bar.tabBarClicked.connect(lambda _: self.touched.emit())
        self.strip.chosen.connect(lambda code: self.show_outcome("refused", code))
        self.strip.all_wanted.connect(lambda: self.show_tab(OVERVIEW))

    # ---- the tabs -----------------------------------------------------------------------------------------------

    @cached_property
    def overview(self) -> Overview:
        from widgets.crawl.overview import Overview  # charts take a moment to load

        tab = Overview()
        tab.page_requested.connect(self.page_requested)
        tab.outcome_chosen.connect(self.show_outcome)
        tab.charts.follow(self._samples)
        tab.show_counts(*self._counts)
        if self._progress is not None:
            tab.show_workers(self._progress)
        else:
            tab.no_workers()
        self._add(OVERVIEW, tab)
        return tab

    @cached_property
    def hosts(self) -> HostsTab:
        tab = HostsTab(self._archive)
        tab.queue_wanted.connect(lambda host: self.show_queue(host=host))
        tab.mode_wanted.connect(lambda host, mode: self._orders.set_mode(self.job_id, host, mode))
        if self._progress is not None:
            tab.model.live(self._progress.hosts)
        self._add(HOSTS, tab)
        tab.follow(self.job_id)
        return tab

    @cached_property
    def queue(self) -> QueueTab:
        tab = QueueTab(self._archive, self.hosts.model)
        tab.page_requested.connect(self.page_requested)
        tab.take_wanted.connect(lambda url: self._orders.take(self.job_id, url))
        self._add(QUEUE, tab)
        tab.follow(self.job_id)
        return tab

    @cached_property
    def redirects(self) -> RedirectsTab:
        tab = RedirectsTab(self._archive)
        tab.page_requested.connect(self.page_requested)
        self._add(REDIRECTS, tab)
        tab.follow(self.job_id)
        return tab

    @cached_property
    def log(self) -> LogTab:
        tab = LogTab(self._archive)
        tab.page_requested.connect(self.page_requested)
        tab.why_wanted.connect(self.explain)
        tab.take_wanted.connect(lambda url: self._orders.take(self.job_id, url))
        self._add(LOG, tab)
        tab.follow(self.job_id)
        return tab

    def _add(self, number: int, tab: QWidget) -> None:
        self._known.add(number)
        self.stack.addWidget(tab)

    def _turn(self, number: int) -> None:
        self.stack.setCurrentWidget(getattr(self, _TABS[number]))

    def _made(self, number: int) -> bool:
        return number in self._known

    # ---- what they show -----------------------------------------------------------------------------------------

    def follow(self, job_id: str) -> None:
        """Show another job, or the same from its beginning; each tab reads when it is looked at."""
        self.job_id = job_id
        for number in (HOSTS, QUEUE, REDIRECTS, LOG):
            if self._made(number):
                getattr(self, _TABS[number]).follow(job_id)

    def begin(self, before: Iterable[Moment] = ()) -> None:
        """The charts begin anew, with what is known of the job's course."""
        self._samples = Samples(before)
        if self._made(OVERVIEW):
            self.overview.charts.follow(self._samples)

    def show_counts(
        self, outcomes: Mapping[str, int], counts: Mapping[str, int], forms: Sequence[FormReport] = ()
    ) -> None:
        """Outcomes by kind, numbers by reason code, and what search forms have brought."""
        self._counts = (outcomes, counts, forms)
        self.strip.put(counts)
        if self._made(OVERVIEW):
            self.overview.show_counts(outcomes, counts, forms)

    def note(self, progress: CrawlProgress) -> None:
        """How a running crawl stands at this moment, for the charts."""
        self._samples.add(Moment(progress.seconds, progress.versions + progress.visits, progress.errors))
        self._progress = progress

    def show_progress(self, progress: CrawlProgress) -> None:
        """The same for all that is in sight."""
        if self._made(OVERVIEW):
            self.overview.charts.draw()
            self.overview.show_workers(progress)
        if self._made(HOSTS):
            self.hosts.model.live(progress.hosts)

    def rest(self) -> None:
        """The crawl does not run."""
        self._progress = None
        if self._made(OVERVIEW):
            self.overview.no_workers()
        if self._made(HOSTS):
            self.hosts.model.live(())

    def refresh(self) -> None:
        """Read again what is in sight."""
        self._count()
        number = self.bar.currentIndex()
        if number != OVERVIEW and self._made(number):
            getattr(self, _TABS[number]).refresh()

    def _count(self) -> None:
        if self._counting is not None or not self.job_id:
            return
        archive, job_id = self._archive, self.job_id

        def read(_task: jobs.Handle) -> tuple[dict[str, int], dict[str, int], list[FormReport]]:
            from app.crawl.frontier.harvest import form_reports

            counted = summaries.outcomes(archive, job_id), joblist.refusal_counts(archive, job_id)
            return (*counted, form_reports(archive.crawl_db, job_id))

        def show(found: tuple[dict[str, int], dict[str, int], list[FormReport]]) -> None:
            self._counting = None
            if job_id == self.job_id:
                self.show_counts(*found)
            else:
                self._count()

        def failed(error: Exception) -> None:
            self._counting = None
            jobs.center().failed.emit(error)

        self._counting = jobs.run(self, read, done=show, failed=failed)

    # ---- where somebody wants to go -----------------------------------------------------------------------------

    def show_tab(self, number: int) -> None:
        """OVERVIEW, HOSTS …"""
        self.bar.setCurrentIndex(number)
        self._turn(number)

    def show_outcome(self, kind: str, reason: str) -> None:
        """The addresses behind a line of the overview."""
        self.touched.emit()
        if kind in ("visit", "stored", "error") and not reason:
            self.log.show_kind(kind)
            self.show_tab(LOG)
        elif kind == "redirect":
            self.show_tab(REDIRECTS)
        elif reason == "trap":
            self.show_queue("parked")
        else:
            # an error may be an answer that was stored, so only what was left out is in one state
            self.show_queue("refused" if kind == "refused" else "all", reason=reason)

    def show_figure(self, name: str) -> None:
        """What stands behind one of `head.FIGURES`."""
        self.touched.emit()
        if name == "pages":
            self.show_queue("answered")
        elif name == "queued":
            self.show_queue("queued")
        elif name == "refused":
            self.show_queue("refused")
        elif name == "errors":
            self.show_outcome("error", "")
        elif name == "bytes":
            self.show_outcome("stored", "")
        else:
            self.show_tab(OVERVIEW)

    def show_queue(self, state: str = "queued", *, host: str = "", reason: str = "") -> None:
        """The queue tab, narrowed down."""
        self.touched.emit()
        self.show_tab(QUEUE)
        self.queue.show_queue(state, host=host, reason=reason)

    def explain(self, url: str) -> None:
        """The card that says why, for an address of the job."""
        self.touched.emit()
        self.show_tab(QUEUE)
        self.queue.explain(url)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._turn(self.bar.currentIndex())
