"""Shows an outcome in the two panes in the way that is wanted, with marks on what is listed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.archive.model import Capture
from widgets.compare import kinds
from widgets.compare.entries import Entry, region
from widgets.compare.lines import Line
from widgets.compare.outcome import Outcome, Part, sources, text_lines, unread, way_of
from widgets.compare.pane import ComparePane
from widgets.compare.panel import ChangesPanel
from widgets.compare.pictures_taken import Pictured, PictureTaking
from widgets.compare.stage import Stage
from widgets.compare.surfaces.positions import Positions, ends
from widgets.compare.surfaces.source import MarkedSource
from widgets.compare.sync import ScrollSync
from widgets.compare.words import title_of
from widgets.kit import jobs
from widgets.web.marks import FrameMarks, Mark
from widgets.words import engine as engine_words
from widgets.words import formats

_ANCHORS = 400  # unchanged blocks whose places are asked for
_MARKED = 3000  # marks painted in a page; those after them are only in the list
_WORDS = 200_000  # characters of text that go into a page to be highlighted there
_PATIENCE = 3000  # milliseconds that a picture waits for the places of blocks
_KNOWN_BY = 2000  # characters that a block is known by

POSSIBLE = {
    "pages": ("side", "swipe", "onion", "picture", "text", "source"),
    "pictures": ("side", "swipe", "onion", "picture"),
    "texts": ("text",),
    "nothing": (),
}


class Presenter(QObject):
    """Chooses the surfaces of a mode, and makes texts and sources in a worker when they are first needed."""

    pages_shown = Signal(object, object)  # the two surfaces with the pages
    shown = Signal()  # what the mode wants is on screen
    failed = Signal(object)
    mark_clicked = Signal(int)
    pictured = Signal(list)  # the regions that differ, as entries

    def __init__(
        self, panes: tuple[ComparePane, ComparePane], stage: Stage, panel: ChangesPanel, sync: ScrollSync
    ) -> None:
        super().__init__(stage)
        self._panes, self._stage, self._panel, self._sync = panes, stage, panel, sync
        self._pair: tuple[Capture, Capture] | None = None
        self._concealed: frozenset[int] = frozenset()
        self._outcome: Outcome | None = None
        self._lines: tuple[list[Line], list[Line]] | None = None
        self._sources: dict[int, tuple[MarkedSource, MarkedSource]] = {}  # by the first block of their part
        self._part: Part | None = None  # whose source is shown
        self._task: jobs.Task[Any] | None = None
        self._loaded = ["", ""]
        self._steps: Iterator[None] = iter(())  # what is still to be done, each step in a turn of its own
        self._turn = QTimer(self, singleShot=True, interval=0)
        self._turn.timeout.connect(self._go_on)
        self._taking = PictureTaking(self)
        self._taking.done.connect(self._pictures_made)
        self._taking.failed.connect(self._pictures_failed)
        sync.measured.connect(self._take_pictures)
        self._patience = QTimer(self, singleShot=True, interval=_PATIENCE)  # with blocks that are not found
        self._patience.timeout.connect(self._try_again)
        self._asked: object | None = None  # while both pages are asked where their blocks stand
        self._places = Positions(), Positions()  # what they said
        self._pictured: Pictured | None = None
        self._regions: list[Entry] = []
        self.mode = "side"
        for pane in panes:
            pane.picture.mark_clicked.connect(self.mark_clicked)
            pane.text.mark_clicked.connect(self.mark_clicked)
            pane.source.mark_clicked.connect(self.mark_clicked)

    def begin(self, a: Capture, b: Capture, mode: str) -> str:
        """Show two versions before it is known what changed; the mode they are shown in."""
        self._pair = a, b
        self._take(None)
        self._cancel()
        self._sync.forget()
        for pane in self._panes:
            pane.source.forget()
        return self._show(mode, way_of(a, b))

    def present(self, outcome: Outcome, mode: str) -> str:
        """Show what came out; the mode it is shown in."""
        if outcome is not self._outcome:
            self._take(outcome)
        return self._show(mode, outcome.way)

    def _take(self, outcome: Outcome | None) -> None:
        """Another comparison: what was made of the one before is let go of."""
        self._outcome = outcome
        self._lines, self._part, self._sources = None, None, {}
        self._forget_pictures()

    def _show(self, mode: str, way: str) -> str:
        if mode not in POSSIBLE[way]:
            mode = (POSSIBLE[way] or ("side",))[0]
        self.mode = mode
        self._cancel()
        self._stage.set_mode(mode if mode in ("swipe", "onion") else "side")
        if way == "nothing":
            for side in range(len(self._panes)):
                self._say_unread(side)
        elif mode == "text":
            self._show_texts()
        elif mode == "source":
            self._show_sources()
        elif mode == "picture" and self._pictured is not None:
            self._show_pictures(self._pictured)
        else:
            self._in_turns(self._show_pages())
        return mode

    def _in_turns(self, steps: Iterator[None]) -> None:
        """Do the first step now and the others each in a turn of its own, instead of any that were to come."""
        self._turn.stop()
        self._steps = steps
        self._go_on()

    def _go_on(self) -> None:
        if self._panes[0].over:
            return
        for _ in self._steps:
            self._turn.start()
            return

    def _show_pages(self) -> Iterator[None]:
        assert self._pair is not None
        for side, (pane, capture) in enumerate(zip(self._panes, self._pair, strict=True)):
            if pane.web is None:
                yield  # a browser takes a moment to be made
                web = pane.make_web()
                web.mark_clicked.connect(self.mark_clicked)
                web.frame_scrolled.connect(lambda *how, side=side: self._sync.scroll_frame(side, *how))
            web = pane.make_web()
            pane.show_surface(web)
            if self._loaded[side] != capture.id:
                self._loaded[side] = capture.id
                web.replay.show_capture(capture)
        self._stage.set_mode(self._stage.mode)  # the pages may be there only now
        a, b = (pane.make_web() for pane in self._panes)
        self._sync.watch(a, b)
        self.pages_shown.emit(a, b)
        if self.mode == "picture":
            for pane, web in zip(self._panes, (a, b), strict=True):
                pane.show_surface(web, self.tr("Taking a picture of the whole page…"))
            self._patience.start()
        self.paint()  # also for a picture: blocks are measured by their marks

    def _take_pictures(self) -> None:
        """Once the pages are loaded, it is known what changed, and both said where their blocks stand."""
        a, b = (pane.web for pane in self._panes)
        wanted = self.mode == "picture" and self._pictured is None and not self._taking.at_work
        if not wanted or self._asked is not None or self._outcome is None or a is None or b is None:
            return
        if not (a.replay.ready and b.replay.ready):
            return
        asked = self._asked = object()
        places: dict[int, Positions] = {}

        def arrived(side: int, found: Positions) -> None:
            places[side] = found
            if self._asked is asked and len(places) == len(self._panes):
                self._asked = None
                known = self._outcome is None or all(each.spans for each in places.values())
                if known or not self._patience.isActive() or (self._outcome and self._outcome.way != "pages"):
                    self._places = places[0], places[1]
                    self._taking.start((a, b), ends(places[0], places[1], self._sync.aligned))

        for side, web in enumerate((a, b)):
            web.measure(partial(arrived, side))

    def _try_again(self) -> None:
        """Some blocks were not found, or a page did not answer: the picture is taken all the same."""
        self._asked = None
        self._take_pictures()

    def _pictures_made(self, pictured: Pictured) -> None:
        self._pictured = pictured
        self._regions = self._named(pictured)
        if self.mode == "picture":
            self._show_pictures(pictured)

    def _pictures_failed(self, error: Exception | None) -> None:
        for pane in self._panes:
            pane.say(self.tr("No picture of this page could be taken."))
        if error is not None:
            self.failed.emit(error)

    def _named(self, pictured: Pictured) -> list[Entry]:
        """The regions as rows of a list, called by the words of the block that they are in."""
        named: list[Entry] = []
        changes = self._outcome.changes if self._outcome is not None else []
        for number, found in enumerate(pictured.found):
            side, box = (1, found.b) if found.b else (0, found.a)
            assert box is not None
            middle = (box[1] + box[3] / 2) / pictured.ratio
            around = [
                (height, block)
                for block, (top, height) in self._places[side].spans.items()
                if top <= middle <= top + height and block < len(changes)
            ]
            change = changes[min(around)[1]] if around else None
            text = (change.text_b or change.text_a) if change is not None else ""
            title = title_of(text, "") or self.tr("Region {n}").format(n=formats.number(number + 1))
            size = self.tr("{width} × {height} pixels").format(width=box[2], height=box[3])
            named.append(region(number, found.kind, title, size))
        return named

    def _show_pictures(self, pictured: Pictured) -> None:
        boxes = [(found.a, found.b) for found in pictured.found]
        for side, pane in enumerate(self._panes):
            marked = [
                (number, found.kind, box)
                for number, found in enumerate(pictured.found)
                if (box := boxes[number][side]) is not None
            ]
            pane.picture.show_picture(pictured.images[side], marked)
            pane.show_surface(pane.picture, "" if pictured.whole else self.tr("only the beginning"))
        self._sync.watch(self._panes[0].picture, self._panes[1].picture)
        self.pictured.emit(self._regions)
        self._stage.ruler.set_changes(self._regions)
        self._sync.align(list(range(len(self._regions))))
        self.shown.emit()

    def _forget_pictures(self) -> None:
        self._taking.cancel()
        self._pictured, self._regions, self._asked = None, [], None
        for pane in self._panes:
            pane.picture.forget()

    def _show_texts(self) -> None:
        outcome = self._outcome
        found = outcome.comparison if outcome else None
        if outcome is None or found is None or self._lines is None:
            for pane in self._panes:
                pane.say(self.tr("Reading the text…"))
            if outcome is not None and found is not None:
                self._work(lambda _task: text_lines(outcome), self._texts_made)
            return
        self._sync.watch(self._panes[0].text, self._panes[1].text)
        folded = self.tr("⋯ {n} lines are the same")
        for side, (pane, lines) in enumerate(zip(self._panes, self._lines, strict=True)):
            pane.show_surface(pane.text)
            pane.text.show_lines(lines, folded)
            if unread(found, side):
                self._say_unread(side)
        self.paint()

    def _say_unread(self, side: int) -> None:
        """Why a version shows no text, where that is known."""
        found = self._outcome.comparison if self._outcome else None
        reasons = formats.sentences(engine_words.say(each) for each in unread(found, side)) if found else ""
        original = self.tr("The originals can be saved and opened.")
        if reasons:
            self._panes[side].say(
                self.tr("This version could not be read."), formats.sentences([reasons, original])
            )
        else:
            self._panes[side].say(self.tr("There is no text to compare."), original)

    def _texts_made(self, lines: tuple[list[Line], list[Line]]) -> None:
        self._lines = lines
        self._show_texts()

    @property
    def made(self) -> bool:
        """Whether what the mode shows is there; texts and sources are made when they are first wanted."""
        if self.mode == "text":
            return self._lines is not None
        return self.mode != "source" or (self._part is not None and self._part.first in self._sources)

    def turn_to(self, number: int) -> bool:
        """Show the source of the document that a change belongs to, if it is another; whether that is so."""
        part = self._outcome.part(number) if self._outcome and self.mode == "source" else None
        if part is None or part is self._part:
            return False
        self._part = part
        self._show_sources()
        return True

    def _show_sources(self) -> None:
        outcome = self._outcome
        if self._part is None and outcome is not None and outcome.parts:
            chosen = outcome.part(self._panel.current())
            self._part = chosen or next((part for part in outcome.parts if part.entries), outcome.parts[0])
        part = self._part
        made = self._sources.get(part.first) if part is not None else None
        if part is None or made is None:
            for pane in self._panes:
                pane.say(self.tr("Reading the source…"))
            if part is not None:
                self._work(lambda task: sources(part, task), lambda made: self._sources_made(part, made))
            return
        self._sync.watch(self._panes[0].source, self._panes[1].source)
        for pane, tree in zip(self._panes, (part.comparison.tree_a, part.comparison.tree_b), strict=True):
            assert tree is not None
            facts = [kinds.in_frame(part.address)] if part.address else []
            pane.show_surface(
                pane.source, " · ".join([*facts, tree.charset.upper(), formats.size(len(tree.data))])
            )
        self.paint()

    def _sources_made(self, part: Part, made: tuple[MarkedSource, MarkedSource]) -> None:
        self._sources[part.first] = made
        self._show_sources()

    def _work(self, work: Callable[[jobs.Handle], Any], done: Callable[[Any], None]) -> None:
        self._cancel()

        def failed(error: Exception) -> None:
            self._task = None
            self.failed.emit(error)

        self._task = jobs.run(self, work, done=done, failed=failed)

    def _cancel(self) -> None:
        self._turn.stop()
        self._taking.cancel()
        if self._task is not None:
            self._task.cancel()
            self._task = None

    # -- marks ------------------------------------------------------------------------------------------------

    def paint(self) -> None:
        """Mark the changes that are listed, and say which blocks belong together."""
        if self.mode == "picture" and self._pictured is not None:
            return  # its marks are its own
        if self.mode not in ("text", "source") and any(pane.web is None for pane in self._panes):
            return  # once the pages are there
        if self._outcome is not None and self._outcome.comparison is not None:
            self._in_turns(self._paint(self._outcome))

    def _paint(self, outcome: Outcome) -> Iterator[None]:
        shown = self._panel.shown() if self.mode != "source" else self._panel.model.in_source()
        listed = {entry.number for entry in shown}
        ruled = shown if self.mode == "source" else [e for e in shown if e.kind == "markup" or not e.silent]
        self._stage.ruler.set_changes(ruled)
        same = [
            block
            for part in outcome.parts
            for block in part.blocks
            if block.kind == "unchanged" or (block.kind == "markup" and block.number not in listed)
        ]
        thinned = same[:: max(1, len(same) // _ANCHORS + 1)]
        made = self._sources.get(self._part.first) if self._part is not None else None
        if self.mode == "source" and made is not None:
            hidden = frozenset(entry.number for entry in outcome.entries) - listed
            for side, (pane, marked) in enumerate(zip(self._panes, made, strict=True)):
                if side and not pane.source.shows(marked):
                    yield  # another text is put in the place of a large one
                pane.source.show_marked(marked, "html", hidden)
        elif self.mode not in ("text", "source") and outcome.way == "pages":
            page = {block.number for block in outcome.parts[0].blocks}
            for side, pane in enumerate(self._panes):
                assert pane.web is not None
                anchors = [
                    (block.number, path)
                    for block in thinned
                    if block.number in page and (path := block.paths[side])
                ]
                marks, *others = [self._marks(part, side, listed) for part in outcome.parts]
                gaps, *gapped = [
                    [gap for gap in part.gaps[side] if gap.index in listed] for part in outcome.parts
                ]
                addresses = [tuple(part.addresses[side]) for part in outcome.parts[1:]]
                frames = list(map(FrameMarks, addresses, others, gapped))
                pane.web.mark(marks, anchors, gaps, frames)
            self._concealed = frozenset()
        blocks = [block for part in outcome.parts for block in part.blocks]
        both = [block.number for block in blocks if block.kind in ("changed", "markup")]
        self._sync.align(sorted([*(block.number for block in thinned), *both]))
        self.shown.emit()

    def conceal(self, hidden: frozenset[int]) -> None:
        """What differs in these changes is displayed in neither page: the list says so, neither has an outline."""
        self._panel.set_hidden(hidden)
        if hidden != self._concealed:
            self._concealed = hidden
            for pane in self._panes:
                if pane.web is not None:
                    pane.web.conceal(hidden)

    def _marks(self, part: Part, side: int, listed: set[int]) -> list[Mark]:
        marks: list[Mark] = []
        left = _WORDS
        found = [(whole.number, block) for whole in part.entries for block in whole.each]
        for number, entry in found:
            path = entry.paths[side]
            text, words = entry.text(side), list[tuple[str, bool]]()
            layout = entry.kind == "layout" and bool(text)  # marked at its own words, not around the blocks
            whole = path is None or (path.count("/") < 3 and "#" not in path)  # the page is not outlined
            if number not in listed or not path or len(marks) >= _MARKED or (whole and not layout):
                continue
            left -= len(text) if entry.inner[side] else 0
            if (entry.inner[side] or layout) and left > 0:
                text, words = "", list(entry.side(side))
            elif (
                "#" not in path
            ):  # the beginning is enough to know a block again, but not how far a stretch goes
                text = text[:_KNOWN_BY]
            mark = Mark(number, entry.kind, path, text, words, entry.starts[side])
            if entry.kind in (
                "changed",
                "moved",
                "layout",
            ):  # what is added or removed is outlined as a whole
                mark = replace(
                    mark,
                    links=entry.links[side],
                    pictures=entry.pictures[side],
                    breaks=entry.breaks[side],
                    relinked=entry.relinked[side],
                )
            marks.append(mark)
        return marks
