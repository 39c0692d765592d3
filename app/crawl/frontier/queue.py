"""Why an address is where it is: how it was found, what became of it, and what its score is made of."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from app.archive.archive import Archive
from app.crawl.frontier.order import Features, Order, Parts
from app.crawl.frontier.schema import DONE, QUEUED, STATES, opened, read_detail
from app.crawl.rules.model import HOST_MODES, Cancelled, HostMode
from app.crawl.rules.settings import CrawlSettings
from app.crawl.rules.url import dedupe_key, exact_key, normalize
from app.errors import AddressInvalid, CaptureMissing

# The queue of a job and its refused addresses, looked into from outside.
#
# Everything comes in pages: `after` is the last row of the page before. What an index can answer takes a
# few
# milliseconds in a job of a million addresses; a search by substring reads them all, and can be cancelled.

_STEPS = 20_000
"""Steps of the database's machine between two looks at `cancelled`."""
_ROW = (
    "SELECT u.number, u.url, h.name, u.depth, u.level, u.score, u.state, u.reason, u.detail, coalesce(r.url, u.linked_from),"
    " u.anchor, u.guess, u.raw, u.status FROM urls u JOIN hosts h ON h.number = u.host"
    " LEFT JOIN urls r ON r.number = u.referrer"
)


@dataclass(frozen=True, slots=True)
class QueueRow:
    """An address of a job. `state` is one of schema.STATES; `score` without the part of its domain; `raw` the address
    as it was written, where that differs; `status` the HTTP status of the answer, 0 without one."""

    number: int
    url: str
    host: str
    depth: int
    level: int
    score: float
    state: str
    reason: str
    detail: str
    referrer: str
    anchor: str
    guess: bool
    raw: str
    status: int = 0


@contextmanager
def asking(
    archive: Archive, job_id: str, cancelled: Callable[[], bool] | None = None
) -> Iterator[tuple[sqlite3.Connection, int]]:
    """A connection with the job's number. Raises CaptureMissing, StorageFailed, Cancelled."""
    with opened(archive.crawl_db) as db:
        row = db.execute("SELECT number FROM jobs WHERE job_id = ?", (job_id,)).fetchone()
        if row is None:
            raise CaptureMissing(wanted=job_id)
        if cancelled:
            db.set_progress_handler(lambda: int(cancelled()), _STEPS)
        try:
            yield db, row[0]
        except sqlite3.OperationalError as error:
            if cancelled and cancelled():
                raise Cancelled from error
            raise


def queue(
    archive: Archive,
    job_id: str,
    *,
    search: str = "",
    host: str = "",
    states: Sequence[str] = ("queued",),
    reason: str = "",
    pages: bool = False,
    after: QueueRow | None = None,
    limit: int = 500,
    cancelled: Callable[[], bool] | None = None,
) -> list[QueueRow]:
    """Addresses in the given states, state after state: the queued ones host after host as they will be taken, others
    in order of arrival. `search` is a part of the address (upper and lower case alike), `host` an authority;
    `pages` leaves out parts of pages and robots.txt."""
    wanted = [STATES.index(state) for state in states]
    if after is not None:
        wanted = wanted[wanted.index(STATES.index(after.state)) :]
    found: list[QueueRow] = []
    with asking(archive, job_id, cancelled) as (db, job):
        number = _host(db, job, host)
        condition, values = _condition(search, reason, number, pages=pages)
        if host and number is None:
            return []
        for state in wanted:
            start = after if after is not None and STATES[state] == after.state else None
            read = _queued if state == QUEUED else _others
            for row in read(db, job, state, number, condition, values, start, limit - len(found)):
                cells: list[Any] = list(row)
                cells[6], cells[8], cells[11] = STATES[row[6]], read_detail(row[8]), bool(row[11])
                found.append(QueueRow(*cells))
            if len(found) >= limit:
                break
    return found


def part(text: str) -> str:
    """The pattern of LIKE … ESCAPE '\\' for what contains `text`."""
    escaped = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"


def _condition(search: str, reason: str, host: int | None, *, pages: bool) -> tuple[str, tuple[object, ...]]:
    text: str = ""
    values: tuple[object, ...] = ()
    if search:
        text, values = " AND u.url LIKE ? ESCAPE '\\'", (part(search),)
    if reason:
        text, values = text + " AND u.reason = ?", (*values, reason)
    if host is not None:
        text, values = text + " AND u.host = ?", (*values, host)
    if pages:
        text += " AND u.level = 0 AND u.depth >= 0"
    return text, values


def _host(db: sqlite3.Connection, job: int, name: str) -> int | None:
    row = (
        db.execute("SELECT number FROM hosts WHERE job = ? AND name = ?", (job, name)).fetchone()
        if name
        else None
    )
    return row[0] if row else None


def _queued(
    db: sqlite3.Connection,
    job: int,
    _state: int,
    host: int | None,
    condition: str,
    values: tuple[object, ...],
    after: QueueRow | None,
    limit: int,
) -> Iterator[tuple[Any, ...]]:
    """Host after host, each in the order of taking."""
    first = _host(db, job, after.host) if after is not None else None
    if host is not None:
        hosts = [(host,)]
    else:
        hosts = db.execute(
            "SELECT number FROM hosts WHERE job = ? AND queued > 0 AND number >= ? ORDER BY number",
            (job, first or 0),
        ).fetchall()
    for (number,) in hosts:
        start: tuple[object, ...] = ()
        further = ""
        if after is not None and number == first:
            further = " AND (u.score, -u.number) < (?, ?) AND u.score <= ?"
            start = (after.score, -after.number, after.score)
        rows = db.execute(
            f"{_ROW} WHERE u.host = ? AND u.state = {QUEUED}{further}{condition}"
            " ORDER BY u.score DESC, u.number LIMIT ?",
            (number, *start, *values, limit),
        ).fetchall()
        yield from rows
        limit -= len(rows)
        if limit <= 0:
            return


def _others(
    db: sqlite3.Connection,
    job: int,
    state: int,
    _host: int | None,
    condition: str,
    values: tuple[object, ...],
    after: QueueRow | None,
    limit: int,
) -> Iterator[tuple[Any, ...]]:
    return db.execute(
        f"{_ROW} WHERE {_in_state(state)} AND u.number > ?{condition} ORDER BY u.number LIMIT ?",
        (job, after.number if after is not None else 0, *values, limit),
    )


def _in_state(state: int) -> str:
    """A condition with the job's number to bind, written so that the index for this state is used."""
    return f"{'+' if state in (QUEUED, DONE) else ''}u.job = ? AND u.state = {state}"


def queue_count(
    archive: Archive,
    job_id: str,
    *,
    search: str = "",
    host: str = "",
    states: Sequence[str] = ("queued",),
    reason: str = "",
    pages: bool = False,
    cancelled: Callable[[], bool] | None = None,
) -> int:
    """How many rows `queue` would give altogether."""
    total = 0
    with asking(archive, job_id, cancelled) as (db, job):
        number = _host(db, job, host)
        if host and number is None:
            return 0
        condition, values = _condition(search, reason, number, pages=pages)
        for state in map(STATES.index, states):
            if state == QUEUED and not (search or reason or pages):
                only = " AND number = ?" if host else ""
                sql, bound = f"SELECT coalesce(sum(queued), 0) FROM hosts WHERE job = ?{only}", (job, number)
                total += db.execute(sql, bound if host else (job,)).fetchone()[0]
            elif state == QUEUED and host:
                sql = f"SELECT count(*) FROM urls u WHERE u.state = {QUEUED}{condition}"
                total += db.execute(sql, values).fetchone()[0]
            else:
                sql = f"SELECT count(*) FROM urls u WHERE {_in_state(state)}{condition}"
                total += db.execute(sql, (job, *values)).fetchone()[0]
    return total


LONGEST_PATH = 1000


@dataclass(frozen=True, slots=True)
class Why:
    """`path` leads from the seed to the page that linked to it first, or from a page that another crawl of the same job
    has. `parts` add up to `score` exactly, the score of a row in the queue; codes: "depth", "in-links", "rank", "form",
    "parent", "words", "requisite", "guess", and by topic "domain", which holds for all of its host and is not part of a
    row's own score. `forced`: a person wanted it anyway; `mode` is the person's wish about its host; `raw` the address
    as it was written where it was found, when that differs."""

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
    """Why a crawl took an address or did not; None when the job does not know it. Raises CaptureMissing for an unknown
    job."""
    with asking(archive, job_id) as (db, job):
        settings = CrawlSettings.from_json(
            db.execute("SELECT settings FROM jobs WHERE number = ?", (job,)).fetchone()[0]
        )
        for key in _keys(url, settings):
            row = db.execute(
                "SELECT u.number, u.url, u.state, u.reason, u.detail, u.depth, u.level, u.inlinks, u.anchor,"
                " u.guess, u.forced, u.status, coalesce(r.relevance, 0), h.relevance, h.relevant, h.mode, u.raw, u.rank"
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
    db: sqlite3.Connection,
    order: Order,
    number: int,
    url: str,
    state: int,
    reason: str,
    detail: str,
    depth: int,
    level: int,
    inlinks: int,
    anchor: str,
    guess: int,
    forced: int,
    status: int,
    parent: float,
    relevance: float,
    relevant: int,
    mode: int,
    raw: str,
    rank: float,
) -> Why:
    features = Features(url, depth, level, inlinks, anchor, bool(guess), parent, rank)
    parts, score = order.parts(features), order.score(features)
    domain = order.domain(relevance, relevant)
    if order.kind == "topic":
        parts += (("domain", domain),)
    return Why(
        url,
        STATES[state],
        reason,
        read_detail(detail),
        depth,
        _path(db, number),
        score + domain,
        parts,
        anchor,
        inlinks,
        bool(forced),
        status,
        HOST_MODES[mode],
        raw,
    )


def _path(db: sqlite3.Connection, number: int) -> tuple[str, ...]:
    rows = db.execute(
        "WITH RECURSIVE way(number, url, referrer, linked_from, step) AS ("
        " SELECT number, url, referrer, linked_from, 0 FROM urls WHERE number = ?"
        " UNION ALL SELECT u.number, u.url, u.referrer, u.linked_from, step + 1"
        " FROM way JOIN urls u ON u.number = way.referrer"
        " WHERE step < ?) SELECT url, linked_from, step FROM way ORDER BY step DESC",
        (number, LONGEST_PATH),
    ).fetchall()
    elsewhere = rows[0][1]  # the page of another crawl, where that of this one begins
    return (*([elsewhere] if elsewhere else ()), *(url for url, _, step in rows if step > 0))
