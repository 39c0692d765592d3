"""Editor for the timetable of a crawl, with the date of the next run."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from PySide6.QtCore import QLocale, QTime, Signal
from PySide6.QtWidgets import QComboBox, QSpinBox, QTimeEdit, QWidget

from app.crawl.plans import timetable
from app.crawl.plans.timetable import Timetable
from widgets.crawl_setup import words
from widgets.crawl_setup.fields import inset
from widgets.kit import theme
from widgets.kit.boxes import in_column, in_row, text_label
from widgets.words import formats

_KINDS = ("", "startup", "hours", "daily", "weekly", "monthly", "yearly")


class TimetableEditor(QWidget):
    """`text()` is a timetable as app.crawl.plans.timetable writes it; "" for no repetition."""

    changed = Signal()

    def __init__(
        self, clock: Callable[[], datetime] = lambda: datetime.now(UTC), parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._clock = clock
        names = (
            self.tr("Not repeated"),
            self.tr("When the archive is opened"),
            self.tr("Every few hours"),
            self.tr("Daily"),
            self.tr("Weekly"),
            self.tr("Monthly"),
            self.tr("Yearly"),
        )
        self.kind = self._combo(self.tr("Repeat"), dict(zip(_KINDS, names, strict=True)))
        self.every = QSpinBox(minimum=1, maximum=999, suffix=self.tr(" h", "hours"))
        self.every.setPrefix(self.tr("every "))
        self.weekday = self._combo(self.tr("Day of the week"), {str(n): words.weekday(n) for n in range(7)})
        months = {str(n): QLocale().standaloneMonthName(n) for n in range(1, 13)}
        self.month = self._combo(self.tr("Month"), months)
        self.day = QSpinBox(minimum=1, maximum=31)
        self.day.setPrefix(self.tr("day "))
        self.at = QTimeEdit(QTime(3, 0))
        self.at.setDisplayFormat("HH:mm")
        for box, name in (
            (self.every, self.tr("Hours between two runs")),
            (self.day, self.tr("Day of the month")),
            (self.at, self.tr("Time of day")),
        ):
            inset(box)
            box.setAccessibleName(name)
            box.setToolTip(name)
        self.next = text_label("", "muted", wrap=True)
        column = in_column(self, spacing=theme.HALF)
        for parts in ((self.kind, self.every), (self.weekday, self.month, self.day, self.at)):
            row = in_row(None, *parts, None, spacing=theme.UNIT)
            column.addLayout(row)
        column.addWidget(self.next)
        for combo in (self.kind, self.weekday, self.month):
            combo.currentIndexChanged.connect(self._touched)
        self.every.valueChanged.connect(self._touched)
        self.day.valueChanged.connect(self._touched)
        self.at.timeChanged.connect(self._touched)
        self._touched()

    def text(self) -> str:
        """The timetable."""
        at = self.at.time()
        return str(
            Timetable(
                self.kind.currentData(),
                self.every.value(),
                datetime.min.time().replace(at.hour(), at.minute()),
                int(self.weekday.currentData()),
                self.day.value(),
                int(self.month.currentData()),
            )
        )

    def show_text(self, text: str) -> None:
        """Show a timetable."""
        table = timetable.parse(text)
        self.every.setValue(table.every)
        self.weekday.setCurrentIndex(table.weekday)
        self.month.setCurrentIndex(table.month - 1)
        self.day.setValue(table.day)
        self.at.setTime(QTime(table.at.hour, table.at.minute))
        self.kind.setCurrentIndex(_KINDS.index(table.kind))
        self._touched()

    def _combo(self, name: str, options: dict[str, str]) -> QComboBox:
        box = QComboBox()
        for code, text in options.items():
            box.addItem(text, code)
        box.setAccessibleName(name)
        box.setToolTip(name)
        return box

    def _touched(self) -> None:
        kind = self.kind.currentData()
        for part, kinds in (
            (self.every, ("hours",)),
            (self.weekday, ("weekly",)),
            (self.month, ("yearly",)),
            (self.day, ("monthly", "yearly")),
            (self.at, ("daily", "weekly", "monthly", "yearly")),
        ):
            part.setVisible(kind in kinds)
        now = self._clock()
        due = timetable.next_run(timetable.parse(self.text()), now)
        self.next.setText("" if due is None else self._when(due, now))
        self.next.setToolTip(formats.date_exact(due))
        self.next.setVisible(due is not None or kind == "startup")
        if kind == "startup":
            self.next.setText(self.tr("Runs whenever this archive is opened."))
        self.changed.emit()

    def _when(self, due: datetime, now: datetime) -> str:
        text = self.tr(
            "Next visit: {moment}. It runs while this archive is open; what was missed is made up for."
        )
        return text.format(moment=words.moment(due, now))
