"""The pages and folders that are chosen in the tree: read when they are used, and what “Crawl again” means for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice, pairwise
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QCoreApplication, QModelIndex

from app.archive.addresses import place
from app.archive.model import Folder, Page
from app.crawl.plans.again import MOST_SEEDS, AgainKind
from widgets.session import Session
from widgets.tree import cells
from widgets.tree.view import PageTree

if TYPE_CHECKING:
    from app.archive.reader import ArchiveReader


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
        """Prefixes of all addresses of the selection and of no others; None where there are no such prefixes.

        A folder holds addresses of either scheme under decoded names, so its pages and those with its prefix are counted.
        That takes a while for many pages: `check` is called meanwhile, and may raise.
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
    return (
        translate("tree", "Crawl this page a&gain")
        if count == 1
        else translate("tree", "Crawl these pages a&gain")
    )
