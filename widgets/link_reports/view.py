"""The view of the reports about links: a list of them, and the rows of the chosen one."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from html import escape
from math import log
from pathlib import Path
from typing import Any

from PySide6.QtCore import QModelIndex, QPoint, Qt, QUrl, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHeaderView,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QTextBrowser,
    QTreeView,
    QWidget,
)

from app.graph.findings import SHAPES, Findings
from widgets.kit import jobs, messages, theme
from widgets.kit.boxes import in_column, in_row, split, stacked, text_label
from widgets.kit.empty_state import EmptyState
from widgets.kit.parts import ClosesWithEscape, bare, icon, push_button, tool_button, word_field
from widgets.kit.tables import OpensBeside
from widgets.link_reports import words, work
from widgets.link_reports.model import ReportModel, RotChart
from widgets.link_reports.work import Looked, Made
from widgets.session import Session
from widgets.words import formats

MOST = 150
"""Words of links in the cloud."""
_SMALLEST, _LARGEST = 0.9, 2.8  # times the usual size
_NAME = Qt.ItemDataRole.UserRole
_LIST = 216  # pixels
_NUMBER = 96


class LinkReportsView(ClosesWithEscape):
    """Stands where pages are shown. `open` it; double click or Enter on an address asks for its page, on a place for the
    link there."""

    address_requested = Signal(str)
    beside_requested = Signal(str)
    link_requested = Signal(
        str, str, object
    )  # a page, where its link leads to, the moment that is looked at or None
    told = Signal(str)

    def __init__(
        self, session: Session, page_shown: Callable[[], str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("siteChangesPage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session, self._page_shown = session, page_shown
        self._looking: jobs.Task[Any] | None = None
        self._stale = True
        self.looked: Looked | None = None
        self._made: dict[str, Made] = {}
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Reports"))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        for name in SHAPES:
            item = QListWidgetItem(words.name(name))
            item.setData(_NAME, name)
            item.setToolTip(words.meaning(name))
            self.list.addItem(item)
        self.meaning = text_label("", "muted", wrap=True)
        self.count = text_label("")
        self.filter = word_field(
            self,
            self.tr("Filter"),
            self.tr("Words or a part of an address, also of a page that links there"),
            self.tr("Filter the findings"),
        )
        self.here = QCheckBox(self.tr("&Only to the page on screen"))
        self.here.setToolTip(self.tr("Only the words of links to the page that was shown last"))
        self.as_cloud = QCheckBox(self.tr("As a c&loud"))
        self.as_cloud.setToolTip(self.tr("The more pages say the words, the larger"))
        self.model = ReportModel(self)
        self.tree = self._make_tree()
        self.chart, self.cloud = RotChart(), AnchorCloud()
        self.busy, self.nothing, self.none = EmptyState("link"), EmptyState("ok"), EmptyState("link")
        self.busy.offer(self.tr("Cancel"), self.tr("Stop looking"), self.cancel)
        self.none.offer(self.tr("Look again"), self.tr("Look through the links once more"), self.look)
        self._arrange()
        self._wire()

    def _make_tree(self) -> QTreeView:
        tree = QTreeView()
        tree.setModel(self.model)
        tree.setAccessibleName(self.tr("Findings"))
        tree.setUniformRowHeights(True)
        tree.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        tree.setFrameShape(QTreeView.Shape.NoFrame)
        tree.setAllColumnsShowFocus(True)
        tree.setExpandsOnDoubleClick(False)
        tree.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        tree.header().setStretchLastSection(False)
        tree.setSortingEnabled(True)
        return tree

    def _arrange(self) -> None:
        heading = self.headline(self.tr("Link reports"))
        self.when = text_label("", "muted")
        tip = self.tr("Write this report as a web page or a table")
        self.export_button = push_button(self, "export", self.tr("Export…"), tip, self.export)
        again = tool_button(self, "again", self.tr("Look through the links once more"), self.look)
        head = in_row(
            None,
            heading,
            self.when,
            None,
            self.export_button,
            again,
            self.close_button(),
            margins=(theme.DOUBLE, theme.UNIT, theme.UNIT, theme.HALF),
            spacing=theme.UNIT,
        )
        bar = in_row(
            None,
            (self.filter, 1),
            self.here,
            self.as_cloud,
            self.count,
            margins=(theme.UNIT, 0, theme.DOUBLE, theme.HALF),
            spacing=theme.UNIT,
        )
        self.meaning.setContentsMargins(theme.UNIT, 0, theme.DOUBLE, theme.HALF)
        self.rows = stacked(self.tree, self.cloud, self.nothing)
        below = split(Qt.Orientation.Vertical, self.chart, self.rows, sizes=[220, 400], grows=1)
        found = QWidget()
        in_column(found, self.meaning, bar, (below, 1))
        self.right = stacked(self.busy, self.none, found)
        self._found = found
        body = split(Qt.Orientation.Horizontal, self.list, self.right, sizes=[_LIST, 800], grows=1)
        in_column(self, head, (body, 1))

    def _wire(self) -> None:
        self.list.currentRowChanged.connect(lambda _: self._show_report())
        self.filter.textChanged.connect(self._narrow)
        self.here.toggled.connect(self._words_of_others)
        self.as_cloud.toggled.connect(lambda _: self._count())
        self.cloud.chosen.connect(self._show_words)
        self.tree.activated.connect(self._open_row)
        self.tree.expanded.connect(self._give_room)
        self.tree.customContextMenuRequested.connect(self._menu)
        OpensBeside(self.tree, self._open_beside)
        self._session.travel.changed.connect(self._travelled)
        self._session.changed.connect(self._grown)

    # ---- looking ------------------------------------------------------------------------------------------------

    def open(self, name: str = "") -> None:
        """Show the reports, those of before where nothing has changed since; with the name of one, that."""
        names = list(SHAPES)
        if name or self.list.currentRow() < 0:
            self.list.setCurrentRow(names.index(name or names[0]))
        if self._stale or self.looked is None:
            self.look()
        elif self._report() == "anchors" and self.here.isChecked():
            self._words_of_others()
        self.list.setFocus()

    @property
    def moment(self) -> datetime | None:
        """The moment whose links are looked at, None: now."""
        end = self._session.travel.moment
        return end - timedelta(seconds=1) if end is not None else None

    def look(self) -> None:
        """Look through the links of the archive."""
        self._call_off()
        archive, session, moment = self._session.archive, self._session, self.moment
        self.looked, self._stale = None, False
        self._made.clear()
        self.when.setText(formats.date(moment) if moment is not None else "")
        self.busy.say(self.tr("Looking through the links…"), "")
        self.right.setCurrentWidget(self.busy)
        self.export_button.setEnabled(False)
        at = int(moment.timestamp()) if moment is not None else None

        def done(looked: Looked) -> None:
            self._looking = None
            self.looked = looked
            self._made.update(looked.made)
            self._say_counts()
            self._show_report()

        self._start(lambda task: work.look(archive, at, lambda: session.crawling, task), done)

    def _start(self, look: Callable[[jobs.Handle], Any], done: Callable[[Any], None]) -> None:
        self._looking = jobs.run(
            self,
            look,
            done=done,
            failed=self._failed,
            stopped=lambda _: None,
            label=self.tr("Link reports"),
        )
        self._looking.progressed.connect(lambda _, text: self.busy.text.setText(text))
        self._looking.progressed.connect(lambda *_: self.busy.text.setVisible(True))

    def cancel(self) -> None:
        """Look no further."""
        self._call_off()
        self._stale = True
        self.none.say(self.tr("Cancelled"), "")
        self.right.setCurrentWidget(self.none)

    def _call_off(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None

    def _failed(self, error: Exception) -> None:
        self._looking, self._stale = None, True
        self.none.say(self.tr("The links could not be read."), messages.sentence(error))
        self.right.setCurrentWidget(self.none)

    def _grown(self, _seq: int = 0) -> None:
        """There is something new: the next look is not at what was made before."""
        self._stale = True

    def _travelled(self) -> None:
        """Another day is shown."""
        self._stale = True
        if self.isVisible():
            self.look()

    # ---- the chosen report ----------------------------------------------------------------------------------------

    def _report(self) -> str:
        item = self.list.currentItem()
        return str(item.data(_NAME)) if item is not None else ""

    def _say_counts(self) -> None:
        for row in range(self.list.count()):
            item = self.list.item(row)
            name = str(item.data(_NAME))
            made = self._made.get(name)
            if made is None:
                item.setText(words.name(name))
                continue
            findings = made.findings
            number = formats.number(len(findings.rows) + findings.left_out)
            item.setText(self.tr("{report} ({number})").format(report=words.name(name), number=number))

    def _show_report(self) -> None:
        """Show the report that is chosen, once it is made."""
        name, looked = self._report(), self.looked
        if not name or looked is None:
            return
        made = self._made.get(name)
        if made is None:
            self._make(name, looked)
            return
        self.meaning.setText(words.meaning(name))
        self.chart.setVisible(name == "rot" and len(made.findings.rows) > 1)
        for switch in (self.here, self.as_cloud):
            switch.setVisible(name == "anchors")
        if name == "rot":
            self.chart.show_findings(made.findings)
        if name == "anchors":
            self.cloud.show_findings(made.findings)
        head = self.tree.header()
        head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.model.show_made(made)
        head.ensurePolished()
        kinds = list(made.findings.shape.columns.values())
        for column in range(len(kinds)):
            fixed = kinds[column] not in ("url", "name")
            mode = QHeaderView.ResizeMode.Interactive if fixed else QHeaderView.ResizeMode.Stretch
            head.setSectionResizeMode(column, mode)
            if fixed:
                self.tree.setColumnWidth(column, max(_NUMBER, head.sectionSizeHint(column)))
        self.tree.setRootIsDecorated(bool(made.findings.shape.below))
        self.export_button.setEnabled(True)
        self.right.setCurrentWidget(self._found)
        self._narrow()

    def _make(self, name: str, looked: Looked) -> None:
        """Make a report that takes longer."""
        self._call_off()
        archive = self._session.archive
        url = self._page_shown() if name == "anchors" and self.here.isChecked() else ""
        self.busy.say(words.meaning(name), "")
        self.right.setCurrentWidget(self.busy)
        self.export_button.setEnabled(False)

        def done(made: Made) -> None:
            self._looking = None
            if self.looked is looked:
                self._made[name] = made
                self._say_counts()
                self._show_report()

        self._start(lambda _: work.make(archive, looked.network, name, looked.at, url or None), done)

    def _words_of_others(self) -> None:
        """The words of links to another page, or of all."""
        self._made.pop("anchors", None)
        self._show_report()

    def _show_words(self, text: str) -> None:
        """The places of words that were chosen in the cloud."""
        self.as_cloud.setChecked(False)
        self.filter.clear()
        for number, row in enumerate(self.model.rows()):
            if row.values[0] == text:
                index = self.model.index(number, 0)
                self.tree.setCurrentIndex(index)
                self.tree.expand(index)
                self.tree.scrollTo(index, QTreeView.ScrollHint.PositionAtTop)
                return

    def _narrow(self) -> None:
        self.model.choose(self.filter.text())
        self._count()

    def _count(self) -> None:
        findings = self.model.findings
        if findings is None:
            return
        shown, total = len(self.model.rows()), len(findings.rows)
        said = self.tr("%Ln finding(s)", "", total + findings.left_out)
        if shown != total:
            said = self.tr("{shown} of {total}").format(
                shown=formats.number(shown), total=formats.number(total)
            )
        elif findings.left_out:
            said = self.tr("the first {n} of {total}").format(
                n=formats.number(total), total=formats.number(total + findings.left_out)
            )
        self.count.setText(said if total else "")
        if not total:
            here = findings.name == "anchors" and self.here.isChecked()
            said = self.tr("No page links to the page on screen.") if here else words.nothing(findings.name)
            self.nothing.say(self.tr("Nothing was found."), said)
        elif not shown:
            self.nothing.say(self.tr("No finding has these words."), "")
        if not shown:
            self.rows.setCurrentWidget(self.nothing)
        elif findings.name == "anchors" and self.as_cloud.isChecked():
            self.rows.setCurrentWidget(self.cloud)
        else:
            self.rows.setCurrentWidget(self.tree)

    # ---- what a row leads to --------------------------------------------------------------------------------------

    def _open_row(self, index: QModelIndex) -> None:
        place, url = self.model.place_at(index), self.model.url_at(index)
        if place is not None and place.target and url:
            self.link_requested.emit(url, place.target, self.moment)
        elif url:
            self.address_requested.emit(url)
        elif index.isValid():  # of hosts and words: what stands below
            first = index.siblingAtColumn(0)
            self.tree.setExpanded(first, not self.tree.isExpanded(first))

    def _give_room(self, above: QModelIndex) -> None:
        """Addresses below a row stand over all columns, where they say nothing else."""
        findings = self.model.findings
        if findings is not None and findings.shape.below != "places":
            for line in range(self.model.rowCount(above)):
                self.tree.setFirstColumnSpanned(line, above, True)

    def _open_beside(self, index: QModelIndex) -> None:
        url = self.model.url_at(index)
        if url:
            self.beside_requested.emit(url)

    def _menu(self, at: QPoint) -> None:
        index = self.tree.indexAt(at)
        url = self.model.url_at(index)
        if not url:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        place = self.model.place_at(index)
        if place is not None and place.target:
            menu.addAction(icon("link"), self.tr("Show the link on its page"), lambda: self._open_row(index))
        menu.addAction(icon("forward"), self.tr("Open"), lambda: self.address_requested.emit(url))
        menu.addAction(icon("add"), self.tr("Open in a new tab"), lambda: self.beside_requested.emit(url))
        menu.addAction(
            icon("copy"), self.tr("Copy the address"), lambda: QGuiApplication.clipboard().setText(url)
        )
        menu.popup(self.tree.viewport().mapToGlobal(at))

    def export(self) -> None:
        """Ask where to write the report."""
        findings = self.model.findings
        if findings is not None:
            work.export(self, self._session.path, findings, self.moment, self._exported)

    def _exported(self, path: Path) -> None:
        self.told.emit(self.tr("The report was saved as {path}.").format(path=path))


class AnchorCloud(QTextBrowser):
    """`chosen` says the words that somebody clicked."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        bare(self)
        self.setAccessibleName(self.tr("Words of links"))
        self._findings: Findings | None = None
        self.anchorClicked.connect(self._clicked)
        theme.watcher().changed.connect(self._draw)

    def show_findings(self, findings: Findings) -> None:
        """Show the words that most pages say."""
        self._findings = findings
        self._draw()

    def _draw(self) -> None:
        if self._findings is None:
            return
        rows = self._findings.rows[:MOST]
        most = max((int(row.values[1]) for row in rows), default=1)
        colors = theme.colors()
        base = max(self.font().pointSizeF(), 10.0)  # rich text knows no sizes relative to others
        said = list[str]()
        # in the order of the alphabet: what is large is seen anywhere
        for number, row in sorted(enumerate(rows), key=lambda one: str(one[1].values[0]).casefold()):
            text, pages = formats.shorten(str(row.values[0]), 48), int(row.values[1])
            size = _SMALLEST + (_LARGEST - _SMALLEST) * (log(pages) / log(most) if most > 1 else 0)
            color = colors.accent if row.values[3] == 1 else colors.text
            said.append(
                f'<a href="{number}" style="text-decoration:none;color:{color};font-size:{base * size:.1f}pt">'
                f"{escape(text).replace(' ', '&nbsp;')}</a>"
            )
        self.setHtml(f'<p style="line-height:150%">{" &nbsp; ".join(said)}</p>')

    def _clicked(self, url: QUrl) -> None:
        if self._findings is not None:
            self.chosen.emit(str(self._findings.rows[int(url.toString())].values[0]))
