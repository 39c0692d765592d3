"""The canonical form of an address: what stays of it when the parts go that do not make another page.

Pages are asked for and stored under the address as it was found; the canonical form only decides whether two
addresses are one page for a crawl. Each rule can be switched; the list is shown to the person by the names here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import NamedTuple

_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_SESSION_NAMES = frozenset(
    {"phpsessid", "jsessionid", "aspsessionid", "sid", "sessionid", "session_id", "cfid", "cftoken"}
)
_SESSION_PATH = re.compile(r";(?:jsessionid|phpsessid|sid|sessionid)=[^/;?]*", re.IGNORECASE)
_ASP_COOKIELESS = re.compile(r"/\((?:[ASF]\([^()/]{8,}\))+\)(?=/)", re.IGNORECASE)
_TRACKING_NAMES = frozenset(
    {
        "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "fbclid", "msclkid", "yclid", "ysclid", "twclid", "ttclid",
        "igshid", "mc_cid", "mc_eid", "_hsenc", "_hsmi", "_openstat", "_ga", "_gl", "spm", "scm", "hmsr", "hmpl",
        "hmcu", "hmkw", "hmci", "bd_vid", "oly_anon_id", "oly_enc_id", "vero_id", "wickedid", "s_kwcid",
    }
)  # fmt: skip
_INDEX_NAME = re.compile(r"/(?:index|default|welcome|home)\.(?:html?|shtml?|xhtml|php[345]?|aspx?|jspx?|cgi)$", re.I)


class Address(NamedTuple):
    """The four parts that rules work on; `query` is empty when there is none."""

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
    query = _without(address.query, lambda name: name in _TRACKING_NAMES or name.startswith(("utm_", "pk_", "mtm_")))
    return address._replace(query=query)


def _empty_parameters(address: Address) -> Address:
    return address._replace(query="&".join(filter(None, address.query.split("&"))))


def _escapes(address: Address) -> Address:
    if "%" not in address.path and "%" not in address.query:
        return address
    return address._replace(path=_ESCAPE.sub(_unescape, address.path), query=_ESCAPE.sub(_unescape, address.query))


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
