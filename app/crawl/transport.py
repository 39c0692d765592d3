"""The network under httpx: aiohttp's connections, with three things the ready-made transport lacks.

The address goes out exactly as it was written (no second round of quoting), the peer's IP address is known, and what
arrived of a body before the connection broke is not lost. A test can put any other httpx transport in its place.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import aiohttp
import httpx
from aiohttp.abc import ResolveResult
from aiohttp.client_reqrep import ClientResponse
from aiohttp.connector import Connection
from httpx_aiohttp import AiohttpTransport
from yarl import URL

MAX_HEADER = 64 * 1024
DNS_AGE = 300


def tolerant_tls() -> ssl.SSLContext:
    """Certificates are not verified and old ciphers are allowed: an archivist wants the page of a site whose
    certificate ran out. Nothing secret is ever sent."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.minimum_version = ssl.TLSVersion.MINIMUM_SUPPORTED
    context.set_ciphers("DEFAULT:@SECLEVEL=0")
    return context


class Resolver(aiohttp.ThreadedResolver):
    """The system's resolver, except that localhost is this machine even where no file says so (RFC 6761, 6.3)."""

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        if host != "localhost" and not host.endswith(".localhost"):
            return await super().resolve(host, port, family)
        own = [("127.0.0.1", socket.AF_INET), ("::1", socket.AF_INET6)]
        return [
            ResolveResult(hostname=host, host=address, port=port, family=kind, proto=0, flags=socket.AI_NUMERICHOST)
            for address, kind in own
            if family in (kind, socket.AF_UNSPEC)
        ]


class PeerResponse(ClientResponse):
    """Remembers who answered; afterwards the connection may already belong to another request."""

    peer: str | None = None

    async def start(self, connection: Connection) -> ClientResponse:
        transport = connection.transport
        name = transport.get_extra_info("peername") if transport else None
        self.peer = name[0] if name else None
        return await super().start(connection)


@contextmanager
def _as_httpx() -> Iterator[None]:
    """aiohttp's errors as httpx's, with the original as cause (`classify` looks at it)."""
    try:
        yield
    except TimeoutError as error:
        raise httpx.ReadTimeout(str(error) or "timed out") from error
    except aiohttp.ClientPayloadError as error:
        raise httpx.ReadError(str(error)) from error
    except aiohttp.ClientConnectionError as error:
        raise httpx.ConnectError(str(error)) from error
    except (aiohttp.ClientError, ValueError) as error:
        raise httpx.RemoteProtocolError(str(error)) from error


class BodyStream(httpx.AsyncByteStream):
    """The body as received, content coding intact."""

    def __init__(self, response: ClientResponse) -> None:
        self._response = response

    async def __aiter__(self) -> AsyncIterator[bytes]:
        content = self._response.content
        with _as_httpx():
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


class ArchivingTransport(AiohttpTransport):
    """One connection pool for a crawl. `request.extensions["target"]` is the address to send, as a string."""

    def __init__(self) -> None:
        super().__init__(verify=tolerant_tls())

    def get_client(self) -> aiohttp.ClientSession:
        connector = aiohttp.TCPConnector(
            ssl=self.ssl_context, limit=0, resolver=Resolver(), ttl_dns_cache=DNS_AGE, keepalive_timeout=15.0
        )
        return aiohttp.ClientSession(
            connector=connector,
            response_class=PeerResponse,
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            max_line_size=MAX_HEADER,
            max_field_size=MAX_HEADER,
            trust_env=False,
        )

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if not isinstance(self.client, aiohttp.ClientSession):
            self.client = self.get_client()
        timeout = request.extensions.get("timeout", {})
        target = request.extensions.get("target") or str(request.url)
        with _as_httpx():
            response = await self.client.request(
                request.method,
                URL(target, encoded=True),
                headers=[(name.decode("ascii"), value.decode("utf-8")) for name, value in request.headers.raw],
                allow_redirects=False,
                timeout=aiohttp.ClientTimeout(
                    sock_connect=timeout.get("connect"), sock_read=timeout.get("read"), connect=timeout.get("connect")
                ),
            )
        version = response.version
        reason = (response.reason or "").encode("utf-8", "surrogateescape")
        return httpx.Response(
            status_code=response.status,
            headers=response.raw_headers,
            stream=BodyStream(response),
            request=request,
            extensions={
                "http_version": f"HTTP/{version.major}.{version.minor}".encode() if version else b"HTTP/1.1",
                "reason_phrase": reason,
                "peer": getattr(response, "peer", None),
            },
        )
