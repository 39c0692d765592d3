"""Two versions of a page side by side: what changed is marked in both, listed, and one key away."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QSplitter, QWidget

from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.blocks.compare.changes import Change, Comparison, Span
from app.errors import UserError
from widgets.compare.appearance import Appearance, Appearances
from widgets.compare.changes_model import Wanted
from widgets.compare.entries import Entry
from widgets.compare.menu import command, commands
from widgets.compare.outcome import Outcome, compare_captures, ignore, set_rule, way_of
from widgets.compare.pane import ComparePane
from widgets.compare.panel import ChangesPanel, look_sentences
from widgets.compare.presenter import POSSIBLE, Presenter
from widgets.compare.report import save_report
from widgets.compare.stage import Stage
from widgets.compare.sync import ScrollSync
from widgets.compare.tools import MODES, CompareTools, Heading
from widgets.kit import jobs, messages, theme
from widgets.kit.boxes import in_column
from widgets.kit.loading import Loader
from widgets.kit.messages import Notice
from widgets.page.versions.standing_before import StandingBefore
from widgets.words import formats

if TYPE_CHECKING:
    from widgets.compare.shelf import Shelf


# Which change is meant when the pages were compared anew, in larger or smaller blocks.


def nearest(wanted: Change, changes: Sequence[Change], among: Collection[int]) -> int:
    """The number, one of `among`, of the change that shares most bytes with `wanted`, or stands nearest; -1: none does.

    Documents have no bytes to go by: there it is the block of the same path, or of the same text.
    """
    best, least = -1, (float("inf"), float("-inf"))  # less than what is nowhere
    for number in sorted(among):
        found = _distance(wanted, changes[number])
        if found < least:
            best, least = number, found
    return best


def _distance(wanted: Change, other: Change) -> tuple[float, float]:
    """Less is nearer; the place counts first, then the kind."""
    ways = [
        _apart(one, two)
        for one, two in ((wanted.span_b, other.span_b), (wanted.span_a, other.span_a))
        if one is not None and two is not None
    ]
    if ways:
        return min(ways), float(wanted.kind != other.kind)
    paths = (wanted.path_a, wanted.path_b) == (other.path_a, other.path_b)
    texts = (wanted.text_a, wanted.text_b) == (other.text_a, other.text_b)
    return (float("inf") if not (paths or texts) else 0.0), float(not (paths and texts))


def _apart(one: Span, other: Span) -> float:
    """Bytes between two stretches; of those that overlap, below zero: minus the share of both that they share."""
    shared = min(one[1], other[1]) - max(one[0], other[0])
    if shared <= 0:
        return float(-shared)
    return -shared / (max(one[1], other[1]) - min(one[0], other[0]))


# Rules of noise that a person makes while looking at a comparison, each of which can be taken back at once.


class Ignoring(QObject):
    """Adds a rule for a block, and offers to undo that."""

    changed = Signal()  # other rules hold now: compare again

    def __init__(self, session: Shelf, notice: Notice, parent: QObject) -> None:
        super().__init__(parent)
        self._path, self._notice = session.path, notice

    def start(self, comparison: Comparison, entry: Entry) -> None:
        """From now on changes of these blocks are noise."""
        jobs.run(self, lambda _task: ignore(self._path, comparison, entry), done=self._added)

    def _added(self, rule: str) -> None:
        if not rule:
            self._notice.warning(self.tr("No rule leads to this block: it is not an element of the page."))
            return
        words = self.tr("Changes of “{rule}” are noise from now on, in all pages of this archive.")
        self._tell(words.format(rule=rule), rule, on=False)

    def stop(self, rule: str) -> None:
        """Take a rule back, and offer to undo that."""
        words = self.tr("“{rule}” is no longer ignored.").format(rule=rule)
        self._set(rule, on=False, done=lambda: self._tell(words, rule, on=True))

    def _tell(self, words: str, rule: str, *, on: bool) -> None:
        """Say what holds now; *Undo* sets the rule again, or takes it back."""
        self._notice.info(words, (self.tr("Undo"), lambda: self._set(rule, on=on, done=self.changed.emit)))
        self.changed.emit()

    def _set(self, rule: str, *, on: bool, done: Callable[[], None]) -> None:
        jobs.run(self, lambda _task: set_rule(self._path, rule, on=on), done=lambda _: done())


_LEVEL = 3


class ComparePlace(NamedTuple):
    """A comparison on screen: the two versions, the way they are looked at, what is listed and chosen, how far both
    sides are scrolled."""

    older: str
    newer: str
    mode: str
    level: int
    blend: float
    displayed: bool
    listed: Wanted
    chosen: int
    scrolled: tuple[float, float]


class CompareView(QWidget):
    """The older version left, the newer right, the changes beside them."""

    closed = Signal()
    address_activated = Signal(str)
    beside_activated = Signal(str)  # an address that is to be opened in a tab of its own
    compared = Signal()

    def __init__(self, session: Shelf, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Comparison of two versions"))
        self._session = session
        self._loader = Loader(self)
        self._before = StandingBefore(session, self)
        self._pair: tuple[Capture, Capture] | None = None
        self._outcome: Outcome | None = None
        self.mode, self.level = "side", _LEVEL  # what is wanted; documents have fewer ways
        self._refocus = False
        self._displayed: tuple[str, str] | None = (
            None  # the pages as scripts made them, if these are compared
        )
        self._look: Appearance | None = None  # how the pages look, once that is known
        self._looked = False  # whether what is displayed was compared because of it
        self._in_pictures, self._chosen = False, -1  # regions of pictures are listed; what was chosen before
        self._scrolled_to: float | None = None  # once it is known where things stand
        self._place: ComparePlace | None = None  # where to return to
        self._kept: Change | None = None  # was chosen before the pages were compared anew
        self._unseen = False  # a change was chosen before it was known where it stands
        self._sought: tuple[str, bool] | None = (
            None  # path of a block, and whether it is one of the newer version
        )
        self.sync = ScrollSync(self)
        self.appearances = Appearances(self)
        self.heading = Heading(self)
        self.tools = CompareTools(self)
        self.stage = Stage(self)
        self.panes = (ComparePane(session, "A", self.stage), ComparePane(session, "B", self.stage))
        self.stage.hold(*self.panes)
        self.panel = ChangesPanel(self)
        self.notice = messages.Notice(self)
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
        in_column(self, self.heading, self.tools, (splitter, 1))

    def _wire(self) -> None:
        for side, pane in enumerate(self.panes):
            pane.version_chosen.connect(partial(self._choose_version, side))
            pane.link_activated.connect(self.address_activated)
            pane.beside_activated.connect(self.beside_activated)
        self._before.ready.connect(self._note_versions)
        self.heading.swap.clicked.connect(self._swap)
        self.heading.close_button.clicked.connect(self.closed)
        self.heading.tied.toggled.connect(lambda on: setattr(self.sync, "enabled", on))
        self.heading.report_button.clicked.connect(lambda: self.perform("report"))
        self.presenter.mark_clicked.connect(self.panel.choose)
        self.presenter.failed.connect(self._failed)
        self.presenter.shown.connect(self._find_again)
        self.presenter.pages_shown.connect(self.appearances.watch)
        self.presenter.pictured.connect(self._list_regions)
        self.appearances.found.connect(self._look_found)
        self.panel.change_chosen.connect(self._focus)
        self.panel.shown_changed.connect(self.presenter.paint)
        self.panel.ignore_requested.connect(self._ignore)
        self.panel.allow_requested.connect(self.ignoring.stop)
        self.ignoring.changed.connect(self._compare_again)
        self.stage.ruler.change_clicked.connect(self.panel.choose)
        self.stage.ruler.place_clicked.connect(self.sync.scroll_to)
        self.sync.measured.connect(self._show_places)
        self.sync.moved.connect(self._show_places)
        self.tools.mode_chosen.connect(self.set_mode)
        self.tools.level_chosen.connect(self.set_level)
        self.tools.blend_chosen.connect(self.stage.set_blend)
        self.tools.displayed_chosen.connect(self.set_displayed)
        self.tools.noise_folded.connect(self.panel.fold_noise)
        self.stage.blended.connect(self.tools.set_blend)
        theme.watcher().changed.connect(self._repaint)
        self._listen("Esc", self.closed.emit)
        for keys, step in (("F8", 1), ("Alt+Down", 1), ("F7", -1), ("Alt+Up", -1)):
            self._listen(keys, partial(self.panel.step, step))
        for each in filter(None, commands()):
            self._listen(each.keys, partial(self.perform, each.name))

    def _listen(self, keys: str, act: Callable[[], object]) -> None:
        shortcut = QShortcut(QKeySequence(keys), self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(act)

    def perform(self, name: str) -> None:
        """Do one of the commands of the menu."""
        if name in MODES:
            self.set_mode(name)
            if self.tools.blend.isVisible():  # the keys that chose it go on to move it
                self.tools.blend.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return
        {
            "noise": self.tools.noise.toggle,
            "displayed": lambda: self.set_displayed(not self.tools.displayed.isChecked()),
            "ignore": lambda: self._ignore(self.panel.current()),
            "larger": lambda: self.set_level(self.level - 1),
            "smaller": lambda: self.set_level(self.level + 1),
            "swap": self._swap,
            "tied": self.heading.tied.toggle,
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

    def place(self) -> ComparePlace | None:
        """What is on screen, for the comparison of another window."""
        if self._pair is None:
            return None
        return ComparePlace(
            self._pair[0].id,
            self._pair[1].id,
            self.mode,
            self.level,
            self.stage.blend,
            self._displayed is not None,
            replace(self.panel.model.wanted),
            self._chosen if self._in_pictures else self.panel.current(),
            (self.sync.fractions[0], self.sync.fractions[1]),
        )

    def return_to(self, place: ComparePlace) -> None:
        """Be about to show what another comparison showed, before it is made."""
        self._place = place
        self.mode, self.level = place.mode, place.level
        self.stage.set_blend(place.blend)
        self.panel.want(place.listed)
        self.tools.noise.setChecked(place.listed.fold_noise)

    def _return(self, outcome: Outcome) -> None:
        """The comparison is there: what was chosen is chosen again."""
        place = self._place
        if place is None or self.compared_ids != (place.older, place.newer):
            self._place = None
        elif outcome.displayed == place.displayed:
            self._place = None
            self.panel.want(place.listed)
            if place.chosen >= 0:
                self.panel.choose(place.chosen)
            elif any(place.scrolled):
                self._scrolled_to = place.scrolled[0]

    @property
    def newer(self) -> Capture | None:
        """The newer of the versions on screen."""
        return self._pair[1] if self._pair is not None else None

    def seek(self, block: str, *, newer: bool) -> None:
        """Choose the change of a block, by its path in one of the versions, once they are compared."""
        self._sought = block, newer
        if self._outcome is not None:
            self._choose_sought(self._outcome)

    def _choose_sought(self, outcome: Outcome) -> None:
        sought, self._sought = self._sought, None
        if sought is None or outcome.comparison is None:
            return
        for entry in outcome.entries:
            for part in entry.each:
                change = outcome.changes[part.number]
                if (change.path_b if sought[1] else change.path_a) == sought[0]:
                    self.panel.choose(part.number)
                    self._unseen = True
                    return

    def compare_again(self) -> None:
        """Compare once more what is on screen: its pages are read in another way now."""
        if self._pair is not None:
            pair, self._pair = self._pair, None
            self.compare(*(one.id for one in pair))

    def compare(self, id_a: str, id_b: str) -> None:
        """Show and compare two versions of one address (or of two)."""
        try:
            a, b = self._session.reader.capture(id_a), self._session.reader.capture(id_b)
        except UserError as error:
            jobs.center().failed.emit(error)
            return
        if self._pair != (a, b):
            self._outcome = self._kept = self._displayed = self._look = self._scrolled_to = None
            self._looked = self._unseen = False
            self.appearances.stop()
        self._pair = (a, b)
        names = [one.title or formats.readable(one.url) for one in (a, b)]
        same = b.title or a.title or names[1]
        self.heading.set_title(same if a.url == b.url else " ↔ ".join(formats.shorten(n, 48) for n in names))
        offered = {one.url: self._session.reader.versions(one.url, visits=True) for one in (a, b)}
        for pane, one in zip(self.panes, (a, b), strict=True):
            pane.set_versions(offered[one.url], one)
        self._before.want(a.url, [version for versions in offered.values() for version in versions])
        shown = self.presenter.begin(a, b, self.mode)
        self._start(shown)

    def _note_versions(self, _url: str, notes: Mapping[str, str]) -> None:
        """Where nearly the same text stood before, among the versions to choose from."""
        for pane in self.panes:
            pane.note_versions(notes)

    def _start(self, shown: str) -> None:
        """Compare the pair in a worker, while the mode `shown` is on screen."""
        assert self._pair is not None
        a, b = self._pair
        self._keep_choice()
        level, displayed, self._outcome = self.level, self._displayed, None
        self.tools.displayed.setChecked(displayed is not None)
        self.panel.finding.tell("")
        self.heading.say(self.tr("Comparing…"))
        self.panel.show_changes([], self.tr("Comparing…"))
        self.stage.ruler.set_changes(())
        self.stage.ruler.set_current(-1)
        self.sync.let_go()
        self.tools.set_modes(POSSIBLE[way_of(a, b)], shown)

        def work(reader: ArchiveReader, task: jobs.Handle) -> Outcome:
            return compare_captures(reader, a, b, level, task, displayed)

        self._loader.start(
            self._session.archive,
            work,
            self._show_outcome,
            self._failed,
            self.tr("Comparing two versions"),
            self._stopped,
        )

    def _stopped(self) -> None:
        """Somebody cancelled the comparison in the job bar."""
        self.heading.say(self.tr("Cancelled"))
        self.panel.show_changes(
            [], self.tr("The comparison was cancelled. Choose a version or a size of blocks.")
        )

    def _keep_choice(self) -> None:
        """Remember which change is chosen, for it may have another number when the pages are compared anew."""
        number = self._chosen if self._in_pictures else self.panel.current()
        self._in_pictures = False
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
                self._list_changes(self._outcome, mode)
                self.presenter.present(self._outcome, mode)
            self.tools.set_modes(possible, mode if self._outcome else self.presenter.mode)

    def _list_changes(self, outcome: Outcome, mode: str) -> None:
        """Have the changes in the list again after the regions of pictures, with what was chosen then."""
        if self._in_pictures and mode != "picture":
            self._in_pictures = False
            self.panel.show_changes(outcome.entries, self._no_changes(outcome))
            self.panel.choose(self._chosen)

    def _list_regions(self, found: list[Entry]) -> None:
        if not self._in_pictures:
            self._in_pictures, self._chosen = True, self.panel.current()
        self.stage.ruler.set_current(-1)
        self.panel.show_changes(found, self.tr("Both pages look the same."))

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
        self._outcome, self._in_pictures = outcome, False
        self.panel.show_changes(outcome.entries, self._no_changes(outcome))
        shown = self.presenter.present(outcome, self.mode)
        self.tools.set_modes(POSSIBLE[outcome.way], shown)
        self.tools.set_level(outcome.level, outcome.leaves)
        self.tools.set_noise(sum(entry.noise is not None for entry in outcome.entries))
        self.heading.show_outcome(outcome)
        if self._kept is not None and outcome.comparison is not None:
            listed = {part.number for entry in self.panel.shown() for part in entry.each}
            self.panel.choose(nearest(self._kept, outcome.changes, listed))
        self._choose_sought(outcome)
        self._return(outcome)
        self._tell_look()
        self.compared.emit()

    # -- how the pages look -----------------------------------------------------------------------------------

    def set_displayed(self, on: bool) -> None:
        """Compare what the pages display, as their scripts made it, or what was received."""
        self.tools.displayed.setChecked(self._displayed is not None)  # until the pages have answered
        if not on:
            self._displayed = None
            self._compare_again()
            return
        pair, answers = self._pair, dict[int, str | None]()

        def arrived(side: int, html: str | None) -> None:
            answers[side] = html
            if len(answers) < len(self.panes) or pair != self._pair:
                return
            a, b = answers[0], answers[1]
            if a is None or b is None:
                self.notice.warning(
                    self.tr("What these pages display could not be read: they are too large.")
                )
                return
            self._displayed = a, b
            self._compare_again()

        for side, pane in enumerate(self.panes):
            if pane.web is None:
                self.notice.info(self.tr("The pages are not loaded yet. Look at them side by side first."))
                return
            pane.web.replay.ask("html", then=partial(arrived, side))

    def _look_found(self, look: Appearance) -> None:
        self._look = look
        if self._place is not None and self._place.displayed:
            self._looked = True
            self.set_displayed(True)
            return
        self._tell_look()

    def _tell_look(self) -> None:
        """Say what differs although the code does not tell it, and compare what is displayed where words do."""
        outcome, look = self._outcome, self._look
        if outcome is None or look is None or outcome.way != "pages":
            return
        quiet = outcome.displayed or not outcome.says_something
        if not (look.differs if quiet else look.restyled):
            return
        if quiet and look.text and not outcome.displayed and not self._looked:
            self._looked = True  # once: whoever goes back to the code stays there
            self.set_displayed(True)
            return
        if outcome.displayed and look.text and outcome.entries and not outcome.says_something:
            said = self.tr("What the pages display differs only in what always changes.")
            self.panel.finding.tell(said, self._next_steps(look, displayed=True))
            return
        identical = self._pair is not None and self._pair[0].digest == self._pair[1].digest
        sentence = look_sentences(look, identical=identical, quiet=quiet)
        self.panel.finding.tell(sentence, self._next_steps(look, displayed=outcome.displayed))
        if quiet and not outcome.says_something:
            self.heading.show_look()
            if not self._in_pictures:
                self.panel.set_says(self.tr("The words are the same; how they look differs."))

    def _next_steps(self, look: Appearance, *, displayed: bool) -> list[tuple[str, str, Callable[[], None]]]:
        code = self.tr("Compare the code"), self.tr("What was received"), lambda: self.set_displayed(False)
        shown = (
            self.tr("Compare what is displayed"),
            self.tr("As scripts made it"),
            lambda: self.set_displayed(True),
        )
        if look.text and (displayed or self._looked):
            return [code if displayed else shown]
        ways = (command("picture"), command("onion"))
        return [(way.label, way.tip, partial(self.set_mode, way.name)) for way in ways]

    def _no_changes(self, outcome: Outcome) -> str:
        if outcome.displayed:
            return self.tr("Both pages display the same words.")
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
        self.stage.ruler.set_current(number)
        if self.presenter.turn_to(number) or not self.presenter.made:
            self._refocus = True  # once the text, or the source of the frame, is there
        else:
            self.sync.reveal(number)

    def _find_again(self) -> None:
        """What was chosen is shown in the other mode, too."""
        if self._refocus:
            self._refocus = False
            if self.panel.current() >= 0:
                self._focus(self.panel.current())

    def _show_places(self) -> None:
        if self._scrolled_to is not None and all(positions.height > 1 for positions in self.sync.positions):
            fraction, self._scrolled_to = self._scrolled_to, None
            self.sync.scroll_to(0, fraction)
        chosen = self.panel.current()
        if self._unseen and any(chosen in positions.spans for positions in self.sync.positions):
            self._unseen = False
            self._focus(chosen)
        self.stage.ruler.set_places(self.sync.positions, self.sync.fractions)
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
        if self._in_pictures:
            return
        entry, part = self.panel.model.numbered(number), self._outcome.part(number) if self._outcome else None
        if part is not None and entry is not None:
            self.ignoring.start(part.comparison, entry)

    def _save_report(self) -> None:
        if self._outcome is not None and self._outcome.comparison is not None and self._pair is not None:
            save_report(self, self._pair, self._outcome, self.notice)
