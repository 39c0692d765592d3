"""Histories of pages, read once for everything that shows them: the strip of versions, the blocks."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.archive import ArchiveReader
from widgets import jobs
from widgets.page.loading import Loader

if TYPE_CHECKING:
    from app.blocks.history import PageHistory
    from widgets.session import Session

_KEPT = 12
Key = tuple[str, int, int]  # address, number of its newest capture, when rules about noise were written last


class Histories(QObject):
    """`want` a history; `ready` or `failed` says that it is there, at once when it is known. The newest wish counts."""

    ready = Signal(object)  # PageHistory
    failed = Signal(str, object)  # address, error
    progressed = Signal(str, int, int)  # address, versions that were compared, of so many

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._loader = Loader(self)
        self._kept: OrderedDict[Key, PageHistory] = OrderedDict()
        self._wanted: Key | None = None  # what is being read

    def want(self, url: str) -> None:
        """Read the history of a page; what was wanted of another page is called off."""
        if self._session.closed:  # a timer of a view that is about to go
            return
        key = self._key(url)
        if key in self._kept:
            self._kept.move_to_end(key)
            self.ready.emit(self._kept[key])
            return
        if self._wanted == key and self._loader.busy:
            return
        self._wanted = key

        def read(reader: ArchiveReader, task: jobs.Handle) -> PageHistory:
            from app.blocks.history import page_history  # the whole comparison: not before it is needed

            def tell(done: int, of: int) -> None:
                task.progress(done / max(1, of), f"{done} {of}")

            return page_history(reader, url, progress=tell, cancelled=lambda: task.cancelled)

        def arrived(history: PageHistory) -> None:
            self._kept[key] = history
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
            self.ready.emit(history)

        task = self._loader.start(self._session.archive, read, arrived, lambda error: self.failed.emit(url, error))
        task.progressed.connect(lambda _, text: self._tell(url, text))

    def cancel(self) -> None:
        """Nobody waits any longer."""
        self._loader.cancel()
        self._wanted = None

    def _tell(self, url: str, text: str) -> None:
        done, _, of = text.partition(" ")
        self.progressed.emit(url, int(done), int(of))

    def _key(self, url: str) -> Key:
        page = self._session.reader.page(url)
        return url, page.changed if page is not None else 0, _written(self._session.path / "noise.json")


def _written(path: Path) -> int:
    """When a file was written, 0 when it is not there."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0
