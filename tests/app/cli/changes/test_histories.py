"""`history` and `noise` on real archives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from typer.testing import Result

from app.archive.archive import Archive
from app.archive.model import NewCapture

Run = Callable[..., Result]
Refused = Callable[..., str]
Objects = Callable[..., list[dict[str, Any]]]
RAIN = "It is a long story about the weather in the mountains, and how it rains there every day of the year."
RIVER = "The second part tells of a river that nobody has ever seen, since it flows so far below the ground."


@pytest.fixture
def archive(fill: Callable[..., Archive], make_capture: Callable[..., NewCapture]) -> Archive:
    """Five versions: a counter that goes on, a sentence that changes once."""
    bodies = [
        f"<title>A</title><main><h2>News</h2><p>{RAIN}</p><h2>River</h2>"
        f"<p>{RIVER if n < 3 else RIVER.replace('nobody', 'somebody')}</p></main>"
        f"<footer><p class=n>Seen by {n * 7} people</p></footer>"
        for n in range(5)
    ]
    return fill(*(make_capture("http://a.test/", body, minutes=60 * n) for n, body in enumerate(bodies)))


def test_history_tells_versions_and_blocks(archive: Archive, objects: Objects) -> None:
    *found, summary = objects("history", archive.path, "a.test")
    versions = [one for one in found if one["kind"] == "version"]
    blocks = [one for one in found if one["kind"] == "block"]
    assert [one["id"][-1] for one in versions] == ["1", "2", "3", "4", "5"]
    assert [(one["counts"], one["noise"]) for one in versions] == [
        ({}, 0),
        ({}, 1),
        ({}, 1),
        ({"changed": 1}, 1),
        ({}, 1),
    ]
    [river] = [one for one in blocks if "river" in one["excerpt"]]
    assert (river["first"]["id"][-1], river["last_changed"]["id"][-1], river["changed"]) == ("1", "4", [1, 4])
    [counter] = [one for one in blocks if "people" in one["excerpt"]]
    assert counter["last_changed"]["id"][-1] == "1"
    assert {event["noise"]["evidence"] for event in counter["events"][1:]} == {"changed in 4 of 4 captures"}
    assert summary == {
        "kind": "summary",
        "url": "http://a.test/",
        "versions": 5,
        "blocks": len(blocks),
        "gone": 0,
        "level": 3,
    }


def test_history_of_one_block_shows_each_change(archive: Archive, objects: Objects, tianwang: Run) -> None:
    blocks = [one for one in objects("history", archive.path, "a.test") if one["kind"] == "block"]
    [path] = [one["path"] for one in blocks if "river" in one["excerpt"]]
    events = objects("history", archive.path, "a.test", "--block", path)
    assert [event["kind"] for event in events] == ["changed", "first"]
    [change] = events[0]["changes"]
    assert [word for word in change["words"] if word[0] != "unchanged"] == [["changed", "nobody", "somebody"]]
    shown = tianwang("history", archive.path, "a.test", "--block", path).stdout
    assert f"    - {RIVER}\n" in shown
    element = "/html[1]/body[1]/main[1]/p[2]"
    assert [event["kind"] for event in objects("history", archive.path, "a.test", "--block", element)][
        -1
    ] == "first"
    cut = objects("blocks", archive.path, "a.test")[:-1]
    assert all(objects("history", archive.path, "a.test", "--block", block["path"]) for block in cut)
    assert (
        "has a block /none" in tianwang("history", archive.path, "a.test", "--block", "/none", code=1).stderr
    )


def test_history_for_people(archive: Archive, tianwang: Run) -> None:
    lines = tianwang("history", archive.path, "http://a.test/").stdout.splitlines()
    assert lines[0].endswith("  first")
    assert lines[3].endswith("1 changed  1 noise")
    assert lines[-1].startswith("5 versions, ")
    assert any("main text: " in line for line in lines)
    assert ["people" in line for line in lines] == [line.endswith("  (noise)") for line in lines]
    counted = tianwang("history", archive.path, "http://a.test/", "--no-noise").stdout.splitlines()
    assert counted[1].endswith("  1 changed")


def test_who_said_it_first(archive: Archive, objects: Objects, tianwang: Run) -> None:
    [said, summary] = objects("history", archive.path, "--said", "that SOMEBODY has ever seen")
    assert (said["kind"], said["id"][-1], said["label"]) == ("said", "4", "main text")
    assert (summary["kind"], summary["found"], summary["searched"]) == ("summary", 1, 4)
    assert tianwang("history", archive.path, "a.test", "--said", "a river").stdout.startswith(
        "202611-0000001"
    )
    assert objects("history", archive.path, "--said", "a river", "--host", "A.test")[0]["id"][-1] == "1"
    assert tianwang("history", archive.path, "--said", "no such words").stdout.startswith(
        "Not found. 5 versions"
    )


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "URL: Give an address, or a text"),
        (("--said", "ab"), "--said: Give at least four letters"),
        (("a.test", "--host", "a.test"), "--host: It belongs to --said"),
        (("a.test", "--said", "river", "--host", "a.test"), "--host: A search in one address"),
        (("a.test", "--said", "river", "--block", "/html[1]"), "--block: It does not go with --said"),
    ],
)
def test_wrong_usage_of_history(
    archive: Archive, refused: Refused, arguments: tuple[str, ...], told: str
) -> None:
    assert f"Invalid value for {told}" in refused("history", archive.path, *arguments)


def test_history_of_an_unknown_address_fails(archive: Archive, tianwang: Run) -> None:
    assert "holds nothing under" in tianwang("history", archive.path, "b.test", code=1).stderr


def test_rules_of_noise_are_added_listed_and_removed(
    archive: Archive, tianwang: Run, objects: Objects
) -> None:
    assert objects("noise", archive.path) == []
    assert objects("noise", archive.path, "--add", "p.n", "--add", "#clock") == [
        {"selector": "p.n"},
        {"selector": "#clock"},
    ]
    *_, summary = objects("diff", archive.path, "202611-0000001", "202611-0000002")
    assert (summary["noise"], summary["real_share"]) == (1, 0)
    assert tianwang("noise", archive.path, "--remove", "p.n").stdout == "#clock\n"
    assert "none of the selectors" in tianwang("noise", archive.path, "--remove", "p.n", code=1).stderr
    tianwang("noise", archive.path, "--add", "[[", code=2)
    assert tianwang("noise", archive.path).stdout == "#clock\n"
