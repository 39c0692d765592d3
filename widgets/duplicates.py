"""The same content at several addresses: a list of the archive's contents that repeat, read in a worker."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QModelIndex, QObject, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QHeaderView,
    QTreeView,
    QWidget,
)

from widgets.kit import jobs, messages, theme
from widgets.kit.boxes import in_column, in_row, stacked, text_label
from widgets.kit.empty_state import EmptyState
from widgets.kit.parts import ClosesWithEscape
from widgets.kit.tables import RIGHT, Index, Role, TwoLevels
from widgets.words import formats

if TYPE_CHECKING:
    from app.archive.index.statistics import Duplicates
    from app.archive.model import Capture
    from widgets.session import Session

CONTENT, ADDRESSES, SIZE, REPEATED = range(4)


def name_of(group: Duplicates) -> str:
    """What a content is called: by its title, else by the last part of its first address."""
    title = next((one.title for one in group.captures if one.title), "")
    address = group.captures[0].url
    last = address.partition("?")[0].rstrip("/").rpartition("/")[2]
    return title or formats.readable(last or address)


class DuplicatesModel(TwoLevels):
    """Contents in the order of a column, below each its addresses."""

    numbers = frozenset({ADDRESSES, SIZE, REPEATED})

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.heads = (self.tr("Content"), self.tr("Addresses"), self.tr("Size"), self.tr("Repeated"))
        self.tips = (
            self.tr("Title, or the name in the first address"),
            self.tr("How many addresses have this content"),
            self.tr("Size of the content"),
            self.tr("Bytes beyond the first copy"),
        )
        self._order = (REPEATED, Qt.SortOrder.DescendingOrder)

    def show(self, rows: Sequence[Duplicates]) -> None:
        """Show other contents, in the order that is chosen."""
        column, way = self._order
        keys: dict[int, Callable[[Duplicates], Any]] = {
            CONTENT: lambda group: name_of(group).casefold(),
            ADDRESSES: lambda group: len(group.captures),
            SIZE: lambda group: group.length,
            REPEATED: lambda group: group.repeated,
        }
        super().show(sorted(rows, key=keys[column], reverse=way == Qt.SortOrder.DescendingOrder))

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        if column in (CONTENT, ADDRESSES, SIZE, REPEATED):
            self._order = column, order
            self.show(self._rows)

    def lines_below(self, row: Duplicates) -> int:
        return len(row.captures)

    def capture_at(self, index: Index) -> Capture | None:
        """The capture of an address, None in the row of a content."""
        above: Duplicates | None = self.row_above(index)
        return None if above is None else above.captures[index.row()]

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        column, capture = index.column(), self.capture_at(index)
        if role == Role.TextAlignmentRole:
            return RIGHT if column else None
        if capture is not None:
            return self._address(capture, column, role)
        group: Duplicates = self._rows[index.row()]
        if role == Role.DisplayRole:
            return (
                name_of(group),
                formats.number(len(group.captures)),
                formats.size(group.length),
                formats.size(group.repeated),
            )[column]
        if role == Role.ToolTipRole:
            exact = {SIZE: formats.size_exact(group.length), REPEATED: formats.size_exact(group.repeated)}
            return exact.get(column, f"{name_of(group)}\n{group.digest}")
        if role == Role.DecorationRole and column == CONTENT:
            return theme.icon(formats.type_icon(group.captures[0].type))
        return None

    @staticmethod
    def _address(capture: Capture, column: int, role: int) -> object:
        if role == Role.ForegroundRole:
            return theme.brush("muted") if column else None
        if column == CONTENT and role == Role.DisplayRole:
            return formats.readable(capture.url)
        if column == REPEATED and role == Role.DisplayRole:
            return formats.date(capture.date, brief=True)
        if role == Role.ToolTipRole:
            return f"{capture.url}\n{formats.date_exact(capture.date)}"
        return None


_MOST = 5000  # contents that are listed: those that repeat most
_WIDTHS = {ADDRESSES: 96, SIZE: 96, REPEATED: 152}


class DuplicatesView(ClosesWithEscape):
    """Stands where pages are shown. `open` it; double click or Enter on an address asks for its capture."""

    capture_requested = Signal(str)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("siteChangesPage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session = session
        self._reading: jobs.Task[Any] | None = None
        self.documents = QCheckBox(self.tr("&Documents only"))
        self.documents.setToolTip(self.tr("Leave out images, style sheets and scripts"))
        self.documents.setChecked(True)
        self.documents.toggled.connect(self.open)
        self.summary = text_label("", "muted")
        self.model = DuplicatesModel(self)
        self.tree = self._make_tree()
        self.busy, self.nothing = EmptyState("copy"), EmptyState("copy")
        self.busy.offer(self.tr("Cancel"), self.tr("Stop looking"), self.cancel)
        self.nothing.offer(self.tr("Look again"), self.tr("Look through the archive once more"), self.open)
        self.stack = stacked(self.busy, self.nothing, self.tree)
        self._arrange()

    def _make_tree(self) -> QTreeView:
        tree = QTreeView()
        tree.setModel(self.model)
        tree.setAccessibleName(self.tr("Contents and their addresses"))
        tree.setUniformRowHeights(True)
        tree.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        tree.setFrameShape(QTreeView.Shape.NoFrame)
        tree.setAllColumnsShowFocus(True)
        head = tree.header()
        head.ensurePolished()
        head.setStretchLastSection(False)
        head.setSectionResizeMode(CONTENT, QHeaderView.ResizeMode.Stretch)
        for column, width in _WIDTHS.items():
            head.resizeSection(column, max(width, head.sectionSizeHint(column)))
        tree.setSortingEnabled(True)
        tree.sortByColumn(REPEATED, Qt.SortOrder.DescendingOrder)
        tree.activated.connect(self._open_address)
        return tree

    def _arrange(self) -> None:
        heading = self.headline(self.tr("Duplicates"))
        in_column(
            self,
            in_row(
                None,
                heading,
                None,
                self.close_button(),
                margins=(theme.DOUBLE, theme.UNIT, theme.UNIT, 0),
                spacing=-1,
            ),
            in_row(
                None,
                (self.summary, 1),
                self.documents,
                margins=(theme.DOUBLE, 0, theme.DOUBLE, theme.UNIT),
                spacing=-1,
            ),
            (self.stack, 1),
            spacing=theme.HALF,
        )

    # ---- looking ------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Look through the archive."""
        if self._reading is not None:
            self._reading.cancel()
        archive, kinds = self._session.archive, ("document",) if self.documents.isChecked() else None
        self.summary.clear()
        self.busy.say(self.tr("Looking for duplicates…"), self.tr("The same content at several addresses."))
        self.stack.setCurrentWidget(self.busy)
        self.documents.setFocus()

        def look(task: jobs.Handle) -> list[Duplicates]:
            found: list[Duplicates] = []
            with archive.reader() as reader:
                for group in islice(reader.duplicates(kinds=kinds), _MOST + 1):
                    task.check()
                    found.append(group)
            return found

        self._reading = jobs.run(
            self,
            look,
            done=self._show,
            failed=self._failed,
            stopped=lambda _: None,
            label=self.tr("Duplicates"),
        )

    def cancel(self) -> None:
        """Look no further."""
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None
        self._say(self.tr("Cancelled"), "")

    def _show(self, found: list[Duplicates]) -> None:
        self._reading = None
        listed = found[:_MOST]
        self.model.show(listed)
        if not listed:
            self._say(
                self.tr("No duplicates"),
                self.tr("Every content stands at one address, as far as this archive goes."),
            )
            return
        said = [
            self.tr("%Ln content(s) at several addresses;", "", len(listed)),
            self.tr("{size} beyond the first copies.").format(
                size=formats.size(sum(one.repeated for one in listed))
            ),
        ]
        if len(found) > _MOST:
            said.append(self.tr("Only those that repeat most are listed."))
        self.summary.setText(formats.sentences(said))
        self.stack.setCurrentWidget(self.tree)
        self.tree.setFocus()

    def _failed(self, error: Exception) -> None:
        self._reading = None
        self._say(self.tr("The archive could not be read."), messages.sentence(error))

    def _say(self, heading: str, text: str) -> None:
        self.nothing.say(heading, text)
        self.stack.setCurrentWidget(self.nothing)

    def _open_address(self, index: QModelIndex) -> None:
        capture = self.model.capture_at(index)
        if capture is not None:
            self.capture_requested.emit(capture.id)
