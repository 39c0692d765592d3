"""Pictures of both pages and where they differ: taken in the panes, compared in a worker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from widgets import jobs
from widgets.compare.pixels import Pixels, Region, regions
from widgets.compare.surface import WebSurface
from widgets.web.photograph import Photograph, Photographer


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
        self._task: jobs.Task | None = None
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
        self._at_work = []
        a, b = self._taken.get(0), self._taken.get(1)
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
