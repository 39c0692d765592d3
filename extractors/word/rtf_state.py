"""What the control words of RTF that speak of looks do: fonts with their code pages, size, weight, lists."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from extractors.base import spacing
from extractors.base.spacing import names
from extractors.base.types import Part, PartKind, table
from extractors.office.properties import known_codec
from extractors.titles import first_lines as titles
from extractors.titles import official
from extractors.word.shared import TITLE_STYLES, heading_level, joined

# The control words of RTF that matter here.

CHARSETS = {
    2: "symbol",
    77: "mac_roman",
    128: "cp932",
    129: "cp949",
    130: "johab",
    134: "gb18030",
    136: "big5hkscs",
    161: "cp1253",
    162: "cp1254",
    163: "cp1258",
    177: "cp1255",
    178: "cp1256",
    186: "cp1257",
    204: "cp1251",
    78: "cp932",
    79: "cp949",
    80: "gb18030",
    81: "big5hkscs",
    85: "mac_greek",
    86: "mac_turkish",
    88: "mac_latin2",
    89: "mac_cyrillic",
    222: "cp874",
    238: "cp1250",
    254: "cp437",
    255: "cp850",
}
_MORE_PAGES = {10079: "mac_iceland", 20127: "cp1252", 52936: "hz"}
DOUBLE = frozenset(("cp932", "cp949", "johab", "gb18030", "big5hkscs"))
DOCUMENT_CODECS = {"mac": "mac_roman", "pc": "cp437", "pca": "cp850"}
CHARACTERS = {
    "line": "\n",
    "lbr": "\n",
    "tab": "\t",
    "emdash": "—",
    "endash": "–",
    "emspace": "\u2003",
    "enspace": "\u2002",
    "qmspace": "\u2005",
    "bullet": "•",
    "lquote": "‘",
    "rquote": "’",
    "ldblquote": "“",
    "rdblquote": "”",
    "zwj": "\u200d",
    "zwnj": "\u200c",
    "softline": "\n",
    "ltrmark": "\u200e",
    "rtlmark": "\u200f",
}
SYMBOLS = {b"~": "\xa0", b"_": "\u2011", b"{": "{", b"}": "}", b"\\": "\\", b"\t": "\t"}
SKIPPED = names("""
    objdata objclass objname ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn nonesttables atnid atnauthor
    atntime atnref background tc xe rxe bxe sp themedata datastore listtable listoverridetable rsidtbl
    generator filetbl revtbl template bkmkstart bkmkend shprslt falt panose fontemb pnseclvl
    nesttableprops xmlnstbl mmathPr latentstyles shpgrp_ private1 userprops formfield do revtim printim
    buptim keycode private
    """)
INFO = names("title author subject keywords doccomm company operator category manager")
# What stands on its own beside the text: control word → role of its parts
FLOWS = {
    "footnote": "note",
    "annotation": "comment",
    "shptxt": "box",
    "dptxbxtext": "box",
    **dict.fromkeys(("header", "headerl", "headerr", "headerf"), "header"),
    **dict.fromkeys(("footer", "footerl", "footerr", "footerf"), "footer"),
}
# Other destinations that are read; "\\*" before them does not make them skipped.
STARRED = frozenset(("shpinst", "fldinst", "ud", "annotation", "htmltag", "mhtmltag", "nextfile"))
READ = names("fonttbl colortbl stylesheet info fldinst listtext pntext pict htmltag")


# The formatting in force at one point of an RTF file, and the paragraphs and tables that are being built.


@dataclass(slots=True)
class State:
    """What a group inherits and changes for itself; `size` in half-points."""

    flow: Flow
    destination: str = "body"
    codec: str = "cp1252"
    font: int = 0
    asian: int = -1  # font of double-byte characters when another one is set for them, else -1
    asian_size: int = 0  # of double-byte characters, when it is another
    asian_bold: bool = False
    setting_asian: bool = False  # do \\af, \\afs, \\ab speak of them?
    skip_after_unicode: int = 1
    size: int = 24
    bold: bool = False
    red: bool = False
    hidden: bool = False
    centred: bool = False
    in_table: bool = False
    outline: int = 0
    style: int = 0
    listed: bool = False
    level: int = 0

    def copy(self) -> State:
        return replace(self)


@dataclass(slots=True)
class Flow:
    """One stream of paragraphs: the body, a note, a header, a text box."""

    role: str = ""
    parts: list[Part] = field(default_factory=list)
    text: list[str] = field(default_factory=list)  # of the current paragraph or cell
    cells: list[str] = field(default_factory=list)
    rows: list[tuple[str, ...]] = field(default_factory=list)
    waiting: list[Part] = field(default_factory=list)  # text boxes that hang on the current paragraph
    label: str = ""
    largest: int = 0
    bold: int = 0
    plain: int = 0
    red: bool = False
    gap: int = 0

    def add(self, text: str, state: State) -> None:
        """Characters in the formatting of a moment."""
        self.text.append(text)
        if not text.isspace():
            asian = any(c >= "\u2e80" for c in text)
            self.largest = max(self.largest, (state.asian_size if asian else 0) or state.size)
            self.red = self.red or state.red
            if state.bold or (asian and state.asian_bold):
                self.bold += len(text)
            else:
                self.plain += len(text)

    def cell(self) -> None:
        text = joined(self.text)
        self.cells.append(" ".join(f"{self.label} {text}".split()))
        self.text.clear()
        self.label = ""

    def row(self) -> None:
        if any(self.cells):
            self.rows.append(tuple(self.cells))
        self.cells = []

    def paragraph(self, state: State, heading: int, title: bool) -> titles.Line | None:
        """End a paragraph; returns the line it is for the title."""
        text = spacing.paragraph(joined(self.text))
        self.text.clear()
        label, self.label = self.label, ""
        line = None
        if not self.cells:
            self.end_table()
            role = "" if self.role == "box" else self.role
            if text:
                line = self._line(text, state, heading, title)
                kind: PartKind = "paragraph"
                level = 0
                if (heading or title) and not role:
                    kind, level = "heading", heading or 1
                elif label or state.listed:
                    kind, level = "item", min(state.level, 8) + 1
                shown = f"{label} {text}" if any(c.isalnum() for c in label) else text
                self.parts.append(Part(kind, shown, level, role=role))
                self.gap = 0
            else:
                self.gap += 1
            self.parts += self.waiting
            self.waiting.clear()
        self.largest = self.bold = self.plain = 0
        self.red = False
        return line

    def end_table(self) -> None:
        if self.rows:
            rows = tuple(self.rows)
            self.rows.clear()
            role = "" if self.role == "box" else self.role
            self.parts.append(table(rows, role))

    def _line(self, text: str, state: State, heading: int, title: bool) -> titles.Line:
        return titles.Line(
            text,
            self.largest / 2,
            self.bold > 9 * self.plain,
            state.centred,
            heading,
            title,
            self.red,
            self.gap,
            listed=bool(self.label) or state.listed,
        )

    def cell_line(self, state: State) -> titles.Line | None:
        """The line a cell is for the title."""
        text = spacing.paragraph(joined(self.text))
        line = replace(self._line(text, state, 0, False), cell=True) if text else None
        self.largest = self.bold = self.plain = 0
        self.red = False
        return line


# The tables at the head of an RTF file: fonts, colours, styles.


class Fonts:
    """The codec of every font; `usual` is that of the document."""

    def __init__(self) -> None:
        self.usual = "cp1252"
        self.default = 0
        self._codecs: dict[int, str] = {}
        self._names: dict[int, str] = {}

    def charset(self, font: int, charset: int) -> None:
        if charset in CHARSETS:
            self._codecs[font] = CHARSETS[charset]

    def page(self, font: int, page: int) -> None:
        found = _MORE_PAGES.get(page) or known_codec(page)
        if page and found:
            self._codecs[font] = found

    def name(self, font: int, name: str) -> None:
        self._names[font] = (self._names.get(font, "") + name)[:100]

    def codec(self, font: int) -> str:
        return self._codecs.get(font, self.usual)

    def called(self, font: int) -> str:
        return self._names.get(font, "")


class Colours:
    """Which entries of the colour table are red."""

    def __init__(self) -> None:
        self._now = [0, 0, 0]
        self._red: list[bool] = []

    def set(self, name: str, number: int) -> None:
        if name in ("red", "green", "blue"):
            self._now[("red", "green", "blue").index(name)] = number & 255

    def end(self, count: int) -> None:
        """As many entries end as there are semicolons."""
        for _ in range(min(count, 1000 - len(self._red))):
            red, green, blue = self._now
            self._red.append(official.red(red << 16 | green << 8 | blue))
            self._now = [0, 0, 0]

    def is_red(self, index: int) -> bool:
        return 0 <= index < len(self._red) and self._red[index]


class Styles:
    """Which paragraph styles are of headings (1–6) and which of titles, by their names."""

    def __init__(self) -> None:
        self._number = 0
        self._name = ""
        self._levels: dict[int, int] = {}
        self.titles: set[int] = set()

    def number(self, number: int) -> None:
        self._number = number

    def text(self, text: str) -> None:
        """Letters of a name; a semicolon ends it."""
        for piece in text.split(";")[:-1]:
            self._end(self._name + piece)
            self._name = ""
        self._name = (self._name + text.rpartition(";")[2])[:200]

    def level(self, style: int) -> int:
        return self._levels.get(style, 0)

    def _end(self, name: str) -> None:
        name = name.strip().lower()
        if level := heading_level(name):
            self._levels[self._number] = level
        if name in TITLE_STYLES:
            self.titles.add(self._number)
        self._number = 0


class Formatting:
    """`flush` is called before characters begin to look or to be coded another way."""

    def __init__(self, flush: Callable[[], None]) -> None:
        self.fonts, self.colours, self.styles = Fonts(), Colours(), Styles()
        self._flush = flush

    def apply(self, state: State, name: str, number: int | None) -> bool:
        """Change the state as a control word of formatting says; False for other words."""
        fonts = self.fonts
        if state.destination == "colortbl":
            self.colours.set(name, number or 0)
        elif name == "ansicpg" and number:
            fonts.usual = _MORE_PAGES.get(number) or known_codec(number) or fonts.usual
            self.set_font(state, state.font)
        elif name in DOCUMENT_CODECS:
            fonts.usual = DOCUMENT_CODECS[name]
            self.set_font(state, state.font)
        elif name == "deff":
            fonts.default = number or 0
            self.set_font(state, fonts.default)
        elif name == "f" and number is not None:
            if state.destination == "fonttbl":
                state.font = number
            else:
                self.set_font(state, number)
        elif name == "fcharset" and number is not None and state.destination == "fonttbl":
            fonts.charset(state.font, number)
        elif name == "cpg" and number is not None and state.destination == "fonttbl":
            fonts.page(state.font, number)
        elif name in ("dbch", "loch", "hich", "rtlch", "ltrch"):
            state.setting_asian = name == "dbch"
        elif name in ("af", "afs", "ab"):
            if state.setting_asian:
                self._asian(state, name, number)
        elif name == "plain":
            self._flush()
            state.bold, state.size, state.hidden, state.red = False, 24, False, False
            state.asian, state.asian_size, state.asian_bold = -1, 0, False
            self.set_font(state, fonts.default)
        elif name in ("fs", "b", "v", "deleted", "cf"):
            self._flush()
            self._look(state, name, number)
        elif name == "s" and number is not None:
            if state.destination == "stylesheet":
                self.styles.number(number)
            state.style = number
        elif name == "pard":
            state.centred, state.in_table, state.outline, state.style = False, False, 0, 0
            state.listed, state.level = False, 0
        elif name in ("qc", "ql", "qj", "qr"):
            state.centred = name == "qc"
        elif name == "intbl":
            state.in_table = True
        elif name == "ls":
            state.listed = bool(number)
        elif name == "ilvl" and number is not None:
            state.level = max(0, number)
        elif name == "outlinelevel" and number is not None and 0 <= number <= 8:
            state.outline = number + 1 if number <= 5 else 0
        else:
            return False
        return True

    def _asian(self, state: State, name: str, number: int | None) -> None:
        self._flush()
        if name == "afs":
            state.asian_size = number or 0
        elif name == "ab":
            state.asian_bold = number != 0
        elif number is not None:
            state.asian = number
            self.set_font(state, state.font)

    def _look(self, state: State, name: str, number: int | None) -> None:
        if name == "fs":
            state.size = 24 if number is None else number
        elif name == "b":
            state.bold = number != 0
        elif name == "cf":
            state.red = self.colours.is_red(number or 0)
        else:
            state.hidden = number != 0

    def set_font(self, state: State, font: int) -> None:
        """Let the characters that follow be in a font."""
        codec = self.fonts.codec(font)
        if state.asian >= 0 and codec not in DOUBLE and codec != "symbol":
            asian = self.fonts.codec(state.asian)
            codec = asian if asian in DOUBLE else codec
        if codec != state.codec or font != state.font:
            self._flush()
            state.codec, state.font = codec, font
