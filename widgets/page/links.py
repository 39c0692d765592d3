"""The Links tab: where a document leads, and what of that is in the archive; or which pages lead to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPoint,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QMenu,
    QSizePolicy,
    QTableView,
    QWidget,
)

from app.archive.model import Capture, StoredLink
from app.archive.reader import ArchiveReader
from extractors.base.types import ScriptLink
from widgets.blocks import label_styles
from widgets.kit import jobs, messages, theme
from widgets.kit.boxes import in_column, in_row, in_stack
from widgets.kit.courtesy import FIRST
from widgets.kit.loading import Loader
from widgets.kit.parts import EmptyView, icon, word_field
from widgets.kit.tables import Index, OpensBeside, Role, RowsModel, dress, keep_width
from widgets.page.incoming import IncomingLinks
from widgets.words import formats

if TYPE_CHECKING:
    from widgets.page.link_places import Place
    from widgets.session import Session


# The links of a document as a Qt model, and what the archive knows about where they lead.

TEXT, ADDRESS, ELEMENT, ARCHIVED, BLOCK, SINCE, UNTIL = range(7)


@dataclass(frozen=True, slots=True)
class LinkRow:
    """One link; `status` is that of its newest version in the archive, 0 when the archive does not hold it. Of a link
    that only running a script would tell, `script` is what is known, and the link has no address. `since` is when the
    first version of the page that has it without a gap was captured, `until` the first again without it; both are known
    as far as links were gathered."""

    link: StoredLink
    status: int
    title: str
    script: ScriptLink | None = None
    label: str = ""  # of the block that the link stands in
    since: datetime | None = None
    until: datetime | None = None


def unresolved(script: ScriptLink) -> LinkRow:
    """The row of a link that a script puts together."""
    return LinkRow(StoredLink("", script.element, "", False, "", True), 0, "", script)


class LinksModel(RowsModel):
    """Read-only table of links."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.heads = (
            self.tr("Text"),
            self.tr("Address"),
            self.tr("Element"),
            self.tr("In the archive"),
            self.tr("Block"),
            self.tr("Since"),
            self.tr("Gone since"),
        )

    def set_rows(self, rows: list[LinkRow]) -> None:
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def set_places(self, places: Mapping[str, Place]) -> None:
        """In which block each link stands, and since and until when, by its address."""
        self._rows = [
            replace(row, **place._asdict()) if row.link.url and (place := places.get(row.link.url)) else row
            for row in self._rows
        ]
        self.dataChanged.emit(self.index(0, BLOCK), self.index(max(0, len(self._rows) - 1), UNTIL))

    def row(self, number: int) -> LinkRow:
        made: LinkRow = self._rows[number]
        return made

    def cell(self, row: LinkRow, column: int, role: int) -> object:
        if column >= BLOCK:
            return self._about(row, column, role)
        if role in (Role.DisplayRole, Role.UserRole):  # the latter is what rows are sorted by
            return self._words(row, column)
        if role == Role.ToolTipRole:
            if row.script is not None and column == ARCHIVED:
                return self.tr("Only running the script would tell where this leads")
            return row.link.url if column == ADDRESS and not row.script else self._words(row, column)
        if role == Role.DecorationRole and column == ARCHIVED:
            if row.script:
                return theme.icon("info", "muted")
            known = 0 < row.status < 400
            return (
                theme.icon("ok", "ok") if known else theme.icon("error" if row.status else "cancel", "muted")
            )
        return None

    def _about(self, row: LinkRow, column: int, role: int) -> object:
        """The block of a link, and its time."""
        if column == BLOCK:
            told = role in (Role.DisplayRole, Role.ToolTipRole, Role.UserRole) and row.label
            return label_styles.name(row.label) if told else None
        date = row.since if column == SINCE else row.until
        if role == Role.UserRole:
            return date.timestamp() if date is not None else 0.0
        if date is None:
            return None
        if role == Role.ToolTipRole:
            return formats.date_exact(date)
        return formats.date(date, brief=True) if role == Role.DisplayRole else None

    def _words(self, row: LinkRow, column: int) -> str:
        if column == TEXT:
            return " ".join(row.link.text.split())
        if row.script is not None:
            if column == ADDRESS:
                return row.script.expression
            place = self.tr("{element}, line {line}").format(element=row.script.element, line=row.script.line)
            return place if column == ELEMENT else self.tr("Cannot be resolved")
        if column == ADDRESS:
            return formats.readable(row.link.url)
        if column == ELEMENT:
            return self._element(row.link)
        if not row.status:
            return self.tr("No")
        return self.tr("Yes") if row.status < 300 else str(row.status)

    def _element(self, link: StoredLink) -> str:
        """Where it stands, and what is to be known of it."""
        if link.guess:
            return self.tr("{element}, guessed").format(element=link.element)
        return f"{link.element} {link.rel}" if link.rel else link.element


class LinksFilter(QSortFilterProxyModel):
    """Keeps links by words and by sort: "all", "links", "embedded", "archived", "absent", "scripts"."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._words: list[str] = []
        self._sort = "all"
        self.setSortCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)

    def choose(self, words: str, sort: str) -> None:
        self.beginFilterChange()
        self._words, self._sort = words.lower().split(), sort
        self.endFilterChange(QSortFilterProxyModel.Direction.Rows)

    def filterAcceptsRow(self, number: int, _parent: Index) -> bool:
        model = self.sourceModel()
        assert isinstance(model, LinksModel)
        row = model.row(number)
        kept = {
            "all": True,
            "links": not row.link.embed and not row.script,
            "embedded": row.link.embed,
            "archived": bool(row.status),
            "absent": not row.status and not row.script,
            "scripts": row.script is not None,
        }[self._sort]
        address = row.script.expression if row.script else row.link.url
        text = f"{row.link.text} {address} {formats.readable(address)} {row.link.element}".lower()
        return kept and all(word in text for word in self._words)


_SCRIPTED = ("html", "xhtml+xml", "javascript")
_NARROW = 680  # pixels below which elements and times are left out
_WIDE = 960  # pixels from which on elements are shown


class LinksTab(QWidget):
    """A table with a filter; double click or Enter opens a link."""

    link_activated = Signal(str)
    beside_activated = Signal(str)
    crawl_requested = Signal(str)
    again_requested = Signal(str)  # an address that is to be fetched once more
    link_requested = Signal(str, str, object)  # a page, where its link leads to, the moment of the page

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._loader, self._places = Loader(self), Loader(self)
        self.model = LinksModel(self)
        self.filter = LinksFilter(self)
        self.filter.setSourceModel(self.model)
        self.filter.setSortRole(Role.UserRole)
        self.table = self._make_table()
        self.empty = EmptyView(self, "link")
        self.field = word_field(
            self,
            self.tr("Filter by text, address or element"),
            self.tr("A part of the text, the address or the element"),
            self.tr("Filter the links"),
        )
        self.sort = QComboBox(self)
        self.sort.setAccessibleName(self.tr("Which links to show"))
        self.sort.setToolTip(self.tr("Which links to show"))
        for label, value in (
            (self.tr("All links"), "all"),
            (self.tr("Links to pages"), "links"),
            (self.tr("Parts of the page"), "embedded"),
            (self.tr("In the archive"), "archived"),
            (self.tr("Not in the archive"), "absent"),
            (self.tr("Put together by scripts"), "scripts"),
            (self.tr("Pages that lead here"), "incoming"),
        ):
            self.sort.addItem(label, value)
        self.count = QLabel(self)
        self.count.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        bar = in_row(
            None,
            (self.field, 1),
            self.sort,
            self.count,
            margins=(theme.DOUBLE, theme.UNIT, theme.DOUBLE, theme.UNIT),
            spacing=theme.UNIT,
        )
        self.incoming = IncomingLinks(session, self)
        self.incoming.activated.connect(self.link_activated)
        self.incoming.beside.connect(self.beside_activated)
        self.incoming.link_requested.connect(self.link_requested)
        self.incoming.counted.connect(self._count_incoming)
        self._capture: Capture | None = None
        self._stack = in_stack(None, self.empty, self.table, self.incoming)
        self._out: QWidget = self.empty  # what is shown unless it is the pages that lead here
        in_column(self, bar, (self._stack, 1))
        self.field.textChanged.connect(self._filter)
        self.sort.currentIndexChanged.connect(self._filter)

    def _make_table(self) -> QTableView:
        table = QTableView(self)
        dress(table, self.filter, self.tr("Links of this document"), ADDRESS)
        table.setAlternatingRowColors(True)
        table.setSortingEnabled(True)
        table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        keep_width(table, {TEXT: 152, ELEMENT: 96, ARCHIVED: 104, BLOCK: 96, SINCE: 126, UNTIL: 126})
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        table.customContextMenuRequested.connect(self._menu)
        table.activated.connect(self._open)
        OpensBeside(table, self._open_beside)
        return table

    def open_find(self) -> None:
        """Look for words: here the filter does it."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room the addresses get it."""
        super().resizeEvent(event)
        width = event.size().width()
        self.table.setColumnHidden(ELEMENT, width < _WIDE)
        if self.table.isColumnHidden(SINCE) != (width < _NARROW):
            for column in (SINCE, UNTIL):
                self.table.setColumnHidden(column, width < _NARROW)

    def load(self, capture: Capture) -> None:
        """Show the links of a capture."""
        self.clear()
        self._capture = capture
        if self._leads_here:
            self.incoming.load(capture)
        self.empty.say(self.tr("Looking up the links…"))

        def read(reader: ArchiveReader, task: jobs.Handle) -> list[LinkRow]:
            rows: list[LinkRow] = []
            known: dict[str, tuple[int, str]] = {}
            for link in reader.links(capture):
                task.check()
                if link.url not in known:
                    page = reader.page_meant(link.url)
                    known[link.url] = (page.status, page.title) if page else (0, "")
                rows.append(LinkRow(link, *known[link.url]))
            if capture.type.endswith(_SCRIPTED):
                # with its main text, as the Text tab has it: read once, and not in this process
                rows += map(unresolved, reader.document(capture, main=True).unresolved)
            return rows

        self._loader.start(self._session.archive, read, self._show, self._failed)

    def clear(self) -> None:
        self._loader.cancel()
        self._places.cancel()
        self._capture = None
        self.model.set_rows([])
        self.incoming.clear()
        self.count.clear()
        self.empty.say("")
        self._put(self.empty)

    def _show(self, rows: list[LinkRow]) -> None:
        self.model.set_rows(rows)
        if rows:
            self._put(self.table)
            self._look_for_places()
        else:
            hint = self.tr("Documents such as web pages and PDF files show here where they lead.")
            self.empty.say(self.tr("There are no links in this document."), hint)
        self._filter()

    def _look_for_places(self) -> None:
        """Find out in which blocks the links stand, and since when, behind the list."""
        capture, archive = self._capture, self._session.archive
        if capture is None:
            return
        wanted = dict.fromkeys(self.model.row(number).link.url for number in range(self.model.rowCount()))

        def look(reader: ArchiveReader, task: jobs.Handle) -> dict[str, Place]:
            from widgets.page.link_places import places_of

            def check() -> None:
                task.check()
                FIRST.give_way()

            return places_of(archive.path, reader, capture, wanted, check)

        self._places.start(archive, look, self.model.set_places, lambda _: None)

    def _failed(self, error: Exception) -> None:
        self.empty.say(self.tr("The links could not be read."), messages.sentence(error))

    @property
    def _leads_here(self) -> bool:
        """Whether the pages that lead here are shown."""
        return bool(self.sort.currentData() == "incoming")

    def _put(self, widget: QWidget) -> None:
        """Show the links of the document, or why there are none, unless it is the pages that lead here."""
        self._out = widget
        self._stack.setCurrentWidget(self.incoming if self._leads_here else widget)

    def _count_incoming(self, words: str) -> None:
        if self._leads_here:
            self.count.setText(words)

    def _filter(self) -> None:
        self._put(self._out)
        if self._leads_here:
            self.count.clear()
            if self._capture is not None:
                self.incoming.load(self._capture)
            self.incoming.choose(self.field.text())
            return
        self.filter.choose(self.field.text(), str(self.sort.currentData()))
        shown, total = self.filter.rowCount(), self.model.rowCount()
        words = self.tr("%Ln link(s)", "", total)
        if shown != total:
            words = self.tr("{shown} of {total}").format(shown=shown, total=total)
        self.count.setText(words if total else "")

    def _row(self, index: QModelIndex) -> LinkRow:
        return self.model.row(self.filter.mapToSource(index).row())

    def _open(self, index: QModelIndex) -> None:
        row = self._row(index)
        if row.script is None:
            self.link_activated.emit(row.link.url)

    def _open_beside(self, index: QModelIndex) -> None:
        row = self._row(index)
        if row.script is None:
            self.beside_activated.emit(row.link.url)

    def _menu(self, at: QPoint) -> None:
        index = self.table.indexAt(at)
        if not index.isValid():
            return
        row = self._row(index)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        capture = self._capture
        if row.script is None and capture is not None:
            url, date = row.link.url, capture.date
            menu.addAction(
                icon("link"),
                self.tr("Show the link on its page"),
                lambda: self.link_requested.emit(capture.url, url, date),
            )
        if row.script is not None:
            code = row.script.expression
            menu.addAction(
                icon("copy"),
                self.tr("Copy the expression"),
                lambda: QGuiApplication.clipboard().setText(code),
            )
            menu.popup(self.table.viewport().mapToGlobal(at))
            return
        if row.status:
            menu.addAction(icon("forward"), self.tr("Open"), lambda: self.link_activated.emit(row.link.url))
            menu.addAction(
                icon("add"), self.tr("Open in a new tab"), lambda: self.beside_activated.emit(row.link.url)
            )
            menu.addAction(
                icon("again"),
                self.tr("Crawl this page again"),
                lambda: self.again_requested.emit(row.link.url),
            )
        else:
            menu.addAction(
                icon("crawl"), self.tr("Crawl this address…"), lambda: self.crawl_requested.emit(row.link.url)
            )
        copied = row.link.url
        menu.addAction(
            icon("copy"), self.tr("Copy the address"), lambda: QGuiApplication.clipboard().setText(copied)
        )
        menu.popup(self.table.viewport().mapToGlobal(at))
