"""The hosts of a crawl: how each stands, when it may be asked again, and what a person wants of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QGuiApplication
from PySide6.QtWidgets import QLabel, QMenu, QVBoxLayout, QWidget

from app.archive.archive import Archive
from app.crawl.frontier import summaries
from app.crawl.frontier.summaries import HostRow
from widgets.crawl.paging import PagedModel, Source, StaysInPlace, Typed, bar, dense, search_field
from widgets.kit import theme
from widgets.kit.courtesy import first
from widgets.kit.figures import caption
from widgets.kit.parts import tool_button
from widgets.kit.tables import keep_width
from widgets.words import formats, reasons

if TYPE_CHECKING:
    from app.crawl.rules.model import HostMode, HostProgress

HOST, STATE, NEXT, DELAY, RESPONSE, QUEUED, DONE, ERRORS = range(8)
_COLORS = {
    "active": "ok",
    "waiting": "muted",
    "backing-off": "warning",
    "held": "warning",
    "skipped": "muted",
}
_DOTS = {
    "active": "●",
    "waiting": "○",
    "backing-off": "◐",
    "held": "‖",
    "skipped": "–",
    "idle": "·",
    "done": "·",
}


class HostsModel(PagedModel):
    """Rows of the database; what is known of the busiest at this moment comes from the running crawl."""

    numbers = frozenset({NEXT, DELAY, RESPONSE, QUEUED, DONE, ERRORS})

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.heads = (
            self.tr("Host"),
            self.tr("State"),
            self.tr("Next in"),
            self.tr("Delay"),
            self.tr("Response"),
            caption("waiting"),
            self.tr("Done"),
            caption("errors"),
        )
        self._live: dict[str, HostProgress] = {}

    @first
    def live(self, hosts: Sequence[HostProgress]) -> None:
        """The busiest hosts as they are now; none when the crawl does not run."""
        self._live = {host.host: host for host in hosts}
        if self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, ERRORS))

    def state_of(self, row: HostRow) -> str:
        """A word of the engine for how a host stands."""
        now = self._live.get(row.host)
        mode = now.mode if now else row.mode
        if mode != "normal":
            return mode
        if now and now.state != "idle":
            return now.state
        return "waiting" if row.queued else "done"

    def cell(self, row: HostRow, column: int, role: int) -> object:
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(row, column)
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._ink(row, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.tr("{host}: {state}").format(
                host=row.host, state=reasons.crawl_state(self.state_of(row))
            )
        return None

    def _text(self, row: HostRow, column: int) -> str:
        now = self._live.get(row.host)
        if column == HOST:
            return formats.readable(row.host)
        if column == STATE:
            state = self.state_of(row)
            return f"{_DOTS.get(state, '')} {reasons.crawl_state(state)}"
        if column == NEXT:
            waits = now is not None and now.state != "idle" and self.state_of(row) not in ("held", "skipped")
            return f"{now.next_fetch:.1f} s" if now and waits and now.next_fetch > 0.05 else "–"
        if column == DELAY:
            delay = now.delay if now else row.delay
            return f"{delay:.1f} s" if delay else "–"
        if column == RESPONSE:
            return "–" if now is None or not now.response else f"{now.response * 1000:.0f} ms"
        return formats.number({QUEUED: row.queued, DONE: row.done, ERRORS: row.errors}[column])

    def _ink(self, row: HostRow, column: int) -> QBrush | None:
        colors = theme.colors()
        if column == ERRORS and row.errors:
            return QBrush(QColor(colors.error))
        if column == STATE:
            return QBrush(QColor(getattr(colors, _COLORS.get(self.state_of(row), "muted"))))
        return QBrush(QColor(colors.muted)) if column in (NEXT, DELAY, RESPONSE) else None


class HostsTab(QWidget):
    """Search, table, and hold, skip or go on for the host that is chosen."""

    mode_wanted = Signal(str, str)  # host, mode
    queue_wanted = Signal(str)  # host

    def __init__(self, archive: Archive, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._archive, self._job_id = archive, ""
        self.model = HostsModel(self)
        self.view = dense(self.model, self.tr("Hosts of the crawl"), HOST)
        keep_width(
            self.view, {STATE: 128, NEXT: 80, DELAY: 80, RESPONSE: 96, QUEUED: 96, DONE: 96, ERRORS: 80}
        )
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._menu)
        self.view.activated.connect(lambda _: self._ask_queue())
        StaysInPlace(self.view, self.model)
        self.search = search_field(self.tr("Search hosts"))
        typed = Typed(self, self._follow)
        self.search.textChanged.connect(typed.start)
        self.hold = tool_button(
            self,
            "pause",
            self.tr("Hold this host: ask it for nothing until you go on"),
            lambda: self._ask("held"),
        )
        self.release = tool_button(
            self, "start", self.tr("Go on with this host"), lambda: self._ask("normal")
        )
        self.skip = tool_button(
            self,
            "refused",
            self.tr("Skip this host: leave out all that is queued of it"),
            lambda: self._ask("skipped"),
        )
        self.queue = tool_button(self, "filter", self.tr("Show the queue of this host"), self._ask_queue)
        self.told = QLabel()
        self.told.setProperty("muted", True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar((self.search, self.told), (self.hold, self.release, self.skip, self.queue)))
        column.addWidget(self.view, 1)
        self.view.selectionModel().selectionChanged.connect(self._enable)
        self.model.dataChanged.connect(self._enable)
        self.model.settled.connect(self._settled)
        self._enable()

    def follow(self, job_id: str) -> None:
        """Show the hosts of a job."""
        self._job_id = job_id
        self._follow()

    def refresh(self) -> None:
        """Read again what is in sight."""
        self.model.refresh()

    def _follow(self) -> None:
        archive, job, text = self._archive, self._job_id, self.search.text().strip()
        if not job:
            self.model.follow(None)
            return
        self.model.follow(
            Source(
                lambda after, limit, cancelled: summaries.host_table(
                    archive, job, text, after, limit, cancelled=cancelled
                )
            )
        )

    def chosen(self) -> HostRow | None:
        """The host that is selected."""
        rows = self.view.selectionModel().selectedRows()
        return self.model.row_at(rows[0]) if rows else None

    def _settled(self) -> None:
        found, searched = self.model.rowCount(), bool(self.search.text().strip())
        self.told.setText(self.tr("No host has this in its name") if searched and not found else "")
        self._enable()

    def _enable(self) -> None:
        row = self.chosen()
        mode = self.model.state_of(row) if row else ""
        self.hold.setEnabled(row is not None and mode not in ("held", "skipped"))
        self.skip.setEnabled(row is not None and mode != "skipped")
        self.release.setEnabled(mode in ("held", "skipped"))
        self.queue.setEnabled(row is not None)

    def _ask(self, mode: HostMode) -> None:
        row = self.chosen()
        if row:
            self.mode_wanted.emit(row.host, mode)

    def _ask_queue(self) -> None:
        row = self.chosen()
        if row:
            self.queue_wanted.emit(row.host)

    def _menu(self, at: QPoint) -> None:
        row = self.chosen()
        if row is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for button, icon, text, act in (
            (self.hold, "pause", self.tr("&Hold this host"), lambda: self._ask("held")),
            (self.release, "start", self.tr("&Go on with this host"), lambda: self._ask("normal")),
            (self.skip, "refused", self.tr("&Skip this host"), lambda: self._ask("skipped")),
            (self.queue, "filter", self.tr("Show its &queue"), self._ask_queue),
        ):
            menu.addAction(theme.icon(icon), text, act).setEnabled(button.isEnabled())
        menu.addAction(
            theme.icon("copy"), self.tr("&Copy name"), lambda: QGuiApplication.clipboard().setText(row.host)
        )
        menu.popup(self.view.viewport().mapToGlobal(at))
