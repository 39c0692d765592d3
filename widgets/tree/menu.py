"""The context menu of the tree: what can be done with the selected pages and folders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice, pairwise
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QCoreApplication, QModelIndex, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QMenu

from app.archive import Folder, Page
from app.archive.addresses import place
from app.crawl.again import MOST_SEEDS, AgainKind
from widgets import theme
from widgets.session import Session
from widgets.tree import cells
from widgets.tree.view import PageTree

if TYPE_CHECKING:
    from app.archive import ArchiveReader
    from widgets.tree.panel import TreePanel


class TreeSelection:
    """Pages and folders chosen in the tree, folders with all that is below them; read when it is used.

    Called with a reader it gives the pages that the tree shows, each once. `addresses` also takes in what belongs to
    them and is not shown: pictures, styles, redirects.
    """

    def __init__(self, indexes: list[QModelIndex], kinds: tuple[str, ...]) -> None:
        self.pages: list[Page] = [page for index in indexes if (page := index.data(cells.PAGE_ROLE))]
        found = [index.data(cells.FOLDER_ROLE) for index in indexes if not index.data(cells.PAGE_ROLE)]
        self.folders: list[Folder] = [folder for folder in found if folder]
        self._kinds = kinds

    def __call__(self, reader: ArchiveReader) -> Iterator[Page]:
        seen: set[int] = set()
        for page in self._read(reader, self._kinds):
            if page.page_id not in seen:
                seen.add(page.page_id)
                yield page

    @property
    def single(self) -> bool:
        """Whether nothing but single pages is chosen."""
        return not self.folders

    def addresses(self, reader: ArchiveReader) -> list[str]:
        """Every address that belongs to the selection."""
        return list(dict.fromkeys(page.url for page in self._read(reader, None)))

    def prefixes(self, reader: ArchiveReader, check: Callable[[], object]) -> tuple[str, ...] | None:
        """How all addresses of the selection begin, and no others; None where that cannot be said.

        A folder holds addresses of either scheme, and names in it stand there decoded; so what it holds and what begins
        like it is counted. That takes a while for many pages: `check` is called meanwhile, and may raise.
        """
        rests = sorted(folder.url.partition("://")[2] for folder in self.folders)
        nested = any(later.startswith(earlier) for earlier, later in pairwise(rests))
        if self.pages or not rests or nested:
            return None
        found = tuple(f"{scheme}://{rest}" for rest in rests for scheme in ("http", "https"))
        inside = _count(self._read(reader, None), found, check)
        outside = sum(_count(reader.all_pages(prefix), found, check) for prefix in found)
        return found if inside == outside else None

    def _read(self, reader: ArchiveReader, kinds: tuple[str, ...] | None) -> Iterator[Page]:
        yield from self.pages
        for folder in self.folders:
            yield from reader.pages_below(folder.folder_id, kinds)


def _count(pages: Iterable[Page], prefixes: tuple[str, ...], check: Callable[[], object]) -> int:
    """How many pages there are; -1 when one of them begins with none of the prefixes."""
    count = 0
    for count, page in enumerate(pages, 1):
        if not page.url.startswith(prefixes):
            return -1
        if not count % 1000:
            check()
    return count


class AgainTarget(NamedTuple):
    """What is to be crawled once more: a site (its address), a folder (its address and its pages), or pages."""

    kind: AgainKind
    urls: list[str]


def site_address(url: str) -> str:
    """The address of the site that an address belongs to."""
    return place(url)[1]


def again_target(view: PageTree, session: Session, kinds: tuple[str, ...]) -> AgainTarget | None:
    """What *Crawl again* means for the rows selected; None where nothing is."""
    chosen = TreeSelection(view.selected(), kinds)
    if len(chosen.folders) == 1 and not chosen.pages:
        folder = chosen.folders[0]
        if folder.parent_id is None:
            return AgainTarget("site", [folder.url])
        below = session.reader.pages_below(folder.folder_id, kinds)
        return AgainTarget("folder", [folder.url, *(page.url for page in islice(below, MOST_SEEDS))])
    urls = [page.url for page in islice(chosen(session.reader), MOST_SEEDS)]
    return AgainTarget("page", urls) if urls else None


def again_words(kind: AgainKind, count: int) -> str:
    """What the action is called for what is selected."""
    translate = QCoreApplication.translate
    if kind == "site":
        return translate("tree", "Crawl this site a&gain")
    if kind == "folder":
        return translate("tree", "Crawl this folder a&gain")
    return translate("tree", "Crawl this page a&gain") if count == 1 else translate("tree", "Crawl these pages a&gain")


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
        site = self.url.startswith(("http://", "https://"))
        self._add("changes", self.tr("&What changed on this site…"), self._changes, site)
        self._add("export", self.tr("&Export…"), panel.export_selected, bool(view.selected()))
        self.addSeparator()
        target = again_target(view, session, panel.model.shown.kinds)
        words = again_words(target.kind if target else "page", len(target.urls) if target else 1)
        self._add("again", words, panel.crawl_selected_again, target is not None and site)
        inside = site and (target is None or target.kind != "site")
        self._add("again", self.tr("Crawl the whole s&ite again"), self._again_site, inside)
        self._add("crawl", self.tr("C&rawl with other settings…"), self._crawl, bool(self.url))
        self._add("copy", self.tr("Copy &address"), self._copy, bool(self.url))
        self._add("browser", self.tr("Open in &browser (the page as it is today)"), self._browse, site)
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

    def _changes(self) -> None:
        self._panel.changes_requested.emit(self.url)

    def _again_site(self) -> None:
        self._panel.again_requested.emit(AgainTarget("site", [site_address(self.url)]), False)

    def _crawl(self) -> None:
        target = again_target(self._view, self._session, self._panel.model.shown.kinds)
        if target is None:
            self._panel.crawl_requested.emit(self.url)
        else:
            self._panel.again_requested.emit(target, True)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.url)

    def _browse(self) -> None:
        QDesktopServices.openUrl(QUrl(self.url))
