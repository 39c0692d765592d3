"""Widgets in reference cycles die in the GUI thread, whichever thread allocates."""

from __future__ import annotations

import gc
import itertools
import sys
import threading

import pytest
from PySide6.QtCore import QObject, QPoint
from pytestqt.qtbot import QtBot

from widgets.kit import garbage
from widgets.kit.garbage import GarbageCollector, resident


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


def test_everything_is_collected_while_the_pointer_rests_or_at_the_latest_after_a_while(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full collection may hold the window up, so nobody is to be in the middle of something."""
    owner, moving = QObject(), True
    places, asked = itertools.count(), []
    collector = GarbageCollector(owner, lambda: QPoint(next(places) if moving else -1, 0))
    try:
        monkeypatch.setattr(gc, "collect", asked.append)
        monkeypatch.setattr(garbage, "resident", lambda: 0)
        for _ in range(3000):
            collector.collect()
        assert asked.count(2) == 1 and asked[-1] == 2, "it came although the pointer never rested"
        moving = False
        for _ in range(1200):
            collector.collect()
        assert asked.count(2) == 2 and asked[-1] == 2
    finally:
        owner.deleteLater()
        monkeypatch.undo()
        gc.unfreeze()


@pytest.mark.skipif(sys.platform != "linux", reason="the size of the process is read from /proc")
def test_what_a_comparison_leaves_in_cycles_is_given_back_at_the_next_short_rest(qtbot: QtBot) -> None:
    """Not minutes later: comparisons that follow each other would each add theirs."""
    owner = QObject()
    collector = GarbageCollector(owner, lambda: QPoint(7, 7))
    try:
        before = resident()
        for _ in range(200):
            cycle: list[object] = [bytes([n % 251]) * 1000 for n in range(600)]
            cycle.append(cycle)
        del cycle
        assert resident() - before > 64 << 20
        for _ in range(40):  # four seconds
            collector.collect()
        assert resident() - before < 24 << 20
    finally:
        owner.deleteLater()
        gc.unfreeze()
