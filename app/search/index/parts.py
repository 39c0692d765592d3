"""The parts of an index of the engine, and when small ones are worth being made one.

Each commit makes a part. The engine merges eight of about the same size, so that a small archive keeps up to seven: a fifth
of its index, since each has a dictionary of its own, and every query is asked seven times. It merges neither when asked nor
fewer (its binding has no way to say so), but parts that hold one empty entry fill up the eight.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from pathlib import Path

MERGED = 8
"""Parts of a level, which become one."""

SMALL = 10_000
"""Entries up to which all parts are of the lowest level."""

_LEVEL = 0.75  # how far the logarithms of two parts of a level are apart at most
_WORTHWHILE = 10
"""Times as many entries has the largest part at most: to merge it for less would be done over and over. Three parts of a
fourth beside the largest made the texts of 4748 made pages 14 % larger."""


def sizes(folder: Path) -> list[int]:
    """The entries of each part. OSError, ValueError."""
    parts = json.loads((folder / "meta.json").read_text("utf-8"))["segments"]
    return [one["max_doc"] - (one["deletes"] or {}).get("num_deleted_docs", 0) for one in parts]


def missing(parts: Iterable[int]) -> int:
    """How many parts with one entry have to be added for the small ones to become one; 0 where that is not worthwhile."""
    lowest, top = list[int](), math.inf
    for entries in (*sorted(parts, reverse=True), 1):
        size = math.log2(max(entries, SMALL))
        if size < top - _LEVEL:
            lowest, top = [], size
        lowest.append(entries)
    largest, *others = lowest
    own = len(lowest) - 1  # without the one that is to come
    return MERGED - own if 1 < own < MERGED and sum(others) * _WORTHWHILE >= largest else 0
