"""One node of a cluster: the crawl engine as it is on one machine, on an archive of its own, under the register's table.

Everything that matters stands on disk (the archive, crawl.sqlite, `node.json`), so a coordinator that is killed is begun
anew in its place. A change of owners stops the engine, which is quick and leaves all in order; hosts are handed over
while it rests, and it goes on under the new table.
"""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from app.archive.archive import Archive
from app.cluster.exchange import Call, Exchange, Share, Unreachable, now
from app.cluster.handover import Moving, hand_over
from app.cluster.ring import Table
from app.crawl.frontier.joblist import create_job, find_job
from app.crawl.frontier.queue import QueueRow, Why, queue, why
from app.crawl.frontier.schema import kept_detail
from app.crawl.rules.links import LinkJudge
from app.crawl.rules.model import ENDED
from app.crawl.rules.scope import Scope
from app.crawl.rules.settings import CrawlSettings
from app.crawl.run.crawl import Crawl, Surroundings
from app.crawl.run.jobcontrol import CLEAN, reconfigure_job, take_anyway
from app.crawl.run.ledger import Ledger
from app.crawl.run.limits import Allowance, Need
from app.errors import CaptureMissing, StorageFailed, UserError
from app.graph.standing import Importance
from app.messages import Message

FIGURES = ("pages", "versions", "visits", "errors", "refused", "parked", "queued", "bytes", "rate")


@dataclass(frozen=True, slots=True)
class Rhythm:
    """Seconds between two reports, two looks at the outbox, until an engine that failed is started again, and for which
    addresses are held back so that many travel together."""

    beat: float = 2.0
    pump: float = 1.0
    retry: float = 30.0
    hold: float = 10.0


class Coordinator:
    """`run` in one thread, `handle` from any other; `folder` holds the archives of this node."""

    def __init__(
        self,
        node: str,
        folder: Path,
        call: Call,
        *,
        capacity: int = 1,
        rhythm: Rhythm | None = None,
        around: Callable[[], Surroundings] = Surroundings,
    ) -> None:
        """`around`: what each crawl is given besides (browser, divider)."""
        self.node = node
        self._folder = folder
        self._call = call
        self._capacity = capacity
        self._rhythm = rhythm or Rhythm()
        self._around = around
        self._over = threading.Event()
        self._lock = threading.Lock()
        """Held while hosts are taken over, and while a crawl is begun: never both."""
        self._token = 0
        self._share: Share | None = None
        self._lease = float("-inf")
        self._incoming = True
        self._outgoing: dict[str, list[int]] = {}
        self._lost: set[int] = set()
        self._gone: set[str] = set()
        """Slots and nodes that were lost since the crawl was last begun."""
        self._wanted: dict[str, Any] | None = None
        self._archive: Archive | None = None
        self._crawl: Crawl | None = None
        self._exchange: Exchange | None = None
        self._told = ("", "")
        """The order and the limit that the crawl knows of."""
        self._allowed: Allowance | None = None
        """What this node may have of the limits of all together; None as long as the register alone knows it."""
        self._back = False
        """Whether others need what this node has no use for at the moment."""
        self._round = 0
        self._ended = ""
        self._error = ""
        self._rest_until = 0.0
        self._activity = 0
        self._next_beat = 0.0
        self._machine = socket.gethostname()
        self._notes = folder / "node.json"
        self._known = 0
        folder.mkdir(parents=True, exist_ok=True)
        if self._notes.exists():
            self._known = int(json.loads(self._notes.read_text("utf-8"))["epoch"])

    def run(self) -> None:
        """Until `stop`, or until the node has left the cluster."""
        try:
            while not self._over.is_set():
                self._beat()
                if self._over.is_set():
                    return
                try:
                    self._obey()
                    self._pump()
                except UserError as error:
                    self._failed(error)
                self._over.wait(self._rhythm.pump)
        finally:
            self._halt()

    def stop(self) -> None:
        """End soon; from any thread."""
        self._over.set()

    def handle(self, method: str, about: dict[str, Any]) -> dict[str, Any]:
        """What other nodes ask for."""
        try:
            if method == "receive":
                exchange = self._exchange
                if exchange is not None:
                    self._activity += 1
                    return exchange.receive(about)
            elif method == "take_over":
                return {"taken": self._take_over(about)}
            elif method in ("why", "queue", "take"):
                return self._tell(method, about)
        except UserError:  # the disk, or a crawl that has ended meanwhile: the sender keeps it
            pass
        return {"taken": False}

    def _tell(self, method: str, about: dict[str, Any]) -> dict[str, Any]:
        """What people ask for (`asking`), about this node's part of the crawl."""
        archive, wanted, crawl = self._archive, self._wanted, self._crawl
        if archive is None or wanted is None:
            return {}
        if method == "take":
            if crawl is not None:
                return {"taken": crawl.take(about["url"]).result()}
            return {"taken": take_anyway(archive, wanted["job"], about["url"])}
        if method == "queue":
            return {"rows": [_told(row) for row in queue(archive, wanted["job"], **about)]}
        found = why(archive, wanted["job"], about["url"])
        return {"why": None if found is None else _told(found)}

    # -- the register

    def _beat(self) -> None:
        clock = now()
        if clock < self._next_beat:
            return
        self._next_beat = clock + self._rhythm.beat
        try:
            if not self._token:
                answer = self._call("register", "join", {"node": self.node, "capacity": self._capacity})
                self._token = answer["token"]
            answer = self._call(
                "register", "beat", {"node": self.node, "token": self._token, "report": self._report()}
            )
        except Unreachable:
            if now() >= self._lease:
                self._halt()  # the others may take this node for dead
            return
        if "refused" in answer:
            self._halt()
            self._token, self._share, self._lease, self._next_beat = 0, None, float("-inf"), 0.0
            return
        self._next_beat = clock + max(self._rhythm.beat, answer["beat"])
        self._lease = clock + answer["lease"]  # counted from before it was asked for
        if "table" in answer:
            self._halt()
            self._share = Share(self.node, Table.from_json(answer["table"]))
            self._lost |= set(answer["lost"])
            self._gone |= set(answer["lost_nodes"])
        if self._share is not None:
            self._share.lease = self._lease
        self._incoming, self._outgoing = answer["incoming"], answer["outgoing"]
        self._wanted = answer["crawl"]
        self._back = answer["back"]
        if answer["allowed"] is not None and answer["crawl"]["round"] == self._round:
            self._allowed = Allowance(*answer["allowed"])
            self._allow()
        if self._exchange is not None:
            self._exchange.hungry = frozenset(answer["hungry"])
        if answer["gone"]:
            self._halt()
            self._over.set()

    def _report(self) -> dict[str, Any]:
        crawl = self._crawl
        report: dict[str, Any] = {
            "epoch": self._share.epoch if self._share else None,
            "known": self._known,
            "round": self._round,
            "activity": self._activity,
            "ended": self._ended,
            "error": self._error,
            "through": False,
            "machine": self._machine,
            "phase": "idle" if crawl is None else crawl.progress().state,
        }
        if self._archive is not None:
            report["archive"] = str(self._archive.path)
        report["allowance"] = self._allow()
        if crawl is not None and crawl.progress().state not in ENDED:
            try:
                report["through"] = crawl.is_through().result()
            except StorageFailed:  # it has ended this moment
                report["through"] = False
        report["figures"] = self._figures()
        return report

    def _allow(self) -> dict[str, Any] | None:
        """Tell the crawl what it may have; what it has then, and what it needs, for the register."""
        crawl, allowed = self._crawl, self._allowed
        if allowed is None:
            return None
        if crawl is not None and crawl.progress().state not in ENDED:
            with suppress(StorageFailed):
                need = crawl.allow(allowed, back=self._back).result()
                self._allowed = need.has
                return asdict(need)
        # without a crawl at work nothing is needed; where one has failed nobody knows what is used
        return asdict(Need(allowed, Allowance() if self._error else allowed))

    def _figures(self) -> dict[str, float]:
        if self._crawl is not None:
            now_ = self._crawl.progress()
            self._last = {name: getattr(now_, name) for name in FIGURES}
            self._last["queued"] += now_.in_flight
        exchange = self._exchange
        if exchange is not None:
            self._last |= {"sent": exchange.sent, "messages": exchange.messages}
        return self._last

    _last: dict[str, float] = {}  # noqa: RUF012 -- replaced, never changed before the first crawl

    def _deal(self, batch: str) -> int:
        """See `app.archive.serials`. Without the register the engine ends with an error, and is tried again."""
        try:
            answer = self._call("register", "deal", {"node": self.node, "token": self._token, "batch": batch})
        except Unreachable:
            answer = {}
        if "block" not in answer:
            raise StorageFailed(path=self._folder, detail=Message("serials-none"))
        return int(answer["block"])

    # -- the engine

    def _obey(self) -> None:
        wanted, share = self._wanted, self._share
        if share is None:
            return
        if wanted is None:
            if self._outgoing:
                self._hand_over(share)
            return
        if wanted["round"] != self._round:
            self._halt()
            self._round, self._ended, self._error, self._allowed = wanted["round"], "", "", None
            self._rest_until = 0.0
        if self._crawl is not None:
            self._steer(self._crawl, wanted)
        if self._crawl is not None:
            return
        if self._outgoing:
            self._hand_over(share)
        elif wanted["wanted"] == "stop" or wanted["ended"]:
            self._ended = self._ended or "stopped"
        elif not (self._incoming or self._ended) and share.may_ask() and now() >= self._rest_until:
            self._start(wanted, share)

    def _steer(self, crawl: Crawl, wanted: dict[str, Any]) -> None:
        if crawl.join(0):
            self._end(crawl)
            return
        order, limit = wanted["wanted"], wanted["limit"]
        before, self._told = self._told, (order, limit)
        if before == self._told:
            return
        if limit and limit != before[1]:
            crawl.reach(limit)
        if order == "pause":
            crawl.pause()
        elif order == "run":
            crawl.unpause()
        elif order == "stop":
            crawl.stop()
        elif order == "finish":
            crawl.unpause()
            crawl.expect_no_more()

    def _start(self, wanted: dict[str, Any], share: Share) -> None:
        with self._lock:
            archive = self._prepared(wanted)
            with closing(Moving(archive, wanted["job"], share)) as moving:
                moving.part_with_others()
                if self._lost:
                    moving.send_again(self._lost, self._gone)
            self._lost.clear()
            self._gone.clear()
            self._known = share.epoch
            self._notes.write_text(json.dumps({"epoch": self._known}), "utf-8")
            archive.deal = self._deal
            around = self._around()
            around["sharing"] = share
            around["importance"] = Importance(archive.path)
            crawl = Crawl.resume(archive, wanted["job"], **around)
            self._exchange = Exchange(crawl, share, self._call, hold=self._rhythm.hold)
            if self._allowed is not None:
                crawl.allow(self._allowed)
            self._crawl = crawl
            self._activity += 1
            crawl.start()
        self._told = ("", "")
        self._next_beat = 0.0  # what it may have is told then
        self._steer(crawl, wanted)

    def _prepared(self, wanted: dict[str, Any]) -> Archive:
        """The archive with the job in it, at rest and with the settings that are wanted."""
        path = self._folder / wanted["name"]
        exists = (path / "archive.json").exists()
        self._archive = archive = Archive.open(path) if exists else Archive.create(path)
        settings = CrawlSettings.from_json(wanted["settings"])
        try:
            job = find_job(archive, wanted["job"])
        except CaptureMissing:
            create_job(archive, settings, job_id=wanted["job"])
            return archive
        if job.settings != settings:
            reconfigure_job(archive, job.job_id, settings)
        return archive

    def _end(self, crawl: Crawl) -> None:
        """The engine has ended by itself, or as it was told."""
        self._put_away(crawl)
        if crawl.error is not None:
            self._failed(crawl.error)
        else:
            self._ended = crawl.progress().state
            self._error = ""

    def _put_away(self, crawl: Crawl) -> None:
        """What it has not used is left to the others."""
        self._figures()
        self._crawl = self._exchange = None
        if self._allowed is not None and crawl.error is None:
            stored = crawl.progress()
            self._allowed = Allowance(stored.pages, stored.bytes)

    def _failed(self, error: UserError) -> None:
        """It is tried again after a while: a disk may have room by then."""
        self._error = str(error)
        self._rest_until = now() + self._rhythm.retry

    def _halt(self) -> None:
        """Rest, with everything fetched so far stored."""
        crawl = self._crawl
        if crawl is None:
            return
        crawl.stop()
        crawl.join()
        self._put_away(crawl)
        if crawl.error is not None:
            self._failed(crawl.error)

    def _pump(self) -> None:
        if self._exchange is not None:
            with suppress(StorageFailed):  # the crawl has ended; why is looked at next
                self._exchange.send()

    # -- hosts that move

    def _hand_over(self, share: Share) -> None:
        """To each node what it owns now; what it does not take at the moment it gets later."""
        for to, slots in self._outgoing.items():
            if self._wanted is not None and not self._hand_to(to, slots, share, self._wanted):
                continue
            about = {"node": self.node, "token": self._token, "epoch": share.epoch, "to": to}
            try:
                self._call("register", "handed", about)
            except Unreachable:
                return
        self._next_beat = 0.0

    def _hand_to(self, to: str, slots: list[int], share: Share, wanted: dict[str, Any]) -> bool:
        path = self._folder / wanted["name"]
        if not (path / "archive.json").exists():
            return True

        def send(node: str, chunk: dict[str, Any]) -> bool:
            self._beat()
            try:
                about = {"epoch": share.epoch, "job": wanted["job"], **chunk}
                return bool(self._call(node, "take_over", about).get("taken"))
            except Unreachable:
                return False

        with self._lock:
            archive = self._prepared(wanted)
            self._recover(archive, wanted["job"], share)
        # without the lock: the other one may be handing over to this one
        with closing(Moving(archive, wanted["job"], share)) as moving:
            return hand_over(moving, to, slots, f"{moving.token} {share.epoch} {to}", send)

    def _recover(self, archive: Archive, job_id: str, share: Share) -> None:
        """Settle what a crawl that was broken off has stored, before it is looked into."""
        job = find_job(archive, job_id)
        if job.state not in CLEAN:
            judge = LinkJudge(job.settings, Scope(job.settings, archive.path))
            ledger = Ledger(
                archive, job_id, judge, job.settings, clean=False, give_way=lambda: None, sharing=share
            )
            with closing(ledger), ledger.frontier.transaction():
                ledger.save("stopped")

    def _take_over(self, about: dict[str, Any]) -> bool:
        with self._lock:
            wanted, share = self._wanted, self._share
            if wanted is None or share is None or self._crawl is not None:
                return False
            if about["epoch"] != share.epoch or about["job"] != wanted["job"]:
                return False
            with closing(Moving(self._prepared(wanted), wanted["job"], share)) as moving:
                moving.take(about["sender"], about["number"], about["about"])
        return True


def _told(found: QueueRow | Why) -> dict[str, Any]:
    """As it travels: a detail with what it is made of."""
    return {**asdict(found), "detail": kept_detail(found.detail)}
