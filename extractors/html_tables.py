"""Tables that hold data, told from those that only place things on the page."""

from __future__ import annotations

from lxml import etree

from extractors import svg_text
from extractors.html_elements import BLOCKS, UNSEEN
from extractors.html_spacing import Spacing

_MIN_ROWS, _MIN_CELLS = 3, 2
_LONGEST_CELL = 1500
"""A cell with more characters is a text that was put beside others."""


def data_rows(table: etree._Element) -> tuple[tuple[str, ...], ...]:
    """The cells of a table that holds data, else (): at least three rows in a sequence with the same number (two or
    more) of cells, no other table inside, and no whole article in a cell."""
    if next(table.iterdescendants("table"), None) is not None:
        return ()
    rows = list(table.iter("tr"))
    cells = [[cell for cell in row if cell.tag in ("td", "th")] for row in rows]
    run = longest = 0
    for before, now in zip([[], *cells], cells, strict=False):
        run = run + 1 if len(now) == len(before) and run else 1
        longest = max(longest, run if len(now) >= _MIN_CELLS else 0)
    if longest < _MIN_ROWS:
        return ()
    data = tuple(tuple(_cell_text(cell) for cell in row) for row in cells if row)
    return () if any(len(text) > _LONGEST_CELL for row in data for text in row) else data


def _cell_text(cell: etree._Element) -> str:
    if not len(cell):
        return " ".join((cell.text or "").split())
    words: list[str] = []
    spacing = Spacing()
    walk = etree.iterwalk(cell, events=("start", "end", "comment", "pi"))
    for event, element in walk:
        if event == "start":
            if element.tag in UNSEEN:
                walk.skip_subtree()
            elif element.tag == "svg":
                words.append(f" {' '.join(svg_text.lines(element))} ")
                walk.skip_subtree()
            elif element.text:
                words.append(element.text)
            continue
        tail = element.tail
        if event == "end" and (element.tag in BLOCKS or element.tag == "br"):
            words.append(" ")
        elif not tail and words and event == "end":
            right = element.getnext()
            if right is not None and spacing.apart(element, right, words[-1]):
                words.append(" ")
        if tail and element is not cell:
            words.append(tail)
    return " ".join("".join(words).split())
