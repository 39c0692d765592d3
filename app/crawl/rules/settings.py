"""The settings of a crawl: one frozen value that is stored with the job and read back on resume; ready-made ones."""

from __future__ import annotations

import json
import math
import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields, replace
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any, Literal, NamedTuple, get_args
from urllib.parse import urlsplit

from app.crawl.rules.url import DEFAULT_RULES, RULES, normalize
from app.errors import UserError
from app.messages import Message
from app.tianwang.http import ACCEPTED
from extractors.html.types import kinds

# Lists of IP addresses: single ones, networks ("192.0.2.0/24") and ranges ("192.0.2.10-192.0.2.99").

Bounds = tuple[int, int, int]
"""version, first and last address as numbers"""


def parse_range(text: str) -> Bounds:
    """Raises ValueError for a text in none of the three forms."""
    first, dash, last = (part.strip() for part in text.partition("-"))
    if dash:
        start, end = ip_address(first), ip_address(last)
        if start.version != end.version or int(end) < int(start):
            raise ValueError(text)
        return start.version, int(start), int(end)
    network = ip_network(first, strict=False)
    return network.version, int(network.network_address), int(network.broadcast_address)


class AddressRanges:
    """Whether an address lies in one of several ranges; false for an empty list."""

    def __init__(self, texts: Iterable[str]) -> None:
        merged: list[Bounds] = []
        for version, first, last in sorted(map(parse_range, texts)):
            if merged and merged[-1][0] == version and first <= merged[-1][2] + 1:
                merged[-1] = (version, merged[-1][1], max(last, merged[-1][2]))
            else:
                merged.append((version, first, last))
        self._bounds = merged

    def __bool__(self) -> bool:
        return bool(self._bounds)

    def __contains__(self, address: str) -> bool:
        """`address` as text; false for another text. ::ffff:192.0.2.1 counts as 192.0.2.1."""
        try:
            number: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
        except ValueError:
            return False
        if isinstance(number, IPv6Address) and number.ipv4_mapped:
            number = number.ipv4_mapped
        place = bisect_right(self._bounds, (number.version, int(number), 1 << 128)) - 1
        return (
            place >= 0 and self._bounds[place][0] == number.version and int(number) <= self._bounds[place][2]
        )


# The proxy that a crawl may go through: HTTP, HTTPS or SOCKS5.

_PORTS = {"http": 8080, "https": 443, "socks5": 1080, "socks5h": 1080}


class Proxy(NamedTuple):
    """`scheme` is "http", "https" or "socks5"; with SOCKS it is the proxy that resolves names."""

    scheme: str
    host: str
    port: int

    @property
    def url(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}"

    @property
    def is_socks(self) -> bool:
        return self.scheme == "socks5"


def parse(text: str) -> Proxy:
    """Raises ValueError with a phrase about the fault."""
    parts = urlsplit(text.strip())
    if parts.scheme not in _PORTS:
        raise ValueError(Message("proxy-scheme"))
    if "@" in parts.netloc:
        raise ValueError(Message("proxy-login"))
    try:
        host, port = parts.hostname, parts.port or _PORTS[parts.scheme]
    except ValueError:
        host, port = None, 0
    if not host or parts.path not in ("", "/") or parts.query or parts.fragment or not text.isascii():
        raise ValueError(Message("proxy-no-host"))
    return Proxy(parts.scheme.removesuffix("h") if parts.scheme == "socks5h" else parts.scheme, host, port)


def problem(text: str) -> str:
    """The fault of a proxy in the settings; "" when it can be used, or is empty."""
    try:
        if text:
            parse(text)
    except ValueError as error:
        return str(error)
    return ""


# The headers that every request of a crawl carries.

_NAME = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_VALUE = re.compile(r"[\t\x20-\x7e]*")
_SECRET = frozenset({"authorization", "proxy-authorization", "cookie"})
_OURS = frozenset(
    {
        "accept-encoding",
        "connection",
        "content-length",
        "expect",
        "host",
        "if-match",
        "if-modified-since",
        "if-none-match",
        "if-range",
        "if-unmodified-since",
        "keep-alive",
        "proxy-connection",
        "range",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
        "user-agent",
    }
)


def agent(user_agent: str, contact: str) -> str:
    """The user agent with the address at which its operator is reached, where others have it: "(…; +address)"."""
    if not contact:
        return user_agent
    told = contact if contact.startswith("+") else f"+{contact}"
    return f"{user_agent[:-1]}; {told})" if user_agent.endswith(")") else f"{user_agent} ({told})"


def common(user_agent: str, contact: str, extra: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The headers of every request: ours, replaced by those of the settings with the same name."""
    own = {name.lower() for name, _ in extra}
    usual = [("User-Agent", agent(user_agent, contact)), ("Accept", "*/*"), ("Accept-Encoding", ACCEPTED)]
    return [(name, value) for name, value in usual if name.lower() not in own] + list(extra)


def request_headers_problem(headers: Iterable[tuple[str, str]]) -> str:
    """The fault of the extra headers of the settings; "" when they can be sent."""
    for name, value in headers:
        lower = name.lower()
        if not _NAME.fullmatch(name) or not _VALUE.fullmatch(value):
            return Message("header-unfit", name=name)
        if lower in _SECRET:
            return Message("header-login", name=name)
        if lower in _OURS:
            return Message("header-own", name=name)
    return ""


DEFAULT_AGENT = "Mozilla/5.0 (compatible; TianwangExplorer/0.1; web archiving)"
ScopeKind = Literal["host", "prefix", "domain", "any"]
OrderKind = Literal["breadth", "best", "topic"]
BrowserUse = Literal["never", "auto", "always"]
RevisitKind = Literal["all", "due"]
FormUse = Literal["off", "get", "post"]
MIB = 1024 * 1024


class PatternInvalid(UserError):
    """An include or exclude pattern is no regular expression."""

    code = "pattern-invalid"


class SettingsInvalid(UserError):
    """A crawl was asked for that cannot be done."""

    code = "settings-invalid"


@dataclass(frozen=True, slots=True)
class CrawlSettings:
    """All limits are exact, and 0 (for `max_depth`: -1) means none.

    `max_pages` counts stored documents: every answer to an address that was reached as a page (errors and
    redirects too), but neither page requisites (images, style sheets, scripts, frames) nor robots.txt.
    `max_bytes` counts the bodies of everything stored, as received. `max_depth` 0 is the seeds alone;
    requisites may lie one level beyond. `max_minutes` counts the time the crawl was running, not pauses.
    `backoff` is the first wait in seconds before another try, doubled each time; hosts that stopped answering are
    waited for `patience` seconds when nothing else is left to do (0: not at all); `trap_budget` limits how
    many days or months of a calendar may be found through each other, and, with factors, other patterns (0 = no
    limit). With `near_duplicates` what pages lead on to is parked, too, when more of them than that have the same
    content, or, within a pattern, main texts that are alike to `trap_likeness` per cent (0: not compared).

    `order` decides which address is next: "breadth" by depth; "best" by links to it (`backlink_weight`), form of the
    address (`form_weight`) and `depth_weight`; "topic" by `guide_words` (word, weight) with the five `topic_weights`
    of domain, links, parent, depth and words; links of pages whose relevance is below `topic_threshold` (0: off) are
    not followed. `contact` (an address) is told to servers behind the user agent's name.
    `languages`, `ip_ranges` (addresses, CIDR, "a-b") and `content_types` ("application/pdf", "image/*") narrow what
    is stored, empty means all; `off_site_hops` links may lead out of the scope. `canonical` names the rules that say
    which addresses are one.
    `delay` is a floor in seconds, `adaptive` a multiple of a host's response time (0: off) up to `delay_ceiling`;
    `bandwidth` is in bytes a second (0: no cap); `proxy` a URL (http, https, socks5); `headers` are sent along.
    `page_types` narrows what is kept of web pages to some kinds (`extractors.html.types.kinds`, groups too): others are
    fetched and read for their links; pages whose kind is not clear are kept. With `details_once` a page of details that
    the archive holds is not asked for again, while lists, home pages and all else are.
    Addresses that look like none of `like_categories` (ids, those below them included) are not fetched, links of pages
    of none of `follow_categories` are not followed (`rules.by_category`).
    `browser_patterns` are regular expressions of addresses that the browser always fetches. With `revisit` "due" only
    pages are asked for that are expected to have changed, at intervals between floor and ceiling in hours; with
    `revisit_by_rank` pages that matter more than others are asked for sooner, others later (`run.revisiting`).

    `forms` fills search forms (app.crawl.rules.forms) with `form_words`, then with words that the pages have taught
    (`form_learning`): "get" those whose address a link could have, "post" also those that are sent by POST and match
    one of `form_patterns`. These, if there are any, also choose among the others. `form_limit` requests are made for
    them at most, `form_pages` of them for the results of a word.
    """

    seeds: tuple[str, ...]
    scope: ScopeKind = "host"
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    max_pages: int = 0
    max_depth: int = -1
    max_bytes: int = 0
    max_minutes: float = 0.0
    delay: float = 1.0
    workers: int = 8
    per_host: int = 2
    obey_robots: bool = True
    user_agent: str = DEFAULT_AGENT
    timeout: float = 30.0
    size_cap: int = 100 * MIB
    requisites: bool = True
    max_hops: int = 10
    retries: int = 2
    backoff: float = 2.0
    trap_budget: int = 12
    name: str = ""
    contact: str = ""
    order: OrderKind = "breadth"
    backlink_weight: float = 1.0
    form_weight: float = 1.0
    depth_weight: float = 1.0
    guide_words: tuple[tuple[str, float], ...] = ()
    topic_weights: tuple[float, float, float, float, float] = (1.0, 1.0, 1.0, 1.0, 1.0)
    topic_threshold: float = 0.0
    languages: tuple[str, ...] = ()
    ip_ranges: tuple[str, ...] = ()
    content_types: tuple[str, ...] = ()
    page_types: tuple[str, ...] = ()
    like_categories: tuple[str, ...] = ()
    follow_categories: tuple[str, ...] = ()
    off_site_hops: int = 0
    canonical: tuple[str, ...] = DEFAULT_RULES
    near_duplicates: bool = True
    trap_likeness: int = 90
    obey_nofollow: bool = True
    obey_noarchive: bool = True
    adaptive: float = 0.0
    delay_ceiling: float = 60.0
    bandwidth: int = 0
    proxy: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    logins: bool = True
    sitemaps: bool = True
    guesses: bool = True
    browser: BrowserUse = "never"
    browser_patterns: tuple[str, ...] = ()
    browser_workers: int = 1
    browser_seconds: float = 30.0
    browser_scroll: bool = True
    revisit: RevisitKind = "all"
    details_once: bool = False
    revisit_floor: float = 1.0
    revisit_ceiling: float = 8760.0
    revisit_by_rank: bool = False
    patience: float = 300.0
    forms: FormUse = "off"
    form_patterns: tuple[str, ...] = ()
    form_words: tuple[str, ...] = ()
    form_learning: bool = True
    form_limit: int = 200
    form_pages: int = 5

    def checked(self) -> CrawlSettings:
        """Raise a UserError for what cannot work; called before a job is made of them."""
        self._check_values()
        if not self.seeds:
            raise SettingsInvalid(detail=Message("no-seeds"))
        for seed in self.seeds:
            normalize(seed)
        for pattern in (*self.include, *self.exclude, *self.browser_patterns, *self.form_patterns):
            try:
                re.compile(pattern)
            except re.error as error:
                raise PatternInvalid(pattern=pattern, detail=str(error)) from error
        if self.workers < 1 or self.per_host < 1:
            raise SettingsInvalid(detail=Message("no-workers"))
        if self.timeout <= 0 or self.size_cap <= 0:
            raise SettingsInvalid(detail=Message("limits-zero"))
        if not self.user_agent.isascii() or not self.user_agent.isprintable():
            raise SettingsInvalid(detail=Message("agent-not-plain"))
        self._check_content()
        self._check_order()
        self._check_network()
        if self.browser_workers < 1 or self.browser_seconds <= 0:
            raise SettingsInvalid(detail=Message("browser-no-worker"))
        if self.forms == "post" and not self.form_patterns:
            raise SettingsInvalid(detail=Message("no-form-patterns"))
        if any(not word.strip() for word in self.form_words):
            raise SettingsInvalid(detail=Message("form-word-empty"))
        if not 0 < self.revisit_floor <= self.revisit_ceiling:
            raise SettingsInvalid(detail=Message("interval-crossed"))
        return self

    def _check_values(self) -> None:
        choices = {
            "scope": ScopeKind,
            "order": OrderKind,
            "browser": BrowserUse,
            "revisit": RevisitKind,
            "forms": FormUse,
        }
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, float) and not math.isfinite(value):
                raise SettingsInvalid(detail=Message("number-not-finite", name=field.name))
            if field.name in choices and value not in get_args(choices[field.name]):
                known = ", ".join(get_args(choices[field.name]))
                raise SettingsInvalid(
                    detail=Message("choice-unknown", value=value, name=field.name, known=known)
                )
        limits = (self.max_pages, self.max_bytes, self.max_minutes, self.retries, self.backoff, self.max_hops)
        if min(*limits, self.patience, self.form_limit, self.form_pages) < 0 or self.max_depth < -1:
            raise SettingsInvalid(detail=Message("limits-negative"))
        if not 0 <= self.trap_likeness <= 100:
            raise SettingsInvalid(detail=Message("trap-likeness-unfit"))

    def _check_content(self) -> None:
        for text in self.ip_ranges:
            try:
                parse_range(text)
            except ValueError as error:
                raise SettingsInvalid(detail=Message("ip-range-unfit", text=text)) from error
        for name in self.page_types:
            if not kinds.meant(name):
                known = ", ".join((*kinds.KINDS, *kinds.GROUPS))
                raise SettingsInvalid(detail=Message("page-type-unknown", value=name, known=known))
        if not set(self.canonical) <= set(RULES):
            raise SettingsInvalid(detail=Message("canonical-unknown"))

    def _check_order(self) -> None:
        weights = (
            self.backlink_weight,
            self.form_weight,
            self.depth_weight,
            self.topic_threshold,
            *self.topic_weights,
            *(weight for _, weight in self.guide_words),
        )
        if not all(math.isfinite(weight) for weight in weights) or len(self.topic_weights) != 5:
            raise SettingsInvalid(detail=Message("weight-no-number"))
        if any(not word.strip() for word, _ in self.guide_words):
            raise SettingsInvalid(detail=Message("guide-word-empty"))
        if self.order == "topic" and not self.guide_words:
            raise SettingsInvalid(detail=Message("no-guide-words"))

    def _check_network(self) -> None:
        if self.contact and not (self.contact.isascii() and self.contact.isprintable()):
            raise SettingsInvalid(detail=Message("contact-not-plain"))
        for wrong in (problem(self.proxy), request_headers_problem(self.headers)):
            if wrong:
                raise SettingsInvalid(detail=wrong)
        if min(self.delay, self.adaptive, self.bandwidth, self.off_site_hops) < 0 or self.delay_ceiling <= 0:
            raise SettingsInvalid(detail=Message("delays-negative"))

    def to_json(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> CrawlSettings:
        """Unknown names (of a later version) are ignored, missing ones take their default."""
        known = {field.name for field in fields(cls)}
        values = {name: value for name, value in json.loads(text).items() if name in known}
        for name, value in values.items():
            if isinstance(value, list):
                values[name] = tuple(tuple(item) if isinstance(item, list) else item for item in value)
        return cls(**values)


DOCUMENT_TYPES = (
    "application/pdf",
    "application/msword",
    "application/rtf",
    "text/rtf",
    "application/epub+zip",
    "audio/mpeg",
    "application/vnd.ms-*",
    "application/vnd.openxmlformats-officedocument.*",
    "application/vnd.oasis.opendocument.*",
)


@dataclass(frozen=True, slots=True)
class Template:
    """`code` is its lasting name ("one-page"); with its differences from the default settings and its timetable."""

    code: str
    changes: dict[str, Any]
    schedule: str = ""

    def settings(self, seeds: tuple[str, ...]) -> CrawlSettings:
        return replace(CrawlSettings(seeds=seeds), **self.changes)


def templates() -> tuple[Template, ...]:
    """In the order in which they are offered."""
    return (
        Template("one-site", {"scope": "host"}),
        Template("one-folder", {"scope": "prefix"}),
        Template("one-domain", {"scope": "domain"}),
        Template("one-page", {"scope": "host", "max_depth": 0, "sitemaps": False, "guesses": False}),
        Template(
            "news-front-page",
            {"scope": "domain", "max_depth": 1, "revisit": "due", "revisit_floor": 1.0, "sitemaps": False},
            "hourly",
        ),
        Template(
            "document-harvest",
            {"scope": "domain", "content_types": DOCUMENT_TYPES, "requisites": False, "off_site_hops": 1},
        ),
        Template(
            "topic",
            {"scope": "any", "order": "topic", "topic_threshold": 1.0, "max_pages": 1000, "max_depth": 5},
        ),
        Template("anywhere", {"scope": "any", "max_pages": 1000}),
    )
