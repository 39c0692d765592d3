"""An open archive on the screen: tree left, page or comparison right, crawl below."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSettings, Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from app.archive.addresses import label
from app.archive.model import Capture, Page
from app.errors import CaptureMissing
from app.replay.explaining import capture_named
from widgets.crawl.panel import CrawlPanel
from widgets.history.back_forward import BackForward, Step
from widgets.history.tabs import OpenPage, PageTabs
from widgets.kit import files as places
from widgets.kit import jobs
from widgets.kit.boxes import in_column
from widgets.kit.files import setting
from widgets.page.area import PageArea, PagePlace
from widgets.session import Session
from widgets.shell.parts.tabs import WorkspaceTabs
from widgets.tree.panel import TreePanel, TreePlace
from widgets.tree.selection import AgainTarget

if TYPE_CHECKING:
    from app.crawl.run.crawl import Crawl
    from widgets.compare.view import ComparePlace, CompareView
    from widgets.integrity.page import IntegrityPage


# What stands where pages are shown for a while: a comparison, the page about the archive, a report.

_WIDE = 1500  # pixels from which on two pages and the tree stand side by side
_MEDIUM = 1040  # the same for what is about the whole archive


class OtherViews:
    """Brings views to the front of a workspace and back; panels give way to what needs the room."""

    def __init__(self, workspace: Workspace, settings: QSettings) -> None:
        self._workspace, self._settings = workspace, settings
        self._compare: CompareView | None = None
        self._before: QWidget | None = None  # what the comparison stands in front of
        self._zoom = 1.0
        self.integrity: IntegrityPage | None = None
        self.away: list[QWidget] = []  # panels that gave way

    @property
    def comparison(self) -> CompareView | None:
        """The comparison on screen, or None."""
        return (
            self._compare
            if self._compare and self._workspace.right.currentWidget() is self._compare
            else None
        )

    def show(self, view: QWidget) -> None:
        """Show something about the archive."""
        workspace = self._workspace
        if workspace.right.indexOf(view) < 0:
            workspace.right.addWidget(view)
        if self.comparison is not None:
            self.back_to_page()
        if workspace.width() < _MEDIUM:
            self._put_away(workspace.tree)
        workspace.right.setCurrentWidget(view)
        workspace.compared.emit(False)

    def show_integrity(self, tab: str) -> IntegrityPage | None:
        """Show the page about the archive; returned when it was made just now, to be wired."""
        made = None
        if self.integrity is None:
            from widgets.integrity.page import IntegrityPage  # charts take a moment to load

            self.integrity = made = IntegrityPage(self._workspace.session, self._settings)
            made.closed.connect(self._workspace.back_to_page)
        self.show(self.integrity)
        self.integrity.open(tab)
        return made

    def compare(self, older: str, newer: str, place: ComparePlace | None = None) -> None:
        """Show two captures side by side; with a `place` as they were shown in another window."""
        workspace = self._workspace
        if self.comparison is None:
            self._before = workspace.right.currentWidget()
        view = self._compare or self._make_comparison()
        if workspace.width() < _WIDE:
            self._put_away(workspace.tree)
        if not workspace.session.crawling:
            self._put_away(workspace.crawl)  # two pages side by side need what it takes while nothing runs
        workspace.right.setCurrentWidget(view)
        if place is not None:
            view.return_to(place)
        view.compare(older, newer)
        view.setFocus()  # the tree may be gone, and the keys of the comparison are to work at once
        workspace.compared.emit(True)

    def leave(self) -> None:
        """Back from a comparison to where it was asked for, from all else to the page."""
        before = self._before
        if self.comparison is not None and before is not None and before is not self._workspace.page:
            self.show(before)
        else:
            self.back_to_page()

    def back_to_page(self) -> None:
        """Back to the page, and all panels to their places."""
        workspace = self._workspace
        workspace.right.setCurrentWidget(workspace.page)
        for panel in self.away:
            panel.show()
        self.away = []
        workspace.tree.current_view().setFocus()
        workspace.compared.emit(False)

    def set_zoom(self, factor: float) -> None:
        """Show the pages of comparisons larger or smaller."""
        self._zoom = factor
        if self._compare is not None:
            self._compare.set_zoom(factor)

    def _make_comparison(self) -> CompareView:
        from widgets.compare.view import CompareView  # two browsers: not before two versions are compared

        workspace = self._workspace
        self._compare = CompareView(workspace.session, workspace)
        self._compare.closed.connect(workspace.leave)
        self._compare.notice.said.connect(workspace.said)
        self._compare.address_activated.connect(workspace.show_address)
        self._compare.beside_activated.connect(lambda url: workspace.open_beside("", url))
        self._compare.set_zoom(self._zoom)
        workspace.right.addWidget(self._compare)
        return self._compare

    def _put_away(self, panel: QWidget) -> None:
        if panel.isVisibleTo(self._workspace):
            panel.hide()
            self.away.append(panel)


_CRAWL_HEIGHT = 320
_TREE_LEAST, _TREE_MOST = 320, 720  # pixels of width that the tree takes by itself
_LATER = 1000  # milliseconds after which a worker loads the engines of search and comparisons, not beside the last page
_CRAWL_LEAST, _PAGES_LEAST = 200, 300  # pixels of height when the panel of the crawl unfolds


@dataclass(frozen=True, slots=True)
class Place:
    """What is on screen of an archive: a capture, what stands before it, the tree, whether the panel of the crawl is
    folded (None: it was not made yet), what was looked at, which day is shown."""

    page: PagePlace | None
    compared: ComparePlace | None
    integrity: str
    tree: TreePlace
    filter: str
    folded: bool | None
    tabs: tuple[list[OpenPage], int]
    day: date | None  # of the past, which is shown


def _load_behind() -> None:
    """The engines of search and comparisons, in a worker; else the first of each would hold up the window."""
    import app.blocks.noise.judged
    import app.search.changes.events
    import app.search.saved
    import app.search.searching
    import app.search.suggesting  # noqa: F401


def _load_views() -> Iterator[object]:
    """The views of search and comparisons, imported one a step."""
    from widgets.search import events

    yield events
    from widgets.search import view as search

    yield search
    from widgets.compare import outcome

    yield outcome
    from widgets.compare import presenter

    yield presenter
    from widgets.compare import view

    yield view


class Workspace(QWidget):
    """Wires the views of one session to each other; what leaves the archive goes up as a signal."""

    crawl_requested = Signal(str)
    again_requested = Signal(object, bool)  # AgainTarget; whether other settings are to be chosen first
    change_requested = Signal(str)  # job id of the crawl whose settings somebody wants to change
    resume_requested = Signal(str)  # job id
    export_requested = Signal(object, str)
    compared = Signal(bool)
    hovered = Signal(str)
    told = Signal(str)
    said = Signal(str, str, object)  # as `Notice.said`
    foreign = Signal(str)  # an address that no crawl can fetch: mailto:, ftp:
    archive_dropped = Signal(object)
    files_dropped = Signal(object)
    completed = Signal()  # all parts are made
    went = Signal()  # what can be gone back or forward to is different now
    zoomed = Signal(float)

    def __init__(self, session: Session, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chosen_again = ""  # the page whose row the tree is about to choose anew
        self._origin: QWidget | None = None  # in which a page is being chosen
        self.session, self._settings = session, settings
        self.other_views = OtherViews(self, settings)
        self._crawl: CrawlPanel | None = None
        self._parts = self._make_parts()
        self._width_chosen = settings.value(
            "window/tree_width_chosen", settings.contains("window/across"), bool
        )
        # each widget is made where it stays: moving one gives all below it their styles again
        self.down = QSplitter(Qt.Orientation.Vertical, self, handleWidth=1, childrenCollapsible=False)
        in_column(self, self.down)
        self.across = QSplitter(
            Qt.Orientation.Horizontal, self.down, handleWidth=1, childrenCollapsible=False
        )
        self.tree = TreePanel(session, settings, self.across)
        beside = QWidget(self.across)
        bar = PageTabs(beside)
        self.right = QStackedWidget(beside)
        in_column(beside, bar, (self.right, 1))
        self.page = PageArea(session, self.right)
        self.page.ahead = _load_views()
        self.right.addWidget(self.page)
        self.across.setStretchFactor(1, 1)
        self.down.setStretchFactor(0, 1)
        self.setAcceptDrops(True)
        self.tree.setMinimumWidth(240)
        self.right.setMinimumWidth(320)
        self.tabs = WorkspaceTabs(self, bar)
        self.went.connect(self.tabs.follow)
        self.tabs.went.connect(self.went)
        self.tabs.told.connect(self.told)
        self._wire()
        self._restore()

    def _wire(self) -> None:
        self.tree.page_chosen.connect(self._show)
        self.tree.beside_requested.connect(lambda url: self.open_beside("", url))
        self.page.beside_activated.connect(lambda url: self.open_beside("", url))
        self.tree.compare_requested.connect(self.compare)
        self.tree.export_requested.connect(self.export_requested)
        self.tree.crawl_requested.connect(self.crawl_requested)
        self.tree.again_requested.connect(self.again_requested)
        self.page.again_requested.connect(
            lambda url: self.again_requested.emit(AgainTarget("page", [url]), False)
        )
        self.page.compare_requested.connect(self.compare)
        self.page.address_activated.connect(self.show_address)
        self.page.crawl_requested.connect(self.crawl_requested)
        self.page.why_requested.connect(self._explain)
        self.page.link_hovered.connect(self.hovered)
        self.page.saved.connect(lambda path: self.told.emit(self.tr("Saved as {path}.").format(path=path)))
        self.page.link_requested.connect(self.show_link)
        self.page.link_missed.connect(
            lambda: self.told.emit(
                self.tr("The link cannot be seen on the page: a script may have taken it away.")
            )
        )
        self.page.zoomed.connect(self._zoomed)
        self.page.set_pictures(setting(self._settings, "page/pictures", False))
        self.page.pictures_toggled.connect(lambda on: self._settings.setValue("page/pictures", on))
        self.page.capture_shown.connect(self._remember)
        self.page.left.connect(lambda place: self.history.keep(place))
        self.session.crawl_started.connect(lambda: self.crawl.setVisible(True))
        self.session.crawl_finished.connect(self._show_seed)

    def _restore(self) -> None:
        if not self._width_chosen or not self.across.restoreState(
            self._settings.value("window/across") or b""
        ):
            self._width_chosen = False
            self.across.setSizes([488, 792])
        self.across.splitterMoved.connect(self._width_moved)
        self._crawl_height = setting(self._settings, "window/crawl_height", _CRAWL_HEIGHT)
        self._given = 0  # what the panel got of it when it unfolded last
        QTimer.singleShot(0, self, self.complete)

    @property
    def crawl(self) -> CrawlPanel:
        """The panel of the crawl, below everything; made a moment after the first look."""
        if self._crawl is None:
            self._crawl = self._make_crawl()
        return self._crawl

    def _make_crawl(self) -> CrawlPanel:
        panel = CrawlPanel(self.session, self.down)
        panel.page_requested.connect(self.show_address)
        panel.told.connect(self.told)
        panel.change_requested.connect(self.change_requested)
        panel.resume_requested.connect(self.resume_requested)
        panel.new_requested.connect(lambda: self.crawl_requested.emit(""))
        panel.grown_changed.connect(self.across.setHidden)
        panel.set_folded(not self.session.crawling)
        panel.setVisible(self.crawl_wanted)
        panel.folded_changed.connect(self._give_room)
        return panel

    @property
    def crawl_wanted(self) -> bool:
        """Whether the crawl panel is shown, or will be once it is made."""
        if self._crawl is not None:
            return self._crawl.isVisibleTo(self)
        return setting(self._settings, "window/crawl", False) or self.session.crawling

    def complete(self) -> None:
        """Create the parts that the first look at an archive does not need, one at a time, so that the window stays
        responsive."""
        if self.session.closed:
            return
        if next(self._parts, None) is not None:
            QTimer.singleShot(0, self, self.complete)

    def _make_parts(self) -> Iterator[object]:
        """The parts, one a step. Sites that are still to come into the tree, which lays out all its rows for each slice,
        come between the first and the others."""
        yield self.crawl
        while self.tree.model.more_below(QModelIndex()):
            yield self.tree
        yield self.page.views
        self.completed.emit()
        QTimer.singleShot(_LATER, self, lambda: jobs.run(self, lambda _: _load_behind()))

    def _explain(self, url: str) -> None:
        """Open the crawl's dashboard with what became of an address."""
        self.crawl.show()
        self.crawl.explain(url)
        self.went.emit()

    def _give_room(self, folded: bool) -> None:
        """The pages get what a folded crawl panel leaves; one that unfolds gets back the height it had."""
        above, below = self.down.sizes()
        if folded and below > self.crawl.maximumHeight():
            self._crawl_height = self._wanted_height()
        room = max(
            _CRAWL_LEAST, above + below - _PAGES_LEAST
        )  # in a small window the page must stay readable
        height = self.crawl.maximumHeight() if folded else min(self._crawl_height, room)
        self._given = self._given if folded else height
        self.down.setSizes([max(0, above + below - height), height])

    def _wanted_height(self) -> int:
        """Of the panel as the person wants it: as it is, unless only the room of a small window made it so."""
        below = self.down.sizes()[1]
        return self._crawl_height if below == self._given else below

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._share_width()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()

    def _share_width(self) -> None:
        """Until somebody moves the handle the tree takes its share of the window, so that titles can be read in a wide
        one and pages have room in a small one."""
        if not self._width_chosen and self.width() > 0:
            tree = min(_TREE_MOST, max(_TREE_LEAST, self.width() * 36 // 100))
            self.across.setSizes([tree, self.width() - tree])

    def _width_moved(self) -> None:
        self._width_chosen = True

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Another archive, or files and folders for this one."""
        if event.source() is not None:
            return  # what is dragged out of this window is in the archive already
        if any(places.dropped(places.local_paths(event.mimeData()))):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        archive, files = places.dropped(places.local_paths(event.mimeData()))
        event.acceptProposedAction()
        if archive:
            self.archive_dropped.emit(archive)
        elif files:
            self.files_dropped.emit(files)

    def crawl_page_again(self) -> None:
        """Ask for another capture of the page on screen."""
        if self.page.capture is not None:
            self.again_requested.emit(AgainTarget("page", [self.page.capture.url]), False)

    def save(self) -> None:
        """Remember sizes and columns."""
        self._settings.setValue("window/across", self.across.saveState())
        self._settings.setValue("window/tree_width_chosen", self._width_chosen)
        if self._crawl is not None:
            height = self._crawl_height if self._crawl.folded else self._wanted_height()
            self._settings.setValue("window/crawl_height", height)
            self._settings.setValue("window/crawl", self.crawl_wanted or self._crawl in self.other_views.away)
        self.tree.save()

    def place(self) -> Place:
        """What is on screen, for a workspace that is to show the same."""
        integrity = self.integrity
        before = integrity.tab if integrity is not None and self.right.currentWidget() is integrity else ""
        return Place(
            page=self.page.place(),
            compared=self.comparison.place() if self.comparison else None,
            integrity=before,
            tree=self.tree.place(),
            filter=self.tree.filter.text(),
            folded=self._crawl.folded if self._crawl is not None else None,
            tabs=self.tabs.kept(),
            day=self.session.travel.day,
        )

    def take(self, place: Place) -> None:
        """Show what another workspace of this archive showed."""
        self.tabs.take(*place.tabs, show=False)
        with suppress(CaptureMissing):
            if place.page:
                self.page.take(place.page)
            if place.compared:
                self.other_views.compare(place.compared.older, place.compared.newer, place.compared)
        self.tree.take(place.tree)
        self.tree.filter.setText(place.filter)
        if place.folded is not None:
            self.crawl.set_folded(place.folded)
        if place.day is not None:
            self.session.travel.to(place.day)

    # ---- what is shown ------------------------------------------------------------------------------------------

    def _show(self, page: Page) -> None:
        again, self._chosen_again = self._chosen_again, ""
        if again == page.url and self.comparison is not None:
            return  # nobody chose it: its row was made anew
        if self.session.closed:  # chosen a moment before the archive was put away
            return
        if self.page.url != page.url or self.right.currentWidget() is not self.page:
            self._back_to_page()
            self.page.show_page(page.url)

    def _show_seed(self, crawl: Crawl) -> None:
        """After a crawl, show the page it began with, unless something has been chosen already."""
        seed = crawl.settings.seeds[0]
        looks = self.page_hidden or self.page.url or self.history.current
        if not looks and self.session.present.page_meant(seed):
            self.show_address(seed)

    def _back_to_page(self) -> None:
        if self.page_hidden:
            self.back_to_page()

    def show_address(self, url: str) -> None:
        """Show the page of an address and its place in the tree, or the capture that one of our own pages links to."""
        named = capture_named(url)
        if named is not None:
            with suppress(CaptureMissing):
                self.show_capture(self.session.reader.capture(named))
                return
        page = self.session.reader.page_meant(url)
        if page is None and not url.lower().startswith(("http://", "https://")):
            self.foreign.emit(url)
            return
        self._point_at(page)
        self._back_to_page()
        self.page.show_page(url)
        self.went.emit()

    def show_link(self, url: str, target: str, moment: datetime | None = None) -> None:
        """Show a page, as it was at a moment or is now, at its link to an address, which is marked."""
        page = self.session.reader.page_meant(url)
        capture = self.session.reader.nearest(page.url, moment) if page is not None else None
        if capture is None:
            self.show_address(url)
            return
        self.show_capture(capture)
        self.page.seek_link(target)
        self.went.emit()

    def _point_at(self, page: Page | None) -> None:
        """Make the page that is shown the current row of the tree, which need not ask for it then."""
        if page is not None:
            self.tree.select(page)
            self.tree.model.pin(page)
            self.tree.tree.take_as_told()

    @property
    def history(self) -> BackForward:
        """Back and forward of the tab in front."""
        return self.tabs.back_forward

    def open_beside(self, capture_id: str, url: str, title: str = "", words: str = "") -> None:
        """Open a capture at some words, or without one an address, in a tab behind the one in front; in this one when it is
        empty."""
        if not capture_id and not url.lower().startswith(("http://", "https://")):
            self.show_address(url)  # which tells what it is
            return
        page = None if title else self.session.reader.page_meant(url)
        at = self.page.views.tabs.currentIndex() if self.page.capture is not None else 0
        place = PagePlace(capture_id, at, (0.0, 0.0), (), words) if capture_id else None
        empty = not self.page.url
        self.tabs.open(
            OpenPage(url, title or (label(page.title, page.url) if page else ""), place), front=empty
        )
        if empty:
            self.tabs.close(self.tabs.at - 1)

    def _remember(self, capture: Capture) -> None:
        place = self.page.place()
        if place is not None:
            name = label(capture.title, capture.url)
            self.history.visit(Step(place, name, capture.url, self._origin))
        self.went.emit()

    def can_go(self, by: int) -> bool:
        """Is there anything to go back (-1) or forward (1) to?"""
        before = self._absent or self.page_hidden or self.history.origin is not None
        return self.history.can_go(by) or (by < 0 and before)

    def steps(self, way: int, most: int) -> Iterator[tuple[int, Step]]:
        """What lies back (-1) or forward (1), the nearest first, each with what to `go` by."""
        origin = self.history.origin
        shift = -1 if way < 0 and (self._absent or origin is not None) else 0
        if shift:
            now = self.history.steps[self.history.at]
            yield -1, now if self._absent or origin is None else replace(now, title=origin.accessibleName())
        for by, step in self.history.ahead(way, most + shift):
            yield by + shift, step

    @property
    def _absent(self) -> bool:
        """Whether no capture is shown though one was: an address that is not archived is no step of the history."""
        return self.page.capture is None and bool(self.history.current)

    def go(self, by: int) -> None:
        """Go back (-1) or forward (1) in the history, or further; back leaves a view in front of the page first, and leads
        from a page to the view in which it was chosen."""
        if by == -1 and self.page_hidden:
            self.leave()
            return
        place = self.page.place()
        if place is not None:
            self.history.keep(place)
        origin = self.history.origin
        if by == -1 and origin is not None and not self._absent:
            step = self.history.go(-1)
            if step is not None:  # behind the view stands what was looked at before
                with suppress(CaptureMissing):
                    self.return_to(step.place)
            else:
                self.history.go_before()
                self.page.clear()
            self.show_instead(origin)
            origin.setFocus(Qt.FocusReason.OtherFocusReason)
            self.went.emit()
            return
        beyond = by < 0 and (self._absent or origin is not None)
        step = self.history.go(by + 1 if beyond else by)
        if step is not None:
            with suppress(CaptureMissing):
                self.return_to(step.place)

    def forget_steps(self) -> None:
        """Nothing was looked at before what is on screen."""
        self.tabs.forget()
        if self.page.capture is not None:
            self._remember(self.page.capture)
        self.went.emit()

    def return_to(self, place: PagePlace) -> None:
        """Show a capture again, in the place in which it was left."""
        page = self.session.reader.page(self.session.reader.capture(place.capture).url)
        self._back_to_page()
        self.page.take(place)
        self._point_at(page)

    def show_capture(self, capture: Capture, origin: QWidget | None = None) -> None:
        """Show one capture of a page, and the place of the page in the tree. Back from it leads to the view in which it
        was chosen (`origin`)."""
        page = self.session.reader.page(capture.url)
        self._back_to_page()
        self._origin = origin
        try:
            self.page.show_capture(capture)
        finally:
            self._origin = None
        self._point_at(page)

    # ---- what stands in front of the page for a while -------------------------------------------------------------

    @property
    def page_hidden(self) -> bool:
        """Whether something else than the page is shown: a comparison, the page about the archive, a report."""
        return self.right.currentWidget() is not self.page

    @property
    def comparison(self) -> CompareView | None:
        """The comparison on screen, or None."""
        return self.other_views.comparison

    @property
    def integrity(self) -> IntegrityPage | None:
        """The page about the archive, once it was made."""
        return self.other_views.integrity

    def show_integrity(self, tab: str) -> IntegrityPage | None:
        """Show the page about the archive; returned when it was made just now, to be wired."""
        return self.other_views.show_integrity(tab)

    def show_instead(self, view: QWidget) -> None:
        """Show something about the archive where pages are shown."""
        self.other_views.show(view)

    def compare(self, older: str, newer: str) -> None:
        """Show two captures side by side."""
        self.other_views.compare(older, newer)

    def read_again(self) -> None:
        """Reload tree, page and comparison after a change of the index or of a character set."""
        self._chosen_again = self.page.url if self.comparison is not None else ""
        if self.session.travel.day is not None:
            self.session.travel.to(self.session.travel.day)  # titles of then may be others now
        self.tree.read_again()
        self.page.read_again()
        if self.comparison is not None:
            self.comparison.compare_again()

    def leave(self) -> None:
        """Back from a comparison to where it was asked for, from all else to the page."""
        self.other_views.leave()

    def back_to_page(self) -> None:
        """Back to the page from what is shown instead."""
        self.other_views.back_to_page()

    def set_zoom(self, factor: float) -> None:
        """Show pages larger or smaller, those still to come too."""
        self.page.set_zoom(factor)
        self.other_views.set_zoom(factor)

    def _zoomed(self, factor: float) -> None:
        """Somebody zoomed in the page itself."""
        self.other_views.set_zoom(factor)
        self.zoomed.emit(factor)

    def compare_with_previous(self) -> None:
        """Compare the version on screen with the one before it; the last two when the first is on screen. A page of one
        version is compared with its last visit: scripts, frames and pictures may be others."""
        capture = self.page.capture
        versions = self.session.reader.versions(capture.url) if capture else []
        if capture is not None and len(versions) == 1:
            visits = self.session.reader.versions(capture.url, visits=True)[1:]
            versions += [one for one in visits if one.id == capture.id] or visits[-1:]
        if capture is None:
            self.told.emit(self.tr("Choose a page first."))
        elif len(versions) < 2:
            self.told.emit(self.tr("There is only one version of this page."))
        else:
            ids = [version.id for version in versions]
            shown = capture.base or capture.id
            at = max(1, ids.index(shown)) if shown in ids else len(ids) - 1
            self.compare(ids[at - 1], ids[at])
