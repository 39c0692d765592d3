"""The export itself, in the background: documents, or a part of the archive for other programs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject

from app.archive import Archive
from app.exporting import ExportReport, export
from app.exporting.naming import Named
from app.interchange import InterchangeReport, export_archive
from widgets import formats, jobs
from widgets.courtesy import FIRST
from widgets.export_sources import PagesSource, part

VERSIONS = ("all", "versions", "newest")
"""What of each address goes into an archive format: everything, without visits, only the newest version."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants exported."""

    source: PagesSource
    format: str
    folder: Path
    count: int | None
    versions: str = "all"
    names: str = ""
    once: bool = False
    main: bool = True


def documents(owner: QObject, archive: Archive, wish: Wish, done: Callable[[ExportReport], None]) -> jobs.Task:
    """Write documents."""

    def work(task: jobs.Handle) -> ExportReport:
        def progress(number: int, address: str) -> None:
            FIRST.give_way()
            task.progress(number / wish.count if wish.count else -1.0, address)

        with archive.reader() as reader:
            return export(
                reader, wish.source.pages(reader), wish.folder, wish.format, names=wish.names,
                once=wish.once, main=wish.main, progress=progress, cancelled=lambda: task.cancelled,
            )  # fmt: skip

    def stopped(report: ExportReport | None) -> None:
        if report is not None and report.files:
            done(report)

    return jobs.run(owner, work, done=done, stopped=stopped, label=_label(wish))


def count(owner: QObject, archive: Archive, source: PagesSource, done: Callable[[int], None]) -> jobs.Task:
    """How many pages a source has."""

    def work(task: jobs.Handle) -> int:
        counted = 0
        with archive.reader() as reader:
            for counted, _ in enumerate(source.pages(reader), 1):
                if counted % 1000 == 0:
                    task.check()
        return counted

    return jobs.run(owner, work, done=done)


def example(owner: QObject, archive: Archive, source: PagesSource, done: Callable[[Named | None], None]) -> jobs.Task:
    """The first page of a source with what the name of its file may be made of; None when there is none."""

    def work(_task: jobs.Handle) -> Named | None:
        with archive.reader() as reader:
            page = next(iter(source.pages(reader)), None)
            capture = reader.latest_version(page.url) if page else None
            if page is None or capture is None:
                return None
            return Named(page, capture, reader.facet_values(page), page.versions)

    return jobs.run(owner, work, done=done)


def archives(owner: QObject, archive: Archive, wish: Wish, done: Callable[[InterchangeReport], None]) -> jobs.Task:
    """Write a part of the archive in a format of other programs."""
    step = QCoreApplication.translate("exporting", "{count} captures, {address}")

    def work(task: jobs.Handle) -> InterchangeReport:
        with archive.reader() as reader:
            prefixes, urls = part(wish.source, reader, task.check)
            whole = urls is None and "" in prefixes
            total = sum(batch.versions + batch.visits for batch in reader.batches()) if whole else 0

            def progress(number: int, address: str) -> None:
                FIRST.give_way()
                if task.due():
                    text = step.format(count=formats.number(number), address=address)
                    task.progress(number / total if total else -1.0, text)

            return export_archive(
                reader, wish.folder, wish.format, prefixes=prefixes, urls=urls, newest=wish.versions == "newest",
                visits=None if wish.versions == "all" else False, progress=progress,
                cancelled=lambda: task.cancelled,
            )  # fmt: skip

    return jobs.run(owner, work, done=done, label=_label(wish))


def _label(wish: Wish) -> str:
    return QCoreApplication.translate("exporting", "Exporting {what}").format(what=wish.source.label)
