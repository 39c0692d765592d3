"""Where a document is read: a comfortable column of rich text, a chapter at a time, filled in slices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import QCoreApplication, QElapsedTimer, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QFontDatabase, QKeyEvent, QMouseEvent, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from extractors.base.types import Document
from widgets.kit import theme
from widgets.kit.parts import bare
from widgets.page.reading import Typography

_COLUMN = 720  # pixels of text in a line: longer ones tire the eye
_SLICE_MS = 15
_LONG = 4_000  # characters of rich text that hardly fit into the view
_UNPAGED = ("xml", "json", "html", "mhtml", "eml", "markdown")
# the same code points look different in Chinese, Japanese and Korean print
_FONTS = {
    "zh-hant": ("Noto Sans CJK TC", "Source Han Sans TC", "PingFang TC", "Microsoft JhengHei"),
    "zh-tw": ("Noto Sans CJK TC", "Source Han Sans TC", "PingFang TC", "Microsoft JhengHei"),
    "zh-hk": ("Noto Sans CJK HK", "Noto Sans CJK TC", "PingFang HK", "Microsoft JhengHei"),
    "zh": ("Noto Sans CJK SC", "Source Han Sans SC", "PingFang SC", "Microsoft YaHei", "WenQuanYi Micro Hei"),
    "ja": ("Noto Sans CJK JP", "Source Han Sans JP", "Hiragino Sans", "Yu Gothic"),
    "ko": ("Noto Sans CJK KR", "Source Han Sans KR", "Apple SD Gothic Neo", "Malgun Gothic"),
}


class ReadingView(QTextBrowser):
    """Rich text in a column; loads nothing, and is filled in slices so that long texts never block."""

    filled = Signal()
    beside_activated = Signal(str)  # a link, by a middle click or with Ctrl
    beyond = Signal(int)  # a page further than there is text: 1 at the end, -1 at the beginning

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setOpenLinks(False)
        bare(self)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUndoRedoEnabled(False)
        self.setAccessibleName(self.tr("Text of the document"))
        self.scale = 1.0
        self._rest: Iterator[str] = iter(())
        self._at_end = False
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._slice)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        left = event.button() == Qt.MouseButton.LeftButton
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if event.button() == Qt.MouseButton.MiddleButton or (left and control):
            address = self.anchorAt(event.position().toPoint())
            if address and not self.textCursor().hasSelection():
                self.beside_activated.emit(address)
                return
        super().mouseReleaseEvent(event)

    def typography(self, document: Document) -> Typography:
        """The look of a document, in the colours of the scheme."""
        colors = theme.colors()
        mono = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).family()
        size = round(max(15, self.fontMetrics().height() * 0.85) * self.scale)
        own = self.font().families() or [self.font().family()]
        return Typography(
            colors.text,
            colors.muted,
            colors.accent,
            colors.raised,
            colors.border,
            size,
            mono,
            (*own, *_fonts_for(document.language)),
            colors.changed,
            role_words(document.format),
        )

    def show_pieces(self, look: Typography, first: str, rest: Iterator[str], *, at_end: bool = False) -> None:
        """Show `first` now and what follows as time allows; its end rather than its beginning with `at_end`."""
        self.stop()
        self._at_end = at_end
        if (
            len(first) > _LONG
        ):  # the bar is there before the text: one that appears has everything laid out once more
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.document().setDefaultStyleSheet(look.style_sheet())
        self.setHtml(f"<body>{first}</body>")
        self.document().setDocumentMargin(theme.TRIPLE)
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self._rest = rest
        if len(first) > _LONG:
            self._timer.start(0)
        else:
            self._slice()

    def stop(self) -> None:
        """Leave what is not yet shown."""
        self._timer.stop()
        self._rest = iter(())

    def loadResource(self, _kind: int, _name: QUrl | str) -> Any:
        return None  # nothing is fetched: pictures are links here

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.verticalScrollBar()
        step = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1}.get(Qt.Key(event.key()), 0)
        if (
            step
            and bar.value() == (bar.maximum() if step > 0 else bar.minimum())
            and not self._timer.isActive()
        ):
            self.beyond.emit(step)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        room = event.size().width() + self.viewportMargins().left() * 2
        side = max(0, round(room - _COLUMN * self.scale - 48) // 2)
        if side != self.viewportMargins().left():
            self.setViewportMargins(side, 0, side, 0)
        super().resizeEvent(event)

    def _slice(self) -> None:
        clock = QElapsedTimer()
        clock.start()
        cursor = QTextCursor(self.document())
        for piece in self._rest:
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertBlock()
            cursor.insertHtml(f"<body>{piece}</body>")
            if clock.elapsed() > _SLICE_MS:
                self._timer.start(0)
                return
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        if self._at_end:
            self.moveCursor(QTextCursor.MoveOperation.End)
        self.filled.emit()


def role_words(format: str) -> dict[str, str]:
    """What is set apart in a text, in words; the marks carry their number. Above the entries of a feed, or a mail,
    stands no page header."""
    translate = QCoreApplication.translate
    words = {
        "note": translate("reading", "Note"),
        "comment": translate("reading", "Comment"),
        "header": translate("reading", "Page header"),
        "footer": translate("reading", "Page footer"),
        "hidden": translate("reading", "Hidden in the document"),
        "formulas": translate("reading", "Formulas"),
        "slide": translate("reading", "Slide {n}"),
        "sheet": translate("reading", "Sheet {n}"),
        "page": translate("reading", "Page {n}"),
    }
    return words if format not in _UNPAGED else words | {"header": "", "footer": ""}


def _fonts_for(language: str) -> tuple[str, ...]:
    """The fonts of this machine in which a language is printed as its readers know it."""
    known = language.lower()
    wanted = next((fonts for key, fonts in _FONTS.items() if known == key or known.startswith(f"{key}-")), ())
    if not wanted:
        return ()
    there = set(QFontDatabase.families())
    return tuple(name for name in wanted if name in there)[:1]
