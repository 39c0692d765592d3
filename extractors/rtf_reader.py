r"""A reader for RTF: one pass over its tokens, in linear time whatever the groups look like.

It keeps text, paragraphs, tables, hyperlinks and the info group. Characters come as \'hh in the code page of the
current font (or of the document) and as \uN followed by \ucN characters for readers without Unicode.
"""

from __future__ import annotations

import re

from extractors import rtf_words as words
from extractors.rtf_state import State
from extractors.titles import Line
from extractors.types import Part

_TOKEN = re.compile(
    rb"\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z])|([{}])|[\r\n\0]+|([^\\{}\r\n\0]+)|\\"
)
_HYPERLINK = re.compile(r'HYPERLINK\s+(?:\\[a-z]\s+)*"?([^"\s]+)', re.IGNORECASE)
_MAX_TEXT = 50_000_000
_MAX_DEPTH = 5000


class Reader:
    """Reads a whole file; the results are its public attributes."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.parts: list[Part] = []
        self.lines: list[Line] = []
        self.links: list[tuple[str, str]] = []
        self.info: dict[str, str] = {}
        self.created = ""
        self.warnings: list[str] = []
        self._state = State()
        self._stack: list[State] = []
        self._ansi = "cp1252"
        self._fonts: dict[int, str] = {}
        self._font = 0
        self._raw = bytearray()  # bytes still to be decoded, in the codec of the state
        self._text: list[str] = []  # of the current paragraph or cell
        self._other: list[str] = []  # of the current info field or field instruction
        self._to_skip = 0
        self._starred = False
        self._fresh = False  # the group was opened just now: only here does "\\*" mean anything
        self._largest = 0
        self._cells: list[str] = []
        self._rows: list[tuple[str, ...]] = []
        self._url = ""
        self._url_start = 0
        self._length = 0
        self._date: dict[str, int] = {}

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
            self.warnings.append("Groups are nested too deeply; what follows is left out.")
        elif self._stack and self._length < _MAX_TEXT:
            self.warnings.append("The file ends in the middle; its end is missing.")
        if self._length >= _MAX_TEXT:
            self.warnings.append("The text is longer than 50 million characters; the rest is left out.")
        if self._cells:
            self._structure("row")
        self._paragraph()
        self._flush_table()

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
        if closed.destination == self._state.destination:
            return
        if closed.destination in words.INFO:
            self.info.setdefault(closed.destination, _joined(self._other))
        elif closed.destination == "fldinst":
            found = _HYPERLINK.search(_joined(self._other))
            if found:
                self._url, self._url_start = found[1], len(self._text)
        elif closed.destination == "creatim":
            self.created = self._creation()
        self._other.clear()
        self._font_changed()

    def _word(self, name: str, number: int | None) -> None:
        starred, self._starred = self._starred, False
        if self._to_skip:
            self._to_skip -= 1
            return
        state = self._state
        if name == "u" and number is not None:
            self._character(chr(number + 65536 if number < 0 else number) if -32768 <= number < 65536 else "�")
            self._to_skip = state.skip_after_unicode
        elif name in words.SKIPPED or (starred and name not in words.STARRED):
            self._enter("skip")
        elif name in ("fonttbl", "info", "fldinst", "ud") or (state.destination == "info" and name in words.INFO):
            self._enter("skip" if name == "ud" else name)
        elif name == "creatim" and state.destination == "info":
            self._enter(name)
        elif name == "shptxt":
            state.destination = "body"
        elif state.destination == "creatim" and number is not None:
            self._date[name] = number
        elif name == "uc":
            if number is not None and 0 <= number <= 10:
                state.skip_after_unicode = number
        elif name == "fldrslt" and self._url:
            self._url_start = len(self._text)
        else:
            self._format(name, number)

    def _enter(self, destination: str) -> None:
        self._decode()
        if self._state.destination != "skip":
            self._state.destination = destination

    def _format(self, name: str, number: int | None) -> None:
        state = self._state
        if name == "ansicpg" and number:
            self._ansi = words.CODE_PAGES.get(number) or _known(f"cp{number}") or self._ansi
            self._font_changed()
        elif name == "mac":
            self._ansi = "mac_roman"
            self._font_changed()
        elif name == "f" and number is not None:
            self._font = number
            if state.destination != "fonttbl":
                self._font_changed(self._fonts.get(number))
        elif name == "fcharset" and number is not None and state.destination == "fonttbl":
            if number in words.CHARSETS:
                self._fonts[self._font] = words.CHARSETS[number]
        elif name == "plain":
            state.bold, state.size, state.hidden = False, 24, False
        elif name == "fs" and number is not None:
            state.size = number
        elif name == "b":
            state.bold = number != 0
        elif name == "v":
            state.hidden = number != 0
        elif name == "pard":
            state.centred, state.in_table, state.outline = False, False, 0
        elif name in ("qc", "ql", "qj", "qr"):
            state.centred = name == "qc"
        elif name == "intbl":
            state.in_table = True
        elif name == "outlinelevel" and number is not None and 0 <= number <= 5:
            state.outline = number + 1
        elif state.destination == "body":
            self._structure(name)

    def _structure(self, name: str) -> None:
        if name in ("cell", "nestcell"):
            self._decode()
            self._cells.append(" ".join(_joined(self._text).split()))
            self._text.clear()
        elif name in ("row", "nestrow"):
            if any(self._cells):
                self._rows.append(tuple(self._cells))
            self._cells = []
        elif name in ("par", "sect", "page", "column"):
            self._decode()
            if self._state.in_table:
                self._text.append("\n")
            else:
                self._paragraph()
        elif name in words.CHARACTERS:
            self._character(words.CHARACTERS[name])

    # Characters

    def _symbol(self, symbol: bytes) -> None:
        if self._to_skip:
            self._to_skip -= 1
        elif symbol in b"\r\n":
            self._structure("par")
        elif symbol in words.SYMBOLS:
            self._character(words.SYMBOLS[symbol])

    def _bytes(self, run: bytes) -> None:
        if self._to_skip:
            skipped = min(self._to_skip, len(run))
            self._to_skip -= skipped
            run = run[skipped:]
        if run and self._state.destination not in ("skip", "fonttbl", "info"):
            self._raw += run

    def _character(self, character: str) -> None:
        self._decode()
        self._add(character)

    def _decode(self) -> None:
        if self._raw:
            raw = bytes(self._raw)
            self._raw.clear()
            self._add(raw.decode(self._state.codec, "replace"))

    def _add(self, text: str) -> None:
        state = self._state
        self._length += len(text)
        if state.destination == "body":
            if not state.hidden:
                self._text.append(text)
                if not text.isspace():
                    self._largest = max(self._largest, state.size)
        elif state.destination in words.INFO or state.destination == "fldinst":
            self._other.append(text)

    def _font_changed(self, codec: str | None = None) -> None:
        codec = codec or self._ansi
        if codec != self._state.codec:
            self._decode()
            self._state.codec = codec

    # Structure

    def _paragraph(self) -> None:
        self._decode()
        text = _joined(self._text).strip()
        if self._url and len(self._text) >= self._url_start:
            shown = _joined(self._text[self._url_start :])
            self.links.append((self._url, shown))
            self._url = ""
        self._text.clear()
        if self._cells:
            return  # still inside a row
        self._flush_table()
        state = self._state
        if text:
            kind = ("heading", state.outline) if state.outline else ("paragraph", 0)
            self.parts.append(Part("heading" if state.outline else "paragraph", text, kind[1]))
            self.lines.append(Line(text, self._largest / 2, state.bold, state.centred, state.outline))
        self._largest = 0

    def _flush_table(self) -> None:
        if self._rows:
            rows = tuple(self._rows)
            self._rows.clear()
            self.parts.append(Part("table", "\n".join("\t".join(row) for row in rows), rows=rows))

    def _creation(self) -> str:
        year, month, day = (self._date.get(name, 0) for name in ("yr", "mo", "dy"))
        if not (1 <= year <= 9999 and 1 <= month <= 12 and 1 <= day <= 31):
            return ""
        hour, minute, second = (self._date.get(name, 0) for name in ("hr", "min", "sec"))
        return f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}"


def _joined(pieces: list[str]) -> str:
    r"""Text in which pairs of \u surrogates have become one character, and lone ones are replaced."""
    text = "".join(pieces)
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _known(name: str) -> str | None:
    try:
        b"a".decode(name)
    except (LookupError, UnicodeDecodeError):
        return None
    return name
