"""Which blocks of a version a person has written on: those whose text is that of a mark, wherever they stand now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from app.archive.model import Capture
from app.archive.notes.marks import Change, Mark, Place, Target, excerpt_of, standing
from widgets.blocks.work import Row
from widgets.notes.keeper import Keeper
from widgets.notes.signs import signs


class MarkedBlock(NamedTuple):
    """The mark of a block; not `same` when its text has changed since."""

    mark: Mark
    same: bool


class MarkedBlocks(QObject):
    """`show` a version; `changed` when other blocks of it have marks."""

    changed = Signal()

    def __init__(self, keeper: Keeper, parent: QObject) -> None:
        super().__init__(parent)
        self._keeper = keeper
        self._capture: Capture | None = None
        self._rows: Sequence[Row] = ()
        self._found: dict[int, MarkedBlock] = {}
        keeper.changed.connect(self._look)

    def show(self, capture: Capture | None, rows: Sequence[Row]) -> None:
        """The blocks of another version."""
        self._capture, self._rows = capture, rows
        self._look()

    def of(self, row: Row) -> MarkedBlock | None:
        """What stands on a block."""
        return self._found.get(row.number)

    def signs(self) -> dict[int, str]:
        """Star and tags of the blocks that have any, by their numbers."""
        return {
            number: signs(one.mark.star, one.mark.tags, bool(one.mark.note))
            for number, one in self._found.items()
        }

    def thing(self, row: Row) -> Change | None:
        """What is written on when somebody writes on a block."""
        capture, known = self._capture, self._found.get(row.number)
        if capture is None or not row.path:
            return None
        target = known.mark.target if known else Target(capture.url, "", row.path, row.digest)
        shown = capture.base or capture.id
        return Change(target, capture=shown, date=capture.date.isoformat(), excerpt=excerpt_of(row.text))

    def _look(self) -> None:
        before, self._found = self._found, {}
        marks = self._keeper.notes.of_page(self._capture.url) if self._capture is not None else ()
        numbers = {row.path: row.number for row in reversed(self._rows)}
        places = [Place(row.path, row.digest, row.text) for row in self._rows]
        for mark in marks if self._rows else ():
            found = standing(mark, places) if mark.target.digest else None
            if found is not None:
                self._found[numbers[found.path]] = MarkedBlock(mark, found.same)
        if self._found or before:
            self.changed.emit()
