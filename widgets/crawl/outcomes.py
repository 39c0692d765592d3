"""Outcomes of a crawl: the list with a bar for each kind, and the line of reasons for which addresses were left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import (
    QModelIndex,
    QRectF,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QResizeEvent
from PySide6.QtWidgets import (
    QHeaderView,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from app.crawl.rules.entries import REMARKS
from widgets.crawl.paging import dense
from widgets.kit import theme
from widgets.kit.boxes import in_column, in_row, text_button, text_label
from widgets.kit.courtesy import first
from widgets.kit.tables import Index, Role, RowsModel
from widgets.words import formats, reasons

# What became of the addresses of a crawl: a line for each outcome with its bar and number, reasons below.

NAME, BAR, COUNT = range(3)
SHARE_ROLE = Role.UserRole + 1
COLOR_ROLE = Role.UserRole + 2
KINDS = ("stored", "visit", "redirect", "error", "refused")
_COLORS = {"stored": "ok", "visit": "accent", "redirect": "moved", "error": "error", "refused": "warning"}


@dataclass(frozen=True, slots=True)
class Line:
    """`kind` is one of KINDS; `reason` a code, empty for the line of the kind itself."""

    kind: str
    reason: str
    count: int


def kind_of(code: str) -> str:
    """The kind of log entry that a reason code goes with: what failed, what was left out, remarks on stored pages."""
    if code in REMARKS:
        return "stored"
    return "error" if reasons.is_trouble(code) else "refused"


def lines_of(outcomes: Mapping[str, int], counts: Mapping[str, int]) -> list[Line]:
    """Each kind with its reasons, most frequent first. `outcomes` and `counts` as the engine counts them: by kind of
    log entry, and by reason code."""
    found: list[Line] = []
    for kind in KINDS:
        below = [
            Line(kind, code, count)
            for code, count in sorted(counts.items(), key=lambda item: -item[1])
            if count > 0 and kind_of(code) == kind
        ]
        total = outcomes.get(kind, 0)
        if total or kind in ("stored", "error", "refused"):
            found += [Line(kind, "", total), *below]
    return found


class OutcomeModel(RowsModel):
    """Lines with a name, a bar and a number."""

    heads = ("", "", "")  # not shown
    numbers = frozenset({COUNT})
    _most = 1

    def show(self, lines: list[Line]) -> None:
        """Take the newest numbers; a line that stays keeps its place and selection."""
        if [(line.kind, line.reason) for line in lines] != [(line.kind, line.reason) for line in self._rows]:
            self._reorder(lines)
        elif lines != self._rows:
            self._rows = lines
            self._measure()
            self.dataChanged.emit(self.index(0, 0), self.index(len(lines) - 1, COUNT))

    def _reorder(self, lines: list[Line]) -> None:
        chosen = [(index, self._rows[index.row()]) for index in self.persistentIndexList()]
        if len(lines) != len(self._rows):
            self.beginResetModel()
            self._rows = lines
            self._measure()
            self.endResetModel()
            return
        self.layoutAboutToBeChanged.emit()
        places = {(line.kind, line.reason): at for at, line in enumerate(lines)}
        self._rows = lines
        self._measure()
        for index, line in chosen:
            at = places.get((line.kind, line.reason))
            self.changePersistentIndex(index, QModelIndex() if at is None else self.index(at, index.column()))
        self.layoutChanged.emit()

    def _measure(self) -> None:
        self._most = max([1, *(line.count for line in self._rows)])

    def cell(self, row: Line, column: int, role: int) -> object:
        if role == Role.DisplayRole:
            return (self._name(row), "", formats.number(row.count))[column]
        if role == Role.ToolTipRole:
            return self._tip(row)
        if role == SHARE_ROLE:
            return row.count / self._most
        if role == COLOR_ROLE:
            return _COLORS[row.kind]
        if role == Role.FontRole and not row.reason:
            font = QFont()
            font.setWeight(QFont.Weight.DemiBold)
            return font
        return theme.brush("muted") if role == Role.ForegroundRole and (row.reason or not row.count) else None

    def _name(self, line: Line) -> str:
        return f"    {reasons.short(line.reason)}" if line.reason else reasons.log_kind(line.kind)

    def _tip(self, line: Line) -> str:
        what = reasons.reason(line.reason) if line.reason else reasons.log_kind(line.kind)
        return self.tr("{what}: {count}").format(what=what, count=formats.number(line.count))


class _Bar(QStyledItemDelegate):
    """A bar from the left, with a round end."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        share = index.data(SHARE_ROLE) or 0.0
        if not share:
            return
        room = QRectF(option.rect).adjusted(4, 8, -4, -8)
        path = QPainterPath()
        path.addRoundedRect(
            QRectF(room.left(), room.top(), max(3.0, room.width() * share), room.height()), 3, 3
        )
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillPath(path, QColor(getattr(theme.colors(), index.data(COLOR_ROLE))))
        painter.restore()


class OutcomeList(QWidget):
    """`chosen`: a line was activated; carries its kind and reason code."""

    chosen = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = OutcomeModel(self)
        self.view: QTableView = dense(self.model, self.tr("What became of the addresses"), BAR)
        self.view.horizontalHeader().hide()
        self.view.horizontalHeader().setSectionResizeMode(NAME, QHeaderView.ResizeMode.Fixed)
        self.view.setColumnWidth(NAME, 184)
        self.view.setColumnWidth(COUNT, 80)
        self.view.setItemDelegateForColumn(BAR, _Bar(self.view))
        self.view.activated.connect(self._choose)
        self.view.clicked.connect(self._choose)
        in_column(self, self.view)

    @first
    def put(self, outcomes: Mapping[str, int], counts: Mapping[str, int]) -> None:
        """Show the newest numbers."""
        self.model.show(lines_of(outcomes, counts))

    def _choose(self, index: QModelIndex) -> None:
        line = self.model.row_at(index)
        if line is not None and line.count:
            self.chosen.emit(line.kind, line.reason)


_MOST = 12


class RefusalStrip(QWidget):
    """As many reasons as fit, the most frequent first. `chosen` gives the code of the one that was clicked."""

    chosen = Signal(str)
    all_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("refusalStrip")
        self._counts: list[tuple[str, int]] = []
        self.label = text_label("", "muted")
        self._row = in_row(self, self.label, margins=(theme.DOUBLE, 0, theme.UNIT, 0), spacing=theme.HALF)
        self.buttons: list[QPushButton] = []
        for _ in range(_MOST):
            button = text_button(look="link", hidden=True)
            button.clicked.connect(lambda _=False, each=button: self.chosen.emit(each.property("code")))
            self._row.addWidget(button)
            self.buttons.append(button)
        self.more = text_button(act=self.all_wanted, look="link")
        self._row.addWidget(self.more)
        self._row.addStretch(1)
        self.setFixedHeight(theme.LARGE)
        self.put({})

    def put(self, counts: Mapping[str, int]) -> None:
        """Counts by reason code; those that are no refusals are left out."""
        found = sorted(
            ((code, count) for code, count in counts.items() if count > 0 and kind_of(code) == "refused"),
            key=lambda item: (-item[1], item[0]),
        )
        if found != self._counts or not self.label.text():
            self._counts = found
            total = sum(count for _, count in found)
            self.label.setText(
                self.tr("Left out: {count}").format(count=formats.number(total))
                if total
                else self.tr("Nothing was left out so far")
            )
            for button, (code, count) in zip(self.buttons, found, strict=False):
                text = self.tr("{reason} {count}").format(
                    reason=reasons.short(code), count=formats.number(count)
                )
                button.setText(text)
                button.setProperty("code", code)
                tip = self.tr("{reason}: show these addresses").format(reason=reasons.reason(code))
                button.setToolTip(tip)
                button.setAccessibleName(f"{text}. {tip}")
            self._fit()
            self._row.activate()  # words of other length are not cut off even for one frame

    def tip(self) -> str:
        """All of it in lines."""
        return "\n".join(
            self.tr("{count} · {reason}").format(count=formats.number(count), reason=reasons.reason(code))
            for code, count in self._counts
        )

    def _fit(self) -> None:
        room = self.width() - self.label.sizeHint().width() - 96
        shown = 0
        for button in self.buttons[: len(self._counts)]:
            room -= button.sizeHint().width() + theme.HALF
            if room < 0:
                break
            shown += 1
        for at, button in enumerate(self.buttons):
            button.setVisible(at < shown)
        rest = len(self._counts) - shown
        self.more.setVisible(rest > 0)
        self.more.setText(self.tr("and {count} more").format(count=rest))
        self.more.setAccessibleName(self.more.text())
        self.more.setToolTip(self.tip())
        self.label.setToolTip(self.tip())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
