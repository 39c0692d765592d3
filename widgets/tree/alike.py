"""Pages that are nearly the same as others, in the tree: a sign and a sentence for each row, found behind the window."""

from __future__ import annotations

import sqlite3
from collections import OrderedDict
from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.archive.model import Page
from app.archive.reader import ArchiveReader
from app.errors import StorageFailed, UserError
from widgets.kit import jobs
from widgets.kit.following import Follower
from widgets.session import Session
from widgets.words import formats

if TYPE_CHECKING:
    from app.likeness.known import Known

SIGN = "≈"
BEGIN_MS = 15_000
"""After the archive was opened: kinds, links, texts and templates of its pages come before."""
FOLLOW_MS = 20_000
_ROWS = 20_000  # that are remembered


class Alike(Follower):
    """How many other addresses have nearly the same text as a page, looked up when its row is first painted. `changed` says
    that other pages are alike now."""

    changed = Signal()

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent, self.work_out, BEGIN_MS, FOLLOW_MS, session.changed)
        self._session = session
        self._reader: ArchiveReader = session.reader
        self._texts: Known | None = None
        self._known: OrderedDict[int, int] = OrderedDict()

    def of(self, page: Page) -> int:
        """How many other addresses have nearly the same text; 0 while that is not known."""
        if self._texts is None or page.kind != "document":
            return 0
        known = self._known.get(page.page_id)
        if known is None:
            known = 0
            with suppress(sqlite3.Error, OSError, UserError):  # whoever reads the rows tells what is wrong
                place = self._texts.of_pages(self._reader, [page.page_id]).get(page.page_id, -1)
                known = self._texts.others(place) if place >= 0 else 0
            self._known[page.page_id] = known
            if len(self._known) > _ROWS:
                self._known.popitem(last=False)
        return known

    def sign(self, page: Page) -> str:
        """The sign behind the title; "" for a page that is like no other."""
        return SIGN if self.of(page) else ""

    def sentence(self, page: Page) -> str:
        """What that sign means; "" for a page that has none."""
        count = self.of(page)
        return self.tr("%Ln other address(es) have nearly the same text.", "", count) if count else ""

    def work_out(self) -> None:
        """Make the fingerprints that are missing, and read what is alike; a crawl goes before."""
        if self._closed or self._task is not None:
            return
        session, archive = self._session, self._session.archive
        if session.importing is not None or session.crawling:
            self._timer.start(FOLLOW_MS)
            return
        text = self.tr("{done} of {total} pages")

        def work(task: jobs.Handle) -> Known:
            from app.likeness.feeding import feed
            from app.likeness.known import Known

            with suppress(StorageFailed):  # in a folder that cannot be written nothing new is known
                feed(
                    archive,
                    task.steps(text, formats.number),
                    lambda: task.cancelled,
                    lambda: session.crawling,
                )
            known = Known(archive.path)
            if len(known.texts):
                known.others(0)  # what all rows need is worked out here
            return known

        self._task = jobs.run(
            self,
            work,
            done=self._done,
            stopped=self._stopped,
            label=self.tr("Looking for pages that are alike"),
        )

    def use(self, reader: ArchiveReader) -> None:
        """Rows of another day are read with another reader."""
        self._reader = reader
        self._known.clear()

    def _done(self, known: Known) -> None:
        self._task = None
        if not self._closed:
            self._texts = known
            self._known.clear()
            self.changed.emit()

    def _stopped(self, _: object) -> None:
        """Called off: what is left comes with the next crawl, or when the archive is opened again."""
        self._task = None
