"""What a compare pane shows a page with: as it looked, with marks over what changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from widgets.compare.surfaces.positions import Positions
from widgets.kit.boxes import in_column

if TYPE_CHECKING:
    from widgets.web.marks import FrameMarks, Gap, Mark
    from widgets.web.view import ReplayView


class WebSurface(QWidget):
    """A page as it looked, narrowed so that it is laid out as in a window of ordinary width."""

    scrolled = Signal(float)
    mark_clicked = Signal(int)
    frame_scrolled = Signal(list, float)  # the places of frames from the page inwards; how far
    settled = Signal()  # loaded, marked or laid out anew: measure again

    _WIDTH = 960  # pixels a page is laid out for, where the zoom allows

    def __init__(self, replay: ReplayView, parent: QWidget) -> None:
        super().__init__(parent)
        self.replay = replay
        in_column(self, replay, spacing=-1)
        self._paths: list[tuple[int, str]] = []
        self._zoom = 1.0
        self._opacity = 1.0
        replay.scrolled.connect(lambda fraction, _x: self.scrolled.emit(fraction))
        replay.frame_scrolled.connect(self.frame_scrolled)
        replay.mark_clicked.connect(self.mark_clicked)
        replay.loaded.connect(self._loaded)
        replay.marked.connect(lambda _found, _lost: self.settled.emit())

    def mark(
        self,
        marks: Sequence[Mark],
        anchors: Iterable[tuple[int, str]],
        gaps: Iterable[Gap] = (),
        frames: Iterable[FrameMarks] = (),
    ) -> None:
        """Paint `marks` and `gaps`, also in frames; `anchors` are blocks without a mark whose places are of use."""
        self._paths = list(anchors)
        # the view's own colours: those of the scheme would drown, for pages are light whatever the window is
        self.replay.mark(marks, gaps=gaps, frames=frames)

    def conceal(self, indexes: Iterable[int]) -> None:
        """Outline only the other marks."""
        self.replay.conceal(indexes)
        self.settled.emit()

    def focus_mark(self, index: int) -> None:
        self.replay.focus_mark(index)

    def scroll_to(self, fraction: float) -> None:
        self.replay.scroll_to(fraction)

    def measure(self, callback: Callable[[Positions], None]) -> None:
        def arrived(answer: Any) -> None:
            self.replay.frames.ask(
                "places", [], then=lambda framed: callback(Positions.from_answer(answer, framed))
            )

        self.replay.ask("places", self._paths, then=arrived)

    def set_opacity(self, opacity: float) -> None:
        """Opacity of the page over the one below, 0 to 1."""
        self._opacity = opacity
        self.replay.set_opacity(opacity)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
        self.settled.emit()

    def _loaded(self, _ok: bool) -> None:
        self._fit()  # the browser forgets the zoom when another site is shown
        self.replay.set_opacity(self._opacity)
        self.settled.emit()

    def _fit(self) -> None:
        self.replay.set_zoom(self._zoom * min(1.0, max(0.6, self.width() / self._WIDTH)))

    def set_zoom(self, factor: float) -> None:
        """Larger or smaller than what fits."""
        self._zoom = factor
        self._fit()
        self.settled.emit()
