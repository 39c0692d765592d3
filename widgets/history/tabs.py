"""Several pages open at once: a bar of tabs, each with its trail and its place. What is not in front is no widget at all."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QTabBar, QToolButton, QWidget

from widgets.history.back_forward import BackForward, Step
from widgets.kit import theme
from widgets.kit.boxes import in_row
from widgets.kit.parts import tool_button
from widgets.page.area import PagePlace
from widgets.words import formats

_STEPS = 20  # of a trail that are kept from one session to the next
_BESIDE = 64  # pixels for the button that makes a tab
_NARROWEST, _WIDEST = 120, 240  # pixels of a tab


@dataclass(slots=True)
class OpenPage:
    """What one tab shows, or will show when it comes to the front: a place, else the address alone."""

    url: str = ""
    title: str = ""
    place: PagePlace | None = None
    back_forward: BackForward = field(default_factory=BackForward)


class TabsBar(QTabBar):
    """Tabs that a middle click closes, and a double click beside them makes one more of."""

    wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._room = parent
        self.setObjectName("pageTabs")
        self.setAccessibleName(self.tr("Open pages"))
        self.setMovable(True)
        self.setExpanding(False)
        self.setDrawBase(False)
        self.setElideMode(Qt.TextElideMode.ElideRight)
        tips = (self.tr("Tabs further left"), self.tr("Tabs further right"))
        for button, tip in zip(self.findChildren(QToolButton), tips, strict=False):  # those of Qt, to scroll
            button.setToolTip(tip)
            button.setAccessibleName(tip)

    def tabInserted(self, index: int) -> None:
        """Each tab has a button of ours to close it: that of the style is drawn for light windows alone."""
        button = tool_button(self, "close", self.tr("Close this tab (Ctrl+W)"))
        button.setFixedSize(20, 20)
        button.setIconSize(QSize(12, 12))
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.clicked.connect(lambda: self.tabCloseRequested.emit(self._of(button)))
        self.setTabButton(index, QTabBar.ButtonPosition.RightSide, button)
        super().tabInserted(index)

    def _of(self, button: QWidget) -> int:
        side = QTabBar.ButtonPosition.RightSide
        return next(at for at in range(self.count()) if self.tabButton(at, side) is button)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        at = self.tabAt(event.position().toPoint())
        if event.button() == Qt.MouseButton.MiddleButton and at >= 0:
            self.tabCloseRequested.emit(at)
        else:
            super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self.tabAt(event.position().toPoint()) < 0:
            self.wanted.emit()
        else:
            super().mouseDoubleClickEvent(event)

    def minimumTabSizeHint(self, index: int) -> Any:
        size = super().minimumTabSizeHint(index)
        size.setWidth(min(size.width(), _NARROWEST))
        return size

    def tabSizeHint(self, index: int) -> Any:
        """All tabs share the room alike."""
        size = super().tabSizeHint(index)
        room = self._room.width() - _BESIDE
        size.setWidth(max(_NARROWEST, min(_WIDEST, room // max(1, self.count()))))
        return size


class PageTabs(QWidget):
    """The bar above the pages, seen while there is more than one tab. The signals say what the person wants."""

    chosen = Signal(int)
    close_requested = Signal(int)
    others_requested = Signal(int)  # close all but this one
    moved = Signal(int, int)
    wanted = Signal()  # one more

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.bar = TabsBar(self)
        self.bar.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.add = tool_button(self, "add", self.tr("New tab (Ctrl+T)"), self.wanted.emit)
        in_row(self, self.bar, self.add, None, margins=(theme.HALF, 0, theme.HALF, 0))
        self.bar.currentChanged.connect(self.chosen)
        self.bar.tabBarClicked.connect(self._clicked)
        self.bar.tabCloseRequested.connect(self.close_requested)
        self.bar.tabMoved.connect(self.moved)
        self.bar.wanted.connect(self.wanted)
        self.bar.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.bar.customContextMenuRequested.connect(
            lambda at: self._menu(self.bar.tabAt(at)).popup(self.bar.mapToGlobal(at))
        )
        self.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.bar.setExpanding(False)  # lays the tabs out anew: they share the room that is there now

    def show_page(self, index: int, page: OpenPage) -> None:
        """Write what a tab shows on it."""
        name = page.title or formats.readable(page.url) or self.tr("New tab")
        text = formats.shorten(name, 60).replace("&", "&&")
        if self.bar.tabText(index) != text:  # setting it lays out all tabs
            self.bar.setTabText(index, text)
        self.bar.setTabToolTip(index, "\n".join(filter(None, (page.title, formats.readable(page.url)))))

    def _clicked(self, index: int) -> None:
        """The tab in front was clicked: back to its page, when something stands before it."""
        if index == self.bar.currentIndex():
            self.chosen.emit(index)

    def _menu(self, index: int) -> QMenu:
        menu = QMenu(self)
        menu.addAction(theme.icon("add"), self.tr("&New tab"), self.wanted.emit)
        if index >= 0:
            menu.addAction(theme.icon("close"), self.tr("&Close"), lambda: self.close_requested.emit(index))
            others = self.tr("Close the &others")
            menu.addAction(theme.icon("close"), others, lambda: self.others_requested.emit(index))
        menu.aboutToHide.connect(menu.deleteLater)
        return menu


# Tabs as they are kept from one session to the next.


def save(path: Path, pages: list[OpenPage], at: int) -> None:
    """Write down what is open; nothing is written for nothing."""
    rows = [_row(page) for page in pages if page.url]
    with suppress(OSError):
        if not rows:
            path.unlink(missing_ok=True)
            return
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        fresh = path.with_name(f"{path.name}.new")
        fresh.touch(mode=0o600)
        front = sum(1 for page in pages[:at] if page.url)
        fresh.write_text(json.dumps({"at": front, "tabs": rows}, ensure_ascii=False), "utf-8")
        fresh.replace(path)


def load(path: Path) -> tuple[list[OpenPage], int]:
    """What was open; what cannot be read was not."""
    try:
        kept = json.loads(path.read_text("utf-8"))
        pages = [_page(row) for row in kept["tabs"]]
        return pages, min(max(0, int(kept["at"])), len(pages) - 1)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return [], -1


def _row(page: OpenPage) -> dict[str, Any]:
    back_forward = page.back_forward
    first = max(0, back_forward.at + 1 - _STEPS)
    steps = back_forward.steps[first : back_forward.at + _STEPS]
    return {
        "url": page.url,
        "title": page.title,
        "place": page.place,
        "steps": [(step.place, step.title, step.url) for step in steps],
        "at": back_forward.at - first,
    }


def _page(row: dict[str, Any]) -> OpenPage:
    steps = [Step(_place(place), str(title), str(url)) for place, title, url in row["steps"]]
    at = min(max(0, int(row["at"])), len(steps) - 1)
    place = _place(row["place"]) if row["place"] is not None else None
    return OpenPage(str(row["url"]), str(row["title"]), place, BackForward(steps, at))


def _place(row: list[Any]) -> PagePlace:
    capture, tab, (down, right), bars, *words = row
    at = tuple(map(int, bars))
    return PagePlace(str(capture), int(tab), (float(down), float(right)), at, *map(str, words))
