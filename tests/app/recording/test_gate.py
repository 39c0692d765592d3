"""The pace at which parts of a page are asked for."""

from __future__ import annotations

import asyncio
import itertools

from app.recording.proxy import Gate


def test_turns_of_one_host_begin_with_a_gap_and_other_hosts_do_not_wait() -> None:
    begun: dict[str, list[float]] = {"a": [], "b": []}

    async def turn(gate: Gate, host: str) -> None:
        async with gate.turn(host):
            begun[host].append(asyncio.get_running_loop().time())

    async def work() -> None:
        gate = Gate(2, 0.05)
        await asyncio.gather(*(turn(gate, "a") for _ in range(5)), turn(gate, "b"))

    asyncio.run(work())
    gaps = [later - earlier for earlier, later in itertools.pairwise(begun["a"])]
    assert min(gaps) >= 0.045
    assert begun["b"][0] < begun["a"][1]


def test_who_is_called_off_gives_the_turn_to_the_next() -> None:
    async def work() -> None:
        gate = Gate(1, 0.0)
        inside = asyncio.Event()

        async def stay() -> None:
            async with gate.turn("a"):
                inside.set()
                await asyncio.Event().wait()

        task = asyncio.create_task(stay())
        await inside.wait()
        waiting = asyncio.create_task(stay())
        await asyncio.sleep(0)
        waiting.cancel()
        task.cancel()
        await asyncio.gather(task, waiting, return_exceptions=True)
        async with asyncio.timeout(5), gate.turn("a"):
            pass

    asyncio.run(work())


def test_hosts_that_nobody_asks_any_more_are_forgotten() -> None:
    async def work() -> int:
        gate = Gate(1, 0.0)
        for number in range(2000):
            async with gate.turn(f"{number}.example"):
                pass
        return len(gate._hosts)

    assert asyncio.run(work()) <= 512
