"""Where DBSCAN's ε comes from, and topics of unequal size: on points whose groups are known."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from app.classes.grouping import bend, dense, fitting, hierarchical, proposed, topics

Floats = NDArray[np.float64]


def around(chance: np.random.Generator, count: int, spread: float, width: int = 12) -> Floats:
    """So many directions around one of their own."""
    rows = chance.normal(size=width) + spread * chance.normal(size=(count, width))
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.float64)


def test_the_bend_of_the_distances() -> None:
    assert bend(np.array([0.1, 0.1, 0.1, 0.1, 0.12, 0.9, 1.0])) == pytest.approx(0.12)
    assert bend(np.array([0.3, 0.3, 0.3])) == pytest.approx(0.3)


def test_epsilon_keeps_groups_apart_that_the_bend_melts() -> None:
    """Three groups whose edges meet, as those of topics of texts do."""
    chance = np.random.Generator(np.random.PCG64(3))
    rows = np.concatenate([around(chance, 80, 0.8) for _ in range(3)])
    epsilon, curve = proposed(rows, 5)
    assert epsilon < bend(curve)
    assert len(set(dense(rows, bend(curve), 5).tolist()) - {-1}) == 1
    found = dense(rows, epsilon, 5)
    mostly = [np.bincount(found[part : part + 80] + 1)[1:].argmax() for part in (0, 80, 160)]
    assert len(set(mostly)) == 3


def test_epsilon_of_groups_with_gaps_takes_them_whole() -> None:
    chance = np.random.Generator(np.random.PCG64(5))
    rows = np.concatenate([around(chance, 50, 0.05) for _ in range(4)])
    found = dense(rows, proposed(rows, 5)[0], 5)
    assert (found >= 0).mean() > 0.95
    assert all(len(set(found[part * 50 : part * 50 + 50].tolist()) - {-1}) == 1 for part in range(4))
    assert len(set(found.tolist()) - {-1}) == 4


def test_epsilon_of_fingerprints_is_in_bits() -> None:
    rows = np.zeros((40, 64))
    rows[20:, :32] = 1
    for number in range(40):
        rows[number, 40 + number % 20] = 1
    epsilon, curve = proposed(rows, 3, "bits")
    assert epsilon == pytest.approx(2) and curve[-1] == pytest.approx(2)
    assert dense(rows, epsilon, 3, "bits").tolist() == [0] * 20 + [1] * 20


def test_dense_groups_are_those_of_cosine_distances() -> None:
    from sklearn.cluster import DBSCAN

    chance = np.random.Generator(np.random.PCG64(13))
    rows = np.concatenate([around(chance, 40, 0.7) for _ in range(5)])
    for epsilon in (0.05, 0.1, 0.2):
        theirs = DBSCAN(eps=epsilon, min_samples=4, metric="cosine").fit(rows).labels_
        assert dense(rows, epsilon, 4).tolist() == theirs.tolist()


def test_few_in_a_group_are_found_by_hierarchy() -> None:
    chance = np.random.Generator(np.random.PCG64(7))
    rows = np.concatenate([around(chance, 40, 0.1), around(chance, 6, 0.1), around(chance, 1, 0.1)])
    found = hierarchical(rows, 5)
    assert len(set(found[:40].tolist())) == 1 and len(set(found[40:46].tolist())) == 1
    assert found[0] != found[40]


def test_groups_are_as_large_as_leaves_few_alone() -> None:
    """Four wide groups of 200 in which some six each are close copies: five copies each are no reason to leave all others
    alone, twenty are groups of their own. Of few documents groups are small."""

    def wide(chance: np.random.Generator, copied: int) -> Floats:
        middle = chance.normal(size=12)
        rows = [middle + 0.7 * chance.normal(size=(200 - 6 * copied, 12))]
        for _ in range(copied):
            rows.append(middle + 0.7 * chance.normal(size=12) + 0.1 * chance.normal(size=(6, 12)))
        found = np.concatenate(rows)
        return np.asarray(found / np.linalg.norm(found, axis=1, keepdims=True), np.float64)

    chance = np.random.Generator(np.random.PCG64(3))
    some, most = (np.concatenate([wide(chance, copied) for _ in range(4)]) for copied in (5, 20))
    assert int((hierarchical(some, 5) < 0).sum()) > 400
    found = fitting(some)
    assert int((found < 0).sum()) < 80 and len(set(found.tolist()) - {-1}) < 7
    assert len(set(fitting(most).tolist())) > 60
    few = np.concatenate([around(chance, 6, 0.1) for _ in range(4)])
    assert len(set(fitting(few).tolist())) == 4


def test_topics_may_be_of_unequal_size() -> None:
    """300 wide ones beside 25 and 25: KMeans alone cuts the large one, since that makes distances small."""
    chance = np.random.Generator(np.random.PCG64(11))
    rows = np.concatenate(
        [around(chance, 300, 0.5, 30), around(chance, 25, 0.3, 30), around(chance, 25, 0.3, 30)]
    )
    found = topics(rows, 3, 0)
    assert [len(set(part.tolist())) for part in (found[:300], found[300:325], found[325:])] == [1, 1, 1]
    assert len(set(found.tolist())) == 3
    assert topics(rows, 3, 0).tolist() == topics(rows, 3, 99).tolist() == found.tolist()
