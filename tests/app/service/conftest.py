"""A small archive behind the service."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

from app.archive.archive import Archive
from app.archive.model import NewCapture, NewVisit
from app.service.application import Doors
from app.service.collection import Collection, Hidden
from app.service.server import Second
from app.service.server import serve as run

HOME = "http://example.com/"


def day(number: int) -> datetime:
    return datetime(2020, 1, number, 12, tzinfo=UTC)


def response(
    url: str,
    number: int,
    body: str | bytes,
    kind: str = "text/html",
    head: str = "HTTP/1.1 200 OK",
    more: str = "",
) -> NewCapture:
    data = body.encode() if isinstance(body, str) else body
    return NewCapture(url, day(number), None, f"{head}\r\nContent-Type: {kind}\r\n{more}\r\n".encode() + data)


def filled(path: Path) -> Archive:
    """Three versions and a visit of a home page in three spellings, its parts, a redirect, an error, other hosts."""
    archive = Archive.create(path, "Example")
    with archive.writer() as writer:
        first = writer.store(
            response(HOME, 1, "<title>One</title><a href=about.html>x</a>", more="Set-Cookie: a=b\r\n")
        )
        writer.store(NewVisit(HOME, day(2), None, first.id, 304))
        writer.store(response(HOME, 3, "<title>Two 二</title>"))
        writer.store(response("https://www.example.com/", 5, "<title>Three</title>"))
        writer.store(response("http://example.com/about.html", 2, "<title>About</title>"))
        writer.store(response("http://example.com/s.css", 1, "b{background:url(x.png)}", "text/css"))
        writer.store(
            response(
                "http://example.com/old", 2, "", head="HTTP/1.1 302 Found", more="Location: /about.html\r\n"
            )
        )
        writer.store(response("http://sub.example.com/a", 2, "gone", "text/plain", "HTTP/1.1 404 Not Found"))
        writer.store(response("http://examples.com/", 4, "<title>Other</title>"))
        writer.store(response("http://example.com/q?b=2&a=北", 4, "<title>Query</title>"))
        writer.commit()
    return archive


Serve = Callable[..., httpx.Client]


@contextmanager
def serving(
    *archives: Archive,
    hidden: tuple[Hidden, ...] = (),
    token: str = "",
    rate: float = 0,
    origins: tuple[str, ...] = (),
    each: int = 0,
) -> Iterator[httpx.Client]:
    """A client of the real service on a port of its own; redirects are not followed."""
    collections = [Collection(one.path.stem, one, hidden) for one in archives]
    stop, ready = threading.Event(), threading.Event()
    places: list[str] = []

    def begun(place: str) -> None:
        places.append(place)
        ready.set()

    doors = Doors(collections, token=token, rate=rate, origins=origins)
    thread = threading.Thread(
        target=run,
        args=(doors, "127.0.0.1", 0),
        kwargs={"ready": begun, "stopped": stop.is_set, "second": Second(0, doors.second), "each": each},
    )
    thread.start()
    try:
        assert ready.wait(30)
        with httpx.Client(base_url=places[0], trust_env=False, timeout=30) as client:
            yield client
    finally:
        stop.set()
        thread.join()
        for one in collections:
            one.close()


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    return filled(tmp_path_factory.mktemp("service") / "one.archive")


@pytest.fixture(scope="session")
def client(shared: Archive) -> Iterator[httpx.Client]:
    with serving(shared) as found:
        yield found


@pytest.fixture
def serve(shared: Archive) -> Iterator[Serve]:
    """Begins a service over other archives, or the shared one, that ends with the test."""
    with ExitStack() as opened:
        yield lambda *archives, **how: opened.enter_context(serving(*(archives or (shared,)), **how))
