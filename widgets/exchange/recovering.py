"""Recovering a damaged file in the background, and its report in words and for programs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, QStandardPaths

from widgets.kit import jobs, theme
from widgets.kit.tables import GrowingModel, Role
from widgets.words import engine as engine_words
from widgets.words import formats

if TYPE_CHECKING:
    from app.tianwang.recovery.recovery import Finding, RecoveryReport


# What a recovery found in a damaged file, range by range: any number of them.

KIND, START, END, SIZE, ADDRESS, DATE, REASON = range(7)
_ICONS = {
    "recovered": ("stored", "ok"),
    "repaired": ("repaired", "accent"),
    "suspect": ("suspect", "warning"),
    "lost": ("error", "error"),
    "unbuilt": ("error", "error"),
}


def kind_word(kind: str) -> str:
    """The word for what became of a range."""
    translate = QCoreApplication.translate
    words = {
        "recovered": translate("recovery", "Recovered"),
        "repaired": translate("recovery", "Repaired"),
        "suspect": translate("recovery", "Suspect"),
        "lost": translate("recovery", "Lost"),
        "unbuilt": translate("recovery", "Not rebuilt"),
    }
    return words.get(kind, kind)


class FindingsModel(GrowingModel):
    """Rows are the Spans of a recovery; those of kind "unbuilt" are no ranges of the damaged file."""

    numbers = frozenset({START, END, SIZE})

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.heads = (
            self.tr("What"),
            self.tr("From byte"),
            self.tr("To byte"),
            self.tr("Size"),
            self.tr("Address"),
            self.tr("Date"),
            self.tr("Why"),
        )

    def kind_of(self, row: Any) -> str:
        return str(row.kind)

    def cell(self, row: Any, column: int, role: int) -> object:
        if role == Role.DisplayRole:
            return self._text(row, column)
        if role == Role.ToolTipRole:
            exact = column == SIZE and row.kind != "unbuilt"
            return formats.size_exact(row.end - row.offset) if exact else self._text(row, column)
        if role == Role.DecorationRole and column == KIND:
            return theme.icon(*_ICONS.get(row.kind, ("info", "muted")))
        if role == Role.ForegroundRole and column == KIND:
            return theme.brush(_ICONS.get(row.kind, ("", "text"))[1])
        return None

    def _text(self, row: Any, column: int) -> str:
        if column == KIND:
            return kind_word(row.kind)
        if column in (START, END, SIZE) and row.kind == "unbuilt":
            return "–"
        if column in (START, END):
            return formats.number(row.offset if column == START else row.end)
        if column == SIZE:
            return formats.size(row.end - row.offset)
        if column == ADDRESS:
            return (
                self.tr("%Ln record(s)", "", row.records)
                if row.records > 1
                else formats.readable(row.url or "–")
            )
        if column == DATE:
            return formats.date(row.date) if row.records == 1 else "–"
        return engine_words.say(row.reason) if row.reason else ""


MOST_SPANS = 200_000
"""Rows of a report; a file with more damages than that is counted to its end all the same."""


@dataclass(slots=True)
class Span:
    """What became of a range of the file; `records` that were recovered one after the other are one span. Of the kind
    "unbuilt" it is a record of the new file whose version cannot be rebuilt."""

    kind: str
    offset: int
    end: int
    url: str
    date: datetime | None
    reason: str
    records: int = 1


@dataclass(frozen=True, slots=True)
class Recovered:
    """What a recovery found and where it was written."""

    report: RecoveryReport
    spans: list[Span]
    out: Path
    rest: Path | None

    @property
    def unbuilt(self) -> list[Span]:
        """Records that were kept and build on what is lost."""
        return [
            Span("unbuilt", one.offset, one.offset, one.url, None, one.reason) for one in self.report.unbuilt
        ]

    @property
    def rows(self) -> list[Span]:
        """Everything that the report tells, one by one."""
        return [*self.spans, *self.unbuilt]


class Spans(list[Span]):
    """Collects findings; what is recovered in one piece takes one row, however many records it is."""

    def add(self, finding: Finding) -> None:
        last = self[-1] if self else None
        if last and last.kind == finding.kind == "recovered" and last.end == finding.offset:
            last.end, last.records = finding.end, last.records + 1
        elif len(self) < MOST_SPANS:
            self.append(
                Span(finding.kind, finding.offset, finding.end, finding.url, finding.date, finding.reason)
            )


def proposal(source: Path, archive: Path | None) -> Path:
    """A name for the recovered file that is not taken: beside the damaged one, but not inside an archive."""
    folder = source.parent
    if (archive is not None and archive in source.parents) or (source.parents[:3] and _in_batches(source)):
        documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        folder = Path(documents or Path.home())
    batch = f"{source.parent.name}-" if _in_batches(source) else ""
    stem = f"{batch}{source.name.split('.')[0]}"
    number, path = 2, folder / f"{stem}-recovered.tw"
    while path.exists():
        path, number = folder / f"{stem}-recovered-{number}.tw", number + 1
    return path


def _in_batches(source: Path) -> bool:
    return source.parent.parent.name == "batches"


def recover(
    owner: QObject,
    source: Path,
    out: Path,
    *,
    suspects: bool,
    rest: bool,
    done: Callable[[Recovered | None], None],
    failed: Callable[[Exception], None],
) -> jobs.Task[Recovered]:
    """Recover `source` into `out`; what was called off leaves no file behind, and `done` gets None."""
    aside = out.with_name(f"{out.stem}-rest{out.suffix}") if rest else None
    step = QCoreApplication.translate("recovery", "{done} of {total}")

    def work(task: jobs.Handle) -> Recovered:
        spans = Spans()
        from app.tianwang.recovery.recovery import recover as recover_file

        report = recover_file(
            source,
            out,
            aside,
            suspects=suspects,
            progress=task.steps(step, formats.size),
            cancelled=lambda: task.cancelled,
            on_finding=spans.add,
        )
        return Recovered(report, spans, out, aside)

    label = QCoreApplication.translate("recovery", "Recovering {file}").format(
        file=formats.shorten(source.name, 40)
    )

    def stopped(found: Recovered | None) -> None:
        done(
            None if found is None or found.report.cancelled else found
        )  # it may have ended before it heard of it

    return jobs.run(owner, work, done=done, failed=failed, stopped=stopped, label=label)


def summary(found: Recovered) -> str:
    """What came of it, in a few sentences."""
    words, report = RecoveryWords(), found.report
    parts = [words.kept(report.recovered + report.repaired + report.suspect, found.out.name)]
    if report.lost_bytes:
        parts.append(words.lost(report.lost, formats.size(report.lost_bytes)))
    elif not report.suspect and not report.repaired and not report.unbuilt:
        parts.append(words.sound())
    if report.unbuilt:
        parts.append(words.unbuilt(len(report.unbuilt)))
    if report.text_mode:
        parts.append(words.text_mode())
    if report.compression:
        parts.append(engine_words.say(report.compression))
    return formats.sentences(parts)


def as_text(found: Recovered) -> str:
    """The report for reading: a line for each range."""
    words, report = RecoveryWords(), found.report
    lines = [words.heading(report.path), summary(found), ""]
    for finding in found.spans:
        facts = (
            f"{finding.offset}-{finding.end}",
            kind_word(finding.kind),
            finding.url if finding.records == 1 else words.records(finding.records),
            formats.date_exact(finding.date) if finding.records == 1 else "",
            engine_words.say(finding.reason) if finding.reason else "",
        )
        lines.append("  ".join(filter(None, facts)))
    for one in report.unbuilt:
        lines.append("  ".join((one.id, kind_word("unbuilt"), one.url, engine_words.say(one.reason))))
    return "\n".join(lines) + "\n"


def as_data(found: Recovered) -> dict[str, Any]:
    """The report for programs, with the engine's own English sentences."""
    report = found.report
    return {
        "path": str(report.path),
        "out": str(found.out),
        "rest": str(found.rest) if found.rest else None,
        "size": report.size,
        "recovered": report.recovered,
        "repaired": report.repaired,
        "suspect": report.suspect,
        "lost": report.lost,
        "lost_bytes": report.lost_bytes,
        "text_mode": report.text_mode,
        "ranges": [
            {
                "kind": span.kind,
                "offset": span.offset,
                "end": span.end,
                "records": span.records,
                "url": span.url,
                "date": span.date.isoformat() if span.date else None,
                "reason": span.reason,
            }
            for span in found.spans
        ],
        "unbuilt": [one._asdict() for one in report.unbuilt],
    }


class RecoveryWords(QObject):
    """A class, because the translation tool reads plural forms only from the calls of tr()."""

    def heading(self, path: object) -> str:
        return self.tr("Recovery of {file}").format(file=path)

    def kept(self, count: int, name: str) -> str:
        if not count:
            return self.tr("No record could be recovered.")
        return self.tr("%Ln record(s) were written to {file}.", "", count).format(file=name)

    def lost(self, ranges: int, size: str) -> str:
        return self.tr("%Ln range(s) with {size} in all belong to no record any more.", "", ranges).format(
            size=size
        )

    def records(self, count: int) -> str:
        return self.tr("%Ln record(s)", "", count)

    def unbuilt(self, count: int) -> str:
        return self.tr("%Ln of them cannot be rebuilt, because what they build on is lost.", "", count)

    def sound(self) -> str:
        return self.tr("The file is not damaged.")

    def text_mode(self) -> str:
        return self.tr(
            "The file was once transferred as text: its line ends were changed. This was undone where possible."
        )
