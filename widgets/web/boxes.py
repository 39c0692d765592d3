"""Measures the boxes, fonts and colours of a page, for blocks that are cut by what was really seen.

The script looks at every element once and sends small numbers: where its parent stands in the list, and its name
(`app.blocks.page.styles`). Paths are put together from these, outside the GUI thread.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from app.blocks.page.styles import RenderedStyle

WIDTH = 960  # CSS pixels that a page is laid out for, where nothing makes it wider
MOST = 20_000  # elements of a page that are measured, those that come first
_MARKS = "tianwang-marks"  # our own layer over the page

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


class Scriptable(Protocol):
    """A page, or the view of one."""

    def run_script(self, js: str, callback: Callable[[Any], None] | None, argument: Any) -> None: ...


class Measured:
    """What the script sent; `style` makes it usable, in any thread."""

    def __init__(self, text: str) -> None:
        self.text = text

    def style(self) -> RenderedStyle:
        """The measured style of the page. ValueError when the answer makes no sense."""
        from app.blocks.page.styles import (
            RenderedStyle,
            boxes_of,  # in the worker that cuts the page
        )

        return RenderedStyle(boxes_of(self.text))


def measure(page: Scriptable, done: Callable[[Measured | None], None]) -> None:
    """Measure a page that has loaded; `done` gets None when it could not be measured.

    `done` is not called when another page is loaded meanwhile.
    """

    def answered(text: object) -> None:
        done(Measured(text) if isinstance(text, str) and text else None)

    page.run_script(_MEASURE, answered, {"most": MOST, "marks": _MARKS})
