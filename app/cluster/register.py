"""The register of a cluster: who is there, who owns which slot, who may still ask, which serial numbers belong to whom,
and what the crawl is to do. Nobody needs it to crawl, only to change something.

Each node reports every few seconds, in a large cluster every ten, and gets a lease, until whose end it may ask hosts; one
that is silent for longer than `grace` is lost, and its slots go to the ring's next nodes. `grace` is longer than a lease
and the end of requests under way, so no host has two that ask. A node gets a token each time it comes; one with an older
token is turned away.

What stands on disk is enough for a register that was killed to go on, with the same tokens and table; it waits for a
whole `grace` again before it takes anybody for lost.

Slots have an owner and a holder, the node that has what is known of their hosts. Where the two differ, the holder hands
over, and the owner asks none of its hosts before that. Of a lost holder nothing can be had: then all nodes send once
more what they ever found on these slots. One change of owners at a time: who comes or goes meanwhile waits.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from app.archive.serials import BLOCKS
from app.cluster.allowances import SCHEMA, Allowances, Told, limits_of, needs
from app.cluster.exchange import now
from app.cluster.ring import REPLICAS, SLOTS, Table

LEASE = 30.0
GRACE = 600.0
"""Seconds of silence after which a node is lost: a machine that starts anew is back by then."""
REPORTS = 100
"""Reports a second that the nodes together are asked for at most."""
_KEPT_SECONDS = 5.0  # of the time of a crawl that a register which is killed may forget
Wanted = Literal["run", "pause", "stop", "finish"]
State = Literal["coming", "here", "leaving"]

_SCHEMA = """
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS members (
    node TEXT PRIMARY KEY, capacity INTEGER NOT NULL, token INTEGER NOT NULL, state TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS holders (slot INTEGER PRIMARY KEY, node TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS lost (epoch INTEGER NOT NULL, slot INTEGER NOT NULL, PRIMARY KEY (epoch, slot)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS lost_nodes (epoch INTEGER NOT NULL, node TEXT NOT NULL, PRIMARY KEY (epoch, node)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS blocks (
    batch TEXT NOT NULL, block INTEGER NOT NULL, node TEXT NOT NULL, PRIMARY KEY (batch, block)
) WITHOUT ROWID
"""


class Refusal(Exception):
    """The register does not do what was asked; `code` says why: "fenced" (another one came under this name, or the node
    was taken for lost), "unknown", "busy" (another crawl runs), "no-crawl", "serials" (none are left)."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


@dataclass(slots=True)
class Member:
    node: str
    capacity: int
    token: int
    state: State
    seen: float
    report: dict[str, Any] = field(default_factory=dict)
    reports: int = 0


class Register:
    """For any thread; to be closed. `path` is its file, `clock` in seconds."""

    def __init__(
        self,
        path: Path,
        clock: Callable[[], float] = now,
        *,
        lease: float = LEASE,
        grace: float = GRACE,
        slots: int = SLOTS,
    ) -> None:
        self.lease, self.grace = lease, grace
        self._clock = clock
        self._lock = threading.RLock()
        self._db = sqlite3.connect(path, isolation_level=None, timeout=30.0, check_same_thread=False)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        for statement in (*_SCHEMA.split(";"), SCHEMA):
            self._db.execute(statement)
        self._members = {
            node: Member(node, capacity, token, state, clock())
            for node, capacity, token, state in self._db.execute(
                "SELECT node, capacity, token, state FROM members ORDER BY node"
            )
        }
        self._table = Table.from_json(self._fact("table", Table.of({}, 0, slots).to_json()))
        self._moving: dict[tuple[str, str], list[int]] = {}
        """Slots with another holder than their owner, which is to get them from it: by (holder, owner)."""
        for slot, node in self._db.execute("SELECT slot, node FROM holders ORDER BY slot"):
            self._moving.setdefault((node, self._table.nodes[slot]), []).append(slot)
        self._shares = Counter(self._table.nodes)
        self._allowances: Allowances | None = None
        self._seconds = self._spent = 0.0
        self._ticked: float | None = None
        if crawl := self._fact("crawl", None):
            self._take_limits(crawl)
        self._quiet: dict[str, int] = {}
        self._activity: dict[str, Any] = {}

    def close(self) -> None:
        with self._lock:
            self._db.close()

    def handle(self, method: str, about: dict[str, Any]) -> dict[str, Any]:
        """What nodes and persons ask for, in JSON; a refusal has "refused" with its code."""
        methods: dict[str, Callable[..., dict[str, Any]]] = {
            "join": self.join,
            "beat": self.beat,
            "handed": self.handed,
            "leave": self.leave,
            "deal": self.deal,
            "open": self.open,
            "shut": self.shut,
            "start": self.start,
            "order": self.order,
            "status": self.status,
            "nodes": self.nodes,
        }
        try:
            return methods[method](**about)
        except Refusal as refusal:
            return {"refused": refusal.code}

    # -- nodes

    def join(self, node: str, capacity: int = 1) -> dict[str, Any]:
        """A node comes, or comes back; its token. Owners change with the next report when it is new."""
        with self._changing():
            token = int(self._fact("token", 0)) + 1
            self._keep("token", token)
            known = self._members.get(node)
            state: State = known.state if known else "coming"
            self._members[node] = Member(node, max(1, capacity), token, state, self._clock())
            self._write_member(node)
            self._settle()
        return {"token": token, "lease": self.lease}

    def leave(self, node: str) -> dict[str, Any]:
        """A node is to hand over what it has, and go."""
        with self._changing():
            self._member(node).state = "leaving"
            self._write_member(node)
            self._settle()
        return {}

    def beat(self, node: str, token: int, report: dict[str, Any]) -> dict[str, Any]:
        """A node's report: the epoch of its table; `known`, the one up to which it has sent again what was lost; whether
        it is through, its activity (a number that grows with what comes in), figures, how its crawl has ended. It gets
        its lease, and what it has to know."""
        with self._changing():
            member = self._fenced(node, token)
            member.seen = self._clock()
            member.report, member.reports = report, member.reports + 1
            self._settle()
            allowed = self._allowed(node)
            self._look_at_crawl()
            incoming = any(owner == node for _, owner in self._moving)
            outgoing = {owner: slots for (holder, owner), slots in self._moving.items() if holder == node}
            answer: dict[str, Any] = {
                "lease": self.lease,
                "beat": min(self.lease / 3, len(self._members) / REPORTS),
                "epoch": self._table.epoch,
                "incoming": incoming or member.state == "coming",
                "outgoing": outgoing,
                "crawl": self._fact("crawl", None),
                "allowed": allowed,
                "back": self._allowances is not None and self._allowances.back,
                "hungry": [one.node for one in self._members.values() if one.report.get("through")],
                "gone": self._may_go(member, outgoing),
            }
            if report.get("epoch") != self._table.epoch:
                answer["table"] = self._table.to_json()
                known = (report.get("known") or 0,)
                for name, what in (("lost", "slot"), ("lost_nodes", "node")):
                    rows = self._db.execute(f"SELECT DISTINCT {what} FROM {name} WHERE epoch > ?", known)
                    answer[name] = [one for (one,) in rows]
            if answer["gone"]:
                self._drop(node)
        return answer

    def handed(self, node: str, token: int, epoch: int, to: str) -> dict[str, Any]:
        """A node has handed over all that it held for another one."""
        with self._changing():
            self._fenced(node, token)
            if epoch == self._table.epoch:
                there = self._moving.pop((node, to), [])
                self._db.executemany("DELETE FROM holders WHERE slot = ?", [(slot,) for slot in there])
            self._settle()
        return {}

    def deal(self, node: str, token: int, batch: str) -> dict[str, Any]:
        """The number of a block of serial numbers of a batch (`app.archive.serials`), which nobody else gets."""
        with self._changing():
            self._fenced(node, token)
            row = self._db.execute("SELECT max(block) FROM blocks WHERE batch = ?", (batch,)).fetchone()
            block = 0 if row[0] is None else row[0] + 1
            if block >= BLOCKS:
                raise Refusal("serials")
            self._db.execute("INSERT INTO blocks VALUES (?, ?, ?)", (batch, block, node))
        return {"block": block}

    def open(self) -> dict[str, Any]:
        """The cluster is there for its nodes."""
        with self._changing():
            self._keep("shut", False)
        return {}

    def shut(self) -> dict[str, Any]:
        """The cluster is to end; who watches nodes ends them, and all of it can be begun anew."""
        with self._changing():
            self._keep("shut", True)
        return {}

    # -- the crawl

    def start(self, job: str, name: str, settings: str) -> dict[str, Any]:
        """Begin a crawl, or go on with one: `job` its id, `name` that of the archive on each node, `settings` in JSON."""
        with self._changing():
            crawl = self._fact("crawl", None)
            if crawl is not None and not crawl["ended"] and crawl["job"] != job:
                raise Refusal("busy")
            crawl = {
                "job": job,
                "name": name,
                "settings": settings,
                "wanted": "run",
                "limit": "",
                "ended": False,
            }
            crawl["round"] = int(self._fact("round", 0)) + 1
            self._keep("round", crawl["round"])
            self._keep("crawl", crawl)
            self._forget_quiet()
            self._take_limits(crawl)
        return {"job": job}

    def order(self, wanted: Wanted) -> dict[str, Any]:
        """Run, pause or stop the crawl."""
        with self._changing():
            crawl = self._fact("crawl", None)
            if crawl is None or crawl["ended"]:
                raise Refusal("no-crawl")
            self._keep("crawl", {**crawl, "wanted": wanted})
            self._forget_quiet()
        return {}

    def status(self) -> dict[str, Any]:
        """Nodes with their figures, and the crawl with their sums."""
        with self._changing():
            self._settle()
            clock = self._clock()
            crawl = self._fact("crawl", None)
            nodes = [
                {
                    "node": member.node,
                    "capacity": member.capacity,
                    "state": member.state,
                    "silent": round(clock - member.seen, 1),
                    "slots": self._shares[member.node],
                    **{
                        key: member.report.get(key)
                        for key in ("phase", "figures", "machine", "archive", "error")
                    },
                }
                for member in self._members.values()
            ]
            return {
                "epoch": self._table.epoch,
                "slots": len(self._table.nodes),
                "moving": sum(map(len, self._moving.values())),
                "nodes": nodes,
                "crawl": crawl,
                "figures": self._sums(),
                "shut": self._fact("shut", False),
            }

    def nodes(self, url: str = "") -> dict[str, Any]:
        """The names of all nodes, first that of the owner of an address."""
        with self._changing():
            owner = self._table.owner(url) if url else ""
            return {"nodes": sorted(self._members, key=lambda node: (node != owner, node))}

    # -- inside, under the lock and in a transaction

    def _settle(self) -> None:
        """Who is lost, and when nothing is on its way the next change of owners."""
        clock = self._clock()
        # who hands over to one that is silent rests meanwhile: that one gets no long grace
        receiving = {owner for _, owner in self._moving}
        patience = {node: min(self.grace, 2 * self.lease) for node in receiving}
        lost = [
            one.node
            for one in self._members.values()
            if clock - one.seen > patience.get(one.node, self.grace)
        ]
        for node in lost:
            self._drop(node)
        moving = bool(receiving)
        for member in self._members.values():
            if member.state == "coming" and not moving:
                member.state = "here"
                self._write_member(member.node)
        wanted = {one.node: one.capacity for one in self._members.values() if one.state == "here"}
        if lost:  # their slots go on at once, whatever else is on its way
            wanted |= {
                one.node: one.capacity
                for one in self._members.values()
                if one.state == "leaving" and one.node in self._table.members
            }
        elif moving:
            return
        as_is = {node: capacity * REPLICAS for node, capacity in wanted.items()} == dict(self._table.replicas)
        if not wanted or (as_is and not lost):
            return
        epoch, before = self._table.epoch + 1, self._table.nodes
        held = {slot: holder for (holder, _), slots in self._moving.items() for slot in slots}
        self._table = Table.of(wanted, epoch, len(before))
        self._shares = Counter(self._table.nodes)
        self._keep("table", self._table.to_json())
        self._forget_quiet()
        gone: list[tuple[int, int]] = []
        names: set[str] = set()
        self._moving = {}
        for slot, owner in enumerate(self._table.nodes):
            holder = held.get(slot) or before[slot]
            if holder in self._members:
                if holder != owner:
                    self._moving.setdefault((holder, owner), []).append(slot)
            elif holder:
                gone.append((epoch, slot))
                names.add(holder)
        self._db.executemany("INSERT INTO lost VALUES (?, ?)", gone)
        self._db.executemany("INSERT INTO lost_nodes VALUES (?, ?)", [(epoch, name) for name in names])
        self._db.execute("DELETE FROM holders")
        self._db.executemany(
            "INSERT INTO holders VALUES (?, ?)",
            [(slot, holder) for (holder, _), slots in self._moving.items() for slot in slots],
        )

    def _may_go(self, member: Member, outgoing: dict[str, list[int]]) -> bool:
        """Whether a node that leaves has handed over all it had, and sent all it found."""
        if member.state != "leaving" or outgoing:
            return False
        if all(one.state == "leaving" for one in self._members.values()):
            return True
        crawl = self._fact("crawl", None)
        runs = crawl is not None and not crawl["ended"]
        up_to_date = member.report.get("epoch") == self._table.epoch
        return (
            member.node not in self._table.members
            and up_to_date
            and (not runs or bool(member.report.get("through")))
        )

    def _drop(self, node: str) -> None:
        del self._members[node]
        self._db.execute("DELETE FROM members WHERE node = ?", (node,))

    def _member(self, node: str) -> Member:
        member = self._members.get(node)
        if member is None:
            raise Refusal("unknown")
        return member

    def _fenced(self, node: str, token: int) -> Member:
        member = self._members.get(node)
        if member is None or member.token != token:
            raise Refusal("fenced")
        return member

    def _look_at_crawl(self) -> None:
        """Whether a limit is reached or the crawl is through: when all nodes are, nothing is on its way, and each of them
        says so once more with nothing having come in between. Between the two reports there is a moment then at which
        none had anything to do or to send (Mattern, Algorithms for distributed termination detection, 1987)."""
        crawl = self._fact("crawl", None)
        if crawl is None or crawl["ended"]:
            return
        members = [one for one in self._members.values() if one.state != "coming"]
        reports = [one.report for one in members if one.report.get("round") == crawl["round"]]
        if len(reports) < len(members):
            return
        ended = [report.get("ended", "") for report in reports]
        if all(ended):
            state = "stopped" if "stopped" in ended else "failed" if "failed" in ended else "finished"
            self._keep("crawl", {**crawl, "ended": True, "state": state})
            return
        if crawl["wanted"] != "run":
            self._ticked = None
            return
        if not crawl["limit"] and (limit := self._limit(crawl)):
            crawl = {**crawl, "limit": limit}
            self._keep("crawl", crawl)
        same_table = all(report.get("epoch") == self._table.epoch for report in reports)
        through = all(report.get("through") or report.get("ended") for report in reports)
        activity = {one.node: (one.token, one.report.get("activity")) for one in members}
        if self._moving or not same_table or not through:
            self._forget_quiet()
        elif activity != self._activity:
            self._activity = activity
            self._quiet = {one.node: one.reports for one in members}
        elif all(one.reports > self._quiet[one.node] for one in members):
            self._keep("crawl", {**crawl, "wanted": "finish"})

    def _forget_quiet(self) -> None:
        self._activity, self._quiet = {}, {}

    def _take_limits(self, crawl: dict[str, Any]) -> None:
        settings = json.loads(crawl["settings"])
        self._allowances = Allowances(self._db, crawl["job"], limits_of(settings))
        self._seconds = 60.0 * (settings.get("max_minutes") or 0)
        spent = self._fact("spent", [])
        self._spent = float(spent[1]) if spent and spent[0] == crawl["job"] else 0.0
        self._ticked = None

    def _needs(self, crawl: dict[str, Any]) -> dict[str, Told]:
        return needs(
            ((one.node, one.report, one.reports) for one in self._members.values()), int(crawl["round"])
        )

    def _allowed(self, node: str) -> list[int] | None:
        """What a node may have of the limits of the crawl; None without limits."""
        crawl = self._fact("crawl", None)
        if crawl is None or crawl["ended"] or self._allowances is None or not self._allowances.any:
            return None
        more = crawl["wanted"] == "run" and not crawl["limit"]
        return self._allowances.deal(node, self._needs(crawl), more=more)

    def _limit(self, crawl: dict[str, Any]) -> str:
        """The limit that is reached. Time is counted here, while the crawl is to run and at least one node says that it
        does."""
        if self._seconds:
            clock = self._clock()
            if self._ticked is not None:
                self._spent += min(clock - self._ticked, self.lease)
            runs = any(one.report.get("phase") == "running" for one in self._members.values())
            self._ticked = clock if runs else None
            kept = self._fact("spent", [])
            if self._spent - (kept[1] if kept and kept[0] == crawl["job"] else 0.0) >= _KEPT_SECONDS:
                self._keep("spent", [crawl["job"], self._spent])
            if self._spent >= self._seconds:
                return "max-minutes"
        if self._allowances is not None and self._allowances.any:
            return self._allowances.reached(self._needs(crawl))
        return ""

    def _sums(self) -> dict[str, float]:
        found: dict[str, float] = {}
        for member in self._members.values():
            for name, count in (member.report.get("figures") or {}).items():
                found[name] = found.get(name, 0) + count
        return found

    def _fact(self, name: str, otherwise: Any) -> Any:
        row = self._db.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()
        return otherwise if row is None else json.loads(row[0])

    def _keep(self, name: str, value: Any) -> None:
        self._db.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", (name, json.dumps(value)))

    def _write_member(self, node: str) -> None:
        one = self._members[node]
        self._db.execute(
            "INSERT OR REPLACE INTO members VALUES (?, ?, ?, ?)", (node, one.capacity, one.token, one.state)
        )

    def _changing(self) -> _Change:
        return _Change(self._lock, self._db)


class _Change:
    """One at a time, and all of it or nothing on disk."""

    def __init__(self, lock: threading.RLock, db: sqlite3.Connection) -> None:
        self._lock, self._db = lock, db

    def __enter__(self) -> None:
        self._lock.acquire()
        self._db.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            self._db.execute("COMMIT" if kind is None or issubclass(kind, Refusal) else "ROLLBACK")
        finally:
            self._lock.release()
