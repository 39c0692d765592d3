"""Two versions of a page side by side: what changed is marked in both, listed, and one key away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSplitter, QVBoxLayout, QWidget

from app.archive import ArchiveReader
from app.archive.model import Capture
from app.errors import UserError
from widgets import engine_words, jobs, messages, theme
from widgets.compare.changes_panel import ChangesPanel
from widgets.compare.lines import side_by_side
from widgets.compare.outcome import Outcome, compare_captures, way_of
from widgets.compare.pane import BAR, ComparePane
from widgets.compare.ruler import Ruler
from widgets.compare.surface import Mark
from widgets.compare.sync import ScrollSync, Surface
from widgets.page.loading import Loader
from widgets.page.parts import Badge, ElidedLabel, scaled, tool_button

if TYPE_CHECKING:
    from widgets.session import Session

_ANCHORS = 400  # unchanged blocks whose places are asked for


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
        self._versions: list[Capture] = []
        self._outcome: Outcome | None = None
        self.sync = ScrollSync(self)
        self.title = ElidedLabel(self)
        self.title.setFont(scaled(self.font(), 1.2, QFont.Weight.DemiBold))
        self.similarity = Badge(self, "muted")
        self.sentence = QLabel(self)
        self.sentence.setProperty("muted", True)
        self.swap = tool_button(self, "swap", self.tr("Exchange the two sides"), self._swap)
        self.tied = tool_button(self, "link", self.tr("Scroll both sides together"))
        self.tied.setCheckable(True)
        self.tied.setChecked(True)
        self.close_button = tool_button(self, "close", self.tr("Back to the page (Esc)"), self.closed.emit)
        self.panes = (ComparePane(session, "A", self), ComparePane(session, "B", self))
        self.ruler = Ruler(self)
        self.panel = ChangesPanel(self)
        self._arrange()
        self._wire()

    def _arrange(self) -> None:
        bar = QHBoxLayout()
        bar.setContentsMargins(theme.DOUBLE, theme.HALF, theme.UNIT, theme.HALF)
        bar.setSpacing(theme.UNIT)
        bar.addWidget(self.title)
        bar.addWidget(self.similarity)
        bar.addWidget(self.sentence)
        bar.addStretch(1)
        for button in (self.swap, self.tied, self.close_button):
            bar.addWidget(button)
        sides = QWidget(self)
        inside = QHBoxLayout(sides)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        inside.addWidget(self.panes[0], 1)
        column = QVBoxLayout()
        column.setContentsMargins(0, BAR, 0, 0)
        column.addWidget(self.ruler)
        inside.addLayout(column)
        inside.addWidget(self.panes[1], 1)
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.addWidget(sides)
        splitter.addWidget(self.panel)
        splitter.setStretchFactor(0, 1)
        splitter.setStretchFactor(1, 0)
        splitter.setSizes([960, 288])
        splitter.setChildrenCollapsible(False)
        self.panel.setMinimumWidth(224)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(bar)
        layout.addWidget(splitter, 1)

    def _wire(self) -> None:
        for side, pane in enumerate(self.panes):
            pane.version_chosen.connect(lambda chosen, side=side: self._choose_version(side, chosen))
            pane.link_activated.connect(self.address_activated)
            pane.text.mark_clicked.connect(self.panel.choose)
        self.panel.change_chosen.connect(self._focus)
        for chip in self.panel.chips.values():
            chip.toggled.connect(self._paint_marks)
        self.ruler.change_clicked.connect(self.panel.choose)
        self.ruler.place_clicked.connect(self.sync.scroll_to)
        self.sync.measured.connect(self._show_places)
        self.sync.moved.connect(self._show_places)
        self.tied.toggled.connect(lambda on: setattr(self.sync, "enabled", on))
        theme.watcher().changed.connect(self._repaint)
        leave = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        leave.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        leave.activated.connect(self.closed)
        for keys, step in (("F8", 1), ("Alt+Down", 1), ("F7", -1), ("Alt+Up", -1)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(lambda step=step: self.panel.step(step))

    # -- what it shows ----------------------------------------------------------------------------------------

    @property
    def outcome(self) -> Outcome | None:
        """The comparison on screen, None while it is computed."""
        return self._outcome

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
        self._pair, self._outcome = (a, b), None
        self.title.set_text(b.title or a.title or b.url)
        for pane, one in zip(self.panes, (a, b), strict=True):
            versions = self._session.reader.versions(one.url)
            pane.set_versions(versions, one.base or one.id)
        self.similarity.show_text("", "muted")
        self.sentence.setText(self.tr("Comparing…"))
        self.panel.show_comparison(None, {}, self.tr("Comparing…"))
        self.ruler.set_changes(())
        self._show_panes(a, b)

        def work(reader: ArchiveReader, task: jobs.Handle) -> Outcome:
            return compare_captures(reader, a, b, task)

        self._loader.start(self._session.archive, work, self._show_outcome, self._failed)

    def set_zoom(self, factor: float) -> None:
        """Show both versions larger or smaller."""
        for pane in self.panes:
            pane.set_zoom(factor)

    def _show_panes(self, a: Capture, b: Capture) -> None:
        """Pages and pictures are shown at once, before the comparison is ready."""
        if way_of(a, b) in ("pages", "pictures"):
            surfaces: list[Surface] = []
            for pane, capture in zip(self.panes, (a, b), strict=True):
                known = pane.web is not None
                surface = pane.show_web(capture)
                if not known:
                    surface.mark_clicked.connect(self.panel.choose)
                surfaces.append(surface)
            self.sync.watch(*surfaces)
        else:
            for pane in self.panes:
                pane.say(self.tr("Reading the text…"))

    def _show_outcome(self, outcome: Outcome) -> None:
        self._outcome = outcome
        found = outcome.comparison
        self.panel.show_comparison(found, outcome.words, self._no_changes(outcome))
        self.ruler.set_changes(self.panel.model.rows)
        if outcome.way == "nothing":
            for pane in self.panes:
                pane.say(self.tr("There is no text to compare."), self.tr("The originals can be saved and opened."))
        elif outcome.way == "texts":
            self._show_texts(outcome)
        self._paint_marks()
        self._say(outcome)
        self.compared.emit()

    def _show_texts(self, outcome: Outcome) -> None:
        assert outcome.comparison is not None
        sides = side_by_side(outcome.comparison, self.panel.model.words)
        self.sync.watch(self.panes[0].show_text(), self.panes[1].show_text())
        folded = self.tr("⋯ {n} lines are the same")
        for pane, lines in zip(self.panes, sides, strict=True):
            pane.text.show_lines(lines, folded)

    def _say(self, outcome: Outcome) -> None:
        found = outcome.comparison
        if found is not None:
            share = int(found.similarity * 100)  # never rounded up to a 100 that is not true
            tone = "ok" if share >= 90 else "changed"
            tip = self.tr("Share of the text that both versions have in common")
            self.similarity.show_text(self.tr("{n} % the same").format(n=share), tone, tip)
        warnings = " · ".join(map(engine_words.say, found.warnings)) if found else ""
        self.sentence.setText(warnings)
        self.sentence.setToolTip(warnings)

    def _no_changes(self, outcome: Outcome) -> str:
        if outcome.identical:
            return self.tr("Both versions are the same, byte for byte.")
        if outcome.way == "pictures":
            return self.tr("Pictures are shown side by side; look at them.")
        if outcome.comparison is None:
            return self.tr("There is no text to compare.")
        return self.tr("The text is the same; only its wrapping or its markup differs.")

    def _failed(self, error: Exception) -> None:
        self.sentence.setText("")
        self.panel.show_comparison(None, {}, messages.sentence(error))
        if self.panes[0].web is None:
            for pane in self.panes:
                pane.say(self.tr("The comparison did not work."), messages.sentence(error))
        jobs.center().failed.emit(error)

    # -- marks and places -------------------------------------------------------------------------------------

    def _paint_marks(self) -> None:
        """Mark the changes of the wanted kinds in both panes, and say which blocks belong together."""
        found = self._outcome.comparison if self._outcome else None
        if found is None:
            return
        hidden = self.panel.hidden_kinds()
        shown = [(number, change) for number, change in self.panel.model.rows if change.kind not in hidden]
        self.ruler.set_changes(shown)
        same = [number for number, change in enumerate(found.changes) if change.kind == "unchanged"]
        thinned = same[:: max(1, len(same) // _ANCHORS + 1)]
        changed = [number for number, change in enumerate(found.changes) if change.kind == "changed"]
        if self._outcome is not None and self._outcome.way == "pages":
            for side, pane in enumerate(self.panes):
                assert pane.web is not None
                marks: list[Mark] = []
                for number, change in shown:
                    path, text = (change.path_b, change.text_b) if side else (change.path_a, change.text_a)
                    if path is not None:
                        marks.append((number, change.kind, path, "" if change.only_attributes else text))
                paths = [found.changes[number].path_b if side else found.changes[number].path_a for number in thinned]
                anchors = [(number, path) for number, path in zip(thinned, paths, strict=True) if path]
                pane.web.mark(marks, anchors)
        self.sync.align(sorted([*thinned, *changed]))

    def _focus(self, number: int) -> None:
        self.ruler.set_current(number)
        self.sync.reveal(number)

    def _show_places(self) -> None:
        self.ruler.set_places(self.sync.positions, self.sync.fractions)

    def _repaint(self) -> None:
        if self._outcome is not None:
            self._show_outcome(self._outcome)

    # -- choosing ---------------------------------------------------------------------------------------------

    def _choose_version(self, side: int, chosen: str) -> None:
        if self._pair is not None:
            ids = [self._pair[0].id, self._pair[1].id]
            ids[side] = chosen
            self.compare(ids[0], ids[1])

    def _swap(self) -> None:
        if self._pair is not None:
            self.compare(self._pair[1].id, self._pair[0].id)
