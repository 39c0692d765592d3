"""Office documents as they look: laid out by LibreOffice in a worker, kept as long as the program runs."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.exporting.office import FORMATS, Cancelled, Converter, NotConverted, program
from app.messages import Message
from extractors.base.types import Document
from extractors.door.workers import shared
from widgets.kit import jobs, messages
from widgets.kit.loading import Loader

if TYPE_CHECKING:
    from widgets.session import Session

_REST = 500  # milliseconds a document is on screen before work on it begins
_KEPT = 96 << 20  # bytes of documents laid out

_converter = Converter()  # LibreOffice is one for the whole program
_made: OrderedDict[str, LaidOut] = OrderedDict()


class LaidOut(NamedTuple):
    """A document as LibreOffice shows it."""

    pdf: bytes
    pages: int


def is_known(document: Document) -> bool:
    """Whether LibreOffice knows documents like this one."""
    return document.format in FORMATS and not document.error


def can_lay_out(document: Document) -> bool:
    """Whether LibreOffice is here, too."""
    return is_known(document) and bool(program())


class Layout(QObject):
    """Lays out one document at a time, the one wanted last. `begun` and `ended` stand around the work; `ended` carries a
    sentence when it failed, and "" when it was called off."""

    begun = Signal()
    ready = Signal(object)  # LaidOut
    ended = Signal(str)

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._loader = Loader(self)
        self._rest = QTimer(self, singleShot=True, interval=_REST)
        self._rest.timeout.connect(self._start)
        self._wanted: tuple[Capture, str] | None = None

    def want(self, capture: Capture, kind: str) -> None:
        """Lay this out after a moment, or show it at once when that was done before."""
        self.cancel()
        self._wanted = capture, kind
        known = _made.get(capture.digest)
        if known is not None:
            _made.move_to_end(capture.digest)
            self.ready.emit(known)
        else:
            self._rest.start()

    def offer(self, capture: Capture, kind: str) -> None:
        """Lay this out when somebody wants it, who says so with `again`; what was done before is shown at once."""
        if capture.digest in _made:
            self.want(capture, kind)
            return
        self.cancel()
        self._wanted = capture, kind
        self.ended.emit("")

    def again(self) -> None:
        """What was called off is wanted after all."""
        if self._wanted is not None:
            self.want(*self._wanted)

    def stop(self) -> None:
        """The person does not want to wait; `again` begins anew."""
        if self._loader.busy:
            self._loader.cancel()
            self.ended.emit("")

    def cancel(self) -> None:
        """Another document is shown."""
        self._rest.stop()
        self._loader.cancel()
        self._wanted = None

    def _start(self) -> None:
        if self._wanted is None:
            return
        capture, kind = self._wanted

        def work(reader: ArchiveReader, task: jobs.Handle) -> LaidOut:
            try:
                pdf = _converter.to_pdf(reader.body(capture), kind, lambda: task.cancelled)
            except Cancelled:
                raise jobs.Cancelled from None
            about = shared().extract(pdf, declared_type="application/pdf", text=False, links=False)
            pages = about.metadata.get("pages", "")
            if about.error or not pages.isdigit() or not int(pages):
                raise NotConverted(Message("office-failed", detail=about.error or "–"))
            return LaidOut(pdf, int(pages))

        def done(made: LaidOut) -> None:
            _keep(capture.digest, made)
            self.ready.emit(made)

        self.begun.emit()
        self._loader.start(
            self._session.archive,
            work,
            done,
            lambda error: self.ended.emit(messages.sentence(error)),
            label=self.tr("LibreOffice lays the document out"),
            stopped=lambda: self.ended.emit(""),
        )


def _keep(digest: str, made: LaidOut) -> None:
    _made[digest] = made
    while len(_made) > 1 and sum(len(each.pdf) for each in _made.values()) > _KEPT:
        _made.popitem(last=False)
