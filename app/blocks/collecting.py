"""Work that makes very many objects at once, all of which are freed by counting references."""

from __future__ import annotations

import functools
import gc
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def uncollected(work: Callable[P, R]) -> Callable[P, R]:
    """Run a function without the cyclic collector, which would look at all of a page's nodes again and again: a fifth
    of the time of a large page. Trees are taken apart by hand (`nodes.release`), so nothing waits for it."""

    @functools.wraps(work)
    def paused(*args: P.args, **kwargs: P.kwargs) -> R:
        if not gc.isenabled():
            return work(*args, **kwargs)
        gc.disable()
        try:
            return work(*args, **kwargs)
        finally:
            gc.enable()

    return paused
