"""The recording proxy: hands requests of a browser on, and keeps every answer to a GET as it came."""

from __future__ import annotations

import asyncio
import base64
import binascii
import secrets
import socket
from collections.abc import Collection

from app.loopback import Authority, Connection, Head, Listener, listen
from app.recording.exchange import Forwarding, plain
from app.recording.gate import Gate
from app.recording.model import Upstream
from app.recording.visit import Tab, Visit

SIZE_CAP = 100 * 1024 * 1024
_BODY_LIMIT = 32 * 1024 * 1024
_ASK = plain(407, "Proxy Authentication Required", (("Proxy-Authenticate", 'Basic realm="Tianwang Explorer"'),))


class RecordingProxy:
    """Listens on 127.0.0.1 only, and answers only tabs of its own: each has a name and a secret (RFC 7617).

    Robots.txt is not asked about what a page is made of: these are requisites of a page that may be fetched. `gate`
    paces everything but main requests, whose turn is the business of who asked for the page. `codings` are the content
    codings that may be asked for; a body of more than `size_cap` bytes is handed on and not kept. WebSockets are
    refused; service workers are too, since what they do cannot be seen.
    """

    def __init__(
        self,
        upstream: Upstream,
        *,
        gate: Gate | None = None,
        codings: Collection[str] = ("gzip", "deflate"),
        size_cap: int = SIZE_CAP,
        listener: socket.socket | None = None,
    ) -> None:
        self.upstream = upstream
        self.gate = gate
        self.codings = frozenset(codings)
        self.size_cap = size_cap
        self._authority = Authority()
        self._tabs: dict[str, Tab] = {}
        self._socket = listener if listener is not None else listen()
        self._listener = Listener(self._socket, self._serve)
        self.port = int(self._socket.getsockname()[1])

    @property
    def certificate_pem(self) -> bytes:
        """What the browser has to trust."""
        return self._authority.certificate_pem

    async def open(self) -> None:
        await self._listener.open()

    async def close(self) -> None:
        """End every visit and every connection."""
        for tab in self._tabs.values():
            tab.end()
        await self._listener.close()
        self._socket.close()

    def new_tab(self) -> Tab:
        tab = Tab(f"tab-{len(self._tabs)}")
        self._tabs[tab.name] = tab
        return tab

    def tab_of(self, credentials: str) -> Tab | None:
        """The tab that a Proxy-Authorization field is of."""
        scheme, _, token = credentials.partition(" ")
        if scheme.lower() != "basic":
            return None
        try:
            name, _, secret = base64.b64decode(token, validate=True).decode().partition(":")
        except (binascii.Error, UnicodeDecodeError):
            return None
        tab = self._tabs.get(name)
        known = tab.secret if tab else ""
        return tab if secrets.compare_digest(known.encode(), secret.encode()) else None

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await _Recording(reader, writer, self._authority, self).run()


class _Recording(Connection):
    """One connection of the browser."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, authority: Authority, proxy: RecordingProxy
    ) -> None:
        super().__init__(reader, writer, authority)
        self._proxy = proxy
        self._tab: Tab | None = None  # whose tunnel this is

    async def admits(self, head: Head) -> bool:
        self._tab = self._proxy.tab_of(head.headers.get("proxy-authorization", ""))
        if self._tab is None:
            await self.write(_ASK)
        return self._tab is not None

    async def serve(self, head: Head) -> bool:
        tab = self._tab or self._proxy.tab_of(head.headers.get("proxy-authorization", ""))
        if tab is None:
            await self.write(_ASK)
            return False
        body = await self.body(head, _BODY_LIMIT)
        refusal = b""
        if body is None:
            refusal = plain(413, "Content Too Large")
        elif tab.visit is None:
            refusal = plain(503, "No page is being recorded")
        elif head.wants_socket:
            refusal = plain(403, "WebSockets cannot be recorded")
        elif head.headers.get("service-worker") == "script":
            refusal = plain(404, "No service workers while recording")
        if body is None or tab.visit is None or refusal:
            await self.write(refusal)
            return False
        return await self._record(tab.visit, head, body)

    async def _record(self, visit: Visit, head: Head, body: bytes) -> bool:
        task = asyncio.current_task()
        visit.begun(task)
        try:
            return await Forwarding(self._proxy, self, visit, head, body).run()
        finally:
            visit.over(task)
