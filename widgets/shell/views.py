"""Actions of the menus *View* and *Go*: panels, zoom, pages, changes, keyboard focus; site changes and figures.

How large pages are shown is kept for each site, so that a small print on one enlarges no other.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from PySide6.QtCore import QObject, QSettings, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QLabel

from widgets.handover.opening import open_outside
from widgets.kit import jobs
from widgets.kit.figures import caption, meaning
from widgets.shell import start_page as recent
from widgets.shell.action_search import actions_of
from widgets.shell.help_window import KEYS, PAGES, HelpWindow
from widgets.shell.opened import Opened
from widgets.words import formats

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.archive.model import Capture, LostFile, Statistics
    from widgets.handover.copying import Captures
    from widgets.session import Session
    from widgets.shell.parts.tabs import WorkspaceTabs
    from widgets.shell.workspace import Workspace
    from widgets.site_changes.view import SiteChangesView

SMALLEST, LARGEST = 0.25, 3.0
_KEY = "view/zooms"
_MOST = 500  # sites, those changed last


# The site change report in the main window: opened from the menu, from the tree, and after a crawl.


class WindowChanges(QObject):
    """The report of site changes; idle while no archive is open."""

    crawl_requested = Signal(str)

    def __init__(self, opened: Opened) -> None:
        super().__init__(opened.window)
        self._opened = opened
        self.view: SiteChangesView | None = None

    def use(self, workspace: Workspace) -> None:
        """An archive was opened."""
        self.view = None
        workspace.tree.changes_requested.connect(lambda url: self.show(host=urlsplit(url).netloc))

    def leave(self) -> None:
        """The archive is about to be put away, and the view with it."""
        self.view = None

    def show(self, crawl: str = "", host: str = "") -> None:
        """Open the report; with a crawl or a site it begins at once."""
        opened = self._opened
        self.view = opened.in_front(self.view, self._make)
        if self.view is not None:
            self.view.open(crawl, host)

    def _make(self, session: Session, workspace: Workspace) -> SiteChangesView:
        from widgets.site_changes.view import SiteChangesView  # not before somebody wants it

        view = SiteChangesView(session, workspace.right)
        view.closed.connect(workspace.back_to_page)
        view.compare_requested.connect(workspace.compare)
        view.capture_requested.connect(self._opened.show_capture)
        view.crawl_requested.connect(lambda: self.crawl_requested.emit(""))
        view.told.connect(self._opened.messages.info)
        return view

    def offer(self, job_id: str, tell: Callable[[tuple[str, Callable[[], object]]], object]) -> None:
        """Call `tell` with an offer of the report when the site of this crawl was crawled before."""
        session = self._opened.session
        if session is None:
            return
        from widgets.site_changes import work

        archive = session.archive

        def known(found: bool) -> None:
            if found:
                tell((self.tr("What changed?"), lambda: self.show(crawl=job_id)))

        jobs.run(session, lambda _: work.known_site(archive, job_id), done=known)


_ZOOM = (0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0)


class WindowViews(QObject):
    """Panels, zoom and the keys for them; idle while no archive is open."""

    integrity_requested = Signal()
    panel_shown = Signal(str)  # the name of the action that shows it

    def __init__(self, opened: Opened, figures: QLabel) -> None:
        super().__init__(opened.window)
        self._opened, self._figures = opened, figures
        self._zooms, self._site, self._zoom = SiteZooms(opened.settings), "", 1.0
        self.help: HelpWindow | None = None
        self._told_of: Session | None = None  # whose missing files were told

    @property
    def _workspace(self) -> Workspace | None:
        return self._opened.workspace

    @property
    def _session(self) -> Session | None:
        return self._opened.session

    def listen_in(self, workspace: Workspace) -> None:
        """F7 and F8 also work while the keyboard is in the tree; the comparison has its own."""
        for keys, by in (("F8", 1), ("F7", -1)):
            context = Qt.ShortcutContext.WidgetWithChildrenShortcut
            shortcut = QShortcut(QKeySequence(keys), workspace.tree, context=context)
            shortcut.activated.connect(lambda by=by: self.step_change(by))
        workspace.set_zoom(self._zoom)
        workspace.zoomed.connect(self._zoomed)
        workspace.page.capture_shown.connect(self._at_site)

    def count(self) -> None:
        """Figures of the archive in the status bar; counting a large one takes a while."""
        session = self._session
        if session is None:
            return
        if session.travel.day is not None:
            self._figures.setText(self._pages(sum(site.documents for site in session.reader.sites())))
            self._figures.setToolTip("")
            return
        archive = session.archive

        def count(_task: jobs.Handle) -> Statistics:
            with archive.reader() as reader:
                return reader.statistics()

        def show(found: Statistics) -> None:
            # not only when it is put away: a program that was killed knows what it had open
            recent.remember(self._opened.settings, session.path, session.name, found.documents)
            if session.crawling or session.travel.day is not None:
                return  # old already, or of another day
            text = self.tr("{pages} · {versions} · {size}")
            self._figures.setText(
                text.format(
                    pages=self._pages(found.documents),
                    versions=self.tr("%Ln version(s)", "", found.versions),
                    size=formats.size(found.stored_bytes),
                )
            )
            lines = (f"{caption(name)}: {meaning(name)}" for name in ("pages", "versions"))
            self._figures.setToolTip("\n".join((*lines, formats.size_exact(found.stored_bytes))))

            if found.lost:
                self._tell_lost(session, found.lost)

        jobs.run(session, count, done=show)

    def _pages(self, count: int) -> str:
        return self.tr("%Ln page(s)", "", count)

    def _tell_lost(self, session: Session, lost: Sequence[LostFile]) -> None:
        """Files of records are not there: what that means, and what can be done. Said once of an archive."""
        versions = sum(each.versions for each in lost)
        missing = self.tr("%Ln version(s) missing", "", versions)
        self._figures.setText(f"{self._figures.text()} · {missing}")
        if session is self._told_of:
            return
        self._told_of = session
        several = self.tr(
            "%Ln file(s) of records are missing or cut short, {file} among them.", "", len(lost)
        )
        said = [
            self.tr("{file} is missing from the archive or cut short.") if len(lost) == 1 else several,
            self.tr("%Ln version(s) cannot be shown.", "", versions),
            self.tr(
                "Copy what is missing back from a backup; without one, rebuild the index: it lists what is left."
            ),
        ]
        text = formats.sentences(said).format(file=lost[0].path)
        self._opened.messages.warning(text, (self.tr("Integrity…"), self.integrity_requested.emit))

    def pause(self) -> None:
        """Pause the crawl or go on with it."""
        if self._workspace:
            self._workspace.crawl.toggle_pause()

    def stop(self) -> None:
        """Stop the crawl."""
        if self._workspace:
            self._workspace.crawl.stop_crawl()

    def show_tree(self, shown: bool) -> None:
        """Show or hide the tree."""
        if self._workspace:
            self._workspace.tree.setVisible(shown)

    def show_crawl(self, shown: bool) -> None:
        """Show or hide the crawl."""
        if self._workspace:
            self._workspace.crawl.setVisible(shown)

    def show_log(self) -> None:
        """Show the crawl with its log."""
        if self._workspace:
            self.panel_shown.emit("crawl_panel")
            self._workspace.crawl.show()
            self._workspace.crawl.set_folded(False)

    def show_everything(self, on: bool) -> None:
        """Show resources, redirects and errors in the tree too."""
        if self._workspace:
            self._workspace.tree.everything.setChecked(on)

    def crawl_again(self) -> None:
        """Crawl once more what is selected in the tree."""
        if self._workspace:
            self._workspace.tree.crawl_again()

    def crawl_page_again(self) -> None:
        """Fetch the page on screen once more."""
        if self._workspace:
            self._workspace.crawl_page_again()

    def step(self, by: int) -> None:
        """Next or previous page of the tree."""
        if self._workspace:
            self._workspace.tree.step(by)

    def step_change(self, by: int) -> None:
        """Next or previous change of the comparison."""
        comparison = self._workspace.comparison if self._workspace else None
        if comparison:
            comparison.panel.step(by)

    def perform_comparison(self, name: str) -> None:
        """Do a command of the comparison on screen."""
        comparison = self._workspace.comparison if self._workspace else None
        if comparison:
            comparison.perform(name)

    def compare(self) -> None:
        """Compare with the version before."""
        if self._workspace:
            self._workspace.compare_with_previous()

    def back_to_page(self) -> None:
        """Leave the comparison, or the page about the archive."""
        if self._workspace:
            self._workspace.leave()

    def can_go(self, by: int) -> bool:
        """Is there anything to go back (-1) or forward (1) to?"""
        workspace = self._workspace
        return workspace is not None and workspace.can_go(by)

    def go(self, by: int) -> None:
        """Back (-1) or forward (1) among what was looked at."""
        if self._workspace:
            self._workspace.go(by)

    def with_tabs(self, act: Callable[[WorkspaceTabs], object]) -> bool:
        """Do something with the tabs of the archive that is open; whether it says yes."""
        return bool(act(self._workspace.tabs)) if self._workspace else False

    def find(self) -> None:
        """Find words in what is shown."""
        if self._workspace:
            self._workspace.page.open_find()

    def reload(self) -> None:
        """Show the page once more."""
        if self._workspace:
            self._workspace.page.reload()

    def copy_address(self) -> None:
        """The address of the page, for the clipboard."""
        if self._workspace:
            self._workspace.page.views.header.copy_address()
            self._opened.say_briefly(self.tr("The address was copied."), 2000)

    def page_on_screen(self) -> tuple[Archive, Captures] | None:
        """The version of a page that is looked at."""
        return self._workspace.page.chosen() if self._workspace else None

    def open_outside(self) -> None:
        """The document on screen in the program that the system has for it."""
        chosen = self.page_on_screen()
        if chosen is not None:
            open_outside(*chosen, self._opened.window)

    def open_in_browser(self) -> None:
        """The page as it is today."""
        if self._workspace:
            self._workspace.page.views.header.open_in_browser()

    def focus_filter(self) -> None:
        """Put the keyboard into the filter box of the tree."""
        if self._workspace:
            self._workspace.tree.show()
            self._workspace.tree.show_collections(False)
            self.panel_shown.emit("tree_panel")
            self._workspace.tree.filter.setFocus()
            self._workspace.tree.filter.selectAll()

    def open_facets(self) -> None:
        """Choose pages by type, language, year, author, issuer."""
        if self._workspace:
            self._workspace.tree.show()
            self.panel_shown.emit("tree_panel")
            self._workspace.tree.open_facets()

    def zoom(self, step: int) -> None:
        """Larger (1), smaller (-1), or the page's own size (0)."""
        if step:
            at = min(range(len(_ZOOM)), key=lambda each: abs(_ZOOM[each] - self._zoom))
            self._zoom = _ZOOM[max(0, min(len(_ZOOM) - 1, at + step))]
        else:
            self._zoom = 1.0
        if self._workspace:
            self._workspace.set_zoom(self._zoom)
        self._zoomed(self._zoom)

    def _at_site(self, capture: Capture) -> None:
        """Show the pages of another site as large as they were shown the last time."""
        site = site_of(capture.url)
        if site != self._site and self._workspace:
            self._site, factor = site, self._zooms.of(site)
            if factor != self._zoom:
                self._zoom = factor
                self._workspace.set_zoom(factor)

    def _zoomed(self, factor: float) -> None:
        self._zoom = factor
        self._zooms.keep(self._site, factor)
        text = self.tr("Zoom {percent} %").format(percent=round(factor * 100))
        self._opened.say_briefly(text, 2000)

    def show_help(self, name: str = PAGES[0]) -> None:
        """Open the help window."""
        if self.help is None:
            self.help = HelpWindow(list(actions_of(self._opened.window.menuBar())), self._opened.window)
        self.help.open(name)

    def show_keys(self) -> None:
        """All shortcuts."""
        self.show_help(KEYS)

    def full_screen(self) -> None:
        """Use the whole screen, or no longer."""
        window = self._opened.window
        window.setWindowState(window.windowState() ^ Qt.WindowState.WindowFullScreen)


def site_of(url: str) -> str:
    """The site whose pages are shown equally large."""
    try:
        return (urlsplit(url).hostname or "").removeprefix("www.")
    except ValueError:  # archives of others hold addresses like http://[x
        return ""


class SiteZooms:
    """Factors by site in the settings; a site without one is shown in its own size."""

    def __init__(self, settings: QSettings) -> None:
        self._settings = settings

    def of(self, site: str) -> float:
        """How large a site is shown."""
        return self._read().get(site, 1.0)

    def keep(self, site: str, factor: float) -> None:
        """Remember it; its own size needs no remembering."""
        if not site:
            return
        kept = self._read()
        kept.pop(site, None)
        if abs(factor - 1.0) > 0.001:
            kept[site] = round(factor, 3)
        while len(kept) > _MOST:
            del kept[next(iter(kept))]
        self._settings.setValue(_KEY, json.dumps(kept))

    def _read(self) -> dict[str, float]:
        """What is written there, as far as it makes sense: anybody may have edited the file."""
        try:
            found = json.loads(str(self._settings.value(_KEY, "{}")))
        except ValueError:
            return {}
        if not isinstance(found, dict):
            return {}
        return {
            site: min(LARGEST, max(SMALLEST, float(factor)))
            for site, factor in found.items()
            if isinstance(site, str) and isinstance(factor, int | float) and factor == factor
        }
