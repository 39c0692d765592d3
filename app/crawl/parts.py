"""What a browser loads with a page belongs to the page: it is stored with it, and need not be fetched by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from app.archive import Capture
from app.crawl.entries import Entry
from app.crawl.frontier import Frontier
from app.crawl.model import Counters, LogKind


def settle_parts(
    frontier: Frontier, counters: Counters, page: Entry, parts: Iterable[Capture], key: Callable[[str], bytes]
) -> None:
    """Inside a transaction of the frontier, before the page is settled, whose links lead to most of them."""
    for part in parts:
        frontier.add_done(part.url, key(part.url), counters)
        kind: LogKind = "error" if part.status >= 400 else "visit" if part.kind == "visit" else "stored"
        counters.versions += part.kind == "version"
        counters.visits += part.kind == "visit"
        counters.errors += kind == "error"
        reason = f"http-{part.status}" if kind == "error" else ""
        frontier.log(kind, part.url, reason, "", page.url, part.status)
