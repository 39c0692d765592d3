"""Between a node's process and the one that watches it: questions and answers in JSON over a local socket, with a key.

The node's process connects twice: on one connection it asks (the register, other nodes), on the other it is asked. So
neither side ever waits for its own question. What is asked of whom further away is the watcher's affair (`Hub.route`).
"""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import AuthenticationError
from multiprocessing.connection import Client, Connection, Listener
from typing import Any, cast

from app.cluster.exchange import Unreachable

PATIENCE = 30.0
"""Seconds for an answer; a node that takes longer counts as out of reach."""

Route = Callable[[str, str, dict[str, Any]], dict[str, Any]]
"""(to whom, method, about what) → answer; raises Unreachable."""


class _Line:
    """One connection on which this side asks, one question at a time."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._lock = threading.Lock()

    def ask(self, question: list[Any]) -> dict[str, Any]:
        try:
            with self._lock:
                self._connection.send_bytes(json.dumps(question).encode())
                if not self._connection.poll(PATIENCE):
                    self._connection.close()  # an answer that comes later would be taken for the next one
                    raise Unreachable
                answer = json.loads(self._connection.recv_bytes())
        except (OSError, EOFError, ValueError) as error:
            raise Unreachable from error
        if answer is None:
            raise Unreachable
        return cast("dict[str, Any]", answer)

    def close(self) -> None:
        _close(self._connection)


def _serve(connection: Connection, answer: Route) -> None:
    """Answer questions until the other side is gone."""
    with suppress(OSError, EOFError, ValueError):
        while True:
            to, method, about = json.loads(connection.recv_bytes())
            try:
                said: dict[str, Any] | None = answer(to, method, about)
            except Unreachable:
                said = None
            connection.send_bytes(json.dumps(said).encode())
    _close(connection)


def _close(connection: Connection) -> None:
    """From whichever side's thread is first."""
    with suppress(OSError):
        connection.close()


class Hub:
    """The watcher's side, for processes of nodes on this machine. `route` is asked for all that is none of these nodes.
    To be closed."""

    def __init__(self, route: Route) -> None:
        self.key = secrets.token_bytes(32)
        self._route = route
        self._listener = Listener(("127.0.0.1", 0), authkey=self.key)
        self._lines: dict[str, _Line] = {}
        self._open: set[Connection] = set()
        self._closed = False
        threading.Thread(target=self._accept, name="cluster-hub", daemon=True).start()

    @property
    def port(self) -> int:
        return int(self._listener.address[1])

    def ask(self, to: str, method: str, about: dict[str, Any]) -> dict[str, Any]:
        """Ask a node of this machine, or who is elsewhere. Raises Unreachable."""
        line = self._lines.get(to)
        return self._route(to, method, about) if line is None else line.ask([to, method, about])

    def has(self, node: str) -> bool:
        return node in self._lines

    def close(self) -> None:
        self._closed = True
        with suppress(OSError):  # wake the thread that accepts
            Client(("127.0.0.1", self.port), authkey=self.key).close()
        self._listener.close()
        for connection in list(self._open):
            _close(connection)

    def _accept(self) -> None:
        while not self._closed:
            try:
                connection = self._listener.accept()
            except (OSError, EOFError, AuthenticationError):
                continue
            threading.Thread(target=self._welcome, args=(connection,), daemon=True).start()

    def _welcome(self, connection: Connection) -> None:
        self._open.add(connection)
        try:
            node, asks = json.loads(connection.recv_bytes())
        except (OSError, EOFError, ValueError):
            _close(connection)
        else:
            if asks:
                _serve(connection, self.ask)
            else:
                self._lines[node] = _Line(connection)
                return
        self._open.discard(connection)


class Uplink:
    """The node's side: `ask`, and `answer` what is asked of it. To be closed."""

    def __init__(
        self, port: int, key: bytes, node: str, answer: Callable[[str, dict[str, Any]], dict[str, Any]]
    ) -> None:
        asking = Client(("127.0.0.1", port), authkey=key)
        asking.send_bytes(json.dumps([node, True]).encode())
        self._line = _Line(asking)
        self._asked = Client(("127.0.0.1", port), authkey=key)
        self._asked.send_bytes(json.dumps([node, False]).encode())
        self.gone = threading.Event()
        """Set when the watcher is no longer there."""
        threading.Thread(target=self._listen, args=(answer,), name="cluster-uplink", daemon=True).start()

    def ask(self, to: str, method: str, about: dict[str, Any]) -> dict[str, Any]:
        return self._line.ask([to, method, about])

    def close(self) -> None:
        self._line.close()
        _close(self._asked)

    def _listen(self, answer: Callable[[str, dict[str, Any]], dict[str, Any]]) -> None:
        _serve(self._asked, lambda _to, method, about: answer(method, about))
        self.gone.set()
