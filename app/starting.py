"""How this program starts itself once more, to be a browser or the command line in a process of its own."""

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

COMMANDS = "app.cli"
"""The command line, which shares an archive."""

NODE = "app.cluster.node"
"""A node of a crawl on several machines."""

_PARTS = (CAPTURE, LIVE, MEASURING, COMMANDS, NODE)
_ASKED = "--be="


def command(part: str) -> list[str]:
    """What starts one of them; its arguments are to follow."""
    if getattr(sys, "frozen", False):
        return [sys.executable, _ASKED + part]
    # not `-m`: that would look for our modules in the folder where the person is
    code = f"import sys; sys.path[:] = {sys.path!r}; from {part} import main; sys.exit(main(sys.argv[1:]))"
    return [sys.executable, "-c", code]


def asked_for(arguments: Sequence[str]) -> str:
    """What a bundled program (which is no Python) was started to be, by its arguments; or ""."""
    first = arguments[0] if arguments else ""
    part = first.removeprefix(_ASKED)
    return part if first.startswith(_ASKED) and part in _PARTS else ""
