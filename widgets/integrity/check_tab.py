"""The tab Integrity: state at a glance, batches, problems with their places."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QSettings, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFrame,
    QLabel,
    QMenu,
    QPushButton,
    QTableView,
    QWidget,
)

from widgets.integrity import checking
from widgets.integrity import checking as memory
from widgets.integrity import problems as report
from widgets.integrity import problems as words
from widgets.integrity.batches import CHECKED, FILES, MONTH, SIZE, VERSIONS, VISITS, BatchesModel
from widgets.integrity.problems import FILE, ID, OFFSET, SENTENCE, ProblemsModel
from widgets.integrity.verdict import Verdict, verdict
from widgets.kit import files as saving
from widgets.kit import jobs, messages, theme
from widgets.kit.boxes import in_column, in_row, restyle, split, stacked, text_button, text_label
from widgets.kit.empty_state import EmptyState
from widgets.kit.figures import Figures, caption, meaning
from widgets.kit.tables import keep_width, on_row, table
from widgets.session import Session
from widgets.words import engine as engine_words
from widgets.words import formats

# The answer first: is everything in order, since when is that known, and the button that finds out.

_ICONS = {
    "none": ("integrity", "muted"),
    "busy": ("verify", "accent"),
    "ok": ("ok", "ok"),
    "info": ("info", "accent"),
    "warning": ("warning", "warning"),
    "error": ("error", "error"),
}


class StatusCard(QFrame):
    """`say` shows a state; the button checks, or calls the check off while it runs."""

    check_requested = Signal()
    cancel_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("statusCard")
        self.kind = "none"
        self._icon = QLabel()
        self.heading = text_label("", "heading", wrap=True)
        self.text = text_label(wrap=True, selectable=True)
        self.button = text_button(act=self._clicked, look="primary")
        self.strict = QCheckBox(self.tr("&Strict: the form too"))
        self.strict.setToolTip(
            self.tr("Also report records that can be read but are not written exactly as the format asks")
        )
        in_row(
            self,
            (self._icon, 0, Qt.AlignmentFlag.AlignTop),
            (in_column(None, self.heading, self.text, spacing=theme.HALF), 1),
            in_column(None, self.button, (self.strict, 0, Qt.AlignmentFlag.AlignHCenter), spacing=theme.HALF),
            margins=(theme.DOUBLE, theme.DOUBLE, theme.DOUBLE, theme.UNIT),
            spacing=theme.DOUBLE,
        )
        self._draw()

    def say(self, kind: str, heading: str, text: str) -> None:
        """Show a state: none, busy, ok, info, warning or error."""
        self.heading.setText(heading)
        self.tell(text)
        if kind != self.kind:
            self.kind = kind
            restyle(self, kind=kind)
        self._draw()

    def tell(self, text: str) -> None:
        """Change only the sentence below."""
        self.text.setText(text)
        self.setAccessibleName(f"{self.heading.text()} {text}")

    def _clicked(self) -> None:
        (self.cancel_requested if self.kind == "busy" else self.check_requested).emit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "strict"):
            self._draw()

    def _draw(self) -> None:
        self._icon.setPixmap(theme.icon(*_ICONS[self.kind]).pixmap(32, 32))
        busy = self.kind == "busy"
        self.button.setText(self.tr("Cancel") if busy else self.tr("&Check everything"))
        tip = (
            self.tr("Stop checking")
            if busy
            else self.tr("Read every record and compare it with its check sums")
        )
        self.button.setToolTip(tip)
        self.strict.setEnabled(not busy)


# The list of problems with its filter and menu.

_LINES = 2


class ProblemList(QWidget):
    """`follow` a list that grows, `take` what is new of it."""

    capture_requested = Signal(str)
    recover_requested = Signal(str)  # the file of a problem, as the problem names it

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = ProblemsModel(self)
        self.view = table(self.model, self.tr("Problems"), SENTENCE)
        keep_width(self.view, {FILE: 152, OFFSET: 88, ID: 136})
        self.view.setWordWrap(
            True
        )  # in rows of two lines: in plain words, and exactly; the tooltip has all of it
        lines = _LINES * self.view.fontMetrics().lineSpacing() + theme.UNIT + theme.HALF
        self.view.verticalHeader().setDefaultSectionSize(lines)
        on_row(self.view, lambda problem: self.capture_requested.emit(problem.id) if problem.id else None)
        self.view.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._menu)
        self.kinds = QComboBox(sizeAdjustPolicy=QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.kinds.setAccessibleName(self.tr("Which problems to show"))
        self.kinds.setToolTip(self.tr("Which problems to show"))
        self.kinds.currentIndexChanged.connect(lambda: self.model.show_kind(self.kinds.currentData() or ""))
        heading = text_label(self.tr("Problems"), "section")
        in_column(
            self,
            in_row(
                None,
                heading,
                self.kinds,
                None,
                margins=(theme.DOUBLE, theme.UNIT, theme.DOUBLE, theme.UNIT),
                spacing=theme.DOUBLE,
            ),
            (self.view, 1),
        )

    def follow(self, problems: Sequence[Any]) -> None:
        """Show another list of problems."""
        self.model.follow(problems)
        self.fill_kinds()

    def take(self) -> bool:
        """Take in what is new; True when there is more."""
        return self.model.take()

    def chosen(self) -> Any:
        """The problem that is selected, or None."""
        return self.model.row_at(self.view.currentIndex())

    def fill_kinds(self) -> None:
        """Offer the kinds there are, the most frequent first."""
        counts, shown = self.model.kinds(), self.kinds.currentData() or ""
        self.kinds.blockSignals(True)
        self.kinds.clear()
        everything = self.tr("All kinds ({count})").format(count=formats.number(sum(counts.values())))
        self.kinds.addItem(everything, "")
        for kind, count in sorted(counts.items(), key=lambda item: -item[1]):
            self.kinds.addItem(f"{words.rule_words(kind)} ({formats.number(count)})", kind)
        self.kinds.setCurrentIndex(max(0, self.kinds.findData(shown)))
        self.kinds.blockSignals(False)

    def _menu(self, at: QPoint) -> None:
        problem = self.model.row_at(self.view.indexAt(at))
        if problem is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        show = menu.addAction(
            theme.icon("open"), self.tr("&Show the capture"), lambda: self.capture_requested.emit(problem.id)
        )
        show.setEnabled(bool(problem.id))
        menu.addAction(
            theme.icon("recover"),
            self.tr("&Recover this file…"),
            lambda: self.recover_requested.emit(problem.file),
        )
        text = f"{problem.file}, {problem.offset}: {engine_words.say(problem.sentence)}"
        menu.addAction(
            theme.icon("copy"), self.tr("&Copy"), lambda: QGuiApplication.clipboard().setText(text)
        )
        menu.popup(self.view.viewport().mapToGlobal(at))


_LEAST, _MOST = 72, 184  # pixels the batches have
_READ_EVERY = 200  # milliseconds between two looks at what a running check has found


class CheckTab(QWidget):
    """Runs checks; other wishes leave it as signals."""

    capture_requested = Signal(str)
    reindex_requested = Signal()
    recover_requested = Signal(object)  # the damaged file, or None
    told = Signal(str)
    checked = Signal(object)  # the Check, when it has ended

    def __init__(self, session: Session, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._settings = session, settings
        self._batches: list[Any] = []
        self._check: checking.Check | None = None
        self._task: jobs.Task[Any] | None = None
        self._error: Exception | None = None
        self.card = StatusCard()
        self.figures = self._make_figures()
        self.batches = BatchesModel(self)
        self.batch_view = self._make_batch_view()
        self.nothing, self.problems = EmptyState("integrity"), ProblemList()
        self.problems.capture_requested.connect(self.capture_requested)
        self.problems.recover_requested.connect(lambda file: self.recover_requested.emit(session.path / file))
        self.below = stacked(self.nothing, self.problems)
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
        top = in_column(
            None,
            self.card,
            self.figures,
            margins=(theme.DOUBLE, theme.DOUBLE, theme.DOUBLE, theme.UNIT),
            spacing=theme.DOUBLE,
        )
        splitter = split(Qt.Orientation.Vertical, self.batch_view, self.below, grows=1)
        self._splitter, self._shared = splitter, -1
        acts = in_row(None, margins=(theme.DOUBLE, theme.UNIT, theme.DOUBLE, theme.UNIT), spacing=theme.UNIT)
        self.rebuild = self._button(
            "rebuild",
            self.tr("Rebuild &index…"),
            self.tr("Make the index again from the batches"),
            self.reindex_requested.emit,
        )
        self.recover = self._button(
            "recover",
            self.tr("&Recover a damaged file…"),
            self.tr("Read what can be read of a damaged file into a new one"),
            self._recover,
        )
        self.save = self._button(
            "save",
            self.tr("Sa&ve report…"),
            self.tr("Write what the check found to a file"),
            self.save_report,
        )
        acts.addWidget(self.rebuild)
        acts.addWidget(self.recover)
        acts.addStretch(1)
        acts.addWidget(self.save)
        in_column(self, top, (splitter, 1), acts)

    def _button(self, icon: str, text: str, tip: str, act: Callable[[], object]) -> QPushButton:
        button = text_button(text, tip, lambda: act(), icon=icon)
        button.setAutoDefault(False)
        return button

    # ---- what is known ------------------------------------------------------------------------------------------

    def show_batches(self, batches: list[Any]) -> None:
        """Take the batches of the archive as they are now."""
        self._batches = batches
        self.figures.set(
            "size", formats.size(size := sum(b.bytes for b in batches)), formats.size_exact(size)
        )
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
        self._check, self._task = checking.check(
            self, self._session.archive, strict, self._ended, self._failed
        )
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

    def _ended(self, check: memory.Check) -> None:
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
            saving.save_report(
                self, name, lambda: report.as_text(check), lambda: report.as_data(check), self.told.emit
            )

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
            theme.icon("folder"),
            self.tr("Open &folder"),
            lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))),
        )
        for file in sorted(folder.glob("*.tw"))[:40]:
            text = self.tr("Recover {file}…").format(file=file.name)
            menu.addAction(theme.icon("recover"), text, lambda file=file: self.recover_requested.emit(file))
        menu.popup(self.batch_view.viewport().mapToGlobal(at))

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return menu
