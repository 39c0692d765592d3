"""The border of a crawl: hosts, folders, depth, patterns; media type, language and server of what came; signs of a trap, a
site that makes up addresses without end."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fnmatch import fnmatchcase
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from app.crawl.rules.by_category import ByAddress
from app.crawl.rules.settings import AddressRanges, CrawlSettings
from app.crawl.rules.url import authority_of, host_of, is_ip, normalize, registered_domain, scheme_of, split
from app.messages import Message
from extractors.html.types.kinds import expanded

MAX_LENGTH = 2000
MAX_SEGMENTS = 20
MAX_SAME_SEGMENT = 5
MAX_PARAMETERS = 40
MAX_SAME_PARAMETER = 3
SAME_CONTENT = "the same content"
"""Beginning of the detail of pages that are parked for their content."""
SAME_TEXT = "nearly the same main text"
"""Beginning of the detail of pages that are parked for their main text."""
_CYCLE = re.compile(r"((?:/[^/]+){1,3}?)\1{2}(?=/|$)")
_DIGITS = re.compile(r"[0-9]+")
_CALENDAR_QUERY = re.compile(
    r"(?:^|&)(?:[a-z_.-]*(?:year|month|week|date|day|cal)[a-z_.-]*|y|m|d|yr|mon|ym|ymd)=[^&]*[0-9]"
    r"|=(?:19|20|21)[0-9]{2}(?:-?[01][0-9]){1,2}(?:&|$)",
    re.IGNORECASE,
)
_CALENDAR_PATH = re.compile(r"/(?:19|20|21)[0-9]{2}[/-](?:0?[1-9]|1[0-2])(?:[/-][0-9]{1,2})?/?$")


def shape_of_trap(url: str) -> str:
    """What makes an address look made up by a trap; empty when nothing does."""
    if len(url) > MAX_LENGTH:
        return Message("address-characters", count=len(url))
    path, query = split(url)[2:]
    if query and query.count("&") >= MAX_SAME_PARAMETER - 1:
        grown = _grown(query.split("&"))
        if grown:
            return grown
    slashes = path.count("/")
    if slashes < 3:
        return ""
    segments = [segment for segment in path.split("/") if segment]
    if len(segments) > MAX_SEGMENTS:
        return Message("address-folders", count=len(segments))
    # numbers repeat without harm: /2011/11/11/11/
    words = [segment for segment in segments if not segment.isdigit()]
    if len(set(words)) < len(words):
        cycle = _CYCLE.search("/" + "/".join(words))
        if cycle:
            return Message("address-repeats", what=cycle[1])
        for word in set(words):
            if words.count(word) >= MAX_SAME_SEGMENT:
                return Message("address-repeats", what=f"/{word}")
    return ""


def _grown(parameters: list[str]) -> str:
    """A query to which every page adds something."""
    if len(parameters) > MAX_PARAMETERS:
        return Message("address-parameters", count=len(parameters))
    if len(set(parameters)) + MAX_SAME_PARAMETER <= len(parameters) + 1:
        for parameter in set(parameters):
            if parameter and parameters.count(parameter) >= MAX_SAME_PARAMETER:
                return Message("address-repeats", what=parameter)
    return ""


class Pattern(NamedTuple):
    """What endlessly many addresses have in common.

    `budget` is how many of them may be found through each other (0: any number), `chain` how many in a row.
    Both are factors of the crawl's `trap_budget`.
    """

    key: bytes
    budget: int
    chain: int


def pattern_of(url: str) -> Pattern | None:
    """The pattern an address is of; None when it has neither query nor numbers.

    A calendar shows in its words or dates, and gets little. A wiki or forum whose every page is one script with a
    query, or a paper whose articles are numbered, looks the same from afar but is wide instead of deep: from any of
    its pages the others are a few steps away. So these are held back by the length of the chain alone (and queries,
    that can be combined without end, by a large number).
    """
    parts = split(url)
    if parts.query:
        text = f"{parts.authority}{parts.path}?"
        if _CALENDAR_QUERY.search(parts.query):
            return Pattern(_key(text), 1, 1)
        return Pattern(_key(text), 2500, 20)
    if not _DIGITS.search(parts.path):
        return None
    text = f"{parts.authority}{_DIGITS.sub('#', parts.path)}"
    if _CALENDAR_PATH.search(parts.path):
        return Pattern(_key(text), 50, 50)
    return Pattern(_key(text), 0, 20)


def _key(text: str) -> bytes:
    return blake2b(text.encode(), digest_size=8).digest()


# What of a site belongs to a crawl by what it turns out to be: media type, language, address of the server.
#
# An address alone does not tell; the first two answers come with the head of the response, the last with
# its text.

_CARRIERS = frozenset({"", "text/html", "application/xhtml+xml"})
"""Pages that are read for their links even when they are not wanted themselves (no type at all may be one)."""


def media_type(content_type: str) -> str:
    """ "Text/HTML; charset=utf-8" → "text/html"."""
    return content_type.partition(";")[0].strip().lower()


class ContentScope:
    """Decisions as (reason code, detail), None without an objection. Patterns of `content_types` are media types with
    wildcards ("application/pdf", "image/*"). Languages are ranges of RFC 4647: "zh" stands for zh, zh-CN and zh-Hant.
    `page_types` are the kinds of web pages that are kept, none for all. Requisites of a page are subject to none of it."""

    def __init__(self, settings: CrawlSettings) -> None:
        self._types = tuple(pattern.strip().lower() for pattern in settings.content_types)
        self._languages = tuple(tag.strip().lower().replace("_", "-") for tag in settings.languages)
        self._ranges = AddressRanges(settings.ip_ranges)
        self.page_types = expanded(settings.page_types)

    def of_head(self, status: int, content_type: str, ip: str | None, embed: bool) -> tuple[str, str] | None:
        """Decided before the body is received. A server without a known address (behind a proxy) is let pass."""
        if self._ranges and ip is not None and ip not in self._ranges:
            return "ip", ip
        kind = media_type(content_type)
        if embed or not 200 <= status < 300 or self.keeps(kind, embed) or kind in _CARRIERS:
            return None
        return "type", kind

    def keeps(self, kind: str, embed: bool) -> bool:
        """Whether content of this media type is stored."""
        return embed or not self._types or any(fnmatchcase(kind, pattern) for pattern in self._types)

    def of_language(self, language: str, embed: bool) -> tuple[str, str] | None:
        """`language` is a BCP 47 tag; a page of unknown language is kept."""
        tag = language.lower()
        if (
            embed
            or not self._languages
            or not tag
            or any(_matches(tag, wanted) for wanted in self._languages)
        ):
            return None
        return "language", language

    def of_page_type(self, kind: str) -> tuple[str, str] | None:
        """A page whose kind is not clear is kept: what is left out cannot be looked at."""
        return ("page-type", kind) if kind not in self.page_types and kind != "unknown" else None


def _matches(tag: str, wanted: str) -> bool:
    """Basic filtering (RFC 4647, 3.3.1)."""
    return wanted == "*" or tag == wanted or tag.startswith(wanted + "-")


SILENT_SCHEMES = frozenset({"javascript", "data", "about", "blob"})
"""Schemes of links that are no addresses at all; logging each would bury the real refusals."""


@dataclass(frozen=True, slots=True)
class Decision:
    """`reason` is a code and `detail` the rule behind it; both are empty when `ok`."""

    ok: bool
    reason: str = ""
    detail: str = ""


YES = Decision(True)


def in_domain(host: str, domain: str) -> bool:
    """Whether `host` is `domain` or a name below it; fooedu.cn is not below edu.cn."""
    return host == domain or host.endswith("." + domain)


def _without_www(authority: str) -> str:
    return authority.removeprefix("www.")


def _prefix(url: str) -> tuple[str, str]:
    """(host, path) of a prefix. A last segment with a dot is a file: its folder counts."""
    parts = split(url)
    folder, _, last = parts.path.rpartition("/")
    path = parts.path if last and "." not in last else folder + "/"
    return _without_www(parts.authority), path


class Scope:
    """Decides for links, seeds and redirect targets alike.

    - host: the seeds' hosts (with or without "www."), any scheme; a port that was given must agree;
    - prefix: host and path prefix, at a border between segments; - domain: whatever is below the seeds'
      registered domains; - any: no border.
    Pages beyond that border are taken up to `off_site_hops` steps away from it. Requisites of a page are taken from
    any host and one level beyond `max_depth`, but "exclude" holds for them too. Seeds (depth 0) need not match
    "include". A host given as an IP address must lie in `ip_ranges`, if there are any; the addresses of named
    hosts are known only when they are asked (`ContentScope`). With the folder of an `archive` its model of addresses
    judges what looks like a category.
    """

    def __init__(self, settings: CrawlSettings, archive: Path | None = None) -> None:
        self._settings = settings
        self._looks = (
            ByAddress(archive, settings.like_categories) if archive and settings.like_categories else None
        )
        self._include = [re.compile(pattern) for pattern in settings.include]
        self._exclude = [re.compile(pattern) for pattern in settings.exclude]
        self._hosts: set[str] = set()
        self._prefixes: set[tuple[str, str]] = set()
        self._domains: set[str] = set()
        self._ranges = AddressRanges(settings.ip_ranges)
        for seed in settings.seeds:
            self.add_seed(normalize(seed))

    def add_seed(self, url: str) -> bool:
        """Widen the scope by a seed, or by the address that a seed redirects to; whether that changed anything."""
        before = len(self._hosts) + len(self._prefixes) + len(self._domains)
        self._hosts.add(_without_www(authority_of(url)))
        self._prefixes.add(_prefix(url))
        if self._settings.scope == "domain":  # only then is the public suffix list worth reading
            self._domains.add(registered_domain(host_of(url)))
        return len(self._hosts) + len(self._prefixes) + len(self._domains) > before

    def decide(self, url: str, depth: int, embed: bool, off_site: int = 0) -> Decision:
        """`url` must be normalised; `embed` marks a requisite of a page; `off_site` is its distance in links from the
        border (see `inside`)."""
        if not url.startswith(("http://", "https://")) and scheme_of(url) not in ("http", "https"):
            return Decision(False, "scheme", scheme_of(url))
        for pattern in self._exclude:
            if pattern.search(url):
                return Decision(False, "excluded", pattern.pattern)
        if not embed and (off_site > self._settings.off_site_hops or (not off_site and not self.inside(url))):
            return Decision(False, "scope", self._settings.scope)
        if self._ranges and is_ip(host := host_of(url)) and host not in self._ranges:
            return Decision(False, "ip", host)
        limit = self._settings.max_depth
        if limit >= 0 and depth > limit + (1 if embed else 0):
            return Decision(False, "depth", str(depth))
        if not embed and depth > 0 and self._include and not any(p.search(url) for p in self._include):
            return Decision(False, "not-included")
        # last, so that a suspected trap is shown only where nothing else refuses it
        trap = shape_of_trap(url)
        if trap:
            return Decision(False, "trap", trap)
        other = self._looks.objection(url) if self._looks is not None and not embed and depth > 0 else ""
        return Decision(False, "address-category", other) if other else YES

    def inside(self, url: str) -> bool:
        """Whether a page lies within the border that the seeds draw."""
        kind = self._settings.scope
        if kind == "any":
            return True
        if kind == "host":
            return _without_www(authority_of(url)) in self._hosts
        if kind == "domain":
            host = host_of(url)
            return any(in_domain(host, domain) for domain in tuple(self._domains))
        parts = split(url)
        host = _without_www(parts.authority)
        return any(host == wanted and _below(parts.path, path) for wanted, path in tuple(self._prefixes))


def _below(path: str, prefix: str) -> bool:
    return path == prefix or path.startswith(prefix if prefix.endswith("/") else prefix + "/")
