"""The view of one capture elsewhere: as it looked, what it says, or beside a version here what differs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QKeyEvent
from PySide6.QtWidgets import QTabBar, QWidget

from app.archive.archive import Archive
from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.blocks.noise.noise import read_rules, write_rules
from app.remote.archives import Remote
from app.remote.asking import RemoteCapture, at_moment
from app.remote.looking import Looking
from extractors.base.types import Document
from widgets.kit import jobs, messages, theme
from widgets.kit.boxes import in_column, in_row, stacked, text_label
from widgets.kit.empty_state import EmptyState
from widgets.kit.parts import ElidedLabel, push_button, tool_button
from widgets.page.page_tab import is_shown
from widgets.page.reading import chapters, heading, pieces
from widgets.page.reading_view import ReadingView
from widgets.session import Session
from widgets.words import engine, formats, reasons

if TYPE_CHECKING:
    from widgets.compare.view import CompareView
    from widgets.web.view import ReplayView


class _Views:
    """Browsers for what is looked at."""

    def __init__(self, session: Session, shown: Looking) -> None:
        self._session, self._shown = session, shown

    def new_view(self, parent: QWidget | None = None, /) -> ReplayView:
        return self._session.replay.new_view(parent, self._shown)


class _Beside:
    """What a comparison needs: theirs and ours in an archive of their own, rules of noise in ours."""

    def __init__(self, session: Session, shown: Looking) -> None:
        self._session = session
        self.archive: Archive = shown.archive
        self.reader: ArchiveReader = shown.archive.reader()
        self.replay = _Views(session, shown)

    @property
    def path(self) -> Path:
        return self._session.path

    @property
    def closed(self) -> bool:
        return self._session.closed


class LookView(jobs.CallsOff, QWidget):
    """Stands where pages are shown. Nothing of what is looked at is stored; `take_requested` asks for that."""

    closed = Signal()
    take_requested = Signal(object, object)  # the Remote, a list of its RemoteCaptures

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("siteChangesPage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session = session
        self._task = None
        self._what: tuple[Remote, RemoteCapture] | None = None
        self.looked: Looked | None = None
        self._held: list[_Closable] = []  # to be closed when something else is looked at
        self._title, self._facts = "", list[str]()
        self.page: ReplayView | None = None
        self.comparison: CompareView | None = None
        self.heading = ElidedLabel(self)
        self.heading.setProperty("role", "heading")
        self.facts = text_label("", "muted", wrap=True)
        self.take_button = push_button(
            self,
            "import",
            self.tr("&Take in"),
            self.tr("Store this capture with its original time"),
            self._take,
        )
        self.browse_button = push_button(
            self,
            "browser",
            self.tr("In the &browser"),
            self.tr("Open it in the browser, as the archive elsewhere shows it"),
            self._browse,
        )
        self.tabs = QTabBar(drawBase=False, expanding=False)
        self.tabs.setAccessibleName(self.tr("Ways to look at it"))
        self.tabs.addTab(self.tr("As it looked"))
        self.tabs.addTab(self.tr("Text"))
        self.tabs.currentChanged.connect(self._turn)
        self.view = ReadingView(self)
        self.state = EmptyState("link")
        self.state.offer(self.tr("Cancel"), self.tr("Stop asking"), self.cancel)
        self.below = stacked(self.state, self.view)
        close = tool_button(self, "close", self.tr("Back to the page (Esc)"), self._leave)
        head = in_row(
            None,
            self.heading,
            None,
            self.tabs,
            self.browse_button,
            self.take_button,
            close,
            margins=(theme.DOUBLE, theme.UNIT, theme.UNIT, theme.HALF),
            spacing=theme.UNIT,
        )
        self.facts.setContentsMargins(theme.DOUBLE, 0, theme.DOUBLE, theme.HALF)
        in_column(self, head, self.facts, (self.below, 1))
        theme.watcher().changed.connect(self._redraw)
        held = self._held
        self.destroyed.connect(lambda *_: _close(held))

    # ---- what is looked at --------------------------------------------------------------------------------------

    def show_capture(self, remote: Remote, one: RemoteCapture) -> None:
        """Fetch a capture elsewhere, and show it."""
        self._show_one(remote, one, near=False)

    def _show_one(self, remote: Remote, one: RemoteCapture, *, near: bool) -> None:
        title = self.tr("“{name}”, {date}")
        self._begin(remote, one, title, lambda task: looked_at(remote, one, near, task))

    def compare(self, remote: Remote, one: RemoteCapture, ours: Capture) -> None:
        """Fetch a capture elsewhere, and show what differs from a version here."""
        archive, title = self._session.archive, self.tr("“{name}”, {date}, and ours")
        self._begin(remote, one, title, lambda task: beside(archive, remote, one, ours, task))

    def _begin(
        self, remote: Remote, one: RemoteCapture, title: str, act: Callable[[jobs.Handle], Looked]
    ) -> None:
        self._call_off()
        self._forget()
        self._what = remote, one
        self._title = title
        self._head(one.date)
        self.facts.setText(formats.readable(one.url))
        self.tabs.hide()
        label = self.tr("Asking {name}").format(name=remote.name)
        self._say(label, "", running=True)
        self._task = jobs.run(self, act, done=self._show, failed=self._failed, label=label)
        self.state.button.setFocus()

    def _head(self, date: datetime) -> None:
        assert self._what is not None
        remote, one = self._what
        self.heading.set_text(self._title.format(name=remote.name, date=formats.date(date)))
        self.heading.setToolTip(f"{formats.date_exact(date)}\n{one.raw}")

    def cancel(self) -> None:
        """Stop asking."""
        self._call_off()
        self._say(self.tr("Cancelled"), "")

    def _forget(self) -> None:
        """What was looked at goes, with all that was fetched for it."""
        self.looked = None
        for widget in (self.page, self.comparison):
            if widget is not None:
                self.below.removeWidget(widget)
                widget.hide()
                widget.deleteLater()
        self.page = self.comparison = None
        _close(self._held)

    def _failed(self, error: Exception) -> None:
        self._task = None
        self._say(self.tr("The archive elsewhere gave nothing."), messages.sentence(error))

    def _say(self, heading: str, text: str, *, running: bool = False) -> None:
        self.state.say(heading, text)
        self.state.button.setVisible(running)
        self.below.setCurrentWidget(self.state)

    def _show(self, looked: Looked) -> None:
        self._task, self.looked = None, looked
        shown = looked.looking
        self._held.append(shown)
        self._head(shown.there.date)
        self._facts = [formats.readable(shown.there.url), reasons.status(shown.there.status)]
        self._tell(0)
        if shown.here is not None:
            self._compare(shown, shown.here)
        elif is_shown(shown.there.type) or 300 <= shown.there.status < 400:
            self._replay(shown)
        else:
            self._turn()

    def _tell(self, missing: int) -> None:
        parts = self.tr("%Ln part(s) are not there", "", missing) if missing else ""
        self.facts.setText(" · ".join(filter(None, (*self._facts, parts))))

    # ---- a capture alone ----------------------------------------------------------------------------------------

    def _replay(self, shown: Looking) -> None:
        """As it looked: its parts are fetched when the browser asks for them."""
        self.page = page = self._session.replay.new_view(self.below, shown)
        page.missing_changed.connect(self._tell)
        page.link_activated.connect(self._follow)
        self.below.addWidget(page)
        self.tabs.show()
        self.tabs.setCurrentIndex(0)
        self._turn()
        page.show_capture(shown.there)
        page.setFocus()

    def _follow(self, url: str) -> None:
        """A link leads to what the archive elsewhere has of that moment."""
        if self._what is not None and self.looked is not None and url.startswith(("http://", "https://")):
            remote, date = self._what[0], self.looked.looking.there.date
            self._show_one(remote, at_moment(remote, url, date), near=True)

    def _turn(self, *_: object) -> None:
        """Show what is chosen: the page, or its text."""
        if self.looked is None or self.comparison is not None:
            return
        if self.page is not None and not self.tabs.currentIndex():
            self.below.setCurrentWidget(self.page)
        elif self.looked.document is not None:
            self._draw_document(self.looked.document)

    def _redraw(self) -> None:
        if self.looked is not None and self.below.currentWidget() is self.view:
            self._turn()

    def _draw_document(self, document: Document) -> None:
        if document.error or not (document.text or document.title):
            why = engine.say(document.error) if document.error else ""
            self._say(self.tr("It has no text to show."), why)
            return
        look = self.view.typography(document)
        first = next(iter(chapters(document)), None)
        rest = pieces(first.blocks, look) if first is not None else iter(())
        self.below.setCurrentWidget(self.view)
        self.view.show_pieces(
            look, heading(document, (document.author, document.date)) + next(rest, ""), rest
        )
        self.view.setFocus()

    # ---- beside one of ours -------------------------------------------------------------------------------------

    def _compare(self, shown: Looking, ours: Capture) -> None:
        """Side by side, the older one left, as two versions of ours are."""
        from widgets.compare.view import CompareView  # not before somebody compares

        theirs = shown.there
        there, here = formats.date(theirs.date), formats.date(ours.date)
        words = self.tr("Left theirs of {theirs}, right ours of {ours}")
        if theirs.date > ours.date:
            words = self.tr("Left ours of {ours}, right theirs of {theirs}")
        self._facts.append(words.format(theirs=there, ours=here))
        self._tell(0)
        beside = _Beside(self._session, shown)
        self._held.append(beside.reader)
        self.comparison = view = CompareView(beside, self.below)
        view.heading.close_button.hide()  # there is one above
        view.closed.connect(self._leave)
        view.address_activated.connect(self._follow)
        view.ignoring.changed.connect(lambda: self._ignored(shown, view))
        self.below.addWidget(view)
        self.below.setCurrentWidget(view)
        view.compare(*(one.id for one in sorted((theirs, ours), key=lambda each: each.date)))

    def _ignored(self, shown: Looking, view: CompareView) -> None:
        """A rule of noise was made for the archive: it holds for what is beside it, too."""
        write_rules(shown.archive.path, read_rules(self._session.path))
        view.compare_again()

    # ---- what is done with it -----------------------------------------------------------------------------------

    def _take(self) -> None:
        if self._what is not None:
            self.take_requested.emit(self._what[0], [self._what[1]])

    def _browse(self) -> None:
        if self._what is not None:
            remote, one = self._what
            QDesktopServices.openUrl(QUrl(f"{remote.address}{one.date:%Y%m%d%H%M%S}/{one.url}"))

    def _leave(self) -> None:
        self._call_off()
        self._forget()
        self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._leave()
        else:
            super().keyPressEvent(event)


class _Closable(Protocol):
    def close(self) -> None: ...


def _close(held: list[_Closable]) -> None:
    """Readers before what they read."""
    while held:
        held.pop().close()


@dataclass(frozen=True)
class Looked:
    """A capture elsewhere as it is answered, which whoever takes it closes: its document where it is looked at alone."""

    looking: Looking
    document: Document | None = None


def looked_at(remote: Remote, one: RemoteCapture, near: bool, task: jobs.Handle) -> Looked:
    """What a capture elsewhere says; with `near` the one that there is nearest to its moment. RemoteFailed."""
    looking = Looking(remote, one)
    try:
        looking.begin(near=near)
        task.check()
        with looking.archive.reader() as reader:
            document = reader.document(looking.there, cancelled=lambda: task.cancelled)
        task.check()
    except BaseException:
        looking.close()
        raise
    return Looked(looking, document)


def beside(archive: Archive, remote: Remote, one: RemoteCapture, ours: Capture, task: jobs.Handle) -> Looked:
    """A capture elsewhere and a version here in one archive, with the rules of noise of here. RemoteFailed."""
    looking = Looking(remote, one, (archive, ours))
    try:
        write_rules(looking.archive.path, read_rules(archive.path))
        looking.begin()
        task.check()
    except BaseException:
        looking.close()
        raise
    return Looked(looking)
