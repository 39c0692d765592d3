"""What became of each block of a page through its versions: for a page what `git blame` is for a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from app.archive import ArchiveReader, Capture
from app.blocks.block_history import BlockEvent, BlockHistory, EventKind, VersionChange
from app.blocks.changes import Change, Noise
from app.blocks.comparer import Cancelled, Comparer
from app.blocks.cutting import DEFAULT_LEVEL, cut
from app.blocks.effort import Effort
from app.blocks.evidence import Versions, sisters_of
from app.blocks.judged import compare_captures
from app.blocks.naming import Namer
from app.blocks.noise_rules import Matched, selector_of
from app.blocks.siblings import siblings_of
from app.blocks.sides import is_sound, side_of
from app.blocks.summaries import Span, Step, Summary
from app.blocks.tracing import Tracer
from app.blocks.trails import Trails, place_of
from app.blocks.volatility import FEWEST, judged

__all__ = [
    "BlockEvent", "BlockHistory", "EventKind", "PageHistory", "VersionChange", "changes_of", "find_block",
    "page_history",
]  # fmt: skip

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
            names = (topic or known.topic, label or known.label, known.excerpt) if known else (topic, label, "")
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
        trails = Trails(self._summaries)
        self._judge(trails)
        progress(len(good) - 1, len(good) - 1)
        by_step = {
            id(summary.steps[number]): noise
            for summary, found in zip(self._summaries, self._noises, strict=True)
            if summary is not None
            for number, noise in found.items()
        }
        visits = {one.id: one.base for one in self._versions.captures if one.base}
        tracer = Tracer([(one.id, one.date) for one in good], self._versions.seen, trails, by_step, visits)
        blocks = (*self._newest(tracer), *tracer.gone())
        return PageHistory(self._url, self._comparer.level, tuple(self._changes()), blocks, tracer)

    def _judge(self, trails: Trails) -> None:
        volatility = self._versions.volatility()
        volatility.trails = trails
        for (a, b), summary in zip(pairwise(self._good), self._summaries, strict=True):
            steps: Sequence[Step] = summary.steps if summary else ()
            if self._noise and volatility.times < FEWEST and any(map(volatility.can_be_noise, steps)):
                volatility.sisters = [sister for _, sister in sisters_of(self._comparer, a, b, Effort())]
            self._noises.append(judged(volatility, steps, a.id, b.id) if self._noise else {})
            self._comparer.check()

    def _changes(self) -> Iterator[VersionChange]:
        place = {capture.id: number for number, capture in enumerate(self._good)}
        for capture in self._versions.captures:
            if capture.kind != "version":
                continue
            number = place.get(capture.id)
            if number is None:
                yield VersionChange(capture.id, capture.date, None, {}, 0, 0, 0.0, 0.0, f"status {capture.status}")
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
