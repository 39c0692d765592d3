"""Addresses: one written form for each, and one key for what is surely the same page.

`normalize` writes an address exactly as a browser would ask for it (WHATWG URL standard), without fragment and
without user name and password, so that a page replayed in a browser finds its parts under the same address.
What goes further (session ids, tracking parameters, equivalent percent-encodings) only shapes `dedupe_key`.
"""

from __future__ import annotations

import ipaddress
import re
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

import idna
from publicsuffixlist import PublicSuffixList

from app.errors import AddressInvalid

DEFAULT_PORTS = {"http": "80", "https": "443"}
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):")
_EDGE = "".join(map(chr, range(0x21)))
_BREAKS = str.maketrans("", "", "\t\n\r")
_PLAIN_HOST = re.compile(r"[a-z0-9_\-]+(?:\.[a-z0-9_\-]+)*")
_PATH_ESCAPE = re.compile(r"[^!$-;=@-Z\[-\]_a-z|~]")
_QUERY_ESCAPE = re.compile(r"[^!$%&(-;=?-~]")
_DOT = {".": ".", "%2e": ".", "..": "..", ".%2e": "..", "%2e.": "..", "%2e%2e": ".."}
_SURROGATE = re.compile("[\ud800-\udfff]")
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_SESSION_NAMES = frozenset(
    {"phpsessid", "jsessionid", "aspsessionid", "sid", "sessionid", "session_id", "cfid", "cftoken"}
)
_SESSION_PATH = re.compile(r";(?:jsessionid|phpsessid|sid|sessionid)=[^/;?]*", re.IGNORECASE)
_ASP_COOKIELESS = re.compile(r"/\((?:[ASF]\([^()/]{8,}\))+\)(?=/)", re.IGNORECASE)


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


def normalize(url: str, base: str | None = None) -> str:
    """The address as a browser asks for it; raises AddressInvalid for what is not http or https."""
    try:
        return _parse(url, base).text()
    except ValueError as error:
        raise AddressInvalid(address=_shown(url)) from error


def _parse(url: str, base: str | None) -> Parts:
    text = url.strip(_EDGE).translate(_BREAKS)
    text = text.partition("#")[0]
    if not text.isascii():
        text = _SURROGATE.sub("\ufffd", text)
    over = _base(base) if base is not None else None
    match = _SCHEME.match(text)
    if match:
        scheme, rest = match[1].lower(), text[match.end() :]
        if scheme not in DEFAULT_PORTS:
            raise ValueError(scheme)
        path, mark, query = rest.partition("?")
        path = path.replace("\\", "/")
        # "http:page.html" on an http page is relative; so browsers have it
        if over is None or over.scheme != scheme or path.startswith("//"):
            return _absolute(scheme, path.lstrip("/"), query if mark else None)
    else:
        path, mark, query = text.partition("?")
        path = path.replace("\\", "/")
    if over is None:
        raise ValueError("relative")
    return _relative(over, path, query if mark else None)


@lru_cache(maxsize=1024)
def _base(url: str) -> Parts:
    return _parse(url, None)


def _absolute(scheme: str, rest: str, query: str | None) -> Parts:
    authority, slash, path = rest.partition("/")
    return Parts(scheme, _authority(scheme, authority), _path(slash + path), _query(query))


def _relative(base: Parts, path: str, query: str | None) -> Parts:
    if path.startswith("//"):
        return _absolute(base.scheme, path.lstrip("/"), query)
    if path.startswith("/"):
        return Parts(base.scheme, base.authority, _path(path), _query(query))
    if path:
        return Parts(base.scheme, base.authority, _path(base.path.rpartition("/")[0] + "/" + path), _query(query))
    return Parts(base.scheme, base.authority, base.path, base.query if query is None else _query(query))


def split(url: str) -> Parts:
    """The parts of an address that `normalize` wrote (of another one after normalising it)."""
    scheme, mark, rest = url.partition("://")
    if not mark or scheme not in DEFAULT_PORTS:
        return _parse(url, None)
    rest, mark, query = rest.partition("?")
    authority, slash, path = rest.partition("/")
    return Parts(scheme, authority, slash + path or "/", query if mark else None)


@lru_cache(maxsize=4096)
def _authority(scheme: str, text: str) -> str:
    text = text.rpartition("@")[2]
    if text.startswith("["):
        host, bracket, port = text[1:].partition("]")
        if not bracket:
            raise ValueError(text)
        host = f"[{ipaddress.IPv6Address(host)}]"
        if port and not port.startswith(":"):
            raise ValueError(text)
        port = port[1:]
    else:
        host, _, port = text.partition(":")
        host = _host(host)
    if port:
        if not (port.isascii() and port.isdigit()) or int(port) > 65535:
            raise ValueError(text)
        port = str(int(port))
    return host if port in ("", DEFAULT_PORTS[scheme]) else f"{host}:{port}"


def _host(text: str) -> str:
    if "%" in text:
        text = re.sub(r"(?:%[0-9A-Fa-f]{2})+", lambda run: bytes.fromhex(run[0].replace("%", "")).decode(), text)
    host = text.lower()
    if not host.isascii():
        host = idna.encode(host, uts46=True, std3_rules=False, transitional=False).decode("ascii")
    host = host.removesuffix(".")
    if not _PLAIN_HOST.fullmatch(host) or len(host) > 253:
        raise ValueError(text)
    last = host.rpartition(".")[2]
    return _ipv4(host) if last.isdigit() or re.fullmatch("0x[0-9a-f]*", last) else host


def _ipv4(host: str) -> str:
    """Browsers read 127.1, 0x7f.0.0.1 and 2130706433 as numbers; so must the scope."""
    numbers = []
    for part in host.split("."):
        if part.startswith("0x"):
            numbers.append(int(part[2:] or "0", 16))
        elif len(part) > 1 and part.startswith("0"):
            numbers.append(int(part, 8))
        else:
            numbers.append(int(part))
    if len(numbers) > 4 or any(number > 255 for number in numbers[:-1]) or numbers[-1] >= 256 ** (5 - len(numbers)):
        raise ValueError(host)
    value = numbers[-1] + sum(number << 8 * (3 - place) for place, number in enumerate(numbers[:-1]))
    return str(ipaddress.IPv4Address(value))


def _escape(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode())


def _path(text: str) -> str:
    if "/." in text or "/%2" in text:
        kept: list[str] = []
        segments = text.split("/")[1:]
        for place, segment in enumerate(segments):
            dot = _DOT.get(segment.lower())
            if dot == ".." and kept:
                kept.pop()
            if dot is None:
                kept.append(segment)
            elif place == len(segments) - 1:
                kept.append("")
        text = "/" + "/".join(kept)
    return _PATH_ESCAPE.sub(_escape, text) if text else "/"


def _query(text: str | None) -> str | None:
    return None if text is None else _QUERY_ESCAPE.sub(_escape, text)


def _shown(url: str) -> str:
    return url if len(url) <= 200 else url[:199] + "…"


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
    try:
        shown = _authority("http", authority)
    except ValueError as error:
        raise AddressInvalid(address=_shown(text)) from error
    local = host.lower() == "localhost" or is_ip(host_of(f"http://{shown}/"))
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


def dedupe_key(url: str) -> bytes:
    """12 bytes that are equal for addresses that differ only in session ids, tracking or escaping."""
    scheme, authority, path, query = split(url)
    if ";" in path:
        path = _SESSION_PATH.sub("", path)
    if "(" in path:
        path = _ASP_COOKIELESS.sub("", path)
    if query:
        query = "&".join(part for part in query.split("&") if part and not _is_session(part)) or None
    text = f"{scheme}://{authority}{path}" + (f"?{query}" if query else "")
    if "%" in text:
        text = _ESCAPE.sub(_unescape, text)
    return blake2b(text.encode(), digest_size=12).digest()


def exact_key(url: str) -> bytes:
    """For a redirect between two spellings of one page: every spelling counts for itself."""
    return blake2b(b"=" + url.encode(), digest_size=12).digest()


def _is_session(part: str) -> bool:
    name = part.partition("=")[0].lower()
    return name in _SESSION_NAMES or name.startswith(("utm_", "aspsessionid"))


def _unescape(match: re.Match[str]) -> str:
    character = chr(int(match[1], 16))
    return character if character in _UNRESERVED else match[0].upper()
