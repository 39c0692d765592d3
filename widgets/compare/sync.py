"""Scrolls two panes together, block by block, and keeps the places of their blocks."""

from __future__ import annotations

import time
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from widgets.compare.surfaces.page import WebSurface
from widgets.compare.surfaces.picture import PictureSurface
from widgets.compare.surfaces.positions import Bridge, Positions, follow, reveal
from widgets.compare.surfaces.source import SourceSurface
from widgets.compare.surfaces.text import TextSurface

Surface = WebSurface | TextSurface | SourceSurface | PictureSurface

_MOVING = 0.5  # seconds after which a page that was laid out anew stands still
_RESTLESS = 5.0  # seconds after which what still moves is the page's own play
_STALE = 1.0  # seconds after which places are measured again while scrolling: late pictures move things


class ScrollSync(QObject):
    """Two surfaces and the bridge between them."""

    measured = Signal()
    moved = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.positions = [Positions(), Positions()]
        self.fractions = [0.0, 0.0]
        self.enabled = True
        self._bridge = Bridge(((0.0, 0.0), (1.0, 1.0)))
        self._surfaces: list[Surface] = []
        self.aligned: list[int] = []  # blocks that stand in both panes, in the order of both
        self._shown = -1  # the change that was chosen last, until somebody scrolls
        self._asked = self._settled = 0.0
        self._timer = QTimer(self, singleShot=True, interval=150)
        self._timer.timeout.connect(self.measure)
        # once more: a zoom or late pictures may move things after the page says it is there
        self._later = QTimer(self, singleShot=True, interval=900)
        self._later.timeout.connect(self.measure)
        self._timer.timeout.connect(self._later.start)
        self._led: tuple[int, float] | None = None  # side and fraction that were scrolled to last

    def watch(self, a: Surface, b: Surface) -> None:
        """Tie two surfaces together; those tied before are let go."""
        if self._surfaces == [a, b]:
            self._timer.start()
            return
        for old in self._surfaces:
            old.scrolled.disconnect(self._scrolled)
            old.settled.disconnect(self._settle)
        self._surfaces = [a, b]
        self.forget()
        for surface in self._surfaces:
            surface.scrolled.connect(self._scrolled)
            surface.settled.connect(self._settle)

    def align(self, indexes: list[int]) -> None:
        """Blocks that stand in both panes, in the order of both."""
        self.aligned = indexes
        self._timer.start()

    def measure(self) -> None:
        """Ask both surfaces where their blocks stand."""
        self._asked = time.monotonic()
        for side, surface in enumerate(self._surfaces):
            surface.measure(partial(self._arrived, side, surface))

    def reveal(self, index: int) -> None:
        """Show a block in the panes that have it, and its place in the one that has not."""
        # again when it is known where it stands, and when things move: late pictures, another width
        self._led, self._shown = None, index
        inside = [index in positions.spans for positions in self.positions]
        for side, surface in enumerate(self._surfaces):
            if inside[side] or not any(inside) or index in self.positions[side].gaps:
                surface.focus_mark(index)
                self._note(side, index)
            else:
                own, other = self.positions[1 - side], self.positions[side]
                fraction = reveal(index, own, other, self._bridge, back=side == 0)
                if fraction is not None:
                    surface.scroll_to(fraction)
                    self.fractions[side] = fraction
        self.moved.emit()
        self._timer.start()  # to see how far each could be scrolled

    def hidden(self) -> frozenset[int]:
        """What differs, but is displayed in neither pane."""
        states: dict[int, bool] = {}
        for positions in self.positions:
            for index, hidden in positions.hidden.items():
                states[index] = hidden and states.get(index, True)
        return frozenset(index for index, hidden in states.items() if hidden)

    def shows(self, index: int) -> bool:
        """Whether a block, or its place, is seen in either pane; True while that is not known."""
        known = all(positions.height > 1 for positions in self.positions)
        return not known or any(
            index in positions.spans or index in positions.gaps for positions in self.positions
        )

    def scroll_to(self, side: int, fraction: float) -> None:
        """Scroll one pane, and the other with it."""
        self._surfaces[side].scroll_to(fraction)
        self._lead(side, fraction)

    def scroll_frame(self, side: int, place: list[int], fraction: float) -> None:
        """Somebody scrolled a frame on one side: the same frame on the other side follows."""
        other = self._surfaces[1 - side] if len(self._surfaces) > 1 else None
        if self.enabled and isinstance(other, WebSurface):
            other.replay.scroll_frame(place, fraction)

    def let_go(self) -> None:
        """Nothing is chosen any more; what stays where is still known."""
        self._shown = -1

    def forget(self) -> None:
        """Other versions are loaded: what is known of places is no longer true."""
        self.positions, self.fractions = [Positions(), Positions()], [0.0, 0.0]
        self._shown, self._led = -1, None

    def _note(self, side: int, index: int) -> None:
        positions = self.positions[side]
        if (index in positions.spans or index in positions.gaps) and positions.room:
            top, height = positions.spans.get(index, (positions.gaps.get(index, 0.0), 0.0))
            self.fractions[side] = min(
                1.0, max(0.0, (top + height / 2 - positions.view / 2) / positions.room)
            )

    def _settle(self) -> None:
        self._settled = time.monotonic()
        self._timer.start()

    def _scrolled(self, fraction: float) -> None:
        if self._shown >= 0 and time.monotonic() - self._settled < _MOVING:
            return  # nobody scrolled: the page was laid out anew
        sender = self.sender()
        side = next((n for n, surface in enumerate(self._surfaces) if surface is sender), -1)
        if side >= 0:
            self._lead(side, fraction)

    def _lead(self, side: int, fraction: float) -> None:
        self.fractions[side], self._led, self._shown = fraction, (side, fraction), -1
        self._follow(side, fraction)
        self.moved.emit()
        if time.monotonic() - self._asked > _STALE:
            self.measure()

    def _follow(self, side: int, fraction: float) -> None:
        """Scroll the other pane to what belongs to a place in this one."""
        if self.enabled:
            leader, follower = self.positions[side], self.positions[1 - side]
            wanted = follow(fraction, leader, follower, self._bridge, back=side == 1)
            self._surfaces[1 - side].scroll_to(wanted)
            self.fractions[1 - side] = wanted

    def _arrived(self, side: int, surface: Surface, found: Positions) -> None:
        if side < len(self._surfaces) and self._surfaces[side] is surface:
            news = found != self.positions[side]
            self.positions[side] = found
            self.fractions[side] = found.at
            self._bridge = Bridge.build(self.positions[0], self.positions[1], self.aligned)
            if news and self._led is not None:
                self._follow(*self._led)
            self.measured.emit()
            moving = time.monotonic() - self._settled < _RESTLESS
            if (
                news
                and moving
                and self._shown >= 0
                and any(self._shown in positions.spans for positions in self.positions)
            ):
                self.reveal(self._shown)
