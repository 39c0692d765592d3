"""Opening archives and importing Tianwang files in the background: both may have gigabytes to read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject

from app.archive import Archive
from app.archive.importing import ImportReport, import_files
from widgets import engine_words, formats, jobs


def open_archive(owner: QObject, path: Path, done: Callable[[Archive], None]) -> jobs.Task[Archive]:
    """Open an archive; a missing index is rebuilt on the way."""
    translate = QCoreApplication.translate
    step = translate("importing", "Records read: {count}")

    def work(task: jobs.Handle) -> Archive:
        def progress(count: int) -> None:
            task.check()
            task.progress(-1, step.format(count=formats.number(count)))

        return Archive.open(path, progress=progress)

    return jobs.run(owner, work, done=done, label=translate("importing", "Opening the archive"))


def bring_in(
    owner: QObject, archive: Archive, files: Sequence[Path], done: Callable[[ImportReport], None]
) -> jobs.Task[ImportReport]:
    """Import Tianwang files into an archive; what was reported stays when it is cancelled."""

    def work(task: jobs.Handle) -> ImportReport:
        total = sum(file.stat().st_size for file in files) or 1
        before = {file: sum(each.stat().st_size for each in files[:at]) for at, file in enumerate(files)}

        def progress(path: Path, offset: int, _size: int) -> None:
            task.progress((before[path] + offset) / total, path.name)

        with archive.writer() as writer:
            return import_files(writer, files, progress=progress, cancelled=lambda: task.cancelled)

    label = QCoreApplication.translate("importing", "Importing Tianwang files")
    return jobs.run(owner, work, done=done, label=label)


def report_sentence(report: ImportReport) -> str:
    """What an import has done, in one or two sentences."""
    translate = QCoreApplication.translate
    text = translate("importing", "Records imported: {stored}; there already: {known}; left out: {skipped}.")
    sentences = [
        text.format(
            stored=formats.number(report.stored + report.visits),
            known=formats.number(sum(file.known for file in report.files)),
            skipped=formats.number(sum(len(file.skipped) for file in report.files)),
        )
    ]
    sentences += [engine_words.say(file.error) for file in report.files if file.error]
    cut = [file for file in report.files if file.tail]
    strange = [file for file in cut if not (file.stored or file.visits or file.known or file.skipped)]
    if strange:
        text = translate("importing", "{file} holds no records in Tianwang format.")
        sentences.append(text.format(file=strange[0].path.name))
    elif cut:
        text = translate("importing", "{file} is cut off at its end; everything before was read.")
        sentences.append(text.format(file=cut[0].path.name))
    first = next((reason for file in report.files for _, reason in file.skipped), "")
    return formats.sentences([*sentences, engine_words.say(first)])
