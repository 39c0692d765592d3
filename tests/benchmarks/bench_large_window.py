"""The window on a large archive: how soon it shows rows, opens branches and filters, how long it is deaf, its memory.

    python tests/benchmarks/bench_large_window.py ARCHIVE [--branches 20] [--query WORDS] [--given]

The archive (large_archive.py makes one) is opened in the real window; a timer in its thread fires every 5 ms, and the
longest time between two of its beats is the longest moment in which a click would have waited. With a query the search
is opened, too, which needs an index. The archive is chosen on the start page, or the program was started with it
(`--given`).
"""

from __future__ import annotations

import argparse
import gc
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
if not os.environ.get("DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
if os.name != "nt" and os.geteuid() == 0:
    os.environ.setdefault("QTWEBENGINE_DISABLE_SANDBOX", "1")  # Chromium refuses to run as root with it

from PySide6.QtCore import QElapsedTimer, QEventLoop, QModelIndex, QSettings, Qt, QTimer
from PySide6.QtWidgets import QApplication

from app import desktop as roof
from app.archive.pooling import work_apart
from tests.benchmarks.bench_window import run_for
from widgets.kit.garbage import give_back, let_go_of_models, resident
from widgets.shell.main_window import MainWindow

_AT_REST = 35  # seconds after which models that nobody needs are let go of


class Beat:
    """The longest moment in which the window did not answer, since it was last asked for, and the most processor time
    that its thread took in one of them: where the machine has other work, that tells more."""

    def __init__(self) -> None:
        self._clock, self._longest = QElapsedTimer(), 0.0
        self._used, self._most = time.thread_time(), 0.0
        self._timer = QTimer(interval=5, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beaten)
        self._clock.start()
        self._timer.start()

    def _beaten(self) -> None:
        self._longest = max(self._longest, self._clock.nsecsElapsed() / 1e6)
        self._clock.restart()
        now = time.thread_time()
        self._used, self._most = now, max(self._most, (now - self._used) * 1000)

    def longest(self) -> str:
        self._beaten()  # what was done since the last beat counts too
        found = f"{self._longest:.0f} ms ({self._most:.0f} of processor time)"
        self._longest = self._most = 0.0
        return found


def until(ready: Callable[[], bool], seconds: float = 60.0) -> float:
    """Let the window run until something is so; the seconds that took. Between its events it sleeps, as a program does:
    a loop that keeps the interpreter busy would hold up every worker that it waits for."""
    began = time.perf_counter()
    waking = QTimer(interval=2, timerType=Qt.TimerType.PreciseTimer)
    waking.start()
    while not ready() and time.perf_counter() - began < seconds:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    return time.perf_counter() - began


def main() -> int:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("archive", type=Path)
    options.add_argument("--branches", type=int, default=20)
    options.add_argument("--query", default="")
    options.add_argument("--given", action="store_true")
    given = options.parse_args()
    sys.setswitchinterval(roof.SWITCH_INTERVAL)
    application = roof.build_application(["bench"])
    with tempfile.TemporaryDirectory() as folder:
        settings = QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat)
        settings.setValue("archives/folder", folder)
        window = roof.Program(application, settings).window
        window.resize(1280, 800)
        if given.given:
            window.start_browser()  # as the program does
        window.show()
        work_apart()  # as the program does
        if not given.given:
            window.load_ahead()
            until(lambda: "widgets.shell.workspace" in sys.modules)
            run_for(2000)  # somebody chooses an archive: Chromium is started meanwhile
        beat = Beat()
        window.open_archive(given.archive)
        took = until(lambda: window.workspace is not None and window.workspace.tree.model.rowCount() > 0)
        print(f"opened to the first rows in {took:.2f} s; longest gap {beat.longest()}")
        panel = window.workspace.tree
        took = until(lambda: not panel.model.more_below(QModelIndex()))
        print(f"  all {panel.model.rowCount()} sites {took:.2f} s later; longest gap {beat.longest()}")
        run_for(1500)
        print(f"  while it settles: longest gap {beat.longest()}")
        slowest = most = 0.0
        for row in range(0, panel.model.rowCount(), max(1, panel.model.rowCount() // given.branches)):
            branch = panel.model.index(row, 0)
            began, used = time.perf_counter(), time.thread_time()
            panel.tree.expand(branch)
            until(lambda branch=branch: panel.model.rowCount(branch) > 0)
            application.processEvents()
            slowest = max(slowest, time.perf_counter() - began)
            most = max(most, time.thread_time() - used)
        told = f"{slowest * 1000:.0f} ms ({most * 1000:.0f} of processor time)"
        print(f"slowest branch {told}; longest gap {beat.longest()}")
        for text in ("a", "ar", "article-12", "site7"):
            began = time.perf_counter()
            panel.filter.setText(text)
            until(lambda text=text: panel._shown_text == text)
            took = time.perf_counter() - began
            run_for(200)
            print(f"filter {text!r}: {took * 1000:.0f} ms with the pause while typing; gap {beat.longest()}")
        panel.filter.clear()
        if given.query:
            search(window, given.query, beat)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"most memory of the process of the window {memory:.0f} MB")
        run_for(_AT_REST * 1000)
        gc.collect()
        let_go_of_models()
        give_back()
        print(f"at rest, {_AT_REST} s later, {resident() / (1 << 20):.0f} MB")
        window.close()
    return 0


def search(window: MainWindow, query: str, beat: Beat) -> None:
    """The first query, its first letter, and the query again: until the first hits are there, and until they are
    counted."""
    window.searching.show()
    run_for(300)
    view = window.searching.view
    assert view is not None
    for words in (query, query[:1], query):
        began = time.perf_counter()
        view.results = None
        view.field.setText(words)
        until(lambda: view.results is not None)
        first = time.perf_counter() - began
        until(lambda: view._asking is None and not view._typing.isActive())
        took = time.perf_counter() - began
        total, gap = view.results.total if view.results else 0, beat.longest()
        run_for(300)
        print(
            f"search {words!r} ({total}): first hits {first * 1000:.0f} ms, counted {took * 1000:.0f}; gap {gap}"
        )


if __name__ == "__main__":
    sys.exit(main())
