"""Stretches of a page in a comparison; texts, links and names are found on demand."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from app.blocks.cutting.labels import Labeller, Siblings
from app.blocks.cutting.topics import topic_of
from app.blocks.page.elements import ATTRIBUTES, BLOCK_LEVEL
from app.blocks.page.lines import Line, Shown
from app.blocks.page.paths import PathFinder
from app.blocks.page.source import unescape
from app.blocks.page.spans import Scan
from app.blocks.page.targets import Targets
from app.blocks.page.tree import WHOLE, Block, BlockTree, enclosing, shown_text

_ATTRIBUTE = re.compile(r"([^\s/>=\"'][^\s/>=]*)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>]*)))?")
_BASE = re.compile(r"<base(?=[\s/])([^>]*)>", re.IGNORECASE)


class Side:
    """One version of a page in a comparison: its block tree and the names of its stretches. `address` is "" if unknown."""

    def __init__(self, tree: BlockTree, address: str = "") -> None:
        self.tree = tree
        self.address = address
        self.leaves = tree.leaves()
        self.contents = [tree.content(leaf) for leaf in self.leaves]
        self._nameless: list[Stretch] = []
        self._siblings: Siblings | None = None
        self.later: Scan | None = None  # all of the page, while only some of it has been read …
        self.read: set[int] | None = None  # … and where the leaves begin that have been

    def sources(self) -> list[str]:
        """The leaves as texts."""
        return [self.tree.scan.text[slice(*leaf.places)] for leaf in self.leaves]

    @cached_property
    def shown(self) -> Shown:
        return Shown(self.tree.scan)

    @cached_property
    def labeller(self) -> Labeller:
        return Labeller(self.tree, self._siblings)

    def label_among(self, siblings: Siblings) -> None:
        """Label blocks from now on knowing other pages of the site."""
        if self._siblings is not siblings:
            self._siblings = siblings
            self.__dict__.pop("labeller", None)

    @cached_property
    def targets(self) -> Targets:
        """The base of relative addresses: `<base href>`, or the address of the page."""
        return Targets(self.address, self._said_base())

    def resolve_like(self, other: Side) -> None:
        """Give addresses in the form that fits both versions, for one of which a base element may count."""
        if not (self.targets.own_base and other.targets.own_base):
            self.targets = Targets(self.address, self._said_base(), whole=True)
            other.targets = Targets(other.address, other._said_base(), whole=True)

    def _said_base(self) -> str:
        scan = self.tree.scan
        if scan.rough:  # it has no such element
            found = _BASE.search(scan.text)
            return attributes_of(scan.text, found.start(1), found.end()).get("href", "") if found else ""
        if "base" not in scan.names:
            return ""
        number = scan.names.index("base")
        return attributes_of(scan.text, scan.name_ends[number], scan.ends[number]).get("href", "")

    @cached_property
    def surroundings(self) -> tuple[list[int], bytearray]:
        """The element around each element (-1: none), and whether each holds an element that stands by itself."""
        scan = self.tree.scan
        return enclosing(scan.names, scan.starts, scan.closes, BLOCK_LEVEL)

    def forget(self) -> None:
        """Drop all results about the page."""
        for name in ("shown", "labeller", "surroundings"):
            self.__dict__.pop(name, None)

    @cached_property
    def _leaf_starts(self) -> list[int]:
        return [leaf.places[0] for leaf in self.leaves]

    def leaf_number(self, place: int) -> int:
        """The number of the leaf block in which a place is, or before it."""
        return max(0, bisect_right(self._leaf_starts, place) - 1)

    def leaf(self, number: int) -> Stretch:
        """A whole leaf block."""
        block = self.leaves[number]
        return Stretch(self, block.span, block.places, block.level, block.path)

    def byte(self, known: tuple[int, int], place: int) -> int | None:
        """The byte of a place, from the byte and place of an earlier one; None where the text does not map to bytes."""
        begin, first = known
        try:
            piece = self.tree.scan.text[first:place].encode(self.tree.charset)
        except UnicodeError:
            return None
        return begin + len(piece) if self.tree.data.startswith(piece, begin) else None

    def stretch(self, span: tuple[int, int], places: tuple[int, int], level: int) -> Stretch:
        """A part of a leaf block, or of the layout; its path is found when it is asked for."""
        found = Stretch(self, span, places, level, None)
        self._nameless.append(found)
        return found

    def find_paths(self) -> None:
        """Give all stretches without a path theirs; the tree of the page is built anew."""
        finder = PathFinder(self.tree)
        for stretch in self._nameless:
            if stretch.found_path is None:
                stretch.found_path = finder.path(*stretch.places)
        finder.release()
        self._nameless.clear()


class Stretch:
    """Neighbouring leaf blocks of a page, a part of one, or a stretch of its layout (level 0)."""

    def __init__(
        self, side: Side, span: tuple[int, int], places: tuple[int, int], level: int, path: str | None
    ) -> None:
        self.side = side
        self.span = span
        self.places = places
        self.level = level
        self.found_path = path
        self.lines: Sequence[Line] | None = None  # when they are known
        self.whole: Stretch | None = (
            None  # the block that it was taken from, as the smaller part that tells of it
        )

    @property
    def path(self) -> str:
        if self.found_path is None:
            self.side.find_paths()
        return self.found_path or "/"

    @property
    def content(self) -> bytes:
        """The bytes as they were received."""
        return self.side.tree.data[slice(*self.span)]

    @property
    def source(self) -> str:
        return self.side.tree.scan.text[slice(*self.places)]

    @property
    def numbers(self) -> tuple[int, int]:
        """Of its start tags: the first one, and the one behind the last."""
        starts, (begin, end) = self.side.tree.scan.starts, self.places
        first = bisect_left(starts, begin)
        return first, bisect_left(starts, end, first)

    @cached_property
    def text(self) -> str:
        lines = self.lines
        if lines is None:
            lines = self.side.shown.lines(*self.places)
        self.lines = None
        return "".join([part for line in lines for part in (" " if line.beside else "\n", line.text)])[1:]

    def to(self, last: Stretch) -> Stretch:
        """All from here to the end of a later stretch of the page."""
        if last is self:
            return self
        span, places = (self.span[0], last.span[1]), (self.places[0], last.places[1])
        return self.side.stretch(span, places, min(self.level, last.level))

    def label_among(self, siblings: Siblings) -> None:
        """Find the label anew, knowing other pages of the site."""
        self.side.label_among(siblings)
        self.__dict__.pop("label", None)

    def forget(self) -> None:
        """Drop text, links and names."""
        self.lines = None
        for name in ("text", "attributes", "topic", "label", "_block"):
            self.__dict__.pop(name, None)

    def says_same(self, other: Stretch) -> bool:
        """Whether both have the same text. Texts that differ are told apart without dividing them into lines."""
        if (
            self.lines is None
            and other.lines is None
            and "text" not in self.__dict__
            and "text" not in other.__dict__
        ):
            one, two = (each.side.shown.squeezed(*each.places) for each in (self, other))
            if one != two:
                return False
        return self.text == other.text

    @property
    def divided_text(self) -> list[str]:
        """The text as tags divide it, without white space."""
        source = self.side.tree.scan.text
        written = [source[begin:stop] for begin, stop, _ in self.side.shown.between(*self.places)]
        return [text for each in written if (text := "".join(unescape(each).split()))]

    @cached_property
    def attributes(self) -> tuple[str, ...]:
        return tuple([said for _, said in self._said()])

    def place_of(self, attribute: str) -> int:
        """Characters of text before the first element with an attribute, white space aside; 0 if there is none."""
        starts = self.side.tree.scan.starts
        place = next((starts[number] for number, said in self._said() if said == attribute), self.places[0])
        return len(self.side.shown.squeezed(self.places[0], place))

    @cached_property
    def topic(self) -> str:
        return topic_of(self.side.tree, self._block)

    @cached_property
    def label(self) -> str:
        return self.side.labeller.label(self._block)

    @cached_property
    def _block(self) -> Block:
        """The stretch as a block of its own."""
        scan = self.side.tree.scan
        block = Block(self.found_path or "", self.span, self.level, WHOLE, 1, "")
        block.places = self.places
        block.numbers = self.numbers
        block.text = shown_text(scan, *self.places)
        return block

    def _said(self) -> list[tuple[int, str]]:
        """Where links lead and which media are shown, `[a href="…"]`, addresses resolved against the page's own; each
        with the number of its element."""
        scan = self.side.tree.scan
        first, last = self.numbers
        said: list[tuple[int, str]] = []
        targets = self.side.targets
        for number in range(first, last):
            tag = scan.names[number]
            if tag == "title":
                title = " ".join(unescape(scan.text[scan.ends[number] : scan.inner_ends[number]]).split())
                said.append((number, f'[title "{title}"]'))
            wanted = ATTRIBUTES.get(tag)
            if wanted is None:
                continue
            given = attributes_of(scan.text, scan.name_ends[number], scan.ends[number])
            if tag == "input" and given.get("type", "").strip().lower() == "hidden":
                continue  # never shown, and often a new random value on every visit
            values = []
            for name in wanted:
                if name in given:
                    value = " ".join(given[name].split())
                    values.append(f'{name}="{targets.value(name, value)}"')
            if values:
                said.append((number, f"[{tag} {' '.join(values)}]"))
        return said


What = Literal["same", "paired", "moved", "removed", "added"]


@dataclass(slots=True)
class Matched:
    """Stretches that are one block: the same bytes at its place, changed at its place, elsewhere, or alone."""

    what: What
    a: Stretch | None
    b: Stretch | None


def place_in_a(each: Matched) -> int:
    """The place in the older version; 0 for an added block."""
    return each.a.places[0] if each.a is not None else 0


def attributes_of(text: str, start: int, end: int) -> dict[str, str]:
    """The attributes of a start tag, whose name ends at `start`; the first of a name counts."""
    found: dict[str, str] = {}
    for each in _ATTRIBUTE.finditer(text, start, end):
        name = each[1].lower()
        if name not in found:
            value = each[2] or each[3] or each[4] or ""
            found[name] = unescape(value) if "&" in value else value
    return found
