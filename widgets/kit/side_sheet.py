"""A sheet that slides in at the right edge and leaves the rest of the window in sight and in use."""

from __future__ import annotations

import shiboken6
from PySide6.QtCore import QEasingCurve, QEvent, QObject, QPoint, QPropertyAnimation, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QToolButton, QWidget

from widgets.kit import theme
from widgets.kit.boxes import in_column, in_row, named, scrolled, text_label

_WIDTH = 540
_SLIDE_MS = 140


class SideSheet(QFrame):
    """Heading, scrolling content, footer. Give it the widget it lies over as parent."""

    closed = Signal()

    def __init__(self, heading: str, parent: QWidget, width: int = _WIDTH) -> None:
        super().__init__(parent)
        self._width, self._over = width, parent
        self.setObjectName("crawlSheet")
        self.setAccessibleName(heading)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.heading = text_label(heading, "heading")
        close = QToolButton()
        close.setIcon(theme.icon("close"))
        close.setToolTip(self.tr("Close (Esc)"))
        close.setAccessibleName(self.tr("Close"))
        close.clicked.connect(self.cancel)
        self.content = named(QWidget(), "sheetContent")
        self.body = in_column(
            self.content, margins=(theme.TRIPLE, theme.UNIT, theme.TRIPLE, theme.TRIPLE), spacing=theme.UNIT
        )
        self.area = scrolled(self.content)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        footer = named(QWidget(), "sheetFooter")
        footer.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.footer = in_row(
            footer, margins=(theme.TRIPLE, theme.DOUBLE, theme.TRIPLE, theme.DOUBLE), spacing=theme.UNIT
        )
        in_column(
            self,
            in_row(
                None,
                (self.heading, 1),
                close,
                margins=(theme.TRIPLE, theme.DOUBLE, theme.DOUBLE, theme.UNIT),
                spacing=-1,
            ),
            (self.area, 1),
            footer,
        )
        self._before: QWidget | None = None  # what had the keyboard, and gets it back
        self._slide = QPropertyAnimation(self, b"pos", self)
        self._slide.setDuration(_SLIDE_MS)
        self._slide.setEasingCurve(QEasingCurve.Type.OutCubic)
        parent.installEventFilter(self)
        self.hide()

    def section(self, text: str) -> QLabel:
        """Add a heading to the content."""
        label = text_label(text, "section")
        if self.body.count():
            self.body.addSpacing(theme.UNIT)
        self.body.addWidget(label)
        return label

    def slide_in(self) -> None:
        """Show the sheet over its parent."""
        self._place()
        self.raise_()
        if not self.isVisible():
            self._before = self.window().focusWidget()
            self.show()
            self._place()  # showing a widget lets the layout around it settle first, which may resize the parent
            target = self.pos()
            self._slide.setStartValue(target + QPoint(self.width() // 3, 0))
            self._slide.setEndValue(target)
            self._slide.start()
            if not self.isAncestorOf(self.window().focusWidget()):
                self._take_keyboard()

    def _stops(self) -> list[QWidget]:
        """Its parts that Tab goes to, in their order. Not along the focus chain: that leads through the browsers of
        pages, and what PySide hands out of them is deleted with the reference to it."""
        return [
            each
            for part in (self.content, self)
            for each in part.findChildren(QWidget)
            if each.focusPolicy() & Qt.FocusPolicy.TabFocus == Qt.FocusPolicy.TabFocus
            and (part is self.content or not self.content.isAncestorOf(each))
            and each.isVisible()
            and each.isEnabled()
            and not each.focusProxy()
        ]

    def _take_keyboard(self) -> None:
        """So that Esc leaves the sheet; who opens it may choose better."""
        for each in self._stops()[:1]:
            each.setFocus()

    def cancel(self) -> None:
        """Put the sheet away; nothing happens."""
        if self.isVisible():
            self._slide.stop()
            before, self._before = self._before, None
            if (
                before is not None
                and shiboken6.isValid(before)
                and self.isAncestorOf(self.window().focusWidget())
            ):
                before.setFocus()
            self.hide()
            self.closed.emit()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab stays in the sheet; Esc leaves it."""
        stops, here = self._stops(), self.focusWidget()
        if not stops or stops == [here]:
            return False
        step = 1 if forward else -1
        at = stops.index(here) + step if here in stops else 0 if forward else -1
        each = stops[at % len(stops)]
        each.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
        self.area.ensureWidgetVisible(each)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.cancel()
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._over and event.type() == QEvent.Type.Resize and self.isVisible():
            self._slide.stop()
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        area = self._over.rect()
        width = min(self._width, area.width())
        self.setGeometry(area.width() - width, 0, width, area.height())
