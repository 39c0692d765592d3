"""How often the drawings of a PDF (form XObjects, ISO 32000-1, 8.10) draw one another: PDFium follows them all."""

from __future__ import annotations

import re
import zlib
from collections import Counter

from extractors.types import Unreadable

_FORM = b"/Form"
_OBJECT = re.compile(rb"(\d{1,10})\s+\d{1,5}\s+obj\b")
_STREAM = re.compile(rb"stream\r?\n")
_NAMED = re.compile(rb"/([^\s/<>\[\]()]{1,127})\s+(\d{1,10})\s+\d{1,5}\s+R\b")
_RESOURCES = re.compile(rb"/Resources\s+(\d{1,10})\s+\d{1,5}\s+R\b")
_DRAWN = re.compile(rb"/([^\s/<>\[\]()]{1,127})\s+Do\b")
_DICTIONARY = 20_000  # bytes of a dictionary that are looked at
_CONTENT = 1 << 20  # bytes of a drawing that are looked at
_DEPTH = 40  # PDFium stops there
_MOST = 300_000
_MOST_FORMS = 20_000


def check(data: bytes) -> None:
    """Refuse a PDF whose drawings draw one another more than 300 000 times over."""
    if _FORM not in data or b"/XObject" not in data:
        return
    drawn = _drawings(data)
    costs = dict.fromkeys(drawn, 1)
    for _ in range(_DEPTH):
        before = costs
        costs = {
            form: 1 + sum(times * before.get(other, 1) for other, times in others.items())
            for form, others in drawn.items()
        }
        if costs == before:
            return
        if max(costs.values(), default=0) > _MOST:
            raise Unreadable("The drawings of the PDF repeat each other too often; it was not opened.")


def _drawings(data: bytes) -> dict[int, Counter[int]]:
    """Which drawings each drawing draws, and how often: by the numbers of their objects."""
    found: dict[int, Counter[int]] = {}
    places: dict[int, int] = {}  # where objects begin
    at = data.find(_FORM)
    while at >= 0 and len(found) < _MOST_FORMS:
        start = data.rfind(b" obj", max(0, at - _DICTIONARY), at)
        number = _OBJECT.search(data, max(0, start - 16), start + 4) if start >= 0 else None
        stream = _STREAM.search(data, at, at + _DICTIONARY) if number else None
        if number and stream and b"endobj" not in (about := data[start + 4 : stream.start()]):
            found[int(number[1])] = _draws(data, about, stream.end(), places)
            at = stream.end()
        at = data.find(_FORM, at + len(_FORM))
    return found


def _draws(data: bytes, about: bytes, start: int, places: dict[int, int]) -> Counter[int]:
    names = dict(_NAMED.findall(about))
    elsewhere = _RESOURCES.search(about)
    if elsewhere:
        if not places:
            places.update({int(number[1]): number.end() for number in _OBJECT.finditer(data)})
        there = places.get(int(elsewhere[1]), len(data))
        names |= dict(_NAMED.findall(data[there : there + _DICTIONARY].partition(b"endobj")[0]))
    if not names:
        return Counter()
    end = data.find(b"endstream", start)
    content = data[start : end if end >= 0 else len(data)]
    if b"/Flate" in about or b"/Fl " in about:
        try:
            content = zlib.decompressobj().decompress(content, _CONTENT)
        except zlib.error:
            return Counter()
    times: Counter[int] = Counter()
    for name in _DRAWN.findall(content[:_CONTENT]):
        if name in names:
            times[int(names[name])] += 1
    return times
