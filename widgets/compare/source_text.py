"""The sources of two versions ready to show, and where in them the changes stand; made in a worker. No Qt."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.blocks.changes import Change
from widgets.compare.entries import kind_of
from widgets.page.code_view import SourceText, break_lines

Place = tuple[int, int]  # row on screen, column in UTF-16 units
Marked = tuple[int, str, Place, Place]  # number of the change, kind, from, to


@dataclass(frozen=True, slots=True)
class MarkedSource:
    """One version: its source as rows, the changes in it, where unchanged blocks stand (number, from, to)."""

    source: SourceText
    marks: tuple[Marked, ...]
    anchors: tuple[tuple[int, Place, Place], ...]


def marked_source(
    data: bytes, charset: str, changes: Iterable[Change], side: int, inside: Mapping[int, int]
) -> MarkedSource:
    """Decode the page piece by piece, so that the bytes of each change can be found again in the text.

    Blocks `inside` an entry are part of its mark, which goes from the first to the last of them.
    """
    spans: list[tuple[int, str, int, int]] = []
    for number, change in enumerate(changes):
        span = change.span_b if side else change.span_a
        if span is not None:
            spans.append((number, kind_of(change), span[0], span[1]))
    text, at = _decode(data, charset, sorted({place for _, _, *ends in spans for place in ends}))
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
    return MarkedSource(source, tuple(marks.values()), tuple(anchors))


def _decode(data: bytes, charset: str, cuts: list[int]) -> tuple[str, dict[int, int]]:
    """The text with line feeds alone as ends of lines, and for each cut in the bytes its place in the text."""
    pieces: list[str] = []
    places: dict[int, int] = {}
    length = last = 0
    ends_with_return = False
    for cut in [*cuts, len(data)]:
        try:
            piece = data[last:cut].decode(charset, "replace")
        except LookupError:
            piece = data[last:cut].decode("latin-1")
        skipped = ends_with_return and piece.startswith("\n")
        ends_with_return = piece.endswith("\r")
        piece = piece[skipped:].replace("\r\n", "\n").replace("\r", "\n").replace("\u2029", "\n")
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
