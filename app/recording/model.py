"""Values on their way into the recording proxy and out of it; recorded bodies, in memory up to a limit, then in one
temporary file (`Hold`)."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import IO, Protocol

MEMORY = 64 * 1024 * 1024


class Hold:
    """Bodies that may or may not be stored. From several threads; the file goes with the last body that needs it."""

    def __init__(self, memory: int = MEMORY) -> None:
        self._room = memory
        self._file: IO[bytes] | None = None
        self._lock = threading.Lock()

    def put(self, chunks: list[bytes]) -> Body:
        """Keep a body. OSError when the disk does not take it."""
        size = sum(map(len, chunks))
        with self._lock:
            if size <= self._room:
                self._room -= size
                return Body(self, b"".join(chunks), 0, size)
            if self._file is None:
                self._file = tempfile.TemporaryFile(prefix="tianwang-hold-")  # noqa: SIM115  # lives as long as the hold
            offset = self._file.seek(0, 2)
            self._file.writelines(chunks)
            return Body(self, None, offset, size)

    def read(self, offset: int, size: int) -> bytes:
        with self._lock:
            assert self._file is not None
            self._file.seek(offset)
            return self._file.read(size)

    def give_back(self, size: int) -> None:
        """A body in memory is no longer wanted."""
        with self._lock:
            self._room += size

    def __del__(self) -> None:
        if self._file is not None:
            self._file.close()


class Body:
    """One body in a hold."""

    def __init__(self, hold: Hold, data: bytes | None, offset: int, size: int) -> None:
        self._hold, self._data, self._offset, self.size = hold, data, offset, size

    def read(self) -> bytes:
        return self._data if self._data is not None else self._hold.read(self._offset, self.size)

    def __del__(self) -> None:
        if self._data is not None:
            self._hold.give_back(self.size)


Fields = Sequence[tuple[str, str]]


class UpstreamFailed(Exception):
    """No answer, or no more of it. `reason` is a code of the sender of requests (dns, tls, timeout …)."""

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
    """An answer to a GET as it came. `incomplete` is the reason of a body that is not whole (empty for a whole one)."""

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
