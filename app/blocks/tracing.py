"""Histories of blocks out of the trails of their bytes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from app.blocks.block_history import BlockEvent, BlockHistory, EventKind
from app.blocks.changes import Noise
from app.blocks.summaries import Span, Step
from app.blocks.trails import Passage, Trails, span_of

MOST_GONE = 300
"""Blocks that are gone of which a history tells: a page of news loses thousands."""


class Tracer:
    """The versions of a page (id and date, oldest first), how often each was seen, and what is noise, by the identity
    of the step. `visits` are further captures, with the version that each found again."""

    def __init__(
        self,
        versions: Sequence[tuple[str, datetime]],
        seen: Sequence[int],
        trails: Trails,
        noise: Mapping[int, Noise],
        visits: Mapping[str, str] | None = None,
    ) -> None:
        self._versions, self._seen, self._trails, self._noise = versions, seen, trails, noise
        self._numbers = {id: number for number, (id, _) in enumerate(versions)}
        self._visits = visits or {}
        self._removed: dict[str, tuple[int, Step]] = {}  # by what it said, where it went last
        self._last_added: dict[str, int] = {}
        for number in range(1, len(versions)):
            for step in trails.steps(number):
                if step.kind == "removed" and step.text_a:
                    self._removed[step.text_a] = number, step
                elif step.kind == "added" and step.text_b:
                    self._last_added[step.text_b] = number

    def number(self, id: str) -> int:
        """Which of the versions with content has this id, or was found again by the visit with it, from 0 on; -1 for
        none."""
        return self._numbers.get(self.version(id), -1)

    def version(self, id: str) -> str:
        """The id of the version that a visit found again; that of a version is its own."""
        return self._visits.get(id, id)

    def places(self, number: int) -> list[tuple[str, Span, str, str]]:
        """Path, place, topic and label of the blocks of a version, as far as comparisons name them."""
        newer = number > 0
        steps = self._trails.steps(number if newer else 1) if len(self._versions) > 1 else ()
        found: dict[tuple[str, Span], tuple[str, str]] = {}  # topic and label
        for step in steps:
            whole = step.whole_b if newer else step.whole_a
            if whole is not None:
                found.setdefault((whole[0], (whole[1], whole[2])), (whole[3], whole[4]))
                continue
            path, span = step.path_b if newer else step.path_a, span_of(step, newer)
            if path is not None and span is not None and step.kind != "layout":
                found.setdefault((path, span), (step.topic, step.label))
        return [(*place, *named) for place, named in found.items()]

    def gone(self) -> list[BlockHistory]:
        """The blocks that the newest version has no more, the last one first, at most MOST_GONE of them."""
        found: list[BlockHistory] = []
        for number in range(len(self._versions) - 1, 0, -1):
            for step in self._trails.steps(number):
                span = span_of(step, False)
                if step.kind != "removed" or span is None or self._last_added.get(step.text_a, 0) > number:
                    continue
                found.append(self.block(number - 1, step.path_a or "", span, step.topic, step.label))
                if len(found) == MOST_GONE:
                    return found
        return found

    def block(
        self, number: int, path: str, span: Span, topic: str = "", label: str = "", excerpt: str = ""
    ) -> BlockHistory:
        """The history of a stretch of one version."""
        paths = {self._versions[number][0]: path}
        events = list(self._before(number, span, path, paths))
        events.reverse()
        gone = False
        for passage in self._trails.forward(number, [span]):
            if not passage.spans:
                gone = bool(passage.changed)
                events += [self._at(passage.number, passage.changed, "removed", path)] if gone else []
                break
            path = _path(passage, True) or path
            paths[self._versions[passage.number][0]] = path
            event = self._event(passage, path)
            events += [event] if event is not None else []
        first = self._numbers[events[0].id]
        changed = len({event.id for event in events[1:] if event.differs})
        times = max(changed, sum(self._seen[first:]) - 1)
        return BlockHistory(path, topic, label, excerpt, gone, tuple(events), (changed, times), paths)

    def _before(self, number: int, span: Span, path: str, paths: dict[str, str]) -> Iterator[BlockEvent]:
        """What happened up to a version, the newest first; at last where it was first seen."""
        while True:
            last = number
            came: Step | None = None
            for passage in self._trails.back(number, [span]):
                event = self._event(passage, path)
                if not passage.spans:
                    added = [step for step in passage.changed if step.path_a is None]
                    came = max(added, key=lambda step: step.characters, default=None)
                    last = passage.number
                    break
                if event is not None:
                    yield event
                last = passage.number - 1
                path = _path(passage, False) or path
                paths[self._versions[last][0]] = path
            id, date = self._versions[last]
            went = self._removed.get(came.text_b) if came is not None else None
            if came is None or went is None or went[0] >= last:
                previous = self._versions[last - 1][0] if came is not None else None
                parts = (((None, None), (came.path_b, came.span_b)),) if came is not None else ()
                size = came.size if came is not None else 0
                noise = self._noise.get(id_of(came)) if came is not None else None
                yield BlockEvent("first", id, date, path, previous, None, size, came is not None, noise, parts)
                return
            yield self._at(last, [came], "reappeared", path)
            gone_at, step = went
            path = step.path_a or path
            yield self._at(gone_at, [step], "removed", path)
            number, place = gone_at - 1, span_of(step, False)
            assert place is not None
            span = place
            paths[self._versions[number][0]] = path

    def _event(self, passage: Passage, path: str) -> BlockEvent | None:
        changed = passage.changed
        if not changed:
            return None
        kind: EventKind = "markup"
        if any(step.kind in ("changed", "added", "removed") for step in changed):
            kind = "changed"
        elif any(step.kind == "moved" for step in changed):
            kind = "moved"
        return self._at(passage.number, changed, kind, path)

    def _at(self, number: int, steps: Sequence[Step], kind: EventKind, path: str) -> BlockEvent:
        id, date = self._versions[number]
        main = max(steps, key=lambda step: (step.size, step.characters))
        found = [self._noise.get(id_of(step)) for step in steps]
        noise = None if None in found else self._noise.get(id_of(main))
        parts = tuple(((step.path_a, step.span_a), (step.path_b, step.span_b)) for step in steps)
        size = sum(step.size for step in steps)
        differs = any(step.differs for step in steps)
        before = self._versions[number - 1][0]
        return BlockEvent(kind, id, date, path, before, main.path_a, size, differs, noise, parts)


def id_of(step: Step) -> int:
    """What a step is known by: equal ones of two comparisons are not the same."""
    return id(step)


def _path(passage: Passage, newer: bool) -> str | None:
    """The path of the largest part of what a passage holds."""
    named = [(step.characters, path) for step in passage.steps if (path := step.path_b if newer else step.path_a)]
    return max(named, default=(0, None), key=lambda entry: entry[0])[1]
