"""The pages of the row that is chosen in the collections, as a list like that of the filter."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from app.archive.index.facets import FacetChoice
from widgets.collections.overview import pages_of
from widgets.collections.section import Entry, Listed, Said
from widgets.handover.copying import newest_of
from widgets.handover.dragging import drag_out
from widgets.kit import jobs, messages, theme
from widgets.kit.boxes import in_column, in_row, text_label
from widgets.kit.empty_state import EmptyState
from widgets.kit.loading import Loader
from widgets.kit.parts import ElidedLabel, tool_button
from widgets.kit.tables import RIGHT, OpensBeside
from widgets.tree import cells
from widgets.tree.beside import Column, dense
from widgets.tree.nodes import EVERYTHING
from widgets.tree.results import CHUNK, Found, ResultsModel, Wanted, find
from widgets.tree.view import PageTree

if TYPE_CHECKING:
    from app.archive.model import Page
    from app.archive.reader import ArchiveReader
    from widgets.session import Session
    from widgets.tree.panel import TreePanel
    from widgets.tree.selection import TreeSelection

_WIDE = 108  # pixels of the column of what is said


class SaidColumn(Column):
    """What a collection says of its pages: how sure it is, how alike they are."""

    key = "said"

    def __init__(self, said: Said) -> None:
        super().__init__()
        self._said = said
        pages = np.fromiter(said.orders, np.int64, len(said.orders))
        self.keep(dense(pages, np.fromiter(said.orders.values(), np.float64, len(said.orders))))

    def header(self, role: int) -> object:
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return RIGHT
        said = {Qt.ItemDataRole.DisplayRole: self._said.title, Qt.ItemDataRole.ToolTipRole: self._said.tip}
        return said.get(Qt.ItemDataRole(role))

    def text(self, page: Page) -> str:
        return self._said.texts.get(page.page_id, "")

    def tip(self, page: Page) -> str:
        return self._said.tips.get(page.page_id) or self.text(page)


class Listing(QWidget):
    """`show_entry` lists the pages of a row. The tree's panel does what is done with single pages."""

    capture_requested = Signal(str)  # the version of a page that is meant
    compare_requested = Signal(str, str)
    export_requested = Signal(str, object)  # what to call it, and the numbers of the pages
    selected = Signal(object)  # the Page of the current row
    listed = Signal(object)  # the Listed that is shown now

    def __init__(self, session: Session, tree: TreePanel, parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self._tree = session, tree
        self._entry: Entry | None = None
        self._found: Listed | None = None
        self._loader = Loader(self)
        self._then: Callable[[], object] | None = None
        self.heading = ElidedLabel(self)
        self.heading.setProperty("role", "section")
        self.count = text_label("", "muted")
        self.compare_button = tool_button(
            self, "compare", self.tr("Compare two selected pages, or a copy with its first"), self.compare
        )
        self.export_button = tool_button(self, "export", self.tr("Export all of these pages…"), self.export)
        self.model = ResultsModel(session.reader, tree.model.titles, self)
        self.model.marks = session.notes.summary
        self.model.kinds = tree.kinds
        session.notes.changed.connect(self.model.redraw)
        tree.kinds.changed.connect(self.model.redraw)
        self.model.resorted.connect(self._order)
        self.none = EmptyState("collections")
        self.none.say(
            self.tr("Pages that belong together"),
            self.tr(
                "Choose a row above: its pages are listed here. Pages can be dropped on categories, kinds and tags."
            ),
        )
        self.busy = EmptyState("collections")
        self.stack = QStackedWidget()
        self.list = self._make_list()
        for view in (self.none, self.busy, self.list):
            self.stack.addWidget(view)
        self._head = QWidget()
        in_row(
            self._head,
            (self.heading, 1),
            self.count,
            self.compare_button,
            self.export_button,
            margins=(theme.UNIT + theme.HALF, theme.HALF, theme.UNIT, theme.HALF),
            spacing=theme.HALF,
        )
        self.below = in_column(None)
        in_column(self, self._head, (self.stack, 1), self.below)
        self._head.hide()

    def _make_list(self) -> PageTree:
        view = PageTree(self.stack, addresses=True)
        view.setAccessibleName(self.tr("Pages of the collection"))
        view.setRootIsDecorated(False)
        view.show_model(self.model)
        view.header().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        view.chosen.connect(self._open)
        view.opened.connect(self._open)
        view.dragged.connect(lambda: self._drag(view))
        view.customContextMenuRequested.connect(self._menu)
        view.selectionModel().selectionChanged.connect(lambda *_: self._fit())
        OpensBeside(
            view, lambda index: self._tree.beside_requested.emit(index.data(cells.URL_ROLE)), picks=True
        )
        return view

    # ---- what is shown --------------------------------------------------------------------------------------------

    def show_entry(self, entry: Entry | None) -> None:
        """List the pages of a row; without one say what the place is for."""
        again = entry is not None and self._entry is not None and entry.key == self._entry.key
        self._entry = entry
        self._head.setVisible(entry is not None and entry.read is not None)
        if entry is None or entry.read is None:
            self._loader.cancel()
            self._found = None
            self.stack.setCurrentWidget(self.none)
            self.listed.emit(None)
            return
        self.heading.set_text(entry.name)
        if not again:
            self._found = None
            self.count.clear()
            self.busy.say(self.tr("Looking…"), "")
            self.stack.setCurrentWidget(self.busy)
            self.listed.emit(None)
        self._fit()
        read = entry.read
        self._loader.start(
            self._session.readers, lambda reader, task: read(reader, task), self._show, self._failed
        )

    def when_listed(self, act: Callable[[], object]) -> None:
        """Do something once the pages of the row are listed."""
        self._then = act

    def use(self) -> None:
        """Another day is shown."""
        self.model.use(self._session.reader)
        self.show_entry(self._entry)

    def rest(self) -> None:
        """The archive is put away."""
        self._loader.cancel()

    def _show(self, found: Listed) -> None:
        self._found = found
        self.model.show_beside((SaidColumn(found.said),) if found.said is not None else ())
        self.list.beside = {SaidColumn.key} if found.said is not None else set()
        if found.said is not None:
            self.list.header().resizeSection(cells.COLUMNS, _WIDE)
            self.list.show_beside(SaidColumn.key)
        if self.list.header().sortIndicatorSection() >= self.model.columnCount():
            self.list.header().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.count.setText(self.tr("%Ln page(s)", "", len(found.pages)))
        self._order()
        self.listed.emit(found)

    def _order(self) -> None:
        """List them in the order that is chosen; without one as the collection has them."""
        found, entry = self._found, self._entry
        if found is None or entry is None:
            return
        chosen = self.list.header().sortIndicatorSection() >= 0
        order, descending = self.model.order, self.model.descending
        rows = self.model.rowCount()
        # the text tells one collection from another: what is shown of one stays where it is
        wanted = Wanted(f"\0{entry.key}", (), FacetChoice(), order, descending)
        some = FacetChoice(pages=frozenset(found.pages))

        def read(reader: ArchiveReader, task: jobs.Handle) -> Found:
            if not chosen:
                ids = array("q", found.pages)
                return Found(wanted, ids, reader.pages_by_id(ids[: max(rows, CHUNK)]))
            ordered = find(reader, Wanted("", EVERYTHING, some, order, descending), rows, task)
            return ordered._replace(wanted=wanted)

        self._loader.start(self._session.readers, read, self._put, self._failed)

    def _put(self, found: Found) -> None:
        current = self.list.page()
        self.model.show(found)
        if current is not None and not self.list.currentIndex().isValid():
            row = self.model.row_of(current)
            if row >= 0:
                self.list.setCurrentIndex(self.model.index(row, 0))
                self.list.take_as_told()
        if found.ids:
            self.stack.setCurrentWidget(self.list)
        else:
            self.busy.say(self.tr("No page any more"), self.tr("The archive has changed since it was read."))
            self.stack.setCurrentWidget(self.busy)
        self._fit()
        then, self._then = self._then, None
        if then is not None:
            then()

    def _failed(self, error: Exception) -> None:
        self._found = None
        self.busy.say(self.tr("This could not be read."), messages.sentence(error))
        self.stack.setCurrentWidget(self.busy)

    def _fit(self) -> None:
        """Which buttons make sense."""
        self.compare_button.setEnabled(self._pair() is not None)
        self.export_button.setEnabled(bool(self._found and self._found.pages))

    # ---- what is done with them -----------------------------------------------------------------------------------

    def capture_of(self, page: Page) -> str:
        """The version of a page that is meant; "" for the one that is shown anyway."""
        return self._found.captures.get(page.page_id, "") if self._found is not None else ""

    def _open(self, page: Page) -> None:
        self.selected.emit(page)
        capture = self.capture_of(page)
        if capture:
            self.capture_requested.emit(capture)
        else:
            self._tree.page_chosen.emit(page)

    def _pair(self) -> tuple[Page, Page] | None:
        """Two pages that are selected; of one that is a copy the first of its group, and it."""
        chosen = pages_of(self.list)
        if len(chosen) == 2:
            return chosen[0], chosen[1]
        if len(chosen) != 1 or self._found is None:
            return None
        mine = chosen[0].page_id
        group: Sequence[int] = next((one for one in self._found.groups if mine in one), ())
        other = next((one for one in group if one != mine), None)
        found = self._session.reader.pages_by_id([other]) if other is not None else []
        return (found[0], chosen[0]) if found else None

    def compare(self) -> None:
        """Two versions side by side: of two pages, or of a copy and its first."""
        pair = self._pair()
        if pair is None:
            return
        ids = [self.capture_of(page) or self._newest(page) for page in pair]
        if all(ids):
            self.compare_requested.emit(*ids)

    def _newest(self, page: Page) -> str:
        capture = self._session.reader.nearest(page.url, None)
        return capture.id if capture is not None else ""

    def export(self) -> None:
        """Ask to export all of them."""
        if self._found is not None and self._entry is not None:
            self.export_requested.emit(self._entry.name, list(self._found.pages))

    def _drag(self, view: PageTree) -> None:
        drag_out(self._session.archive, newest_of(self._chosen()), view)

    def _chosen(self) -> TreeSelection:
        from widgets.tree.selection import TreeSelection

        return TreeSelection(self.list.selected(), ())

    def _menu(self, at: QPoint) -> None:
        self._tree.menu(self.list).popup(self.list.viewport().mapToGlobal(at))
