"""A picture of a whole page, taken view by view while it is scrolled from top to bottom; without our marks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import shiboken6
from PySide6.QtCore import QObject, QPoint, QRect, QTimer, Signal
from PySide6.QtGui import QImage, QPainter

if TYPE_CHECKING:
    from widgets.web.view import ReplayView

_HIGHEST = 12_000  # pixels of a picture: more take too much memory
_LOOK = 40  # milliseconds between two looks, until both are the same
_LOOKS = 8  # of what never comes to rest


@dataclass(frozen=True, slots=True)
class Photograph:
    """`ratio`: pixels of the picture for each of the page; `whole`: nothing was cut off at the bottom."""

    image: QImage
    ratio: float
    whole: bool


class Photographer(QObject):
    """Takes one picture and is done; the page must be in sight, and is left as it was."""

    taken = Signal(object)  # a Photograph, None when the page did not answer

    def __init__(self, view: ReplayView) -> None:
        super().__init__(view)
        self._view = view
        self._image = QImage()
        self._frame: dict[str, Any] = {}
        self._at, self._looks = 0.0, 0
        self._over = False
        self._seen: QImage | None = None
        self._again = QTimer(self, singleShot=True, interval=_LOOK)
        self._again.timeout.connect(self._look)

    def start(self) -> None:
        self._view.frames.call("pose")
        self._view.ask("pose", then=self._posed)

    def cancel(self) -> None:
        """Leave the page as it was, without a signal."""
        self._over = True
        self._again.stop()
        self._leave()
        self.deleteLater()

    def _posed(self, answer: Any) -> None:
        if self._gone():
            return
        shot = self._view.picture()
        if not isinstance(answer, dict) or shot is None:
            self._leave()
            self.taken.emit(None)
            self.deleteLater()
            return
        self._frame = answer
        height = min(_HIGHEST, round(answer["height"] * answer["ratio"]))
        self._image = QImage(
            max(1, round(answer["width"] * answer["ratio"])), max(1, height), QImage.Format.Format_RGB32
        )
        self._image.fill(0xFFFFFFFF)
        self._go_to(0.0)

    def _go_to(self, top: float) -> None:
        self._seen, self._looks = None, 0
        self._view.ask("poseAt", top, then=self._arrived)

    def _arrived(self, at: Any) -> None:
        if self._gone():
            return
        self._at = float(at or 0.0)
        self._again.start()

    def _look(self) -> None:
        """Chromium paints later than it scrolls: a view counts when it looks the same twice."""
        shot = self._view.picture()
        self._looks += 1
        if shot is None or (shot != self._seen and self._looks < _LOOKS):
            self._seen = shot
            if self._looks < _LOOKS:
                self._again.start()
                return
        if shot is not None:
            self._paint(shot)
        ratio, bottom = self._frame["ratio"], self._at + self._frame["view"]
        if bottom * ratio < self._image.height() - 1 and bottom > self._at:
            self._go_to(bottom)
            return
        self._leave()
        self.taken.emit(Photograph(self._image, ratio, self._frame["height"] * ratio <= _HIGHEST))
        self.deleteLater()

    def _paint(self, shot: QImage) -> None:
        ratio = self._frame["ratio"]
        left, top, width, height = (
            round(self._frame[name] * ratio) for name in ("left", "top", "width", "view")
        )
        painter = QPainter(self._image)
        painter.drawImage(QPoint(0, round(self._at * ratio)), shot, QRect(left, top, width, height))
        painter.end()

    def _gone(self) -> bool:
        """Whether an answer of the page comes too late: after `cancel`, or after this object is gone."""
        return self._over or not shiboken6.isValid(self)

    def _leave(self) -> None:
        self._view.frames.call("unpose")
        self._view.ask("unpose")
