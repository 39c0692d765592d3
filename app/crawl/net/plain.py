"""Plain GETs over aiohttp's connections and with its parser, but past its client, which takes more time a request than
the connection and the parser together.

What is not plain (a body, a proxy, a log-in in the address, an unusual address or header) goes through the client, over
the same connections.
"""

from __future__ import annotations

import asyncio
import re
import ssl
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Protocol, cast

import aiohttp
from aiohttp.client_proto import ResponseHandler
from aiohttp.client_reqrep import ClientRequest
from aiohttp.connector import Connection
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.http_parser import RawResponseMessage
from aiohttp.streams import StreamReader
from yarl import URL

_PLAIN = re.compile(r"https?://[A-Za-z0-9.-]+(?::[0-9]+)?(/[!\"$-~]*)")
"""An address whose path and query go out as they are written."""
_UNUSUAL = frozenset({b"connection", b"content-length", b"expect", b"transfer-encoding", b"upgrade"})
MAX_HEADER = 64 * 1024
MAX_HEADERS = 500
MOST_ORIGINS = 1000


class Handler(ResponseHandler):
    """The protocol of a connection. It knows whether the connection was `asked` before; its time-out for reading looks,
    when it has run out, how long nothing has come, in place of being set anew with each piece and each request."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(loop)
        self.asked = False
        self._came = 0.0
        self._waits = False

    def _reschedule_timeout(self) -> None:
        seconds, handle = self._read_timeout, self._read_timeout_handle
        if not seconds:
            self._drop_timeout()
            return
        self._waits = True
        self._came = self._loop.time()
        if handle is not None and handle.when() > self._came + seconds:  # it had more time before
            handle.cancel()
            handle = None
        if handle is None:
            self._wait(seconds)

    def _drop_timeout(self) -> None:
        self._waits = False
        if self._read_timeout_handle is not None and not self.is_connected():
            self._read_timeout_handle.cancel()
            self._read_timeout_handle = None

    def _wait(self, seconds: float) -> None:
        self._read_timeout_handle = self._loop.call_later(seconds, self._on_read_timeout)

    def _on_read_timeout(self) -> None:
        self._read_timeout_handle = None
        if not self._waits:
            return
        left = self._came + (self._read_timeout or 0.0) - self._loop.time()
        if left > 0:
            self._wait(left)
        else:
            super()._on_read_timeout()


class State(Protocol):
    """What the client's traces keep as well: a request's `sent`, and whether its connection was `reused`."""

    sent: Callable[[], None]
    reused: bool


class Answer:
    """An answer after its head; `content` is its body, at whose end the connection is free for others. `peer` and
    `tls_version`: the server's IP address, the protocol of a secured connection."""

    def __init__(self, message: RawResponseMessage, content: StreamReader, connection: Connection) -> None:
        self.version, self.status, self.reason = message.version, message.code, message.reason
        self.raw_headers = message.raw_headers
        self.content = content
        self._connection = connection
        transport = connection.transport
        name = transport.get_extra_info("peername") if transport is not None else None
        secure = transport.get_extra_info("ssl_object") if transport is not None else None
        self.peer: str | None = name[0] if name else None
        self.tls_version: str | None = secure.version() if secure else None
        content.on_eof(self._ended)

    def _ended(self) -> None:
        protocol = self._connection.protocol
        if protocol is not None and not protocol.upgraded:
            self._connection.release()

    def close(self) -> None:
        """Give up what is left of the body."""
        self._connection.close()

    def release(self) -> None:
        self._connection.release()


class PlainRequests:
    """For the connections of one session, which is to have a connector made by `with_handlers`."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session
        self._origins: OrderedDict[tuple[str, bool], ClientRequest] = OrderedDict()

    @staticmethod
    def head(method: str, target: str, headers: list[tuple[bytes, bytes]]) -> bytes | None:
        """The request as it goes out; None for one that is not plain."""
        found = _PLAIN.fullmatch(target) if method == "GET" else None
        lines = _lines(tuple(headers)) if found is not None else None
        if found is None or lines is None:
            return None
        path, mark, query = found[1].partition("?")
        return f"GET {path}{mark if query else ''}{query} HTTP/1.1\r\n".encode("ascii") + lines

    async def ask(
        self,
        origin: str,
        target: str,
        head: bytes,
        context: ssl.SSLContext | bool,
        times: aiohttp.ClientTimeout,
        state: State,
    ) -> Answer:
        """The answer to a request with that head. Raises what the client raises."""
        connector = self._session.connector
        assert connector is not None
        asking = self._request(origin, context)
        try:
            connection = await connector.connect(asking, [], times)
        except TimeoutError as error:
            raise aiohttp.ConnectionTimeoutError(f"Connection timeout to host {target}") from error
        except aiohttp.ClientError:
            raise
        except OSError as error:
            raise aiohttp.ClientOSError(*error.args) from error
        protocol = connection.protocol
        try:
            assert isinstance(protocol, Handler)
            state.reused, protocol.asked = protocol.asked, True
            protocol.set_response_params(
                read_until_eof=True,
                auto_decompress=False,
                read_timeout=times.sock_read,
                max_line_size=MAX_HEADER,
                max_field_size=MAX_HEADER,
                max_headers=MAX_HEADERS,
            )
            protocol.start_timeout()
            transport = protocol.transport
            if transport is None or transport.is_closing():
                raise aiohttp.ServerDisconnectedError
            transport.write(head)
            state.sent()
            while True:
                message, content = await protocol.read()
                if not 100 <= message.code <= 199 or message.code == 101:
                    return Answer(message, content, connection)
        except HttpProcessingError as error:
            connection.close()
            asked = asking.request_info._replace(url=URL(target, encoded=True))
            raise aiohttp.ClientResponseError(
                asked, (), status=error.code, message=error.message, headers=error.headers
            ) from error
        except BaseException:
            connection.close()
            raise

    def _request(self, origin: str, context: ssl.SSLContext | bool) -> ClientRequest:
        """Where a connection is to lead: one for all requests to an origin."""
        key = origin, context is True
        known = self._origins.get(key)
        if known is None or known.ssl is not context:
            known = self._origins[key] = ClientRequest(
                "GET",
                URL(origin, encoded=True),
                session=self._session,
                loop=asyncio.get_running_loop(),
                ssl=context,
            )
            if len(self._origins) > MOST_ORIGINS:
                self._origins.popitem(last=False)
        return known


def with_handlers(made: aiohttp.TCPConnector) -> aiohttp.TCPConnector:
    """The connector, whose connections have a `Handler` from now on."""
    made._factory = cast("partial[ResponseHandler]", partial(Handler, loop=asyncio.get_running_loop()))
    return made


@lru_cache(maxsize=256)
def _lines(headers: tuple[tuple[bytes, bytes], ...]) -> bytes | None:
    """The lines of a head below the first. None for headers that the client checks or acts upon, or puts elsewhere."""
    names = [name.lower() for name, _ in headers]
    if names[:1] != [b"host"] or b"host" in names[1:] or not _UNUSUAL.isdisjoint(names):
        return None
    lines = b"".join(b"%b: %b\r\n" % header for header in headers)
    if lines.count(b"\r") != len(headers) or lines.count(b"\n") != len(headers) or b"\0" in lines:
        return None
    try:
        lines.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return lines + b"\r\n"
