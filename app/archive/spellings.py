"""One written form for each address, and the other spellings under which an archive may hold it.

`normalize` writes an address as a browser asks for it: this is the form that crawls and imports store. Records of
others, and of archives made before, may be spelled differently (raw characters, GBK in place of UTF-8, other escapes):
whoever looks an address up tries `spellings`, and whoever looks for beginnings of addresses `beginnings`.
"""

from __future__ import annotations

import atexit
import contextlib
import re
from collections.abc import Iterator
from functools import lru_cache, partial
from urllib.parse import SplitResult, quote, urljoin, urlsplit

import can_ada

from app.errors import AddressInvalid

DEFAULT_PORTS = {"http": "80", "https": "443"}
_OTHER_SCHEME = {"http": "https", "https": "http"}
_HOST = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:]+\]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
# A run of escaped bytes beyond ASCII, with the ASCII escapes between them that a GBK second byte may be.
_HIGH_RUN = re.compile(r"%[89A-Fa-f][0-9A-Fa-f](?:%[0-9A-Fa-f]{2}|[0-9A-Za-z@\[\]^_`{|}~](?=%[89A-Fa-f]))*")
_FORBIDDEN = re.compile(r"""[^!$&'()*+,;=:@/?%A-Za-z0-9\-._~]""")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
# What a browser escapes, and older archives hold as it was written.
_VISIBLE = re.compile("%(2[02]|3[CE]|5[BCDE]|60|7[BCD])", re.IGNORECASE)
_CHARSETS = ("utf-8", "gb18030")


def normalize(url: str, base: str | None = None) -> str:
    """The address as a browser asks for it (WHATWG URL standard), without fragment, user name and password; raises
    AddressInvalid for what is not http or https.

    Two liberties: a dot at the end of the host goes, and a host that no name server could know is refused.
    """
    try:
        parsed = _parsed(url) if base is None else _base(base) + _encodable(url)
    except ValueError as error:
        raise AddressInvalid(address=shown(url)) from error
    scheme = parsed.protocol[:-1]
    if scheme not in DEFAULT_PORTS:
        raise AddressInvalid(address=shown(url))
    text = parsed.href
    host = parsed.hostname
    if parsed.has_credentials() or host.endswith(".") or parsed.has_hash():
        port = parsed.port
        host = host.removesuffix(".")
        # `search` is the same for "?" alone and for no query at all
        rest = text.partition("#")[0].partition("://")[2].partition("/")[2]
        text = f"{scheme}://{host}{':' if port else ''}{port}/{rest}"
    if not _HOST.fullmatch(host) or len(host) > 253:
        raise AddressInvalid(address=shown(url))
    return text


def _encodable(url: str) -> str:
    return url if url.isascii() else _SURROGATE.sub("\ufffd", url)


def _parsed(url: str) -> can_ada.URL:
    return can_ada.parse(_encodable(url))


@lru_cache(maxsize=1024)
def _base(url: str) -> can_ada.URL:
    return _parsed(url)


# an object still held at the end of the interpreter makes the library complain on stderr
atexit.register(_base.cache_clear)


def shown(url: str) -> str:
    """An address for a sentence: not longer than 200 characters."""
    return url if len(url) <= 200 else url[:199] + "…"


def text_of(raw: bytes) -> str:
    """An address of which only the bytes are known, as text that asks a server for the same: UTF-8, or with path and
    query escaped as they are. A host in another charset is read as GB18030 (it has a name, whatever its bytes)."""
    with contextlib.suppress(UnicodeDecodeError):
        return raw.decode("utf-8")
    scheme, mark, rest = raw.partition(b"://")
    host, slash, path = rest.partition(b"/") if mark else (b"", b"", raw)
    begin = (scheme + mark + host) if mark else b""
    return begin.decode("gb18030", "replace") + slash.decode() + quote(path, safe=_ASCII)


_ASCII = bytes(range(0x80))


def spellings(url: str) -> Iterator[str]:
    """The ways `url` may be written in an archive, the likeliest first, each once; both schemes.

    Browsers send the path in UTF-8 and the query in the charset of the page, whatever the crawler did.
    """
    seen: set[str] = set()
    for candidate in _all_spellings(url):
        if candidate not in seen:
            seen.add(candidate)
            yield candidate


def _all_spellings(url: str) -> Iterator[str]:
    whole = url.partition("#")[0]
    yield whole
    with contextlib.suppress(AddressInvalid):
        whole = normalize(whole)
        yield whole
    try:
        parts = urlsplit(whole)
        host = _host(parts)
    except ValueError:
        return
    for scheme in (parts.scheme, _OTHER_SCHEME.get(parts.scheme, parts.scheme)):
        for path in _component(parts.path or "/"):
            for query in _component(parts.query):
                yield f"{scheme}://{host}{path}" + (f"?{query}" if query else "")
                if not query and url.partition("#")[0].endswith("?"):
                    yield f"{scheme}://{host}{path}?"
    if "xn--" in host:
        with contextlib.suppress(UnicodeError):
            yield f"{parts.scheme}://{host.encode().decode('idna')}{parts.path or '/'}" + (
                f"?{parts.query}" if parts.query else ""
            )


def _host(parts: SplitResult) -> str:
    host = parts.hostname or ""
    if ":" in host:
        host = f"[{host}]"
    port = parts.port
    return host if port is None or str(port) == DEFAULT_PORTS.get(parts.scheme) else f"{host}:{port}"


def _component(text: str) -> Iterator[str]:
    """Spellings of a path or a query."""
    yield text
    normal = _ESCAPE.sub(_normal_escape, text)
    yield normal
    escaped = _FORBIDDEN.sub(_escape, normal)
    yield escaped
    if "%" in escaped:
        for one in (
            escaped,
            _transcoded(escaped, "utf-8", "gb18030"),
            _transcoded(escaped, "gb18030", "utf-8"),
        ):
            yield one
            yield _ESCAPE.sub(_lower, one)  # as some servers write them
        for charset in _CHARSETS:
            yield _transcoded(normal, charset, None)
        yield _VISIBLE.sub(lambda escape: chr(int(escape[1], 16)), _transcoded(normal, "utf-8", None))
    if "+" in normal or "%20" in normal:
        yield normal.replace("+", "%20")
        yield normal.replace("%20", "+")


def legible(text: str) -> str:
    """An address, or a part of one, with its letters beyond ASCII as a person reads them: UTF-8, else GB18030, else as
    it is. What is escaped for another reason stays, so an address stays one."""
    head, mark, query = text.partition("?")
    return f"{_letters(head)}{mark}{_letters(query)}" if "%" in text else text


def _letters(component: str) -> str:
    for charset in _CHARSETS:
        with contextlib.suppress(UnicodeDecodeError):
            return _HIGH_RUN.sub(partial(_letters_of, charset), component)
    return component


def _letters_of(charset: str, run: re.Match[str]) -> str:
    kept = []
    for character in _bytes(run[0]).decode(charset):
        if character.isprintable() and (ord(character) in _UNRESERVED or ord(character) > 0x7F):
            kept.append(character)
        else:
            kept.append(_escaped(character.encode(charset)))
    return "".join(kept)


def _escaped(data: bytes) -> str:
    return "".join(f"%{byte:02X}" for byte in data)


def beginnings(prefix: str) -> tuple[str, ...]:
    """The ways the beginning of an address, or a part of one, may be written in an archive, as given first; none begins
    with another one."""
    found: list[str] = []
    for one in _beginnings(prefix):
        if not one.startswith(tuple(found)):
            found = [other for other in found if not other.startswith(one)]
            found.append(one)
    return tuple(found)


def _beginnings(prefix: str) -> Iterator[str]:
    """All of them, and each with its escapes in either case."""
    for one in _written(prefix):
        yield one
        if "%" in one:
            yield _ESCAPE.sub(lambda escape: escape[0].upper(), one)
            yield _ESCAPE.sub(_lower, one)


def _written(prefix: str) -> Iterator[str]:
    yield prefix
    scheme, mark, rest = prefix.partition("://")
    host, slash, path = rest.partition("/")
    if mark and not host.isascii():
        with contextlib.suppress(AddressInvalid):
            ascii_host = normalize(f"{scheme}://{host}/").removesuffix("/")
            yield from _written(f"{ascii_host}{slash}{path}")
    if prefix.isascii() and "%" not in prefix:
        return
    for charset in _CHARSETS:
        with contextlib.suppress(UnicodeEncodeError):
            yield _NOT_ASCII.sub(partial(_escaped_in, charset), prefix)
        yield _transcoded(prefix, charset, None)
    yield _transcoded(prefix, "utf-8", "gb18030")
    yield _transcoded(prefix, "gb18030", "utf-8")


def _escaped_in(charset: str, run: re.Match[str]) -> str:
    return _escaped(run[0].encode(charset))


def _lower(escape: re.Match[str]) -> str:
    return escape[0].lower()


def _normal_escape(match: re.Match[str]) -> str:
    byte = int(match[1], 16)
    return chr(byte) if byte in _UNRESERVED else f"%{byte:02X}"


def _escape(match: re.Match[str]) -> str:
    return _escaped(match[0].encode("utf-8", "surrogatepass"))


def _transcoded(text: str, decoded_as: str, encoded_as: str | None) -> str:
    """`text` with its escaped non-ASCII runs read in one charset and written in another (None: left as text)."""

    def recode(match: re.Match[str]) -> str:
        data = _bytes(match[0])
        try:
            characters = data.decode(decoded_as)
            if encoded_as is None:
                return characters
            return "".join(chr(b) if b in _UNRESERVED else f"%{b:02X}" for b in characters.encode(encoded_as))
        except UnicodeError:
            return match[0]

    return _HIGH_RUN.sub(recode, text)


def _bytes(escaped: str) -> bytes:
    return b"".join(
        bytes([int(piece[1:], 16)]) if len(piece) == 3 else piece.encode()
        for piece in re.findall(r"%[0-9A-Fa-f]{2}|.", escaped)
    )


def same_address(one: str, other: str) -> bool:
    """Whether two spellings ask for the same thing over the same scheme; a fragment makes no difference."""
    return _canonical(one) == _canonical(other)


def redirect_target(base: str, location: str) -> str:
    """Where a Location header leads, or "" when it is no address."""
    try:
        return urljoin(base, location.strip())
    except ValueError:
        return ""


def _canonical(url: str) -> str:
    whole = url.partition("#")[0]
    try:
        parts = urlsplit(whole)
        host = _host(parts)
    except ValueError:
        return whole
    path, query = (
        _FORBIDDEN.sub(_escape, _ESCAPE.sub(_normal_escape, c)) for c in (parts.path or "/", parts.query)
    )
    return f"{parts.scheme}://{host}{path}?{query}"
