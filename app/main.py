"""The starter of the desktop program: looks whether a window can be opened, and hands over to `app.desktop`.

tianwang-explorer [ARCHIVE]         the window
tianwang-explorer --tour FOLDER     plays the tour and writes its pictures to FOLDER

Nothing of Qt is loaded before it is known that Qt can be: it would end the process with a message about plug-ins.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from app import __version__, libraries, starting


def main(argv: Sequence[str] | None = None) -> int:
    """Run the desktop program; returns the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if getattr(sys, "frozen", False) or any(each.startswith("--") for each in arguments[:1]):
        from extractors.door.worker import (
            serve_if_asked,  # what it takes along is not needed to show a window
        )

        if serve_if_asked(arguments):
            return 0
    part = starting.asked_for(arguments)
    if part in (starting.COMMANDS, starting.NODE):
        from app.cli import main as commands

        return commands(arguments[1:])
    if part:
        from app.browsers import be_browser

        be_browser(part, arguments[1:])
    options = _options(arguments)
    if problem := libraries.obstacle():
        sys.stderr.write(problem + "\n")
        return 1
    if os.name != "nt" and os.geteuid() == 0:
        os.environ.setdefault("QTWEBENGINE_DISABLE_SANDBOX", "1")  # Chromium refuses to run as root with it
    from app import desktop

    return desktop.tour(options.tour) if options.tour else desktop.show(options.archive)


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        "tianwang-explorer", description="Crawl sites, keep every version, see what changed."
    )
    parser.add_argument("archive", nargs="?", type=Path, help="folder of an archive to open")
    parser.add_argument(
        "--tour", metavar="FOLDER", type=Path, help="play the tour and write its pictures to FOLDER"
    )
    parser.add_argument("--version", action="version", version=f"Tianwang Explorer {__version__}")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
