"""The bare browser widget: a short context menu, zoom, and an eye on clicks."""

from __future__ import annotations

from PySide6.QtCore import QChildEvent, QEvent, QObject, Qt, QUrl, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QGuiApplication, QImage, QMouseEvent
from PySide6.QtQuickWidgets import QQuickWidget
from PySide6.QtWebEngineCore import QWebEnginePage
from PySide6.QtWebEngineWidgets import QWebEngineView
from PySide6.QtWidgets import QMenu, QWidget

from widgets.web.page import ReplayPage

_ZOOM_STEP = 1.1
_ZOOM_RANGE = (0.25, 5.0)
_INPUT = frozenset({QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease, QEvent.Type.KeyPress})


class Browser(QWebEngineView):
    link_activated = Signal(str)

    def __init__(self, page: ReplayPage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAcceptDrops(False)
        # Kept here, because `page()` would hand the page over: PySide takes what a getter returns for a child
        # of the object, and deletes it together with the browser.
        self._page = page
        self.setPage(page)

    def set_zoom(self, factor: float) -> None:
        factor = min(max(factor, _ZOOM_RANGE[0]), _ZOOM_RANGE[1])
        self.setZoomFactor(factor)

    def set_opacity(self, opacity: float) -> None:
        """Let what lies under the page show through it, 0 (all of it) to 1 (nothing)."""
        inside = self.focusProxy()
        if isinstance(inside, QQuickWidget):
            # only a widget that is drawn after all others is drawn over them instead of in their place
            inside.setAttribute(Qt.WidgetAttribute.WA_AlwaysStackOnTop, opacity < 1)
            inside.setClearColor(QColor(Qt.GlobalColor.transparent if opacity < 1 else Qt.GlobalColor.white))
            for item in inside.quickWindow().contentItem().childItems():
                item.setOpacity(opacity)
            inside.update()

    def picture(self) -> QImage | None:
        """What is seen of the page now."""
        inside = self.focusProxy()
        return inside.grabFramebuffer() if isinstance(inside, QQuickWidget) else None

    def event(self, event: QEvent) -> bool:
        """Look at the widgets that get the input from their first moment; Chromium brings a new one with every site."""
        if isinstance(event, QChildEvent) and event.added() and event.child().isWidgetType():
            event.child().installEventFilter(self)
        return super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _INPUT:
            self._page.note_input()
            if isinstance(event, QMouseEvent) and event.button() == Qt.MouseButton.LeftButton:
                down = event.type() == QEvent.Type.MouseButtonPress
                self._page.press_foreign() if down else self._page.release_foreign()
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
