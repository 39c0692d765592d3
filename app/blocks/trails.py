"""Where a stretch of a page was in the versions before, and where it went: by its bytes, from comparison to comparison.

Two comparisons may cut a version into other blocks, so paths alone do not lead from one to the next.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import NamedTuple

from app.blocks.summaries import Span, Step, Summary


class Passage(NamedTuple):
    """A stretch between version `number` - 1 and version `number`: what the comparison says of all that it holds, and
    where it is on the other side (in order; empty when it came, or went)."""

    number: int
    steps: tuple[Step, ...]
    spans: tuple[Span, ...]

    @property
    def changed(self) -> list[Step]:
        """Steps that are no "unchanged"."""
        return [step for step in self.steps if step.is_change]


class Trails:
    """Versions 0, 1, … of a page; `summaries` has the comparison of each (from 1 on) with the one before it, None where
    that was not possible: trails end there."""

    def __init__(self, summaries: Sequence[Summary | None]) -> None:
        self.summaries = list(summaries)
        self._sides: dict[tuple[int, bool], _Side] = {}
        self._changes: dict[str, list[tuple[int, Step]]] | None = None  # by path

    def changes_at(self, path: str) -> list[tuple[int, Step]]:
        """The changes of what stands, or stood before, at a path, and into which version each of them led."""
        if self._changes is None:
            self._changes = {}
            for number in range(1, len(self.summaries) + 1):
                for step in self.steps(number):
                    if step.is_change:
                        for place in {step.path_a, step.path_b} - {None}:
                            self._changes.setdefault(place or "", []).append((number, step))
        return self._changes.get(path, [])

    def back(self, number: int, spans: Iterable[Span]) -> Iterator[Passage]:
        """From a version to those before it, as long as there is something left of the stretch."""
        while number > 0 and (side := self._side(number, True)) is not None:
            passage = side.passage(number, spans)
            yield passage
            number, spans = number - 1, passage.spans
            if not spans:
                return

    def forward(self, number: int, spans: Iterable[Span]) -> Iterator[Passage]:
        """From a version to those after it, likewise."""
        while number < len(self.summaries) and (side := self._side(number + 1, False)) is not None:
            passage = side.passage(number + 1, spans)
            yield passage
            number, spans = number + 1, passage.spans
            if not spans:
                return

    def steps(self, number: int) -> tuple[Step, ...]:
        """All steps into a version."""
        summary = self.summaries[number - 1]
        return summary.steps if summary is not None else ()

    def _side(self, number: int, newer: bool) -> _Side | None:
        summary = self.summaries[number - 1]
        if summary is None:
            return None
        if (number, newer) not in self._sides:
            self._sides[number, newer] = _Side(summary.steps, newer)
        return self._sides[number, newer]


def span_of(step: Step, newer: bool) -> Span | None:
    """Where a step is in one of its versions: its bytes, or a place that stands for its path in a document."""
    path, span = (step.path_b, step.span_b) if newer else (step.path_a, step.span_a)
    return span if span is not None or path is None else place_of(path)


def place_of(path: str) -> Span:
    """A number that stands for a path in documents, which have no bytes to go by."""
    place = int.from_bytes(blake2b(path.encode("utf-8", "surrogatepass"), digest_size=6).digest(), "big")
    return place, place + 1


class _Side:
    """One version of a comparison, its steps by place."""

    def __init__(self, steps: Sequence[Step], newer: bool) -> None:
        self._newer = newer
        placed = [(span, step) for step in steps if step.kind != "layout" and (span := span_of(step, newer))]
        placed.sort(key=lambda entry: entry[0])
        self._placed = placed
        self._starts = [span[0] for span, _ in placed]

    def passage(self, number: int, spans: Iterable[Span]) -> Passage:
        touched: dict[int, None] = {}
        there: list[Span] = []
        for start, end in spans:
            first = max(0, bisect_right(self._starts, start) - 1)
            for n in range(first, bisect_left(self._starts, end)):
                here, step = self._placed[n]
                if min(here[1], end) <= max(here[0], start):
                    continue
                touched[n] = None
                other = span_of(step, not self._newer)
                if other is not None:
                    there.append(_led(step, here, other, (start, end)))
        return Passage(number, tuple(self._placed[n][1] for n in sorted(touched)), tuple(_joined(there)))


def _led(step: Step, here: Span, there: Span, part: Span) -> Span:
    """Where a part of a step leads: exactly, where nothing changed; else to all of it."""
    if step.size or step.differs or here[1] - here[0] != there[1] - there[0]:
        return there
    start, end = max(here[0], part[0]), min(here[1], part[1])
    return there[0] + start - here[0], there[0] + end - here[0]


def _joined(spans: list[Span]) -> list[Span]:
    joined: list[Span] = []
    for span in sorted(set(spans)):
        if joined and span[0] <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(joined[-1][1], span[1])
        else:
            joined.append(span)
    return joined
