"""Widgets in reference cycles die in the GUI thread, whichever thread allocates."""

from __future__ import annotations

import gc
import threading

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from widgets.garbage import GarbageCollector


class Cycle(QObject):
    """Says in which thread it was collected."""

    died_in: list[str] = []  # noqa: RUF012 - shared on purpose

    def __init__(self) -> None:
        super().__init__()
        self.me = self

    def __del__(self) -> None:
        Cycle.died_in.append(threading.current_thread().name)


def test_a_thread_that_allocates_does_not_collect_widgets(qtbot: QtBot) -> None:
    owner = QObject()
    collector = GarbageCollector(owner)
    try:
        Cycle()
        allocating = threading.Thread(target=lambda: [[] for _ in range(200_000)])
        allocating.start()
        allocating.join()
        assert Cycle.died_in == []
        collector.collect()
        assert Cycle.died_in == [threading.main_thread().name]
    finally:
        owner.deleteLater()
        gc.unfreeze()
