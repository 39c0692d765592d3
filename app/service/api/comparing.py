"""Two versions compared: their blocks as objects, or the page of one of them with the changed blocks marked."""

from __future__ import annotations

import re

from app.archive.model import Capture
from app.blocks.compare import telling
from app.blocks.compare.changes import Comparison
from app.blocks.compare.sides import side_of
from app.blocks.noise.judged import Stopped, compare_captures
from app.errors import FormatError, StorageUnreadable
from app.service import rewriting
from app.service.api.operations import Answer, Asked, Refusal, told
from app.service.memento import Places

_TAG = re.compile(rb"<[a-zA-Z][^\s/>]*")
_UNSEEN = (b"<title", b"<meta", b"<link", b"<script", b"<style")
_NAME = b" data-tianwang-change"
_STYLE = (
    b"<style>[data-tianwang-change]{outline:2px solid #888!important;outline-offset:1px}"
    b"[data-tianwang-change=changed]{outline-color:#c77c00!important;background:#fff3d6!important}"
    b"[data-tianwang-change=added]{outline-color:#1a7f37!important;background:#dafbe1!important}"
    b"[data-tianwang-change=removed]{outline-color:#c5221f!important;background:#ffe2e0!important}"
    b"[data-tianwang-change=moved]{outline-color:#1a5fb4!important}"
    b"[data-tianwang-noise]{opacity:.7}</style>"
)
NO_SCRIPTS = (
    "sandbox; default-src 'none'; img-src 'self' data:; media-src 'self' data:; "
    "style-src 'self' 'unsafe-inline'; font-src 'self' data:; frame-src 'none'; base-uri 'none'"
)


def blocks(asked: Asked) -> Answer:
    """The comparison block by block, as “tianwang diff --json” tells it."""
    before, after, comparison = _compared(asked)
    of_site = telling.of_template(asked.view.reader, before, after, comparison)
    shown = [
        telling.values(change, template)
        for change, template in zip(comparison.changes, of_site, strict=True)
        if change.kind != "unchanged" or asked["unchanged"]
    ]
    summary = telling.summary(comparison, of_site)
    return Answer(
        {
            "before": told(asked.root, before),
            "after": told(asked.root, after),
            "summary": {**summary, "warnings": [str(one) for one in summary["warnings"]]},
            "blocks": shown,
        }
    )


def page(asked: Asked) -> Answer:
    """One of the versions as a page, each changed block with an outline and an attribute of its kind."""
    before, after, comparison = _compared(asked)
    old = asked["side"] == "before"
    capture = before if old else after
    side = side_of(asked.view.reader, capture)
    if not side.is_html():
        raise Refusal(404, "no-page", "This version is no page; the comparison is at “comparison”.")
    data = _marked(side.data, comparison, old=old)
    places = Places(f"/{asked.view.collection.name}/")
    text = rewriting.page(
        data, side.charset, capture.url, lambda url: places.memento(url, capture.date, "mp_")
    )
    return Answer(
        data=text.encode("utf-8", "replace"),
        media_type="text/html; charset=utf-8",
        tag=f"marked-{before.id}-{after.id}-{asked['side']}-{asked['level']}",
        headers={"Content-Security-Policy": NO_SCRIPTS},
    )


def _compared(asked: Asked) -> tuple[Capture, Capture, Comparison]:
    before, after = asked.capture("before"), asked.capture("after")
    try:
        found = compare_captures(
            asked.view.reader, before, after, level=asked["level"], cancelled=asked.view.stopped
        )
    except Stopped:
        raise TimeoutError from None
    except (FormatError, StorageUnreadable) as problem:
        raise Refusal(502, "damaged", f"One of the records is damaged: {problem}") from problem
    return before, after, found


def _marked(data: bytes, comparison: Comparison, *, old: bool) -> bytes:
    """A page with an attribute in the first tag of each block that is not as in the other version."""
    places: dict[int, bytes] = {}
    for change in comparison.changes:
        span = change.span_a if old else change.span_b
        if span is None or change.kind in ("unchanged", "layout", "markup"):
            continue
        tag = _TAG.match(data, span[0])
        if tag is not None and tag[0].lower() not in _UNSEEN:
            noise = b" data-tianwang-noise" if change.noise else b""
            places[tag.end()] = _NAME + b"=" + change.kind.encode("ascii") + noise
    pieces, last = list[bytes](), 0
    for place in sorted(places):
        pieces += (data[last:place], places[place])
        last = place
    return b"".join((*pieces, data[last:], _STYLE))
