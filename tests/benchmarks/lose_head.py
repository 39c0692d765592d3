"""The head of a Ray cluster is lost in the middle of a crawl: three machines as network namespaces, Ray, the command line.

    python -m tests.benchmarks.lose_head    (as root, on Linux, with the group "cluster")

Machine a has the head with the register, b and c a node each. All processes of a are killed; the same command is given
there once more with the same folder, and the crawl goes on. Says what was seen, with seconds; exit code 1 where pages are
missing in the end.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.app.cluster.machines import WEB, Network
from tests.app.cluster.test_nodes import content, shards_in

PAGES, HOSTS, PORT = 100, 6, 6399
LONG = 240.0


class Machines:
    def __init__(self, folder: Path, network: Network) -> None:
        self.folder, self.network = folder, network
        self.began = time.monotonic()
        self.environment = {**os.environ, "HOME": str(folder), "RAY_TMPDIR": str(folder / "r")}
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    def say(self, what: str) -> None:
        print(f"{time.monotonic() - self.began:6.1f} s  {what}", flush=True)

    def begin(self, machine: str, *command: str, name: str = "") -> subprocess.Popen[bytes]:
        log = (self.folder / f"{name or machine}.log").open("ab")
        space = ["ip", "netns", "exec", f"{self.network._mark}{machine}"]
        made = subprocess.Popen(
            [*space, sys.executable, "-m", "app", *command],
            env=self.environment,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        log.close()
        self.processes[name or machine] = made
        return made

    def asked(self) -> int:
        log = self.folder / "log"
        return len(log.read_text().splitlines()) if log.exists() else 0

    def of(self, machine: str) -> list[int]:
        """All processes in the namespace of a machine."""
        said = subprocess.run(
            ["ip", "netns", "pids", f"{self.network._mark}{machine}"],
            capture_output=True,
            text=True,
            check=True,
        )
        return [int(pid) for pid in said.stdout.split()]

    def kill(self, machine: str) -> None:
        for pid in self.of(machine):
            os.kill(pid, signal.SIGKILL)

    def close(self) -> None:
        for machine in ("b", "c", "a", "web"):
            self.kill(machine)
        for process in self.processes.values():
            process.wait()


def until(condition: Callable[[], Any], seconds: float = LONG) -> bool:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.5)
    return True


def main() -> int:
    with (
        tempfile.TemporaryDirectory(dir="/tmp", ignore_cleanup_errors=True) as place,
        closing(Network("abc", HOSTS)) as network,
        closing(Machines(Path(place), network)) as machines,
    ):
        folder = Path(place)
        web = network.begin("web", "web", log=str(folder / "log"), hosts=network.hosts, pages=PAGES)
        machines.processes["web"] = web
        head = f"{network.places['a']}:{PORT}"
        start = (
            "cluster",
            "start",
            str(folder / "register"),
            "--address",
            network.places["a"],
            "--port",
            str(PORT),
        )

        def joined(name: str) -> None:
            machines.begin(
                name,
                "cluster",
                "join",
                head,
                str(folder / name),
                "--name",
                name,
                "--address",
                network.places[name],
            )

        def crawl(*more: str, name: str) -> subprocess.Popen[bytes]:
            return machines.begin("a", "crawl", "x.archive", *more, "--cluster", head, "--json", name=name)

        machines.begin("a", *start)
        if not until(lambda: "ready" in (folder / "a.log").read_text()):
            print((folder / "a.log").read_text())
            return 1
        machines.say("the head is there")
        for name in "bc":  # one after the other: they share a folder of Ray here
            joined(name)
            until(lambda name=name: "at work" in (folder / f"{name}.log").read_text())
        machines.say("two nodes are there")
        seeds = [f"http://{host}:{WEB}/" for host in network.hosts]
        crawl(*seeds, "--scope", "any", "--delay", "0.5", "--no-sitemaps", name="crawl")
        until(lambda: machines.asked() > 60)
        machines.say(f"{machines.asked()} requests; now all processes of the head are killed")
        machines.kill("a")
        quiet = machines.asked(), time.monotonic()
        while time.monotonic() - quiet[1] < 90:
            time.sleep(1)
            if machines.asked() > quiet[0]:
                machines.say(f"{machines.asked()} requests")
                quiet = machines.asked(), time.monotonic()
            if all(machines.processes[name].poll() is not None for name in "bc"):
                machines.say(f"“cluster join” has ended on both machines; {machines.asked()} requests")
                break
        else:
            machines.say(f"no request for 90 s; {machines.asked()} requests in all")
        stored = sum(len(content(shard)) for shard in shards_in(folder, "x.archive"))
        machines.say(f"{stored} pages in the archives of the nodes")
        machines.begin("a", *start)
        until(lambda: (folder / "a.log").read_text().count("cluster is ready") > 1)
        machines.say("the head is there again, with the same folder")
        for name in "bc":
            if machines.processes[name].poll() is not None:
                machines.kill(name)  # what Ray has left behind
                count = (folder / f"{name}.log").read_text().count("at work")
                joined(name)
                until(
                    lambda name=name, count=count: (
                        (folder / f"{name}.log").read_text().count("at work") > count
                    )
                )
        before = machines.asked()
        again = until(lambda: machines.asked() > before, 60)
        machines.say("the nodes ask again by themselves" if again else "the nodes do not ask by themselves")
        last = crawl("--resume", name="resumed")
        last.wait()
        machines.say(f"the crawl has ended with exit code {last.returncode}; {machines.asked()} requests")
        summary = json.loads((folder / "resumed.log").read_text().splitlines()[-1])
        found = content(*shards_in(folder, "x.archive"))
        wanted = {
            f"{seed}{path}" for seed in seeds for path in ("", "moved", *(f"p{n}" for n in range(PAGES)))
        }
        machines.say(f"{len(wanted - found.keys())} of {len(wanted)} pages missing; {summary['state']}")
        return 1 if wanted - found.keys() else 0


if __name__ == "__main__":
    sys.exit(main())
