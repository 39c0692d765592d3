"""Values on their way into the frontier and out of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.archive.documents.preparing import Prepared
from app.archive.documents.rendered import Rendered
from app.archive.model import Capture, NewVisit

if TYPE_CHECKING:
    from app.crawl.rules.forms import SearchForm

REMARKS = frozenset({"topic", "category", "near-duplicate"})
"""Reason codes of pages that are stored all the same, and are no error (the last one in crawls of older versions)."""


@dataclass(slots=True)
class Entry:
    """An address in work. `level` 0 is a page, 1 a page's requisite, 2 a requisite's requisite …"""

    number: int
    key: bytes
    url: str
    host: int
    depth: int
    level: int
    origin: str | None
    hops: int
    chain: int
    referrer: str
    tries: int = 0
    base: str = ""
    """Id of the newest version in the archive, when it can be asked for conditionally."""
    is_known: bool = True
    """Whether the archive may hold a version of it already."""
    conditions: tuple[tuple[str, str], ...] = ()
    follow: bool = True
    """Whether the server lets the links of that version be followed."""
    score: float = 0.0
    off_site: int = 0
    """How many links lie between it and the last address inside the scope."""
    guess: bool = False
    forced: bool = False
    """A person wants it in spite of scope, traps and content types."""
    modified: float = 0.0
    """The moment of its last change by a sitemap or feed, in seconds since 1970; 0 without one."""
    rank: float = 0.0
    """The PageRank that pages read so far have handed on to it, see `frontier.order`."""
    phase: str = ""
    """The step it is at: "robots", "fetching", "browser", "reading", "storing"."""

    @property
    def is_page(self) -> bool:
        return self.level == 0


@dataclass(frozen=True, slots=True)
class Candidate:
    """An address that was found, judged already: `reason` is empty when it is to be crawled.

    When referrer and address are of one pattern, `chain` counts how many in a row led here, and `pattern` is set:
    (pattern, how many of them may be found so; 0 for any number). `anchor` is the text of the link; `guess` marks an
    address found in a script; `raw` is the address as it was written, when canonical form changed it; `off_site`
    counts links since the scope was left; `parked` a suspected trap, which is kept and shown but not fetched;
    `modified` when a sitemap or feed says that the page was changed (seconds since 1970, 0: nobody says); `forced`
    where an address redirects to that a person wanted anyway.
    """

    url: str
    key: bytes
    depth: int
    level: int
    reason: str = ""
    detail: str = ""
    origin: str | None = None
    hops: int = 0
    chain: int = 0
    pattern: tuple[bytes, int] | None = None
    anchor: str = ""
    guess: bool = False
    raw: str = ""
    off_site: int = 0
    parked: bool = False
    modified: float = 0.0
    forced: bool = False


@dataclass(slots=True)
class Outcome:
    """What becomes of an entry: made by the pipeline, stored and completed by the ledger, settled by the frontier.

    `entry` is None for what was never queued: a robots.txt, or (`aside`) what a person stores while the crawl runs.
    `new` is what gets stored (None: nothing). `reason` is empty for a plain success; of a stored answer it tells an
    error (http-404, incomplete), unless it is one of REMARKS. `size` counts the bytes received, `relevance` is the
    weight by the guide words (None: not weighed), `print` the fingerprint of the content of one of many addresses that
    may be the same page, `sketch` what tells whether its main text is nearly the same. `parts` are what a browser
    loaded with a page, `rendered` what it made of it. `capture` and `loaded` are what the archive has made of `new` and
    `parts`, which are gone then. `forms` are the search forms of a page and `words` its most frequent words, where
    forms are filled.
    """

    entry: Entry | None
    new: Prepared | NewVisit | None = None
    reason: str = ""
    detail: str = ""
    refused: bool = False
    found: Sequence[Candidate] = ()
    size: int = 0
    relevance: float | None = None
    print: bytes = b""
    sketch: bytes = b""
    aside: bool = False
    parts: Sequence[Prepared] = ()
    rendered: Rendered | None = None
    capture: Capture | None = None
    loaded: Sequence[Capture] = ()
    forms: Sequence[SearchForm] = ()
    words: Mapping[str, int] = field(default_factory=dict)

    @property
    def counts_as_page(self) -> bool:
        return self.new is not None and self.entry is not None and self.entry.is_page


def is_redirect(status: int) -> bool:
    return 300 <= status < 400 and status != 304
