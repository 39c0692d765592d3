"""Archived pages for the reading room, at a port that serves nothing else.

    /{pass}/{collection}/{digits}mp_/{address}             what was captured at an address, nearest to a moment
    /{pass}/{collection}/{digits}mk_/{id}/{id}/{a|b}        one of two versions, with what changed marked in it

Decisions:
- A pass (`signing`) stands in the address: a page in a sandboxed frame sends no cookies, and its pictures must come, too.
  It opens this port alone; pages are sent without referrer and run no scripts, so nothing can carry it away.
- One script may run in a page, which is ours and tells the reading room which address is shown: the policy has its digest,
  and the page an origin of its own that it shares with nothing.
- Pages are shown as a browser made them where a crawl kept that: their own scripts do not run here.
"""

from __future__ import annotations

import base64
import hashlib
import html
import math
import re
from datetime import datetime
from urllib.parse import unquote, urlsplit

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

import resources
from app.archive.model import Capture
from app.blocks.noise.judged import Stopped
from app.errors import CaptureMissing, FormatError, StorageUnreadable, UserError
from app.service import cdx, replaying
from app.service.asking import CollectionThreads, meant, origin, raw
from app.service.collection import Collection, View, nearest
from app.service.guard import Budgets
from app.service.keys import key_of
from app.service.lanes import Busy, Lane
from app.service.memento import Places
from app.service.room import marking
from app.service.room.wording import Wording, preferred, wording
from app.service.signing import Signing
from app.tianwang.http import HttpMessage

_PATH = re.compile(r"/([0-9a-f\-]{1,80})/([^/?]{1,200})/(\d{1,14})(m[pk]_)/(.+)", re.DOTALL | re.ASCII)
_PAIR = re.compile(r"(\d{6}-\d{7,10})/(\d{6}-\d{7,10})/([ab])", re.ASCII)
_SCRIPT = resources.path("room", "in_page.js").read_text("utf-8").strip()
_DIGEST = base64.b64encode(hashlib.sha256(_SCRIPT.encode()).digest()).decode()
_POLICY = (
    f"sandbox allow-scripts allow-forms; default-src 'none'; script-src 'sha256-{_DIGEST}'; img-src 'self' data:; "
    "media-src 'self' data:; style-src 'self' 'unsafe-inline'; font-src 'self' data:; frame-src 'self'; "
    "object-src 'self'; form-action 'self'; base-uri 'none'"
)
_BURST = 20  # seconds of the rate
_MARKING = 2  # threads in which versions are compared: a long comparison holds up no page
SECONDS = 25.0
"""For one of these."""


class Stage:
    """The application of the second port."""

    def __init__(self, threads: CollectionThreads, signing: Signing, rate: float) -> None:
        self._threads, self._signing = threads, signing
        self._budgets = Budgets(rate, _BURST)
        self._lane = Lane(_MARKING, "marking")

    def close(self) -> None:
        self._lane.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        words = wording(preferred(request.headers.get("accept-language", "")))
        budget = self._budgets.take(request.client.host if request.client else "")
        if request.method not in ("GET", "HEAD"):
            response = _said(405, words.say("An archived form cannot be sent."))
        elif budget.wait > 0:
            response = _said(429, words.say("Too many requests. Wait a moment."))
            response.headers["Retry-After"] = str(math.ceil(budget.wait))
        else:
            try:
                response = await self._found(request, words)
            except (CaptureMissing, cdx.QueryError):
                response = _said(404, words.say("This address is not in the archive."))
            except (Busy, TimeoutError):
                response = _said(503, words.say("This takes too long to be worked out here."))
            except UserError as problem:
                response = _said(503, words.engine(problem.message))
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["Access-Control-Allow-Origin"] = (
            "*"  # fonts are asked for by an origin without a name
        )
        await response(scope, receive, budget.told(send))

    async def _found(self, request: Request, words: Wording) -> Response:
        found = _PATH.fullmatch(raw(request))
        collection = self._threads.collections.get(unquote(found[2])) if found else None
        if found is None or collection is None:
            return _said(404, words.say("There is nothing here."))
        if self._signing.needed and not self._signing.holds("replay", found[1]):
            return _said(401, words.say("This page is no longer open to you. Load the reading room again."))
        places = Places(f"{origin(request)}/{found[1]}/{found[2]}/")
        if found[4] == "mk_":
            pair = _PAIR.fullmatch(found[5])
            if pair is None:
                return _said(404, words.say("There is nothing here."))
            ids, side = (pair[1], pair[2]), 0 if pair[3] == "a" else 1
            return await self._lane.ask(
                collection, lambda view: _marked(request, view, ids, side, places, words), SECONDS, request
            )
        url, date = meant(found[5]), cdx.moment(found[3])
        return await self._threads.ask(
            collection, lambda view: _shown(request, view, url, date, places, words)
        )


def _shown(
    request: Request, view: View, url: str, date: datetime, places: Places, words: Wording
) -> Response:
    found = nearest(view.moments(url), date, url)
    if found is None:
        return _missing(view.collection, url, words)
    return _sent(request, view, view.reader.capture_at(found.seq), places, words)


def _marked(
    request: Request, view: View, ids: tuple[str, str], side: int, places: Places, words: Wording
) -> Response:
    """One of two versions with the blocks marked that differ; as it is where they cannot be marked."""
    pair = view.reader.capture(ids[0]), view.reader.capture(ids[1])
    for one in pair:
        if view.collection.hidden(key_of(one.url)):
            return _missing(view.collection, one.url, words)
    try:
        message = view.reader.shown(pair[side])
        body = marking.marked(marking.compared(view, pair), side, message).body if _is_page(message) else None
    except (FormatError, StorageUnreadable, Stopped):
        return _sent(request, view, pair[side], places, words)
    return _sent(request, view, pair[side], places, words, message, body)


def _sent(
    request: Request,
    view: View,
    chosen: Capture,
    places: Places,
    words: Wording,
    message: HttpMessage | None = None,
    body: bytes | None = None,
) -> Response:
    try:
        message = view.reader.shown(chosen) if message is None else message
    except (FormatError, StorageUnreadable) as problem:
        said = words.engine(getattr(problem, "rule", None) or problem)
        return _said(502, words.say("The record of this version is damaged: {detail}", detail=said))
    headers = replaying.stored(message)
    headers["Content-Security-Policy"] = _POLICY
    headers["ETag"] = f'W/"{chosen.id}{"-marked" if body is not None else ""}"'
    headers["Cache-Control"] = "private, max-age=600"
    response = replaying.answer(request, chosen, message, places, "mp_", headers, framed=True, changed=body)
    if (
        _is_page(message)
        and response.status_code not in (304, 204, 205)
        and not 300 <= response.status_code < 400
    ):
        shown = f'data-url="{html.escape(chosen.url)}" data-moment="{cdx.stamp(chosen.date)}"'
        _add(response, f"<script {shown}>{_SCRIPT}</script>".encode())
    return response


def _is_page(message: HttpMessage) -> bool:
    return message.media_type == "text/html"


def _add(response: Response, ending: bytes) -> None:
    response.body = bytes(response.body) + ending
    response.headers["Content-Length"] = str(len(response.body))


def _missing(collection: Collection, url: str, words: Wording) -> Response:
    hidden = collection.hidden(key_of(url))
    if hidden is not None:
        return _said(451, hidden.reason or words.say("This address is not shown."), url, words)
    return _said(404, words.say("This address is not in the archive."), url, words)


def _said(status: int, sentence: str, url: str = "", words: Wording | None = None) -> Response:
    """A page that says why there is none."""
    scheme = urlsplit(url).scheme
    address = f"<p><code>{html.escape(words.address(url))}</code></p>" if words and scheme else ""
    style = (
        "body{font:16px/1.6 system-ui,sans-serif;margin:15vh auto;max-width:34em;padding:0 1.5em;color:#1a2429;"
        "background:#fff;text-align:center}code{color:#55646b;word-break:break-all}"
    )
    page = (
        f"<!doctype html><meta charset=utf-8><title>{html.escape(sentence)}</title><style>{style}</style>"
        f"<h1 style='font-size:1.25em'>{html.escape(sentence)}</h1>{address}"
    )
    headers = {"Content-Security-Policy": _POLICY, "Cache-Control": "no-store"}
    return Response(page, status, headers, "text/html")
