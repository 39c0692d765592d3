"""Loading what a view shows: one load at a time, the newest wins; documents are extracted once for all tabs."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

from PySide6.QtCore import QObject

from app.archive.archive import Archive
from app.archive.past import Past
from app.archive.reader import ArchiveReader
from app.templates.known import template_of
from extractors.base.types import Document
from widgets.kit import jobs

T = TypeVar("T")


class Loader:
    """The one load an owner waits for; starting another or `cancel` makes an older answer stale, and it is dropped."""

    def __init__(self, owner: QObject) -> None:
        self._owner = owner
        self._task: jobs.Task[Any] | None = None

    @property
    def busy(self) -> bool:
        return self._task is not None

    def start(
        self,
        archive: Archive | Past,
        work: Callable[[ArchiveReader, jobs.Handle], T],
        done: Callable[[T], None],
        failed: Callable[[Exception], None] | None = None,
        label: str = "",
        stopped: Callable[[], None] | None = None,
    ) -> jobs.Task[T]:
        """Run `work` in a worker with a reader of its own; with a `label` the job bar shows it, where it may be
        `stopped`."""
        self.cancel()
        task: jobs.Task[Any] | None = None

        def read(task: jobs.Handle) -> T:
            with archive.reader() as reader:
                return work(reader, task)

        def arrived(result: T) -> None:
            if self._task is task:
                self._task = None
                done(result)

        def broke(error: Exception) -> None:
            if self._task is task:
                self._task = None
                (failed or jobs.center().failed.emit)(error)  # by default the message bar tells it

        def called_off(_: object) -> None:
            if self._task is task:  # not to make room for another
                self._task = None
                if stopped is not None:
                    stopped()

        task = jobs.run(self._owner, read, done=arrived, failed=broke, stopped=called_off, label=label)
        self._task = task
        return task

    def cancel(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            task.cancel()


_CHARACTERS = 4_000_000  # of documents that are kept


class Documents:
    """Extracted documents of the captures looked at last, with their main text; of long ones fewer."""

    def __init__(self, keep: int = 8) -> None:
        self._kept: OrderedDict[str, Document] = OrderedDict()
        self._keep = keep

    def load(
        self,
        loader: Loader,
        archive: Archive,
        capture_id: str,
        done: Callable[[Document], None],
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        """Call `done` with the document: at once when it is known, else when a worker has extracted it."""
        known = self._kept.get(capture_id)
        if known is not None:
            loader.cancel()
            self._kept.move_to_end(capture_id)
            done(known)
            return

        def keep(document: Document) -> None:
            self._kept[capture_id] = document
            while len(self._kept) > self._keep or (len(self._kept) > 1 and self._characters() > _CHARACTERS):
                self._kept.popitem(last=False)
            done(document)

        def extract(reader: ArchiveReader, _task: Any) -> Document:
            template = template_of(reader.path, reader.capture(capture_id).url)
            return reader.document(capture_id, main=True, template=template, ocr=True)

        loader.start(archive, extract, keep, failed)

    def forget(self) -> None:
        """What is main text of a page may be something else now."""
        self._kept.clear()

    def _characters(self) -> int:
        return sum(len(document.text) for document in self._kept.values())

    def clear(self) -> None:
        self._kept.clear()
