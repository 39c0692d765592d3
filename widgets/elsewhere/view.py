"""The view of the captures that archives elsewhere have of a page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from app.errors import UserError
from app.remote import archives
from app.remote.archives import Remote
from app.remote.taking import Taken
from widgets.elsewhere import work
from widgets.elsewhere.work import Asked, Line
from widgets.kit import jobs, messages, theme
from widgets.kit.boxes import in_column, in_row, stacked, text_label
from widgets.kit.empty_state import EmptyState
from widgets.kit.parts import ClosesWithEscape, ElidedLabel, icon, push_button, tool_button, word_field
from widgets.page.versions.standing_before import StandingBefore
from widgets.session import Session
from widgets.words import formats

_LINE = Qt.ItemDataRole.UserRole
_HERE = 4


class ElsewhereView(jobs.CallsOff, ClosesWithEscape):
    """Stands where pages are shown. `show_page` takes an address; double click or Enter opens a version of here. `busy` says
    why nothing can be stored now ("": it can)."""

    capture_requested = Signal(str)
    taken = Signal()
    told = Signal(str)

    def __init__(self, session: Session, busy: Callable[[], bool], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("siteChangesPage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session, self._busy = session, busy
        self._task = None
        self._before = StandingBefore(session, self)
        self._before.ready.connect(self._note_versions)
        self.url = ""
        self.asked: Asked | None = None
        self.heading = ElidedLabel(self)
        self.heading.setProperty("role", "heading")
        self.choice = QComboBox()
        self.choice.setAccessibleName(self.tr("Archive elsewhere"))
        self.choice.setToolTip(self.tr("The archive elsewhere that is asked"))
        self.choice.setPlaceholderText(self.tr("No archive elsewhere yet"))
        self.name = word_field(self, self.tr("Name"), self.tr("What you call the archive elsewhere"))
        self.address = word_field(
            self,
            self.tr("Address, such as https://web.archive.org/web/"),
            self.tr(
                "What stands before the time in the addresses of its pages; or “wayback”. Enter adds it."
            ),
        )
        self.ask_button = push_button(
            self,
            "search",
            self.tr("&Ask"),
            self.tr("Ask the archive elsewhere for its captures of this page"),
            self.ask,
        )
        self.take_button = push_button(
            self,
            "import",
            self.tr("&Take in"),
            self.tr("Store the selected captures, or all that are not here, with their original time"),
            self.take,
        )
        self.add_button = push_button(
            self, "add", self.tr("A&dd"), self.tr("Keep this archive elsewhere by its name"), self.add
        )
        self.remove_button = tool_button(self, "close", self.tr("Forget this archive elsewhere"), self.remove)
        self.list = QTreeWidget()
        self.list.setAccessibleName(self.tr("Captures elsewhere and here"))
        self.list.setHeaderLabels(
            [self.tr("Date"), self.tr("Where"), self.tr("Status"), self.tr("Type"), self.tr("Here")]
        )
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setAllColumnsShowFocus(True)
        self.list.setFrameShape(QTreeWidget.Shape.NoFrame)
        self.list.setSelectionMode(QTreeWidget.SelectionMode.ExtendedSelection)
        self.list.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.summary = text_label("", "muted", wrap=True)
        self.state = EmptyState("link")
        self.state.offer(self.tr("Cancel"), self.tr("Stop asking"), self.cancel)
        self.below = stacked(self.state, self.list)
        self._arrange()
        self.list.itemActivated.connect(self._open)
        self.list.itemSelectionChanged.connect(self._enable)
        self.choice.currentIndexChanged.connect(lambda _: self._say_what_to_do())
        self.address.returnPressed.connect(self.add)
        self._fill("")

    def _arrange(self) -> None:
        head = in_row(
            None,
            self.heading,
            None,
            self.close_button(),
            margins=(theme.DOUBLE, theme.UNIT, theme.UNIT, theme.HALF),
            spacing=theme.UNIT,
        )
        which = in_row(
            None,
            (self.choice, 1),
            self.remove_button,
            self.ask_button,
            self.take_button,
            margins=(theme.DOUBLE, 0, theme.DOUBLE, theme.HALF),
            spacing=theme.UNIT,
        )
        new = in_row(
            None,
            (self.name, 1),
            (self.address, 3),
            self.add_button,
            margins=(theme.DOUBLE, 0, theme.DOUBLE, theme.HALF),
            spacing=theme.UNIT,
        )
        self.summary.setContentsMargins(theme.DOUBLE, 0, theme.DOUBLE, theme.HALF)
        in_column(self, head, which, new, self.summary, (self.below, 1))

    # ---- which archive ------------------------------------------------------------------------------------------

    @property
    def remote(self) -> Remote | None:
        """The archive elsewhere that is chosen."""
        found = self.choice.currentData()
        return found if isinstance(found, Remote) else None

    def _fill(self, name: str) -> None:
        self.choice.clear()
        try:
            known = archives.known()
        except UserError as error:
            known = []
            self.told.emit(messages.sentence(error))
        for one in known:
            self.choice.addItem(f"{one.name}  –  {one.address}", one)
            if one.name == name:
                self.choice.setCurrentIndex(self.choice.count() - 1)
        self._say_what_to_do()

    def add(self) -> None:
        """Keep the archive elsewhere that was typed."""
        try:
            remote = archives.checked(self.name.text().strip(), self.address.text())
            archives.add(remote)
        except UserError as error:
            self.told.emit(messages.sentence(error))
            return
        self.name.clear()
        self.address.clear()
        self._fill(remote.name)

    def remove(self) -> None:
        """Forget the archive elsewhere that is chosen."""
        if self.remote is None:
            return
        try:
            archives.remove(self.remote.name)
        except UserError as error:
            self.told.emit(messages.sentence(error))
        self._fill("")

    # ---- asking -------------------------------------------------------------------------------------------------

    def show_page(self, url: str) -> None:
        """Show a page; nothing is asked yet."""
        self.url = url
        self.heading.set_text(self.tr("Captures elsewhere: {address}").format(address=formats.readable(url)))
        self._say_what_to_do()
        (self.ask_button if self.remote is not None else self.name).setFocus()

    def _say_what_to_do(self) -> None:
        self._call_off()
        self.asked = None
        self.list.clear()
        self.summary.clear()
        if self.remote is None:
            text = self.tr("Add the Wayback Machine, a pywb, or another Tianwang Explorer above.")
            self._say(self.tr("No archive elsewhere is known yet."), text)
        else:
            self._say(
                self.tr("Nothing is asked before you say so."),
                self.tr("“Ask” lists its captures of this page."),
            )

    def _say(self, heading: str, text: str, *, running: bool = False) -> None:
        self.state.say(heading, text)
        self.state.button.setVisible(running)
        self.below.setCurrentWidget(self.state)
        self._enable()

    def _enable(self) -> None:
        idle = self._task is None
        self.ask_button.setEnabled(idle and self.remote is not None)
        self.remove_button.setEnabled(idle and self.remote is not None)
        self.take_button.setEnabled(idle and bool(self._wanted()))

    def ask(self) -> None:
        """Ask the archive elsewhere for its captures of the page."""
        remote, url, archive = self.remote, self.url, self._session.archive
        if remote is None:
            return
        self._run(
            lambda task: work.ask(archive, remote, url, task),
            self._show,
            self.tr("Asking {name}").format(name=remote.name),
        )

    def _run(
        self, act: Callable[[jobs.Handle], Any], done: Callable[[Any], None], label: str, stopped: Any = None
    ) -> None:
        self._call_off()
        self._task = jobs.run(
            self, act, done=done, failed=self._failed, stopped=stopped or (lambda _: None), label=label
        )
        self._task.progressed.connect(lambda _, text: self.state.text.setText(text))
        self._task.progressed.connect(lambda *_: self.state.text.setVisible(True))
        self._say(label, "", running=True)

    def cancel(self) -> None:
        """Stop asking, or taking in: what was stored stays."""
        self._call_off()
        self._say(self.tr("Cancelled"), "")

    def _failed(self, error: Exception) -> None:
        self._task = None
        self._say(self.tr("The archive elsewhere gave nothing."), messages.sentence(error))

    def _show(self, asked: Asked) -> None:
        self._task, self.asked = None, asked
        self.list.clear()
        for line in asked.lines:
            self.list.addTopLevelItem(self._item(line))
        there = [line for line in asked.lines if line.elsewhere is not None]
        if not there:
            self._say(self.tr("“{name}” has no capture of this page.").format(name=asked.remote.name), "")
            return
        new = len([line for line in there if line.here is None])
        self.summary.setText(
            self.tr("{there} there, {new} of them of moments that are not here").format(
                there=formats.number(len(there)), new=formats.number(new)
            )
        )
        self.below.setCurrentWidget(self.list)
        self._enable()
        self._before.want(asked.url, [line.here for line in asked.lines if line.here is not None])

    def _note_versions(self, _url: str, notes: Mapping[str, str]) -> None:
        """Say of versions of here where nearly the same text stood before."""
        for row in range(self.list.topLevelItemCount()):
            item = self.list.topLevelItem(row)
            assert item is not None
            here = item.data(0, _LINE).here
            if here is not None and here.id in notes:
                said = self._here(item.data(0, _LINE))
                item.setText(_HERE, " · ".join(filter(None, (said, notes[here.id]))))
                item.setToolTip(_HERE, notes[here.id])

    def _here(self, line: Line) -> str:
        if line.elsewhere is not None and line.here is not None:
            return self.tr("has it")
        if line.same is not None:
            return self.tr("same content as on {date}").format(date=formats.date(line.same.date))
        return ""

    def _item(self, line: Line) -> QTreeWidgetItem:
        one = line.elsewhere or line.here
        assert one is not None
        where = line.elsewhere.remote if line.elsewhere is not None else self.tr("this archive")
        status = str(one.status) if one.status else "–"
        item = QTreeWidgetItem(
            [
                formats.date(one.date),
                where,
                status,
                formats.type_label(one.type) if one.type else "–",
                self._here(line),
            ]
        )
        item.setData(0, _LINE, line)
        item.setToolTip(0, formats.date_exact(one.date))
        item.setToolTip(1, line.elsewhere.raw if line.elsewhere is not None else one.url)
        if line.elsewhere is not None:
            item.setIcon(1, icon("link"))
            for column in range(5):
                item.setForeground(column, theme.brush("muted" if line.here is not None else "accent"))
        return item

    def _wanted(self) -> list[Any]:
        """The selected captures elsewhere, or all that are not here."""
        if self.asked is None:
            return []
        chosen = [item.data(0, _LINE) for item in self.list.selectedItems()]
        lines = [line for line in chosen if line.elsewhere is not None] or list(self.asked.lines)
        return [line.elsewhere for line in lines if line.elsewhere is not None and line.here is None]

    def _open(self, item: QTreeWidgetItem) -> None:
        line = item.data(0, _LINE)
        if line.here is not None:
            self.capture_requested.emit(line.here.id)

    # ---- taking in ----------------------------------------------------------------------------------------------

    def take(self) -> None:
        """Store what is selected, or all that is not here."""
        wanted, asked, archive = self._wanted(), self.asked, self._session.archive
        if asked is None or not wanted or self._busy():
            return
        remote = asked.remote

        def stopped(report: Taken | None) -> None:
            self._session.importing = None
            if report is not None and report.stored:
                self._have(report)

        self._run(
            lambda task: work.take_in(archive, remote, wanted, task),
            self._taken,
            self.tr("Taking in from {name}").format(name=remote.name),
            stopped,
        )
        self._session.importing = self._task

    def _taken(self, report: Taken) -> None:
        self._task = self._session.importing = None
        self._have(report)
        self.ask()

    def _have(self, report: Taken) -> None:
        self._session.refresh()
        self.taken.emit()
        stored = self.tr("%Ln capture(s) taken in.", "", len(report.stored))
        self.told.emit(work.sentence_of(report, stored))
