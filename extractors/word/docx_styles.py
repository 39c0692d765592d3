"""Styles and numbering of WordprocessingML (ECMA-376 part 1, 17.7 and 17.9), and of the XML of Word 2003."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from extractors.base.numbering import Counter, Level
from extractors.office.ooxml import local
from extractors.titles import official
from extractors.word.shared import TITLE_STYLES, heading_level

_DEEPEST = 20  # styles are based on one another; a broken file may go in circles
_OFF = ("0", "false", "off", "none")


def value(element: Any, name: str = "val") -> str:
    """An attribute by its local name, whichever of the namespaces it is in; "" when it is not there."""
    for key, found in element.attrib.items():
        if key == name or key.endswith("}" + name):
            return str(found)
    return ""


def child(element: Any, *names: str) -> Any:
    """The first child of the first child … with these local names; None when one is missing."""
    for name in names:
        element = None if element is None else next((one for one in element if local(one) == name), None)
    return element


def switch(properties: Any, *names: str) -> bool | None:
    """Whether the first of these on/off properties is on; None when none is there."""
    for name in names:
        found = child(properties, name)
        if found is not None:
            return value(found) not in _OFF
    return None


@dataclass(frozen=True, slots=True)
class Formatting:
    """What a style or a paragraph gives its text; `level` is 1–6 for headings, `list` the number of a list or ""."""

    name: str = ""
    size: float = 0.0
    bold: bool = False
    hidden: bool = False
    centred: bool = False
    level: int = 0
    title: bool = False
    red: bool = False
    list: str = ""
    list_level: int = 0

    def with_run(self, properties: Any) -> Formatting:
        """The same with what w:rPr says."""
        if properties is None:
            return self
        size, bold, hidden, red = self.size, self.bold, self.hidden, self.red
        for one in properties:
            name = local(one)
            if name == "sz":
                found = value(one)
                size = int(found) / 2 if found.isdecimal() and len(found) < 5 else size
            elif name == "b":
                bold = value(one) not in _OFF
            elif name == "vanish":
                hidden = value(one) not in _OFF
            elif name == "color":
                red = official.red(value(one))
        return replace(self, size=size, bold=bold, hidden=hidden, red=red)

    def with_paragraph(self, properties: Any) -> Formatting:
        """The same with what w:pPr says."""
        if properties is None:
            return self
        changed: dict[str, Any] = {}
        for one in properties:
            name = local(one)
            if name == "jc":
                changed["centred"] = value(one) == "center"
            elif name == "outlineLvl":
                found = value(one)
                changed["level"] = int(found) + 1 if found in ("0", "1", "2", "3", "4", "5") else 0
            elif name in ("numPr", "listPr"):
                number, depth = child(one, "numId"), child(one, "ilvl")
                if number is None:
                    number = child(one, "ilfo")
                if number is not None:
                    changed["list"] = value(number) if value(number) != "0" else ""
                if depth is not None and value(depth).isdecimal():
                    changed["list_level"] = min(int(value(depth)), 8)
        return replace(self, **changed) if changed else self


def first_line(pieces: list[tuple[str, Formatting]]) -> list[tuple[str, Formatting]]:
    """The pieces of a paragraph before a line break behind which the letters are smaller; else all of them."""
    for index, (text, _) in enumerate(pieces):
        if text == "\n" and index:
            before = max((look.size for piece, look in pieces[:index] if piece.strip()), default=0.0)
            behind = max((look.size for piece, look in pieces[index:] if piece.strip()), default=before)
            return pieces[:index] if before > 1.15 * behind else pieces
    return pieces


class Styles:
    """The styles of a document by their ids."""

    def __init__(self, root: Any) -> None:
        self._elements: dict[str, Any] = {}
        self._made: dict[str, Formatting] = {}
        self._default = Formatting(size=10.0)
        self._usual = ""
        for element in () if root is None else root:
            name = local(element)
            if name == "style":
                key = value(element, "styleId")
                self._elements.setdefault(key, element)
                if value(element, "type") == "paragraph" and value(element, "default") not in ("", *_OFF):
                    self._usual = self._usual or key
            elif name == "docDefaults":
                self._default = self._default.with_run(child(element, "rPrDefault", "rPr"))
                self._default = self._default.with_paragraph(child(element, "pPrDefault", "pPr"))

    def paragraph(self, key: str) -> Formatting:
        """How paragraphs in a style look ("" = the usual one)."""
        return self._look(key if key in self._elements else self._usual, 0)

    def run(self, key: str, look: Formatting) -> Formatting:
        """How text looks that is in a character style, within a paragraph that looks so."""
        element = self._elements.get(key)
        depth = 0
        properties = []
        while element is not None and depth < _DEEPEST:
            properties.append(child(element, "rPr"))
            based = child(element, "basedOn")
            element = self._elements.get(value(based)) if based is not None else None
            depth += 1
        for one in reversed(properties):
            look = look.with_run(one)
        return look

    def _look(self, key: str, depth: int) -> Formatting:
        element = self._elements.get(key)
        if element is None or depth > _DEEPEST:
            return self._default
        if key not in self._made:
            based = child(element, "basedOn")
            look = self._look(value(based), depth + 1) if based is not None else self._default
            look = look.with_run(child(element, "rPr")).with_paragraph(child(element, "pPr"))
            named = child(element, "name")
            name = value(named) if named is not None else key
            own = name.strip().lower()
            level = heading_level(own) or look.level
            title = own in TITLE_STYLES or (key == "Title" and not heading_level(own))
            self._made[key] = replace(look, name=name, level=0 if title else level, title=title)
        return self._made[key]


class Numbering:
    """The labels of lists from numbering.xml (or the w:lists of Word 2003)."""

    def __init__(self, root: Any) -> None:
        self._counter = Counter()
        self._lists: dict[str, tuple[str, dict[int, Level]]] = {}  # number → what counts together, its levels
        self._begun: set[str] = set()
        self._fresh: dict[str, set[int]] = {}  # levels that begin anew when the list is first used
        kinds: dict[str, dict[int, Level]] = {}
        for element in () if root is None else root:
            name = local(element)
            if name in ("abstractNum", "listDef"):
                key = value(element, "abstractNumId") or value(element, "listDefId")
                kinds[key] = dict(_levels(element))
            elif name in ("num", "list"):
                self._add(element, kinds)

    def _add(self, element: Any, kinds: dict[str, dict[int, Level]]) -> None:
        number = value(element, "numId") or value(element, "ilfo")
        kind = child(element, "abstractNumId")
        if kind is None:
            kind = child(element, "ilst")
        key = value(kind) if kind is not None else ""
        levels = dict(kinds.get(key, {}))
        fresh = self._fresh.setdefault(number, set())
        for change in element:
            depth = value(change, "ilvl")
            if local(change) != "lvlOverride" or not depth.isdecimal():
                continue
            levels |= dict(_levels(change))
            start = child(change, "startOverride")
            if start is not None and value(start).isdecimal():
                about = levels.get(int(depth), Level())
                levels[int(depth)] = about._replace(start=min(int(value(start)), 30_000))
                fresh.add(int(depth))
        self._lists[number] = (key, levels)

    def label(self, number: str, level: int) -> str:
        """The label of the next item of a list; "" for bullets."""
        found = self._lists.get(number)
        if found is None:
            return ""
        key, levels = found
        if number not in self._begun:
            self._begun.add(number)
            for depth in self._fresh[number]:
                self._counter.restart(key, depth)
        return self._counter.label(key, level, levels)


def _levels(element: Any) -> list[tuple[int, Level]]:
    found = []
    for one in element:
        depth = value(one, "ilvl")
        if local(one) != "lvl" or not depth.isdecimal():
            continue
        form, text, start, restart = (
            child(one, name) for name in ("numFmt", "lvlText", "start", "lvlRestart")
        )
        begin = value(start) if start is not None else ""
        found.append(
            (
                min(int(depth), 9) if len(depth) < 3 else 9,
                Level(
                    value(form) if form is not None else "decimal",
                    (value(text) if text is not None else "")[:50],
                    min(int(begin), 30_000) if begin.isdecimal() and len(begin) < 9 else 1,
                    restart is None or value(restart) != "0",
                ),
            )
        )
    return found
