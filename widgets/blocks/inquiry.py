"""Questions about one block: its history, and the first appearance of one of its sentences."""

from __future__ import annotations

import time
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from widgets.blocks import label_styles
from widgets.blocks.card import Said
from widgets.blocks.past import Past, gather
from widgets.blocks.work import Row
from widgets.kit import jobs, messages
from widgets.kit.loading import Loader
from widgets.words import formats

if TYPE_CHECKING:
    from app.blocks.history.history import PageHistory
    from app.blocks.history.origins import Occurrence, Occurrences
    from widgets.blocks.histories import Histories
    from widgets.session import Session


# Who said a sentence first: asked in a worker, and put into words.

_SHOWN = 6


def look_up(reader: ArchiveReader, sentence: str, url: str, *, site: bool, task: jobs.Handle) -> Occurrences:
    """The first appearance of a sentence in the versions of a page, or on every page of its site."""
    from app.blocks.history.origins import first_said  # the whole comparison: not before it is needed

    def tell(done: int, of: int) -> None:
        task.progress(done / of if of else -1.0)

    where = {"host": urlsplit(url).netloc} if site else {"url": url}
    return first_said(
        reader, sentence, **where, each_page=site, progress=tell, cancelled=lambda: task.cancelled
    )


def answer(found: Occurrences, url: str, *, site: bool) -> str:
    """The answer as rich text; links lead to the versions and, after a page, to the whole site."""
    translate = QCoreApplication.translate
    if found.too_short:
        return escape(translate("blocks", "That is too short to be looked for."))
    if not found.found:
        nowhere = (
            translate("blocks", "No version of any page of this site says it.")
            if site
            else translate("blocks", "No version of this page says it word for word.")
        )
        return escape(nowhere) + _wider(site)
    lines = [_line(occurrence, url) for occurrence in found.found[:_SHOWN]]
    if site:
        lines[0] = f"<b>{lines[0]}</b>"
    if len(found.found) > _SHOWN:
        more = translate("blocks", "and on {n} more pages").format(
            n=formats.number(len(found.found) - _SHOWN)
        )
        lines.append(escape(more))
    searched = translate("blocks", "Versions that were searched: {n}").format(
        n=formats.number(found.searched)
    )
    if found.unreadable:
        unread = translate("blocks", "Versions that could not be read: {n}").format(
            n=formats.number(found.unreadable)
        )
        searched = formats.sentences((f"{searched}.", f"{unread}."))
    return "<br>".join(lines) + f"<br><small>{escape(searched)}</small>" + _wider(site)


def _line(occurrence: Occurrence, url: str) -> str:
    """Where and when it was said."""
    translate = QCoreApplication.translate
    here = occurrence.url == url
    if occurrence.label:
        told = (
            translate("blocks", "First said here {when}, in a block of the kind “{label}”: {topic}")
            if here
            else translate("blocks", "Said {when} on {page}, in a block of the kind “{label}”: {topic}")
        )
    else:
        at_once = translate("blocks", "First said here {when}: {topic}")
        told = at_once if here else translate("blocks", "Said {when} on {page}: {topic}")
    date = escape(formats.date_in_sentence(occurrence.date))
    return told.format(
        when=f'<a href="version:{escape(occurrence.id)}">{date}</a>',
        page=escape(occurrence.title or formats.readable(occurrence.url)),
        label=escape(label_styles.name(occurrence.label)),
        topic=escape(formats.shorten(occurrence.topic or occurrence.excerpt, 60)),
    )


def _wider(site: bool) -> str:
    if site:
        return ""
    words = QCoreApplication.translate("blocks", "Look on all pages of this site")
    return f'<br><a href="wider:">{escape(words)}</a>'


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
        """Stop waiting for an answer."""
        self._rest.stop()
        self._gatherer.cancel()
        self._sayer.cancel()
        self._capture = self._row = None

    def look_up(self, capture: Capture, sentence: str, *, site: bool) -> None:
        """Look for the first appearance of a sentence: in the versions of the page, or on all pages of the site."""
        self.said_found.emit(Said(sentence, self.tr("Looking through the versions…")))

        def read(reader: ArchiveReader, task: jobs.Handle) -> Occurrences:
            return look_up(reader, sentence, capture.url, site=site, task=task)

        def found(result: Occurrences) -> None:
            self.said_found.emit(Said(sentence, answer(result, capture.url, site=site)))

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
