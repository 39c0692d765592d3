"""The view of figures over time: a list of tables, above the chosen one its chart."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, QStandardPaths, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QFrame,
    QHeaderView,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QWidget,
)

from app.errors import StorageFailed
from app.search.query import QueryFault
from app.statistics.observations import GROUPINGS
from app.statistics.periods import PERIODS
from app.statistics.tables import OF_ARCHIVE, OF_TOPICS, Table, write_csv
from app.statistics.topics import check, pages_behind
from widgets.kit import jobs, messages, theme
from widgets.kit.boxes import in_column, in_row, named, split, stacked, text_label
from widgets.kit.empty_state import EmptyState
from widgets.kit.flow_layout import FlowLayout
from widgets.kit.parts import ClosesWithEscape, icon, push_button, tool_button, word_field
from widgets.kit.tables import RowsModel
from widgets.kit.tables import table as make_table
from widgets.session import Session
from widgets.statistics import words, work
from widgets.statistics.chart import MOST, FiguresChart
from widgets.statistics.work import Asked, Counted
from widgets.words import formats

_LEFT = ("period", "moment", "text", "url", "word", "yes")
_NAME = Qt.ItemDataRole.UserRole
_ORDER = ("topic", "topics", "first", *OF_ARCHIVE)
_LIST, _WIDEST = 216, 420  # pixels


class StatisticsView(jobs.CallsOff, ClosesWithEscape):
    """Stands where pages are shown. `open` it; a click on a point of a topic, or Enter on a row, asks the search for its
    pages; on an address, for its page."""

    search_requested = Signal(str)
    address_requested = Signal(str)
    told = Signal(str)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("siteChangesPage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session = session
        self._task = None
        self._stale = True
        self._chips: dict[str, QPushButton] = {}
        self.counted: Counted | None = None
        self.of_topics: dict[str, Table] | None = None
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Figures"))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.ensurePolished()  # rows keep the height that they are measured with
        for name in _ORDER:
            item = QListWidgetItem(words.name(name))
            item.setData(_NAME, name)
            item.setToolTip(words.meaning(name))
            self.list.addItem(item)
        self.topic = word_field(
            self,
            self.tr("Add a topic, as in the search"),
            self.tr("Words, a phrase, category:…; Enter adds it as a line (at most {n})").format(n=MOST),
        )
        self.within = word_field(
            self,
            self.tr("Only among"),
            self.tr("A query for the pages that count at all, such as site:gov.cn; Enter counts anew"),
        )
        self.period = self._choice(self.tr("Period"), [(words.period(one), one) for one in ("", *PERIODS)])
        self.by = self._choice(
            self.tr("Put pages together"), [(words.grouping(one), one) for one in GROUPINGS]
        )
        self.measure = self._choice(
            self.tr("What is drawn"),
            [(self.tr("Share of pages"), False), (self.tr("Share of sites"), True)],
        )
        self.standing = QCheckBox(self.tr("&As they stood"))
        self.standing.setToolTip(
            self.tr("Count all pages as they stood at the end of a period, not only those captured in it")
        )
        self.by_words = QCheckBox(self.tr("Changes of &words only"))
        self.by_words.setToolTip(self.tr("A change is one of what a page says, not of any of its bytes"))
        self.meaning = text_label("", "muted", wrap=True)
        self.chart, self.model = FiguresChart(), FiguresModel(self)
        self.rows = make_table(self.model, self.tr("Figures"), 0)
        self.rows.setSortingEnabled(True)
        self.rows.horizontalHeader().setMaximumSectionSize(_WIDEST)
        self.busy, self.nothing = EmptyState("statistics"), EmptyState("statistics")
        self.busy.offer(self.tr("Cancel"), self.tr("Stop counting"), self.cancel)
        self._arrange()
        self._wire()

    def _choice(self, name: str, items: list[tuple[str, Any]]) -> QComboBox:
        box = QComboBox()
        box.setAccessibleName(name)
        box.setToolTip(name)
        for text, data in items:
            box.addItem(text, data)
        return box

    def _arrange(self) -> None:
        heading = self.headline(self.tr("Figures over time"))
        tip = self.tr("Write the table (CSV) or the chart (PNG, SVG) into a file")
        self.export_button = push_button(self, "export", self.tr("Export…"), tip, self.export)
        head = in_row(
            None,
            heading,
            None,
            self.period,
            self.export_button,
            tool_button(self, "again", self.tr("Count once more"), self.count_again),
            self.close_button(),
            margins=(theme.DOUBLE, theme.UNIT, theme.UNIT, theme.HALF),
            spacing=theme.UNIT,
        )
        self.chips = named(QWidget(), "chips")
        self._flow = FlowLayout(self.chips, theme.HALF)
        self.of_topic = QWidget()
        fields = in_row(None, (self.topic, 2), (self.within, 1), spacing=theme.UNIT)
        ways = in_row(None, self.measure, self.standing, None, spacing=theme.UNIT)
        in_column(self.of_topic, fields, ways, self.chips, spacing=theme.HALF)
        self.of_change = QWidget()
        in_row(self.of_change, self.by, self.by_words, None, spacing=theme.UNIT)
        self.meaning.setContentsMargins(0, 0, 0, theme.HALF)
        above = in_column(
            None,
            self.meaning,
            self.of_topic,
            self.of_change,
            margins=(theme.UNIT, 0, theme.DOUBLE, theme.HALF),
        )
        self.split = split(Qt.Orientation.Vertical, self.chart, self.rows, sizes=[320, 240])
        self.below = stacked(self.busy, self.nothing, self.split)
        right = QWidget()
        in_column(right, above, (self.below, 1))
        body = split(Qt.Orientation.Horizontal, self.list, right, sizes=[_LIST, 800], grows=1)
        in_column(self, head, (body, 1))

    def _wire(self) -> None:
        self.list.currentRowChanged.connect(lambda _: self._show())
        self.topic.returnPressed.connect(self._add)
        self.within.returnPressed.connect(self._topics_anew)
        self.standing.toggled.connect(lambda _: self._topics_anew())
        self.measure.currentIndexChanged.connect(lambda _: self._draw())
        self.by.currentIndexChanged.connect(lambda _: self._show())
        self.by_words.toggled.connect(lambda _: self._archive_anew())
        self.period.currentIndexChanged.connect(lambda _: self.count_again())
        self.chart.chosen.connect(self._choose)
        self.rows.activated.connect(self._open_row)
        self._session.changed.connect(self._grown)

    # ---- what is asked ------------------------------------------------------------------------------------------

    def open(self, table: str = "") -> None:
        """Show the figures, those of before where nothing has changed since."""
        if self._stale:
            self.counted = self.of_topics = None
            self._stale = False
        if table or self.list.currentRow() < 0:
            self.list.setCurrentRow(_ORDER.index(table or "topic"))
        self._show()
        (self.topic if self._name() in OF_TOPICS and not self._chips else self.list).setFocus()

    @property
    def asked(self) -> Asked:
        """What is to be counted."""
        return Asked(
            tuple(self._chips),
            self.within.text(),
            self.standing.isChecked(),
            self.period.currentData() or None,
            self.by_words.isChecked(),
        )

    def add_topic(self, text: str) -> bool:
        """Draw a topic, too; False for what is none, which is said."""
        text = " ".join(text.split())
        if not text or text in self._chips or len(self._chips) >= MOST:
            return False
        try:
            check(text)
        except QueryFault as fault:
            self.told.emit(messages.sentence(fault))
            return False
        chip = QPushButton(icon("close"), text, self.chips)
        chip.setToolTip(self.tr("Take away this topic"))
        chip.setAccessibleName(self.tr("Take away the topic {topic}").format(topic=text))
        chip.clicked.connect(partial(self._take_away, text))
        self._chips[text] = chip
        self._flow.addWidget(chip)
        self._topics_anew()
        return True

    def _add(self) -> None:
        if self.add_topic(self.topic.text()):
            self.topic.clear()

    def _take_away(self, text: str) -> None:
        chip = self._chips.pop(text)
        self._flow.removeWidget(chip)
        chip.deleteLater()
        self._topics_anew()

    def count_again(self) -> None:
        """Count everything anew that is looked at."""
        self.of_topics = None
        self._archive_anew(keep=True)

    def _topics_anew(self) -> None:
        self.of_topics = None
        self._show()

    def _archive_anew(self, keep: bool = False) -> None:
        """Count the archive anew; `keep` the captures that were read, unless there are new ones."""
        if self.counted is not None:
            self.counted.tables.clear()
            if not keep or self._stale:
                self.counted = None
        self._stale = False
        self._show()

    def _grown(self, _seq: int = 0) -> None:
        """There is something new, which is counted when somebody asks again."""
        self._stale = True

    # ---- counting -----------------------------------------------------------------------------------------------

    def _count(self, look: Callable[[jobs.Handle], Any], done: Callable[[Any], None]) -> None:
        self._call_off()
        self.busy.say(self.tr("Counting…"), "")
        self.below.setCurrentWidget(self.busy)
        self.export_button.setEnabled(False)
        self._task = jobs.run(
            self,
            look,
            done=done,
            failed=self._failed,
            stopped=lambda _: None,
            label=self.tr("Figures over time"),
        )
        self._task.progressed.connect(lambda _, text: self.busy.text.setText(text))
        self._task.progressed.connect(lambda _, text: self.busy.text.setVisible(bool(text)))

    def cancel(self) -> None:
        """Count no further."""
        self._call_off()
        self._say(self.tr("Cancelled"), self.tr("“Count once more” above begins anew."))

    def _failed(self, error: Exception) -> None:
        self._task = None
        self._say(self.tr("The figures could not be counted."), messages.sentence(error))

    def _say(self, heading: str, text: str) -> None:
        self.nothing.say(heading, text)
        self.below.setCurrentWidget(self.nothing)
        self.export_button.setEnabled(False)

    # ---- the chosen table -----------------------------------------------------------------------------------------

    def _name(self) -> str:
        item = self.list.currentItem()
        return str(item.data(_NAME)) if item is not None else ""

    def _show(self) -> None:
        """Show the table that is chosen, once it is counted."""
        name = self._name()
        if not name:
            return
        self.meaning.setText(words.meaning(name))
        self.of_topic.setVisible(name in OF_TOPICS)
        self.of_change.setVisible(name in ("change", "rot"))
        self.period.setEnabled(name not in ("change", "rot", "hour", "weekday"))
        archive, asked, session = self._session.archive, self.asked, self._session
        if name in OF_TOPICS and not self._chips:
            self._call_off()
            self._say(
                self.tr("Which topic?"),
                self.tr("Type words as in the search and press Enter; several topics become several lines."),
            )
        elif name in OF_TOPICS and self.of_topics is None:
            self._count(
                lambda task: work.count_topics(archive, asked, lambda: session.crawling, task), self._have
            )
        elif name not in OF_TOPICS and (self.counted is None or not self.counted.tables):
            before = self.counted
            self._count(
                lambda task: work.count_archive(archive, asked, before, lambda: session.crawling, task),
                self._have,
            )
        else:
            self._call_off()
            self._draw()

    def _have(self, found: Counted | list[Table]) -> None:
        self._task = None
        if isinstance(found, Counted):
            self.counted = found
        else:
            self.of_topics = {one.name: one for one in found}
        self._show()

    @property
    def shown(self) -> Table | None:
        """The table that is chosen, as far as it is counted."""
        name = self._name()
        if name in OF_TOPICS:
            return self.of_topics[name] if self.of_topics is not None else None
        made = self.counted.tables.get(name, []) if self.counted is not None else []
        return next((one for one in made if one.by == self.by.currentData()), made[0] if made else None)

    def _draw(self) -> None:
        table = self.shown
        if table is None:
            return
        if not table.rows or (table.name == "topics" and not any(row[2] for row in table.rows)):
            reason = {
                "first": self.tr("No page speaks of it."),
                "hour": self.tr("No page was captured twice within twelve hours."),
                "weekday": self.tr("No page was captured twice within three days."),
                "change": self.tr("No document was captured twice."),
                "rot": self.tr("No document was captured twice."),
            }.get(table.name, self.tr("The archive has no pages yet."))
            self._say(self.tr("There is nothing to count."), reason)
            return
        drawn = table.name not in ("topics", "first")
        self.chart.setVisible(drawn)
        if drawn:
            lines, labels, kind, joined = work.lines(table, bool(self.measure.currentData()))
            self.chart.show_lines(lines, labels, name=words.name(table.name), kind=kind, joined=joined)
        head = self.rows.horizontalHeader()
        head.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.model.show_table(table)
        for number in range(self.model.columnCount()):
            head.setSectionResizeMode(number, QHeaderView.ResizeMode.ResizeToContents)
        self.export_button.setEnabled(True)
        self.below.setCurrentWidget(self.split)

    def _choose(self, row: int) -> None:
        """A point was clicked: the row of the table it is, and of a topic its pages."""
        if row in self.model.order:
            self.rows.selectRow(self.model.order.index(row))
        self._open(row)

    def _open_row(self, index: QModelIndex) -> None:
        if index.isValid():
            self._open(self.model.order[index.row()])

    def _open(self, number: int) -> None:
        table = self.shown
        if table is None:
            return
        row = dict(zip(table.columns, table.rows[number], strict=True))
        if table.name == "topic":
            begin, end = table.begins[number]
            self.search_requested.emit(pages_behind(row["topic"], self.within.text(), begin, end))
        elif table.name == "topics":
            self.search_requested.emit(row["topic"])
        elif table.name == "first":
            self.address_requested.emit(row["url"])

    def export(self) -> None:
        """Ask where to, then write the table or the chart."""
        table = self.shown
        if table is None:
            return
        kinds = {".csv": self.tr("Table (*.csv)")}
        if not self.chart.isHidden():
            kinds |= {".png": self.tr("Picture (*.png)"), ".svg": self.tr("Drawing (*.svg)")}
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        chosen, kind = QFileDialog.getSaveFileName(
            self,
            self.tr("Export the figures"),
            str(Path(folder or Path.home()) / f"{self._session.path.stem}-{table.name}.csv"),
            ";;".join(kinds.values()),
        )
        if not chosen:
            return
        path = Path(chosen)
        if path.suffix.lower() not in kinds:
            ending = next((one for one, text in kinds.items() if text == kind), ".csv")
            path = path.with_name(f"{path.name}{ending}")
        if path.suffix.lower() != ".csv":  # what is on screen is drawn where it is: some milliseconds
            try:
                self.chart.save(path)
            except StorageFailed as error:
                self.told.emit(messages.sentence(error))
            else:
                self._exported(path)
            return

        def write(_: jobs.Handle) -> Path:
            write_csv(path, [table])
            return path

        jobs.run(self, write, done=self._exported, label=self.tr("Writing the figures"))

    def _exported(self, path: Path) -> None:
        self.told.emit(self.tr("The figures were saved as {path}.").format(path=path))


class FiguresModel(RowsModel):
    """`show_table` takes a table; a row is a tuple of its values."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.table: Table | None = None
        self.order: list[int] = []
        self._places: list[tuple[int, ...]] = []

    def show_table(self, table: Table) -> None:
        """Show another table, in its own order."""
        self.beginResetModel()
        self.table = table
        names = list(table.columns)
        kinds = list(table.columns.values())
        shown = words.COLUMNS[table.name]
        self._places = [
            (names.index(one),) if isinstance(one, str) else tuple(map(names.index, one)) for one in shown
        ]
        self.heads = tuple(words.head(names[place[0]]) for place in self._places)
        self.numbers = frozenset(
            number for number, place in enumerate(self._places) if kinds[place[0]] not in _LEFT
        )
        self.order = list(range(len(table.rows)))
        self._rows = table.rows
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        if self.table is None or not 0 <= column < len(self._places):
            return
        place = self._places[column][0]
        backwards = order == Qt.SortOrder.DescendingOrder
        rows = self.table.rows
        self.beginResetModel()
        self.order = sorted(range(len(rows)), key=lambda one: _key(rows[one][place]), reverse=backwards)
        self._rows = [rows[one] for one in self.order]
        self.endResetModel()

    def cell(self, row: Any, column: int, role: int) -> object:
        if self.table is None or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        columns = list(self.table.columns.items())
        shown = [
            words.value(*columns[place], row[place], self.table.name, self.table.by)
            for place in self._places[column]
        ]
        said = words.interval(shown) if len(shown) == 3 else shown[0]
        kind = columns[self._places[column][0]][1]
        if role == Qt.ItemDataRole.ToolTipRole and kind == "moment":
            return formats.date_exact(row[self._places[column][0]])
        return said if role == Qt.ItemDataRole.DisplayRole or kind in ("text", "url") else None


def _key(value: Any) -> tuple[int, Any]:
    """What is not known comes last."""
    return (1, 0) if value is None else (0, value.casefold() if isinstance(value, str) else value)
