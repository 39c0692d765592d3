"""The context menu of the tree: what can be done with the selected pages and folders."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QMenu

from app.archive import Page
from widgets import theme
from widgets.session import Session
from widgets.tree import cells
from widgets.tree.view import PageTree

if TYPE_CHECKING:
    from app.archive import ArchiveReader
    from widgets.tree.panel import TreePanel

PagesSource = Callable[["ArchiveReader"], Iterator[Page]]


def source_of(indexes: list[QModelIndex], kinds: tuple[str, ...]) -> PagesSource:
    """The pages of a selection, folders with all that is below them, each page once; read when it is used."""
    pages = [index.data(cells.PAGE_ROLE) for index in indexes]
    folders = [index.data(cells.FOLDER_ROLE) for index in indexes]

    def read(reader: ArchiveReader) -> Iterator[Page]:
        seen: set[int] = set()
        for page, folder in zip(pages, folders, strict=True):
            found = [page] if page else reader.pages_below(folder.folder_id, kinds) if folder else []
            for each in found:
                if each.page_id not in seen:
                    seen.add(each.page_id)
                    yield each

    return read


class PageMenu(QMenu):
    """Made anew for each selection."""

    def __init__(self, panel: TreePanel, view: PageTree, session: Session) -> None:
        super().__init__(panel)
        self._panel, self._view, self._session = panel, view, session
        index = view.currentIndex()
        self.page: Page | None = index.data(cells.PAGE_ROLE) if index.isValid() else None
        self.url: str = index.data(cells.URL_ROLE) or "" if index.isValid() else ""
        self._add("open", self.tr("&Open"), self._open, self.page is not None)
        many = self.page is not None and self.page.versions > 1
        self._add("compare", self.tr("&Compare the last two versions"), self._compare, many)
        self._add("export", self.tr("&Export…"), panel.export_selected, bool(view.selected()))
        self.addSeparator()
        self._add("crawl", self.tr("C&rawl this address again…"), self._crawl, bool(self.url))
        self._add("copy", self.tr("Copy &address"), self._copy, bool(self.url))
        web = self.url.startswith(("http://", "https://"))
        self._add("browser", self.tr("Open in &browser (the page as it is today)"), self._browse, web)
        self.aboutToHide.connect(self.deleteLater)

    def _add(self, icon: str, text: str, act: Callable[[], None], enabled: bool) -> None:
        action = self.addAction(theme.icon(icon), text)
        action.triggered.connect(act)
        action.setEnabled(enabled)

    def _open(self) -> None:
        self._panel.page_chosen.emit(self.page)

    def _compare(self) -> None:
        versions = self._session.reader.versions(self.url)
        if len(versions) > 1:
            self._panel.compare_requested.emit(versions[-2].id, versions[-1].id)

    def _crawl(self) -> None:
        self._panel.crawl_requested.emit(self.url)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.url)

    def _browse(self) -> None:
        QDesktopServices.openUrl(QUrl(self.url))
