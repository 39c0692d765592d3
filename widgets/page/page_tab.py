"""The Page tab: a capture as it looked, or a card about a document that no browser shows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QImage, QResizeEvent
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from app.archive.archive import Archive
from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.errors import StorageFailed
from app.exporting.naming import safe_name
from extractors.base.types import Document, Picture
from extractors.door.workers import shared
from widgets.handover.copying import Captures, CopyMenu, one
from widgets.handover.dragging import drag_out
from widgets.handover.opening import open_outside
from widgets.kit import jobs, theme
from widgets.kit.boxes import in_column, in_stack
from widgets.kit.loading import Loader
from widgets.kit.parts import EmptyView, push_button
from widgets.page.card import DocumentCard
from widgets.page.documents.office import LaidOut, Layout, can_lay_out, is_known
from widgets.page.documents.paper import Done, Failed, Paper
from widgets.page.documents.pdf import PdfView
from widgets.page.documents.pdf_words import PdfWords, Read
from widgets.page.documents.player import Player, Recording, obstacle, recording
from widgets.page.filmstrip import Enlarged, Frame, frames
from widgets.page.find import PageFindBar
from widgets.page.page_words import PageWords
from widgets.web.judging import add_judging, judge_pointed
from widgets.words import formats, reasons

if TYPE_CHECKING:
    from widgets.session import Session
    from widgets.web.view import ReplayView

# what Chromium shows by itself; sound that needs licensed codecs gets a card
_SHOWN = frozenset({"html", "text", "css", "javascript", "json", "xml", "image"})
# what it plays without licensed codecs
_PLAYED = frozenset(
    {
        "audio/ogg",
        "audio/opus",
        "audio/wav",
        "audio/x-wav",
        "audio/webm",
        "audio/flac",
        "audio/x-flac",
        "video/webm",
        "video/ogg",
    }
)
_PICTURED = ("audio", "video", "book")
Draw = Callable[[ArchiveReader, int, int], Picture | None]
"""Draws a page of a document: its number and its width in pixels; in a worker."""

_SMALL = 400  # pixels: narrower pictures are of the small pages
_REDIRECTS = frozenset({301, 302, 303, 307, 308})


def is_shown(media_type: str) -> bool:
    """Can the page view show this type?"""
    return formats.type_kind(media_type) in _SHOWN


def has_words(media_type: str) -> bool:
    """Can words be looked for in what the page view shows of this type?"""
    kind = formats.type_kind(media_type)
    return kind == "pdf" or (kind in _SHOWN and kind != "image")


def is_played(media_type: str) -> bool:
    """Can the page view play it, when somebody asks for that?"""
    return media_type.partition(";")[0].strip().lower() in _PLAYED


class PageTab(QWidget):
    """Replay view, card, or a sentence for redirects and empty answers."""

    link_activated = Signal(str)
    beside_activated = Signal(str)
    link_hovered = Signal(str)
    link_missed = Signal()  # the link that was sought is not seen on the page
    text_requested = Signal()
    words_missed = Signal(
        str
    )  # they were sought in pages whose characters cannot be told, as pictures of text
    find_requested = Signal()  # what is shown here has no words; its text has
    missing_changed = Signal(list)
    saved = Signal(str)
    teach_requested = Signal(object, str, str)  # a Capture, the path of an element in its page, what it says
    judge_requested = Signal(object, list, str, bool)  # a Capture, paths in its page, what they say; content
    zoomed = Signal(float)

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._loader = Loader(self)
        self._painter, self._small_painter = Loader(self), Loader(self)
        self._saver, self._player_loader = Loader(self), Loader(self)
        self._capture: Capture | None = None
        self._target = ""
        self._zoom, self._loading = 1.0, False
        self._at = (0.0, 0.0)  # how far the page is scrolled, down and to the right
        self._wanted: tuple[str, tuple[float, float]] | None = (
            None  # the capture that is to be scrolled, and where to
        )
        self._sought: tuple[str, str] | None = (
            None  # the capture whose links are to be marked, and where they lead
        )
        self._hovered = ""  # where the link below the pointer leads
        self.replay: ReplayView | None = None
        self._words: PageWords | None = None
        self._laid_out: LaidOut | None = None
        self.find_bar = PageFindBar(self)
        self.card = DocumentCard(self)
        self.empty = EmptyView(self, "html")
        follow_tip = self.tr("Open the address this one leads to")
        self.follow = push_button(self.empty, "forward", self.tr("Follow"), follow_tip, self._follow)
        self.empty.add_action(self.follow)
        self.follow.hide()
        self._stack = in_stack(None, self.empty, self.card)
        self.pdf = PdfView(self)
        self._pdf_words = PdfWords(self.pdf)
        self._stack.addWidget(self.pdf)
        self.layout_ = Layout(session, self)
        self.player = Player(self)
        self._stack.addWidget(self.player.pictures)
        self.enlarged = Enlarged(self)
        in_column(self, (self._stack, 1), self.player, self.find_bar)
        self.find_bar.missed.connect(self._missed)
        self.find_bar.text_wanted.connect(self.words_missed)
        self.card.text_requested.connect(self.text_requested)
        self.card.save_requested.connect(self._save_shown)
        self.card.play_requested.connect(self._play)
        self.layout_.begun.connect(self._say_laying_out)
        self.layout_.ready.connect(self._show_laid_out)
        self.layout_.ended.connect(self._say_not_laid_out)
        self.card.look_requested.connect(self.layout_.again)
        self.card.look_stopped.connect(self.layout_.stop)
        self.player.began.connect(self._show_player)
        self.player.closed.connect(lambda: self._stack.setCurrentWidget(self.card))
        self.player.failed.connect(self._play_otherwise)
        self.card.outside_requested.connect(self.open_outside)
        self.card.dragged.connect(self._drag)
        self.card.enlarge.connect(lambda number: self.enlarged.show_frame(self.card.frames, number))
        self.pdf.text_requested.connect(self.text_requested)
        self.pdf.save_requested.connect(self._save_shown)
        self.pdf.outside_requested.connect(self.open_outside)
        self.pdf.failed.connect(self._show_undrawn)
        self.pdf.zoomed.connect(self.zoomed)

    def needs_browser(self, capture: Capture) -> bool:
        """Whether a browser is to be started before a capture can be shown."""
        shown = capture.status not in _REDIRECTS and capture.length > 0 and is_shown(capture.type)
        return shown and self.replay is None

    def load(self, capture: Capture) -> None:
        """Show a capture in the way that suits its type."""
        self.clear()
        self._capture = capture
        if capture.status in _REDIRECTS:
            self._show_redirect(capture)
        elif capture.length == 0:
            self._say(self.tr("This version has no content."), reasons.status(capture.status))
        elif is_shown(capture.type):
            self._show_replay(capture)
        else:
            self._show_card(capture)

    def clear(self) -> None:
        self._loader.cancel()
        self._painter.cancel()
        self._small_painter.cancel()
        self._player_loader.cancel()
        self.pdf.clear()
        self._pdf_words.clear()
        self.player.stop()
        self.layout_.cancel()
        self._laid_out = None
        self.enlarged.hide()
        self._loading = False
        self._at = (0.0, 0.0)
        self._target = ""
        self.missing_changed.emit([])
        self.empty.say("")
        self.follow.hide()

    def missing(self) -> list[str]:
        replay = self.replay
        return replay.missing() if replay is not None and self._stack.currentWidget() is replay else []

    def _save_shown(self) -> None:
        if self._capture is not None:
            self.save_original(self._capture)

    def save_original(self, capture: Capture) -> None:
        """Ask where, and write the bytes as they were received (transfer coding undone)."""
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

    def make_replay(self) -> ReplayView:
        """The browser, which takes a moment to start; pages are shown in it from then on."""
        if self.replay is None:
            self.replay = view = self._session.replay.new_view(self)
            self._stack.addWidget(view)
            view.link_activated.connect(self.link_activated)
            view.beside_activated.connect(self.beside_activated)
            view.link_hovered.connect(self._hover)
            view.loaded.connect(self._loaded)
            view.scrolled.connect(self._scrolled)
            view.zoom_changed.connect(self._zoomed)
            view.menu_made.connect(self._add_to_menu)
            self._words = PageWords(view)
            view.loaded.connect(lambda _ok: self.find_bar.reset())
            view.download_refused.connect(self._show_download)
            view.missing_changed.connect(lambda _count: self.missing_changed.emit(self.missing()))
        return self.replay

    def _add_to_menu(self, menu: QMenu) -> None:
        """What can be done with the whole page, in the browser's own menu."""
        menu.addSeparator()
        teach = menu.addAction(theme.icon("facets"), self.tr("Teach a field…"), self._teach)
        teach.setToolTip(self.tr("Find this value on all pages like it: a price, a date, a name"))
        add_judging(menu, self._judge)
        menu.addMenu(CopyMenu(self._chosen, self, menu))

    def _judge(self, content: bool) -> None:
        judge_pointed(self.make_replay(), self._capture, self.judge_requested, content)

    def _teach(self) -> None:
        capture = self._capture

        def pointed(found: Any) -> None:
            if isinstance(found, dict) and capture is not None:
                self.teach_requested.emit(capture, str(found.get("path", "")), str(found.get("text", "")))

        self.make_replay().ask_pointed(pointed)

    def print_to(self, paper: Paper, line: str, done: Done, failed: Failed) -> bool:
        """What is seen as a PDF; False when there is only a card."""
        seen, capture = self._stack.currentWidget(), self._capture
        if seen is self.replay and self.replay is not None:
            paper.of_view(self.replay, line, done, failed)
        elif seen is self.pdf and capture is not None:
            pdf = self._laid_out.pdf if self._laid_out is not None else b""
            paper.made(lambda reader, _: pdf or reader.body(capture), line, done, failed)
        else:
            return False
        return True

    def open_outside(self) -> None:
        """Open the document in the program that the system has for it."""
        chosen = self._chosen()
        if chosen is not None:
            open_outside(*chosen, self.window())

    def _drag(self) -> None:
        chosen = self._chosen()
        if chosen is not None:
            drag_out(*chosen, self, self.card.picture.pixmap().scaledToHeight(48))

    def _chosen(self) -> tuple[Archive, Captures] | None:
        return (self._session.archive, one(self._capture)) if self._capture is not None else None

    def _show_replay(self, capture: Capture) -> None:
        view = self.make_replay()
        self._stack.setCurrentWidget(view)
        self.find_bar.watch(self._words)
        self._loading = True
        view.show_capture(capture)

    def _loaded(self, _ok: bool) -> None:
        self._loading = False
        view = self.make_replay()
        view.set_zoom(self._zoom)  # the browser forgets it when another site is shown
        wanted, self._wanted = self._wanted, None
        if wanted is not None and self._capture is not None and wanted[0] == self._capture.id:
            self._at = wanted[1]
            view.scroll_to(*self._at)
        self._seek()

    def seek_link(self, capture: Capture, target: str, *, at_once: bool) -> None:
        """Mark the links to an address and scroll to the first: `at_once` where the capture is shown, else when it is."""
        self._sought = capture.id, target
        if at_once and not self._loading:
            self._seek()

    def _seek(self) -> None:
        """Look for the links that are sought in the page that is shown."""
        sought, view, capture = self._sought, self.replay, self._capture
        if sought is None or view is None or capture is None or sought[0] != capture.id:
            return
        self._sought = None
        from widgets.page import anchors  # which loads the graph's addresses

        anchors.mark(view, sought[1], lambda found: None if found else self.link_missed.emit())

    def _scrolled(self, down: float, right: float) -> None:
        self._at = down, right

    @property
    def scrolled(self) -> tuple[float, float]:
        """Scroll position of the page, down and to the right, each 0 to 1; while it loads, where it will be."""
        if self._wanted is not None and self._capture is not None and self._wanted[0] == self._capture.id:
            return self._wanted[1]
        return self._at

    def scroll_when_loaded(self, capture: Capture, at: tuple[float, float]) -> None:
        """Scroll a capture that is about to be loaded to where it was."""
        self._wanted = capture.id, at

    def _zoomed(self, factor: float) -> None:
        """Ctrl and the wheel in the page; what the browser forgets while it loads does not count."""
        if not self._loading and abs(factor - self._zoom) > 0.001:
            self._zoom = factor
            self.zoomed.emit(factor)

    def set_zoom(self, factor: float) -> None:
        """Show this page and those to come larger or smaller."""
        self._zoom = factor
        self.pdf.set_zoom(factor)
        if self.replay is not None and not self._loading:
            self.replay.set_zoom(factor)

    def open_find(self) -> None:
        """Look for words, where there is a page to look in."""
        if self._stack.currentWidget() in (self.replay, self.pdf):
            self.find_bar.open()
        elif self._stack.currentWidget() is self.card:
            self.find_requested.emit()

    def _hover(self, address: str) -> None:
        self._hovered = address
        self.link_hovered.emit(address)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self._hovered:  # the browser does not see the pointer leave what is not seen
            self._hover("")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.enlarged.setGeometry(self.rect())

    def _play(self) -> None:
        """Play sound or film out of the archive."""
        capture = self._capture
        if capture is None:
            return
        if obstacle():
            self._play_otherwise()
            return

        def begin(found: Recording | None) -> None:
            if found is None:
                self._play_otherwise()
            else:
                self.player.play(found)

        self._player_loader.start(
            self._session.archive, lambda reader, _: recording(reader.body(capture)), begin
        )

    def _show_player(self, film: bool) -> None:
        """A film takes the place of its card; a sound plays below it."""
        if film:
            self._stack.setCurrentWidget(self.player.pictures)

    def _play_otherwise(self) -> None:
        """The browser plays what it can without licensed codecs; of other recordings it is said that nothing does."""
        capture = self._capture
        if capture is None:
            return
        if is_played(capture.type):
            self._show_replay(capture)
            return
        self._stack.setCurrentWidget(self.card)
        self.card.say(
            self.tr("This {type} cannot be played here. It can be opened in another program.").format(
                type=formats.type_label(capture.type)
            )
        )

    def _tell_obstacle(self, capture: Capture) -> bool:
        """Whether sound and film of this type can be played; what is missing for that stands on the card."""
        if formats.type_kind(capture.type) not in ("audio", "video"):
            return False
        if obstacle() and not is_played(capture.type):
            words = self.tr(
                "It could be played here if the system had the package {package}. It can be opened in another program."
            )
            self.card.say(words.format(package=obstacle()))
            return False
        return True

    def _show_download(self, _url: str) -> None:
        """The server meant it to be saved, not shown."""
        if self._capture is not None:
            self._show_card(self._capture)

    def _show_card(self, capture: Capture) -> None:
        self.card.show_capture(capture)
        self.card.play.setVisible(self._tell_obstacle(capture))
        self._stack.setCurrentWidget(self.card)
        archive = self._session.archive

        def extract(reader: ArchiveReader, _task: jobs.Handle) -> Document:
            return reader.document(capture)

        def shown(document: Document) -> None:
            self.card.show_document(document)
            pages = document.metadata.get("pages", "")
            if document.format == "pdf" and pages.isdigit() and not document.error:
                self._show_pages(
                    int(pages),
                    lambda reader, number, width: reader.page_picture(capture, number, width),
                    lambda reader, *which: reader.page_words(capture, *which),
                )
            elif can_lay_out(document):
                lay_out = self.layout_.want if self._session.lays_out else self.layout_.offer
                lay_out(capture, document.format)
            elif is_known(document):
                self.card.say(self.tr("Where LibreOffice is installed it is shown here as it looks."))
            elif formats.type_kind(document.media_type) in _PICTURED and not document.error:
                self._painter.start(
                    archive, lambda reader, _: frames_of(reader, capture), self.card.show_frames
                )

        self._loader.start(archive, extract, shown, self.card.show_error)

    def _show_laid_out(self, made: LaidOut) -> None:
        """The pages that LibreOffice has made of an Office document."""
        self.card.look.hide()
        self._laid_out = made
        self._show_pages(
            made.pages,
            lambda _, number, width: shared().page_picture(made.pdf, number, width),
            lambda _, first, count, cancelled: shared().page_words(
                made.pdf, first, count, cancelled=cancelled
            ),
            note=self.tr("As LibreOffice shows it"),
        )

    def _say_laying_out(self) -> None:
        self.card.say(self.tr("LibreOffice lays this document out…"))
        self.card.offer_look(stop=True)

    def _say_not_laid_out(self, why: str) -> None:
        self.card.say(why)
        self.card.offer_look(stop=False)

    def _show_pages(self, count: int, picture: Draw, words: Read, note: str = "") -> None:
        """The pages of a PDF, drawn as they come into sight."""
        if not count:
            return
        archive = self._session.archive

        def draw(number: int, width: int, done: Callable[[QImage | None], None]) -> None:
            # small pages do not wait for the large one, nor it for them
            loader = self._small_painter if width < _SMALL else self._painter

            def drawn(reader: ArchiveReader, _task: jobs.Handle) -> QImage | None:
                found = picture(reader, number, width)
                return QImage.fromData(found.data) if found else None

            loader.start(archive, drawn, done, lambda _: done(None))

        self._stack.setCurrentWidget(self.pdf)
        self.pdf.show_document(count, draw, note)
        self._pdf_words.read_from(archive, words)
        self.find_bar.watch(self._pdf_words)
        self.find_bar.reset()  # the surface is that of the document before, in which nothing can be found now

    def _missed(self, words: str) -> None:
        """Another reader may have told the characters of a PDF: its text has what its pages have not."""
        if self._stack.currentWidget() is self.pdf:
            self.find_bar.put_away()
            self.words_missed.emit(words)

    def _show_undrawn(self) -> None:
        """Not even the first page can be drawn."""
        self._stack.setCurrentWidget(self.card)
        if self.find_bar.isVisible():
            self.find_bar.close_bar()
            self.find_requested.emit()

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


def frames_of(reader: ArchiveReader, capture: Capture) -> list[Frame]:
    """Cover and key frames of a sound, film or book; in a worker."""
    return frames(reader.document(capture, pictures=True).pictures)
