"""Columns of what the index does not know of pages: what links say of them, and the values of fields.

They are read in a worker while somebody looks at one, and again when they are others in the archive: a look at a few files
every two seconds tells that. A branch never waits for them: until they are there, rows say “–”.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PySide6.QtCore import QAbstractItemModel, QCoreApplication, QModelIndex, QObject, Qt, QTimer, Signal

from app.archive.model import Page
from app.fields import rules
from app.fields.rules import NUMERIC, Field
from app.fields.store import NAME as VALUES
from app.graph.standing import NO_WAY, Ranks
from app.graph.store.store import stamp
from widgets.kit import theme
from widgets.kit.loading import Loader
from widgets.kit.tables import RIGHT
from widgets.tree import cells
from widgets.tree.nodes import values
from widgets.words import formats, ranks

if TYPE_CHECKING:
    from pathlib import Path

    from app.archive.reader import ArchiveReader
    from app.fields.table import Row
    from app.graph.standing import Numbers, Scores
    from widgets.session import Session

Role = Qt.ItemDataRole

RANKS = ("rank", "links", "depth", "broken")
"""Keys of the columns of links, which every archive has."""
BAR_ROLE = Role.UserRole + 20  # of the column of ranks: 0 to 10, None where nothing is known
_FAR = 1e9  # a page to which no links lead is farther from home than any other
_LOOK_MS = 2000
_REST = 20  # times as long as reading took, columns stay as they are while values come in


class Column:
    """What stands in a column: `key` says which one it is in any archive, `orders` holds by the numbers of pages what they
    are ordered by (NaN: nothing is known)."""

    key = ""
    right = True

    def __init__(self) -> None:
        self.orders: Scores = np.zeros(0)
        self.edition = 0  # another once the order is another

    def keep(self, orders: Scores) -> None:
        """What pages are ordered by from now on."""
        if not np.array_equal(orders, self.orders, equal_nan=True):
            self.orders, self.edition = orders, self.edition + 1

    def header(self, role: int) -> object:
        """The title and what it says."""
        raise NotImplementedError

    def text(self, page: Page) -> str:
        """What stands in the row of a page."""
        raise NotImplementedError

    def tip(self, page: Page) -> str:
        """What that says."""
        raise NotImplementedError

    def data(self, page: Page, role: int) -> object:
        """Data of a cell, but for what all columns of a row answer alike (`cells.OWN`)."""
        if role == Role.DisplayRole:
            return self.text(page)
        if role in (Role.ToolTipRole, Role.AccessibleDescriptionRole):
            return self.tip(page)
        if role == Role.TextAlignmentRole and self.right:
            return RIGHT
        return theme.brush("muted") if role == Role.ForegroundRole else None

    def order(self, descending: bool) -> Order:
        """What pages are ordered by, by their numbers; those of which nothing is known come last, whichever way."""
        return Order(self.orders, descending)


def exchange(model: QAbstractItemModel, before: int, columns: int, put: Callable[[], None]) -> None:
    """Put other columns behind those of the index, `columns` in place of `before`, with what a model has to tell."""
    first, none = cells.COLUMNS, QModelIndex()
    if columns > before:
        model.beginInsertColumns(none, first + before, first + columns - 1)
        put()
        model.endInsertColumns()
    elif columns < before:
        model.beginRemoveColumns(none, first + columns, first + before - 1)
        put()
        model.endRemoveColumns()
    else:
        put()
    model.headerDataChanged.emit(Qt.Orientation.Horizontal, first, model.columnCount() - 1)


class Order:
    """What a page is ordered by, by its number."""

    def __init__(self, known: Scores, descending: bool) -> None:
        self._known, self._descending = known, descending
        self._missing = -np.inf if descending else np.inf

    def __call__(self, page: int) -> float:
        value = float(self._known[page]) if page < len(self._known) else self._missing
        return value if value == value else self._missing

    def ordered(self, pages: Numbers) -> Numbers:
        """Many pages in this order at once; of equal ones the older first, or last where it is descending."""
        keys = np.full(len(pages), self._missing)
        own = pages < len(self._known)
        keys[own] = self._known[pages[own]]
        keys[np.isnan(keys)] = self._missing
        order = np.lexsort((pages, keys))
        return pages[order[::-1] if self._descending else order]


class RankColumn(Column):
    """One of `RANKS`."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.key = key
        self._ranks: Ranks | None = None

    def show(self, found: Ranks) -> None:
        """The ranks as they are now."""
        self._ranks = found
        values = {
            "rank": found.shares,
            "links": found.links,
            "depth": np.where(found.depths == NO_WAY, _FAR, found.depths),
            "broken": found.broken,
        }[self.key]
        self.keep(dense(found.pages, values))

    def header(self, role: int) -> object:
        translate = QCoreApplication.translate
        titles = {
            "rank": translate("tree", "Rank"),
            "links": translate("tree", "Links here"),
            "depth": translate("tree", "Clicks"),
            "broken": translate("tree", "Broken links"),
        }
        hints = {
            "rank": ranks.meaning(),
            "links": translate("tree", "How many pages of this archive link to the page"),
            "depth": translate("tree", "How many clicks it is away from the home page of its site"),
            "broken": translate("tree", "How many addresses it links to that answer with an error"),
        }
        if role == Role.DisplayRole:
            return titles[self.key]
        if role == Role.ToolTipRole:
            return hints[self.key]
        return RIGHT if role == Role.TextAlignmentRole and self.key != "rank" else None

    def _place(self, page: Page) -> int:
        return -1 if self._ranks is None else self._ranks.place(page.page_id, page.url)

    def text(self, page: Page) -> str:
        place, found = self._place(page), self._ranks
        if found is None or place < 0:
            return ranks.NOTHING
        if self.key == "depth" and found.depths[place] == NO_WAY:
            return ranks.NOTHING
        numbers = {"rank": found.bars, "links": found.links, "depth": found.depths, "broken": found.broken}
        return formats.number(int(numbers[self.key][place]))

    def tip(self, page: Page) -> str:
        return ranks.tip(self.key, self._ranks.of(page.page_id, page.url) if self._ranks else None)

    def data(self, page: Page, role: int) -> object:
        if role == BAR_ROLE and self.key == "rank":
            place = self._place(page)
            return int(self._ranks.bars[place]) if self._ranks is not None and place >= 0 else None
        return super().data(page, role)


class FieldColumn(Column):
    """The newest value of a field."""

    def __init__(self, field: Field) -> None:
        super().__init__()
        self.field = field
        self.key = f"field:{field.id}"
        self.right = field.kind in NUMERIC
        self._texts: dict[int, str] = {}

    def show(self, found: FieldValues) -> None:
        """The values as they are now."""
        self._texts = found.texts
        self.keep(found.orders)

    def header(self, role: int) -> object:
        if role == Role.DisplayRole:
            return self.field.name
        if role == Role.ToolTipRole:
            text = QCoreApplication.translate("tree", "The newest value of the field “{name}”")
            return text.format(name=self.field.name)
        return RIGHT if role == Role.TextAlignmentRole and self.right else None

    def text(self, page: Page) -> str:
        return self._texts.get(page.page_id, "")

    def tip(self, page: Page) -> str:
        return self._texts.get(page.page_id, "")


class FieldValues(NamedTuple):
    """What a field says of pages by their numbers, and in which order that is."""

    texts: dict[int, str]
    orders: Scores


def dense(pages: Numbers, found: Numbers | Scores) -> Scores:
    """Values by the numbers of pages, NaN between them."""
    made = np.full(int(pages.max(initial=-1)) + 1, np.nan)
    made[pages] = found
    return made


def field_values(reader: ArchiveReader, field: Field, rows: list[Row]) -> FieldValues:
    """The values of a field on pages of an archive: numbers and dates in their order, texts in that of the language."""
    numbers = reader.numbered([row.url for row in rows])
    own = [row for row in rows if row.url in numbers]
    texts = {numbers[row.url]: row.said for row in own}
    pages = np.fromiter(texts, np.int64, len(texts))
    if field.kind in NUMERIC:
        first = (row.cells[0].number for row in own)
        order = np.array([np.nan if one is None else one for one in first], np.float64)
    else:
        keys = [value.key for value in values(texts.values())]
        order = np.zeros(len(keys))
        place, before = -1, None
        for at in sorted(range(len(keys)), key=keys.__getitem__):
            if before is None or before < keys[at]:
                place, before = place + 1, keys[at]
            order[at] = place
    return FieldValues(texts, dense(pages, order))


class _Read(NamedTuple):
    fields: list[Field]
    ranks: Ranks | None
    values: dict[str, FieldValues]


class Beside(QObject):
    """The columns of an archive. `offered` comes when there are others, `changed` when they say something else."""

    offered = Signal()
    changed = Signal()

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self.columns: tuple[Column, ...] = tuple(map(RankColumn, RANKS))
        self._wanted: frozenset[str] = frozenset()
        self._loader = Loader(self)
        self._seen: object = None  # how the files were when they were read last
        self._rest = 0.0  # not read before this moment
        self._timer = QTimer(self, interval=_LOOK_MS)
        self._timer.timeout.connect(self.look)
        self._timer.start()
        self.look()

    def want(self, keys: Collection[str]) -> None:
        """Which columns somebody looks at."""
        if frozenset(keys) != self._wanted:
            self._wanted, self._seen, self._rest = frozenset(keys), None, 0.0
            self.look()

    def rest(self) -> None:
        """The archive is put away."""
        self._timer.stop()
        self._loader.cancel()

    def look(self) -> None:
        """Read what is shown where the archive has something else now."""
        session, wanted = self._session, self._wanted
        if session.closed or self._loader.busy or time.monotonic() < self._rest:
            return
        now = _stamps(session.path, wanted)
        if now == self._seen:
            return
        self._seen, began = now, time.monotonic()

        def arrived(found: _Read) -> None:
            self._rest = time.monotonic() + _REST * (time.monotonic() - began)
            self._show(found)

        def failed(_: Exception) -> None:
            self._rest = (
                time.monotonic() + _LOOK_MS / 1000
            )  # whoever shows fields or links tells what is wrong

        self._loader.start(session.archive, lambda reader, _: _read(reader, wanted), arrived, failed)

    def _show(self, found: _Read) -> None:
        known = {column.key: column for column in self.columns}
        own = [known.get(f"field:{field.id}") for field in found.fields]
        fresh = [
            column if isinstance(column, FieldColumn) and column.field == field else FieldColumn(field)
            for column, field in zip(own, found.fields, strict=True)
        ]
        others = (*self.columns[: len(RANKS)], *fresh)
        for column in others:
            if isinstance(column, RankColumn) and found.ranks is not None:
                column.show(found.ranks)
            elif isinstance(column, FieldColumn) and column.key in found.values:
                column.show(found.values[column.key])
        if others != self.columns:
            self.columns = others
            self.offered.emit()
        self.changed.emit()


def _stamps(path: Path, wanted: frozenset[str]) -> object:
    """Something that is another once what is wanted is another."""

    def changed(name: str) -> int:
        try:
            return (path / name).stat().st_mtime_ns
        except OSError:
            return 0

    found: list[object] = [wanted, changed(rules.NAME)]
    if wanted.intersection(RANKS):
        found.append(stamp(path))
    if wanted.difference(RANKS):
        found += [changed(VALUES), changed(f"{VALUES}-wal")]
    return tuple(found)


def _read(reader: ArchiveReader, wanted: frozenset[str]) -> _Read:
    """The fields of the archive, and what the columns say that somebody looks at. StorageFailed."""
    fields = rules.usable(reader.path)
    found: dict[str, FieldValues] = {}
    shown = [field for field in fields if f"field:{field.id}" in wanted]
    if shown:
        from app.fields.table import Values

        with Values(reader.path, shown) as known:
            for field in shown:
                found[f"field:{field.id}"] = field_values(reader, field, list(known.rows(field)))
    return _Read(fields, Ranks(reader.path) if wanted.intersection(RANKS) else None, found)
