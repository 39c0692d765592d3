"""httpx's own engine (httpcore) over our names, proxies and TLS, for servers that the first one (aiohttp) cannot talk
to: those that offer HTTP/2 alone, and those whose answers it refuses (more body than announced, say).

httpx's AsyncHTTPTransport was put in its place and measured with the same tests: it cannot be given a resolver, so that
requests go to an IP address with the name beside it (`sni_hostname`), and two names of one address share an HTTP/2
connection of which only the first name was held against the certificate; of several addresses it tries one; SOCKS needs
another package (socksio) beside python-socks. Below it stands the same engine, which takes all of this as a backend.

The transport loads this module with the first such server: it brings 70 others along.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from typing import Any

import httpcore
import httpx
from python_socks import ProxyError, ProxyTimeoutError, ProxyType
from python_socks.async_.asyncio.v2 import Proxy as Dialer

from app.crawl.net.challenges import Login
from app.crawl.net.first_engine import KEEP_ALIVE, outdated, tls_context
from app.crawl.net.resolving import Resolver
from app.crawl.rules.settings import Proxy
from app.messages import Message

# its debug lines hold every header, passwords and cookies among them
logging.getLogger("hpack").setLevel(logging.INFO)

IDLE = 100
_FAREWELL = 1.0  # seconds a server has to answer the end of a TLS connection
_TYPES = {"http": ProxyType.HTTP, "https": ProxyType.HTTP, "socks5": ProxyType.SOCKS5}


class SecondEngine:
    """Pools of connections, each made on first use: with and without verifying certificates, for HTTP/2 alone and for
    the server's choice. The latter opens a connection for each request, since bytes that such servers send behind an
    answer would be taken for the next."""

    def __init__(self, resolver: Resolver, proxy: Proxy | None = None, login: Login | None = None) -> None:
        self._backend = _Backend(resolver, proxy, login)
        self._pools: dict[tuple[bool, bool], httpcore.AsyncConnectionPool] = {}

    def _pool(self, *, verify: bool, only_http2: bool) -> httpcore.AsyncConnectionPool:
        pool = self._pools.get((verify, only_http2))
        if pool is None:
            pool = self._pools[verify, only_http2] = httpcore.AsyncConnectionPool(
                ssl_context=tls_context(verify=verify, alpn="h2"),
                http1=not only_http2,
                http2=True,
                network_backend=self._backend,
                max_connections=None,
                max_keepalive_connections=IDLE if only_http2 else 0,
                keepalive_expiry=KEEP_ALIVE,
            )
        return pool

    async def handle(
        self,
        request: httpx.Request,
        target: str,
        headers: list[tuple[bytes, bytes]],
        *,
        verify: bool,
        only_http2: bool,
    ) -> httpx.Response:
        """The answer with a head in the style of HTTP/1.1; extension "http2" for one that came in HTTP/2. `target` is
        the address as it goes out."""
        sent: Callable[[], None] = request.extensions["sent"]

        async def trace(event: str, _: object) -> None:
            if event.endswith("send_request_headers.started"):
                sent()

        scheme, _, rest = target.partition("://")
        path = "/" + rest.partition("/")[2]
        url = request.url
        with _as_httpx():
            answer = await self._pool(verify=verify, only_http2=only_http2).handle_async_request(
                httpcore.Request(
                    request.method,
                    httpcore.URL(
                        scheme=scheme, host=url.raw_host, port=url.port, target=path.encode("ascii")
                    ),
                    headers=headers,
                    content=request.stream,
                    extensions={"timeout": request.extensions.get("timeout", {}), "trace": trace},
                )
            )
        stream = answer.extensions.get("network_stream")
        peer = stream.get_extra_info("server_addr") if stream else None
        secure = stream.get_extra_info("ssl_object") if stream else None
        version = answer.extensions.get("http_version", b"HTTP/1.1")
        is_http2 = version == b"HTTP/2"
        return httpx.Response(
            answer.status,
            headers=answer.headers,
            stream=_Body(answer),
            request=request,
            extensions={
                "http_version": b"HTTP/1.1" if is_http2 else version,
                "reason_phrase": answer.extensions.get("reason_phrase")
                or (_phrase(answer.status) if is_http2 else b""),
                "http2": is_http2,
                "peer": peer[0] if peer else None,
                "tls": outdated(secure.version()) if secure else "",
            },
        )

    async def aclose(self) -> None:
        for pool in self._pools.values():
            await pool.aclose()


class _Body(httpx.AsyncByteStream):
    def __init__(self, answer: httpcore.Response) -> None:
        self._answer = answer

    async def __aiter__(self) -> AsyncIterator[bytes]:
        with _as_httpx():
            async for chunk in self._answer.aiter_stream():
                yield chunk

    async def aclose(self) -> None:
        with _as_httpx():
            await self._answer.aclose()


@contextmanager
def _as_httpx() -> Iterator[None]:
    """httpcore's errors under the same names in httpx, with what caused them."""
    try:
        yield
    except (
        httpcore.TimeoutException,
        httpcore.NetworkError,
        httpcore.ProtocolError,
        httpcore.ProxyError,
    ) as error:
        kind = getattr(httpx, type(error).__name__, httpx.TransportError)
        raise kind(str(error)) from (error.__cause__ or error)


class _Backend(httpcore.AsyncNetworkBackend):
    """Connections to the addresses that our resolver knows, or by way of a proxy, which resolves names itself."""

    def __init__(self, resolver: Resolver, proxy: Proxy | None, login: Login | None) -> None:
        self._resolver, self._proxy, self._login = resolver, proxy, login

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 -- httpcore's
        *_: object,
        **__: object,
    ) -> httpcore.AsyncNetworkStream:
        try:
            async with asyncio.timeout(timeout):
                if self._proxy is not None:
                    return await self._by_proxy(self._proxy, host, port)
                return await self._directly(host, port)
        except (TimeoutError, ProxyTimeoutError) as error:
            raise httpcore.ConnectTimeout(str(error)) from error
        except (OSError, ProxyError) as error:
            raise httpcore.ConnectError(str(error)) from error

    async def _directly(self, host: str, port: int) -> httpcore.AsyncNetworkStream:
        failure: OSError = OSError(Message("no-address"))
        for _, address in await self._resolver.addresses(host):
            try:
                return _Stream(*await asyncio.open_connection(address, port))
            except OSError as error:
                failure = error
        raise failure

    async def _by_proxy(self, proxy: Proxy, host: str, port: int) -> httpcore.AsyncNetworkStream:
        dialer = Dialer(
            _TYPES[proxy.scheme],
            proxy.host,
            proxy.port,
            username=self._login.user if self._login else None,
            password=self._login.password if self._login else None,
            rdns=True,
            proxy_ssl=ssl.create_default_context() if proxy.scheme == "https" else None,
        )
        stream = await dialer.connect(host, port)
        return _Stream(stream.reader, stream.writer, known_peer=False)


class _Stream(httpcore.AsyncNetworkStream):
    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, known_peer: bool = True
    ) -> None:
        self._reader, self._writer, self._known_peer = reader, writer, known_peer

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109 -- httpcore's
        try:
            async with asyncio.timeout(timeout):
                return await self._reader.read(max_bytes)
        except TimeoutError as error:
            raise httpcore.ReadTimeout(str(error)) from error
        except OSError as error:
            raise httpcore.ReadError(str(error)) from error

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109 -- httpcore's
        try:
            async with asyncio.timeout(timeout):
                self._writer.write(buffer)
                await self._writer.drain()
        except TimeoutError as error:
            raise httpcore.WriteTimeout(str(error)) from error
        except OSError as error:
            raise httpcore.WriteError(str(error)) from error

    async def aclose(self) -> None:
        self._writer.close()
        try:
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(_FAREWELL):
                    await self._writer.wait_closed()
        finally:
            # a TLS transport that has ended has nothing left to abort, and says so in early versions of Python 3.11
            with suppress(AttributeError):
                self._writer.transport.abort()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109 -- httpcore's
    ) -> httpcore.AsyncNetworkStream:
        try:
            async with asyncio.timeout(timeout):
                await self._writer.start_tls(ssl_context, server_hostname=server_hostname)
        except TimeoutError as error:
            self._writer.transport.abort()
            raise httpcore.ConnectTimeout(str(error)) from error
        except OSError as error:  # ssl.SSLError is one
            self._writer.transport.abort()
            raise httpcore.ConnectError(str(error)) from error
        return self

    def get_extra_info(self, info: str) -> Any:
        if info == "server_addr":
            return self._writer.get_extra_info("peername") if self._known_peer else None
        return self._writer.get_extra_info(info)


def _phrase(status: int) -> bytes:
    try:
        return HTTPStatus(status).phrase.encode("ascii")
    except ValueError:
        return b""
