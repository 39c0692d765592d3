"""Fields that match no longer: pages that had a value before and have none in their newest version, as after a redesign,
and the ways that find the old values where they stand now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from app.archive.index.rows import moment
from app.archive.reader import ArchiveReader
from app.errors import CaptureMissing
from app.fields.candidates import candidates, located, same
from app.fields.feeding import document_of
from app.fields.limited import Document, Limited
from app.fields.page import Page, value_of
from app.fields.rules import Field, Kind, Way, usable
from app.fields.store import MATCHED, NOTHING, Store
from app.fields.teaching import Proposal, first
from app.fields.values import typed

_MOST_PAGES = 24  # of a field, to find out where its values stand now
_MOST_TOLD = 1000  # lost pages of a field
_ENOUGH = 0.6  # of the pages that still say the old value
_SECONDS = 40.0
_MOST = 8
_SAMPLES = 5
_DIFFERED = 4  # different values that became one value
_MOST_ELEMENTS, _MOST_NODES, _SHORT = 5000, 6, 40
_LOOKED_AT = 2  # pages whose every value of the kind is tried, where no old value stands any more


class LostPage(NamedTuple):
    """A page whose newest version (`id`) has no value any more, or what all pages say alike, and the last that had one
    (`before`)."""

    url: str
    id: str
    date: datetime
    before: str
    value: str


class Lost(NamedTuple):
    """A field that matches no longer on some pages: of `changed` pages that had a value before and came back otherwise.
    `alike`: it still finds something, which is the same on all of them."""

    field: Field
    pages: tuple[LostPage, ...]
    changed: int
    alike: bool = False


def lost(archive: Path, ids: Collection[str] | None = None) -> list[Lost]:
    """The fields that match no longer, those with most pages first; with `ids` only as far as these captures (of a
    crawl) say so. Of what is known now: see `feeding.feed`. StorageFailed."""
    found: list[Lost] = []
    fields = usable(archive)
    if not fields:
        return found
    with Store(archive) as store:
        for number, field in store.numbers(fields).items():
            pages: list[LostPage] = []
            changed = 0
            others: dict[str, list[LostPage]] = defaultdict(list)
            alike = False
            newest = store.db.execute(
                "SELECT url, id, max(date), state FROM tried WHERE field = ? GROUP BY url", (number,)
            ).fetchall()
            for url, id, date, state in newest:
                if state not in (MATCHED, NOTHING) or (ids is not None and id not in ids):
                    continue
                before = store.db.execute(
                    "SELECT id FROM tried WHERE field = ? AND url = ? AND id <> ? AND state = ? "
                    "ORDER BY date DESC LIMIT 1",
                    (number, url, id, MATCHED),
                ).fetchone()
                if before is None:
                    continue
                changed += 1
                page = LostPage(url, id, moment(date), before[0], _value(store, number, before[0]))
                if state == MATCHED:
                    others[_value(store, number, id)].append(page)
                elif len(pages) < _MOST_TOLD:
                    pages.append(page)
            for now, same_now in others.items():
                # pages that differed say one thing now: the name of the site, or of what stands there instead
                if len({page.value for page in same_now} - {now}) >= _DIFFERED:
                    pages += [page for page in same_now if page.value != now]
                    alike = True
            if pages:
                found.append(Lost(field, tuple(pages), changed, alike))
    return sorted(found, key=lambda one: -len(one.pages))


def _value(store: Store, number: int, id: str) -> str:
    """The first value of a field in a version."""
    row = store.db.execute(
        "SELECT value FROM found WHERE field = ? AND id = ? ORDER BY place LIMIT 1", (number, id)
    ).fetchone()
    return str(row[0]) if row else ""


def lost_in_crawl(reader: ArchiveReader, crawl: str) -> list[Lost]:
    """The same, as far as a crawl saw it."""
    if not usable(reader.path):
        return []
    return lost(reader.path, {capture.id for capture in reader.captures_of_crawl(crawl)})


def successors(reader: ArchiveReader, one: Lost, *, limited: Limited | None = None) -> tuple[Proposal, ...]:
    """Ways that find in the new pages what the old ones said, the best first: `agreed` counts the pages with the old
    value, `matched` those with any. FieldsUnavailable."""
    pairs: list[tuple[Document, Document]] = []
    for page in one.pages[:_MOST_PAGES]:
        try:
            old, new = (document_of(reader, reader.capture(id)) for id in (page.before, page.id))
        except CaptureMissing:
            continue
        if old is not None and new is not None:
            pairs.append((old, new))
    own = limited or Limited()
    try:
        return own.call(succeeding, tuple(pairs), one.field, seconds=_SECONDS) or ()
    finally:
        if limited is None:
            own.close()


def mended(one: Lost, proposals: Sequence[Proposal]) -> Field:
    """The field with the best of the proposals among its ways: behind those that it has, so that old versions keep their
    values, or before them where they find the wrong thing."""
    field, new = one.field, tuple(proposal.way for proposal in proposals[:1])
    ways = (*new, *field.ways) if one.alike else (*field.ways, *new)
    return replace(field, ways=tuple(dict.fromkeys(ways)))


def succeeding(pairs: Sequence[tuple[Document, Document]], field: Field) -> tuple[Proposal, ...]:
    """Without limits: for the process."""
    made: dict[Way, float] = {}
    pages: list[tuple[Page, str]] = []
    still = 0
    for before, after in pairs:
        old, new = before.page(), after.page()
        findings = old.findings(field)
        if not findings:
            continue
        text, value = findings[0].text, findings[0].value.text
        pages.append((new, value))
        node = located(new, "", text)
        if node is not None:
            still += 1
            for one in candidates(new, node, field.kind):
                made[one.way] = max(made.get(one.way, 0.0), one.stability)
        for way, stability in _labels(old, text, field.kind):
            made.setdefault(way, stability)
    for new, _ in pages[:_LOOKED_AT] if not still else ():
        for way, stability in _of_kind(new, field.kind):
            made.setdefault(way, stability)
    proposals = []
    for way, stability in made.items():
        said = [(first(page, way, field.kind), value, page.url) for page, value in pages]
        agreed = sum(same(now, value, field.kind) for now, value, _ in said if now)
        matched = sum(bool(now) for now, _, _ in said)
        if agreed >= max(1, _ENOUGH * still) if still else matched >= _ENOUGH * len(pages):
            share = agreed / max(1, still)
            samples = tuple((now, url) for now, _, url in said if now)[:_SAMPLES]
            score = 0.4 * stability + 0.4 * share + 0.2 * matched / len(pages)
            proposals.append(Proposal(way, score, stability, len(pages), matched, agreed, samples))
    return tuple(sorted(proposals, key=lambda one: -one.score)[:_MOST])


def _of_kind(new: Page, kind: Kind) -> list[tuple[Way, float]]:
    """Ways to the short texts of a page that say a value of a kind which few texts say."""
    if kind not in ("money", "date"):
        return []
    found: dict[Way, float] = {}
    tried = 0
    for node in new.parser.css("body *")[:_MOST_ELEMENTS]:
        if next(iter(node.iter(include_text=False)), None) is not None:
            continue
        text = value_of(node, kind)
        value = typed(text, kind) if 0 < len(text) <= _SHORT else None
        if value is None or not value.good or (kind == "money" and not value.unit):
            continue
        tried += 1
        if tried > _MOST_NODES:
            break
        for one in candidates(new, node, kind):
            found[one.way] = max(found.get(one.way, 0.0), one.stability)
    return list(found.items())


def _labels(old: Page, text: str, kind: Kind) -> list[tuple[Way, float]]:
    """The labels before the old value: a new look seldom calls it otherwise."""
    node = located(old, "", text)
    found: dict[Way, float] = defaultdict(float)
    for one in candidates(old, node, kind) if node is not None else ():
        if one.way.how in ("after", "data"):
            found[one.way] = max(found[one.way], one.stability)
    return list(found.items())
