"""Kinds of pages in the tree: an icon and a sentence for each row, worked out behind the window, corrected by a person."""

from __future__ import annotations

import sqlite3
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu, QWidget

from app.archive.model import Page
from app.archive.reader import ArchiveReader
from app.errors import UserError
from widgets.kit import jobs, theme
from widgets.kit.following import Follower
from widgets.session import Session
from widgets.words import formats, page_kinds

BEGIN_MS = 6000
"""After the archive was opened: the first page, and the links and texts of new pages, come before."""
FOLLOW_MS = 5000
_ROWS = 20_000  # whose kinds are remembered


class Kinds(Follower):
    """What pages are, for rows: looked up when a row is first painted, so opening a branch costs nothing. `changed` says
    that pages are of other kinds now."""

    changed = Signal()

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent, self.work_out, BEGIN_MS, FOLLOW_MS, session.changed)
        self._session = session
        self._known: OrderedDict[int, str] = OrderedDict()
        session.reread.connect(self._reread)

    def of(self, page: Page) -> str:
        """The kind of a page; "" for what is none, or not known yet."""
        if page.kind != "document" or formats.type_kind(page.type) != "html":
            return ""
        known = self._known.get(page.page_id)
        if known is None:
            known = ""
            with suppress(sqlite3.Error, OSError, UserError):  # whoever reads the rows tells what is wrong
                known = self._session.reader.page_types([page.page_id]).get(page.page_id, "")
            self._known[page.page_id] = known
            if len(self._known) > _ROWS:
                self._known.popitem(last=False)
        return known

    def sentence(self, page: Page) -> str:
        """What a page is, how sure that is and why; "" where it is not known."""
        if not self.of(page):
            return ""
        from app.page_types.known import PageTypes

        with suppress(sqlite3.Error, OSError, UserError), PageTypes(self._session.reader) as types:
            version = self._session.reader.latest_version(page.url)
            found = types.known(version) if version is not None else None
            return page_kinds.sentence(found) if found is not None else ""
        return ""

    def work_out(self) -> None:
        """Judge the pages that were not judged yet; a crawl goes before."""
        if self._closed:
            return
        if self._task is not None:
            self._again = True
            return
        session = self._session
        if session.importing is not None:
            self._timer.start(FOLLOW_MS)
            return
        text = self.tr("{done} of {total} pages")

        def work(task: jobs.Handle) -> int:
            return session.follow("kinds", task, task.steps(text, formats.number))

        self._task = jobs.run(
            self,
            work,
            done=self._done,
            stopped=self._stopped,
            label=self.tr("Working out the kinds of pages"),
        )

    def choose(self, page: Page, kind: str | None, told: Callable[[str, Callable[[], None]], None]) -> None:
        """Say what a page is, or with None nothing any more; `told` gets a sentence, and what takes it back."""
        from app.page_types.feeding import choose

        try:
            before = choose(self._session.archive, page.url, kind)
        except UserError as error:
            jobs.center().failed.emit(error)
            return
        self.forget()
        title = formats.shorten(page.title or page.name, 60)
        text = (
            self.tr("“{title}” is now: {kind}.").format(title=title, kind=page_kinds.name(kind))
            if kind
            else self.tr("“{title}” is again what was found out: {kind}.").format(
                title=title, kind=page_kinds.name(self.of(page))
            )
        )
        told(text, lambda: self.choose(page, before, told))

    def chosen(self, page: Page) -> str:
        """What a person said that a page is; "" for nothing."""
        from app.page_types.chosen import read_choices

        found = read_choices(self._session.path).of(page.url)
        return found.type if found else ""

    def forget(self) -> None:
        """Pages may be of other kinds now."""
        self._known.clear()
        self.changed.emit()

    def use(self, reader: ArchiveReader) -> None:
        """Rows of another day are read with another reader."""
        self._known.clear()

    def _reread(self) -> None:
        self._known.clear()
        self._timer.start(0)

    def _done(self, versions: int) -> None:
        self._task = None
        others = "" in self._known.values()  # which another program may have judged
        if (versions or others) and not self._closed:
            self.forget()
        if self._again and not self._closed:
            self._timer.start(FOLLOW_MS)
        self._again = False

    def _stopped(self, _: object) -> None:
        """Called off: what is left comes with the next crawl, or when the archive is opened again."""
        self._task = None
        if not self._closed:
            self.forget()


class KindMenu(QMenu):
    """What a page is, to be corrected."""

    def __init__(
        self, kinds: Kinds, page: Page, told: Callable[[str, Callable[[], None]], None], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setTitle(self.tr("&Kind of page"))
        self.setIcon(theme.icon(page_kinds.ICONS.get(kinds.of(page), "html")))
        chosen, now = kinds.chosen(page), kinds.of(page)
        for kind in page_kinds.NAMES:
            # the style draws no check beside an icon
            icon = (
                theme.icon("ok", "accent") if kind == now else theme.icon(page_kinds.ICONS.get(kind, "html"))
            )
            action = self.addAction(icon, page_kinds.name(kind))
            action.setCheckable(True)
            action.setChecked(kind == now)
            action.triggered.connect(lambda _=False, kind=kind: kinds.choose(page, kind, told))
        self.addSeparator()
        back = self.addAction(theme.icon("undo"), self.tr("As it was &found out"))
        back.setEnabled(bool(chosen))
        back.triggered.connect(lambda: kinds.choose(page, None, told))
