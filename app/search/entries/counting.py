"""Numbers of entries counted, and whether files that they are read from have changed: what every facet of a search does,
also for a word that three pages say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

_FEW = 400
"""Numbers that Python counts in less time than numpy takes to begin."""

_WIDE = 8  # times as many places as numbers, from which on sorting them is quicker than a place for each


def counted(numbers: NDArray[np.integer[Any]]) -> list[tuple[int, int]]:
    """How often each of some numbers is among them, in their order; none is below zero."""
    if len(numbers) < _FEW:
        return sorted(Counter(numbers.tolist()).items())
    if int(numbers.max()) < _WIDE * len(numbers):
        counts = np.bincount(numbers)
        found = np.flatnonzero(counts)
        return list(zip(found.tolist(), counts[found].tolist(), strict=True))
    found, counts = np.unique(numbers, return_counts=True)
    return list(zip(found.tolist(), counts.tolist(), strict=True))


class Stamp:
    """When some files were changed last; equal stamps mean that none was since. Their paths are put together once."""

    def __init__(self, folder: Path, names: Iterable[str]) -> None:
        self._paths = [folder / name for name in names]

    def now(self) -> list[tuple[int, int] | None]:
        """As they are at this moment; None for one that is not there."""
        return [_changed(path) for path in self._paths]


def _changed(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
