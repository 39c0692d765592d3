"""The words of this package: Block, Change, Comparison."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from app.blocks.wording import WordOp, word_diff

__all__ = ["Block", "Change", "Comparison", "Kind", "WordOp"]

Kind = Literal["unchanged", "changed", "added", "removed", "moved"]


@dataclass(frozen=True, slots=True)
class Block:
    """A piece of a page that a reader takes in as one: a paragraph, a heading, a row, a picture.

    `text` is its visible text with white space collapsed (line breaks and `pre` kept); `attributes` says where
    its links lead and which media it shows, one entry each, like `[a href="/news"]`.
    """

    path: str
    tag: str
    text: str
    attributes: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """What can be shown of the block: its text, or its media when it has no text."""
        return self.text or "\n".join(self.attributes)


@dataclass(frozen=True, slots=True)
class Change:
    """One block in both versions (or in one of them).

    Paths are XPaths with positions, in the HTML5 tree. Text that stands between block elements has the path of
    its first node (`/html[1]/body[1]/div[2]/text()[3]`, `.../div[2]/a[1]`). When only links or media of a
    block changed, the differing ones are appended to the texts, one a line, so that the texts differ too.
    """

    kind: Kind
    path_a: str | None
    path_b: str | None
    text_a: str
    text_b: str
    attributes_a: tuple[str, ...] = ()  # links and media that only version a has
    attributes_b: tuple[str, ...] = ()
    same_text: bool = True  # the visible text is the same in both

    @property
    def only_attributes(self) -> bool:
        """The block says the same, but a link or a picture in it is another."""
        return self.kind == "changed" and self.same_text


class Comparison:
    """The blocks of both versions in the order of version b, removed ones where they stood."""

    def __init__(self, changes: tuple[Change, ...], similarity: float, warnings: tuple[str, ...]) -> None:
        self.changes = changes
        self.similarity = similarity  # share of the text that both have, 0 to 1; moved text counts nine tenths
        self.warnings = warnings
        self._counts = Counter(change.kind for change in changes)

    def count(self, kind: Kind) -> int:
        """How many blocks are of a kind."""
        return self._counts[kind]

    def words(self, change: Change) -> list[tuple[WordOp, str, str]]:
        """The change word by word; a CJK character is a word.

        Each entry is ("unchanged" | "changed" | "added" | "removed", text in a, text in b); the texts in order
        give `change.text_a` and `change.text_b` exactly.
        """
        return word_diff(change.text_a, change.text_b)
