"""The report of an import: what came in from which file, and what did not, with its reason and place."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from widgets import formats, import_words, saving
from widgets.report_sheet import ReportSheet

_SHOWN = ("files", "stored", "visits", "known", "skipped", "damaged")


class ImportSheet(ReportSheet):
    """`open_for` shows what an import told."""

    show_requested = Signal()
    told = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        columns = (
            (self.tr("File"), 0), (self.tr("Format"), 104), (self.tr("New"), 64), (self.tr("Unchanged"), 100),
            (self.tr("Already there"), 112), (self.tr("Left out"), 76), (self.tr("Damaged"), 80),
        )  # fmt: skip
        super().__init__(self.tr("What came in"), columns, range(2, 7), parent)
        self._seen: import_words.Told | None = None
        for name, caption, tip in (
            ("files", self.tr("Files"), self.tr("Files that were read")),
            ("stored", self.tr("New versions"), self.tr("Records with new content")),
            ("visits", self.tr("Unchanged"), self.tr("Records whose content was that of the version before")),
            ("known", self.tr("Already there"), self.tr("Records that the archive had already")),
            ("skipped", self.tr("Left out"), self.tr("Records that could not be taken, with the reason")),
            ("damaged", self.tr("Damaged"), self.tr("Places that could not be read")),
        ):
            self.figures.add(name, caption, tip)
        self.button("save", self.tr("Sa&ve report…"), self.tr("Write this report to a file"), self.save_report)
        self.show_button = self.button(
            "app", self.tr("&Show what came in"), self.tr("Go to it in the tree"), self._show, primary=True
        )

    def open_for(self, seen: import_words.Told) -> None:
        """Show a report."""
        self._seen = seen
        for name in _SHOWN:
            self.figures.set(name, formats.number(seen.figures[name]))
        self.show_rows(seen.rows, seen.summary, seen.bad and not seen.figures["stored"] + seen.figures["visits"])
        self.show_button.setEnabled(bool(seen.figures["stored"] + seen.figures["visits"]))
        self.slide_in()
        (self.show_button if self.show_button.isEnabled() else self.tree).setFocus()

    def save_report(self) -> None:
        """Write the report to a file."""
        seen = self._seen
        if seen is not None:
            name = self.tr("import", "part of a file name")
            saving.save_report(
                self, name, lambda: import_words.as_text(seen), lambda: import_words.as_data(seen), self._saved
            )

    def _saved(self, path: Path) -> None:
        self.told.emit(self.tr("The report was saved as {path}.").format(path=path))

    def _show(self) -> None:
        self.cancel()
        self.show_requested.emit()
