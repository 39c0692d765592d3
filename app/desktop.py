"""Composition root of the desktop program: build, wire, run, shut down. `app.main` starts it."""

from __future__ import annotations

import logging
import sys
import tempfile
import traceback
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QSettings, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

import resources
from app import __version__, temporary
from widgets.kit import jobs, theme
from widgets.kit.garbage import GarbageCollector, tune_allocator
from widgets.shell.main_window import MainWindow
from widgets.web.arguments import webengine_arguments
from widgets.words.translators import Translations

log = logging.getLogger("tianwang")

# Python threads hand the interpreter over this often; the default of 5 ms lets a busy crawl make the window stutter.
SWITCH_INTERVAL = 0.001
_SWEPT = 8000  # milliseconds after which what killed programs left behind is removed
_SEEN = 200  # milliseconds after which the window is on the screen


def show(archive: Path | None = None) -> int:
    """Open the window, and an archive in it; returns the exit code when it is closed."""
    own = temporary.begin()
    program = Program(started(), QSettings())
    if archive:
        program.window.start_browser()  # while nobody sees that the window waits for it
    program.window.show()
    QTimer.singleShot(_SEEN, program.window, _leave_reading)
    if own is not None:
        QTimer.singleShot(_SWEPT, program.window, lambda: _sweep(program.window, own.parent))
    if archive:
        program.window.open_archive(archive)
    else:
        QTimer.singleShot(_SEEN, program.window, program.window.load_ahead)
    return program.application.exec()


def _leave_reading() -> None:
    """Texts are read by other processes where there is more than a little to read."""
    from app.archive.pooling import work_apart  # not before the window is seen

    work_apart()


def _sweep(window: MainWindow, place: Path) -> None:
    jobs.run(window, lambda _: temporary.sweep(place), failed=lambda error: log.warning("%s", error))


def tour(pictures: Path) -> int:
    """Play the tour and write its pictures to a folder."""
    from widgets.tour.play import play

    with tempfile.TemporaryDirectory(prefix="tianwang-tour-", ignore_cleanup_errors=True) as folder:
        program = Program(started(), QSettings(f"{folder}/tour.ini", QSettings.Format.IniFormat))
        return play(program, pictures, Path(folder))


def started() -> QApplication:
    """The application of this process, with all that holds for it as a whole."""
    logging.basicConfig(level=logging.WARNING, format="%(name)s: %(message)s")
    sys.setswitchinterval(SWITCH_INTERVAL)
    tune_allocator()
    return build_application(["tianwang-explorer"])


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
        """Another window where the old one stood, with what was open in it: its sentences were written when its
        widgets were made. A crawl goes on, and is seen in the other window."""
        old = self.window
        place = old.workspace.place() if old.workspace else None
        preferences, size = old.preferences.isVisible(), old.size()
        handed, sample = old.hand_over(), old.crawls.hand_sample()
        self.application.setQuitOnLastWindowClosed(False)
        old.close()
        self.application.setQuitOnLastWindowClosed(True)
        self.window = made = self._build()
        made.crawls.sample = sample
        made.resize(size)  # what is restored is no larger than the screen
        made.show()
        old.deleteLater()

        def go_on() -> None:
            if handed:
                made.take_over(handed)
            made.stand_like(place, preferences)

        QTimer.singleShot(0, made, go_on)  # the browsers of the old window are gone then


def _report_defect(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """What no part of the program expected: into the log, and to the person with the words to report it."""
    text = "".join(traceback.format_exception(kind, error, trace))
    log.error("unexpected error\n%s", text)
    if QApplication.instance() and issubclass(kind, Exception):
        from widgets.shell.defect_dialog import DefectDialog

        DefectDialog.show_once(text)
