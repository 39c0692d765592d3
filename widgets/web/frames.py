"""The documents in the frames of a page: our script runs in each of them, and is reached through QtWebEngine."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWebEngineCore import QWebEngineFrame, QWebEnginePage, QWebEngineScript

from app.archive.spellings import same_address
from widgets.web.scripts import call

if TYPE_CHECKING:
    from widgets.web.view import Gap, Mark

# addresses that a frame may show a document under, marks and gaps in that document
FrameMarks = tuple[Iterable[str], list["Mark"], list["Gap"]]

_WORLD = QWebEngineScript.ScriptWorldId.ApplicationWorld.value
_PATIENCE = 500  # milliseconds that a frame has to answer: one that goes takes its answer along


class Frames(QObject):
    """Calls functions of the script in all frames of a page but the outermost."""

    def __init__(self, page: Callable[[], QWebEnginePage | None], parent: QObject) -> None:
        super().__init__(parent)
        self._page = page

    def call(self, function: str, *arguments: Any) -> None:
        """Call a function in every frame."""
        for frame in self._every():
            frame.runJavaScript(call(function, arguments), _WORLD)

    def mark(self, wanted: Iterable[FrameMarks], styles: dict[str, Any]) -> None:
        """Paint marks in the frames that show what these are for, and take them away from the others."""
        given = [(tuple(addresses), marks, gaps) for addresses, marks, gaps in wanted]
        for frame in self._every():
            address = frame.url().toString()
            found = next(
                ((marks, gaps) for addresses, marks, gaps in given if any(same_address(address, a) for a in addresses)),
                ([], []),
            )
            frame.runJavaScript(call("mark", [*map(_lists, found[:1]), styles, *map(_lists, found[1:])]), _WORLD)

    def ask(self, expression: str, then: Callable[[list[Any]], None]) -> None:
        """Evaluate a call of the script in every frame; `then` gets the answers of those that gave one."""
        frames = list(self._every())
        if not frames:
            then([])
            return
        answers: list[Any] = []
        waiting = QTimer(self, singleShot=True, interval=_PATIENCE)

        def done() -> None:
            waiting.stop()
            waiting.deleteLater()
            then(answers)

        def arrived(text: Any) -> None:
            if waiting.isActive():
                answers.append(json.loads(text) if text else None)
                if len(answers) == len(frames):
                    done()

        waiting.timeout.connect(done)
        waiting.start()
        script = f"globalThis.tianwangReplay ? JSON.stringify(tianwangReplay.{expression}) : ''"
        for frame in frames:
            frame.runJavaScript(script, _WORLD, arrived)

    def _every(self) -> Iterator[QWebEngineFrame]:
        page = self._page()
        waiting = list(page.mainFrame().children()) if page is not None and page.renderProcessPid() else []
        while waiting:
            frame = waiting.pop(0)
            if frame.isValid():
                yield frame
                waiting += frame.children()


def _lists(marks: Iterable[Any]) -> list[list[Any]]:
    return [list(mark) for mark in marks]
