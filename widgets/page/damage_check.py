"""Finds out whether the capture on screen is what was stored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.archive.damages import reason_of
from app.archive.model import Capture
from widgets.page.loading import Loader

if TYPE_CHECKING:
    from app.archive import ArchiveReader
    from widgets.jobs import Handle
    from widgets.session import Session


class DamageCheck(QObject):
    """Looks at one capture at a time, in a worker. What can be read of a damaged one is shown all the same."""

    told = Signal(str)  # what is wrong with the capture, "" when nothing is

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._loader = Loader(self)
        self._checked = ""  # the capture that is looked at, or was

    def look(self, capture: Capture) -> None:
        """Look at a capture, unless it was the last one."""
        if self._checked == capture.id:
            return

        def look(reader: ArchiveReader, task: Handle) -> str | None:
            return reason_of(reader, capture, lambda: task.cancelled)

        self._checked = capture.id
        self._loader.start(self._session.archive, look, lambda reason: self.told.emit(reason or ""), lambda _: None)

    def forget(self) -> None:
        """Whatever is being found out is of a capture that is not looked at any more."""
        self._checked = ""
        self._loader.cancel()
