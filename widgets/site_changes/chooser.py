"""What a site change report is about: two crawls or two dates, and which site."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from PySide6.QtCore import QDateTime, Qt, Signal
from PySide6.QtWidgets import QComboBox, QDateTimeEdit, QHBoxLayout, QLabel, QPushButton, QWidget

from widgets import formats, theme
from widgets.flow_layout import FlowLayout
from widgets.site_changes.work import Choices, CrawlChoice, Question

_CRAWLS, _DATES = range(2)


class Chooser(QWidget):
    """`offer` what there is; `asked` says what a person wants to know."""

    asked = Signal(object)  # Question

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._choices = Choices()
        self.way = QComboBox(self)
        self.way.addItem(self.tr("Between two crawls"), _CRAWLS)
        self.way.addItem(self.tr("Between two dates"), _DATES)
        self._name(self.way, self.tr("What is compared"))
        self.older, self.newer = QComboBox(), QComboBox()
        self._name(self.older, self.tr("The earlier crawl"))
        self._name(self.newer, self.tr("The later crawl"))
        for box in (self.older, self.newer):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(20)
        self.before, self.after = QDateTimeEdit(), QDateTimeEdit()
        self._name(self.before, self.tr("The state of the site at this moment"))
        self._name(self.after, self.tr("The state of the site at this later moment"))
        for edit in (self.before, self.after):
            edit.setCalendarPopup(True)
            edit.setDisplayFormat("yyyy-MM-dd HH:mm")
        self.pages = (self._pair(self.older, self.newer), self._pair(self.before, self.after))
        self.site = QComboBox(self)
        self._name(self.site, self.tr("Which site"))
        self.site.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.site.setMinimumContentsLength(16)
        self.go = QPushButton(self.tr("Show the changes"), self)
        self.go.setProperty("primary", True)
        self.go.setToolTip(self.tr("Compare every page at the two times"))
        self.go.setAutoDefault(False)
        row = FlowLayout(self, theme.UNIT)
        row.setContentsMargins(theme.DOUBLE, theme.UNIT, theme.DOUBLE, theme.UNIT)
        for widget in (self.way, *self.pages, self.site, self.go):
            row.addWidget(widget)
        self.way.currentIndexChanged.connect(self._turn)
        self.go.clicked.connect(lambda: self.asked.emit(self.question()))
        for signal in (self.older.currentIndexChanged, self.newer.currentIndexChanged):
            signal.connect(self._check)
        for edit in (self.before, self.after):
            edit.dateTimeChanged.connect(self._check)
        self.offer(Choices())

    def _name(self, widget: QWidget, words: str) -> None:
        widget.setToolTip(words)
        widget.setAccessibleName(words)

    def _pair(self, first: QWidget, second: QWidget) -> QWidget:
        made = QWidget(self)
        row = QHBoxLayout(made)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.UNIT)
        row.addWidget(first)
        row.addWidget(QLabel("→"))
        row.addWidget(second)
        return made

    def offer(self, choices: Choices, newer: str = "", host: str = "") -> None:
        """Fill in what there is, and choose what is likely wanted; `newer` is a crawl, `host` a site."""
        self._choices = choices
        names = self._crawl_names(choices.crawls)
        for box in (self.older, self.newer):
            box.blockSignals(True)
            box.clear()
            for crawl, name in zip(choices.crawls, names, strict=True):
                box.addItem(name, crawl.id)
                tip = self.tr("{address}, begun {date}").format(
                    address=crawl.name, date=formats.date_exact(crawl.started)
                )
                box.setItemData(box.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)
            box.blockSignals(False)
        pair = choices.pair(newer)
        if pair is not None:
            self.older.setCurrentIndex(self.older.findData(pair[0]))
            self.newer.setCurrentIndex(self.newer.findData(pair[1]))
        self.site.clear()
        self.site.addItem(self.tr("All sites"), "")
        for site in choices.sites:
            self.site.addItem(formats.readable(site), site)
        self.site.setCurrentIndex(max(0, self.site.findData(host)))
        if choices.first and choices.last:
            self.before.setDateTime(_moment(choices.first))
            self.after.setDateTime(_moment(choices.last).addSecs(60))  # the last capture is inside
        for widget in (self.way, *self.pages, self.site):
            widget.setEnabled(choices.first is not None)  # dates of an empty archive would be made up
        self.way.setCurrentIndex(_CRAWLS if pair is not None and not host else _DATES)
        self._turn()

    @property
    def ready(self) -> bool:
        """Whether there is anything to compare as it is chosen now."""
        if self.way.currentData() == _CRAWLS:
            older, newer = self.older.currentData(), self.newer.currentData()
            return bool(older and newer and older != newer)
        first = self._choices.first
        return first is not None and self.before.dateTime() < self.after.dateTime()

    def question(self) -> Question:
        """What is chosen."""
        host = str(self.site.currentData() or "")
        if self.way.currentData() == _CRAWLS:
            return Question(crawls=(str(self.older.currentData()), str(self.newer.currentData())), host=host)
        return Question(moments=(_time(self.before.dateTime()), _time(self.after.dateTime())), host=host)

    def _crawl_names(self, crawls: Sequence[CrawlChoice]) -> list[str]:
        """A name for each, as short as tells it from all others: with the minute, the second, or its id."""
        ways: tuple[Callable[[CrawlChoice], str], ...] = (
            self._crawl_name, lambda crawl: self._crawl_name(crawl, seconds=True),
            lambda crawl: f"{self._crawl_name(crawl, seconds=True)} ({crawl.id})",
        )  # fmt: skip
        names = [""] * len(crawls)
        open_ones = list(range(len(crawls)))
        for way in ways:
            for at in open_ones:
                names[at] = way(crawls[at])
            counts = Counter(names)
            open_ones = [at for at in open_ones if counts[names[at]] > 1]
        return names

    def _crawl_name(self, crawl: CrawlChoice, *, seconds: bool = False) -> str:
        name = crawl.name.partition("://")[2].rstrip("/") or crawl.name
        return self.tr("{date} · {address}").format(
            date=formats.date(crawl.started, seconds=seconds), address=formats.shorten(formats.readable(name), 40)
        )

    def _turn(self) -> None:
        for number, page in enumerate(self.pages):
            page.setVisible(number == self.way.currentData())
        self._check()

    def _check(self) -> None:
        self.go.setEnabled(self.ready)


def _moment(date: datetime) -> QDateTime:
    return QDateTime.fromSecsSinceEpoch(int(date.timestamp()))


def _time(moment: QDateTime) -> datetime:
    return datetime.fromtimestamp(moment.toSecsSinceEpoch(), UTC)
