"""Tells whether something lies over a widget: the search of actions, a sheet at the side.

A page that lets another one show through is drawn after everything else in its window, so it would cover these.
"""

from __future__ import annotations

from PySide6.QtCore import QChildEvent, QEvent, QObject, QPoint, QRect, Signal
from PySide6.QtWidgets import QSplitterHandle, QWidget
from shiboken6 import isValid

_LOOK = frozenset({QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.Move, QEvent.Type.Resize})


class Above(QObject):
    """Watches the neighbours of a widget and of all widgets around it while it is switched on."""

    changed = Signal(bool)

    def __init__(self, below: QWidget) -> None:
        super().__init__(below)
        self._below = below
        self._watched: list[QWidget] = []
        self.covered = False

    def watch(self, on: bool) -> None:
        """Begin or end to look."""
        for widget in filter(isValid, self._watched):
            widget.removeEventFilter(self)
        self._watched = []
        if on:
            inner: QWidget = self._below
            while (around := inner.parentWidget()) is not None and not inner.isWindow():
                self._add(around)
                for child in around.children():
                    if child is not inner:
                        self._add_neighbour(child)
                inner = around
        self._look()

    def _add(self, widget: QWidget) -> None:
        widget.installEventFilter(self)
        self._watched.append(widget)

    def _add_neighbour(self, widget: QObject) -> None:
        """Watch what can lie over the widget: no window of its own (a dialog, a menu), and not the handle of a
        splitter, whose grip reaches some pixels over its neighbours."""
        is_neighbour = isinstance(widget, QWidget) and not widget.isWindow() and not isinstance(widget, QSplitterHandle)
        if is_neighbour and widget not in self._watched:
            self._add(widget)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QChildEvent):
            if event.polished():  # not when it is added, for then it is still being made
                self._add_neighbour(event.child())
            elif event.removed():
                self._look()
        elif event.type() in _LOOK:
            self._look()
        return super().eventFilter(watched, event)

    def _look(self) -> None:
        self._watched = [widget for widget in self._watched if isValid(widget)]
        area = QRect(self._below.mapToGlobal(QPoint()), self._below.size())
        covered = any(
            widget.isVisible()
            and not widget.isAncestorOf(self._below)
            and QRect(widget.mapToGlobal(QPoint()), widget.size()).intersects(area)
            for widget in self._watched
        )
        if covered != self.covered:
            self.covered = covered
            self.changed.emit(covered)
