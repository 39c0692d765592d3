"""The sources of two versions ready to show, and where in them the changes stand; made in a worker. No Qt."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from app.blocks.changes import Change
from app.blocks.tree import BlockTree
from app.blocks.wording import word_diff
from widgets.compare.entries import kind_of
from widgets.page.code_view import SourceText, break_lines

Place = tuple[int, int]  # row on screen, column in UTF-16 units
Marked = tuple[int, str, Place, Place]  # number of the change, kind, from, to
Ranges = dict[
    int, list[tuple[int, int]]
]  # place of a block among the changes → what of its source differs, from its beginning

_LONGEST, _MOST = 100_000, 1_000_000  # characters of a block, and of all, in which the words that differ are found


@dataclass(frozen=True, slots=True)
class MarkedSource:
    """One version: its source as rows, the changes in it, where unchanged blocks stand (number, from, to), and the
    words of the source that differ."""

    source: SourceText
    marks: tuple[Marked, ...]
    anchors: tuple[tuple[int, Place, Place], ...]
    words: tuple[Marked, ...] = ()


def differing(
    changes: Iterable[Change], a: BlockTree, b: BlockTree, check: Callable[[], None]
) -> tuple[Ranges, Ranges]:
    """What differs in the source of blocks that stand in both versions; `check` may raise to stop."""
    found: tuple[Ranges, Ranges] = ({}, {})
    left = _MOST
    for number, change in enumerate(changes):
        if change.kind == "unchanged" or change.span_a is None or change.span_b is None:
            continue
        texts = [
            _lines_alike(_decoded(tree.data[slice(*span)], tree.charset))
            for tree, span in ((a, change.span_a), (b, change.span_b))
        ]
        left -= sum(map(len, texts))
        if texts[0] == texts[1] or max(map(len, texts)) > _LONGEST or left < 0:
            continue
        check()
        at = [0, 0]
        for how, *pieces in word_diff(texts[0], texts[1]):
            for side, piece in enumerate(pieces):
                if how != "unchanged" and piece:
                    found[side].setdefault(number, []).append((at[side], at[side] + len(piece)))
                at[side] += len(piece)
    return found


def marked_source(
    tree: BlockTree,
    changes: Iterable[Change],
    side: int,
    inside: Mapping[int, int],
    words: Mapping[int, list[tuple[int, int]]] | None = None,
    number_from: int = 0,
) -> MarkedSource:
    """Decode a page piece by piece, so that the bytes of each change can be found again in the text.

    Blocks, numbered from `number_from` on, `inside` an entry are part of its mark, which goes from the first to the
    last of them. `words` are what `differing` found on this side, by the place of the block among the changes.
    """
    spans: list[tuple[int, str, int, int]] = []
    for number, change in enumerate(changes, number_from):
        span = change.span_b if side else change.span_a
        if span is not None:
            spans.append((number, kind_of(change), span[0], span[1]))
    text, at = _decode(tree.data, tree.charset, sorted({place for _, _, *ends in spans for place in ends}))
    source = break_lines(text)
    find = _Rows(source)
    marks: dict[int, Marked] = {}
    anchors: list[tuple[int, Place, Place]] = []
    for number, kind, start, end in spans:
        first, last = find(at[start]), find(at[end])
        if kind == "unchanged":
            anchors.append((number, first, last))
            continue
        number = inside.get(number, number)
        known = marks.get(number, (number, kind, first, last))
        marks[number] = (number, kind, min(first, known[2]), max(last, known[3]))
    kinds = {number: (kind, at[start]) for number, kind, start, _ in spans}
    inner = tuple(
        (inside.get(number, number), kinds[number][0], find(kinds[number][1] + first), find(kinds[number][1] + last))
        for place, ranges in (words or {}).items()
        for number in (place + number_from,)
        for first, last in ranges
    )
    return MarkedSource(source, tuple(marks.values()), tuple(anchors), inner)


def _decoded(data: bytes, charset: str) -> str:
    try:
        return data.decode(charset, "replace")
    except LookupError:
        return data.decode("latin-1")


def _lines_alike(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2029", "\n")


def _decode(data: bytes, charset: str, cuts: list[int]) -> tuple[str, dict[int, int]]:
    """The text with line feeds alone as ends of lines, and for each cut in the bytes its place in the text."""
    pieces: list[str] = []
    places: dict[int, int] = {}
    length = last = 0
    ends_with_return = False
    for cut in [*cuts, len(data)]:
        piece = _decoded(data[last:cut], charset)
        skipped = ends_with_return and piece.startswith("\n")
        ends_with_return = piece.endswith("\r")
        piece = _lines_alike(piece[skipped:])
        pieces.append(piece)
        length += len(piece)
        places[cut] = length
        last = cut
    return "".join(pieces), places


class _Rows:
    """Finds rows on screen for places in a text whose long lines were broken."""

    def __init__(self, source: SourceText) -> None:
        self._rows = source.text.split("\n")
        self._starts: list[int] = []
        place = 0
        for number, row in enumerate(self._rows):
            goes_on = bool(source.numbers) and number > 0 and source.numbers[number] == 0
            if number and not goes_on:
                place += 1  # a line feed of the source; the others are only on screen
            self._starts.append(place)
            place += len(row)

    def __call__(self, place: int) -> Place:
        row = max(0, bisect_right(self._starts, place) - 1)
        column = max(0, min(place - self._starts[row], len(self._rows[row])))
        return row, len(self._rows[row][:column].encode("utf-16-le", "surrogatepass")) // 2
