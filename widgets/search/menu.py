"""The context menu of the hits: open them here or elsewhere, copy what they say, their addresses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from widgets.handover.copying import CopyMenu
from widgets.handover.opening import open_outside
from widgets.kit import theme
from widgets.notes.menu import MarksMenu

if TYPE_CHECKING:
    from app.archive.model import Capture
    from app.search.results import Hit
    from widgets.session import Session


class HitsMenu(QMenu):
    """Made anew for each selection; `open_first` opens the first of the hits."""

    beside_requested = Signal(object)  # a hit that is to be opened in a tab of its own
    since_requested = Signal(object)  # a hit of whose block the history is to be shown
    first_requested = Signal(object)  # a hit, to be shown where it was said first
    alike_requested = Signal(object)  # a hit of which those behind it are to be shown, or hidden again
    again_requested = Signal(list)  # addresses that are to be crawled once more

    def __init__(
        self, session: Session, hits: Sequence[Hit], open_first: Callable[[], object], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.captures: list[Capture] = [
            hit.capture for hit in hits if hit.capture is not None and hit.archive is None
        ]
        self._urls = [hit.url for hit in hits]
        opening = self.addAction(theme.icon("open"), self.tr("&Open"))
        opening.triggered.connect(lambda: open_first())
        beside = self.addAction(theme.icon("add"), self.tr("Open in a new &tab"))
        beside.triggered.connect(lambda: self._open_beside(hits))
        beside.setEnabled(any(hit.capture is not None for hit in hits))
        outside = self.addAction(theme.icon("outside"), self.tr("Open in a&nother program"))
        outside.setEnabled(bool(self.captures))
        window = parent.window()
        captures = self.captures
        outside.triggered.connect(lambda: open_outside(session.archive, lambda _: captures, window))
        self.addSeparator()
        one = hits[0] if len(hits) == 1 and self.captures else None
        since = self.addAction(theme.icon("versions"), self.tr("&Since when?"))
        since.triggered.connect(lambda: self.since_requested.emit(one))
        first = self.addAction(theme.icon("search"), self.tr("&Who said it first?"))
        first.triggered.connect(lambda: self.first_requested.emit(one))
        for question in (since, first):
            question.setEnabled(one is not None)
        if one is not None and one.folded:
            hide, show = (
                self.tr("Hide those that are nearly the sa&me"),
                self.tr("Show %Ln &more like this", "", one.folded),
            )
            same = self.addAction(theme.icon("versions"), hide if one.opened else show)
            same.triggered.connect(lambda: self.alike_requested.emit(one))
        self.addSeparator()
        words = self.tr("Crawl these pages a&gain") if len(hits) > 1 else self.tr("Crawl this page a&gain")
        known = any(hit.capture is not None for hit in hits)
        again = self.addAction(theme.icon("again"), words if known else self.tr("Fetch this page now"))
        again.triggered.connect(lambda: self.again_requested.emit(self._urls))
        copy = self.addAction(theme.icon("copy"), self.tr("Copy &address"))
        copy.triggered.connect(lambda: QGuiApplication.clipboard().setText("\n".join(self._urls)))
        copying = CopyMenu(lambda: (session.archive, lambda _: captures), parent, self)
        copying.setEnabled(bool(captures))
        self.addMenu(copying)
        archived = [hit.url for hit in hits if hit.capture is not None and hit.archive is None]
        self.addMenu(MarksMenu(session.notes, archived, parent, self))
        self.aboutToHide.connect(self.deleteLater)

    def _open_beside(self, hits: Sequence[Hit]) -> None:
        for hit in hits:
            self.beside_requested.emit(hit)
