"""What the first looks at pages need is made ready before anybody asks for it, piece by piece.

A browser takes Chromium a third of a second to start, in one piece. So it is started while neither the keyboard nor
the pointer is used, not at the click on the first page.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

if TYPE_CHECKING:
    from widgets.page.area import PageArea
    from widgets.session import Session

STILL = 1200  # milliseconds without a key or a movement
_INPUT = frozenset(
    {QEvent.Type.KeyPress, QEvent.Type.MouseMove, QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease,
     QEvent.Type.Wheel, QEvent.Type.TouchBegin, QEvent.Type.TouchUpdate}
)  # fmt: skip


class Preparation(QObject):
    """Makes the tabs of a page area one after the other, then waits for its window to stand still."""

    def __init__(self, session: Session, area: PageArea) -> None:
        super().__init__(area)
        self._session, self._area = session, area
        self._watched: QObject | None = None
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._make_tab)
        self._still = QTimer(self, singleShot=True, interval=STILL)
        self._still.timeout.connect(self._start_browser)

    def start(self) -> None:
        """The area has its views."""
        self._next.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _INPUT:
            self._still.start()
        return super().eventFilter(watched, event)

    def _make_tab(self) -> None:
        if self._area.views.make_next():
            self._next.start()
            return
        self._watched = self._area.window().windowHandle()  # all input comes through it, and little else
        if self._watched is not None:
            self._watched.installEventFilter(self)
            self._still.start()

    def _start_browser(self) -> None:
        """Nobody does anything: start the browser, unless it is there, or nothing is that it could show."""
        if self._session.closed or not self._session.seq or not self._area.isVisible():
            return  # after the next input, perhaps
        if QApplication.activePopupWidget() or QApplication.activeModalWidget():
            self._still.start()  # a menu would close: the window is made anew for the first browser
            return
        if "widgets.compare" not in sys.modules:
            import_module("widgets.compare")  # the first comparison would wait for it
            QTimer.singleShot(0, self, self._start_browser)
            return
        if "replay" not in self._session.__dict__:
            _ = self._session.replay
            QTimer.singleShot(0, self, self._start_browser)  # its server is work of its own
            return
        self._area.views.page.make_replay()
        if self._watched is not None and isValid(self._watched):
            self._watched.removeEventFilter(self)
