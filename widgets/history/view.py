"""The history as a list: every capture that was looked at in this archive, newest first, to go back to or to forget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from PySide6.QtCore import QEvent, QObject, QPoint, QSettings, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QMenu, QTableView, QWidget

from app.archive.addresses import label
from widgets.history.kept import KEEP, Kept, Viewing
from widgets.kit import jobs, theme
from widgets.kit.boxes import in_column, in_row, stacked, text_button
from widgets.kit.empty_state import EmptyState
from widgets.kit.files import setting
from widgets.kit.messages import ask
from widgets.kit.parts import ElidedLabel, tool_button, word_field
from widgets.kit.tables import OpensBeside, Role, RowsModel, keep_width, on_row, table
from widgets.words import formats

_LONG_AGO = datetime(2000, 12, 28, 20, 58, tzinfo=UTC)  # a date as long as dates get
AT, TITLE, ADDRESS, VERSION = range(4)
_NEEDS = {ADDRESS: 720, VERSION: 560}  # pixels of width below which a column is left out


class LooksModel(RowsModel):
    """Looks, newest first."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.heads = (self.tr("Looked at"), self.tr("Title"), self.tr("Address"), self.tr("Version of"))
        self.tips = (
            self.tr("When it was looked at"),
            self.tr("What the page is called"),
            self.tr("Where the page lives"),
            self.tr("The version that was looked at, by the moment of its capture"),
        )

    def show(self, rows: Sequence[Viewing]) -> None:
        """Show other looks."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def cell(self, row: Viewing, column: int, role: int) -> object:
        if role == Role.DisplayRole:
            return (
                formats.date(row.moment),
                label(row.title, row.url),
                formats.readable(row.url),
                formats.date(row.captured),
            )[column]
        if role == Role.ForegroundRole:
            return theme.brush("muted") if column != TITLE else None
        if role == Role.ToolTipRole:
            return (formats.date_exact(row.moment), row.title, row.url, formats.date_exact(row.captured))[
                column
            ]
        return None


class HistoryView(QWidget):
    """Stands where pages are shown. `open` it; Enter, double click or the menu of a row say what is wanted."""

    closed = Signal()
    capture_requested = Signal(str)
    beside_requested = Signal(str, str, str)  # capture, address and title of what is to be opened in a tab
    again_requested = Signal(str)  # an address
    cleared = Signal()  # back and forward are to be forgotten, too

    def __init__(self, kept: Kept, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("siteChangesPage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._kept, self._settings = kept, settings
        self._looks: list[Viewing] = []
        self.filter = word_field(
            self, self.tr("Filter…"), self.tr("Only what has these words in its title or address")
        )
        self.filter.textChanged.connect(self._show)
        self.filter.installEventFilter(self)
        self.keep = QCheckBox(self.tr("&Keep what I look at"))
        self.keep.setToolTip(
            self.tr("On this machine, for you alone; never in the archive. Also in the preferences.")
        )
        self.keep.toggled.connect(lambda on: settings.setValue(KEEP, on))
        self.clear = text_button(
            self.tr("Clear…"), self.tr("Forget what was looked at in this archive"), self.ask_clear
        )
        self.clear.setAccessibleName(self.tr("Clear the history"))
        self.model = LooksModel(self)
        self.list = self._make_list()
        self.nothing = EmptyState("recent")
        self.stack = stacked(self.nothing, self.list)
        self._arrange()

    def _make_list(self) -> QTableView:
        view = table(self.model, self.tr("What was looked at"), TITLE)
        view.setSelectionMode(QTableView.SelectionMode.ExtendedSelection)
        width = self.fontMetrics().horizontalAdvance(formats.date(_LONG_AGO)) + theme.TRIPLE
        keep_width(view, {AT: width, ADDRESS: 240, VERSION: width})
        on_row(view, lambda look: self.capture_requested.emit(look.id))
        OpensBeside(view, lambda index: self._open_beside(self.model.row_at(index)), picks=True)
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.customContextMenuRequested.connect(self._open_menu)
        return view

    def _arrange(self) -> None:
        heading = ElidedLabel(self)
        heading.setProperty("role", "heading")
        heading.set_text(self.tr("History"))
        close = tool_button(self, "close", self.tr("Back to the page (Esc)"), self.closed.emit)
        edge = (theme.DOUBLE, theme.UNIT, theme.UNIT, 0)
        below = (theme.DOUBLE, 0, theme.DOUBLE, theme.UNIT)
        in_column(
            self,
            in_row(None, heading, None, close, margins=edge, spacing=-1),
            in_row(None, (self.filter, 1), self.keep, self.clear, margins=below, spacing=-1),
            (self.stack, 1),
            spacing=theme.HALF,
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room, titles get it."""
        super().resizeEvent(event)
        for column, needs in _NEEDS.items():
            self.list.setColumnHidden(column, event.size().width() < needs)

    # ---- what it shows ------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Read the list again, and put the keyboard into it."""
        self.keep.setChecked(setting(self._settings, KEEP, True))
        self.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.read()

    def read(self) -> None:
        """Read the list, in a worker."""
        kept = self._kept
        jobs.run(self, lambda _: kept.read(), done=self._take)

    def _take(self, looks: list[Viewing]) -> None:
        self._looks = looks
        self._show()

    def _show(self) -> None:
        words = self.filter.text().casefold().split()
        found = [look for look in self._looks if all(word in _haystack(look) for word in words)]
        self.model.show(found)
        self.clear.setEnabled(bool(self._looks))
        if found:
            self.stack.setCurrentWidget(self.list)
        elif self._looks:
            self._say(self.tr("Nothing found"), self.tr("No title and no address has these words."))
        elif self.keep.isChecked():
            self._say(
                self.tr("Nothing was looked at yet"),
                self.tr("Every page you look at for a moment is listed here, with the version you saw."),
            )
        else:
            self._say(
                self.tr("Nothing is kept"),
                self.tr("Switch it on above, and pages you look at are listed here the next time."),
            )

    def _say(self, heading: str, text: str) -> None:
        self.nothing.say(heading, text)
        self.stack.setCurrentWidget(self.nothing)

    # ---- what is done with it -----------------------------------------------------------------------------------

    def selected(self) -> list[Viewing]:
        """The rows that are chosen."""
        rows = self.list.selectionModel().selectedRows()
        return [look for look in map(self.model.row_at, rows) if look is not None]

    def menu(self) -> QMenu | None:
        """What can be done with the rows that are chosen."""
        looks = self.selected()
        if not looks:
            return None
        menu, first = QMenu(self), looks[0]

        def add(icon: str, text: str, act: Callable[[], object]) -> None:
            menu.addAction(theme.icon(icon), text).triggered.connect(lambda: act())

        add("open", self.tr("&Open"), lambda: self.capture_requested.emit(first.id))
        add("add", self.tr("Open in a new &tab"), lambda: self._open_beside(*looks))
        add("again", self.tr("Crawl this page a&gain"), lambda: self.again_requested.emit(first.url))
        add("copy", self.tr("Copy &address"), lambda: QGuiApplication.clipboard().setText(first.url))
        menu.addSeparator()
        add("remove", self.tr("&Forget this"), lambda: self.forget(looks))
        urls = {look.url for look in looks}
        everything = [look for look in self._looks if look.url in urls]
        add("remove", self.tr("Forget every look at this a&ddress"), lambda: self.forget(everything))
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def _open_beside(self, *looks: Viewing) -> None:
        for look in looks:
            self.beside_requested.emit(look.id, look.url, look.title)

    def _open_menu(self, at: QPoint) -> None:
        menu = self.menu()
        if menu is not None:
            menu.popup(self.list.viewport().mapToGlobal(at))

    def forget(self, looks: Sequence[Viewing]) -> None:
        """Take looks off the list, and back and forward with them."""
        unwanted = frozenset(looks)
        self._kept.forget(lambda look: look in unwanted)
        self.cleared.emit()
        self.read()

    def ask_clear(self) -> None:
        """Forget everything of this archive, after asking once."""
        title, text = self.tr("Clear the history"), self.tr("Forget what was looked at in this archive?")
        detail = self.tr("The pages themselves stay. What you look at from now on is listed again.")
        if ask(self.window(), title, text, detail, (self.tr("&Forget"), self.tr("&Cancel"))):
            self._kept.clear()
            self.cleared.emit()
            self.read()

    # ---- keys and mouse -----------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Down goes from the filter into the list."""
        pressed = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key()
        if watched is self.filter and pressed in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.model.rowCount():
                self.list.setFocus(Qt.FocusReason.TabFocusReason)
                self.list.selectRow(0)
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif event.key() == Qt.Key.Key_Delete and self.list.hasFocus():
            self.forget(self.selected())
        else:
            super().keyPressEvent(event)


def _haystack(look: Viewing) -> str:
    return f"{look.title}\n{look.url}\n{formats.readable(look.url)}".casefold()
