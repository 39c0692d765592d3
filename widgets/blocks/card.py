"""The card of one block: topic, label, reason, history, text, place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent, QTextOption
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from widgets.blocks import label_styles
from widgets.blocks.marked import MarkedBlocks
from widgets.blocks.past import HISTORY, Past
from widgets.blocks.work import TEXT, Row
from widgets.kit import theme
from widgets.kit.boxes import in_column, in_row, text_label
from widgets.kit.parts import bare, push_button
from widgets.notes.bar import MarksBar
from widgets.notes.keeper import Keeper
from widgets.words import engine as engine_words
from widgets.words import formats

_NARROW = 340  # pixels of width below which the path is copied by an icon alone
_LEAST = 4  # letters of a sentence that can be looked for


@dataclass(slots=True)
class Said:
    """What was found about a sentence: rich text, which may hold links."""

    sentence: str
    html: str = ""


@dataclass(slots=True)
class _Shown:
    row: Row | None = None
    past: Past = field(default_factory=Past)
    said: Said | None = None


class BlockCard(QWidget):
    """`show_row`, then `show_past` and `show_said` when they are known."""

    sentence_asked = Signal(str)
    capture_asked = Signal(str)  # id of a version
    pair_asked = Signal(str, str)  # ids of two versions
    wider_asked = Signal(str)  # look for a sentence on all pages of the site

    def __init__(self, marked: MarkedBlocks, keeper: Keeper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = _Shown()
        self._marked = marked
        self.marks = MarksBar(keeper, self)
        self.earlier = text_label(self.tr("Written when this block said something else."), "muted", wrap=True)
        self.view = QTextBrowser(self)
        self.view.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setOpenLinks(False)
        bare(self.view)
        self.view.setAccessibleName(self.tr("The chosen block"))
        self.copy = push_button(
            self,
            "copy",
            self.tr("Copy path"),
            self.tr("Copy the place of this block in the page as an XPath"),
            self.copy_path,
        )
        self.ask = push_button(
            self,
            "search",
            self.tr("Who said this first?"),
            self.tr(
                "Select a sentence above: its first appearance among all versions of the page is looked up"
            ),
            self._ask,
        )
        self._copy = self.copy.text()
        bar = in_row(
            None,
            self.copy,
            None,
            self.ask,
            margins=(theme.UNIT, theme.HALF, theme.UNIT, theme.HALF),
            spacing=theme.UNIT,
        )
        own = in_row(
            None,
            self.marks.star,
            self.marks.tag,
            self.marks.note,
            self.marks.scope,
            self.earlier,
            None,
            spacing=theme.HALF,
        )
        written = in_column(
            None, own, self.marks, margins=(theme.UNIT, theme.HALF, theme.UNIT, 0), spacing=theme.HALF
        )
        in_column(self, written, (self.view, 1), bar)
        marked.changed.connect(self._show_marks)
        self.view.selectionChanged.connect(self._selected)
        self.view.anchorClicked.connect(self._follow)
        theme.watcher().changed.connect(self._draw)
        self._asked_past = False  # the history is to be seen
        self.show_row(None)

    @property
    def row(self) -> Row | None:
        """The block on the card."""
        return self._shown.row

    def show_row(self, row: Row | None, past: Past | None = None) -> None:
        """Show a block; nothing when none is chosen."""
        self._shown, self._asked_past = _Shown(row, past or Past()), False
        self._show_marks()
        self._draw()
        self.view.verticalScrollBar().setValue(0)

    def _show_marks(self) -> None:
        row = self._shown.row
        thing = self._marked.thing(row) if row is not None else None
        known = self._marked.of(row) if row is not None else None
        self.marks.show_things((thing,) if thing is not None else ())
        self.earlier.setVisible(known is not None and not known.same)

    def show_past(self, past: Past) -> None:
        """Show the history of the block."""
        self._shown.past = past
        self._draw()
        if self._asked_past:
            self.view.scrollToAnchor(HISTORY)
            self._asked_past = past.state == "busy"

    def ask_past(self) -> None:
        """Bring the history into sight, as soon as it is there: somebody asked for it."""
        self._asked_past = True
        self.view.scrollToAnchor(HISTORY)

    def show_said(self, said: Said | None) -> None:
        """Show what was found about a sentence, at the top."""
        self._shown.said = said
        self._draw()
        self.view.verticalScrollBar().setValue(0)

    def sentence(self) -> str:
        """The selected words, in one line."""
        return " ".join(self.view.textCursor().selectedText().split())

    def copy_path(self) -> None:
        """Put the path on the clipboard."""
        row = self._shown.row
        if row is not None:
            QGuiApplication.clipboard().setText(row.path)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.copy.setText("" if event.size().width() < _NARROW else self._copy)

    # -- what it says -----------------------------------------------------------------------------------------

    def _draw(self) -> None:
        row, colors = self._shown.row, theme.colors()
        keep = self.view.verticalScrollBar().value()
        self.copy.setVisible(row is not None and bool(row.path))
        self.view.document().setDefaultStyleSheet(
            f"h3 {{ font-weight: 600; margin-top: 14px; margin-bottom: 4px; }} td {{ padding: 2px 8px 2px 0; }}"
            f".name {{ color: {colors.muted}; }} a {{ color: {colors.accent}; text-decoration: none; }}"
            f"p {{ margin-top: 4px; margin-bottom: 4px; }} .small {{ color: {colors.muted}; }}"
            f"h2 {{ font-size: large; font-weight: 600; margin-bottom: 2px; margin-top: 0; }}"
        )
        self.view.setHtml(self._html(row) if row is not None else "")
        self.view.document().setDocumentMargin(theme.UNIT + theme.HALF)
        self.view.verticalScrollBar().setValue(keep)
        self._selected()

    def _html(self, row: Row) -> str:
        topic = escape(formats.shorten(row.topic or self.tr("(nothing but pictures)"), 200))
        name = escape(label_styles.name(row.label))
        sign = f'<b style="color:{label_styles.colour(row.label)}">{escape(label_styles.look(row.label)[2])} {name}</b>'
        page, document = (
            self.tr("{share} of the page · level {n}"),
            self.tr("{share} of the document · level {n}"),
        )
        place = (page if row.why else document).format(
            share=formats.percent(row.share), n=formats.number(row.level)
        )
        parts = [f"<h2>{topic}</h2><p>{sign} · {escape(place)}</p>"]
        if self._shown.said is not None:
            parts.append(self._said_html(self._shown.said))
        if row.why:
            parts.append(f"<p>{escape(engine_words.say(row.why))}</p>")
        parts.append(self._shown.past.html())
        parts.append(_heading(self.tr("Text")))
        nothing = escape(self.tr("It has no text."))
        text = escape(row.text).replace("\n", "<br>") or f'<i class="small">{nothing}</i>'
        parts.append(f"<p>{text}</p>")
        if row.size > TEXT:
            more = self.tr("Only the first {n} characters are shown.").format(n=formats.number(TEXT))
            parts.append(f'<p class="small">{escape(more)}</p>')
        if row.path:
            cells = "".join(
                f'<tr><td class="name" width="96">{escape(head)}</td><td>{escape(value)}</td></tr>'
                for head, value in self._facts(row)
            )
            parts.append(_heading(self.tr("Place")))
            parts.append(f'<table width="98%" cellspacing="0">{cells}</table>')
        return "".join(parts)

    def _facts(self, row: Row) -> Sequence[tuple[str, str]]:
        found = [(self.tr("Path"), row.path)]
        first, end = row.span
        if end:
            where = self.tr("{first} to {last} ({size})").format(
                first=formats.number(first),
                last=formats.number(max(first, end - 1)),
                size=formats.size_exact(end - first),
            )
            found.append((self.tr("Bytes"), where))
        if end or row.coherence:
            found.append((self.tr("Element"), row.tag or self.tr("several neighbours")))
            coherence = self.tr("{n} of 10 (how much it is one thing)").format(
                n=formats.number(row.coherence)
            )
            found.append((self.tr("Coherence"), coherence))
        return found

    def _said_html(self, said: Said) -> str:
        ground = theme.colors().info_soft
        sentence = escape(formats.shorten(said.sentence, 140))
        return (
            f'<table width="98%" cellspacing="0" cellpadding="8" bgcolor="{ground}"><tr><td>'
            f"<p><b>“{sentence}”</b></p><p>{said.html}</p></td></tr></table>"
        )

    # -- what it is asked -------------------------------------------------------------------------------------

    def _selected(self) -> None:
        letters = sum(1 for sign in self.sentence() if sign.isalnum())
        self.ask.setEnabled(letters >= _LEAST)

    def _ask(self) -> None:
        sentence = self.sentence()
        if sentence:
            self.sentence_asked.emit(sentence)

    def _follow(self, url: QUrl) -> None:
        kind, _, rest = url.toString().partition(":")
        if kind == "version":
            self.capture_asked.emit(rest)
        elif kind == "pair":
            older, _, newer = rest.partition(",")
            self.pair_asked.emit(older, newer)
        elif kind == "wider" and self._shown.said is not None:
            self.wider_asked.emit(self._shown.said.sentence)


def _heading(text: str) -> str:
    return f"<h3>{escape(text)}</h3>"
