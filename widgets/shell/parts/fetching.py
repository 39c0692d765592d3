"""Fetches what a page lacks, by a crawl of exactly those addresses, and shows the page again when that has ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.errors import UserError
from widgets.kit.files import setting
from widgets.shell.opened import Opened
from widgets.words import formats, reasons

if TYPE_CHECKING:
    from app.archive.model import Capture
    from app.crawl.rules.settings import CrawlSettings
    from app.crawl.run.crawl import Crawl
    from widgets.shell.crawls import WindowCrawls
    from widgets.shell.workspace import Workspace

_MOST = 2000


@dataclass(frozen=True, slots=True)
class Wanted:
    """The parts that a crawl is to bring, and the capture that lacks them."""

    capture: Capture
    urls: tuple[str, ...]


class WindowFetching(QObject):
    """Such crawls, one at a time; idle while no archive is open."""

    log_wanted = Signal()

    def __init__(self, opened: Opened, crawls: WindowCrawls) -> None:
        super().__init__(opened.window)
        self._opened, self._crawls = opened, crawls
        self._wanted: list[Wanted] = []

    def use(self, workspace: Workspace) -> None:
        """An archive was opened."""
        self._wanted = []
        workspace.page.fetch_requested.connect(self.fetch)

    def fetch(self, capture: Capture, addresses: Sequence[str]) -> None:
        """Crawl what a page lacks, with the settings by which the page itself was fetched."""
        session = self._opened.session
        if session is None:
            return
        from app.crawl.plans.again import former_job, parts_of_page
        from app.crawl.rules.url import normalize

        urls: list[str] = []
        for address in addresses[:_MOST]:
            try:
                urls.append(normalize(address))
            except UserError:
                continue  # no crawl can fetch it
        if not urls:
            self._opened.messages.info(self.tr("No crawl can fetch these addresses."))
            return
        former = former_job(session.jobs(), "page", capture.url)
        settings = parts_of_page(former.settings if former else self._usual(urls), urls)
        wanted = Wanted(capture, settings.seeds)
        self._wanted = [*(each for each in self._wanted if each.urls != wanted.urls), wanted]
        if self._crawls.begin_or_queue(settings):
            text = self.tr("%Ln part(s) of the page are fetched as they are today.", "", len(wanted.urls))
            dated = self.tr("The page is of {date}.").format(date=formats.date(capture.date))
            self._opened.messages.info(formats.sentences([text, dated]))

    def tell(self, crawl: Crawl) -> bool:
        """A crawl has ended: when it was one of these, show the page again and say what came; whether it was."""
        wanted = next((each for each in self._wanted if each.urls == crawl.settings.seeds), None)
        workspace, session = self._opened.workspace, self._opened.session
        if wanted is None or workspace is None or session is None:
            return False
        self._wanted.remove(wanted)
        pages = [session.reader.page_meant(url) for url in wanted.urls]
        came = sum(page is not None and page.status < 400 for page in pages)
        shown = workspace.page.capture
        if came and shown is not None and shown.id == wanted.capture.id:
            workspace.page.reload()
        total = len(wanted.urls)
        text = self.tr("{came} of %Ln missing part(s) came.", "", total).format(came=formats.number(came))
        if came == total:
            self._opened.messages.info(text)
            return True
        from app.crawl.frontier.joblist import refusal_counts

        codes = refusal_counts(session.archive, crawl.job_id)
        said = [text]
        if codes:
            said.append(
                self.tr("What did not come: {reason}.").format(reason=reasons.reason(next(iter(codes))))
            )
        elif any(page is not None and page.status >= 400 for page in pages):
            said.append(self.tr("The servers have no longer got what did not come."))
        self._opened.messages.warning(
            formats.sentences(said), (self.tr("Show the log"), self.log_wanted.emit)
        )
        return True

    def _usual(self, urls: Sequence[str]) -> CrawlSettings:
        """Settings of a page that came from no crawl: those of the preferences."""
        from app.crawl.rules.settings import DEFAULT_AGENT, CrawlSettings

        kept = self._opened.settings
        return CrawlSettings(
            tuple(urls),
            delay=setting(kept, "crawl/delay", 1.0),
            workers=setting(kept, "crawl/workers", 8),
            user_agent=setting(kept, "crawl/user_agent", "") or DEFAULT_AGENT,
            contact=setting(kept, "crawl/contact", ""),
        )
