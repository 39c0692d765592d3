"""The band in the frame of the window that says which day of the past it shows, and leads to other days and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from widgets.kit import theme
from widgets.kit.boxes import in_row, named, text_button
from widgets.kit.parts import tool_button
from widgets.words import formats

if TYPE_CHECKING:
    from widgets.travel import Travel


class TravelBand(QFrame):
    """The band that says which day is shown; hidden in the present. The signals say what the person wants."""

    beside_wanted = Signal(int)
    back_wanted = Signal()
    calendar_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("travelBand")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._icon = QLabel(self)
        self.words = named(QLabel(self), "travelDay")
        none_before, none_after = self._without()
        self.before = tool_button(self, "left", none_before, lambda: self.beside_wanted.emit(-1))
        self.after = tool_button(self, "right", none_after, lambda: self.beside_wanted.emit(1))
        self.calendar = tool_button(
            self, "calendar", self.tr("Choose another day"), self.calendar_wanted.emit
        )
        self.back = text_button(
            self.tr("Back to now"), self.tr("Show the archive as it is now (Esc)"), self.back_wanted
        )
        in_row(
            self,
            self._icon,
            self.before,
            self.words,
            self.after,
            None,
            self.calendar,
            self.back,
            margins=(theme.DOUBLE, theme.HALF, theme.UNIT, theme.HALF),
            spacing=theme.UNIT,
        )
        self._colour()
        self.hide()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._colour()

    def _colour(self) -> None:
        self._icon.setPixmap(theme.icon("recent", "warning").pixmap(20, 20))

    def show_travel(self, travel: Travel | None) -> None:
        """The day that is shown; none without an archive, and in the present."""
        stay = travel.stay if travel is not None else None
        self.setVisible(stay is not None)
        if stay is None:
            return
        self.words.setText(self.tr("The archive as it was on {day}").format(day=formats.day(stay.day)))
        self.setAccessibleName(self.words.text())
        none_before, none_after = self._without()
        before, after = (
            self.tr("The day with captures before: {day}"),
            self.tr("The next day with captures: {day}"),
        )
        for button, day, words, none in (
            (self.before, stay.before, before, none_before),
            (self.after, stay.after, after, none_after),
        ):
            tip = words.format(day=formats.day(day)) if day is not None else none
            button.setToolTip(tip)
            button.setAccessibleName(tip)
            button.setEnabled(day is not None)

    def _without(self) -> tuple[str, str]:
        """What the buttons say that lead nowhere."""
        return self.tr("There are no captures before this day"), self.tr(
            "There are no captures after this day"
        )
