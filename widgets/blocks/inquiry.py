"""What is asked about one block: how it came to be what it is, and who said a sentence of it first."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.archive import ArchiveReader
from app.archive.model import Capture
from widgets import formats, jobs, messages
from widgets.blocks import sayings
from widgets.blocks.card import Said
from widgets.blocks.past import Past, gather
from widgets.blocks.work import Row
from widgets.page.loading import Loader

if TYPE_CHECKING:
    from app.blocks.history import PageHistory
    from app.blocks.sayings import Sayings
    from widgets.page.histories import Histories
    from widgets.session import Session

_REST = 150  # milliseconds a block is looked at before its history is read
_TELL = 0.5  # seconds between two words about how far it is: the card is written anew for each


class Inquiry(QObject):
    """One block at a time; an answer about another one than the last is dropped."""

    past_found = Signal(object)  # Past
    said_found = Signal(object)  # Said

    def __init__(self, session: Session, histories: Histories, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._histories = session, histories
        self._gatherer, self._sayer = Loader(self), Loader(self)
        self._capture: Capture | None = None
        self._row: Row | None = None
        self._told = 0.0
        self._rest = QTimer(self, singleShot=True, interval=_REST)
        self._rest.timeout.connect(self._begin)
        histories.ready.connect(self._history_ready)
        histories.failed.connect(self._history_failed)
        histories.progressed.connect(self._history_progressed)

    def ask(self, capture: Capture, row: Row) -> None:
        """Look for the history of a block."""
        self.forget()
        self._capture, self._row = capture, row
        self._rest.start()

    def forget(self) -> None:
        """Nobody waits for an answer any longer."""
        self._rest.stop()
        self._gatherer.cancel()
        self._sayer.cancel()
        self._capture = self._row = None

    def look_up(self, capture: Capture, sentence: str, *, site: bool) -> None:
        """Look for the first appearance of a sentence: in the versions of the page, or on all pages of the site."""
        self.said_found.emit(Said(sentence, self.tr("Looking through the versions…")))

        def read(reader: ArchiveReader, task: jobs.Handle) -> Sayings:
            return sayings.look_up(reader, sentence, capture.url, site=site, task=task)

        def found(result: Sayings) -> None:
            self.said_found.emit(Said(sentence, sayings.answer(result, capture.url, site=site)))

        def failed(error: Exception) -> None:
            self.said_found.emit(Said(sentence, messages.sentence(error)))

        label = self.tr("Looking for a sentence on all pages of the site") if site else ""
        self._sayer.start(self._session.archive, read, found, failed, label)

    def _begin(self) -> None:
        if self._capture is not None:
            self.past_found.emit(Past("busy"))
            self._histories.want(self._capture.url)

    def _is_wanted(self, url: str) -> bool:
        return self._capture is not None and self._capture.url == url and not self._rest.isActive()

    def _history_ready(self, history: PageHistory) -> None:
        capture, row = self._capture, self._row
        if capture is None or row is None or not self._is_wanted(history.url):
            return
        version = capture.base or capture.id

        def read(reader: ArchiveReader, task: jobs.Handle) -> Past:
            return gather(reader, history, row, version, lambda: task.cancelled)

        self._gatherer.start(self._session.archive, read, self.past_found.emit, self._failed)

    def _history_failed(self, url: str, error: Exception) -> None:
        if self._is_wanted(url):
            self._failed(error)

    def _history_progressed(self, url: str, done: int, of: int) -> None:
        if self._is_wanted(url) and not self._gatherer.busy and time.monotonic() - self._told >= _TELL:
            self._told = time.monotonic()
            note = self.tr("{done} of {all}").format(done=formats.number(done), all=formats.number(of))
            self.past_found.emit(Past("busy", note=note))

    def _failed(self, error: Exception) -> None:
        self.past_found.emit(Past("failed", note=messages.sentence(error)))
