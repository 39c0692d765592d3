"""What on a page changes by itself, learned from the versions of the page and from its sibling pages.

A change is noise only when nobody wrote it (numbers, dates and tokens, markup, contents that come and go by turns, what
is labelled an advertisement) and when it happens again and again. New sentences are never noise.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import chain
from typing import NamedTuple

from app.blocks.compare.changes import Noise
from app.blocks.noise.siblings import ADVERTISEMENT, SiblingChanges, place_of_step
from app.blocks.noise.summaries import Span, Step, Summary


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


class Lineage:
    """Versions 0, 1, … of a page; `summaries` has the comparison of each (from 1 on) with the one before it, None where
    that was not possible: a block's line of versions ends there."""

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


FEWEST = 3  # times that a page must have been seen again
_OFTEN = 2 / 3  # part of these times in which the block changed
_MAIN_FEWEST = 5
_MAIN_OFTEN = 0.8
_TURNS_FEWEST = 5  # times seen again before contents count as coming by turns
_FEWEST_SIBLINGS = 3  # pages that must have the block
_MAIN = "main text"
_MOST_FOLLOWED = 12_500  # blocks that those of one comparison are followed through, for every version


@dataclass(slots=True)
class Volatility:
    """What is known about a page: its blocks through `ids` (versions, oldest first), and how often each version was
    seen (`seen`: captures that found or confirmed it); what its sibling pages did between the same two times."""

    ids: Sequence[str] = ()
    seen: Sequence[int] = ()
    lineage: Lineage = field(default_factory=lambda: Lineage(()))
    siblings: Sequence[SiblingChanges] = ()
    cut: bool = False  # whether anything that may tell more was not looked at
    left: int = 0  # blocks that may still be followed
    _moves: Counter[str] | None = None
    _layouts: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """For the changes of another comparison as many blocks may be looked at again."""
        self.left = _MOST_FOLLOWED * len(self.ids)

    @property
    def times(self) -> int:
        """How many times the page was looked at again."""
        return max(0, sum(self.seen) - 1)

    def judge(self, step: Step, id_a: str, id_b: str) -> Noise | None:
        """Why a change between two versions is noise, or None."""
        if step.kind == "unchanged" or not self.can_be_noise(step):
            return None
        if self.lineage.summaries and self.times >= FEWEST and (id_a in self.ids or id_b in self.ids):
            found = self._learned(step, id_a, id_b)
            if found is not None:
                return found
        return self._shared(step)

    def can_be_noise(self, step: Step) -> bool:
        """Whether a change is of a kind that may be noise at all."""
        if step.shape or step.label == ADVERTISEMENT or (step.kind == "moved" and not step.differs):
            return True
        return (
            step.kind in ("changed", "added", "removed")
            and step.label != _MAIN
            and self.times >= _TURNS_FEWEST
        )

    def can_be_shared(self, step: Step) -> bool:
        """Whether a change is of a kind that may be noise because sibling pages do the same."""
        return step.label != _MAIN and (bool(step.shape) or step.label == ADVERTISEMENT)

    def leaves_open(self, steps: Sequence[Step], found: Container[int]) -> bool:
        """Whether any step that may be noise is not among those that were found to be, by their numbers."""
        changes = (n for n, step in enumerate(steps) if step.is_change and self.can_be_noise(step))
        return any(number not in found for number in changes)

    def _learned(self, step: Step, id_a: str, id_b: str) -> Noise | None:
        nature = _nature(step)
        if step.kind == "layout" or nature == "moved":
            return self._often(self._alike(step), self.times, step)
        if self.left <= 0:
            self.cut = True
            return None
        passages, of = self._passages(step, id_a, id_b)
        if not passages or of < FEWEST:
            return None
        if nature:
            found = self._often(
                sum(any(_nature(one) == nature for one in steps) for steps in passages), of, step
            )
            if found is not None:
                return found
        if step.label != _MAIN and of >= _TURNS_FEWEST and _comes_by_turns(passages, step):
            return self._often(sum(any(one.differs for one in steps) for steps in passages), of, step)
        return None

    def _alike(self, step: Step) -> int:
        """Into how many versions something like this happened: to the layout of this place, or to the order of the
        blocks here, whichever of them it was that moved."""
        if step.kind == "moved":
            if self._moves is None:
                numbers = range(1, len(self.ids))
                self._moves = Counter(chain.from_iterable(map(self._moved_in, numbers)))
            return self._moves[_parent(step)]
        place = place_of_step(step)
        if place not in self._layouts:
            here = self.lineage.changes_at(place)
            self._layouts[place] = len(
                {number for number, one in here if one.kind == "layout" and _nature(one)}
            )
        return self._layouts[place]

    def _moved_in(self, number: int) -> set[str]:
        """Where blocks changed places on the way to a version."""
        return {_parent(one) for one in self.lineage.steps(number) if _nature(one) == "moved"}

    def _passages(self, step: Step, id_a: str, id_b: str) -> tuple[list[list[Step]], int]:
        """What changed in a block between each two versions, oldest first, as far as it can be followed, and how often
        it was seen again in that time. What comes and goes is looked for where it stands."""
        newer = id_b in self.ids and step.path_b is not None
        span = span_of(step, newer)
        number = self.ids.index(id_b if newer else id_a) if (id_b if newer else id_a) in self.ids else -1
        if number < 0 or span is None:
            return [], 0
        if step.kind in ("added", "removed"):
            passages: list[list[Step]] = [[] for _ in self.ids[1:]]
            here = self.lineage.changes_at(place_of_step(step))
            self.left -= len(here)
            for into, one in here:
                passages[into - 1].append(one)
            return passages, self.times
        before, after = list(self.lineage.back(number, [span])), list(self.lineage.forward(number, [span]))
        self.left -= sum(len(passage.steps) for passage in chain(before, after))
        first, last = number - len(before), number + len(after)
        return [passage.changed for passage in (*reversed(before), *after)], sum(
            self.seen[first : last + 1]
        ) - 1

    def _often(self, changed: int, of: int, step: Step) -> Noise | None:
        strict = step.label == _MAIN and step.kind != "markup"
        if of < (_MAIN_FEWEST if strict else FEWEST) or changed < of * (_MAIN_OFTEN if strict else _OFTEN):
            return None
        return Noise("volatile", f"changed in {changed} of {of} captures", (changed, of))

    def _shared(self, step: Step) -> Noise | None:
        """What happens in the same way on most sibling pages belongs to the site, if it is mechanical."""
        if not self.can_be_shared(step):
            return None
        same = have = 0
        for sibling in self.siblings:
            answer = sibling.does_the_same(step)
            same += answer is True
            have += answer is not None
        if have < _FEWEST_SIBLINGS or same < have * _OFTEN:
            return None
        return Noise(
            "sister", f"changes in the same way on {same} of {have} other pages of the site", (same, have)
        )


def _nature(step: Step) -> str:
    """The nature of a change that may be noise: "advertisement", "machine", "moved", or ""."""
    if step.label == ADVERTISEMENT:
        return "advertisement"
    if step.shape:
        return "machine"
    return "moved" if step.kind == "moved" and not step.differs else ""


def _comes_by_turns(passages: Sequence[Sequence[Step]], step: Step) -> bool:
    """Whether a block shows a few contents by turns, and the newer one of a change is one of these."""
    states: list[str] = []
    for changed in passages:
        steps = [one for one in changed if one.differs]
        if steps and not states:
            states.append(_state(steps, newer=False))
        if steps:
            states.append(_state(steps, newer=True))
    return states.count(_state([step], newer=True)) >= 2 and len(set(states)) <= (len(states) + 1) // 2


def _state(steps: Sequence[Step], *, newer: bool) -> str:
    """The state of a place as hashes; "" for an empty one."""
    said = [(one.text_b, one.media_b) if newer else (one.text_a, one.media_a) for one in steps]
    return " ".join(f"{text} {media}".strip() for text, media in said).strip()


def _parent(step: Step) -> str:
    return place_of_step(step).rpartition("/")[0]


def judged(volatility: Volatility | None, steps: Sequence[Step], id_a: str, id_b: str) -> Mapping[int, Noise]:
    """The steps that are noise, by their number: what a rule holds, and what is volatile."""
    found: dict[int, Noise] = {}
    if volatility is not None:
        volatility.begin()
    for number, step in enumerate(steps):
        if step.kind == "unchanged":
            continue
        if step.rule:
            found[number] = Noise("rule", f"matches {step.rule}")
        elif volatility is not None:
            noise = volatility.judge(step, id_a, id_b)
            if noise is not None:
                found[number] = noise
    return found
