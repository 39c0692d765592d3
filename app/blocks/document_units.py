"""What a document is made of when versions of it are compared: paragraphs, headings, list items, rows of tables and
sheets, formulas, notes.

Each has a path: “/page[3]/p[2]”, “/slide[4]/li[1]”, “/sheet[Sales]/row[12]” (the row's own number),
“/sheet[Sales]/formula[B3]”, “/table[2]/row[3]”, “/note[1]”; where a document has no pages, slides or sheets:
“/p[7]”. Lines of long texts have paths of their own: “/code[1]/line[20]”.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from app.blocks.lines import Line
from extractors import Document, Part, places
from extractors.formulas import COLUMNS, ROWS, Shared, cell_place

MOST_UNITS = 100_000
_LONG = 4000  # characters of a text with lines that are compared one by one
_TAGS = {"heading": "h", "paragraph": "p", "item": "li", "quote": "quote", "code": "code", "image": "figure"}
_ROLES = ("note", "comment", "header", "footer")
_LABELS = {"comment": "comments", "header": "header", "footer": "footer"}


class Unit(Line):
    """A block of a document. `text` is what makes two of them the same; `shown` what is seen where that is less.

    `cells` of a row of a sheet are (address, value), where these are known.
    """

    __slots__ = ("attributes", "cells", "label", "path", "shown", "tag", "topic")

    def __init__(
        self, tag: str, path: str, text: str, *, shown: str | None = None, topic: str = "", label: str = ""
    ) -> None:
        super().__init__(text, 0, 0, joined=False)
        self.tag, self.path, self.topic, self.label = tag, path, topic, label
        self.shown = text if shown is None else shown
        self.attributes: tuple[str, ...] = ()
        self.cells: tuple[tuple[str, str], ...] = ()


class Block:
    """A unit as a part of a comparison."""

    __slots__ = ("_unit",)

    span = None

    def __init__(self, unit: Unit) -> None:
        self._unit = unit

    @property
    def path(self) -> str:
        return self._unit.path

    @property
    def text(self) -> str:
        return self._unit.shown

    @property
    def attributes(self) -> tuple[str, ...]:
        return self._unit.attributes

    @property
    def topic(self) -> str:
        return self._unit.topic

    @property
    def label(self) -> str:
        return self._unit.label


class Group:
    """Units that are compared with one another: a sheet, or all of a document that has none."""

    __slots__ = ("name", "units")

    def __init__(self, name: str) -> None:
        self.name = name
        self.units: list[Unit] = []


def read_units(document: Document) -> tuple[list[Group], bool]:
    """The groups of a document, and whether that is all: after `MOST_UNITS` one more unit holds the rest."""
    reader = _Reader()
    found = reader.units(document)
    for group, unit in islice(found, MOST_UNITS):
        group.units.append(unit)
    rest = "\n".join(unit.text for _, unit in found)
    if rest:
        reader.groups[-1].units.append(Unit("rest", "/rest", rest))
    return [group for group in reader.groups if group.units], not rest


class _Reader:
    def __init__(self) -> None:
        self.groups = [Group("")]
        self._container = ""
        self._topic = ""
        self._counts: dict[str, int] = {}

    def units(self, document: Document) -> Iterator[tuple[Group, Unit]]:
        """Units with their groups, in reading order."""
        if not document.parts:
            yield from self._lines(document.text, "")
            return
        for part in document.parts:
            if part.role in ("page", "slide", "sheet"):
                self._begin(part)
            if part.role == "formulas":
                yield from self._formulas(part)
            elif part.rows or part.kind == "table":
                yield from self._table(part)
            elif part.text or part.url:
                yield from self._text(part)

    def _begin(self, part: Part) -> None:
        """A page, slide or sheet begins."""
        if part.role == "sheet":
            self._container = f"/sheet[{part.text}]"
            self.groups.append(Group(part.text))
        else:
            self._container = self._numbered("", part.role)
        if part.role != "page":
            self._topic = part.text

    def _numbered(self, above: str, tag: str) -> str:
        place = f"{above}/{tag}"
        number = self._counts[place] = self._counts.get(place, 0) + 1
        return f"{place}[{number}]"

    def _text(self, part: Part) -> Iterator[tuple[Group, Unit]]:
        if part.kind == "heading" and part.role not in _ROLES:
            self._topic = " ".join(part.text.split())
        tag = part.role if part.role in _ROLES else _TAGS.get(part.kind, "p")
        path = self._numbered(self._container, tag)
        if "\n" in part.text and (part.kind == "code" or len(part.text) > _LONG):
            yield from self._lines(part.text, path)
            return
        text = " ".join(part.text.split())
        label = _LABELS.get(part.role, "list" if part.kind == "item" else "")
        if part.role == "subtitle":
            text = text.partition(" ")[2]  # at another time it is the same
        unit = Unit(tag, path, text, shown=part.text.strip(), topic=self._topic, label=label)
        if part.url:
            unit.attributes = (f'[{"img src" if part.kind == "image" else "a href"}="{part.url}"]',)
            unit.text = text or unit.attributes[0]
        yield self.groups[-1], unit

    def _lines(self, text: str, path: str) -> Iterator[tuple[Group, Unit]]:
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip():
                yield self.groups[-1], Unit("line", f"{path}/line[{number}]", line.rstrip(), topic=self._topic)

    def _table(self, part: Part) -> Iterator[tuple[Group, Unit]]:
        if part.places:
            yield from self._sheet(part)
            return
        path = self._numbered(self._container, "table")
        rows = part.rows or tuple((line,) for line in part.text.splitlines())
        for number, row in enumerate(rows, 1):
            text = "\t".join(row).rstrip("\t")
            if text.strip():
                yield self.groups[-1], Unit("row", f"{path}/row[{number}]", text, topic=self._topic)

    def _sheet(self, part: Part) -> Iterator[tuple[Group, Unit]]:
        """The rows of a sheet: what is seen of them, and the values behind where these are others."""
        if not self._container.startswith("/sheet["):
            self._container = self._numbered("", "sheet")
        numbers, columns = places.read(part.places)
        seen = iter(part.rows)
        hidden = part.role == "hidden"
        for (number, is_seen), values in zip(numbers, part.text.split("\n"), strict=False):
            row = next(seen, ()) if is_seen else ()
            shown = "\t".join(row).rstrip("\t") if row else values
            text = shown if _filled(row) == values or not row else f"{shown}\n{values}"
            unit = Unit("row", f"{self._container}/row[{number}]", text, shown=shown, topic=self._topic)
            if row and len(row) <= len(columns):
                unit.cells = tuple((f"{columns[at]}{number}", cell) for at, cell in enumerate(row) if cell)
            if hidden or not row:
                unit.attributes = ("[hidden]",)
            yield self.groups[-1], unit

    def _formulas(self, part: Part) -> Iterator[tuple[Group, Unit]]:
        for line in part.text.splitlines():
            place = line.partition(": ")[0]
            path = f"{self._container}/formula[{place}]"
            yield self.groups[-1], Unit("formula", path, line, topic=self._topic)


def _filled(row: tuple[str, ...]) -> str:
    return "\t".join(filter(None, row))


def as_moved(line: str) -> str:
    """A formula as it would read in one certain cell: the same for formulas that only moved with their rows."""
    place, _, formula = line.partition(": ")
    row, column = cell_place(place.partition(":")[0])
    return Shared(formula, row, column).at(ROWS // 2, COLUMNS // 2) if row >= 0 else line
