"""What the reports about links ask the engine, in workers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

from app.errors import ArchiveLocked, StorageFailed
from app.graph.findings import SHAPES, SLOW, Asked, Finding, Findings, find
from app.graph.network import Network
from app.graph.report_files import write
from app.graph.standing import bring_up_to_date
from widgets.kit import jobs
from widgets.kit.courtesy import FIRST
from widgets.link_reports import words
from widgets.words import formats

if TYPE_CHECKING:
    from datetime import datetime

    from app.archive.archive import Archive

QUICK = tuple(name for name in SHAPES if name not in SLOW)
"""Reports that are made at once."""
_SOUGHT = 100  # places of a finding in which words are looked for
_SOUGHT_IN_ALL = 50_000


@dataclass(frozen=True, slots=True)
class Made:
    """A report, and for each of its rows what words are looked for in."""

    findings: Findings
    texts: Sequence[str]


@dataclass(frozen=True, slots=True)
class Looked:
    """The graph of a moment (seconds since 1970; None: now), and the reports made of it."""

    network: Network
    at: int | None
    made: Mapping[str, Made]


def look(archive: Archive, at: int | None, crawling: Callable[[], bool], task: jobs.Handle) -> Looked:
    """Gather what links are new, load the graph, make the reports that are quick. ArchiveError where there is no graph
    and none can be made."""
    gathering = QCoreApplication.translate("link reports", "{done} of {total} versions")
    # what cannot be brought up to date may still be there, as of before
    with suppress(ArchiveLocked, StorageFailed):
        bring_up_to_date(archive, task.steps(gathering, formats.number), lambda: task.cancelled, crawling)
    task.check()
    network = Network.of(archive.path, words=True)
    made: dict[str, Made] = {}
    for number, name in enumerate(QUICK):
        task.check()
        task.progress(number / len(QUICK), words.name(name))
        made[name] = make(archive, network, name, at, None)
    return Looked(network, at, made)


def make(archive: Archive, network: Network, name: str, at: int | None, url: str | None) -> Made:
    """One report; of the words of links with `url` those of the links to it."""
    target = network.find(url) if url is not None else None
    if url is not None and target is None:
        return Made(Findings(name, ()), ())
    with archive.reader() as reader:
        found = find(name, Asked(network, reader, at, target))
    sought = _SOUGHT_IN_ALL
    texts = list[str]()
    for row in found.rows:
        FIRST.give_way()
        places = min(len(row.places), _SOUGHT, sought)
        sought -= places
        texts.append(_text(found, row, places))
    return Made(found, texts)


def _text(found: Findings, row: Finding, places: int) -> str:
    columns = found.shape.columns.items()
    said = [
        words.value(column, kind, value) for (column, kind), value in zip(columns, row.values, strict=True)
    ]
    said += [str(value) for (_, kind), value in zip(columns, row.values, strict=True) if kind == "url"]
    said += [f"{place.url} {place.text} {place.rel}" for place in row.places[:places]]
    return " ".join(said).casefold()


def export(
    parent: QWidget,
    path: Path,
    findings: Findings,
    at: datetime | None,
    done: Callable[[Path], None],
) -> jobs.Task[Path] | None:
    """Ask where to, then write a report of the archive at `path`; None when nothing was chosen."""
    translate = QCoreApplication.translate
    page = translate("link reports", "Web page (*.html)")
    table = translate("link reports", "Table (*.csv)")
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    chosen, kind = QFileDialog.getSaveFileName(
        parent,
        translate("link reports", "Export the report"),
        str(Path(folder or Path.home()) / f"{path.stem}-{findings.name}.html"),
        f"{page};;{table}",
    )
    if not chosen:
        return None
    file = Path(chosen)
    if file.suffix.lower() not in (".html", ".csv"):
        file = file.with_name(f"{file.name}{'.csv' if kind == table else '.html'}")
    said = words.file_words()

    def work(_: jobs.Handle) -> Path:
        form = file.suffix.lower().removeprefix(".")
        write(file, findings, form=form, archive=path.stem, at=at, words=said)
        return file

    label = translate("link reports", "Writing the report")
    return jobs.run(parent, work, done=done, label=label)
