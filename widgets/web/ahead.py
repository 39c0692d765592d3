"""Chromium started ahead, while somebody looks at the start page and does nothing.

The first profile of a process is what starts it: a call of Qt's that waits 150 ms for Chromium's own threads on an idle
machine (15 to 60 of them processor time), and that nothing can divide; the second takes 1 ms. It used to come when an
archive was opened, with the page that was looked at last, where somebody waits. Where the program is started with an
archive, it comes before the window is seen.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

import shiboken6
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QWindow
from PySide6.QtWidgets import QApplication

STILL = 1200
"""Milliseconds without a key or a movement after which nobody is taken to be doing anything."""

INPUT = frozenset(
    {
        QEvent.Type.KeyPress,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseButtonRelease,
        QEvent.Type.MouseMove,
        QEvent.Type.Wheel,
        QEvent.Type.TouchBegin,
        QEvent.Type.TouchUpdate,
    }
)


class BrowserAhead(QObject):
    """Waits until a window is still, then has Chromium start; `stop` when somebody else is about to. Without a window it
    starts at once."""

    def __init__(self, window: QWindow | None, parent: QObject) -> None:
        super().__init__(parent)
        self._steps = self._start()
        self._still = QTimer(self, singleShot=True, interval=STILL)
        self._still.timeout.connect(self._go_on)
        self.profile: QObject | None = None
        if window is not None:
            window.installEventFilter(self)
            self._still.start()
        else:
            deque(self._steps, 0)
        application = QApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self._close)  # Chromium wants profiles gone before

    def stop(self) -> None:
        """Leave it to whoever needs a browser now."""
        self._still.stop()
        self._steps = iter(())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in INPUT and self._still.isActive():
            self._still.start()
        return super().eventFilter(watched, event)

    def _go_on(self) -> None:
        if QApplication.activePopupWidget() or QApplication.activeModalWidget():
            self._still.start()
        elif next(self._steps, None) is not None:
            QTimer.singleShot(0, self, self._go_on)

    def _start(self) -> Iterator[object]:
        from PySide6 import QtWebEngineCore

        yield QtWebEngineCore
        self.profile = QtWebEngineCore.QWebEngineProfile(self)  # without a page it asks for nothing
        yield self.profile

    def _close(self) -> None:
        profile, self.profile = self.profile, None
        if profile is not None and shiboken6.isValid(profile):
            shiboken6.delete(profile)
