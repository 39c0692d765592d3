"""Small networks that judge the blocks of a page together: each block hears what those around it are like.

A block begins as numbers made of its row (`signals.NAMES`). Twice it is then mixed with the blocks before and after, the
mean of those near, of those in each of its `wording.REGIONS`, and of the whole page. Trees see a block at a time and what
was counted around it; this sees what is made of the others, and learned to choose the best text of a page as a whole.
Which local optimum a training ends in is chance, and worth as much as other improvements; so several of them, alike but
for the seed, are asked at once, and the mean of their scores counts. The weights (`network.npz`) come from
`packaging/train_pages.py`; numpy alone asks them.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from extractors.base import forest
from extractors.html.content import signals

Rows = npt.NDArray[np.float32]
States = npt.NDArray[np.float32]
"""Of each network, of each block, the numbers that it is made of."""
Numbers = npt.NDArray[np.int32]

NEAR = 5
"""Blocks on either side that are near."""
ROWS = 32
"""Blocks that are multiplied at once. OpenBLAS gives more than 262144 products to threads of its own, one for each
processor, which wait in a busy loop before and after: for numbers as few as those of a page they took half of the processor
time of all that is read of it, and gained none."""
MOST = 5.0
"""Standard deviations at which a number ends."""
_WORDS, _KIND, _TAG = (signals.NAMES.index(name) for name in ("words", "kind", "tag"))
_HEARD = 4
"""What a block hears besides its regions: itself, the blocks before and after, those near; the page comes last."""


class Network:
    """Weights as flat arrays; what belongs to one of the networks has these as its first axis."""

    def __init__(self, arrays: dict[str, npt.NDArray[np.generic]]) -> None:
        self._columns = arrays["columns"].astype(np.int32)
        self._wide = arrays["wide"].astype(np.bool_)
        self._mean = arrays["mean"].astype(np.float32)
        self._scale = arrays["scale"].astype(np.float32)
        self._entry = arrays["entry"].astype(np.float32)
        self._kinds = arrays["kinds"].astype(np.float32)
        self._tags = arrays["tags"].astype(np.float32)
        self._entry_base = arrays["entry_base"].astype(np.float32)[:, None]
        mixing = arrays["mixing"].astype(np.float32)
        many, layers, heard, size = mixing.shape
        self._mixing = mixing.reshape(many, layers, heard // size, size, size).transpose(1, 2, 0, 3, 4).copy()
        self._mixing_base = arrays["mixing_base"].astype(np.float32).transpose(1, 0, 2)[:, :, None]
        self._leaving = arrays["leaving"].astype(np.float32)[:, :, None]
        self._leaving_base = float(arrays["leaving_base"].astype(np.float32).mean())

    def scores(self, rows: Rows, regions: Numbers) -> Rows:
        """The score of each block of a page: above 0 it is rather content."""
        numbers = rows[:, self._columns]
        wide = numbers[:, self._wide]
        numbers[:, self._wide] = np.sign(wide) * np.log1p(np.abs(wide))
        numbers = np.clip((numbers - self._mean) * self._scale, -MOST, MOST)
        kinds, tags = rows[:, _KIND].astype(np.int32), rows[:, _TAG].astype(np.int32) + 1
        state = product(numbers, self._entry)
        state += self._kinds[:, kinds]
        state += self._tags[:, tags]
        state += self._entry_base
        np.maximum(state, 0, out=state)
        around = _Around(np.sqrt(np.expm1(rows[:, _WORDS]) + 1), regions)
        for mixing, base in zip(self._mixing, self._mixing_base, strict=True):
            state = state + np.maximum(around.mixed(state, mixing) + base, 0)
        each = product(state, self._leaving)[:, :, 0]
        return np.asarray(each.mean(axis=0) + self._leaving_base, dtype=np.float32)


def product(left: Rows | States, right: States) -> States:
    """`left @ right`, `ROWS` of `left` at a time."""
    *_, count, heard = left.shape
    *lead, _, size = right.shape
    found = np.empty((*lead, count, size), dtype=np.float32)
    even = max(0, count - 2) // ROWS * ROWS  # one row by itself is multiplied in another order
    if even:
        pieces = left[..., :even, :].reshape(*left.shape[:-2], -1, ROWS, heard)
        np.matmul(pieces, right[:, None], out=found[:, :even].reshape(*lead, -1, ROWS, size))
    if even < count:
        np.matmul(left[..., even:, :], right, out=found[:, even:])
    return found


class _Around:
    """Who is around each block of a page; blocks weigh as `weights` say."""

    def __init__(self, weights: Rows, regions: Numbers) -> None:
        self._weights = weights[:, None].astype(np.float32)
        count = len(weights)
        at = np.arange(count)
        self._begin, self._end = np.maximum(at - NEAR, 0), np.minimum(at + NEAR + 1, count)
        summed = np.concatenate(([0.0], np.cumsum(weights, dtype=np.float64)))
        self._near = (summed[self._end] - summed[self._begin])[:, None].astype(np.float32)
        self._regions = [_Region(column, self._weights) for column in regions.T]

    def mixed(self, state: States, mixing: States) -> States:
        """What each block makes of those it hears, by the weights for each of them: itself, those beside it, those near,
        its regions, the page. A mean is weighed once for all who hear it."""
        found = product(state, mixing[0])
        found[:, 1:] += product(state[:, :-1], mixing[1])
        found[:, :-1] += product(state[:, 1:], mixing[2])
        weighed = state * self._weights
        summed = np.zeros((len(state), state.shape[1] + 1, state.shape[2]))
        np.cumsum(weighed, axis=1, dtype=np.float64, out=summed[:, 1:])
        near = np.asarray(summed[:, self._end] - summed[:, self._begin], dtype=np.float32) / self._near
        found += product(near, mixing[3])
        for region, weights in zip(self._regions, mixing[_HEARD:-1], strict=True):
            found += product(region.means(weighed), weights)[:, region.of]
        found += (weighed.sum(axis=1, keepdims=True) / self._weights.sum()) @ mixing[-1]
        return found


class _Region:
    """The blocks of each region of one kind; `of` is the number of that of each block."""

    def __init__(self, numbers: Numbers, weights: Rows) -> None:
        self._order = np.argsort(numbers, kind="stable")
        ordered = numbers[self._order]
        new = np.concatenate(([True], ordered[1:] != ordered[:-1]))
        self._begins = np.flatnonzero(new)
        self.of = np.empty(len(numbers), dtype=np.int64)
        self.of[self._order] = np.cumsum(new) - 1
        self._weight = np.add.reduceat(weights[self._order], self._begins, axis=0)

    def means(self, weighed: States) -> States:
        """The mean of each region."""
        sums = np.add.reduceat(weighed[:, self._order], self._begins, axis=1) / self._weight
        return np.asarray(sums, dtype=np.float32)


@cache
def learned() -> Network:
    return Network(forest.load(Path(__file__).with_name("network.npz")))
