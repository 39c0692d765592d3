"""How long the window is deaf while a crawl of a local site runs at full speed.

    python tests/benchmarks/bench_window.py [--pages 2000] [--folder FOLDER [--start PATH]]

The site is made up, or a real one in a folder (documentation as it was built, say), with its scripts, styles, pictures.
A timer in the GUI thread fires every 5 ms; the longest time between two of its beats is the longest moment in which
a click would have waited. The same site is then crawled without a window, for the price of showing it.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "" if os.environ.get("DISPLAY") else "offscreen")
if not os.environ["QT_QPA_PLATFORM"]:
    del os.environ["QT_QPA_PLATFORM"]

from PySide6.QtCore import QElapsedTimer, QEventLoop, QSettings, Qt, QTimer
from PySide6.QtTest import QTest

from app import desktop as roof
from app.archive.archive import Archive
from app.crawl.rules.settings import CrawlSettings
from app.crawl.run.crawl import Crawl
from widgets.shell.main_window import MainWindow


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--start", default="/", help="where to begin in the folder")
    options = parser.parse_args()
    site = [options.folder] if options.folder else [options.pages, 5 * 1024, 12]
    command = [sys.executable, Path(__file__).with_name("site.py"), *site]
    server = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, text=True)
    assert server.stdout
    start = options.start if options.folder else "/s0/p0.html"
    address = f"http://127.0.0.1:{server.stdout.readline().strip()}{start}"
    try:
        with tempfile.TemporaryDirectory() as folder:
            with_window = crawl_in_window(Path(folder), address)
            without = crawl_alone(Path(folder), address)
    finally:
        server.terminate()
        server.wait()
        server.stdout.close()
    print(
        f"pages a second: {with_window:.0f} with the window, {without:.0f} without; ratio {with_window / without:.2f}"
    )
    return 0


def crawl_in_window(folder: Path, address: str) -> float:
    sys.setswitchinterval(roof.SWITCH_INTERVAL)
    application = roof.build_application(["bench"])
    settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
    settings.setValue("archives/folder", str(folder))
    settings.setValue("crawl/delay", 0.0)
    program = roof.Program(application, settings)
    window = program.window
    window.resize(1280, 800)
    window.show()
    application.processEvents()
    QTest.keyClicks(window.start.address, address)
    QTest.keyClick(window.start.address, Qt.Key.Key_Return)
    run_for(600)
    gaps: list[float] = []
    clock, beat = QElapsedTimer(), QTimer()
    beat.setTimerType(Qt.TimerType.PreciseTimer)
    beat.setInterval(5)

    def beaten() -> None:
        gaps.append(clock.nsecsElapsed() / 1e6)
        clock.restart()

    beat.timeout.connect(beaten)
    QTest.mouseClick(window.crawls.sheet.start, Qt.MouseButton.LeftButton)
    run_for(1)
    begun, spent = time.monotonic(), _spent()
    clock.start()
    beat.start()
    wait_for_end(window)
    took, spent = time.monotonic() - begun, _spent() - spent
    beat.stop()
    stored = sum(site.pages for site in window.session.reader.sites())
    gaps.sort()
    print(f"{stored} addresses in {took:.1f} s, {spent / stored * 1e3:.2f} ms cpu each, in the window")
    print(
        f"gaps between beats in ms: median {statistics.median(gaps):.1f}, 99 % {gaps[int(len(gaps) * 0.99)]:.1f}, "
        f"longest {gaps[-1]:.1f}; over 50 ms: {sum(g > 50 for g in gaps)}"
    )
    window.close()
    return stored / took


def wait_for_end(window: MainWindow) -> None:
    while window.session is None or window.session.crawling:
        run_for(50)


def run_for(milliseconds: int) -> None:
    """Let the window run. Not QTest.qWait: it keeps the interpreter to itself, and the crawl would stand still."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def crawl_alone(folder: Path, address: str) -> float:
    archive = Archive.create(folder / "alone.archive")
    begun, spent = time.monotonic(), _spent()
    crawl = Crawl.new(archive, CrawlSettings(seeds=(address,), delay=0.0))
    crawl.run()
    took, spent = time.monotonic() - begun, _spent() - spent
    stored = _stored(archive)
    print(f"{stored} addresses in {took:.1f} s, {spent / stored * 1e3:.2f} ms cpu each, without a window")
    return stored / took


def _spent() -> float:
    """Processor time of this process and of those it has started and seen end: a crawl's own."""
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime


def _stored(archive: Archive) -> int:
    with archive.reader() as reader:
        return sum(site.pages for site in reader.sites())


if __name__ == "__main__":
    sys.exit(main())
