"""The crawl panel below the pages: one line of figures, and the dashboard when it is open."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QPushButton,
    QStackedLayout,
    QWidget,
)

from app.crawl.frontier import queue
from app.crawl.frontier.summaries import Moment, history
from widgets.crawl.body import Body
from widgets.crawl.course import fitted
from widgets.crawl.head import Head
from widgets.crawl.job_menu import state_of
from widgets.crawl.orders import Orders
from widgets.kit import jobs, theme
from widgets.kit.boxes import in_column, in_row
from widgets.kit.empty_state import EmptyState
from widgets.session import Session
from widgets.words import formats, reasons

if TYPE_CHECKING:
    from app.crawl.rules.model import Awaited, CrawlProgress, CrawlState, Job
    from app.crawl.run.crawl import Crawl


# One line that says what a crawl waits for when nothing else is left to do, and offers to end it without.

SHOWN_AFTER = 3.0  # seconds: shorter waits are a matter of course


class HoldStrip(QWidget):
    """Shown only while the crawl waits; the tooltip names every host."""

    finish_clicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("holdStrip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.text = QLabel()
        self.text.setMinimumWidth(1)  # the button stays in sight in a narrow window
        self.finish = QPushButton(self.tr("Finish without them"))
        tip = self.tr("Leave these addresses out. Each can be taken later: Queue, “Take it anyway”.")
        self.finish.setToolTip(tip)
        self.finish.clicked.connect(self.finish_clicked)
        in_row(
            self,
            (self.text, 1),
            self.finish,
            margins=(theme.DOUBLE, theme.HALF, theme.UNIT, theme.HALF),
            spacing=theme.UNIT,
        )
        self.hide()

    def show_progress(self, progress: CrawlProgress) -> None:
        """What a running crawl waits for, if it does."""
        waits = bool(progress.awaited) and progress.awaited_for >= SHOWN_AFTER
        if waits:
            self.text.setText(self._sentence(progress.awaited))
            self.text.setToolTip("\n".join(self._line(host) for host in progress.awaited))
        self.setVisible(waits)

    def _sentence(self, hosts: tuple[Awaited, ...]) -> str:
        count = sum(host.count for host in hosts)
        if len(hosts) == 1:
            text = self.tr("The crawl waits only for {host}: %Ln address(es).", "", count)
            text = text.format(host=formats.shorten(formats.readable(hosts[0].host), 60))
        else:
            text = self.tr("The crawl waits only for {hosts} hosts: %Ln address(es).", "", count)
            text = text.format(hosts=formats.number(len(hosts)))
        sentences = [text, *self._why(hosts[0])] if len(hosts) == 1 else [text]
        if not any(host.pages for host in hosts):
            sentences.append(self.tr("They are parts of pages: it ends without them in half a minute."))
        elif (longest := max(host.ends_in for host in hosts)) < float("inf"):
            time = formats.duration(max(1.0, longest))
            sentences.append(self.tr("It ends without them in {time}.").format(time=time))
        return formats.sentences(sentences)

    def _why(self, host: Awaited) -> list[str]:
        found = [self.tr("{reason}.").format(reason=reasons.reason(host.reason))] if host.reason else []
        if host.next_try >= 1:
            found.append(
                self.tr("Next try in {seconds} s.").format(seconds=formats.number(round(host.next_try)))
            )
        elif not host.reason:
            found.append(self.tr("It was asked and has not answered yet."))
        return found

    def _line(self, host: Awaited) -> str:
        text = self.tr("{host}: %Ln address(es)", "", host.count).format(host=formats.readable(host.host))
        return formats.sentences([f"{text}.", *self._why(host)])


DRAW_SECONDS = 1.1
"""Between two times that charts and tables are drawn anew while a crawl runs; figures come at each beat. Drawing takes
the interpreter from the crawl: at each beat, it took a quarter of all the crawl's time."""
_NO_LIMIT = 16_777_215  # Qt's own number for a size without limit
_JOBS_ASKED = 20  # how many crawls are asked whether they know an address


class CrawlPanel(QWidget):
    """Shows the crawl of a session that runs, or one of the earlier ones."""

    page_requested = Signal(str)
    folded_changed = Signal(bool)
    grown_changed = Signal(bool)
    change_requested = Signal(str)  # job id
    resume_requested = Signal(str)  # job id
    new_requested = Signal()
    told = Signal(str)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("crawlPanel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session = session
        self._jobs: list[Job] = []
        self._used = self.grown = False
        self._drawn, self._drawn_state = 0.0, ""
        self._dashboard: Body | None = None
        self._shown = ""  # the crawl that the dashboard shows
        self.orders = Orders(session, self)
        self.orders.told.connect(self.told)
        self.orders.changed.connect(self._changed)
        self.head = Head(self)
        self.hold = HoldStrip(self)
        self.body = QWidget(self)
        self.job_id = ""  # the crawl that is shown; empty when there is none
        self.empty = EmptyState("crawl")
        self.empty.say(
            self.tr("No crawl yet"),
            self.tr(
                "Here you see how a crawl goes: its speed, its hosts, its queue, and why an address was left out."
            ),
        )
        self.empty.offer(self.tr("New crawl…"), self.tr("Choose where to begin"), self.new_requested.emit)
        self._stack = QStackedLayout(self.body)
        self._stack.addWidget(self.empty)
        in_column(self, self.head, self.hold, (self.body, 1))
        self._wire()
        self.set_folded(True)
        self._show_newest()

    def _wire(self) -> None:
        head, session = self.head, self._session
        head.pause_clicked.connect(self.toggle_pause)
        head.stop_clicked.connect(self.stop_crawl)
        head.resume_clicked.connect(lambda: self.resume_requested.emit(self.job_id))
        head.change_clicked.connect(lambda: self.change_requested.emit(self.job_id))
        head.fold_clicked.connect(self._fold_clicked)
        head.grow_clicked.connect(lambda: self.set_grown(not self.grown))
        head.job_chosen.connect(self.show_job)
        head.figure_clicked.connect(self._show_figure)
        head.grown.connect(self._limit_height)
        self.hold.finish_clicked.connect(lambda: self.orders.finish_without(self.running))
        session.crawl_started.connect(self._started)
        session.crawl_progress.connect(self._progress)
        session.crawl_finished.connect(self._finished)

    @property
    def dashboard(self) -> Body:
        """All that is shown when the panel is open; made when it is first opened."""
        if self._dashboard is None:
            self._dashboard = self._make_dashboard()
        return self._dashboard

    def _make_dashboard(self) -> Body:
        made = Body(self._session.archive, self.orders, self.body)
        made.page_requested.connect(self._ask_page)
        made.touched.connect(self._touched)
        made.follow(self.job_id)
        self._stack.addWidget(made)
        return made

    # ---- room ---------------------------------------------------------------------------------------------------

    @property
    def folded(self) -> bool:
        """Whether only the line of figures is shown."""
        return self.body.isHidden()

    def set_folded(self, folded: bool) -> None:
        """Show only the line of figures, or the whole dashboard."""
        if folded and self.grown:
            self.set_grown(False)
        self.body.setHidden(folded)
        self._limit_height()
        self.head.show_folded(folded, self.grown)
        self.folded_changed.emit(folded)
        if not folded and self.job_id:
            self._open()

    def _limit_height(self) -> None:
        strip = self.hold.sizeHint().height() if not self.hold.isHidden() else 0
        self.setMaximumHeight(self.head.sizeHint().height() + strip if self.folded else _NO_LIMIT)

    def _show_hold(self, progress: CrawlProgress) -> None:
        hidden = self.hold.isHidden()
        self.hold.show_progress(progress)
        if self.hold.isHidden() != hidden:
            self._limit_height()

    def set_grown(self, grown: bool) -> None:
        """Give the dashboard the room of the pages, or give it back."""
        if grown != self.grown:
            self.grown = grown
            self._used = True
            if grown:
                self.set_folded(False)
            self.head.show_folded(self.folded, grown)
            self.grown_changed.emit(grown)

    def _fold_clicked(self) -> None:
        self._used = True
        self.set_folded(not self.folded)

    def _touched(self) -> None:
        self._used = True

    def _show_figure(self, name: str) -> None:
        """Open what a figure counts."""
        self._used = True
        self.set_folded(False)
        self.dashboard.show_figure(name)

    # ---- the crawl that runs ------------------------------------------------------------------------------------

    def toggle_pause(self) -> None:
        """Pause the crawl or go on with it."""
        crawl = self._session.crawl
        if crawl:
            if crawl.progress().state == "paused":
                crawl.unpause()
            else:
                crawl.pause()
            self._progress(crawl.progress())

    def stop_crawl(self) -> None:
        """Stop gracefully; the crawl can be continued later."""
        if self._session.crawl:
            self._session.crawl.stop()
            self._progress(self._session.crawl.progress())

    @property
    def running(self) -> str:
        """The crawl that runs; empty when none does."""
        return self._session.crawl.job_id if self._session.crawl else ""

    def _started(self) -> None:
        self._used = False
        self.show_job(self.running)
        self.set_folded(False)

    def _progress(self, progress: CrawlProgress) -> None:
        if self.job_id != self.running:
            return
        self.head.show_progress(progress, running=True)
        self._show_hold(progress)
        if self._dashboard is not None:
            self._dashboard.note(progress)
            if self.isVisible() and not self.folded and self._is_time(progress.state):
                self._dashboard.show_progress(progress)
                self._look()

    def _is_time(self, state: CrawlState) -> bool:
        """Whether charts and tables are drawn anew; at once where the crawl pauses or goes on."""
        now = time.monotonic()
        due = now >= self._drawn + DRAW_SECONDS or state != self._drawn_state
        if due:
            self._drawn, self._drawn_state = now, state
        return due

    def _finished(self, crawl: Crawl) -> None:
        self._read_jobs()
        if self.job_id == crawl.job_id:
            self.head.show_progress(crawl.progress(), running=False)
            self._show_hold(crawl.progress())
            if self._dashboard is not None:
                self._dashboard.rest()
                self._dashboard.follow(crawl.job_id)
                self._look()
        elif self.job_id:
            self._show_at_rest()
        focus = QApplication.focusWidget()
        if not self._used and not (focus and self.body.isAncestorOf(focus)):
            self.set_folded(True)  # the figures stay, the room goes to the pages

    # ---- which crawl --------------------------------------------------------------------------------------------

    def _show_newest(self) -> None:
        self._read_jobs()
        if self._jobs:
            self.show_job(self.running or self._jobs[0].job_id)

    def _read_jobs(self) -> None:
        self._jobs = self._session.jobs()
        self.head.jobs.show_jobs(self._jobs, self.job_id, self.running)

    def show_job(self, job_id: str) -> None:
        """Show one of the crawls of the archive, whether it runs or not."""
        self.job_id = job_id
        self._read_jobs()
        crawl = self._session.crawl
        if crawl and crawl.job_id == job_id:
            self.head.show_progress(crawl.progress(), running=True)
            self._show_hold(crawl.progress())
        else:
            self._show_at_rest()
            self.hold.hide()
            self._limit_height()
        self._shown = ""
        if not self.folded:
            self._open()

    def _show_at_rest(self) -> None:
        job = next(job for job in self._jobs if job.job_id == self.job_id)
        self.head.show_job(job, state_of(job, self.running), busy=self._session.crawling)

    def _open(self) -> None:
        """The dashboard is to be seen: let it show the crawl, if it does not yet."""
        board = self.dashboard
        self._stack.setCurrentWidget(board)
        if self._shown != self.job_id:
            self._shown = self.job_id
            board.follow(self.job_id)
            board.begin()
            board.show_counts({}, {})
            if self._session.crawl and self.job_id == self.running:
                self._progress(self._session.crawl.progress())
            else:
                board.rest()
            self._read_history()
        self._look()

    def _read_history(self) -> None:
        archive, job_id = self._session.archive, self.job_id

        def read(task: jobs.Handle) -> tuple[Moment, ...]:
            return history(archive, job_id, cancelled=lambda: task.cancelled)

        def show(moments: tuple[Moment, ...]) -> None:
            if job_id == self.job_id and len(moments) > 1:
                self.dashboard.begin(fitted(moments, self._now() or moments[-1]))

        jobs.run(self, read, done=show)

    def _now(self) -> Moment | None:
        """How far the job is."""
        crawl = self._session.crawl
        if crawl and crawl.job_id == self.job_id:
            now = crawl.progress()
            return Moment(now.seconds, now.versions + now.visits, now.errors)
        job = next((job for job in self._jobs if job.job_id == self.job_id), None)
        return Moment(job.seconds, job.versions + job.visits, job.errors) if job and job.seconds else None

    # ---- what is in sight ---------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Read again what is in sight and may have changed."""
        if self.job_id and self.isVisible() and not self.folded:
            self.dashboard.refresh()

    def _changed(self) -> None:
        """Somebody took an address or held a host."""
        self._read_jobs()
        if self.job_id and self.job_id != self.running:
            self._show_at_rest()
            self.dashboard.follow(self.job_id)
        self.dashboard.queue.card.refresh()
        self._look()

    def _ask_page(self, url: str) -> None:
        self.set_grown(False)
        self.page_requested.emit(url)

    def explain(self, url: str) -> None:
        """Open the dashboard and say what became of an address: in the newest crawl that has come across it."""
        if not self._jobs:
            return
        archive = self._session.archive
        known = [self.job_id, *(job.job_id for job in self._jobs[:_JOBS_ASKED] if job.job_id != self.job_id)]

        def ask(task: jobs.Handle) -> str:
            for job_id in known:
                task.check()
                if queue.why(archive, job_id, url) is not None:
                    return job_id
            return known[0]

        def show(job_id: str) -> None:
            if job_id != self.job_id:
                self.show_job(job_id)
            self.set_folded(False)
            self.dashboard.explain(url)

        jobs.run(self, ask, done=show)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._look()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == event.Type.PaletteChange and hasattr(self, "job_id"):
            crawl = self._session.crawl
            if crawl and crawl.job_id == self.job_id:
                self.head.show_progress(crawl.progress(), running=True)
            elif self.job_id:
                self._show_at_rest()
