"""Work in threads: results in order, errors in their place, never far ahead."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator

import pytest

from app.archive import pooling
from app.archive.pooling import prepared


@pytest.mark.parametrize("workers", [1, 2, 4])
@pytest.mark.parametrize("count", [0, 1, 15, 16, 17, 1000])
def test_results_come_in_the_order_of_the_items(workers: int, count: int) -> None:
    assert list(prepared(range(count), lambda n: n * n, workers)) == [n * n for n in range(count)]


def test_items_are_taken_by_the_caller_and_only_a_few_ahead() -> None:
    taken = 0
    threads = set()

    def items() -> Iterator[int]:
        nonlocal taken
        for n in range(10_000):
            taken += 1
            threads.add(threading.get_ident())
            yield n

    for n in prepared(items(), lambda n: n, 2):
        assert taken - n <= 8 * pooling.AT_ONCE
    assert threads == {threading.get_ident()}


def test_heavy_items_do_not_pile_up() -> None:
    held = most = 0
    lock = threading.Lock()

    def items() -> Iterator[int]:
        nonlocal held, most
        for n in range(60):
            with lock:
                held += 1
                most = max(most, held)
            yield n

    for _ in prepared(items(), lambda n: n, 2, weigh=lambda n: pooling.MAX_WEIGHT // 3):
        with lock:
            held -= 1
    assert most <= 6


@pytest.mark.parametrize("at", [0, 5, 40, 99])
def test_an_error_comes_where_the_result_would_have(at: int) -> None:
    def make(n: int) -> int:
        if n == at:
            raise ValueError(f"number {n}")
        return n

    seen = []
    with pytest.raises(ValueError, match=f"number {at}"):
        for n in prepared(range(100), make, 2):
            seen.append(n)
    assert seen == list(range(at // pooling.AT_ONCE * pooling.AT_ONCE))


def test_an_error_of_the_items_ends_the_threads() -> None:
    def items() -> Iterator[int]:
        yield from range(50)
        raise OSError("unreadable")

    before = threading.active_count()
    with pytest.raises(OSError, match="unreadable"):
        list(prepared(items(), lambda n: n, 3))
    assert threading.active_count() == before


def test_who_stops_early_leaves_no_thread_behind() -> None:
    before = threading.active_count()
    work = prepared(range(10_000), lambda n: n, 3)
    assert next(iter(work)) == 0
    work.close()  # type: ignore[attr-defined]
    assert threading.active_count() == before


def _where(_: int) -> int:
    return os.getpid()


def test_what_a_crew_is_asked_is_left_to_it_where_the_program_is_a_window(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pooling._Manner, "apart", False)
    pooling.work_apart()
    with pooling.Crew(1) as crew:
        made = list(prepared(range(5 * pooling.AT_ONCE), _where, crew=crew))
    assert len(made) == 5 * pooling.AT_ONCE and os.getpid() not in made


def test_a_few_items_wait_for_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pooling._Manner, "apart", True)
    monkeypatch.setattr(pooling.Crew, "_welcome", lambda _: None)  # none is ever ready
    with pooling.Crew(1) as crew:
        assert list(prepared(range(3), _where, crew=crew)) == [os.getpid()] * 3
