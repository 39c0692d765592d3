"""Lines and leaves that belong together, in one gap between equal leaves."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise, product

from app.blocks.cutting.rough import count_between
from app.blocks.match.moves import FEW_LETTERS, unnumbered, weigh
from app.blocks.match.similarity import Features, features, likely_partners, likeness, sample
from app.blocks.match.stretches import Side, Stretch
from app.blocks.page.effort import Budget
from app.blocks.page.lines import Line
from app.words.sequences import Pair, align, gaps_between, heaviest_chain

_ALIKE_BLOCKS = 0.3  # likeness from which two leaves are one
_ALIKE_ROUGHLY = (
    0.05  # of leaves that were not read line by line, of which others may hold some of the words, too
)
_LARGE, _MANY_TIMES = 20_000, 16  # no leaf of so many characters has become one of a part of its size
_BEGIN = 2_000  # characters of a large leaf
SHORT = 60  # in short texts at the same place all words may have changed: a date, a counter, a price
_TEXT = re.compile("(?<=>)[^<>]+")
_POSITION = re.compile(r"\[\d+\]")


def _some(places: Pair) -> Pair:
    """The middle of a stretch that is not read."""
    start, end = places
    middle = (start + end) // 2
    return max(start, middle - _BEGIN), min(end, middle + _BEGIN)


class LeafProfile:
    """A whole leaf, as it is compared with several others."""

    __slots__ = ("_features", "_said", "_topic", "_unread", "_whole", "rough", "shape", "size", "stretch")

    def __init__(self, reading: Reading, piece: Piece, *, whole: bool) -> None:
        self.shape = _POSITION.sub("", reading.side.leaves[piece.leaf].path)
        self.size = piece.size
        self.stretch = reading.stretch(piece)
        self.rough = piece.leaf in reading.rough and piece.size > 0
        self._said = reading.lines[piece.first : piece.last] if self.rough else []
        self._unread = self.rough and not self._said
        self._whole = whole
        self._features: Features | None = None
        self._topic: str | None = None

    @property
    def features(self) -> Features:
        if self._features is None:
            stretch = self.stretch
            if self._unread:
                self._features = sample(
                    " ".join(_TEXT.findall(stretch.side.tree.scan.text, *_some(stretch.places)))
                )
            elif self.rough:
                self._features = sample(" ".join([line.text for line in self._said])[: 100 * _BEGIN])
            else:
                self._features = features(stretch.text if self._whole else stretch.text[:_BEGIN])
        return self._features

    @property
    def topic(self) -> str:
        """What it is about; "" for a large block that is not to be read for it."""
        if self._topic is None:
            self._topic = self.stretch.topic if self._whole else ""
        return self._topic


def likeness_of(a: LeafProfile, b: LeafProfile, *, at_place: bool) -> int:
    """The likeness of two leaves as versions of one block, 0 for different blocks."""
    same_shape = a.shape == b.shape
    if not a.size or not b.size:
        return (2 if at_place else 1) if same_shape and not a.size and not b.size else 0
    if max(a.size, b.size) > max(_LARGE, _MANY_TIMES * min(a.size, b.size)):
        return 0
    alike = likeness(a.features, b.features)
    if alike >= (_ALIKE_ROUGHLY if a.rough else _ALIKE_BLOCKS):
        return int(100 * alike) + 10 * same_shape
    if a.rough:
        return 0
    if at_place and same_shape and max(a.size, b.size) <= SHORT:
        return 10
    return 5 if a.topic and a.topic == b.topic else 0


class Piece:
    """A leaf, or the part of one from line `first` to before line `last`."""

    __slots__ = ("first", "last", "leaf", "moved", "partner", "size")

    def __init__(self, leaf: int, first: int, last: int, size: int) -> None:
        self.leaf = leaf
        self.first, self.last = first, last
        self.size = size  # characters
        self.moved = False
        self.partner: Piece | None = None


def _first(piece: Piece) -> int:
    return piece.first


class Reading:
    """The lines of the leaves of one version that differ, and the pieces these are divided into."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self.lines: list[Line] = []
        self.pieces: dict[int, list[Piece]] = {}  # by leaf
        self._exact: dict[int, bool] = {}
        self._bytes: dict[int, dict[int, int]] = {}  # of the places where pieces of a leaf begin and end
        self._sizes = [0]  # characters in the lines before each
        self.rough: set[int] = set()  # leaves of which only some lines are known

    def staying(self, leaves: Iterable[int]) -> list[Piece]:
        """The pieces of leaves that did not move."""
        return [piece for leaf in leaves for piece in self.pieces.get(leaf, ()) if not piece.moved]

    def count(self, leaves: Iterable[int]) -> int:
        """The approximate number of lines of leaves, or of elements of an unread page."""
        scan, every = self.side.tree.scan, self.side.leaves
        if scan.rough:
            return sum([1 + count_between(scan.text, *every[leaf].places) for leaf in leaves])
        return sum([self.side.shown.count(*self.side.leaves[leaf].places) for leaf in leaves])

    def read(self, leaf: int, *, roughly: bool = False) -> None:
        """Take in a leaf as one piece; roughly, with some of its lines, at little cost."""
        first = len(self.lines)
        start, end = self.side.leaves[leaf].places
        if roughly:
            self.rough.add(leaf)
        if roughly and self.side.tree.scan.rough:
            self.pieces[leaf] = [Piece(leaf, first, first, end - start)]
            return
        if roughly:
            self.lines += self.side.shown.some(start, end)
        else:
            self.lines += self.side.shown.lines(start, end)
        size = self._sizes[-1]
        for line in self.lines[first:]:
            line.leaf = leaf
            size += len(line.text)
            self._sizes.append(size)
        self.pieces[leaf] = [self._piece(leaf, first, len(self.lines))]

    def differing(self) -> int:
        """Characters of the lines without partner."""
        return sum([len(line.text) for line in self.lines if line.mate < 0 and not line.moved])

    def home(self, leaf: int) -> str:
        """Where the leaf is."""
        return self.side.leaves[leaf].path

    def may_divide(self, leaf: int) -> bool:
        """Whether every place in the leaf maps to bytes."""
        if leaf not in self._exact:
            block = self.side.leaves[leaf]
            end = self.side.byte((block.span[0], block.places[0]), block.places[1])
            self._exact[leaf] = end == block.span[1]
        return self._exact[leaf]

    def divide(self, leaf: int, lines: Iterable[int]) -> None:
        """Cut the pieces of a leaf before these lines."""
        cuts = sorted(set(lines))
        pieces: list[Piece] = []
        at = 0
        for piece in self.pieces[leaf]:
            while at < len(cuts) and cuts[at] <= piece.first:
                at += 1
            begin = piece.first
            while at < len(cuts) and cuts[at] < piece.last:
                pieces.append(self._piece(leaf, begin, cuts[at]))
                begin = cuts[at]
                at += 1
            pieces.append(piece if begin == piece.first else self._piece(leaf, begin, piece.last))
        self.pieces[leaf] = pieces

    def may_cut(self, line: int) -> bool:
        """Whether a leaf may be divided before one of its lines: never within a text."""
        return not self.lines[line].joined and self.may_divide(self.lines[line].leaf)

    def may_take_out(self, first: int, last: int) -> bool:
        """Whether these lines of one leaf can be a piece."""
        pieces = self.pieces[self.lines[first].leaf]
        return (pieces[0].first == first or self.may_cut(first)) and (
            pieces[-1].last == last or self.may_cut(last)
        )

    def take_out(self, runs: Sequence[tuple[int, int]]) -> list[Piece]:
        """Make a piece of each of these runs of lines of a leaf."""
        cuts: dict[int, list[int]] = {}
        for first, last in runs:
            cuts.setdefault(self.lines[first].leaf, []).extend((first, last))
        for leaf, lines in cuts.items():
            self.divide(leaf, lines)
        found = {piece.first: piece for leaf in cuts for piece in self.pieces[leaf]}
        return [found[first] for first, _ in runs]

    def piece(self, line: int) -> Piece:
        """The piece that has the line."""
        pieces = self.pieces[self.lines[line].leaf]
        return pieces[bisect_right(pieces, line, key=_first) - 1]

    def stretch(self, piece: Piece) -> Stretch:
        """Where the piece stands on its page; the first and the last piece of a leaf go to the ends of it."""
        pieces = self.pieces[piece.leaf]
        if len(pieces) == 1:
            found = self.side.leaf(piece.leaf)
        else:
            block = self.side.leaves[piece.leaf]
            start = block.places[0] if piece is pieces[0] else self.lines[piece.first].start
            end = block.places[1] if piece is pieces[-1] else self.lines[piece.last - 1].end
            at = self._bytes.get(piece.leaf) or self._places_in(piece.leaf)
            found = self.side.stretch((at[start], at[end]), (start, end), block.level)
        if piece.leaf not in self.rough:
            found.lines = self.lines[piece.first : piece.last]
        return found

    def _places_in(self, leaf: int) -> dict[int, int]:
        """The bytes where the pieces of a leaf that may be divided begin and end, by place."""
        block = self.side.leaves[leaf]
        place, byte = block.places[0], block.span[0]
        at = {place: byte}
        for piece in self.pieces[leaf]:
            following = self.lines[piece.last - 1].end
            found = self.side.byte((byte, place), following)
            assert found is not None
            place, byte = following, found
            at[place] = byte
        self._bytes[leaf] = at
        return at

    def _piece(self, leaf: int, first: int, last: int) -> Piece:
        return Piece(leaf, first, last, self._sizes[last] - self._sizes[first])


Gap = tuple[int, int, int, int]  # a from, a to, b from, b to

_ALL_PAIRS = 600  # in a gap with at most so many pairs, all of them are compared
_MOST = 0.8  # of the lines at the same number
_ALIKE = 0.45  # likeness from which two lines at their place are one, changed
_FEW = 6  # lines that join pieces of which others share more must have so many characters (CJK characters count three)
_PASSED = 10  # characters of lines that something moved past, to stay at their place by themselves
_SMALL_SHARE = 0.1  # pieces that share less of the smaller one are not the same block
_MOST_LEAVES = 300  # in a gap, of which not all pairs are compared, but words that few of them have


def link_same(a: Sequence[Line], b: Sequence[Line], gap: Gap) -> None:
    """Make equal lines in one order partners."""
    a_from, a_to, b_from, b_to = gap
    texts_a, texts_b = [line.text for line in a[a_from:a_to]], [line.text for line in b[b_from:b_to]]
    for i, j in _same(texts_a, texts_b):
        a[a_from + i].mate, b[b_from + j].mate = b_from + j, a_from + i


def _same(a: Sequence[str], b: Sequence[str]) -> list[Pair]:
    """The alignment of two texts; at little cost where most lines stand at the same number."""
    at_place = [(i, i) for i, (one, two) in enumerate(zip(a, b, strict=False)) if one == two]
    if len(a) != len(b) or len(at_place) < _MOST * len(a):
        return align(a, b, [4 + min(len(text), 400) for text in a])
    between: list[Pair] = []
    for a_from, a_to, b_from, b_to in gaps_between(at_place, (0, len(a), 0, len(b))):
        inner = a[a_from:a_to]
        found = align(inner, b[b_from:b_to], [4 + min(len(text), 400) for text in inner])
        between += [(a_from + i, b_from + j) for i, j in found]
    return [*at_place, *between]


def without_partners(a: Sequence[Line], gap: Gap) -> list[Gap]:
    """The parts of a gap between lines that are partners; `a` are the lines of the older version."""
    return gaps_between([(i, a[i].mate) for i in range(gap[0], gap[1]) if a[i].mate >= 0], gap)


def staying(lines: Sequence[Line], start: int, end: int) -> list[int]:
    """The numbers of the lines between two that did not move."""
    return [n for n in range(start, end) if not lines[n].moved]


def link_renumbered(a: Sequence[Line], b: Sequence[Line], gap: Gap) -> None:
    """Make lines partners that stand in order and differ in numbers alone.

    Without this step the reader sees renumbered lines as removed and added.
    """
    for a_from, a_to, b_from, b_to in without_partners(a, gap):
        said_a = _renumbered(a, a_from, a_to)
        said_b = _renumbered(b, b_from, b_to) if said_a else []
        if said_b:
            for m, n in _same([text for _, text in said_a], [text for _, text in said_b]):
                i, j = said_a[m][0], said_b[n][0]
                a[i].mate, b[j].mate = j, i


def _renumbered(lines: Sequence[Line], start: int, end: int) -> list[tuple[int, str]]:
    """The lines that hold numbers and say something besides, without their numbers."""
    return [(n, text) for n in range(start, end) if (text := unnumbered(lines[n].text))]


def link_alike(a: Sequence[Line], b: Sequence[Line], gap: Gap) -> None:
    """Make lines partners that stand in order and have most words in common."""
    for inner in without_partners(a, gap):
        free_a, free_b = staying(a, *inner[:2]), staying(b, *inner[2:])
        if not free_a or not free_b:
            continue
        if _is_settled(a, b, inner):
            for i in free_a:
                a[i].mate = -2
            for j in free_b:
                b[j].mate = -2
            continue
        words_a, words_b = [features(a[i].text) for i in free_a], [features(b[j].text) for j in free_b]
        pairs: Iterable[Pair]
        if len(free_a) * len(free_b) <= _ALL_PAIRS:
            pairs = ((m, n) for m in range(len(free_a)) for n in range(len(free_b)))
        else:
            pairs = likely_partners(words_a, words_b)
        candidates = []
        for m, n in pairs:
            alike = likeness(words_a[m], words_b[n])
            if alike >= _ALIKE:
                size = 8 + min(len(a[free_a[m]].text), len(b[free_b[n]].text), 300)
                candidates.append((m, n, int(100 * alike * alike * size)))
        for number in heaviest_chain(candidates, len(free_b)):
            m, n, _ = candidates[number]
            a[free_a[m]].mate, b[free_b[n]].mate = free_b[n], free_a[m]


def _is_settled(a: Sequence[Line], b: Sequence[Line], gap: Gap) -> bool:
    """Whether a gap between lines, and the equal lines around it, lie in one leaf of each version."""
    a_from, a_to, b_from, b_to = gap
    if not (a_from and b_from and a_to < len(a) and b_to < len(b)):
        return False
    ends_same = a[a_from - 1].mate == b_from - 1 and a[a_to].mate == b_to
    return ends_same and a[a_from - 1].leaf == a[a_to].leaf and b[b_from - 1].leaf == b[b_to].leaf


def join_by_lines(one: Reading, two: Reading, leaves_a: Iterable[int], leaves_b: Iterable[int]) -> None:
    """Make pieces with lines in common partners; a piece that shares lines with several is divided."""
    pieces_a = one.staying(leaves_a)
    pieces_b = two.staying(leaves_b)
    found = _shared(one, two, pieces_a, pieces_b)
    shared = _strong(one, two, found)
    if len(shared) < len(found):
        _join_passed(one, two, found, shared)
    for reading, side in ((one, 0), (two, 1)):
        cuts: dict[int, list[int]] = {}  # by leaf, all at once
        for before, after in pairwise(shared):
            if before.pieces[side] is after.pieces[side]:
                cuts.setdefault(before.pieces[side].leaf, []).append(after.first[side])
        for leaf, lines in cuts.items():
            reading.divide(leaf, lines)
    for each in shared:
        piece_a, piece_b = one.piece(each.first[0]), two.piece(each.first[1])
        piece_a.partner, piece_b.partner = piece_b, piece_a


class _Shared:
    """Lines that two pieces share."""

    __slots__ = ("first", "lines", "pieces", "weight")

    def __init__(self, piece_a: Piece, piece_b: Piece, first: Pair) -> None:
        self.pieces = piece_a, piece_b
        self.first = first
        self.lines = 0
        self.weight = 0

    def has_whole(self) -> bool:
        """Whether one of the pieces has no other line, and says something."""
        return self.weight >= FEW_LETTERS and self.lines in [
            piece.last - piece.first for piece in self.pieces
        ]


def _shared(
    one: Reading, two: Reading, pieces_a: Sequence[Piece], pieces_b: Sequence[Piece]
) -> list[_Shared]:
    found: list[_Shared] = []
    at = 0
    for piece in pieces_a:
        for i in range(piece.first, piece.last):
            j = one.lines[i].mate
            if j < 0:
                continue
            while pieces_b[at].last <= j:
                at += 1
            if not found or found[-1].pieces != (piece, pieces_b[at]):
                found.append(_Shared(piece, pieces_b[at], (i, j)))
            found[-1].lines += 1
            found[-1].weight += min(weigh(one.lines[i].text), weigh(two.lines[j].text))
    return found


def _strong(one: Reading, two: Reading, shared: list[_Shared]) -> list[_Shared]:
    """Lines in common that make two pieces one block; a common "read more" does not."""
    best: dict[Piece, _Shared] = {}
    for each in shared:
        for piece in each.pieces:
            if piece not in best or each.weight > best[piece].weight:
                best[piece] = each
    strong: list[_Shared] = []
    for each in shared:
        if each.weight < _SMALL_SHARE * min(piece.size for piece in each.pieces):
            continue
        if each.weight < _FEW and not (each.has_whole() or all(best[piece] is each for piece in each.pieces)):
            continue
        while strong and not _may_part(one, two, strong[-1], each):
            if strong[-1].weight >= each.weight:
                break
            strong.pop()
        else:
            strong.append(each)
    return strong


def _join_passed(one: Reading, two: Reading, found: Iterable[_Shared], strong: Iterable[_Shared]) -> None:
    """Make partners of lines at the edges of pieces: something moved past them from one end to the other."""
    lasting = [{each.pieces[side].leaf for each in strong} for side in (0, 1)]
    kept = set(map(id, strong))
    for each in found:
        piece_a, piece_b = each.pieces
        if (
            id(each) in kept
            or each.weight < _PASSED
            or not (piece_a.leaf in lasting[0] and piece_b.leaf in lasting[1])
        ):
            continue
        first, last = each.first[0], each.first[0] + 1
        while last < piece_a.last and one.lines[last].mate == one.lines[last - 1].mate + 1:
            last += 1
        there = each.first[1], one.lines[last - 1].mate + 1
        at_edges = (first == piece_a.first or last == piece_a.last) and (
            there[0] == piece_b.first or there[1] == piece_b.last
        )
        if (
            at_edges
            and there[1] <= piece_b.last
            and one.may_take_out(first, last)
            and two.may_take_out(*there)
        ):
            (taken_a,), (taken_b,) = one.take_out([(first, last)]), two.take_out([there])
            taken_a.partner, taken_b.partner = taken_b, taken_a


def _may_part(one: Reading, two: Reading, before: _Shared, after: _Shared) -> bool:
    """Whether pieces that both are about can be divided between them."""
    return all(
        before.pieces[side] is not after.pieces[side] or reading.may_cut(after.first[side])
        for side, reading in ((0, one), (1, two))
    )


def join_by_place(
    one: Reading,
    two: Reading,
    leaves_a: Iterable[int],
    leaves_b: Iterable[int],
    room: Budget,
    *,
    many: bool = False,
) -> None:
    """Make whole leaves without a common line partners if they stand at one place and are of one kind or topic.

    `room` is a budget of characters to read; beyond it large leaves are known by their begin. With `many`, gaps with more
    leaves are looked at.
    """
    pieces_a = one.staying(leaves_a)
    pieces_b = two.staying(leaves_b)
    at = {id(piece): n for n, piece in enumerate(pieces_b)}
    joined = [(n, at[id(piece.partner)]) for n, piece in enumerate(pieces_a) if piece.partner is not None]
    for a_from, a_to, b_from, b_to in gaps_between(joined, (0, len(pieces_a), 0, len(pieces_b))):
        free_a = [piece for piece in pieces_a[a_from:a_to] if len(one.pieces[piece.leaf]) == 1]
        free_b = [piece for piece in pieces_b[b_from:b_to] if len(two.pieces[piece.leaf]) == 1]
        all_pairs = len(free_a) * len(free_b) <= _ALL_PAIRS
        many = many and len(free_a) + len(free_b) <= _MOST_LEAVES
        if not free_a or not free_b or not (all_pairs or many or free_a[0].leaf in one.rough):
            continue
        parallel = len(free_a) == len(free_b)
        whole = room.take(sum([piece.size for piece in (*free_a, *free_b)]))
        profiles_a = [LeafProfile(one, piece, whole=whole) for piece in free_a]
        profiles_b = [LeafProfile(two, piece, whole=whole) for piece in free_b]
        pairs: Iterable[Pair]
        if all_pairs:
            pairs = product(range(len(profiles_a)), range(len(profiles_b)))
        else:
            pairs = likely_partners(
                [profile.features for profile in profiles_a], [profile.features for profile in profiles_b]
            )
        candidates = []
        for m, n in pairs:
            score = likeness_of(profiles_a[m], profiles_b[n], at_place=parallel and m == n)
            if score:
                candidates.append((m, n, score))
        for number in heaviest_chain(candidates, len(free_b)):
            m, n, _ = candidates[number]
            free_a[m].partner, free_b[n].partner = free_b[n], free_a[m]
