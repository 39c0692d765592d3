"""Pictures of both pages and where they differ: taken in the panes, compared in a worker."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from widgets.compare.surfaces.page import WebSurface
from widgets.kit import jobs
from widgets.web.photograph import Photograph, Photographer

# Where the pictures of two pages differ: what belongs together is laid upon each other, stretch by stretch.

Pixels = NDArray[np.uint8]  # rows, columns, colours
Mask = NDArray[np.bool_]
Box = tuple[int, int, int, int]  # left, top, width, height

_LEAST = 24  # of 255, by which a colour must differ: smoothed edges of letters do by less
_APART = 20  # pixels without a difference between two regions
_SHIFT = 2  # rows by which a stretch may stand elsewhere, since places are rounded
_MOST = 400  # regions
_DEEPEST = 4  # cuts of a region, by rows and by columns in turns
_SPECKS = 4  # pixels of a region at least


@dataclass(frozen=True, slots=True)
class Region:
    """A part of the pictures that differs; a box is None where only the other page has something there."""

    a: Box | None
    b: Box | None

    @property
    def kind(self) -> str:
        return "changed" if self.a and self.b else "added" if self.b else "removed"


def regions(
    a: Pixels, b: Pixels, pairs: Sequence[tuple[float, float]], check: Callable[[], None] = lambda: None
) -> list[Region]:
    """The regions that differ, from top to bottom. `pairs` are rows of both that belong together, rising; `check` may
    raise to stop."""
    width = min(a.shape[1], b.shape[1])
    a, b = a[:, :width], b[:, :width]
    found: list[Region] = []
    for rows_a, rows_b in _stretches(pairs, a.shape[0], b.shape[0]):
        check()
        for region in _within(a, b, rows_a, rows_b):
            joined = _joined(found[-1], region) if found else None
            if joined is None:
                found.append(region)
            else:
                found[-1] = joined
        if len(found) > _MOST:
            break
    return found[:_MOST]


def _joined(one: Region, two: Region) -> Region | None:
    """Two adjoining regions of one kind as one; None where they do not adjoin."""
    if one.kind != two.kind:
        return None
    boxes: list[Box | None] = []
    for first, second in ((one.a, two.a), (one.b, two.b)):
        if first is None or second is None:
            boxes.append(None)
            continue
        right, bottom = (
            max(first[0] + first[2], second[0] + second[2]),
            max(first[1] + first[3], second[1] + second[3]),
        )
        left, top = min(first[0], second[0]), min(first[1], second[1])
        beside = first[0] + first[2] < second[0] or second[0] + second[2] < first[0]
        if beside or second[1] - (first[1] + first[3]) > _APART:
            return None
        boxes.append((left, top, right - left, bottom - top))
    return Region(boxes[0], boxes[1])


def _stretches(
    pairs: Sequence[tuple[float, float]], high_a: int, high_b: int
) -> Iterator[tuple[range, range]]:
    """The rows between two pairs, in both pictures."""
    last = (0, 0)
    for y_a, y_b in [*pairs, (high_a, high_b)]:
        here = min(high_a, round(y_a)), min(high_b, round(y_b))
        if here > last and here[0] >= last[0] and here[1] >= last[1]:
            yield range(last[0], here[0]), range(last[1], here[1])
            last = here


def _within(a: Pixels, b: Pixels, rows_a: range, rows_b: range) -> Iterator[Region]:
    high = min(len(rows_a), len(rows_b))
    one = a[rows_a.start : rows_a.start + high]
    best, shift = None, 0
    for by in sorted(range(-_SHIFT, _SHIFT + 1), key=abs):
        start = rows_b.start + by
        if start < 0 or start + high > b.shape[0]:
            continue
        mask = _differs(one, b[start : start + high])
        if best is None or mask.sum() < best.sum():
            best, shift = mask, by
        if not best.any():
            break
    if best is not None and high:
        for left, top, width, height in _boxes(best):
            yield Region(
                (left, rows_a.start + top, width, height), (left, rows_b.start + shift + top, width, height)
            )
    for picture, rows, is_newer in ((a, rows_a, False), (b, rows_b, True)):
        rest = picture[rows.start + high : rows.stop]
        if rest.size and (ink := _differs(rest, rest[:, :1])).any():
            (left, top, width, height) = _bounds(ink)
            box = (left, rows.start + high + top, width, height)
            yield Region(None, box) if is_newer else Region(box, None)


def _differs(one: Pixels, two: Pixels) -> Mask:
    """Pixels whose colours differ visibly."""
    high = np.maximum(one, two)
    high -= np.minimum(one, two)
    return np.asarray(high.max(axis=2) >= _LEAST)


def _boxes(mask: Mask, left: int = 0, top: int = 0, depth: int = 0) -> Iterator[Box]:
    """Boxes around set pixels, cut at empty rows and columns."""
    if not mask.any():
        return
    x, y, width, height = _bounds(mask)
    mask = mask[y : y + height, x : x + width]
    axis = depth % 2  # rows first
    pieces = _pieces(np.any(mask, axis=1 - axis))
    if depth < _DEEPEST and (len(pieces) > 1 or depth == 0):
        for first, last in pieces:
            inner = mask[:, first:last] if axis else mask[first:last]
            yield from _boxes(
                inner, left + x + (first if axis else 0), top + y + (0 if axis else first), depth + 1
            )
    elif depth and depth < _DEEPEST and len(_pieces(np.any(mask, axis=axis))) > 1:
        yield from _boxes(mask, left + x, top + y, depth + 1)
    elif int(mask.sum()) >= _SPECKS:
        yield left + x, top + y, width, height


def _bounds(mask: Mask) -> Box:
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    top, left = int(rows[0]), int(columns[0])
    return left, top, int(columns[-1]) + 1 - left, int(rows[-1]) + 1 - top


def _pieces(line: Mask) -> list[tuple[int, int]]:
    """Runs of set places, joined over small gaps."""
    places = np.flatnonzero(line)
    cuts = np.flatnonzero(np.diff(places) > _APART)
    firsts = [int(places[0]), *(int(places[n + 1]) for n in cuts)]
    lasts = [*(int(places[n]) for n in cuts), int(places[-1])]
    return [(first, last + 1) for first, last in zip(firsts, lasts, strict=True)]


@dataclass(frozen=True, slots=True)
class Pictured:
    """Both pictures and what differs; `whole`: nothing was cut off at the bottom."""

    images: tuple[QImage, QImage]
    found: list[Region]
    whole: bool
    ratio: float  # pixels of a picture for each of a page


class PictureTaking(QObject):
    """Takes pictures of two pages at the same time; `done` or `failed` tells how that went."""

    done = Signal(object)  # Pictured
    failed = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._at_work: list[Photographer] = []
        self._taken: dict[int, Photograph | None] = {}
        self._task: jobs.Task[Any] | None = None
        self._pairs: Sequence[tuple[float, float]] = ()

    @property
    def at_work(self) -> bool:
        return bool(self._at_work) or self._task is not None

    def start(self, pages: tuple[WebSurface, WebSurface], pairs: Sequence[tuple[float, float]]) -> None:
        """`pairs` are places of both pages, in their pixels, that belong together."""
        self.cancel()
        self._taken, self._pairs = {}, pairs
        for side, page in enumerate(pages):
            photographer = Photographer(page.replay)
            photographer.taken.connect(lambda taken, side=side: self._arrived(side, taken))
            self._at_work.append(photographer)
        for photographer in list(self._at_work):
            photographer.start()

    def cancel(self) -> None:
        """Leave the pages as they were."""
        at_work, self._at_work = self._at_work, []
        for side, photographer in enumerate(at_work):
            if side not in self._taken:
                photographer.cancel()
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _arrived(self, side: int, taken: Photograph | None) -> None:
        self._taken[side] = taken
        if len(self._taken) < len(self._at_work):
            return
        a, b = self._taken.get(0), self._taken.get(1)
        self._at_work, self._taken = [], {}  # of a comparison that is left nobody holds pictures
        if a is None or b is None:
            self.failed.emit(None)
            return
        pairs = [(y_a * a.ratio, y_b * b.ratio) for y_a, y_b in self._pairs]

        def work(task: jobs.Handle) -> Pictured:
            found = regions(_pixels(a.image), _pixels(b.image), pairs, task.check)
            return Pictured((a.image, b.image), found, a.whole and b.whole, b.ratio)

        self._task = jobs.run(self, work, done=self._compared, failed=self._did_not_work)

    def _compared(self, pictured: Pictured) -> None:
        self._task = None
        self.done.emit(pictured)

    def _did_not_work(self, error: Exception) -> None:
        self._task = None
        self.failed.emit(error)


def _pixels(image: QImage) -> Pixels:
    """The pixels of a picture without its fourth channel, which is none."""
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : 4 * image.width()].reshape(image.height(), image.width(), 4)[:, :, :3]
