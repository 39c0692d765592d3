"""What crawls know of a page: why it is here, under which other addresses it was found, when it is due again."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QObject

from app import crawl as crawling
from app.archive import Archive, ArchiveReader
from app.archive.model import Capture
from app.crawl import CrawlSettings, Revisit, Why
from app.crawl.canonical import DEFAULT_RULES, canonical, explain
from app.crawl.joblist import find_job
from app.crawl.url import normalize
from app.errors import UserError
from widgets import formats
from widgets.crawl_setup.words import rule_name

Rows = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class CrawlFacts:
    """`why` and `settings` of the crawl that made the capture, when the archive still knows it; `canonical` is the
    form by its rules, `steps` (rule, form after it) what changed on the way there."""

    why: Why | None = None
    settings: CrawlSettings | None = None
    revisit: Revisit | None = None
    canonical: str = ""
    steps: tuple[tuple[str, str], ...] = field(default_factory=tuple)


def gather(archive: Archive, reader: ArchiveReader, capture: Capture) -> CrawlFacts:
    """Read all of it; what cannot be found out is left out."""
    why, settings = None, None
    if capture.crawl and archive.crawl_db.exists():
        try:
            why = crawling.why(archive, capture.crawl, capture.url)
            settings = find_job(archive, capture.crawl).settings
        except UserError:  # an import brought the captures of a crawl, but not the crawl
            why = None
    bounds = (settings.revisit_floor, settings.revisit_ceiling) if settings else ()
    revisit = crawling.revisit_of(reader, capture.url, *bounds)
    rules = settings.canonical if settings else DEFAULT_RULES
    try:
        address = normalize(capture.url)
        return CrawlFacts(why, settings, revisit, canonical(address, rules), tuple(explain(address, rules)))
    except UserError:  # no web address
        return CrawlFacts(why, settings, revisit)


class CrawlWords(QObject):
    """The facts as names and values."""

    def rows(self, facts: CrawlFacts, url: str) -> Rows:
        """In the order in which they are shown; empty values mean nothing is known."""
        return [*self._why(facts.why, url), *self._canonical(facts, url), *self._revisit(facts.revisit)]

    def _why(self, why: Why | None, url: str) -> Rows:
        if why is None:
            return []
        way = " → ".join(formats.shorten(step, 100) for step in why.path)
        found = [
            (self.tr("Why it is here"), way or self.tr("The crawl started from it")),
            (self.tr("Text of the link"), why.anchor if why.path else ""),
            (self.tr("Links from the start"), formats.number(max(0, why.depth))),
        ]
        others = [other for other in dict.fromkeys((why.raw, why.url)) if other and other != url]
        found.append((self.tr("Also found as"), " · ".join(others)))
        return found

    def _canonical(self, facts: CrawlFacts, url: str) -> Rows:
        if not facts.canonical:
            return []
        if facts.canonical == url:
            return [(self.tr("Canonical address"), self.tr("{url} (no rule changes it)").format(url=url))]
        rules = " · ".join(f"{rule_name(name)}: {form}" for name, form in facts.steps)
        return [(self.tr("Canonical address"), facts.canonical), (self.tr("By the rules"), rules)]

    def _revisit(self, revisit: Revisit | None) -> Rows:
        if revisit is None:
            return []
        if not revisit.checks:
            learnt = self.tr("visited once: nothing is known of its changes yet")
        else:
            learnt = self.tr("%Ln change(s)", "", revisit.changes) + self.tr(" in %Ln visit(s)", "", revisit.checks)
        every = self.tr("every {interval} ({learnt})").format(
            interval=self._interval(revisit.interval.total_seconds() / 3600), learnt=learnt
        )
        return [(self.tr("Worth a visit"), every), (self.tr("Next visit"), formats.date(revisit.next))]

    def _interval(self, hours: float) -> str:
        if hours < 48:
            return self.tr("{hours} h", "hours").format(hours=f"{hours:.3g}")
        return self.tr("{days} days").format(days=f"{hours / 24:.3g}")
