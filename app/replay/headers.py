"""Which stored response headers go back to the browser."""

from __future__ import annotations

import re
from collections.abc import Sequence

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
