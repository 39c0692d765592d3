"""From a request to a response: the capture for it, or a page in its place."""

from __future__ import annotations

import http
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from app.archive.model import Capture, Damage
from app.archive.spellings import redirect_target, same_address, spellings
from app.errors import FormatError, StorageUnreadable
from app.replay.source import CaptureSource, Message
from app.replay.views import Moment
from extractors.base.charset import CHOSEN, GUESSED, NAMES, UNDECLARED, codec, decode

# Which stored response headers go back to the browser.

# Of one connection only (RFC 9110), or about a body whose codings are undone here.
_CONNECTION = frozenset(
    [
        "connection",
        "keep-alive",
        "proxy-connection",
        "proxy-authenticate",
        "proxy-authentication-info",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
        "content-length",
        "content-encoding",
        "content-range",
        "accept-ranges",
        "content-md5",
        "digest",
        "content-digest",
        "repr-digest",
    ]
)
# They would outlive the page, reach out of the archive, ask the person for a password, or keep a copy of
# another date: pinning, reporting, other servers, service workers, prefetching, authentication, caching.
_UNWANTED = frozenset(
    [
        "strict-transport-security",
        "public-key-pins",
        "public-key-pins-report-only",
        "expect-ct",
        "alt-svc",
        "clear-site-data",
        "report-to",
        "reporting-endpoints",
        "nel",
        "content-security-policy-report-only",
        "cross-origin-embedder-policy-report-only",
        "cross-origin-opener-policy-report-only",
        "document-policy-report-only",
        "permissions-policy-report-only",
        "service-worker-allowed",
        "speculation-rules",
        "accept-ch",
        "critical-ch",
        "accept-ch-lifetime",
        "use-as-dictionary",
        "www-authenticate",
        "authentication-info",
        "attribution-reporting-register-source",
        "attribution-reporting-register-trigger",
        "cache-control",
        "expires",
        "pragma",
        "age",
        "vary",
    ]
)
_CORS = frozenset({"access-control-allow-origin", "access-control-allow-credentials"})
_CSP = "content-security-policy"
# The first would ask for addresses nobody stored; the others would tell a server about the reader.
_CSP_UNWANTED = frozenset({"upgrade-insecure-requests", "block-all-mixed-content", "report-uri", "report-to"})
_NAME = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_UNSAFE = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")


def replayed(stored: Sequence[tuple[str, str]], *, origin: str | None) -> list[tuple[str, str]]:
    """The headers of a stored response as they are sent again.

    A crawler asks without Origin, so a stored response often lacks the permission that it would have
    given to a page; a request that carries an `origin` gets it. Nothing but archived bytes is at stake.
    """
    connection = _named_by_connection(stored)
    kept: list[tuple[str, str]] = []
    for name, value in stored:
        lower = name.lower()
        if lower in _CONNECTION or lower in _UNWANTED or lower in connection:
            continue
        if not _NAME.fullmatch(name) or _UNSAFE.search(value):
            continue
        if origin is not None and lower in _CORS:
            continue
        if lower == _CSP:
            value = _without_reports(value)
            if not value:
                continue
        kept.append((name, value))
    if origin is not None:
        kept.append(("Access-Control-Allow-Origin", origin))
        kept.append(("Access-Control-Allow-Credentials", "true"))
    # The same address shows another version after the next click: nothing may stay in a cache.
    kept.append(("Cache-Control", "no-store"))
    return kept


def _named_by_connection(stored: Sequence[tuple[str, str]]) -> set[str]:
    """Headers that the Connection header declares to be of that connection only."""
    return {
        token.strip().lower()
        for name, value in stored
        if name.lower() == "connection"
        for token in value.split(",")
        if token.strip().lower() not in {"content-type", "location", "set-cookie"}
    }


def _without_reports(policy: str) -> str:
    """A content security policy without the directives that make no sense in an archive."""
    policies = []
    for one in policy.split(","):
        directives = [d.strip() for d in one.split(";")]
        kept = [d for d in directives if d and d.split(None, 1)[0].lower() not in _CSP_UNWANTED]
        if kept:
            policies.append("; ".join(kept))
    return ", ".join(policies)


# Given the address and the date of the view, the page (HTML, UTF-8) that stands in for what is not there.
MissingPage = Callable[[str, "datetime | None"], str]
# Given the address and what is wrong with its capture, the page that stands in for it.
DamagedPage = Callable[[str, Damage], str]

_RANGE = re.compile(r"bytes=([0-9]{0,18})-([0-9]{0,18})")
_TEXTS = frozenset({"text/html", "application/xhtml+xml", "text/plain"})
_NO_TEXTS = frozenset({"text/xml"})  # it says in its first line how it is written
_NO_BODY = frozenset({204, 205, 304})


@dataclass(frozen=True, slots=True)
class Request:
    """A browser's request; `url` is absolute, header names are lower case."""

    method: str
    url: str
    headers: dict[str, str]
    body: bytes = b""

    @property
    def wants_page(self) -> bool:
        """Whether a person would see the answer as a page: then a missing one is explained in words."""
        where = self.headers.get("sec-fetch-dest")
        if where is not None:
            return where in {"document", "iframe", "frame"}
        return self.headers.get("accept", "").startswith("text/html")


@dataclass(frozen=True, slots=True)
class Response:
    """The answer to it. `found` is true when it comes out of the archive."""

    status: int
    reason: str
    headers: list[tuple[str, str]] = field(default_factory=list)
    body: bytes = b""
    found: bool = False
    digest: str = ""  # of the capture


def answer(source: CaptureSource, request: Request, moment: Moment) -> Response | Damage | None:
    """The stored response nearest to the moment of the view; the reason why it cannot be shown; or None without a
    capture."""
    if request.headers.get("service-worker") == "script":
        # A service worker would stand between the page and the archive, and outlive the page.
        return None
    found = _find(source, request.url, moment)
    if found is None or isinstance(found, Damage):
        return found
    message, capture = found
    return replace(_replay(message, request), digest=capture.digest)


def preflight(request: Request) -> Response:
    """The answer to a CORS preflight: a page may read everything in the archive."""
    return Response(
        204,
        "No Content",
        [
            ("Access-Control-Allow-Origin", request.headers.get("origin", "*")),
            ("Access-Control-Allow-Credentials", "true"),
            ("Access-Control-Allow-Methods", "GET, HEAD, POST"),
            ("Access-Control-Allow-Headers", request.headers.get("access-control-request-headers", "*")),
        ],
        found=True,
    )


def missing(request: Request, date: datetime | None, page: MissingPage) -> Response:
    """404, with an explanation where a person would read it."""
    return _stand_in(request, 404, "Not in the archive", lambda: page(request.url, date))


def damaged(request: Request, damage: Damage, page: DamagedPage) -> Response:
    """502, with an explanation where a person would read it."""
    return _stand_in(request, 502, "Damaged in the archive", lambda: page(request.url, damage))


def _stand_in(request: Request, status: int, reason: str, page: Callable[[], str]) -> Response:
    headers = [
        ("Cache-Control", "no-store"),
        ("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'"),
    ]
    if "origin" in request.headers:
        headers.append(("Access-Control-Allow-Origin", request.headers["origin"]))
    if not request.wants_page:
        return Response(status, reason, headers)
    headers.append(("Content-Type", "text/html; charset=utf-8"))
    return Response(status, reason, headers, page().encode())


def _find(source: CaptureSource, url: str, moment: Moment) -> tuple[Message, Capture] | Damage | None:
    for spelling in spellings(url):
        capture = source.nearest(spelling, moment.date)
        if capture is None:
            continue
        if moment.capture is not None and moment.capture.url == capture.url:
            capture = moment.capture
        message = _message(source, capture)
        if isinstance(message, Damage):
            return message
        if not _leads_back(message, capture, url):
            return message, capture
    return None


def _message(source: CaptureSource, capture: Capture) -> Message | Damage:
    try:
        message = source.http(capture)
        # What can be read of a damaged record is shown, but not compressed bytes that do not inflate.
        damage = None if message.status_line else source.damaged(capture)
    except (FormatError, StorageUnreadable):
        damage = source.damaged(capture)
        if damage is None:
            raise
    return message if damage is None else damage


def _leads_back(message: Message, capture: Capture, url: str) -> bool:
    """Whether a stored redirect points to the very address that was asked for.

    That is so when only "http → https" was stored and the https page was not: the fallback to the other
    scheme would then send the browser round in circles.
    """
    if message.status // 100 != 3:
        return False
    location = next((value for name, value in message.headers if name.lower() == "location"), "")
    return bool(location) and same_address(redirect_target(capture.url, location), url)


def _replay(message: Message, request: Request) -> Response:
    status, reason = message.status, message.reason
    if not 200 <= status <= 999:
        status, reason = 502, "Stored status line is unusable"
    elif status == 407:
        # From a proxy, 407 means that the proxy itself wants a password.
        status = 403
    headers = replayed(message.headers, origin=request.headers.get("origin"))
    body = b"" if status in _NO_BODY else message.body
    kind = message.media_type
    shown = request.wants_page and kind.startswith("text/") and kind not in _NO_TEXTS
    if body and (kind in _TEXTS or shown):  # Markdown, too, is shown as text
        headers, body = _in_its_charset(message, headers, body)
    if status == 200:
        headers.append(("Accept-Ranges", "bytes"))
        asked = span(request.headers.get("range", ""), len(body))
        if asked is not None and request.method == "GET":
            start, stop = asked
            if start >= stop:
                headers.append(("Content-Range", f"bytes */{len(body)}"))
                return Response(416, "Range Not Satisfiable", headers, b"", True)
            headers.append(("Content-Range", f"bytes {start}-{stop - 1}/{len(body)}"))
            return Response(206, "Partial Content", headers, body[start:stop], True)
    return Response(status, reason or _phrase(status), headers, body, True)


def _in_its_charset(
    message: Message, headers: list[tuple[str, str]], body: bytes
) -> tuple[list[tuple[str, str]], bytes]:
    """Headers and body of a text that declares no charset, or for which a person chose one: a browser would guess, or
    believe the declaration. A text in a charset that browsers do not have is sent as UTF-8."""
    asked = message.charset
    if asked and codec(asked):
        return headers, body
    text, found, decided = decode(body, asked)
    undeclared = decided in GUESSED or (decided == UNDECLARED and not body.isascii())
    if not undeclared and decided != CHOSEN:
        return headers, body
    name = NAMES.get(found)
    if name is None or (decided == CHOSEN and body[:4] != text[:4].encode(found, "replace")[:4]):
        name, body = "UTF-8", text.encode("utf-8", "replace")  # a BOM would overrule the header as well
    kept = [(key, value) for key, value in headers if key.lower() != "content-type"]
    return [*kept, ("Content-Type", f"{message.media_type}; charset={name}")], body


def span(header: str, size: int) -> tuple[int, int] | None:
    """The half-open byte range of a Range header; None for no range, or more than one."""
    match = _RANGE.fullmatch(header.strip())
    if match is None or not (match[1] or match[2]):
        return None
    if not match[1]:
        return max(0, size - int(match[2])), size
    stop = min(size, int(match[2]) + 1) if match[2] else size
    return int(match[1]), stop


def _phrase(status: int) -> str:
    try:
        return http.HTTPStatus(status).phrase
    except ValueError:
        return ""
