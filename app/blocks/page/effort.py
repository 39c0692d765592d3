"""How much work it is to compare two versions of a page, told before they are compared.

What is noise is learned from further comparisons. They share a bound in steps, which are counted from the bytes alone:
the same pages give the same answer on every machine, however fast it is.
"""

from __future__ import annotations

import functools
import gc
from collections import Counter
from collections.abc import Callable
from itertools import chain
from typing import ParamSpec, TypeVar

# Work that makes very many objects at once, all of which are freed by counting references.

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


MOST = 4_000_000
"""Steps of all the comparisons that one is judged by. On pages made to be slow a step is about a microsecond of a core,
on others half of that or less."""

CUT = (
    "the pages are so large that not all versions and pages of the site were looked at to tell what is noise"
)

_BYTE = 0.1  # steps for every byte
_TAG = 8  # for every tag of a page
_NEW_TAG, _NEW_BYTE = 16, 2.2  # … and more for each, and its text, that stands between others than before
_COMPANY = 5  # tags in a row
WEIGHTS = (MOST, _BYTE, _TAG, _NEW_TAG, _NEW_BYTE, _COMPANY)
"""What a weight that was found depends on."""

_READ_IN_VAIN, _WEIGHED_IN_VAIN = 1 / 32, 1 / 16  # parts of bytes, and of steps


class Steps:
    """What is left of a number of steps; `cut` once something was left out for want of them."""

    def __init__(self, left: int) -> None:
        self.left = left
        self.cut = False

    def take(self, steps: int) -> bool:
        """Whether there are so many left, which are gone then."""
        if steps > self.left:
            self.cut = True
            return False
        self.left -= steps
        return True


class Effort:
    """What is left of a number of steps; `cut` once anything was left out for want of them."""

    def __init__(self, steps: int = MOST) -> None:
        self.left = steps
        self.cut = False

    def allows(self, size: int) -> bool:
        """Whether versions of so many bytes together are worth reading, to weigh them."""
        self.cut = self.cut or weight_of_documents(size) > self.left
        return weight_of_documents(size) <= self.left

    def take(self, steps: int, size: int) -> bool:
        """Whether there are so many steps left, which are gone then; else those are that were spent on weighing."""
        if steps <= self.left:
            self.left -= steps
            return True
        self.left -= int(size * _READ_IN_VAIN + min(steps, MOST) * _WEIGHED_IN_VAIN)
        self.cut = True
        return False


def weight_of_documents(size: int) -> int:
    """Steps to compare two versions of so many bytes together of what is no page: other processes read it."""
    return int(size * _BYTE)


def weight_of_pages(a: bytes, b: bytes) -> int:
    """Steps to compare two pages: few where both say the same in the same order."""
    known = int((len(a) + len(b)) * _BYTE + (a.count(b"<") + b.count(b"<")) * _TAG)
    if known > MOST:
        return known
    rows = Counter(_rows(b))
    rows.subtract(_rows(a))
    new = [(row, abs(count)) for row, count in rows.items() if count]
    tags = sum(count for _, count in new)
    size = sum(len(row[_COMPANY // 2]) * count for row, count in new)
    return known + int(tags * _NEW_TAG + size * _NEW_BYTE)


def _rows(page: bytes) -> list[tuple[bytes, ...]]:
    """Each tag with the text behind it, among its neighbours."""
    edge = [b""] * (_COMPANY // 2)
    pieces = list(chain(edge, page.split(b"<"), edge))
    return list(zip(*(pieces[n:] for n in range(_COMPANY)), strict=False))
