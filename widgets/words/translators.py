"""The language of the program: its choice, and the translators of it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

import resources
from widgets.words import QT_TRANSLATE_NOOP

# What Qt says in its file dialogs and has no Chinese for, under the contexts it asks with; ours is asked after its own.
QT_WORDS = (
    QT_TRANSLATE_NOOP("QFileDialog", "&Look in:"),
    QT_TRANSLATE_NOOP("QFileDialog", "Files of &type:"),
    QT_TRANSLATE_NOOP("QAbstractFileIconProvider", "%1 File"),
    QT_TRANSLATE_NOOP("QAbstractFileIconProvider", "Drive"),
    QT_TRANSLATE_NOOP("QAbstractFileIconProvider", "File"),
    QT_TRANSLATE_NOOP("QAbstractFileIconProvider", "File Folder"),
    QT_TRANSLATE_NOOP("QAbstractFileIconProvider", "Folder"),
    QT_TRANSLATE_NOOP("QAbstractFileIconProvider", "Shortcut"),
    QT_TRANSLATE_NOOP("QAbstractFileIconProvider", "Unknown"),
)


def spoken() -> str:
    """The language that our sentences are in, as BCP 47 has it: not that of numbers and dates, which may be any."""
    return "zh-CN" if QLocale().language() == QLocale.Language.Chinese else "en"


class Translations:
    """The translators of the language in use: ours, and Qt's own for standard buttons and dialogs."""

    def __init__(self, application: QApplication) -> None:
        self._application = application
        self._installed: list[QTranslator] = []
        # What they read from: Qt keeps no copy of it, and of a file only a mapping, under which the program would die
        # when an update replaces the file.
        self._contents: list[bytes] = []

    def use(self, language: str) -> None:
        """Switch to "en", "zh_CN" or "system"."""
        locale = QLocale.system() if language == "system" else QLocale(language)
        QLocale.setDefault(locale)
        for translator in self._installed:
            self._application.removeTranslator(translator)
        self._installed = []
        self._contents = []
        ours = "zh_CN" if locale.language() == QLocale.Language.Chinese else "en"
        folders = [
            (f"tianwang_{ours}", resources.path("translations")),
            (f"qtbase_{ours}", Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))),
        ]
        for name, folder in folders:
            translator, content = QTranslator(), b""
            with suppress(OSError):  # Qt brings none for some languages
                content = (folder / f"{name}.qm").read_bytes()
            if translator.load(content):
                self._application.installTranslator(translator)
                self._installed.append(translator)
                self._contents.append(content)
