"""What could be the title of a document as numbers: runs of rows that stand together, what the weigher found, and "none".

Each choice is a row of numbers (`NAMES`): what its first and last row, the rows before and after it and all of it look
like and say, what the points of the weigher make of it, and what the document is like. The judge (`judge`) was trained
on these numbers and knows nothing else.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from extractors.base import spacing
from extractors.base.types import Candidate
from extractors.titles import covers, wording
from extractors.titles.ranking import key
from extractors.titles.rows import Row

Numbers = npt.NDArray[np.float32]

_LONGEST = 260
"""Characters of a title."""
_ROWS = 6
"""Rows of a title."""
_SIZES = 2.0
"""Times as large as the next one a row can be in one title."""
_POINTS = 60.0
"""Points of the weigher that are counted as one."""

_ROW = (
    *(
        "size",
        "share",
        "bold",
        "centred",
        "level",
        "titled",
        "subtitle",
        "gap",
        "place",
        "cell",
        "listed",
        "again",
    ),
    *(
        "faint",
        "width",
        "words",
        "capitals",
        "upper",
        "lower",
        "digits",
        "against",
        "dated",
        "name",
        "names",
        "organ",
    ),
    *(
        "kind",
        "work",
        "work-only",
        "field",
        "label",
        "topic",
        "beside",
        "chapter",
        "part",
        "heading",
        "address",
    ),
    *(
        "code",
        "form",
        "quoted",
        "tells",
        "sentence",
        "stop",
        "colon",
        "comma",
        "open",
        "coverage",
        "society",
        "numbered",
    ),
    *("alike", "masthead", "author"),
)
_WHOLE = (
    *(
        "none",
        "foreign",
        "run-rows",
        "run-width",
        "run-words",
        "blocks",
        "uneven",
        "inner-gap",
        "at",
        "after-count",
    ),
    *(
        "points",
        "points-behind",
        "points-rank",
        "best",
        "holds-best",
        "in-best",
        "file",
        "properties",
        "said-again",
    ),
    *("run-organ", "run-coverage", "run-work", "run-sentence", "goes-on", "goes-on-after", "same-before"),
    *("same-after", "larger", "as-large", "label-cut", "run-alike", "exact-file", "join"),
    *(
        "ratio-before",
        "ratio-after",
        "gap-before",
        "gap-after",
        "turn-before",
        "turn-after",
        "person-in",
        "person-before",
    ),
    *("person-after", "upper-before", "upper-after"),
)
_DOCUMENT = (
    *(
        "format",
        "rows",
        "letters",
        "best-points",
        "second-points",
        "named",
        "file-words",
        "script",
        "title-rows",
    ),
    *("levels", "largest-share", "bold-share", "centred-share", "text"),
)
NAMES = (
    *(f"first-{name}" for name in _ROW),
    *(f"last-{name}" for name in _ROW),
    *(f"mean-{name}" for name in _ROW),
    *(f"before-{name}" for name in _ROW),
    *(f"after-{name}" for name in _ROW),
    *_WHOLE,
    *_DOCUMENT,
)
_MISSING = -1.0
_NAMES = 120  # characters of names of persons
_MARKS = re.compile(
    r"[*†‡§¶∗⋆\d¹²³]+|\([^()]*\)|(?:\b(?:bc|ing|mgr|dr|prof|mr|mrs|ms|ph\.?d|m\.?sc|b\.?sc)\b\.?)",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\s*[,;&/•·|]\s*|\s+(?:and|und|et|y|e|и|i|a)\s+|\s{3,}", re.IGNORECASE)
_NAME = re.compile(
    r"(?:(?:[^\W\d_a-zß-ÿа-я][^\W\d_]*[.’'-]?(?:[^\W\d_]*)|de|von|van|der|bin|al|la|da|dos)\s+){1,3}[^\W\d_a-zß-ÿа-я][^\W\d_]+(?:-[^\W\d_]+)?|[\u4e00-\u9fff]{2,3}"
)


class Seen(NamedTuple):
    """What is known of a document: the `rows` of its first page, the size of its running text, its format (0 = read by
    lines, 1 = slides, 2 = PDF), the title its properties hold, who wrote it, what its file is called without its ending,
    the beginning of its text with its case folded, and what the weigher found."""

    rows: Sequence[Row]
    body: float
    form: int
    named: str
    author: str
    file: str
    text: str
    found: Sequence[Candidate]


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
    told = np.array([_row(row, seen) for row in rows], dtype=np.float32).reshape(len(rows), len(_ROW))
    largest = max((row.size for row in rows), default=0.0)
    if len(rows):
        told[:, 1] = [row.size / largest if largest else 1.0 for row in rows]
    sums = np.concatenate((np.zeros((1, len(_ROW)), np.float32), np.cumsum(told, axis=0, dtype=np.float32)))
    document = _document(seen, rows, largest)
    found = _found(seen)
    numbers: list[Numbers] = []
    taken: list[Choice] = []
    edge = np.full(len(_ROW), _MISSING, np.float32)
    looks = Counter(map(_look, rows))
    lines = [wording.closed(spacing.line(row.text)[: 2 * _LONGEST]) for row in rows]
    labels = [_label(line) if len(line) <= _LONGEST else 0 for line in lines]
    persons = [_person(line) for line in lines]
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

    add(Choice("", 0, 0, -1), [1.0, 0.0, *([_MISSING] * (len(_WHOLE) - 2))])
    said = dict[str, int]()
    for first in range(len(rows)):
        for last in range(first + 1, min(len(rows), first + _ROWS) + 1):
            row = rows[last - 1]
            if len(lines[last - 1]) > _LONGEST or (last - first > 1 and _parted(rows[last - 2], row)):
                break
            text, cut = _text(lines[first:last], labels[first])
            if len(text) > _LONGEST:
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
) -> list[float]:
    rows = seen.rows[first:last]
    at = found.at.get(asked, -1)
    points = found.points[at] / _POINTS if at >= 0 else -9.0
    best = found.points[0] / _POINTS if found.points else -9.0
    sizes = [row.size for row in rows]
    biggest, smallest = max(sizes, default=0.0), min(sizes, default=0.0)
    previous = seen.rows[first - 1] if rows and first else None
    following = seen.rows[last] if rows and last < len(seen.rows) else None
    named = key(seen.named)
    return [
        0.0,
        float(not rows),
        len(rows),
        math.log1p(wording.width(text)),
        text.count(" ") + 1,
        rows[-1].block - rows[0].block if rows else 0,
        biggest / smallest if smallest else 1.0,
        max((row.gap for row in rows[1:]), default=0.0),
        first,
        len(seen.rows) - last,
        max(-9.0, points),
        max(-9.0, points - best),
        at,
        float(asked == found.best),
        float(found.best != "" and found.best in asked and asked != found.best),
        float(asked in found.best and asked != found.best),
        _likeness(asked, key(seen.file)),
        _likeness(asked, named) if named else _MISSING,
        min(3, seen.text.count(text.casefold())) if len(text) > 3 else 0,
        float(len(rows) > 1 and wording.organ(text)),
        wording.coverage(text, seen.text),
        float(len(rows) > 1 and covers.work_only(text)),
        float(bool(wording.sentences(text))),
        float(any(goes[first : last - 1])),
        float(bool(rows and goes[last - 1])),
        float(bool(previous and rows and _look(previous) == _look(rows[0]))),
        float(bool(following and rows and _look(following) == _look(rows[-1]))),
        sum(1 for row in seen.rows if row.size > biggest),
        sum(many for look, many in looks.items() if look[0] == biggest),
        float(cut),
        looks[_look(rows[0])] if rows else 0,
        float(asked == key(seen.file)),
        float(len({_look(row) for row in rows})),
        *_edges(
            rows,
            previous,
            following,
            persons[first:last],
            persons[max(0, first - 1) : first],
            persons[last : last + 1],
        ),
    ]


def _edges(
    rows: Sequence[Row],
    previous: Row | None,
    following: Row | None,
    inside: Sequence[bool],
    above: Sequence[bool],
    below: Sequence[bool],
) -> list[float]:
    """How sharply a run stands apart from the rows before and after it."""
    if not rows:
        return [_MISSING] * 11
    first, last = rows[0], rows[-1]
    inner = max((row.gap for row in rows[1:]), default=0.0)
    return [
        previous.size / first.size if previous and first.size else _MISSING,
        following.size / last.size if following and last.size else _MISSING,
        min(9.0, first.gap) - inner,
        min(9.0, following.gap) - inner if following else _MISSING,
        _turn(previous, first),
        _turn(last, following),
        sum(inside) / len(inside),
        float(any(above)),
        float(any(below)),
        float(previous is not None and previous.text.isupper()) - float(first.text.isupper()),
        float(following is not None and following.text.isupper()) - float(last.text.isupper()),
    ]


def _turn(above: Row | None, below: Row | None) -> float:
    """In how many ways two rows look different."""
    if above is None or below is None:
        return _MISSING
    return float((above.bold != below.bold) + (above.centred != below.centred) + (above.block != below.block))


def _person(text: str) -> bool:
    """Could a line be names of persons, with the marks and degrees that stand at them?"""
    if len(text) > _NAMES or ":" in text:
        return False
    pieces = [piece.strip(" .*") for piece in _BETWEEN.split(_MARKS.sub("", text)) if piece.strip(" .*")]
    return bool(pieces) and all(_NAME.fullmatch(piece) for piece in pieces)


def _look(row: Row) -> tuple[float, bool, bool, int]:
    return row.size, row.bold, row.centred, row.level


def _likeness(asked: str, other: str) -> float:
    """The share of the longer of two keys that the shorter one is, when it stands in it."""
    if not asked or not other:
        return 0.0
    short, long = sorted((asked, other), key=len)
    return len(short) / len(long) if short in long else 0.0


def _row(row: Row, seen: Seen) -> list[float]:
    text = spacing.line(row.text)
    if len(text) > _LONGEST:
        return _paragraph(row, text, seen)
    letters = sum(map(str.isalpha, text)) or 1
    shown = text
    return [
        row.size / seen.body if seen.body else 1.0,
        1.0,
        row.bold,
        row.centred,
        row.level,
        row.titled,
        row.subtitle,
        min(9.0, row.gap),
        row.place,
        row.cell,
        row.listed,
        row.again,
        row.faint,
        math.log1p(wording.width(shown)),
        min(60, text.count(" ") + 1),
        sum(map(str.isupper, shown)) / letters,
        text.isupper(),
        text[:1].islower(),
        sum(map(str.isdigit, shown)) / len(shown) if shown else 0.0,
        min(300.0, sum(worth for worth, _ in wording.against(shown))),
        wording.dated(shown),
        bool(wording.name(shown)),
        covers.names(shown),
        wording.organ(shown),
        wording.kind(shown),
        bool(wording.work(shown)),
        covers.work_only(shown),
        bool(wording.field(shown)),
        _labelled(shown),
        covers.topic(shown) > 0,
        covers.beside(shown),
        bool(wording.chaptered(shown)),
        wording.part(shown),
        wording.heading(shown),
        bool(wording.ADDRESS.search(shown)),
        bool(wording.course_code(shown)),
        wording.form_number(shown),
        covers.quoted(shown),
        bool(wording.tells_kind(shown)),
        bool(wording.sentences(shown)),
        text.endswith((".", "。", "!", "?", ";", "；")),
        text.endswith((":", "：")),
        text.count(",") + text.count("，") + text.count("、"),
        bool(wording.OPEN_END.search(shown)),
        wording.coverage(shown, seen.text),
        wording.society(shown),
        bool(wording.numbered(shown)),
        wording.alike(shown, seen.file) if len(seen.file) > 3 else False,
        bool(wording.MASTHEAD.search(shown)),
        bool(seen.author) and (key(shown) == key(seen.author) or wording.signed_by(shown, seen.author)),
    ]


def _paragraph(row: Row, text: str, seen: Seen) -> list[float]:
    """What is longer than any title: how it looks, and that it is long."""
    told = dict.fromkeys(_ROW, 0.0) | {
        "size": row.size / seen.body if seen.body else 1.0,
        "bold": float(row.bold),
        "centred": float(row.centred),
        "level": float(row.level),
        "titled": float(row.titled),
        "subtitle": float(row.subtitle),
        "gap": min(9.0, row.gap),
        "place": row.place,
        "cell": float(row.cell),
        "listed": float(row.listed),
        "again": float(row.again),
        "faint": float(row.faint),
        "width": math.log1p(wording.width(text[:300])),
        "words": 60.0,
        "against": 60.0,
        "sentence": 1.0,
    }
    return list(told.values())


def _labelled(text: str) -> float:
    """0.0 = no label of a title, 0.5 = it begins with one, 1.0 = it is nothing else."""
    label = max(wording.subject(text), wording.titled(text))
    return 0.0 if not label else 1.0 if label >= len(text) else 0.5


def _document(seen: Seen, rows: Sequence[Row], largest: float) -> Numbers:
    points = sorted((one.score for one in seen.found if one.source != "file name"), reverse=True)
    count = len(rows) or 1
    letters = sum(len(row.text) for row in rows)
    return np.array(
        [
            seen.form,
            len(rows),
            math.log1p(letters),
            points[0] / _POINTS if points else -9.0,
            points[1] / _POINTS if len(points) > 1 else -9.0,
            float(bool(seen.named)) - float(bool(seen.named) and wording.junk(seen.named)) / 2,
            min(9, len(wording.words(seen.file))),
            _script(" ".join(row.text for row in rows)),
            sum(row.titled for row in rows),
            sum(row.level > 0 for row in rows),
            sum(row.size == largest for row in rows) / count,
            sum(row.bold for row in rows) / count,
            sum(row.centred for row in rows) / count,
            math.log1p(len(seen.text)),
        ],
        np.float32,
    )


def _script(text: str) -> int:
    """0 = Latin, 1 = Cyrillic or Greek, 2 = Chinese, Japanese or Korean, 3 = another."""
    counted = Counter(
        0 if c < "\u0370" else 1 if c < "\u0530" else 2 if c >= "\u2e80" and c < "\ud7b0" else 3
        for c in text
        if c.isalpha()
    )
    return max(counted, key=lambda one: counted[one]) if counted else 0
