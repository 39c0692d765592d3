"""Who may ask, and how often: a token, a rate for each client, and no method but reading.

Programs send the token as a bearer (RFC 6750) or as the password of HTTP Basic with any name (RFC 7617); a person signs
in by a page, which sets a cookie (`signing`). The token is compared in constant time and stands in no address, so no log
has it.
"""

from __future__ import annotations

import base64
import math
import time
from collections import OrderedDict
from contextlib import suppress
from typing import NamedTuple
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.service.signing import Signing

SIGN_IN, SIGN_OUT = "/read/sign-in", "/read/sign-out"
_OPEN = ("/read/static/", SIGN_IN)
"""What anybody may ask for: the page to sign in, and what it looks like."""
_CLIENTS = 10_000
_BURST = 20  # seconds of the rate that may be used at once


class Guard:
    """An application behind the token of `signing` and `rate` requests a second for each client (0: any)."""

    def __init__(self, inner: ASGIApp, signing: Signing, rate: float = 0) -> None:
        self._inner, self._signing = inner, signing
        self._budgets = Budgets(rate, _BURST)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        budget = self._budgets.take(request.client.host if request.client else "")
        refusal = self._refusal(request, budget.wait)
        await (refusal or self._inner)(scope, receive, budget.told(send))

    def _refusal(self, request: Request, wait: float) -> Response | None:
        if wait > 0:  # before the token: nobody may try many
            return error(429, "rate", "Too many requests.", {"Retry-After": str(math.ceil(wait))})
        path = raw_path(request)
        if request.method not in ("GET", "HEAD", "OPTIONS") and not (
            request.method == "POST" and path in (SIGN_IN, SIGN_OUT)
        ):
            return error(405, "method", "This archive can only be read.", {"Allow": "GET, HEAD, OPTIONS"})
        # a browser asks what it may ask for without what it would ask with
        open_to_all = path.startswith(_OPEN) or request.method == "OPTIONS"
        if self._signing.needed and not open_to_all and not self._is_known(request):
            if _is_person(request, path):
                query = request.scope["query_string"].decode("latin-1")
                there = quote(f"{path}?{query}" if query else path, safe="")
                return RedirectResponse(f"{SIGN_IN}?next={there}", 303, {"Cache-Control": "no-store"})
            return error(
                401,
                "token",
                "This archive needs a token.",
                {"WWW-Authenticate": 'Basic realm="Tianwang archive"'},
            )
        return None

    def _is_known(self, request: Request) -> bool:
        if self._signing.is_token(_given(request.headers.get("authorization", ""))):
            return True
        return self._signing.holds("person", request.cookies.get(self._signing.cookie, ""))


class Budget(NamedTuple):
    """What a client has left: seconds to wait until it may again (0: now), times that are left, seconds until it has all of
    them again. `policy` says how many these are in how many seconds, "" where there is no limit."""

    wait: float
    left: int
    full: float
    policy: str

    def told(self, send: Send) -> Send:
        """Sends the header fields of draft-ietf-httpapi-ratelimit-headers-10 with an answer."""
        if not self.policy:
            return send
        reset = math.ceil(self.wait or self.full)
        fields = [
            (b"ratelimit-policy", f'"client";{self.policy}'.encode()),
            (b"ratelimit", f'"client";r={self.left};t={reset}'.encode()),
        ]

        async def telling(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *fields]
            await send(message)

        return telling


class Budgets:
    """How often clients may do something: `rate` times a second (0: any), `burst` seconds of it at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # client → (when, times left then)

    def take(self, client: str) -> Budget:
        """Takes one time off the budget of a client, where it has one left."""
        if self._rate <= 0:
            return _ANY
        now, most = time.monotonic(), max(1.0, self._rate * self._burst)
        before, left = self._left.pop(client, (now, most))
        left = min(most, left + (now - before) * self._rate)
        wait = 0.0 if left >= 1 else (1 - left) / self._rate
        left = left - 1 if left >= 1 else left
        self._left[client] = (now, left)
        if len(self._left) > _CLIENTS:
            self._left.popitem(last=False)
        policy = f"q={int(most)};w={math.ceil(most / self._rate)}"
        return Budget(wait, int(left), (most - left) / self._rate, policy)


_ANY = Budget(0.0, 0, 0.0, "")


def raw_path(request: Request) -> str:
    """The path as it was sent, without its query."""
    raw: bytes = request.scope.get("raw_path") or request.scope["path"].encode()
    return raw.partition(b"?")[0].decode("latin-1")


def wants_page(request: Request) -> bool:
    """Whether whoever asks is a browser that shows pages."""
    return "text/html" in request.headers.get("accept", "")


def _is_person(request: Request, path: str) -> bool:
    return wants_page(request) and (path == "/" or path == "/read" or path.startswith("/read/"))


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
