"""Each block of a page through its versions: for a page what `git blame` is for a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from typing import Literal

from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.blocks.compare.changes import Change, Noise
from app.blocks.compare.sides import is_sound, side_of
from app.blocks.cutting.cutting import DEFAULT_LEVEL, cut
from app.blocks.cutting.labels import Namer
from app.blocks.noise.comparer import Cancelled, Comparer
from app.blocks.noise.judged import Versions, compare_captures, sibling_changes_of
from app.blocks.noise.noise import Matched, selector_of
from app.blocks.noise.siblings import siblings_of
from app.blocks.noise.summaries import Span, Step, Summary
from app.blocks.noise.volatility import FEWEST, Lineage, Passage, judged, place_of, span_of
from app.blocks.page.effort import Budget

EventKind = Literal["first", "changed", "markup", "moved", "removed", "reappeared"]
Place = tuple[str | None, Span | None]


@dataclass(frozen=True, slots=True)
class VersionChange:
    """One version of a page against the one before it (`previous`, None for the first). `counts` are its changes by
    kind without noise, `noise` how many are that; `size` characters really changed; shares of all characters, 0 to 1.
    `error` says why it was not compared: "damaged" (it, or the one before it), or "status 404"."""

    id: str
    date: datetime
    previous: str | None
    counts: Mapping[str, int]
    noise: int
    size: int
    share: float
    real_share: float
    error: str = ""

    @property
    def noise_share(self) -> float:
        """The part of the share that is noise."""
        return max(0.0, self.share - self.real_share)


@dataclass(frozen=True, slots=True)
class BlockEvent:
    """What happened to a block in a version; `path` is where it stands then, or stood last. `parts` are the places in
    the version before and in this one of the changes inside it."""

    kind: EventKind
    id: str
    date: datetime
    path: str
    previous: str | None = None
    previous_path: str | None = None
    size: int = 0
    differs: bool = False
    noise: Noise | None = None
    parts: tuple[tuple[Place, Place], ...] = ()

    @property
    def is_content(self) -> bool:
        """Whether the text of the block is really another from then on."""
        return self.noise is None and (self.kind in ("first", "reappeared", "changed") or self.differs)


@dataclass(frozen=True, slots=True)
class BlockHistory:
    """One block through the versions; `events` oldest first. `changed`: in how many captures it was another, of how
    many since it is there."""

    path: str
    topic: str
    label: str
    excerpt: str
    gone: bool
    events: tuple[BlockEvent, ...]
    changed: tuple[int, int]
    paths: Mapping[str, str]  # by the id of each version that has it

    @property
    def first(self) -> BlockEvent:
        return self.events[0]

    @property
    def last_changed(self) -> BlockEvent:
        """When it got what it says now, noise aside."""
        return next((event for event in reversed(self.events) if event.is_content), self.events[0])


MOST_GONE = 300
"""Blocks that are gone of which a history tells: a page of news loses thousands."""


class Tracer:
    """The versions of a page (id and date, oldest first), how often each was seen, and what is noise, by the identity
    of the step. `visits` are further captures, with the version that each found again."""

    def __init__(
        self,
        versions: Sequence[tuple[str, datetime]],
        seen: Sequence[int],
        lineage: Lineage,
        noise: Mapping[int, Noise],
        visits: Mapping[str, str] | None = None,
    ) -> None:
        self._versions, self._seen, self._lineage, self._noise = versions, seen, lineage, noise
        self._numbers = {id: number for number, (id, _) in enumerate(versions)}
        self._visits = visits or {}
        self._removed: dict[str, tuple[int, Step]] = {}  # by what it said, where it went last
        self._last_added: dict[str, int] = {}
        for number in range(1, len(versions)):
            for step in lineage.steps(number):
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
        steps = self._lineage.steps(number if newer else 1) if len(self._versions) > 1 else ()
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
            for step in self._lineage.steps(number):
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
        for passage in self._lineage.forward(number, [span]):
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
            for passage in self._lineage.back(number, [span]):
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
                yield BlockEvent(
                    "first", id, date, path, previous, None, size, came is not None, noise, parts
                )
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
    """The identity of a step; equal steps of two comparisons differ."""
    return id(step)


def _path(passage: Passage, newer: bool) -> str | None:
    """The path of the largest part of what a passage holds."""
    named = [
        (step.characters, path) for step in passage.steps if (path := step.path_b if newer else step.path_a)
    ]
    return max(named, default=(0, None), key=lambda entry: entry[0])[1]


__all__ = [
    "BlockEvent",
    "BlockHistory",
    "EventKind",
    "PageHistory",
    "VersionChange",
    "changes_of",
    "find_block",
    "page_history",
]

Progress = Callable[[int, int], None]

_EXCERPT = 160


@dataclass(frozen=True, slots=True)
class PageHistory:
    """All versions of a page and all of its blocks: those of the newest version in its order, then those that are gone,
    the last one first."""

    url: str
    level: int
    versions: tuple[VersionChange, ...]
    blocks: tuple[BlockHistory, ...]
    tracer: Tracer = field(compare=False)

    def at(self, id: str) -> tuple[BlockHistory, ...]:
        """The blocks of a version, in its order, as the comparison with its neighbour divides it. Without a topic where
        nothing is known but the path."""
        id = self.tracer.version(id)
        number = self.tracer.number(id)
        named = {block.paths[id]: block for block in self.blocks if id in block.paths}
        found: list[BlockHistory] = []
        for path, span, topic, label in self.tracer.places(number) if number >= 0 else ():
            known = named.get(path)  # comparisons name what changed only
            names = (
                (topic or known.topic, label or known.label, known.excerpt) if known else (topic, label, "")
            )
            found.append(self.tracer.block(number, path, span, *names))
        return tuple(found)

    def of_span(
        self, id: str, span: Span, *, path: str = "", topic: str = "", label: str = "", excerpt: str = ""
    ) -> BlockHistory | None:
        """The history of any stretch of bytes of a version; None for a version that is no answer with content."""
        number = self.tracer.number(id)
        return self.tracer.block(number, path, span, topic, label, excerpt) if number >= 0 else None

    def block(self, path: str, id: str | None = None) -> BlockHistory | None:
        """The block at a path of a version; without one of the newest, or where one stood last that is gone."""
        if id is None:
            return next((block for block in self.blocks if block.path == path), None)
        id = self.tracer.version(id)
        number = self.tracer.number(id)
        known = [block for block in self.blocks if block.paths.get(id) == path]
        if known or number < 0:
            return known[0] if known else None
        places = [place for place in self.tracer.places(number) if place[0] == path]
        return self.tracer.block(number, *places[0]) if places else None


def page_history(
    reader: ArchiveReader,
    url: str,
    *,
    level: int = DEFAULT_LEVEL,
    noise: bool = True,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> PageHistory:
    """The history of an address; progress in comparisons (done, of all). Empty for an address without versions.
    Stopped."""
    with Comparer(reader, level=level, rules=None if noise else (), cancelled=cancelled) as comparer:
        return _Work(comparer, url, noise).run(progress or (lambda done, of: None))


def changes_of(
    reader: ArchiveReader, history: PageHistory, block: BlockHistory, *, cancelled: Cancelled | None = None
) -> Iterator[tuple[BlockEvent, tuple[Change, ...]]]:
    """The events of a block with what changed in it, newest first; nothing where there is nothing to compare with.
    Stopped, FormatError, StorageUnreadable."""
    for event in reversed(block.events):
        found: tuple[Change, ...] = ()
        if event.previous is not None:
            comparison = compare_captures(
                reader, event.previous, event.id, level=history.level, noise=False, cancelled=cancelled
            )
            parts = set(event.parts)
            found = tuple(
                one
                for one in comparison.changes
                if ((one.path_a, one.span_a), (one.path_b, one.span_b)) in parts and one.kind != "layout"
            )
        yield event, found


def find_block(reader: ArchiveReader, history: PageHistory, path: str) -> BlockHistory | None:
    """The block at a path as a person may have it: of the history, of the newest version when it is cut by itself at
    any level, or the XPath of any element of that. FormatError, StorageUnreadable."""
    found = history.block(path)
    if found is not None:
        return found
    good = (version.id for version in reversed(history.versions) if not version.error.startswith("status"))
    newest = next((id for id in good if is_sound(reader, id)), None)
    if newest is None:
        return None
    side = side_of(reader, reader.capture(newest))
    if not side.is_html():
        return None
    tree = cut(side.data, side.charset, level=history.level)
    for block in tree.walk():
        if block.path == path:
            Namer(tree, siblings_of(reader, reader.capture(newest))).name(block)
            named = {"topic": block.topic, "label": block.label, "excerpt": block.text[:_EXCERPT]}
            return history.of_span(newest, block.span, path=path, **named)
    spans = Matched(tree, [selector]).spans[0] if (selector := selector_of(path)) else []
    return history.of_span(newest, spans[0], path=path) if spans else None


class _Work:
    def __init__(self, comparer: Comparer, url: str, noise: bool) -> None:
        self._comparer = comparer
        self._url = url
        self._noise = noise
        self._versions = Versions(comparer.reader.versions(url, visits=True))
        self._good = self._versions.good
        self._summaries: list[Summary | None] = []
        self._noises: list[Mapping[int, Noise]] = []

    def run(self, progress: Progress) -> PageHistory:
        good = self._good
        for done, (a, b) in enumerate(pairwise(good)):
            progress(done, len(good) - 1)
            self._summaries.append(self._comparer.summary_or_none(a, b))
        lineage = Lineage(self._summaries)
        self._judge(lineage)
        progress(len(good) - 1, len(good) - 1)
        by_step = {
            id(summary.steps[number]): noise
            for summary, found in zip(self._summaries, self._noises, strict=True)
            if summary is not None
            for number, noise in found.items()
        }
        visits = {one.id: one.base for one in self._versions.captures if one.base}
        tracer = Tracer([(one.id, one.date) for one in good], self._versions.seen, lineage, by_step, visits)
        blocks = (*self._newest(tracer), *tracer.gone())
        return PageHistory(self._url, self._comparer.level, tuple(self._changes()), blocks, tracer)

    def _judge(self, lineage: Lineage) -> None:
        volatility = self._versions.volatility()
        volatility.lineage = lineage
        for (a, b), summary in zip(pairwise(self._good), self._summaries, strict=True):
            steps: Sequence[Step] = summary.steps if summary else ()
            if self._noise and volatility.times < FEWEST and any(map(volatility.can_be_noise, steps)):
                volatility.siblings = [
                    sibling for _, sibling in sibling_changes_of(self._comparer, a, b, Budget())
                ]
            self._noises.append(judged(volatility, steps, a.id, b.id) if self._noise else {})
            self._comparer.check()

    def _changes(self) -> Iterator[VersionChange]:
        place = {capture.id: number for number, capture in enumerate(self._good)}
        for capture in self._versions.captures:
            if capture.kind != "version":
                continue
            number = place.get(capture.id)
            if number is None:
                yield VersionChange(
                    capture.id, capture.date, None, {}, 0, 0, 0.0, 0.0, f"status {capture.status}"
                )
            elif number == 0:
                yield VersionChange(capture.id, capture.date, None, {}, 0, 0, 0.0, 0.0)
            else:
                yield self._change(number, capture)

    def _change(self, number: int, capture: Capture) -> VersionChange:
        before, summary = self._good[number - 1].id, self._summaries[number - 1]
        if summary is None:
            return VersionChange(capture.id, capture.date, before, {}, 0, 0, 0.0, 0.0, "damaged")
        noise = self._noises[number - 1]
        real = [step for n, step in enumerate(summary.steps) if step.is_change and n not in noise]
        size = sum(step.size for step in real)
        share, real_share = summary.share(summary.steps), summary.share(real)
        counts = dict(Counter[str](step.kind for step in real))
        return VersionChange(capture.id, capture.date, before, counts, len(noise), size, share, real_share)

    def _newest(self, tracer: Tracer) -> Iterator[BlockHistory]:
        """The leaf blocks of the newest version that can be read, as the comparison with the one before cut it."""
        newest = len(self._good) - 1
        while newest >= 0 and not is_sound(self._comparer.reader, self._good[newest]):
            newest -= 1
        if newest < 0:
            return
        b = self._good[newest]
        a = self._good[newest - 1] if newest and self._summaries[newest - 1] else b
        if a is not b and not is_sound(self._comparer.reader, a):
            a = b
        comparison = self._comparer.comparison(a, b)
        tree = comparison.tree_b
        if tree is None:
            for change in comparison.changes:
                if change.path_b is not None:
                    named = change.topic, change.label, change.text_b[:_EXCERPT]
                    yield tracer.block(newest, change.path_b, place_of(change.path_b), *named)
            return
        namer = Namer(tree, siblings_of(self._comparer.reader, b))
        for leaf in tree.leaves():
            namer.name(leaf)
            yield tracer.block(newest, leaf.path, leaf.span, leaf.topic, leaf.label, leaf.text[:_EXCERPT])
