"""A browser as readers of the reading room have one, in a process of its own: the window's goes nowhere but to its proxy.

`python -m widgets.tour.browser` takes steps from standard input, a JSON object a line, and answers each with one:
{"load": address}, {"run": script} (“value”, a text, number or truth), {"frame": script} in the first frame of the page,
{"until": script} that is to be true, {"size": [width, height]}, {"rest": milliseconds}, {"picture": file}. It ends with
its input, or with a step that takes too long.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEventLoop, QTimer, QUrl
from PySide6.QtWebEngineCore import QWebEnginePage, QWebEngineProfile
from PySide6.QtWebEngineWidgets import QWebEngineView
from PySide6.QtWidgets import QApplication

_PATIENCE = 30_000  # milliseconds for a step
_LOOK = 50
_PAINT = 400  # until what was loaded is painted


class Browser:
    """One page in one view."""

    def __init__(self, language: str = "en") -> None:
        self._profile = QWebEngineProfile()
        self._profile.setHttpAcceptLanguage(language)
        self.page = QWebEnginePage(self._profile)
        self.view = QWebEngineView()
        self.view.setPage(self.page)
        self.view.resize(1280, 800)
        self.view.show()

    def load(self, address: str) -> None:
        loop = QEventLoop()
        self.page.loadFinished.connect(loop.quit)
        self.page.load(QUrl(address))
        _run(loop)
        self.page.loadFinished.disconnect(loop.quit)

    def run(self, script: str) -> Any:
        return _answer(lambda take: self.page.runJavaScript(script, take))

    def frame(self, script: str) -> Any:
        return _answer(lambda take: self.page.mainFrame().children()[0].runJavaScript(script, take))

    def until(self, script: str) -> None:
        for _ in range(_PATIENCE // _LOOK):
            if self.run(script):
                return
            _pause(_LOOK)
        raise TimeoutError(script)

    def picture(self, file: str) -> None:
        _pause(_PAINT)
        self.view.grab().save(file)

    def close(self) -> None:
        self.view.close()
        self.view.deleteLater()
        self.page.deleteLater()
        _pause(_LOOK)

    def step(self, wanted: dict[str, Any]) -> dict[str, Any]:
        """Do a step; its answer."""
        [(name, value)] = wanted.items()
        if name == "size":
            self.view.resize(*value)
            return {}
        if name == "rest":
            _pause(value)
            return {}
        if name not in ("load", "run", "frame", "until", "picture"):
            raise ValueError(name)
        return {"value": getattr(self, name)(value)}


def _answer(ask: Callable[[Callable[[Any], None]], object]) -> Any:
    found: list[Any] = []
    loop = QEventLoop()

    def take(value: Any) -> None:
        found.append(value)
        loop.quit()

    ask(take)
    if not found:
        _run(loop)
    return found[0]


def _run(loop: QEventLoop) -> None:
    late: list[bool] = []

    def end() -> None:
        late.append(True)
        loop.quit()

    timer = QTimer(singleShot=True, interval=_PATIENCE)
    timer.timeout.connect(end)
    timer.start()
    loop.exec()
    if late:
        raise TimeoutError


def _pause(milliseconds: int) -> None:
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def main() -> int:
    """Take steps until the input ends."""
    if os.name != "nt" and os.geteuid() == 0:
        os.environ.setdefault("QTWEBENGINE_DISABLE_SANDBOX", "1")
    app = QApplication(["browser", *sys.argv[2:]])
    browser = Browser(sys.argv[1] if len(sys.argv) > 1 else "en")
    for line in sys.stdin:
        sys.stdout.write(json.dumps(browser.step(json.loads(line))) + "\n")
        sys.stdout.flush()
    browser.close()
    del browser, app
    return 0


if __name__ == "__main__":
    sys.exit(main())
