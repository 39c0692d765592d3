"""Preformatted text in paragraphs: pages that are one long `<pre>` have no other structure than empty lines."""

from __future__ import annotations

import re
import zlib

from app.blocks.elements import PREFORMATTED
from app.blocks.nodes import Node
from app.blocks.spans import Scan

_EMPTY_LINES = re.compile(r"\n(?:[ \t\f\r]*\n)+")
_MOST = 8  # times as many paragraphs as usual: then a cut follows in any case


def paragraphs(node: Node, scan: Scan, minimum: int) -> list[tuple[int, int]]:
    """Places of groups of paragraphs of about `minimum` characters; [] for what is not preformatted, or too short.

    As with other long rows, the text of a paragraph alone chooses whether a cut follows.
    """
    if node.tag not in PREFORMATTED or node.number < 0 or not node.mapped:
        return []
    begin, end = scan.ends[node.number], min(scan.inner_ends[node.number], node.end)
    inside = iter([(child.start, child.end) for child in node.children if child.start >= 0])
    start, stop = next(inside, (end, end))
    cuts: list[int] = []
    for empty in _EMPTY_LINES.finditer(scan.text, begin, end):
        while stop <= empty.start() and start < end:
            start, stop = next(inside, (end, end))
        if empty.end() <= start:
            cuts.append(empty.end())
    modulus = 1 << max(0, round(minimum * (len(cuts) + 1) / max(1, end - begin)).bit_length() - 1)
    places: list[tuple[int, int]] = []
    paragraph = begin
    waiting = 0
    for cut in cuts:
        waiting += 1
        said = " ".join(scan.text[paragraph:cut].split()).encode("utf-8", "replace")
        paragraph = cut
        if zlib.crc32(said) % modulus == 0 or waiting >= _MOST * modulus:
            places.append((begin, cut))
            begin, waiting = cut, 0
    return [*places, (begin, end)] if places and begin < end else places
