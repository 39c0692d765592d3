"""A cluster far larger than this machine, on virtual time: the ring, the outbox, the exchange and the register as they
are, with made sites in place of the web.

    python tests/benchmarks/simulate_cluster.py [--addresses 1e9] [--nodes 1 10 100 1000] [--minutes 10]
        [--parts memory shares exchange register] [--json]

Shares: all hosts of so many addresses are made and given their nodes by `app.cluster.ring`; imbalance is the largest share
by the mean one, moved is what a node that joins takes by what it ought to have. Exchange: one node of the cluster fetches
at the pace it is designed for; its foreign links go through the real outbox and exchange, a pump a virtual second.
Register: the real one, with a clock of its own; a node falls silent. Memory: measured at real tables.

The made web, and where its numbers are from:
- Pages of a host: a power law with exponent 1.8 (1.7 to 1.9: Huberman, Adamic: Growth dynamics of the World-Wide Web,
  Nature 1999), cut at 10 million; 100 pages on the mean.
- Links of a page: 36.6 (3.5 thousand million pages with 128 thousand million links: Web Data Commons, Hyperlink Graph
  2012). Four of five stay on their host (`--locality`): most links of most pages do (Randall, Stata, Wickremesinghe,
  Wiener: The Link Database, SRC report 175, 2001); the share itself is an assumption.
- Where the others lead: in-links of a page by a power law with exponent 2.1 (Broder et al.: Graph structure in the Web,
  2000), so the r-th most linked address gets r^-0.91 of them.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Collection, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from app.archive.archive import Archive
from app.cluster.coordinator import Rhythm
from app.cluster.exchange import DIRECT, Exchange, Share
from app.cluster.register import GRACE, LEASE, REPORTS, Register
from app.cluster.ring import PLACES, REPLICAS, SLOTS, Ring, Table, slot_of, slots_for
from app.crawl.frontier.frontier import Frontier
from app.crawl.frontier.joblist import create_job
from app.crawl.frontier.outbox import UNDER_WAY, Outbox
from app.crawl.frontier.schema import connect
from app.crawl.rules.entries import Candidate
from app.crawl.rules.model import Counters
from app.crawl.rules.settings import CrawlSettings
from app.crawl.rules.sharing import MOST, Foreign, Parcel
from app.crawl.rules.url import dedupe_key

EXPONENT, LARGEST = 1.8, 10_000_000
LINKS, LOCALITY = 36.6, 0.8
POPULARITY = 1 / (2.1 - 1)
PAGES_A_DAY = 1_000_000
PARTS = ("memory", "shares", "exchange", "register")
HASHES = 1 << 62
"""Slots, of which the numbers of any power of two of slots follow."""


def names_of(count: int) -> list[str]:
    return [f"10.{n >> 16}.{n >> 8 & 255}.{n & 255}" for n in range(count)]


def imbalance(shares: np.ndarray[Any, Any]) -> float:
    """The largest share by the mean one."""
    return float(shares.max() / shares.mean())


def arcs_of(nodes: int, replicas: int = REPLICAS) -> np.ndarray[Any, Any]:
    """What each node has of the ring."""
    names = names_of(nodes)
    ring = Ring(dict.fromkeys(names, replicas))
    places = np.array(ring._places, np.int64)
    arcs = np.diff(np.concatenate(([places[-1] - PLACES], places)))
    number = {name: n for n, name in enumerate(names)}
    return np.bincount([number[name] for name in ring._nodes], weights=arcs, minlength=nodes)


def sites(addresses: int, random: np.random.Generator) -> np.ndarray[Any, Any]:
    """Pages of each host, until there are so many."""
    exponent = 1 - EXPONENT
    mean = (exponent / (exponent + 1)) * (LARGEST ** (exponent + 1) - 1) / (LARGEST**exponent - 1)
    drawn = random.random(max(1, int(addresses / mean)))
    # a power law by its inverse: of all hosts 43 % have one page
    return (1 + drawn * (LARGEST**exponent - 1)) ** (1 / exponent)


def hashes(hosts: int) -> np.ndarray[Any, Any]:
    return np.fromiter((slot_of(f"h{n}.example", HASHES) for n in range(hosts)), np.int64, hosts)


class Shares:
    """Hosts among nodes."""

    def __init__(self, sizes: np.ndarray[Any, Any], hashed: np.ndarray[Any, Any], slots: int) -> None:
        self._slots = slots
        self._slot = hashed & (slots - 1)
        self._pages = np.bincount(self._slot, weights=sizes, minlength=slots)
        self._hosts = np.bincount(self._slot, minlength=slots)
        # a host is asked once a second at most, so of a large one a node has no more to do than that
        self._paced = np.bincount(self._slot, weights=np.minimum(sizes, 86_400), minlength=slots)

    def of(self, nodes: int) -> dict[str, float]:
        table = Table.of(dict.fromkeys(names_of(nodes), 1), 1, self._slots)
        number = {name: n for n, name in enumerate(names_of(nodes))}
        owner = np.array([number[name] for name in table.nodes])

        def share(weights: np.ndarray[Any, Any]) -> float:
            return imbalance(np.bincount(owner, weights=weights, minlength=nodes))

        found = {
            "imbalance of the ring": imbalance(arcs_of(nodes)),
            "of slots": share(np.ones(self._slots)),
            "of hosts": share(self._hosts),
            "of pages": share(self._pages),
            "of a day's work": share(self._paced),
        }
        if nodes > 1:
            newer = Table.of(dict.fromkeys(names_of(nodes + 1), 1), 2, self._slots)
            moved = np.array(list(table.moved(newer)), np.int64)
            ideal = 1 / (nodes + 1)
            found["moved slots by the ideal"] = len(moved) / self._slots / ideal
            found["moved hosts by the ideal"] = float(self._hosts[moved].sum() / self._hosts.sum() / ideal)
            found["moved among others"] = sum(
                new != names_of(nodes + 1)[-1] for _, new in table.moved(newer).values()
            )
        return found


class _Crawl:
    """The part of a crawl that an exchange asks for, around a real outbox."""

    job_id = "job"
    idle = False  # there is plenty to do here

    def __init__(self, outbox: Outbox, db: Any) -> None:
        self._outbox, self._db = outbox, db

    def parcels(self, due: Collection[str] | None = None) -> Future[list[Parcel]]:
        self._db.execute("BEGIN")
        self._outbox.seal(due)
        self._db.execute("COMMIT")
        return _done(self._outbox.parcels(()))

    def arrived(self, numbers: Sequence[int]) -> Future[None]:
        self._db.execute("BEGIN")
        for number in numbers:
            self._outbox.arrived(number)
        self._db.execute("COMMIT")
        return _done(None)


def _done(value: Any) -> Future[Any]:
    future: Future[Any] = Future()
    future.set_result(value)
    return future


def exchange(
    nodes: int, addresses: int, seconds: int, pump: int, locality: float, random: np.random.Generator
) -> dict[str, float]:
    """One node of `nodes`, for so many virtual seconds, with `pump` of them between two looks at the outbox; figures of
    the second half. What others of its row give it to pass on comes as they find it: links as its own, each address once
    from each of them."""
    names = names_of(nodes)
    share = Share(names[0], Table.of(dict.fromkeys(names, 1), 1, slots_for(nodes)))
    table = share.table
    mates = [Share(name, table) for name in share.neighbours if nodes > DIRECT]
    mates = [mate for mate in mates if any(mate.towards(to) == share.name for to in share.neighbours)]
    told: dict[str, set[int]] = {mate.name: set() for mate in mates}
    with tempfile.TemporaryDirectory() as folder:
        db = connect(Path(folder) / "crawl.sqlite")
        db.execute("PRAGMA synchronous = OFF")
        number = db.execute(
            "INSERT INTO jobs (job_id, settings, state, started, updated) VALUES ('job', '{}', '', 0, 0) RETURNING number"
        ).fetchone()[0]
        outbox, clock = Outbox(db, number, share), 0.0
        crawl = _Crawl(outbox, db)
        sent = Exchange(
            crawl,  # type: ignore[arg-type]
            share,
            lambda to, method, about: {"taken": True},
            lambda: clock,
            Rhythm().hold,
        )
        rate = PAGES_A_DAY / 86_400
        pages = found = passing = 0.0
        at_half = (0.0, 0, 0, 0.0)
        url_of = lambda rank: f"http://h{rank % (addresses // 100 or 1)}.example/{rank}"  # noqa: E731
        for second in range(seconds):
            if second == seconds // 2:
                at_half = (pages, sent.messages, sent.sent, found)
            clock += 1.0
            links = random.poisson(rate * LINKS * (1 - locality))
            db.execute("BEGIN")
            for rank in ranks(links, addresses, random):
                url = url_of(rank)
                if outbox.takes(url):
                    found += 1
                    outbox.put(Candidate(url, dedupe_key(url), 1, 0), "http://h.example/a", 0.0, 0.0)
            for mate in mates:
                known, come = told[mate.name], []
                for rank in ranks(random.poisson(rate * LINKS * (1 - locality)), addresses, random):
                    url = url_of(rank)
                    owner = table.owner(url)
                    if mate.towards(owner) == share.name != owner and rank not in known:
                        known.add(rank)
                        candidate = Candidate(url, dedupe_key(url), 1, 0)
                        come.append(Foreign.of(candidate, "http://h.example/b", 0.0, 0.0))
                outbox.pass_on(come)
                passing += len(come)
            db.execute("COMMIT")
            if second % pump == pump - 1:
                sent.send()
            pages += rate
        waiting, parcels = db.execute("SELECT count(*), count(DISTINCT parcel) FROM outbox").fetchone()
        kept = db.execute("SELECT count(*) FROM sent").fetchone()[0]
        db.execute("DELETE FROM outbox")
        db.execute("VACUUM")
        size = db.execute(
            "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
        ).fetchone()[0]
        db.close()
    messages, addresses_sent = sent.messages - at_half[1], sent.sent - at_half[2]
    return {
        "nodes to send to": len(share.neighbours),
        "messages a page": messages / (pages - at_half[0]),
        "foreign links a message": (found - at_half[3]) / max(1, messages),
        "addresses a message": addresses_sent / max(1, messages),
        "passed on by links found": passing / max(1, found),
        "addresses that wait": waiting,
        "parcels that wait": parcels,
        "bytes of outbox an address": size / max(1, kept),
    }


def ranks(count: int, addresses: int, random: np.random.Generator) -> list[int]:
    """Addresses that links lead to, by how often they are linked."""
    exponent = 1 - POPULARITY
    drawn = (1 + random.random(count) * (addresses**exponent - 1)) ** (1 / exponent)
    return [int(one) for one in drawn]


def distinct(links: float, addresses: int) -> float:
    """To how many different addresses so many links lead."""
    edges = np.unique(np.geomspace(1, addresses + 1, 4000).astype(np.int64))
    middle, width = (edges[:-1] + edges[1:] - 1) / 2, np.diff(edges)
    chance = middle**-POPULARITY
    chance /= (chance * width).sum()
    return float((width * -np.expm1(-chance * links)).sum())


def register(nodes: int) -> dict[str, float]:
    """A node of a cluster falls silent: virtual seconds until its slots have an owner that all nodes know, and what a
    report costs the register."""
    clock = [1000.0]
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as folder:
        held = Register(Path(folder) / "register.sqlite", lambda: clock[0], slots=slots_for(nodes))
        names = names_of(nodes)
        tokens = {name: held.join(name)["token"] for name in names}
        epochs: dict[str, int] = {}
        spent, beats = 0.0, 0

        def beat(name: str) -> bool:
            nonlocal spent, beats
            began = time.process_time()
            answer = held.beat(name, tokens[name], {"epoch": epochs.get(name), "known": epochs.get(name, 0)})
            spent, beats = spent + time.process_time() - began, beats + 1
            epochs[name] = answer["epoch"]
            for to in answer["outgoing"]:
                held.handed(name, tokens[name], answer["epoch"], to)
            return "table" in answer

        for _ in range(3):  # come, hand over, know
            for name in names:
                beat(name)
        silent, last = names[-1], clock[0]
        before = epochs[names[0]]
        spent, beats = 0.0, 0
        pace = max(Rhythm().beat, min(LEASE / 3, nodes / REPORTS))
        clock[0] = last + GRACE - pace
        while min(epochs[name] for name in names[:-1]) == before:
            for name in names[:-1]:
                beat(name)
            clock[0] += pace
        assert silent not in held._table.members
        known = clock[0] - last
        held.close()
    cost = spent / beats
    return {
        "seconds until all know": known,
        "processor ms a report": 1000 * cost,
        "share of a processor for reports": nodes / pace * cost,
        "bytes of the table": len(json.dumps(held._table.to_json())),
    }


def memory() -> dict[str, float]:
    """What a node keeps of an address, on disk; and its process without any."""
    with tempfile.TemporaryDirectory() as folder:
        archive = Archive.create(Path(folder) / "a")
        job = create_job(archive, CrawlSettings(("http://h0.example/",), scope="any"))
        frontier = Frontier(archive.crawl_db, job)
        count = 40_000
        for begin in range(0, count, 4000):
            urls = [f"http://h{n // 100}.example/section/page-{n}.html" for n in range(begin, begin + 4000)]
            with frontier.transaction():
                frontier.add([Candidate(url, dedupe_key(url), 1, 0) for url in urls], None, Counters())
        pages = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
        size = frontier.db.execute(pages).fetchone()[0]
        frontier.close()
    code = (
        "import resource, app.cluster.coordinator; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    import subprocess

    root = Path(__file__).resolve().parents[2]
    said = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    return {"bytes of frontier an address": size / count, "MiB of a process at rest": int(said.stdout) / 1024}


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--addresses", type=float, default=1e9)
    asked.add_argument("--nodes", type=int, nargs="+", default=[1, 10, 50, 100, 1000])
    asked.add_argument("--minutes", type=float, default=10)
    asked.add_argument("--pump", type=int, default=int(Rhythm().pump))
    asked.add_argument("--parts", nargs="+", default=PARTS, choices=PARTS)
    asked.add_argument("--locality", type=float, default=LOCALITY)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--json", action="store_true")
    given = asked.parse_args()
    random, addresses = np.random.default_rng(given.seed), int(given.addresses)

    def tell(about: dict[str, Any]) -> None:
        if given.json:
            print(json.dumps(about), flush=True)
            return
        each = (
            f"{name} {value:,.4g}" if isinstance(value, float) else f"{name} {value}"
            for name, value in about.items()
        )
        print("  ".join(each), flush=True)

    if "memory" in given.parts:  # first: a process inherits the largest size of the one that started it
        tell({"of": "memory", **memory()})
    if "shares" in given.parts:
        sizes = sites(addresses, random)
        tell({"of": "web", "hosts": len(sizes), "pages": float(sizes.sum()), "largest": float(sizes.max())})
        hashed = hashes(len(sizes))
        for nodes in given.nodes:
            for slots in dict.fromkeys((SLOTS, slots_for(nodes))):
                tell(
                    {"of": "shares", "nodes": nodes, "slots": slots, **Shares(sizes, hashed, slots).of(nodes)}
                )
    for nodes in given.nodes:
        if nodes > 1 and "exchange" in given.parts:
            seconds = int(60 * given.minutes)
            figures = exchange(nodes, addresses, seconds, given.pump, given.locality, random)
            tell({"of": "exchange", "nodes": nodes, **figures})
        if nodes > 1 and "register" in given.parts:
            foreign = distinct(addresses / nodes * LINKS * (1 - given.locality), addresses) * (1 - 1 / nodes)
            again = foreign / (nodes - 1) / (UNDER_WAY * MOST / Rhythm().pump)
            tell({"of": "register", "nodes": nodes, **register(nodes), "seconds to send again": again})


if __name__ == "__main__":
    main()
