"""A stored response as it is sent again: its headers under other names, its addresses led to other mementos."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from app.archive.model import Capture
from app.replay.answer import span
from app.service import rewriting
from app.service.memento import Places
from app.tianwang.http import HttpMessage

NO_SCRIPTS = (
    "sandbox allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation; "
    "default-src 'none'; img-src 'self' data:; media-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "font-src 'self' data:; frame-src 'self'; form-action 'self'; base-uri 'none'"
)
"""The policy of every memento."""

_HTML = frozenset({"text/html", "application/xhtml+xml"})
_NAME = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_UNSENT = re.compile(r"[^\x20-\x7e]")
_NO_CONTENT = frozenset({204, 205, 304})


def stored(message: HttpMessage) -> dict[str, str]:
    """The stored headers under names that no browser acts upon, and those that say what the body is."""
    headers: dict[str, str] = {}
    for name, value in message.headers:
        if _NAME.fullmatch(name):
            plain = _UNSENT.sub("?", value)
            known = headers.get(f"X-Archive-Orig-{name}")
            headers[f"X-Archive-Orig-{name}"] = f"{known}, {plain}" if known else plain
            if name.lower() in ("content-type", "content-language", "content-disposition"):
                headers[name] = plain
    return headers


def answer(
    request: Request,
    capture: Capture,
    message: HttpMessage,
    places: Places,
    modifier: str,
    headers: dict[str, str],
    *,
    framed: bool = False,
    changed: bytes | None = None,
) -> Response:
    """A memento as it is sent: with its own status, redirects to the memento of their target; `framed` in the reading
    room, `changed` with this body in place of its own."""
    status = message.status if 200 <= message.status <= 599 else 502
    if request.headers.get("if-none-match", "") == headers["ETag"]:
        return Response(status_code=304, headers={"ETag": headers["ETag"]})

    inside = Places(urlsplit(places.root).path)  # holds by whatever name and scheme a page was asked for
    place = inside.mementos(capture.date, modifier)
    if 300 <= status < 400 and (location := message.header("location")):
        target = rewriting.absolute(capture.url, location)
        return Response(b"", status, {**headers, "Location": place(target) if target else location})
    body = b"" if status in _NO_CONTENT else message.body if changed is None else changed
    if modifier != "id_" and body:
        text = None
        if message.media_type in _HTML:
            text = rewriting.page(body, message.charset, capture.url, place, framed=framed)
        elif message.media_type == "text/css":
            text = rewriting.style_sheet(body, message.charset, capture.url, place)
        if text is not None:
            kept = {name: value for name, value in headers.items() if name.lower() != "content-type"}
            return Response(
                text.encode("utf-8", "replace"),
                status,
                {**kept, "Content-Type": f"{message.media_type}; charset=utf-8"},
            )
    headers["Accept-Ranges"] = "bytes"
    asked = span(request.headers.get("range", ""), len(body)) if status == 200 else None
    if asked is None:
        return Response(body, status, headers)
    start, stop = asked
    if start >= stop:
        return Response(b"", 416, {**headers, "Content-Range": f"bytes */{len(body)}"})
    return Response(
        body[start:stop], 206, {**headers, "Content-Range": f"bytes {start}-{stop - 1}/{len(body)}"}
    )
