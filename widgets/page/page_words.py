"""Words in a page as it looked, frames included: its own script reads and paints, the folding is that of the search."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QObject, Qt

from app.words.finding import MOST, Findable
from widgets.kit import jobs
from widgets.kit.courtesy import FIRST

if TYPE_CHECKING:
    from widgets.web.view import ReplayView

Place = tuple[int, ...]  # of a frame: which one of the page, which one of that, and so on; () for the page
Told = Callable[[int, int], None]
"""Gets how many hits there are, and the number of the one to begin with."""


class FrameText(NamedTuple):
    """What the script of a frame has read."""

    place: Place
    text: str
    frames: Sequence[Sequence[int]]  # number of a frame inside, and where in the text it stands


class PageWords(QObject):
    """Looks in a ReplayView."""

    def __init__(self, view: ReplayView) -> None:
        super().__init__(view)
        self._view = view
        self._asked = 0  # which look this is: answers to those before do not count
        self._task: jobs.Task[Any] | None = None
        self._known: dict[tuple[Place, bool], Findable] = {}
        self._order: list[tuple[Place, int]] = []  # the hits: the frame of each, and its number there

    def look(self, words: str, exact: bool, told: Told, loose: bool = False) -> None:
        """Find the words and mark them, if need be (`loose`) each of them; an answer that comes after another look began
        is dropped."""
        self._asked += 1
        asked = self._asked
        if self._task is not None:
            self._task.cancel()
        if not words:
            self.forget()
            told(0, 0)
            return

        def framed(texts: list[Any]) -> None:
            if asked == self._asked:
                self._find([_read(text) for text in texts if text], words, exact, told, loose)

        def read(text: Any) -> None:
            if asked == self._asked:
                self._view.frames.ask("readText", then=lambda others: framed([text, *others]))

        self._view.ask("readText", then=read)

    def show(self, number: int) -> None:
        """Mark one of the hits as the one that is looked at, and bring it into sight."""
        place, at = self._order[number]
        asked = self._asked

        def shown(answers: list[Any]) -> None:
            found = next((answer for answer in answers if answer), None)
            if found is not None and found["frame"] and asked == self._asked:
                *outer, frame = found["frame"]
                inside = outer, frame, found["y"]
                self._view.ask("showInFrame", *inside)
                self._view.frames.ask("showInFrame", *inside, then=shown)

        self._view.ask("showFound", list(place), at)
        self._view.frames.ask("showFound", list(place), at, then=shown)

    def forget(self) -> None:
        """Take the marks away."""
        self._asked += 1
        self._order = []
        self._paint([], None)

    def selected(self) -> str:
        """The words that are selected in the page."""
        page = self._view.page
        return page.selectedText() if page is not None else ""

    def take_keyboard(self) -> None:
        self._view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _find(self, texts: list[FrameText], words: str, exact: bool, told: Told, loose: bool) -> None:
        known, asked = self._known, self._asked

        def find(task: jobs.Handle) -> tuple[dict[tuple[Place, bool], Findable], dict[Place, Any], int]:
            def check() -> None:
                task.check()
                FIRST.give_way()

            made, hits = {}, {}
            for place, text, _ in texts:
                before = known.get((place, exact))
                same = before is not None and before.text == text
                here = before if before is not None and same else Findable(text, exact=exact, check=check)
                made[place, exact] = here
                hits[place] = here.find(words, check=check)
            if any(hits.values()) or not loose:
                return made, hits, -1
            hits = {place: made[place, exact].find(words, apart=True, check=check) for place in hits}
            whole = made.get(((), exact))
            return made, hits, whole.fullest(hits[()]) if whole is not None and hits[()] else -1

        def done(found: tuple[dict[tuple[Place, bool], Findable], dict[Place, Any], int]) -> None:
            self._known, hits, fullest = found
            self._order = list(_in_order(texts, hits))[:MOST]
            wanted = [{"frame": list(place), "spans": spans} for place, spans in hits.items()]

            def painted(answer: Any) -> None:
                seen = answer["first"] if isinstance(answer, dict) else -1
                first = seen if fullest < 0 else fullest
                begin = self._order.index(((), first)) if ((), first) in self._order else 0
                if asked == self._asked:
                    told(len(self._order), begin)

            self._paint(wanted, painted)

        self._task = jobs.run(self, find, done=done)

    def _paint(self, wanted: list[dict[str, Any]], then: Callable[[Any], None] | None) -> None:
        self._view.ask("paintFound", wanted, then=then)
        self._view.frames.call("paintFound", wanted)


def _read(answer: dict[str, Any]) -> FrameText:
    return FrameText(tuple(answer["frame"]), answer["text"], answer["frames"])


def _in_order(
    texts: Sequence[FrameText], hits: dict[Place, list[tuple[int, int]]], place: Place = ()
) -> Iterator[tuple[Place, int]]:
    """The hits as one reads the page: those of a frame where it stands in the text around it."""
    text = next((text for text in texts if text.place == place), None)
    if text is None:
        return
    frames = list(text.frames)
    for number, (begin, _) in enumerate(hits[place]):
        while frames and frames[0][1] <= begin:
            yield from _in_order(texts, hits, (*place, frames.pop(0)[0]))
        yield place, number
    for frame, _ in frames:
        yield from _in_order(texts, hits, (*place, frame))
