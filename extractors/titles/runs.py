"""What could be the title of a document: runs of rows that stand together, what the weigher found, and "none".

Each choice is a row of numbers (`signs.NAMES`): what its first and last row, the rows before and after it and all of it
look like and say, what the points of the weigher make of it, and what the document is like.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from extractors.base import spacing
from extractors.titles import covers, signs, who, wording
from extractors.titles.ranking import key
from extractors.titles.rows import Row
from extractors.titles.signs import LONGEST, EdgeSigns, RowSigns, RunSigns, Seen

Numbers = npt.NDArray[np.float32]

_ROWS = 6
"""Rows of a title."""
_SIZES = 2.0
"""Times as large as the next one a row can be in one title."""
_ROW = len(RowSigns._fields)
_MISSING = -1.0
_NONE = (1.0, 0.0, *[_MISSING] * (len(RunSigns._fields) + len(EdgeSigns._fields) - 2))


class Choice(NamedTuple):
    """A text that could be the title: its rows `first` … `last`, without the rows behind (0 and 0 where it is none);
    `at` is its number among the candidates, -1 where it is not among them. "" is no title."""

    text: str
    first: int
    last: int
    at: int


def choices(seen: Seen) -> tuple[list[Choice], Numbers]:
    """What could be the title, "none" first, and the numbers of each."""
    rows = [row for row in seen.rows if spacing.line(row.text)]
    seen = seen._replace(rows=rows)
    largest = max((row.size for row in rows), default=0.0)
    told = np.array([signs.of_row(row, seen, largest) for row in rows], dtype=np.float32).reshape(
        len(rows), _ROW
    )
    sums = np.concatenate((np.zeros((1, _ROW), np.float32), np.cumsum(told, axis=0, dtype=np.float32)))
    document = np.array(signs.of_document(seen, rows, largest), np.float32)
    found = _found(seen)
    numbers: list[Numbers] = []
    taken: list[Choice] = []
    edge = np.full(_ROW, _MISSING, np.float32)
    looks = Counter(map(_look, rows))
    lines = [wording.closed(spacing.line(row.text)[: 2 * LONGEST]) for row in rows]
    labels = [_label(line) if len(line) <= LONGEST else 0 for line in lines]
    persons = [signs.person(line) for line in lines]
    goes = [wording.goes_on(above, line) for above, line in pairwise(lines)] + [False]

    def add(choice: Choice, whole: Sequence[float]) -> None:
        first, last = choice.first, choice.last
        if last > first:
            parts = (
                told[first],
                told[last - 1],
                (sums[last] - sums[first]) / (last - first),
                told[first - 1] if first else edge,
                told[last] if last < len(rows) else edge,
            )
        else:
            parts = (edge,) * 5
        taken.append(choice)
        numbers.append(np.concatenate((*parts, np.array(whole, np.float32), document)))

    add(Choice("", 0, 0, -1), _NONE)
    said = dict[str, int]()
    for first in range(len(rows)):
        for last in range(first + 1, min(len(rows), first + _ROWS) + 1):
            row = rows[last - 1]
            if len(lines[last - 1]) > LONGEST or (last - first > 1 and _parted(rows[last - 2], row)):
                break
            text, cut = _text(lines[first:last], labels[first])
            if len(text) > LONGEST:
                break
            asked = key(text)
            if len(asked) < 2 or asked in said or not spacing.line(text):
                continue
            said[asked] = len(taken)
            add(
                Choice(text, first, last, found.at.get(asked, -1)),
                _whole(seen, found, text, asked, first, last, cut, looks, goes, persons),
            )
    for asked, at in found.at.items():
        if asked not in said and seen.found[at].source != "file name":
            text = seen.found[at].text
            add(Choice(text, 0, 0, at), _whole(seen, found, text, asked, 0, 0, False, looks, goes, persons))
    return taken, np.array(numbers, dtype=np.float32)


def _parted(above: Row, row: Row) -> bool:
    """Can two rows not be of one title?"""
    small, large = sorted((above.size, row.size))
    return (
        (small > 0 and large > _SIZES * small)
        or above.titled != row.titled
        or bool(above.level) != bool(row.level)
        or row.gap > 8
    )


def _text(lines: Sequence[str], label: int) -> tuple[str, bool]:
    """Lines as one text, without the `label` of so many characters before it; whether there was one."""
    if label and (label < len(lines[0]) or len(lines) > 1):
        rest = [lines[0][label:].strip(), *lines[1:]]
        return wording.without_marks(spacing.join_lines([line for line in rest if line])), True
    return wording.without_marks(spacing.join_lines(lines)), False


def _label(text: str) -> int:
    """How many characters at the beginning of a line say that the title follows."""
    return max(wording.subject(text), wording.titled(text), covers.topic(text))


class _Found(NamedTuple):
    at: dict[str, int]
    best: str
    points: list[float]


def _found(seen: Seen) -> _Found:
    at = dict[str, int]()
    points: list[float] = []
    best = ""
    for number, one in enumerate(seen.found):
        asked = key(one.text)
        points.append(one.score)
        if one.source != "file name" and asked:
            at.setdefault(asked, number)
            best = best or asked
    return _Found(at, best, points)


def _whole(
    seen: Seen,
    found: _Found,
    text: str,
    asked: str,
    first: int,
    last: int,
    cut: bool,
    looks: Counter[tuple[float, bool, bool, int]],
    goes: Sequence[bool],
    persons: Sequence[bool],
) -> tuple[float, ...]:
    """What a run says (`RunSigns`), and how it stands apart (`EdgeSigns`)."""
    rows = seen.rows[first:last]
    at = found.at.get(asked, -1)
    points = found.points[at] / signs.POINTS if at >= 0 else -9.0
    best = found.points[0] / signs.POINTS if found.points else -9.0
    sizes = [row.size for row in rows]
    biggest, smallest = max(sizes, default=0.0), min(sizes, default=0.0)
    previous = seen.rows[first - 1] if rows and first else None
    following = seen.rows[last] if rows and last < len(seen.rows) else None
    named = key(seen.named)
    said = RunSigns(
        none=0.0,
        foreign=float(not rows),
        run_rows=len(rows),
        run_width=math.log1p(wording.width(text)),
        run_words=text.count(" ") + 1,
        blocks=rows[-1].block - rows[0].block if rows else 0,
        uneven=biggest / smallest if smallest else 1.0,
        inner_gap=max((row.gap for row in rows[1:]), default=0.0),
        at=first,
        after_count=len(seen.rows) - last,
        points=max(-9.0, points),
        points_behind=max(-9.0, points - best),
        points_rank=at,
        best=float(asked == found.best),
        holds_best=float(found.best != "" and found.best in asked and asked != found.best),
        in_best=float(asked in found.best and asked != found.best),
        file=_likeness(asked, key(seen.file)),
        properties=_likeness(asked, named) if named else _MISSING,
        said_again=min(3, seen.text.count(text.casefold())) if len(text) > 3 else 0,
        run_organ=float(len(rows) > 1 and who.organ(text)),
        run_coverage=wording.coverage(text, seen.text),
        run_work=float(len(rows) > 1 and covers.work_only(text)),
        run_sentence=float(bool(wording.sentences(text))),
        goes_on=float(any(goes[first : last - 1])),
        goes_on_after=float(bool(rows and goes[last - 1])),
        same_before=float(bool(previous and rows and _look(previous) == _look(rows[0]))),
        same_after=float(bool(following and rows and _look(following) == _look(rows[-1]))),
        larger=sum(1 for row in seen.rows if row.size > biggest),
        as_large=sum(many for look, many in looks.items() if look[0] == biggest),
        label_cut=float(cut),
        run_alike=looks[_look(rows[0])] if rows else 0,
        exact_file=float(asked == key(seen.file)),
        join=float(len({_look(row) for row in rows})),
    )
    edges = _edges(
        rows,
        previous,
        following,
        persons[first:last],
        persons[max(0, first - 1) : first],
        persons[last : last + 1],
    )
    return *said, *edges


def _edges(
    rows: Sequence[Row],
    previous: Row | None,
    following: Row | None,
    inside: Sequence[bool],
    above: Sequence[bool],
    below: Sequence[bool],
) -> EdgeSigns:
    """How sharply a run stands apart from the rows before and after it."""
    if not rows:
        return EdgeSigns(*[_MISSING] * len(EdgeSigns._fields))
    first, last = rows[0], rows[-1]
    inner = max((row.gap for row in rows[1:]), default=0.0)
    return EdgeSigns(
        ratio_before=previous.size / first.size if previous and first.size else _MISSING,
        ratio_after=following.size / last.size if following and last.size else _MISSING,
        gap_before=min(9.0, first.gap) - inner,
        gap_after=min(9.0, following.gap) - inner if following else _MISSING,
        turn_before=_turn(previous, first),
        turn_after=_turn(last, following),
        person_in=sum(inside) / len(inside),
        person_before=float(any(above)),
        person_after=float(any(below)),
        upper_before=float(previous is not None and previous.text.isupper()) - float(first.text.isupper()),
        upper_after=float(following is not None and following.text.isupper()) - float(last.text.isupper()),
    )


def _turn(above: Row | None, below: Row | None) -> float:
    """In how many ways two rows look different."""
    if above is None or below is None:
        return _MISSING
    return float((above.bold != below.bold) + (above.centred != below.centred) + (above.block != below.block))


def _look(row: Row) -> tuple[float, bool, bool, int]:
    return row.size, row.bold, row.centred, row.level


def _likeness(asked: str, other: str) -> float:
    """The share of the longer of two keys that the shorter one is, when it stands in it."""
    if not asked or not other:
        return 0.0
    short, long = sorted((asked, other), key=len)
    return len(short) / len(long) if short in long else 0.0
