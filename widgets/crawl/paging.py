"""Tables over crawl.sqlite that may be of any length: rows come a page at a time, by keyset, read in a worker.

While the crawl changes what is shown, `refresh` reads the loaded rows again: selection and what is in sight stay.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QTimer,
    Signal,
)
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QTableView, QWidget

from widgets.kit import jobs, theme
from widgets.kit.boxes import in_row
from widgets.kit.courtesy import first
from widgets.kit.tables import NOWHERE, Index, RowsModel, table

# Small parts of the dashboard's tabs.

_ROW = 24


def dense(model: QAbstractItemModel, name: str, stretch: int) -> QTableView:
    """A table with more rows to the height than those for reading."""
    view = table(model, name, stretch)
    view.verticalHeader().setDefaultSectionSize(_ROW)
    return view


def search_field(name: str, width: int = 260) -> QLineEdit:
    """A field to type a part of a name into."""
    field = QLineEdit(placeholderText=name, clearButtonEnabled=True)
    field.setAccessibleName(name)
    field.setToolTip(name)
    field.setMaximumWidth(width)
    field.setMinimumWidth(120)
    field.addAction(
        QAction(theme.icon("search", "muted"), "", field), QLineEdit.ActionPosition.LeadingPosition
    )
    return field


def bar(left: Sequence[QWidget], right: Sequence[QWidget] = ()) -> QHBoxLayout:
    """The line above a table: what narrows it down at the left, what to do with it at the right."""
    return in_row(
        None,
        *left,
        None,
        *right,
        margins=(theme.DOUBLE, theme.HALF, theme.UNIT, theme.HALF),
        spacing=theme.UNIT,
    )


PAGE = 500
SHARE = 10
"""A refresh waits so many times as long as the last one took, so that looking on never costs the crawl more."""
LEAST = 0.8
_TYPING = 250  # milliseconds between two keys of somebody who goes on typing

Cancelled = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Source:
    """Where rows come from: `read(after, limit, cancelled)` gives those behind a row (None: the first ones), `count`
    how many there are altogether (None: not asked). Both are called in a worker."""

    read: Callable[[Any, int, Cancelled], Sequence[Any]]
    count: Callable[[Cancelled], int] | None = None


@dataclass(slots=True)
class _Found:
    """What a worker brings, with all that takes time for long lists found out already. `places` gives the number of a
    row by its key; `changed` the first and last row that differ when the rows are the same ones as before."""

    rows: list[Any]
    places: dict[object, int]
    more: bool = False
    total: int = -1
    same: bool = False
    changed: tuple[int, int] | None = None


class PagedModel(jobs.CallsOff, RowsModel):
    """Rows read in pages by a worker; subclasses give their key as well."""

    _rows: list[Any]
    counted = Signal(int)  # how many there are altogether; −1: nobody knows
    replacing = Signal()
    replaced = Signal()
    settled = Signal()  # nothing is being read any more

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._source: Source | None = None
        self._rows = []
        self._places: dict[object, int] = {}
        self._more = False
        self._task = None
        self._rest = 0.0  # when the next refresh may be
        self.total = -1

    def key(self, row: Any) -> object:
        """What tells rows apart."""
        return row.number

    # ---- reading ------------------------------------------------------------------------------------------------

    @property
    def reading(self) -> bool:
        """Whether rows are on their way."""
        return self._task is not None

    def follow(self, source: Source | None) -> None:
        """Show something else from its beginning; until it is there, what was shown stays in sight."""
        self._call_off()
        self._source = source
        if source is None:
            self._show(_Found([], {}))
        else:
            self._read(None, PAGE, self._show)

    def refresh(self) -> None:
        """Read again what is loaded, unless that was just done or is being done."""
        if self._source is not None and self._task is None and time.monotonic() >= self._rest:
            self._read(None, max(1, -(-len(self._rows) // PAGE)) * PAGE, self._show)

    def canFetchMore(self, parent: Index = NOWHERE) -> bool:
        return not parent.isValid() and self._more and self._task is None

    def fetchMore(self, parent: Index = NOWHERE) -> None:
        if self.canFetchMore(parent):
            self._read(self._rows[-1] if self._rows else None, PAGE, self._append, count=False)

    def _read(self, after: Any, limit: int, done: Callable[..., Any], *, count: bool = True) -> None:
        source = self._source
        assert source is not None
        before, places_before = self._rows, self._places

        def read(task: jobs.Handle) -> _Found:
            def cancelled() -> bool:
                return task.cancelled

            unique: dict[object, Any] = {}  # a row may move on while its page is turned, and be read twice
            last, left = after, limit
            part: Sequence[Any] = ()
            while left > 0:
                part = source.read(last, PAGE, cancelled)
                unique.update((self.key(row), row) for row in part)
                if len(part) < PAGE:
                    break
                last, left = part[-1], left - PAGE
                task.check()
            rows = list(unique.values())
            found = _Found(rows, {key: at for at, key in enumerate(unique)}, more=len(part) == PAGE)
            if count:
                found.total = source.count(cancelled) if source.count else -1
                found.same = len(rows) == len(before) and list(found.places) == list(places_before)
                found.changed = _changed(before, rows) if found.same else None
            return found

        started = time.monotonic()

        def arrived(found: _Found) -> None:
            self._task = None
            now = time.monotonic()
            self._rest = now + max(LEAST, SHARE * (now - started))
            done(found)
            self.settled.emit()

        def failed(error: Exception) -> None:
            self._task = None
            self._rest = time.monotonic() + SHARE
            self.settled.emit()
            jobs.center().failed.emit(error)

        self._task = jobs.run(self, read, done=arrived, failed=failed)

    def _tell(self, found: _Found) -> None:
        self.total = found.total
        self.counted.emit(found.total)

    @first
    def _append(self, found: _Found) -> None:
        # without what has moved behind this page meanwhile
        rows = [row for key, row in zip(found.places, found.rows, strict=True) if key not in self._places]
        self._more = found.more
        if rows:
            begin = len(self._rows)
            self.beginInsertRows(QModelIndex(), begin, begin + len(rows) - 1)
            self._rows = [*self._rows, *rows]
            self._places.update((self.key(row), at) for at, row in enumerate(rows, begin))
            self.endInsertRows()

    @first
    def _show(self, found: _Found) -> None:
        """Take other rows; those that stay keep their selection."""
        new = found.rows
        self._more = found.more
        self._tell(found)
        if found.same:
            self._rows = new
            if found.changed:
                begin, end = found.changed
                self.dataChanged.emit(self.index(begin, 0), self.index(end, len(self.heads) - 1))
        elif not any(key in found.places for key in self._places):
            self.beginResetModel()
            self._rows, self._places = new, found.places
            self.endResetModel()
        else:
            self.replacing.emit()
            self._rearrange(new, found.places)
            self.replaced.emit()

    def _rearrange(self, new: list[Any], places: dict[object, int]) -> None:
        shorter = len(self._rows) - len(new)
        if shorter < 0:
            self.beginInsertRows(QModelIndex(), len(self._rows), len(new) - 1)
            self._rows = [*self._rows, *new[shorter:]]
            self.endInsertRows()
        padded = new
        if shorter > 0:
            padded = [*new, *islice((row for row in self._rows if self.key(row) not in places), shorter)]
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        after = []
        for index in before:
            at = places.get(self.key(self._rows[index.row()]))  # None: it is gone, and not selected any more
            after.append(QModelIndex() if at is None else self.index(at, index.column()))
        self._rows, self._places = padded, places
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()
        if shorter > 0:
            self.beginRemoveRows(QModelIndex(), len(new), len(padded) - 1)
            self._rows = new
            self.endRemoveRows()


def _changed(before: list[Any], after: list[Any]) -> tuple[int, int] | None:
    """The first and the last of the rows that differ."""
    found = [at for at, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
    return (found[0], found[-1]) if found else None


class StaysInPlace(QObject):
    """Keeps the first row in sight where it is while its model takes other rows; at the top it stays at the top."""

    def __init__(self, view: QTableView, model: PagedModel) -> None:
        super().__init__(view)
        self._view, self._model = view, model
        self._top = QPersistentModelIndex()
        model.replacing.connect(self._remember)
        model.replaced.connect(self._return)

    def _remember(self) -> None:
        scrolled = self._view.verticalScrollBar().value() > 0
        row = self._view.rowAt(0) if scrolled else -1
        self._top = QPersistentModelIndex(self._model.index(row, 0)) if row >= 0 else QPersistentModelIndex()

    def _return(self) -> None:
        if self._top.isValid():
            at = self._model.index(self._top.row(), 0)
            self._view.scrollTo(at, QTableView.ScrollHint.PositionAtTop)
        self._top = QPersistentModelIndex()


class Typed(QTimer):
    """Calls a function when no key was pressed for a moment."""

    def __init__(self, parent: QObject, act: Callable[[], object]) -> None:
        super().__init__(parent, singleShot=True, interval=_TYPING)
        self.timeout.connect(act)
