"""The tabs of a workspace: opens, closes and brings pages to the front. One page area shows the one in front, so tabs
behind it cost no memory, and are loaded again from the archive when they are chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QObject, QSignalBlocker, Signal

from app.archive.addresses import label
from app.errors import CaptureMissing
from widgets.history.back_forward import BackForward
from widgets.history.tabs import OpenPage, PageTabs
from widgets.page.area import PageArea, PagePlace

_CLOSED = 20  # tabs that can be opened again
_MOST = 200


class Shows(Protocol):
    """What the workspace does for its tabs."""

    page: PageArea

    @property
    def page_hidden(self) -> bool: ...
    def back_to_page(self) -> None: ...
    def return_to(self, place: PagePlace) -> None: ...
    def show_address(self, url: str) -> None: ...


class WorkspaceTabs(QObject):
    """There is always one; the bar is seen from the second on."""

    told = Signal(str)
    went = Signal()  # which are open, or which is in front, is different now

    def __init__(self, workspace: Shows, bar: PageTabs) -> None:
        super().__init__(bar)
        self._workspace, self._bar = workspace, bar
        self.pages = [OpenPage()]
        self.at = 0
        self._closed: list[tuple[int, OpenPage]] = []
        bar.bar.addTab("")
        bar.chosen.connect(self.bring_forward)
        bar.close_requested.connect(self.close)
        bar.others_requested.connect(self.close_others)
        bar.moved.connect(self._moved)
        bar.wanted.connect(self.new)
        self.follow()

    @property
    def back_forward(self) -> BackForward:
        """Back and forward of the tab in front."""
        return self.pages[self.at].back_forward

    @property
    def can_reopen(self) -> bool:
        """Whether a tab was closed."""
        return bool(self._closed)

    def new(self) -> None:
        """An empty tab, in front."""
        self.open(OpenPage(), front=True)

    def open(self, page: OpenPage, *, front: bool = False, at: int = -1) -> None:
        """One more tab, beside the one in front; it stays behind that, unless `front`."""
        if len(self.pages) >= _MOST:
            self.told.emit(self.tr("There are too many tabs. Close some first."))
            return
        at = at if at >= 0 else self.at + 1 + (0 if front else self._beside())
        with QSignalBlocker(self._bar.bar):
            self.pages.insert(at, page)
            self._bar.bar.insertTab(at, "")
            self.at += at <= self.at
            self._bar.bar.setCurrentIndex(self.at)
        self._bar.show_page(at, page)
        self._fit()
        if front:
            self.bring_forward(at)
        self.went.emit()

    def close(self, index: int = -1) -> None:
        """Close a tab, by default the one in front; of the last one its page."""
        index = index if index >= 0 else self.at
        self._keep()
        gone = self.pages[index]
        if gone.url:
            self._closed = [*self._closed, (index, gone)][-_CLOSED:]
        if len(self.pages) == 1:
            self.pages[0] = OpenPage()
            self._show(self.pages[0])
        else:
            before = self.at
            with QSignalBlocker(self._bar.bar):
                del self.pages[index]
                self._bar.bar.removeTab(index)
                self.at = min(self.at - (index < self.at), len(self.pages) - 1)
                self._bar.bar.setCurrentIndex(self.at)
            if index == before:
                self._show(self.pages[self.at])
        self._fit()
        self.went.emit()

    def close_others(self, index: int) -> None:
        """Close all tabs but one."""
        self.bring_forward(index)
        for other in range(len(self.pages) - 1, -1, -1):
            if other != self.at:
                self.close(other)

    def reopen(self) -> None:
        """Open again the tab that was closed last."""
        if self._closed:
            at, page = self._closed.pop()
            if len(self.pages) == 1 and not self.pages[0].url:
                self.pages[0] = page
                self._show(page)
                self.went.emit()
            else:
                self.open(page, front=True, at=min(at, len(self.pages)))

    def step(self, by: int) -> None:
        """To the next (1) or previous (-1) tab, round."""
        self.bring_forward((self.at + by) % len(self.pages))

    def bring_forward(self, index: int) -> None:
        """Show a tab; of the one in front its page."""
        if not 0 <= index < len(self.pages):
            return
        if index == self.at:
            if self._workspace.page_hidden:
                self._workspace.back_to_page()
            return
        self._keep()
        self.at = index
        with QSignalBlocker(self._bar.bar):
            self._bar.bar.setCurrentIndex(index)
        self._show(self.pages[index])
        self.went.emit()

    def kept(self) -> tuple[list[OpenPage], int]:
        """What is open, and which is in front."""
        self._keep()
        return list(self.pages), self.at

    def take(self, pages: Sequence[OpenPage], at: int, *, show: bool = True) -> None:
        """Open what was open before, in place of what is now; `show` the one in front."""
        if not pages:
            return
        with QSignalBlocker(self._bar.bar):
            while self._bar.bar.count():
                self._bar.bar.removeTab(0)
            self.pages, self.at = list(pages), min(max(0, at), len(pages) - 1)
            for index, page in enumerate(self.pages):
                self._bar.bar.addTab("")
                self._bar.show_page(index, page)
            self._bar.bar.setCurrentIndex(self.at)
        self._fit()
        if show:
            self._show(self.pages[self.at])
        self.went.emit()

    def forget(self) -> None:
        """Nothing was looked at before what is open, and nothing was closed."""
        self._closed = []
        for page in self.pages:
            page.back_forward = BackForward()

    # ---- the one in front -----------------------------------------------------------------------------------------

    def _show(self, page: OpenPage) -> None:
        workspace = self._workspace
        if page.place is not None:
            try:
                workspace.return_to(page.place)
                return
            except CaptureMissing:
                page.place = None
        if page.url:
            workspace.show_address(page.url)
        else:
            workspace.back_to_page()
            workspace.page.clear()

    def _keep(self) -> None:
        """Remember where the tab in front is left."""
        page, place = self.pages[self.at], self._workspace.page.place()
        page.place = place
        if place is not None:
            page.back_forward.keep(place)

    def follow(self) -> None:
        """Something else is shown: the tab says what."""
        page, area = self.pages[self.at], self._workspace.page
        page.url = area.url
        page.title = label(area.capture.title, area.capture.url) if area.capture is not None else ""
        self._bar.show_page(self.at, page)

    def _beside(self) -> int:
        """How many tabs were opened behind the one in front and not looked at: the next goes behind these."""
        count = 0
        for page in self.pages[self.at + 1 :]:
            if page.place is not None or page.back_forward.steps:
                break
            count += 1
        return count

    def _moved(self, start: int, end: int) -> None:
        front = self.pages[self.at]
        self.pages.insert(end, self.pages.pop(start))
        self.at = next(at for at, page in enumerate(self.pages) if page is front)

    def _fit(self) -> None:
        self._bar.setVisible(len(self.pages) > 1)
