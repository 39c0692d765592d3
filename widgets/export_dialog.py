"""Copies of archived documents for use elsewhere: what, in which format, where to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDir, QSettings, QStandardPaths, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QIcon
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from app.archive import ArchiveReader, Page
from app.exporting import ExportReport, export
from widgets import formats, jobs, theme
from widgets.messages import MessageBar
from widgets.page.choice_card import ChoiceCard

if TYPE_CHECKING:
    from widgets.session import Session

_LAST_FOLDER, _LAST_FORMAT = "export/folder", "export/format"


@dataclass(frozen=True, slots=True)
class PagesSource:
    """Something that can be exported: what to call it, how to read its pages (in a worker), how many there are.

    Without `count` they are counted in the background while the dialog is open.
    """

    label: str
    pages: Callable[[ArchiveReader], Iterable[Page]]
    count: int | None = None


class ExportDialog(QDialog):
    """Asks what, how and where to; the work itself goes on in the job bar while the dialog is closed."""

    exported = Signal(object)  # the ExportReport, when all is written

    def __init__(
        self,
        session: Session,
        pages_source: PagesSource | Sequence[PagesSource] | Callable[[ArchiveReader], Iterable[Page]],
        parent: QWidget | None = None,
        settings: QSettings | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._settings = settings or QSettings()
        self.sources = self._sources(pages_source)
        self.counts = [source.count for source in self.sources]
        self.setWindowTitle(self.tr("Export documents"))
        self.what = QButtonGroup(self)
        self.cards = QButtonGroup(self)
        self.folder = QLineEdit(self._first_folder(), self)
        self.folder.setAccessibleName(self.tr("Folder to write to"))
        self.note = QLabel(self)
        self.note.setWordWrap(True)
        self.note.setProperty("muted", True)
        self._arrange()
        self.folder.textChanged.connect(self._check)
        self.what.idClicked.connect(self._check)
        self._check()
        self._count()

    def _sources(
        self, given: PagesSource | Sequence[PagesSource] | Callable[[ArchiveReader], Iterable[Page]]
    ) -> list[PagesSource]:
        if isinstance(given, PagesSource):
            return [given]
        return [PagesSource(self.tr("Selection"), given)] if callable(given) else list(given)

    def _count(self) -> None:
        """Count what nobody counted, in a worker; export can begin before the numbers are there."""
        archive = self._session.archive
        for number, source in enumerate(self.sources):
            if source.count is not None:
                continue

            def work(task: jobs.Handle, source: PagesSource = source) -> int:
                counted = 0
                with archive.reader() as reader:
                    for counted, _ in enumerate(source.pages(reader), 1):
                        if counted % 1000 == 0:
                            task.check()
                return counted

            def done(counted: int, number: int = number) -> None:
                self.counts[number] = counted
                self._name(number)
                self._check()

            jobs.run(self, work, done=done)

    def _name(self, number: int) -> None:
        """Write what a source is beside its button."""
        source, count = self.sources[number], self.counts[number]
        words = source.label
        if count is not None:
            words = self.tr("{what} – %Ln document(s)", "", count).format(what=source.label)
        self.what.button(number).setText(words)
        self.what.button(number).setEnabled(count != 0)

    def _arrange(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(theme.TRIPLE, theme.TRIPLE, theme.TRIPLE, theme.DOUBLE)
        layout.setSpacing(theme.UNIT)
        layout.addWidget(self._heading(self.tr("What")))
        for number, source in enumerate(self.sources):
            choice = QRadioButton(self)
            choice.setToolTip(source.label)
            self.what.addButton(choice, number)
            self._name(number)
            layout.addWidget(choice)
        first = next((n for n, count in enumerate(self.counts) if count != 0), 0)
        self.what.button(first).setChecked(True)
        layout.addSpacing(theme.UNIT)
        layout.addWidget(self._heading(self.tr("Format")))
        layout.addLayout(self._make_cards())
        layout.addSpacing(theme.UNIT)
        layout.addWidget(self._heading(self.tr("Where to")))
        where = QHBoxLayout()
        where.setSpacing(theme.UNIT)
        choose = QPushButton(self.tr("Choose…"), self)
        choose.setToolTip(self.tr("Choose the folder to write to"))
        choose.setAutoDefault(False)
        choose.clicked.connect(self._choose_folder)
        where.addWidget(self.folder, 1)
        where.addWidget(choose)
        layout.addLayout(where)
        layout.addWidget(self.note)
        layout.addSpacing(theme.UNIT)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        buttons.button(QDialogButtonBox.StandardButton.Cancel).setIcon(QIcon())
        self.export_button = buttons.addButton(self.tr("Export"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.export_button.setDefault(True)
        self.export_button.setToolTip(self.tr("Write the files"))
        buttons.accepted.connect(self.start)
        buttons.rejected.connect(self.reject)
        self.rejected.connect(self.deleteLater)
        layout.addWidget(buttons)
        self.setMinimumWidth(640)

    def _heading(self, text: str) -> QLabel:
        label = QLabel(text, self)
        label.setProperty("role", "section")
        return label

    def _make_cards(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setSpacing(theme.UNIT)
        last = str(self._settings.value(_LAST_FORMAT, "markdown"))
        cards = (
            ("text", self.tr("Text"), self.tr("The bare words, for reading and for counting."), "text"),
            ("markdown", self.tr("Markdown"), self.tr("With headings and tables, for notes and wikis."), "html"),
            ("html", self.tr("Clean web page"), self.tr("Made for reading, opens in every browser."), "address"),
            ("original", self.tr("Original"), self.tr("Byte for byte what the server sent."), "archive"),
            ("csv", self.tr("Table (CSV)"), self.tr("One row a document: address, title, dates."), "sheet"),
            ("json", self.tr("Data (JSON)"), self.tr("The same list for other programs."), "json"),
        )
        for number, (name, title, sentence, icon_name) in enumerate(cards):
            card = ChoiceCard(name, title, sentence, icon_name, self)
            self.cards.addButton(card, number)
            grid.addWidget(card, number // 3, number % 3)
            card.setChecked(name == last)
        if self.cards.checkedButton() is None:
            self.cards.button(1).setChecked(True)
        return grid

    # -- what is chosen ---------------------------------------------------------------------------------------

    def chosen_source(self) -> PagesSource:
        return self.sources[max(0, self.what.checkedId())]

    def chosen_format(self) -> str:
        card: QAbstractButton = self.cards.checkedButton()
        assert isinstance(card, ChoiceCard)
        return card.name

    def chosen_folder(self) -> Path:
        return Path(self.folder.text().strip()).expanduser()

    def _first_folder(self) -> str:
        documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        safe = str(Path(documents or QDir.homePath()) / "Tianwang export")
        return QDir.toNativeSeparators(str(self._settings.value(_LAST_FOLDER, safe)))

    def _choose_folder(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, self.tr("Folder to write to"), self.folder.text())
        if chosen:
            self.folder.setText(QDir.toNativeSeparators(chosen))

    def _check(self) -> None:
        """Say what will happen, or why it cannot."""
        folder = self.chosen_folder()
        inside = self._session.archive.path
        says, good = self.tr("Files that are there already are kept; new ones get another name."), True
        if not self.folder.text().strip() or not folder.is_absolute():
            says, good = self.tr("Give the whole path of a folder."), False
        elif folder == inside or inside in folder.parents:
            says, good = self.tr("This folder belongs to the archive. Choose one outside it."), False
        elif folder.exists() and not folder.is_dir():
            says, good = self.tr("This is a file, not a folder."), False
        elif not folder.exists():
            says = self.tr("The folder will be made.")
        if self.counts[max(0, self.what.checkedId())] == 0:
            says, good = self.tr("There is nothing to export here."), False
        self.note.setText(says)
        self.folder.setProperty("bad", not good)
        self.folder.style().unpolish(self.folder)
        self.folder.style().polish(self.folder)
        self.export_button.setEnabled(good)

    # -- doing it ---------------------------------------------------------------------------------------------

    def start(self) -> jobs.Task[ExportReport]:
        """Begin the export in the background and close."""
        source, form, folder = self.chosen_source(), self.chosen_format(), self.chosen_folder()
        self._settings.setValue(_LAST_FOLDER, str(folder))
        self._settings.setValue(_LAST_FORMAT, form)
        archive, count = self._session.archive, self.counts[max(0, self.what.checkedId())]
        # closing must not delete the dialog before the work is done: it tells the result
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)

        def work(task: jobs.Handle) -> ExportReport:
            def progress(number: int, address: str) -> None:
                task.progress(number / count if count else -1.0, address)

            with archive.reader() as reader:
                return export(
                    reader,
                    source.pages(reader),
                    folder,
                    form,
                    progress=progress,
                    cancelled=lambda: task.cancelled,
                )

        label = self.tr("Exporting {what}").format(what=source.label)
        task = jobs.run(self, work, done=self._teller(folder), label=label)
        self._task = task  # kept, so that it goes together with the dialog, in this thread
        self.accept()
        return task

    def _teller(self, folder: Path) -> Callable[[ExportReport], None]:
        def done(report: ExportReport) -> None:
            words = self.tr("%Ln file(s) written to {folder} ({size}).", "", report.files)
            sentence = words.format(folder=QDir.toNativeSeparators(str(folder)), size=formats.size(report.bytes))
            if report.skipped:
                left_out = self.tr(
                    "%Ln document(s) could not be exported; the list is beside them.", "", len(report.skipped)
                )
                sentence = self.tr("{sentence} {more}").format(sentence=sentence, more=left_out)
            action = (self.tr("Open folder"), lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))))
            parent = self.parentWidget()
            bar = parent.window().findChild(MessageBar) if parent else None
            if bar is not None:
                (bar.warning if report.skipped else bar.info)(sentence, action)
            self.exported.emit(report)
            self.deleteLater()

        return done
