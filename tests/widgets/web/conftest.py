"""A real view over a real archive, and a person who clicks in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.archive.model import Capture
from widgets.web.context import ReplayContext
from widgets.web.view import ReplayView


class Pane:
    """A view with hands and eyes."""

    def __init__(self, view: ReplayView, qtbot: QtBot) -> None:
        self.view, self._qtbot = view, qtbot

    def show(self, capture: Capture) -> None:
        with self._qtbot.waitSignal(self.view.loaded, timeout=20_000) as loaded:
            self.view.show_capture(capture)
        assert loaded.args == [True]

    def script(self, js: str, argument: Any = None) -> Any:
        answers: list[Any] = []
        self.view.run_script(js, answers.append, argument)
        self._qtbot.waitUntil(lambda: bool(answers), timeout=10_000)
        return answers[0]

    def until(self, js: str, wanted: Any = True) -> None:
        """Wait until an expression in the page has a value; a page that goes takes its answers along."""
        answers: list[Any] = []

        def answered() -> bool:
            self.view.run_script(js, answers.append)
            return answers[-1:] == [wanted]

        self._qtbot.waitUntil(answered, timeout=10_000)

    def click(self, selector: str, dx: int = 3, dy: int = 5) -> None:
        """Click with the mouse where an element is."""
        where = "(({ left, top }) => [left, top])(document.querySelector(argument).getBoundingClientRect())"
        left, top = self.script(where, selector)
        self.click_at(left + dx, top + dy)

    def painted(self) -> None:
        """Wait until there is something to see: Chromium drops clicks on a page that nobody has seen yet."""
        self.until("performance.getEntriesByName('first-contentful-paint').length", 1)

    def click_at(self, x: float, y: float) -> None:
        self.painted()
        widget = self.view.focusProxy().focusProxy()
        QTest.mouseClick(
            widget, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(int(x), int(y))
        )


@pytest.fixture
def context(qapp: object, archive: Archive) -> Iterator[ReplayContext]:
    made = ReplayContext(archive)
    yield made
    made.close()


@pytest.fixture
def new_pane(context: ReplayContext, qtbot: QtBot) -> Callable[[], Pane]:
    def make() -> Pane:
        view = context.new_view()
        qtbot.addWidget(view)
        view.resize(800, 600)
        with qtbot.waitExposed(view):
            view.show()
        return Pane(view, qtbot)

    return make


@pytest.fixture
def pane(new_pane: Callable[[], Pane]) -> Pane:
    return new_pane()


@pytest.fixture
def keep(archive: Archive, make_capture: Callable[..., Any]) -> Callable[..., Capture]:
    """Store one response and give back its capture."""

    def store(url: str, body: bytes | str, **more: Any) -> Capture:
        with archive.writer() as writer:
            stored = writer.store(make_capture(url, body, **more))
            writer.commit()
        return stored

    return store
