"""Measures the boxes, fonts and colours of a page, for blocks that are cut by what was really seen.

The script looks at every element once and sends small numbers: where its parent stands in the list, and its name
(`app.blocks.page.styles`). Paths are put together from these, outside the GUI thread.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from widgets.web.scripts import run

if TYPE_CHECKING:
    from app.blocks.page.styles import RenderedStyle
    from app.blocks.vips.reading import VisualNode

WIDTH = 960  # CSS pixels that a page is laid out for, where nothing makes it wider
MOST = 20_000  # elements of a page that are measured, those that come first
_MARKS = "tianwang-marks"  # our own layer over the page


class Scriptable(Protocol):
    """A page, or the view of one."""

    def run_script(self, js: str, callback: Callable[[Any], None] | None, argument: Any) -> None: ...


class Measured:
    """What the script sent; `style` makes it usable, in any thread."""

    def __init__(self, text: str) -> None:
        self.text = text

    def seen(self) -> VisualNode | None:
        """The page as it is seen, None where nothing is. ValueError when the answer makes no sense."""
        from app.blocks.vips.reading import read  # in the worker that divides the page

        return read(self.text)

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

    page.run_script(run("measure", most=MOST, marks=_MARKS), answered, None)
