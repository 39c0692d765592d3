"""A server that sends exactly the bytes it is told to, over http or https, and remembers what it was asked."""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

Answer = bytes | Callable[[socket.socket], None]


def answer(
    body: bytes | str = b"",
    *fields: str,
    status: str = "200 OK",
    media_type: str = "text/html; charset=utf-8",
) -> bytes:
    """A whole response with its length."""
    content = body.encode() if isinstance(body, str) else body
    lines = [f"HTTP/1.1 {status}", f"Content-Type: {media_type}", f"Content-Length: {len(content)}", *fields]
    return "\r\n".join([*lines, "", ""]).encode() + content


@dataclass
class Asked:
    """One request: when it came, its first line, its fields, its body."""

    when: float
    method: str
    path: str
    fields: dict[str, str]
    body: bytes = b""


@dataclass
class RawServer:
    """`routes` are answers by path; what has none is a 404. One answer for each connection."""

    routes: dict[str, Answer] = field(default_factory=dict)
    tls: ssl.SSLContext | None = None
    asked: list[Asked] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self._open: set[socket.socket] = set()
        self._threads: list[threading.Thread] = []
        self.ended = threading.Event()

    @property
    def base(self) -> str:
        """Address of the root, without the slash."""
        scheme = "https" if self.tls else "http"
        return f"{scheme}://localhost:{self._listener.getsockname()[1]}"

    def paths(self) -> list[str]:
        return [one.path for one in self.asked]

    def __enter__(self) -> Self:
        self._start(self._accept)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.ended.set()
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for one in list(self._open):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(10)

    def _start(self, work: Callable[..., None], *given: object) -> None:
        thread = threading.Thread(target=work, args=given, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                self._start(self._serve, self._listener.accept()[0])

    def _serve(self, connection: socket.socket) -> None:
        self._open.add(connection)
        try:
            with contextlib.suppress(OSError, ValueError):
                if self.tls is not None:
                    connection = self.tls.wrap_socket(connection, server_side=True)
                self._answer(connection)
                with contextlib.suppress(OSError):
                    connection.shutdown(socket.SHUT_WR)
                    while connection.recv(65536):
                        pass
        finally:
            self._open.discard(connection)
            connection.close()

    def _answer(self, connection: socket.socket) -> None:
        with connection.makefile("rb") as stream:
            method, path, _ = stream.readline().decode().split(" ")
            fields = {}
            while line := stream.readline().strip():
                name, _, value = line.decode("latin-1").partition(":")
                fields[name.lower()] = value.strip()
            body = stream.read(int(fields.get("content-length", 0)))
        self.asked.append(Asked(time.monotonic(), method, path, fields, body))
        given = self.routes.get(path, answer("nothing here", status="404 Not Found"))
        if callable(given):
            given(connection)
        else:
            # one answer a connection: say so, or clients will try another
            head, _, rest = given.partition(b"\r\n\r\n")
            connection.sendall(head + b"\r\n\r\n" + (b"" if method == "HEAD" else rest))
