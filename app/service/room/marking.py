"""What changed between two versions, marked in the bytes of either of them.

A block that differs is a range of bytes of the page (`app.blocks`): its first tag gets an attribute, text without a tag an
element around it, and a style at the end paints both. No character of the page goes, and nothing has to be measured in
a browser, as the window does it.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import NamedTuple

from app.archive.model import Capture
from app.blocks.compare.changes import Change, Comparison
from app.blocks.noise.judged import compare_captures
from app.service.collection import View
from app.tianwang.http import HttpMessage

SECONDS = 20.0
"""For a comparison."""

_TAG = re.compile(rb"<([a-zA-Z][^\s/>]*)((?:[^>\"']|\"[^\"]*\"|'[^']*')*)>")
_ID = re.compile(rb"""\sid\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""", re.IGNORECASE)
_WIDE = ("utf-16", "utf-32")
_COLORS = {
    "changed": ("#b26a00", "solid"),
    "markup": ("#7a3fa6", "dotted"),
    "moved": ("#1565c0", "double"),
    "added": ("#1a7f37", "solid"),
    "removed": ("#c62828", "dashed"),
}
_STYLE = "".join(
    f'[data-tianwang="{kind}"]{{outline:3px {line} {color}!important;outline-offset:2px!important;'
    f"background-color:{color}1f!important;scroll-margin:30vh}}"
    for kind, (color, line) in _COLORS.items()
)
SHOWN = frozenset(_COLORS)


class Marked(NamedTuple):
    """A page with its marks, and by the number of each change the id that leads to it."""

    body: bytes
    anchors: dict[int, str]


def limit(seconds: float, stopped: Callable[[], bool]) -> Callable[[], bool]:
    """Says when so many seconds have passed, or `stopped` says so."""
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end or stopped()


def compared(view: View, pair: tuple[Capture, Capture]) -> Comparison:
    """Two versions compared. Stopped after `SECONDS`; FormatError, StorageUnreadable."""
    return compare_captures(view.reader, *pair, cancelled=limit(SECONDS, view.stopped))


def listed(comparison: Comparison) -> list[tuple[int, Change]]:
    """What is shown to a person: what differs and is no noise, with its number."""
    return [
        (number, change)
        for number, change in enumerate(comparison.changes)
        if change.kind in SHOWN and change.noise is None
    ]


def marked(comparison: Comparison, side: int, message: HttpMessage) -> Marked:
    """The page of one side (0 or 1) with its marks."""
    tree = comparison.tree_b if side else comparison.tree_a
    data = message.body
    if tree is None or tree.charset.lower().startswith(_WIDE):
        return Marked(data, {})
    spans = sorted(
        (span, number, change.kind)
        for number, change in listed(comparison)
        if (span := change.span_b if side else change.span_a) is not None
    )
    pieces, anchors, at = list[bytes](), dict[int, str](), 0
    for (start, end), number, kind in spans:
        if start < at or end > len(data) or start >= end:
            continue
        while start < end and data[start : start + 1].isspace():
            start += 1
        name = f"tianwang-{number}"
        sign = f' data-tianwang="{kind}"'.encode()
        if tag := _TAG.match(data, start):
            own = _ID.search(tag[2])
            if own is not None:
                name = (own[1] or own[2] or own[3] or b"").decode("utf-8", "replace")
            else:
                sign += f' id="{name}"'.encode()
            pieces += (data[at : tag.end(1)], sign)
            at = tag.end(1)
        else:
            stop = data.find(b"<", start, end)
            stop = end if stop < 0 else stop
            pieces += (
                data[at:start],
                b"<span",
                sign,
                f' id="{name}">'.encode(),
                data[start:stop],
                b"</span>",
            )
            at = stop
        anchors[number] = name
    pieces += (data[at:], f"<style>{_STYLE}</style>".encode())
    return Marked(b"".join(pieces), anchors)
