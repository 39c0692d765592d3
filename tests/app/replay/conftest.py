"""A running replay server over a real archive, and a browser-like client."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterator

import httpx
import pytest

from app.archive.archive import Archive
from app.replay.server import ReplayServer


@pytest.fixture
def server(archive: Archive) -> Iterator[ReplayServer]:
    """A server over the (still empty) archive of the test."""
    with ReplayServer(archive) as running:
        yield running


@pytest.fixture
def browse(server: ReplayServer) -> Iterator[Callable[..., httpx.Client]]:
    """Makes clients that use the server as their proxy, each with a token; `date` is that of the view."""
    clients: list[httpx.Client] = []

    def make(date: object = None, token: str | None = None) -> httpx.Client:
        trust = ssl.create_default_context(cadata=server.ca_certificate_pem.decode())
        client = httpx.Client(
            proxy=f"http://127.0.0.1:{server.port}",
            verify=trust,
            headers={
                "User-Agent": f"Test/1 TianwangReplay/{token or server.open_view(date)}"  # type: ignore[arg-type]
            },
            timeout=10,
        )
        clients.append(client)
        return client

    yield make
    for client in clients:
        client.close()
