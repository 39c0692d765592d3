"""Scripts that look at a live page, from a world of their own: the page's scripts neither see nor break them."""

from __future__ import annotations

from widgets.web.scripts import run, source

_MOST_TREE = 6_000_000  # characters of the tree of a page
_MOST_LINKS = 20_000


def step() -> str:
    """Scroll one step down; true while there is more below."""
    return run("live/step")


PAINTED = "JSON.stringify(globalThis.tianwangPainted === true)"  # whether that step was


def report() -> str:
    """What the page says now, with its tree."""
    tree = f"(\n{source('live/tree')})({_MOST_TREE})"
    return f"(\n{source('live/report')})({{ most: {_MOST_LINKS}, html: {tree} }})"


def used() -> str:
    """Which document this is, and every address that it and its frames have used."""
    return run("live/used")
