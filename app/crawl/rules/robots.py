"""robots.txt: its groups of rules and what they say of one address (RFC 9309); when the file of a site is fetched, how
long it holds, what its absence means.

Beyond the RFC it reads what site owners write in earnest and other crawlers read: a missing colon, usual misspellings,
"Crawl-delay", "Sitemap", and index.html for the folder it stands in.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from app.messages import Message

MAX_SIZE = 500 * 1024
_LONGEST_LINE = 16_663  # far beyond any address; the rest of a longer line does not count
_MARK = b"\xef\xbb\xbf"
_LINE_END = re.compile(rb"\r\n|\n|\r")
_KEYS = (
    ("agent", (b"user-agent", b"useragent", b"user agent")),
    ("allow", (b"allow",)),
    ("disallow", (b"disallow", b"dissallow", b"dissalow", b"disalow", b"diasllow", b"disallaw")),
    ("sitemap", (b"sitemap", b"site-map")),
    ("delay", (b"crawl-delay", b"crawldelay")),
)
_TOKEN = re.compile(rb"[a-zA-Z_-]*")
_SCHEME = re.compile(r"[^/?;]*?://")
_ESCAPED = re.compile(rb"%[0-9a-fA-F]{2}")
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]")
_DELAY = re.compile(rb"\d+(?:\.\d*)?|\.\d+")
_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_MAX_SITEMAPS = 1000

Pattern = tuple[bool, bytes]
"""(allowed?, path pattern as it is compared)"""


class _Rule(NamedTuple):
    allow: bool
    parts: tuple[bytes, ...]  # what stands between the asterisks
    anchored: bool
    plain: tuple[
        bytes, ...
    ]  # the same with letters and digits never escaped; empty when there is no difference


class RobotsTxt:
    """Groups by product token in lower case ("*" for all others), `sitemaps` as written and in their order."""

    def __init__(self, content: bytes | str) -> None:
        data = content.encode("utf-8", "surrogateescape") if isinstance(content, str) else content
        self.groups: dict[str, list[Pattern]] = {}
        self.sitemaps: list[str] = []
        self._delays: dict[str, float] = {}
        self._chosen: dict[str, tuple[_Rule, ...]] = {}
        self._read(_first_part(data))

    def allows(self, url: str, agent: str) -> bool:
        """Whether the crawler with this product token may ask for `url`, in which nothing beyond ASCII stands.

        The longest pattern that fits decides; of two of the same length the one that allows.
        """
        path = path_of(url).encode("utf-8", "replace")
        literal = escape(path)
        plain = unescape(literal)
        return next((rule.allow for rule in self._rules(agent) if _fits(rule, path, literal, plain)), True)

    def crawl_delay(self, agent: str) -> float:
        """Seconds between two requests, 0 without a Crawl-delay."""
        return self._delays.get(self._group(agent), 0.0)

    def _group(self, agent: str) -> str:
        name = agent.lower()
        return name if name in self.groups else "*"

    def _rules(self, agent: str) -> tuple[_Rule, ...]:
        name = self._group(agent) if agent else ""
        rules = self._chosen.get(name)
        if rules is None:
            patterns = dict.fromkeys(self.groups.get(name, ()))
            rules = tuple(_rule(*one) for one in sorted(patterns, key=lambda one: (-len(one[1]), not one[0])))
            self._chosen[name] = rules
        return rules

    def _read(self, data: bytes) -> None:
        current: list[str] = []  # the agents of the group that is being read
        complete = False
        for line in _LINE_END.split(data):
            key, value = _key_and_value(line[:_LONGEST_LINE])
            if key == "agent":
                if complete:
                    current, complete = [], False
                name = _agent_of(value)
                if name:
                    current.append(name)
                    self.groups.setdefault(name, [])
            elif key in ("allow", "disallow"):
                complete = complete or bool(current)
                self._add(current, key == "allow", escape(value))
            elif key == "delay" and _DELAY.fullmatch(value):
                for name in current:
                    self._delays[name] = max(float(value), self._delays.get(name, 0.0))
            elif key == "sitemap" and value and len(self.sitemaps) < _MAX_SITEMAPS:
                self.sitemaps.append(value.decode("utf-8", "replace"))

    def _add(self, agents: list[str], allow: bool, pattern: bytes) -> None:
        if not pattern:
            return
        folder, slash, name = pattern.rpartition(b"/")
        for agent in agents:
            self.groups[agent].append((allow, pattern))
            if allow and slash and name.startswith(b"index.htm"):
                self.groups[agent].append((True, folder + b"/$"))


def path_of(url: str) -> str:
    """Path and query of an address without its fragment, "/" at least."""
    begin = 2 if url.startswith("//") else 0
    scheme = _SCHEME.match(url, begin)
    start = scheme.end() if scheme else begin
    rest = url[start:].partition("#")[0]
    place = next((place for place, letter in enumerate(rest) if letter in "/?;"), -1)
    if place < 0:
        return "/"
    return rest[place:] if rest[place] == "/" else "/" + rest[place:]


def escape(path: bytes) -> bytes:
    """Bytes beyond ASCII as %XX, and all such in capitals."""
    if b"%" in path:
        path = _ESCAPED.sub(lambda found: found[0].upper(), path)
    return path if path.isascii() else _BEYOND_ASCII.sub(lambda found: b"%%%02X" % found[0][0], path)


def unescape(path: bytes) -> bytes:
    """Letters, digits and the like that were escaped without need, as themselves (RFC 9309, 2.2.2)."""
    return _ESCAPED.sub(_unreserved, path) if b"%" in path else path


def _unreserved(found: re.Match[bytes]) -> bytes:
    code = int(found[0][1:], 16)
    return bytes((code,)) if code in _UNRESERVED else found[0]


def _first_part(data: bytes) -> bytes:
    """Only the first 500 KiB count, up to the last whole line. A byte order mark is skipped, even if cut short."""
    if len(data) > MAX_SIZE:
        data = data[:MAX_SIZE]
        data = data[: max(data.rfind(b"\n"), data.rfind(b"\r")) + 1]
    length = next((n for n in (3, 2, 1) if data.startswith(_MARK[:n])), 0)
    return data[length:]


def _key_and_value(line: bytes) -> tuple[str, bytes]:
    """The kind of a line ("" for one without meaning here) and its value."""
    line = line.partition(b"#")[0].strip()
    name, colon, value = line.partition(b":")
    if not colon:
        words = line.split()
        if len(words) != 2:
            return "", b""
        name, value = words
    name = name.strip().lower()
    return next((key for key, spellings in _KEYS if name.startswith(spellings)), ""), value.strip()


def _agent_of(value: bytes) -> str:
    if value == b"*" or (value.startswith(b"*") and value[1:2].isspace()):
        return "*"
    token = _TOKEN.match(value)
    return token[0].decode("ascii").lower() if token else ""


def _rule(allow: bool, pattern: bytes) -> _Rule:
    anchored = pattern.endswith(b"$")
    pattern = pattern[:-1] if anchored else pattern
    parts = tuple(pattern.split(b"*"))
    plain = tuple(map(unescape, parts))
    return _Rule(allow, parts, anchored, plain if plain != parts else ())


def _fits(rule: _Rule, path: bytes, literal: bytes, plain: bytes) -> bool:
    """A rule fits an address as written, or one that needs no escapes. What forbids fits every equivalent spelling;
    what allows must be meant: its own escapes are taken as written."""
    if _matches(rule.parts, rule.anchored, path):
        return True
    if literal != path and _matches(rule.parts, rule.anchored, literal) and not rule.allow:
        return True
    if plain != literal and _matches(rule.parts, rule.anchored, plain):
        return True
    return bool(rule.plain) and not rule.allow and _matches(rule.plain, rule.anchored, plain)


def _matches(parts: tuple[bytes, ...], anchored: bool, path: bytes) -> bool:
    """Each part as early as it goes: no pattern takes more than one walk along the path for each of its parts."""
    if not path.startswith(parts[0]):
        return False
    position = len(parts[0])
    if len(parts) == 1:
        return not anchored or position == len(path)
    for part in parts[1:-1]:
        position = path.find(part, position)
        if position < 0:
            return False
        position += len(part)
    if anchored:
        return len(path) - len(parts[-1]) >= position and path.endswith(parts[-1])
    return path.find(parts[-1], position) >= 0


__all__ = ["MAX_SIZE", "Answer", "RobotsCache", "Rules", "judge", "product_token"]
MAX_AGE = 24 * 3600.0
FAILURE_AGE = 300.0
MAX_DELAY = 60.0
CACHED_SITES = 1000


class Answer(Protocol):
    """A robots.txt as fetched, redirects followed. `status` 0: no answer at all."""

    @property
    def status(self) -> int: ...
    @property
    def text(self) -> bytes | str: ...
    @property
    def reason(self) -> str: ...
    @property
    def detail(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one site. `reason` and `detail` are set when nothing at all may be fetched."""

    parser: RobotsTxt | None
    expires: float
    reason: str = ""
    detail: str = ""

    def refusal(self, url: str, agent: str) -> tuple[str, str] | None:
        """(reason code, detail) when `url` may not be fetched."""
        if self.reason:
            return self.reason, self.detail
        if self.parser is None or self.parser.allows(url, agent):
            return None
        return "robots", Message("robots-disallow")

    def delay(self, agent: str) -> float:
        """Crawl-delay in seconds, 0 without one, at most a minute."""
        return min(self.parser.crawl_delay(agent), MAX_DELAY) if self.parser else 0.0

    @property
    def sitemaps(self) -> tuple[str, ...]:
        """The addresses in its "Sitemap" lines, as written."""
        return tuple(self.parser.sitemaps) if self.parser else ()


def judge(answer: Answer, now: float) -> Rules:
    """2xx: the rules; 4xx (and what cannot be followed): all is allowed; 5xx, 429 and no answer: nothing is."""
    if answer.status == 0:
        return Rules(None, now + FAILURE_AGE, answer.reason, Message("robots-failed", detail=answer.detail))
    if answer.status >= 500 or answer.status == 429:
        return Rules(None, now + FAILURE_AGE, "robots", Message("robots-answered", status=answer.status))
    if 200 <= answer.status < 300:
        return Rules(RobotsTxt(answer.text), now + MAX_AGE)
    return Rules(None, now + MAX_AGE)


class RobotsCache:
    """Rules by site, fetched once for all that ask at the same time. Keyed by scheme and authority, as in the RFC. Each
    fetch is a task of its own: the first that asked may be cancelled without harm to the others."""

    def __init__(
        self, fetch: Callable[[str], Awaitable[Answer]], *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._fetch = fetch
        self._clock = clock
        self._rules: dict[str, asyncio.Task[Rules]] = {}

    def known(self, site: str) -> Rules | None:
        """The rules that `rules` would give at once; None when it would ask the site."""
        task = self._rules.get(site)
        return task.result() if task is not None and task.done() and self._valid(task) else None

    async def rules(self, site: str) -> Rules:
        """`site` is like https://www.example.org (no slash at the end)."""
        task = self._rules.get(site)
        if task is None or (task.done() and not self._valid(task)):
            self._rules.pop(site, None)
            task = self._rules[site] = asyncio.create_task(self._load(site))
            self._trim()
        elif task.done():
            return task.result()
        return await asyncio.shield(task)

    def forget(self, site: str) -> None:
        """Ask again, unless that is being done."""
        task = self._rules.get(site)
        if task is not None and task.done():
            del self._rules[site]

    async def close(self) -> None:
        """Give up the fetches under way."""
        pending = [task for task in self._rules.values() if not task.done()]
        for task in pending:
            task.cancel()
        await asyncio.gather(*pending, return_exceptions=True)
        self._rules.clear()

    async def _load(self, site: str) -> Rules:
        answer = await self._fetch(f"{site}/robots.txt")
        return judge(answer, self._clock())

    def _valid(self, task: asyncio.Task[Rules]) -> bool:
        return not task.cancelled() and task.exception() is None and task.result().expires > self._clock()

    def _trim(self) -> None:
        for site in list(self._rules)[: max(0, len(self._rules) - CACHED_SITES)]:
            if self._rules[site].done():
                del self._rules[site]


def product_token(agent: str) -> str:
    """The name by which robots.txt files know a crawler: "X" of "Mozilla/5.0 (compatible; X/1.0; …)"."""
    inner = re.search(r"compatible;\s*([A-Za-z_-]+)", agent)
    outer = re.match(r"\s*([A-Za-z_-]+)", agent)
    found = inner or outer
    return found[1] if found else agent
