"""Processes of this program that are browsers: one for a crawl, one to browse live, one that measures blocks."""

from __future__ import annotations

from typing import NoReturn

from app import starting


def be_browser(browser: str, arguments: list[str]) -> NoReturn:
    """Be a browser for the process that asked `app.starting` how to start it."""
    from widgets.live import capture, window
    from widgets.web import measuring

    mains = {starting.CAPTURE: capture.main, starting.LIVE: window.main, starting.MEASURING: measuring.main}
    mains[browser](arguments)
