"""Pairs of texts that are nearly the same: candidates from bands of their MinHashes, each compared exactly.

A MinHash is divided into 21 bands of three numbers. Texts that agree in a band are candidates: with Jaccard 0.8 practically
all of them, 94 % with 0.5. A band that hundreds share (pages that differ in a date) would make a pair of each two of them;
there each is compared with the first and with the `BEFORE` in front of it, which is enough to keep them together.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from app.likeness.shingles import VALUES, Alike, Shingles, alike, shingles

ROWS = 3
"""Numbers of a band."""
BANDS = VALUES // ROWS
BEFORE = 32
KEPT = 0.5
"""Jaccard from which on pairs are known."""
_LEAST_AGREED = (
    21  # numbers of 64: five deviations below what pairs of 0.5 or more have on average, and they bring it
)
_CHUNK = 1 << 18
_REMEMBERED = 4000  # sets of shingles

Numbers = npt.NDArray[np.int64]
MinHashes = npt.NDArray[np.uint32]


class Pairs(NamedTuple):
    """Pairs of texts by their numbers, `a` < `b`, with figures of `shingles.Alike`."""

    a: Numbers
    b: Numbers
    jaccard: npt.NDArray[np.float32]
    cosine: npt.NDArray[np.float32]
    contained: npt.NDArray[np.float32]

    @classmethod
    def none(cls) -> Pairs:
        whole, part = np.zeros(0, np.int64), np.zeros(0, np.float32)
        return cls(whole, whole, part, part, part)

    def joined(self, other: Pairs) -> Pairs:
        """Both, in order."""
        both = Pairs(
            np.concatenate((self.a, other.a)),
            np.concatenate((self.b, other.b)),
            np.concatenate((self.jaccard, other.jaccard)),
            np.concatenate((self.cosine, other.cosine)),
            np.concatenate((self.contained, other.contained)),
        )
        return both.where(np.lexsort((both.b, both.a)))

    def where(self, kept: npt.NDArray[np.bool_] | Numbers) -> Pairs:
        """Those for which a mask is true, or those at some places."""
        return Pairs(self.a[kept], self.b[kept], self.jaccard[kept], self.cosine[kept], self.contained[kept])

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """For keeping; `of_columns` reads them."""
        return {f"pair_{name}": getattr(self, name) for name in self._fields}

    @classmethod
    def of_columns(cls, columns: Mapping[str, npt.NDArray[Any]]) -> Pairs:
        """Those that were kept."""
        return cls(*(columns[f"pair_{name}"] for name in cls._fields))


def candidates(minhashes: MinHashes, new: int) -> Iterator[tuple[int, int]]:
    """Places of texts that may be nearly the same, the smaller first and in order, at least the second of them from `new`
    on. Shape of `minhashes`: (texts, 64)."""
    count = len(minhashes)
    if count < 2 or new >= count:
        return
    found: list[Numbers] = []
    for band in range(BANDS):
        keys = _band(minhashes, band)
        order = np.argsort(keys, kind="stable")
        ordered = keys[order]
        firsts = order[np.searchsorted(ordered, ordered, side="left")]
        later = (firsts != order) & (order >= new)
        found.append(firsts[later] * count + order[later])
        for step in range(1, BEFORE + 1):
            same = ordered[step:] == ordered[:-step]
            if not same.any():
                break
            a, b = order[:-step][same], order[step:][same]
            fresh = b >= new
            found.append(a[fresh] * count + b[fresh])
        if sum(map(len, found)) > 1 << 24:
            found = [np.unique(np.concatenate(found))]
    every = np.unique(np.concatenate(found))
    for start in range(0, len(every), _CHUNK):
        a, b = np.divmod(every[start : start + _CHUNK], count)
        agreed = np.count_nonzero(minhashes[a] == minhashes[b], axis=1) >= _LEAST_AGREED
        yield from zip(a[agreed].tolist(), b[agreed].tolist(), strict=True)


def agreeing(minhash: npt.NDArray[np.uint32], minhashes: MinHashes) -> Numbers:
    """Places of the texts that agree with one in a band, those that agree in most numbers first."""
    own = minhash.reshape(1, -1)
    same = np.zeros(len(minhashes), np.bool_)
    for band in range(BANDS):
        same |= _band(minhashes, band) == _band(own, band)[0]
    places = np.flatnonzero(same)
    agreed = np.count_nonzero(minhashes[places] == minhash, axis=1)
    order = np.lexsort((places, -agreed))
    found: Numbers = places[order][agreed[order] >= _LEAST_AGREED]
    return found


def verified(
    pairs: Iterator[tuple[int, int]],
    said: Callable[[int], str],
    cancelled: Callable[[], bool] | None = None,
    rest: Callable[[], None] | None = None,
) -> Iterator[tuple[int, int, Alike]]:
    """Candidates compared exactly, those of `KEPT` and more; `said` gives the text at a place as `shingles.normal` does.
    `rest` is called between them."""
    known: OrderedDict[int, Shingles] = OrderedDict()

    def of(place: int) -> Shingles:
        found = known.get(place)
        if found is None:
            found = known[place] = shingles(said(place))
            if len(known) > _REMEMBERED:
                known.popitem(last=False)
        else:
            known.move_to_end(place)
        return found

    for a, b in pairs:
        if cancelled is not None and cancelled():
            return
        if rest is not None:
            rest()
        both = alike(of(a), of(b))
        if both.jaccard >= KEPT:
            yield a, b, both


def _band(minhashes: MinHashes, band: int) -> npt.NDArray[np.uint64]:
    """One number for each text that stands for three of its MinHash."""
    three = minhashes[:, band * ROWS : (band + 1) * ROWS].astype(np.uint64)
    mixed = three[:, 0] * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(29)) ^ three[:, 1]) * np.uint64(0xBF58476D1CE4E5B9)
    return (mixed ^ (mixed >> np.uint64(32)) ^ three[:, 2]) * np.uint64(0x94D049BB133111EB)
