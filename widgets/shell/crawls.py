"""Everything about crawls in the main window: begin, repeat, change, go on, log-ins, the live browser."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from PySide6.QtCore import QObject, QSettings, QTimer, Signal

from app.errors import UserError
from widgets.kit import files as places
from widgets.kit import jobs
from widgets.kit.files import setting
from widgets.kit.messages import sentence
from widgets.kit.side_sheet import SideSheet
from widgets.shell.idle import WindowIdle
from widgets.shell.opened import Opened
from widgets.shell.parts.imports import WindowImports
from widgets.words import formats

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.crawl.plans.plans import Plan
    from app.crawl.rules.settings import CrawlSettings
    from app.sampleserver import SampleServer
    from widgets.crawl_setup.change_sheet import ChangeSheet
    from widgets.crawl_setup.logins_sheet import LoginsSheet
    from widgets.crawl_setup.saved_crawls import SavedCrawls
    from widgets.crawl_setup.sheet import CrawlSheet
    from widgets.live.live_browser import LiveBrowser
    from widgets.live.recorder import ArchivedPage
    from widgets.session import Session
    from widgets.shell.workspace import Workspace
    from widgets.tree.selection import AgainTarget


# The sample site: served by this program itself, captured like any other, and able to change.

_KEY = "sample/port"


class SampleSite:
    """Starts the server when it is first asked for. The port is kept, so that later crawls find the same address."""

    def __init__(self, settings: QSettings) -> None:
        self._settings = settings
        self._server: SampleServer | None = None

    @property
    def url(self) -> str:
        """The address of the site; starts the server."""
        if self._server is None:
            self._server = self._start()
        return self._server.url

    def serves(self, addresses: Sequence[str]) -> bool:
        """Whether these are addresses of the site as it is served now."""
        return self._server is not None and all(address.startswith(self._server.url) for address in addresses)

    @property
    def archive(self) -> Path:
        """The archive it goes to by default."""
        return places.archive_folder(self._settings) / "sample.archive"

    @property
    def edition(self) -> int:
        """1, or 2 after the site has changed."""
        return self._server.edition if self._server else 1

    def change(self) -> None:
        """Let the site change: what the next crawl finds differs."""
        if self._server:
            self._server.edition = 2

    def stop(self) -> None:
        """Stop serving."""
        if self._server:
            self._server.stop()
            self._server = None

    def _start(self) -> SampleServer:
        from app.sampleserver import SampleServer

        kept = int(str(self._settings.value(_KEY, 0, int)))
        server = SampleServer(edition=1, port=kept)
        try:
            server.start()
        except OSError:  # somebody else uses that port now
            server = SampleServer(edition=1)
            server.start()
        self._settings.setValue(_KEY, int(server.url.rstrip("/").rpartition(":")[2]))
        return server


_BLANK = "about:blank"


def _load_crawling() -> None:
    """The engine of crawls, in a worker: 40 MB that a window in which somebody only reads does not take."""
    import app.crawl.run.crawl  # noqa: F401


class WindowCrawls(QObject):
    """The sheets for crawls and what their buttons do; without an open archive only new crawls and log-ins work."""

    address_wanted = Signal()  # a crawl needs one, and no archive is open

    def __init__(self, opened: Opened, idle: WindowIdle, imports: WindowImports) -> None:
        super().__init__(opened.window)
        self._opened, self._idle, self._imports = opened, idle, imports
        opened.add_sheets(lambda: self.sheets)
        self._sheet: CrawlSheet | None = None
        self._saved: SavedCrawls | None = None
        self._change_sheet: ChangeSheet | None = None
        self._logins: LoginsSheet | None = None
        self._target: Path | None = None  # archive folder of the crawl the sheet is open for
        self.sample = SampleSite(opened.settings)
        self.live: LiveBrowser | None = None

    # each sheet is made when somebody first wants it: the window is to be there at once

    @property
    def sheet(self) -> CrawlSheet:
        """For a new crawl or a saved one."""
        if self._sheet is None:
            self._sheet = self._make_sheet()
        return self._sheet

    def _make_sheet(self) -> CrawlSheet:
        from widgets.crawl_setup.sheet import CrawlSheet

        jobs.run(self, lambda _: _load_crawling())  # somebody is about to crawl

        made = CrawlSheet(self._opened.settings, self._opened.stage)
        made.start_requested.connect(self._start)
        made.plan_requested.connect(self._keep)
        return made

    @property
    def saved(self) -> SavedCrawls:
        """The list of saved crawls."""
        if self._saved is None:
            self._saved = self._make_saved()
        return self._saved

    def _make_saved(self) -> SavedCrawls:
        from widgets.crawl_setup.saved_crawls import SavedCrawls

        made = SavedCrawls(self._opened.stage)
        made.new_requested.connect(lambda: self.ask(""))
        made.edit_requested.connect(self._edit)
        made.refused.connect(self._opened.messages.tell)
        if self._opened.session:
            made.use(self._opened.session)
        return made

    @property
    def change_sheet(self) -> ChangeSheet:
        """For a crawl that has begun."""
        if self._change_sheet is None:
            self._change_sheet = self._make_change_sheet()
        return self._change_sheet

    def _make_change_sheet(self) -> ChangeSheet:
        from widgets.crawl_setup.change_sheet import ChangeSheet

        made = ChangeSheet(self._opened.settings, self._opened.stage)
        made.applied.connect(self._opened.messages.info)
        made.resume_requested.connect(self.resume)
        return made

    @property
    def logins(self) -> LoginsSheet:
        """Log-ins and cookies."""
        if self._logins is None:
            self._logins = self._make_logins()
        return self._logins

    def _make_logins(self) -> LoginsSheet:
        from widgets.crawl_setup.logins_sheet import LoginsSheet

        made = LoginsSheet(self._opened.stage)
        made.browser_requested.connect(self.browse)
        return made

    @property
    def sheets(self) -> tuple[SideSheet, ...]:
        """The sheets of crawls that were made so far."""
        made = (self._sheet, self._saved, self._change_sheet, self._logins)
        return tuple(sheet for sheet in made if sheet is not None)

    def use(self, session: Session, workspace: Workspace, *, again: bool) -> None:
        """An archive was opened; `again` when it was open before, in another window."""
        workspace.crawl_requested.connect(self.ask)
        workspace.again_requested.connect(self.again)
        workspace.change_requested.connect(self.change)
        workspace.resume_requested.connect(self.resume)
        plans = session.plans
        plans.overdue.connect(self._overdue)
        plans.begun.connect(self._begun)
        plans.failed.connect(self._opened.messages.tell)
        if self._saved is not None:
            self._saved.use(session)
        QTimer.singleShot(0, session, partial(plans.open, again=again))
        if not again:
            self._offer_unfinished(session)

    def _offer_unfinished(self, session: Session) -> None:
        """The newest crawl has something left to do: say so, whoever opens the archive need not look for it."""
        job = next(iter(session.jobs()), None)
        if job is None or job.state == "finished" or not job.queued:
            return
        text = self.tr("The crawl of {address} has not finished: %Ln address(es) wait.", "", job.queued)
        address = formats.shorten(job.settings.seeds[0] if job.settings.seeds else job.name, 60)
        self._opened.messages.info(
            text.format(address=address), (self.tr("Go on"), partial(self.resume, job.job_id))
        )

    def limit_offer(self, job_id: str, code: str) -> tuple[str, Callable[[], object]]:
        """What can be done after a crawl that something has ended before it had come to everything."""
        if code == "not-awaited":  # no limit of its settings: its hosts may answer by now
            return self.tr("Go on"), partial(self.resume, job_id)
        return self.tr("Change the limit and go on…"), partial(self.change, job_id)

    def leave(self) -> None:
        """The archive is about to be put away."""
        for sheet in (self._saved, self._change_sheet):
            if sheet is not None:
                sheet.cancel()
        live, self.live = self.live, None
        if live:
            live.close()
            live.deleteLater()

    def hand_sample(self) -> SampleSite:
        """The sample site, which another window goes on serving."""
        sample, self.sample = self.sample, SampleSite(self._opened.settings)
        return sample

    # ---- beginning ----------------------------------------------------------------------------------------------

    def ask(self, addresses: str) -> None:
        """Open the crawl sheet for the archive that is open."""
        opened = self._opened
        if self._imports.runs():
            return
        self._target = None
        if opened.session is None:
            self.address_wanted.emit()
            return
        opened.put_sheets_away()
        self.sheet.open_for(addresses, places.home_short(opened.session.path), waits=opened.session.crawling)

    def again(self, target: AgainTarget, choose: bool = False) -> None:
        """Crawl a site, a folder or pages once more, as they were crawled the last time; where none is known, or with
        `choose`, the sheet is opened first."""
        opened, session = self._opened, self._opened.session
        if session is None or self._imports.runs():
            return
        from app.crawl.plans.again import again, former_job, with_room

        former = former_job(session.jobs(), target.kind, target.urls[0])
        if former is None:
            self.ask(target.urls[0])
            return
        settings = with_room(again(former.settings, target.kind, target.urls), session.present)
        if choose:
            opened.put_sheets_away()
            self._target = None
            self.sheet.open_with(settings, places.home_short(session.path), waits=session.crawling)
            return
        if self.begin_or_queue(settings):
            name = settings.name or formats.readable(urlsplit(target.urls[0]).netloc)
            text = self.tr("{name} is crawled again, with the settings of {date}.").format(
                name=formats.shorten(name, 60), date=formats.date(former.started)
            )
            opened.messages.info(text, (self.tr("Change settings…"), self.change))

    def begin_or_queue(self, settings: CrawlSettings) -> bool:
        """Begin a crawl, after the one that runs if one does; whether it has begun."""
        session = self._opened.session
        if session is None or self._imports.runs():
            return False
        from app.crawl.plans.plans import Plan

        self._target = None
        if session.crawling:
            self._keep(Plan("", replace(settings, name="")), run=True)
            return False
        self.begin(settings)
        return session.crawling

    def page_again(self, url: str) -> None:
        """Fetch a page once more."""
        from widgets.tree.selection import AgainTarget

        self.again(AgainTarget("page", [url]))

    def from_start(self, addresses: str, folder: Path) -> None:
        """Open the crawl sheet for an archive that is opened or made when the crawl begins."""
        self._target = folder
        self._opened.messages.hide()
        self.sheet.open_for(addresses, places.home_short(folder))

    def try_sample(self) -> None:
        """Serve the sample site and open the sheet for it."""
        self._target = self.sample.archive
        self.sheet.open_for(self.sample.url, places.home_short(self._target))

    def _start(self, settings: CrawlSettings) -> None:
        session = self._opened.session
        if session and session.crawling and self._target is None:
            from app.crawl.plans.plans import Plan

            self._keep(Plan(settings.name, settings), run=True)  # after the one that runs
        else:
            self._in_archive(lambda: self.begin(settings))

    def _in_archive(self, act: Callable[[], object]) -> None:
        """Do it in the archive the sheet was open for."""
        opened, target = self._opened, self._target
        self._target = None

        def use(archive: Archive) -> None:
            opened.use_requested.emit(archive)
            if opened.workspace:
                opened.workspace.complete()  # the panel of the crawl is to see it begin
            act()

        if target is None:
            act()
        elif (target / "archive.json").is_file():
            from widgets.exchange import importing

            self._idle.when_idle(lambda: importing.open_archive(opened.window, target, use))
        elif archive := opened.create(target):
            use(archive)

    def begin(self, settings: CrawlSettings) -> None:
        """Start a crawl in the archive that is open."""
        session = self._opened.session
        if session and not self._imports.runs():
            self._try(lambda: session.start_crawl(settings))

    def resume(self, job_id: str) -> None:
        """Go on with an earlier crawl of the archive that is open."""
        session = self._opened.session
        if session and not session.crawling and not self._imports.runs():
            self._try(lambda: session.resume_crawl(job_id))

    def _try(self, act: Callable[[], object]) -> None:
        try:
            act()
        except UserError as error:
            self._opened.messages.tell(error)

    # ---- saved crawls -------------------------------------------------------------------------------------------

    def show_saved(self) -> None:
        """The list of saved crawls."""
        if self._opened.session:
            self._opened.put_sheets_away()
            self.saved.open()

    def _edit(self, plan: Plan) -> None:
        self._opened.put_sheets_away()
        self._target = None
        session = self._opened.session
        self.sheet.open_plan(plan, places.home_short(session.path) if session else "")

    def _keep(self, plan: Plan, run: bool) -> None:
        """Write down what the sheet asks for. When that is refused, the sheet is there again as it was."""

        def kept(plan: Plan) -> None:
            session = self._opened.session
            if session is None:
                return
            if run:
                busy = session.busy
                session.plans.run(plan)
                if busy:
                    text = self.tr("“{name}” is kept. It begins when what is running now has finished.")
                    self._opened.messages.info(text.format(name=plan.name))
            else:
                text = self.tr("“{name}” is kept among the saved crawls.").format(name=plan.name)
                self._opened.messages.info(text, (self.tr("Saved crawls"), self.show_saved))

        def refused(error: Exception) -> None:
            self.sheet.slide_in()
            self._opened.messages.error(sentence(error))

        self._in_archive(lambda: self.saved.save(plan, kept, refused))

    def _overdue(self, plans: list[Plan]) -> None:
        text = self.tr("%Ln saved crawl(s) were due while this archive was closed.", "", len(plans))
        self._opened.messages.info(text, (self.tr("Run them now"), lambda: self._run(plans)))

    def _run(self, plans: list[Plan]) -> None:
        session = self._opened.session
        if session is not None:
            for plan in plans:
                session.plans.run(plan)

    def _begun(self, plan: Plan) -> None:
        if plan.schedule:
            text = self.tr("“{name}” is kept among the saved crawls, repeated {timetable}, and begins.")
        else:
            text = self.tr("The saved crawl “{name}” begins.")
        from widgets.crawl_setup import words

        text = text.format(name=formats.shorten(plan.name), timetable=words.schedule(plan.schedule))
        self._opened.messages.info(text, (self.tr("Saved crawls"), self.show_saved))

    # ---- changing, log-ins, browsing ----------------------------------------------------------------------------

    def change(self, job_id: str = "") -> None:
        """The settings of a job; without one of the crawl that runs, or of the newest."""
        session = self._opened.session
        if session is None:
            return
        if not job_id:
            newest = next((job.job_id for job in session.jobs()), "")
            job_id = session.crawl.job_id if session.crawl else newest
        if job_id:
            self._opened.put_sheets_away()
            self.change_sheet.open_for(session, job_id)
        else:
            self._opened.messages.info(self.tr("There was no crawl in this archive yet."))

    def show_logins(self) -> None:
        """Log-ins and cookies."""
        self._opened.put_sheets_away()
        self.logins.open()

    def browse(self, url: str = "") -> None:
        """Open the live browser at an address; without one at the page on the screen."""
        opened = self._opened
        if opened.session is None or opened.workspace is None:
            opened.messages.info(self.tr("Open an archive first: the browser stores into it."))
            return
        if self.live is None:
            self.live = self._make_live(opened.session)
        capture = opened.workspace.page.capture
        self.live.open(url or (capture.url if capture else _BLANK))

    def _make_live(self, session: Session) -> LiveBrowser:
        settings = self._opened.settings
        from widgets.live.live_browser import LiveBrowser

        live = LiveBrowser(
            session.archive,
            crawl=lambda: session.crawl,
            language=setting(settings, "language", "system"),
            theme=setting(settings, "theme", "system"),
            parent=self,
        )
        live.archived.connect(self._archived)
        live.failed.connect(self._opened.messages.warning)
        live.logged_in.connect(self._logged_in)
        return live

    def _archived(self, page: ArchivedPage) -> None:
        opened = self._opened
        if opened.session is None or opened.workspace is None:
            return
        opened.session.refresh()
        opened.grown.emit()
        text = self.tr("Archived: {title} (%Ln file(s) with it)", "", page.parts)
        workspace, url = opened.workspace, page.url
        opened.messages.info(
            text.format(title=formats.shorten(page.title or formats.readable(page.url), 60)),
            (self.tr("Show"), lambda: workspace.show_address(url)),
        )

    def _logged_in(self, site: str, cookies: int) -> None:
        text = self.tr("Crawls can use your log-in at {site} from now on (%Ln cookie(s)).", "", cookies)
        self._opened.messages.info(text.format(site=site), (self.tr("Log-ins"), self.show_logins))
