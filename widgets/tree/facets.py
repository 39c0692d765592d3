"""Narrowing the tree: the field above it, facets to choose from, and what is chosen; workers find which pages are left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QCoreApplication,
    QObject,
    QPoint,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from app.archive.index.facets import FACETS, FacetChoice
from app.archive.notes.marks import key_of
from app.archive.notes.state import Notes, Summary
from widgets.kit import theme
from widgets.kit.boxes import in_column, in_row
from widgets.kit.flow_layout import FlowLayout
from widgets.kit.loading import Loader
from widgets.kit.parts import word_field
from widgets.session import Session
from widgets.tree.nodes import DOCUMENTS
from widgets.words import counts, formats, languages, page_kinds

if TYPE_CHECKING:
    from app.archive.reader import ArchiveReader

# Facets and their values in words.

NAMES: Mapping[str, Any] = {  # texts, which the stubs take for objects
    "type": QT_TRANSLATE_NOOP("facets", "Type"),
    "language": QT_TRANSLATE_NOOP("facets", "Language"),
    "year": QT_TRANSLATE_NOOP("facets", "Year"),
    "author": QT_TRANSLATE_NOOP("facets", "Author"),
    "issuer": QT_TRANSLATE_NOOP("facets", "Issued by"),
    "page_type": QT_TRANSLATE_NOOP("facets", "Kind of page"),
    "tag": QT_TRANSLATE_NOOP("facets", "Own tags"),
}
SHOWN = ("type", "page_type", *FACETS[1:], "tag")
STARRED, NOTED = "\0star", "\0note"
"""Values of the facet “tag” that are no tags."""
TYPES: Mapping[str, Any] = {
    "page": QT_TRANSLATE_NOOP("facets", "Web pages"),
    "pdf": QT_TRANSLATE_NOOP("facets", "PDF"),
    "word": QT_TRANSLATE_NOOP("facets", "Word documents"),
    "sheet": QT_TRANSLATE_NOOP("facets", "Spreadsheets"),
    "slides": QT_TRANSLATE_NOOP("facets", "Slides"),
    "text": QT_TRANSLATE_NOOP("facets", "Plain text"),
    "image": QT_TRANSLATE_NOOP("facets", "Images"),
    "audio": QT_TRANSLATE_NOOP("facets", "Sound"),
    "video": QT_TRANSLATE_NOOP("facets", "Films"),
    "book": QT_TRANSLATE_NOOP("facets", "Books"),
    "mail": QT_TRANSLATE_NOOP("facets", "Mails"),
    "archive": QT_TRANSLATE_NOOP("facets", "Packed files"),
    "data": QT_TRANSLATE_NOOP("facets", "Data"),
    "code": QT_TRANSLATE_NOOP("facets", "Scripts and styles"),
    "other": QT_TRANSLATE_NOOP("facets", "Other files"),
}


def name(facet: str) -> str:
    """A facet in words."""
    return QCoreApplication.translate("facets", NAMES[facet])


def value(facet: str, text: str) -> str:
    """One of its values in words; "" is what nobody has stated."""
    if facet == "tag" and text in (STARRED, NOTED):
        translate = QCoreApplication.translate
        return translate("facets", "★ With a star") if text == STARRED else translate("facets", "With a note")
    if not text:
        return QCoreApplication.translate("facets", "Not stated")
    if facet == "type":
        known = TYPES.get(text)
        return QCoreApplication.translate("facets", known) if known else text
    if facet == "page_type":
        return page_kinds.name(text)
    return languages.name(text) if facet == "language" else text


def chip(facet: str, text: str) -> str:
    """A chosen value together with its facet: Type: PDF."""
    pattern = QCoreApplication.translate("facets", "{facet}: {value}")
    return pattern.format(facet=name(facet), value=value(facet, text))


# What the tree is narrowed to, as chips: each can be taken away, or all of them.

_LONGEST = 24  # characters on a chip


class Chip(QPushButton):
    """A chosen value; a click, Delete or Backspace takes it away."""

    def __init__(self, facet: str, text: str, parent: QWidget) -> None:
        whole = chip(facet, text)
        # “not stated” could be any facet's
        super().__init__(formats.shorten(value(facet, text) if text else whole, _LONGEST), parent)
        self.setProperty("chip", True)
        self.setIcon(theme.icon("close", "muted"))
        self.setIconSize(QSize(14, 14))
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the cross stands behind the words
        self.setToolTip(self.tr("{what}: click to show the others again").format(what=whole))
        self.setAccessibleName(self.tr("Take away {what}").format(what=whole))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.click()
        else:
            super().keyPressEvent(event)


class FacetChips(QWidget):
    """The chosen values as chips in a row; hidden while nothing is chosen."""

    toggled = Signal(str, str, bool)  # facet, value; never but False: taken away
    cleared = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._flow = FlowLayout(self, theme.HALF)
        self._flow.setContentsMargins(theme.UNIT, 0, theme.UNIT, theme.UNIT)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(self.tr("What the tree is narrowed to"))
        self.chips: list[Chip] = []
        self.clear = QPushButton(self.tr("Clear all"), self)
        self.clear.setProperty("link", True)
        self.clear.setToolTip(self.tr("Show everything again"))
        self.clear.clicked.connect(self.cleared)
        self.hide()

    def show_choice(self, choice: FacetChoice) -> None:
        """A chip for each chosen value."""
        while self._flow.takeAt(0) is not None:
            pass
        for chip in self.chips:
            chip.hide()
            chip.deleteLater()
        self.chips = []
        for facet in SHOWN:
            for text in getattr(choice, facet):
                chip = Chip(facet, text, self)
                chip.clicked.connect(
                    lambda _=False, facet=facet, text=text: self.toggled.emit(facet, text, False)
                )
                self._flow.addWidget(chip)
                chip.show()
                self.chips.append(chip)
        self._flow.addWidget(self.clear)
        self.clear.setVisible(len(self.chips) > 1)
        self.setVisible(bool(self.chips))
        self.updateGeometry()


# Type, language, year, author, issuer: what there is of each in the archive, to choose from, with counts.

_FACET, _VALUE = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
_SIZE = QSize(340, 560)
_ROWS = 200  # of a facet; the field looks through all
Counts = Mapping[str, Sequence[tuple[str, int]]]


class FacetPopup(QFrame):
    """Values of all facets to choose from; the count of a value is that of the pages under the other chosen facets."""

    toggled = Signal(str, str, bool)
    cleared = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("facetPopup")
        self._counts: Counts = {}
        self._choice = FacetChoice()
        self._counted = False
        self._closed: set[str] = set()
        self.field = word_field(
            self, self.tr("Look for a value"), self.tr("A part of a language, an author, an issuer")
        )
        self.field.textChanged.connect(self._fill)
        self.tree = QTreeWidget(self)
        self.tree.setColumnCount(2)
        self.tree.setHeaderHidden(True)
        self.tree.setIndentation(16)
        self.tree.setUniformRowHeights(True)
        self.tree.setAccessibleName(self.tr("Values to choose from"))
        self.tree.header().setStretchLastSection(False)
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.tree.itemChanged.connect(self._changed)
        self.tree.itemCollapsed.connect(lambda item: self._closed.add(item.data(0, _FACET)))
        self.tree.itemExpanded.connect(lambda item: self._closed.discard(item.data(0, _FACET)))
        self.note = QLabel(self)
        self.note.setWordWrap(True)
        self.note.setProperty("muted", True)
        self.clear = QPushButton(self.tr("Clear all"), self)
        self.clear.setProperty("link", True)
        self.clear.setToolTip(self.tr("Show everything again"))
        self.clear.clicked.connect(self.cleared)
        done = QPushButton(self.tr("Close"), self)
        done.setToolTip(self.tr("Back to the tree (Esc)"))
        done.clicked.connect(self.close)
        foot = in_row(None, self.clear, None, done, spacing=-1)
        in_column(
            self,
            self.field,
            (self.tree, 1),
            self.note,
            foot,
            margins=theme.UNIT,
            spacing=theme.UNIT,
        )
        self.resize(_SIZE)
        self._fill()

    def open_at(self, corner: QPoint) -> None:
        """Show it with its upper left corner there, as far as the screen allows."""
        screen = QGuiApplication.screenAt(corner) or QGuiApplication.primaryScreen()
        room = screen.availableGeometry()
        x = min(corner.x(), room.right() - self.width())
        y = min(corner.y(), room.bottom() - self.height())
        self.move(max(room.left(), x), max(room.top(), y))
        self.field.clear()
        self.show()
        self.tree.setFocus()

    def show_counts(self, counted: Counts, choice: FacetChoice) -> None:
        """What there is to choose from, and what is chosen."""
        self._counts, self._choice, self._counted = counted, choice, True
        self._fill()

    def _fill(self) -> None:
        wanted = self.field.text().strip().casefold()
        current = self.tree.currentItem()
        at = (current.data(0, _FACET), current.data(0, _VALUE)) if current else None
        place = self.tree.verticalScrollBar().value()
        self.tree.blockSignals(True)
        self.tree.clear()
        for facet in SHOWN:
            self._add(facet, wanted, at)
        top = self.tree.topLevelItem(0)
        if self.tree.currentItem() is None and top is not None and (first := top.child(0)) is not None:
            self.tree.setCurrentItem(first)
        self.tree.blockSignals(False)
        self.tree.verticalScrollBar().setValue(place)
        self.clear.setVisible(self._choice.any)
        self.note.setVisible(not self.tree.topLevelItemCount())
        if not self._counted:
            self.note.setText(self.tr("Counting…"))
        else:
            none = self.tr("There is nothing to choose from: the archive holds no pages.")
            sought = wanted and any(self._counts.values())
            self.note.setText(self.tr("No value contains these words.") if sought else none)

    def _add(self, facet: str, wanted: str, at: tuple[str, str] | None) -> None:
        chosen = getattr(self._choice, facet)
        counted = dict(self._counts.get(facet, ()))
        values = [*counted.items(), *((text, 0) for text in chosen if text not in counted)]
        shown = [pair for pair in values if not wanted or wanted in value(facet, pair[0]).casefold()]
        if not shown:
            return
        top = QTreeWidgetItem(self.tree, [name(facet), ""])
        top.setData(0, _FACET, facet)
        top.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
        font = top.font(0)
        font.setWeight(font.Weight.DemiBold)
        top.setFont(0, font)
        found, shown = len(shown), [*shown[:_ROWS], *(pair for pair in shown[_ROWS:] if pair[0] in chosen)]
        for text, count in shown:
            item = QTreeWidgetItem(top, [value(facet, text), formats.number(count)])
            item.setData(0, _FACET, facet)
            item.setData(0, _VALUE, text)
            item.setToolTip(0, value(facet, text))
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            item.setCheckState(0, Qt.CheckState.Checked if text in chosen else Qt.CheckState.Unchecked)
            if at == (facet, text):
                self.tree.setCurrentItem(item)
        if found > len(shown):  # the field finds them
            more = QTreeWidgetItem(top, [counts.Counts().more_values(found - len(shown)), ""])
            more.setFlags(Qt.ItemFlag.NoItemFlags)
        top.setExpanded(bool(wanted) or facet not in self._closed)

    def _changed(self, item: QTreeWidgetItem, column: int) -> None:
        if column == 0 and item.parent() is not None:
            on = item.checkState(0) == Qt.CheckState.Checked
            self.toggled.emit(item.data(0, _FACET), item.data(0, _VALUE), on)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)


def tagged(notes: Notes, tags: Collection[str]) -> list[str]:
    """The addresses that something stands on that has one of the tags, or a star, or a note."""
    keys = set(map(key_of, tags))

    def fits(found: Summary) -> bool:
        named = any(key_of(tag) in keys for tag in found.tags)
        return named or (found.star and STARRED in tags) or (found.noted and NOTED in tags)

    return [url for url in notes.urls if fits(notes.summary(url))]


def tag_counts(notes: Notes, urls: Collection[str]) -> list[tuple[str, int]]:
    """How many of some pages have a star, a note, each tag; the most frequent tag first."""
    found = [notes.summary(url) for url in urls]
    own = [(STARRED, sum(one.star for one in found)), (NOTED, sum(one.noted for one in found))]
    pages = Counter(key_of(tag) for one in found for tag in one.tags)
    tags = [(tag, pages[key_of(tag)]) for tag in notes.tags if pages[key_of(tag)]]
    return [pair for pair in own if pair[1]] + sorted(tags, key=lambda pair: (-pair[1], pair[0]))


_MOST = 20_000  # values of a facet
_AGAIN_MS = 4000  # while a crawl runs, values are counted again at most this often


class FacetFilter(QObject):
    """Holds the choice. `chosen` comes with the Selection of pages that fit, or None when everything does; `counted`
    with what there is of each facet."""

    chosen = Signal(object)
    counted = Signal(object)
    changed = Signal(object)  # the FacetChoice, at once

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self.choice = FacetChoice()
        self.kinds: tuple[str, ...] = DOCUMENTS
        self._wanted = self.choice  # that, once the pages with its tags are known
        self._selecting, self._counting, self._resolving = Loader(self), Loader(self), Loader(self)
        session.notes.changed.connect(self._renoted)
        self._again = QTimer(self, singleShot=True, interval=_AGAIN_MS)
        self._again.timeout.connect(self.count)

    def set_kinds(self, kinds: tuple[str, ...]) -> None:
        """Which kinds of pages the tree shows."""
        if kinds != self.kinds:
            self.kinds = kinds
            if self.choice.any:
                self.select()

    def toggle(self, facet: str, value: str, on: bool) -> None:
        """Choose a value, or take it away."""
        held = [one for one in getattr(self._wanted, facet) if one != value]
        values: Any = (*held, value) if on else tuple(held)
        self.choose(self._wanted._replace(**{facet: values}))

    def clear(self) -> None:
        """Everything again."""
        self.choose(FacetChoice())

    def choose(self, choice: FacetChoice) -> None:
        """Narrow the tree to this; which pages have its tags is looked up first."""
        self._wanted = choice
        if not choice.tag:
            self._resolving.cancel()
            self._use(choice._replace(pages=None))
            return
        notes = self._session.notes.notes
        self._resolving.start(
            self._session.readers,
            lambda reader, _task: frozenset(reader.numbered(tagged(notes, choice.tag)).values()),
            lambda pages: self._use(choice._replace(pages=pages)),
        )

    def _use(self, choice: FacetChoice) -> None:
        self._wanted = choice
        if choice != self.choice:
            self.choice = choice
            self.changed.emit(choice)
            self.select()
            self.count()

    def grown(self) -> None:
        """Pages came in."""
        if not self._again.isActive():
            self._again.start()

    def count(self) -> None:
        """Count the values of each facet, under what is chosen of the others."""
        choice, kinds, notes = self.choice, self.kinds, self._session.notes.notes
        others = choice._replace(tag=(), pages=None)

        def counted(reader: ArchiveReader, _task: object) -> dict[str, list[tuple[str, int]]]:
            found = {str(facet): values for facet, values in reader.facets(choice, kinds, _MOST).items()}
            marked = reader.numbered(list(notes.urls), others, kinds) if notes.fields else ()
            return {**found, "tag": tag_counts(notes, marked)}

        self._counting.start(self._session.readers, counted, self.counted.emit)

    def _renoted(self) -> None:
        """Other tags stand on the pages."""
        self.grown()
        if self._wanted.tag:
            self.choose(self._wanted)

    def rekinded(self) -> None:
        """Pages are of other kinds now."""
        self.grown()
        if self.choice.page_type:
            self.select()

    def select(self) -> None:
        """Find the pages that fit, anew."""
        choice, kinds = self.choice, self.kinds
        if choice.any:
            self._selecting.start(
                self._session.readers, lambda reader, _task: reader.chosen(choice, kinds), self.chosen.emit
            )
        else:
            self._selecting.cancel()
            self.chosen.emit(None)


_WORDS = 420  # pixels of width from which on a button bears words


class FilterField(QLineEdit):
    """A field above a list: Down goes to the list, Enter takes what is meant."""

    left = Signal()
    entered = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_PageDown):
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)


class TreeHead(QWidget):
    """What stands above the tree; the panel connects its signals."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("treeHead")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.filter = FilterField(clearButtonEnabled=True)
        self.filter.setPlaceholderText(self.tr("Filter by title or address"))
        self.filter.setAccessibleName(self.tr("Filter by title or address"))
        self.filter.setToolTip(
            self.tr(
                "Type a part of a title or address, or a whole address (%1). Down goes to the list."
            ).replace("%1", QKeySequence("Ctrl+Shift+L").toString())
        )
        self.filter.addAction(theme.icon("search", "muted"), QLineEdit.ActionPosition.LeadingPosition)
        self.narrow = self._make_narrow()
        self.again = QToolButton()
        self.again.setIcon(theme.icon("again"))
        words = self.tr("Crawl again")
        self.again.setText(f" {words}")  # the style leaves no room between icon and words
        self.again.setAccessibleName(words)
        self.everything = QAction(theme.icon("resources"), self.tr("Show &everything"), self, checkable=True)
        self.everything.setToolTip(self.tr("Show images, style sheets, scripts, redirects and errors too"))
        self.everything.setShortcut("Ctrl+Shift+E")
        button = QToolButton()
        button.setDefaultAction(self.everything)
        button.setAccessibleName(self.tr("Show everything"))
        self.popup = FacetPopup(self)
        self.chips = FacetChips(self)
        self.found = QLabel(self)
        self.found.hide()
        self.found.setProperty("muted", True)
        self.found.setContentsMargins(theme.UNIT + theme.HALF, 0, theme.UNIT, theme.HALF)
        row = in_row(
            None,
            (self.filter, 1),
            self.again,
            self.narrow,
            button,
            margins=theme.UNIT,
            spacing=theme.HALF,
        )
        in_column(self, row, self.chips, self.found)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The button has its words where there is room for them beside the filter."""
        super().resizeEvent(event)
        style = Qt.ToolButtonStyle
        self.again.setToolButtonStyle(
            style.ToolButtonTextBesideIcon if self.width() >= _WORDS else style.ToolButtonIconOnly
        )

    def _make_narrow(self) -> QToolButton:
        button = QToolButton()
        button.setIcon(theme.icon("facets"))
        button.setCheckable(True)
        words = self.tr("Choose by type, kind of page, language, year, author, issuer, own tags")
        button.setToolTip(
            f"{words} ({QKeySequence('Ctrl+Alt+F').toString(QKeySequence.SequenceFormat.NativeText)})"
        )
        button.setAccessibleName(words)
        return button

    def show_choice(self, choice: FacetChoice) -> None:
        """What the tree is narrowed to."""
        self.narrow.setChecked(choice.any)
        self.chips.show_choice(choice)

    def show_total(self, count: int | None, everything: bool, *, complete: bool = True) -> None:
        """How many pages the filter found, or has found so far; None: there is no filter."""
        self.found.setVisible(count is not None)
        if count is not None:
            counted = (
                self.tr("More than {count} found").format(count=formats.number(count))
                if not complete
                else self.tr("%Ln address(es) found", "", count)
                if everything
                else self.tr("%Ln page(s) found", "", count)
            )
            self.found.setText(counted)

    def open_popup(self) -> None:
        """What there is to choose from, below the button."""
        self.popup.open_at(self.narrow.mapToGlobal(QPoint(0, self.narrow.height() + theme.HALF)))
