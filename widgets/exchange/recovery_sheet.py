"""Recovering a damaged file: which file, where to, then what became of every byte of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QDir, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QPushButton,
    QWidget,
)

from widgets.exchange import recovering
from widgets.exchange.recovering import (
    ADDRESS,
    DATE,
    END,
    KIND,
    REASON,
    SIZE,
    START,
    FindingsModel,
    kind_word,
)
from widgets.kit import files as saving
from widgets.kit import jobs, messages, theme
from widgets.kit.boxes import in_row, restyle, text_button, text_label
from widgets.kit.figures import Figures
from widgets.kit.files import FileDrop
from widgets.kit.side_sheet import SideSheet
from widgets.kit.tables import keep_width, table
from widgets.words import formats

_WIDTH = 840
_KINDS = ("recovered", "repaired", "suspect", "lost", "unbuilt")


class RecoverySheet(SideSheet):
    """`open_for` a file; nothing is written to the file itself."""

    told = Signal(str)
    import_requested = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(self.tr("Recover a damaged file"), parent, _WIDTH)
        self._archive: Path | None = None  # new files are not proposed inside it
        self._task: jobs.Task[Any] | None = None
        self._done: recovering.Recovered | None = None
        self.model = FindingsModel(self)
        self._more = QTimer(self, interval=0)
        self._more.timeout.connect(self._take)
        self._build_form()
        self._build_result()
        self._build_footer()
        self.source.textChanged.connect(self._source_changed)
        self.target.textChanged.connect(self._check)
        FileDrop(self, self._choose)
        self._check()

    # ---- building -----------------------------------------------------------------------------------------------

    def _build_form(self) -> None:
        words = text_label(
            self.tr(
                "Reads every sound record of a damaged Tianwang file into a new file. The damaged file is not changed."
            ),
            "muted",
            wrap=True,
        )
        self.body.addWidget(words)
        self.source = self._field(
            self.tr("Damaged &file"), self.tr("Choose the damaged file"), self._choose_source
        )
        self.target = self._field(
            self.tr("&Write what is recovered to"),
            self.tr("Choose the name of the new file"),
            self._choose_target,
        )
        self.suspects = QCheckBox(self.tr("Keep s&uspect records too"))
        self.suspects.setToolTip(
            self.tr(
                "Records beside a damage that are well-formed although nothing proves that they are whole"
            )
        )
        self.rest = QCheckBox(self.tr("Keep the &rest in a file beside it"))
        for box in (self.suspects, self.rest):
            box.setChecked(True)
        self.rest.setToolTip(self.tr("All bytes that belong to no recovered record, for experts to look at"))
        row = in_row(None, self.suspects, self.rest, None, spacing=theme.TRIPLE)
        self.body.addLayout(row)

    def _field(self, caption: str, tip: str, choose: Callable[[], object]) -> QLineEdit:
        label, field, button = QLabel(caption), QLineEdit(), QPushButton(self.tr("Choose…"))
        label.setProperty("muted", True)
        label.setBuddy(field)
        name = formats.without_mnemonic(caption)
        field.setAccessibleName(name)
        field.setToolTip(name)
        button.setToolTip(tip)
        button.clicked.connect(choose)
        row = in_row(None, (field, 1), button, spacing=theme.UNIT)
        self.body.addWidget(label)
        self.body.addLayout(row)
        return field

    def _build_result(self) -> None:
        self.summary = text_label(wrap=True, selectable=True, name="sheetSummary")
        self.figures = Figures()
        for kind, tip in (
            ("recovered", self.tr("Records that are whole beyond doubt")),
            ("repaired", self.tr("Records whose damage could be undone")),
            ("suspect", self.tr("Records that are well-formed although nothing proves that they are whole")),
            ("lost", self.tr("Bytes that belong to no record any more")),
        ):
            self.figures.add(kind, kind_word(kind), tip)
        self.kinds = QComboBox(sizeAdjustPolicy=QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.kinds.setAccessibleName(self.tr("Which ranges to show"))
        self.kinds.setToolTip(self.tr("Which ranges to show"))
        self.kinds.currentIndexChanged.connect(lambda: self.model.show_kind(self.kinds.currentData() or ""))
        self.view = table(self.model, self.tr("What became of every byte"), REASON)
        self.view.setMinimumHeight(160)
        keep_width(self.view, {KIND: 112, START: 84, END: 84, SIZE: 72, ADDRESS: 176, DATE: 150})
        self.view.setColumnHidden(DATE, True)
        row = in_row(None, (self.figures, 1), (self.kinds, 0, Qt.AlignmentFlag.AlignBottom), spacing=-1)
        self.body.addSpacing(theme.UNIT)
        self.body.addWidget(self.summary)
        self.body.addLayout(row)
        self.body.addWidget(self.view, 1)
        self.body.addStretch(0)

    def _build_footer(self) -> None:
        self.save = self._button("save", self.tr("Sa&ve report…"), self.tr("Write this report to a file"))
        self.save.clicked.connect(self.save_report)
        self.folder = self._button("folder", self.tr("&Open folder"), self.tr("Show the new file"))
        self.folder.clicked.connect(self._open_folder)
        self.take_in = self._button(
            "import", self.tr("&Import it"), self.tr("Take the records into an archive")
        )
        self.take_in.clicked.connect(self._import)
        self.footer.addWidget(self.save)
        self.footer.addWidget(self.folder)
        self.footer.addWidget(self.take_in)
        self.footer.addStretch(1)
        self.start_button = text_button(
            self.tr("Re&cover"),
            self.tr("Read the damaged file and write the new one"),
            self.start,
            icon="recover",
            look="primary",
        )
        self.footer.addWidget(self.start_button)

    def _button(self, icon: str, text: str, tip: str) -> QPushButton:
        return text_button(text, tip, icon=icon)

    # ---- what is chosen -----------------------------------------------------------------------------------------

    def open_for(self, file: Path | None = None, archive: Path | None = None) -> None:
        """Show the sheet; with a file it only has to be started. `archive` is the one that is open."""
        self._archive = archive
        if file is not None:
            self._choose(file)
        self._check()
        self.slide_in()
        (self.start_button if self.start_button.isEnabled() else self.source).setFocus()

    def _choose(self, file: Path) -> None:
        """Another damaged file, unless one is being read."""
        if self._task is None and file != self.source_path():
            self._forget()
            self.source.setText(QDir.toNativeSeparators(str(file)))

    def source_path(self) -> Path:
        """The damaged file."""
        return Path(self.source.text().strip()).expanduser()

    def target_path(self) -> Path:
        """The file to write."""
        return Path(self.target.text().strip()).expanduser()

    def _source_changed(self) -> None:
        if self._task is None and self.source.text().strip():
            proposed = recovering.proposal(self.source_path(), self._archive)
            self.target.setText(QDir.toNativeSeparators(str(proposed)))
        self._check()

    def _choose_source(self) -> None:
        start = self.source.text() or str(self._archive / "batches" if self._archive else "")
        chosen, _ = QFileDialog.getOpenFileName(self, self.tr("Damaged file"), start)
        if chosen:
            self._choose(Path(chosen))

    def _choose_target(self) -> None:
        chosen, _ = QFileDialog.getSaveFileName(
            self, self.tr("Write what is recovered to"), self.target.text()
        )
        if chosen:
            self.target.setText(QDir.toNativeSeparators(chosen))

    def _problem(self) -> str:
        source, target = self.source_path(), self.target_path()
        if not self.source.text().strip():
            return self.tr("Choose the damaged file, or drop it here.")
        if not source.is_file():
            return self.tr("There is no such file.")
        if not self.target.text().strip() or not target.is_absolute():
            return self.tr("Give the whole path of the new file.")
        if target.exists():
            return self.tr(
                "There is a file of this name already; it is not overwritten. Choose another name."
            )
        if self._archive is not None and self._archive in target.parents:
            return self.tr("This folder belongs to the archive. Choose one outside it.")
        return ""

    def _check(self) -> None:
        """Say what will happen, or why it cannot; a result stays until another file is chosen."""
        running, problem = self._task is not None, self._problem()
        done = self._done is not None
        self.start_button.setEnabled(not running and not problem and not done)
        if not running and not done:
            self._say(
                problem or self.tr("Ready: “Recover” begins."), bool(problem and self.source.text().strip())
            )
        for part in (self.figures, self.view, self.kinds):
            part.setVisible(done)
        for button in (self.save, self.folder, self.take_in):
            button.setVisible(done)
        for field in (self.source, self.target, self.suspects, self.rest):
            field.setEnabled(not running)

    def _say(self, text: str, bad: bool) -> None:
        self.summary.setText(text)
        restyle(self.summary, bad=bad)

    def _forget(self) -> None:
        self._done = None
        self.model.follow(())
        self._check()

    # ---- doing it -----------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin to recover."""
        if self._task is None and not self._problem():
            self._say(
                self.tr("Reading the file… You can go on working; the bar below shows how far it is."), False
            )
            self._task = recovering.recover(
                self,
                self.source_path(),
                self.target_path(),
                suspects=self.suspects.isChecked(),
                rest=self.rest.isChecked(),
                done=self._ended,
                failed=self._failed,
            )
            self._check()

    def _ended(self, found: recovering.Recovered | None) -> None:
        self._task = None
        if found is None:
            self._check()
            self._say(self.tr("Stopped; nothing was kept."), False)
            return
        self._done = found
        report = found.report
        self.model.follow(found.rows)
        for kind in _KINDS[:3]:
            self.figures.set(kind, formats.number(getattr(report, kind)))
        self.figures.set("lost", formats.size(report.lost_bytes), formats.size_exact(report.lost_bytes))
        self._check()
        self._say(recovering.summary(found), not (report.recovered or report.repaired or report.suspect))
        self._more.start()
        self._take()
        if self.isVisible() and self.isAncestorOf(self.window().focusWidget()):
            self.take_in.setFocus()  # the button that was pressed is off now

    def _take(self) -> None:
        if not self.model.take():
            self._more.stop()
            counts = self.model.kinds()
            self.kinds.blockSignals(True)
            self.kinds.clear()
            everything = self.tr("All ranges ({count})").format(count=formats.number(sum(counts.values())))
            self.kinds.addItem(everything, "")
            for kind in _KINDS:
                if kind in counts:
                    self.kinds.addItem(f"{kind_word(kind)} ({formats.number(counts[kind])})", kind)
            self.kinds.blockSignals(False)

    def _failed(self, error: Exception) -> None:
        self._task = None
        self._check()
        self._say(messages.sentence(error), True)

    # ---- what to do with it -------------------------------------------------------------------------------------

    def save_report(self) -> None:
        """Write the report to a file."""
        found = self._done
        if found is not None:
            saving.save_report(
                self,
                f"{found.out.stem}-{self.tr('report', 'part of a file name')}",
                lambda: recovering.as_text(found),
                lambda: recovering.as_data(found),
                self.told.emit,
            )

    def _open_folder(self) -> None:
        if self._done is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._done.out.parent)))

    def _import(self) -> None:
        if self._done is not None:
            self.cancel()
            self.import_requested.emit([self._done.out])
