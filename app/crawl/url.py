"""Addresses: one written form for each, and one key for what is surely the same page.

`normalize` (of `archive.spellings`) writes an address exactly as a browser would ask for it, without fragment and
without user name and password, so that a page replayed in a browser finds its parts under the same address.
What goes further (session ids, tracking parameters, equivalent percent-encodings) only shapes `dedupe_key`.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from publicsuffixlist import PublicSuffixList

from app.archive.spellings import DEFAULT_PORTS
from app.archive.spellings import normalize as normalize
from app.archive.spellings import shown as _shown
from app.crawl.canonical import DEFAULT_RULES, canonical
from app.errors import AddressInvalid

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):")
_EDGE = "".join(map(chr, range(0x21)))
_BREAKS = str.maketrans("", "", "\t\n\r")


class Parts(NamedTuple):
    scheme: str
    authority: str
    path: str
    query: str | None

    def text(self) -> str:
        return f"{self.scheme}://{self.authority}{self.path}" + ("" if self.query is None else f"?{self.query}")


def scheme_of(address: str) -> str:
    """The scheme in lower case, empty for a relative address."""
    match = _SCHEME.match(address.strip(_EDGE).translate(_BREAKS))
    return match[1].lower() if match else ""


def split(url: str) -> Parts:
    """The parts of an address that `normalize` wrote (of another one after normalising it)."""
    scheme, mark, rest = url.partition("://")
    if not mark or scheme not in DEFAULT_PORTS:
        return split(normalize(url))
    rest, mark, query = rest.partition("?")
    authority, slash, path = rest.partition("/")
    return Parts(scheme, authority, slash + path or "/", query if mark else None)


def from_input(text: str) -> str:
    """What a person typed: a missing scheme becomes https, for this machine and bare IP addresses http."""
    typed = text.strip()
    if re.match(r"https?:", typed, re.IGNORECASE):
        return normalize(typed)
    authority = re.split(r"[/?#\\]", typed.removeprefix("//"), maxsplit=1)[0]
    rest = typed.removeprefix("//")
    host = authority if authority.startswith("[") else authority.partition(":")[0]
    if not host or "@" in authority or re.search(r"\s", authority) or re.match(r"[A-Za-z][\w+.\-]*://", typed):
        raise AddressInvalid(address=_shown(text))
    local = host.lower() == "localhost" or is_ip(host_of(normalize(f"http://{authority}/")))
    if not local and "." not in host and "。" not in host:
        raise AddressInvalid(address=_shown(text))
    return normalize(("http://" if local else "https://") + rest)


def authority_of(url: str) -> str:
    """Host with its port unless that is the scheme's own: what politeness counts as one host."""
    return url.partition("://")[2].partition("/")[0].partition("?")[0]


def host_of(url: str) -> str:
    """The host without port; for IPv6 without brackets."""
    authority = authority_of(url)
    if authority.startswith("["):
        return authority[1:].partition("]")[0]
    return authority.partition(":")[0]


def is_ip(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=1)
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()


@lru_cache(maxsize=4096)
def registered_domain(host: str) -> str:
    """The part of a host name that somebody registered: www.lib.pku.edu.cn → pku.edu.cn.

    An IP address, a name without dots and a public suffix itself (edu.cn) stand for themselves.
    """
    if is_ip(host):
        return host
    found: str | None = _suffixes().privatesuffix(host)
    return found or host


def dedupe_key(url: str, rules: Collection[str] = DEFAULT_RULES) -> bytes:
    """12 bytes that are equal for addresses with one canonical form."""
    return blake2b(canonical(url, rules).encode(), digest_size=12).digest()


def exact_key(url: str) -> bytes:
    """For a redirect between two spellings of one page: every spelling counts for itself."""
    return blake2b(b"=" + url.encode(), digest_size=12).digest()
