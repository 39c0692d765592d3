"""The network under httpx: aiohttp's connections, with what the ready-made transport lacks.

The address goes out exactly as it was written (no second round of quoting), the peer's IP address is known, the moment
is told when a request goes out, what arrived of a body before the connection broke is not lost, names and proxies are
ours, and a certificate that fails is told and passed over. Servers that aiohttp cannot talk to have another engine. A
test can put any other httpx transport in its place.
"""

from __future__ import annotations

import ssl
from collections import OrderedDict
from functools import lru_cache
from types import SimpleNamespace
from typing import TYPE_CHECKING

import aiohttp
import httpx
from yarl import URL

from app.crawl.net.challenges import Login, basic
from app.crawl.net.first_engine import (
    KEEP_ALIVE,
    LATE,
    UNCONNECTED,
    AsHttpx,
    BodyStream,
    Errors,
    PeerResponse,
    certificate_problem,
    outdated,
    response_of,
    speaks_another_protocol,
    tls_context,
)
from app.crawl.net.plain import MAX_HEADER, MAX_HEADERS, Answer, PlainRequests, with_handlers
from app.crawl.net.resolving import PATIENCE, Resolver
from app.crawl.rules.settings import Proxy

if TYPE_CHECKING:
    from app.crawl.net.second_engine import SecondEngine

REMEMBERED_ORIGINS = 10_000
_FIRST, _TRY_SECOND, _SECOND, _HTTP2 = "first", "try second", "second", "HTTP/2"
"""How to talk to an origin: with the first engine, with the second this once, with the second, with it in HTTP/2."""
_NOT_BY_ITSELF = ("Accept", "Accept-Encoding", "Content-Type", "User-Agent")
"""Headers that aiohttp would add: the request has all of its own."""


class AskAgain(httpx.TransportError):
    """Another try at once makes sense: a connection kept open was closed by the server just when it was used again, or
    the other engine may be able to talk to the server."""


class ArchivingTransport(httpx.AsyncBaseTransport):
    """The connections of a crawl.

    Extensions of a request: `target` is the address to send, as a string; `sent` is called when the request goes out;
    `untrusted_headers` go in place of its headers to a server whose certificate is not valid. Extensions of an
    answer: `peer` (IP address), `tls` (what is wrong with the connection's security, "" for nothing), `untrusted` (its
    certificate is not valid).
    """

    def __init__(
        self,
        proxy: Proxy | None = None,
        login: Login | None = None,
        first_wait: float = 1.0,
        timeout: float = 30.0,
    ) -> None:
        self._proxy, self._login = proxy, login
        self._resolver = Resolver(first_wait, timeout)
        self._contexts: dict[bool, ssl.SSLContext] = {}
        self._session: aiohttp.ClientSession | None = None
        self._plain: PlainRequests | None = None
        self._errors = _socks_errors() if proxy is not None and proxy.is_socks else (LATE, UNCONNECTED)
        self._second: SecondEngine | None = None
        self._unverified: _Origins = _Origins()
        self._engines: _Origins = _Origins()

    def _connections(self) -> aiohttp.ClientSession:
        if self._session is not None:
            return self._session
        trace = aiohttp.TraceConfig()
        trace.on_request_headers_sent.append(_headers_sent)
        trace.on_connection_reuseconn.append(_reused)
        self._session = aiohttp.ClientSession(
            connector=self._connector(),
            response_class=PeerResponse,
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            max_line_size=MAX_HEADER,
            max_field_size=MAX_HEADER,
            max_headers=MAX_HEADERS,
            skip_auto_headers=_NOT_BY_ITSELF,
            trust_env=False,
            trace_configs=[trace],
        )
        # it would ask a second time at once, and a host has its delay
        self._session._retry_connection = False
        if self._proxy is None:
            self._plain = PlainRequests(self._session)
        return self._session

    def _connector(self) -> aiohttp.TCPConnector:
        if self._proxy is not None and self._proxy.is_socks:
            from aiohttp_socks import ProxyConnector
            from python_socks import ProxyType

            return ProxyConnector(
                self._proxy.host,
                self._proxy.port,
                ProxyType.SOCKS5,
                username=self._login.user if self._login else None,
                password=self._login.password if self._login else None,
                rdns=True,
                limit=0,
                keepalive_timeout=KEEP_ALIVE,
            )
        # the resolver has a cache of its own
        return with_handlers(
            aiohttp.TCPConnector(
                limit=0, resolver=self._resolver, use_dns_cache=False, keepalive_timeout=KEEP_ALIVE
            )
        )

    def _context(self, verify: bool) -> ssl.SSLContext:
        """Made when it is needed: loading all certificates of the system takes its time."""
        if verify not in self._contexts:
            self._contexts[verify] = tls_context(verify=verify)
        return self._contexts[verify]

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        target: str = request.extensions.get("target") or str(request.url)
        request.extensions.setdefault("sent", _nothing)
        origin = "/".join(target.split("/", 3)[:3])
        verified = origin not in self._unverified  # another request may find out meanwhile
        try:
            return await self._ask(request, target, origin)
        except httpx.TransportError as error:
            problem = "" if self._is_proxys(error) else certificate_problem(error)
            # no request has been sent yet: these two only go on where the handshake ended
            if problem and verified:
                self._unverified[origin] = problem
            elif speaks_another_protocol(error) and origin not in self._engines:
                self._engines[origin] = _HTTP2
            elif self._suspect(origin, error):
                raise AskAgain(str(error)) from error
            else:
                raise
        return await self.handle_async_request(request)

    async def _ask(self, request: httpx.Request, target: str, origin: str) -> httpx.Response:
        verify = origin not in self._unverified
        headers = request.headers.raw
        if not verify:
            headers = request.extensions.get("untrusted_headers", headers)
        engine = self._engines.get(origin, _FIRST)
        if engine == _FIRST:
            response = await self._ask_first(request, target, headers, verify=verify)
        else:
            if self._second is None:
                from app.crawl.net.second_engine import SecondEngine  # few servers need it

                self._second = SecondEngine(self._resolver, self._proxy, self._login)
            only = engine == _HTTP2
            response = await self._second.handle(request, target, headers, verify=verify, only_http2=only)
            self._engines[origin] = _HTTP2 if response.extensions["http2"] else _SECOND
        if self._proxy is not None:
            response.extensions["peer"] = None
        if not verify:
            response.extensions["tls"] = self._unverified[origin]
            response.extensions["untrusted"] = True
        return response

    async def _ask_first(
        self, request: httpx.Request, target: str, headers: list[tuple[bytes, bytes]], *, verify: bool
    ) -> httpx.Response:
        given = request.extensions.get("timeout", {})
        times = _times(given.get("connect"), given.get("read"))
        content = await request.aread()
        state = SimpleNamespace(sent=request.extensions["sent"], reused=False)
        secured = target.startswith("https:")
        response: PeerResponse | Answer
        with AsHttpx(*self._errors):
            session = self._connections()
            head = self._plain.head(request.method, target, headers) if self._plain and not content else None
            try:
                if head is not None and self._plain is not None:
                    context = self._context(verify) if secured else True
                    response = await self._plain.ask(
                        "/".join(target.split("/", 3)[:3]), target, head, context, times, state
                    )
                else:
                    response = await self._ask_client(
                        session, request.method, target, headers, content, times, state, verify=verify
                    )
            except (aiohttp.ServerDisconnectedError, aiohttp.ClientOSError) as error:
                if state.reused:
                    raise AskAgain(str(error)) from error
                raise
        version = response.version
        return response_of(
            response.status,
            response.raw_headers,
            BodyStream(response),
            request,
            {
                "http_version": f"HTTP/{version.major}.{version.minor}".encode() if version else b"HTTP/1.1",
                "reason_phrase": (response.reason or "").encode("utf-8", "surrogateescape"),
                "peer": response.peer,
                "tls": outdated(response.tls_version),
            },
        )

    async def _ask_client(
        self,
        session: aiohttp.ClientSession,
        method: str,
        target: str,
        headers: list[tuple[bytes, bytes]],
        content: bytes,
        times: aiohttp.ClientTimeout,
        state: SimpleNamespace,
        *,
        verify: bool,
    ) -> PeerResponse:
        """A request with all that aiohttp's client can do."""
        secured = target.startswith("https:")
        proxy = self._proxy if self._proxy is not None and not self._proxy.is_socks else None
        proxy_headers = {}
        if proxy is not None and self._login is not None:
            proxy_headers = {"Proxy-Authorization": basic(self._login)}
            if not secured:
                headers = [
                    *headers,
                    *((name.encode(), value.encode()) for name, value in proxy_headers.items()),
                ]
        response = await session.request(
            method,
            URL(target, encoded=True),
            headers=[(name.decode("ascii"), value.decode("utf-8")) for name, value in headers],
            data=content or None,
            allow_redirects=False,
            ssl=self._context(verify) if secured or proxy is not None else True,
            proxy=proxy.url if proxy else None,
            proxy_headers=proxy_headers or None,
            timeout=times,
            trace_request_ctx=state,
        )
        assert isinstance(response, PeerResponse)
        return response

    def _is_proxys(self, error: httpx.TransportError) -> bool:
        """Whether it is the proxy whose certificate failed; that is not passed over, it gets every request."""
        cause = error.__cause__
        failed = (
            (cause.host, cause.port) if isinstance(cause, aiohttp.ClientConnectorCertificateError) else None
        )
        return self._proxy is not None and failed == (self._proxy.host, self._proxy.port)

    def _suspect(self, origin: str, error: httpx.TransportError) -> bool:
        """Whether the second engine should try its luck with a server that the first one does not understand: once,
        unless it succeeds."""
        if self._engines.get(origin) == _TRY_SECOND:
            self._engines[origin] = _FIRST
        elif origin not in self._engines and _is_not_understood(origin, error):
            self._engines[origin] = _TRY_SECOND
            return True
        return False

    async def addresses(self, host: str) -> list[str]:
        """IP addresses of a host; empty behind a proxy, which resolves names itself. Raises NameFailed, NamePending."""
        if self._proxy is not None:
            return []
        found = self._resolver.known(host) or await self._resolver.addresses(host, PATIENCE)
        return [address for _, address in found]

    def forget(self, host: str) -> None:
        """Look a name up again that could not be resolved."""
        self._resolver.forget(host)

    async def aclose(self) -> None:
        if self._session is not None:
            await self._session.close()
        if self._second is not None:
            await self._second.aclose()
        await self._resolver.close()


def _socks_errors() -> tuple[Errors, Errors]:
    """What means that an answer is late, and that there is no connection, also from a SOCKS proxy."""
    from aiohttp_socks import (  # 32 modules that few crawls need
        ProxyConnectionError,
        ProxyError,
        ProxyTimeoutError,
    )

    return (*LATE, ProxyTimeoutError), (*UNCONNECTED, ProxyConnectionError, ProxyError)


@lru_cache(maxsize=8)
def _times(connect: float | None, read: float | None) -> aiohttp.ClientTimeout:
    return aiohttp.ClientTimeout(sock_connect=connect, sock_read=read, connect=connect)


class _Origins(OrderedDict[str, str]):
    """Findings on origins, the newest of them."""

    def __setitem__(self, origin: str, value: str) -> None:
        super().__setitem__(origin, value)
        if len(self) > REMEMBERED_ORIGINS:
            self.popitem(last=False)


def _is_not_understood(origin: str, error: httpx.TransportError) -> bool:
    """A server that offers HTTP/2 alone may also hang up without a word."""
    hung_up = isinstance(error.__cause__, aiohttp.ServerDisconnectedError)
    return isinstance(error, httpx.RemoteProtocolError) or (hung_up and origin.startswith("https:"))


async def _headers_sent(_session: aiohttp.ClientSession, context: SimpleNamespace, _: object) -> None:
    context.trace_request_ctx.sent()


async def _reused(_session: aiohttp.ClientSession, context: SimpleNamespace, _: object) -> None:
    context.trace_request_ctx.reused = True


def _nothing() -> None:
    return
