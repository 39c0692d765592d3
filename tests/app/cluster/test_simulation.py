"""What must hold for clusters that no machine here could be: the bars of the simulator, at sizes that take a second."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from app.cluster.ring import Table, slots_for
from tests.benchmarks import simulate_cluster as simulated

RANDOM = np.random.default_rng(1)


def test_a_thousand_nodes_with_two_hundred_virtual_ones_have_even_shares_of_the_ring() -> None:
    assert simulated.imbalance(simulated.arcs_of(1000)) <= 1.25


@pytest.mark.parametrize("nodes", [3, 50])
def test_a_node_that_joins_takes_its_share_and_no_more(nodes: int) -> None:
    names = simulated.names_of(nodes + 1)
    before, after = (Table.of(dict.fromkeys(names[:count], 1), count) for count in (nodes, nodes + 1))
    moved = before.moved(after)
    assert len(moved) / len(before.nodes) <= 1.2 / (nodes + 1)
    assert {new for _, new in moved.values()} == {names[-1]}, "nothing moves between the others"


def test_a_table_of_a_thousand_nodes_is_as_even_as_their_ring() -> None:
    """With the slots that a cluster of so many is set up with."""
    table = Table.of(dict.fromkeys(simulated.names_of(1000), 1), 1, slots_for(1000))
    assert simulated.imbalance(np.array(list(Counter(table.nodes).values()))) <= 1.25


@pytest.mark.parametrize(("nodes", "seconds"), [(100, 300), (1000, 130)])
def test_what_a_node_of_many_finds_for_others_goes_as_fast_as_it_comes(nodes: int, seconds: int) -> None:
    """At the pace a node is designed for: fifty links a message and more, also with what it passes on for others, and no
    parcels that wait for more and more others."""
    found = simulated.exchange(nodes, 10_000_000, seconds, 1, simulated.LOCALITY, RANDOM)
    assert found["foreign links a message"] >= 50
    assert found["messages a page"] <= 0.15
    assert found["parcels that wait"] <= 100


def test_the_made_web_is_as_it_was_measured() -> None:
    sizes = simulated.sites(1_000_000, RANDOM)
    assert sizes.min() >= 1 and 0.4 < (sizes < 2).mean() < 0.46
    logs = np.log(np.quantile(sizes, [0.9, 0.99]))
    # P(more than s) falls as s^(1 − exponent)
    assert np.log(10) / (logs[1] - logs[0]) == pytest.approx(simulated.EXPONENT - 1, abs=0.05)
