"""Two captures compared and their noise marked: the service for views and the command line."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence

from app.archive import charsets
from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.blocks.compare.changes import Comparison
from app.blocks.cutting.cutting import DEFAULT_LEVEL
from app.blocks.noise.comparer import Cancelled, Comparer, Stopped
from app.blocks.noise.evidence import Places, Versions, learn, sibling_changes_of
from app.blocks.noise.noise import read_rules
from app.blocks.noise.sibling_changes import SiblingChanges
from app.blocks.noise.siblings import siblings_of
from app.blocks.noise.summaries import Step, Summary
from app.blocks.noise.volatility import FEWEST, Volatility, judged
from app.blocks.page.effort import CUT, MOST, Budget

__all__ = ["Stopped", "compare_captures", "judge_displayed", "volatility_of"]

_KEPT = 6  # comparisons that stay in memory …
_KEPT_BYTES = 3 << 20  # … as long as their pages are no larger together

_FOR_SIBLINGS = MOST // 3  # steps that the versions of the page itself leave to its siblings

_lock = threading.Lock()
_recent: OrderedDict[object, Comparison] = OrderedDict()


def compare_captures(
    reader: ArchiveReader,
    a: Capture | str,
    b: Capture | str,
    *,
    level: int = DEFAULT_LEVEL,
    noise: bool = True,
    rules: Sequence[str] = (),
    cancelled: Cancelled | None = None,
) -> Comparison:
    """The settled comparison of two captures; with `noise`, changes without meaning are marked.

    Noise is found by the rules of the archive and by `rules`. The same object may be given to several callers. Raises
    Stopped, CaptureMissing, FormatError, StorageUnreadable.
    """
    one, two = (reader.capture(wanted) if isinstance(wanted, str) else wanted for wanted in (a, b))
    version_a, version_b = (reader.capture(found.base) if found.base else found for found in (one, two))
    selectors = (*read_rules(reader.path), *rules) if noise else ()
    with Comparer(reader, level=level, rules=selectors, cancelled=cancelled) as comparer:
        # evidence grows with the archive
        versions = tuple(
            (one.id, one.digest, charsets.choice(reader.path, one.url, one.id))
            for one in (version_a, version_b)
        )
        known_by = (reader.path, versions, level, noise, comparer.rules, noise and reader.last_seq())
        with _lock:
            if known_by in _recent:
                _recent.move_to_end(known_by)
                return _recent[known_by]
        comparison = comparer.comparison(version_a, version_b)
        comparer.check()
        comparison.settle()
        if noise:
            damaged = comparer.damaged(version_a, version_b) is not None
            summary = (
                comparer.brief(comparison) if damaged else comparer.keep(version_a, version_b, comparison)
            )
            volatility = volatility_of(comparer, version_a, version_b, summary, damaged=damaged)
            found = judged(volatility, summary.steps, version_a.id, version_b.id)
            for number, change in enumerate(comparison.changes):
                change.noise = found.get(number)
            if volatility is not None and volatility.cut and volatility.leaves_open(summary.steps, found):
                comparison.warnings += (CUT,)
        if comparison.tree_b is not None and (siblings := siblings_of(reader, version_b)):
            comparison.label_among(siblings)  # behind the noise, which is told by what a page says alone
            comparison.settle()
    _remember(known_by, comparison)
    return comparison


def judge_displayed(
    reader: ArchiveReader,
    a: Capture,
    b: Capture,
    displayed: Comparison,
    *,
    level: int = DEFAULT_LEVEL,
    cancelled: Cancelled | None = None,
) -> None:
    """Tell what is noise between two versions as scripts made them, in a settled comparison of that: by the rules of
    the archive, and by what is known of the blocks of the code that say the same, or stand in the same place. Of what
    only a script writes nothing is known, so it is never noise. Stopped, FormatError, StorageUnreadable."""
    version_a, version_b = (reader.capture(found.base) if found.base else found for found in (a, b))
    with Comparer(reader, level=level, cancelled=cancelled) as comparer:
        code = comparer.summary_or_none(version_a, version_b)
        steps = comparer.brief(displayed).steps
        volatility = None
        if code is not None:
            places = Places(code)
            steps = tuple(map(places.placed, steps))
            volatility = volatility_of(comparer, version_a, version_b, Summary(steps), known=code)
        found = judged(volatility, steps, version_a.id, version_b.id)
    for number, change in enumerate(displayed.changes):
        change.noise = found.get(number)


def volatility_of(
    comparer: Comparer,
    a: Capture,
    b: Capture,
    summary: Summary,
    versions: Versions | None = None,
    siblings: Sequence[SiblingChanges] | None = None,
    neighbours: int = 0,
    *,
    damaged: bool = False,
    known: Summary | None = None,
) -> Volatility | None:
    """What is to be known to tell noise between two versions, as far as their changes make it worth finding out: from
    the page's own versions if there are enough of them, and from its siblings for what these leave open. Nothing is
    known of two addresses, and nothing is learned from a comparison of `damaged` versions. What is learned from these
    two is `known`, where the summary is of something else than their code."""
    if a.url != b.url:
        return None
    if versions is None:
        versions = Versions(comparer.reader.versions(b.url, visits=True))
    near = versions.around(b.id, neighbours) if neighbours else versions.around(b.id)
    volatility = near.volatility()
    budget = Budget()
    open_steps: list[Step] = [step for step in summary.steps if not step.rule and step.is_change]
    if not any(volatility.can_be_noise(step) for step in open_steps):
        return None
    if siblings is not None:
        volatility.siblings = siblings
        if all(volatility.judge(step, "", "") for step in open_steps if volatility.can_be_noise(step)):
            return volatility
    if volatility.times >= FEWEST and len(near.good) > 1:
        own = Budget(MOST - _FOR_SIBLINGS)
        volatility = learn(comparer, near, (a, b), None if damaged else known or summary, own)
        volatility.siblings = siblings or ()
        budget.left, budget.cut = max(0, own.left) + _FOR_SIBLINGS, own.cut
    if siblings is None and any(
        volatility.can_be_shared(step) and volatility.judge(step, a.id, b.id) is None for step in open_steps
    ):
        volatility.siblings = [sibling for _, sibling in sibling_changes_of(comparer, a, b, budget)]
    volatility.cut = budget.cut
    return volatility


def _remember(known_by: object, comparison: Comparison) -> None:
    with _lock:
        _recent[known_by] = comparison
        while len(_recent) > _KEPT or sum(map(_bytes, _recent.values())) > _KEPT_BYTES:
            _recent.popitem(last=False)


def _bytes(comparison: Comparison) -> int:
    return sum(len(tree.data) for tree in (comparison.tree_a, comparison.tree_b) if tree is not None)
