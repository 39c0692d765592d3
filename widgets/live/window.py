"""The live browser. Started by the main program, with the port of its recording proxy:

    main(["--port=N"])

Everything it loads comes through that proxy, which holds it; "Archive This Page" tells the main program which of it.
"""

from __future__ import annotations

from typing import Any, NoReturn

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from app import __version__
from widgets.kit import theme
from widgets.kit.garbage import GarbageCollector
from widgets.live.live_window import LiveWindow
from widgets.web.arguments import closed_doors
from widgets.web.channel import Channel, port_of, prepare_environment
from widgets.words.translators import Translations


class Program(QObject):
    """Builds the window when the main program has said what it needs."""

    def __init__(self, application: QApplication, channel: Channel) -> None:
        super().__init__(application)
        self._application, self._channel = application, channel
        self._translations = Translations(application)
        self._window: LiveWindow | None = None
        channel.received.connect(self._do)

    def _do(self, message: dict[str, Any]) -> None:
        if message["do"] == "begin":
            theme.apply_theme(self._application, message["theme"])
            self._translations.use(message["language"])
            self._window = LiveWindow(self._channel, message)
            self._channel.say(event="ready")
        elif self._window is not None:
            self._window.do(message)


def main(arguments: list[str]) -> NoReturn:
    """Run until the window is closed or the main program is gone."""
    prepare_environment()
    application = QApplication(["tianwang-explorer", "--webEngineArgs", *closed_doors(port_of(arguments))])
    application.setApplicationName("Tianwang Explorer")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName("tianwang-explorer")
    GarbageCollector(application)
    channel = Channel(application)
    Program(application, channel)
    channel.run(application)
