"""Machines of a network for tests: each a network namespace of its own, with a process for its node, the register or the
sites; and a switch whose cables can be pulled. Nodes and register are the program's own; between machines their questions
travel over TCP as within one (`app.cluster.wire`), in place of Ray.

    python -m tests.app.cluster.machines ROLE JSON
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from contextlib import suppress
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Listener
from pathlib import Path
from typing import Any

from app.cluster import wire
from app.cluster.coordinator import Rhythm
from app.cluster.exchange import Unreachable
from app.cluster.register import Register
from app.cluster.watching import Watcher
from tests.app.cluster.sites import Sites

KEY = b"only for tests"
PORT = 7070
WEB = 8080
QUICK = Rhythm(beat=0.25, pump=0.1, retry=1.0, hold=0.5)
SILENT = 1.5  # seconds for an answer from another machine


class Elsewhere:
    """Other machines by their names; a connection that fails is made anew. `places`: (address, port) or a socket's path,
    which leads into each network."""

    def __init__(self, places: dict[str, Any]) -> None:
        self._places = places
        self._lines: dict[str, wire._Line] = {}

    def ask(self, to: str, method: str, about: dict[str, Any]) -> dict[str, Any]:
        try:
            line = self._lines.get(to)
            if line is None:
                line = self._lines[to] = wire._Line(Client(self._places[to], authkey=KEY))
            return line.ask([to, method, about])
        except (OSError, EOFError, AuthenticationError) as error:
            raise Unreachable from error
        except Unreachable:
            self._lines.pop(to, None)
            raise


def answer(address: Any, route: wire.Route) -> None:
    """Answer questions that come to an address, for ever."""
    listener = Listener(address, authkey=KEY)
    while True:
        with suppress(OSError, EOFError, AuthenticationError):
            connection = listener.accept()
            threading.Thread(target=wire._serve, args=(connection, route), daemon=True).start()


def node(about: dict[str, Any]) -> None:
    elsewhere = Elsewhere({name: (ip, PORT) for name, ip in about["places"].items()})
    watcher = Watcher(elsewhere.ask, QUICK)
    watcher.begin(about["name"], Path(about["folder"]))
    answer((about["ip"], PORT), watcher.hub.ask)


def register(about: dict[str, Any]) -> None:
    held = Register(Path(about["folder"]) / "register.sqlite", lease=about["lease"], grace=about["grace"])
    route: wire.Route = lambda _, method, given: held.handle(method, given)  # noqa: E731
    Path(about["socket"]).unlink(missing_ok=True)  # of one that was killed
    threading.Thread(target=answer, args=(about["socket"], route), daemon=True).start()
    answer((about["ip"], PORT), route)


class Web(Sites):
    """Sites that note, a line each, who asks which host, and when it came."""

    def __init__(self, about: dict[str, Any]) -> None:
        self._log = Path(about["log"]).open("a", encoding="utf-8")  # noqa: SIM115 -- as long as the process
        super().__init__(about["hosts"], about["pages"], WEB)

    def note(self, client: str, host: str) -> None:
        self._log.write(f"{json.dumps([client, host, time.monotonic()])}\n")
        self._log.flush()


def ip_command(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


class Network:
    """A switch and machines on it, each with two cables: to the others, which can be pulled, and to the sites. `machines`
    are names of one letter. To be closed."""

    def __init__(self, machines: str, hosts: int) -> None:
        self._mark = f"tw{os.getpid() % 10_000}"
        self._made: list[str] = []
        self.hosts = [f"10.78.1.{number}" for number in range(1, hosts + 1)]
        self.places = {name: f"10.77.0.{number}" for number, name in enumerate(machines, 1)}
        self.clients = {f"10.78.0.{number}": name for number, name in enumerate(machines, 1)}
        try:
            self._space("switch")
            for bridge in ("here", "there", "web"):
                self.within("switch", "ip", "link", "add", bridge, "type", "bridge")
                self.within("switch", "ip", "link", "set", bridge, "up")
            for number, name in enumerate(machines, 1):
                self._space(name)
                self._cable(name, "others", "here", f"10.77.0.{number}/24")
                self._cable(name, "sites", "web", f"10.78.0.{number}/16")
            self._space("web")
            self._cable("web", "sites", "web", *(f"{host}/16" for host in self.hosts))
        except BaseException:
            self.close()
            raise

    def cut(self, *machines: str) -> None:
        """These reach each other, and none of the rest."""
        for name in machines:
            self.within("switch", "ip", "link", "set", f"{name}-others", "master", "there")

    def heal(self, *machines: str) -> None:
        for name in machines:
            self.within("switch", "ip", "link", "set", f"{name}-others", "master", "here")

    def begin(self, machine: str, role: str, **about: Any) -> subprocess.Popen[bytes]:
        given = json.dumps({"ip": self.places.get(machine), **about})
        command = [sys.executable, "-m", "tests.app.cluster.machines", role, given]
        return subprocess.Popen(["ip", "netns", "exec", f"{self._mark}{machine}", *command])

    def within(self, machine: str, *command: str) -> None:
        subprocess.run(
            ["ip", "netns", "exec", f"{self._mark}{machine}", *command], check=True, capture_output=True
        )

    def close(self) -> None:
        for name in reversed(self._made):  # cables go with them
            with suppress(subprocess.CalledProcessError):
                ip_command("netns", "del", name)

    def _space(self, name: str) -> None:
        ip_command("netns", "add", f"{self._mark}{name}")
        self._made.append(f"{self._mark}{name}")
        self.within(name, "ip", "link", "set", "lo", "up")

    def _cable(self, machine: str, end: str, bridge: str, *addresses: str) -> None:
        plug, switch = f"{machine}-{end}", f"{self._mark}switch"
        self.within(machine, "ip", "link", "add", end, "type", "veth", "peer", "name", plug, "netns", switch)
        for address in addresses:
            self.within(machine, "ip", "addr", "add", address, "dev", end)
        self.within(machine, "ip", "link", "set", end, "up")
        self.within("switch", "ip", "link", "set", plug, "master", bridge, "up")


def possible() -> bool:
    """Whether this system has namespaces with cables, and lets us make them."""
    try:
        Network("x", 1).close()
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def main(role: str, given: str) -> None:
    wire.PATIENCE = SILENT
    about = json.loads(given)
    if role == "node":
        node(about)
    elif role == "register":
        register(about)
    elif role == "web":
        Web(about)
        threading.Event().wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
