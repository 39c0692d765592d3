"""One side of a comparison: the choice of a version, its missing resources, its surfaces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QStackedLayout,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
    QWidget,
)

from app.archive.model import Capture
from widgets.compare.surfaces.page import WebSurface
from widgets.compare.surfaces.picture import PictureSurface
from widgets.compare.surfaces.source import SourceSurface
from widgets.compare.surfaces.text import TextSurface
from widgets.kit import theme
from widgets.kit.parts import Badge, EmptyView
from widgets.words import formats, reasons

if TYPE_CHECKING:
    from widgets.compare.shelf import Shelf

BAR = 40  # pixels above the surface
_MOST_CAPTURES = 200  # from which on visits are not offered
_AIR = 8  # pixels around the name of a version in its field


class PaneBody(QWidget):
    """Holds the surfaces; may be narrower than they are, and then cuts them off at the right."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._inside = QWidget(self)
        self.stack = QStackedLayout(self._inside)
        self._width = 0

    def set_inner_width(self, width: int) -> None:
        """How wide the surfaces are; 0: as wide as the body."""
        self._width = width
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self._inside.setGeometry(0, 0, self._width or self.width(), self.height())


class VersionChoice(QComboBox):
    """Versions of a page, each with what is noted on it; the field shows its name alone, where there is no room for the
    full one a short one."""

    NAME, SHORT = Qt.ItemDataRole.UserRole + 1, Qt.ItemDataRole.UserRole + 2

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMaximumWidth(360)

    def shown_text(self) -> str:
        """What the field shows of the chosen version: its name, as short as it must be."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        part = QStyle.SubControl.SC_ComboBoxEditField
        room = (
            self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, self).width() - _AIR
        )
        names = [str(self.itemData(self.currentIndex(), role) or "") for role in (self.NAME, self.SHORT)]
        fitting = next(
            (name for name in names if self.fontMetrics().horizontalAdvance(name) <= room), names[-1]
        )
        return self.fontMetrics().elidedText(fitting, Qt.TextElideMode.ElideRight, room)

    def showPopup(self) -> None:
        """The list is as wide as the longest name."""
        bar = self.view().verticalScrollBar().sizeHint().width()
        self.view().setMinimumWidth(self.view().sizeHintForColumn(0) + bar + theme.DOUBLE)
        super().showPopup()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QStylePainter(self)
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        option.currentText = self.shown_text()
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.end()


class ComparePane(QObject):
    """A choice of versions (`head`), and what shows the chosen one (`body`)."""

    version_chosen = Signal(str)
    link_activated = Signal(str)
    beside_activated = Signal(str)

    def __init__(self, session: Shelf, letter: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self.web: WebSurface | None = None
        self._zoom = 1.0
        self.head = QWidget(parent)
        self.body = PaneBody(parent)
        self.stack = self.body.stack
        self.text = TextSurface(self.body)
        self.source = SourceSurface(self.body)
        self.picture = PictureSurface(self.body)
        self.empty = EmptyView(self.body, "html")
        for surface in (self.empty, self.text, self.source, self.picture):
            self.stack.addWidget(surface)
        self.letter = QLabel(letter, self.head)
        self.letter.setProperty("role", "section")
        self.versions = VersionChoice(self.head)
        self.versions.setToolTip(self.tr("The version on this side"))
        self.versions.setAccessibleName(self.tr("Version on side {letter}").format(letter=letter))
        self.status = Badge(self.head, "warning")
        self.status.hide()
        self.missing = Badge(self.head, "warning")
        self.missing.hide()
        self.facts = QLabel(self.head)
        self.facts.setProperty("muted", True)
        self.head.setFixedHeight(BAR)
        bar = QHBoxLayout(self.head)
        bar.setContentsMargins(theme.UNIT, theme.HALF, theme.UNIT, theme.HALF)
        bar.setSpacing(theme.UNIT)
        bar.addWidget(self.letter)
        bar.addWidget(self.versions, 1000)  # all there is, up to its maximum
        bar.addWidget(self.status)
        bar.addStretch(1)
        bar.addWidget(self.facts)
        bar.addWidget(self.missing)
        self.versions.activated.connect(
            lambda row: self.version_chosen.emit(str(self.versions.itemData(row)))
        )

    def set_versions(self, captures: Sequence[Capture], chosen: Capture) -> None:
        """Offer all versions, newest first, and the visits that found nothing new: what is around the page, as its
        frames, scripts and pictures, may have been another. Of very many visits the chosen one alone."""
        self.versions.clear()
        versions = [capture for capture in captures if capture.kind == "version"]
        numbers = {capture.id: number for number, capture in enumerate(versions, 1)}
        many = len(captures) > _MOST_CAPTURES
        for capture in reversed(captures):
            if many and capture.kind == "visit" and capture.id != chosen.id:
                continue
            number = numbers.get(capture.base or capture.id, 0)
            # what tells two versions of one day apart is not what is cut off
            words, short = self.tr("{date} – version {n} of {total}"), self.tr("{n}/{total} · {date}")
            if capture.kind == "visit":
                words = self.tr("{date} – nothing new since version {n} of {total}")
                short = self.tr("as {n}/{total} · {date}")
            said = {"date": formats.date(capture.date), "n": number, "total": len(versions)}
            self.versions.addItem(words.format(**said), capture.id)
            row = self.versions.count() - 1
            self.versions.setItemData(row, words.format(**said), VersionChoice.NAME)
            self.versions.setItemData(row, short.format(**said), VersionChoice.SHORT)
            self.versions.setItemData(row, formats.date_exact(capture.date), Qt.ItemDataRole.ToolTipRole)
        self.versions.setCurrentIndex(max(0, self.versions.findData(chosen.id)))
        self.versions.setToolTip(
            "\n".join([self.tr("The version on this side"), self.versions.currentText()])
        )
        # an error page is compared like any other; that of a visit may only say that nothing is new
        code = next(
            (version.status for version in versions if version.id == (chosen.base or chosen.id)),
            chosen.status,
        )
        self.status.show_text(reasons.status(code) if code >= 300 else "", "warning")

    def note_versions(self, notes: Mapping[str, str]) -> None:
        """Say of versions, by their ids, where nearly the same text stood before."""
        for row in range(self.versions.count()):
            if note := notes.get(str(self.versions.itemData(row))):
                name = str(self.versions.itemData(row, VersionChoice.NAME))
                self.versions.setItemText(row, f"{name} · {note}")
                if row == self.versions.currentIndex():
                    self.versions.setToolTip(f"{self.tr('The version on this side')}\n{name}\n{note}")

    @property
    def over(self) -> bool:
        """Whether the archive was put away, and this pane is about to go with it."""
        return self._session.closed

    def make_web(self) -> WebSurface:
        """The browser of this side; made when the first page is shown."""
        if self.web is None:
            self.web = WebSurface(self._session.replay.new_view(self.body), self.body)
            self.web.replay.missing_changed.connect(self._missing)
            self.web.replay.link_activated.connect(self.link_activated)
            self.web.replay.beside_activated.connect(self.beside_activated)
            self.web.set_zoom(self._zoom)
            self.stack.addWidget(self.web)
        return self.web

    def set_zoom(self, factor: float) -> None:
        """Show the version larger or smaller."""
        self._zoom = factor
        self.source.set_zoom(factor)
        self.text.set_zoom(factor)
        if self.web is not None:
            self.web.set_zoom(factor)

    def show_surface(self, surface: QWidget, facts: str = "") -> None:
        """Bring a surface to the front, with `facts` about its content beside the version."""
        self.stack.setCurrentWidget(surface)
        self.facts.setText(facts)
        self._missing(0)

    def say(self, sentence: str, hint: str = "") -> None:
        self.empty.say(sentence, hint)
        self.show_surface(self.empty)

    def _missing(self, _count: int) -> None:
        shown = self.web is not None and self.stack.currentWidget() is self.web
        addresses = self.web.replay.missing() if self.web is not None and shown else []
        text = self.tr("%n missing", "", len(addresses)) if addresses else ""
        self.missing.show_text(text, "warning", "\n".join(addresses[:30]))
