"""Cookies that other programs wrote to a file: Netscape's cookies.txt, and JSON as browsers' extensions write it."""

from __future__ import annotations

import json
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields
from datetime import UTC, datetime
from pathlib import Path

from app.crawl.rules.url import host_of, is_ip, registered_domain, split
from app.errors import StorageUnreadable
from app.messages import Message

# Cookies of one crawl (RFC 6265): taken from answers, sent where they belong, bounded in number and size.

MOST_BYTES = 4096
MOST_OF_DOMAIN = 100
MOST_DOMAINS = 5000
MOST_TOGETHER = 16 * 1024 * 1024
"""Characters of all names and values; those of the domain that was heard of longest ago go first."""
_TIME = re.compile(r"(\d{1,2}):(\d{1,2}):(\d{1,2})(?!\d)")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Cookie:
    """`domain` has no leading dot; `expires` is Unix time, None for the length of a run (which a stop does not end). An
    `imported` one comes from a person. The value is a secret and never shown."""

    name: str
    value: str = field(repr=False)
    domain: str
    path: str = "/"
    host_only: bool = True
    secure: bool = False
    http_only: bool = False
    expires: float | None = None
    imported: bool = False

    def goes_to(self, host: str, path: str, *, secure: bool, now: float) -> bool:
        if (self.expires is not None and self.expires <= now) or (self.secure and not secure):
            return False
        if host != self.domain and (self.host_only or not _is_below(host, self.domain)):
            return False
        return path == self.path or path.startswith(self.path if self.path.endswith("/") else f"{self.path}/")

    def to_json(self) -> dict[str, object]:
        return asdict(self)

    @classmethod
    def from_json(cls, values: Mapping[str, object]) -> Cookie:
        """The cookie of a JSON object. TypeError or ValueError for another object."""
        known = {item.name: values[item.name] for item in fields(cls) if item.name in values}
        made = cls(**known)  # type: ignore[arg-type]
        if not all(isinstance(text, str) for text in (made.name, made.value, made.domain, made.path)):
            raise TypeError("a cookie is made of strings")
        if made.expires is not None and not isinstance(made.expires, int | float):
            raise TypeError("a cookie expires at a time")
        if not made.domain or not is_sendable(made):
            raise ValueError("a cookie that cannot be sent")
        return made


class CookieJar:
    """For one event loop. `changed` is called when there is something new to keep."""

    def __init__(self, cookies: Iterable[Cookie] = (), *, clock: Callable[[], float] = time.time) -> None:
        self.changed = False
        self._clock = clock
        self._size = 0
        self._domains: OrderedDict[str, dict[tuple[str, str], Cookie]] = OrderedDict()
        for cookie in cookies:
            self.add(cookie)
        self.changed = False

    def __iter__(self) -> Iterator[Cookie]:
        for cookies in self._domains.values():
            yield from cookies.values()

    def add(self, cookie: Cookie) -> None:
        """An equally named one of the same domain and path is replaced, and removed when this one has expired."""
        kept = self._domains.setdefault(cookie.domain, {})
        self._domains.move_to_end(cookie.domain)
        key = (cookie.path, cookie.name)
        before = kept.get(key)
        self._size -= _size(before)
        if cookie.expires is not None and cookie.expires <= self._clock():
            self.changed |= kept.pop(key, None) is not None
            if not kept:
                del self._domains[cookie.domain]
            return
        self.changed |= before != cookie
        kept[key] = cookie
        self._size += _size(cookie)
        if len(kept) > MOST_OF_DOMAIN:
            self._size -= _size(kept.pop(next(iter(kept))))
        while len(self._domains) > MOST_DOMAINS or self._size > MOST_TOGETHER:
            self._size -= sum(map(_size, self._domains.popitem(last=False)[1].values()))

    def header(self, url: str, *, imported: bool = True) -> str:
        """The value of the Cookie header for an address, "" without one; without `imported`, only cookies of
        servers."""
        if not self._domains:
            return ""
        host, path = host_of(url), split(url).path
        now, secure = self._clock(), url.startswith("https:")
        found: list[Cookie] = []
        for domain in _domains_over(host):
            found += [
                cookie
                for cookie in self._domains.get(domain, {}).values()
                if cookie.goes_to(host, path, secure=secure, now=now) and (imported or not cookie.imported)
            ]
        found.sort(key=lambda cookie: -len(cookie.path))
        return "; ".join(f"{cookie.name}={cookie.value}" if cookie.name else cookie.value for cookie in found)

    def take(self, url: str, lines: Iterable[str]) -> None:
        """The Set-Cookie headers of an answer from `url`."""
        for line in lines:
            cookie = parse(line, url, self._clock())
            if cookie is not None:
                self.add(cookie)


def _size(cookie: Cookie | None) -> int:
    return len(cookie.name) + len(cookie.value) if cookie else 0


def parse(line: str, url: str, now: float) -> Cookie | None:
    """One Set-Cookie header (RFC 6265, 5.2 and 5.3); None for a cookie that is not to be kept."""
    pair, *attributes = line.split(";")
    name, equals, value = pair.partition("=")
    name, value = (name.strip(), value.strip()) if equals else ("", pair.strip())
    host = host_of(url)
    domain, host_only, path, secure, http_only = host, True, "", False, False
    expires: float | None = None
    lasting = False
    for attribute in attributes:
        key, _, text = attribute.partition("=")
        key, text = key.strip().lower(), text.strip()
        if key == "domain" and text:
            domain, host_only = text.removeprefix(".").lower(), False
        elif key == "path":
            path = text
        elif key == "secure":
            secure = True
        elif key == "httponly":
            http_only = True
        elif key == "max-age" and re.fullmatch(r"-?[0-9]{1,12}", text):
            expires, lasting = (now + int(text)) if int(text) > 0 else 0.0, True
        elif key == "expires" and not lasting:
            date = parse_date(text)
            expires = expires if date is None else date
    if domain == host:
        # what lies below an IP address or a public suffix has no single owner
        host_only = host_only or is_ip(host) or not _is_owned(host)
    elif not _may_set(host, domain):
        return None
    if secure and not url.startswith("https:"):
        return None
    made = Cookie(
        name,
        value,
        domain,
        path if path.startswith("/") else _default_path(url),
        host_only,
        secure,
        http_only,
        expires,
    )
    return made if is_sendable(made) else None


def is_sendable(cookie: Cookie) -> bool:
    return (
        bool(cookie.name or cookie.value)
        and len(cookie.name) + len(cookie.value) <= MOST_BYTES
        and not _CONTROL.search(cookie.name + cookie.value + cookie.path + cookie.domain)
        and ";" not in cookie.name + cookie.value
    )


def parse_date(text: str) -> float | None:
    """The forgiving dates of RFC 6265, 5.1.1, as Unix time."""
    clock = day = month = year = None
    for token in re.split(r"[\t\x20-/;-@\[-`{-~]+", text):
        if clock is None and (found := _TIME.match(token)):
            clock = (int(found[1]), int(found[2]), int(found[3]))
        elif day is None and re.match(r"\d{1,2}(?!\d)", token):
            day = int(token[:2]) if token[:2].isdigit() else int(token[:1])
        elif month is None and token[:3].lower() in _MONTHS:
            month = _MONTHS.index(token[:3].lower()) + 1
        elif year is None and (found := re.match(r"\d{2,4}(?!\d)", token)):
            year = int(found[0])
    if clock is None or day is None or month is None or year is None:
        return None
    if year < 100:
        year += 1900 if year >= 70 else 2000
    try:
        return datetime(year, month, day, *clock, tzinfo=UTC).timestamp()
    except ValueError:
        return None


def _may_set(host: str, domain: str) -> bool:
    """A host may set cookies for domains above it, as far as one owner goes."""
    if is_ip(host) or not _is_below(host, domain):
        return False
    owner = registered_domain(host)
    return domain == owner or _is_below(domain, owner)


def _is_owned(host: str) -> bool:
    """Whether a host name is a registered domain or below one, no public suffix like edu.cn."""
    below = f"x.{host}"
    return registered_domain(below) != below


def _is_below(host: str, domain: str) -> bool:
    return host.endswith(f".{domain}") and not is_ip(host)


def _default_path(url: str) -> str:
    return split(url).path.rpartition("/")[0] or "/"


def _domains_over(host: str) -> Iterator[str]:
    yield host
    if not is_ip(host):
        while "." in host:
            host = host.partition(".")[2]
            yield host


MAX_SIZE = 16 * 1024 * 1024
_HTTP_ONLY = "#HttpOnly_"


class CookiesUnreadable(StorageUnreadable):
    """A file that was to be imported holds no cookies."""


def read_cookies(path: Path) -> list[Cookie]:
    """The cookies of a file. CookiesUnreadable when it has none, or cannot be read."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_SIZE + 1)
        if len(content) > MAX_SIZE:
            raise CookiesUnreadable(path=path, detail=Message("cookies-large"))
        text = content.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise CookiesUnreadable(path=path, detail=str(error)) from error
    found = _from_json(text) if text.lstrip()[:1] in ("[", "{") else _from_lines(text.splitlines())
    if not found:
        raise CookiesUnreadable(path=path, detail=Message("cookies-none"))
    return found


def _from_lines(lines: Iterable[str]) -> list[Cookie]:
    """Seven fields separated by tabs: domain, whether for subdomains, path, secure, expiry, name, value."""
    found = []
    for line in lines:
        http_only = line.startswith(_HTTP_ONLY)
        line = line.removeprefix(_HTTP_ONLY)
        parts = line.split("\t")
        if line.startswith("#") or len(parts) not in (6, 7):
            continue
        domain, subdomains, path, secure, expires, name = parts[:6]
        with suppress(ValueError, TypeError):
            found.append(
                _cookie(
                    domain,
                    name,
                    parts[6] if len(parts) == 7 else "",
                    path,
                    float(expires or 0),
                    host_only=subdomains.upper() != "TRUE",
                    secure=secure.upper() == "TRUE",
                    http_only=http_only,
                )
            )
    return found


def _from_json(text: str) -> list[Cookie]:
    """A list of objects, or an object with such a list under "cookies" (Playwright's storage state)."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        return []
    if isinstance(content, dict):
        content = content.get("cookies")
    found = []
    for item in content if isinstance(content, list) else ():
        if not isinstance(item, Mapping):
            continue
        lasting = next(
            (item[key] for key in ("expirationDate", "expires", "expiry") if item.get(key) is not None), 0
        )
        domain = str(item.get("domain", ""))
        with suppress(ValueError, TypeError):
            found.append(
                _cookie(
                    domain,
                    str(item.get("name", "")),
                    str(item.get("value", "")),
                    str(item.get("path") or "/"),
                    float(lasting),
                    host_only=bool(item.get("hostOnly", not domain.startswith("."))),
                    secure=bool(item.get("secure")),
                    http_only=bool(item.get("httpOnly")),
                )
            )
    return found


def _cookie(
    domain: str,
    name: str,
    value: str,
    path: str,
    expires: float,
    *,
    host_only: bool,
    secure: bool,
    http_only: bool,
) -> Cookie:
    return Cookie.from_json(
        {
            "name": name,
            "value": value,
            "domain": domain.strip().removeprefix(".").lower(),
            "path": path or "/",
            "host_only": host_only,
            "secure": secure,
            "http_only": http_only,
            # 0 and -1 stand for “until the browser is closed”
            "expires": expires if expires > 0 else None,
            "imported": True,
        }
    )
