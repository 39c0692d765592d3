"""Questions to archives, worked out in threads; and what an address of this service is, as the client knows it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar
from urllib.parse import unquote

from starlette.requests import Request

from app.service.collection import Collection, View

THREADS = 4
"""More of them wait for each other: with 16 clients at work eight gave half as many pages."""
_HOST = re.compile(r"([A-Za-z0-9.\-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?")
_ONE_SLASH = re.compile(r"(https?|ftp):/(?!/)", re.IGNORECASE)

T = TypeVar("T")


class CollectionThreads:
    """The collections by name, and the threads in which they are asked: never more than `THREADS` at once."""

    def __init__(self, collections: Sequence[Collection]) -> None:
        self.collections: Mapping[str, Collection] = {one.name: one for one in collections}
        self._threads = ThreadPoolExecutor(THREADS, "service")

    def close(self) -> None:
        self._threads.shutdown()

    async def ask(self, collection: Collection, question: Callable[[View], T]) -> T:
        """The answer to a question about a collection as it is now."""

        def look() -> T:
            with collection.view() as view:
                return question(view)

        return await self.run(look)

    async def run(self, work: Callable[[], T]) -> T:
        """Do something in one of the threads."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)


def raw(request: Request) -> str:
    """Path and query as they were sent."""
    sent: bytes = request.scope.get("raw_path") or request.scope["path"].encode()
    query: bytes = request.scope["query_string"]
    path = sent.partition(b"?")[0].decode("latin-1")
    return f"{path}?{query.decode('latin-1')}" if query else path


def meant(url: str) -> str:
    """An address in a path: some clients and proxies take one of its slashes away, or escape all of it."""
    if "://" not in url and "%3a" in url[:12].lower():
        url = unquote(url)
    url = _ONE_SLASH.sub(r"\1://", url, count=1) if not re.match(r"[a-zA-Z]+://", url) else url
    return url if re.match(r"[a-zA-Z][a-zA-Z0-9+.\-]*://", url) else f"http://{url}"


def host_of(request: Request) -> tuple[str, str]:
    """The host by which the client knows the service: with its port, and without."""
    host = request.headers.get("host", "")
    if found := _HOST.fullmatch(host):
        return host, found[1]
    name, port = request.scope.get("server") or ("localhost", 80)
    name = f"[{name}]" if ":" in name else name
    return f"{name}:{port}", name


def origin(request: Request) -> str:
    """Scheme, host and port by which the client knows the service, and the path under which it is mounted."""
    return f"{request.scope['scheme']}://{host_of(request)[0]}{request.scope.get('root_path', '')}"
