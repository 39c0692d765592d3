"""The way to servers for tests of the recording proxy: a plain client, without a crawl."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx

from app.recording.model import Exchange, Fields, Upstream, UpstreamFailed


class Direct:
    """An answer under way."""

    def __init__(self, response: httpx.Response) -> None:
        self._response = response
        self.status = response.status_code
        self.ip = "127.0.0.1"
        phrase = response.extensions["reason_phrase"]
        lines = [b"HTTP/1.1 %d %s" % (self.status, phrase)]
        lines += [
            b"%s: %s" % pair for pair in response.headers.raw if pair[0].lower() != b"transfer-encoding"
        ]
        self.head = b"\r\n".join(lines) + b"\r\n\r\n"

    async def chunks(self) -> AsyncIterator[bytes]:
        try:
            async for chunk in self._response.aiter_raw():
                yield chunk
        except httpx.HTTPError as error:
            raise UpstreamFailed("incomplete", str(error)) from error


@asynccontextmanager
async def direct() -> AsyncIterator[Upstream]:
    """An upstream for as long as the context lasts. Each request has a connection of its own: servers of tests close
    them after an answer, and may do so just when another request is on its way."""
    alone = httpx.Limits(max_keepalive_connections=0)
    async with httpx.AsyncClient(verify=False, trust_env=False, timeout=10, limits=alone) as client:

        @asynccontextmanager
        async def ask(method: str, url: str, fields: Fields, body: bytes) -> AsyncIterator[Exchange]:
            # localhost is this machine, also where no file says so
            address = httpx.URL(url)
            there = address.copy_with(host="127.0.0.1") if address.host == "localhost" else address
            headers = [
                ("Host", address.netloc.decode()),
                *(pair for pair in fields if pair[0].lower() != "host"),
            ]
            named = {"sni_hostname": address.host}
            request = client.build_request(
                method, there, headers=headers, content=body or None, extensions=named
            )
            try:
                response = await client.send(request, stream=True)
            except httpx.HTTPError as error:
                raise UpstreamFailed("connect", str(error)) from error
            try:
                yield Direct(response)
            finally:
                await response.aclose()

        yield ask
