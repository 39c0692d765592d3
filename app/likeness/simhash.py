"""SimHash (Charikar 2002): 64 bits of a text, of which similar texts share most; distances between them.

Each term has 64 bits of its own (BLAKE2b). A counter for each bit adds the weights of the terms that have it and subtracts
those of the others; a bit of the fingerprint is 1 where the counter is greater than 0, so a tie gives 0. A text without
terms has no fingerprint: nothing is like nothing. PyPI's simhash 2.1 hashes by MD5 and weighs by counts alone; it made 275
a second in a run in which this module made 2140 (`bench_likeness.py`, 20 000 short documents).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b

import numpy as np
import numpy.typing as npt

BITS = 64
NEAR = 3
"""Bits by which fingerprints of near duplicates differ at most (Manku, Jain and Das Sarma 2007)."""

Fingerprints = npt.NDArray[np.uint64]


@lru_cache(maxsize=1 << 16)
def term_hash(term: str) -> int:
    """The 64 bits of a term, the same on every machine."""
    return int.from_bytes(blake2b(term.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")


def simhash(weights: Mapping[str, float]) -> int | None:
    """The fingerprint of weighted terms; None where no term has a weight above 0."""
    terms = sorted(
        term for term, weight in weights.items() if weight > 0
    )  # sums of floats depend on their order
    if not terms:
        return None
    hashes = np.array([term_hash(term) for term in terms], ">u8")
    signs = np.unpackbits(hashes.view(np.uint8).reshape(-1, 8), axis=1).astype(np.float64)
    # whole numbers, so that no processor and no order of adding rounds otherwise
    weighed = np.rint(np.array([weights[term] for term in terms]) * 65536.0)
    counters = (2.0 * signs - 1.0).T @ weighed
    return int.from_bytes(np.packbits(counters > 0).tobytes(), "big")


def hamming(a: int, b: int) -> int:
    """The number of bits in which two fingerprints differ."""
    return (a ^ b).bit_count()
