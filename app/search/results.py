"""What a search gives: pages as hits, counts beside them, and why each stands where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from app.archive.model import Capture
from app.archive.notes.state import NOTHING, Summary
from app.search.entries.ranking import Ranked
from app.search.index.division import Place
from app.search.snippets import Snippet

_NO_SNIPPET = Snippet("")


@dataclass(frozen=True, slots=True)
class Hit:
    """One page that says it. `capture` is the newest version that does, `first` and `last` when it was seen to say it,
    `versions` how many versions do; `path` are the headings above the snippet, `label` is that of the block that says it
    ("": no block alone does, or none has a label), `block` that block where it was asked for, `until` when a version came
    that says it no more (None: the newest one does); `said` says why it stands where it stands, if that was asked for;
    `new`: nothing that was known before says it; `archive`: where it is, if not in the archive that was asked first.
    `marked` is what a person wrote on it; with `noted` the snippet is of a note. A page of which the archive has no content
    and that is known by links alone has no capture, only its `url`, with the text of a link as snippet; `status` is the
    error that it was answered with, 0 where it was never fetched. `rank` is what links say of it, None where that is not
    known."""

    url: str
    title: str
    score: float
    capture: Capture | None = None
    first: datetime | None = None
    last: datetime | None = None
    versions: int = 0
    snippet: Snippet = _NO_SNIPPET
    path: tuple[str, ...] = ()
    label: str = ""
    block: Place | None = None
    until: datetime | None = None
    said: tuple[Reason, ...] = ()
    new: bool = False
    archive: Path | None = None
    marked: Summary = NOTHING
    noted: bool = False
    rank: Ranked | None = None
    folded: int = 0
    alike: tuple[Capture, ...] = ()
    """Where such pages are folded: how many stand behind it that are nearly the same, and the first of these."""
    opened: bool = False
    """Those that stand behind it are shown."""
    behind: bool = False
    """It is nearly the same as one before, behind which it stands."""
    status: int = 0


class Reason(NamedTuple):
    """Part of a score: words, the field they were found in ("rank" for what the score is multiplied by, "note" for notes
    and tags of a person), and how much they brought."""

    words: str
    field: str
    score: float


@dataclass(frozen=True, slots=True)
class Results:
    """What was found: `total` pages in all, some of them as `hits`. `facets` has for site, type, language, year,
    author, page_type, category, rank and tag the most frequent values ("": not stated) with their pages, for label
    those of the blocks that say it, as far as they are known; `months` the pages by the months (YYYYMM) in which they
    said it. `left_out` counts entries that were too many to be ranked; `unfetched` are addresses that links with these
    words lead to, and of which the archive has no content: they stand behind the last page, and are told with it alone;
    `new` counts pages as `Hit.new`, `loose` those that say it in other forms or with Chinese words apart alone."""

    total: int
    hits: list[Hit]
    milliseconds: float
    facets: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    months: dict[str, int] = field(default_factory=dict)
    left_out: int = 0
    unfetched: list[Hit] = field(default_factory=list)
    new: int = 0
    loose: int = 0
    folded: int = 0
    """Pages that stand behind another one that is nearly the same, and are not shown."""
    synonyms: tuple[str, ...] = ()
    """Words that were sought as well as those of the query."""
    counted: bool = True
    """Else there are `total` pages at least, and what counts them is not known yet."""


class Every(NamedTuple):
    """All pages that a query finds: how many, and in one order twice, each read as it is asked for, as hits and as the
    ids of the versions of each that say it."""

    total: int
    hits: Iterator[Hit]
    versions: Iterator[list[str]]
