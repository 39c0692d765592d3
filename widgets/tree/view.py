"""The tree on the screen: columns that fit, more rows fetched where somebody looks, keyboard."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from PySide6.QtCore import (
    QByteArray,
    QEvent,
    QModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QAction, QColor, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHeaderView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from app.archive.model import Page
from widgets.kit import theme
from widgets.kit.courtesy import first
from widgets.kit.tables import Index
from widgets.tree import cells
from widgets.tree.beside import BAR_ROLE, RANKS, Column
from widgets.tree.model import ArchiveModel
from widgets.tree.results import ResultsModel
from widgets.words import formats, ranks

# How the first column of the tree is painted: folders with their number of pages, found pages with their
# address.

_LEAST_NAME = 48  # pixels a name keeps beside a number


class RowDelegate(QStyledItemDelegate):
    """With `addresses`, a second line below each title says where the page is."""

    def __init__(self, parent: QWidget, *, addresses: bool = False) -> None:
        super().__init__(parent)
        self._addresses = addresses

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        size = super().sizeHint(option, index)
        if self._addresses:
            return QSize(size.width(), 2 * option.fontMetrics.height() + theme.UNIT)
        return QSize(size.width(), max(theme.ROW_HEIGHT, size.height()))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        behind = index.data(cells.MARKS_ROLE) or ""
        count = "" if self._addresses else index.data(cells.COUNT_ROLE) or behind
        if not count and not self._addresses:
            super().paint(painter, option, index)
            return
        self.initStyleOption(option, index)
        text, option.text = option.text, ""
        style = option.widget.style() if option.widget else QApplication.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        option.text = text  # without one the style leaves no room for it
        room = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, option, option.widget)
        room.setRight(option.rect.right() - theme.HALF)
        painter.save()
        painter.setFont(option.font)
        if self._addresses:
            page = index.data(cells.PAGE_ROLE)
            self._paint_lines(
                painter, option, room, text, f"{behind}  {cells.address(page)}".lstrip() if page else ""
            )
        else:
            if behind:  # the title stands where those of other pages do, and has most of the room
                room.setLeft(room.left() + style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin) + 1)
                most = room.width() * 2 // 5
                count = option.fontMetrics.elidedText(count, Qt.TextElideMode.ElideRight, most)
            self._paint_name(painter, option, room, text, count)
        painter.restore()

    def _paint_name(
        self, painter: QPainter, option: QStyleOptionViewItem, room: QRect, name: str, count: str
    ) -> None:
        metrics, align = option.fontMetrics, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        wide = metrics.horizontalAdvance(count) + theme.UNIT
        left = room.width() - wide
        if left < _LEAST_NAME:
            wide, left = 0, room.width()
        shown = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, left)
        painter.setPen(QColor(theme.colors().text))
        painter.drawText(room, align, shown)
        if wide:
            painter.setPen(QColor(theme.colors().muted))
            after = room.adjusted(metrics.horizontalAdvance(shown) + theme.UNIT, 0, 0, 0)
            painter.drawText(after, align, count)

    def _paint_lines(
        self, painter: QPainter, option: QStyleOptionViewItem, room: QRect, title: str, address: str
    ) -> None:
        metrics, align = option.fontMetrics, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        top = room.top() + (room.height() - 2 * metrics.height()) // 2
        first = QRect(room.left(), top, room.width(), metrics.height())
        colors = theme.colors()
        painter.setPen(QColor(colors.text))
        painter.drawText(first, align, metrics.elidedText(title, Qt.TextElideMode.ElideRight, room.width()))
        painter.setPen(QColor(colors.muted))
        shown = metrics.elidedText(address, Qt.TextElideMode.ElideMiddle, room.width())
        painter.drawText(first.translated(0, metrics.height()), align, shown)


class RankDelegate(QStyledItemDelegate):
    """A rank as a bar from 0 to 10 with its number behind it."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        value = index.data(BAR_ROLE)
        if value is None:
            super().paint(painter, option, index)
            return
        self.initStyleOption(option, index)
        text, option.text = option.text, ""
        style = option.widget.style() if option.widget else QApplication.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        colors, metrics = theme.colors(), option.fontMetrics
        room = option.rect.adjusted(theme.HALF, 0, -theme.HALF, 0)
        wide = metrics.horizontalAdvance("10")
        track = QRectF(room.left(), room.center().y() - 2, max(0, room.width() - wide - theme.UNIT), 5)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colors.border))
        painter.drawRoundedRect(track, 2, 2)
        painter.setBrush(QColor(colors.accent))
        filled = QRectF(track)
        filled.setWidth(track.width() * value / ranks.HIGHEST)
        painter.drawRoundedRect(filled, 2, 2)
        painter.setFont(option.font)
        painter.setPen(QColor(colors.muted))
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()


# below this width of the view a column is left out, so that titles stay readable; the last two are shown on
# demand
_NEVER = 1 << 24
_NEEDS = {
    cells.TYPE: 800,
    cells.VERSIONS: 320,
    cells.LAST: 560,
    cells.LENGTH: 900,
    cells.STATUS: 1000,
    cells.FIRST: _NEVER,
    cells.ADDRESS: _NEVER,
}
_WIDTHS = {cells.TYPE: 92, cells.VERSIONS: 76, cells.LENGTH: 80, cells.STATUS: 64, cells.ADDRESS: 240}
_BESIDE = 96  # pixels of a column that the index knows nothing of
_LONG_AGO = datetime(2000, 12, 28, 20, 58, tzinfo=UTC)  # a date as long as dates get
_SHOW_AFTER_MS = 120
_INDENT, _LEAST_INDENT = 16, 5  # pixels a level is moved to the right
_TITLE_ROOM = 96  # pixels that remain for a title, however deep it stands


class PageTree(QTreeView):
    """Shows an ArchiveModel or a ResultsModel. `chosen` follows the current row after a short rest."""

    chosen = Signal(object)
    opened = Signal(object)
    dragged = Signal()  # what is selected, to be taken elsewhere
    beside_chosen = Signal()  # other columns of links or fields are shown
    rows: ArchiveModel | ResultsModel

    def __init__(self, parent: QWidget | None = None, *, addresses: bool = False) -> None:
        """With `addresses`, each row says below its title where the page is."""
        self._restyled = False
        super().__init__(parent)
        self.setItemDelegateForColumn(cells.TITLE, RowDelegate(self, addresses=addresses))
        self.setUniformRowHeights(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setIndentation(_INDENT)
        self.setAnimated(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setAllColumnsShowFocus(True)
        self._hidden: set[int] = set()
        self._wanted: set[int] = set()
        self.beside: set[str] = set()  # keys of the columns of links and fields that are shown
        self._fetch = QTimer(self, singleShot=True, interval=0)
        self._fetch.timeout.connect(self._fetch_visible)
        self._rest = QTimer(self, singleShot=True, interval=_SHOW_AFTER_MS)
        self._rest.timeout.connect(self._announce)
        self.verticalScrollBar().valueChanged.connect(self._look)
        self.verticalScrollBar().rangeChanged.connect(self._look)
        self.expanded.connect(self._look)
        self.activated.connect(self._open)
        header = self.header()
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(self._column_menu)
        header.setMinimumSectionSize(48)
        header.setStretchLastSection(False)

    def show_model(self, model: ArchiveModel | ResultsModel) -> None:
        """Show the archive, or what was found in it; columns are as wide as they have to be."""
        self.setModel(model)
        self.rows = model
        header = self.header()
        header.setSectionsMovable(True)
        header.setFirstSectionMovable(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(cells.TITLE, QHeaderView.ResizeMode.Stretch)
        for column, width in _WIDTHS.items():
            header.resizeSection(column, width)
        # dates are longer in some languages than in others
        dates = (
            formats.date(when, brief=True) for when in (_LONG_AGO, datetime.now(UTC) - timedelta(days=1))
        )
        words = (*dates, str(model.headerData(cells.LAST, Qt.Orientation.Horizontal)))
        width = max(map(self.fontMetrics().horizontalAdvance, words))
        for column in (cells.LAST, cells.FIRST):
            header.resizeSection(column, width + theme.TRIPLE)
        header.sectionCountChanged.connect(self._columns_offered)
        model.headerDataChanged.connect(lambda *_: self._fit_beside())
        self._columns_offered(0, model.columnCount())
        self.setItemDelegateForColumn(cells.COLUMNS + RANKS.index("rank"), RankDelegate(self))
        self.setSortingEnabled(True)

    def _columns_offered(self, before: int, now: int) -> None:
        """There are other columns of fields: those that come have a width, and are hidden unless somebody wants them."""
        for column in range(max(before, cells.COLUMNS), now):
            self.header().resizeSection(column, _BESIDE)
        self._fit_beside()

    # ---- choosing -----------------------------------------------------------------------------------------------

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self._rest.start()

    def _announce(self) -> None:
        page = self.page()
        if page is not None:
            self.chosen.emit(page)

    def take_as_told(self) -> None:
        """The current row was chosen by the program, and what it stands for is shown already."""
        self._rest.stop()

    def page(self) -> Page | None:
        """The page of the current row, None on a folder."""
        index = self.currentIndex()
        return self.rows.page_at(index) if index.isValid() else None

    def selected(self) -> list[QModelIndex]:
        """The selected rows, from top to bottom as they were selected."""
        return self.selectionModel().selectedRows(cells.TITLE)

    def _open(self, index: QModelIndex) -> None:
        page = self.rows.page_at(index)
        if page is not None:
            self._rest.stop()
            self.opened.emit(page)

    def startDrag(self, _actions: Qt.DropAction) -> None:
        self.dragged.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        folder = self.currentIndex().isValid() and self.page() is None
        if folder and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.setExpanded(self.currentIndex(), not self.isExpanded(self.currentIndex()))
            return
        super().keyPressEvent(event)

    # ---- fetching what is looked at -----------------------------------------------------------------------------

    def _look(self) -> None:
        self._fetch.start()

    @first
    def _fetch_visible(self) -> None:
        """QTreeView fetches a branch when it is opened; here its next chunk, when its end comes into sight."""
        model, area = self.rows, self.viewport().rect()
        index = self.indexAt(area.topLeft())
        ends: list[QModelIndex] = []
        deepest = 1
        while index.isValid() and self.visualRect(index).top() <= area.bottom() + area.height():
            parent = index.parent()
            if index.row() == model.rowCount(parent) - 1 and model.more_below(parent):
                ends.append(parent)
            deepest = max(deepest, _depth(index))
            index = self.indexBelow(index)
        room = (self.columnWidth(cells.TITLE) - _TITLE_ROOM) // deepest
        if (indent := min(_INDENT, max(_LEAST_INDENT, room))) != self.indentation():
            self.setIndentation(indent)
        for parent in ends:
            model.fetchMore(parent)

    # ---- columns ------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit_columns()
        super().resizeEvent(event)

    def _fit_columns(self) -> None:
        self._fit_beside()
        width = self.viewport().width()
        own = sum(
            self.columnWidth(column)
            for column, each in enumerate(self._offered(), cells.COLUMNS)
            if each.key in self.beside
        )
        for column, needs in _NEEDS.items():
            narrow = width - own < needs and column not in self._wanted
            self.setColumnHidden(column, column in self._hidden or narrow)
        if not self.isColumnHidden(cells.ADDRESS):  # titles keep more than half of what the others leave
            others = sum(self.columnWidth(each) for each in _NEEDS if each != cells.ADDRESS)
            self.setColumnWidth(cells.ADDRESS, max(48, (width - others) * 45 // 100))

    def _fit_beside(self) -> None:
        for column, each in enumerate(self._offered(), cells.COLUMNS):
            self.setColumnHidden(column, each.key not in self.beside)

    def _offered(self) -> tuple[Column, ...]:
        return self.rows.beside if self.model() is not None else ()

    def _column_menu(self, at: QPoint) -> None:
        menu = QMenu(self)
        self.offer_columns(menu)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.header().mapToGlobal(at))

    def offer_columns(self, menu: QMenu) -> None:
        """The columns to choose from, as what can be checked in a menu."""
        for column in _NEEDS:
            action = QAction(str(cells.header(column, Qt.ItemDataRole.DisplayRole)), menu, checkable=True)
            action.setChecked(not self.isColumnHidden(column))
            action.toggled.connect(lambda shown, column=column: self._show_column(column, shown))
            menu.addAction(action)
        last = ""
        for each in self._offered():
            if each.key == RANKS[0] or (each.key not in RANKS and last == RANKS[-1]):
                menu.addSeparator()
            last = each.key
            action = QAction(
                str(each.header(Qt.ItemDataRole.DisplayRole)).replace("&", "&&"), menu, checkable=True
            )
            action.setToolTip(str(each.header(Qt.ItemDataRole.ToolTipRole)))
            action.setChecked(each.key in self.beside)
            action.toggled.connect(lambda shown, key=each.key: self.show_beside(key, shown))
            menu.addAction(action)
        menu.addSeparator()
        usual = menu.addAction(self.tr("As &usual"))
        usual.setToolTip(self.tr("Those that there is room for"))
        usual.triggered.connect(self._usual_columns)

    def _usual_columns(self) -> None:
        self._hidden, self._wanted, self.beside = set(), set(), set()
        self._fit_columns()
        self.beside_chosen.emit()

    def show_beside(self, key: str, shown: bool = True) -> None:
        """Show a column of links or of a field, or leave it out."""
        self.beside = self.beside | {key} if shown else self.beside - {key}
        self._fit_columns()
        self.beside_chosen.emit()

    def _show_column(self, column: int, shown: bool) -> None:
        """A column that somebody asked for stays, however narrow the tree is."""
        self._hidden = self._hidden - {column} if shown else self._hidden | {column}
        self._wanted = self._wanted | {column} if shown else self._wanted - {column}
        self._fit_columns()

    def save_columns(self) -> tuple[QByteArray, list[int], list[int]]:
        """Widths, order, sorting; which columns the person left out, and which must always be there."""
        return self.header().saveState(), sorted(self._hidden), sorted(self._wanted)

    def restore_columns(self, state: QByteArray | None, hidden: list[int], wanted: list[int]) -> None:
        """What save_columns gave."""
        self._hidden = {column for column in hidden if column in _NEEDS}
        self._wanted = {column for column in wanted if column in _NEEDS}
        if state:
            self.header().restoreState(state)
            self.header().setSectionResizeMode(cells.TITLE, QHeaderView.ResizeMode.Stretch)
        self._fit_columns()

    # ---- both ask the model for hundreds of values --------------------------------------------------------------

    @first
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)

    @first
    def doItemsLayout(self) -> None:
        """Give all rows of open branches their places, which for thousands of sites takes 20 ms and more. A change of
        style, of which a new window gets several, asks for it at once; it is done once, before anything is shown."""
        if self._restyled:
            self.scheduleDelayedItemsLayout()
        else:
            super().doItemsLayout()

    def event(self, event: QEvent) -> bool:
        self._restyled = event.type() == QEvent.Type.StyleChange
        try:
            return super().event(event)
        finally:
            self._restyled = False

    def rowsInserted(self, parent: Index, start: int, end: int) -> None:
        """Rows that a branch gets while it is being opened get their places by that, and all others keep theirs."""
        if self.state() != QAbstractItemView.State.ExpandingState:
            super().rowsInserted(parent, start, end)


def _depth(index: QModelIndex) -> int:
    """1 for a row at the top, 2 for one below it …"""
    depth = 0
    while index.isValid():
        index, depth = index.parent(), depth + 1
    return depth
