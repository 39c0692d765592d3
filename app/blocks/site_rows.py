"""The rows of a report about what changed on a site, and how they are put in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from app.blocks.cutting import DEFAULT_LEVEL
from app.blocks.wording import WordOp

State = Literal["new", "gone", "changed", "same"]
STATES: tuple[State, ...] = ("new", "gone", "changed", "same")


@dataclass(frozen=True, slots=True)
class SiteRow:
    """A page. `reason`: of a page that is gone its status, "moved" (a redirect) or "not seen"; "damaged" where its
    captures could not be compared. Shares of all characters of both versions, 0 to 1 (1 for what is new or gone);
    `real` counts its changes that are neither noise nor markup alone, `counts` these by kind, `noise` the others."""

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


@dataclass(slots=True)
class Totals:
    """How far a report went: pages by state, those that nobody looked at in between (`unvisited`)."""

    counts: Counter[str] = field(default_factory=Counter)
    unvisited: int = 0
    cancelled: bool = False


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


def sorted_rows(rows: Iterable[SiteRow], by: str = "share", reverse: bool | None = None) -> list[SiteRow]:
    """Rows by "share" (the largest real change first), "url", "title", "state" or "date" (the newest first)."""
    turned = by in ("share", "date") if reverse is None else reverse
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

    return sorted(sorted(rows, key=lambda row: row.url), key=key, reverse=turned)


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
