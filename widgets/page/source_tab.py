"""The Source tab: what was received, as text with line numbers and colours, or as bytes where it is no text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from extractors.base.charset import decode
from extractors.door.sniffing import sniff
from widgets.kit import jobs, messages, theme
from widgets.kit.boxes import in_column, in_row, in_stack
from widgets.kit.loading import Loader
from widgets.kit.parts import EmptyView, tool_button
from widgets.page.code_view import LEXERS, CodeView, SourceText, break_lines
from widgets.page.find import FindBar
from widgets.words import engine as engine_words
from widgets.words import formats

if TYPE_CHECKING:
    from widgets.session import Session

COLOURED = 2 * 1024 * 1024  # characters that get colours
SHOWN = 16 * 1024 * 1024  # characters shown at all
_BYTES = 64 * 1024  # bytes shown of what is no text
_TEXTUAL = frozenset({*LEXERS, "text", "rtf"})


@dataclass(frozen=True, slots=True)
class Source:
    """A source made ready in a worker."""

    source: SourceText
    language: str
    charset: str
    decided: str
    characters: int
    size: int
    cut: bool


def prepare(body: bytes, media_type: str, charset: str | None, url: str) -> Source:
    """Decode a body, or dump its bytes when it is no text."""
    kind = sniff(body, media_type, url)
    if kind not in _TEXTUAL:
        return Source(break_lines(hex_dump(body[:_BYTES])), "", "", "", 0, len(body), len(body) > _BYTES)
    text, name, decided = decode(body, charset)
    language = kind if kind in LEXERS and len(text) <= COLOURED else ""
    shown = break_lines(text[:SHOWN])
    return Source(shown, language, name, decided, len(text), len(body), len(text) > SHOWN)


def hex_dump(data: bytes) -> str:
    """Offset, sixteen bytes in hexadecimal, and what of them is ASCII."""
    rows: list[str] = []
    for offset in range(0, len(data), 16):
        row = data[offset : offset + 16]
        plain = "".join(chr(byte) if 32 <= byte < 127 else "·" for byte in row)
        rows.append(f"{offset:08x}  {row[:8].hex(' '):<23}  {row[8:].hex(' '):<23}  {plain}")
    return "\n".join(rows)


class SourceTab(QWidget):
    """Line numbers, colours, find, and a line that says how the bytes became text."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._loader = Loader(self)
        self.view = CodeView(self)
        self.view.setAccessibleName(self.tr("Source"))
        self.empty = EmptyView(self, "html")
        self.find_bar = FindBar(self.view, self)
        self.view.written.connect(self.find_bar.reset)  # what was not there yet is found, too
        self.facts = QLabel(self)
        self.facts.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.wrap = tool_button(self, "wrap", self.tr("Wrap long lines"))
        self.wrap.setCheckable(True)
        self.wrap.setChecked(True)
        self.wrap.toggled.connect(self.view.set_wrapped)
        look = tool_button(self, "search", self.tr("Find (Ctrl+F)"), self.find_bar.open)
        bar = in_row(
            None,
            (self.facts, 1),
            self.wrap,
            look,
            margins=(theme.DOUBLE, theme.HALF, theme.UNIT, theme.HALF),
            spacing=-1,
        )
        self._stack = in_stack(None, self.empty, self.view)
        in_column(self, bar, (self._stack, 1), self.find_bar)

    def set_zoom(self, factor: float) -> None:
        """Larger or smaller letters."""
        self.view.set_zoom(factor)

    def open_find(self) -> None:
        """Look for words."""
        self.find_bar.open()

    def load(self, capture: Capture) -> None:
        """Show the body of a capture."""
        self.clear()
        self.empty.say(self.tr("Reading the source…"))

        def read(reader: ArchiveReader, _task: jobs.Handle) -> Source:
            message = reader.http(capture)
            return prepare(message.body, capture.type, message.charset, capture.url)

        self._loader.start(self._session.archive, read, self._show, self._failed)

    def clear(self) -> None:
        self._loader.cancel()
        self.facts.clear()
        self.view.show_source(SourceText(""), "")
        self.empty.say("")
        self._stack.setCurrentWidget(self.empty)

    def _show(self, source: Source) -> None:
        if not source.size:
            self.empty.say(self.tr("This version has no content."))
            return
        self.view.show_source(source.source, source.language)
        self.facts.setText(" · ".join(self._facts(source)))
        self._stack.setCurrentWidget(self.view)

    def _facts(self, source: Source) -> list[str]:
        facts = [formats.size(source.size)]
        if not source.charset:
            facts.append(self.tr("not text: shown as bytes"))
            if source.cut:
                facts.append(self.tr("only the first {size}").format(size=formats.size(_BYTES)))
            return facts
        facts.append(self.tr("%Ln line(s)", "", source.source.lines))
        facts.append(
            self.tr("{charset} (decided by: {why})").format(
                charset=source.charset, why=engine_words.say(source.decided)
            )
        )
        if source.cut:
            facts.append(self.tr("only the first {n} characters are shown").format(n=formats.number(SHOWN)))
        elif source.characters > COLOURED:
            facts.append(self.tr("shown without colours because it is large"))
        if source.source.numbers:
            facts.append(self.tr("very long lines are broken"))
        return facts

    def _failed(self, error: Exception) -> None:
        self.empty.say(self.tr("The source could not be read."), messages.sentence(error))
