"""The words of the comparison: Change, Comparison, and the parts of pages that they speak of."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from app.blocks.cutting.labels import Siblings
from app.blocks.match.stretches import Stretch, attributes_of
from app.blocks.page.tree import BlockTree
from app.words.wording import WordOp, word_diff

Place = tuple[int, int]  # characters of the text of a block, those that nobody sees apart
UNSEEN = re.compile(r"[\s\u200b\ufeff]+")
"""What counts for no place in a text."""
_MOST = 2_000  # links of a block that are looked at
_BESIDE = 8  # characters between a link and words that it lost or gained, where its own have changed


class Linked(NamedTuple):
    """A link of both versions: where it leads, its words in either, and which characters of the text that stays are
    a part of it in one version only; of these where they stand in both texts, white space apart."""

    address: str
    text_a: str
    text_b: str
    places_a: tuple[Place, ...]
    places_b: tuple[Place, ...]


class _Link(NamedTuple):
    address: str
    start: int
    end: int
    said: str  # white space apart
    source: Place


def relinked(
    a: Stretch,
    b: Stretch,
    words: Sequence[tuple[WordOp, str, str]],
    only: tuple[Sequence[str], Sequence[str]],
) -> tuple[Linked, ...]:
    """The links that lost or gained words which both versions have.

    Links that came, went or lead elsewhere are left out: `only` holds them as attributes of one version.
    """
    if not (_holds_links(a) and _holds_links(b)):
        return ()
    links_a, links_b = _links(a), _links(b)
    same = all(op == "unchanged" for op, _, _ in words)
    pairs = [
        (one, two)
        for one, two in _pairs(links_a, links_b, (set(only[0]), set(only[1])))
        if one.said != two.said or (same and one.start != two.start)
    ]
    if not pairs:
        return ()
    at_a, at_b = 0, 0
    kept: list[tuple[int, int, str]] = []  # where in a, where in b, and what
    for op, text_a, text_b in words:
        said_a, said_b = UNSEEN.sub("", text_a), UNSEEN.sub("", text_b)
        if op == "unchanged" and said_a == said_b and said_a:
            kept.append((at_a, at_b, said_a))
        at_a, at_b = at_a + len(said_a), at_b + len(said_b)
    found: list[Linked] = []
    for one, two in pairs:
        stay = _is_kept(kept, 0, one) and _is_kept(kept, 1, two)
        places: tuple[list[Place], list[Place]] = [], []
        shared = 0
        for start_a, start_b, said in _near(kept, one, two):
            here, there = _cut(one, start_a, len(said)), _cut(two, start_b, len(said))
            shared += max(0, min(here[1], there[1]) - max(here[0], there[0]))
            lost = [(place, two, start_b, links_b) for place in _without(here, there)]
            gained = [(place, one, start_a, links_a) for place in _without(there, here)]
            for (first, last), link, start, links in (*lost, *gained):
                if not any(map(str.isalnum, said[first:last])) or (
                    not same and said[first:last] in link.said
                ):
                    continue
                if stay or _is_beside(link, (start + first, start + last), links):
                    places[0].append((start_a + first, start_a + last))
                    places[1].append((start_b + first, start_b + last))
        if places[0] and (stay or shared):
            found.append(
                Linked(one.address, _text(a, one), _text(b, two), tuple(places[0]), tuple(places[1]))
            )
    return tuple(found)


def _text(part: Stretch, link: _Link) -> str:
    return " ".join([line.text for line in part.side.shown.lines(*link.source)])


def _holds_links(part: Stretch) -> bool:
    first, last = part.numbers
    return "a" in part.side.tree.scan.names[first:last]


def _links(part: Stretch) -> list[_Link]:
    """The links of a block that say something, by the characters of its text."""
    scan, shown, targets = part.side.tree.scan, part.side.shown, part.side.targets
    first, last = part.numbers
    found: list[_Link] = []
    place, at = part.places[0], 0
    for number in range(first, last):
        if scan.names[number] != "a" or scan.ends[number] < place:
            continue
        address = attributes_of(scan.text, scan.name_ends[number], scan.ends[number]).get("href")
        if address is None:
            continue
        start, end = scan.ends[number], min(scan.inner_ends[number], part.places[1])
        at += len(UNSEEN.sub("", shown.squeezed(place, start)))
        said = UNSEEN.sub("", shown.squeezed(start, end))
        if said:
            found.append(
                _Link(targets.resolved(" ".join(address.split())), at, at + len(said), said, (start, end))
            )
            if len(found) == _MOST:
                break
        place, at = end, at + len(said)
    return found


def _pairs(
    a: Sequence[_Link], b: Sequence[_Link], told: tuple[set[str], set[str]]
) -> Iterator[tuple[_Link, _Link]]:
    """The links of both versions that lead to one address as often in one as in the other, in their order."""
    by_address: tuple[dict[str, list[_Link]], ...] = defaultdict(list), defaultdict(list)
    for side, links in enumerate((a, b)):
        for link in links:
            if f'[a href="{link.address}"]' not in told[side]:
                by_address[side][link.address].append(link)
    for address, links in by_address[0].items():
        others = by_address[1].get(address, [])
        if len(links) == len(others):
            yield from zip(links, others, strict=True)


def _near(kept: Sequence[tuple[int, int, str]], one: _Link, two: _Link) -> Iterator[tuple[int, int, str]]:
    """The stretches that stay in which one of two links has words."""
    first = min(bisect_right(kept, one.start, key=_in_a), bisect_right(kept, two.start, key=_in_b)) - 1
    for n in range(max(0, first), len(kept)):
        if kept[n][0] >= one.end and kept[n][1] >= two.end:
            break
        yield kept[n]


def _in_a(stretch: tuple[int, int, str]) -> int:
    return stretch[0]


def _in_b(stretch: tuple[int, int, str]) -> int:
    return stretch[1]


def _cut(link: _Link, start: int, size: int) -> Place:
    """The part of a stretch that a link has."""
    first = min(max(link.start - start, 0), size)
    return first, max(first, min(link.end - start, size))


def _without(one: Place, two: Place) -> list[Place]:
    """The parts of a place outside another one."""
    ends = (one[0], min(one[1], max(one[0], two[0]))), (max(one[0], min(one[1], two[1])), one[1])
    if two[0] >= two[1]:
        ends = one, (0, 0)
    return [(first, last) for first, last in ends if first < last]


def _is_beside(link: _Link, place: Place, links: Sequence[_Link]) -> bool:
    """Whether a place is near a link and in no other one."""
    n = bisect_left(links, place[1], key=_start)
    away = max(link.start - place[1], place[0] - link.end)
    return away <= _BESIDE and (n == 0 or links[n - 1].end <= place[0])


def _start(link: _Link) -> int:
    return link.start


def _is_kept(kept: Sequence[tuple[int, int, str]], side: int, link: _Link) -> bool:
    """Whether all words of a link stay."""
    n = bisect_right(kept, link.start, key=_in_b if side else _in_a) - 1
    return n >= 0 and link.end <= (kept[n][1] if side else kept[n][0]) + len(kept[n][2])


__all__ = ["Change", "Comparison", "Given", "Kind", "Linked", "Noise", "Part", "WordOp", "Words"]

Kind = Literal["unchanged", "changed", "markup", "moved", "added", "removed", "layout"]
Span = tuple[int, int]
Words = tuple[tuple[WordOp, str, str], ...]


@dataclass(frozen=True, slots=True)
class Noise:
    """The reason why a change is noise.

    `reason` is "volatile", "sister" (seen on sibling pages), "rule" or "year" (that of the capture), `evidence` a
    sentence; `counts` are the captures or sibling pages with the change, and all that were looked at.
    """

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

    __slots__ = (
        "_attributes",
        "_links",
        "_texts",
        "_words",
        "differs",
        "kind",
        "level",
        "noise",
        "part_a",
        "part_b",
    )

    def __init__(
        self,
        kind: Kind,
        part_a: Part | None,
        part_b: Part | None,
        *,
        level: int = 1,
        differs: bool | None = None,
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
        """Visible text, with elements that stand apart on lines of their own."""
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
        """The part that the block plays on the page, see app.blocks.cutting.labels."""
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
            if self._says_same:
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
    def _says_same(self) -> bool:
        """Whether the texts need not be compared."""
        return self.kind in ("unchanged", "markup") or (self.kind == "moved" and not self.differs)

    @property
    def size(self) -> int:
        """Characters of text that the inner difference marks, of both versions together."""
        if self._says_same:
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
            if self._says_same:
                self._attributes = (), ()
            else:
                self._attributes = differing(
                    self.part_a.attributes if self.part_a else (),
                    self.part_b.attributes if self.part_b else (),
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
        """`changed_share` without noise."""
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
        """Characters of text in both versions, marked characters, and the number of changes that differ."""
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
