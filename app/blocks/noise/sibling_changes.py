"""The changes of a sibling page between two times, to be asked about each change of a page."""

from __future__ import annotations

from app.blocks.noise.summaries import UNSEEN, Step, Summary

ADVERTISEMENT = "advertisement"


class SiblingChanges:
    """The changes of another page of the site, by place and by shape."""

    def __init__(self, summary: Summary) -> None:
        self._places: set[str] = set()
        self._shapes: set[str] = set()  # those that can be seen, wherever they are
        self._shapes_at: set[tuple[str, str]] = set()
        self._advertisements: set[str] = set()
        for step in summary.steps:
            here = {step.path_a or "", step.path_b or ""} - {""}
            self._places |= here
            if not step.is_change:
                continue
            if step.shape:
                self._shapes_at.update((place, step.shape) for place in here)
                if step.shape not in UNSEEN:
                    self._shapes.add(step.shape)
            if step.label == ADVERTISEMENT:
                self._advertisements |= here

    def does_the_same(self, step: Step) -> bool | None:
        """Whether it changed in the way of this step, too; None when it has no such block."""
        place = place_of_step(step)
        if step.shape and (step.shape in self._shapes or (place, step.shape) in self._shapes_at):
            return True
        if step.label == ADVERTISEMENT and place in self._advertisements:
            return True
        return False if place in self._places else None


def place_of_step(step: Step) -> str:
    """The path where a step stands now, or stood; "" for none."""
    return step.path_b or step.path_a or ""
