"""The site change report: what is new, gone and changed between two crawls or dates, page by page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from widgets import formats, jobs, messages, theme
from widgets.empty_state import EmptyState
from widgets.page.parts import ElidedLabel, tool_button
from widgets.session import Session
from widgets.site_changes import exporting, words, work
from widgets.site_changes.chooser import Chooser
from widgets.site_changes.filter_bar import FilterBar
from widgets.site_changes.model import ADDRESS, COUNTS, Entry, SiteChangesModel, prepare
from widgets.site_changes.preview import Preview
from widgets.site_changes.report_table import ReportTable

if TYPE_CHECKING:
    from app.blocks.site_changes import Excerpt, SiteChanges

Made = tuple["SiteChanges", list[Entry]]  # a report, and its rows made ready

_NARROW = 760  # pixels below which addresses are left out: titles have them in their tooltips
_LEAST, _LOW = 560, 520  # pixels below which counts are left out, and what changed on a page


class SiteChangesView(QWidget):
    """Stands where pages are shown. `open` it; what a person wants to see goes up as a signal."""

    closed = Signal()
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
        self._choosing: jobs.Task | None = None
        self._reporting: jobs.Task | None = None
        self._explaining: jobs.Task | None = None
        self.changes: SiteChanges | None = None
        self.chooser, self.bar = Chooser(), FilterBar()
        self.model = SiteChangesModel(self)
        self.table = ReportTable(self.model)
        self.preview = Preview()
        self.summary = QLabel(self)
        self.summary.setProperty("muted", True)
        self.summary.setWordWrap(True)
        self.nothing, self.busy, self.start = EmptyState("filter"), EmptyState("compare"), EmptyState("versions")
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
        heading = ElidedLabel(self)
        heading.setProperty("role", "heading")
        heading.set_text(self.tr("Site changes"))
        head = QHBoxLayout()
        head.setContentsMargins(theme.DOUBLE, theme.UNIT, theme.UNIT, 0)
        head.addWidget(heading)
        head.addStretch(1)
        head.addWidget(tool_button(self, "close", self.tr("Back to the page (Esc)"), self.closed.emit))
        self.summary.setContentsMargins(theme.DOUBLE, 0, theme.DOUBLE, theme.HALF)
        self.below = QSplitter(Qt.Orientation.Vertical, handleWidth=1, childrenCollapsible=False)
        self.rows = QStackedWidget()
        for widget in (self.table, self.nothing):
            self.rows.addWidget(widget)
        self.below.addWidget(self.rows)
        self.below.addWidget(self.preview)
        self.below.setSizes([360, 150])
        self.below.setStretchFactor(0, 1)
        found = QWidget()
        inside = QVBoxLayout(found)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        inside.addWidget(self.summary)
        inside.addWidget(self.bar)
        inside.addWidget(self.below, 1)
        self.stack = QStackedWidget()
        for widget in (self.start, self.busy, found):
            self.stack.addWidget(widget)
        self._found = found
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.chooser)
        column.addWidget(self.stack, 1)

    # -- asking -----------------------------------------------------------------------------------------------

    def open(self, crawl: str = "", host: str = "") -> None:
        """Offer what there is to compare; with a crawl or a site the report about it begins at once."""
        archive = self._session.archive

        def arrived(choices: work.Choices) -> None:
            self._choosing = None
            self.chooser.offer(choices, crawl, host)
            if (crawl or host) and self.chooser.ready:
                self.ask(self.chooser.question())
            elif self.changes is None:
                self._invite()

        def failed(error: Exception) -> None:
            self._choosing = None
            self._say_failed(error)

        if self._choosing is not None:
            self._choosing.cancel()
        self._choosing = jobs.run(self, lambda _: work.choices(archive), done=arrived, failed=failed)
        self.chooser.go.setFocus()

    def ask(self, question: work.Question) -> None:
        """Make a report."""
        self.cancel()
        archive = self._session.archive
        self.busy.say(self.tr("Comparing the pages…"), self.tr("Each page is compared as it was at the two times."))
        self.stack.setCurrentWidget(self.busy)

        def make(task: jobs.Handle) -> Made:
            changes = work.report(archive, question, task)
            return changes, prepare(changes.rows)

        self._reporting = jobs.run(
            self, make, done=self.show_changes, failed=self._say_failed, stopped=self._stopped,
            label=self.tr("Site changes"),
        )  # fmt: skip
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
        if self.chooser.ready:
            said = self.tr("Choose two crawls or two dates above: every page is compared as it was at these times.")
            self.start.say(self.tr("What has changed?"), said)
        else:
            said = self.tr("A site that was captured twice can be compared with itself. Crawl one again.")
            self.start.say(self.tr("There is nothing to compare yet."), said)
        self.stack.setCurrentWidget(self.start)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

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
            self.nothing.say(self.tr("There is no page to compare"), self.tr("No page was there at these times."))
        elif empty:
            self.nothing.say(
                self.tr("No page fits"), self.tr("All pages of this report are hidden by what is chosen above.")
            )
        self.nothing.button.setVisible(empty and self.model.total() > 0)
        self.rows.setCurrentWidget(self.nothing if empty else self.table)
        self._show_preview()
        self.preview.say(self.tr("Choose a page: here stands what changed on it. Double click opens the comparison."))

    def _show_preview(self) -> None:
        """Where there is little room the table gets it."""
        self.preview.setVisible(self.rows.currentWidget() is self.table and self.height() >= _LOW)

    def _explain(self, index: QModelIndex, _previous: QModelIndex) -> None:
        row = self.model.row_at(index)
        if self._explaining is not None:
            self._explaining.cancel()
        if row is None:
            return
        if words.state_of(row) != "changed" or row.reason:
            self.preview.say(words.state_sentence(row))
            return
        archive = self._session.archive
        self.preview.say(self.tr("Looking at the changes…"))

        def read(task: jobs.Handle) -> tuple[Excerpt, ...]:
            return work.details(archive, row, task)

        self._explaining = jobs.run(
            self, read, done=self.preview.show_excerpts, failed=lambda error: self.preview.say(messages.sentence(error))
        )

    def export(self) -> None:
        """Ask where to write the report."""
        if self.changes is not None:
            ending = self.tr("changes", "part of a file name")
            name = f"{self._session.path.stem}-{ending}"
            exporting.export(self, self._session.archive, self.changes, name, self._exported)

    def _exported(self, path: Path) -> None:
        self.told.emit(self.tr("The report was saved as {path}.").format(path=path))
