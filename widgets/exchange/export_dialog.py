"""The export dialog: which pages, or which random sample of them that can be drawn again; which format, which folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QDir, QSettings, QStandardPaths, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QSpinBox,
    QStackedWidget,
    QWidget,
)

from app.archive.model import Page
from app.archive.reader import ArchiveReader
from app.exporting.export import ExportReport
from app.interchange.job import InterchangeReport
from app.statistics.sampling import STRATA, Drawing, Strata, Versions
from widgets.exchange import export_work
from widgets.exchange.export_options import DocumentOptions, FormatCards
from widgets.exchange.export_work import PagesSource
from widgets.kit import jobs, theme
from widgets.kit.boxes import in_column, in_row, restyle, scrolled, text_label
from widgets.kit.messages import MessageBar
from widgets.words import formats

if TYPE_CHECKING:
    from widgets.session import Session

_SIZE, _SEED, _PER = "export/sample-size", "export/sample-seed", "export/sample-per"
_MOST = 999_999
_VERSIONS: dict[str, Versions] = {"all": "all", "versions": "all", "newest": "newest"}
_LAST_FOLDER, _LAST_FORMAT, _LAST_VERSIONS = "export/folder", "export/format", "export/versions"
_WITH_NOTES = "export/notes"
_WIDE, _NARROW = 1180, 820  # pixels: two columns, or one


class ExportDialog(QDialog):
    """Asks what, how and where to; the work itself goes on in the job bar while the dialog is closed."""

    exported = Signal(object)  # the ExportReport or InterchangeReport, when all is written
    noted = Signal(object, object)  # an InterchangeReport with notes, and the folder
    written = Signal(object, object)  # an ExportReport, and the folder

    def __init__(
        self,
        session: Session,
        pages_source: PagesSource | Sequence[PagesSource] | Callable[[ArchiveReader], Iterable[Page]],
        parent: QWidget | None = None,
        settings: QSettings | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._readers = session.readers  # of the day that is shown
        self._settings = settings or QSettings()
        self.sources = self._sources(pages_source)
        self.counts = [source.count for source in self.sources]
        day = session.travel.day
        self.setWindowTitle(
            self.tr("Export")
            if day is None
            else self.tr("Export as it was on {day}").format(day=formats.day(day))
        )
        self.what = self._make_choices()  # the tab key meets them first, as they stand
        self.cards = FormatCards(str(self._settings.value(_LAST_FORMAT, "markdown")), self)
        self.options = DocumentOptions(self._settings, self)
        self.versions = self._make_versions()
        self.sample = SampleOptions(self._settings, self)
        self.notes = QCheckBox(self.tr("With my stars, tags and notes on these pages"), self)
        self.notes.setToolTip(self.tr("Whoever gets the files can read them"))
        self.notes.setChecked(bool(self._settings.value(_WITH_NOTES, True, bool)))
        self.folder = QLineEdit(self._first_folder(), self)
        self.folder.setAccessibleName(self.tr("Folder to write to"))
        self.folder.setToolTip(self.tr("Folder to write to"))
        self.note = QLabel(self)
        self.note.setWordWrap(True)
        self.note.setProperty("muted", True)
        self._arrange()
        self.folder.textChanged.connect(self._check)
        self.what.idClicked.connect(self._format_changed)
        self.what.idClicked.connect(self._find_example)
        self.cards.changed.connect(self._format_changed)
        self.options.changed.connect(self._check)
        self.sample.changed.connect(self._format_changed)
        self._format_changed()
        self._count()
        self._find_example()

    # ---- putting together ---------------------------------------------------------------------------------------

    def _sources(
        self, given: PagesSource | Sequence[PagesSource] | Callable[[ArchiveReader], Iterable[Page]]
    ) -> list[PagesSource]:
        if isinstance(given, PagesSource):
            return [given]
        return [PagesSource(self.tr("Selection"), given)] if callable(given) else list(given)

    def _count(self) -> None:
        """Count what is not counted yet, in a worker; export can begin before the numbers are there."""
        for number, source in enumerate(self.sources):
            if source.count is None:

                def done(counted: int, number: int = number) -> None:
                    self.counts[number] = counted
                    self._name(number)
                    self._check()

                export_work.count(self, self._readers, source, done)

    def _name(self, number: int) -> None:
        """Write what a source is beside its button."""
        source, count = self.sources[number], self.counts[number]
        words = source.label
        if count is not None:
            words = self.tr("{what} – %Ln document(s)", "", count).format(
                what=formats.shorten(source.label, 70)
            )
        self.what.button(number).setText(words)

    def _make_choices(self) -> QButtonGroup:
        """What can be exported; where one begins, so that the arrow keys choose."""
        group = QButtonGroup(self)
        for number, source in enumerate(self.sources):
            choice = QRadioButton(self)
            choice.setToolTip(source.label)
            group.addButton(choice, number)
        first = group.button(next((n for n, count in enumerate(self.counts) if count != 0), 0))
        first.setChecked(True)
        return group

    def _make_versions(self) -> QComboBox:
        box = QComboBox(self)
        box.setAccessibleName(self.tr("Which versions"))
        words = {
            "all": self.tr("All versions, and visits that found nothing new"),
            "versions": self.tr("All versions"),
            "newest": self.tr("The newest version of each page"),
        }
        for name in export_work.VERSIONS:
            box.addItem(words[name], name)
        box.setCurrentIndex(max(0, box.findData(self._settings.value(_LAST_VERSIONS, "all", str))))
        return box

    def _arrange(self) -> None:
        """What and in which format at the left, how and where to at the right; one below the other on a narrow screen.
        Both scroll where a screen is low, the buttons stay in sight."""
        what = in_column(None, text_label(self.tr("What"), "section"), spacing=theme.UNIT)
        for number, choice in enumerate(self.what.buttons()):
            self._name(number)
            what.addWidget(choice)
        self._how = QStackedWidget(self)
        self._how.addWidget(self.options)
        self._how.addWidget(self._make_which())
        found = text_label(
            self.tr(
                "The versions in which it was found, and of everything these pages need to be shown the version "
                "nearest in time."
            ),
            "muted",
            wrap=True,
        )
        found.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._how.addWidget(found)
        how = in_column(
            None,
            text_label(self.tr("How"), "section"),
            self._how,
            self.sample,
            self.notes,
            theme.UNIT,
            text_label(self.tr("Where to"), "section"),
            self._make_where(),
            self.note,
            None,
            spacing=theme.UNIT,
        )
        room = self.screen().availableSize()
        wide = room.width() >= _WIDE + 2 * theme.LARGE
        content = QWidget()
        halves = (in_row if wide else in_column)(
            content,
            (in_column(None, what, self.cards, None, spacing=theme.UNIT), 5),
            (how, 3),
            margins=(theme.TRIPLE, theme.DOUBLE, theme.TRIPLE, theme.UNIT),
            spacing=theme.TRIPLE if wide else theme.UNIT,
        )
        area = scrolled(content)
        footer = in_row(
            None, self._make_buttons(), margins=(theme.TRIPLE, theme.UNIT, theme.TRIPLE, theme.DOUBLE)
        )
        in_column(self, (area, 1), footer)
        width = _WIDE if wide else _NARROW
        needed = halves.heightForWidth(width) if halves.hasHeightForWidth() else halves.sizeHint().height()
        needed += footer.sizeHint().height() + theme.LARGE  # a card may need a line more than was thought
        self.resize(width, min(needed, room.height() - 2 * theme.LARGE))
        self.what.button(
            max(0, self.what.checkedId())
        ).setFocus()  # what stands in an area loses the keyboard on its way there

    def _make_which(self) -> QWidget:
        which = QWidget(self)
        in_column(which, text_label(self.tr("Versions"), "muted"), self.versions, None, spacing=theme.HALF)
        return which

    def _make_where(self) -> QHBoxLayout:
        choose = QPushButton(self.tr("Choose…"), self)
        choose.setToolTip(self.tr("Choose the folder to write to"))
        choose.setAutoDefault(False)
        choose.clicked.connect(self._choose_folder)
        return in_row(None, (self.folder, 1), choose, spacing=theme.UNIT)

    def _make_buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        cancel = buttons.button(QDialogButtonBox.StandardButton.Cancel)
        cancel.setAutoDefault(True)  # Enter means it where it has the focus, and nowhere else
        self.export_button = buttons.addButton(self.tr("Export"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.export_button.setDefault(True)
        self.export_button.setProperty("primary", True)  # looks disabled when it is
        self.export_button.setToolTip(self.tr("Write the files"))
        buttons.accepted.connect(self.start)
        buttons.rejected.connect(self.reject)
        self.rejected.connect(self.deleteLater)
        return buttons

    # ---- what is chosen -----------------------------------------------------------------------------------------

    def chosen_source(self) -> PagesSource:
        return self.sources[max(0, self.what.checkedId())]

    def chosen_format(self) -> str:
        return self.cards.chosen()

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

    def _format_changed(self) -> None:
        archive_format = self.cards.is_archive()
        found = self.chosen_source().hits is not None
        self._how.setCurrentIndex((2 if found else 1) if archive_format else 0)
        whole = archive_format and self.chosen_format() != "cdxj"
        self.sample.setVisible(whole)
        self.notes.setVisible(whole)
        self.notes.setEnabled(not self.sample.wanted.isChecked())  # a test collection is for others
        if not archive_format:
            self.options.set_format(self.chosen_format())
        self._check()

    def _find_example(self) -> None:
        """A page of what is to be exported, for the names of its files."""
        export_work.example(self, self._readers, self.chosen_source(), self.options.set_example)

    def _check(self) -> None:
        """Say what will happen, or why it cannot."""
        archive_format = self.cards.is_archive()
        folder, inside = self.chosen_folder(), self._session.archive.path
        says, good = self.tr("Files that are there already are kept; new ones get another name."), True
        if not self.folder.text().strip() or not folder.is_absolute():
            says, good = self.tr("Give the whole path of a folder."), False
        elif folder == inside or inside in folder.parents:
            says, good = self.tr("This folder belongs to the archive. Choose one outside it."), False
        elif folder.exists() and not folder.is_dir():
            says, good = self.tr("This is a file, not a folder."), False
        elif not folder.exists():
            says = self.tr("The folder will be made.")
        if self.counts[max(0, self.what.checkedId())] == 0 and not archive_format:
            says, good = self.tr("There is nothing to export here."), False
        elif good and archive_format and self.chosen_source().single:
            more = self.tr(
                "Pictures and styles of a page come along only when its folder or site is exported."
            )
            says = formats.sentences([says, more])
        elif good and not archive_format and self.options.problem():
            good = False  # the reason stands beside the pattern
        self.note.setText(says)
        restyle(self.folder, bad=not good and not self.options.problem())
        self.export_button.setEnabled(good)

    # ---- doing it -----------------------------------------------------------------------------------------------

    def start(self) -> jobs.Task[Any]:
        """Begin the export in the background and close."""
        source = self.chosen_source()
        query, among = (source.hits.query, "") if source.hits is not None else ("", source.label)
        wish = export_work.Wish(
            source,
            self.chosen_format(),
            self.chosen_folder(),
            self.counts[max(0, self.what.checkedId())],
            str(self.versions.currentData()),
            self.options.names(),
            self.options.once(),
            self.options.main_only(),
            self.notes.isChecked(),
            self.options.alike(),
            self.sample.drawing(str(self.versions.currentData()), query, among),
        )
        self.options.remember()
        self.sample.remember()
        self._settings.setValue(_LAST_FOLDER, str(wish.folder))
        self._settings.setValue(_LAST_FORMAT, wish.format)
        archive = self._readers
        # closing must not delete the dialog before the work is done: it tells the result
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        if self.cards.is_archive():
            self._settings.setValue(_LAST_VERSIONS, wish.versions)
            self._settings.setValue(_WITH_NOTES, wish.notes)
            task = export_work.archives(self, archive, wish, self._archive_teller(wish.folder))
        else:
            task = export_work.documents(self, archive, wish, self._teller(wish.folder))
        self._task = task  # kept, so that it goes together with the dialog, in this thread
        self.accept()
        return task

    def _teller(self, folder: Path) -> Callable[[ExportReport], None]:
        def done(report: ExportReport) -> None:
            self.written.emit(report, folder)
            self._end(report)

        return done

    def _archive_teller(self, folder: Path) -> Callable[[InterchangeReport], None]:
        def done(report: InterchangeReport) -> None:
            if report.notes or not report.records:
                self.noted.emit(report, folder)
            else:
                words = self.tr("%Ln capture(s) written to {folder} ({size}).", "", report.records)
                sentence = words.format(
                    folder=QDir.toNativeSeparators(str(folder)), size=formats.size(report.bytes)
                )
                self._tell(sentence, self._folder_offer(folder))
            self._end(report)

        return done

    def _folder_offer(self, folder: Path) -> tuple[str, Callable[[], object]]:
        return self.tr("Open folder"), lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))

    def _tell(self, sentence: str, offer: tuple[str, Callable[[], object]]) -> None:
        parent = self.parentWidget()
        bar = parent.window().findChild(MessageBar) if parent else None
        if bar is not None:
            bar.info(sentence, offer)

    def _end(self, report: ExportReport | InterchangeReport) -> None:
        self.exported.emit(report)
        self.deleteLater()


class SampleOptions(QWidget):
    """`changed`: a sample is wanted, or no longer."""

    changed = Signal()

    def __init__(self, settings: QSettings, parent: QWidget) -> None:
        super().__init__(parent)
        self._settings = settings
        self.wanted = QCheckBox(self.tr("Only a random &sample of the pages"), self)
        self.wanted.setToolTip(
            self.tr(
                "A test collection: pages are drawn by the seed, with what they embed. A manifest beside it lists "
                "them with their digests, and “tianwang sample --again” writes the same files from it"
            )
        )
        self.pages = self._number(_SIZE, 100, 1, self.tr("Pages of the sample"))
        self.per = QComboBox(self)
        self.per.setAccessibleName(self.tr("Of what as many pages are drawn"))
        self.per.setToolTip(self.tr("Of what as many pages are drawn"))
        words = {
            "": self.tr("pages in all"),
            "site": self.tr("pages of each site"),
            "type": self.tr("pages of each type"),
            "language": self.tr("pages of each language"),
        }
        for name in STRATA:
            self.per.addItem(words[name], name)
        self.per.setCurrentIndex(max(0, self.per.findData(str(settings.value(_PER, "")))))
        self.seed = self._number(_SEED, 1, 0, self.tr("Seed: another number gives another sample"))
        seed = text_label(self.tr("Seed"), "muted")
        seed.setBuddy(self.seed)
        self.how = QWidget(self)
        in_column(
            self.how,
            in_row(None, self.pages, (self.per, 1), spacing=theme.UNIT),
            in_row(None, seed, self.seed, None, spacing=theme.UNIT),
            spacing=theme.HALF,
        )
        in_column(self, self.wanted, self.how, spacing=theme.HALF)
        self.how.setEnabled(False)
        self.wanted.toggled.connect(self.how.setEnabled)
        self.wanted.toggled.connect(self.changed)

    def _number(self, name: str, usual: int, least: int, words: str) -> QSpinBox:
        box = QSpinBox(self)
        box.setRange(least, _MOST)
        kept = self._settings.value(name, usual, int)
        box.setValue(kept if isinstance(kept, int) else usual)
        box.setAccessibleName(words)
        box.setToolTip(words)
        return box

    def drawing(self, versions: str, query: str, among: str) -> Drawing | None:
        """How the sample is drawn, of the pages of a `query`, or of what is called `among`; None for all pages."""
        if not self.wanted.isChecked() or self.isHidden():
            return None
        per: Strata = self.per.currentData()
        return Drawing(self.pages.value(), self.seed.value(), query, per, _VERSIONS[versions], among)

    def remember(self) -> None:
        """For the next export."""
        self._settings.setValue(_SIZE, self.pages.value())
        self._settings.setValue(_SEED, self.seed.value())
        self._settings.setValue(_PER, self.per.currentData())
