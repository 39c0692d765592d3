"""Which language the program speaks."""

from __future__ import annotations

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

import resources


class Translations:
    """The translators of the language in use: ours, and Qt's own for standard buttons and dialogs."""

    def __init__(self, application: QApplication) -> None:
        self._application = application
        self._installed: list[QTranslator] = []

    def use(self, language: str) -> None:
        """Switch to "en", "zh_CN" or "system"."""
        locale = QLocale.system() if language == "system" else QLocale(language)
        QLocale.setDefault(locale)
        for translator in self._installed:
            self._application.removeTranslator(translator)
        self._installed = []
        ours = "zh_CN" if locale.language() == QLocale.Language.Chinese else "en"
        folders = [
            (f"tianwang_{ours}", str(resources.path("translations"))),
            (f"qtbase_{ours}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)),
        ]
        for name, folder in folders:
            translator = QTranslator()
            if translator.load(name, folder):
                self._application.installTranslator(translator)
                self._installed.append(translator)
