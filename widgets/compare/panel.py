"""The panel beside the panes: what changed, kind by kind, change by change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QModelIndex, QPoint, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QColor, QGuiApplication, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QFrame,
    QLabel,
    QListView,
    QMenu,
    QPushButton,
    QWidget,
)

from widgets.blocks.past import rule_of
from widgets.compare import kinds
from widgets.compare.appearance import Appearance
from widgets.compare.change_delegate import ChangeDelegate
from widgets.compare.changes_model import FOLD, NUMBER, ChangesModel, Wanted
from widgets.compare.entries import Entry
from widgets.compare.kinds import KINDS
from widgets.kit import theme
from widgets.kit.boxes import in_column, in_row, in_stack
from widgets.kit.flow_layout import FlowLayout
from widgets.kit.parts import EmptyView, tool_button, word_field
from widgets.words import formats

# Chips above the list of changes: how many there are of each kind; one that is switched off hides its
# changes.


class KindChip(QAbstractButton):
    """Sign and number of one kind; there only when the comparison has some."""

    def __init__(self, kind: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.kind, self.number = kind, 0
        self.setCheckable(True)
        self.setChecked(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.set_number(0)

    def set_number(self, number: int) -> None:
        self.number = number
        self.setEnabled(number > 0)
        self.setVisible(number > 0)
        words = self.tr("{kind}: {n}. Click to show or hide them.").format(
            kind=kinds.name(self.kind), n=number
        )
        self.setToolTip(f"{words}\n{kinds.meaning(self.kind)}")
        self.setAccessibleName(words)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(max(42, 26 + self.fontMetrics().horizontalAdvance(formats.number(self.number))), 26)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colors = theme.colors()
        colour, sign = theme.changes[self.kind]
        on = self.isChecked()
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.setBrush(QColor(theme.soft(self.kind)) if on else Qt.BrushStyle.NoBrush)
        edge = colors.accent if self.hasFocus() else colour if on else colors.border
        painter.setPen(QPen(QColor(edge), 2 if self.hasFocus() else 1))
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        painter.setPen(QColor(colour if on else colors.muted))
        font = painter.font()
        font.setStrikeOut(not on)
        painter.setFont(font)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, f"{sign} {formats.number(self.number)}")
        painter.end()


# Findings besides changes of blocks, such as another look, in a few sentences with the next steps.

_NAMED = 4  # parts that a sentence names


class Finding(QFrame):
    """Stands above the list of changes while there is something to say."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("finding")
        self._words = QLabel(self)
        self._words.setWordWrap(True)
        self._words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._row = in_row(None, None, spacing=theme.HALF)
        self.buttons: list[QPushButton] = []
        in_column(
            self,
            self._words,
            self._row,
            margins=(theme.UNIT, theme.HALF, theme.UNIT, theme.HALF),
            spacing=theme.HALF,
        )
        self.hide()

    @property
    def text(self) -> str:
        return self._words.text()

    def tell(self, sentence: str, actions: Sequence[tuple[str, str, Callable[[], None]]] = ()) -> None:
        """Say something, "" for nothing; `actions` are names, tips and what is done then."""
        self._words.setText(sentence)
        self.setAccessibleName(sentence)
        for button in self.buttons:
            button.hide()
            button.deleteLater()
        self.buttons = []
        for place, (name, tip, act) in enumerate(actions):
            button = QPushButton(name, self)
            button.setToolTip(tip)
            button.clicked.connect(lambda _=False, act=act: act())
            self._row.insertWidget(place, button)
            self.buttons.append(button)
        self.setVisible(bool(sentence))


def look_sentences(look: Appearance, *, identical: bool, quiet: bool) -> str:
    """What differs in the look of two versions; `identical` in every byte, `quiet` where no change is to be read."""
    translate = QCoreApplication.translate
    if look.text and quiet:
        said = translate(
            "compare", "Besides what always changes, the code has the same words; those displayed differ."
        )
        if identical:
            said = translate(
                "compare", "Byte for byte the same, but other words are displayed: scripts make them."
            )
    elif look.restyled or not quiet:
        said = translate("compare", "The look of the page changed as a whole, not only its words.")
        if quiet:
            said = translate(
                "compare", "The words are the same, but the look of the page changed as a whole."
            )
    else:
        said = translate("compare", "The words are the same, but the pages look different.")
    sentences = [said]
    if look.parts:
        sentences.append(translate("compare", "Other versions of: {names}.").format(names=_names(look.parts)))
    for lacking, words in zip(
        look.missing,
        (
            translate("compare", "Missing in A alone: {names}."),
            translate("compare", "Missing in B alone: {names}."),
        ),
        strict=True,
    ):
        if lacking:
            sentences.append(words.format(names=_names(lacking)))
    return formats.sentences(sentences)


def _names(addresses: Iterable[str]) -> str:
    """The last pieces of addresses."""
    every = list(dict.fromkeys(map(kinds.last_piece, addresses)))
    return ", ".join(every[:_NAMED]) + (" …" if len(every) > _NAMED else "")


_BATCH = 24  # rows that are laid out in one go: of each the height of its text is found out
_TYPING = 150  # milliseconds after the last letter until the list is filtered


class ChangesPanel(QWidget):
    """Chips and a field to filter, a list, steps to the previous and the next change."""

    change_chosen = Signal(int)
    shown_changed = Signal()  # other changes are listed now
    ignore_requested = Signal(int)
    allow_requested = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.model = ChangesModel(self)
        self.list = QListView(self)
        self.list.setModel(self.model)
        self.delegate = ChangeDelegate(self.list)
        self.list.setItemDelegate(self.delegate)
        self.list.setLayoutMode(QListView.LayoutMode.Batched)
        self.list.setBatchSize(_BATCH)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # always: rows as high as their text must not change width when the bar comes
        self.list.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setFrameShape(QListView.Shape.NoFrame)
        self.list.setMouseTracking(True)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.setAccessibleName(self.tr("Changes"))
        self.empty = EmptyView(self, "equal")
        self.finding = Finding(self)
        self.position = QLabel(self)
        self.chips = {kind: KindChip(kind, self) for kind in KINDS if kind != "markup"}  # that is folded away
        self.field = word_field(
            self, self.tr("Filter changes"), self.tr("Words of the text, the topic or an address")
        )
        self.by_size = tool_button(self, "mdi6.sort-descending", self.tr("Largest change first"))
        self.by_size.setCheckable(True)
        self.previous = tool_button(
            self, "previous", self.tr("Previous change (F7 or Alt+Up)"), lambda: self.step(-1)
        )
        self.next = tool_button(self, "next", self.tr("Next change (F8 or Alt+Down)"), lambda: self.step(1))
        self._typing = QTimer(self, singleShot=True, interval=_TYPING)
        self._says = ""
        self._absent = ""
        self._awaited = False  # the chosen row is to be shown once it is laid out
        self._arrange()
        self._wire()
        self.show_changes([])

    def _arrange(self) -> None:
        top = QWidget(self)
        chips = FlowLayout(top, theme.HALF)
        for chip in self.chips.values():
            chips.addWidget(chip)
        search = in_row(None, (self.field, 1), self.by_size, spacing=theme.HALF)
        steps = in_row(None, (self.position, 1), self.previous, self.next, spacing=theme.HALF)
        head = in_column(
            None,
            top,
            search,
            steps,
            margins=(theme.UNIT, theme.HALF, theme.HALF, theme.HALF),
            spacing=theme.HALF,
        )
        self._stack = in_stack(None, self.empty, self.list)
        in_column(self, self.finding, head, (self._stack, 1))

    def _wire(self) -> None:
        for chip in self.chips.values():
            chip.toggled.connect(self._filter)
        self.field.textChanged.connect(lambda _: self._typing.start())
        self._typing.timeout.connect(self._filter)
        self.by_size.toggled.connect(self._filter)
        self.list.selectionModel().currentChanged.connect(self._chosen)
        self.list.verticalScrollBar().rangeChanged.connect(self._show_chosen)
        self.list.clicked.connect(self._clicked)
        self.list.customContextMenuRequested.connect(self._show_menu)

    # -- what is listed ---------------------------------------------------------------------------------------

    def show_changes(self, found: Sequence[Entry], says: str = "") -> None:
        """Show the changes, or a sentence when there are none."""
        self.delegate.forget()
        self.model.show(found)
        self._says = says
        self._count()
        self.list.scrollToTop()
        self._say()

    def want(self, wanted: Wanted) -> None:
        """List the changes as another list did."""
        for kind, chip in self.chips.items():
            chip.setChecked(kind not in wanted.hidden)
        self.field.setText(wanted.text)
        self._typing.stop()
        self.by_size.setChecked(wanted.by_size)
        self.model.wanted = replace(wanted)
        self._rearrange()
        self._count()

    def set_says(self, says: str) -> None:
        """Another sentence for when there are no changes."""
        self._says = says
        self._say()

    def fold_noise(self, on: bool) -> None:
        """Fold away what always changes, or list it among the others."""
        self.model.wanted.fold_noise = on
        self._rearrange()
        self._count()

    def current(self) -> int:
        """The number of the chosen change, -1 when there is none."""
        entry = self.model.entry(self.list.currentIndex())
        return entry.number if entry else -1

    def shown(self) -> list[Entry]:
        """The changes that are listed, in the order of the list."""
        return self.model.shown()

    def step(self, by: int) -> None:
        """The next or previous change that is listed; after the last comes the first."""
        found = self.model.shown()
        if found:
            numbers = [entry.number for entry in found]
            current = self.current()
            at = (numbers.index(current) + by) % len(numbers) if current in numbers else (0 if by > 0 else -1)
            self.choose(numbers[at])

    def choose(self, number: int) -> None:
        """Choose a change by its number; one that is folded away is unfolded."""
        if self.model.row_of(number) < 0:
            entry = self.model.numbered(number)
            section = self.model.section(entry) if entry else ""
            if section and section not in self.model.wanted.opened:
                self._toggle(section)
        row = self.model.row_of(number)
        if row >= 0:
            self.list.setCurrentIndex(self.model.index(row, 0))
            self._awaited = not self._is_laid_out()

    def _is_laid_out(self) -> bool:
        """Whether the list knows yet where the chosen row stands."""
        return not self.list.visualRect(self.list.currentIndex()).isEmpty()

    def _show_chosen(self) -> None:
        """More rows are laid out: a chosen one that was not can be gone to."""
        if self._awaited and self._is_laid_out():
            self._awaited = False
            self.list.scrollTo(self.list.currentIndex())

    def set_hidden(self, numbers: frozenset[int]) -> None:
        """Say of changes that neither version displays what differs."""
        if numbers != self.model.hidden:
            self.model.set_hidden(numbers)
            self.delegate.forget()
            self.list.scheduleDelayedItemsLayout()

    def tell_absent(self, why: str) -> None:
        """Say why neither version shows the chosen change: "hidden", "lost", or "" where one does."""
        entry = self.model.entry(self.list.currentIndex())
        # of the page as a whole nothing is looked for
        why = why if entry is not None and not entry.unseen else ""
        if why != self._absent:
            self._absent = why
            self._say()

    def _chosen(self, index: QModelIndex, _previous: QModelIndex) -> None:
        self._absent = ""
        self._say()
        entry = self.model.entry(index)
        if entry is not None:
            self.change_chosen.emit(entry.number)

    def _clicked(self, index: QModelIndex) -> None:
        section = index.data(FOLD)
        if section:
            self._toggle(section)
        else:
            self.change_chosen.emit(int(index.data(NUMBER)))

    def _toggle(self, section: str) -> None:
        self.model.wanted.opened ^= {section}
        self._rearrange()

    def _filter(self) -> None:
        wanted = self.model.wanted
        wanted.hidden = frozenset(kind for kind, chip in self.chips.items() if not chip.isChecked())
        wanted.text = self.field.text()
        wanted.by_size = self.by_size.isChecked()
        self._rearrange()

    def _rearrange(self) -> None:
        """Make the rows anew; the chosen change stays chosen, the list where it is."""
        current, place = self.current(), self.list.verticalScrollBar().value()
        self.model.arrange()
        row = self.model.row_of(current)
        if row >= 0:
            chooser = self.list.selectionModel()
            before = chooser.blockSignals(True)
            self.list.setCurrentIndex(self.model.index(row, 0))
            chooser.blockSignals(before)
        self.list.verticalScrollBar().setValue(place)
        self.list.viewport().update()
        self._say()
        self.shown_changed.emit()

    def _count(self) -> None:
        for kind, chip in self.chips.items():
            chip.set_number(self.model.count(kind))

    def _say(self) -> None:
        found = self.model.shown()
        total, current = len(found), self.current()
        at = next((n for n, entry in enumerate(found, 1) if entry.number == current), 0)
        if at:
            words = {
                "": self.tr("Change {n} of {total}"),
                "hidden": self.tr("Change {n} of {total} (hidden)"),
                "lost": self.tr("Change {n} of {total} (not found)"),
            }[self._absent].format(n=at, total=total)
        else:
            words = self.tr("%n change(s)", "", total) if self.model.entries else ""
        self.position.setText(words)
        hints = {
            "hidden": self.tr("Neither page shows this block: it is folded away or invisible."),
            "lost": self.tr(
                "The block was not found in the pages as they are shown; the source (Ctrl+5) has it."
            ),
        }
        self.position.setToolTip(hints.get(self._absent, "") if at else "")
        for button in (self.previous, self.next):
            button.setEnabled(total > 0)
        for widget in (self.field, self.by_size):
            widget.setEnabled(bool(self.model.entries))
        self.empty.say(self.tr("No change fits the filter.") if self.model.entries else self._says)
        self._stack.setCurrentWidget(self.list if self.model.rows else self.empty)

    # -- what can be done with a change -----------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        section = self.list.currentIndex().data(FOLD)
        if section and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._toggle(section)
        else:
            super().keyPressEvent(event)

    def _show_menu(self, place: QPoint) -> None:
        entry = self.model.entry(self.list.indexAt(place))
        if entry is not None:
            menu = self.menu(entry)
            menu.exec(self.list.viewport().mapToGlobal(place))
            menu.deleteLater()

    def menu(self, entry: Entry) -> QMenu:
        """What can be done with a change."""
        menu = QMenu(self)
        copies = (
            (self.tr("Copy the text &before"), entry.text(0)),
            (self.tr("Copy the text &after"), entry.text(1)),
            (self.tr("Copy the &path of the block"), entry.paths[1] or entry.paths[0] or ""),
        )
        for words, text in copies:
            action = menu.addAction(theme.icon("copy"), words)
            action.setEnabled(bool(text))
            action.triggered.connect(lambda _=False, text=text: QGuiApplication.clipboard().setText(text))
        menu.addSeparator()
        if entry.noise is not None and entry.noise.reason == "rule":
            rule = rule_of(entry.noise)
            words = self.tr("No longer &ignore “{rule}”").format(rule=rule.replace("&", "&&"))
            menu.addAction(theme.icon("add"), words).triggered.connect(
                lambda: self.allow_requested.emit(rule)
            )
            return menu
        ignore = QAction(theme.icon("refused"), self.tr("Always &ignore this block"), menu)
        ignore.setToolTip(self.tr("Its changes count as noise from now on; that can be undone"))
        ignore.triggered.connect(lambda: self.ignore_requested.emit(entry.number))
        ignore.setEnabled(any(path and path.count("/") > 2 for path in entry.paths))
        menu.addAction(ignore)
        return menu
