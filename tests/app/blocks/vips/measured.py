"""Measured pages written by hand: elements with boxes, as `resources/scripts/measure.js` sends them."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

Box = tuple[float, float, float, float]  # x, y, width, height


class E(NamedTuple):
    """An element: its tag, its box, and what is in it: elements and texts."""

    tag: str
    box: Box
    inside: tuple[Any, ...] = ()
    background: str = ""
    font: float = 16
    bold: bool = False
    bits: int = 1


class T(NamedTuple):
    """A text and its box."""

    words: str
    box: Box


def measured(page: E) -> str:
    """The answer of the script."""
    names: list[str] = []
    values: list[str] = [""]
    rows: list[list[Any]] = []
    texts: list[list[Any]] = []

    def number(text: str, known: list[str]) -> int:
        if text not in known:
            known.append(text)
        return known.index(text)

    pending: list[tuple[E, int, int]] = [(page, -1, 1)]
    for one, parent, position in pending:
        here, counts, numbers = len(rows), dict[str, int](), 0
        look = [one.font, int(one.bold), 0, number(one.background, values), one.bits]
        rows.append([parent, number(one.tag, names), position, *one.box, *look])
        elements = 0
        for child in one.inside:
            if isinstance(child, T):
                numbers += 1
                texts.append([here, elements, numbers, *child.box, child.words])
                continue
            elements += 1
            counts[child.tag] = counts.get(child.tag, 0) + 1
            pending.append((child, here, counts[child.tag]))
    return json.dumps({"rows": rows, "texts": texts, "names": names, "values": values, "whole": len(rows)})


def words(text: str, box: Box, tag: str = "p", **look: Any) -> E:
    """An element with nothing but a text in it."""
    return E(tag, box, (T(text, box),), **look)


def page(*inside: E, size: tuple[float, float] = (960, 1000)) -> str:
    """A page of this size with these elements in its body."""
    box = (0.0, 0.0, *size)
    return measured(E("html", box, (E("body", box, inside),)))
