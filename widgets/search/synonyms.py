"""The words that mean the same, edited as the lines of their file; what does not count is told while one types."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from app.errors import StorageFailed
from app.likeness import synonyms
from widgets.kit import messages, theme
from widgets.kit.boxes import text_label
from widgets.words import engine

_SIZE = (560, 480)
_TYPING_MS = 200
_TOLD = 3  # problems that are told at once


class SynonymsEditor(QDialog):
    """`saved` carries the number of groups and the text that the file had before."""

    saved = Signal(int, str)

    def __init__(self, archive: Path, parent: QWidget) -> None:
        super().__init__(parent)
        self._archive = archive
        self._before = synonyms.read_text(archive)
        self.setWindowTitle(self.tr("Words that mean the same"))
        self.resize(*_SIZE)
        about = text_label(
            self.tr(
                "A group a line, with = between its words; the first stands for all of them where texts are compared. "
                "Behind # stands a note. The file synonyms.txt goes with the archive."
            ),
            "muted",
            wrap=True,
        )
        self.text = QPlainTextEdit(self._before)
        self.text.setAccessibleName(self.windowTitle())
        self.text.setPlaceholderText("United Nations = UN = U.N.\n北京华联 = 华联商厦 = 华联超市")
        self.told = text_label("", wrap=True)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel
        )
        self.back = QPushButton(self.tr("As it was"))
        self.back.setToolTip(self.tr("Take back all that was changed here"))
        self.back.clicked.connect(self._take_back)
        self.buttons.addButton(self.back, QDialogButtonBox.ButtonRole.ResetRole)
        column = QVBoxLayout(self)
        column.setSpacing(theme.UNIT)
        for widget in (about, self.text, self.told, self.buttons):
            column.addWidget(widget)
        self._checking = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._checking.timeout.connect(self.check)
        self.text.textChanged.connect(self._checking.start)
        self.buttons.accepted.connect(self.save)
        self.buttons.rejected.connect(self.reject)
        QShortcut(QKeySequence.StandardKey.Save, self, self.save)
        self.finished.connect(lambda _: self.deleteLater())
        self.text.setFocus()
        self.check()

    def check(self) -> None:
        """Tell how many groups there are, and what of the text does not count."""
        self._checking.stop()
        text = self.text.toPlainText()
        found = synonyms.problems(text)
        said = [self.tr("%Ln group(s).", "", len(synonyms.parsed(text).groups))]
        said += [engine.say(one) for one in found[:_TOLD]]
        if len(found) > _TOLD:
            said.append(self.tr("%Ln more line(s) like that", "", len(found) - _TOLD))
        self.told.setText("\n".join(said))
        self.back.setEnabled(text != self._before)

    def save(self) -> None:
        """Write the file and close; where another program has changed it meanwhile, say so first."""
        text, now = self.text.toPlainText(), synonyms.read_text(self._archive)
        if now != self._before and not self._replaces():
            return
        try:
            synonyms.write_text(self._archive, text)
        except StorageFailed as error:
            self._checking.stop()
            self.told.setText(messages.sentence(error))
            return
        self.saved.emit(len(synonyms.parsed(text).groups), now)
        self.accept()

    def _replaces(self) -> bool:
        return messages.ask(
            self,
            self.windowTitle(),
            self.tr("Another program has changed the file meanwhile."),
            self.tr("What it wrote is replaced by what stands here."),
            (self.tr("Save"), self.tr("Go on editing")),
            cautious=True,
        )

    def _take_back(self) -> None:
        """By the editor's own undoing, so that it can be done again."""
        cursor = self.text.textCursor()
        cursor.select(cursor.SelectionType.Document)
        cursor.insertText(self._before)
        self.check()
