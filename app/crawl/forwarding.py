"""How the recording proxy of a browser asks servers: by a crawl's fetcher."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from app.crawl.fetch import Exchange as FetcherExchange
from app.crawl.fetch import Fetcher, FetchFailed
from app.recording import Exchange, Upstream, UpstreamFailed
from app.recording.model import Fields


def forwarding(fetcher: Fetcher, extra: Fields = ()) -> Upstream:
    """How the recording proxy asks servers by a crawl's fetcher; `extra` replaces the browser's own fields."""
    given = {name.lower() for name, _ in extra}

    @asynccontextmanager
    async def ask(method: str, url: str, fields: Fields, body: bytes) -> AsyncIterator[Exchange]:
        fields = [(name, value) for name, value in fields if name.lower() not in given] + list(extra)
        try:
            async with AsyncExitStack() as stack:
                exchange = await _begun(stack, fetcher, method, url, fields, body)
                if exchange.again:  # the fetcher knows by now how to log in
                    exchange = await _begun(stack, fetcher, method, url, fields, body)
                yield _Forwarded(exchange)
        except FetchFailed as failure:
            raise UpstreamFailed(failure.reason, failure.detail) from failure

    return ask


async def _begun(
    stack: AsyncExitStack, fetcher: Fetcher, method: str, url: str, fields: Fields, body: bytes
) -> FetcherExchange:
    """What may be asked twice is asked twice when that makes sense at once, as browsers do: a server may close a
    connection just when it is used again. FetchFailed."""
    try:
        return await stack.enter_async_context(fetcher.exchange(method, url, fields, body))
    except FetchFailed as failure:
        if failure.wait != 0.0 or method not in ("GET", "HEAD"):
            raise
    return await stack.enter_async_context(fetcher.exchange(method, url, fields, body))


class _Forwarded:
    """An exchange of the fetcher in the words of the proxy."""

    def __init__(self, exchange: FetcherExchange) -> None:
        self._exchange = exchange
        self.status, self.head, self.ip, self.tls = exchange.status, exchange.head, exchange.ip, exchange.tls

    async def chunks(self) -> AsyncIterator[bytes]:
        try:
            async for chunk in self._exchange.chunks():
                yield chunk
        except FetchFailed as failure:
            raise UpstreamFailed(failure.reason, failure.detail) from failure
