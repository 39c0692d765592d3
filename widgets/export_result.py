"""What an export of documents wrote, and what it had to leave out: figures, reasons, folder and list."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDir, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from widgets import engine_words, formats
from widgets.import_words import grouped
from widgets.report_model import ReportRow
from widgets.report_sheet import ReportSheet

if TYPE_CHECKING:
    from app.exporting import ExportReport

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
        self.button("sheet", self.tr("Show the &list"), self.tr("Open the list of all files"), self.open_manifest)
        self.button("folder", self.tr("&Open folder"), self.tr("Show the files"), self.open_folder, primary=True)

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
        found.append(ReportRow((sentence, formats.number(group.count)), sentence, ("warning", "warning"), lines))
    return tuple(found)
