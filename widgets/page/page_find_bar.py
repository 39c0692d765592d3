"""The find bar under a page as it looked: the browser looks and marks, the bar says how many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWebEngineCore import QWebEngineFindTextResult, QWebEnginePage
from PySide6.QtWidgets import QWidget

from widgets.page.find_strip import FindStrip

if TYPE_CHECKING:
    from widgets.web import ReplayView


class PageFindBar(FindStrip):
    """Finds in a ReplayView, once it is given one."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._view: ReplayView | None = None
        self.hits = 0

    def watch(self, view: ReplayView) -> None:
        """Look in this view from now on."""
        self._view = view
        if view.page is not None:
            view.page.findTextFinished.connect(self._found)
        view.loaded.connect(lambda _ok: self.reset())

    def _page(self) -> QWebEnginePage | None:
        return self._view.page if self._view is not None else None

    def _selected(self) -> str:
        page = self._page()
        return page.selectedText() if page is not None else ""

    def _search(self) -> None:
        self._look(QWebEnginePage.FindFlag(0))

    def _step(self, step: int) -> None:
        self._look(QWebEnginePage.FindFlag.FindBackward if step < 0 else QWebEnginePage.FindFlag(0))

    def _look(self, flags: QWebEnginePage.FindFlag) -> None:
        """The same words again mean the next hit: so the browser has it."""
        self._timer.stop()
        page = self._page()
        if page is None:
            return
        if self.case.isChecked():
            flags |= QWebEnginePage.FindFlag.FindCaseSensitively
        page.findText(self.field.text(), flags)
        if not self.field.text():
            self._say(0, 0)

    def _found(self, result: QWebEngineFindTextResult) -> None:
        self.hits = result.numberOfMatches()
        self._say(result.activeMatch(), self.hits)

    def _unmark(self) -> None:
        page = self._page()
        if page is not None:
            page.findText("")
        if self._view is not None:
            self._view.setFocus(Qt.FocusReason.OtherFocusReason)
