"""Decision trees that were learned elsewhere, as flat arrays: no library of learning is needed to ask them.

The arrays come from files of numbers and texts alone (`numpy.load` without pickles), made by
`packaging/train_pages.py`. All trees are walked at once, a level at a time.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.float32]


class Forest:
    """Trees that add up to a score for each of `classes`; leaves lead to themselves."""

    def __init__(self, arrays: dict[str, npt.NDArray[np.generic]]) -> None:
        self._feature = arrays["feature"].astype(np.intp)  # numpy makes these of all it takes by
        self._threshold = arrays["threshold"].astype(np.float32)
        both = np.stack((arrays["right"], arrays["left"]), axis=1)
        self._next = np.ascontiguousarray(both.astype(np.intp)).reshape(-1)
        self._value = arrays["value"].astype(np.float32)
        self._roots = arrays["roots"].astype(np.intp)
        self._depth = int(arrays["depth"].astype(np.int32)[0])
        self.classes = int(arrays["classes"].astype(np.int32)[0])

    def scores(self, rows: Rows) -> Rows:
        """The score of each row for each class, before any scale; trees take turns over the classes."""
        count = len(rows)
        at = np.repeat(self._roots[None, :], count, axis=0)
        base = (np.arange(count, dtype=np.intp) * rows.shape[1])[:, None]
        flat = np.ascontiguousarray(rows).reshape(-1)
        for _ in range(self._depth):
            left = flat.take(base + self._feature.take(at)) <= self._threshold.take(at)
            at = self._next.take(2 * at + left)
        found = self._value.take(at)
        return np.asarray(found.reshape(count, -1, self.classes).sum(axis=1), dtype=np.float32)


def load(path: Path) -> dict[str, npt.NDArray[np.generic]]:
    """The arrays of a file of weights."""
    with np.load(path, allow_pickle=False) as stored:
        return {name: stored[name] for name in stored.files}


def chances(scores: Rows) -> Rows:
    """Scores as shares that add up to one in each row."""
    shifted = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=1, keepdims=True), dtype=np.float32)
