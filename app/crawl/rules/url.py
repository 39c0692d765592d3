"""Addresses: one written form for each, and one key for what is surely the same page.

`normalize` (of `archive.spellings`) writes an address exactly as a browser would ask for it, without fragment and
without user name and password, so that a page replayed in a browser finds its parts under the same address.
What goes further (session ids, tracking parameters, equivalent percent-encodings) only shapes `dedupe_key`.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Collection
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from publicsuffixlist import PublicSuffixList

from app.archive.spellings import DEFAULT_PORTS
from app.archive.spellings import normalize as normalize
from app.archive.spellings import shown as _shown
from app.errors import AddressInvalid

# The canonical form of an address: what stays of it when the parts go that do not make another page.
#
# Pages are asked for and stored under the address as it was found; the canonical form only decides whether
# two
# addresses are one page for a crawl. Each rule can be switched; the list is shown to the person by the
# names here.

_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_SESSION_NAMES = frozenset(
    {"phpsessid", "jsessionid", "aspsessionid", "sid", "sessionid", "session_id", "cfid", "cftoken"}
)
_SESSION_PATH = re.compile(r";(?:jsessionid|phpsessid|sid|sessionid)=[^/;?]*", re.IGNORECASE)
_ASP_COOKIELESS = re.compile(r"/\((?:[ASF]\([^()/]{8,}\))+\)(?=/)", re.IGNORECASE)
_TRACKING_NAMES = frozenset(
    {
        "gclid",
        "gclsrc",
        "dclid",
        "gbraid",
        "wbraid",
        "fbclid",
        "msclkid",
        "yclid",
        "ysclid",
        "twclid",
        "ttclid",
        "igshid",
        "mc_cid",
        "mc_eid",
        "_hsenc",
        "_hsmi",
        "_openstat",
        "_ga",
        "_gl",
        "spm",
        "scm",
        "hmsr",
        "hmpl",
        "hmcu",
        "hmkw",
        "hmci",
        "bd_vid",
        "oly_anon_id",
        "oly_enc_id",
        "vero_id",
        "wickedid",
        "s_kwcid",
    }
)
_INDEX_NAME = re.compile(
    r"/(?:index|default|welcome|home)\.(?:html?|shtml?|xhtml|php[345]?|aspx?|jspx?|cgi)$", re.I
)


class Address(NamedTuple):
    """The four parts that rules work on; `query` is empty without one."""

    scheme: str
    authority: str
    path: str
    query: str

    def text(self) -> str:
        return f"{self.scheme}://{self.authority}{self.path}" + (f"?{self.query}" if self.query else "")


def _without(query: str, unwanted: Callable[[str], bool]) -> str:
    return "&".join(part for part in query.split("&") if not unwanted(part.partition("=")[0].lower()))


def _session_ids(address: Address) -> Address:
    path, query = address.path, address.query
    if ";" in path:
        path = _SESSION_PATH.sub("", path)
    if "(" in path:
        path = _ASP_COOKIELESS.sub("", path)
    if query:
        query = _without(query, lambda name: name in _SESSION_NAMES or name.startswith("aspsessionid"))
    return address._replace(path=path, query=query)


def _tracking(address: Address) -> Address:
    query = _without(
        address.query, lambda name: name in _TRACKING_NAMES or name.startswith(("utm_", "pk_", "mtm_"))
    )
    return address._replace(query=query)


def _empty_parameters(address: Address) -> Address:
    return address._replace(query="&".join(filter(None, address.query.split("&"))))


def _escapes(address: Address) -> Address:
    if "%" not in address.path and "%" not in address.query:
        return address
    return address._replace(
        path=_ESCAPE.sub(_unescape, address.path), query=_ESCAPE.sub(_unescape, address.query)
    )


def _unescape(match: re.Match[str]) -> str:
    character = chr(int(match[1], 16))
    return character if character in _UNRESERVED else match[0].upper()


def _parameter_order(address: Address) -> Address:
    """Parameters of one name keep their order among each other: they may be a list."""
    parts = address.query.split("&")
    return address._replace(query="&".join(sorted(parts, key=lambda part: part.partition("=")[0])))


def _index_names(address: Address) -> Address:
    return address._replace(path=_INDEX_NAME.sub("/", address.path))


def _www(address: Address) -> Address:
    return address._replace(authority=address.authority.removeprefix("www."))


def _scheme(address: Address) -> Address:
    return address._replace(scheme="http") if ":" not in address.authority else address


def _final_slash(address: Address) -> Address:
    return address._replace(path=address.path.rstrip("/") or "/")


RULES: dict[str, Callable[[Address], Address]] = {
    "session-ids": _session_ids,
    "tracking": _tracking,
    "empty-parameters": _empty_parameters,
    "escapes": _escapes,
    "parameter-order": _parameter_order,
    "index-names": _index_names,
    "www": _www,
    "scheme": _scheme,
    "final-slash": _final_slash,
}
"""In the order in which they are applied."""

_ONLY_PARTS = frozenset({"session-ids", "tracking", "empty-parameters", "escapes", "parameter-order"})
_WORK = re.compile(r"[;(%?]")
"""Without one of these in an address, those rules find nothing to do; most addresses have none."""

DEFAULT_RULES = ("session-ids", "tracking", "empty-parameters", "escapes")
"""Those under which two addresses of one form are the same page nearly everywhere."""


def canonical(url: str, rules: Collection[str] = DEFAULT_RULES) -> str:
    """The canonical form of a normalised address. Names that are no rule are ignored."""
    if not _WORK.search(url) and _ONLY_PARTS.issuperset(rules):
        return url
    address = _split(url)
    for name, rule in RULES.items():
        if name in rules and _concerns(name, address):
            address = rule(address)
    return address.text()


def explain(url: str, rules: Collection[str] = DEFAULT_RULES) -> list[tuple[str, str]]:
    """(rule, form after it) for each rule that changes this address, in order."""
    address = _split(url)
    steps: list[tuple[str, str]] = []
    for name, rule in RULES.items():
        changed = rule(address) if name in rules else address
        if changed != address:
            steps.append((name, changed.text()))
        address = changed
    return steps


def _concerns(name: str, address: Address) -> bool:
    """Most addresses have no query: what only looks at queries is left out for them."""
    return bool(address.query) or name not in ("tracking", "empty-parameters", "parameter-order")


def _split(url: str) -> Address:
    scheme, _, rest = url.partition("://")
    rest, _, query = rest.partition("?")
    authority, slash, path = rest.partition("/")
    return Address(scheme, authority, slash + path or "/", query)


_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):")
_EDGE = "".join(map(chr, range(0x21)))
_BREAKS = str.maketrans("", "", "\t\n\r")


class Parts(NamedTuple):
    scheme: str
    authority: str
    path: str
    query: str | None

    def text(self) -> str:
        return f"{self.scheme}://{self.authority}{self.path}" + (
            "" if self.query is None else f"?{self.query}"
        )


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
    """An address as a person typed it: a missing scheme becomes https, for this machine and bare IP addresses http."""
    typed = text.strip()
    if re.match(r"https?:", typed, re.IGNORECASE):
        return normalize(typed)
    authority = re.split(r"[/?#\\]", typed.removeprefix("//"), maxsplit=1)[0]
    rest = typed.removeprefix("//")
    host = authority if authority.startswith("[") else authority.partition(":")[0]
    if (
        not host
        or "@" in authority
        or re.search(r"\s", authority)
        or re.match(r"[A-Za-z][\w+.\-]*://", typed)
    ):
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
    """The registered part of a host name: www.lib.pku.edu.cn → pku.edu.cn. An IP address, a name without dots and a
    public suffix itself (edu.cn) stand for themselves."""
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
