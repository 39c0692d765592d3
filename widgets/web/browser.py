"""The bare browser widget: a short context menu, zoom, and an eye on clicks."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QUrl, Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QMouseEvent
from PySide6.QtWebEngineCore import QWebEnginePage
from PySide6.QtWebEngineWidgets import QWebEngineView
from PySide6.QtWidgets import QMenu, QWidget

from widgets.web.page import ReplayPage

_ZOOM_STEP = 1.1
_ZOOM_RANGE = (0.25, 5.0)
_INPUT = frozenset({QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease, QEvent.Type.KeyPress})


class Browser(QWebEngineView):
    link_activated = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAcceptDrops(False)
        self._watched: QObject | None = None

    def set_zoom(self, factor: float) -> None:
        factor = min(max(factor, _ZOOM_RANGE[0]), _ZOOM_RANGE[1])
        self.setZoomFactor(factor)

    def watch_input(self) -> None:
        """Look at the widget that gets the input; Chromium may bring a new one with every page."""
        target = self.focusProxy()
        if target is not None and target is not self._watched:
            target.installEventFilter(self)
            self._watched = target

    def event(self, event: QEvent) -> bool:
        handled = super().event(event)
        if event.type() in (QEvent.Type.ChildAdded, QEvent.Type.Show):
            self.watch_input()
        return handled

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        page = self.page()
        if event.type() in _INPUT and isinstance(page, ReplayPage):
            page.note_input()
            if isinstance(event, QMouseEvent) and event.button() == Qt.MouseButton.LeftButton:
                down = event.type() == QEvent.Type.MouseButtonPress
                page.press_foreign() if down else page.release_foreign()
        return super().eventFilter(watched, event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.make_menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def make_menu(self) -> QMenu:
        menu = QMenu(self)
        request = self.lastContextMenuRequest()
        link = request.linkUrl() if request is not None else QUrl()
        if link.scheme() in ("http", "https"):
            address = bytes(link.toEncoded().data()).decode("ascii", "replace")
            menu.addAction(self.tr("Open Link"), lambda: self.link_activated.emit(address))
            menu.addAction(self.tr("Copy Link Address"), lambda: QGuiApplication.clipboard().setText(address))
            menu.addSeparator()
        copy = menu.addAction(self.tr("Copy"), lambda: self.triggerPageAction(QWebEnginePage.WebAction.Copy))
        copy.setEnabled(request is not None and bool(request.selectedText()))
        menu.addAction(self.tr("Select All"), lambda: self.triggerPageAction(QWebEnginePage.WebAction.SelectAll))
        menu.addSeparator()
        menu.addAction(self.tr("Reload"), lambda: self.triggerPageAction(QWebEnginePage.WebAction.Reload))
        menu.addAction(self.tr("Zoom In"), lambda: self.set_zoom(self.zoomFactor() * _ZOOM_STEP))
        menu.addAction(self.tr("Zoom Out"), lambda: self.set_zoom(self.zoomFactor() / _ZOOM_STEP))
        menu.addAction(self.tr("Actual Size"), lambda: self.set_zoom(1.0))
        return menu
