"""Compare two plain texts line by line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from app.blocks.compare.changes import Change, Comparison, Given
from app.blocks.match.moves import moved_alike, moved_runs
from app.blocks.match.pairing import SHORT, link_alike, link_same
from app.blocks.page.lines import Line
from app.messages import Message
from app.words.sequences import gaps_between

_MOST_DIFFERING = 300_000  # characters; with more, lines that are much the same are not looked for
_CUT = Message("moved-text-not-all")


def compare_text(a: str, b: str) -> Comparison:
    """The comparison of two plain texts; every line that is not blank is a block, `/line[12]`."""
    parts_a, parts_b = _parts(a), _parts(b)
    lines_a, lines_b = _lines(parts_a), _lines(parts_b)
    whole = 0, len(lines_a), 0, len(lines_b)
    link_same(lines_a, lines_b, whole)
    runs, complete = moved_runs(lines_a, lines_b, (_nowhere, _nowhere))
    left = sum(len(line.text) for line in (*lines_a, *lines_b) if line.mate < 0 and not line.moved)
    if left <= _MOST_DIFFERING:
        link_alike(lines_a, lines_b, whole)
        runs += moved_alike(lines_a, lines_b)
    _link_at_place(lines_a, lines_b)
    origin = {j + n: i + n for i, j, size in runs for n in range(size)}
    changes = _in_order(parts_a, parts_b, lines_a, lines_b, origin)
    return Comparison(changes, warnings=() if complete and left <= _MOST_DIFFERING else (_CUT,))


def _parts(text: str) -> list[Given]:
    return [
        Given(f"/line[{n}]", None, line.rstrip())
        for n, line in enumerate(text.splitlines(), 1)
        if line.strip()
    ]


def _lines(parts: Sequence[Given]) -> list[Line]:
    lines = [Line(part.text, 0, 0, joined=False) for part in parts]
    for number, line in enumerate(lines):
        line.leaf = number  # each is a block
    return lines


def _nowhere(_: int) -> str:
    return ""


def _link_at_place(a: Sequence[Line], b: Sequence[Line]) -> None:
    """As many short lines between the same ones: they have got new words."""
    mates = [(i, line.mate) for i, line in enumerate(a) if line.mate >= 0]
    for a_from, a_to, b_from, b_to in gaps_between(mates, (0, len(a), 0, len(b))):
        free_a = [i for i in range(a_from, a_to) if not a[i].moved]
        free_b = [j for j in range(b_from, b_to) if not b[j].moved]
        if len(free_a) == len(free_b) and all(
            len(line.text) <= SHORT for line in (*a[a_from:a_to], *b[b_from:b_to])
        ):
            for i, j in zip(free_a, free_b, strict=True):
                a[i].mate, b[j].mate = j, i


def _in_order(
    parts_a: Sequence[Given],
    parts_b: Sequence[Given],
    a: Sequence[Line],
    b: Sequence[Line],
    origin: dict[int, int],
) -> Iterator[Change]:
    """The list in the order of b; a removed line follows its predecessor in a."""
    removed: dict[int, list[int]] = defaultdict(list)
    last = -1
    for i, line in enumerate(a):
        if line.mate >= 0:
            last = i
        elif not line.moved:
            removed[last].append(i)
    yield from (Change("removed", parts_a[i], None) for i in removed[-1])
    for j, line in enumerate(b):
        if line.moved:
            part = parts_a[origin[j]]
            yield Change("moved", part, parts_b[j], differs=part.text != line.text)
        elif line.mate >= 0:
            part = parts_a[line.mate]
            yield Change("unchanged" if part.text == line.text else "changed", part, parts_b[j])
            yield from (Change("removed", parts_a[i], None) for i in removed.get(line.mate, ()))
        else:
            yield Change("added", None, parts_b[j])
