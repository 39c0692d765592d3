"""Work of scikit-learn in a process of its own, within limits of memory and time: never in that of a window.

Importing it takes 60 MB and a second, and a training of minutes cannot be stopped from inside. The process tells how far
it is in a small file, is ended when the work is cancelled, and takes no more memory than it may.
"""

from __future__ import annotations

import json
import pickle  # what is loaded was dumped by the process that this one started
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

from app.errors import TianwangError, UserError
from app.messages import Message
from extractors.door.processes import Process
from extractors.door.worker import CALL

MEMORY = 4 << 30
SECONDS = 3600.0
_LOOK = 0.05
_TOLD = 0.1  # seconds between two notes of how far the work is

Made = TypeVar("Made")
Tell = Callable[[int, int], None]
"""How far the work is: (done, of all)."""


class ClassesUnavailable(UserError):
    """The process could not be started, or did not come to an end within its limits."""

    code = "classes-unavailable"


class Cancelled(TianwangError):
    """The work was not wanted any more."""


def made_apart(
    make: Callable[..., Made],
    *given: Any,
    progress: Tell | None = None,
    cancelled: Callable[[], bool] | None = None,
    memory: int = MEMORY,
    seconds: float = SECONDS,
) -> Made:
    """`make(tell, *given)` of a module, worked out by another process; all of it can be pickled. What `make` raises of
    this program's errors is raised here. ClassesUnavailable, Cancelled."""
    with tempfile.TemporaryDirectory(prefix="tianwang-classes-") as folder:
        told = Path(folder) / "progress.json"
        try:
            process = Process.started(memory)
        except (OSError, ValueError) as error:
            raise ClassesUnavailable(detail=str(error)) from error

        def asked() -> bytes:
            with suppress(OSError, EOFError, ValueError):
                process.welcome()
                question = (partial(_caught, make, str(told)), [given])
                return process.ask(CALL, pickle.dumps(question, pickle.HIGHEST_PROTOCOL))
            return b""

        end = time.monotonic() + seconds
        try:
            with ThreadPoolExecutor(1, "classes") as pool:
                answer = pool.submit(asked)
                try:
                    while not wait([answer], _LOOK).done:
                        if cancelled is not None and cancelled():
                            raise Cancelled
                        if time.monotonic() > end:
                            process.kill("time")
                        if progress is not None:
                            with suppress(OSError, ValueError):
                                progress(*json.loads(told.read_text("ascii")))
                finally:
                    process.kill("closed")
        finally:
            why = process.why if process.why != "closed" else process.autopsy()
            process.end()
        if not answer.result():
            raise ClassesUnavailable(detail=why or "ended")
        ((good, made),) = pickle.loads(answer.result())  # noqa: S301  # see the import
        if not good:
            refused, message = made
            raise refused(message)
        return cast("Made", made)


def _caught(make: Callable[..., Any], told: str, given: tuple[Any, ...]) -> tuple[bool, Any]:
    """In the process: (True, what was made) or (False, the error of this program)."""
    from threadpoolctl import threadpool_limits

    last = 0.0

    def tell(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last > _TOLD or done >= total:
            last = now
            fresh = Path(f"{told}.new")
            fresh.write_text(json.dumps([done, total]), "ascii")
            fresh.replace(told)

    # sums of several threads differ in their last bits from run to run
    with threadpool_limits(1):
        try:
            return True, make(tell, *given)
        except UserError as error:
            return False, (type(error), error.message)
        except (ArithmeticError, ValueError, MemoryError) as error:
            told_so = Message("classes-unavailable", detail=f"{type(error).__name__}: {error}"[:300])
            return False, (ClassesUnavailable, told_so)
