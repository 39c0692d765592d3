"""What is known of hosts on its way to the node that owns them from now on: their addresses with what became of each,
the moment of their next request, their delay and cookies. While the crawl does not run on either node.

The former owner keeps in its outbox what it has handed over, as sent: should the new owner be lost, it is sent once
more. The new owner asks no host before a whole delay is over. robots.txt is asked for anew; how often addresses of one
pattern were met (suspected traps) stays behind and is counted anew.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any

from app.archive.archive import Archive
from app.cluster.exchange import Share
from app.cluster.ring import key_of, slot_of
from app.crawl.frontier.outbox import Outbox
from app.crawl.frontier.schema import IN_FLIGHT, OUTSIDE, PARKED, QUEUED, connect
from app.crawl.net.cookies import Cookie
from app.crawl.net.logins import RunCookies
from app.crawl.rules.settings import CrawlSettings
from app.crawl.rules.sharing import MOST, Foreign
from app.crawl.run.crawl import cookies_of

_HOST = "name, done, errors, mode, next_time, delay, turn, relevance, relevant"
_OWN = (
    "depth, level, origin, hops, chain, score, inlinks, anchor, guess, raw, off_site, reason, detail, forced, status,"
    " relevance, modified, rank"
)
_URL = f"key, url, state, {_OWN}, linked_from"
_MARKS = f"?, ?, {', '.join('?' * len(_URL.split(',')))}"
_TAKE = (
    f"INSERT INTO urls (job, host, {_URL}) VALUES ({_MARKS}) ON CONFLICT (job, key) DO UPDATE SET referrer = NULL, "
    + ", ".join(f"{name} = excluded.{name}" for name in map(str.strip, ("host", *_URL.split(",")[1:])))
)


class Moving:
    """The frontier of one job while its crawl does not run. To be closed."""

    def __init__(self, archive: Archive, job_id: str, share: Share) -> None:
        self._job_id, self._share = job_id, share
        self._db = connect(archive.crawl_db)
        row = self._db.execute("SELECT number, settings FROM jobs WHERE job_id = ?", (job_id,)).fetchone()
        self._job, self._settings = int(row[0]), CrawlSettings.from_json(row[1])
        self._outbox = Outbox(self._db, self._job, share)

    @property
    def token(self) -> str:
        """Of this crawl.sqlite; see `Outbox`."""
        return self._outbox.token

    def close(self) -> None:
        self._db.close()

    def send_again(self, lost: Collection[int], nodes: Collection[str]) -> int:
        """Send once more all that was ever found on hosts of lost slots, and what lost nodes were to pass on; how many
        addresses."""
        slots = set(lost)
        with self._transaction():
            return self._outbox.again(lambda url: self._share.table.slot(url) in slots, nodes)

    def chunks(self, slots: Collection[int]) -> Iterator[dict[str, Any]]:
        """All that is known of the hosts of some slots; the same chunks each time, as long as no crawl runs."""
        hosts = self._hosts_of(slots)
        self._mark(hosts)
        waiting = dict(
            self._db.execute(
                f"SELECT name, json_array({_HOST}) FROM hosts WHERE number IN (SELECT host FROM temp.moved)"
            )
        )
        cookies = [one.to_json() for one in self._jar() if any(_goes_to(one, name) for name in waiting)]
        about: dict[str, Any] = {"hosts": [], "rows": [], "cookies": cookies}
        named: dict[str, list[Any]] = {}
        for row in self._rows():
            if row[0] not in named:
                named[row[0]] = json.loads(waiting[row[0]])
            about["rows"].append(row)
            if len(about["rows"]) >= MOST:
                yield {**about, "hosts": list(named.values())}
                about, named = {"rows": [], "cookies": []}, {}
        if about["rows"] or about["cookies"]:
            yield {**about, "hosts": list(named.values())}
        if self._leaves:
            for links in self._outbox.waiting():
                yield {"hosts": [], "rows": [], "cookies": [], "links": [list(one) for one in links]}

    def taken(self, slots: Collection[int], to: str) -> None:
        """The new owner has it all."""
        self._part_with(self._hosts_of(slots), sent=True)
        if self._leaves:
            with self._transaction():
                self._outbox.all_arrived(to)

    @property
    def _leaves(self) -> bool:
        """Whether this node owns nothing any more. Then who gets its hosts gets what it has found for others as well,
        and passes that on."""
        return self._share.name not in self._share.table.members

    def part_with_others(self) -> int:
        """Give up hosts that are another's by now, whatever became of their addresses; their owners get the addresses that
        were waiting. What was not taken when it was found stays here, to be judged anew with other settings. The number of
        hosts."""
        hosts = [number for number, name in self._all_hosts() if self._share.owner(f"http://{name}/")]
        if hosts:
            self._part_with(hosts, sent=False)
        return len(hosts)

    def take(self, sender: str, number: int, about: dict[str, Any]) -> None:
        """Take a chunk of another node, once."""
        wait = time.time()
        with self._transaction():
            if not self._outbox.is_new(sender, number):
                return
            known: dict[str, int] = {}
            for name, done, errors, mode, next_time, delay, turn, relevance, relevant in about["hosts"]:
                soonest = max(next_time, wait + max(delay, self._settings.delay))
                known[name] = self._db.execute(
                    f"INSERT INTO hosts (job, {_HOST}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                    " ON CONFLICT (job, name) DO UPDATE SET done = max(done, excluded.done),"
                    " errors = max(errors, excluded.errors), mode = excluded.mode, next_time = excluded.next_time,"
                    " delay = excluded.delay, turn = min(turn, excluded.turn), relevance = excluded.relevance,"
                    " relevant = excluded.relevant RETURNING number",
                    (self._job, name, done, errors, mode, soonest, delay, turn, relevance, relevant),
                ).fetchone()[0]
            self._outbox.keep((Foreign(*one) for one in about.get("links", ())), passing=True)
            for host, key, *rest in about["rows"]:
                self._db.execute(_TAKE, (self._job, known[host], bytes.fromhex(key), *rest))
        if about["cookies"]:
            run = RunCookies(cookies_of(self._job_id, self._share))
            run.save([*run.load(), *(Cookie.from_json(one) for one in about["cookies"])])

    def _part_with(self, hosts: list[int], *, sent: bool) -> None:
        self._mark(hosts)
        theirs = "SELECT number FROM urls WHERE job = ? AND host IN (SELECT host FROM temp.moved)"
        if not sent:
            theirs += f" AND state NOT IN ({OUTSIDE}, {PARKED})"
        with self._transaction():
            if sent:
                self._outbox.keep_sent(map(_foreign, self._rows()))
            else:
                self._outbox.keep(_foreign(row) for row in self._rows() if row[3] == QUEUED)
            self._db.execute(
                "UPDATE urls SET linked_from = (SELECT url FROM urls r WHERE r.number = urls.referrer),"
                f" referrer = NULL WHERE job = ? AND referrer IN ({theirs})",
                (self._job, self._job),
            )
            self._db.execute(f"DELETE FROM urls WHERE number IN ({theirs})", (self._job,))
            moved = "number IN (SELECT host FROM temp.moved)"
            self._db.execute(f"UPDATE hosts SET queued = 0 WHERE {moved}")
            self._db.execute(f"DELETE FROM hosts WHERE {moved} AND number NOT IN (SELECT host FROM urls)")

    def _mark(self, hosts: list[int]) -> None:
        """Put the numbers of hosts into a table: one walk through the addresses finds those of all of them."""
        self._db.execute("CREATE TABLE IF NOT EXISTS temp.moved (host INTEGER PRIMARY KEY)")
        self._db.execute("DELETE FROM temp.moved")
        self._db.executemany("INSERT INTO temp.moved VALUES (?)", [(host,) for host in hosts])

    def _rows(self) -> Iterator[list[Any]]:
        """(host, key, address, state …) of the hosts that are marked, as they travel."""
        own = ", ".join(f"u.{name.strip()}" for name in _OWN.split(","))
        for name, key, url, state, *rest in self._db.execute(
            f"SELECT h.name, u.key, u.url, u.state, {own}, coalesce(r.url, u.linked_from) FROM urls u"
            " JOIN temp.moved m ON m.host = u.host JOIN hosts h ON h.number = u.host"
            " LEFT JOIN urls r ON r.number = u.referrer WHERE u.job = ? ORDER BY u.number",
            (self._job,),
        ):
            yield [name, key.hex(), url, QUEUED if state == IN_FLIGHT else state, *rest]

    def _hosts_of(self, slots: Collection[int]) -> list[int]:
        wanted, count = set(slots), len(self._share.table.nodes)
        return [
            number
            for number, name in self._all_hosts()
            if slot_of(key_of(f"http://{name}/"), count) in wanted
        ]

    def _all_hosts(self) -> list[tuple[int, str]]:
        return self._db.execute(
            "SELECT number, name FROM hosts WHERE job = ? ORDER BY number", (self._job,)
        ).fetchall()

    def _jar(self) -> tuple[Cookie, ...]:
        return RunCookies(cookies_of(self._job_id, self._share)).load()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise


def _goes_to(cookie: Cookie, name: str) -> bool:
    host = key_of(f"http://{name}/")
    return cookie.domain.lstrip(".") == host or host.endswith("." + cookie.domain.lstrip("."))


def _foreign(row: list[Any]) -> Foreign:
    _, key, url, _, depth, level, origin, hops, chain, _, _, anchor, guess, raw, off_site, *rest = row
    _, _, forced, _, _, modified, rank, linked_from = rest
    return Foreign(
        url,
        key,
        depth,
        level,
        origin,
        hops,
        chain,
        "",
        0,
        anchor,
        bool(guess),
        raw,
        off_site,
        modified,
        bool(forced),
        linked_from,
        0.0,
        rank,
    )


def hand_over(
    moving: Moving,
    to: str,
    slots: Collection[int],
    sender: str,
    send: Callable[[str, dict[str, Any]], bool],
) -> bool:
    """Hand over slots to a node, `send` a chunk at a time; False when it does not take one now."""
    for number, about in enumerate(moving.chunks(slots)):
        if not send(to, {"sender": sender, "number": number, "about": about}):
            return False
    moving.taken(slots, to)
    return True
