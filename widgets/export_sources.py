"""What can be exported: a name for it, its pages for documents, its addresses for archives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from app.archive import ArchiveReader, Page
from widgets.tree.menu import TreeSelection
from widgets.tree.model import DOCUMENTS


@dataclass(frozen=True, slots=True)
class PagesSource:
    """Something that can be exported: what to call it, how to read its pages (in a worker), how many there are.

    Without `count` they are counted in the background while the dialog is open. `addresses` gives every address that
    belongs to it, for archive formats; without it, the whole archive is meant. `single`: only pages, without what
    they are made of.
    """

    label: str
    pages: Callable[[ArchiveReader], Iterable[Page]]
    count: int | None = None
    addresses: Callable[[ArchiveReader], Sequence[str]] | None = None
    single: bool = False


def everything(kinds: Sequence[str] = DOCUMENTS) -> PagesSource:
    """The whole archive."""
    label = QCoreApplication.translate("exporting", "The whole archive")
    return PagesSource(label, lambda reader: reader.all_pages(kinds=kinds))


def of_tree(selection: TreeSelection, label: str) -> PagesSource:
    """What is selected in the tree."""
    count = len(selection.pages) if selection.single else None
    return PagesSource(label, selection, count, selection.addresses, selection.single)


def site_of(url: str) -> PagesSource | None:
    """The whole site of an address, under http and https alike."""
    rest = url.partition("://")[2]
    host = rest.partition("/")[0].rpartition("@")[2]
    if not host:
        return None
    prefixes = tuple(f"{scheme}://{host}/" for scheme in ("http", "https"))

    def pages(reader: ArchiveReader) -> Iterable[Page]:
        for prefix in prefixes:
            yield from reader.all_pages(prefix, DOCUMENTS)

    def addresses(reader: ArchiveReader) -> list[str]:
        return [page.url for prefix in prefixes for page in reader.all_pages(prefix)]

    label = QCoreApplication.translate("exporting", "The site {host}").format(host=host)
    return PagesSource(label, pages, addresses=addresses)
