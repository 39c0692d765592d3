"""Preferences, in a sheet at the side; each is applied the moment it is changed."""

from __future__ import annotations

from PySide6.QtCore import QSettings, Qt, Signal, SignalInstance
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QSpinBox,
    QWidget,
)

from app.archive.documents import recognising
from widgets.history.kept import KEEP
from widgets.kit import files as places
from widgets.kit import theme
from widgets.kit.boxes import in_row, text_button, text_label
from widgets.kit.files import setting
from widgets.kit.messages import ask
from widgets.kit.side_sheet import SideSheet
from widgets.words import formats

OCR = "documents/ocr"
"""The setting: are pages without letters recognised?"""
LANGUAGES = ("system", "en", "zh_CN")


_MOVING = frozenset(
    {Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Home, Qt.Key.Key_End}
)


class Choice(QComboBox):
    """A box whose choice has large effects: `activated` comes when one is taken from the list by Enter or a click.

    Keys that would step through the choices of a closed box, taking each on the way, open the list instead.
    """

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = not event.modifiers() & (
            Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
        )
        if plain and (event.key() in _MOVING or (event.text().isprintable() and event.text())):
            self.showPopup()
            if event.text().strip() or event.key() in _MOVING:
                QApplication.sendEvent(self.view(), event)
        else:
            super().keyPressEvent(event)


LAY_OUT = "page/lay_out"
"""The setting: whether LibreOffice begins by itself with Office documents that are looked at."""


class Preferences(SideSheet):
    """Writes to the QSettings given; what the window shows otherwise is announced."""

    language_changed = Signal(str)
    theme_changed = Signal(str)
    words_changed = Signal(bool)
    laying_out_changed = Signal(bool)
    history_cleared = Signal()  # of every archive

    def __init__(self, settings: QSettings, parent: QWidget) -> None:
        super().__init__(self.tr("Preferences"), parent)
        self._settings = settings
        self.section(self.tr("Look"))
        # each language in its own words, so that whoever lands in the wrong one finds the way back
        names = (self.tr("As the system"), "English", "简体中文")
        self.language = self._choice(
            self.tr("&Language"), dict(zip(LANGUAGES, names, strict=True)), "language"
        )
        modes = (self.tr("As the system"), self.tr("Light"), self.tr("Dark"))
        self.theme = self._choice(self.tr("&Theme"), dict(zip(theme.MODES, modes, strict=True)), "theme")
        self.words = QCheckBox(self.tr("Words &beside the most used icons of the toolbar"))
        self.words.setToolTip(self.tr("Where the window is wide enough for them"))
        self.words.setChecked(setting(settings, "toolbar/words", True))
        self.body.addWidget(self.words)
        self.section(self.tr("Crawling"))
        self.delay = QDoubleSpinBox(maximum=600, decimals=1, singleStep=0.5, suffix=" s")
        self.delay.setValue(setting(settings, "crawl/delay", 1.0))
        self._field(self.tr("&Wait between requests to a host"), self.delay)
        self.workers = QSpinBox(minimum=1, maximum=128, value=setting(settings, "crawl/workers", 8))
        self._field(self.tr("&Fetches at a time"), self.workers)
        self.agent = QLineEdit(setting(settings, "crawl/user_agent", ""))
        self._field(self.tr("The crawler &introduces itself as"), self.agent)
        self.contact = QLineEdit(setting(settings, "crawl/contact", ""))
        self.contact.setPlaceholderText("https://www.example.org/crawler")
        self._field(self.tr("&Contact told to servers (web or e-mail address)"), self.contact)
        self.section(self.tr("Documents"))
        self.lay_out = QCheckBox(self.tr("Show &Office documents as they look"))
        self.lay_out.setToolTip(
            self.tr("LibreOffice, where it is installed, begins by itself; otherwise it waits for a click")
        )
        self.lay_out.setChecked(setting(settings, LAY_OUT, True))
        self.body.addWidget(self.lay_out)
        self.ocr = QCheckBox(self.tr("Recogni&se the text of scanned documents"))
        self.ocr.setToolTip(
            self.tr("The first page of a PDF without letters, where Tesseract (tesseract-ocr) is installed")
        )
        self.ocr.setChecked(setting(settings, OCR, True))
        recognising.switch(self.ocr.isChecked())
        self.body.addWidget(self.ocr)
        self.section(self.tr("History"))
        self.history = QCheckBox(self.tr("&Keep what I look at"))
        self.history.setToolTip(
            self.tr("A list for each archive, on this machine and for you alone; never in the archive")
        )
        self.body.addWidget(self.history)
        self.forget = text_button(
            self.tr("Forget everything…"),
            self.tr("Forget what was looked at in every archive"),
            self._forget_history,
        )
        self.body.addLayout(in_row(None, self.forget, None))
        self.section(self.tr("Archives"))
        self.folder = QLineEdit(str(places.archive_folder(settings)))
        browse = text_button(
            self.tr("Choose…"), self.tr("Choose the folder new archives are made in"), self._browse
        )
        row = in_row(None, (self.folder, 1), browse, spacing=theme.UNIT)
        self._field(self.tr("&New archives are made in"), self.folder, row)
        self.ahead = QCheckBox(self.tr("&Read archives for the search when they are opened"))
        self.ahead.setToolTip(self.tr("Otherwise the first search waits until everything has been read once"))
        self.ahead.setChecked(setting(settings, "search/ahead", True))
        self.body.addWidget(self.ahead)
        self.body.addStretch(1)
        done = text_button(
            self.tr("Done"), self.tr("Close; everything is already in effect"), self.cancel, look="primary"
        )
        self.note = text_label(self.tr("Changes are in effect at once."), "muted", wrap=True)
        self.footer.addWidget(self.note, 1)
        self.footer.addWidget(done)
        self._connect()

    def _connect(self) -> None:
        keep = self._settings.setValue
        self.language.activated.connect(
            lambda: self._chosen("language", self.language, self.language_changed)
        )
        self.theme.activated.connect(lambda: self._chosen("theme", self.theme, self.theme_changed))
        self.words.toggled.connect(self._words_wanted)
        self.history.toggled.connect(lambda on: keep(KEEP, on))
        self.delay.valueChanged.connect(lambda value: keep("crawl/delay", value))
        self.workers.valueChanged.connect(lambda value: keep("crawl/workers", value))
        self.agent.editingFinished.connect(lambda: keep("crawl/user_agent", self.agent.text().strip()))
        self.contact.editingFinished.connect(lambda: keep("crawl/contact", self.contact.text().strip()))
        self.lay_out.toggled.connect(self._laying_out_wanted)
        self.ahead.toggled.connect(lambda wanted: keep("search/ahead", wanted))
        self.ocr.toggled.connect(self._ocr_wanted)
        self.folder.editingFinished.connect(lambda: keep("archives/folder", self.folder.text().strip()))

    def _choice(self, label: str, options: dict[str, str], key: str) -> QComboBox:
        box = Choice()
        for value, text in options.items():
            box.addItem(text, value)
        box.setCurrentIndex(max(0, box.findData(self._settings.value(key, "system", str))))
        self._field(label, box)
        return box

    def _field(self, label: str, field: QWidget, row: QHBoxLayout | None = None) -> None:
        caption = text_label(label, "muted")
        caption.setBuddy(field)
        if isinstance(field, QAbstractSpinBox):
            field.lineEdit().setTextMargins(theme.HALF + 2, 0, 0, 0)  # style sheets do not reach in there
        field.setAccessibleName(formats.without_mnemonic(label))
        field.setToolTip(formats.without_mnemonic(label))
        self.body.addWidget(caption)
        if row:
            self.body.addLayout(row)
        else:
            self.body.addWidget(field)

    def _chosen(self, key: str, box: QComboBox, signal: SignalInstance) -> None:
        if box.currentData() == self._settings.value(key, "system", str):
            return  # nothing to change: another language is another window
        self._settings.setValue(key, box.currentData())
        signal.emit(box.currentData())

    def tell(self, text: str) -> None:
        """Say what is not in effect at once."""
        self.note.setText(text)

    def slide_in(self) -> None:
        """Show the sheet; what the crawler says of itself is asked of it only now."""
        from app.crawl.rules.settings import DEFAULT_AGENT

        self.agent.setPlaceholderText(DEFAULT_AGENT)
        self.history.setChecked(setting(self._settings, KEEP, True))
        super().slide_in()

    def _forget_history(self) -> None:
        title, text = self.tr("Forget everything"), self.tr("Forget what was looked at in every archive?")
        detail = self.tr("The archives themselves stay as they are.")
        if ask(self.window(), title, text, detail, (self.tr("&Forget"), self.tr("&Cancel"))):
            self.history_cleared.emit()
            self.tell(self.tr("What was looked at is forgotten."))

    def _words_wanted(self, wanted: bool) -> None:
        self._settings.setValue("toolbar/words", wanted)
        self.words_changed.emit(wanted)

    def _ocr_wanted(self, wanted: bool) -> None:
        self._settings.setValue(OCR, wanted)
        recognising.switch(wanted)

    def _laying_out_wanted(self, wanted: bool) -> None:
        self._settings.setValue(LAY_OUT, wanted)
        self.laying_out_changed.emit(wanted)

    def show_theme(self, mode: str) -> None:
        """Follow a change that was made in the menu."""
        self.theme.setCurrentIndex(max(0, self.theme.findData(mode)))

    def _browse(self) -> None:
        chosen = QFileDialog.getExistingDirectory(
            self, self.tr("New archives are made in this folder"), self.folder.text()
        )
        if chosen:
            self.folder.setText(chosen)
            self._settings.setValue("archives/folder", chosen)
