"""The headings of the collections with the rows below them; pages can be dropped on rows that take them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QFont,
    QKeyEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QMenu,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from widgets.collections.section import Entry, Section
from widgets.kit import theme
from widgets.kit.tables import Index
from widgets.tree import cells
from widgets.tree.view import PageTree
from widgets.words import formats

if TYPE_CHECKING:
    from app.archive.model import Page

_SECTION, _ENTRY = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
_NAME, _COUNT = range(2)


class _Rows(QStyledItemDelegate):
    """Rows as high as those of the tree."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        size = super().sizeHint(option, index)
        return QSize(size.width(), max(theme.ROW_HEIGHT, size.height()))


class Overview(QTreeWidget):
    """`chosen` carries the section and the entry of the current row, `opened` those of one that was double-clicked or
    entered."""

    chosen = Signal(object, object)
    opened = Signal(object, object)
    taught = Signal(object, object)  # more pages like those of a row are wanted
    given = Signal(object, object, object)  # the pages of an entry were dropped on a section's entry

    def __init__(self, sections: Sequence[Section], parent: QWidget) -> None:
        super().__init__(parent)
        self._sections = sections
        self._filling = False
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setIndentation(14)
        self.setUniformRowHeights(True)
        self.setItemDelegate(_Rows(self))
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setAllColumnsShowFocus(True)
        self.setExpandsOnDoubleClick(False)
        self.setAccessibleName(self.tr("Collections"))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.CopyAction)
        head = self.header()
        head.setStretchLastSection(False)
        head.setSectionResizeMode(_NAME, QHeaderView.ResizeMode.Stretch)
        head.setSectionResizeMode(_COUNT, QHeaderView.ResizeMode.ResizeToContents)
        self._tops = [self._top(section) for section in sections]
        for section in sections:
            section.changed.connect(lambda section=section: self.show_section(section))
        self.currentItemChanged.connect(lambda item, _: self._choose(item))
        self.itemClicked.connect(self._clicked)
        self.itemActivated.connect(self._activated)
        self.customContextMenuRequested.connect(self._show_menu)

    def _top(self, section: Section) -> QTreeWidgetItem:
        top = QTreeWidgetItem(self, [section.name(), ""])
        top.setData(_NAME, _SECTION, section)
        top.setIcon(_NAME, theme.icon(section.icon))
        top.setToolTip(_NAME, section.tip())
        font = top.font(_NAME)
        font.setWeight(QFont.Weight.DemiBold)
        top.setFont(_NAME, font)
        top.setFlags(top.flags() & ~Qt.ItemFlag.ItemIsDragEnabled)
        waiting = QTreeWidgetItem(top, [self.tr("Looking…"), ""])
        waiting.setFlags(Qt.ItemFlag.ItemIsEnabled)
        top.setExpanded(True)
        return top

    # ---- rows -----------------------------------------------------------------------------------------------------

    def show_section(self, section: Section) -> None:
        """The rows of a section as they are now; the one that is chosen stays so."""
        top = self._tops[self._sections.index(section)]
        opened = {entry.key for item in _items(top) if item.isExpanded() and (entry := entry_of(item))}
        at, place = self.currentItem(), self.verticalScrollBar().value()
        inside = at is not None and self._section_of(at) is section
        entry = entry_of(at) if inside else None
        self._filling = True
        top.takeChildren()
        if section.fault:
            self._add(top, Entry("", section.fault, "warning", tip=section.fault))
        for one in section.entries or ((section.nothing(),) if not section.fault else ()):
            self._add(top, one)
        for item in _items(top):
            mine = entry_of(item)
            if mine is not None and mine.key and mine.key in opened:
                item.setExpanded(True)
            if mine is not None and entry is not None and mine.key == entry.key:
                self.setCurrentItem(item)
        if inside and self.currentItem() is None:
            self.setCurrentItem(top)
        self._filling = False
        self.verticalScrollBar().setValue(place)

    def _add(self, above: QTreeWidgetItem, entry: Entry) -> None:
        item = QTreeWidgetItem(above, [" ".join(entry.name.split()), ""])
        item.setData(_NAME, _ENTRY, entry)
        if entry.read is None or not self._section_of(item).draggable:
            item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsDragEnabled)
        if entry.icon:
            item.setIcon(_NAME, theme.icon(entry.icon))
        item.setToolTip(_NAME, "\n".join(dict.fromkeys(filter(None, (entry.name, entry.tip)))))
        item.setTextAlignment(_COUNT, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        item.setForeground(_COUNT, QColor(theme.colors().muted))
        if entry.count is not None:
            said = formats.number(entry.count)
            if entry.fresh:
                said = self.tr("{count} ({new} new)").format(count=said, new=formats.number(entry.fresh))
                item.setForeground(_COUNT, QColor(theme.colors().accent))
            item.setText(_COUNT, said)
            heard = self.tr("{name}, %Ln page(s)", "", entry.count).format(name=entry.name)
            item.setData(_NAME, Qt.ItemDataRole.AccessibleTextRole, heard)
        if entry.read is None:
            item.setForeground(_NAME, QColor(theme.colors().accent if entry.act else theme.colors().muted))
        for one in entry.below:
            self._add(item, one)

    def recolour(self) -> None:
        """Icons and colours of another theme."""
        for section, top in zip(self._sections, self._tops, strict=True):
            top.setIcon(_NAME, theme.icon(section.icon))
            if section.known:
                self.show_section(section)

    def select(self, key: str, entry: str = "") -> None:
        """Make the heading with a key, or a row below it, the current row."""
        for section, top in zip(self._sections, self._tops, strict=True):
            if section.key == key:
                found = (item for item in _items(top) if (mine := entry_of(item)) and mine.key == entry)
                item = next(found, top) if entry else top
                self.setCurrentItem(item)
                self.scrollToItem(item)

    def _section_of(self, item: QTreeWidgetItem) -> Section:
        while (above := item.parent()) is not None:
            item = above
        found: Section = item.data(_NAME, _SECTION)
        return found

    def current(self) -> tuple[Section, Entry | None] | None:
        """The section of the current row, and its entry."""
        item = self.currentItem()
        return None if item is None else (self._section_of(item), entry_of(item))

    # ---- choosing -------------------------------------------------------------------------------------------------

    def _choose(self, item: QTreeWidgetItem | None) -> None:
        if item is not None and not self._filling:
            self.chosen.emit(self._section_of(item), entry_of(item))

    def _clicked(self, item: QTreeWidgetItem) -> None:
        """A row that only does something does it at the first click."""
        entry = entry_of(item)
        if entry is not None and entry.read is None and entry.act is not None:
            entry.act()

    def _activated(self, item: QTreeWidgetItem) -> None:
        entry = entry_of(item)
        if entry is None or (entry.below and entry.act is None):
            item.setExpanded(not item.isExpanded())
        elif entry.read is not None:
            self.opened.emit(self._section_of(item), entry)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        entry = entry_of(self.currentItem())
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and entry and entry.act and not entry.read:
            entry.act()
            return
        super().keyPressEvent(event)

    def menu(self) -> QMenu | None:
        """What can be done with the current row; None for nothing."""
        at = self.current()
        if at is None:
            return None
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        section, entry = at
        section.fill(menu, entry)
        if section.teachable and entry is not None and entry.read is not None:
            more = menu.addAction(theme.icon("alike"), self.tr("&Find more like these"))
            more.setToolTip(self.tr("Propose other pages, to be accepted or refused one by one"))
            more.triggered.connect(lambda: self.taught.emit(section, entry))
        if menu.isEmpty():
            menu.deleteLater()
            return None
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def _show_menu(self, at: QPoint) -> None:
        menu = self.menu()
        if menu is not None:
            menu.popup(self.viewport().mapToGlobal(at))

    # ---- dropping -------------------------------------------------------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if isinstance(event.source(), PageTree) or event.source() is self:
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        ours = isinstance(event.source(), PageTree) or event.source() is self
        if ours and self._taker(event.position().toPoint()) is not None:
            event.acceptProposedAction()
        else:
            event.ignore()

    def dropEvent(self, event: QDropEvent) -> None:
        source, taker = event.source(), self._taker(event.position().toPoint())
        if isinstance(source, PageTree) and taker is not None:
            event.acceptProposedAction()
            self.drop(taker, pages_of(source))
        elif source is self and taker is not None:
            event.setDropAction(Qt.DropAction.CopyAction)  # a row that is moved would be taken out
            event.accept()
            self.give(self.currentItem(), taker)

    def drop(self, item: QTreeWidgetItem, pages: Sequence[Page]) -> None:
        """Have the section of a row take pages."""
        entry = entry_of(item)
        if entry is not None and pages:
            self._section_of(item).take(entry, pages)

    def give(self, item: QTreeWidgetItem | None, taker: QTreeWidgetItem) -> None:
        """Have the section of a row take the pages of another row."""
        entry, target = entry_of(item), entry_of(taker)
        if entry is not None and entry.read is not None and target is not None:
            self.given.emit(entry, self._section_of(taker), target)

    def _taker(self, at: QPoint) -> QTreeWidgetItem | None:
        item = self.itemAt(at)
        entry = entry_of(item)
        return item if item is not None and entry and self._section_of(item).takes(entry) else None


def pages_of(view: PageTree) -> list[Page]:
    """The pages that are selected in a view, without folders."""
    return [page for index in view.selected() if (page := index.data(cells.PAGE_ROLE)) is not None]


def entry_of(item: QTreeWidgetItem | None) -> Entry | None:
    """What a row stands for; None for a heading."""
    return item.data(_NAME, _ENTRY) if item is not None else None


def _items(above: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    """All rows below one."""
    found = list[QTreeWidgetItem]()
    for number in range(above.childCount()):
        item = above.child(number)
        if item is not None:
            found += [item, *_items(item)]
    return found
