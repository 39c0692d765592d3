"""One side of a comparison: which version it is, what is missing in it, and the version itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QSizePolicy, QStackedLayout, QVBoxLayout, QWidget

from app.archive.model import Capture
from widgets import formats, theme
from widgets.compare.surface import TextSurface, WebSurface
from widgets.page.parts import Badge, EmptyView

if TYPE_CHECKING:
    from widgets.session import Session

BAR = 40  # pixels above the surface


class ComparePane(QWidget):
    """A choice of versions above a surface."""

    version_chosen = Signal(str)
    link_activated = Signal(str)

    def __init__(self, session: Session, letter: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self.web: WebSurface | None = None
        self._zoom = 1.0
        self.text = TextSurface(self)
        self.empty = EmptyView(self, "html", "")
        self.letter = QLabel(letter, self)
        self.letter.setProperty("role", "section")
        self.versions = QComboBox(self)
        self.versions.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.versions.setMaximumWidth(320)
        self.versions.setToolTip(self.tr("The version on this side"))
        self.versions.setAccessibleName(self.tr("Version on side {letter}").format(letter=letter))
        self.missing = Badge(self, "warning")
        self.missing.hide()
        head = QWidget(self)
        head.setFixedHeight(BAR)
        bar = QHBoxLayout(head)
        bar.setContentsMargins(theme.UNIT, theme.HALF, theme.UNIT, theme.HALF)
        bar.setSpacing(theme.UNIT)
        bar.addWidget(self.letter)
        bar.addWidget(self.versions, 4)
        bar.addStretch(1)
        bar.addWidget(self.missing)
        self.stack = QStackedLayout()
        self.stack.addWidget(self.empty)
        self.stack.addWidget(self.text)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(head)
        layout.addLayout(self.stack, 1)
        self.versions.activated.connect(lambda row: self.version_chosen.emit(str(self.versions.itemData(row))))

    def set_versions(self, captures: Sequence[Capture], chosen: str) -> None:
        """Offer all versions, newest first."""
        self.versions.clear()
        total = len(captures)
        for number, capture in reversed(list(enumerate(captures, 1))):
            words = self.tr("{date} – version {n} of {total}")
            self.versions.addItem(words.format(date=formats.date(capture.date), n=number, total=total), capture.id)
            row = self.versions.count() - 1
            self.versions.setItemData(row, formats.date_exact(capture.date), Qt.ItemDataRole.ToolTipRole)
        self.versions.setCurrentIndex(max(0, self.versions.findData(chosen)))

    def show_web(self, capture: Capture) -> WebSurface:
        """Show the version as it looked."""
        if self.web is None:
            self.web = WebSurface(self._session.replay.new_view(self), self)
            self.web.replay.missing_changed.connect(self._missing)
            self.web.replay.link_activated.connect(self.link_activated)
            self.web.set_zoom(self._zoom)
            self.stack.addWidget(self.web)
        self.stack.setCurrentWidget(self.web)
        self.web.show_capture(capture)
        return self.web

    def set_zoom(self, factor: float) -> None:
        """Show the version larger or smaller."""
        self._zoom = factor
        if self.web is not None:
            self.web.set_zoom(factor)

    def show_text(self) -> TextSurface:
        self._missing(0)
        self.stack.setCurrentWidget(self.text)
        return self.text

    def say(self, sentence: str, hint: str = "") -> None:
        self._missing(0)
        self.empty.say(sentence, hint)
        self.stack.setCurrentWidget(self.empty)

    def sizeHint(self) -> QSize:
        return QSize(480, 480)

    def _missing(self, _count: int) -> None:
        shown = self.web is not None and self.stack.currentWidget() is self.web
        addresses = self.web.replay.missing() if self.web is not None and shown else []
        text = self.tr("%n missing", "", len(addresses)) if addresses else ""
        self.missing.show_text(text, "warning", "\n".join(addresses[:30]))
