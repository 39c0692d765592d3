"""Exports in the background: documents, or a part of the archive in an archive format."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject

from app.archive.archive import Archive
from app.archive.index.facets import FACETS, FacetChoice
from app.archive.model import Page
from app.archive.past import Past
from app.archive.reader import ArchiveReader
from app.errors import StorageFailed
from app.exporting.export import COLUMNS, Beside, ExportReport, export
from app.exporting.listing import SUFFIXES as LISTS
from app.exporting.listing import write_list
from app.exporting.naming import Named
from app.fields.table import FieldColumns
from app.interchange.exporting import export_archive
from app.interchange.job import InterchangeReport
from app.search import listing
from app.search.listing import Listing
from app.statistics import sampling
from app.statistics.sampling import Drawing
from widgets.kit import jobs
from widgets.tree import facets as facet_words
from widgets.tree.nodes import DOCUMENTS
from widgets.tree.selection import TreeSelection
from widgets.words import formats

_AT_ONCE = 500  # pages that are read by their numbers in one go

# What can be exported: a name for it, its pages for documents, its addresses for archives.


@dataclass(frozen=True, slots=True)
class PagesSource:
    """Something that can be exported: what to call it, how to read its pages (in a worker), how many there are.

    Without `count` they are counted in the background while the dialog is open. For archive formats `prefixes` tells
    how all its addresses begin, and no others (None: that cannot be said), and `addresses` names each of them; without
    either, the whole archive is meant. `single`: only pages, without what they are made of. `hits`: the hits of a query,
    in the versions that were found, and for archive formats with what these need to be shown.
    """

    label: str
    pages: Callable[[ArchiveReader], Iterable[Page]]
    count: int | None = None
    addresses: Callable[[ArchiveReader], Sequence[str]] | None = None
    single: bool = False
    prefixes: Callable[[ArchiveReader, Callable[[], object]], tuple[str, ...] | None] | None = None
    hits: Listing | None = None


def of_hits(hits: Listing, count: int | None = None) -> PagesSource:
    """What a search found."""
    label = QCoreApplication.translate("exporting", "What was found for “{query}”").format(
        query=formats.shorten(hits.query, 60)
    )
    return PagesSource(label, hits.pages, count, hits=hits)


def everything(kinds: Sequence[str] = DOCUMENTS) -> PagesSource:
    """The whole archive."""
    label = QCoreApplication.translate("exporting", "The whole archive")
    return PagesSource(label, lambda reader: reader.all_pages(kinds=kinds))


def of_choice(choice: FacetChoice) -> PagesSource:
    """The pages that the tree is narrowed to by facets."""
    chips = [facet_words.chip(facet, value) for facet in FACETS for value in getattr(choice, facet)]
    listed = QCoreApplication.translate("engine", ", ", "between the items of a list").join(chips)
    label = QCoreApplication.translate("exporting", "What the tree shows ({choice})").format(choice=listed)

    def pages(reader: ArchiveReader) -> Iterable[Page]:
        return reader.all_pages(kinds=DOCUMENTS, choice=choice)

    return PagesSource(label, pages, addresses=lambda reader: [page.url for page in pages(reader)])


def of_pages(label: str, numbers: Sequence[int]) -> PagesSource:
    """Pages by their numbers."""

    def pages(reader: ArchiveReader) -> Iterable[Page]:
        for begin in range(0, len(numbers), _AT_ONCE):
            yield from reader.pages_by_id(numbers[begin : begin + _AT_ONCE])

    def addresses(reader: ArchiveReader) -> list[str]:
        return [page.url for page in pages(reader)]

    return PagesSource(label, pages, len(numbers), addresses, single=True)


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


_ENDINGS = {"warc": ".warc.gz", "wacz": ".wacz", "tianwang": ""}
VERSIONS = ("all", "versions", "newest")
"""What of each address goes into an archive format: everything, without visits, only the newest version."""


@dataclass(frozen=True, slots=True)
class Wish:
    """The choices made in the export dialog."""

    source: PagesSource
    format: str
    folder: Path
    count: int | None
    versions: str = "all"
    names: str = ""
    once: bool = False
    main: bool = True
    notes: bool = True
    alike: bool = False
    sample: Drawing | None = None


def documents(
    owner: QObject, archive: Archive | Past, wish: Wish, done: Callable[[ExportReport], None]
) -> jobs.Task[Any]:
    """Write documents."""

    def work(task: jobs.Handle) -> ExportReport:
        def progress(number: int, address: str) -> None:
            task.step(number, wish.count or 0, lambda: address)

        hits = wish.source.hits
        if hits is not None and wish.format in LISTS:
            name = QCoreApplication.translate("exporting", "hits", "name of a file")
            return write_list(
                hits.values(),
                wish.folder,
                wish.format,
                name=name,
                columns=listing.columns([archive.path]),
                row=listing.row,
                progress=progress,
                cancelled=lambda: task.cancelled,
            )
        if wish.alike and wish.format not in LISTS:
            _find_alike(archive.path, task)
        with archive.reader() as reader, FieldColumns(reader.path, COLUMNS) as fields:
            return export(
                reader,
                wish.source.pages(reader),
                wish.folder,
                wish.format,
                names=wish.names,
                once=wish.once,
                alike=wish.alike,
                main=wish.main,
                version=hits.version if hits is not None else None,
                readers=archive.reader,
                progress=progress,
                cancelled=lambda: task.cancelled,
                beside=Beside(fields.columns, fields.of),
            )

    def stopped(report: ExportReport | None) -> None:
        if report is not None and report.files:
            done(report)

    return jobs.run(owner, work, done=done, stopped=stopped, label=_label(wish))


def _find_alike(archive: Path, task: jobs.Handle) -> None:
    """Bring up to date which texts are nearly the same; where nothing can be written, what is known of it holds."""
    from app.likeness.feeding import feed

    with suppress(StorageFailed):
        feed(Archive.open(archive), task.steps("{done} / {total}", formats.number), lambda: task.cancelled)
    task.check()


def count(
    owner: QObject, archive: Archive | Past, source: PagesSource, done: Callable[[int], None]
) -> jobs.Task[Any]:
    """How many pages a source has."""

    def work(task: jobs.Handle) -> int:
        counted = 0
        with archive.reader() as reader:
            for counted, _ in enumerate(source.pages(reader), 1):
                if counted % 1000 == 0:
                    task.check()
        return counted

    return jobs.run(owner, work, done=done)


def example(
    owner: QObject, archive: Archive | Past, source: PagesSource, done: Callable[[Named | None], None]
) -> jobs.Task[Any]:
    """The first page of a source with what the name of its file may be made of; None when there is none."""

    def work(_task: jobs.Handle) -> Named | None:
        with archive.reader() as reader:
            page = next(iter(source.pages(reader)), None)
            capture = reader.latest_version(page.url) if page else None
            if page is None or capture is None:
                return None
            return Named(page, capture, reader.facet_values(page), page.versions)

    return jobs.run(owner, work, done=done)


def archives(
    owner: QObject, archive: Archive | Past, wish: Wish, done: Callable[[InterchangeReport], None]
) -> jobs.Task[Any]:
    """Write a part of the archive in a format of other programs."""
    step = QCoreApplication.translate("exporting", "{count} captures, {address}")

    def work(task: jobs.Handle) -> InterchangeReport:
        if wish.sample is not None:
            return _sampled(archive, wish, wish.sample, task)
        with archive.reader() as reader:
            prefixes, urls = part(wish.source, reader, task.check)
            ids = wish.source.hits.ids() if wish.source.hits is not None else None
            whole = urls is None and ids is None and "" in prefixes
            total = sum(batch.versions + batch.visits for batch in reader.batches()) if whole else 0

            def progress(number: int, address: str) -> None:
                task.step(number, total, lambda: step.format(count=formats.number(number), address=address))

            return export_archive(
                reader,
                wish.folder,
                wish.format,
                prefixes=prefixes,
                urls=urls,
                ids=ids,
                newest=wish.versions == "newest",
                visits=None if wish.versions == "all" else False,
                notes=wish.notes,
                progress=progress,
                cancelled=lambda: task.cancelled,
            )

    return jobs.run(owner, work, done=done, label=_label(wish))


def _sampled(archive: Archive | Past, wish: Wish, drawing: Drawing, task: jobs.Handle) -> InterchangeReport:
    """Write a random sample of the pages of a source, with its manifest beside it."""
    ending = _ENDINGS[wish.format]
    step = QCoreApplication.translate("exporting", "{count} captures, {address}")

    def progress(number: int, address: str) -> None:
        task.step(number, 0, lambda: step.format(count=formats.number(number), address=address))

    with archive.reader() as reader:
        chosen = sampling.draw(reader, drawing, among=wish.source.pages(reader))
        task.check()
        try:
            wish.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StorageFailed(path=wish.folder, detail=error.strerror or str(error)) from error
        dest, number = wish.folder / f"sample-{drawing.seed}{ending}", 1
        while _is_there(dest):
            number += 1
            dest = wish.folder / f"sample-{drawing.seed}-{number}{ending}"
        report, _ = sampling.write(
            reader, chosen, dest, wish.format, progress=progress, cancelled=lambda: task.cancelled
        )
        return report


def _is_there(dest: Path) -> bool:
    return dest.exists() or (dest.parent / f"{dest.name}{sampling.SUFFIX}").exists()


def _label(wish: Wish) -> str:
    return QCoreApplication.translate("exporting", "Exporting {what}").format(what=wish.source.label)
