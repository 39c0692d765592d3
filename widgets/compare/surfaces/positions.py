"""Where blocks stand in two panes, and which place in one belongs to a place in the other. No Qt."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Positions:
    """One pane: heights of its content and of its view; by index: (top, height) of blocks, y of the places of blocks that
    only the other pane has, and whether all differences in a block are hidden."""

    height: float = 1.0
    view: float = 1.0
    spans: dict[int, tuple[float, float]] = field(default_factory=dict)
    gaps: dict[int, float] = field(default_factory=dict)
    hidden: dict[int, bool] = field(default_factory=dict)
    at: float = field(default=0.0, compare=False)  # how far it was scrolled when this was measured, 0 to 1

    @classmethod
    def from_answer(cls, answer: Any, framed: Iterable[Any] = ()) -> Positions:
        """What the script says of its `places`, and what is `framed` in the page; anything else counts as nothing known.

        Of a frame that scrolls by itself the whole height is drawn together to that of its box.
        """
        if not isinstance(answer, dict):
            return cls()
        answer = {name: list(value) if isinstance(value, list) else value for name, value in answer.items()}
        boxes = {(n,): (top, height) for n, top, height in answer["boxes"]}
        for each in sorted(filter(None, framed), key=lambda each: len(each["frame"])):
            place = tuple(each["frame"])
            if place not in boxes:
                continue
            start, share = boxes[place][0], min(1.0, boxes[place][1] / max(1.0, each["height"]))
            boxes |= {(*place, n): (start + top * share, height * share) for n, top, height in each["boxes"]}
            answer["spans"] += [(n, start + top * share, height * share) for n, top, height in each["spans"]]
            answer["gaps"] += [(n, start + y * share) for n, y in each["gaps"]]
            answer["hidden"] += each["hidden"]
        spans = {int(index): (float(top), float(height)) for index, top, height in answer["spans"]}
        gaps = {int(index): float(y) for index, y in answer["gaps"]}
        hidden = {int(index): bool(state) for index, state in answer["hidden"]}
        height, view = max(1.0, float(answer["height"])), max(1.0, float(answer["view"]))
        return cls(height, view, spans, gaps, hidden, float(answer["at"]))

    @property
    def room(self) -> float:
        """How far the pane can be scrolled."""
        return max(0.0, self.height - self.view)


@dataclass(frozen=True, slots=True)
class Bridge:
    """Pairs of places (y in a, y in b) that belong together, rising in both."""

    pairs: tuple[tuple[float, float], ...]

    @classmethod
    def build(cls, a: Positions, b: Positions, aligned: Iterable[int]) -> Bridge:
        """From the blocks that stand in both panes, in their order; those that would turn back are left out."""
        pairs = [(0.0, 0.0)]
        for index in aligned:
            if index in a.spans and index in b.spans:
                (top_a, height_a), (top_b, height_b) = a.spans[index], b.spans[index]
                for pair in ((top_a, top_b), (top_a + height_a, top_b + height_b)):
                    if pair[0] > pairs[-1][0] and pair[1] > pairs[-1][1]:
                        pairs.append(pair)
        while len(pairs) > 1 and (pairs[-1][0] >= a.height or pairs[-1][1] >= b.height):
            pairs.pop()
        pairs.append((a.height, b.height))
        return cls(tuple(pairs))

    def across(self, y: float, *, back: bool = False) -> float:
        """The place in b for a place in a; with `back` the other way."""
        source, target = (1, 0) if back else (0, 1)
        places = [pair[source] for pair in self.pairs]
        after = min(max(1, bisect_right(places, y)), len(self.pairs) - 1)
        low, high = self.pairs[after - 1], self.pairs[after]
        span = high[source] - low[source]
        share = (y - low[source]) / span if span else 0.0
        return low[target] + share * (high[target] - low[target])


def ends(a: Positions, b: Positions, aligned: Iterable[int]) -> list[tuple[float, float]]:
    """Pairs of places (y in a, y in b): beginnings and ends of the blocks of both panes, without blocks that stand in
    another order. Unlike in a bridge, two pairs may share a place in one pane: between them the other has more.
    """
    pairs = [(0.0, 0.0)]
    for index in aligned:
        if index in a.spans and index in b.spans:
            (top_a, height_a), (top_b, height_b) = a.spans[index], b.spans[index]
            if top_a >= pairs[-1][0] and top_b >= pairs[-1][1]:
                pairs += [(top_a, top_b), (top_a + height_a, top_b + height_b)]
    return pairs[1:]


_EYE = 1 / 3  # of the pane: where the reader looks


def follow(fraction: float, leader: Positions, follower: Positions, bridge: Bridge, *, back: bool) -> float:
    """Where the other pane is to be scrolled so that what belongs together stands at the height of the eye."""
    if fraction <= 0.0 or fraction >= 1.0 or not follower.room:
        return min(1.0, max(0.0, fraction))
    place = fraction * leader.room + leader.view * _EYE
    top = bridge.across(place, back=back) - follower.view * _EYE
    return min(1.0, max(0.0, top / follower.room))


def reveal(index: int, own: Positions, other: Positions, bridge: Bridge, *, back: bool) -> float | None:
    """Where the other pane is to be scrolled to show the place of a block that only this pane has."""
    if index not in own.spans or not other.room:
        return None
    top, height = own.spans[index]
    middle = bridge.across(top + min(height, own.view) / 2, back=back)
    return min(1.0, max(0.0, (middle - other.view / 2) / other.room))
