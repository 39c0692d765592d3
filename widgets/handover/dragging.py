"""Documents dragged out as files: written when a drag begins, by a worker; who takes them waits for the last of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QEventLoop, QMimeData, QObject, Qt, QTimer, QUrl
from PySide6.QtGui import QDrag, QMouseEvent, QPixmap
from PySide6.QtWidgets import QApplication, QWidget

from app.archive.archive import Archive
from app.exporting.outside import write_files
from widgets.handover.copying import Captures
from widgets.handover.opening import new_folder
from widgets.kit import jobs, theme

_URLS = "text/uri-list"
_PATIENCE = 60_000  # milliseconds that a program that takes the files waits for them
_PICTURE = 32


class Files(QMimeData):
    """The addresses of the files, once somebody asks for them. Nothing is written before `begin`."""

    def __init__(self, archive: Archive, captures: Captures) -> None:
        super().__init__()
        self._archive, self._captures = archive, captures
        self._task: jobs.Task[list[Path]] | None = None
        self.paths: list[Path] = []

    def begin(self) -> None:
        """Write the files in a worker."""
        archive, captures, folder = self._archive, self._captures, new_folder()

        def work(task: jobs.Handle) -> list[Path]:
            with archive.reader() as reader:
                return write_files(reader, captures(reader), folder, lambda _: task.check())

        def done(paths: list[Path]) -> None:
            self.paths = paths

        self._task = jobs.run(self, work, done=done, label=self._label())

    def cancel(self) -> None:
        """The files were dropped nowhere."""
        if self._task is not None:
            self._task.cancel()

    def formats(self) -> list[str]:
        return [_URLS]

    def hasFormat(self, mimetype: str) -> bool:
        return mimetype == _URLS

    def retrieveData(self, mimetype: str, _type: Any) -> Any:
        if mimetype != _URLS:
            return None
        self._wait()
        return [QUrl.fromLocalFile(str(path)) for path in self.paths]

    def _wait(self) -> None:
        task = self._task
        if task is None or task.finished:
            return
        loop = QEventLoop()
        task.ended.connect(loop.quit)
        QTimer.singleShot(_PATIENCE, loop.quit)
        loop.exec(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)

    def _label(self) -> str:
        return self.tr("Copying files")


def drag_out(archive: Archive, captures: Captures, source: QWidget, picture: QPixmap | None = None) -> None:
    """Let a person drag some captures into another program, as the files that were received."""
    drag, files = QDrag(source), Files(archive, captures)
    drag.setMimeData(files)
    drag.setPixmap(picture or theme.icon("save", "accent").pixmap(_PICTURE, _PICTURE))
    files.begin()
    if drag.exec(Qt.DropAction.CopyAction) == Qt.DropAction.IgnoreAction:
        files.cancel()


class Handle(QObject):
    """Makes a widget a thing that can be dragged: `begin` is called when the pointer has moved far enough."""

    def __init__(self, widget: QWidget, begin: Callable[[], object]) -> None:
        super().__init__(widget)
        self._begin = begin
        self._pressed: Any = None
        widget.setCursor(Qt.CursorShape.OpenHandCursor)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent):
            if event.type() == QEvent.Type.MouseButtonPress and event.button() == Qt.MouseButton.LeftButton:
                self._pressed = event.position()
                return True  # else the moves go elsewhere
            if event.type() == QEvent.Type.MouseMove and self._pressed is not None:
                moved = (event.position() - self._pressed).manhattanLength()
                if moved >= QApplication.startDragDistance():
                    self._pressed = None
                    self._begin()
                return True
            if event.type() == QEvent.Type.MouseButtonRelease:
                self._pressed = None
        return super().eventFilter(watched, event)
