"""Opening, indexing and importing in the background, because each may read gigabytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject

from widgets.exchange import import_report as import_words
from widgets.kit import jobs
from widgets.words import formats

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.archive.upkeep.reindexing import ReindexReport

_LOOKED_AT = (
    2000  # files of a dropped folder that are looked at before it counts as one without anything to import
)


def open_archive(
    owner: QObject,
    path: Path,
    done: Callable[[Archive], None],
    failed: Callable[[Exception], None] | None = None,
) -> jobs.Task[Archive]:
    """Open an archive; a missing index is rebuilt on the way."""
    translate = QCoreApplication.translate
    step = translate("importing", "Records read: {count}")

    def work(task: jobs.Handle) -> Archive:
        def progress(count: int) -> None:
            task.check()
            task.progress(-1, step.format(count=formats.number(count)))

        from app.archive.archive import Archive

        return Archive.open(path, progress=progress)

    label = translate("importing", "Opening the archive")
    return jobs.run(owner, work, done=done, failed=failed, label=label)


def reindex(
    owner: QObject,
    path: Path,
    done: Callable[[ReindexReport], None],
    failed: Callable[[Exception], None],
    stopped: Callable[[ReindexReport | None], None],
) -> jobs.Task[ReindexReport]:
    """Make the index of an archive again; `stopped` when it was called off, which leaves the old index."""
    translate = QCoreApplication.translate
    step = translate("importing", "{done} of {total}")

    def work(task: jobs.Handle) -> ReindexReport:
        from app.archive.archive import Archive

        return Archive.reindex(path, task.steps(step, formats.size), lambda: task.cancelled)

    label = translate("importing", "Rebuilding the index")
    return jobs.run(owner, work, done=done, failed=failed, stopped=stopped, label=label)


def recognised(owner: QObject, paths: Sequence[Path], done: Callable[[bool], None]) -> jobs.Task[bool]:
    """Whether there is anything to import among files and folders."""

    def work(task: jobs.Handle) -> bool:
        from app.interchange.importing import expand
        from app.interchange.sniffing import recognise

        for number, file in enumerate(expand(paths)):
            task.check()
            with suppress(OSError):  # what cannot be read is told in the report, when anything else can
                if not file.error and recognise(file.path):
                    return True
            if number >= _LOOKED_AT:
                break
        return False

    return jobs.run(
        owner, work, done=done, label=QCoreApplication.translate("importing", "Looking at the files")
    )


def bring_in(
    owner: QObject,
    archive: Archive,
    paths: Sequence[Path],
    done: Callable[[import_words.Told], None],
    failed: Callable[[Exception], None],
) -> jobs.Task[import_words.Told]:
    """Import files and folders into an archive; `done` also gets what had come in when it was called off."""
    from app.interchange.arrivals import ImportReport
    from app.interchange.importing import import_files

    translate = QCoreApplication.translate
    step = translate("importing", "{file}, {done} of {total}, {count} records")

    def work(task: jobs.Handle) -> import_words.Told:
        def progress(path: Path, read: int, total: int, records: int) -> None:
            def words() -> str:
                return step.format(
                    file=formats.shorten(path.name, 40),
                    done=formats.size(read),
                    total=formats.size(total),
                    count=formats.number(records),
                )

            task.step(read, total, words)

        with archive.writer() as writer:
            report = import_files(writer, paths, progress=progress, cancelled=lambda: task.cancelled)
        return import_words.told(report, archive.path)

    label = translate("importing", "Importing")

    def stopped(seen: import_words.Told | None) -> None:
        done(seen or import_words.told(ImportReport(cancelled=True), archive.path))

    return jobs.run(owner, work, done=done, stopped=stopped, failed=failed, label=label)
