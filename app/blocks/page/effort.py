"""Budgets of steps, and the weight of a comparison in steps, known before it is made.

Noise is learned from further comparisons within a budget. Steps are counted from bytes and tags alone, so the same pages
give the same answer on every machine.
"""

from __future__ import annotations

import functools
import gc
from collections import Counter
from collections.abc import Callable
from itertools import chain
from typing import ParamSpec, TypeVar

from app.messages import Message

P = ParamSpec("P")
R = TypeVar("R")


def uncollected(work: Callable[P, R]) -> Callable[P, R]:
    """Run a function without the cyclic collector, which would look at all of a page's nodes again and again: a fifth
    of the time of a large page. Trees are taken apart by hand (`node.release`), so nothing waits for it."""

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

CUT = Message("noise-not-all")

_BYTE = 0.1  # steps for every byte
_TAG = 8  # for every tag of a page
_NEW_TAG, _NEW_BYTE = 16, 2.2  # … and more for each, and its text, that stands between others than before
_COMPANY = 5  # tags in a row
WEIGHTS = (MOST, _BYTE, _TAG, _NEW_TAG, _NEW_BYTE, _COMPANY)
"""What a weight that was found depends on."""

_READ_IN_VAIN, _WEIGHED_IN_VAIN = 1 / 32, 1 / 16  # parts of bytes, and of steps


class Budget:
    """Steps that may still be taken; `cut` once a step was refused."""

    def __init__(self, steps: int = MOST) -> None:
        self.left = steps
        self.cut = False

    def allows(self, steps: int) -> bool:
        """Whether so many steps are left; none is taken."""
        self.cut = self.cut or steps > self.left
        return steps <= self.left

    def take(self, steps: int, in_vain: int = 0) -> bool:
        """Take steps if they are left; else take `in_vain`, those spent on finding out."""
        if steps <= self.left:
            self.left -= steps
            return True
        self.left -= in_vain
        self.cut = True
        return False


def weight_in_vain(steps: int, size: int) -> int:
    """Steps to read and weigh versions of so many bytes whose comparison would take too many steps."""
    return int(size * _READ_IN_VAIN + min(steps, MOST) * _WEIGHED_IN_VAIN)


def weight_of_documents(size: int) -> int:
    """The weight of comparing two documents that are no pages; other processes read them."""
    return int(size * _BYTE)


def weight_of_pages(a: bytes, b: bytes) -> int:
    """The weight of comparing two pages: small where both have the same tags and texts in one order."""
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
