"""Colours for source text, given lazily: only lines that were looked at (and those above them) are lexed."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QTimer
from PySide6.QtGui import QColor, QFont, QSyntaxHighlighter, QTextBlock, QTextCharFormat, QTextDocument

from widgets.page.lexers import LEXERS, Lexer

_SLICE_MS = 10  # GUI time spent in one go; the rest follows when the event loop is idle
_PIECE = 4000  # characters between looks at the clock; Qt takes longer for a line alone than for one among others

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
        self._due = -1  # the last block that may get them now: Qt goes on to the next ones by itself, without an end
        self._wanted = -1
        self.at_work = False  # rows that get their colours may get another height, and move those below them
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
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
        room = _PIECE
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
