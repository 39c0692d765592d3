"""What goes in and out of the frontier."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.archive.model import NewVisit
from app.archive.preparing import Prepared
from app.archive.rendered import Rendered
from app.crawl.rules.model import LogKind

REMARKS = frozenset({"topic", "near-duplicate"})
"""Reason codes that say something about a page which is stored all the same, and is no error."""


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
    """A person wants it whatever scope, traps and content types say."""
    modified: float = 0.0
    """When somebody says it was changed, in seconds since 1970; 0 when nobody does."""
    phase: str = ""
    """What is being done with it at the moment: "robots", "fetching", "browser", "reading", "storing"."""

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


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of an entry, and what was found in it."""

    entry: Entry
    state: int
    kind: LogKind
    reason: str = ""
    detail: str = ""
    found: Sequence[Candidate] = ()
    status: int = 0
    relevance: float | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the pipeline made of an entry, to be stored and settled.

    `new` is what gets stored (None: nothing). `reason` is empty for a plain success; with `new` it marks a stored
    answer as an error (http-404, incomplete), unless it is one of REMARKS. `entry` is None for what nobody queued: a
    robots.txt, or (`aside`) what a person stores while the crawl runs. `size`
    counts the body's bytes as received. `parked`: it turned out to be a suspected trap. `canonical` is the address
    that the page itself calls its own; `relevance` its weight by the guide words (None: not looked at); `print` the
    fingerprint of its content (`extractors.base.fingerprints`) when it may be one of many addresses of the same page.
    `parts` are what a browser loaded with a page; they are stored with it, and `size` counts them, too;
    `rendered` is what it made of the page.
    """

    entry: Entry | None
    new: Prepared | NewVisit | None = None
    reason: str = ""
    detail: str = ""
    refused: bool = False
    found: Sequence[Candidate] = ()
    size: int = 0
    parked: bool = False
    canonical: str = ""
    relevance: float | None = None
    print: bytes = b""
    aside: bool = False
    parts: tuple[Prepared, ...] = ()
    rendered: Rendered | None = None

    def lightened(self) -> Outcome:
        """The same without what was stored. (Written out: `replace` takes as long as writing a record.)"""
        return Outcome(
            self.entry,
            None,
            self.reason,
            self.detail,
            self.refused,
            self.found,
            self.size,
            self.parked,
            self.canonical,
            self.relevance,
            self.print,
            self.aside,
        )

    @property
    def counts_as_page(self) -> bool:
        return self.new is not None and self.entry is not None and self.entry.is_page


def is_redirect(status: int) -> bool:
    return 300 <= status < 400 and status != 304
