"""A read-only view of source text with line numbers; very long lines are broken for display."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QElapsedTimer, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QSyntaxHighlighter,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from widgets.kit import theme
from widgets.kit.parts import bare, scaled

# Line lexers for the source view: a line and a state in, coloured spans and the next state out.

# (start, length, kind); kinds: keyword string number comment tag attribute value punctuation entity
# property
Span = tuple[int, int, str]
Lexed = tuple[list[Span], int]
Lexer = Callable[[str, int], Lexed]

PLAIN, COMMENT, TEMPLATE = 0, 1, 2
TAG, QUOTED_DOUBLE, QUOTED_SINGLE, HTML_COMMENT, CDATA = 3, 4, 5, 6, 7
_RAW, _SUB = 8, 16  # bits: inside <script> or <style>, and the state of its own lexer

_JS = re.compile(
    r"(?P<comment>//.*)|(?P<open>/\*)|(?P<template>`)"
    r"|(?P<string>\"(?:[^\"\\]|\\.)*\"?|'(?:[^'\\]|\\.)*'?)"
    r"|(?P<number>\b(?:0[xXbBoO][\da-fA-F_]+|\d[\d_]*\.?\d*(?:[eE][+-]?\d+)?)n?\b)"
    r"|(?P<keyword>\b(?:async|await|break|case|catch|class|const|continue|debugger|default|delete|do|else|export|extends|"
    r"false|finally|for|from|function|get|if|import|in|instanceof|let|new|null|of|return|set|static|super|switch|this|"
    r"throw|true|try|typeof|undefined|var|void|while|with|yield)\b)"
)
_CSS = re.compile(
    r"(?P<open>/\*)|(?P<string>\"(?:[^\"\\]|\\.)*\"?|'(?:[^'\\]|\\.)*'?)"
    r"|(?P<keyword>@[\w-]+|!important\b)|(?P<number>#[\da-fA-F]{3,8}\b|-?\b\d*\.?\d+(?:%|[a-zA-Z]+\b)?)"
    r"|(?P<property>(?<![\w-])[\w-]+(?=\s*:[^:{]*(?:;|$|\})))|(?P<tag>[.#][A-Za-z_][\w-]*)|(?P<punctuation>[{}:;,])"
)
_JSON = re.compile(
    r"(?P<property>\"(?:[^\"\\]|\\.)*\"(?=\s*:))|(?P<string>\"(?:[^\"\\]|\\.)*\"?)"
    r"|(?P<number>-?\b\d+\.?\d*(?:[eE][+-]?\d+)?\b)|(?P<keyword>\b(?:true|false|null)\b)|(?P<punctuation>[{}\[\]:,])"
)
_TAG = re.compile(r"<(/?)([A-Za-z_][\w:.-]*)|<[!?][A-Za-z][^>]*>?")
_ATTRIBUTE = re.compile(
    r"(?P<end>/?>)|(?P<name>[^\s=>\"'/]+)|(?P<double>\")|(?P<single>')|=\s*(?P<value>[^\s\"'>]+)"
)
_ENTITY = re.compile(r"&(?:#\d+|#[xX][\da-fA-F]+|\w+);")
_CLOSE_RAW = re.compile(r"</(?:script|style)\b", re.IGNORECASE)


def _simple(pattern: re.Pattern[str]) -> Lexer:
    """A lexer for a language with /* */ comments and, in JavaScript, `templates` over several lines."""

    def lex(line: str, state: int) -> Lexed:
        spans: list[Span] = []
        position = 0
        while position < len(line) or state != PLAIN:
            if state in (COMMENT, TEMPLATE):
                closing, kind = ("*/", "comment") if state == COMMENT else ("`", "string")
                end = line.find(closing, position)
                if end < 0:
                    spans.append((position, len(line) - position, kind))
                    return spans, state
                spans.append((position, end + len(closing) - position, kind))
                position, state = end + len(closing), PLAIN
                continue
            found = pattern.search(line, position)
            if found is None:
                break
            kind = found.lastgroup or ""
            if kind in ("open", "template"):
                state = COMMENT if kind == "open" else TEMPLATE
                spans.append((found.start(), len(found[0]), "comment" if kind == "open" else "string"))
            else:
                spans.append((found.start(), len(found[0]), kind))
            position = found.end()
        return spans, state

    return lex


lex_javascript = _simple(_JS)
lex_css = _simple(_CSS)
lex_json = _simple(_JSON)


class _Markup:
    """HTML and XML: a small machine that walks one line; `raw` remembers which language a script or style is in."""

    def __init__(self, line: str, state: int, *, html: bool) -> None:
        self.line, self.html = line, html
        self.spans: list[Span] = []
        self.position = 0
        self.raw = state & _RAW  # set: inside a raw element
        self.css = bool(state & 64)
        self.sub = (state // _SUB) & 3
        self.state = state & 7

    def run(self) -> Lexed:
        steps = {HTML_COMMENT: self._comment, CDATA: self._cdata, TAG: self._tag}
        steps |= {QUOTED_DOUBLE: self._quoted, QUOTED_SINGLE: self._quoted}
        while self.position < len(self.line):
            (self._raw if self.raw and self.state == PLAIN else steps.get(self.state, self._text))()
        return self.spans, self.state | self.raw | self.sub * _SUB | (64 if self.css else 0)

    def add(self, start: int, end: int, kind: str) -> None:
        if end > start:
            self.spans.append((start, end - start, kind))

    def _until(self, closing: str, kind: str) -> None:
        end = self.line.find(closing, self.position)
        stop = len(self.line) if end < 0 else end + len(closing)
        self.add(self.position, stop, kind)
        self.position = stop
        if end >= 0:
            self.state = PLAIN

    def _comment(self) -> None:
        self._until("-->", "comment")

    def _cdata(self) -> None:
        self._until("]]>", "string")

    def _quoted(self) -> None:
        self._until('"' if self.state == QUOTED_DOUBLE else "'", "value")
        if self.state == PLAIN:
            self.state = TAG

    def _raw(self) -> None:
        closing = _CLOSE_RAW.search(self.line, self.position)
        stop = closing.start() if closing else len(self.line)
        spans, self.sub = (lex_css if self.css else lex_javascript)(self.line[self.position : stop], self.sub)
        self.spans.extend((start + self.position, length, kind) for start, length, kind in spans)
        self.position = stop
        if closing:
            self.raw, self.sub = 0, PLAIN

    def _text(self) -> None:
        start = self.line.find("<", self.position)
        stop = len(self.line) if start < 0 else start
        for entity in _ENTITY.finditer(self.line, self.position, stop):
            self.add(entity.start(), entity.end(), "entity")
        self.position = stop
        if start < 0:
            return
        if self.line.startswith("<!--", start):
            self.state = HTML_COMMENT
        elif self.line.startswith("<![CDATA[", start):
            self.state = CDATA
        elif tag := _TAG.match(self.line, start):
            self.add(start, tag.end(), "tag" if tag[2] else "comment")
            self.position = tag.end()
            if tag[2]:
                self.state = TAG
                name = tag[2].lower()
                if self.html and not tag[1] and name in ("script", "style"):
                    self.css = name == "style"
                    self.raw = _RAW
        else:
            self.position = start + 1

    def _tag(self) -> None:
        found = _ATTRIBUTE.search(self.line, self.position)
        if found is None:
            self.position = len(self.line)
            return
        self.position = found.end()
        if found["end"]:
            self.add(found.start(), found.end(), "tag")
            self.state = PLAIN
        elif found["name"]:
            self.add(found.start(), found.end(), "attribute")
        elif found["value"]:
            self.add(found.start("value"), found.end(), "value")
        else:
            self.position = found.start()
            self.add(self.position, self.position + 1, "value")
            self.state = QUOTED_DOUBLE if found["double"] else QUOTED_SINGLE
            self.position += 1


def lex_html(line: str, state: int) -> Lexed:
    return _Markup(line, state, html=True).run()


def lex_xml(line: str, state: int) -> Lexed:
    return _Markup(line, state, html=False).run()


LEXERS: dict[str, Lexer] = {
    "html": lex_html,
    "xml": lex_xml,
    "svg": lex_xml,
    "css": lex_css,
    "javascript": lex_javascript,
    "json": lex_json,
}


# Colours for source text, given lazily: only lines that were looked at (and those above them) are lexed.

_SLICE_MS = 10  # GUI time spent in one go; the rest follows when the event loop is idle
_COLOURED_AT_ONCE = (
    4000  # characters between looks at the clock; Qt takes longer for a line alone than for one among others
)

# kind: light, dark; every one at least 4.5:1 on the surface of its scheme
COLOURS: dict[str, tuple[str, str]] = {
    "keyword": ("#8b2fb0", "#d59bf6"),
    "string": ("#2b6a1e", "#a5d68a"),
    "value": ("#2b6a1e", "#a5d68a"),
    "number": ("#a34700", "#f5b07a"),
    "comment": ("#64696f", "#949ba4"),
    "tag": ("#0b5aa8", "#7fbcff"),
    "attribute": ("#7a5200", "#e3c37a"),
    "property": ("#0b5aa8", "#7fbcff"),
    "entity": ("#a34700", "#f5b07a"),
    "punctuation": ("#5b6066", "#a6adb6"),
}


class SourceHighlighter(QSyntaxHighlighter):
    """Highlights up to the block that was asked for with `reach`; blocks beyond are left alone until then."""

    def __init__(self, document: QTextDocument, language: str, *, dark: bool) -> None:
        super().__init__(document)
        self._lexer: Lexer | None = LEXERS.get(language)
        self._formats = {kind: _format(kind, pair[dark]) for kind, pair in COLOURS.items()}
        self._done = -1  # the last block that has its colours
        # the last block that may get them now: Qt goes on to the next ones by itself, without an end
        self._due = -1
        self._wanted = -1
        self.at_work = False  # rows that get their colours may get another height, and move those below them
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._slice)

    @property
    def done(self) -> int:
        return self._done

    def reach(self, block_number: int) -> None:
        """Blocks up to this one are seen: give them their colours soon."""
        if self._lexer is not None and block_number > self._wanted:
            self._wanted = block_number
            self._timer.start(0)

    def highlightBlock(self, text: str) -> None:
        number = self.currentBlock().blockNumber()
        if self._lexer is None or number > self._due:
            return
        spans, state = self._lexer(text, max(0, self.previousBlockState()))
        for start, length, kind in spans:
            self.setFormat(start, length, self._formats[kind])
        self.setCurrentBlockState(state)
        self._done = max(self._done, number)

    def _slice(self) -> None:
        document = self.document()
        if document is not None:  # else the text was taken away while its colours were still to come
            self.at_work = True
            self._colour(document)
            self.at_work = False

    def _colour(self, document: QTextDocument) -> None:
        clock = QElapsedTimer()
        clock.start()
        while self._done < self._wanted:
            block = document.findBlockByNumber(self._done + 1)
            if not block.isValid():
                return
            before = self._done
            self._due = self._next_piece(block)
            self.rehighlightBlock(block)
            if self._done == before:  # Qt skipped it: never spin on one block
                self._done += 1
            if clock.elapsed() > _SLICE_MS:
                self._timer.start(0)
                return

    def _next_piece(self, block: QTextBlock) -> int:
        """The last of the blocks that get their colours together, from this one on."""
        room = _COLOURED_AT_ONCE
        while block.blockNumber() < self._wanted and room > block.length() and block.next().isValid():
            room -= block.length()
            block = block.next()
        return block.blockNumber()


def _format(kind: str, colour: str) -> QTextCharFormat:
    form = QTextCharFormat()
    form.setForeground(QColor(colour))
    if kind == "comment":
        form.setFontItalic(True)
    if kind == "keyword":
        form.setFontWeight(QFont.Weight.DemiBold)
    return form


_LONGEST = 4000  # characters in a line on screen: text layout grows worse than linearly
_AT_ONCE = 6_000  # characters; more are written a slice at a time, so that the window stays awake
_PIECE = 4_000  # characters between looks at the clock
_SLICE = 0.008  # seconds: two views may be written at the same time
_BREAK = re.compile(r"[;>},]")


@dataclass(frozen=True, slots=True)
class SourceText:
    """Text ready to show: `numbers` is the line number of every block (0 = continues the line above), empty when
    no line was broken."""

    text: str
    numbers: tuple[int, ...] = ()
    lines: int = 0


def break_lines(text: str, longest: int = _LONGEST) -> SourceText:
    """Break lines longer than `longest`, after a `;`, `>`, `}` or `,` when there is one near."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2029", "\n").split("\n")
    if all(len(line) <= longest for line in lines):
        return SourceText("\n".join(lines), (), len(lines))
    shown: list[str] = []
    numbers: list[int] = []
    for number, line in enumerate(lines, 1):
        start, label = 0, number
        while len(line) - start > longest:
            breaks = [m.end() for m in _BREAK.finditer(line, start + longest * 3 // 4, start + longest)]
            end = breaks[-1] if breaks else start + longest
            shown.append(line[start:end])
            numbers.append(label)
            start, label = end, 0
        shown.append(line[start:])
        numbers.append(label)
    return SourceText("\n".join(shown), tuple(numbers), len(lines))


def _pieces(text: str) -> Iterator[str]:
    yield text[:_AT_ONCE]
    for start in range(_AT_ONCE, len(text), _PIECE):
        yield text[start : start + _PIECE]


class CodeView(QPlainTextEdit):
    """Source text, coloured as far as it was scrolled to."""

    written = Signal()  # all of the text is there

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._rest: Iterator[str] = iter(())
        self._more = QTimer(self, singleShot=True, interval=0)
        self._more.timeout.connect(self._write)
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setUndoRedoEnabled(False)
        bare(self)
        self.setTabStopDistance(4 * self.fontMetrics().horizontalAdvance(" "))
        self.set_wrapped(True)
        self._source = SourceText("")
        self._language = ""
        self._gutter = _Gutter(self)
        self.highlighter: SourceHighlighter | None = None
        self.blockCountChanged.connect(self._fit_gutter)
        self.updateRequest.connect(self._scrolled)
        theme.watcher().changed.connect(self._recolour)
        self._fit_gutter()

    def set_zoom(self, factor: float) -> None:
        """Larger or smaller letters, line numbers too."""
        self.setFont(scaled(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont), factor))
        self.setTabStopDistance(4 * self.fontMetrics().horizontalAdvance(" "))
        self._fit_gutter()

    def show_source(self, source: SourceText, language: str) -> None:
        """Show text; `language` "" leaves it without colours."""
        self.clear()  # first: colours are taken from what little is left, not from all of the text before
        self._drop_highlighter()
        self._source, self._language = source, language
        self._more.stop()
        self._rest = _pieces(source.text)
        self.setPlainText(next(self._rest))
        self._highlight()
        self._fit_gutter()
        if len(source.text) > _AT_ONCE:
            self._more.start()  # what is seen is there: the rest takes turns with all else
        else:
            self.written.emit()

    @property
    def complete(self) -> bool:
        """Whether all of the text is there."""
        return not self._more.isActive()

    def _write(self) -> None:
        """Write more of the text as long as that does not hold up the window."""
        end = time.monotonic() + _SLICE
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        for piece in self._rest:
            cursor.insertText(piece)
            if time.monotonic() > end:
                self._more.start()
                return
        self.written.emit()

    def set_wrapped(self, wrapped: bool) -> None:
        mode = QPlainTextEdit.LineWrapMode.WidgetWidth if wrapped else QPlainTextEdit.LineWrapMode.NoWrap
        self.setLineWrapMode(mode)

    def line_label(self, block_number: int) -> str:
        """What stands in the margin beside a block."""
        if not self._source.numbers:
            return str(block_number + 1)
        number = self._source.numbers[block_number] if block_number < len(self._source.numbers) else 0
        return str(number) if number else "·"

    def gutter_width(self) -> int:
        digits = max(3, len(str(max(1, self._source.lines))))
        return 24 + self.fontMetrics().horizontalAdvance("9") * digits

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        inside = self.contentsRect()
        self._gutter.setGeometry(QRect(inside.left(), inside.top(), self.gutter_width(), inside.height()))
        self._reach()

    def paint_gutter(self, event: QPaintEvent) -> None:
        painter = QPainter(self._gutter)
        colors = theme.colors()
        painter.fillRect(event.rect(), self.palette().color(QPalette.ColorRole.Base))
        painter.setPen(QColor(colors.border))
        right = self._gutter.width() - 8
        painter.drawLine(right, event.rect().top(), right, event.rect().bottom())
        painter.setPen(QColor(colors.muted))
        painter.setFont(self.font())
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        height = self.fontMetrics().height()
        while block.isValid() and top <= event.rect().bottom():
            box = QRect(0, round(top), right - 8, height)
            painter.drawText(box, Qt.AlignmentFlag.AlignRight, self.line_label(block.blockNumber()))
            top += self.blockBoundingRect(block).height()
            block = block.next()
        painter.end()

    def _recolour(self) -> None:
        self._drop_highlighter()
        self._highlight()

    def _highlight(self) -> None:
        if self._language:
            self.highlighter = SourceHighlighter(self.document(), self._language, dark=theme.colors().dark)
            self._reach()

    def _drop_highlighter(self) -> None:
        if self.highlighter is not None:
            self.highlighter.setDocument(None)
            self.highlighter.deleteLater()
            self.highlighter = None

    def _fit_gutter(self) -> None:
        self.setViewportMargins(self.gutter_width(), 0, 0, 0)

    def _scrolled(self, area: QRect, dy: int) -> None:
        if dy:
            self._gutter.scroll(0, dy)
        else:
            self._gutter.update(0, area.y(), self._gutter.width(), area.height())
        self._reach()

    def _reach(self) -> None:
        if self.highlighter is not None:
            rows = self.viewport().height() // max(1, self.fontMetrics().height())
            self.highlighter.reach(
                min(self.blockCount() - 1, self.firstVisibleBlock().blockNumber() + rows + 20)
            )


class _Gutter(QWidget):
    """The margin with the line numbers."""

    def __init__(self, view: CodeView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self) -> QSize:
        return QSize(self._view.gutter_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._view.paint_gutter(event)
