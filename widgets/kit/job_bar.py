"""Long background work in one place, the status bar: what, how far, how long, and Cancel."""

from __future__ import annotations

import time
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QLabel, QProgressBar, QToolButton, QWidget

from widgets.kit import jobs, theme
from widgets.kit.boxes import in_row
from widgets.words import formats

# shorter work would only flicker
_SHOW_AFTER_MS = 300
_TEXT, _BAR = 280, 120  # pixels at most: beside it stand the figures of the archive
_SHARE = 36  # hundredths of a wide window that its words may take
_BRIEF_TEXT, _BRIEF_BAR = 150, 64  # beside a message


class JobBar(QFrame):
    """Shows the oldest labelled task that runs, and how many wait behind it; beside a message in brief: what it is, and
    how far."""

    shown_changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("jobBar")
        self._tasks: list[jobs.Task[Any]] = []
        self._brief = False
        self._text, self._time = QLabel(), QLabel()
        self._time.setProperty("muted", True)
        self._bar = QProgressBar(textVisible=False, maximum=1000)
        self._bar.setFixedWidth(_BAR)
        cancel = QToolButton()
        cancel.setIcon(theme.icon("cancel"))
        cancel.setToolTip(self.tr("Cancel this work"))
        cancel.setAccessibleName(self.tr("Cancel this work"))
        cancel.clicked.connect(self._cancel)
        in_row(
            self,
            (self._text, 1),
            self._bar,
            self._time,
            cancel,
            margins=(theme.UNIT, 0, theme.HALF, 0),
            spacing=theme.UNIT,
        )
        self._tick = QTimer(self, interval=500)
        self._tick.timeout.connect(self._draw)
        jobs.center().started.connect(self.add)
        self.hide()

    def add(self, task: jobs.Task[Any]) -> None:
        """Show a task until it has ended."""
        self._tasks.append(task)
        task.progressed.connect(self._draw)
        task.ended.connect(self._forget)
        self._tick.start()
        QTimer.singleShot(_SHOW_AFTER_MS, self, self._draw)

    def set_brief(self, brief: bool, *, wordless: bool = False) -> None:
        """Leave room to a message, or take it back; `wordless` where the window is narrow."""
        self._text.setVisible(not (brief and wordless))
        if brief != self._brief:
            self._brief = brief
            self._bar.setFixedWidth(_BRIEF_BAR if brief else _BAR)
            self._time.setVisible(not brief)
            self._draw()

    def _forget(self) -> None:
        self._tasks = [task for task in self._tasks if not task.finished]
        self._draw()

    def _cancel(self) -> None:
        if self._tasks:
            self._tasks[0].cancel()
            self._draw()

    def _draw(self) -> None:
        if not self._tasks:
            self._tick.stop()
            self.hide()
            return
        task = self._tasks[0]
        seconds = time.monotonic() - task.started
        if task.cancelled:
            text = self.tr("{work}: stopping…").format(work=task.label)
        elif task.text:
            text = self.tr("{work}: {step}").format(work=task.label, step=formats.shorten(task.text))
        else:
            text = task.label
        if len(self._tasks) > 1:
            text = self.tr("{work} (and %n more)", "", len(self._tasks) - 1).format(work=text)
        fraction = -1.0 if task.cancelled else task.fraction  # how far it was says nothing of when it stops
        metrics, time_left = self._text.fontMetrics(), self._duration(fraction, seconds)
        if self._brief:
            shown = metrics.elidedText(task.label, Qt.TextElideMode.ElideRight, _BRIEF_TEXT)
        else:
            room = max(_TEXT, self.window().width() * _SHARE // 100)
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, room)
        self._text.setText(shown)
        for part in (self._text, self._bar):
            part.setToolTip(f"{text}\n{time_left}" if self._brief else text)
            part.setAccessibleName(text)
        self._bar.setMaximum(1000 if fraction >= 0 else 0)
        self._bar.setValue(int(max(0.0, fraction) * 1000))
        self._time.setText(time_left)
        if seconds * 1000 >= _SHOW_AFTER_MS:
            self.show()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.shown_changed.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.shown_changed.emit(False)

    def _duration(self, fraction: float, seconds: float) -> str:
        if fraction > 0.02 and seconds > 2:
            left = seconds / fraction - seconds
            return self.tr("{time} left").format(time=formats.duration(left))
        return formats.duration(seconds)
