"""The line above a page: what it is called, where it lives, which version this is and what is missing in it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QHBoxLayout, QLabel, QListWidget, QMenu, QVBoxLayout, QWidget, QWidgetAction

from app.archive.model import Capture
from widgets import formats, reasons, theme
from widgets.page.parts import Badge, ElidedLabel, icon, scaled, tool_button


class PageHeader(QWidget):
    """Title large, address with a copy button, badges for type and status, the date, the missing resources."""

    address_activated = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._capture: Capture | None = None
        self._missing: Sequence[str] = ()
        self._picture = QLabel(self)
        self.title = ElidedLabel(self)
        self.title.setFont(scaled(self.font(), 1.5, QFont.Weight.DemiBold))
        self.address = ElidedLabel(self, Qt.TextElideMode.ElideMiddle)
        self.copy = tool_button(self, "copy", self.tr("Copy the address"), self._copy)
        self.date = QLabel(self)
        self.missing = Badge(self, "warning")
        self.missing.setCursor(Qt.CursorShape.PointingHandCursor)
        self.missing.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.missing.clicked.connect(self.show_missing_list)
        self.type = Badge(self)
        self.status = Badge(self)
        first = QHBoxLayout()
        first.setSpacing(theme.UNIT)
        first.addWidget(self._picture)
        first.addWidget(self.title)
        first.addStretch(1)
        for badge in (self.missing, self.type, self.status):
            first.addWidget(badge)
        second = QHBoxLayout()
        second.setSpacing(theme.HALF)
        second.addWidget(self.address)
        second.addWidget(self.copy)
        second.addStretch(1)
        second.addWidget(self.date)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(theme.DOUBLE, theme.UNIT, theme.DOUBLE, 0)
        layout.setSpacing(0)
        layout.addLayout(first)
        layout.addLayout(second)
        self._colour()
        self.set_missing(())

    def show_capture(self, capture: Capture, number: int, total: int) -> None:
        """Describe version `number` of `total`."""
        self._capture = capture
        self.title.set_text(capture.title or self.tr("(without a title)"))
        self.address.set_text(capture.url)
        self._picture.setPixmap(icon(formats.type_kind(capture.type), "accent").pixmap(24, 24))
        kind_tip = self.tr("{type}, {size}").format(type=capture.type or "–", size=formats.size_exact(capture.length))
        self.type.show_text(formats.type_label(capture.type), "muted", kind_tip)
        tone = "ok" if capture.status < 300 else "moved" if capture.status < 400 else "error"
        self.status.show_text(str(capture.status), tone, reasons.status(capture.status))
        words = self.tr("Version {n} of {total}, {date}") if total > 1 else self.tr("The only version, {date}")
        if capture.kind == "visit":
            words = self.tr("Seen unchanged {date}")
        self.date.setText(words.format(n=number, total=total, date=formats.date(capture.date)))
        self.date.setToolTip(formats.date_exact(capture.date))

    def set_missing(self, addresses: Sequence[str]) -> None:
        """How many resources the shown page asked for in vain."""
        self._missing = tuple(addresses)
        text = self.tr("%n resource(s) missing", "", len(addresses)) if addresses else ""
        tip = self.tr("The page asked for these and the archive does not hold them. Click to list them.")
        self.missing.show_text(text, "warning", tip)
        if text:
            self.missing.setAccessibleName(text)

    def show_missing_list(self) -> QMenu | None:
        """The missing addresses in a pop-up; Enter or double click asks for one of them."""
        if not self._missing:
            return None
        menu = QMenu(self)
        listing = QListWidget(menu)
        listing.setAccessibleName(self.tr("Missing resources"))
        listing.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        listing.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for address in self._missing:
            listing.addItem(address)
            listing.item(listing.count() - 1).setToolTip(address)
        listing.setFixedSize(480, min(320, 16 + theme.ROW_HEIGHT * len(self._missing)))
        listing.itemActivated.connect(lambda item: (menu.close(), self.address_activated.emit(item.text())))
        action = QWidgetAction(menu)
        action.setDefaultWidget(listing)
        menu.addAction(action)
        everything = menu.addAction(icon("copy"), self.tr("Copy all addresses"))
        everything.triggered.connect(lambda: QGuiApplication.clipboard().setText("\n".join(self._missing)))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        corner = self.missing.mapToGlobal(QPoint(self.missing.width() - 496, self.missing.height() + 4))
        menu.popup(corner)
        return menu

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._colour()

    def _colour(self) -> None:
        muted = QColor(theme.colors().muted)
        for label in (self.address, self.date):
            palette = label.palette()
            if palette.color(QPalette.ColorRole.WindowText) != muted:
                palette.setColor(QPalette.ColorRole.WindowText, muted)
                label.setPalette(palette)
        if self._capture is not None:
            self._picture.setPixmap(icon(formats.type_kind(self._capture.type), "accent").pixmap(24, 24))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.address.full_text())
