"""What aiohttp gives, as the transport hands it on: who answered, errors as httpx has them, the body as
received."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import aiohttp
import httpx
from aiohttp.client_reqrep import ClientResponse
from aiohttp.connector import Connection

Errors = tuple[type[Exception], ...]
LATE: Errors = (TimeoutError,)
UNCONNECTED: Errors = (aiohttp.ClientConnectionError, OSError)
KEEP_ALIVE = 15.0
"""Seconds that an unused connection stays open."""


class PeerResponse(ClientResponse):
    """Remembers who answered; afterwards the connection may already belong to another request."""

    peer: str | None = None
    tls_version: str | None = None

    async def start(self, connection: Connection) -> ClientResponse:
        transport = connection.transport
        if transport is not None:
            name = transport.get_extra_info("peername")
            self.peer = name[0] if name else None
            secure = transport.get_extra_info("ssl_object")
            self.tls_version = secure.version() if secure else None
        return await super().start(connection)


@contextmanager
def as_httpx(late: Errors = LATE, unconnected: Errors = UNCONNECTED) -> Iterator[None]:
    """aiohttp's errors as httpx's, with the original as cause (`classify` looks at it)."""
    try:
        yield
    except late as error:
        raise httpx.ReadTimeout(str(error) or "timed out") from error
    except aiohttp.ClientPayloadError as error:
        raise httpx.ReadError(str(error)) from error
    except unconnected as error:
        raise httpx.ConnectError(str(error)) from error
    except (aiohttp.ClientError, ValueError) as error:
        raise httpx.RemoteProtocolError(str(error)) from error


class BodyStream(httpx.AsyncByteStream):
    """The body as received, content coding intact."""

    def __init__(self, response: ClientResponse) -> None:
        self._response = response

    async def __aiter__(self) -> AsyncIterator[bytes]:
        content = self._response.content
        with as_httpx():
            try:
                while chunk := await content.readany():
                    yield chunk
            except (aiohttp.ClientPayloadError, TimeoutError):
                # an error overtakes what is still in the reader's buffer
                held = b"".join(getattr(content, "_buffer", ()))
                if held:
                    yield held
                raise

    async def aclose(self) -> None:
        self._response.close() if not self._response.content.at_eof() else self._response.release()
