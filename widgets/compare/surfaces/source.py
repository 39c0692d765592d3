"""What a compare pane shows sources with: the page as it was received, the bytes of each change on its ground."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QTextEdit, QWidget

from app.blocks.compare.changes import Change
from app.blocks.page.tree import BlockTree
from app.words.wording import word_diff
from widgets.compare.entries import kind_of
from widgets.compare.surfaces.positions import Positions
from widgets.kit import theme
from widgets.page.code_view import CodeView, SourceText, break_lines

# The sources of two versions ready to show, and where in them the changes stand; made in a worker.

Place = tuple[int, int]  # row on screen, column in UTF-16 units
Marked = tuple[int, str, Place, Place]  # number of the change, kind, from, to
# place of a block among the changes → ranges that differ, from the beginning of its source
Ranges = dict[int, list[tuple[int, int]]]

# characters of a block, and of all, in which the words that differ are found
_LONGEST, _MOST = 100_000, 1_000_000


@dataclass(frozen=True, slots=True)
class MarkedSource:
    """One version: its source as rows, the changes in it, where unchanged blocks stand (number, from, to), and the
    words of the source that differ."""

    source: SourceText
    marks: tuple[Marked, ...]
    anchors: tuple[tuple[int, Place, Place], ...]
    words: tuple[Marked, ...] = ()


def differing(
    changes: Iterable[Change], a: BlockTree, b: BlockTree, check: Callable[[], None]
) -> tuple[Ranges, Ranges]:
    """Ranges that differ in the source of blocks of both versions; `check` may raise to stop."""
    found: tuple[Ranges, Ranges] = ({}, {})
    left = _MOST
    for number, change in enumerate(changes):
        if change.kind == "unchanged" or change.span_a is None or change.span_b is None:
            continue
        texts = [
            _lines_alike(_decoded(tree.data[slice(*span)], tree.charset))
            for tree, span in ((a, change.span_a), (b, change.span_b))
        ]
        left -= sum(map(len, texts))
        if texts[0] == texts[1] or max(map(len, texts)) > _LONGEST or left < 0:
            continue
        check()
        at = [0, 0]
        for how, *pieces in word_diff(texts[0], texts[1]):
            for side, piece in enumerate(pieces):
                if how != "unchanged" and piece:
                    found[side].setdefault(number, []).append((at[side], at[side] + len(piece)))
                at[side] += len(piece)
    return found


def marked_source(
    tree: BlockTree,
    changes: Iterable[Change],
    side: int,
    inside: Mapping[int, int],
    words: Mapping[int, list[tuple[int, int]]] | None = None,
    number_from: int = 0,
) -> MarkedSource:
    """Decode a page piece by piece, so that the bytes of each change can be found again in the text.

    Blocks, numbered from `number_from` on, `inside` an entry are part of its mark, which goes from the first to the
    last of them. `words` are what `differing` found on this side, by the place of the block among the changes.
    """
    spans: list[tuple[int, str, int, int]] = []
    for number, change in enumerate(changes, number_from):
        span = change.span_b if side else change.span_a
        if span is not None:
            spans.append((number, kind_of(change), span[0], span[1]))
    text, at = _decode(tree.data, tree.charset, sorted({place for _, _, *ends in spans for place in ends}))
    source = break_lines(text)
    find = _Rows(source)
    marks: dict[int, Marked] = {}
    anchors: list[tuple[int, Place, Place]] = []
    for number, kind, start, end in spans:
        first, last = find(at[start]), find(at[end])
        if kind == "unchanged":
            anchors.append((number, first, last))
            continue
        number = inside.get(number, number)
        known = marks.get(number, (number, kind, first, last))
        marks[number] = (number, kind, min(first, known[2]), max(last, known[3]))
    kinds = {number: (kind, at[start]) for number, kind, start, _ in spans}
    inner = tuple(
        (
            inside.get(number, number),
            kinds[number][0],
            find(kinds[number][1] + first),
            find(kinds[number][1] + last),
        )
        for place, ranges in (words or {}).items()
        for number in (place + number_from,)
        for first, last in ranges
    )
    return MarkedSource(source, tuple(marks.values()), tuple(anchors), inner)


def _decoded(data: bytes, charset: str) -> str:
    try:
        return data.decode(charset, "replace")
    except LookupError:
        return data.decode("latin-1")


def _lines_alike(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2029", "\n")


def _decode(data: bytes, charset: str, cuts: list[int]) -> tuple[str, dict[int, int]]:
    """The text with line feeds alone as ends of lines, and for each cut in the bytes its place in the text."""
    pieces: list[str] = []
    places: dict[int, int] = {}
    length = last = 0
    ends_with_return = False
    for cut in [*cuts, len(data)]:
        piece = _decoded(data[last:cut], charset)
        skipped = ends_with_return and piece.startswith("\n")
        ends_with_return = piece.endswith("\r")
        piece = _lines_alike(piece[skipped:])
        pieces.append(piece)
        length += len(piece)
        places[cut] = length
        last = cut
    return "".join(pieces), places


class _Rows:
    """Finds rows on screen for places in a text whose long lines were broken."""

    def __init__(self, source: SourceText) -> None:
        self._rows = source.text.split("\n")
        self._starts: list[int] = []
        place = 0
        for number, row in enumerate(self._rows):
            goes_on = bool(source.numbers) and number > 0 and source.numbers[number] == 0
            if number and not goes_on:
                place += 1  # a line feed of the source; the others are only on screen
            self._starts.append(place)
            place += len(row)

    def __call__(self, place: int) -> Place:
        row = max(0, bisect_right(self._starts, place) - 1)
        column = max(0, min(place - self._starts[row], len(self._rows[row])))
        return row, len(self._rows[row][:column].encode("utf-16-le", "surrogatepass")) // 2


_END = 1 << 30  # a column behind the last one of any row


def _by_rows(marks: Iterable[Marked]) -> dict[int, list[Marked]]:
    found: dict[int, list[Marked]] = {}
    for mark in marks:
        (first, _), (last, column) = mark[2:]
        for row in range(first, last + (column > 0 or first == last)):
            found.setdefault(row, []).append(mark)
    return found


class SourceSurface(CodeView):
    """Source with line numbers; in the margin the signs of the changes."""

    scrolled = Signal(float)
    mark_clicked = Signal(int)
    settled = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Source of this version"))
        self._marked: MarkedSource | None = None
        self._marks: dict[int, Marked] = {}
        self._rows: dict[int, list[Marked]] = {}  # what is marked in a row
        self._words: dict[int, list[Marked]] = {}  # what differs in a row, word by word
        self._near = range(0)  # the rows whose marks are painted: those in sight and some around them
        self._focused = -1
        self._quiet = False
        self._wait = QTimer(self, singleShot=True, interval=0)
        self._wait.timeout.connect(self._settle)
        self.written.connect(self._all_written)
        self.updateRequest.connect(self._follow)
        self.verticalScrollBar().valueChanged.connect(self._moved)

    def shows(self, marked: MarkedSource) -> bool:
        """Whether it is this version that is shown."""
        return marked is self._marked

    def show_marked(self, marked: MarkedSource, language: str, hidden: frozenset[int]) -> None:
        """Show a version; changes in `hidden` are not marked."""
        new, self._marked = marked is not self._marked, marked
        self._marks = {mark[0]: mark for mark in marked.marks if mark[0] not in hidden}
        self._rows = _by_rows(self._marks.values())
        self._words = _by_rows(word for word in marked.words if word[0] not in hidden)
        self._focused = -1
        if new:
            self.show_source(marked.source, language)
        self._select()
        self._wait.start()

    def _all_written(self) -> None:
        """What stands further down can be marked and gone to only now."""
        if self._marked is not None:
            self._select()
            if self._focused >= 0:
                self.focus_mark(self._focused)
            self._wait.start()

    def _settle(self) -> None:
        """Places can be measured, unless what is still to be written would move them."""
        if self.complete:
            self.settled.emit()

    def forget(self) -> None:
        """Other versions will be shown."""
        self._marked, self._marks, self._rows, self._words = None, {}, {}, {}

    def focus_mark(self, index: int) -> None:
        if index not in self._marks:
            return
        self._focused = index
        if self._marks[index][2][0] < self.blockCount():  # else once it is written
            with self._quietly():
                self.setTextCursor(self._cursor(self._marks[index][2]))
                self.centerCursor()
        self._select()

    def scroll_to(self, fraction: float) -> None:
        with self._quietly():
            self.verticalScrollBar().setValue(round(fraction * self.verticalScrollBar().maximum()))

    def measure(self, callback: Callable[[Positions], None]) -> None:
        """Places in lines on screen, which the scroll bar counts as well."""
        bar = self.verticalScrollBar()
        spans: dict[int, tuple[float, float]] = {}
        marks = [(number, first, last) for number, _, first, last in self._marks.values()]
        for number, first, last in [*marks, *(self._marked.anchors if self._marked else ())]:
            top, bottom = self._line(first), self._line(last)
            spans[number] = (float(top), max(1.0, float(bottom - top)))
        at = bar.value() / max(1, bar.maximum())
        callback(
            Positions(float(bar.maximum() + bar.pageStep()), float(max(1, bar.pageStep())), spans, at=at)
        )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        cursor = self.cursorForPosition(event.position().toPoint())
        place = (cursor.blockNumber(), cursor.positionInBlock())
        for number, _, first, last in self._marks.values():
            if first <= place <= last:
                self.mark_clicked.emit(number)
                return

    def resizeEvent(self, event: QResizeEvent) -> None:
        with self._quietly():
            super().resizeEvent(event)
        self._wait.start()

    def paintEvent(self, event: QPaintEvent) -> None:
        with self._quietly():  # rows are laid out when they come into sight, and move those below them
            super().paintEvent(event)

    def paint_gutter(self, event: QPaintEvent) -> None:
        super().paint_gutter(event)
        painter = QPainter(self._gutter)
        line = self.fontMetrics().lineSpacing()
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top <= event.rect().bottom():
            height = self.blockBoundingRect(block).height()
            for _, kind, first, last in self._rows.get(block.blockNumber(), ()):
                colour, sign = theme.changes[kind]
                begins, ends = first[0] == block.blockNumber(), last[0] == block.blockNumber()
                y = top + (self._line(first) - block.firstLineNumber()) * line if begins else top
                bottom = (
                    top + (self._line(last) - block.firstLineNumber() + 1) * line if ends else top + height
                )
                painter.fillRect(QRectF(0, y, 3, bottom - y), QColor(colour))
                if begins:
                    painter.setPen(QColor(colour))
                    painter.drawText(QRectF(4, y, 12, line), Qt.AlignmentFlag.AlignCenter, sign)
            top += height
            block = block.next()
        painter.end()

    def _line(self, place: Place) -> int:
        """The line on screen of a place; the line of its row where the row was never laid out."""
        block = self.document().findBlockByNumber(place[0])
        line = block.layout().lineForTextPosition(place[1]) if block.isValid() else None
        return block.firstLineNumber() + (line.lineNumber() if line is not None and line.isValid() else 0)

    def _cursor(self, place: Place) -> QTextCursor:
        block = self.document().findBlockByNumber(place[0])
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + min(place[1], block.length() - 1))
        return cursor

    def _follow(self) -> None:
        """Paint the marks of rows that came into sight."""
        seen = self._seen()
        if seen.start < self._near.start or seen.stop > self._near.stop:
            self._select()

    def _seen(self) -> range:
        """The rows in sight: a long one that is wrapped may be the only one."""
        block = self.firstVisibleBlock()
        first = last = block.blockNumber()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top <= self.viewport().height():
            top += self.blockBoundingRect(block).height()
            last = block.blockNumber()
            block = block.next()
        return range(first, last + 1)

    def _select(self) -> None:
        """Paint the marks that are in sight and near it: Qt lays out every row that a selection begins or ends in."""
        selections = []
        written = self.blockCount() if self.complete else self.blockCount() - 1
        seen = self._seen()
        self._near = range(max(0, seen.start - len(seen)), min(seen.stop + len(seen), self.blockCount()))
        blocks = {mark[0]: mark for row in self._near for mark in self._rows.get(row, ())}
        words = dict.fromkeys(word for row in self._near for word in self._words.get(row, ()))
        end = (min(self._near.stop, written) - 1, _END)
        for is_word, (number, kind, first, last) in [
            *((False, mark) for mark in blocks.values()),
            *((True, word) for word in words),
        ]:
            first, last = max(first, (self._near.start, 0)), min(last, end)
            if first >= last:
                continue  # not written yet
            selection = QTextEdit.ExtraSelection()
            selection.cursor = self._cursor(first)
            selection.cursor.setPosition(self._cursor(last).position(), QTextCursor.MoveMode.KeepAnchor)
            selection.format = self._format(kind, focused=number == self._focused, word=is_word)
            selections.append(selection)
        with self._quietly():  # rows that are laid out only now move the others
            self.setExtraSelections(selections)

    def _format(self, kind: str, *, focused: bool, word: bool) -> QTextCharFormat:
        """The ground of a change, firmer in focus; words that differ are underlined as well."""
        form = QTextCharFormat()
        colour = QColor(theme.changes[kind][0])
        ground = QColor(colour if word or focused else theme.soft(kind))
        if word or focused:
            ground.setAlpha(128 if word else 80)
        form.setBackground(ground)
        if word:
            form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
            form.setUnderlineColor(colour)
        return form

    @contextmanager
    def _quietly(self) -> Iterator[None]:
        """Movements inside are no scrolling by a person: the other side does not follow."""
        before, self._quiet = self._quiet, True
        try:
            yield
        finally:
            self._quiet = before

    def _moved(self, value: int) -> None:
        if not self._quiet and not (self.highlighter is not None and self.highlighter.at_work):
            self.scrolled.emit(value / max(1, self.verticalScrollBar().maximum()))
