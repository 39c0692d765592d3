"""What the site change report asks the engine, in workers; and what there is to choose from."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from PySide6.QtCore import QCoreApplication, QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

from app.archive.archive import Archive
from app.archive.reader import ArchiveReader
from app.crawl.frontier import joblist
from app.crawl.rules import model
from app.errors import StorageFailed
from widgets.kit import jobs
from widgets.site_changes import model as words
from widgets.words import formats

if TYPE_CHECKING:
    from app.blocks.history.site_changes import Excerpt, SiteChanges, SiteRow
    from app.fields.table import ValueChange


# Handing a site change report on: asks where to, and writes it in the background.

_ENDINGS = (".html", ".csv", ".json")
_MOST_UNLEARNED = 1000  # versions that are read at once for what sites repeat: a few seconds
_MOST_BEHIND = 3000  # versions that are read at once for a report; the background reads the others


def export(
    parent: QWidget, archive: Archive, changes: SiteChanges, name: str, done: Callable[[Path], None]
) -> jobs.Task[Path] | None:
    """Ask where to, then write; None when nothing was chosen."""
    translate = QCoreApplication.translate
    kinds = (
        translate("site changes", "Web page (*.html)"),
        translate("site changes", "Table (*.csv)"),
        translate("site changes", "Data for programs (*.json)"),
    )
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    chosen, kind = QFileDialog.getSaveFileName(
        parent,
        translate("site changes", "Export the report"),
        str(Path(folder or Path.home()) / f"{name}.html"),
        ";;".join(kinds),
    )
    if not chosen:
        return None
    path = Path(chosen)
    if path.suffix.lower() not in _ENDINGS:
        ending = _ENDINGS[kinds.index(kind)] if kind in kinds else _ENDINGS[0]
        path = path.with_name(f"{path.name}{ending}")
    said = words.report_words()
    label = translate("site changes", "Writing the report")
    return jobs.run(parent, lambda task: write(archive, changes, path, said, task), done=done, label=label)


@dataclass(frozen=True, slots=True)
class CrawlChoice:
    """A crawl that stored something."""

    id: str
    name: str
    started: datetime
    hosts: frozenset[str]
    pages: int


@dataclass(frozen=True, slots=True)
class Choices:
    """What reports can be about: crawls, newest first; sites by name; the dates of the first and last capture."""

    crawls: tuple[CrawlChoice, ...] = ()
    sites: tuple[str, ...] = ()
    first: datetime | None = None
    last: datetime | None = None

    def pair(self, newer: str = "") -> tuple[str, str] | None:
        """Two crawls worth comparing: `newer` (or the newest that has one) and the last one before it of its site."""
        for at, crawl in enumerate(self.crawls):
            if newer in ("", crawl.id):
                earlier = next((each for each in self.crawls[at + 1 :] if each.hosts & crawl.hosts), None)
                if earlier is not None:
                    return earlier.id, crawl.id
        return None


@dataclass(frozen=True, slots=True)
class Question:
    """What a report is about: two crawls, or two moments; one site, or all ("")."""

    crawls: tuple[str, str] | None = None
    moments: tuple[datetime, datetime] | None = None
    host: str = ""


def choices(archive: Archive, reader: ArchiveReader) -> Choices:
    """Read what there is to choose from; in a worker."""
    found: list[CrawlChoice] = []
    known: list[model.Job] = []
    with suppress(StorageFailed):  # who opened the archive was told; there are dates to choose from
        known = joblist.jobs(archive)
    for job in known:
        if job.versions or job.visits:
            hosts = frozenset(urlsplit(seed).netloc for seed in job.settings.seeds)
            seed = job.settings.seeds[0] if job.settings.seeds else ""
            found.append(CrawlChoice(job.job_id, job.name or seed, job.started, hosts, job.pages))
    sites = tuple(site.name for site in reader.sites())
    batches = reader.batches()
    firsts = [batch.first for batch in batches if batch.first]
    lasts = [batch.last for batch in batches if batch.last]
    return Choices(tuple(found), sites, min(firsts, default=None), max(lasts, default=None))


def known_site(archive: Archive, job_id: str) -> bool:
    """Whether there was a crawl of the same site before this one."""
    hosts: dict[str, set[str]] = {}
    order = []
    for job in joblist.jobs(archive):
        hosts[job.job_id] = {urlsplit(seed).netloc for seed in job.settings.seeds}
        order.append(job.job_id)
    if job_id not in hosts:
        return False
    earlier = order[order.index(job_id) + 1 :]
    return any(hosts[each] & hosts[job_id] for each in earlier)


def report(archive: Archive, question: Question, task: jobs.Handle) -> SiteChanges:
    """The report; in a worker. Tells how many pages were looked at, and of how many."""
    from app.blocks.history import site_changes as site_rows
    from app.blocks.history.moves import may_have_moved, with_moves
    from app.blocks.history.site_changes import site_changes  # the whole comparison: not before it is needed
    from app.templates.feeding import feed as learn

    def progress(done: int, of: int) -> None:
        task.progress(done / of if of else -1.0, _pages(done, of))

    asked = site_rows.Question(question.moments, question.crawls, question.host or None)
    with suppress(StorageFailed):  # then what is known of templates holds
        learn(archive, lambda: task.cancelled, most=_MOST_UNLEARNED)
    with archive.reader() as reader:
        found = site_changes(reader, asked, progress=progress, cancelled=lambda: task.cancelled)
        if not found.cancelled and may_have_moved(found.rows):
            _find_alike(archive, task)
            found.rows = with_moves(reader, found.rows)
        return found


def _find_alike(archive: Archive, task: jobs.Handle) -> None:
    """Which texts are alike, brought up to date where little is missing; else what is known of it holds."""
    from app.likeness.feeding import behind, feed

    text = QCoreApplication.translate("site_changes", "Looking for pages that moved: {done} of {total}")
    with suppress(StorageFailed, sqlite3.Error):
        if behind(archive) <= _MOST_BEHIND:
            feed(archive, task.steps(text, formats.number), lambda: task.cancelled)


def values(archive: Archive, changes: SiteChanges, task: jobs.Handle) -> list[ValueChange]:
    """The values of fields that are others now, as far as they are known; in a worker. StorageFailed."""
    from app.fields.rules import NAME
    from app.fields.table import ChangedPage, changed_values

    if not (archive.path / NAME).exists():
        return []
    pages = (ChangedPage(row.url, row.id_a, row.id_b) for row in changes.rows if row.id_a and row.id_b)
    return changed_values(archive.path, pages, task.check)


def _pages(done: int, of: int) -> str:
    """How far it is; `of` is 0 while that is not known."""
    translate = QCoreApplication.translate
    words = (
        translate("site_changes", "{done} of {all} pages")
        if of
        else translate("site_changes", "{done} pages")
    )
    return words.format(done=formats.number(done), all=formats.number(of))


def details(reader: ArchiveReader, row: SiteRow, task: jobs.Handle) -> tuple[Excerpt, ...]:
    """What really changed on one page, in a few words; in a worker."""
    from app.blocks.history.site_changes import excerpts

    return excerpts(reader, row, cancelled=lambda: task.cancelled)


def write(
    archive: Archive, changes: SiteChanges, path: Path, words: dict[str, str], task: jobs.Handle
) -> Path:
    """Write the report as HTML (which says `words`), CSV or JSON, by the ending of its name; in a worker."""
    from app.blocks.history.site_reports import ChangedValue, write_report

    found = [
        ChangedValue(one.field, one.before, one.after, tuple(page.url for page in one.pages))
        for one in values(archive, changes, task)
    ]

    def progress(done: int, of: int) -> None:
        task.progress(done / max(1, of))

    with archive.reader() as reader:
        write_report(
            path,
            reader,
            changes,
            words=words,
            progress=progress,
            cancelled=lambda: task.cancelled,
            values=found,
        )
    return path
