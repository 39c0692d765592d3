"""What goes in and out of the frontier."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.archive import NewVisit, Prepared
from app.crawl.model import LogKind


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
    conditions: tuple[tuple[str, str], ...] = ()

    @property
    def is_page(self) -> bool:
        return self.level == 0


@dataclass(frozen=True, slots=True)
class Candidate:
    """An address that was found, judged already: `reason` is empty when it is to be crawled.

    When referrer and address are of one pattern, `chain` counts how many in a row led here, and `pattern` is set:
    (pattern, how many of them may be found so; 0 for any number).
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


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of an entry, and what was found in it."""

    entry: Entry
    state: int
    kind: LogKind
    reason: str = ""
    detail: str = ""
    found: Sequence[Candidate] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the pipeline made of an entry, to be stored and settled.

    `new` is what gets stored (None: nothing). `reason` is empty for a plain success; with `new` it marks a stored
    answer as an error (http-404, incomplete). `entry` is None for a robots.txt. `size` counts the body's bytes as
    received.
    """

    entry: Entry | None
    new: Prepared | NewVisit | None = None
    reason: str = ""
    detail: str = ""
    refused: bool = False
    found: Sequence[Candidate] = ()
    size: int = 0

    @property
    def counts_as_page(self) -> bool:
        return self.new is not None and self.entry is not None and self.entry.is_page


def is_redirect(status: int) -> bool:
    return 300 <= status < 400 and status != 304
