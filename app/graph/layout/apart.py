"""Work of igraph in a process of its own: its calls keep the interpreter to themselves until they end.

In a thread, communities of 40 000 links would have the window stand still for 110 ms. A process takes about half a second to
begin, can be ended at any moment, and where it cannot be had the work is done here.
"""

from __future__ import annotations

import pickle  # what is loaded was dumped by a process that this one has started
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from typing import TypeVar, cast

from extractors.door.processes import Process
from extractors.door.worker import CALL

Item = TypeVar("Item")
Made = TypeVar("Made")

_LOOK = 0.1  # seconds between two looks at whether the work is still wanted


def made_apart(make: Callable[[Item], Made], item: Item, check: Callable[[], None]) -> Made:
    """`make(item)`, worked out by another process; both and the result can be pickled. `check` may raise to end it."""
    try:
        process = Process.started()
    except (OSError, ValueError):
        return make(item)

    def asked() -> bytes:
        with suppress(OSError, EOFError, ValueError):
            process.welcome()
            return process.ask(CALL, pickle.dumps((make, [item]), pickle.HIGHEST_PROTOCOL))
        return b""

    try:
        with ThreadPoolExecutor(1, "apart") as pool:
            answer = pool.submit(asked)
            try:
                while not wait([answer], _LOOK).done:
                    check()
            finally:
                process.kill("closed")  # else the thread would wait for its answer
    finally:
        process.end()
    if not answer.result():
        return make(item)
    (made,) = cast("list[Made]", pickle.loads(answer.result()))  # noqa: S301  # see the import
    return made
