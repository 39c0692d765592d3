"""The view of fields: a table of pages and values, the history and chart of what is chosen, fields that match no longer."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QDateTime, QItemSelection, QItemSelectionModel, QObject, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QDateTimeEdit,
    QFileDialog,
    QFrame,
    QHeaderView,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QWidget,
)

from app.errors import UserError
from app.fields import rules
from app.fields.alarms import Lost
from app.fields.rules import NUMERIC, Field
from app.fields.table import Cell, Stretch
from app.fields.teaching import Proposal
from widgets.fields import words, work
from widgets.fields.chart import MOST, FieldChart, Series
from widgets.fields.feeding import FieldsFeeder
from widgets.fields.work import Line, Loaded
from widgets.kit import messages, theme
from widgets.kit.boxes import in_column, in_row, split, stacked, text_label
from widgets.kit.empty_state import EmptyState
from widgets.kit.loading import Loader
from widgets.kit.parts import ClosesWithEscape, push_button, word_field
from widgets.kit.tables import Role, RowsModel, on_row, table
from widgets.session import Session
from widgets.words import formats

PAGE = 0
"""The column of pages; fields stand behind it."""
_FIELD = Qt.ItemDataRole.UserRole
_LIST = 248  # pixels
_NARROWEST = 120  # pixels of a column of the table
_SAID, _SAID_WHOLE = 300, 1500  # characters of a value in its history, and in the tip of that
_LONGEST = 200  # characters of a value that are looked for on its page


class FieldsView(ClosesWithEscape):
    """Stands where pages are shown. `open` it; double click or Enter on a page asks for its version."""

    value_requested = Signal(str, str, object)  # the id of a version, a value as it stands there, its Field
    edit_requested = Signal(object)  # a Field, None for a new one
    choice_requested = Signal(object, object)  # a Field, and Proposals of which a person has to choose
    told = Signal(str)
    undo_offered = Signal(str, object)  # a sentence, and what brings a removed field back

    def __init__(self, session: Session, feeder: FieldsFeeder, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("siteChangesPage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session, self.feeder = session, feeder
        self._loader, self._past, self._mending, self._saver = (Loader(self) for _ in range(4))
        self.loaded: Loaded | None = None
        self._wanted = ""  # the name of a field that is to be chosen
        self.model = FieldsModel(self)
        self.table = table(self.model, self.tr("Pages and their fields"), PAGE)
        self.table.sortByColumn(PAGE, Qt.SortOrder.AscendingOrder)
        self.table.setSortingEnabled(True)
        self.table.setTextElideMode(
            Qt.TextElideMode.ElideRight
        )  # titles and values tell most at their beginning
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Fields"))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setSpacing(2)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.filter = word_field(
            self, self.tr("Filter"), self.tr("Only pages with this in title, address or values")
        )
        self.back_then = QCheckBox(self.tr("As of"))
        self.back_then.setToolTip(self.tr("The values as they stood at a moment"))
        self.moment = QDateTimeEdit(QDateTime.currentDateTime())
        self.moment.setDisplayFormat("yyyy-MM-dd HH:mm")
        self.moment.setCalendarPopup(True)
        self.moment.setAccessibleName(self.tr("The values as they stood at this moment"))
        self.moment.setEnabled(False)
        self.notice, self.mend = text_label("", wrap=True), QPushButton(self.tr("Find them again"))
        self.history = QListWidget()
        self.history.setFrameShape(QFrame.Shape.NoFrame)
        self.history.setSpacing(2)
        self.history.setAccessibleName(self.tr("History of the value"))
        self.history.setWordWrap(True)
        self.history.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.chart = FieldChart()
        self.nothing = EmptyState("facets")
        self.nothing.offer(
            self.tr("Define a field…"),
            self.tr("Say yourself how its value is found"),
            lambda: self.edit_requested.emit(None),
        )
        self._arrange()
        self._wire()

    def _arrange(self) -> None:
        heading = self.headline(self.tr("Fields"))
        add, export = self.tr("New field…"), self.tr("Export…")
        self.write = push_button(
            self, "export", export, self.tr("Write the table as CSV or JSON"), self.export
        )
        head = in_row(
            None,
            heading,
            None,
            push_button(
                self,
                "add",
                add,
                self.tr("Say yourself how a value is found"),
                lambda: self.edit_requested.emit(None),
            ),
            self.write,
            self.close_button(),
            margins=(theme.DOUBLE, theme.UNIT, theme.UNIT, theme.HALF),
            spacing=theme.UNIT,
        )
        bar = in_row(
            None,
            (self.filter, 1),
            self.back_then,
            self.moment,
            margins=(theme.UNIT, 0, theme.UNIT, theme.HALF),
            spacing=theme.UNIT,
        )
        self.warning = QFrame()
        self.warning.setObjectName("fieldsWarning")
        in_row(
            self.warning,
            (self.notice, 1),
            self.mend,
            margins=(theme.DOUBLE, theme.HALF, theme.UNIT, theme.HALF),
            spacing=theme.UNIT,
        )
        self.warning.hide()
        below = split(Qt.Orientation.Horizontal, self.history, self.chart, sizes=[320, 420])
        self.below = below
        upper = QWidget()
        in_column(upper, bar, (self.table, 1))
        right = split(Qt.Orientation.Vertical, upper, below, sizes=[420, 200], grows=0)
        body = split(Qt.Orientation.Horizontal, self.list, right, sizes=[_LIST, 800], grows=1)
        shown = QWidget()
        in_column(shown, self.warning, (body, 1))
        self.stack = stacked(self.nothing, shown)
        self._shown = shown
        in_column(self, head, (self.stack, 1))

    def _wire(self) -> None:
        self.filter.textChanged.connect(self._narrow)
        self.back_then.toggled.connect(self.moment.setEnabled)
        self.back_then.toggled.connect(lambda _: self.read())
        self.moment.dateTimeChanged.connect(lambda _: self.read())
        self.list.currentRowChanged.connect(lambda _: self._show_past())
        self.list.itemDoubleClicked.connect(lambda item: self.edit_requested.emit(item.data(_FIELD)))
        self.list.customContextMenuRequested.connect(self._menu)
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._show_past())
        on_row(self.table, self._open_row)
        self.history.itemActivated.connect(lambda item: self._open_value(*item.data(_FIELD)))
        self.mend.clicked.connect(self._mend)
        self.mend.setToolTip(
            self.tr("Look where the old values stand on the new pages, and find them there, too")
        )
        self.feeder.fed.connect(self.read)
        self.feeder.changed.connect(self._say_state)

    # ---- reading -----------------------------------------------------------------------------------------------

    def open(self, name: str = "") -> None:
        """Show what is known, with a field chosen, and have what is not known looked for."""
        self._wanted = name
        self.read()
        self.feeder.feed()
        self.table.setFocus()

    @property
    def at(self) -> datetime | None:
        """The moment whose values are shown; None for the newest."""
        if not self.back_then.isChecked():
            return None
        return datetime.fromtimestamp(self.moment.dateTime().toSecsSinceEpoch(), UTC)

    def read(self) -> None:
        """Read the values again."""
        if not self.isVisible() and self.loaded is not None:
            self.loaded = None
            return
        archive, at = self._session.archive, self.at
        self._loader.start(
            archive, lambda reader, _: work.load(archive, reader, at), self.show_loaded, self._failed
        )

    def showEvent(self, event: object) -> None:
        super().showEvent(event)  # type: ignore[arg-type]
        if self.loaded is None:
            self.read()

    def show_loaded(self, loaded: Loaded) -> None:
        """Show what was read."""
        self.loaded = loaded
        chosen = self.field.name if self.field is not None else ""
        chosen, self._wanted = self._wanted or chosen, ""
        self.list.blockSignals(True)
        self.list.clear()
        lost = {one.field.id for one in loaded.lost}
        for field, reach in zip(loaded.fields, loaded.reaches, strict=True):
            item = QListWidgetItem(f"{field.name}\n{words.kind(field.kind)} · {words.reach(reach)}")
            if field.id in lost or reach.stopped:
                item.setIcon(theme.icon("warning", "warning"))
            item.setData(_FIELD, field)
            item.setToolTip("\n".join((field.where or self.tr("Everywhere"), *map(words.way, field.ways))))
            self.list.addItem(item)
            if field.name == chosen or self.list.currentRow() < 0:
                self.list.setCurrentItem(item)
        self.list.blockSignals(False)
        pages = {line.url for line in self.chosen}
        self.model.show(loaded.fields, loaded.lines)
        head = self.table.horizontalHeader()
        head.setMinimumSectionSize(_NARROWEST)  # also of the pages, which take what other columns leave
        head.setSectionResizeMode(PAGE, QHeaderView.ResizeMode.Stretch)  # it had no columns before
        for column in range(1, len(loaded.fields) + 1):
            self.table.setColumnWidth(column, 140)
        self._say_lost(loaded.lost)
        self.stack.setCurrentWidget(self._shown if loaded.fields else self.nothing)
        self.write.setEnabled(bool(loaded.fields))
        self._say_state()
        shown = [line.url for line in self.model.rows()]
        self._choose(pages.intersection(shown) or set(shown[:1]))

    def _say_state(self) -> None:
        self.nothing.say(
            self.tr("No fields yet"),
            self.tr(
                "Right-click a price, a date or a name on a page and choose “Teach a field…”: it is found on all pages "
                "like it, in every version."
            ),
        )

    def _failed(self, error: Exception) -> None:
        self.nothing.say(self.tr("The fields could not be read."), messages.sentence(error))
        self.stack.setCurrentWidget(self.nothing)

    # ---- what matches no longer --------------------------------------------------------------------------------

    def _say_lost(self, lost: list[Lost]) -> None:
        self.warning.setVisible(bool(lost))
        if lost:
            said = [
                self.tr("“{name}” matches no longer on {lost} of {changed} changed pages.").format(
                    name=one.field.name,
                    lost=formats.number(len(one.pages)),
                    changed=formats.number(one.changed),
                )
                for one in lost[:3]
            ]
            self.notice.setText(formats.sentences(said))

    def _mend(self) -> None:
        lost = self.loaded.lost if self.loaded is not None else []
        if not lost:
            return
        archive = self._session.archive
        self.mend.setEnabled(False)

        def done(found: list[tuple[Lost, tuple[Proposal, ...]]]) -> None:
            self.mend.setEnabled(True)
            said = [self._mended(one, ways) for one, ways in found]
            self.told.emit(formats.sentences(said))
            self.feeder.feed()
            open_ones = [(one, ways) for one, ways in found if ways and not ways[0].agreed]
            if open_ones:
                self.choice_requested.emit(open_ones[0][0].field, open_ones[0][1])

        def failed(error: Exception) -> None:
            self.mend.setEnabled(True)
            self.told.emit(messages.sentence(error))

        self._mending.start(
            archive,
            lambda reader, _: work.mend(archive, reader, lost),
            done,
            failed,
            label=self.tr("Looking for fields"),
        )

    def _mended(self, one: Lost, ways: tuple[Proposal, ...]) -> str:
        if not ways:
            text = self.tr("“{name}”: the new pages have nothing in common that could be it.")
            return text.format(name=one.field.name)
        if not ways[0].agreed:
            text = self.tr("“{name}”: no page says the old value any more; choose what is right.")
            return text.format(name=one.field.name)
        return self.tr("“{name}” is found again on {matched} of {pages} pages.").format(
            name=one.field.name,
            matched=formats.number(ways[0].matched),
            pages=formats.number(ways[0].pages),
        )

    # ---- what is chosen ----------------------------------------------------------------------------------------

    @property
    def field(self) -> Field | None:
        """The field that is chosen in the list."""
        item = self.list.currentItem()
        field: Field | None = item.data(_FIELD) if item is not None else None
        return field

    @property
    def chosen(self) -> list[Line]:
        """The pages that are chosen in the table."""
        rows = self.table.selectionModel().selectedRows()
        return [line for index in rows if (line := self.model.row_at(index)) is not None]

    def _narrow(self, text: str) -> None:
        pages = {line.url for line in self.chosen}
        self.model.narrow(text)
        self._choose(pages)

    def _choose(self, urls: set[str]) -> None:
        """Choose these pages, where they are, in a table whose rows are other ones now."""
        chosen, last = QItemSelection(), self.model.columnCount() - 1
        for row, line in enumerate(self.model.rows()):
            if line.url in urls:
                chosen.select(self.model.index(row, PAGE), self.model.index(row, last))
        picks = self.table.selectionModel()
        if chosen.isEmpty():
            self._show_past()  # nothing is chosen now: no signal tells that
            return
        picks.setCurrentIndex(chosen.indexes()[0], QItemSelectionModel.SelectionFlag.NoUpdate)
        picks.select(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _show_past(self) -> None:
        field, urls = self.field, [line.url for line in self.chosen[:MOST]]
        titles = {line.url: line.title or formats.readable(line.url) for line in self.chosen[:MOST]}
        if field is None or not urls:
            self.history.clear()
            self.chart.show_series("number", ())
            return
        archive = self._session.archive

        def show(found: list[tuple[str, list[Stretch], list[tuple[datetime, float]]]]) -> None:
            self.history.clear()
            for _url, stretches, _points in found[:1]:
                for one in reversed(stretches):
                    self._add_stretch(one)
            drawn: list[Series] = [(titles[url], points) for url, _, points in found]
            self.chart.setVisible(field.kind in NUMERIC)
            self.chart.show_series(field.kind, drawn if field.kind in NUMERIC else ())

        self._past.start(archive, lambda _reader, _: work.histories(archive, field, urls), show, self._failed)

    def _add_stretch(self, one: Stretch) -> None:
        since = formats.date(one.since, brief=True)
        until = formats.date(one.until, brief=True) if one.until is not None else self.tr("now")
        item = QListWidgetItem(f"{formats.shorten(one.said, _SAID) or '—'}\n{since} – {until}")
        item.setData(_FIELD, (one.first, one.cells))
        opens = self.tr("Double click opens the first version with it")
        whole = formats.shorten(one.said, _SAID_WHOLE) if len(one.said) > _SAID else ""
        item.setToolTip("\n\n".join(filter(None, (whole, opens))))
        self.history.addItem(item)

    def _open_row(self, line: Line) -> None:
        field = self.field
        row = line.cells.get(field.id) if field is not None else None
        if row is None:
            number, row = next(iter(line.cells.items()))
            field = next(one for one in self.loaded.fields if one.id == number) if self.loaded else None
        self._open_value(row.id, row.cells, field)

    def _open_value(self, id: str, cells: tuple[Cell, ...], field: Field | None = None) -> None:
        """Show the version that has a value, marked where it stands."""
        text = " ".join(cells[0].text.split())[:_LONGEST] if cells else ""
        self.value_requested.emit(id, text, field or self.field)

    def _menu(self, at: object) -> None:
        item = self.list.itemAt(at)  # type: ignore[call-overload]
        if item is None:
            return
        field: Field = item.data(_FIELD)
        menu = QMenu(self)
        menu.addAction(theme.icon("note"), self.tr("Change…"), lambda: self.edit_requested.emit(field))
        menu.addAction(theme.icon("remove"), self.tr("Remove"), lambda: self.remove(field))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.list.viewport().mapToGlobal(at))  # type: ignore[call-overload]

    def remove(self, field: Field) -> None:
        """Take a field out; that can be undone."""
        path = self._session.path
        try:
            rules.remove(path, field)
        except UserError as error:
            self.told.emit(messages.sentence(error))
            return

        def restore() -> None:
            try:
                rules.restore(path, field)
            except UserError as error:
                self.told.emit(messages.sentence(error))
            self.feeder.feed()
            self.read()

        self.undo_offered.emit(self.tr("“{name}” was removed.").format(name=field.name), restore)
        self.loaded = None
        self.read()

    def export(self) -> None:
        """Ask where to, and write the table."""
        kinds = f"{self.tr('Table (CSV)')} (*.csv);;{self.tr('Lines of JSON')} (*.jsonl)"
        chosen, kind = QFileDialog.getSaveFileName(self, self.tr("Export fields"), "fields.csv", kinds)
        if chosen:
            path = Path(chosen)
            self.export_to(path if path.suffix else path.with_suffix(".jsonl" if "jsonl" in kind else ".csv"))

    def export_to(self, path: Path) -> None:
        """Write the table."""
        archive, at = self._session.archive, self.at
        self._saver.start(
            archive,
            lambda _reader, _: work.export(archive, at, path),
            lambda _: self.told.emit(self.tr("The table is in {path}.").format(path=path)),
            lambda error: self.told.emit(messages.sentence(error)),
            label=self.tr("Exporting fields"),
        )


class FieldsModel(RowsModel):
    """`show` fields and lines; sorted by a column, narrowed by a text."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.fields: tuple[Field, ...] = ()
        self._every: list[Line] = []
        self._order = (PAGE, Qt.SortOrder.AscendingOrder)
        self._text = ""

    def show(self, fields: Sequence[Field], lines: list[Line]) -> None:
        """Show other values."""
        self.beginResetModel()
        self.fields, self._every = tuple(fields), lines
        self.heads = (self.tr("Page"), *(field.name for field in fields))
        self.numbers = frozenset(
            column for column, field in enumerate(fields, 1) if field.kind in ("number", "money")
        )
        self._rows = self._chosen()
        self.endResetModel()

    def narrow(self, text: str) -> None:
        """Only lines with this in title, address or values."""
        self.beginResetModel()
        self._text = text.strip().casefold()
        self._rows = self._chosen()
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.layoutAboutToBeChanged.emit()
        self._order = column, order
        before = [(index, self._rows[index.row()].url) for index in self.persistentIndexList()]
        self._rows = self._chosen()
        rows = {line.url: row for row, line in enumerate(self._rows)} if before else {}
        for index, url in before:  # what is chosen goes with its page
            self.changePersistentIndex(index, self.index(rows[url], index.column()))
        self.layoutChanged.emit()

    def rows(self) -> Sequence[Line]:
        """The lines in sight, in their order."""
        return self._rows

    def _chosen(self) -> list[Line]:
        column, order = self._order
        text = self._text
        lines = [line for line in self._every if not text or self._holds(line, text)]
        field = self.fields[column - 1] if 0 < column <= len(self.fields) else None

        def key(line: Line) -> tuple[Any, ...]:
            if field is None:
                return ((line.title or line.url).casefold(), line.url)
            cell = line.cells[field.id].cells[0]
            if field.kind in NUMERIC:
                return (cell.number if cell.number is not None else float("inf"), cell.value)
            return (cell.value.casefold(),)

        with_value = [line for line in lines if field is None or field.id in line.cells]
        without = [line for line in lines if field is not None and field.id not in line.cells]
        with_value.sort(key=key, reverse=order == Qt.SortOrder.DescendingOrder)
        return with_value + without

    def _holds(self, line: Line, text: str) -> bool:
        said = (line.title, formats.readable(line.url), *(row.said for row in line.cells.values()))
        return any(text in one.casefold() for one in said)

    def cell(self, row: Line, column: int, role: int) -> object:
        if column == PAGE:
            address = formats.readable(row.url)
            if role == Role.DisplayRole:
                return row.title or address
            return f"{row.title}\n{address}".strip() if role == Role.ToolTipRole else None
        held = row.cells.get(self.fields[column - 1].id)
        if role == Role.DisplayRole:
            return held.said if held is not None else "—"
        if role == Role.ToolTipRole and held is not None:
            return f"{'; '.join(cell.text for cell in held.cells)}\n{formats.date_exact(held.date)}"
        if role == Role.ForegroundRole and held is None:
            return theme.brush("muted")
        return None
