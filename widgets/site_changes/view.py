"""The site change report: what is new, gone and changed between two crawls or dates, page by page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QDateTime, QModelIndex, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDateTimeEdit,
    QLabel,
    QPushButton,
    QWidget,
)

from widgets.kit import jobs, messages, theme
from widgets.kit.boxes import in_column, in_row, split, stacked, text_label
from widgets.kit.empty_state import EmptyState
from widgets.kit.flow_layout import FlowLayout
from widgets.kit.loading import Loader
from widgets.kit.parts import ClosesWithEscape
from widgets.session import Session
from widgets.site_changes import model as words
from widgets.site_changes import work
from widgets.site_changes.common import CommonChanges
from widgets.site_changes.model import ADDRESS, COUNTS, Entry, SiteChangesModel, prepare
from widgets.site_changes.report_table import FilterBar, Preview, ReportTable
from widgets.site_changes.work import Choices, CrawlChoice, Question
from widgets.words import formats

if TYPE_CHECKING:
    from app.blocks.history.site_changes import SiteChanges


# What a site change report is about: two crawls or two dates, and which site.

_CRAWLS, _DATES = range(2)
_SHORT, _LONG = 20, 40  # letters of a crawl's name that have room


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
            box.setMinimumContentsLength(_SHORT)
        self.before, self.after = QDateTimeEdit(), QDateTimeEdit()
        self._name(self.before, self.tr("The state of the site at this moment"))
        self._name(self.after, self.tr("The state of the site at this later moment"))
        for edit in (self.before, self.after):
            edit.setCalendarPopup(True)
            edit.setDisplayFormat("yyyy-MM-dd HH:mm")
            edit.setSpecialValueText("–")  # a date that nobody chose, and no capture has
            edit.setDateTime(edit.minimumDateTime())
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
        in_row(made, first, QLabel("→"), second, spacing=theme.UNIT)
        return made

    def offer(self, choices: Choices, newer: str = "", host: str = "") -> None:
        """Fill in what there is, and choose what is likely wanted; `newer` is a crawl, `host` a site."""
        self._choices = choices
        names = self._crawl_names(choices.crawls)
        room = max(_SHORT, min(_LONG, max(map(len, names), default=0)))
        for box in (self.older, self.newer):
            box.blockSignals(True)
            box.clear()
            box.setMinimumContentsLength(room)  # boxes cut what is longer, and do not say so
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
            self._crawl_name,
            lambda crawl: self._crawl_name(crawl, seconds=True),
            lambda crawl: f"{self._crawl_name(crawl, seconds=True)} ({crawl.id})",
        )
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
            date=formats.date(crawl.started, seconds=seconds),
            address=formats.shorten(formats.readable(name), 40),
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


Made = tuple["SiteChanges", list[Entry]]  # a report, and its rows made ready

_NARROW = 760  # pixels below which addresses are left out: titles have them in their tooltips
_LEAST, _LOW = 560, 520  # pixels below which counts are left out, and what changed on a page


class SiteChangesView(ClosesWithEscape):
    """Stands where pages are shown. `open` it; what a person wants to see goes up as a signal."""

    compare_requested = Signal(str, str)
    capture_requested = Signal(str)
    crawl_requested = Signal()
    told = Signal(str)
    shown = Signal()  # a report is on the screen

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("siteChangesPage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session = session
        self._offered = False  # what there is to compare is known
        self._choosing, self._explaining, self._valuing = Loader(self), Loader(self), Loader(self)
        self._reporting: jobs.Task[Any] | None = None
        self.changes: SiteChanges | None = None
        self.chooser, self.bar = Chooser(), FilterBar()
        self.model = SiteChangesModel(self)
        self.table = ReportTable(self.model)
        self.preview = Preview()
        self.common = CommonChanges()
        self.common.compare_requested.connect(self.compare_requested)
        self.summary = text_label(look="muted")
        self.summary.setWordWrap(True)
        self.nothing, self.busy, self.start = (
            EmptyState("filter"),
            EmptyState("compare"),
            EmptyState("versions"),
        )
        self.nothing.offer(self.tr("Show all pages"), self.tr("Hide none of them"), self.bar.show_all)
        self.busy.offer(self.tr("Cancel"), self.tr("Keep what was found until now"), self.cancel)
        self.start.offer(self.tr("New crawl…"), self.tr("Crawl a site once more"), self.crawl_requested.emit)
        self._arrange()
        self.table.compare_requested.connect(self.compare_requested)
        self.table.capture_requested.connect(self.capture_requested)
        self.table.selectionModel().currentRowChanged.connect(self._explain)
        self.chooser.asked.connect(self.ask)
        self.bar.changed.connect(self._filter)
        self.bar.export_asked.connect(self.export)
        self._invite()

    def _arrange(self) -> None:
        heading = self.headline(self.tr("Site changes"))
        head = in_row(
            None,
            heading,
            None,
            self.close_button(),
            margins=(theme.DOUBLE, theme.UNIT, theme.UNIT, 0),
            spacing=-1,
        )
        self.summary.setContentsMargins(theme.DOUBLE, 0, theme.DOUBLE, theme.HALF)
        self.rows = stacked(self.table, self.nothing)
        self.below = split(Qt.Orientation.Vertical, self.rows, self.preview, sizes=[360, 150], grows=0)
        found = QWidget()
        in_column(found, self.summary, self.common, self.bar, (self.below, 1))
        self.stack = stacked(self.start, self.busy, found)
        self._found = found
        in_column(self, head, self.chooser, (self.stack, 1))

    # -- asking -----------------------------------------------------------------------------------------------

    def open(self, crawl: str = "", host: str = "") -> None:
        """Offer what there is to compare; with a crawl or a site the report about it begins at once."""
        archive = self._session.archive

        def arrived(choices: work.Choices) -> None:
            self._offered = True
            self.chooser.offer(choices, crawl, host)
            if (crawl or host) and self.chooser.ready:
                self.ask(self.chooser.question())
            elif self.changes is None:
                self._invite()

        self._choosing.start(
            archive, lambda reader, _: work.choices(archive, reader), arrived, self._say_failed
        )
        self.chooser.go.setFocus()

    def ask(self, question: work.Question) -> None:
        """Make a report."""
        self.cancel()
        archive = self._session.archive
        self.busy.say(
            self.tr("Comparing the pages…"), self.tr("Each page is compared as it was at the two times.")
        )
        self.stack.setCurrentWidget(self.busy)

        def make(task: jobs.Handle) -> Made:
            changes = work.report(archive, question, task)
            return changes, prepare(changes.rows)

        self._reporting = jobs.run(
            self,
            make,
            done=self.show_changes,
            failed=self._say_failed,
            stopped=self._stopped,
            label=self.tr("Site changes"),
        )
        self._reporting.progressed.connect(self._tell)

    def cancel(self) -> None:
        """Call off the report that is being made; what was found until then is shown."""
        if self._reporting is not None:
            self._reporting.cancel()

    def _tell(self, _fraction: float, text: str) -> None:
        self.busy.text.setText(text)

    def _stopped(self, made: Made | None) -> None:
        if made is not None:
            self.show_changes(made)
        else:
            self._reporting = None
            self._invite()

    def _say_failed(self, error: Exception) -> None:
        self._reporting = None
        self.start.say(self.tr("The report could not be made."), messages.sentence(error))
        self.stack.setCurrentWidget(self.start)

    def _invite(self) -> None:
        self.start.button.setVisible(self._offered)
        if not self._offered:
            self.start.say(self.tr("Looking for what can be compared…"), "")
        elif self.chooser.ready:
            said = self.tr(
                "Choose two crawls or two dates above: every page is compared as it was at these times."
            )
            self.start.say(self.tr("What has changed?"), said)
        else:
            said = self.tr("A site that was captured twice can be compared with itself. Crawl one again.")
            self.start.say(self.tr("There is nothing to compare yet."), said)
        self.stack.setCurrentWidget(self.start)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width = event.size().width()
        self.table.setColumnHidden(ADDRESS, width < _NARROW)
        self.table.setColumnHidden(COUNTS, width < _LEAST)
        self._show_preview()

    # -- the report -------------------------------------------------------------------------------------------

    def show_changes(self, made: Made) -> None:
        """Show a report."""
        self._reporting = None
        changes, entries = made
        self.changes = changes
        self.model.show_rows(entries)
        self.bar.show_counts(self.model.state_counts())
        self.summary.setText(self._summary(changes))
        self.stack.setCurrentWidget(self._found)
        self._filter()
        self.table.setFocus()
        pages = {row.url: (row.id_a, row.id_b) for row in changes.rows if row.id_a and row.id_b}
        self.common.show_template(changes.totals.template, pages)
        archive = self._session.archive
        self._valuing.start(
            archive, lambda _, task: work.values(archive, changes, task), self.common.show_values
        )
        self.shown.emit()

    def _summary(self, changes: SiteChanges) -> str:
        said = [self.tr("%Ln page(s) compared.", "", len(changes.rows))]
        if changes.before and changes.after:
            text = self.tr("From {before} to {after}.")
            said.append(text.format(before=formats.date(changes.before), after=formats.date(changes.after)))
        if changes.totals.unvisited:
            said.append(self.tr("%Ln page(s) were not looked at in between.", "", changes.totals.unvisited))
        if changes.cancelled:
            said.append(self.tr("Stopped before the end: other pages were not compared."))
        return formats.sentences(said)

    def _filter(self) -> None:
        self.model.choose(self.bar.states(), self.bar.field.text())
        empty = self.model.rowCount() == 0
        if empty and not self.model.total():
            self.nothing.say(
                self.tr("There is no page to compare"), self.tr("No page was there at these times.")
            )
        elif (
            empty
            and self.model.state_counts().keys() <= {"same", "noise", "template"}
            and not self.bar.field.text()
        ):
            self.nothing.say(
                self.tr("Nothing has changed"),
                self.tr(
                    "%Ln page(s) are the same, or differ in the site's template or noise alone.",
                    "",
                    self.model.total(),
                ),
            )
        elif empty:
            self.nothing.say(
                self.tr("No page fits"),
                self.tr("All pages of this report are hidden by what is chosen above."),
            )
        self.nothing.button.setVisible(empty and self.model.total() > 0)
        self.rows.setCurrentWidget(self.nothing if empty else self.table)
        self._show_preview()
        self.preview.say(
            self.tr("Choose a page: here stands what changed on it. Double click opens the comparison.")
        )

    def _show_preview(self) -> None:
        """Where there is little room the table gets it."""
        self.preview.setVisible(self.rows.currentWidget() is self.table and self.height() >= _LOW)

    def _explain(self, index: QModelIndex, _previous: QModelIndex) -> None:
        row = self.model.row_at(index)
        self._explaining.cancel()
        if row is None:
            return
        if words.state_of(row) != "changed" or row.reason:
            self.preview.say(words.state_sentence(row))
            return
        self.preview.say(self.tr("Looking at the changes…"))
        self._explaining.start(
            self._session.archive,
            lambda reader, task: work.details(reader, row, task),
            self.preview.show_excerpts,
            lambda error: self.preview.say(messages.sentence(error)),
        )

    def export(self) -> None:
        """Ask where to write the report."""
        if self.changes is not None:
            ending = self.tr("changes", "part of a file name")
            name = f"{self._session.path.stem}-{ending}"
            work.export(self, self._session.archive, self.changes, name, self._exported)

    def _exported(self, path: Path) -> None:
        self.told.emit(self.tr("The report was saved as {path}.").format(path=path))
