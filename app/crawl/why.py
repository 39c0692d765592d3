"""Why an address is where it is: how it was found, what became of it, and what its score is made of."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from app.archive import Archive
from app.crawl.model import HOST_MODES, HostMode
from app.crawl.order import Features, Order, Parts
from app.crawl.queue import asking
from app.crawl.schema import STATES
from app.crawl.settings import CrawlSettings
from app.crawl.url import dedupe_key, exact_key, normalize
from app.errors import AddressInvalid

LONGEST_PATH = 1000


@dataclass(frozen=True, slots=True)
class Why:
    """`path` leads from the seed to the page that linked to it first. `parts` add up to `score` exactly, and what is
    queued stands in the queue with this score; codes: "depth", "in-links", "form", "parent", "words", "requisite",
    "guess", and by topic "domain", which holds for all of its host and is not part of a row's own score. `forced`: a
    person wanted it anyway; `mode` is what the person wants of its host; `raw` the address as it was written where it
    was found, when that differs."""

    url: str
    state: str
    reason: str
    detail: str
    depth: int
    path: tuple[str, ...]
    score: float
    parts: Parts
    anchor: str = ""
    inlinks: int = 0
    forced: bool = False
    status: int = 0
    mode: HostMode = "normal"
    raw: str = ""


def why(archive: Archive, job_id: str, url: str) -> Why | None:
    """None when the job has never heard of the address. Raises CaptureMissing for an unknown job."""
    with asking(archive, job_id) as (db, job):
        settings = CrawlSettings.from_json(
            db.execute("SELECT settings FROM jobs WHERE number = ?", (job,)).fetchone()[0]
        )
        for key in _keys(url, settings):
            row = db.execute(
                "SELECT u.number, u.url, u.state, u.reason, u.detail, u.depth, u.level, u.inlinks, u.anchor,"
                " u.guess, u.forced, u.status, coalesce(r.relevance, 0), h.relevance, h.relevant, h.mode, u.raw"
                " FROM urls u JOIN hosts h ON h.number = u.host LEFT JOIN urls r ON r.number = u.referrer"
                " WHERE u.job = ? AND u.key = ?",
                (job, key),
            ).fetchone()
            if row:
                return _why(db, Order(settings), *row)
    return None


def _keys(url: str, settings: CrawlSettings) -> tuple[bytes, ...]:
    try:
        address = normalize(url)
    except AddressInvalid:
        return (exact_key(url[:500]),)
    return exact_key(address), dedupe_key(address, settings.canonical)


def _why(
    db: sqlite3.Connection, order: Order, number: int, url: str, state: int, reason: str, detail: str, depth: int,
    level: int, inlinks: int, anchor: str, guess: int, forced: int, status: int, parent: float,
    relevance: float, relevant: int, mode: int, raw: str,
) -> Why:  # fmt: skip
    features = Features(url, depth, level, inlinks, anchor, bool(guess), parent)
    parts, score = order.parts(features), order.score(features)
    domain = order.domain(relevance, relevant)
    if order.kind == "topic":
        parts += (("domain", domain),)
    return Why(
        url, STATES[state], reason, detail, depth, _path(db, number), score + domain, parts, anchor, inlinks,
        bool(forced), status, HOST_MODES[mode], raw,
    )  # fmt: skip


def _path(db: sqlite3.Connection, number: int) -> tuple[str, ...]:
    rows = db.execute(
        "WITH RECURSIVE way(number, url, referrer, step) AS ("
        " SELECT number, url, referrer, 0 FROM urls WHERE number = ?"
        " UNION ALL SELECT u.number, u.url, u.referrer, step + 1 FROM way JOIN urls u ON u.number = way.referrer"
        " WHERE step < ?) SELECT url FROM way WHERE step > 0 ORDER BY step DESC",
        (number, LONGEST_PATH),
    )
    return tuple(url for (url,) in rows)
