"""Questions to a remote archive: which captures it has of an address (CDX, else a TimeMap), and the bytes of one."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import NamedTuple
from urllib.parse import quote, urlencode, urljoin, urlsplit

from app.crawl.net.fetch import Fetcher, FetchFailed
from app.crawl.rules.settings import DEFAULT_AGENT, CrawlSettings
from app.errors import UserError
from app.messages import Message
from app.remote.archives import Remote

MOST = 10_000
"""Captures of an address that are asked for."""
_MOST_LIST = 64 << 20  # bytes of a list
_MOST_BODY = 100 << 20
_SECONDS = 120.0  # for one answer
_MOST_HOPS = 5
_PAUSE = 1.0  # seconds between two requests to an archive that is not on this machine
_MOST_PAUSE = 60.0
_TRIES = 3
_BUSY = frozenset((429, 503))
_LINK = re.compile(r"<([^>]*)>\s*((?:;\s*[\w-]+\s*=\s*(?:\"[^\"]*\"|[^\s;,]+)\s*)*)")
_PARAMETER = re.compile(r";\s*([\w-]+)\s*=\s*(?:\"([^\"]*)\"|([^\s;,]+))")
_MOMENT = re.compile(r"/(\d{14})(?:[a-z]{2}_)?/")


class RemoteFailed(UserError):
    """A remote archive did not answer as one does."""

    code = "remote-failed"


@dataclass(frozen=True, slots=True)
class RemoteCapture:
    """A capture elsewhere. `status`, `type` and `digest` (as the archive writes it) are "" or 0 where only a TimeMap tells
    of it; `raw` is the address of its bytes as they were received."""

    remote: str
    url: str
    date: datetime
    raw: str
    status: int = 0
    type: str = ""
    digest: str = ""


class Answer(NamedTuple):
    """An answer: the address that gave it, its status, headers as they came, body with its content coding."""

    address: str
    status: int
    headers: list[tuple[str, str]]
    body: bytes

    def header(self, name: str) -> str:
        """The first header of a name; "" for none."""
        return next((value for key, value in self.headers if key.lower() == name), "")


class Client:
    """Asks one remote archive, a request at a time and not too fast; to be closed."""

    def __init__(self, remote: Remote, pause: float = _PAUSE) -> None:
        self.remote = remote
        self._pause = pause
        self._next = 0.0
        self._runner = asyncio.Runner()
        self._runner.__enter__()
        self._fetcher = self._runner.run(self._begin())

    async def _begin(self) -> Fetcher:
        return Fetcher(CrawlSettings((self.remote.address,), timeout=30.0, logins=False), cookies=False)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._runner.run(self._fetcher.close(finished=True))
        self._runner.close()

    def captures(self, url: str, limit: int = MOST) -> list[RemoteCapture]:
        """The captures of an address, oldest first; none where the archive has none. RemoteFailed."""
        query = urlencode({"url": url, "output": "json", "limit": str(limit)})
        answer = self._get(f"{self.remote.index}?{query}", _MOST_LIST)
        found = _of_index(answer, self.remote, url) if answer.status == 200 else None
        if found is None:
            answer = self._get(f"{self.remote.address}timemap/link/{_escaped(url)}", _MOST_LIST)
            if answer.status == 404:
                return []
            if answer.status != 200:
                raise RemoteFailed(
                    name=self.remote.name, detail=Message("remote-status", status=answer.status)
                )
            found = list(_of_timemap(answer.body.decode("utf-8", "replace"), self.remote, url))
        return sorted(dict.fromkeys(found), key=lambda one: one.date)[:limit]

    def bytes_of(self, capture: RemoteCapture) -> Answer:
        """The answer with the bytes of a capture, which says when that was (Memento-Datetime). RemoteFailed."""
        return self._get(capture.raw, _MOST_BODY)

    # ---- requests -----------------------------------------------------------------------------------------------

    def _get(self, address: str, most: int) -> Answer:
        try:
            return self._runner.run(self._polite(address, most))
        except (FetchFailed, TimeoutError, OSError) as error:
            detail = (
                error.detail or error.reason
                if isinstance(error, FetchFailed)
                else str(error) or Message("remote-timeout")
            )
            raise RemoteFailed(name=self.remote.name, detail=detail) from error

    async def _polite(self, address: str, most: int) -> Answer:
        """An answer, tried again when the archive is busy."""
        for left in reversed(range(_TRIES)):
            await asyncio.sleep(max(0.0, self._next - time.monotonic()))
            async with asyncio.timeout(_SECONDS):
                answer = await self._followed(address, most)
            here = _is_here(urlsplit(address).hostname or "")
            self._next = time.monotonic() + (0.0 if here else self._pause)
            if answer.status not in _BUSY or answer.header("memento-datetime"):
                return answer
            wait = answer.header("retry-after")
            self._next = time.monotonic() + (min(float(wait), _MOST_PAUSE) if wait.isdecimal() else 5.0)
            if not left or (wait.isdecimal() and float(wait) > _MOST_PAUSE):
                break
        raise RemoteFailed(name=self.remote.name, detail=Message("remote-status", status=answer.status))

    async def _followed(self, address: str, most: int) -> Answer:
        """An answer behind redirects of the archive; those that are captures themselves are answers."""
        for _ in range(_MOST_HOPS):
            answer = await self._once(address, most)
            target = answer.header("location")
            if (
                answer.status not in (301, 302, 303, 307, 308)
                or not target
                or answer.header("memento-datetime")
            ):
                return answer
            goal = urljoin(address, target)
            await self._check(address, goal)
            address = goal
        raise RemoteFailed(name=self.remote.name, detail=Message("remote-redirects"))

    async def _check(self, begin: str, goal: str) -> None:
        """RemoteFailed for a redirect that leads from one host to another one which is not public."""
        before, behind = urlsplit(begin), urlsplit(goal)
        if behind.scheme not in ("http", "https") or not behind.hostname:
            raise RemoteFailed(name=self.remote.name, detail=goal)
        if behind.netloc == before.netloc:
            return
        for one in await self._fetcher.addresses(behind.hostname):
            if not ipaddress.ip_address(one.partition("%")[0]).is_global:
                raise RemoteFailed(name=self.remote.name, detail=Message("remote-private", address=goal))

    async def _once(self, address: str, most: int) -> Answer:
        headers = [("User-Agent", DEFAULT_AGENT), ("Accept", "*/*"), ("Accept-Encoding", "identity")]
        async with self._fetcher.exchange("GET", address, headers) as exchange:
            body = bytearray()
            async for chunk in exchange.chunks():
                body += chunk
                if len(body) > most:
                    raise RemoteFailed(name=self.remote.name, detail=Message("remote-long", most=most >> 20))
            return Answer(address, exchange.status, list(exchange.headers.multi_items()), bytes(body))


def at_moment(remote: Remote, url: str, date: datetime) -> RemoteCapture:
    """The capture of an address that a remote archive has nearest to a moment, if it has any."""
    return RemoteCapture(remote.name, url, date, _raw(remote, f"{date:%Y%m%d%H%M%S}", url))


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _escaped(url: str) -> str:
    """An address as it stands in the path of another."""
    return quote(url, safe="/:?=&%+,;@!$'()*~-._")


def _raw(remote: Remote, moment: str, url: str) -> str:
    return f"{remote.address}{moment}id_/{_escaped(url)}"


def _moment(digits: str) -> datetime | None:
    try:
        return datetime.strptime(digits, "%Y%m%d%H%M%S").replace(tzinfo=UTC)
    except ValueError:
        return None


def _of_index(answer: Answer, remote: Remote, url: str) -> list[RemoteCapture] | None:
    """The captures of an index: arrays behind one with the names, or an object a line; None for what is neither."""
    text = answer.body.decode("utf-8", "replace").strip()
    try:
        if text.startswith("["):
            head, *lines = json.loads(text) or [[]]
            rows = [dict(zip(head, line, strict=False)) for line in lines]
        else:
            rows = [json.loads(line) for line in text.splitlines() if line]
        return [one for row in rows if (one := _of_row(row, remote, url)) is not None]
    except (ValueError, TypeError, AttributeError):
        return None


def _of_row(row: dict[str, object], remote: Remote, url: str) -> RemoteCapture | None:
    said = {name: str(value) for name, value in row.items()}
    moment = _moment(said.get("timestamp", ""))
    if moment is None:
        return None
    status, original = (
        said.get("status") or said.get("statuscode", ""),
        said.get("url") or said.get("original") or url,
    )
    kind, digest = said.get("mime") or said.get("mimetype", ""), said.get("digest", "")
    return RemoteCapture(
        remote.name,
        original,
        moment,
        _raw(remote, said["timestamp"], original),
        int(status) if status.isdecimal() and len(status) == 3 else 0,
        "" if kind == "-" else kind,
        "" if digest == "-" else digest,
    )


def _of_timemap(text: str, remote: Remote, url: str) -> Iterator[RemoteCapture]:
    """The mementos of a TimeMap in link format (RFC 7089, section 5)."""
    for found in _LINK.finditer(text):
        said = {name.lower(): quoted or plain for name, quoted, plain in _PARAMETER.findall(found[2])}
        if "memento" not in said.get("rel", "").split():
            continue
        digits = _MOMENT.search(found[1])
        try:
            moment = _moment(digits[1]) if digits else parsedate_to_datetime(said.get("datetime", ""))
        except (TypeError, ValueError):
            continue
        if moment is not None:
            moment = moment.replace(tzinfo=moment.tzinfo or UTC)
            yield RemoteCapture(remote.name, url, moment, _raw(remote, f"{moment:%Y%m%d%H%M%S}", url))
