"""The register, with a clock of its own: who comes and goes, leases and tokens, handing over, the end of a crawl, serial
numbers, and that one which was killed goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.cluster.register import Refusal, Register
from app.cluster.ring import Table


class Clock:
    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


class Nodes:
    """Nodes that report what they are told to."""

    def __init__(self, path: Path) -> None:
        self.path, self.clock = path, Clock()
        self.register = Register(path, self.clock, lease=30, grace=600, slots=64)
        self.tokens: dict[str, int] = {}
        self.tables: dict[str, Table] = {}
        self.lost: dict[str, list[int]] = {}
        self.round = 0
        self.activity: dict[str, int] = {}

    def come(self, *nodes: str) -> None:
        for node in nodes:
            self.tokens[node] = self.register.join(node)["token"]

    def slots(self, teller: str, node: str) -> set[int]:
        """The slots of a node in the table that another has."""
        return {slot for slot, owner in enumerate(self.tables[teller].nodes) if owner == node}

    def beat(self, node: str, *, through: bool = False, hand: bool = True, **more: Any) -> dict[str, Any]:
        table = self.tables.get(node)
        report = {"epoch": table.epoch if table else None, "round": self.round, "through": through}
        report |= {"activity": self.activity.get(node, 0), "known": table.epoch if table else 0, **more}
        answer = self.register.beat(node, self.tokens[node], report)
        if "table" in answer:
            self.tables[node] = Table.from_json(answer["table"])
            self.lost[node] = answer["lost"]
        if hand:
            for to in answer["outgoing"]:
                self.register.handed(node, self.tokens[node], answer["epoch"], to)
        return answer

    def settle(self, *nodes: str) -> None:
        for _ in range(4):
            for node in nodes:
                self.beat(node)

    def begin(self, **settings: Any) -> None:
        import json

        self.register.start("job", "x.archive", json.dumps(settings))
        self.round += 1

    def kill_register(self) -> None:
        self.register.close()
        self.register = Register(self.path, self.clock, lease=30, grace=600, slots=64)


@pytest.fixture
def nodes(tmp_path: Path) -> Iterator[Nodes]:
    made = Nodes(tmp_path / "register.sqlite")
    yield made
    made.register.close()


def test_slots_go_to_a_node_that_comes_when_their_holder_has_handed_them_over(nodes: Nodes) -> None:
    nodes.come("a")
    assert not nodes.beat("a")["incoming"]
    nodes.come("b")
    before = nodes.tables["a"]
    told = nodes.beat("a", hand=False)
    moved = nodes.slots("a", "b")
    assert told["outgoing"] == {"b": sorted(moved)}
    assert nodes.beat("b")["incoming"]
    assert {new for _, new in before.moved(nodes.tables["a"]).values()} == {"b"}
    nodes.register.handed("a", nodes.tokens["a"], told["epoch"], "b")
    assert not nodes.beat("b")["incoming"]


def test_one_change_at_a_time(nodes: Nodes) -> None:
    nodes.come("a", "b")
    nodes.settle("a", "b")
    nodes.come("c")
    nodes.beat("a", hand=False)
    nodes.come("d")
    epoch = nodes.beat("a", hand=False)["epoch"]
    assert "d" not in nodes.tables["a"].members
    nodes.beat("b")
    assert nodes.beat("a")["epoch"] == epoch
    nodes.settle("a", "b", "c", "d")
    assert nodes.tables["d"].members == {"a", "b", "c", "d"}


def test_a_node_that_leaves_hands_over_before_it_goes(nodes: Nodes) -> None:
    nodes.come("a", "b", "c")
    nodes.settle("a", "b", "c")
    nodes.register.leave("b")
    assert not nodes.beat("b", hand=False)["gone"]
    assert not nodes.beat("b")["gone"]
    assert nodes.beat("b")["gone"]
    nodes.settle("a", "c")
    assert nodes.tables["a"].members == {"a", "c"}
    with pytest.raises(Refusal, match="fenced"):
        nodes.beat("b")


def test_a_silent_node_is_parked_for_the_grace_then_lost_and_what_it_had_is_sent_again(nodes: Nodes) -> None:
    nodes.come("a", "b", "c")
    nodes.settle("a", "b", "c")
    held = nodes.slots("a", "c")
    nodes.clock.time += 599
    nodes.settle("a", "b")
    assert nodes.tables["a"].members == {"a", "b", "c"}
    nodes.clock.time += 2
    nodes.settle("a", "b")
    assert nodes.tables["a"].members == {"a", "b"}
    assert nodes.lost["a"] == sorted(held)
    with pytest.raises(Refusal, match="fenced"):
        nodes.beat("c")


def test_one_that_dies_while_hosts_come_to_it_holds_up_the_others_for_two_leases(nodes: Nodes) -> None:
    nodes.come("a")
    nodes.beat("a")
    nodes.come("b")
    nodes.beat("a", hand=False)
    assert "b" in nodes.tables["a"].members
    nodes.clock.time += 61
    assert not nodes.beat("a", hand=False)["outgoing"]
    assert nodes.tables["a"].members == {"a"}


def test_of_two_under_one_name_the_later_one_counts(nodes: Nodes) -> None:
    nodes.come("a")
    old = nodes.tokens["a"]
    nodes.come("a")
    assert nodes.tokens["a"] > old
    with pytest.raises(Refusal, match="fenced"):
        nodes.register.beat("a", old, {})
    assert nodes.register.handle("beat", {"node": "a", "token": old, "report": {}}) == {"refused": "fenced"}


def test_a_register_that_was_killed_goes_on(nodes: Nodes) -> None:
    nodes.come("a", "b")
    nodes.settle("a", "b")
    nodes.begin()
    nodes.register.leave("b")
    told = nodes.beat("b", hand=False)
    nodes.clock.time += 10_000
    nodes.kill_register()
    again = nodes.beat("b", hand=False)
    assert again["outgoing"] == told["outgoing"]
    assert again["epoch"] == told["epoch"]
    assert again["crawl"]["job"] == "job"
    nodes.beat("b")
    assert nodes.beat("b", through=True)["gone"]


def test_serial_numbers_are_dealt_once(nodes: Nodes) -> None:
    nodes.come("a", "b")
    first = nodes.register.deal("a", nodes.tokens["a"], "202611")
    nodes.kill_register()
    second = nodes.register.deal("b", nodes.tokens["b"], "202611")
    other = nodes.register.deal("b", nodes.tokens["b"], "202612")
    assert (first, second, other) == ({"block": 0}, {"block": 1}, {"block": 0})


def test_a_crawl_is_through_when_all_are_and_nothing_came_in_between(nodes: Nodes) -> None:
    nodes.come("a", "b")
    nodes.settle("a", "b")
    nodes.begin()
    nodes.beat("a", through=True)
    nodes.beat("b", through=True)  # all are, for the first time
    nodes.activity["a"] = 1  # but a parcel was on its way
    nodes.beat("a", through=True)
    assert nodes.beat("b", through=True)["crawl"]["wanted"] == "run"
    nodes.beat("a", through=True)
    assert nodes.beat("b", through=True)["crawl"]["wanted"] == "finish"
    nodes.beat("a", ended="finished")
    crawl = nodes.beat("b", ended="finished")["crawl"]
    assert (crawl["ended"], crawl["state"]) == (True, "finished")


def test_one_that_is_busy_or_silent_holds_the_end_up(nodes: Nodes) -> None:
    nodes.come("a", "b")
    nodes.settle("a", "b")
    nodes.begin()
    for _ in range(5):
        assert (
            nodes.beat("a", through=True)["crawl"]["wanted"] == "run"
        )  # b has not said anything of this crawl
    for _ in range(5):
        nodes.beat("b")
        assert nodes.beat("a", through=True)["crawl"]["wanted"] == "run"


class Needy:
    """Crawls that need what they are told to, and use what they get: pages, or answers of so many bytes."""

    def __init__(self, nodes: Nodes, *names: str) -> None:
        self.nodes = nodes
        self.pages = dict.fromkeys(names, 0)
        self.bytes = dict.fromkeys(names, 0)
        self.has = {name: {"pages": 0, "bytes": 0} for name in names}
        self.back = dict.fromkeys(names, False)

    def beat(self, node: str, *, more: bool = True, waits: int = 0, slow: bool = False) -> dict[str, Any]:
        used = {"pages": self.pages[node], "bytes": self.bytes[node]}
        if self.back[node] or not more:
            self.has[node] = dict(used)
        room = self.has[node]["pages"] - used["pages"]
        need = {"has": self.has[node], "used": used, "room": room, "waits": waits, "more": more}
        answer = self.nodes.beat(node, allowance=need, phase="running", through=not more)
        self.back[node] = answer["back"]
        self.has[node] = dict(zip(("pages", "bytes"), answer["allowed"], strict=True))
        if more and not slow:
            self.pages[node] = self.has[node]["pages"]
        return answer


def test_a_limit_of_pages_is_exact_over_all_nodes(nodes: Nodes) -> None:
    """Also where one has hardly anything to do and another one dies in between."""
    nodes.come("a", "b", "c")
    nodes.settle("a", "b", "c")
    nodes.begin(max_pages=100)
    needy = Needy(nodes, "a", "b", "c")
    needy.beat("c", slow=True)
    kept = needy.has["c"]["pages"]
    assert 0 < kept < 30, "nobody gets all at first"
    nodes.kill_register()
    for _ in range(40):
        needy.beat("b")
        needy.beat("a")
    assert needy.pages["a"] + needy.pages["b"] == 100 - kept, "what c has may have been used"
    assert needy.back["a"], "others need what it has no use for"
    needy.beat("c", slow=True)
    for _ in range(9):
        answers = [needy.beat(node, more=node != "c") for node in "cab"]
    assert sum(needy.pages.values()) == 100
    assert answers[-1]["crawl"]["limit"] == "max-pages"
    nodes.begin(max_pages=103)
    for _ in range(9):
        answers = [needy.beat(node) for node in "cab"]
    assert sum(needy.pages.values()) == 103
    assert nodes.register.handle("start", {"job": "x", "name": "y", "settings": "{}"}) == {"refused": "busy"}


def test_a_limit_of_bytes_is_reached_when_an_answer_does_not_fit_into_what_all_have_left(
    nodes: Nodes,
) -> None:
    nodes.come("a", "b")
    nodes.settle("a", "b")
    nodes.begin(max_bytes=1000)
    needy = Needy(nodes, "a", "b")
    needy.beat("b", slow=True)
    for _ in range(3):
        needy.beat("a", waits=900, slow=True)
        assert needy.has["a"]["bytes"] < 900
    needy.beat("b", slow=True)
    assert needy.beat("a", waits=900, slow=True)["crawl"]["limit"] == ""
    needy.beat("b", slow=True)
    needy.beat("a", waits=900, slow=True)
    assert needy.has["a"]["bytes"] >= 900, "b has given back what it did not need"
    needy.bytes["a"] = 900
    for _ in range(4):
        limit = needy.beat("a", waits=101, slow=True)["crawl"]["limit"]
        needy.beat("b", slow=True)
    assert limit == "max-bytes"


def test_the_time_of_a_crawl_is_counted_once_for_all_nodes_while_it_runs(nodes: Nodes) -> None:
    nodes.come("a", "b")
    nodes.settle("a", "b")
    nodes.begin(max_minutes=1)

    def later(seconds: int) -> str:
        for _ in range(seconds // 2):
            nodes.clock.time += 2
            for node in "ab":
                answer = nodes.beat(node, phase="running")
        return str(answer["crawl"]["limit"])

    assert later(40) == ""
    nodes.register.order("pause")
    assert later(60) == ""
    nodes.register.order("run")
    nodes.kill_register()
    assert later(14) == ""
    assert later(14) == "max-minutes"
