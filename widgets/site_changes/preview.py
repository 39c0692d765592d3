"""What really changed on the chosen page, in a few words, below the table."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent
from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from widgets import formats, theme
from widgets.blocks import looks, words
from widgets.page import fact_words
from widgets.page.amounts import kind_name
from widgets.page.parts import bare

if TYPE_CHECKING:
    from app.blocks.site_changes import Excerpt

_MOST = 400  # characters of one excerpt


class Preview(QTextBrowser):
    """`say` a sentence, or `show_excerpts`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        bare(self)
        self.setAccessibleName(self.tr("What changed on the chosen page"))
        self._excerpts: Sequence[Excerpt] = ()
        self._sentence = ""

    def say(self, sentence: str) -> None:
        """A sentence instead of excerpts."""
        self._excerpts, self._sentence = (), sentence
        self._draw()

    def show_excerpts(self, excerpts: Sequence[Excerpt]) -> None:
        """The changes, with their inner diffs."""
        self._excerpts = excerpts
        self._sentence = "" if excerpts else self.tr("There is no text to show of these changes.")
        self._draw()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    def _draw(self) -> None:
        muted = theme.colors().muted
        rows = []
        for excerpt in self._excerpts:
            colour, mark = theme.changes[excerpt.kind if excerpt.kind in theme.changes else "changed"]
            head = f'<b style="color:{colour}">{mark} {escape(kind_name(excerpt.kind))}</b>'
            # what has no label is of a document, and may be one of its facts
            told = (looks.name(excerpt.label), excerpt.topic) if excerpt.label else (fact_words.name(excerpt.topic),)
            about = " · ".join(filter(None, told))
            line = f'{head} <span style="color:{muted}">{escape(formats.shorten(about, 100))}</span>'
            shown = words.small_diff(excerpt.words, _MOST) + words.sides(excerpt.attributes)
            rows.append(f"<p>{line}<br>{shown}</p>")
        sentence = f'<p style="color:{muted}">{escape(self._sentence)}</p>' if self._sentence else ""
        self.document().setDefaultStyleSheet("p { margin-top: 2px; margin-bottom: 8px; }")
        self.setHtml("".join(rows) + sentence)
        self.document().setDocumentMargin(theme.DOUBLE)
