"""One request with all that a server expects of a returning visitor: headers, cookies, log-ins."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache

import httpx

from app.crawl.net.challenges import Challenge, Login, best
from app.crawl.net.cookies import Cookie, CookieJar
from app.crawl.net.logins import RunCookies, Vault
from app.crawl.net.transport import ArchivingTransport
from app.crawl.rules import settings as proxies
from app.crawl.rules import settings as request_headers
from app.crawl.rules.settings import CrawlSettings
from app.crawl.rules.url import authority_of
from app.errors import StorageFailed, StorageUnreadable

SAVE_SECONDS = 30.0
MOST_REFUSED = 10_000
MOST_STALE = 3
"""Used-up nonces in a row after which a server is taken to play games."""


class Requester:
    """For one run of one crawl. Passwords and imported cookies go only to servers whose certificate is valid (or to
    plain http, when they were stored for such a host)."""

    def __init__(
        self,
        settings: CrawlSettings,
        transport: httpx.AsyncBaseTransport | None,
        job_id: str,
        vault: Vault | None,
        *,
        cookies: bool = True,
    ) -> None:
        """Without `cookies` a request sends only those in its own headers, and none are kept."""
        self._vault = vault
        self._given = transport
        self._run = RunCookies(job_id) if job_id and cookies else None
        self._keeps_cookies = cookies
        run = self._run.load() if self._run else ()
        # a later cookie of the server's wins over an imported one
        self._jar = CookieJar([*_imported(vault), *run] if cookies else ())
        self._saved = time.monotonic()
        self._saving: asyncio.Task[None] | None = None
        self._challenges: dict[str, tuple[Challenge, Login]] = {}
        self._stale: dict[str, int] = {}
        self._refused: set[str] = set()
        self._retired: list[httpx.AsyncBaseTransport] = []
        self._transport: httpx.AsyncBaseTransport | None = None
        self.configure(settings)

    def configure(self, settings: CrawlSettings) -> None:
        """Also while requests are under way; these end as they began."""
        before, self._settings = getattr(self, "_settings", None), settings
        self._headers = request_headers.common(settings.user_agent, settings.contact, settings.headers)
        self._timeout = httpx.Timeout(settings.timeout).as_dict()
        if before is None or (before.proxy, before.backoff) != (settings.proxy, settings.backoff):
            if self._transport is not None and self._given is None:
                self._retired.append(self._transport)
            self._transport = self._given or self._new_transport(settings)

    def _new_transport(self, settings: CrawlSettings) -> ArchivingTransport:
        proxy = proxies.parse(settings.proxy) if settings.proxy else None
        login = None
        if proxy is not None and self._vault is not None:
            with suppress(StorageUnreadable):
                login = self._vault.login(f"{proxy.host}:{proxy.port}")
        return ArchivingTransport(proxy, login, first_wait=settings.backoff / 2, timeout=settings.timeout)

    async def close(self, *, finished: bool) -> None:
        if self._saving is not None:
            await self._saving
        if finished and self._run is not None:
            await asyncio.to_thread(self._run.forget)
        elif self._jar.changed:
            await self._save()
        for transport in (*self._retired, self._transport):
            if transport is not None:
                await transport.aclose()

    async def addresses(self, host: str) -> list[str]:
        """IP addresses as the crawl sees them. Raises NameFailed, NamePending."""
        return (
            await self._transport.addresses(host) if isinstance(self._transport, ArchivingTransport) else []
        )

    def forget(self, host: str) -> None:
        """Look a name up again that could not be resolved."""
        if isinstance(self._transport, ArchivingTransport):
            self._transport.forget(host)

    async def send(
        self,
        method: str,
        url: str,
        headers: Iterable[tuple[str, str]],
        body: bytes,
        sent: Callable[[], None],
        *,
        bare: bool = False,
    ) -> httpx.Response:
        """The head of an answer, its body still to be read. Raises httpx.HTTPError, httpx.InvalidURL, OSError.

        A `bare` request carries only its own headers (and the cookies). The answer's extension "again" is true when its
        401 can be answered now.
        """
        origin = "/".join(url.split("/", 3)[:3])
        own = list(headers)
        common = (
            []
            if bare
            else [item for item in self._headers if item[0].lower() not in {n.lower() for n, _ in own}]
        )
        common += [(name, value) for name, value in own if name.lower() != "cookie"]
        secret, plain = self._secrets(
            method, url, origin, next((v for n, v in own if n.lower() == "cookie"), "")
        )
        # our own transport sends the address as it is written, and needs but its origin
        place = origin if self._given is None else url
        request = _request(method, place, common + secret, body)
        request.extensions = {"target": url, "sent": sent, "timeout": self._timeout}
        if secret != plain:
            request.extensions["untrusted_headers"] = _request(method, place, common + plain, b"").headers.raw
        assert self._transport is not None
        response = await self._transport.handle_async_request(request)
        sent()
        response.request = request
        self._learn(response, url, origin, answered=any(name == "Authorization" for name, _ in secret))
        return response

    def _secrets(
        self, method: str, url: str, origin: str, cookie: str
    ) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
        """Headers for a server that can be trusted, and for one that cannot."""
        whole = self._jar.header(url, imported=self._settings.logins)
        own = self._jar.header(url, imported=False)
        if cookie:
            # the caller's headers win
            whole, own = _joined(cookie, whole), _joined(cookie, own)
        secret = [("Cookie", whole)] if whole else []
        plain = [("Cookie", own)] if own else []
        if origin in self._challenges and self._settings.logins:
            challenge, login = self._challenges[origin]
            target = "/" + url.split("/", 3)[3] if url.count("/") > 2 else "/"
            secret.append(("Authorization", challenge.answer(login, method, target)))
        return secret, plain

    def _learn(self, response: httpx.Response, url: str, origin: str, *, answered: bool) -> None:
        lines = [_text(value) for name, value in response.headers.raw if name.lower() == b"set-cookie"]
        if lines and self._keeps_cookies:
            self._jar.take(url, lines)
            if self._jar.changed and time.monotonic() - self._saved > SAVE_SECONDS and self._saving is None:
                self._saving = asyncio.create_task(self._save())
        response.extensions["again"] = response.status_code == 401 and self._challenged(
            response, url, origin, answered=answered
        )
        if response.status_code != 401:
            self._stale.pop(origin, None)

    def _challenged(self, response: httpx.Response, url: str, origin: str, *, answered: bool) -> bool:
        """Whether asking again, with a log-in this time, makes sense."""
        if self._vault is None or not self._settings.logins or origin in self._refused:
            return False
        challenge = best(response.headers.get_list("www-authenticate"))
        if challenge is None or response.extensions.get("untrusted"):
            return False
        known = self._challenges.get(origin)
        if known is not None and answered:
            if known[0].parameters.get("realm") != challenge.parameters.get("realm"):
                return False  # the log-in goes on for its own realm
            self._stale[origin] = self._stale.get(origin, 0) + 1
            if not challenge.stale or self._stale[origin] > MOST_STALE:
                self._refused.add(origin)
                del self._challenges[origin]
                return False
        if known is not None and not answered:
            return True  # another request got the challenge meanwhile
        try:
            login = self._vault.login(authority_of(url))
        except StorageUnreadable:
            login = None
        if login is None:
            if len(self._refused) >= MOST_REFUSED:
                self._refused.clear()
            self._refused.add(origin)
            return False
        self._challenges[origin] = (challenge, login)
        return True

    async def _save(self) -> None:
        """A disk that refuses them costs the cookies, not the crawl."""
        self._saved = time.monotonic()
        self._jar.changed = False
        try:
            if self._run is not None:
                with suppress(StorageFailed):
                    await asyncio.to_thread(self._run.save, list(self._jar))
        finally:
            self._saving = None


def _request(method: str, place: str, headers: list[tuple[str, str]], body: bytes) -> httpx.Request:
    """A request of its own; its headers are not to be changed."""
    if body:
        return httpx.Request(method, place, headers=headers, content=body)
    request = httpx.Request.__new__(httpx.Request)
    vars(request).update(
        vars(_without_body(method, place, tuple(headers)))
    )  # `copy` takes five times as long
    return request


@lru_cache(maxsize=256)
def _without_body(method: str, place: str, headers: tuple[tuple[str, str], ...]) -> httpx.Request:
    """Most requests to a server differ in their address alone, and making one takes as long as a tenth of fetching."""
    return httpx.Request(method, place, headers=list(headers))


def _imported(vault: Vault | None) -> tuple[Cookie, ...]:
    with suppress(StorageUnreadable):
        return vault.cookies() if vault is not None else ()
    return ()


def _joined(first: str, second: str) -> str:
    """Two Cookie headers as one; of equal names the first counts."""
    names = {pair.partition("=")[0].strip() for pair in first.split(";")}
    rest = [pair.strip() for pair in second.split(";") if pair.partition("=")[0].strip() not in names]
    return "; ".join([first, *(pair for pair in rest if pair)])


def _text(value: bytes) -> str:
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value.decode("latin-1")
