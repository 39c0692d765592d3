"""RTF as Documents.

striprtf was measured on the samples: 96.8 % recall at 96.8 % precision and no titles, where this reader has 98.0 % at
99.5 % and 13 of 13 titles.
"""

from __future__ import annotations

import re
from dataclasses import replace

from extractors.base import spacing
from extractors.base.sentences import Message
from extractors.base.types import Document, Part, Source
from extractors.titles.first_lines import Line
from extractors.word import rtf_state, shared
from extractors.word.rtf_state import Flow, Formatting, State
from extractors.word.shared import joined

# A reader for RTF: one pass over its tokens, in linear time whatever the groups look like.
#
# It keeps text, paragraphs, tables, notes, hyperlinks and the info group. Characters come as \'hh in the code
# page of the current font (or of the document) and as \uN followed by \ucN characters for readers without
# Unicode.

_TOKEN = re.compile(
    rb"\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z])|([{}])|[\r\n\0]+|([^\\{}\r\n\0]+)|\\"
)
_HYPERLINK = re.compile(r'HYPERLINK\s+(?:\\[a-z]\s+)*"?([^"\s]+)', re.IGNORECASE)
_MAX_TEXT = 50_000_000
_MAX_DEPTH = 5000
_MAX_LINES = 400
_SKIPPING = ("skip", "fonttbl", "colortbl", "stylesheet", "info", "pict")


class Reader:
    """Reads a whole file; the results are its public attributes."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.lines: list[Line] = []
        self.links: list[tuple[str, str]] = []
        self.info: dict[str, str] = {}
        self.created = ""
        self.pictures = 0
        self.html: list[str] | None = None  # of a mail that carries its HTML inside
        self.warnings: list[str] = []
        self._body = Flow()
        self._later: list[Part] = []  # notes and comments
        self._margins: dict[str, Part] = {}  # headers and footers by their text
        self._state = State(self._body)
        self._stack: list[State] = []
        self._formatting = Formatting(self._decode)
        self._fonts = self._formatting.fonts
        self._raw = bytearray()  # bytes still to be decoded, in the codec of the state
        self._other: list[str] = []  # of the current info field, field instruction, label or tag
        self._to_skip = 0
        self._starred = False
        self._fresh = False  # the group was opened just now: only here does "\\*" mean anything
        self._urls: list[tuple[str, Flow, int]] = []
        self._length = 0
        self._date: dict[str, int] = {}
        self._for_rtf = False  # between \\htmlrtf and \\htmlrtf0: for readers that do not know HTML

    @property
    def parts(self) -> list[Part]:
        return [*self._body.parts, *self._later, *self._margins.values()]

    def read(self) -> None:
        position, data = 0, self._data
        match = _TOKEN.match
        token = match(data, position)
        while token is not None and self._length < _MAX_TEXT and len(self._stack) < _MAX_DEPTH:
            position = token.end()
            word, number, code, symbol, brace, run = token.groups()
            fresh, self._fresh = self._fresh, brace == b"{"
            if run is not None:
                self._bytes(run)
            elif code is not None:
                self._bytes(bytes((int(code, 16),)))
            elif word is not None:
                name = word.decode("ascii")
                if name == "bin":
                    position += max(0, int(number or 0))
                else:
                    self._word(name, None if number is None else int(number))
            elif brace == b"{":
                self._open()
            elif brace == b"}":
                self._close()
            elif symbol == b"*":
                self._starred = fresh
            elif symbol is not None:
                self._symbol(symbol)
            token = match(data, position)
        if len(self._stack) >= _MAX_DEPTH:
            self.warnings.append(Message("groups-nested-deeply"))
        elif self._stack and self._length < _MAX_TEXT:
            self.warnings.append(Message("file-ends-middle"))
        if self._length >= _MAX_TEXT:
            self.warnings.append(Message("text-longer-50"))
        self._decode()
        while self._state.flow is not self._body:
            self._end_flow(self._state, self._body)
            self._state.flow = self._body
        if self._body.cells:
            self._structure("row")
        self._paragraph()
        self._body.end_table()

    # Groups

    def _open(self) -> None:
        self._decode()
        self._stack.append(self._state.copy())
        self._to_skip, self._starred = 0, False

    def _close(self) -> None:
        self._decode()
        self._to_skip, self._starred = 0, False
        if not self._stack:
            return
        closed, self._state = self._state, self._stack.pop()
        if closed.flow is not self._state.flow:
            self._end_flow(closed, self._state.flow)
        if closed.destination == self._state.destination:
            return
        if closed.destination in rtf_state.INFO:
            self.info.setdefault(closed.destination, joined(self._other))
        elif closed.destination == "fldinst":
            found = _HYPERLINK.search(joined(self._other))
            if found and len(self._urls) < 100:
                self._urls.append((found[1], closed.flow, len(closed.flow.text)))
        elif closed.destination in ("listtext", "pntext"):
            self._state.flow.label = joined(self._other).strip()[:50]
        elif closed.destination == "htmltag":
            if self.html is not None:
                self.html.append(joined(self._other))
        elif closed.destination == "creatim":
            self.created = self._creation()
        elif closed.destination == "fonttbl":
            self._formatting.set_font(self._state, self._fonts.default)
        self._other.clear()

    def _end_flow(self, closed: State, parent: Flow) -> None:
        flow = closed.flow
        line = flow.paragraph(closed, 0, False)
        if flow.cells:
            flow.row()
        flow.end_table()
        if flow.role == "box":
            parent.waiting += flow.parts
            if line is not None:
                self._note(replace(line, cell=True))
        elif flow.role in ("header", "footer"):
            for part in flow.parts:
                self._margins.setdefault(part.text, part)
        else:
            self._later += flow.parts

    def _word(self, name: str, number: int | None) -> None:
        starred, self._starred = self._starred, False
        if self._to_skip:
            self._to_skip -= 1
            return
        state = self._state
        if name == "u" and number is not None:
            self._character(
                chr(number + 65536 if number < 0 else number) if -32768 <= number < 65536 else "�"
            )
            self._to_skip = state.skip_after_unicode
        elif name == "upr":
            pass  # the same twice; the form without Unicode is taken back when the other begins
        elif name in rtf_state.SKIPPED or (
            starred and name not in rtf_state.STARRED and name not in rtf_state.READ
        ):
            self._enter("skip")
        elif name in rtf_state.FLOWS:
            self._decode()
            if state.destination != "skip":
                state.destination, state.flow = "body", Flow(rtf_state.FLOWS[name])
        elif name == "ud":
            self._other.clear()
        elif name in rtf_state.READ or (state.destination == "info" and name in rtf_state.INFO):
            self._enter(name)
            self._other.clear()
            if name == "pict":
                self.pictures += 1
        elif name == "creatim" and state.destination == "info":
            self._enter(name)
        elif state.destination == "creatim" and number is not None:
            self._date[name] = number
        elif name == "uc":
            if number is not None and 0 <= number <= 10:
                state.skip_after_unicode = number
        elif name == "fromhtml":
            self.html = []
        elif name == "htmlrtf":
            self._decode()
            self._for_rtf = number != 0
        elif name == "fldrslt" and self._urls:
            url, flow, _ = self._urls[-1]
            self._urls[-1] = (url, flow, len(flow.text))
        elif not self._formatting.apply(state, name, number) and state.destination == "body":
            self._structure(name)

    def _enter(self, destination: str) -> None:
        self._decode()
        if self._state.destination != "skip":
            self._state.destination = destination

    def _structure(self, name: str) -> None:
        flow = self._state.flow
        if name in ("cell", "nestcell"):
            self._decode()
            self._note(flow.cell_line(self._state))
            flow.cell()
        elif name in ("row", "nestrow"):
            flow.row()
        elif name in ("par", "sect", "page", "column"):
            self._decode()
            if self.html is not None:
                self.html.append("" if self._for_rtf else "\n")
            if self._state.in_table:
                flow.text.append("\n")
            else:
                self._paragraph()
        elif name in rtf_state.CHARACTERS:
            self._character(rtf_state.CHARACTERS[name])

    # Characters

    def _symbol(self, symbol: bytes) -> None:
        if self._to_skip:
            self._to_skip -= 1
        elif symbol in b"\r\n":
            self._structure("par")
        elif symbol in rtf_state.SYMBOLS:
            self._character(rtf_state.SYMBOLS[symbol])

    def _bytes(self, run: bytes) -> None:
        if self._to_skip:
            skipped = min(self._to_skip, len(run))
            self._to_skip -= skipped
            run = run[skipped:]
        if run and self._state.destination not in ("skip", "info", "pict"):
            self._raw += run

    def _character(self, character: str) -> None:
        self._decode()
        self._add(character)

    def _decode(self) -> None:
        if self._raw:
            raw = bytes(self._raw)
            self._raw.clear()
            codec = self._state.codec
            if codec == "symbol":
                name = self._fonts.called(self._state.font)
                self._add("".join(shared.character(0xF000 | byte, name) for byte in raw))
            else:
                self._add(raw.decode(codec, "replace"))

    def _add(self, text: str) -> None:
        state = self._state
        self._length += len(text)
        if state.destination == "body":
            if self.html is not None:
                if not self._for_rtf:
                    self.html.append(text.replace("&", "&amp;").replace("<", "&lt;"))
            elif not state.hidden:
                state.flow.add(shared.plain(text), state)
        elif state.destination == "fonttbl":
            self._fonts.name(state.font, text)
        elif state.destination == "colortbl":
            self._formatting.colours.end(text.count(";"))
        elif state.destination == "stylesheet":
            self._formatting.styles.text(text)
        elif state.destination not in _SKIPPING:
            self._other.append(text)

    # Structure

    def _paragraph(self) -> None:
        self._decode()
        state, flow = self._state, self._state.flow
        for url, where, start in self._urls:
            if where is flow:
                self.links.append((url, joined(flow.text[start:])))
        self._urls = [entry for entry in self._urls if entry[1] is not flow]
        heading = state.outline or self._formatting.styles.level(state.style)
        line = flow.paragraph(state, heading, state.style in self._formatting.styles.titles)
        if flow.role in ("", "box"):
            self._note(line if line is None or not flow.role else replace(line, cell=True))

    def _note(self, line: Line | None) -> None:
        if line is not None and len(self.lines) < _MAX_LINES:
            self.lines.append(line)

    def _creation(self) -> str:
        year, month, day = (self._date.get(name, 0) for name in ("yr", "mo", "dy"))
        if not (1 <= year <= 9999 and 1 <= month <= 12 and 1 <= day <= 31):
            return ""
        hour, minute, second = (self._date.get(name, 0) for name in ("hr", "min", "sec"))
        return f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}"


def extract(source: Source) -> Document:
    reader = Reader(source.data)
    reader.read()
    document = source.document()
    if reader.html is not None:
        return _of_html(source, document, "".join(reader.html))
    document.warnings = tuple(reader.warnings)
    for name, value in reader.info.items():
        if spacing.line(value):
            document.metadata[name] = spacing.line(value)
    if reader.pictures:
        document.metadata["pictures"] = str(reader.pictures)
    document.author = document.metadata.get("author", "")
    document.date = reader.created
    return shared.fill(
        document,
        reader.parts,
        reader.links,
        reader.lines,
        document.metadata.get("title", ""),
        source="info group",
        name=source.name,
    )


def _of_html(source: Source, document: Document, text: str) -> Document:
    """A mail whose HTML is wrapped in RTF: what the HTML says."""
    from extractors.door import registry  # at the top it would be a circle

    found = registry.extract(text.encode(), declared_type="text/html", charset="utf-8", links=source.links)
    document.parts, document.text, document.links = found.parts, found.text, found.links
    document.title, document.title_source, document.candidates = (
        found.title,
        found.title_source,
        found.candidates,
    )
    document.language, document.warnings = found.language, found.warnings
    return document
