"""Groups of documents: what makes a core, where ε comes from, names, places, and the groups of two crawls."""

from __future__ import annotations

import numpy as np
import pytest

from app.classes.clusters import (
    NOISE,
    Clustering,
    GroupsUnfit,
    Item,
    Settings,
    cluster,
    clustered,
)
from app.classes.comparing import Grouped, compare
from app.classes.grouping import dense
from app.classes.terms import Described
from tests.app.classes.conftest import SAID, examples

ITEMS = [Item(one.document) for one in examples(12)]


def made(settings: Settings, items: list[Item] = ITEMS) -> Clustering:
    return clustered(lambda done, total: None, items, settings)


def test_a_core_counts_itself_and_noise_stays_apart() -> None:
    """Angles of 0, 10 and 20 degrees, and one of 90: within ε of 10 degrees the middle one alone sees three."""
    angles = np.deg2rad([0, 10, 20, 90])
    rows = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    epsilon = float(1 - np.cos(np.deg2rad(10)))
    assert dense(rows, epsilon, 3).tolist() == [0, 0, 0, NOISE]
    assert dense(rows, epsilon, 4).tolist() == [NOISE] * 4
    assert dense(rows, epsilon, 1).tolist() == [0, 0, 0, 1]


def test_topics_are_found_and_named_by_their_words() -> None:
    found = made(Settings(count=3))
    assert sorted(one.size for one in found.clusters) == [12, 12, 12] and not found.noise
    for one in found.clusters:
        (label,) = {examples(12)[member].label for member in one.members}
        assert set(one.name) & set(SAID[label]) and one.example in one.members
    assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in found.places)
    assert made(Settings(count=3)) == found


def test_the_number_of_topics_is_found() -> None:
    assert 2 <= len(made(Settings()).clusters) <= 6


@pytest.mark.parametrize("method", ("dbscan", "hdbscan"))
def test_dense_groups_are_pure(method: str) -> None:
    found = made(Settings(method=method, least=3))  # type: ignore[arg-type]
    labels = [one.label for one in examples(12)]
    assert found.clusters
    assert all(len({labels[member] for member in one.members}) == 1 for one in found.clusters)
    assert sum(one.size for one in found.clusters) + len(found.noise) == len(ITEMS)
    assert (found.epsilon > 0) == bool(found.curve) == (method == "dbscan")


def test_one_group_is_one_template() -> None:
    built = {"a": ("/html/body/div", "/html/body/div/h1"), "b": ("/html/body/table", "/html/body/table/tr")}
    items = [
        Item(Described(f"words {number}", url=f"u{number}"), (*built[kind], "/html"))
        for number, kind in enumerate("aaaabbbbb")
    ]
    found = made(Settings("dbscan", "structure", epsilon=0.1, least=2), items)
    assert [one.size for one in found.clusters] == [5, 4] and not found.noise


def test_fingerprints_within_three_bits_are_one_group() -> None:
    prints = [0, 0b1, 0b11, 2**63 - 1, 2**63 - 2, (1 << 40) | (1 << 50) | (1 << 60) | (1 << 33)]
    items = [Item(Described(f"w{number}"), fingerprint=one) for number, one in enumerate(prints)]
    found = made(Settings("dbscan", "fingerprints", epsilon=3, least=2), items)
    assert [set(one.members) for one in found.clusters] == [{0, 1, 2}, {3, 4}] and found.noise == (5,)


def test_groups_of_two_crawls_are_matched() -> None:
    old = Clustering(_groups([("sport", "goal"), (0, 1, 2)], [("money",), (3, 4)]), (), ((0, 0),) * 5)
    new = Clustering(_groups([("goal",), (0, 1, 2, 3)], [("cook",), (4, 5)]), (), ((0, 0),) * 6)
    before = Grouped(old, ["a", "b", "c", "d", "e"])
    after = Grouped(new, ["a", "b", "n", "d", "x", "y"])
    first, second, third = compare(before, after)
    assert (first.before, first.after, first.stayed) == (0, 0, ("a", "b"))
    assert (first.came, first.went, first.joined, first.left) == (("n",), ("c",), ("d",), ())
    assert (second.before, second.after, second.came) == (-1, 1, ("x", "y"))
    assert (third.before, third.after, third.went, third.left) == (1, -1, ("e",), ("d",))


def _groups(*told: list[tuple]) -> tuple:  # type: ignore[type-arg]
    from app.classes.clusters import Cluster

    return tuple(Cluster(name, members[0], members) for name, members in told)


def test_too_few_are_refused_before_a_process_is_started() -> None:
    with pytest.raises(GroupsUnfit):
        cluster(ITEMS[:2])


def test_a_few_hundred_documents_are_never_cut_into_handfuls() -> None:
    """The silhouette of texts rises with the number of groups: unbound it proposed 60 for 273 documents."""
    made_of = [
        Item(Described(f"word{n % 7} word{n % 11} word{n % 13} own{n}", url=f"u{n}")) for n in range(98)
    ]
    assert 2 <= len(made(Settings(), made_of).clusters) <= 7
