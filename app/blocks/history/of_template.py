"""Changes of a site's template: told once for the site, not on each of the pages that have them.

A template change is known by what it says before and after; the verdict on a place and its two texts is given once and
holds for other pages, so a new entry of a menu costs the reading of one page, not of all.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import NamedTuple

from app.archive.model import Capture
from app.blocks.compare.changes import Comparison, Kind
from app.blocks.noise.comparer import Comparer
from app.blocks.noise.summaries import Step, Summary
from app.errors import FormatError, StorageUnreadable
from app.templates.changed import of_template
from app.templates.known import Templates, site_of
from app.templates.others import Others

MOST_TOLD = 2000
"""Different changes of templates that a report tells; the pages that have others are counted all the same."""
MOST_PAGES = 10_000
"""Addresses that are kept of one change."""
_LONGEST = 300  # characters of a text
_MOST_FOLDERS = 50  # whose pages are remembered
_MOST_KNOWN = 100_000  # verdicts that are remembered


class TemplateChange(NamedTuple):
    """What the pages of a site said in their template and say now ("": nothing), on so many `pages`, with their
    addresses as far as they are kept; `compared` are the two captures of the first of them. `kind` as in Change; of a
    change of links or pictures alone both texts are the same."""

    site: str
    kind: Kind
    before: str
    after: str
    pages: int
    urls: tuple[str, ...]
    compared: tuple[str, str]


class _Told:
    def __init__(self, compared: tuple[str, str]) -> None:
        self.compared = compared
        self.pages = 0
        self.urls: list[str] = []


Said = tuple[str, str]
_Key = tuple[str, Kind, str, str]


class TemplateChanges:
    """Gathers them while the pages of a report are compared. To be closed."""

    def __init__(self, comparer: Comparer) -> None:
        self._comparer = comparer
        self._templates = Templates(comparer.reader.path)
        self._marks: dict[str, str] = {}  # by site: something that is another once its template is
        self._seq = comparer.reader.last_seq()  # verdicts rest on what other pages say, too
        self._known: dict[tuple[object, ...], Said] = {}
        self._told: dict[_Key, _Told] = {}
        self._others: dict[str, Others] = {}  # by folder

    def close(self) -> None:
        self._templates.close()

    def take(
        self,
        a: Capture,
        b: Capture,
        summary: Summary,
        wanted: Collection[int],
        fresh: Comparison | None = None,
    ) -> set[int]:
        """Which of these steps stand in the template of the site; they are remembered to be told of it. `fresh` is the
        comparison that the summary was made of, where it is at hand."""
        site = site_of(b.url)
        if not wanted or not self._mark(site, b.url):
            return set()
        found = {
            n: said
            for n in wanted
            if (said := self._known.get(self._place(site, summary.steps[n]))) is not None
        }
        if len(found) < len(wanted):
            found |= self._judged(a, b, summary, [n for n in wanted if n not in found], fresh)
        told = {(site, summary.steps[n].kind, *said) for n, said in found.items()}
        for n, said in found.items():
            if len(self._known) < _MOST_KNOWN:
                self._known[self._place(site, summary.steps[n])] = said
        for key in told:
            if key not in self._told and len(self._told) >= MOST_TOLD:
                continue
            one = self._told.setdefault(key, _Told((a.id, b.id)))
            one.pages += 1
            if len(one.urls) < MOST_PAGES:
                one.urls.append(b.url)
        return set(found)

    def changes(self) -> list[TemplateChange]:
        """What was gathered, by site, that of the most pages first; without what one page alone has where a person has
        marked something as no content, which may differ from page to page."""
        found = [
            TemplateChange(*key, one.pages, tuple(one.urls), one.compared)
            for key, one in self._told.items()
            if one.pages > 1 or not self._templates.marked(one.urls[0])
        ]
        return sorted(found, key=lambda one: (one.site, -one.pages, one.kind, one.before, one.after))

    def _others_of(self, a: Capture, b: Capture) -> Others:
        """Other pages of the folder and site, read once for all pages of the folder."""
        folder = b.url.partition("?")[0].rpartition("/")[0]
        known = self._others.get(folder)
        if known is None or not known.fits(a, b):
            if len(self._others) >= _MOST_FOLDERS:
                self._others.clear()
            known = self._others[folder] = Others(self._comparer.reader, a, b)
        return known

    @staticmethod
    def _place(site: str, step: Step) -> tuple[object, ...]:
        return site, step.kind, step.path_a, step.path_b, step.text_a, step.text_b

    def _mark(self, site: str, url: str) -> str:
        """Empty for a site of which nothing was learned."""
        known = self._marks.get(site)
        if known is None:
            numbers = self._templates.of(url) if self._templates.knows(url) else frozenset[int]()
            said = ",".join(map(str, sorted(numbers)))
            known = self._marks[site] = blake2b(said.encode(), digest_size=16).hexdigest() if numbers else ""
        return known

    def _judged(
        self, a: Capture, b: Capture, summary: Summary, wanted: Sequence[int], fresh: Comparison | None
    ) -> dict[int, Said]:
        """Those of these steps that are of the template, with what they say; judged once for these versions and what was
        learned of the site."""
        cache, key = (
            self._comparer.cache,
            self._comparer.key(a, b, "template", self._mark(site_of(b.url), b.url), tuple(wanted), self._seq),
        )
        known = cache.get(key)
        if known is not None:
            with suppress(ValueError):
                return _unpacked(known)
        try:
            comparison = fresh if fresh is not None else self._comparer.comparison(a, b)
        except (FormatError, StorageUnreadable):
            return {}
        if len(comparison.changes) != len(summary.steps):
            return {}
        changes = [comparison.changes[n] for n in wanted]
        places = [((one.path_a, one.text_a), (one.path_b, one.text_b)) for one in changes]
        told = of_template(self._comparer.reader, a, b, places, self._templates, self._others_of(a, b))
        found = {
            n: (_short(one.text_a), _short(one.text_b))
            for n, one, of_site in zip(wanted, changes, told, strict=True)
            if of_site
        }
        if comparison.tree_a is not None or not comparison.warnings:
            cache.keep(key, json.dumps([[n, *said] for n, said in found.items()]).encode())
        return found


def _short(text: str) -> str:
    return " ".join(text.split())[:_LONGEST]


def _unpacked(value: bytes) -> dict[int, Said]:
    """ValueError for what is nothing of ours."""
    try:
        return {int(n): (str(before), str(after)) for n, before, after in json.loads(value)}
    except (TypeError, RecursionError) as error:
        raise ValueError(f"no verdict: {error}") from error
