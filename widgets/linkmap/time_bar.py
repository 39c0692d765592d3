"""A slider over the moments at which crawls had ended."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QSlider, QWidget

from widgets.kit import theme
from widgets.kit.boxes import in_row, text_label
from widgets.kit.parts import tool_button
from widgets.words import formats

_PLAY_MS = 900
_PAUSE_MS = 60  # of the hand before a date is worked out


class TimeBar(QWidget):
    """`changed` when another moment was chosen. The last one is now."""

    changed = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._moments: Sequence[datetime] = ()
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(name)
        self.slider.setToolTip(name)
        self.slider.setPageStep(1)
        self.slider.setTickPosition(QSlider.TickPosition.TicksBelow)
        self.said = text_label("", "muted")
        self.said.setMinimumWidth(110)
        self.play = tool_button(self, "start", self.tr("Go through all crawls"), self.start)
        in_row(self, self.play, (self.slider, 1), self.said, spacing=theme.UNIT)
        self._rest = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._rest.timeout.connect(self.changed.emit)
        self._step = QTimer(self, interval=_PLAY_MS)
        self._step.timeout.connect(self._next)
        self.slider.valueChanged.connect(self._told)
        self.slider.sliderPressed.connect(self.stop)

    def show_moments(self, moments: Sequence[datetime], at: int | None = None) -> None:
        """Offer these moments, the last one chosen unless `at` says which."""
        self._moments = moments
        self.slider.blockSignals(True)
        self.slider.setRange(0, max(0, len(moments) - 1))
        self.slider.setValue(len(moments) - 1 if at is None else at)
        self.slider.blockSignals(False)
        self._say()

    @property
    def moments(self) -> Sequence[datetime]:
        """The moments that are offered."""
        return self._moments

    @property
    def at(self) -> int:
        """Which of the days is chosen."""
        return self.slider.value()

    @property
    def moment(self) -> int | None:
        """The chosen moment in seconds since 1970; None for the last one, which is now."""
        if self.at >= len(self._moments) - 1:
            return None
        return int(self._moments[self.at].timestamp())

    @property
    def before(self) -> int | None:
        """The moment before the chosen one, in seconds; the beginning of all for the first."""
        return int(self._moments[self.at - 1].timestamp()) if 0 < self.at < len(self._moments) else 0

    def start(self) -> None:
        """Go through all moments from the first one, or stop that."""
        if self._step.isActive():
            self.stop()
            return
        if self.at >= len(self._moments) - 1:
            self.slider.setValue(0)
        self._step.start()
        self.play.setIcon(theme.icon("pause"))

    def stop(self) -> None:
        """Stay at this moment."""
        self._step.stop()
        self.play.setIcon(theme.icon("start"))

    def _next(self) -> None:
        if self.at >= len(self._moments) - 1:
            self.stop()
        else:
            self.slider.setValue(self.at + 1)

    def _told(self) -> None:
        self._say()
        self._rest.start()

    def _say(self) -> None:
        if not self._moments:
            self.said.clear()
            return
        moment = self._moments[min(self.at, len(self._moments) - 1)]
        alone = sum(other.date() == moment.date() for other in self._moments) == 1
        close = any(0 < abs((other - moment).total_seconds()) < 60 for other in self._moments)
        day = formats.date(moment, brief=alone, seconds=close)
        if self.at >= len(self._moments) - 1:
            day = self.tr("{day} (now)").format(day=day)
        self.said.setText(day)
        self.slider.setAccessibleDescription(day)
