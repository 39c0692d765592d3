"""The leaves of a page that are to be compared line by line, whole or in parts."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from app.blocks.lines import Line
from app.blocks.parts import Side, Stretch
from app.blocks.rough_texts import count_between


class Piece:
    """A leaf, or a part of one: its lines from `first` to before `last`."""

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
    """The lines of those leaves of one version that have no twin at their place in the other."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self.lines: list[Line] = []
        self.pieces: dict[int, list[Piece]] = {}  # by leaf
        self._exact: dict[int, bool] = {}
        self._bytes: dict[int, dict[int, int]] = {}  # of the places where pieces of a leaf begin and end
        self._sizes = [0]  # characters in the lines before each
        self.rough: set[int] = set()  # leaves of which only some lines are known

    def count(self, leaves: Iterable[int]) -> int:
        """About how many lines these leaves have; of a page that has not been read, how many elements."""
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
        """Characters of the lines that have no partner."""
        return sum([len(line.text) for line in self.lines if line.mate < 0 and not line.moved])

    def home(self, leaf: int) -> str:
        """Where the leaf is."""
        return self.side.leaves[leaf].path

    def may_divide(self, leaf: int) -> bool:
        """Whether every place in the leaf can be told in bytes."""
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
        return (pieces[0].first == first or self.may_cut(first)) and (pieces[-1].last == last or self.may_cut(last))

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
