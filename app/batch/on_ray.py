"""The tasks of a job on a Ray cluster: each goes to a node that sees what it reads, and what it makes comes back where the
result is written.

Ray (2.60) starts the processes, carries bytes and tells of losses; which node does what, and what is done again, is
decided here and in `run`, as for the processes of one machine. Plain tasks: Ray Data took twice as long for the same
documents. Connections need a token (`RAY_AUTH_MODE`), unless a person said otherwise: who reaches a cluster runs code
on it. Nothing is told to Ray's makers.
"""

from __future__ import annotations

import json
import os
import socket
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from app.batch.tasks import Answer, Movable, Task, do, do_apart
from app.batch.workers import WorkerLost
from app.errors import JobRefused, TianwangError
from app.messages import Message

T = TypeVar("T")

_ANSWERS = 10.0  # seconds within which a cluster, and each of its nodes, has to answer
_PATIENCE = 1.0  # seconds for which the other nodes are waited for when the first has answered
_FRESH = 2.0  # seconds for which a list of nodes holds
_DOUBTED = 30.0  # seconds for which a node on which a task was lost gets none, where others can do it
_NAMES = ("archive.json", "job.json")


@dataclass(frozen=True, slots=True)
class _Sent:
    task: Task
    reference: Any
    node: str
    apart: bool


class OnRay:
    """The processors of a cluster, one task each. To be closed."""

    def __init__(self, address: str) -> None:
        """`address` as Ray's: HOST:PORT of its head, or "auto". JobRefused where that is not to be had."""
        os.environ.setdefault("RAY_AUTH_MODE", "token")
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        try:
            import ray
        except ImportError:
            raise JobRefused(Message("cluster-missing")) from None
        _reached(address)
        try:
            ray.init(address, log_to_driver=False, logging_level="ERROR")
        # Ray ends the process itself where a head does not answer as it should
        except (Exception, SystemExit) as error:
            detail = str(error).partition("\n")[0]
            raise JobRefused(Message("cluster-unreachable", address=address, detail=detail)) from error
        self._ray = ray
        self._run = ray.remote(max_retries=0)(_carried_out)
        self._sent: dict[Future[Answer], _Sent] = {}
        self._places: dict[tuple[str, Path], str] = {}
        self._asking: dict[tuple[str, Path], Any] = {}
        self._doubted: dict[str, float] = {}
        self._nodes: dict[str, int] = {}
        self._looked = -_FRESH
        self._turn = Lock()
        self._threads = ThreadPoolExecutor(4, "ray")  # for what comes back to be written

    @property
    def size(self) -> int:
        """The processors of the nodes that are there now."""
        return max(1, sum(self._alive().values()))

    def start(self, task: Task) -> Future[Answer]:
        future: Future[Answer] = Future()
        future.set_running_or_notify_cancel()
        node = ""
        try:
            node, apart = self._chosen(task)
            reference = self._asked(node, do_apart if apart else do, task, processors=1)
            sent = _Sent(task, reference, node, apart)
            with self._turn:
                self._sent[future] = sent
            reference.future().add_done_callback(lambda told: self._heard(future, told))
        except JobRefused as error:
            future.set_result(Answer({}, str(error)))
        except (self._ray.exceptions.RayError, RuntimeError, OSError) as error:
            self._lost(future, node, error)
        return future

    def at(self, folder: Path, do: Callable[..., T], *arguments: Any) -> T:
        if identity(folder):
            return do(*arguments)
        for node in self._seeing(folder):
            try:
                found: T = self._ray.get(self._asked(node, do, *arguments, processors=0))
                return found
            except self._ray.exceptions.RayTaskError as error:
                if isinstance(error.cause, TianwangError):
                    raise error.cause from None
                raise
        return do(*arguments)  # which says that nothing is there

    def end(self, task: Future[Answer]) -> None:
        with self._turn:
            sent = self._sent.pop(task, None)
        if sent is not None:
            self._ray.cancel(sent.reference, force=True)

    def close(self) -> None:
        """Leave the cluster; what runs there for this job is ended."""
        for task in list(self._sent):
            self.end(task)
        self._threads.shutdown(wait=True, cancel_futures=True)
        self._ray.shutdown()

    def _heard(self, future: Future[Answer], told: Future[Any]) -> None:
        with suppress(RuntimeError):  # closed meanwhile
            self._threads.submit(self._settle, future, told)

    def _settle(self, future: Future[Answer], told: Future[Any]) -> None:
        with self._turn:
            sent = self._sent.pop(future, None)
        if sent is None:  # nobody waits for it any more
            return
        try:
            answer: Answer = told.result()
            if answer.files is not None and not answer.failure and isinstance(sent.task, Movable):
                sent.task.take_in(answer.files)
        except self._ray.exceptions.RayTaskError as error:  # this program is not there, or is another version
            future.set_result(Answer({}, str(error.cause)))
        except (self._ray.exceptions.RayError, OSError) as error:
            self._lost(future, sent.node, error)
        else:
            future.set_result(answer)

    def _lost(self, future: Future[Answer], node: str, error: Exception) -> None:
        if not isinstance(error, self._ray.exceptions.WorkerCrashedError):
            self._doubt(node)
        future.set_exception(WorkerLost(str(error)))

    def _asked(self, node: str, do: Callable[..., Any], *arguments: Any, processors: int) -> Any:
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        there = NodeAffinitySchedulingStrategy(node, soft=False)
        return self._run.options(scheduling_strategy=there, num_cpus=processors).remote(do, arguments)

    def _alive(self) -> dict[str, int]:
        """The nodes that are there, with their processors."""
        if time.monotonic() - self._looked >= _FRESH:
            nodes = {
                node["NodeID"]: int(node["Resources"].get("CPU", 0))
                for node in self._ray.nodes()
                if node["Alive"]
            }
            self._nodes, self._looked = dict(sorted(nodes.items())), time.monotonic()
        return self._nodes

    def _chosen(self, task: Task) -> tuple[str, bool]:
        """The node for a task, and whether what it makes has to be carried back: the one with the least to do."""
        reading = self._seeing(task.reads)
        writing = set(self._seeing(task.writes))
        able = reading if isinstance(task, Movable) else [node for node in reading if node in writing]
        with self._turn:
            busy = Counter(sent.node for sent in self._sent.values())
            elsewhere = {sent.node for sent in self._sent.values() if sent.task == task}
        able = [node for node in able if self._alive().get(node)]
        if not able:
            raise JobRefused(Message("cluster-unseen", path=task.reads))

        def worth(node: str) -> tuple[bool, bool, float]:
            return (
                node in elsewhere,
                self._is_doubted(node),
                busy[node] / self._alive()[node],
            )

        best = min(able, key=worth)
        return best, best not in writing

    def _seeing(self, folder: Path) -> list[str]:
        """The nodes that see a folder, as this process does where it sees it, too. Nodes that have not answered yet are
        waited for only until one is known that does."""
        own, alive = identity(folder), self._alive()
        for node in alive:
            if (node, folder) not in self._places and (node, folder) not in self._asking:
                self._asking[node, folder] = self._asked(node, identity, folder, processors=0)
        waiting = {
            node: asked for (node, one), asked in self._asking.items() if one == folder and node in alive
        }
        trusted = {node: asked for node, asked in waiting.items() if not self._is_doubted(node)} or waiting
        first, end = not self._found(folder), time.monotonic() + _ANSWERS
        while first and trusted and not self._found(folder) and (rest := end - time.monotonic()) > 0:
            done, _ = self._ray.wait(list(trusted.values()), num_returns=1, timeout=rest)
            for node in [node for node, asked in trusted.items() if asked in done]:
                self._heard_of(node, folder, trusted.pop(node))
        if first and trusted:
            self._ray.wait(list(trusted.values()), num_returns=len(trusted), timeout=_PATIENCE)
        for node, asked in waiting.items():
            if (node, folder) in self._asking:
                self._heard_of(node, folder, asked, late=first and time.monotonic() >= end)
        found = self._found(folder)
        if not own and len(set(found.values())) > 1:
            raise JobRefused(Message("cluster-ambiguous", path=folder))
        return [node for node, seen in found.items() if not own or seen == own]

    def _found(self, folder: Path) -> dict[str, str]:
        """What the nodes that are there see at a path, those that see something."""
        return {node: seen for node in self._alive() if (seen := self._places.get((node, folder)))}

    def _heard_of(self, node: str, folder: Path, asked: Any, *, late: bool = False) -> None:
        """What a node said of a folder, if it has; one that is `late` is not waited for again soon."""
        try:
            self._places[node, folder] = self._ray.get(asked, timeout=0)
        except self._ray.exceptions.GetTimeoutError:
            if late:
                self._doubt(node)
            return
        except self._ray.exceptions.RayError:  # it comes or goes, and is asked again
            self._doubt(node)
        del self._asking[node, folder]

    def _doubt(self, node: str) -> None:
        self._doubted[node] = time.monotonic() + _DOUBTED
        self._looked = -_FRESH

    def _is_doubted(self, node: str) -> bool:
        return self._doubted.get(node, 0.0) > time.monotonic()


def identity(folder: Path) -> str:
    """What tells a folder from others of the same path on other machines; empty where there is none."""
    for name in _NAMES:
        place = folder / name
        try:
            return json.dumps([place.stat().st_ino, sha256(place.read_bytes()).hexdigest()])
        except OSError:
            continue
    return ""


def _carried_out(do: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    return do(*arguments)


def _reached(address: str) -> None:
    """JobRefused where nobody listens: Ray would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), _ANSWERS).close()
    except (OSError, OverflowError) as error:
        detail = str(error)
        raise JobRefused(Message("cluster-unreachable", address=address, detail=detail)) from error
