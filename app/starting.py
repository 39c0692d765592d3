"""How this program starts itself once more, to be a browser in a process of its own."""

from __future__ import annotations

import sys
from collections.abc import Sequence

CAPTURE = "widgets.live.capture"
"""The browser that captures pages for a crawl. It and the others are known by the names of their modules, whose `main`
takes the arguments: nothing of them is loaded here."""
LIVE = "widgets.live.window"
"""The browser with a window, for a person."""
MEASURING = "widgets.web.measuring"
"""The browser that measures archived pages."""

_BROWSERS = (CAPTURE, LIVE, MEASURING)
_ASKED = "--browser="


def command(browser: str) -> list[str]:
    """What starts a browser; its arguments are to follow."""
    if getattr(sys, "frozen", False):
        return [sys.executable, _ASKED + browser]
    # not `-m`: that would look for our modules in the folder where the person is
    code = f"import sys; sys.path[:] = {sys.path!r}; from {browser} import main; main(sys.argv[1:])"
    return [sys.executable, "-c", code]


def asked_for(arguments: Sequence[str]) -> str:
    """The browser that a bundled program (which is no Python) was started to be, by its arguments; or ""."""
    first = arguments[0] if arguments else ""
    browser = first.removeprefix(_ASKED)
    return browser if first.startswith(_ASKED) and browser in _BROWSERS else ""
