"""Where addresses on a page lead to, so that relative, absolute and `<base>` spellings of one target are equal."""

from __future__ import annotations

import re
from contextlib import suppress
from urllib.parse import urljoin, urlsplit

from app.blocks.page.elements import LAZY, LAZY_SETS

_ADDRESSES = frozenset({"href", "src", *LAZY, "data", "poster", "background"})
_SETS = frozenset({"srcset", *LAZY_SETS})
# Addresses that are what they lead to already, and those that only need the page's own.
_WHOLE, _PLAIN = (
    re.compile(r"(?:https?://|mailto:|javascript:|data:)", re.IGNORECASE),
    re.compile(r"/?\w[\w/-]*+[\w.-]*+"),
)
_CANDIDATE = re.compile(r"[^\s,]\S*")  # of a srcset: an address, or what follows it
_DESCRIPTOR = re.compile(r"\d+(?:\.\d+)?[wxh],?")
_UNKNOWN = "http://page.invalid"
_DEFAULT_PORTS = {"http": ":80", "https": ":443"}


class Targets:
    """The addresses of one page. `page` is its own address, "" where that is not known: then `../x` and `/x` are two.
    `base` is the `href` of its base element. With `whole` no address is given relative to the page."""

    def __init__(self, page: str = "", base: str = "", *, whole: bool = False) -> None:
        origin, path = _parts(page)
        self._known = bool(origin)
        self._origin = origin or _UNKNOWN
        self._page = self._origin + path if origin else f"{_UNKNOWN}/here/"
        self._folder = self._page.partition("?")[0].rpartition("/")[0] + "/"
        self._whole = whole and self._known
        self.base = self._page
        if base:
            with suppress(ValueError):
                self.base = urljoin(self._page, base.strip())
        self.own_base = self.base == self._page
        self._begin = re.compile(rf"{re.escape(self._origin)}(:\d*)?(?=[/?#]|$)", re.IGNORECASE)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Targets) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[str, str, bool]:
        return self._page, self.base, self._whole

    @property
    def known(self) -> bool:
        """Whether two spellings may be one target."""
        return self._known or not self.own_base

    def value(self, name: str, value: str) -> str:
        """The value of an attribute, with the addresses in it resolved."""
        if name in _ADDRESSES:
            return self.resolved(value)
        if name in _SETS and self.known and "data:" not in value:
            return _CANDIDATE.sub(self._candidate, value)
        return value

    def resolved(self, address: str) -> str:
        """An address as the page means it: relative to the page's folder where it leads there, from the root of the
        server where it leads elsewhere on it."""
        plain = self.own_base and not self._whole and _PLAIN.fullmatch(address)
        if plain and not (self._known and address[0] == "/"):
            return address
        if _WHOLE.match(address):
            own = self._begin.match(address) if self._known else None
            if own is None or not self._is_own_port(own[1]) or address.startswith("//", own.end()):
                return address
            address = address[own.end() :]
            address = address if address.startswith("/") else f"/{address}"
        try:
            return self._short(urljoin(self.base, address), address)
        except ValueError:
            return address

    def _short(self, found: str, address: str) -> str:
        if self._whole or (self.own_base and address.startswith("#")):
            return found if self._whole else address
        if found.startswith(self._folder):
            return found[len(self._folder) :] or "."
        if not found.startswith(f"{self._origin}/"):
            return found
        return found[len(self._origin) :] if self._known else address

    def _is_own_port(self, port: str | None) -> bool:
        """Whether a port behind the page's origin leads to the same server."""
        return port in (None, ":", _DEFAULT_PORTS.get(self._origin.partition(":")[0]))

    def _candidate(self, found: re.Match[str]) -> str:
        """An address of a srcset; its width or density stays."""
        if _DESCRIPTOR.fullmatch(found[0]):
            return found[0]
        return self.resolved(found[0].rstrip(",")) + ("," if found[0].endswith(",") else "")


def _parts(page: str) -> tuple[str, str]:
    """Scheme and host, and the rest without its fragment; two empty texts for what is no address of a page."""
    try:
        parts = urlsplit(page)
        port = parts.port
    except ValueError:
        return "", ""
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return "", ""
    host = parts.netloc.rpartition("@")[2].lower()
    if port is not None and f":{port}" == _DEFAULT_PORTS[parts.scheme]:
        host = host.rpartition(":")[0]
    rest = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return f"{parts.scheme}://{host}", rest


def same_folder(a: str, b: str) -> bool:
    """Whether relative addresses mean the same on two pages, http and https aside. Otherwise (a page that moved) they
    are compared as they are written."""
    (origin_a, path_a), (origin_b, path_b) = _parts(a), _parts(b)
    folders = [path.partition("?")[0].rpartition("/")[0] for path in (path_a, path_b)]
    return origin_a.partition(":")[2] == origin_b.partition(":")[2] != "" and folders[0] == folders[1]
