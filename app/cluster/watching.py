"""Processes of nodes on this machine, and who watches them: one that dies is begun anew in its place, where its archive
is. With a register of its own this is a whole cluster without Ray."""

from __future__ import annotations

import json
import subprocess
import threading
from contextlib import suppress
from dataclasses import astuple, dataclass, field
from pathlib import Path
from typing import Any

from app import starting
from app.cluster.coordinator import Rhythm
from app.cluster.exchange import Unreachable
from app.cluster.register import Register
from app.cluster.wire import Hub, Route

QUICK = Rhythm(beat=0.25, pump=0.1, hold=1.0)
"""Between processes of one machine, reports cost nothing."""
LOOK = 0.2
AGAIN = (0.2, 1.0, 5.0, 15.0, 60.0)
"""Seconds until a process that died is begun anew: longer each time, the last from then on."""


@dataclass(slots=True)
class _Node:
    folder: Path
    capacity: int
    process: subprocess.Popen[bytes] | None = None
    deaths: int = 0
    leaves: bool = False
    rest: threading.Event = field(default_factory=threading.Event)


class Watcher:
    """The nodes of this machine; `route` leads to the register and to nodes elsewhere. To be closed."""

    def __init__(self, route: Route, rhythm: Rhythm) -> None:
        self.hub = Hub(route)
        self._rhythm = rhythm
        self._nodes: dict[str, _Node] = {}
        self._threads: list[threading.Thread] = []
        self._closing = threading.Event()

    def begin(self, node: str, folder: Path, capacity: int = 1) -> None:
        """Start a node, and keep it running."""
        self._nodes[node] = _Node(folder, capacity)
        thread = threading.Thread(target=self._keep, args=(node,), name=f"watch-{node}", daemon=True)
        self._threads.append(thread)
        thread.start()

    def process(self, node: str) -> int | None:
        """The id of a node's process."""
        process = self._nodes[node].process
        return process.pid if process is not None and process.poll() is None else None

    def gone(self, node: str) -> bool:
        """Whether a node has left, or ended as it was told."""
        return self._nodes[node].leaves

    def close(self) -> None:
        """End the nodes with everything stored."""
        self._closing.set()
        for node in self._nodes.values():
            node.rest.set()
            if node.process is not None:
                with suppress(OSError):
                    node.process.terminate()
        for thread in self._threads:
            thread.join()
        self.hub.close()

    def _keep(self, name: str) -> None:
        node = self._nodes[name]
        while not self._closing.is_set():
            node.process = process = self._started(name, node)
            if self._closing.is_set():
                process.terminate()
            code = process.wait()
            if code == 0:
                node.leaves = True
                return
            pause = AGAIN[min(node.deaths, len(AGAIN) - 1)]
            node.deaths += 1
            node.rest.wait(pause)

    def _started(self, name: str, node: _Node) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(  # noqa: S603 -- this program itself
            starting.command(starting.NODE), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
        )
        about = {
            "port": self.hub.port,
            "key": self.hub.key.hex(),
            "node": name,
            "folder": str(node.folder),
            "capacity": node.capacity,
            "rhythm": astuple(self._rhythm),
        }
        assert process.stdin is not None
        with suppress(OSError):
            process.stdin.write(json.dumps(about).encode() + b"\n")
            process.stdin.close()
        return process


class LocalCluster:
    """Nodes on this machine with a register in this process; all of it lies in `folder`. To be closed."""

    def __init__(self, folder: Path, rhythm: Rhythm = QUICK, **limits: Any) -> None:
        """`limits`: lease and grace of the register in seconds."""
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.register = Register(folder / "register.sqlite", **limits)
        self.watcher = Watcher(self._route, rhythm)

    def begin(self, *nodes: str) -> None:
        for node in nodes:
            self.watcher.begin(node, self.folder / node)

    def ask(self, method: str, **about: Any) -> dict[str, Any]:
        """Ask the register."""
        return self.register.handle(method, about)

    def ask_node(self, node: str, method: str, **about: Any) -> dict[str, Any]:
        """Ask a node. Unreachable."""
        return self.watcher.hub.ask(node, method, about)

    def close(self) -> None:
        self.watcher.close()
        self.register.close()

    def _route(self, to: str, method: str, about: dict[str, Any]) -> dict[str, Any]:
        if to != "register":
            raise Unreachable
        return self.register.handle(method, about)
