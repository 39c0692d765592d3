"""Driving the real windows: clicking and typing as a person would, waiting for what follows, taking pictures."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QEventLoop, QModelIndex, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QAction, QColor, QPainter, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QWidget

from widgets.web.view import ReplayView

T = TypeVar("T")
PATIENCE = 180.0
"""Seconds after which something that was waited for counts as failed; beside nine busy programs an export took over 60."""


class TourFailed(Exception):
    """A step of the tour did not lead where it should."""


def there(thing: T | None, what: str) -> T:
    """`thing`, which is there by now. TourFailed, naming `what`."""
    if thing is None:
        raise TourFailed(f"{what} is not there")
    return thing


def wait_until(condition: Callable[[], object], what: str, seconds: float = PATIENCE) -> None:
    """Let the program run until a condition holds. TourFailed after `seconds`."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TourFailed(f"waited {seconds:.0f} s in vain until {what}")
        loop = QEventLoop()
        QTimer.singleShot(20, loop.quit)
        loop.exec()


def rendered(window: QWidget, seconds: float = 30.0) -> None:
    """Let the pages in sight come up; one that never does is seen as it is."""
    end = time.monotonic() + seconds
    views = window.findChildren(ReplayView)
    wait_until(lambda: time.monotonic() > end or all(view.ready for view in views if view.isVisible()), "")
    settle()


def settle(seconds: float = 0.4) -> None:
    """Let animations and late painting come to rest before a picture is taken."""
    end = time.monotonic() + seconds
    wait_until(lambda: time.monotonic() >= end, "the window has settled")


def click(widget: QWidget) -> None:
    """Press the left mouse button in the middle of a widget that can be seen and used."""
    if not (widget.isVisible() and widget.isEnabled()):
        raise TourFailed(
            f"“{widget.accessibleName() or widget.objectName() or type(widget).__name__}” cannot be clicked"
        )
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def named_button(parent: QWidget, text: str) -> QAbstractButton:
    """The visible button with a text (without its & and …)."""
    for button in parent.findChildren(QAbstractButton):
        if button.isVisible() and button.text().replace("&", "").removesuffix("…") == text:
            return button
    raise TourFailed(f"there is no button “{text}”")


def type_text(widget: QWidget, text: str, *, enter: bool = False) -> None:
    """Type into a widget, as with the keyboard."""
    widget.setFocus()
    QTest.keyClicks(widget, text)
    if enter:
        QTest.keyClick(widget, Qt.Key.Key_Return)


def trigger(action: QAction) -> None:
    """Choose an action of the menus."""
    if not action.isEnabled():
        raise TourFailed(f"the action “{action.text()}” is not available")
    action.trigger()


def click_row(view: QAbstractItemView, index: QModelIndex) -> None:
    """Click a row of a tree, table or list."""
    if not index.isValid():
        raise TourFailed("the row that was to be clicked is not there")
    view.scrollTo(index)
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center())


class Camera:
    """Takes numbered pictures of a window together with the dialogs and popups above it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.taken: list[Path] = []
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.png"):
            old.unlink()

    def take(self, window: QWidget, name: str) -> Path:
        """Write `NN-name.png`; TourFailed when the picture is blank."""
        settle()
        picture = window.grab()
        painter = QPainter(picture)
        for other in QApplication.topLevelWidgets():
            if other is not window and other.isVisible() and other.windowType() != Qt.WindowType.ToolTip:
                self._draw_above(painter, window, other)
        painter.end()
        if _is_blank(picture):
            raise TourFailed(f"the picture “{name}” is blank")
        path = self.place(name)
        if not picture.save(str(path)):
            raise TourFailed(f"{path} could not be written")
        return path

    def place(self, name: str) -> Path:
        """Where the next picture goes, which is counted as taken."""
        path = self.folder / f"{len(self.taken) + 1:02d}-{name}.png"
        self.taken.append(path)
        return path

    @staticmethod
    def check(path: Path) -> None:
        """TourFailed when a picture that another program took is blank or missing."""
        if _is_blank(QPixmap(str(path))):
            raise TourFailed(f"the picture {path} is blank")

    @staticmethod
    def _draw_above(painter: QPainter, window: QWidget, other: QWidget) -> None:
        place = QRect(other.mapToGlobal(QPoint(0, 0)) - window.mapToGlobal(QPoint(0, 0)), other.size())
        if not place.intersects(window.rect()):
            return
        for spread in range(12, 0, -2):  # a soft shadow, as the window manager would draw it
            painter.fillRect(place.adjusted(-spread, -spread + 3, spread, spread + 3), QColor(0, 0, 0, 9))
        painter.drawPixmap(place, other.grab())


def _is_blank(picture: QPixmap) -> bool:
    """Whether a picture has hardly any colours: a window that was not painted."""
    small = picture.toImage().scaled(64, 40)
    return len({small.pixel(x, y) for x in range(64) for y in range(40)}) < 4
