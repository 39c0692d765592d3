"""Measures the boxes, fonts and colours of a page on the screen, for blocks that are cut by what was really seen.

The script looks at every element once and sends small numbers: where its parent stands in the list, and its name. Paths
are put together from these, outside the GUI thread.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.blocks.styles import Box, RenderedStyle
    from widgets.web.view import ReplayView

MOST = 20_000  # elements of a page that are measured, those that come first
_MARKS = "tianwang-marks"  # our own layer over the page

# Rows: number of the parent's row (-1 for the root), number of the name, position among the siblings of that name,
# x, y, width and height in the page, size of the font, 1 for bold, number of the colour, number of the background.
_MEASURE = """(() => {
  const rows = [], names = [], values = [], known = new Map();
  const number = (text, list) => {
    const key = (list === names ? "n " : "v ") + text;
    if (!known.has(key)) { known.set(key, list.length); list.push(text); }
    return known.get(key);
  };
  const round = (n) => Math.round(n * 10) / 10;
  let whole = 0;
  const pending = document.documentElement ? [[document.documentElement, -1, 1]] : [];
  for (let at = 0; at < pending.length; at++) {
    const [element, parent, position] = pending[at];
    whole++;
    if (rows.length >= argument.most) continue;
    const box = element.getBoundingClientRect(), style = getComputedStyle(element);
    const here = rows.length, counts = {};
    const there = box.width || box.height || box.left || box.top; // what is not shown has no place to be scrolled
    const clear = /^(transparent|rgba\\(.*, 0\\))$/.test(style.backgroundColor);
    rows.push([parent, number(element.localName.toLowerCase(), names), position,
      there ? round(box.left + scrollX) : 0, there ? round(box.top + scrollY) : 0, round(box.width), round(box.height),
      parseFloat(style.fontSize) || 0, parseInt(style.fontWeight) >= 600 ? 1 : 0,
      number(style.color, values), number(clear ? "" : style.backgroundColor, values)]);
    for (const child of element.children) {
      const name = child.localName.toLowerCase();
      if (name === argument.marks) continue;
      counts[name] = (counts[name] || 0) + 1;
      pending.push([child, here, counts[name]]);
    }
  }
  return JSON.stringify({ rows, names, values, whole });
})()"""


class Measured:
    """What the script sent; `style` makes it usable, in any thread."""

    def __init__(self, text: str) -> None:
        self._text = text

    def style(self) -> RenderedStyle:
        """The measured style of the page. ValueError when the answer makes no sense."""
        from app.blocks.styles import RenderedStyle  # in the worker that cuts the page

        return RenderedStyle(boxes_of(self._text))


def measure(view: ReplayView, done: Callable[[Measured | None], None]) -> None:
    """Measure the page of a view that has loaded; `done` gets None when it could not be measured.

    `done` is not called when another page is loaded meanwhile.
    """

    def answered(text: object) -> None:
        done(Measured(text) if isinstance(text, str) and text else None)

    view.run_script(_MEASURE, answered, {"most": MOST, "marks": _MARKS})


def boxes_of(text: str) -> dict[str, Box]:
    """Boxes by XPath (`/html[1]/body[1]/p[2]`) from what the script sent. ValueError for anything else."""
    from app.blocks.styles import Box

    try:
        answer = json.loads(text)
        names, values = answer["names"], answer["values"]
        paths: list[str] = []
        boxes: dict[str, Box] = {}
        for parent, name, position, x, y, width, height, font, bold, colour, background in answer["rows"]:
            paths.append(f"{paths[parent] if parent >= 0 else ''}/{names[name]}[{position}]")
            look = (float(font) or 16.0, values[colour], values[background], bool(bold))
            boxes[paths[-1]] = Box(float(x), float(y), float(width), float(height), *look)
    except (KeyError, IndexError, TypeError) as error:
        raise ValueError(f"no measured page: {error!r}") from error
    return boxes
