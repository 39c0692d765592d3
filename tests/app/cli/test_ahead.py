"""Documents are read ahead of their turn, within limits, and shown in the order they were asked for."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from app.cli import extracting as ahead
from app.cli.console import Stop
from app.cli.extracting import Item, in_order


def test_what_takes_long_holds_back_others_but_not_their_reading() -> None:
    others = threading.Semaphore(0)

    def slow() -> str:
        for _ in range(5):
            assert others.acquire(timeout=20)  # only when they are read meanwhile
        return "slow"

    def quick(number: int) -> str:
        others.release()
        return f"quick {number}"

    items = [Item("0", {}, slow), *(Item(str(at), {}, lambda at=at: quick(at)) for at in range(1, 6))]  # type: ignore[misc]
    with ThreadPoolExecutor(2) as pool:
        shown = [found for _, _, found in in_order(items, pool, 2, Stop(), objects=True)]
    assert shown == ["slow", *(f"quick {at}" for at in range(1, 6))]


@pytest.mark.parametrize(
    ("held", "objects", "most"), [(1 << 20, True, 33), (1 << 20, False, 5), (250, True, 4)]
)
def test_no_more_is_read_ahead_than_may_be_held(
    monkeypatch: pytest.MonkeyPatch, held: int, objects: bool, most: int
) -> None:
    monkeypatch.setattr(ahead, "_HELD", held)
    taken = 0

    def items() -> Iterator[Item]:
        nonlocal taken
        for taken in range(1, 101):
            yield Item(str(taken), {}, lambda: "x" * 100)

    class Now(ThreadPoolExecutor):
        """Has done everything at once."""

        def submit(self, function, /, *arguments, **named):  # type: ignore[no-untyped-def]
            future = super().submit(function, *arguments, **named)
            future.result()
            return future

    with Now(1) as pool:
        for number, _ in enumerate(in_order(items(), pool, 1, Stop(), objects=objects), 1):
            assert taken - number < most
    assert number == 100


def test_a_stop_ends_it_without_reading_what_is_left() -> None:
    stop = Stop()
    read = []
    items = (Item(str(at), {}, lambda at=at: read.append(at) or "") for at in range(1000))  # type: ignore[func-returns-value,misc]
    with ThreadPoolExecutor(1) as pool:
        for count, _ in enumerate(in_order(items, pool, 1, stop, objects=False), 1):
            if count == 10:
                stop.ask()
    assert count == 10
    assert len(read) < 20
