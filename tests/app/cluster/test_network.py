"""Three nodes and a register as processes on machines of their own, on a real network, and all that may befall them in one
crawl: the network is cut in half, a node is halted for longer than its hosts wait for it, the register is killed, a disk
becomes full. No host is asked by two at once, nothing that was stored is lost, and in the end all pages are there."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from app.cluster.exchange import Unreachable
from app.crawl.rules.settings import CrawlSettings
from tests.app.cluster.machines import WEB, Elsewhere, Network, possible
from tests.app.cluster.test_nodes import JOB, NAME, content, shards_in, until

HOSTS, PAGES = 8, 40
DELAY = 0.25
LEASE, GRACE = 1.2, 3.5
NODES = "abc"


class Machines:
    """The nodes, the register "r" and the sites; `asked` is the log of the server of these: (node, host, moment)."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.network = Network("abcr", HOSTS)
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self._full = False
        self._line = Elsewhere({"register": str(folder / "ask")})
        for name in NODES:
            (folder / name).mkdir()
        self.disk("mount", "-t", "tmpfs", "-o", "size=80m", "none", str(folder / "c"))
        log, network = str(folder / "log"), self.network
        self.processes["web"] = network.begin("web", "web", log=log, hosts=network.hosts, pages=PAGES)
        self.begin_register()
        places = {"register": network.places["r"]} | {name: network.places[name] for name in NODES}
        for name in NODES:
            about = {"name": name, "folder": str(folder / name), "places": places}
            self.processes[name] = network.begin(name, "node", **about)

    def begin_register(self) -> None:
        about = {
            "folder": str(self.folder),
            "socket": str(self.folder / "ask"),
            "lease": LEASE,
            "grace": GRACE,
        }
        self.processes["r"] = self.network.begin("r", "register", **about)

    def disk(self, *command: str) -> None:
        subprocess.run(command, check=True)

    def node_process(self, name: str) -> int:
        """The process that crawls, below that of the machine."""
        threads = Path(f"/proc/{self.processes[name].pid}/task").glob("*/children")
        return int("".join(each.read_text() for each in threads).split()[0])

    def status(self) -> dict[str, Any]:
        with suppress(Unreachable):
            return self._line.ask("register", "status", {})
        return {"nodes": [], "moving": 1, "crawl": None}

    def tell(self, method: str, **about: Any) -> None:
        assert "refused" not in self._line.ask("register", method, about)

    def settled(self, names: str) -> bool:
        now = self.status()
        return {one["node"] for one in now["nodes"] if one["slots"]} == set(names) and not now["moving"]

    def asked(self) -> list[tuple[str, str, float]]:
        with suppress(OSError):
            lines = [json.loads(line) for line in (self.folder / "log").read_text().splitlines()]
            return [(self.network.clients[client], host, when) for client, host, when in lines]
        return []

    def stored(self) -> set[tuple[str, str]]:
        """(node, id) of all that is stored."""
        found = set()
        for archive in shards_in(self.folder, NAME):
            with archive.reader() as reader:
                found |= {(archive.path.parent.name, one.id) for one in reader.captures_of_crawl(JOB)}
        return found

    def close(self) -> None:
        for process in self.processes.values():
            process.kill()
            process.wait()
        self.network.close()
        subprocess.run(["umount", "-l", str(self.folder / "c")], check=False)


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    with closing(Machines(tmp_path)) as made:
        yield made


@pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0 or not possible(),
    reason="only root can make networks with cables, on Linux",
)
def test_a_network_cut_in_half_a_node_halted_the_register_killed_and_a_full_disk(machines: Machines) -> None:
    until(lambda: machines.settled("abc"))
    seeds = tuple(f"http://{host}:{WEB}/" for host in machines.network.hosts)
    settings = CrawlSettings(seeds, delay=DELAY, scope="any", sitemaps=False, logins=False, workers=8)
    machines.tell("start", job=JOB, name=NAME, settings=settings.to_json())
    until(lambda: {name for name, _, _ in machines.asked()} == set("abc") and len(machines.asked()) > 40)

    machines.network.cut("b", "c")  # they reach each other, and not the register
    until(lambda: machines.settled("a"))
    before = machines.stored()
    others = {host for name, host, _ in machines.asked() if name != "a"}
    until(lambda: {host for name, host, _ in machines.asked() if name == "a"} & others)
    machines.network.heal("b", "c")
    until(lambda: machines.settled("abc"))
    assert before <= machines.stored()

    halted = machines.node_process("b")
    os.kill(halted, signal.SIGSTOP)
    until(lambda: machines.settled("ac"))
    os.kill(halted, signal.SIGCONT)
    until(lambda: machines.settled("abc"))

    machines.processes["r"].kill()
    machines.processes["r"].wait()
    count = len(machines.asked())
    machines.begin_register()
    until(lambda: len(machines.asked()) > count + 10 and machines.settled("abc"))

    filler = machines.folder / "c" / "filler"
    subprocess.run(["dd", "if=/dev/zero", f"of={filler}", "bs=64k"], check=False, capture_output=True)
    until(lambda: any(one["node"] == "c" and one["error"] for one in machines.status()["nodes"]))
    before = machines.stored()
    filler.unlink()
    until(lambda: (machines.status()["crawl"] or {}).get("ended"), 120)

    assert machines.status()["crawl"]["state"] == "finished"
    assert before <= machines.stored()
    found = content(*shards_in(machines.folder, NAME))
    pages = ("/", "/moved", "/robots.txt", *(f"/p{number}" for number in range(PAGES)))
    assert set(found) == {f"http://{host}:{WEB}{path}" for host in machines.network.hosts for path in pages}
    for host in machines.network.hosts:
        times = [(when, name) for name, asked, when in machines.asked() if asked == host]
        for (first, one), (second, other) in pairwise(sorted(times)):
            assert one == other or second - first > DELAY / 2, "asked by two at once"
