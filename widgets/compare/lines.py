"""A comparison as lines for two panes: long equal stretches are folded, absent lines leave gaps. No Qt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice, zip_longest

from app.blocks.compare.changes import Change
from app.words.wording import word_diff
from widgets.compare.entries import is_fact
from widgets.compare.words import SIGN, Run, runs
from widgets.page import fact_words

Line = tuple[int, str, list[Run]]  # number of the change (negative: a fold or a gap), kind, text

_CONTEXT = 3  # lines that are the same, kept around changes
_FOLD = 5  # fewer than these are not worth folding
_SAME = "unchanged"
_MOST_ATTRIBUTES = 40
HEADING = -(1 << 40)  # numbers of headings are below those of all gaps and folds


def side_by_side(
    changes: Sequence[Change], inside: Mapping[int, int], first: int = 0
) -> tuple[list[Line], list[Line]]:
    """Lines for the left and the right pane, as many on both sides; blocks are numbered from `first` on.

    A changed block is shown line by line; lines of it that are the same in both are folded like any others. Blocks
    `inside` an entry have the number of that.
    """
    pairs: list[tuple[Line, Line]] = []
    for number, change in enumerate(changes, first):
        rows = _pairs(inside.get(number, number), change)
        pairs += _named(change, rows) if rows and is_fact(change) else rows
    left: list[Line] = []
    right: list[Line] = []
    for one, two in _fold(pairs):
        left.append(one)
        right.append(two)
    return left, right


def _named(change: Change, rows: list[tuple[Line, Line]]) -> list[tuple[Line, Line]]:
    """The lines of a fact of a document, with its name before the first: a value alone could be anything."""
    name: Run = (fact_words.lead(change.topic), False)
    first = [(number, kind, said if kind == "gap" else [name, *said]) for number, kind, said in rows[0]]
    return [(first[0], first[1]), *rows[1:]]


def _pairs(number: int, change: Change) -> list[tuple[Line, Line]]:
    """The lines of one block, those that belong together beside each other."""
    kind = change.kind
    gap: Line = (-number - 1, "gap", [])
    if kind == "unchanged":
        rows: list[tuple[Line, Line]] = []
        for text in change.text_b.split("\n") if change.text_b else ():
            same: Line = (number, _SAME, [(text, False)])
            rows.append((same, same))
        return rows
    if kind in ("added", "removed"):
        text = change.text_b if kind == "added" else change.text_a
        made: list[Line] = [(number, kind, [(line, False)]) for line in text.split("\n")]
        return [(gap, line) for line in made] if kind == "added" else [(line, gap) for line in made]
    rows = []
    for one, two, same_text in _together(change.words) if change.text_a or change.text_b else ():
        line_kind = _SAME if same_text and kind == "changed" else kind
        rows.append(
            (
                (number, line_kind, one) if one is not None else gap,
                (number, line_kind, two) if two is not None else gap,
            )
        )
    return rows + _attributes(number, change) + _links(number, change)


def _links(number: int, change: Change) -> list[tuple[Line, Line]]:
    """Links that lost or gained words, a line each."""
    rows: list[tuple[Line, Line]] = []
    for link in change.links[:_MOST_ATTRIBUTES]:
        words = word_diff(link.text_a, link.text_b)
        sides = [[(f"{SIGN} ", False), *runs(words, side)] for side in (1, 2)]
        rows.append(((number, "changed", sides[0]), (number, "changed", sides[1])))
    return rows


def _attributes(number: int, change: Change) -> list[tuple[Line, Line]]:
    """Links and pictures that only one side has, a line each, where no word says that something changed."""
    if any(op != _SAME for op, _, _ in change.words):
        return []
    rows: list[tuple[Line, Line]] = []
    for one, two in islice(zip_longest(change.attributes_a, change.attributes_b), _MOST_ATTRIBUTES):
        gap: Line = (-number - 1, "gap", [])
        left: Line = (number, change.kind, [(one, True)]) if one else gap
        right: Line = (number, change.kind, [(two, True)]) if two else gap
        rows.append((left, right))
    return rows


def _together(words: Iterable[tuple[str, str, str]]) -> list[tuple[list[Run] | None, list[Run] | None, bool]]:
    """Lines of both texts, brought together again wherever both end a line with the same words."""
    rows: list[tuple[list[Run] | None, list[Run] | None, bool]] = []
    sides: tuple[list[list[Run]], list[list[Run]]] = ([[]], [[]])

    def flush() -> None:
        for n in range(max(len(sides[0]), len(sides[1]))):
            one = sides[0][n] if n < len(sides[0]) else None
            two = sides[1][n] if n < len(sides[1]) else None
            rows.append((one, two, one == two and not any(differs for _, differs in one or [])))
        sides[0][:], sides[1][:] = [[]], [[]]

    for op, text_a, text_b in words:
        if op == _SAME and text_a == text_b:
            if not sides[0][-1] and not sides[1][-1] and len(sides[0]) + len(sides[1]) > 2:
                for side in sides:  # whole lines differed: what follows begins beside each other
                    side.pop()
                flush()
            first, *others = text_a.split("\n")
            for side in sides:
                if first:
                    side[-1].append((first, False))
            for line in others:
                flush()
                for side in sides:
                    if line:
                        side[-1].append((line, False))
            continue
        for side, text in zip(sides, (text_a, text_b), strict=True):
            first, *others = text.split("\n")
            if first:
                side[-1].append((first, op != _SAME))
            side += [[(line, op != _SAME)] if line else [] for line in others]
    flush()
    return rows


def _fold(pairs: list[tuple[Line, Line]]) -> Iterable[tuple[Line, Line]]:
    """The pairs, with one line and a number in place of a long run of equal ones."""
    start, total = 0, len(pairs)
    while start < total:
        if pairs[start][1][1] != _SAME or pairs[start][0][1] != _SAME:
            yield pairs[start]
            start += 1
            continue
        end = start
        while end < total and pairs[end][1][1] == _SAME and pairs[end][0][1] == _SAME:
            end += 1
        head = 0 if start == 0 else _CONTEXT
        tail = 0 if end == total else _CONTEXT
        if end - start <= head + tail + _FOLD or not (head or tail):
            yield from pairs[start:end]
        else:
            yield from pairs[start : start + head]
            fold: Line = (-pairs[start + head][0][0] - 1, "fold", [(str(end - tail - start - head), False)])
            yield fold, fold
            yield from pairs[end - tail : end]
        start = end
