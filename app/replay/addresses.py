"""One address, many spellings: what a browser asks for and what a crawler stored may be escaped differently."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from urllib.parse import SplitResult, urljoin, urlsplit

_DEFAULT_PORT = {"http": 80, "https": 443}
_OTHER_SCHEME = {"http": "https", "https": "http"}
_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
# A run of escaped bytes beyond ASCII, with the ASCII escapes between them that a GBK second byte may be.
_HIGH_RUN = re.compile(r"%[89A-Fa-f][0-9A-Fa-f](?:%[0-9A-Fa-f]{2}|[0-9A-Za-z@\[\]^_`{|}~](?=%[89A-Fa-f]))*")
_FORBIDDEN = re.compile(r"""[^!$&'()*+,;=:@/?%A-Za-z0-9\-._~]""")


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
    try:
        parts = urlsplit(whole)
        host = _host(parts)
    except ValueError:
        return
    for scheme in (parts.scheme, _OTHER_SCHEME.get(parts.scheme, parts.scheme)):
        for path in _component(parts.path or "/"):
            for query in _component(parts.query):
                yield f"{scheme}://{host}{path}" + (f"?{query}" if query else "")
                if not query and whole.endswith("?"):
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
    return host if port is None or port == _DEFAULT_PORT.get(parts.scheme) else f"{host}:{port}"


def _component(text: str) -> Iterator[str]:
    """Spellings of a path or a query."""
    yield text
    normal = _ESCAPE.sub(_normal_escape, text)
    yield normal
    yield _FORBIDDEN.sub(_escape, normal)
    if "%" in normal:
        for decoded_as, encoded_as in (("utf-8", "gb18030"), ("gb18030", "utf-8")):
            yield _transcoded(normal, decoded_as, encoded_as)
        yield _transcoded(normal, "utf-8", None)
        yield _transcoded(normal, "gb18030", None)
    if "+" in normal or "%20" in normal:
        yield normal.replace("+", "%20")
        yield normal.replace("%20", "+")


def _normal_escape(match: re.Match[str]) -> str:
    byte = int(match[1], 16)
    return chr(byte) if byte in _UNRESERVED else f"%{byte:02X}"


def _escape(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "surrogatepass"))


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
    path, query = (_FORBIDDEN.sub(_escape, _ESCAPE.sub(_normal_escape, c)) for c in (parts.path or "/", parts.query))
    return f"{parts.scheme}://{host}{path}?{query}"
