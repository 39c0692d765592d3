"""Start a browser that nobody sees: for captures, and for measuring pages."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NoReturn

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from widgets.garbage import GarbageCollector
from widgets.live.channel import Channel, port_of, prepare_environment
from widgets.web.arguments import closed_doors


def serve(name: str, arguments: list[str], make: Callable[[Channel, QObject], object]) -> NoReturn:
    """Run what `make` makes, of a channel and the application it belongs to, until the standard input ends."""
    prepare_environment()
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    application = QApplication([name, "--webEngineArgs", *closed_doors(port_of(arguments))])
    application.setQuitOnLastWindowClosed(False)
    GarbageCollector(application)
    channel = Channel(application)
    make(channel, application)
    channel.run(application)
