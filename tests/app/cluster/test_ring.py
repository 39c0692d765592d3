"""Who owns a host: the ring of the book, what moves when nodes come and go, and how even the shares are."""

import subprocess
import sys
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from app.cluster.ring import PLACES, REPLICAS, Ring, Table, key_of, place, slot_of

# clockwise: A, object4, B, object2, D, object3, C, object1
BOOK = {"A": 10, "object4": 20, "B": 30, "object2": 40, "D": 50, "object3": 60, "C": 70, "object1": 80}
OBJECTS = ("object1", "object2", "object3", "object4")

nodes = st.dictionaries(st.sampled_from([f"10.0.0.{n}" for n in range(12)]), st.integers(1, 5), min_size=1)
keys = st.lists(st.text(max_size=12), max_size=40)


def owners(*servers: str) -> dict[str, str]:
    ring = Ring(dict.fromkeys(servers, 1), lambda text: BOOK[text.partition("#")[0]])
    return {thing: ring.owner(thing) for thing in OBJECTS}


def test_the_ring_of_the_book() -> None:
    without_d = owners("A", "B", "C")
    assert without_d == {"object1": "A", "object2": "C", "object3": "C", "object4": "B"}
    assert owners("A", "C") == {**without_d, "object4": "C"}  # B goes: only its own object moves
    assert owners("A", "B", "C", "D") == {**without_d, "object2": "D"}  # D comes: only object2 moves, to it


def test_virtual_nodes_are_counted_from_one_and_a_key_at_their_place_is_theirs() -> None:
    asked: list[str] = []
    Ring({"10.0.0.1": 3}, lambda text: asked.append(text) or 0)  # type: ignore[func-returns-value]
    assert asked == ["10.0.0.1#1", "10.0.0.1#2", "10.0.0.1#3"]
    ring = Ring(
        {"a": 1, "b": 1}, {"a#1": 5, "b#1": PLACES - 1, "at": 5, "last": PLACES - 1, "next": 6}.__getitem__
    )
    assert [ring.owner(key) for key in ("at", "last", "next")] == ["a", "b", "b"]


def test_places_are_the_same_in_another_process() -> None:
    code = "from app.cluster.ring import place, slot_of; print(place('例.example#1'), slot_of('例.example'))"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.split() == [str(place("例.example#1")), str(slot_of("例.example"))]


@given(nodes, keys, st.integers(1, 5))
def test_a_node_that_comes_takes_keys_and_moves_none_between_others(
    before: dict[str, int], them: list[str], capacity: int
) -> None:
    old, new = Ring(before), Ring({**before, "10.0.1.1": capacity})
    for key in them:
        assert new.owner(key) in (old.owner(key), "10.0.1.1")


@given(nodes, keys)
def test_a_node_that_goes_gives_away_its_own_alone(before: dict[str, int], them: list[str]) -> None:
    gone = min(before)
    old, new = (
        Ring({**before, "10.0.1.1": 1}),
        Ring({"10.0.1.1": 1, **{n: c for n, c in before.items() if n != gone}}),
    )
    for key in them:
        if old.owner(key) != gone:
            assert new.owner(key) == old.owner(key)


def test_shares_follow_capacities() -> None:
    ring = Ring({"a": REPLICAS, "b": REPLICAS, "c": 2 * REPLICAS})
    shares = Counter(ring.owner(f"host{n}.example") for n in range(20_000))
    assert [round(shares[node] / 20_000 * 4) for node in "abc"] == [1, 1, 2]


def test_a_table_has_an_owner_for_each_slot_and_comes_back_from_json() -> None:
    table = Table.of({"a": 1, "b": 1, "c": 1}, 7)
    assert Table.from_json(table.to_json()) == table
    assert len(table.nodes) == 4096 and set(table.nodes) == table.members
    assert table.owner("https://www.example.org:8443/x") == table.owner("http://www.example.org/")
    assert key_of("http://www.example.org:8080/a") == "example.org"
    four = Table.of({"a": 1, "b": 1, "c": 1, "d": 1}, 8)
    moved = table.moved(four)
    assert {new for _, new in moved.values()} == {"d"}
    assert len(moved) <= 1.2 * 4096 / 4
    assert table.moved(table) == {}
