"""A cluster of several machines by Ray (2.60): it starts processes where they belong, finds them by name and carries
questions between them; all else is done by the same code as on one machine.

The register is a named, detached actor on the machine on which the cluster was started, and goes on from its file when
it is started anew. Each node is an actor with the watcher of its process. Connections need a token (`RAY_AUTH_MODE`):
who reaches a cluster runs code on it. Ray listens on all addresses of a machine, whichever it announces. Nothing is told
to Ray's makers. Only on Linux, as Ray's own clusters.
"""

from __future__ import annotations

import ipaddress
import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from app.cluster.coordinator import Rhythm
from app.cluster.exchange import Unreachable
from app.cluster.register import GRACE, LEASE, Register
from app.cluster.ring import SLOTS
from app.cluster.watching import Watcher
from app.cluster.wire import PATIENCE
from app.errors import ClusterRefused
from app.messages import Message

NAMESPACE = "tianwang"
REGISTER = "register"
PORT = 6379
_ANSWERS = 10.0  # seconds within which a cluster has to answer
_STARTS = 120.0  # seconds for Ray to start, which takes four on an idle machine
_AT_ONCE = 32  # questions that an actor answers at the same time


class RegisterActor:
    """The register in a process of Ray's."""

    def __init__(self, path: str, lease: float, grace: float, slots: int) -> None:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        self._register = Register(Path(path), lease=lease, grace=grace, slots=slots)

    def handle(self, method: str, about: dict[str, Any]) -> dict[str, Any]:
        return self._register.handle(method, about)


class NodeActor:
    """The watcher of a node's process in a process of Ray's."""

    def __init__(self, node: str, folder: str, capacity: int, rhythm: Rhythm) -> None:
        self._node = node
        self._others: dict[str, Any] = {}
        self._watcher = Watcher(self._route, rhythm)
        self._watcher.begin(node, Path(folder), capacity)

    def handle(self, method: str, about: dict[str, Any]) -> dict[str, Any] | None:
        """What another node asks; None where the process of this one does not answer."""
        if not self._watcher.hub.has(self._node):
            return None
        try:
            return self._watcher.hub.ask(self._node, method, about)
        except Unreachable:
            return None

    def gone(self) -> bool:
        return self._watcher.gone(self._node)

    def process(self) -> int | None:
        return self._watcher.process(self._node)

    def close(self) -> None:
        self._watcher.close()

    def _route(self, to: str, method: str, about: dict[str, Any]) -> dict[str, Any]:
        import ray

        try:
            actor = self._others.get(to) or ray.get_actor(to, NAMESPACE)
            self._others[to] = actor
            answer = ray.get(actor.handle.remote(method, about), timeout=PATIENCE)
        except (ray.exceptions.RayError, ValueError) as error:  # ValueError: none of this name
            self._others.pop(to, None)
            raise Unreachable from error
        if answer is None:
            raise Unreachable
        return cast("dict[str, Any]", answer)


class RayCluster:
    """A connection to a cluster, from one of its machines. To be closed."""

    def __init__(self, address: str, own: str = "") -> None:
        """`address`: HOST:PORT of its head; `own`: the address of this machine in that network. ClusterRefused."""
        self._ray = loaded()
        _reached(address)
        token()
        self.address = address
        here = own or own_address(address)
        # else Ray takes the address of the way to the world outside, and with it another machine for this one
        told = {} if ipaddress.ip_address(here).is_loopback else {"_node_ip_address": here}
        try:
            self._ray.init(address, namespace=NAMESPACE, log_to_driver=False, logging_level="ERROR", **told)
        # Ray ends the process itself where a head does not answer as it should
        except (Exception, SystemExit) as error:
            detail = str(error).partition("\n")[0]
            raise ClusterRefused(Message("cluster-unreachable", address=address, detail=detail)) from error

    def begin_register(
        self, folder: Path, lease: float = LEASE, grace: float = GRACE, slots: int = SLOTS
    ) -> None:
        """Begin the register on this machine, or find it at work. `slots`: of a new one."""
        options = self._here(REGISTER) | {"lifetime": "detached", "get_if_exists": True}
        actor = self._ray.remote(RegisterActor).options(**options)
        made = actor.remote(str(folder.absolute() / "register.sqlite"), lease, grace, slots)
        self._ray.get(made.handle.remote("open", {}))

    def begin_node(self, node: str, folder: Path, capacity: int = 1, rhythm: Rhythm | None = None) -> Any:
        """Begin a node on this machine; it ends with this process at the latest. ClusterRefused when its name is taken."""
        self.ask("status")
        try:
            made = (
                self._ray.remote(NodeActor)
                .options(**self._here(node))
                .remote(node, str(folder.absolute()), capacity, rhythm or Rhythm())
            )
            self._ray.get(made.gone.remote())
        except ValueError:
            raise ClusterRefused(Message("cluster-node-taken", node=node)) from None
        return made

    def ask(self, method: str, **about: Any) -> dict[str, Any]:
        """Ask the register. ClusterRefused when there is none."""
        try:
            actor = self._ray.get_actor(REGISTER, NAMESPACE)
            found = self._ray.get(actor.handle.remote(method, about), timeout=PATIENCE)
            return cast("dict[str, Any]", found)
        except (self._ray.exceptions.RayError, ValueError):
            raise ClusterRefused(Message("cluster-register", address=self.address)) from None

    def ask_node(self, node: str, method: str, **about: Any) -> dict[str, Any]:
        """Ask a node. Unreachable."""
        try:
            actor = self._ray.get_actor(node, NAMESPACE)
            answer = self._ray.get(actor.handle.remote(method, about), timeout=PATIENCE)
        except (self._ray.exceptions.RayError, ValueError) as error:
            raise Unreachable from error
        if answer is None:
            raise Unreachable
        return cast("dict[str, Any]", answer)

    def call(self, actor: Any, method: str, *given: Any) -> Any:
        """Ask an actor of this process. Unreachable."""
        try:
            return self._ray.get(getattr(actor, method).remote(*given), timeout=PATIENCE)
        except self._ray.exceptions.RayError as error:
            raise Unreachable from error

    def end_register(self) -> None:
        """End it; its file stays."""
        with suppress(ValueError):
            self._ray.kill(self._ray.get_actor(REGISTER, NAMESPACE))

    def close(self) -> None:
        self._ray.shutdown()

    def _here(self, name: str) -> dict[str, Any]:
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        own = self._ray.get_runtime_context().get_node_id()
        return {
            "name": name,
            "namespace": NAMESPACE,
            "num_cpus": 0,
            "max_restarts": -1,
            "max_concurrency": _AT_ONCE,
            "scheduling_strategy": NodeAffinitySchedulingStrategy(own, soft=False),
        }


class RayProcesses:
    """Ray's own processes on this machine, as long as this object: of the head of a cluster, or of one more machine of
    the one at `head`, where it has none yet. To be closed."""

    def __init__(self, ip: str, port: int = PORT, head: str = "") -> None:
        """ClusterRefused."""
        loaded()
        if not is_private(ip):
            raise ClusterRefused(Message("cluster-address", address=ip))
        self.address = head or f"{ip}:{port}"
        place = [f"--address={head}"] if head else ["--head", f"--port={port}", "--include-dashboard=false"]
        if head:
            _reached(head)
        token(make=not head)
        self._process: subprocess.Popen[str] | None = None
        if head and self._is_up(ip):
            return
        self._process = subprocess.Popen(  # noqa: S603 -- Ray, in this Python
            [
                *(sys.executable, "-m", "ray.scripts.scripts", "start", "--block", *place),
                *(f"--node-ip-address={ip}", "--disable-usage-stats", "--object-store-memory=100000000"),
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._until(lambda: self._is_up(ip))

    @property
    def at_work(self) -> bool:
        return self._process is None or self._process.poll() is None

    def close(self) -> str:
        """What Ray said last, if it complained."""
        if self._process is None:
            return ""
        self._process.terminate()
        said = (self._process.communicate()[1] or "").strip().splitlines()
        return said[-1] if said else ""

    def _until(self, up: Callable[[], bool]) -> None:
        end = time.monotonic() + _STARTS
        while not up():
            if not self.at_work or time.monotonic() > end:
                raise ClusterRefused(
                    Message(
                        "cluster-start",
                        detail=self.close() or Message("cluster-silent", seconds=f"{_STARTS:.0f}"),
                    )
                )
            time.sleep(0.2)

    def _is_up(self, ip: str) -> bool:
        try:
            _reached(self.address)
        except ClusterRefused:
            return False
        ray = loaded()
        gcs = import_module("ray._raylet").GcsClient
        try:
            nodes = gcs(address=self.address).get_all_node_info(timeout=_ANSWERS)
        except (RuntimeError, ray.exceptions.RayError):
            return False
        # for 127.0.0.1 Ray takes another address of the machine, and all nodes are on it
        here = ipaddress.ip_address(ip).is_loopback
        return any((here or node.node_manager_address == ip) and node.state == 0 for node in nodes.values())


def loaded() -> Any:
    """Ray, set to ask for a token and to tell nothing. ClusterRefused where it is not installed."""
    os.environ.setdefault("RAY_AUTH_MODE", "token")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ImportError:
        raise ClusterRefused(Message("cluster-missing")) from None
    return ray


def token(*, make: bool = False) -> None:
    """Have a token on this machine; ClusterRefused where there is none and none is to be made."""
    path = Path(os.environ.get("RAY_AUTH_TOKEN_PATH") or Path.home() / ".ray" / "auth_token")
    if os.environ["RAY_AUTH_MODE"] != "token" or os.environ.get("RAY_AUTH_TOKEN") or path.exists():
        return
    if not make:
        raise ClusterRefused(Message("cluster-token", path=path))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(0o600, exist_ok=False)
    path.write_text(secrets.token_hex(32))


def is_private(ip: str) -> bool:
    try:
        address = ipaddress.ip_address(ip)
    except ValueError:
        return False
    return address.is_private and not address.is_unspecified


def own_address(towards: str = "") -> str:
    """The address of this machine on the network that leads to another one (HOST:PORT), or to anywhere."""
    host = towards.rpartition(":")[0] or "10.255.255.255"
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect((host, 9))  # sends nothing
        return str(asking.getsockname()[0])
    return "127.0.0.1"


def _reached(address: str) -> None:
    """ClusterRefused where nobody listens: Ray would try for minutes."""
    host, colon, port = address.rpartition(":")
    try:
        if not colon or not port.isdecimal():
            raise OSError("it looks like 10.0.0.5:6379")
        socket.create_connection((host, int(port)), _ANSWERS).close()
    except (OSError, OverflowError) as error:
        detail = str(error)
        raise ClusterRefused(Message("cluster-unreachable", address=address, detail=detail)) from error
