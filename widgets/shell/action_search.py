"""Ctrl+K: find any action of the menus by a few letters of its name, and do it."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QAction, QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QMenuBar,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from widgets.kit import theme
from widgets.kit.boxes import in_column, text_label
from widgets.kit.tables import Index
from widgets.words import formats

_WIDTH, _HEIGHT = 560, 380
_BEGINS, _HOLDS = (
    6,
    4,
)  # points for each letter of what begins a word, or stands in one; letters here and there get 3
_KEYS = Qt.ItemDataRole.UserRole + 1


def match(wanted: str, text: str) -> int | None:
    """How well the letters of `wanted` occur in order in `text`: higher is better, None when they do not."""
    words, text = " ".join(wanted.casefold().split()), text.casefold()
    wanted = words.replace(" ", "")
    if not wanted:
        return 0
    if (place := f" {text}".find(f" {words}")) >= 0:  # what stands there as it was typed comes first
        return _BEGINS * len(wanted) * 100 - place - len(text)
    if words in text:
        return _HOLDS * len(wanted) * 100 - len(text)
    score, at, before = 0, 0, -2
    for letter in wanted:
        found = text.find(letter, at)
        if found < 0:
            return None
        starts_word = found == 0 or not text[found - 1].isalnum()
        score += 3 if found == before + 1 else 2 if starts_word else 0
        before, at = found, found + 1
    return score * 100 - len(text)


def actions_of(bar: QMenuBar) -> Iterator[tuple[str, QAction]]:
    """All actions that can be done, each with the way through the menus."""

    def walk(menu: QMenu, way: str) -> Iterator[tuple[str, QAction]]:
        for action in menu.actions():
            below = action.menu()
            if isinstance(below, QMenu):
                yield from walk(below, f"{way} › {plain(below.title())}")
            elif not action.isSeparator():
                yield way, action

    for action in bar.actions():
        below = action.menu()
        if isinstance(below, QMenu):
            yield from walk(below, plain(action.text()))


def plain(text: str) -> str:
    """A menu text without its mnemonic and dots."""
    return formats.without_mnemonic(text).rstrip("…")


# keys that go through the list, and how far
_STEPS = {
    int(Qt.Key.Key_Down): 1,
    int(Qt.Key.Key_Up): -1,
    int(Qt.Key.Key_PageDown): 8,
    int(Qt.Key.Key_PageUp): -8,
}


class _WithKeys(QStyledItemDelegate):
    """The name at the left, the keys at the right, as in a menu."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        on = bool(option.state & QStyle.StateFlag.State_Enabled)
        painter.setPen(QColor(theme.colors().muted if on else theme.colors().outline))
        room = option.rect.adjusted(0, 0, -theme.UNIT, 0)
        painter.drawText(
            room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, index.data(_KEYS) or ""
        )


class ActionSearch(QFrame):
    """A field and a list in the upper middle of the window."""

    def __init__(self, bar: QMenuBar, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("palette")
        self._bar, self._over, self._most = bar, parent, _HEIGHT
        self.field = QLineEdit()
        self.field.setProperty("big", True)
        self.field.setPlaceholderText(self.tr("What do you want to do?"))
        self.field.setAccessibleName(self.tr("Search for an action"))
        self.field.setToolTip(self.tr("A few letters of the name of an action"))
        self.field.addAction(theme.icon("search", "muted"), QLineEdit.ActionPosition.LeadingPosition)
        self.list = QListWidget()
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setAccessibleName(self.tr("Actions found"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setIconSize(QSize(18, 18))
        self.list.setItemDelegate(_WithKeys(self.list))
        self.none = text_label(self.tr("No action has these letters in its name."), "muted", centred=True)
        in_column(
            self,
            self.field,
            (self.list, 1),
            (self.none, 1),
            margins=(theme.UNIT, theme.UNIT, theme.UNIT, theme.UNIT),
            spacing=-1,
        )
        self.field.textChanged.connect(self._fill)
        self.field.installEventFilter(self)
        self.list.itemClicked.connect(lambda _: self._do())
        self.hide()

    def open(self) -> None:
        """Show all actions, ready to type."""
        area = self._over.rect()
        width = min(_WIDTH, area.width() - 2 * theme.LARGE)
        self._most = min(_HEIGHT, area.height() - 96)
        self.setGeometry((area.width() - width) // 2, theme.LARGE * 2, width, self._most)
        self.field.clear()
        self._fill("")
        self.show()
        self.raise_()
        self.field.setFocus()

    def found(self) -> list[QAction]:
        """The actions listed now, best first."""
        return [self.list.item(row).data(Qt.ItemDataRole.UserRole) for row in range(self.list.count())]

    def _fill(self, wanted: str) -> None:
        scored = []
        for way, action in actions_of(self._bar):
            score = match(wanted, plain(action.text()))
            if score is None:
                far = match(wanted, f"{way} {plain(action.text())}")
                score = far - 1000 if far is not None else None
            if score is not None and action.isVisible():
                scored.append((score, way, action))
        if wanted:
            scored.sort(key=lambda row: (not row[2].isEnabled(), -row[0]))
        self.list.clear()
        for _, way, action in scored:
            keys = action.shortcut().toString(action.shortcut().SequenceFormat.NativeText)
            item = QListWidgetItem(
                action.icon(), self.tr("{action} – {menu}").format(action=plain(action.text()), menu=way)
            )
            item.setData(_KEYS, keys)
            item.setSizeHint(QSize(0, theme.ROW_HEIGHT + 2))
            item.setData(Qt.ItemDataRole.UserRole, action)
            if not action.isEnabled():
                item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.list.setVisible(bool(scored))
        self.none.setVisible(not scored)
        rows = min(9, max(1, len(scored)))
        self.resize(self.width(), min(self._most, 76 + rows * (theme.ROW_HEIGHT + 2)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field:
            if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and self._key(event):
                return True
            if event.type() == QEvent.Type.FocusOut:
                self.hide()
        return super().eventFilter(watched, event)

    def _key(self, event: QKeyEvent) -> bool:
        step = _STEPS.get(event.key())
        if step:
            row = max(0, min(self.list.count() - 1, self.list.currentRow() + step))
            self.list.setCurrentRow(row)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._do()
        elif event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            return False
        return True

    def _do(self) -> None:
        item = self.list.currentItem()
        self.hide()
        if item and item.data(Qt.ItemDataRole.UserRole).isEnabled():
            item.data(Qt.ItemDataRole.UserRole).trigger()
