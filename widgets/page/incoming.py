"""The other side of the Links tab: which pages lead to a document, since when, and with which words."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject, QPoint, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QTableView, QWidget

from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.errors import ArchiveLocked, StorageFailed
from widgets.blocks import label_styles
from widgets.kit import jobs, messages
from widgets.kit.boxes import in_column, in_stack
from widgets.kit.courtesy import FIRST
from widgets.kit.loading import Loader
from widgets.kit.parts import EmptyView, icon
from widgets.kit.tables import OpensBeside, Role, RowsModel, dress, keep_width
from widgets.words import formats, ranks

if TYPE_CHECKING:
    from app.graph.incoming import Incoming
    from app.graph.standing import Rank
    from widgets.session import Session

TITLE, ADDRESS, TEXT, WHERE, RANK, SINCE, UNTIL = range(7)


@dataclass(frozen=True, slots=True)
class IncomingRow:
    """A link to the document, and the title and rank of its page."""

    link: Incoming
    title: str
    label: str = ""  # of the block of its page that it stands in
    rank: Rank | None = None


class IncomingModel(RowsModel):
    """Read-only table of links to a document."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.heads = (
            self.tr("Page"),
            self.tr("Address"),
            self.tr("Text"),
            self.tr("Where"),
            self.tr("Rank"),
            self.tr("Since"),
            self.tr("Gone since"),
        )
        self._where = {
            "content": self.tr("In the text"),
            "navigation": self.tr("Navigation"),
            "embed": self.tr("Part of the page"),
            "redirect": self.tr("Redirect"),
            "canonical": self.tr("Canonical address"),
            "listed": self.tr("Sitemap or feed"),
        }

    def set_rows(self, rows: list[IncomingRow]) -> None:
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def set_labels(self, labels: Mapping[tuple[str, datetime], str]) -> None:
        """In which blocks links stand, by page and date of the version."""
        self._rows = [
            replace(row, label=labels.get((row.link.url, row.link.last), row.label)) for row in self._rows
        ]
        self.dataChanged.emit(self.index(0, WHERE), self.index(max(0, len(self._rows) - 1), WHERE))

    def row(self, number: int) -> IncomingRow:
        made: IncomingRow = self._rows[number]
        return made

    def cell(self, row: IncomingRow, column: int, role: int) -> object:
        link = row.link
        if role == Role.DisplayRole:
            if column in (SINCE, UNTIL):
                date = link.since if column == SINCE else link.until
                return formats.date(date, brief=True) if date is not None else ""
            if column == RANK:
                return ranks.NOTHING if row.rank is None else formats.number(row.rank.bar)
            return (row.title, formats.readable(link.url), link.text, self._place(row))[column]
        if role == Role.ToolTipRole:
            if column == SINCE:
                return formats.date_exact(link.since)
            if column == UNTIL:
                return formats.date_exact(link.until) if link.until is not None else None
            if column == WHERE:
                return f"{self._where[link.kind]} · {link.rel}" if link.rel else self._where[link.kind]
            if column == RANK:
                return ranks.tip("rank", row.rank)
            return link.url if column == ADDRESS else self.cell(row, column, Role.DisplayRole)
        if role == Role.UserRole:  # what rows are sorted by
            numbers = {
                RANK: row.rank.share if row.rank else 0.0,
                SINCE: link.since.timestamp(),
                UNTIL: link.until.timestamp() if link.until else 0.0,
            }
            return numbers.get(
                column, str(self.cell(row, column, Role.DisplayRole)).casefold() if column < RANK else ""
            )
        return None

    def _place(self, row: IncomingRow) -> str:
        """The block that a link stands in, or its class where that is not known, and its relation words."""
        named = row.label and row.label != "other"
        place = label_styles.name(row.label) if named else self._where[row.link.kind]
        return f"{place} · {row.link.rel}" if row.link.rel else place


_DIVIDED = 100  # pages that are divided into blocks to tell in which one a link stands


class IncomingLinks(QWidget):
    """A table of the pages that lead to a document; double click or Enter opens one at its link. The links are gathered
    first where the archive has new ones."""

    activated = Signal(str)
    link_requested = Signal(str, str, object)  # a page, where its link leads to, the moment of the page
    beside = Signal(str)
    counted = Signal(str)

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._loader, self._places = Loader(self), Loader(self)
        self._loaded = ""
        self._left_out = 0
        self.model = IncomingModel(self)
        self.filter = QSortFilterProxyModel(self)
        self.filter.setSourceModel(self.model)
        self.filter.setSortRole(Role.UserRole)
        self.filter.setFilterKeyColumn(-1)
        self.filter.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.table = QTableView(self)
        dress(self.table, self.filter, self.tr("Links to this document"), ADDRESS)
        self.table.setAlternatingRowColors(True)
        self.table.setSortingEnabled(True)
        self.table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        keep_width(self.table, {TITLE: 136, TEXT: 112, WHERE: 96, RANK: 48, SINCE: 126, UNTIL: 126})
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._menu)
        self.table.activated.connect(self._open_link)
        OpensBeside(self.table, lambda index: self.beside.emit(self._url(index)))
        self.empty = EmptyView(self, "link")
        self._stack = in_stack(None, self.empty, self.table)
        in_column(self, (self._stack, 1))

    def load(self, capture: Capture) -> None:
        """Show the links to the page of a capture."""
        if capture.url == self._loaded:
            return
        self.clear()
        self._loaded = capture.url
        self.empty.say(self.tr("Looking for pages that lead here…"))
        archive = self._session.archive
        busy = self._session

        def read(reader: ArchiveReader, task: jobs.Handle) -> tuple[list[IncomingRow], int]:
            from app.graph.incoming import incoming
            from app.graph.standing import Ranks, bring_up_to_date

            # what cannot be brought up to date may still be there, as of before
            with suppress(ArchiveLocked, StorageFailed):
                bring_up_to_date(archive, None, lambda: task.cancelled, lambda: busy.crawling)
            task.check()
            found, pages = incoming(archive.path, capture.url, lambda: task.cancelled)
            task.check()
            titles: dict[str, str] = {}
            known = Ranks(archive.path)
            of: dict[str, Rank | None] = {}
            for link in found:
                if link.url not in titles:
                    page = reader.page(link.url)
                    titles[link.url] = page.title if page else ""
                    of[link.url] = known.of(page.page_id, page.url) if page else None
            shown = len(titles)
            return [IncomingRow(link, titles[link.url], rank=of[link.url]) for link in found], max(
                0, pages - shown
            )

        label = self.tr("Gathering links")
        self._loader.start(archive, read, self._show, self._failed, label, self._stopped)

    def clear(self) -> None:
        """Show nothing."""
        self._loader.cancel()
        self._places.cancel()
        self._loaded = ""
        self.model.set_rows([])
        self.empty.say("")
        self._stack.setCurrentWidget(self.empty)

    def choose(self, words: str) -> None:
        """Keep the rows that say this."""
        self.filter.setFilterFixedString(words.strip())
        self._count()

    def _show(self, found: tuple[list[IncomingRow], int]) -> None:
        rows, self._left_out = found
        self.model.set_rows(rows)
        if rows:
            self._stack.setCurrentWidget(self.table)
            self._look_for_blocks(rows)
        else:
            hint = self.tr("Only links of pages in this archive are known.")
            self.empty.say(self.tr("No page of the archive leads here."), hint)
        self._count()

    def _look_for_blocks(self, rows: list[IncomingRow]) -> None:
        """Find out in which blocks of their pages the first links stand, which takes a while for each page."""
        url_here = self._loaded
        pages = list(dict.fromkeys((row.link.url, row.link.last) for row in rows))[:_DIVIDED]

        def look(reader: ArchiveReader, task: jobs.Handle) -> dict[tuple[str, datetime], str]:
            from app.graph.store.addresses import key_of
            from widgets.page.link_places import labels_of

            target = key_of(url_here)

            def check() -> None:
                task.check()
                FIRST.give_way()

            found = {}
            for url, last in pages:
                check()
                capture = reader.nearest(url, last)
                if capture is not None:
                    found[url, last] = labels_of(reader, capture, check).get(target, "")
            return found

        self._places.start(self._session.archive, look, self.model.set_labels, lambda _: None)

    def _count(self) -> None:
        shown, total = self.filter.rowCount(), self.model.rowCount()
        words = self.tr("%Ln link(s)", "", total)
        if shown != total:
            words = self.tr("{shown} of {total}").format(shown=shown, total=total)
        elif self._left_out:
            words = self.tr("{words}, more left out").format(words=words)
        self.counted.emit(words if total else "")

    def _failed(self, error: Exception) -> None:
        self._loaded = ""
        self.empty.say(self.tr("The links could not be read."), messages.sentence(error))

    def _stopped(self) -> None:
        self._loaded = ""
        self.empty.say(self.tr("Gathering the links was called off."))

    def _url(self, index: QModelIndex) -> str:
        return self.model.row(self.filter.mapToSource(index).row()).link.url

    def _open_link(self, index: QModelIndex) -> None:
        link = self.model.row(self.filter.mapToSource(index).row()).link
        self.link_requested.emit(link.url, self._loaded, link.last)

    def _menu(self, at: QPoint) -> None:
        index = self.table.indexAt(at)
        if not index.isValid():
            return
        url = self._url(index)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(icon("link"), self.tr("Show the link on its page"), lambda: self._open_link(index))
        menu.addAction(icon("forward"), self.tr("Open"), lambda: self.activated.emit(url))
        menu.addAction(icon("add"), self.tr("Open in a new tab"), lambda: self.beside.emit(url))
        menu.addAction(
            icon("copy"), self.tr("Copy the address"), lambda: QGuiApplication.clipboard().setText(url)
        )
        menu.popup(self.table.viewport().mapToGlobal(at))
