"""Groups of texts that are alike over any number of others: the same as the components of a graph."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from app.likeness.known import joined


def components(count: int, first: np.ndarray, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The same by scipy."""
    ends = np.concatenate((a, np.arange(count))), np.concatenate((b, first))
    labels = connected_components(coo_matrix((np.ones(len(ends[0])), ends), (count, count)), directed=False)[
        1
    ]
    _, firsts = np.unique(labels, return_index=True)
    return firsts[labels]


@pytest.mark.parametrize("seed", range(20))
def test_groups_are_the_components_of_the_pairs(seed: int) -> None:
    chance = np.random.default_rng(seed)
    count = int(chance.integers(1, 300))
    first = np.where(chance.random(count) < 0.2, chance.integers(0, np.arange(count) + 1), np.arange(count))
    first = first[first] if seed % 2 else np.arange(count)
    first = np.where(first[first] == first, first, np.arange(count))
    a, b = chance.integers(0, count, (2, int(chance.integers(0, 2 * count))))
    assert np.array_equal(joined(first, a, b), components(count, first, a, b))


def test_long_chains_and_stars_become_one_group() -> None:
    whole = np.arange(100_000)
    for a, b in (
        (whole[:-1], whole[1:]),
        (np.random.default_rng(1).permutation(whole)[:-1], np.random.default_rng(1).permutation(whole)[1:]),
        (np.full(99_999, 99_999), whole[:-1]),
    ):
        assert not joined(whole, a, b).any()


def test_pairs_of_one_group_change_nothing_and_no_pairs_neither() -> None:
    first, none = np.array([0, 0, 2, 2]), np.zeros(0, np.int64)
    assert joined(first, none, none).tolist() == [0, 0, 2, 2]
    assert joined(first, np.array([1, 3]), np.array([0, 2])).tolist() == [0, 0, 2, 2]


def test_whoever_asks_for_groups_loads_no_scipy() -> None:
    """Every window does, and kept 39 MB of it."""
    code = (
        "import sys, numpy as np; from app.likeness.known import joined; whole = np.arange(3);"
        "joined(whole, whole[:2], whole[1:]); print('scipy' in sys.modules)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "False"
