"""The hosts of a crawl: state, delay, figures, and the commands hold, skip and go on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QBrush, QGuiApplication
from PySide6.QtWidgets import QFrame, QMenu, QWidget

from app.archive.archive import Archive
from app.crawl.frontier import summaries
from app.crawl.frontier.summaries import HostRow
from widgets.crawl.paging import PagedModel, Source, StaysInPlace, Typed, bar, dense, search_field
from widgets.kit import theme
from widgets.kit.boxes import in_column, text_label
from widgets.kit.courtesy import first
from widgets.kit.figures import Figures, caption, meaning
from widgets.kit.parts import tool_button
from widgets.kit.tables import Role, keep_width
from widgets.words import formats, reasons

if TYPE_CHECKING:
    from app.crawl.rules.model import HostMode, HostProgress

_FEW = 3  # hosts that leave room for a card with what is known of one
_ANY_HEIGHT = (1 << 24) - 1  # QWIDGETSIZE_MAX
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
        """Take the busiest hosts as they are now; an empty list when the crawl does not run."""
        self._live = {host.host: host for host in hosts}
        if self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, ERRORS))

    def state_of(self, row: HostRow) -> str:
        """The state of a host, as a code of the engine."""
        now = self._live.get(row.host)
        mode = now.mode if now else row.mode
        if mode != "normal":
            return mode
        if now and now.state != "idle":
            return now.state
        return "waiting" if row.queued else "done"

    def cell(self, row: HostRow, column: int, role: int) -> object:
        if role == Role.DisplayRole:
            return self._text(row, column)
        if role == Role.ForegroundRole:
            return self._ink(row, column)
        if role == Role.ToolTipRole:
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
        if column == ERRORS and row.errors:
            return theme.brush("error")
        if column == STATE:
            return theme.brush(_COLORS.get(self.state_of(row), "muted"))
        return theme.brush("muted") if column in (NEXT, DELAY, RESPONSE) else None


class HostCard(QFrame):
    """What is known of one host, in words: it has the room that a list of few hosts leaves."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading = text_label("", "heading", selectable=True)
        self.text = text_label(wrap=True)
        self.alone = text_label("", "muted", wrap=True)
        self.figures = Figures()
        self.figures.add("done", self.tr("Done"), self.tr("Addresses that were dealt with"))
        for name in ("waiting", "errors"):
            self.figures.add(name, caption(name), meaning(name))
        self.figures.add("delay", self.tr("Delay"), self.tr("Between two requests"))
        self.figures.add("response", self.tr("Response"), self.tr("How long it takes to answer, lately"))
        in_column(
            self,
            self.heading,
            self.text,
            theme.UNIT,
            self.figures,
            theme.UNIT,
            self.alone,
            None,
            margins=(theme.TRIPLE, theme.DOUBLE, theme.TRIPLE, theme.DOUBLE),
            spacing=theme.HALF,
        )
        self.hide()

    def show_host(self, model: HostsModel, row: HostRow, *, alone: bool) -> None:
        """Show a host of the list; `alone`: it is the only one of the crawl."""
        self.heading.setText(formats.readable(row.host))
        state = model.state_of(row)
        self.text.setText(self._sentences().get(state, reasons.crawl_state(state)))
        for name, column in (
            ("done", DONE),
            ("waiting", QUEUED),
            ("errors", ERRORS),
            ("delay", DELAY),
            ("response", RESPONSE),
        ):
            self.figures.set(name, str(model.cell(row, column, Role.DisplayRole)))
        self.alone.setText(
            self.tr(
                "This is the only host of the crawl. Others come in when the crawl may leave it: “Change settings”, "
                "“What to capture”, or links out of the scope."
            )
            if alone
            else ""
        )

    def _sentences(self) -> dict[str, str]:
        return {
            "active": self.tr("It is being asked for addresses now."),
            "waiting": self.tr("It waits for its turn: servers are asked no faster than their delay."),
            "backing-off": self.tr(
                "It answered with errors or not at all, so it is left in peace for a while."
            ),
            "held": self.tr("It is held: nothing is asked of it until you go on."),
            "skipped": self.tr("It is skipped: what was queued of it is left out."),
            "idle": self.tr("Nothing of it is waiting at the moment."),
            "done": self.tr("Everything found of it has been dealt with."),
        }


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
        self.told = text_label("", "muted")
        self.card = HostCard()
        in_column(
            self,
            bar((self.search, self.told), (self.hold, self.release, self.skip, self.queue)),
            (self.view, 1),
            (self.card, 1),
        )
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
        few = 0 < found <= _FEW
        rows = self.view.horizontalHeader().height() + (found + 1) * theme.ROW_HEIGHT
        self.view.setMaximumHeight(rows if few else _ANY_HEIGHT)
        self.card.setVisible(few)
        self._enable()

    def _enable(self) -> None:
        row = self.chosen()
        mode = self.model.state_of(row) if row else ""
        self.hold.setEnabled(row is not None and mode not in ("held", "skipped"))
        self.skip.setEnabled(row is not None and mode != "skipped")
        self.release.setEnabled(mode in ("held", "skipped"))
        self.queue.setEnabled(row is not None)
        told = row or self.model.row_at(self.model.index(0, HOST))
        if told is not None and not self.card.isHidden():
            alone = self.model.rowCount() == 1 and not self.search.text().strip()
            self.card.show_host(self.model, told, alone=alone)

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
