"""Work that gathers goes to threads together."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from app.crawl.run import preparation
from app.crawl.run.preparation import Batching


class Work:
    """Doubles numbers; refuses 13; waits until it is let go. What it was given stands in `given`."""

    def __init__(self) -> None:
        self.given: list[list[int]] = []
        self.begun = threading.Semaphore(0)
        self.go = threading.Event()

    def __call__(self, numbers: Sequence[int]) -> list[int | Exception]:
        self.given.append(list(numbers))
        self.begun.release()
        assert self.go.wait(30)
        return [ValueError("an unlucky number") if number == 13 else number * 2 for number in numbers]


async def _gathered(work: Work, numbers: Sequence[int], size: int = 1) -> list[int | BaseException]:
    """What is made of numbers, all asked for while the first one keeps the only lane busy."""
    loop = asyncio.get_running_loop()
    with ThreadPoolExecutor(1) as executor, ThreadPoolExecutor(1) as waiting:
        batches = Batching[int, int](executor, work, lambda number: size, lanes=1)
        first = asyncio.create_task(batches.made(numbers[0]))
        await loop.run_in_executor(waiting, work.begun.acquire)
        rest = [asyncio.create_task(batches.made(number)) for number in numbers[1:]]
        await asyncio.sleep(0)  # each has asked
        work.go.set()
        return await asyncio.gather(first, *rest, return_exceptions=True)


def test_what_comes_while_all_are_at_work_goes_together_to_the_first_that_is_free() -> None:
    work = Work()
    assert asyncio.run(_gathered(work, [1, 2, 3, 4])) == [2, 4, 6, 8]
    assert work.given == [[1], [2, 3, 4]]


def test_only_so_many_go_together_and_only_so_many_bytes() -> None:
    many, large = Work(), Work()
    asyncio.run(_gathered(many, range(preparation.AT_ONCE + 2)))
    assert [len(batch) for batch in many.given] == [1, preparation.AT_ONCE, 1]
    asyncio.run(_gathered(large, [1, 2, 3], size=preparation.BYTES_AT_ONCE))
    assert large.given == [[1], [2], [3]], "one that is large by itself goes all the same"


def test_what_one_meets_is_raised_to_who_asked_for_it_alone() -> None:
    work = Work()
    made = asyncio.run(_gathered(work, [1, 13, 2]))
    assert (made[0], made[2]) == (2, 4)
    assert isinstance(made[1], ValueError)


def test_a_failure_of_the_work_itself_reaches_all_of_its_batch_and_nobody_else() -> None:
    def fail(numbers: Sequence[int]) -> list[int | Exception]:
        if 13 in numbers:
            raise OSError("the disk")
        return list(numbers)

    async def run() -> None:
        with ThreadPoolExecutor(1) as executor:
            batches = Batching[int, int](executor, fail, lambda number: 1, lanes=1)
            with pytest.raises(OSError, match="the disk"):
                await batches.made(13)
            assert await batches.made(1) == 1

    asyncio.run(run())


def test_nothing_is_done_for_somebody_who_was_cancelled_while_waiting() -> None:
    work = Work()

    async def run() -> None:
        loop = asyncio.get_running_loop()
        with ThreadPoolExecutor(1) as executor, ThreadPoolExecutor(1) as waiting:
            batches = Batching[int, int](executor, work, lambda number: 1, lanes=1)
            first, second, third = (asyncio.create_task(batches.made(number)) for number in (1, 2, 3))
            await loop.run_in_executor(waiting, work.begun.acquire)
            second.cancel()
            await asyncio.gather(second, return_exceptions=True)
            work.go.set()
            assert await asyncio.gather(first, third) == [2, 6]

    asyncio.run(run())
    assert work.given == [[1], [3]]
