"""Two versions of a page side by side: what changed is marked in both, listed, and one key away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from app.archive import ArchiveReader
from app.archive.model import Capture
from app.blocks.changes import Change
from app.errors import UserError
from widgets import formats, jobs, messages, theme
from widgets.compare.changes_panel import ChangesPanel
from widgets.compare.heading import Heading
from widgets.compare.ignoring import Ignoring
from widgets.compare.nearest import nearest
from widgets.compare.outcome import Outcome, compare_captures, way_of
from widgets.compare.pane import ComparePane
from widgets.compare.presenter import POSSIBLE, Presenter
from widgets.compare.saving import save_report
from widgets.compare.stage import Stage
from widgets.compare.sync import ScrollSync
from widgets.compare.tools import MODES, CompareTools
from widgets.compare_menu import COMMANDS
from widgets.page.loading import Loader

if TYPE_CHECKING:
    from widgets.session import Session

_LEVEL = 3


class CompareView(QWidget):
    """The older version left, the newer right, the changes beside them."""

    closed = Signal()
    address_activated = Signal(str)
    compared = Signal()

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Comparison of two versions"))
        self._session = session
        self._loader = Loader(self)
        self._pair: tuple[Capture, Capture] | None = None
        self._outcome: Outcome | None = None
        self.mode, self.level = "side", _LEVEL  # what is wanted; documents have fewer ways
        self._refocus = False
        self._kept: Change | None = None  # was chosen before the pages were compared anew
        self.sync = ScrollSync(self)
        self.heading = Heading(self)
        self.swap, self.tied, self.close_button = self.heading.swap, self.heading.tied, self.heading.close_button
        self.tools = CompareTools(self)
        self.stage = Stage(self)
        self.ruler = self.stage.ruler
        self.panes = (ComparePane(session, "A", self.stage), ComparePane(session, "B", self.stage))
        self.stage.hold(*self.panes)
        self.panel = ChangesPanel(self)
        self.notice = messages.MessageBar(self.panel)  # not over the pages: what lies there ends the onion skin
        self.presenter = Presenter(self.panes, self.stage, self.panel, self.sync)
        self.ignoring = Ignoring(session, self.notice, self)
        self._arrange()
        self._wire()

    def _arrange(self) -> None:
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.addWidget(self.stage)
        splitter.addWidget(self.panel)
        splitter.setStretchFactor(0, 1)
        splitter.setStretchFactor(1, 0)
        splitter.setSizes([960, 300])
        splitter.setChildrenCollapsible(False)
        self.panel.setMinimumWidth(232)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for widget in (self.heading, self.tools):
            layout.addWidget(widget)
        layout.addWidget(splitter, 1)

    def _wire(self) -> None:
        for side, pane in enumerate(self.panes):
            pane.version_chosen.connect(lambda chosen, side=side: self._choose_version(side, chosen))
            pane.link_activated.connect(self.address_activated)
        self.swap.clicked.connect(self._swap)
        self.close_button.clicked.connect(self.closed)
        self.tied.toggled.connect(lambda on: setattr(self.sync, "enabled", on))
        self.heading.report_button.clicked.connect(lambda: self.perform("report"))
        self.presenter.mark_clicked.connect(self.panel.choose)
        self.presenter.failed.connect(self._failed)
        self.presenter.shown.connect(self._find_again)
        self.panel.change_chosen.connect(self._focus)
        self.panel.shown_changed.connect(self.presenter.paint)
        self.panel.ignore_requested.connect(self._ignore)
        self.panel.allow_requested.connect(self.ignoring.stop)
        self.ignoring.changed.connect(self._compare_again)
        self.ruler.change_clicked.connect(self.panel.choose)
        self.ruler.place_clicked.connect(self.sync.scroll_to)
        self.sync.measured.connect(self._show_places)
        self.sync.moved.connect(self._show_places)
        self.tools.mode_chosen.connect(self.set_mode)
        self.tools.level_chosen.connect(self.set_level)
        self.tools.blend_chosen.connect(self.stage.set_blend)
        self.tools.noise_folded.connect(self.panel.fold_noise)
        self.stage.blended.connect(self.tools.set_blend)
        theme.watcher().changed.connect(self._repaint)
        self._listen("Esc", self.closed.emit)
        for keys, step in (("F8", 1), ("Alt+Down", 1), ("F7", -1), ("Alt+Up", -1)):
            self._listen(keys, lambda step=step: self.panel.step(step))
        for command in filter(None, COMMANDS):
            self._listen(command.keys, lambda name=command.name: self.perform(name))

    def _listen(self, keys: str, act) -> None:
        shortcut = QShortcut(QKeySequence(keys), self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(act)

    def perform(self, name: str) -> None:
        """Do one of COMMANDS."""
        if name in MODES:
            self.set_mode(name)
            return
        {
            "noise": self.tools.noise.toggle,
            "ignore": lambda: self._ignore(self.panel.current()),
            "larger": lambda: self.set_level(self.level - 1),
            "smaller": lambda: self.set_level(self.level + 1),
            "swap": self._swap,
            "tied": self.tied.toggle,
            "filter": self.panel.field.setFocus,
            "legend": self.tools.show_legend,
            "report": self._save_report,
        }[name]()

    # -- what it shows ----------------------------------------------------------------------------------------

    @property
    def outcome(self) -> Outcome | None:
        """The comparison on screen, None while it is computed."""
        return self._outcome

    @property
    def compared_ids(self) -> tuple[str, str] | None:
        """The ids of the two versions, None before any."""
        return (self._pair[0].id, self._pair[1].id) if self._pair else None

    def show(self, id_a: str = "", id_b: str = "") -> None:
        """Compare two versions by their ids; without ids this is the ordinary QWidget.show."""
        super().show()
        if id_a and id_b:
            self.compare(id_a, id_b)

    def compare(self, id_a: str, id_b: str) -> None:
        """Show and compare two versions of one address (or of two)."""
        try:
            a, b = self._session.reader.capture(id_a), self._session.reader.capture(id_b)
        except UserError as error:
            jobs.center().failed.emit(error)
            return
        if self._pair != (a, b):
            self._outcome = self._kept = None
        self._pair = (a, b)
        self.notice.hide()
        self.heading.set_title(b.title or a.title or formats.readable(b.url))
        for pane, one in zip(self.panes, (a, b), strict=True):
            pane.set_versions(self._session.reader.versions(one.url, visits=True), one)
        shown = self.presenter.begin(a, b, self.mode)
        self._start(shown)

    def _start(self, shown: str) -> None:
        """Compare the pair in a worker, while the mode `shown` is on screen."""
        assert self._pair is not None
        a, b = self._pair
        self._keep_choice()
        level, self._outcome = self.level, None
        self.heading.say(self.tr("Comparing…"))
        self.panel.show_changes([], self.tr("Comparing…"))
        self.ruler.set_changes(())
        self.ruler.set_current(-1)
        self.sync.let_go()
        self.tools.set_modes(POSSIBLE[way_of(a, b)], shown)

        def work(reader: ArchiveReader, task: jobs.Handle) -> Outcome:
            return compare_captures(reader, a, b, level, task)

        self._loader.start(
            self._session.archive, work, self._show_outcome, self._failed, self.tr("Comparing two versions"),
            self._stopped,
        )  # fmt: skip

    def _stopped(self) -> None:
        """Somebody cancelled the comparison in the job bar."""
        self.heading.say(self.tr("Cancelled"))
        self.panel.show_changes([], self.tr("The comparison was cancelled. Choose a version or a size of blocks."))

    def _keep_choice(self) -> None:
        """Remember which change is chosen, for it may have another number when the pages are compared anew."""
        number = self.panel.current()
        if self._outcome is not None and self._outcome.comparison is not None:
            self._kept = self._outcome.changes[number] if number >= 0 else None

    def _compare_again(self) -> None:
        if self._pair is not None:
            self._start(self.presenter.mode)

    def set_mode(self, mode: str) -> None:
        """Look at the versions in another way, if what is compared has it."""
        possible = POSSIBLE[self._outcome.way] if self._outcome else self.tools.possible
        if mode in possible:
            self.mode = mode
            if self._outcome is not None:
                self._refocus = True
                self.presenter.present(self._outcome, mode)
            self.tools.set_modes(possible, mode if self._outcome else self.presenter.mode)

    def set_level(self, level: int) -> None:
        """Compare in larger (down to 1) or smaller blocks (up to 5)."""
        level = min(5, max(1, level))
        if level != self.level and self._pair is not None:
            self.level = level
            self._start(self.presenter.mode)
        self.tools.set_level(level, self._outcome.leaves if self._outcome else 0)

    def set_zoom(self, factor: float) -> None:
        """Show both versions larger or smaller."""
        for pane in self.panes:
            pane.set_zoom(factor)

    def _show_outcome(self, outcome: Outcome) -> None:
        self._outcome = outcome
        self.panel.show_changes(outcome.entries, self._no_changes(outcome))
        shown = self.presenter.present(outcome, self.mode)
        self.tools.set_modes(POSSIBLE[outcome.way], shown)
        self.tools.set_level(outcome.level, outcome.leaves)
        self.tools.set_noise(sum(entry.noise is not None for entry in outcome.entries))
        self.heading.show_outcome(outcome)
        if self._kept is not None and outcome.comparison is not None:
            listed = {part.number for entry in self.panel.shown() for part in entry.each}
            self.panel.choose(nearest(self._kept, outcome.changes, listed))
        self.compared.emit()

    def _no_changes(self, outcome: Outcome) -> str:
        if outcome.identical and outcome.frames:
            return self.tr("Both versions are the same, byte for byte, and so is what their frames show.")
        if outcome.identical:
            return self.tr("Both versions are the same, byte for byte.")
        if outcome.way == "pictures":
            return self.tr("Pictures are shown side by side; look at them.")
        if outcome.comparison is None or outcome.way == "nothing":
            return self.tr("The two versions differ, but there is no text to compare.")
        if outcome.way == "pages":
            return self.tr("The text is the same; only its wrapping or its markup differs.")
        return self.tr("The text is the same; the files differ in something else.")

    def _failed(self, error: Exception) -> None:
        self.heading.say("")
        self.panel.show_changes([], messages.sentence(error))
        left = tuple(mode for mode in self.tools.possible if mode not in ("text", "source"))
        self.tools.set_modes(left, self.presenter.mode)
        if self.presenter.mode in ("text", "source"):
            for pane in self.panes:
                pane.say(self.tr("The comparison did not work."), messages.sentence(error))
        jobs.center().failed.emit(error)

    def _focus(self, number: int) -> None:
        self.ruler.set_current(number)
        if self.presenter.turn_to(number):
            self._refocus = True  # once the source of the frame is there
        else:
            self.sync.reveal(number)

    def _find_again(self) -> None:
        """What was chosen is shown in the other mode, too."""
        if self._refocus:
            self._refocus = False
            if self.panel.current() >= 0:
                self._focus(self.panel.current())

    def _show_places(self) -> None:
        self.ruler.set_places(self.sync.positions, self.sync.fractions)
        hidden, current = self.sync.hidden(), self.panel.current()
        self.presenter.conceal(hidden)
        self.panel.tell_absent("" if self.sync.shows(current) else "hidden" if current in hidden else "lost")

    def _repaint(self) -> None:
        if self._outcome is not None:
            self.presenter.present(self._outcome, self.presenter.mode)

    # -- choosing ---------------------------------------------------------------------------------------------

    def _choose_version(self, side: int, chosen: str) -> None:
        if self._pair is not None:
            ids = [self._pair[0].id, self._pair[1].id]
            ids[side] = chosen
            self.compare(ids[0], ids[1])

    def _swap(self) -> None:
        if self._pair is not None:
            self.compare(self._pair[1].id, self._pair[0].id)

    def _ignore(self, number: int) -> None:
        entry, part = self.panel.model.numbered(number), self._outcome.part(number) if self._outcome else None
        if part is not None and entry is not None:
            self.ignoring.start(part.comparison, entry)

    def _save_report(self) -> None:
        if self._outcome is not None and self._outcome.comparison is not None and self._pair is not None:
            save_report(self, self._pair, self._outcome)
