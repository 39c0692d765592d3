"""What is painted over a page: marks around blocks, and gaps where a block stands in another version only.

Both travel to `resources/scripts/replay/marks.js` as objects with the names of these fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple


@dataclass(frozen=True, slots=True)
class Mark:
    """A block by its path and text. Marks of one index that follow each other have one outline where they are
    neighbours. White space does not count in any number of characters."""

    index: int
    kind: str
    path: str
    text: str = ""
    words: Sequence[tuple[str, bool]] = ()  # the text in stretches, and whether each differs
    start: int = 0  # characters before the first that differs
    links: Sequence[tuple[str, int]] = ()  # address, and which of the links of the block that lead there
    pictures: Sequence[str] = ()  # addresses whose pictures are to be framed
    breaks: Sequence[tuple[int, str]] = ()  # characters before a place where white space differs, its sign
    relinked: Sequence[
        tuple[int, str]
    ] = ()  # characters before words that a link gained or lost, these words

    def named(self) -> dict[str, Any]:
        """The mark as JSON."""
        return {
            "index": self.index,
            "kind": self.kind,
            "path": self.path,
            "text": self.text,
            "words": [{"text": text, "differs": differs} for text, differs in self.words],
            "start": self.start,
            "links": [{"address": address, "which": which} for address, which in self.links],
            "pictures": list(self.pictures),
            "breaks": [{"at": at, "sign": sign} for at, sign in self.breaks],
            "relinked": [{"at": at, "text": text} for at, text in self.relinked],
        }


@dataclass(frozen=True, slots=True)
class Gap:
    """A place where a block would stand: between the blocks at two paths, "" for none."""

    index: int
    kind: str
    before: str
    after: str
    later: bool = False  # kin of the block after it

    def named(self) -> dict[str, Any]:
        """The gap as JSON."""
        return {
            "index": self.index,
            "kind": self.kind,
            "before": self.before,
            "after": self.after,
            "later": self.later,
        }


class FrameMarks(NamedTuple):
    """Marks of a document in a frame."""

    addresses: Sequence[str]  # that the frame may show it under
    marks: Sequence[Mark]
    gaps: Sequence[Gap]


class MarkStyle(NamedTuple):
    """How marks of a kind look."""

    color: str  # "#rrggbb"
    sign: str
    line: str = "solid"  # one of LINES in `resources/scripts/replay/ground.js`


# For pages, which are light whatever the window is; each kind has a line of its own.
DEFAULT_STYLES: Mapping[str, MarkStyle] = {
    "changed": MarkStyle("#b26a00", "~", "solid"),
    "markup": MarkStyle("#7a3fa6", "<", "dotted"),
    "moved": MarkStyle("#1565c0", "→", "double"),
    "added": MarkStyle("#1a7f37", "+", "bar"),
    "removed": MarkStyle("#c62828", "−", "hatched"),
    "layout": MarkStyle("#55646b", "#", "thin"),
}


def painted(marks: Iterable[Mark], gaps: Iterable[Gap], styles: Mapping[str, MarkStyle]) -> dict[str, Any]:
    """What the script is given: the marks and gaps whose kinds have a style."""
    return {
        "marks": [mark.named() for mark in marks if mark.kind in styles],
        "gaps": [gap.named() for gap in gaps if gap.kind in styles],
        "styles": {kind: style._asdict() for kind, style in styles.items()},
    }
