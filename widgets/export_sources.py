"""What can be exported: a name for it, its pages for documents, its addresses for archives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from app.archive import FACETS, ArchiveReader, FacetChoice, Page
from widgets.tree import facet_words
from widgets.tree.menu import TreeSelection
from widgets.tree.shown import DOCUMENTS


@dataclass(frozen=True, slots=True)
class PagesSource:
    """Something that can be exported: what to call it, how to read its pages (in a worker), how many there are.

    Without `count` they are counted in the background while the dialog is open. For archive formats `prefixes` tells
    how all its addresses begin, and no others (None: that cannot be said), and `addresses` names each of them; without
    either, the whole archive is meant. `single`: only pages, without what they are made of.
    """

    label: str
    pages: Callable[[ArchiveReader], Iterable[Page]]
    count: int | None = None
    addresses: Callable[[ArchiveReader], Sequence[str]] | None = None
    single: bool = False
    prefixes: Callable[[ArchiveReader, Callable[[], object]], tuple[str, ...] | None] | None = None


def everything(kinds: Sequence[str] = DOCUMENTS) -> PagesSource:
    """The whole archive."""
    label = QCoreApplication.translate("exporting", "The whole archive")
    return PagesSource(label, lambda reader: reader.all_pages(kinds=kinds))


def of_choice(choice: FacetChoice, kinds: Sequence[str] = DOCUMENTS) -> PagesSource:
    """The pages that the tree is narrowed to by facets."""
    chips = [facet_words.chip(facet, value) for facet in FACETS for value in getattr(choice, facet)]
    listed = QCoreApplication.translate("engine", ", ", "between the items of a list").join(chips)
    label = QCoreApplication.translate("exporting", "What the tree shows ({choice})").format(choice=listed)

    def pages(reader: ArchiveReader) -> Iterable[Page]:
        return reader.all_pages(kinds=kinds, choice=choice)

    return PagesSource(label, pages, addresses=lambda reader: [page.url for page in pages(reader)])


def of_tree(selection: TreeSelection, label: str) -> PagesSource:
    """What is selected in the tree."""
    count = len(selection.pages) if selection.single else None
    return PagesSource(label, selection, count, selection.addresses, selection.single, selection.prefixes)


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

    label = QCoreApplication.translate("exporting", "The site {host}").format(host=host)
    return PagesSource(label, pages, prefixes=lambda reader, check: prefixes)


def part(
    source: PagesSource, reader: ArchiveReader, check: Callable[[], object]
) -> tuple[tuple[str, ...], Sequence[str] | None]:
    """Prefixes and addresses of a source as app.interchange wants them; `check` raises when the work is called off.

    A site of a million addresses is a prefix or two; only what no prefix describes is named address by address.
    """
    prefixes = source.prefixes(reader, check) if source.prefixes else None
    if prefixes:
        return prefixes, None
    return ("",), source.addresses(reader) if source.addresses else None
