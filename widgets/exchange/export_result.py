"""Reports of exports: files written, pages left out with their reasons, notes of archive formats."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QDir, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from widgets.exchange.import_report import grouped
from widgets.kit import files as saving
from widgets.kit.report import ReportRow, ReportSheet
from widgets.words import engine as engine_words
from widgets.words import formats

if TYPE_CHECKING:
    from app.exporting.export import ExportReport
    from app.interchange.job import InterchangeReport


# What an export into another archive format could not carry: captures by reason.

_EXPORT_SHEET_NAMED = 200  # captures that are named below a reason


class ExportSheet(ReportSheet):
    """`open_for` shows the notes of an export."""

    told = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        columns = ((self.tr("What could not be carried, or was changed"), 0), (self.tr("Captures"), 96))
        super().__init__(self.tr("What was exported"), columns, (1,), parent)
        self._report: InterchangeReport | None = None
        self._folder = Path()
        for name, caption, tip in (
            ("files", self.tr("Files"), self.tr("Files that were written")),
            ("records", self.tr("Captures"), self.tr("Captures that are in them")),
            ("bytes", self.tr("Size"), self.tr("All these files together")),
            (
                "skipped",
                self.tr("Left out"),
                self.tr("Captures that could not be read, or that have no place there"),
            ),
        ):
            self.figures.add(name, caption, tip)
        self.button(
            "save", self.tr("Sa&ve report…"), self.tr("Write this report to a file"), self.save_report
        )
        self.button("folder", self.tr("&Open folder"), self.tr("Show the files"), self._open, primary=True)

    def open_for(self, report: InterchangeReport, shown: Sequence[ReportRow], folder: Path) -> None:
        """Show a report with its `rows`."""
        self._report, self._folder = report, folder
        self.figures.set("files", formats.number(len(report.files)))
        self.figures.set("records", formats.number(report.records))
        self.figures.set("bytes", formats.size(report.bytes), formats.size_exact(report.bytes))
        self.figures.set("skipped", formats.number(report.skipped + report.left_out))
        self.show_rows(shown, self.summary_of(report, folder), not report.records)
        self.slide_in()
        self.tree.setFocus()

    def summary_of(self, report: InterchangeReport, folder: Path) -> str:
        """What was written, and that not everything could be."""
        parts = [self._written(report, folder)]
        if report.left_out:
            parts.append(
                self.tr(
                    "%Ln visit(s) that found nothing new have no place in this format.", "", report.left_out
                )
            )
        if report.repaired:
            parts.append(
                self.tr(
                    "%Ln capture(s) got a new HTTP head that other programs can read.", "", report.repaired
                )
            )
        if report.skipped:
            parts.append(self.tr("%Ln capture(s) could not be read.", "", report.skipped))
        return formats.sentences(parts)

    def save_report(self) -> None:
        """Write the report to a file."""
        report = self._report
        if report is not None:
            summary, folder = self.summary.text(), self._folder
            name = self.tr("export", "part of a file name")
            saving.save_report(
                self, name, lambda: as_text(report, summary), lambda: as_data(report, folder), self.told.emit
            )

    def _written(self, report: InterchangeReport, folder: Path) -> str:
        if not report.records:
            return self.tr("Nothing was written: there was no capture of this kind.")
        text = self.tr("%Ln capture(s) written to {folder} ({size}).", "", report.records)
        return text.format(folder=QDir.toNativeSeparators(str(folder)), size=formats.size(report.bytes))

    def _open(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._folder)))


def export_sheet_rows(report: InterchangeReport) -> tuple[ReportRow, ...]:
    """The notes by what they say, with the first captures concerned; takes a while where there are many."""
    sentences = [sentence for _, sentence in report.notes]
    found = []
    for group in grouped(enumerate(sentences), most=_EXPORT_SHEET_NAMED):
        lines = tuple(("visit", "muted", report.notes[number][0]) for number in group.offsets)
        sentence = engine_words.say(group.sentence)
        found.append(ReportRow((sentence, formats.number(group.count)), sentence, ("info", "accent"), lines))
    return tuple(found)


def as_text(report: InterchangeReport, summary: str) -> str:
    """The report for reading."""
    lines = [summary, "", *(str(path) for path in report.files), ""]
    lines += [f"{id}  {engine_words.say(sentence)}" for id, sentence in report.notes]
    return "\n".join(lines) + "\n"


def as_data(report: InterchangeReport, folder: Path) -> dict[Any, Any]:
    """The report for programs."""
    return {
        "folder": str(folder),
        "files": [str(path) for path in report.files],
        "records": report.records,
        "visits": report.visits,
        "bytes": report.bytes,
        "left_out": report.left_out,
        "skipped": report.skipped,
        "repaired": report.repaired,
        "notes": [{"id": id, "sentence": sentence} for id, sentence in report.notes],
    }


_NAMED = 200  # addresses that are named below a reason


class ExportResult(ReportSheet):
    """`open_for` shows the report of an export."""

    def __init__(self, parent: QWidget) -> None:
        columns = ((self.tr("What was left out, and why"), 0), (self.tr("Documents"), 96))
        super().__init__(self.tr("What was exported"), columns, (1,), parent)
        self.body.addStretch(0)  # where there is nothing to list, the figures stay at the top
        self._report: ExportReport | None = None
        self._folder = Path()
        for name, caption, tip in (
            ("files", self.tr("Files"), self.tr("Files that were written, the list of them apart")),
            ("bytes", self.tr("Size"), self.tr("All these files together")),
            ("same", self.tr("Same content"), self.tr("Documents whose content was written already")),
            ("skipped", self.tr("Left out"), self.tr("Documents that could not be written")),
        ):
            self.figures.add(name, caption, tip)
        self.button(
            "sheet", self.tr("Show the &list"), self.tr("Open the list of all files"), self.open_manifest
        )
        self.button(
            "folder", self.tr("&Open folder"), self.tr("Show the files"), self.open_folder, primary=True
        )

    def open_for(self, report: ExportReport, shown: Sequence[ReportRow], folder: Path) -> None:
        """Show a report with its `rows`."""
        self._report, self._folder = report, folder
        self.figures.set("files", formats.number(report.files))
        self.figures.set("bytes", formats.size(report.bytes), formats.size_exact(report.bytes))
        self.figures.set("same", formats.number(report.duplicates))
        self.figures.set("skipped", formats.number(len(report.skipped)))
        self.show_rows(shown, self.summary_of(report, folder), not report.files)
        self.tree.setVisible(bool(shown))
        self.slide_in()

    def summary_of(self, report: ExportReport, folder: Path) -> str:
        """What was written, and that not everything could be."""
        words = self.tr("%Ln file(s) written to {folder} ({size}).", "", report.files)
        parts = [words.format(folder=QDir.toNativeSeparators(str(folder)), size=formats.size(report.bytes))]
        if report.duplicates:
            parts.append(self.tr("%Ln document(s) had the same content as others.", "", report.duplicates))
        if report.skipped:
            parts.append(self.tr("%Ln document(s) could not be exported.", "", len(report.skipped)))
        if report.cancelled:
            parts.append(self.tr("It was called off before its end."))
        if report.manifest.stem.startswith("manifest"):  # where a list was asked for, it is the one file
            parts.append(self.tr("The list says which file is which page, with digests."))
        return formats.sentences(parts)

    def open_manifest(self) -> None:
        """The list, in the program that opens such files."""
        if self._report is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._report.manifest)))

    def open_folder(self) -> None:
        """The folder, in the program that shows folders."""
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._folder)))


def rows(report: ExportReport) -> tuple[ReportRow, ...]:
    """What was left out by its reason, with the first addresses concerned."""
    found = []
    for group in grouped(enumerate(sentence for _, sentence in report.skipped), most=_NAMED):
        lines = tuple(("refused", "muted", report.skipped[number][0]) for number in group.offsets)
        sentence = engine_words.say(group.sentence)
        found.append(
            ReportRow((sentence, formats.number(group.count)), sentence, ("warning", "warning"), lines)
        )
    return tuple(found)
