"""One request, one answer: streamed, limited in size and time, with the bytes as they were received."""

from __future__ import annotations

import asyncio
import re
import ssl
import time
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

import aiohttp
import httpx

from app.crawl.net.first_engine import BodyStream, certificate_problem
from app.crawl.net.logins import Vault
from app.crawl.net.requester import Requester
from app.crawl.net.resolving import POLL, NameFailed, NamePending
from app.crawl.net.transport import AskAgain
from app.crawl.rules.forms import posted
from app.crawl.rules.settings import CrawlSettings
from app.messages import Message

# The results of a fetch: an answer with its bytes as they were received, or the reason why there is none.


class FetchFailed(Exception):
    """No answer that could be stored. `reason` is one of the reason codes.

    `wait`: another try after some seconds makes sense, whatever was tried before (None: as with other failures);
    `refused`: the answer is not wanted, rather than missing; `unreachable`: no connection to the host came about;
    `lookups`: the number of failed look-ups of its name.
    """

    def __init__(
        self,
        reason: str,
        detail: str,
        *,
        wait: float | None = None,
        refused: bool = False,
        unreachable: bool = False,
        lookups: int = 0,
    ) -> None:
        self.reason, self.detail, self.wait, self.refused = reason, detail, wait, refused
        self.unreachable, self.lookups = unreachable, lookups
        super().__init__(f"{reason}: {detail}")


@dataclass(frozen=True, slots=True)
class Fetched:
    """An answer; `data` gets stored.

    `incomplete` is the reason of a body that is not whole (empty for a whole one), `tls` the fault of the connection's
    security ("expired", "wrong name" …; empty without one). `again`: the server asks for a log-in that is known, so the
    next try gets another answer. `seconds` from sending the request to the end of the body, our own waiting aside.
    """

    url: str
    date: datetime
    ip: str | None
    status: int
    head: bytes
    body: bytes
    headers: httpx.Headers
    incomplete: str = ""
    retryable: bool = False
    tls: str = ""
    again: bool = False
    seconds: float = 0.0

    @property
    def data(self) -> bytes:
        return self.head + self.body


def classify(error: Exception) -> tuple[str, str]:
    """Reason code and detail of a failed request."""
    cause = error.__cause__ or error
    detail = str(cause) or type(cause).__name__
    if isinstance(cause, NameFailed | aiohttp.ClientConnectorDNSError):
        return "dns", detail
    if isinstance(cause, aiohttp.ClientSSLError | ssl.SSLError):
        return "tls", certificate_problem(cause) or detail
    if isinstance(error, httpx.TimeoutException | TimeoutError) or isinstance(cause, TimeoutError):
        return "timeout", Message("no-answer")
    if isinstance(error, httpx.ReadError | httpx.RemoteProtocolError):
        return "incomplete", detail
    if isinstance(error, httpx.TransportError):
        return "connect", detail
    return "internal", f"{type(error).__name__}: {detail}"


def failure_of(error: Exception) -> FetchFailed:
    """The failure of a request, with its hints about another try."""
    name = getattr(error.__cause__, "os_error", error.__cause__)
    if isinstance(name, NameFailed):
        return FetchFailed("dns", name.detail, wait=name.wait, lookups=name.tries)
    if isinstance(error, AskAgain):
        cause = error.__cause__
        reason = "incomplete" if isinstance(cause, httpx.RemoteProtocolError) else "connect"
        return FetchFailed(reason, str(error), wait=0.0)
    return FetchFailed(*classify(error), unreachable=_no_connection(error.__cause__ or error))


def _no_connection(cause: BaseException) -> bool:
    """Whether the host itself could not be connected to; a proxy and a failed handshake are other matters."""
    if isinstance(cause, aiohttp.ClientSSLError | aiohttp.ClientProxyConnectionError | ssl.SSLError):
        return False
    return isinstance(cause, aiohttp.ClientConnectorError | aiohttp.ConnectionTimeoutError)


def head_of(response: httpx.Response) -> bytes:
    """Status line and headers as received; the transfer coding is undone, so its header goes."""
    version = response.extensions.get("http_version", b"HTTP/1.1")
    phrase = response.extensions.get("reason_phrase", b"")
    lines = [b"%s %d %s" % (version, response.status_code, phrase)]
    lines += [
        name + b": " + value for name, value in response.headers.raw if name.lower() != b"transfer-encoding"
    ]
    return b"\r\n".join(lines) + b"\r\n\r\n"


# A cap on bytes a second over all connections of a crawl.

BURST_SECONDS = 0.1
"""Seconds of unused bandwidth that may be made up for at once."""


class Bandwidth:
    """A token bucket for one event loop: receivers of bytes wait until the rate allows for them, in order.

    `rate` is in bytes a second, 0 for no cap.
    """

    def __init__(self, rate: int = 0) -> None:
        self._rate = rate
        self._spent = 0
        self._allowed = 0.0
        self._since = time.monotonic()
        self._changed = asyncio.Event()

    @property
    def rate(self) -> int:
        return self._rate

    def set_rate(self, rate: int) -> None:
        """Also for those who wait already."""
        if rate != self._rate:
            self._account()
            self._rate = rate
            self._changed.set()
            self._changed = asyncio.Event()

    async def spend(self, size: int) -> float:
        """Seconds that were waited for `size` bytes."""
        if not self._rate:
            return 0.0
        start = time.monotonic()
        self._account()
        self._spent += size
        mine = self._spent
        while self._rate and (missing := mine - self._account()) > 0:
            try:
                async with asyncio.timeout(missing / self._rate):
                    await self._changed.wait()
            except TimeoutError:
                continue
        return time.monotonic() - start

    def _account(self) -> float:
        """Bytes allowed since the beginning, little more than those spent."""
        now = time.monotonic()
        allowed = self._allowed + self._rate * (now - self._since) if self._rate else float(self._spent)
        self._allowed = min(allowed, self._spent + self._rate * BURST_SECONDS)
        self._since = now
        return self._allowed


__all__ = ["Acceptance", "Exchange", "FetchFailed", "Fetched", "Fetcher"]

LARGE = 8 * 1024 * 1024
LARGE_AT_ONCE = 2
"""Bodies beyond LARGE are received two at a time, so that memory stays bounded."""
SLOWEST = 8 * 1024
"""Bytes a second below which a body is given up, after a grace of GRACE time-outs."""
GRACE = 4
_TOO_SLOW = Message("too-slow")
RESOLVING = "resolving"
"""No reason code that anybody reads: another try is sure to come."""

_FORM = (("Content-Type", "application/x-www-form-urlencoded"),)

Acceptance = Callable[[httpx.Headers, int, str | None, str], tuple[str, str] | None]
"""Called with headers, status, IP address and address of an answer whose body is still to come: reason code and detail
when it is not wanted."""


def _nothing() -> None:
    return


class Exchange:
    """An answer after its head; the body comes in `chunks`, once, content coding intact. `ip`, `tls` and `again` are
    those of Fetched."""

    def __init__(self, url: str, response: httpx.Response, bandwidth: Bandwidth) -> None:
        self.url = url
        self.status = response.status_code
        self.head = head_of(response)
        self.headers = response.headers
        self.ip: str | None = response.extensions.get("peer")
        self.tls: str = response.extensions.get("tls", "")
        self.again = bool(response.extensions.get("again"))
        self._response = response
        self._bandwidth = bandwidth

    async def chunks(self) -> AsyncIterator[bytes]:
        """Raises FetchFailed when the connection breaks."""
        try:
            async for chunk in self._response.aiter_raw():
                await self._bandwidth.spend(len(chunk))
                yield chunk
        except (httpx.HTTPError, OSError) as error:
            raise failure_of(error) from error


FENCED = 0.5
"""Seconds between two looks whether a request may go out."""


class Fetcher:
    """Fetches for one crawl: one pool of connections, one set of cookies. Follows no redirects.

    `job_id` names the run whose cookies go on with it; `vault` holds the log-ins that may be used; without `cookies`
    only those are sent that a request brings along. `accept` may refuse an answer by its head.
    """

    def __init__(
        self,
        settings: CrawlSettings,
        transport: httpx.AsyncBaseTransport | None = None,
        *,
        job_id: str = "",
        vault: Vault | None = None,
        accept: Acceptance | None = None,
        cookies: bool = True,
    ) -> None:
        self.accept = accept
        self._settings = settings
        self._requester = Requester(settings, transport, job_id, vault, cookies=cookies)
        self._bandwidth = Bandwidth(settings.bandwidth)
        self._large = asyncio.Semaphore(LARGE_AT_ONCE)
        self.may_ask: Callable[[], bool] | None = None
        """Whether a request may go out at all; those that may not wait."""
        self.heard = 0.0
        """When a part of a body last came in at a good pace (of `time.monotonic`)."""

    def reconfigure(self, settings: CrawlSettings) -> None:
        """From the next request on; the bandwidth at once."""
        self._settings = settings
        self._requester.configure(settings)
        self._bandwidth.set_rate(settings.bandwidth)

    async def close(self, *, finished: bool = False) -> None:
        """The cookies of the run are kept unless its job is `finished`."""
        await self._requester.close(finished=finished)

    async def addresses(self, host: str) -> list[str]:
        """IP addresses of a host, from the cache of the crawl; empty when another transport stands in for the network.
        Raises FetchFailed, for the reason "resolving" while the name is still being looked up."""
        try:
            return await self._requester.addresses(host)
        except NameFailed as error:
            raise FetchFailed("dns", error.detail, wait=error.wait, lookups=error.tries) from error
        except NamePending as error:
            raise FetchFailed(RESOLVING, "", wait=POLL) from error

    def forget(self, host: str) -> None:
        """Look a name up again that could not be resolved."""
        self._requester.forget(host)

    async def fetch(
        self, url: str, conditions: Iterable[tuple[str, str]] = (), sent: Callable[[], None] = _nothing
    ) -> Fetched:
        """The answer to a GET, or to a form that a person chose to send by POST. Raises FetchFailed. `conditions` are
        extra request headers (If-None-Match, If-Modified-Since); `sent` is called once or more, at the latest at the
        end."""
        # the grace covers connecting and the first bytes too; it grows with what arrives
        grace = GRACE * self._settings.timeout
        clock = _Clock(sent)
        if self.may_ask is not None:
            await self._admitted()
        try:
            async with asyncio.timeout(grace) as limit:
                asked = self._posted(url)
                if asked is None:
                    response = await self._requester.send("GET", url, conditions, b"", clock.sent)
                else:
                    response = await self._requester.send("POST", asked[0], _FORM, asked[1], clock.sent)
                try:
                    return await self._receive(url, response, limit, grace, clock)
                finally:
                    await response.aclose()
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            # asyncio's TimeoutError is an OSError too
            raise failure_of(error) from error
        finally:
            sent()

    async def _admitted(self) -> None:
        while self.may_ask is not None and not self.may_ask():  # noqa: ASYNC110 -- a clock decides, it has no event
            await asyncio.sleep(FENCED)

    def _posted(self, url: str) -> tuple[str, bytes] | None:
        """Address and body of an address that stands for a form sent by POST; None for another one."""
        if self._settings.forms != "post":
            return None
        found = posted(url)
        chosen = found is not None and any(re.search(one, found[0]) for one in self._settings.form_patterns)
        return found if chosen else None

    @asynccontextmanager
    async def exchange(
        self,
        method: str,
        url: str,
        headers: Sequence[tuple[str, str]] = (),
        body: bytes = b"",
        sent: Callable[[], None] = _nothing,
    ) -> AsyncIterator[Exchange]:
        """Any request with headers of its own (those of the settings are not added), the answer streamed. Limits of
        size and total time are the caller's affair. Raises FetchFailed when nothing comes."""
        await self._admitted()
        try:
            response = await self._requester.send(method, url, headers, body, sent, bare=True)
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            raise failure_of(error) from error
        finally:
            sent()
        try:
            yield Exchange(url, response, self._bandwidth)
        finally:
            await response.aclose()

    async def _receive(
        self, url: str, response: httpx.Response, limit: asyncio.Timeout, grace: float, clock: _Clock
    ) -> Fetched:
        self._check_head(url, response)
        cap = self._settings.size_cap
        loop = asyncio.get_running_loop()
        start = loop.time()
        chunks: list[bytes] = []
        received = 0
        rescheduled = 0
        large = False
        incomplete = ""
        try:
            async for chunk in _received(response):
                chunks.append(chunk)
                received += len(chunk)
                if received > cap:
                    raise FetchFailed("size", Message("bytes-over", count=cap), refused=True)
                paused = loop.time()
                if received >= (paused - start) * SLOWEST:
                    self.heard = paused
                if self._bandwidth.rate or (received > LARGE and not large):
                    # what we wait for ourselves is not the server's slowness
                    limit.reschedule(None)
                    await self._bandwidth.spend(len(chunk))
                    if received > LARGE and not large:
                        await self._large.acquire()
                        large = True
                    start += clock.pause(loop.time() - paused)
                    limit.reschedule(start + grace + received / SLOWEST)
                elif received - rescheduled > 64 * 1024:
                    rescheduled = received
                    limit.reschedule(start + grace + received / SLOWEST)
        except httpx.TransportError as error:
            if not received:
                raise
            incomplete = classify(error)[1]
        except asyncio.CancelledError:
            # too slow, not stopped: the bytes so far are kept and marked
            if not limit.expired() or not received:
                raise
            incomplete = _TOO_SLOW
        finally:
            if large:
                self._large.release()
        return Fetched(
            url=url,
            date=datetime.now(UTC),
            ip=response.extensions.get("peer"),
            status=response.status_code,
            head=head_of(response),
            body=b"".join(chunks),
            headers=response.headers,
            incomplete=incomplete,
            retryable=bool(incomplete) and incomplete != _TOO_SLOW,
            tls=response.extensions.get("tls", ""),
            again=bool(response.extensions.get("again")),
            seconds=clock.seconds(),
        )

    def _check_head(self, url: str, response: httpx.Response) -> None:
        """Refuse what its head shows to be unwanted, before anything of the body is loaded."""
        announced = response.headers.get("content-length", "")
        if announced.isascii() and announced.isdigit() and int(announced[:19]) > self._settings.size_cap:
            raise FetchFailed("size", Message("bytes-announced", count=announced), refused=True)
        if self.accept is not None:
            refusal = self.accept(
                response.headers, response.status_code, response.extensions.get("peer"), url
            )
            if refusal is not None:
                raise FetchFailed(*refusal, refused=True)


def _received(response: httpx.Response) -> AsyncIterator[bytes]:
    """The body as it comes; that of our own transport without httpx in between, which would hand each piece on once
    more."""
    stream = response.stream
    return aiter(stream) if isinstance(stream, BodyStream) else response.aiter_raw()


class _Clock:
    """Response time of one request."""

    def __init__(self, sent: Callable[[], None]) -> None:
        self._tell = sent
        self._start = 0.0

    def sent(self) -> None:
        if not self._start:
            self._start = time.monotonic()
        self._tell()

    def pause(self, seconds: float) -> float:
        """Leave `seconds` out; gives them back."""
        self._start += seconds
        return seconds

    def seconds(self) -> float:
        return time.monotonic() - self._start
