"""Two captures compared and their noise marked: the service for views and the command line."""

from __future__ import annotations

import re
import threading
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from itertools import islice

from app.archive.documents import charsets
from app.archive.model import Capture, Page
from app.archive.reader import ArchiveReader
from app.blocks.compare.changes import Change, Comparison, Noise
from app.blocks.cutting.cutting import DEFAULT_LEVEL
from app.blocks.noise.comparer import Cancelled, Comparer, Stopped
from app.blocks.noise.noise import read_rules
from app.blocks.noise.siblings import SiblingChanges, siblings_of
from app.blocks.noise.summaries import Step, Summary
from app.blocks.noise.volatility import FEWEST, Lineage, Volatility, judged
from app.blocks.page.effort import CUT, MOST, Budget, weight_in_vain, weight_of_documents

NEIGHBOURS = 12
"""Versions around a comparison that are looked at."""

MOST_SIBLINGS = 6
"""Sibling pages that are compared; so many are enough to tell what most of them do."""

_LOOKED_AT = 80  # pages whose captures are looked for in the index
_APART = 0.25  # part of the time between two versions by which those of a sibling may be apart from them
_LEAST_APART = timedelta(hours=1)

Pair = tuple[Capture, Capture]


class Versions:
    """The captures of an address: its versions with content, and how often each of them was seen."""

    def __init__(self, captures: Sequence[Capture]) -> None:
        self.captures = captures
        self.good = [one for one in captures if one.kind == "version" and 200 <= one.status < 300]
        seen = Counter(one.base or one.id for one in captures)
        self.seen = [seen[one.id] for one in self.good]

    def around(self, id: str, most: int = NEIGHBOURS) -> Versions:
        """The versions nearest to one, more of the older than of the newer ones."""
        ids = [one.id for one in self.good]
        place = ids.index(id) if id in ids else len(ids) - 1
        first = max(0, min(place - most * 2 // 3, len(ids) - most))
        return self.between(first, first + most)

    def between(self, first: int, end: int) -> Versions:
        """Some of them, by their place."""
        found = Versions(())
        found.captures = self.captures
        found.good, found.seen = self.good[first:end], self.seen[first:end]
        return found

    def volatility(self) -> Volatility:
        """The volatility before any comparison."""
        return Volatility([one.id for one in self.good], self.seen)


def learn(
    comparer: Comparer, versions: Versions, compared: Pair, known: Summary | None, budget: Budget
) -> Volatility:
    """The volatility of the blocks of a page, from as many of its versions as the budget allows.

    The search goes from the newer one of two compared versions to both sides; `known` is the summary of these two, None
    where they are damaged.
    """
    good = versions.good
    ids = [one.id for one in good]
    newer_id = compared[1].id
    first = last = ids.index(newer_id) if newer_id in ids else len(ids) - 1
    found: deque[Summary | None] = deque()
    older, newer = first > 0, last < len(good) - 1
    while older or newer:
        if older:
            pair = good[first - 1], good[first]
            older = _same(pair, compared) or _can_compare(comparer, pair, budget)
            if older:
                found.appendleft(known if _same(pair, compared) else comparer.summary_or_none(*pair))
                first -= 1
            older = older and first > 0
        if newer:
            pair = good[last], good[last + 1]
            newer = _can_compare(comparer, pair, budget)
            if newer:
                found.append(comparer.summary_or_none(*pair))
                last += 1
            newer = newer and last < len(good) - 1
    volatility = versions.between(first, last + 1).volatility()
    volatility.lineage = Lineage(found)
    return volatility


def _same(pair: Pair, other: Pair) -> bool:
    return (pair[0].id, pair[1].id) == (other[0].id, other[1].id)


def sibling_changes_of(
    comparer: Comparer, a: Capture, b: Capture, budget: Budget, most: int = MOST_SIBLINGS
) -> list[tuple[str, SiblingChanges]]:
    """What changed on other pages of the site (by address) between the two times at which a page was captured, as far
    as the budget allows."""
    found: list[tuple[str, SiblingChanges]] = []
    for page in _others(comparer.reader, b.url):
        comparer.check()
        pair = pair_at(comparer.reader.versions(page.url, visits=True), a, b)
        if pair is None or pair[0].digest == pair[1].digest or pair[1].type != b.type:
            continue
        if _can_compare(comparer, pair, budget):
            summary = comparer.summary_or_none(*pair)
            if summary is not None:
                found.append((page.url, SiblingChanges(summary)))
        if len(found) >= most or budget.left <= 0:
            break
    return found


def _can_compare(comparer: Comparer, pair: Pair, budget: Budget) -> bool:
    """Take the steps of comparing two versions from the budget, if they are left."""
    size = pair[0].length + pair[1].length
    if not budget.allows(weight_of_documents(size)):
        return False
    steps = comparer.weight(*pair)
    return budget.take(steps, weight_in_vain(steps, size))


def pair_at(captures: Sequence[Capture], a: Capture, b: Capture) -> Pair | None:
    """The captures of another page that are of the same crawls as two of this one, or of about the same times."""
    apart = max(_LEAST_APART, abs(b.date - a.date) * _APART)
    one, two = (_nearest(captures, wanted, apart) for wanted in (a, b))
    return (one, two) if one and two and one.id != two.id else None


def _nearest(captures: Iterable[Capture], wanted: Capture, apart: timedelta) -> Capture | None:
    good = [one for one in captures if 200 <= one.status < 300]
    if wanted.crawl:
        of_crawl = [one for one in good if one.crawl == wanted.crawl]
        good = of_crawl or good

    def distance(one: Capture) -> timedelta:
        return abs(one.date - wanted.date)

    best = min(good, key=distance, default=None)
    if best is None or (distance(best) > apart and not (wanted.crawl and best.crawl == wanted.crawl)):
        return None
    return best


def _others(reader: ArchiveReader, url: str) -> Iterator[Page]:
    """Pages of the site of an address, those of its folder first."""
    page = reader.page(url)
    if page is None:
        return
    told = {url}
    near = reader.pages(page.folder_id, kinds=("document",), limit=_LOOKED_AT // 2)
    scheme, sign, rest = url.partition("://")
    site = f"{scheme}{sign}{rest.partition('/')[0]}/"
    for other in [*near, *islice(reader.all_pages(site, ("document",)), _LOOKED_AT)]:
        if other.url not in told and other.versions > 1:
            told.add(other.url)
            yield other


class Places:
    """The blocks of a comparison of the code, by texts and paths, to find those that a displayed page shows."""

    def __init__(self, code: Summary) -> None:
        self._by_texts: defaultdict[tuple[str, str], list[Step]] = defaultdict(list)
        self._by_text: tuple[defaultdict[str, list[Step]], ...] = defaultdict(list), defaultdict(list)
        self._by_path: tuple[dict[str, Step], ...] = {}, {}
        for step in code.steps:
            if step.kind == "layout":
                continue
            if step.text_a or step.text_b:
                self._by_texts[step.text_a, step.text_b].append(step)
            sides = (step.path_a, step.text_a), (step.path_b, step.text_b)
            for (path, text), texts, paths in zip(sides, self._by_text, self._by_path, strict=True):
                if path is not None:
                    paths[path] = step
                    if text:
                        texts[text].append(step)

    def has(self, step: Step) -> bool:
        """Whether the code says the same as what is displayed, in both versions."""
        return (step.text_a, step.text_b) in self._by_texts

    def placed(self, step: Step) -> Step:
        """A step of what is displayed with paths and bytes of the code; without them where the code has no such block:
        neither one with the texts of both versions, or with that of one where it came or went, nor one at its path."""
        if step.kind in ("unchanged", "layout"):
            return step
        found = _said_near(step, self._by_texts.get((step.text_a, step.text_b), ()))
        if found is None and step.kind in ("added", "removed"):
            side = step.kind == "added"
            found = _said_near(step, self._by_text[side].get((step.text_a, step.text_b)[side], ()))
        if found is None:
            found = (
                self._by_path[1].get(step.path_b or "")
                if step.path_b
                else self._by_path[0].get(step.path_a or "")
            )
        if found is None:
            return step._replace(span_a=None, span_b=None)
        place_a = (found.path_a, found.span_a) if step.path_a is not None else (None, None)
        place_b = (found.path_b, found.span_b) if step.path_b is not None else (None, None)
        return step._replace(path_a=place_a[0], span_a=place_a[1], path_b=place_b[0], span_b=place_b[1])


def _said_near(step: Step, found: Iterable[Step]) -> Step | None:
    """Of blocks that say the same the one at the path of the step, else the first."""
    some = list(found)
    here = (one for one in some if (one.path_b or one.path_a) == (step.path_b or step.path_a))
    return next(here, some[0] if some else None)


__all__ = ["Stopped", "compare_captures", "judge_displayed", "volatility_of"]

_KEPT = 6  # comparisons that stay in memory …
_KEPT_BYTES = 3 << 20  # … as long as their pages are no larger together

_FOR_SIBLINGS = MOST // 3  # steps that the versions of the page itself leave to its siblings

_DATED = ("footer", "date/counter")  # labels of blocks in which a year is not the subject

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
    only a script writes nothing is known: there the year in a footer or date is noise that is the year of the capture
    on both sides. Raises Stopped, FormatError, StorageUnreadable."""
    version_a, version_b = (reader.capture(found.base) if found.base else found for found in (a, b))
    with Comparer(reader, level=level, cancelled=cancelled) as comparer:
        code = comparer.summary_or_none(version_a, version_b)
        steps = comparer.brief(displayed).steps
        volatility = None
        years = {}
        if code is not None:
            places = Places(code)
            years = {
                number: Noise("year", "says the year of its capture")
                for number, (step, change) in enumerate(zip(steps, displayed.changes, strict=True))
                if not places.has(step) and _says_its_year(change, a, b)
            }
            steps = tuple(map(places.placed, steps))
            volatility = volatility_of(comparer, version_a, version_b, Summary(steps), known=code)
        found = judged(volatility, steps, version_a.id, version_b.id)
    for number, change in enumerate(displayed.changes):
        change.noise = found.get(number) or years.get(number)


def _says_its_year(change: Change, a: Capture, b: Capture) -> bool:
    """Whether nothing but the year differs in a footer or a date, and that is the year of either capture."""
    if change.kind != "changed" or change.label not in _DATED or change.attributes_a or change.attributes_b:
        return False
    bare_a, bare_b = (
        re.sub(rf"(?<!\d){capture.date.year}(?!\d)", "#", text)
        for text, capture in ((change.text_a, a), (change.text_b, b))
    )
    return bare_a == bare_b != change.text_b


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
