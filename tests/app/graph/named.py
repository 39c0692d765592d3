"""Small graphs of named nodes."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from app.graph.network import Arcs, arcs


def from_pairs(pairs: Iterable[tuple[str, str]]) -> Arcs:
    """A graph of named nodes, numbered as they appear."""
    names: dict[str, int] = {}
    ends = [(names.setdefault(a, len(names)), names.setdefault(b, len(names))) for a, b in pairs]
    found = np.array(ends, np.int64).reshape(-1, 2)
    return arcs(len(names), found[:, 0], found[:, 1], None, list(names))
