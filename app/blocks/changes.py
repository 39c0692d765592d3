"""The words of the comparison: Change, Comparison, and the parts of pages that they speak of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Protocol

from app.blocks.labels import Siblings
from app.blocks.linked import Linked, relinked
from app.blocks.parts import Stretch
from app.blocks.tree import BlockTree
from app.blocks.wording import WordOp, word_diff

__all__ = ["Change", "Comparison", "Given", "Kind", "Linked", "Noise", "Part", "WordOp", "Words"]

Kind = Literal["unchanged", "changed", "markup", "moved", "added", "removed", "layout"]
Span = tuple[int, int]
Words = tuple[tuple[WordOp, str, str], ...]


@dataclass(frozen=True, slots=True)
class Noise:
    """Why a change says nothing: `reason` is "volatile", "sister" or "rule", `evidence` a sentence; `counts` is in how
    many captures or sister pages it was seen, of how many."""

    reason: str
    evidence: str
    counts: tuple[int, int] = (0, 0)


class Part(Protocol):
    """A stretch of one version. Text, attributes and names may be found when they are asked for."""

    @property
    def path(self) -> str: ...
    @property
    def span(self) -> Span | None: ...
    @property
    def text(self) -> str: ...
    @property
    def attributes(self) -> tuple[str, ...]: ...
    @property
    def topic(self) -> str: ...
    @property
    def label(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Given:
    """A part of which everything is known: of a text, of a document, or read from a cache."""

    path: str
    span: Span | None = None
    text: str = ""
    attributes: tuple[str, ...] = ()
    topic: str = ""
    label: str = ""


class Change:
    """A block in both versions, or in one of them; or a stretch of the layout.

    `part_a` and `part_b` are what stands there. Kind "moved" says nothing about the content: `differs` does.
    Everything that costs time (texts, words, names) is found when it is asked for, and kept.
    """

    __slots__ = ("_attributes", "_links", "_texts", "_words", "differs", "kind", "level", "noise", "part_a", "part_b")

    def __init__(
        self, kind: Kind, part_a: Part | None, part_b: Part | None, *, level: int = 1, differs: bool | None = None
    ) -> None:
        self.kind: Kind = kind
        self.part_a, self.part_b = part_a, part_b
        self.level = level
        # text, a link or a picture is another
        self.differs = kind in ("changed", "added", "removed") if differs is None else differs
        self.noise: Noise | None = None
        self._texts: tuple[str, str] | None = None
        self._attributes: tuple[tuple[str, ...], tuple[str, ...]] | None = None
        self._words: Words | None = None
        self._links: tuple[Linked, ...] | None = None

    def __repr__(self) -> str:
        return f"Change({self.kind!r}, {self.path_a!r}, {self.path_b!r}, {self.span_a!r}, {self.span_b!r})"

    @property
    def moved(self) -> bool:
        return self.kind == "moved"

    @property
    def path_a(self) -> str | None:
        return self.part_a.path if self.part_a else None

    @property
    def path_b(self) -> str | None:
        return self.part_b.path if self.part_b else None

    @property
    def span_a(self) -> Span | None:
        """Bytes of version a as it was received, (start, end); None for documents and for what is only in b."""
        return self.part_a.span if self.part_a else None

    @property
    def span_b(self) -> Span | None:
        return self.part_b.span if self.part_b else None

    @property
    def text_a(self) -> str:
        """Visible text, what stands apart on lines of its own."""
        return self._both_texts()[0]

    @property
    def text_b(self) -> str:
        return self._both_texts()[1]

    @property
    def topic(self) -> str:
        """What the block is about, of the newer version where it is there."""
        part = self.part_b or self.part_a
        return part.topic if part else ""

    @property
    def label(self) -> str:
        """The part that the block plays on the page, see app.blocks.labels."""
        part = self.part_b or self.part_a
        return part.label if part else ""

    @property
    def attributes_a(self) -> tuple[str, ...]:
        """Links and media that only version a has, like `[a href="/x"]`; all of them when only their order differs."""
        return self._both_attributes()[0]

    @property
    def attributes_b(self) -> tuple[str, ...]:
        return self._both_attributes()[1]

    @property
    def words(self) -> Words:
        """The inner difference: ("unchanged" | "changed" | "added" | "removed", text in a, text in b), in order.

        The pieces give `text_a` and `text_b` exactly.
        """
        if self._words is None:
            text_a, text_b = self._both_texts()
            if self.kind in ("unchanged", "markup") or (self.kind == "moved" and not self.differs):
                self._words = (("unchanged", text_a, text_b),) if text_a or text_b else ()
            else:
                self._words = tuple(word_diff(text_a, text_b))
        assert self._words is not None
        return self._words

    @property
    def links(self) -> tuple[Linked, ...]:
        """Links of both versions that lost or gained words of a text that stays."""
        if self._links is None:
            a, b = self.part_a, self.part_b
            if self.kind == "unchanged" or not (isinstance(a, Stretch) and isinstance(b, Stretch)):
                self._links = ()
            else:
                self._links = relinked(a, b, self.words, self._both_attributes())
        return self._links

    @property
    def size(self) -> int:
        """Characters of text that the inner difference marks, of both versions together."""
        if self.kind in ("unchanged", "markup") or (self.kind == "moved" and not self.differs):
            return 0
        return sum(len(a.strip()) + len(b.strip()) for op, a, b in self.words if op != "unchanged")

    def settle(self) -> None:
        """Find everything now, so that asking for it later takes no time."""
        _ = self.words, self.attributes_a, self.links, self.topic, self.label, self.path_a, self.path_b

    def _both_texts(self) -> tuple[str, str]:
        if self._texts is None:
            text_b = self.part_b.text if self.part_b else ""
            same = self.kind == "unchanged" and self.part_a is not None and self.part_b is not None
            text_a = text_b if same else self.part_a.text if self.part_a else ""
            self._texts = text_a, text_b
        return self._texts

    def _both_attributes(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        if self._attributes is None:
            if self.kind in ("unchanged", "markup") or (self.kind == "moved" and not self.differs):
                self._attributes = (), ()
            else:
                self._attributes = differing(
                    self.part_a.attributes if self.part_a else (), self.part_b.attributes if self.part_b else ()
                )
        return self._attributes


def differing(a: tuple[str, ...], b: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The entries that only one of two has; all of them when they differ in order alone."""
    if a == b:
        return (), ()
    count_a, count_b = Counter(a), Counter(b)
    only_a, only_b = tuple((count_a - count_b).elements()), tuple((count_b - count_a).elements())
    return (only_a, only_b) if only_a or only_b else (a, b)


class Comparison:
    """What became of the blocks of a page: in the order of version b, removed ones where they stood.

    Unchanged blocks are there, too. Trees are None for documents and texts.
    """

    __slots__ = ("_shares", "changes", "level", "style", "tree_a", "tree_b", "warnings")

    def __init__(
        self,
        changes: Iterable[Change],
        *,
        tree_a: BlockTree | None = None,
        tree_b: BlockTree | None = None,
        level: int = 1,
        style: str = "",
        warnings: tuple[str, ...] = (),
    ) -> None:
        self.changes = tuple(changes)
        self.tree_a, self.tree_b = tree_a, tree_b
        self.level = level
        self.style = style  # "static", "rendered", or "" for what has no style
        self.warnings = warnings
        self._shares: tuple[int, int, int] | None = None

    def count(self, kind: Kind) -> int:
        """How many changes are of a kind."""
        return sum(change.kind == kind for change in self.changes)

    @property
    def has_text(self) -> bool:
        """Whether there are words in either version by which the two can be called alike."""
        return self._counted()[0] > 0

    @property
    def similarity(self) -> float:
        """Share of the text that both versions have, 0 to 1; a page that shows no text: 1 unless something differs."""
        total, marked, differing_parts = self._counted()
        if not total:
            return 0.0 if differing_parts else 1.0
        return 1.0 - marked / total

    @property
    def changed_share(self) -> float:
        """Characters marked by the inner differences, of all characters of both versions, 0 to 1."""
        return 1.0 - self.similarity

    @property
    def real_share(self) -> float:
        """The same without what is noise."""
        total, _, _ = self._counted()
        real = [change for change in self.changes if change.noise is None]
        if not total:
            return float(any(change.differs for change in real))
        return min(1.0, sum(change.size for change in real) / total)

    def settle(self) -> None:
        """Find texts, words and names of all that is not unchanged, and the shares: for a worker to do."""
        for change in self.changes:
            if change.kind != "unchanged":
                change.settle()
        self._counted()

    def label_among(self, siblings: Siblings) -> None:
        """Find the labels of all that is not unchanged anew, knowing other pages of the site."""
        for change in self.changes:
            for part in (change.part_a, change.part_b) if change.kind != "unchanged" else ():
                if isinstance(part, Stretch):
                    part.label_among(siblings)

    @property
    def counted(self) -> tuple[int, int, int]:
        """Characters of text in both versions, those marked, and how many changes differ."""
        return self._counted()

    def _counted(self) -> tuple[int, int, int]:
        if self._shares is None:
            total = marked = differing_parts = 0
            for change in self.changes:
                total += len(change.text_a) + len(change.text_b)
                marked += change.size
                differing_parts += change.differs
            self._shares = total, min(marked, total), differing_parts
        return self._shares
