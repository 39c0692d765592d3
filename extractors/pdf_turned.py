"""Pages whose text does not run from left to right: how they look once turned upright."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import pypdfium2.raw as raw

from extractors import pdf_calls
from extractors.pdf_lines import ASLANT, Line, Look

_MOST = 0.8  # of the letters; a page with less is upright, what is turned there are labels

Box = tuple[float, float, float, float]
Seen = list[tuple[Line, Look]]


def upright(textpage: Any, seen: Sequence[tuple[Line, Look]], box: Box) -> tuple[Seen, Box]:
    """The lines of a page and its borders (left, bottom, right, top) as they are when most of the text runs from left
    to right; what runs otherwise then stays turned."""
    straight = [line for line, _ in seen if line.turned != ASLANT]
    lying = [line for line in straight if line.turned]
    if sum(len(line.text) for line in lying) <= _MOST * sum(len(line.text) for line in straight):
        return list(seen), box
    page = pdf_calls.handle(textpage)
    longest = max(lying, key=lambda line: len(line.text))
    direction = _direction(page, longest)
    left, bottom, right, top = box
    turned = {
        (0, 1): (bottom, -right, top, -left),
        (0, -1): (-top, left, -bottom, right),
        (-1, 0): (-right, -top, -left, -bottom),
    }[direction]
    return [(_laid(page, line, direction) if line.turned == 1 else line, look) for line, look in seen], turned


def _direction(page: Any, line: Line) -> tuple[int, int]:
    """Where a line runs to: (0, 1) up, (0, -1) down, (-1, 0) to the left."""
    matrix = raw.FS_MATRIX()
    pdf_calls.matrix(page, _middle(line), ctypes.byref(matrix))
    if abs(matrix.b) > abs(matrix.a):
        return (0, 1) if matrix.b > 0 else (0, -1)
    return -1, 0


def _middle(line: Line) -> int:
    at = (len(line.text) - 1) // 2
    return line.start + at + (line.text[at] == " ")


def _laid(page: Any, line: Line, direction: tuple[int, int]) -> Line:
    """The line where it is on the page turned upright; as it was when it runs elsewhere."""
    if _direction(page, line) != direction:
        return line
    x, y, left, right, bottom, top = (ctypes.c_double() for _ in range(6))
    pdf_calls.origin(page, line.start, ctypes.byref(x), ctypes.byref(y))
    last = line.start + len(line.text.rstrip("\u00ad")) - 1
    pdf_calls.box(page, last, *map(ctypes.byref, (left, right, bottom, top)))
    starts, ends, baseline = {
        (0, 1): (y.value, top.value, -x.value),
        (0, -1): (-y.value, -bottom.value, x.value),
        (-1, 0): (-x.value, -left.value, -y.value),
    }[direction]
    return line._replace(left=min(starts, ends), right=max(starts, ends), baseline=baseline, turned=0)
