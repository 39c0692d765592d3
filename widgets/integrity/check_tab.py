"""Is everything in order? The state at a glance, the batches, and every problem with its place."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, QSettings, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from widgets import formats, jobs, messages, saving, theme
from widgets.empty_state import EmptyState
from widgets.figures import Figures, caption, meaning
from widgets.integrity import checking, memory, report
from widgets.integrity.batches import CHECKED, FILES, MONTH, SIZE, VERSIONS, VISITS, BatchesModel
from widgets.integrity.problem_list import ProblemList
from widgets.integrity.status_card import StatusCard
from widgets.integrity.verdict import Verdict, verdict
from widgets.session import Session
from widgets.tables import keep_width, table

_LEAST, _MOST = 96, 184  # pixels the batches have
_READ_EVERY = 200  # milliseconds between two looks at what a running check has found


class CheckTab(QWidget):
    """Checks; what else is wanted goes up as a signal."""

    capture_requested = Signal(str)
    reindex_requested = Signal()
    recover_requested = Signal(object)  # the damaged file, or None
    told = Signal(str)
    checked = Signal(object)  # the Check, when it has ended

    def __init__(self, session: Session, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._settings = session, settings
        self._batches: list = []
        self._check: checking.Check | None = None
        self._task: jobs.Task | None = None
        self._error: Exception | None = None
        self.card = StatusCard()
        self.figures = self._make_figures()
        self.batches = BatchesModel(self)
        self.batch_view = self._make_batch_view()
        self.nothing, self.problems = EmptyState("integrity"), ProblemList()
        self.problems.capture_requested.connect(self.capture_requested)
        self.problems.recover_requested.connect(lambda file: self.recover_requested.emit(session.path / file))
        self.below = QStackedWidget()
        self.below.addWidget(self.nothing)
        self.below.addWidget(self.problems)
        self._arrange()
        self._tick = QTimer(self, interval=_READ_EVERY)
        self._tick.timeout.connect(self._read)
        self.card.check_requested.connect(self.check)
        self.card.cancel_requested.connect(self.cancel)
        self.show_state()

    # ---- building -----------------------------------------------------------------------------------------------

    def _make_figures(self) -> Figures:
        figures = Figures()
        figures.add("size", self.tr("Size on disk"), self.tr("All batch files together"))
        figures.add("batches", self.tr("Batches"), self.tr("One a month"))
        for name in ("versions", "visits"):
            figures.add(name, caption(name), meaning(name))
        return figures

    def _make_batch_view(self) -> QTableView:
        view = table(self.batches, self.tr("Batches"), CHECKED)
        keep_width(view, {MONTH: 150, FILES: 64, VERSIONS: 88, VISITS: 80, SIZE: 88})
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.customContextMenuRequested.connect(self._batch_menu)
        view.setMinimumHeight(_LEAST)
        return view

    def _arrange(self) -> None:
        top = QVBoxLayout()
        top.setContentsMargins(theme.DOUBLE, theme.DOUBLE, theme.DOUBLE, theme.UNIT)
        top.setSpacing(theme.DOUBLE)
        top.addWidget(self.card)
        top.addWidget(self.figures)
        splitter = QSplitter(Qt.Orientation.Vertical, handleWidth=1, childrenCollapsible=False)
        splitter.addWidget(self.batch_view)
        splitter.addWidget(self.below)
        splitter.setStretchFactor(1, 1)
        self._splitter, self._shared = splitter, -1
        acts = QHBoxLayout()
        acts.setContentsMargins(theme.DOUBLE, theme.UNIT, theme.DOUBLE, theme.UNIT)
        acts.setSpacing(theme.UNIT)
        self.rebuild = self._button(
            "rebuild", self.tr("Rebuild &index…"), self.tr("Make the index again from the batches"),
            self.reindex_requested.emit,
        )  # fmt: skip
        self.recover = self._button(
            "recover", self.tr("&Recover a damaged file…"),
            self.tr("Read what can be read of a damaged file into a new one"), self._recover,
        )  # fmt: skip
        self.save = self._button(
            "save", self.tr("Sa&ve report…"), self.tr("Write what the check found to a file"), self.save_report
        )
        acts.addWidget(self.rebuild)
        acts.addWidget(self.recover)
        acts.addStretch(1)
        acts.addWidget(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(splitter, 1)
        column.addLayout(acts)

    def _button(self, icon: str, text: str, tip: str, act) -> QPushButton:
        button = QPushButton(theme.icon(icon), text)
        button.setToolTip(tip)
        button.setAutoDefault(False)
        button.clicked.connect(lambda: act())
        return button

    # ---- what is known ------------------------------------------------------------------------------------------

    def show_batches(self, batches: list) -> None:
        """Take the batches of the archive as they are now."""
        self._batches = batches
        self.figures.set("size", formats.size(size := sum(b.bytes for b in batches)), formats.size_exact(size))
        self.figures.set("batches", formats.number(len(batches)))
        self.figures.set("versions", formats.number(sum(batch.versions for batch in batches)))
        self.figures.set("visits", formats.number(sum(batch.visits for batch in batches)))
        self.show_state()

    def show_state(self) -> None:
        """Card, batches and what lies below them, for what is known now."""
        last = memory.load(self._settings, self._session.path)
        running = self._task is not None
        self.batches.show(self._batches, last)
        self._share_room()
        found = verdict(self._batches, last, None if self._error else self._check, running, self._error)
        self.card.say(found.kind, found.heading, found.text)
        self._show_below(found)
        empty = not self._batches
        self.card.button.setEnabled(running or not empty)
        self.recover.setEnabled(not running)
        self.rebuild.setEnabled(not running)
        self.save.setEnabled(self._check is not None and not running)

    def _share_room(self) -> None:
        """A few batches take no more room than they need; afterwards whoever moves the handle has the last word."""
        if len(self._batches) != self._shared:
            self._shared = len(self._batches)
            rows = self.batch_view.horizontalHeader().sizeHint().height() + self._shared * theme.ROW_HEIGHT
            least = min(_MOST, max(_LEAST, rows + theme.UNIT))
            self._splitter.setSizes([least, max(_LEAST, sum(self._splitter.sizes()) - least)])

    def say_failed(self, error: Exception) -> None:
        """When even the batches could not be looked at."""
        self._error = error
        self.show_state()

    def _show_below(self, found: Verdict) -> None:
        self.nothing.say(found.below, found.explanation)
        problems = bool(self._check and self._check.problems)
        self.below.setCurrentIndex(1 if problems else 0)
        if problems:
            self.problems.fill_kinds()

    # ---- checking -----------------------------------------------------------------------------------------------

    @property
    def checking(self) -> bool:
        """Whether a check is running."""
        return self._task is not None

    def check(self) -> None:
        """Begin to check everything, unless that is being done."""
        if self._task is not None or not self._batches:
            return
        self._error = None
        strict = self.card.strict.isChecked()
        self._check, self._task = checking.check(self, self._session.archive, strict, self._ended, self._failed)
        self.problems.follow(self._check.problems)
        self._tick.start()
        self.show_state()

    def cancel(self) -> None:
        """Call the check off; what it has found stays."""
        if self._task is not None:
            self._task.cancel()
            self.card.tell(self.tr("Stopping…"))

    def _read(self) -> None:
        """Show what the check has found by now."""
        check = self._check
        if check is None:
            return
        more = self.problems.take()
        if self._task is not None:
            if not self._task.cancelled:
                self.card.tell(verdict(self._batches, None, check, True, None).text)
            if check.problems:
                self.below.setCurrentIndex(1)
                self.problems.fill_kinds()
        elif not more:
            self._tick.stop()
            self.problems.fill_kinds()

    def _ended(self, check: checking.Check) -> None:
        self._task = None
        self._batches = check.batches
        if check.complete:
            memory.remember(self._settings, check.remembered())
        self.problems.take()
        self.show_state()
        self.checked.emit(check)

    def _failed(self, error: Exception) -> None:
        self._task, self._error = None, error
        self._tick.stop()
        self.show_state()
        self.told.emit(messages.sentence(error))

    # ---- other acts ---------------------------------------------------------------------------------------------

    def save_report(self) -> None:
        """Write the report of the check to a file."""
        check = self._check
        if check is not None:
            name = f"{self._session.path.stem}-{self.tr('integrity', 'part of a file name')}"
            saving.save_report(self, name, lambda: report.as_text(check), lambda: report.as_data(check), self._saved)

    def _saved(self, path: Path) -> None:
        self.told.emit(self.tr("The report was saved as {path}.").format(path=path))

    def _recover(self) -> None:
        problem = self.problems.chosen() if self.below.currentIndex() else None
        self.recover_requested.emit(self._session.path / problem.file if problem else None)

    def _batch_menu(self, at: QPoint) -> None:
        batch = self.batches.row_at(self.batch_view.indexAt(at))
        if batch is None:
            return
        folder = self._session.path / "batches" / batch.batch
        menu = self._menu()
        menu.addAction(
            theme.icon("folder"), self.tr("Open &folder"),
            lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))),
        )  # fmt: skip
        for file in sorted(folder.glob("*.tw"))[:40]:
            text = self.tr("Recover {file}…").format(file=file.name)
            menu.addAction(theme.icon("recover"), text, lambda file=file: self.recover_requested.emit(file))
        menu.popup(self.batch_view.viewport().mapToGlobal(at))

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return menu
