"""The Page tab: a capture as it looked, or a card about a document that no browser shows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from PySide6.QtCore import Signal
from PySide6.QtGui import QImage, QResizeEvent
from PySide6.QtWidgets import QFileDialog, QStackedLayout, QVBoxLayout, QWidget

from app.archive import ArchiveReader
from app.archive.model import Capture
from app.errors import StorageFailed
from app.exporting.names import safe_name
from extractors import Document
from widgets import formats, jobs, reasons
from widgets.page.card import DocumentCard
from widgets.page.loading import Loader
from widgets.page.page_find_bar import PageFindBar
from widgets.page.parts import EmptyView, push_button
from widgets.page.thumbnail import first_page

if TYPE_CHECKING:
    from widgets.session import Session

# what Chromium shows by itself; sound that needs licensed codecs gets a card
_SHOWN = frozenset({"html", "text", "css", "javascript", "json", "xml", "image", "video"})
_SOUND = frozenset({"audio/ogg", "audio/opus", "audio/wav", "audio/x-wav", "audio/webm", "audio/flac", "audio/x-flac"})
_REDIRECTS = frozenset({301, 302, 303, 307, 308})


def is_shown(media_type: str) -> bool:
    """Can the page view show this type?"""
    return formats.type_kind(media_type) in _SHOWN or media_type.partition(";")[0].strip().lower() in _SOUND


class PageTab(QWidget):
    """Replay view, card, or a sentence for redirects and empty answers."""

    link_activated = Signal(str)
    link_hovered = Signal(str)
    text_requested = Signal()
    missing_changed = Signal(list)
    saved = Signal(str)
    zoomed = Signal(float)

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._loader = Loader(self)
        self._painter = Loader(self)
        self._saver = Loader(self)
        self._capture: Capture | None = None
        self._target = ""
        self._zoom, self._loading = 1.0, False
        self.replay: QWidget | None = None
        self.find = PageFindBar(self)
        self.card = DocumentCard(self)
        self.empty = EmptyView(self, "html", "")
        follow_tip = self.tr("Open the address this one leads to")
        self.follow = push_button(self.empty, "forward", self.tr("Follow"), follow_tip, self._follow)
        self.empty.add_action(self.follow)
        self.follow.hide()
        self._veil = EmptyView(self, "html", self.tr("Loading…"))
        self._veil.setAutoFillBackground(True)
        self._veil.hide()
        self._stack = QStackedLayout()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.card)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(self._stack, 1)
        layout.addWidget(self.find)
        self.card.text_requested.connect(self.text_requested)
        self.card.save_requested.connect(self.save_original)

    def load(self, capture: Capture) -> None:
        """Show a capture in the way that suits its type."""
        self.clear()
        self._capture = capture
        if capture.status in _REDIRECTS:
            self._show_redirect(capture)
        elif capture.length == 0:
            self._say(self.tr("The server sent no content."), reasons.status(capture.status))
        elif is_shown(capture.type):
            self._show_replay(capture)
        else:
            self._show_card(capture)

    def clear(self) -> None:
        self._loader.cancel()
        self._painter.cancel()
        self._veil.hide()
        self._loading = False
        self._target = ""
        self.missing_changed.emit([])
        self.empty.say("")
        self.follow.hide()

    def missing(self) -> list[str]:
        shown = self.replay is not None and self._stack.currentWidget() is self.replay
        return self.replay.missing() if shown else []

    def save_original(self) -> None:
        """Ask where, and write the bytes as they were received (transfer coding undone)."""
        capture = self._capture
        if capture is None:
            return
        stem, dot, ending = capture.url.split("?")[0].rstrip("/").rsplit("/", 1)[-1].rpartition(".")
        name = safe_name(stem if dot else ending, f".{ending}" if dot else "", set())
        chosen, _ = QFileDialog.getSaveFileName(self, self.tr("Save original"), name)
        if chosen:
            self.save_to(Path(chosen), capture)

    def save_to(self, path: Path, capture: Capture) -> None:
        def write(reader: ArchiveReader, _task: jobs.Handle) -> str:
            try:
                path.write_bytes(reader.body(capture))
            except OSError as error:
                raise StorageFailed(path=path, detail=error.strerror or error) from error
            return str(path)

        self._saver.start(self._session.archive, write, self.saved.emit)

    def _show_replay(self, capture: Capture) -> None:
        if self.replay is None:
            self.replay = self._session.replay.new_view(self)
            self._stack.addWidget(self.replay)
            self.replay.link_activated.connect(self.link_activated)
            self.replay.link_hovered.connect(self.link_hovered)
            self.replay.loaded.connect(self._loaded)
            self.replay.zoom_changed.connect(self._zoomed)
            self.find.watch(self.replay)
            self.replay.download_refused.connect(self._show_download)
            self.replay.missing_changed.connect(lambda _count: self.missing_changed.emit(self.missing()))
        before = self.replay.capture if self._stack.currentWidget() is self.replay else None
        self._stack.setCurrentWidget(self.replay)
        if before is None or before.url != capture.url:
            # another page must not be seen under this one's title; versions of one page may follow softly
            self._veil.setGeometry(self.rect())
            self._veil.show()
            self._veil.raise_()
        self._loading = True
        self.replay.show_capture(capture)

    def _loaded(self, _ok: bool) -> None:
        self._veil.hide()
        self._loading = False
        self.replay.set_zoom(self._zoom)  # the browser forgets it when another site is shown

    def _zoomed(self, factor: float) -> None:
        """Ctrl and the wheel in the page; what the browser forgets while it loads does not count."""
        if not self._loading and abs(factor - self._zoom) > 0.001:
            self._zoom = factor
            self.zoomed.emit(factor)

    def set_zoom(self, factor: float) -> None:
        """Show this page and those to come larger or smaller."""
        self._zoom = factor
        if self.replay is not None and not self._loading:
            self.replay.set_zoom(factor)

    def open_find(self) -> None:
        """Look for words, where there is a page to look in."""
        if self.replay is not None and self._stack.currentWidget() is self.replay:
            self.find.open()
        elif self._stack.currentWidget() is self.card:
            self.text_requested.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._veil.setGeometry(self.rect())

    def _show_download(self, _url: str) -> None:
        """The server meant it to be saved, not shown."""
        self._veil.hide()
        if self._capture is not None:
            self._show_card(self._capture)

    def _show_card(self, capture: Capture) -> None:
        self.card.show_capture(capture)
        self._stack.setCurrentWidget(self.card)

        def extract(reader: ArchiveReader, _task: jobs.Handle) -> Document:
            return reader.document(capture)

        def draw(reader: ArchiveReader, _task: jobs.Handle) -> QImage | None:
            return first_page(reader.body(capture))

        self._loader.start(self._session.archive, extract, self.card.show_document, self.card.show_error)
        if formats.type_kind(capture.type) == "pdf":
            self._painter.start(self._session.archive, draw, self.card.show_picture)

    def _show_redirect(self, capture: Capture) -> None:
        self._say(self.tr("This address leads to another one."), reasons.status(capture.status))

        def read(reader: ArchiveReader, _task: jobs.Handle) -> str:
            found = [link.url for link in reader.links(capture)]
            return found[0] if found else reader.http(capture).header("location") or ""

        self._loader.start(self._session.archive, read, self._show_target)

    def _show_target(self, target: str) -> None:
        assert self._capture is not None
        self._target = urljoin(self._capture.url, target) if target else ""
        self.empty.say(self.empty.sentence.text(), self._target or self.empty.hint.text())
        self.follow.setVisible(bool(target))

    def _follow(self) -> None:
        self.link_activated.emit(self._target)

    def _say(self, sentence: str, hint: str) -> None:
        self.empty.say(sentence, hint)
        self._stack.setCurrentWidget(self.empty)
