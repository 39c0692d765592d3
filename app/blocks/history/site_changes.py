"""The changes of a site between two moments or two crawls, page by page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from typing import Literal
from urllib.parse import urlsplit

from app.archive.model import Capture, Page
from app.archive.reader import ArchiveReader
from app.blocks.cutting.cutting import DEFAULT_LEVEL
from app.blocks.history.of_template import TemplateChange, TemplateChanges
from app.blocks.noise.comparer import Cancelled, Comparer, Stopped
from app.blocks.noise.judged import Versions, compare_captures, sibling_changes_of, volatility_of
from app.blocks.noise.siblings import SiblingChanges
from app.blocks.noise.volatility import judged
from app.blocks.page.effort import Budget
from app.errors import FormatError, StorageUnreadable
from app.templates.changed import of_template
from app.words.wording import WordOp

State = Literal["new", "gone", "changed", "same"]
STATES: tuple[State, ...] = ("new", "gone", "changed", "same")


@dataclass(frozen=True, slots=True)
class SiteRow:
    """A page. `reason`: of a page that is gone its status, "moved" (a redirect) or "not seen"; "damaged" where its
    captures could not be compared. Shares of all characters of both versions, 0 to 1 (1 for what is new or gone);
    `real` counts its changes that are neither noise nor markup alone nor of the site's template, `counts` these by kind,
    `noise` those that are noise, `template` those of the template (`of_template`).
    `moved_to` and `moved_from` are the address where a page that is gone was found again, and where a new one was
    before (`moves`); `likeness` is then how alike both are (Jaccard), `other` the capture there."""

    url: str
    title: str
    state: State
    reason: str = ""
    share: float = 0.0
    real_share: float = 0.0
    real: int = 0
    noise: int = 0
    counts: Mapping[str, int] = field(default_factory=dict)
    id_a: str | None = None
    id_b: str | None = None
    date_a: datetime | None = None
    date_b: datetime | None = None
    moved_to: str = ""
    moved_from: str = ""
    likeness: float = 0.0
    other: str | None = None
    template: int = 0

    @property
    def is_quiet(self) -> bool:
        """Whether nothing changed on it but its template, noise or markup."""
        return self.state == "changed" and not self.real and not self.reason

    @property
    def compared(self) -> tuple[str, str] | None:
        """The captures that are worth comparing, older first: of a page that moved those at both addresses."""
        if self.other is not None:
            a, b = (self.id_a, self.other) if self.moved_to else (self.other, self.id_b)
        else:
            a, b = self.id_a, self.id_b
        return (a, b) if a and b and a != b else None


@dataclass(slots=True)
class Totals:
    """The extent of a report: pages by state, and pages without a visit in between (`unvisited`); at its end what changed
    in the templates of sites."""

    counts: Counter[str] = field(default_factory=Counter)
    unvisited: int = 0
    cancelled: bool = False
    template: list[TemplateChange] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Question:
    """What a report is about: two moments or two crawls; pages of these kinds (None: all that was captured) on one host
    (with its port) or on all; blocks of a level; with `noise`, what is noise is told from real changes. ValueError
    unless two moments or two crawls are given."""

    moments: tuple[datetime, datetime] | None = None
    crawls: tuple[str, str] | None = None
    host: str | None = None
    kinds: Collection[str] | None = ("document",)
    level: int = DEFAULT_LEVEL
    noise: bool = True

    def __post_init__(self) -> None:
        if (self.moments is None) == (self.crawls is None):
            raise ValueError("two moments or two crawls are needed")

    def answered(self, rows: list[SiteRow], totals: Totals) -> SiteChanges:
        """The report made of these rows."""
        before, after = self.moments or (None, None)
        return SiteChanges(rows, totals, before, after, self.crawls, self.host, self.level)


@dataclass(slots=True)
class SiteChanges:
    """A whole report, rows by address. Either `before` and `after` are given or `crawls`."""

    rows: list[SiteRow]
    totals: Totals
    before: datetime | None = None
    after: datetime | None = None
    crawls: tuple[str, str] | None = None
    host: str | None = None
    level: int = DEFAULT_LEVEL

    @property
    def counts(self) -> Mapping[str, int]:
        return {state: self.totals.counts[state] for state in STATES}

    @property
    def cancelled(self) -> bool:
        return self.totals.cancelled


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A real change of a page, for a report; `words` as in Change."""

    kind: str
    topic: str
    label: str
    words: tuple[tuple[WordOp, str, str], ...]
    attributes: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


def sorted_rows(rows: Iterable[SiteRow], by: str = "share") -> list[SiteRow]:
    """Rows by "share" (the largest real change first), "url", "title", "state" or "date" (the newest first)."""
    oldest = datetime.min

    def key(row: SiteRow) -> tuple[object, ...]:
        moment = row.date_b or row.date_a
        values: dict[str, tuple[object, ...]] = {
            "share": (row.real_share, row.real, row.share),
            "url": (),
            "title": (row.title.casefold(),),
            "state": (STATES.index(row.state),),
            "date": (moment.replace(tzinfo=None) if moment else oldest,),
        }
        return values[by]

    return sorted(sorted(rows, key=lambda row: row.url), key=key, reverse=by in ("share", "date"))


def filtered(
    rows: Iterable[SiteRow], states: Collection[str] | None = None, text: str = "", least: float = 0.0
) -> list[SiteRow]:
    """Rows of some states, with a text in title or address, and with at least this share of real change."""
    wanted = text.casefold()
    return [
        row
        for row in rows
        if (states is None or row.state in states)
        and row.real_share >= least
        and (not wanted or wanted in row.title.casefold() or wanted in row.url.casefold())
    ]


__all__ = [
    "STATES",
    "Excerpt",
    "Question",
    "SiteChanges",
    "SiteRow",
    "State",
    "Totals",
    "excerpts",
    "filtered",
    "iter_site_changes",
    "site_changes",
    "sorted_rows",
]

Progress = Callable[[int, int], None]

_GONE = frozenset((404, 410))
_NEIGHBOURS = 6  # versions that a page's own noise is learned from; a report has many pages
_MOST_SIBLINGS = 8  # pages of a host whose changes all others of it are judged by
_MOST_EXCERPTS = 12


def site_changes(
    reader: ArchiveReader,
    question: Question,
    *,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> SiteChanges:
    """The pages of an archive as they were at two moments, or as two crawls found them; what was found until it is
    cancelled is in the report. Progress in pages (done, of all; of 0 where nobody knows)."""
    totals = Totals()
    found = iter_site_changes(reader, question, totals, progress=progress, cancelled=cancelled)
    return question.answered(list(found), totals)


def iter_site_changes(
    reader: ArchiveReader,
    question: Question,
    totals: Totals,
    *,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
) -> Iterator[SiteRow]:
    """The same row by row; `totals` are kept up to date."""
    noise, host = question.noise, question.host
    choose = _Moments(*question.moments) if question.moments else _Crawls(*question.crawls or ("", ""))
    total = 0 if host else sum(folder.pages for folder in reader.sites())
    with Comparer(reader, level=question.level, rules=None if noise else (), cancelled=cancelled) as comparer:
        work = _Work(comparer, choose, noise)
        try:
            for done, page in enumerate(_pages(reader, host, question.kinds)):
                comparer.check()
                if progress is not None:
                    progress(done, total)
                row = work.row(page)
                if row is None:
                    totals.unvisited += work.unvisited
                    continue
                totals.counts[row.state] += 1
                yield row
        except Stopped:
            totals.cancelled = True
        finally:
            totals.template = work.template.changes()
            work.template.close()


def excerpts(
    reader: ArchiveReader, row: SiteRow, *, level: int = DEFAULT_LEVEL, cancelled: Cancelled | None = None
) -> tuple[Excerpt, ...]:
    """The real changes of a page, as far as they fit in a report. Raises Stopped, FormatError, StorageUnreadable."""
    if row.state != "changed" or row.id_a is None or row.id_b is None:
        return ()
    found = compare_captures(reader, row.id_a, row.id_b, level=level, cancelled=cancelled)
    real = [one for one in found.changes if one.noise is None and _is_real(one.kind, one.size, one.differs)]
    if row.template:
        places = [((one.path_a, one.text_a), (one.path_b, one.text_b)) for one in real]
        told = of_template(reader, reader.capture(row.id_a), reader.capture(row.id_b), places)
        real = [one for one, of_site in zip(real, told, strict=True) if not of_site]
    return tuple(
        Excerpt(one.kind, one.topic, one.label, one.words, (one.attributes_a, one.attributes_b))
        for one in real[:_MOST_EXCERPTS]
    )


def _pages(reader: ArchiveReader, host: str | None, kinds: Collection[str] | None) -> Iterator[Page]:
    if host is None:
        return reader.all_pages("", kinds)
    sites = (f"{scheme}://{host}/" for scheme in ("http", "https"))
    return chain.from_iterable(reader.all_pages(site, kinds) for site in sites)


Pair = tuple[Capture | None, Capture | None]


@dataclass(frozen=True, slots=True)
class _Moments:
    """The newest captures up to two moments. What failed on the way (5xx and the like) says nothing of the page."""

    before: datetime
    after: datetime
    missing_is_gone = False

    def __call__(self, captures: list[Capture]) -> Pair:
        told = [one for one in captures if _tells(one)]
        a = next((one for one in reversed(told) if one.date <= self.before), None)
        b = next((one for one in reversed(told) if self.before < one.date <= self.after), None)
        return a, b


@dataclass(frozen=True, slots=True)
class _Crawls:
    """The captures of two crawls, the last one of each."""

    a: str
    b: str
    missing_is_gone = True

    def __call__(self, captures: list[Capture]) -> Pair:
        told = [one for one in captures if _tells(one)]
        a, b = (next((one for one in reversed(told) if one.crawl == id), None) for id in (self.a, self.b))
        return a, b


def _tells(capture: Capture) -> bool:
    return capture.status < 400 or capture.status in _GONE


def _has_content(capture: Capture | None) -> bool:
    return capture is not None and 200 <= capture.status < 300


class _Work:
    def __init__(self, comparer: Comparer, choose: _Moments | _Crawls, noise: bool) -> None:
        self._comparer = comparer
        self._choose = choose
        self._noise = noise
        self.template = TemplateChanges(comparer)
        self._siblings: dict[
            str, list[tuple[str, SiblingChanges]]
        ] = {}  # of the host that is being gone through
        self.unvisited = 0

    def row(self, page: Page) -> SiteRow | None:
        """What became of a page; None when it was there at neither time, or nobody looked (`unvisited` is 1 then)."""
        self.unvisited = 0
        captures = self._comparer.reader.versions(page.url, visits=True)
        a, b = self._choose(captures)
        if not _has_content(a):
            if b is None or not _has_content(b):
                return None
            return SiteRow(page.url, b.title or page.title, "new", "", 1.0, 1.0, 1, id_b=b.id, date_b=b.date)
        assert a is not None
        if b is None and not self._choose.missing_is_gone:
            self.unvisited = 1
            return None
        if b is None or not _has_content(b):
            reason = "not seen" if b is None else str(b.status) if b.status in _GONE else "moved"
            return SiteRow(
                page.url,
                a.title or page.title,
                "gone",
                reason,
                1.0,
                1.0,
                1,
                id_a=a.id,
                date_a=a.date,
                id_b=b.id if b else None,
                date_b=b.date if b else None,
            )
        return self._compared(page, captures, a, b)

    def _compared(self, page: Page, captures: list[Capture], a: Capture, b: Capture) -> SiteRow:
        base = SiteRow(
            page.url, b.title or page.title, "same", id_a=a.id, id_b=b.id, date_a=a.date, date_b=b.date
        )
        if (a.base or a.id) == (b.base or b.id) or self._are_same(a, b):
            return base
        of_id = {one.id: one for one in captures}
        version_a, version_b = (of_id.get(one.base or one.id, one) for one in (a, b))
        try:
            summary = self._comparer.summary(version_a, version_b)
        except (FormatError, StorageUnreadable):
            return _with(base, "changed", "damaged")
        fresh, noise = self._comparer.fresh, dict[int, object]()
        if self._noise:
            volatility = volatility_of(
                self._comparer,
                version_a,
                version_b,
                summary,
                Versions(captures),
                self._siblings_for(page.url, version_a, version_b),
                _NEIGHBOURS,
            )
            noise = dict(judged(volatility, summary.steps, version_a.id, version_b.id))
        real = {
            n: step
            for n, step in enumerate(summary.steps)
            if n not in noise and _is_real(step.kind, step.size, step.differs)
        }
        of_site = self.template.take(version_a, version_b, summary, real, fresh)
        counted = [step for n, step in real.items() if n not in of_site]
        return _with(
            base,
            "changed",
            "",
            summary.share(summary.steps),
            summary.share(counted),
            len(counted),
            len(noise),
            dict(Counter[str](step.kind for step in counted)),
            len(of_site),
        )

    def _are_same(self, a: Capture, b: Capture) -> bool:
        """Whether two versions have the same bytes, and scripts made nothing of them."""
        return a.digest == b.digest and not any(self._comparer.reader.rendered(one) for one in (a, b))

    def _siblings_for(self, url: str, a: Capture, b: Capture) -> list[SiblingChanges]:
        """What changed on pages of the host between the two times, the page itself aside."""
        parts = urlsplit(url)
        if parts.netloc not in self._siblings:
            found = sibling_changes_of(self._comparer, a, b, Budget(), _MOST_SIBLINGS)
            self._siblings = {parts.netloc: found}
        return [sibling for of, sibling in self._siblings[parts.netloc] if of != url]


def _is_real(kind: str, size: int, differs: bool) -> bool:
    """Whether a person could see the change."""
    return kind in ("changed", "added", "removed", "moved") or (kind == "layout" and (size > 0 or differs))


def _with(
    row: SiteRow,
    state: State,
    reason: str,
    share: float = 0.0,
    real_share: float = 0.0,
    real: int = 0,
    noise: int = 0,
    counts: Mapping[str, int] | None = None,
    template: int = 0,
) -> SiteRow:
    return SiteRow(
        row.url,
        row.title,
        state,
        reason,
        share,
        real_share,
        real,
        noise,
        counts or {},
        row.id_a,
        row.id_b,
        row.date_a,
        row.date_b,
        template=template,
    )
