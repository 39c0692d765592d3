"""Compare two versions of a document that is no page: paragraphs, slides, sheets and their rows, tables, notes."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice

from app.blocks.compare.changes import Change, Comparison, Given
from app.blocks.match.moves import moved_alike, moved_runs
from app.blocks.match.pairing import Gap, link_alike, link_same, staying, without_partners
from app.blocks.page.lines import Line
from app.messages import Message
from app.words.sequences import Pair, align
from extractors.base.spacing import listed
from extractors.base.types import Document, Part
from extractors.sheet import notation
from extractors.sheet.notation import COLUMNS, ROWS, Shared, cell_place

# What a document is made of when versions of it are compared: paragraphs, headings, list items, rows of
# tables and sheets, formulas, notes.
#
# Each has a path: “/page[3]/p[2]”, “/slide[4]/li[1]”, “/sheet[Sales]/row[12]” (the row's own number),
# “/sheet[Sales]/formula[B3]”, “/table[2]/row[3]”, “/note[1]”; where a document has no pages, slides or
# sheets:
# “/p[7]”. Lines of long texts have paths of their own: “/code[1]/line[20]”.

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


class DocumentBlock:
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
    """Units that are compared with one another: a sheet, or a whole document without sheets."""

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
                yield (
                    self.groups[-1],
                    Unit("line", f"{path}/line[{number}]", line.rstrip(), topic=self._topic),
                )

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
        numbers, columns = notation.read(part.places)
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


_METADATA = listed("""
    subject keywords description category comments company manager album artist track genre year comment
    composer publisher isbn rights duration width height
    """)
"""What people write of a document, and what a sound or picture is; not what every saving changes."""
_MOST_ALIKE = 20_000  # units of a gap among which those that are much the same are looked for
_MOST_FORMULAS = 50_000  # in both versions of a sheet that are looked at for having moved with their rows
_WORDS, _SHORT = (
    16,
    60,
)  # characters of a text of which all may have changed at its place; with a number in it
_DIGIT = re.compile(r"\d")
_ENDS = 12  # characters at the beginning or end of longer ones that are still the same
_FEW_HOLDERS = 8
_NUMBERED = ("row", "formula")


def compare_documents(a: Document, b: Document) -> Comparison:
    """The comparison of two documents of any format. Never raises; spans are None.

    Besides units of text: “/metadata[title]” and the like, “/links” for addresses of one version alone.
    """
    one, two = _Side(a), _Side(b)
    pairs = _matched(one.groups, two.groups)
    gaps = [(*one.bounds(i), *two.bounds(j)) for i, j in pairs]
    _move_formulas(one, two, gaps)
    warnings = []
    for gap in gaps:
        link_same(one.units, two.units, gap)
    runs, complete = moved_runs(one.units, two.units, (one.home, two.home))
    if not complete:
        warnings.append(Message("moves-not-all"))
    for side in (one, two):
        side.part()
    looked_for = [_link_alike(one.units, two.units, gap) for gap in gaps]
    if all(looked_for):
        runs += moved_alike(one.units, two.units)
    else:
        warnings.append(Message("likeness-not-all"))
    origin = {j + n: i + n for i, j, size in runs for n in range(size)}
    changes = [*_metadata(a, b, one, two), *_in_order(one.units, two.units, origin), *_links(a, b)]
    warnings += [
        Message(code, warning=said)
        for code, side in (("of-version-a", one), ("of-version-b", two))
        for said in side.warnings
    ]
    if not (a.error or b.error) and all(change.kind == "unchanged" for change in changes):
        warnings.append(Message("text-same"))
    return Comparison(changes, warnings=tuple(dict.fromkeys(warnings)))


class _Side:
    """One version: its units one after the other, and where its groups begin and end."""

    def __init__(self, document: Document) -> None:
        self.groups, whole = read_units(document)
        self.units: list[Unit] = []
        self._bounds: list[Pair] = []
        for number, group in enumerate(self.groups):
            first = len(self.units)
            self.units += group.units
            self._bounds.append((first, len(self.units)))
            for unit in group.units:
                unit.leaf = number
        self.warnings = [document.error] if document.error else []
        self.warnings += document.warnings
        if not whole:
            self.warnings.append(Message("blocks-not-all", count=len(self.units) - 1))

    def part(self) -> None:
        """From now on each unit is compared for itself; until then what moves together lies in one group."""
        for number, unit in enumerate(self.units):
            unit.leaf = number

    def home(self, group: int) -> str:
        return self.groups[group].name

    def bounds(self, group: int) -> Pair:
        return self._bounds[group]


def _matched(a: Sequence[Group], b: Sequence[Group]) -> list[Pair]:
    """Pairs of groups: of one name, then by the units in common, then the only ones left."""
    by_name = {group.name: i for i, group in reversed(list(enumerate(a)))}
    found = [(by_name.pop(group.name), j) for j, group in enumerate(b) if group.name in by_name]
    left_a = set(range(len(a))) - {i for i, _ in found}
    left_b = set(range(len(b))) - {j for _, j in found}
    if left_a and left_b:
        for i, j in _by_content(a, b, left_a, left_b):
            if i in left_a and j in left_b:
                found.append((i, j))
                left_a.remove(i)
                left_b.remove(j)
    if len(left_a) == len(left_b) == 1:
        found.append((left_a.pop(), left_b.pop()))
    return found


def _by_content(a: Sequence[Group], b: Sequence[Group], left_a: set[int], left_b: set[int]) -> list[Pair]:
    """Pairs of groups with rare units in common, the most in common first."""
    holders: dict[str, list[int]] = defaultdict(list)
    for j in left_b:
        for text in {unit.text for unit in b[j].units}:
            holders[text].append(j)
    shared: Counter[Pair] = Counter()
    for i in left_a:
        for text in {unit.text for unit in a[i].units}:
            if text in holders and len(holders[text]) <= _FEW_HOLDERS:
                shared.update((i, j) for j in holders[text])
    return sorted(shared, key=lambda pair: (-shared[pair], pair))


def _move_formulas(one: _Side, two: _Side, gaps: Sequence[Gap]) -> None:
    """Compare the formulas of sheets where they differ by the text that they would have in one certain cell."""
    for a_from, a_to, b_from, b_to in gaps:
        here = [unit for unit in one.units[a_from:a_to] if unit.tag == "formula"]
        there = [unit for unit in two.units[b_from:b_to] if unit.tag == "formula"]
        if len(here) + len(there) > _MOST_FORMULAS or [unit.text for unit in here] == [
            unit.text for unit in there
        ]:
            continue
        for unit in (*here, *there):
            unit.text = as_moved(unit.text)


def _link_alike(a: Sequence[Unit], b: Sequence[Unit], gap: Gap) -> bool:
    """Make units partners that are much the same, or stand alone at the same place; False where there are too many."""
    free = sum(unit.mate < 0 for unit in a[gap[0] : gap[1]]) + sum(
        unit.mate < 0 for unit in b[gap[2] : gap[3]]
    )
    few = free <= _MOST_ALIKE
    if few:
        link_alike(a, b, gap)
        for unit in a[gap[0] : gap[1]]:
            if unit.mate >= 0 and unit.text != b[unit.mate].text and not _one_kind(unit, b[unit.mate]):
                b[unit.mate].mate = -1
                unit.mate = -1
    for inner in without_partners(a, gap):
        free_a, free_b = staying(a, *inner[:2]), staying(b, *inner[2:])
        named = {b[j].path: j for j in free_b if b[j].tag in _NUMBERED}
        pairs = [(i, named[a[i].path]) for i in free_a if a[i].tag in _NUMBERED and a[i].path in named]
        if not pairs and len(free_a) == len(free_b):
            pairs = [*zip(free_a, free_b, strict=True)]
        for i, j in pairs:
            if _one_kind(a[i], b[j]) and _one_at_its_place(a[i], b[j]):
                a[i].mate, b[j].mate = j, i
    return few


def _one_kind(a: Unit, b: Unit) -> bool:
    return a.tag == b.tag or not {a.tag, b.tag} & {"row", "formula", "rest"}


def _one_at_its_place(a: Unit, b: Unit) -> bool:
    if a.tag in _NUMBERED or max(len(a.text), len(b.text)) <= _WORDS:
        return True
    if max(len(a.text), len(b.text)) <= _SHORT and _DIGIT.search(a.text) and _DIGIT.search(b.text):
        return True
    return a.text[:_ENDS] == b.text[:_ENDS] or a.text[-_ENDS:] == b.text[-_ENDS:]


def _in_order(a: Sequence[Unit], b: Sequence[Unit], origin: dict[int, int]) -> Iterator[Change]:
    """The list in the order of b; a removed unit follows its predecessor in a."""
    removed: dict[int, list[Unit]] = defaultdict(list)
    last = -1
    for unit in a:
        if unit.mate >= 0:
            last = unit.mate
        elif not unit.moved:
            removed[last].append(unit)
    for j in range(-1, len(b)):
        if j >= 0:
            unit = b[j]
            if unit.mate >= 0:
                yield _change(a[unit.mate], unit)
            elif unit.moved:
                yield _moved(a[origin[j]], unit)
            else:
                yield Change("added", None, DocumentBlock(unit))
        for gone in removed.get(j, ()):
            yield Change("removed", DocumentBlock(gone), None)


def _moved(a: Unit, b: Unit) -> Change:
    change = _change(a, b)
    return Change("moved", change.part_a, change.part_b, differs=change.differs)


def _change(a: Unit, b: Unit) -> Change:
    if a.text == b.text:
        kind_differs = a.tag != b.tag
        if a.attributes != b.attributes:
            return Change("changed", DocumentBlock(a), DocumentBlock(b))
        return Change("markup" if kind_differs else "unchanged", DocumentBlock(a), DocumentBlock(b))
    if a.shown == b.shown:  # the values behind differ
        a.shown, b.shown = a.text, b.text
    if a.cells or b.cells:
        cells_a, cells_b = _differing_cells(a, b)
        a.attributes, b.attributes = (*a.attributes, *cells_a), (*b.attributes, *cells_b)
    return Change("changed", DocumentBlock(a), DocumentBlock(b))


def _differing_cells(a: Unit, b: Unit) -> tuple[list[str], list[str]]:
    """Changed cells of a row, "[B3: 5]"; cells that only moved left or right are left out."""
    pairs = align([value for _, value in a.cells], [value for _, value in b.cells])
    kept_a, kept_b = {i for i, _ in pairs}, {j for _, j in pairs}
    return (
        [f"[{place}: {value}]" for i, (place, value) in enumerate(a.cells) if i not in kept_a],
        [f"[{place}: {value}]" for j, (place, value) in enumerate(b.cells) if j not in kept_b],
    )


def _metadata(a: Document, b: Document, one: _Side, two: _Side) -> Iterator[Change]:
    """The metadata of a document that are not part of its text."""
    said_a = {"author": a.author, **{name: a.metadata.get(name, "") for name in _METADATA}}
    said_b = {"author": b.author, **{name: b.metadata.get(name, "") for name in _METADATA}}
    if a.title != b.title and not (_is_shown(a.title, one) and _is_shown(b.title, two)):
        said_a, said_b = {"title": a.title, **said_a}, {"title": b.title, **said_b}
    for name, value_a in said_a.items():
        value_b = said_b[name]
        path = f"/metadata[{name}]"
        if value_a != value_b:
            part_a = Given(path, None, value_a, topic=name) if value_a else None
            part_b = Given(path, None, value_b, topic=name) if value_b else None
            yield Change("changed" if part_a and part_b else "added" if part_b else "removed", part_a, part_b)


def _is_shown(title: str, side: _Side) -> bool:
    return not title or any(unit.shown == title or unit.text == title for unit in side.units)


def _links(a: Document, b: Document) -> Iterator[Change]:
    """Addresses that only one of the documents refers to."""
    found = [tuple(f'[a href="{link.url}"]' for link in document.links) for document in (a, b)]
    if Counter(found[0]) != Counter(found[1]):
        yield Change("changed", Given("/links", None, "", found[0]), Given("/links", None, "", found[1]))
