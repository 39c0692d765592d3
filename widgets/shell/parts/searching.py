"""Search in the main window: opened by menu, key and magnifier; a hit opens its page at the words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.search import SAVED
from widgets.kit import jobs
from widgets.kit.files import setting
from widgets.search.feeding import IndexFeeder
from widgets.search.work import Finder
from widgets.shell.opened import Opened

if TYPE_CHECKING:
    from app.crawl.run.crawl import Crawl
    from app.search.changes.events import Event
    from app.search.saved import Counted, SavedSearch
    from widgets.search.view import SearchView
    from widgets.session import Session
    from widgets.shell.workspace import Workspace

_BRIEFLY = 15_000  # milliseconds
_READY_MS = 1000
"""After the views of an archive were made: the first page comes before, and the feeding of its index begins later."""


class WindowSearch(QObject):
    """The search over an archive; idle while none is open."""

    crawl_requested = Signal(str)  # an address that is not in the archive
    export_requested = Signal(object, int)  # a Listing, and how many hits it has

    def __init__(self, opened: Opened) -> None:
        super().__init__(opened.window)
        self._opened = opened
        self.view: SearchView | None = None
        self.feeder: IndexFeeder | None = None
        self.finder: Finder | None = None
        self._then: tuple[Path, str, str] | None = (
            None  # archive, capture and words that are about to be opened
        )
        self._ended: list[
            str
        ] = []  # crawls of which it is still to be told what saved searches found in them

    def use(self, session: Session, workspace: Workspace) -> None:
        """An archive was opened: its index is opened, and what that does not know is read in the background, unless nobody
        wants that."""
        ahead = setting(self._opened.settings, "search/ahead", True)
        self.finder = Finder(session.archive)
        self.feeder = IndexFeeder(session, ahead=ahead, parent=self)
        self.feeder.fed.connect(lambda _: self._tell_new())
        if ahead:
            workspace.completed.connect(
                lambda: QTimer.singleShot(_READY_MS, session, lambda: self._make_ready(session))
            )
            self.feeder.fed.connect(lambda versions: self._make_ready(session) if versions else None)
        self._go_on(session)

    def _make_ready(self, session: Session) -> None:
        """Open the index and read what every answer needs, before somebody searches: that takes seconds where an archive is
        large. Where there is no index yet that comes when it was made; a crawl writes all the time."""
        finder = self.finder
        if finder is not None and self._opened.session is session and not session.crawling:
            jobs.run(session, lambda _: finder.make_ready(), failed=lambda _: None)

    def show(self, query: str = "") -> None:
        """Open the search, with what was sought last."""
        opened = self._opened
        if opened.workspace is None or opened.session is None or self.feeder is None:
            return
        if self.view is None:
            self.view = self._make(opened.session, opened.workspace, self.feeder)
        opened.put_sheets_away()
        opened.workspace.show_instead(self.view)
        self.view.open(query)

    def leave(self) -> None:
        """The archive is about to be put away, and the view with it."""
        if self.view is not None:
            self.view.shut()
        if self.feeder is not None:
            self.feeder.close()
            self.feeder.deleteLater()
        if self.finder is not None:
            self.finder.close()
        self.view = self.feeder = self.finder = None
        self._ended.clear()

    def step(self, by: int) -> None:
        """The next or previous place of the words on the page."""
        if self._opened.workspace is not None:
            self._opened.workspace.page.step_find(by)

    def _make(self, session: Session, workspace: Workspace, feeder: IndexFeeder) -> SearchView:
        from widgets.search.view import SearchView  # not before somebody searches
        from widgets.tree.selection import AgainTarget

        view = SearchView(session, feeder, workspace.right, finder=self.finder)
        view.closed.connect(workspace.back_to_page)
        view.opened.connect(self._open)
        view.block_wanted.connect(self._show_block)
        view.compared.connect(self._compare)
        view.told.connect(self._opened.messages.info)
        view.elsewhere_opened.connect(self._open_elsewhere)
        view.recent = lambda: [
            path for path in map(Path, self._recent()) if path != session.path and path.is_dir()
        ]
        view.beside_requested.connect(workspace.open_beside)
        view.address_chosen.connect(self.crawl_requested)
        view.again_requested.connect(
            lambda urls: workspace.again_requested.emit(AgainTarget("page", urls), False)
        )
        view.export_requested.connect(self.export_requested)
        view.saved.notice.said.connect(workspace.said)
        return view

    def crawl_ended(self, crawl: Crawl) -> None:
        """Have what it brought read for the search, and then say what saved searches found in it."""
        session = self._opened.session
        if session is not None and self.feeder is not None and (session.path / SAVED).exists():
            self._ended.append(crawl.job_id)
            self.feeder.want()

    def _tell_new(self) -> None:
        """The archive was read."""
        session = self._opened.session
        if session is None or not self._ended:
            return
        finder, ended = self.finder, list(self._ended)
        assert finder is not None

        def work(_: jobs.Handle) -> list[Counted] | None:
            from app.search.index.feeding import behind

            if behind(session.archive)[0]:  # it is read on; of what is found by then no half is told
                return None
            return [one for crawl in ended for one in finder.of_crawl(crawl)]

        def done(found: list[Counted] | None) -> None:
            if found is not None and self._opened.session is session:
                self._ended = [one for one in self._ended if one not in ended]
                self._say_new(found)

        jobs.run(session, work, done=done, failed=lambda _: self._ended.clear())

    def _say_new(self, found: list[Counted]) -> None:
        if not found:
            return
        named = [self.tr("“{name}”: %Ln new", "", one.new).format(name=one.search.name) for one in found]
        text = self.tr("Saved searches found something: {searches}.").format(searches=", ".join(named))
        bar = self._opened.messages
        if bar.isVisible() and bar.kind != "info":  # how the crawl went wrong is more urgent
            self._opened.say_briefly(text, _BRIEFLY)
        else:
            bar.info(text, (self.tr("Show"), lambda: self.show_saved(found[0].search)))

    def show_saved(self, search: SavedSearch) -> None:
        """Open the search with a saved one."""
        self.show()
        if self.view is not None:
            self.view.open_saved(search)

    def _compare(self, event: Event) -> None:
        """The version before a change and the one behind it, at the block that changed."""
        workspace = self._opened.workspace
        if workspace is None or event.before is None:
            return
        older, newer = event.before.id, event.after.id
        workspace.compare(older, newer)

        def seek(placed: Event) -> None:
            comparison = workspace.comparison
            if comparison is not None and comparison.compared_ids == (older, newer) and placed.place.block:
                comparison.seek(placed.place.block, newer=placed.kind != "vanished")

        if event.place.block or self.view is None:
            seek(event)
        else:  # clicked before it was known where on the page it happened
            self.view.find_place(event, seek)

    def _show_block(self, capture_id: str, path: str, text: str) -> None:
        """The history of a block, where the blocks of its page are shown."""
        if self._opened.show_capture(capture_id, self.view) and self._opened.workspace is not None:
            self._opened.workspace.page.seek_block(path, text)
            self._opened.workspace.page.take_keyboard()

    def _recent(self) -> list[str]:
        from widgets.shell.start_page import load

        return [entry.path for entry in load(self._opened.settings)]

    def _open_elsewhere(self, path: Path, capture_id: str, words: str) -> None:
        """Open another archive at a hit."""
        self._then = path, capture_id, words
        self._opened.open_requested.emit(path)

    def _go_on(self, session: Session) -> None:
        """Show the hit that an archive was opened for."""
        then, self._then = self._then, None
        if then is not None and then[0] == session.path:
            QTimer.singleShot(0, session, lambda: self._open(*then[1:]))

    def _open(self, capture_id: str, words: str) -> None:
        shown = self._opened.show_capture(capture_id, self.view)
        if shown and self._opened.workspace is not None:
            page = self._opened.workspace.page
            if words:
                page.seek(words)
            page.take_keyboard()  # the keys read on, where they chose the next page in the tree
