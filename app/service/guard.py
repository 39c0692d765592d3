"""Who may ask, and how often: a token, a rate for each client, and no method but reading.

A token is taken as a bearer (RFC 6750) or as the password of HTTP Basic with any name (RFC 7617), which browsers ask
for. It is compared in constant time and stands in no address, so no log has it.
"""

from __future__ import annotations

import base64
import hmac
import time
from collections import OrderedDict
from contextlib import suppress

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

_CLIENTS = 10_000
_BURST = 20  # seconds of the rate that may be used at once


class Guard:
    """An application behind a token (empty: for everybody) and `rate` requests a second for each client (0: any)."""

    def __init__(self, inner: ASGIApp, token: str = "", rate: float = 0) -> None:
        self._inner, self._token, self._rate = inner, token.encode(), rate
        self._budgets: OrderedDict[str, tuple[float, float]] = (
            OrderedDict()
        )  # client → (when, requests left then)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._inner(scope, receive, send)
            return
        refusal = self._refusal(Request(scope))
        await (refusal or self._inner)(scope, receive, send)

    def _refusal(self, request: Request) -> Response | None:
        if request.method not in ("GET", "HEAD", "OPTIONS"):
            return error(405, "method", "This archive can only be read.", {"Allow": "GET, HEAD, OPTIONS"})
        if self._token and not hmac.compare_digest(
            _given(request.headers.get("authorization", "")), self._token
        ):
            return error(
                401,
                "token",
                "This archive needs a token.",
                {"WWW-Authenticate": 'Basic realm="Tianwang archive"'},
            )
        wait = self._waiting(request.client.host if request.client else "")
        if wait > 0:
            return error(429, "rate", "Too many requests.", {"Retry-After": str(int(wait) + 1)})
        return None

    def _waiting(self, client: str) -> float:
        """Seconds until this client may ask again; a request is taken off its budget."""
        if self._rate <= 0:
            return 0
        now, most = time.monotonic(), max(1.0, self._rate * _BURST)
        before, left = self._budgets.pop(client, (now, most))
        left = min(most, left + (now - before) * self._rate)
        wait = 0.0 if left >= 1 else (1 - left) / self._rate
        self._budgets[client] = (now, left - 1 if left >= 1 else left)
        if len(self._budgets) > _CLIENTS:
            self._budgets.popitem(last=False)
        return wait


def _given(header: str) -> bytes:
    kind, _, value = header.partition(" ")
    if kind.lower() == "bearer":
        return value.strip().encode("utf-8", "replace")
    if kind.lower() == "basic":
        with suppress(ValueError):
            return base64.b64decode(value.strip(), validate=True).partition(b":")[2]
    return b""


def error(status: int, code: str, detail: str, headers: dict[str, str] | None = None) -> Response:
    """An answer that says what is wrong: a code for programs, a sentence for people."""
    return JSONResponse(
        {"error": code, "detail": detail}, status, {"Cache-Control": "no-store", **(headers or {})}
    )
