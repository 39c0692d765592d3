"""Back and forward among what was looked at, as a browser does: each step is a capture with its tab and scroll position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from widgets.page.area import PagePlace

_MOST = 200


@dataclass(frozen=True, slots=True)
class Step:
    """A capture that was shown, in the place in which it was left, what it is called, and the view in which it was
    chosen, if that has a place of its own: back from it leads there."""

    place: PagePlace
    title: str = ""
    url: str = ""
    origin: QWidget | None = None


@dataclass(slots=True)
class BackForward:
    """The steps of one tab, oldest first; `at` is the one on screen, -1 before the first."""

    steps: list[Step] = field(default_factory=list)
    at: int = -1

    @property
    def current(self) -> str:
        """The id of the capture shown last, "" before the first."""
        return self.steps[self.at].place.capture if self.at >= 0 else ""

    def visit(self, step: Step) -> None:
        """Something is shown: what lay ahead is forgotten, unless it is only shown again."""
        if step.place.capture == self.current:
            if step.origin is not None:
                self.steps[self.at] = replace(self.steps[self.at], origin=step.origin)
            return
        self.steps = [*self.steps[: self.at + 1], step][-_MOST:]
        self.at = len(self.steps) - 1

    def keep(self, place: PagePlace) -> None:
        """What is on screen is about to be left: come back to this place of it."""
        if place.capture == self.current:
            self.steps[self.at] = replace(self.steps[self.at], place=place)

    @property
    def origin(self) -> QWidget | None:
        """Where what is on screen was chosen, if that is still there."""
        origin = self.steps[self.at].origin if self.at >= 0 else None
        return origin if origin is not None and isValid(origin) else None

    def can_go(self, by: int) -> bool:
        """Is there something that many steps back (below 0) or forward?"""
        return 0 <= self.at + by < len(self.steps)

    def go(self, by: int) -> Step | None:
        """Step back or forward; what to show, None when there is nothing."""
        if not self.can_go(by):
            return None
        self.at += by
        return self.steps[self.at]

    def go_before(self) -> None:
        """Step back before the first: nothing is shown, and all lies ahead."""
        self.at = -1

    def ahead(self, way: int, most: int) -> Iterator[tuple[int, Step]]:
        """The steps that lie back (-1) or forward (1), the nearest first, each with how far to go."""
        for far in range(1, most + 1):
            if not self.can_go(way * far):
                return
            yield way * far, self.steps[self.at + way * far]
