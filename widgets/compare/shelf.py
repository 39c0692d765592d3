"""What a comparison needs of the archive whose versions it shows: the session of the window has it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtWidgets import QWidget

from app.archive.archive import Archive
from app.archive.reader import ArchiveReader

if TYPE_CHECKING:
    from widgets.web.view import ReplayView


class Replays(Protocol):
    """Makes browsers for captures."""

    def new_view(self, parent: QWidget | None = None, /) -> ReplayView: ...


class Shelf(Protocol):
    """An archive with a reader for the thread of the window. Rules of noise that a person makes go to `path`."""

    @property
    def archive(self) -> Archive: ...
    @property
    def reader(self) -> ArchiveReader: ...
    @property
    def path(self) -> Path: ...
    @property
    def replay(self) -> Replays: ...
    @property
    def closed(self) -> bool: ...
