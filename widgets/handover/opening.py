"""Documents opened in the program that the system has for them: a read-only copy, gone when this program ends."""

from __future__ import annotations

import atexit
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMainWindow, QWidget

from app.errors import UserError
from app.temporary import remove
from widgets.handover.copying import Captures
from widgets.kit import jobs

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.archive.model import Capture
    from app.archive.reader import ArchiveReader

Opener = Callable[[QUrl], bool]

_SHOWN = 5000  # milliseconds in the status bar


class NoProgram(UserError):
    """The system has no program for a document."""

    code = "outside-no-program"


def open_outside(archive: Archive, captures: Captures, window: QWidget, opener: Opener | None = None) -> None:
    """Open the first of some captures in its program; why that is not done, the message bar tells."""

    def work(task: jobs.Handle) -> Path | None:
        with archive.reader() as reader:
            capture = next(iter(captures(reader)), None)
            task.check()
            return None if capture is None else _copied(reader, capture)

    def show(path: Path | None) -> None:
        if path is None:
            return
        if not (opener or QDesktopServices.openUrl)(QUrl.fromLocalFile(str(path))):
            jobs.center().failed.emit(NoProgram(name=path.name))
        elif isinstance(window, QMainWindow):
            window.statusBar().showMessage(Words().of(path), _SHOWN)

    jobs.run(window, work, done=show, label=Words().working())


def _copied(reader: ArchiveReader, capture: Capture) -> Path:
    from app.exporting.outside import copy_outside

    return copy_outside(reader, capture, new_folder())


class Words(QObject):
    """What is said of it."""

    def of(self, path: Path) -> str:
        return self.tr("“{name}” is opened in its program: a copy that cannot be changed.").format(
            name=path.name
        )

    def working(self) -> str:
        return self.tr("Copying the document")


@cache
def _root() -> Path:
    made = Path(tempfile.mkdtemp(prefix="tianwang-copies-"))  # for this person alone
    atexit.register(remove, made)
    return made


def new_folder() -> Path:
    """An empty folder that nobody else looks into."""
    return Path(tempfile.mkdtemp(dir=_root()))
