"""One request, one answer: streamed, limited in size and time, with the bytes as they were received."""

from __future__ import annotations

import asyncio
import time
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

import aiohttp
import httpx

from app.crawl.settings import CrawlSettings
from app.crawl.transport import ArchivingTransport

LARGE = 8 * 1024 * 1024
LARGE_AT_ONCE = 2
"""Bodies beyond LARGE are received two at a time, so that memory stays bounded."""
SLOWEST = 8 * 1024
"""Bytes a second below which a body is given up, after a grace of GRACE time-outs."""
GRACE = 4
INFLATED_CAP = 256 * 1024 * 1024
MOST_INFLATION = 1032  # what deflate can reach


class FetchFailed(Exception):
    """Nothing came that could be stored. `reason` is one of the reason codes."""

    def __init__(self, reason: str, detail: str) -> None:
        self.reason, self.detail = reason, detail
        super().__init__(f"{reason}: {detail}")


@dataclass(frozen=True, slots=True)
class Fetched:
    """An answer. `incomplete` says why the body is not whole (empty when it is); `data` is what gets stored."""

    url: str
    date: datetime
    ip: str | None
    status: int
    head: bytes
    body: bytes
    headers: httpx.Headers
    incomplete: str = ""
    retryable: bool = False

    @property
    def data(self) -> bytes:
        return self.head + self.body


def classify(error: Exception) -> tuple[str, str]:
    """Reason code and detail of a failed request."""
    cause = error.__cause__ or error
    detail = str(cause) or type(cause).__name__
    if isinstance(cause, aiohttp.ClientConnectorDNSError):
        return "dns", detail
    if isinstance(cause, aiohttp.ClientSSLError):
        return "tls", detail
    if isinstance(error, httpx.TimeoutException) or isinstance(cause, TimeoutError):
        return "timeout", "no answer in time"
    if isinstance(error, httpx.ReadError | httpx.RemoteProtocolError):
        return "incomplete", detail
    if isinstance(error, httpx.TransportError):
        return "connect", detail
    return "internal", f"{type(error).__name__}: {detail}"


def _head(response: httpx.Response) -> bytes:
    """Status line and headers as received; the transfer coding is undone, so its header goes."""
    version = response.extensions.get("http_version", b"HTTP/1.1")
    phrase = response.extensions.get("reason_phrase", b"")
    lines = [b"%s %d %s" % (version, response.status_code, phrase)]
    lines += [name + b": " + value for name, value in response.headers.raw if name.lower() != b"transfer-encoding"]
    return b"\r\n".join(lines) + b"\r\n\r\n"


class Fetcher:
    """Fetches for one crawl: one connection pool, one set of cookies. Follows no redirects."""

    def __init__(self, settings: CrawlSettings, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self._settings = settings
        # gzip and deflate only: bodies are stored as received, and every reader can undo these two
        self._client = httpx.AsyncClient(
            transport=transport or ArchivingTransport(),
            headers={"User-Agent": settings.user_agent, "Accept": "*/*", "Accept-Encoding": "gzip, deflate"},
            timeout=settings.timeout,
            follow_redirects=False,
            trust_env=False,
        )
        self._large = asyncio.Semaphore(LARGE_AT_ONCE)

    async def close(self) -> None:
        await self._client.aclose()

    async def fetch(self, url: str, conditions: Iterable[tuple[str, str]] = ()) -> Fetched:
        """Raises FetchFailed. `conditions` are extra request headers (If-None-Match, If-Modified-Since)."""
        # the grace covers connecting and the first bytes too; it grows with what arrives
        grace = GRACE * self._settings.timeout
        try:
            async with asyncio.timeout(grace) as limit:
                request = self._client.build_request("GET", url, headers=list(conditions))
                request.extensions["target"] = url
                response = await self._client.send(request, stream=True)
                try:
                    return await self._receive(url, response, limit, grace)
                finally:
                    await response.aclose()
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            # asyncio's TimeoutError is an OSError too
            raise FetchFailed(*classify(error)) from error

    async def _receive(self, url: str, response: httpx.Response, limit: asyncio.Timeout, grace: float) -> Fetched:
        cap = self._settings.size_cap
        announced = response.headers.get("content-length", "")
        if announced.isascii() and announced.isdigit() and int(announced[:19]) > cap:
            raise FetchFailed("size", f"{announced} bytes")
        start = time.monotonic()
        loop_start = asyncio.get_running_loop().time()
        chunks: list[bytes] = []
        received = 0
        rescheduled = 0
        large = False
        incomplete = ""
        try:
            async for chunk in response.aiter_raw():
                chunks.append(chunk)
                received += len(chunk)
                if received > cap:
                    raise FetchFailed("size", f"more than {cap} bytes")
                if received - rescheduled > 64 * 1024:
                    rescheduled = received
                    limit.reschedule(loop_start + grace + received / SLOWEST)
                if received > LARGE and not large:
                    limit.reschedule(None)
                    await self._large.acquire()
                    large = True
                    loop_start += time.monotonic() - start
                    limit.reschedule(loop_start + grace + received / SLOWEST)
        except httpx.TransportError as error:
            if not received:
                raise
            incomplete = classify(error)[1]
        except asyncio.CancelledError:
            # too slow, not stopped: what came so far is kept and marked
            if not limit.expired() or not received:
                raise
            incomplete = "given up: too slow"
        finally:
            if large:
                self._large.release()
        return Fetched(
            url=url, date=datetime.now(UTC), ip=response.extensions.get("peer"), status=response.status_code,
            head=_head(response), body=b"".join(chunks), headers=response.headers, incomplete=incomplete,
            retryable=bool(incomplete) and incomplete != "given up: too slow",
        )  # fmt: skip


def inflates_beyond(body: bytes, coding: str, cap: int = INFLATED_CAP) -> bool:
    """Whether a compressed body is a bomb. Looks only at bodies that could be one, a piece at a time."""
    coding = coding.strip().lower()
    if coding not in ("gzip", "x-gzip", "deflate") or len(body) * MOST_INFLATION <= cap:
        return False
    bits = (31,) if "gzip" in coding else (15, -15)
    return any(_inflated_size(body, wbits, cap) > cap for wbits in bits)


def _inflated_size(body: bytes, wbits: int, cap: int) -> int:
    """Bytes that come out, counted to a little beyond `cap`; a gzip body may hold several members."""
    total = 0
    left = body
    inflater = zlib.decompressobj(wbits)
    try:
        while left and total <= cap:
            total += len(inflater.decompress(left, 1024 * 1024))
            left = inflater.unconsumed_tail
            if inflater.eof:
                left, inflater = inflater.unused_data, zlib.decompressobj(wbits)
    except zlib.error:
        pass  # what follows is no compressed data, and nothing can come out of it
    return total
