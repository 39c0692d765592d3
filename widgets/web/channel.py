"""The line to the process that started this one: messages as JSON, one a line."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtWidgets import QApplication

from widgets.kit.garbage import GarbageCollector
from widgets.web.arguments import closed_doors

# Start a browser that nobody sees: for captures, and for measuring pages.


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


_ATTEMPTS = 20


class Channel(QObject):
    """Standard input and output. When the input ends, so does this process, even if its event loop is stuck.

    It ends at once, without taking Chromium apart: whoever started it may be gone, a page may be stuck in a script, and
    what Chromium would write to the disk at the end is removed anyway. Its renderers end with it.
    """

    received = Signal(dict)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = threading.Lock()
        self._folder = ""
        # Whoever prints, prints to standard error: the output is for messages alone.
        self._out = os.fdopen(os.dup(1), "wb", buffering=0)
        os.dup2(2, 1)

    def run(self, application: QCoreApplication) -> NoReturn:
        """Listen, and run the application until it quits or the input ends."""
        threading.Thread(target=self._listen, name="channel", daemon=True).start()
        self._end(application.exec())

    def say(self, **message: object) -> None:
        """Send a message."""
        line = json.dumps(message).encode() + b"\n"
        with self._lock:
            try:
                while line:
                    line = line[self._out.write(line) or 0 :]
            except OSError:  # nobody hears it
                self._end(1)

    def _listen(self) -> None:
        for line in sys.stdin.buffer:
            message = json.loads(line)
            self._folder = message.get("folder", self._folder)
            self.received.emit(message)
        self._end(0)

    def _end(self, code: int) -> NoReturn:
        """Remove the folder that came with the first message, while Chromium may still write to it, and be gone."""
        for _ in range(_ATTEMPTS):
            if not self._folder or not Path(self._folder).exists():
                break
            shutil.rmtree(self._folder, ignore_errors=True)
        os._exit(code)


def port_of(arguments: Sequence[str]) -> int:
    """The proxy's port on the command line."""
    parser = argparse.ArgumentParser(description="Started by Tianwang Explorer; of no use alone.")
    parser.add_argument("--port", type=int, required=True)
    return int(parser.parse_args(arguments).port)


def prepare_environment() -> None:
    """What Chromium must know before it starts."""
    if os.name != "nt" and os.geteuid() == 0:
        os.environ.setdefault("QTWEBENGINE_DISABLE_SANDBOX", "1")  # it refuses to run as root with it
