"""A connection to a cluster: the command line in a process of its own, asked and answering in JSON, an object a line."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol, cast

from app.errors import ClusterRefused
from app.messages import Message
from app.starting import COMMANDS, command

_WRONG_TOKEN = "InvalidAuthToken"  # noqa: S105 -- what Ray writes into its log meanwhile, twenty seconds long
_MOST_SAID = 2000  # characters of what a process says where it fails
_LINES = 20  # of these, the last


@dataclass(frozen=True, slots=True)
class Place:
    """Which cluster: `address` HOST:PORT with its token ("": that of this computer); or `nodes` > 0 of this computer,
    whose crawl is read as the archive at `address`."""

    address: str
    token: str = ""
    nodes: int = 0


class Link(Protocol):
    """What `connect` gives. For any thread, one question at a time; to be closed."""

    @property
    def over(self) -> bool:
        """Whether it answers no more."""

    def open(self) -> object:
        """Wait until the cluster is there. ClusterRefused."""

    def ask(self, method: str, **about: Any) -> dict[str, Any]:
        """Ask a cluster, see `tianwang cluster ask`. ClusterRefused."""

    def close(self) -> None:
        """End it, without waiting; nodes of this computer end with all they have stored."""


class Process:
    """A Link by a process. `open` waits for the cluster; `close` may come meanwhile."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.over = False
        self._said: deque[str] = deque(maxlen=_LINES)
        self._wrong = False
        self._lock = threading.Lock()
        self._heard = threading.Event()
        environment = dict(os.environ)
        if place.token:  # not among the arguments, which other programs can read
            environment |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": place.token}
        more = ["--nodes", str(place.nodes)] if place.nodes else []
        self._process = subprocess.Popen(  # noqa: S603 -- this program itself
            [*command(COMMANDS), "cluster", "ask", *more, "--", place.address],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
            env=environment,
        )
        threading.Thread(target=self._listen, name="cluster-link", daemon=True).start()

    def open(self) -> Process:
        """When the cluster is there. ClusterRefused."""
        with self._lock:
            self._read()
        return self

    def ask(self, method: str, **about: Any) -> dict[str, Any]:
        with self._lock:
            pipe = self._process.stdin
            assert pipe is not None
            with suppress(OSError, ValueError):  # it has ended: told by what it said
                pipe.write(json.dumps({"ask": method, **about}) + "\n")
                pipe.flush()
            return self._read()

    def close(self) -> None:
        self.over = True
        pipe = self._process.stdin
        assert pipe is not None
        with suppress(OSError, ValueError):
            pipe.close()
        if not self.place.nodes:
            self._process.terminate()

    def _read(self) -> dict[str, Any]:
        """The next answer."""
        pipe = self._process.stdout
        assert pipe is not None
        line = ""
        with suppress(OSError, ValueError):
            line = pipe.readline()
        if not line:
            self.over = True
            self._heard.wait(1.0)
            raise ClusterRefused(self._why())
        answer = cast("dict[str, Any]", json.loads(line))
        if answer.pop("kind") == "refused":
            # Ray makes a refusal of the order to end, too
            raise ClusterRefused(self._why() if self._wrong else _message(answer))
        return answer

    def _why(self) -> Message:
        if self._wrong:
            return Message("cluster-token-wrong", address=self.place.address)
        said = "\n".join(self._said)[-_MOST_SAID:].removeprefix("tianwang: ")
        return Message("cluster-lost", detail=said or "–")

    def _listen(self) -> None:
        """Take what it complains of, until it has ended."""
        process = self._process
        assert process.stderr is not None
        assert process.stdout is not None
        with process.stderr:
            for line in process.stderr:
                if _WRONG_TOKEN in line:
                    self._wrong = True
                    process.terminate()
                elif line.strip():
                    self._said.append(line.strip())
        self._heard.set()
        process.wait()
        self.over = True
        with self._lock:  # who reads has got the end
            process.stdout.close()
            if process.stdin is not None:
                with suppress(OSError):
                    process.stdin.close()


def connect(place: Place) -> Process:
    """Begin to connect; `open` waits for it."""
    return Process(place)


def _message(answer: dict[str, Any]) -> Message:
    packed = answer.get("message")
    with suppress(KeyError, TypeError):
        if packed:
            return Message.unpacked(packed)
    return Message("cluster-lost", detail=answer.get("text", "–"))
