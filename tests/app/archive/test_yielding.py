"""Work behind the commit rests while a crawl stores: the longer, the less of a processor is left for it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from app.archive import yielding
from app.archive.yielding import Turns, rest_of, waited


def test_who_has_a_processor_to_itself_hardly_rests_and_who_waits_for_one_hardly_works() -> None:
    assert rest_of(0.1, 0.0) == pytest.approx(0.025)
    assert rest_of(0.1, 0.01) < 0.1  # also between two pieces somebody else's work may come first
    assert rest_of(0.1, 0.08) > 1.0
    assert rest_of(0.1, 0.3) == rest_of(0.1, 0.1)  # clocks differ


@pytest.mark.parametrize(
    ("given", "waiting", "rest"),
    [(True, 0.0, 0.01), (True, 0.02, 0.25), (True, 0.04, 0.97), (False, 0.02, 0.32)],
)
def test_a_slice_is_followed_by_the_rest_that_is_due(
    monkeypatch: pytest.MonkeyPatch, given: bool, waiting: float, rest: float
) -> None:
    clock, slept = [0.0, 0.0], list[float]()
    monkeypatch.setattr(yielding, "_given", given)
    monkeypatch.setattr(yielding, "waited", lambda: clock[1])
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(time, "sleep", slept.append)
    busy = [True]
    turns = Turns(lambda: busy[0])
    clock[0] = 0.01
    turns.next()
    assert not slept  # a slice goes on
    clock[:] = 0.04, waiting
    turns.next()
    assert slept == [pytest.approx(rest)]
    busy[0] = False
    clock[0] = 1.0
    turns.next()
    assert len(slept) == 1


@pytest.mark.parametrize(
    ("given", "waiting", "free"), [(True, 0.05, True), (True, 0.3, False), (False, 0.0, False)]
)
def test_processors_are_known_to_be_free_where_it_hardly_waited_for_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, given: bool, waiting: float, free: bool
) -> None:
    clock = [0.0, 0.0]
    monkeypatch.setattr(yielding, "_given", given)
    monkeypatch.setattr(yielding, "_WAITS", tmp_path)  # the system tells
    monkeypatch.setattr(yielding, "waited", lambda: clock[1])
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    turns = Turns(lambda: True)
    assert not turns.unhindered  # nothing is known yet
    for _ in range(200):
        clock[:] = clock[0] + 1.0, clock[1] + waiting
        turns.next()
    assert turns.unhindered is free
    monkeypatch.setattr(yielding, "_WAITS", tmp_path / "absent")
    turns = Turns(lambda: True)
    clock[0] += 1.0
    turns.next()
    assert not turns.unhindered


def test_waiting_is_told_and_never_less() -> None:
    before = waited()
    assert sum(range(1000)) and waited() >= before
