"""Composition root of the desktop program: build, wire, run, shut down.

tianwang-explorer [ARCHIVE]         the window
tianwang-explorer --tour FOLDER     plays the tour and writes its pictures to FOLDER
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
import tempfile
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import NoReturn

from PySide6.QtCore import QSettings, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

import resources
from app import __version__, starting
from extractors.worker import serve_if_asked
from widgets import theme
from widgets.garbage import GarbageCollector
from widgets.main_window import MainWindow
from widgets.translators import Translations
from widgets.web import webengine_arguments

log = logging.getLogger("tianwang")

# Python threads hand the interpreter over this often; the default of 5 ms lets a busy crawl make the window stutter.
SWITCH_INTERVAL = 0.001


def main(argv: Sequence[str] | None = None) -> int:
    """Run the desktop program; returns the exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if serve_if_asked(arguments):
        return 0
    if browser := starting.asked_for(arguments):
        be_browser(browser, arguments[1:])
    options = _options(arguments)
    logging.basicConfig(level=logging.WARNING, format="%(name)s: %(message)s")
    sys.setswitchinterval(SWITCH_INTERVAL)
    if os.name != "nt" and os.geteuid() == 0:
        os.environ.setdefault("QTWEBENGINE_DISABLE_SANDBOX", "1")  # Chromium refuses to run as root with it
    application = build_application(["tianwang-explorer"])
    if options.tour:
        from widgets.tour import play

        with tempfile.TemporaryDirectory(prefix="tianwang-tour-") as folder:
            program = Program(application, QSettings(f"{folder}/tour.ini", QSettings.Format.IniFormat))
            return play(program, options.tour, Path(folder))
    program = Program(application, QSettings())
    program.window.show()
    if options.archive:
        program.window.open_archive(options.archive)
    return application.exec()


def be_browser(browser: str, arguments: list[str]) -> NoReturn:
    """Be a browser for the process that asked `app.starting` how to start it."""
    from widgets.live import capture, window
    from widgets.web import measuring

    mains = {starting.CAPTURE: capture.main, starting.LIVE: window.main, starting.MEASURING: measuring.main}
    mains[browser](arguments)


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        "tianwang-explorer", description="Crawl sites, keep every version, see what changed."
    )
    parser.add_argument("archive", nargs="?", type=Path, help="folder of an archive to open")
    parser.add_argument("--tour", metavar="FOLDER", type=Path, help="play the tour and write its pictures to FOLDER")
    parser.add_argument("--version", action="version", version=f"Tianwang Explorer {__version__}")
    return parser.parse_args(arguments)


def build_application(argv: list[str]) -> QApplication:
    """The QApplication with our name, icon and WebEngine's closed doors."""
    application = QApplication(webengine_arguments(argv))
    application.setApplicationName("Tianwang Explorer")
    application.setApplicationDisplayName("Tianwang Explorer")
    application.setApplicationVersion(__version__)
    application.setOrganizationName("Tianwang")
    application.setDesktopFileName("tianwang-explorer")
    application.setWindowIcon(QIcon(str(resources.path("icons", "tianwang-explorer.svg"))))
    sys.excepthook = _report_defect
    GarbageCollector(application)
    return application


class Program:
    """The running program: its window, in the language and colours of its settings."""

    def __init__(self, application: QApplication, settings: QSettings) -> None:
        self.application = application
        self.settings = settings
        self._translations = Translations(application)
        theme.apply_theme(application, str(settings.value("theme", "system")))
        self.window = self._build()

    def _build(self) -> MainWindow:
        self._translations.use(str(self.settings.value("language", "system")))
        window = MainWindow(self.settings)
        window.language_changed.connect(self._change_language)
        return window

    def _change_language(self, language: str) -> None:
        """Build the window again in another language, on the same archive; not from inside its own signal."""
        self.settings.setValue("language", language)
        QTimer.singleShot(0, self.application, self._rebuild)

    def _rebuild(self) -> None:
        old = self.window
        archive = old.session.path if old.session else None
        self.application.setQuitOnLastWindowClosed(False)
        closed = old.close()
        self.application.setQuitOnLastWindowClosed(True)
        if not closed:
            return  # a crawl goes on; the language is used from the next start
        self.window = self._build()
        self.window.show()
        old.deleteLater()
        if archive:
            self.window.made_anew = True
            self.window.open_archive(archive)


def _report_defect(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """What no part of the program expected: into the log, and to the person with the words to report it."""
    text = "".join(traceback.format_exception(kind, error, trace))
    log.error("unexpected error\n%s", text)
    if QApplication.instance() and issubclass(kind, Exception):
        from widgets.defect_dialog import DefectDialog

        DefectDialog.show_once(text)


if __name__ == "__main__":
    sys.exit(main())
