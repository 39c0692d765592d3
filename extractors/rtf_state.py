"""The formatting in force at one point of an RTF file, and the paragraphs and tables that are being built."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from extractors import spacing, titles
from extractors.types import Part, PartKind


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
            self.parts.append(Part("table", "\n".join("\t".join(row) for row in rows), rows=rows, role=role))

    def _line(self, text: str, state: State, heading: int, title: bool) -> titles.Line:
        return titles.Line(
            text, self.largest / 2, self.bold > 9 * self.plain, state.centred, heading, title, self.red, self.gap,
            listed=bool(self.label) or state.listed,
        )  # fmt: skip

    def cell_line(self, state: State) -> titles.Line | None:
        """The line a cell is for the title."""
        text = spacing.paragraph(joined(self.text))
        line = replace(self._line(text, state, 0, False), cell=True) if text else None
        self.largest = self.bold = self.plain = 0
        self.red = False
        return line


def joined(pieces: list[str]) -> str:
    r"""Text in which pairs of \u surrogates have become one character, and lone ones are replaced."""
    text = "".join(pieces)
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
