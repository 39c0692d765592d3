"""Words in the blocks of a page: the smallest blocks that say them stand out in the tree, and are gone through."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import QWidget

from app.words.finding import MOST, Findable
from widgets.blocks.tree import BlockTree
from widgets.blocks.work import Row
from widgets.kit import jobs, theme
from widgets.kit.courtesy import FIRST
from widgets.kit.find_strip import FindStrip


def saying(
    rows: Sequence[Row], words: str, *, exact: bool, loose: bool, check: Callable[[], object] = lambda: None
) -> list[int]:
    """Numbers of the smallest blocks that say the words, in the order of the page. `loose`: where no block has them
    together, those that have each of them."""
    texts = [Findable(row.text + row.beyond, exact=exact, check=check) for row in rows]

    def smallest(apart: bool) -> list[int]:
        found = [row for row, text in zip(rows, texts, strict=True) if text.find(words, apart=apart, most=1)]
        around = {row.parent for row in found}
        return [row.number for row in found if row.leaf or row.number not in around]

    return smallest(apart=False) or (smallest(apart=True) if loose else [])


class BlockFind(FindStrip):
    """Looks through the blocks of a tree. Where words were sought elsewhere, the block that a person chose stays."""

    def __init__(self, tree: BlockTree, parent: QWidget) -> None:
        super().__init__(parent)
        self.field.setPlaceholderText(self.tr("Find in the blocks"))
        self.field.setAccessibleName(self.tr("Find in the blocks"))
        self._tree = tree
        self._rows: Sequence[Row] = ()
        self.hits: list[int] = []
        self._looking: jobs.Task[Any] | None = None
        theme.watcher().changed.connect(self._mark)

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Other blocks."""
        self._rows, self.hits = rows, []
        self.reset()

    def _selected(self) -> str:
        return ""

    def _take_keyboard(self) -> None:
        self._tree.setFocus(Qt.FocusReason.OtherFocusReason)

    def _search(self) -> None:
        self._timer.stop()
        if self._looking is not None:
            self._looking.cancel()
        rows, words, exact, loose = self._rows, self.field.text(), self.case.isChecked(), self._loose

        def look(task: jobs.Handle) -> list[int]:
            def check() -> None:
                task.check()
                FIRST.give_way()

            return saying(rows, words, exact=exact, loose=loose, check=check) if words else []

        self._looking = jobs.run(self, look, done=self._found)

    def _found(self, hits: list[int]) -> None:
        self._looking = None
        self.hits = hits
        self._mark()
        now = self._tree.current()
        if hits and now not in hits and not (self._loose and now >= 0):
            self._tree.choose(next((number for number in hits if number > now), hits[0]))
        self._tell()

    def _step(self, step: int) -> None:
        if self._timer.isActive() or not self.hits:
            self._search()
            return
        now = self._tree.current()
        ahead = [number for number in self.hits if (number > now if step > 0 else number < now)]
        ends = self.hits[0], self.hits[-1]
        self._tree.choose((ahead[0] if ahead else ends[0]) if step > 0 else (ahead[-1] if ahead else ends[1]))
        self._tell()

    def _tell(self) -> None:
        now = self._tree.current()
        at = self.hits.index(now) + 1 if now in self.hits else 0
        self._say(at, len(self.hits), len(self.hits) == MOST)

    def _mark(self) -> None:
        self._tree.mark(self.hits, QBrush(QColor(theme.colors().changed_soft)))

    def _unmark(self) -> None:
        self.hits = []
        self._tree.mark((), QBrush())
