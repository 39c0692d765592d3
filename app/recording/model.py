"""What goes in and out of the recording proxy."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from app.recording.hold import Body

Fields = Sequence[tuple[str, str]]


class UpstreamFailed(Exception):
    """No answer, or no more of it. `reason` is a code of whoever forwards (dns, tls, timeout …)."""

    def __init__(self, reason: str, detail: str) -> None:
        self.reason, self.detail = reason, detail
        super().__init__(f"{reason}: {detail}")


class Exchange(Protocol):
    """An answer under way. `head` is status line and header lines as received, without transfer coding, with the empty
    line; `chunks` the body, content coding intact. Both raise UpstreamFailed."""

    @property
    def status(self) -> int: ...
    @property
    def head(self) -> bytes: ...
    @property
    def ip(self) -> str | None: ...
    def chunks(self) -> AsyncIterator[bytes]: ...


class Upstream(Protocol):
    """Sends a request to the server it is for: method, absolute address, header fields, body."""

    def __call__(
        self, method: str, url: str, fields: Fields, body: bytes, /
    ) -> AbstractAsyncContextManager[Exchange]: ...


@dataclass(frozen=True, slots=True)
class Recorded:
    """An answer to a GET as it came. `incomplete` says why the body is not whole (empty when it is)."""

    url: str
    date: datetime
    ip: str | None
    status: int
    head: bytes
    held: Body
    incomplete: str = ""

    @property
    def body(self) -> bytes:
        return self.held.read()

    @property
    def data(self) -> bytes:
        """What gets stored."""
        return self.head + self.body

    @property
    def size(self) -> int:
        """Bytes of the body, without reading it."""
        return self.held.size
