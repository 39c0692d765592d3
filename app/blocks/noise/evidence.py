"""The versions and sibling pages that noise is learned from, and the places of blocks in them."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from itertools import islice

from app.archive.model import Capture, Page
from app.archive.reader import ArchiveReader
from app.blocks.noise.comparer import Comparer
from app.blocks.noise.sibling_changes import SiblingChanges
from app.blocks.noise.summaries import Step, Summary
from app.blocks.noise.volatility import Lineage, Volatility
from app.blocks.page.effort import Budget, weight_in_vain, weight_of_documents

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
