"""The wheel scrolls what lies below it, in the whole program; it changes no value that is only passed over.

Qt lets the wheel change combo boxes, numbers, dates, sliders and tabs as it comes by. A settings page that is scrolled
would so be changed by nobody's wish.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent, QWindow
from PySide6.QtWidgets import (
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QScrollBar,
    QTabBar,
    QWidget,
)

_VALUES = (QComboBox, QAbstractSpinBox, QAbstractSlider, QTabBar)


class WheelGuard(QObject):
    """Looks at what comes into the windows of an application, also those still to be made.

    Not at every event of the application: each would wait for the interpreter, which a crawl keeps busy. A widget is
    only looked after from the moment the wheel first turns over it.
    """

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._manners = _Manners(self)
        application.focusWindowChanged.connect(self._watch)
        for window in QGuiApplication.topLevelWindows():
            self._watch(window)

    def _watch(self, window: QWindow | None) -> None:
        if window is not None:
            window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QWheelEvent):
            tops = (top for top in QApplication.topLevelWidgets() if top.windowHandle() is watched)
            top = next(tops, None)
            under = top.childAt(event.position().toPoint()) if top is not None else None
            while under is not None and not under.isWindow():
                if isinstance(under, _VALUES) and not isinstance(under, QScrollBar):
                    self._manners.teach(under)
                under = under.parentWidget()
        return False


class _Manners(QObject):
    """Passes the wheel on to what a widget stands in, unless the person has chosen the widget.

    A closed combo box and a row of tabs never take it: they keep the keyboard long after something was chosen there.
    """

    def teach(self, widget: QWidget) -> None:
        """Let `widget` behave so from now on."""
        if widget.focusPolicy() == Qt.FocusPolicy.WheelFocus:
            widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.Wheel or not isinstance(watched, QWidget):
            return False
        if watched.hasFocus() and not isinstance(watched, QComboBox | QTabBar):
            return False
        event.ignore()
        return True


def guard(application: QApplication) -> None:
    """Put the guard in its place, once."""
    if application.findChild(WheelGuard) is None:
        WheelGuard(application)
