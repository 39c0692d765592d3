"""Narrowing the tree by facets: what is chosen, found out in workers which pages that leaves over."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from app.archive import FacetChoice, Selection
from widgets import jobs
from widgets.session import Session
from widgets.tree.shown import DOCUMENTS

_MOST = 20_000  # values of a facet
_AGAIN_MS = 4000  # while a crawl runs, values are counted again at most this often


class FacetFilter(QObject):
    """Holds the choice. `chosen` comes with the Selection of pages that fit, or None when everything does; `counted`
    with what there is of each facet."""

    chosen = Signal(object)
    counted = Signal(object)
    changed = Signal(object)  # the FacetChoice, at once

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self.choice = FacetChoice()
        self.kinds: tuple[str, ...] = DOCUMENTS
        self._selecting: jobs.Task | None = None
        self._counting: jobs.Task | None = None
        self._again = QTimer(self, singleShot=True, interval=_AGAIN_MS)
        self._again.timeout.connect(self.count)

    def set_kinds(self, kinds: tuple[str, ...]) -> None:
        """Which kinds of pages the tree shows."""
        if kinds != self.kinds:
            self.kinds = kinds
            if self.choice.any:
                self.select()

    def toggle(self, facet: str, value: str, on: bool) -> None:
        """Choose a value, or take it away."""
        held = [one for one in getattr(self.choice, facet) if one != value]
        self.choose(self.choice._replace(**{facet: (*held, value) if on else tuple(held)}))

    def clear(self) -> None:
        """Everything again."""
        self.choose(FacetChoice())

    def choose(self, choice: FacetChoice) -> None:
        """Narrow the tree to this."""
        if choice != self.choice:
            self.choice = choice
            self.changed.emit(choice)
            self.select()
            self.count()

    def grown(self) -> None:
        """Pages came in."""
        if not self._again.isActive():
            self._again.start()

    def count(self) -> None:
        """Count the values of each facet, under what is chosen of the others."""
        if self._counting is not None:
            self._counting.cancel()
        archive, choice, kinds = self._session.archive, self.choice, self.kinds

        def work(_task: jobs.Handle) -> dict[str, list[tuple[str, int]]]:
            with archive.reader() as reader:
                return reader.facets(choice, kinds, _MOST)

        self._counting = jobs.run(self, work, done=self.counted.emit)

    def select(self) -> None:
        """Find the pages that fit, anew."""
        if self._selecting is not None:
            self._selecting.cancel()
        if not self.choice.any:
            self.chosen.emit(None)
            return
        archive, choice, kinds = self._session.archive, self.choice, self.kinds

        def work(_task: jobs.Handle) -> Selection:
            with archive.reader() as reader:
                return reader.chosen(choice, kinds)

        self._selecting = jobs.run(self, work, done=self.chosen.emit)
