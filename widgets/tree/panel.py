"""The left side of the workspace: filter box, tree or search results, and what to do when there is nothing yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    QSettings,
    Qt,
    QTimer,
    QUrl,
    Signal,
)
from PySide6.QtGui import QDesktopServices, QGuiApplication, QKeySequence, QShowEvent
from PySide6.QtWidgets import QMenu, QStackedWidget, QWidget

from app.archive.index.facets import FacetChoice, Selection
from app.archive.model import Folder, Page
from widgets.handover.copying import CopyMenu, newest_of
from widgets.handover.dragging import drag_out
from widgets.handover.opening import open_outside
from widgets.kit import theme
from widgets.kit.boxes import in_column
from widgets.kit.empty_state import EmptyState
from widgets.kit.loading import Loader
from widgets.kit.tables import OpensBeside
from widgets.notes.menu import MarksMenu
from widgets.session import Session
from widgets.tree import cells
from widgets.tree import facets as facet_words
from widgets.tree.alike import Alike
from widgets.tree.beside import Beside
from widgets.tree.facets import FacetFilter, TreeHead
from widgets.tree.kinds import KindMenu, Kinds
from widgets.tree.live import Growth
from widgets.tree.model import ArchiveModel
from widgets.tree.nodes import DOCUMENTS, EVERYTHING, Node
from widgets.tree.ordering import LargeBranches
from widgets.tree.places import Elsewhere, PlaceTabs
from widgets.tree.results import Found, ResultsModel, Wanted, find, find_first
from widgets.tree.selection import AgainTarget, TreeSelection, again_target, again_words, site_address
from widgets.tree.view import PageTree

if TYPE_CHECKING:
    pass


# The context menu of the tree: what can be done with the selected pages and folders.


class PageMenu(QMenu):
    """The context menu of the selected rows, made anew for each selection."""

    def __init__(self, panel: TreePanel, view: PageTree, session: Session) -> None:
        super().__init__(panel)
        self._panel, self._view, self._session = panel, view, session
        index = view.currentIndex()
        self.page: Page | None = index.data(cells.PAGE_ROLE) if index.isValid() else None
        self.url: str = index.data(cells.URL_ROLE) or "" if index.isValid() else ""
        self._add("open", self.tr("&Open"), self._open, self.page is not None)
        self._add("add", self.tr("Open in a new &tab"), self._open_beside, self.page is not None)
        elsewhere = self.tr("Open in a&nother program")
        self._add("outside", elsewhere, self._open_outside, self.page is not None)
        many = self.page is not None and self.page.versions > 1
        self.chosen: list[Page] = [
            page for each in view.selected() if (page := each.data(cells.PAGE_ROLE)) is not None
        ]
        if len(self.chosen) == 2:
            self._add("compare", self.tr("&Compare these two pages"), self._compare_pair, True)
        else:
            self._add("compare", self.tr("&Compare the last two versions"), self._compare, many)
        site = self.url.startswith(("http://", "https://"))
        self._add("changes", self.tr("&What changed on this site…"), self._changes, site)
        self._add("calendar", self.tr("Ca&lendar…"), self._calendar, site)
        folder: Folder | None = index.data(cells.FOLDER_ROLE) if index.isValid() else None
        inner = folder is not None and folder.parent_id is not None
        said = self.tr("Link &map of this folder") if inner else self.tr("Link &map of this site")
        self._add("map", said, self._map, site)
        self._add("export", self.tr("&Export…"), panel.export_selected, bool(view.selected()))
        self.addSeparator()
        target = again_target(view, session, panel.model.shown.kinds)
        words = again_words(target.kind if target else "page", len(target.urls) if target else 1)
        self._add("again", words, panel.crawl_selected_again, target is not None and site)
        inside = site and (target is None or target.kind != "site")
        self._add("again", self.tr("Crawl the whole s&ite again"), self._again_site, inside)
        self._add("crawl", self.tr("C&rawl with other settings…"), self._crawl, bool(self.url))
        self._add("copy", self.tr("Copy &address"), self._copy, bool(self.url))
        chosen = TreeSelection(view.selected(), panel.model.shown.kinds)
        copying = CopyMenu(lambda: (session.archive, newest_of(chosen)), panel, self)
        copying.setEnabled(bool(chosen.pages or chosen.folders))
        self.addMenu(copying)
        self.addMenu(MarksMenu(session.notes, [page.url for page in self.chosen], panel, self))
        if self.page is not None and self.page.kind == "document" and len(self.chosen) == 1:
            self.addMenu(KindMenu(panel.kinds, self.page, panel.undo_offered.emit, self))
        self._add("browser", self.tr("Open in &browser (the page as it is today)"), self._browse, site)
        self.aboutToHide.connect(self.deleteLater)

    def _add(self, icon: str, text: str, act: Callable[[], object], enabled: bool) -> None:
        action = self.addAction(theme.icon(icon), text)
        action.triggered.connect(act)
        action.setEnabled(enabled)

    def _open(self) -> None:
        self._panel.page_chosen.emit(self.page)

    def _open_beside(self) -> None:
        for index in self._view.selected() or [self._view.currentIndex()]:
            page = index.data(cells.PAGE_ROLE)
            if page is not None:
                self._panel.beside_requested.emit(page.url)

    def _open_outside(self) -> None:
        pages = [page for page in (self.page,) if page is not None]
        open_outside(self._session.archive, newest_of(lambda _: pages), self._panel.window())

    def _compare(self) -> None:
        versions = self._session.reader.versions(self.url)
        if len(versions) > 1:
            self._panel.compare_requested.emit(versions[-2].id, versions[-1].id)

    def _compare_pair(self) -> None:
        """The newest versions of the two pages, that of the row chosen first on the left."""
        newest = [self._session.reader.nearest(page.url, None) for page in self.chosen]
        found = [capture.id for capture in newest if capture is not None]
        if len(found) == 2:
            self._panel.compare_requested.emit(found[0], found[1])

    def _changes(self) -> None:
        self._panel.changes_requested.emit(self.url)

    def _calendar(self) -> None:
        folder: Folder | None = self._view.currentIndex().data(cells.FOLDER_ROLE)
        kind = (
            "page"
            if self.page is not None or folder is None
            else "site"
            if folder.parent_id is None
            else "folder"
        )
        self._panel.calendar_requested.emit(self.url, kind)

    def _map(self) -> None:
        """Of the folder, else of the whole site."""
        folder: Folder | None = self._view.currentIndex().data(cells.FOLDER_ROLE)
        inner = folder is not None and folder.parent_id is not None
        self._panel.map_requested.emit(self.url if inner else urlsplit(self.url).netloc)

    def _again_site(self) -> None:
        self._panel.again_requested.emit(AgainTarget("site", [site_address(self.url)]), False)

    def _crawl(self) -> None:
        target = again_target(self._view, self._session, self._panel.model.shown.kinds)
        if target is None:
            self._panel.crawl_requested.emit(self.url)
        else:
            self._panel.again_requested.emit(target, True)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.url)

    def _browse(self) -> None:
        QDesktopServices.openUrl(QUrl(self.url))


_PAUSE_MS = 60  # in the typing; a filter that somebody types on in is called off
_GROWN_MS = 1000  # after which a list that is filtered is looked for again, while pages come in
_FEW_SITES = 3
_FEW_PAGES = 200  # that fit: they are all laid open


Row = tuple[bool, int]
"""Whether it is a page, and the number of the page or folder."""


class TreePlace(NamedTuple):
    """The state of a tree: open folders, selected rows, the current row, the first visible row and its hidden pixels,
    and the chosen facets."""

    opened: tuple[int, ...]
    selected: tuple[Row, ...]
    current: Row | None
    top: Row | None
    above: int
    choice: FacetChoice


class TreePanel(QWidget):
    """Pages to choose from. The signals say what the person wants; the window decides how it is done."""

    page_chosen = Signal(object)
    beside_requested = Signal(str)  # the address of a page that is to be opened in a tab of its own
    compare_requested = Signal(str, str)
    changes_requested = Signal(str)
    export_requested = Signal(object, str)
    crawl_requested = Signal(str)
    again_requested = Signal(object, bool)  # AgainTarget; whether other settings are to be chosen first
    undo_offered = Signal(str, object)  # a sentence, and what takes back what it says
    map_requested = Signal(str)  # an address and what lies below it, or a host
    calendar_requested = Signal(str, str)  # an address, and whether that is a page, folder or site
    collections_wanted = Signal()  # for the first time: who has them puts them here with `put`
    place_shown = Signal(bool)  # whether the collections are shown, not the tree
    menu_opened = Signal(object, object)  # the PageMenu, and the pages that it is about

    def __init__(self, session: Session, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("treePanel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session, self._settings = session, settings
        self.model = ArchiveModel(session.reader, self)
        self.growth = Growth(self.model, session.present)
        LargeBranches(self.model, session)
        self.facets = FacetFilter(session, self)
        self.results = ResultsModel(session.reader, self.model.titles, self)
        self.beside = Beside(session, self)
        self._offer_columns()  # before what is kept of columns is looked for
        # each view is made where it stays: moving one gives it its style, and all of its rows their places, again
        self.stack = QStackedWidget(self)
        self.tree, self.found = self._view(self.model), self._view(self.results, addresses=True)
        self.tree.setAccessibleName(self.tr("Pages of the archive"))
        self.found.setAccessibleName(self.tr("Pages that match the filter"))
        self.found.setRootIsDecorated(False)
        self.found.header().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self._finder = Loader(self)
        self._shown_text = ""  # what the list of found pages was looked for by
        self._take_when_found = ""  # Enter was struck before it was found
        self._build_head()
        self._build_empty()
        for view in (self.tree, self.found, self.empty, self.nothing):
            self.stack.addWidget(view)
        self.places = PlaceTabs(self)
        self.places.wanted.connect(self.show_collections)
        self._elsewhere: Elsewhere | None = None  # the collections, once somebody wanted them
        self._column = in_column(self, self.places, self.head, (self.stack, 1))
        self._debounce = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._debounce.timeout.connect(self._search)
        self.filter.textChanged.connect(self._filter_changed)
        self.filter.left.connect(self._go_to_list)
        self.filter.entered.connect(self._take_first)
        self.results.resorted.connect(self._search)
        self.model.reshaping.connect(self._before_reshaping)
        self.model.reshaped.connect(self._after_reshaping)
        self.facets.chosen.connect(self._show_chosen)
        self.facets.changed.connect(self._choice_changed)
        self.facets.counted.connect(lambda counts: self.head.popup.show_counts(counts, self.facets.choice))
        self._restore()
        self.page_chosen.connect(self.model.pin)
        session.changed.connect(self._changed)
        session.linked.connect(self.model.renamed)
        session.linked.connect(self.results.renamed)
        session.travel.changed.connect(self._travelled)
        self.kinds = Kinds(session, self)
        self.alike = Alike(session, self)
        for rows in (self.model, self.results):
            rows.marks = session.notes.summary
            session.notes.changed.connect(rows.redraw)
            rows.kinds = self.kinds
            self.kinds.changed.connect(rows.redraw)
            rows.alike = self.alike
            self.alike.changed.connect(rows.redraw)
        self.kinds.changed.connect(self.facets.rekinded)
        self.beside.changed.connect(self.results.beside_changed)
        self.beside.changed.connect(self._beside_changed)
        self.beside.offered.connect(self._offer_columns)
        for view in (self.tree, self.found):
            view.beside_chosen.connect(self._want_columns)
        self._want_columns()
        self.model.rowsInserted.connect(self._rows_inserted)
        self.model.modelReset.connect(self._arrange)
        self._arrange()

    def _view(self, model: ArchiveModel | ResultsModel, *, addresses: bool = False) -> PageTree:
        view = PageTree(self.stack, addresses=addresses)
        view.show_model(model)
        view.chosen.connect(self.page_chosen)
        view.opened.connect(self.page_chosen)
        OpensBeside(view, lambda index: self._open_beside(view, index), picks=True)
        view.dragged.connect(lambda: self._drag(view))
        view.customContextMenuRequested.connect(
            lambda at: self.menu(view).popup(view.viewport().mapToGlobal(at))
        )
        return view

    def _open_beside(self, view: PageTree, index: QModelIndex) -> None:
        page = view.rows.page_at(index)
        if page is not None:
            self.beside_requested.emit(page.url)

    def _build_head(self) -> None:
        self.head = TreeHead(self)
        self.filter, self.everything = self.head.filter, self.head.everything
        self.everything.toggled.connect(self._show_everything)
        self.head.narrow.clicked.connect(self.open_facets)
        self.head.again.clicked.connect(self.crawl_again)
        keys = QKeySequence("Ctrl+Shift+A").toString(QKeySequence.SequenceFormat.NativeText)
        tip = self.tr(
            "Crawl the selected site or folder, or the site of the page, with the settings of the last time"
        )
        self.head.again.setToolTip(f"{tip} ({keys})")
        for part in (self.head.popup, self.head.chips):
            part.toggled.connect(self.facets.toggle)
            part.cleared.connect(self.facets.clear)

    def _build_empty(self) -> None:
        self.empty = EmptyState("crawl")
        self.empty.offer(
            self.tr("New crawl…"),
            self.tr("Choose an address and what to capture"),
            lambda: self.crawl_requested.emit(""),
        )
        self.nothing = EmptyState("search")
        self.nothing.offer(self.tr("Clear all"), self.tr("Show everything again"), self.facets.clear)

    def _restore(self) -> None:
        kept: Any = self._settings.value  # the stubs take what it gives for an object
        hidden, wanted = (
            [int(column) for column in kept(f"tree/{each}", [], list)] for each in ("hidden", "wanted")
        )
        self.tree.restore_columns(kept("tree/header"), hidden, wanted)
        if self.tree.header().sortIndicatorSection() not in range(
            self.model.columnCount()
        ) or not self._settings.contains("tree/header"):
            self.tree.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        for view, key in ((self.tree, "tree/beside"), (self.found, "tree/beside_found")):
            view.beside = {str(each) for each in kept(key, [], list)}
        self.everything.setChecked(kept("tree/everything", False, bool))

    def _offer_columns(self) -> None:
        for rows in (self.model, self.results):
            rows.show_beside(self.beside.columns)

    def _beside_changed(self) -> None:
        """Rows may be in another order now; the one that is shown stays chosen."""
        shown = self.tree.page()
        self.model.beside_changed()
        if shown is not None and self.tree.page() is None:
            self.select(shown)
            self.tree.take_as_told()

    def _want_columns(self) -> None:
        self.beside.want(self.tree.beside | self.found.beside)

    def save(self) -> None:
        """Remember columns and choices."""
        for view, key in ((self.tree, "tree/beside"), (self.found, "tree/beside_found")):
            self._settings.setValue(key, sorted(view.beside))
        for key, value in zip(
            ("tree/header", "tree/hidden", "tree/wanted"), self.tree.save_columns(), strict=True
        ):
            self._settings.setValue(key, value)
        self._settings.setValue("tree/everything", self.everything.isChecked())

    # ---- what is shown ------------------------------------------------------------------------------------------

    def _go_to_list(self) -> None:
        """From the filter to the rows below it."""
        view = self.current_view()
        if not view.currentIndex().isValid():
            view.setCurrentIndex(view.model().index(0, 0))
        view.setFocus()

    def _take_first(self) -> None:
        """Enter in the filter: the page whose address it is, else the first that was found."""
        wanted = self.filter.text().strip()
        page = self._session.reader.page_at(wanted) if wanted else None
        if page is not None:
            self.page_chosen.emit(page)
        elif wanted and self._shown_text == wanted and self.results.rowCount():
            self.found.setCurrentIndex(self.results.index(0, 0))
            self.found.setFocus()
        elif wanted:
            self._take_when_found = wanted
            self._debounce.stop()
            self._search()

    @property
    def shows_collections(self) -> bool:
        """Whether the collections are shown, not the tree."""
        return self._elsewhere is not None and not self._elsewhere.isHidden()

    def put(self, elsewhere: Elsewhere) -> None:
        """Have the collections, which are shown when somebody wants them."""
        self._elsewhere = elsewhere
        elsewhere.hide()
        self._column.addWidget(elsewhere, 1)

    def show_collections(self, shown: bool) -> None:
        """Show the collections, or the tree again."""
        if shown and self._elsewhere is None:
            self.collections_wanted.emit()
        elsewhere = self._elsewhere
        if elsewhere is not None and shown == elsewhere.isHidden():
            self.head.setVisible(not shown)
            self.stack.setVisible(not shown)
            elsewhere.setVisible(shown)
            self.current_view().setFocus()
            self.place_shown.emit(shown)
        self.places.show_place(collections=self.shows_collections)

    def current_view(self) -> PageTree:
        """The tree, or the search results while a filter is set, or the list of a collection."""
        if self._elsewhere is not None and self.shows_collections:
            return self._elsewhere.list
        return self.found if self.filter.text().strip() else self.tree

    def select(self, page: Page) -> None:
        """Make a page the current row of the tree."""
        index = self.model.index_of_page(page)
        if index.isValid():
            self.tree.setCurrentIndex(index)
            self.tree.scrollTo(index)
        else:
            self.tree.clearSelection()  # a redirect or picture that the tree does not show now

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (-1) page in sight."""
        view = self.current_view()
        index = view.currentIndex()
        while True:
            if not index.isValid():
                index = view.model().index(0, 0)
            else:
                index = view.indexBelow(index) if by > 0 else view.indexAbove(index)
            if not index.isValid():
                return
            if view.rows.page_at(index) is not None:
                view.setCurrentIndex(index)
                return

    def export_selected(self) -> bool:
        """Ask to export what is selected; without a selection only the whole archive is offered. False: it is empty."""
        indexes = self.current_view().selected()
        if indexes:
            label = (
                str(indexes[0].data())
                if len(indexes) == 1
                else self.tr("%n selected row(s)", "", len(indexes))
            )
            self.export_requested.emit(TreeSelection(indexes, self.model.shown.kinds), label)
        elif self.model.rowCount() or self._session.reader.last_seq():
            self.export_requested.emit(None, "")
        else:
            return False
        return True

    def crawl_again(self) -> None:
        """Ask for a second crawl of the site, folder or pages selected. A single page stands for its site: after a
        crawl the home page is selected, and beside each page there is a button for it alone."""
        target = again_target(self.current_view(), self._session, self.model.shown.kinds)
        if target is not None and target.kind == "page" and len(target.urls) == 1:
            target = AgainTarget("site", [site_address(target.urls[0])])
        self._ask_again(target)

    def crawl_selected_again(self) -> None:
        """Ask for a second crawl of exactly what is selected."""
        self._ask_again(again_target(self.current_view(), self._session, self.model.shown.kinds))

    def _ask_again(self, target: AgainTarget | None) -> None:
        """Without a selection: of the first site."""
        first = self.model.index(0, 0)
        if target is not None:
            self.again_requested.emit(target, False)
        elif first.isValid():
            self.again_requested.emit(AgainTarget("site", [first.data(cells.URL_ROLE)]), False)
        else:
            self.crawl_requested.emit("")

    def _drag(self, view: PageTree) -> None:
        """Take what is selected elsewhere, as files."""
        chosen = TreeSelection(view.selected(), self.model.shown.kinds)
        drag_out(self._session.archive, newest_of(chosen), view)

    def menu(self, view: PageTree) -> PageMenu:
        """The context menu for what is selected in a view."""
        menu = PageMenu(self, view, self._session)
        self.menu_opened.emit(menu, menu.chosen)
        return menu

    def _arrange(self) -> None:
        filtered = bool(self.filter.text().strip())
        total = self.results.total if filtered else None
        self.head.show_total(total, self.everything.isChecked(), complete=self.results.complete)
        if filtered:
            self.stack.setCurrentWidget(self.found if self.results.rowCount() else self.nothing)
            return
        empty = self.model.rowCount() == 0
        if empty and self.facets.choice.any:
            self._say_nothing_fits()
            return
        self.stack.setCurrentWidget(self.empty if empty else self.tree)
        if not empty:
            return
        if self._session.travel.day is not None:
            self.empty.say(
                self.tr("Nothing was archived yet"), self.tr("The first captures came after this day.")
            )
        elif self._session.crawling:
            self.empty.say(
                self.tr("Waiting for the first page"), self.tr("Pages appear here as they are stored.")
            )
        else:
            self.empty.say(
                self.tr("This archive is empty"),
                self.tr(
                    "Start a crawl: every page it finds is kept here, with every version of it. "
                    "Or import files of other programs: drop them here, or press Ctrl+I."
                ),
            )
        self.empty.button.setVisible(not self._session.crawling and self._session.travel.day is None)

    def _rows_inserted(self, parent: QModelIndex) -> None:
        if not parent.isValid():
            self._arrange()
            if self.model.rowCount() <= _FEW_SITES:
                QTimer.singleShot(0, self, self._expand_first)

    def _expand_first(self) -> None:
        first = self.model.index(0, 0)
        if first.isValid() and not self.tree.isExpanded(first):
            self.tree.expand(first)

    def rest(self) -> None:
        """The archive is put away: what was still to be read of it is left."""
        self.growth.rest()
        self.model.titles.rest()
        self.kinds.close()
        self.alike.close()
        self.beside.rest()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if 0 < self.model.rowCount() <= _FEW_SITES:
            self._expand_first()

    def _changed(self, seq: int) -> None:
        if self._session.travel.day is not None:
            return  # what comes in meanwhile does not belong to that day
        self.growth.to(seq)
        if self.facets.choice.any or self.head.popup.isVisible():
            self.facets.grown()
        if self.filter.text().strip() and not self._debounce.isActive():
            self._debounce.start(_GROWN_MS)

    def _show_everything(self, all_kinds: bool) -> None:
        kinds = EVERYTHING if all_kinds else DOCUMENTS
        self._start_over(lambda: self.model.show_kinds(kinds))
        self.facets.set_kinds(kinds)
        self._search()

    def read_again(self) -> None:
        """The index has changed behind the rows that are loaded."""
        self._start_over(self.model.read_again)
        self.facets.select()  # which ends in _show_chosen
        self._search()

    def _travelled(self) -> None:
        """Another day is shown."""
        reader = self._session.reader
        self.growth.pass_over()
        self.results.use(reader)
        self.kinds.use(reader)
        self.alike.use(reader)
        self._start_over(lambda: self.model.use(reader))
        self.facets.select()
        self.facets.count()
        self._search()

    def _start_over(self, change: Callable[[], None]) -> None:
        """Change what the tree shows, and keep what is open and chosen in it."""
        shown, opened = self.tree.page(), self.model.opened_folders()
        expanded = [folder for folder in opened if self.tree.isExpanded(self.model.index_of_folder(folder))]
        change()
        for folder in sorted(expanded):
            index = self.model.index_of_folder(folder)
            if index.isValid():
                self.tree.expand(index)
        if shown is not None:
            shown = self._session.reader.page(shown.url)  # as it was on the day that is shown
        if shown is not None:
            self.select(shown)

    def place(self) -> TreePlace:
        """What is in sight, for the tree of another window."""
        tree, model = self.tree, self.model
        opened = [id for id in model.opened_folders() if tree.isExpanded(model.index_of_folder(id))]
        top = tree.indexAt(QPoint(0, 0))
        selected = filter(None, map(self._row, tree.selected()))
        return TreePlace(
            tuple(sorted(opened)),
            tuple(selected),
            self._row(tree.currentIndex()),
            self._row(top),
            -tree.visualRect(top).top(),
            self.facets.choice,
        )

    def take(self, place: TreePlace) -> None:
        """Show what another tree showed."""
        tree, model = self.tree, self.model
        self.facets.choose(place.choice)
        for id in place.opened:
            tree.expand(model.index_of_folder(id))
        for id in set(model.opened_folders()) - set(place.opened):
            tree.collapse(model.index_of_folder(id))
        chooser, whole = tree.selectionModel(), QItemSelectionModel.SelectionFlag.Rows
        chooser.clear()
        for row in place.selected:
            chooser.select(self._index(row), QItemSelectionModel.SelectionFlag.Select | whole)
        chooser.setCurrentIndex(self._index(place.current), QItemSelectionModel.SelectionFlag.NoUpdate)
        tree.take_as_told()
        tree.doItemsLayout()
        tree.scrollTo(self._index(place.top), PageTree.ScrollHint.PositionAtTop)
        tree.verticalScrollBar().setValue(tree.verticalScrollBar().value() + place.above)

    @staticmethod
    def _row(index: QModelIndex) -> Row | None:
        page, folder = (index.data(role) for role in (cells.PAGE_ROLE, cells.FOLDER_ROLE))
        return (True, page.page_id) if page else (False, folder.folder_id) if folder else None

    def _index(self, row: Row | None) -> QModelIndex:
        if row is None:
            return QModelIndex()
        if not row[0]:
            return self.model.index_of_folder(row[1])
        found = self._session.reader.pages_by_id([row[1]])
        return self.model.index_of_page(found[0]) if found else QModelIndex()

    def _before_reshaping(self, node: Node) -> None:
        """A row gives way to another: what is open below it, and whether the current row is there."""
        index = self.model.index_of(node)
        below = self.model.opened_folders(node)
        self._reopen = [id for id in below if self.tree.isExpanded(self.model.index_of_folder(id))]
        at = self.tree.currentIndex()
        while at.isValid() and at != index:
            at = at.parent()
        self._reselect = self.tree.page() if at.isValid() else None

    def _after_reshaping(self) -> None:
        for id in sorted(self._reopen):
            index = self.model.index_of_folder(id)
            while index.isValid() and not self.tree.isExpanded(index):
                self.tree.expand(index)
                index = index.parent()
        if self._reselect is not None:
            self.select(self._reselect)

    # ---- facets -------------------------------------------------------------------------------------------------

    def open_facets(self) -> None:
        """What there is to choose from, below the button."""
        self.show_collections(False)
        self.facets.count()
        self.head.open_popup()
        self.head.show_choice(self.facets.choice)

    def _choice_changed(self, choice: FacetChoice) -> None:
        self.head.show_choice(choice)
        self._search()

    def _show_chosen(self, selection: Selection | None) -> None:
        self._start_over(lambda: self.model.show_chosen(selection))
        if selection is not None and selection.pages <= _FEW_PAGES:
            self.tree.expandAll()
        self._arrange()

    def _say_nothing_fits(self) -> None:
        chips = [
            facet_words.chip(facet, text)
            for facet in facet_words.SHOWN
            for text in getattr(self.facets.choice, facet)
        ]
        words = self.tr("No page fits all of this: {choice}.").format(choice=self.tr(", ").join(chips))
        self.nothing.say(self.tr("Nothing fits"), words)
        self.nothing.button.show()
        self.stack.setCurrentWidget(self.nothing)

    # ---- the filter ---------------------------------------------------------------------------------------------

    def _filter_changed(self, text: str) -> None:
        if text.strip():
            self._debounce.start(_PAUSE_MS)
        else:
            self._debounce.stop()
            self._arrange()

    def _search(self) -> None:
        wanted = self.filter.text().strip()
        if not wanted:
            return
        order, descending = self.results.order, self.results.descending
        question = Wanted(wanted, self.model.shown.kinds, self.facets.choice, order, descending)
        if question == self.results.wanted:
            # what somebody has scrolled through stays loaded
            self._look_for(question, 2 * self.results.rowCount())
        else:
            self._finder.start(
                self._session.readers,
                lambda reader, task: find_first(reader, question, task),
                self._show_first,
            )

    def _look_for(self, question: Wanted, rows: int) -> None:
        self._finder.start(
            self._session.readers, lambda reader, task: find(reader, question, rows, task), self._show_found
        )

    def _show_first(self, found: Found) -> None:
        self._show_found(found)
        if not found.complete:
            self._look_for(found.wanted, 0)

    def _show_found(self, found: Found) -> None:
        current, wanted = self.found.page(), found.wanted.text
        self.results.show(found)
        self._shown_text = wanted
        if current is not None and not self.found.currentIndex().isValid():
            row = self.results.row_of(current)
            if row >= 0:
                self.found.setCurrentIndex(self.results.index(row, 0))
        self.nothing.button.setVisible(self.facets.choice.any)
        self.nothing.say(self.tr("Nothing found"), self._nothing_found().format(text=wanted))
        self._arrange()
        if self._take_when_found == wanted and self.results.rowCount():
            self._take_first()
        self._take_when_found = ""

    def _nothing_found(self) -> str:
        if self.facets.choice.any:
            return self.tr(
                "None of the pages that are chosen above contains “{text}” in its title or address."
            )
        if self.everything.isChecked():
            return self.tr("No title or address contains “{text}”.")
        return self.tr("No document’s title or address contains “{text}”. “Show everything” looks further.")
