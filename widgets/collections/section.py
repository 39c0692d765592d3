"""A heading of the collections with the rows below it, read in a worker, and what the pages of a row are."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu

from widgets.kit import jobs, messages
from widgets.kit.loading import Loader

if TYPE_CHECKING:
    from app.archive.model import Page
    from app.archive.reader import ArchiveReader
    from widgets.session import Session

_REST = 20  # times as long as reading took, before the same is read again


@dataclass(frozen=True, slots=True)
class Said:
    """What a column says of some pages, by their numbers, and in which order that is."""

    title: str
    tip: str
    texts: Mapping[int, str]
    orders: Mapping[int, float]
    tips: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Listed:
    """The pages of a row by their numbers. `captures` names the version of a page that is meant where it need not be the
    newest; `groups` are those of the pages that are copies of one another, the one to keep first."""

    pages: Sequence[int]
    said: Said | None = None
    captures: Mapping[int, str] = field(default_factory=dict)
    groups: Sequence[Sequence[int]] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """A row. `read` gives its pages, in a worker; `act` does something in place of that. `count` of pages is None where it
    is not known; `fresh` of them are new."""

    key: str
    name: str
    icon: str = ""
    count: int | None = None
    fresh: int = 0
    tip: str = ""
    read: Callable[[ArchiveReader, jobs.Handle], Listed] | None = None
    act: Callable[[], object] | None = None
    below: tuple[Entry, ...] = ()


class Section(QObject):
    """Subclasses say what is read. `changed`: other rows are there now; `told` carries a sentence, and the offer to take
    back what it says, or None."""

    changed = Signal()
    told = Signal(str, object)
    key = ""
    icon = ""
    teachable = False  # whether more pages like those of a row can be proposed
    draggable = False  # whether the pages of a row can be dragged to a row that takes pages

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self.session = session
        self.entries: tuple[Entry, ...] = ()
        self.known = False  # whether it was read at all
        self.fault = ""
        self._loader = Loader(self)
        self._stale = True
        self._not_before = 0.0

    # ---- what subclasses say --------------------------------------------------------------------------------------

    def name(self) -> str:
        """The heading."""
        raise NotImplementedError

    def tip(self) -> str:
        """What stands below it."""
        raise NotImplementedError

    def ready(self) -> Callable[[ArchiveReader, jobs.Handle], tuple[Entry, ...]]:
        """What reads the rows, in a worker, from what is known now."""
        raise NotImplementedError

    def nothing(self) -> Entry:
        """The row that says what to do where there is none."""
        raise NotImplementedError

    def takes(self, entry: Entry) -> bool:
        """Whether pages can be dropped on a row."""
        return False

    def take(self, entry: Entry, pages: Sequence[Page]) -> None:
        """Pages were dropped on a row."""

    def fill(self, menu: QMenu, entry: Entry | None) -> None:
        """Add what can be done with a row, or with None the heading, to its menu."""

    # ---- reading --------------------------------------------------------------------------------------------------

    @property
    def due(self) -> bool:
        """Whether it should be read again, and may be."""
        return self._stale and not self._loader.busy and time.monotonic() >= self._not_before

    def spoil(self, *, soon: bool = False) -> None:
        """There may be something else now; with `soon`, as a person's act, it is read at once when somebody looks."""
        self._stale = True
        if soon:
            self._not_before = 0.0

    def look(self) -> None:
        """Read it again where that is due."""
        if self.due:
            self._stale, began = False, time.monotonic()
            self._loader.start(
                self.session.readers,
                self.ready(),
                lambda entries: self._show(entries, began),
                lambda error: self._failed(error, began),
            )

    def rest(self) -> None:
        """The archive is put away."""
        self._loader.cancel()
        self._not_before = float("inf")

    def _show(self, entries: tuple[Entry, ...], began: float) -> None:
        self._ended(began)
        self.entries, self.fault, self.known = entries, "", True
        self.changed.emit()

    def _failed(self, error: Exception, began: float) -> None:
        """The row below the heading says it: a message for each heading would be many."""
        self._ended(began)
        self.entries, self.fault, self.known = (), messages.sentence(error), True
        self.changed.emit()

    def _ended(self, began: float) -> None:
        self._not_before = time.monotonic() + _REST * (time.monotonic() - began)
