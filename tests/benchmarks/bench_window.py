"""How long the window is deaf while a crawl of a local site runs at full speed.

A timer in the GUI thread fires every 5 ms; the longest time between two of its beats is the longest moment in which
a click would have waited. The same site is then crawled without a window, for the price of showing it.
"""

from __future__ import annotations

import argparse
import os
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
from app.archive import Archive
from app.crawl import Crawl, CrawlSettings
from widgets.main_window import MainWindow

SITE = """
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
PAGES = int(sys.argv[1])
LINE = "<p>A paragraph of a page that is about as long as pages are, with a few words more.</p>"
class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    def do_GET(self):
        if self.path.endswith((".txt", ".xml")):
            return self.send_error(404)
        n = int(self.path.strip("/").rpartition("p")[2].removesuffix(".html") or 0)
        children = range(n * 10 + 1, min(n * 10 + 11, PAGES))
        links = "".join(f'<li><a href="/{m % 40}/p{m}.html">Page {m}</a></li>' for m in children)
        body = f"<!doctype html><title>Page number {n}</title><h1>{n}</h1><ul>{links}</ul>{LINE * 60}".encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *args):
        pass
server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=2000)
    options = parser.parse_args()
    server = subprocess.Popen([sys.executable, "-c", SITE, str(options.pages)], stdout=subprocess.PIPE, text=True)
    assert server.stdout
    address = f"http://127.0.0.1:{server.stdout.readline().strip()}/"
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
    begun = time.monotonic()
    clock.start()
    beat.start()
    wait_for_end(window)
    took = time.monotonic() - begun
    beat.stop()
    stored = sum(site.pages for site in window.session.reader.sites())
    gaps.sort()
    print(
        f"{stored} pages in {took:.1f} s; gaps between beats in ms: median {statistics.median(gaps):.1f}, "
        f"99 % {gaps[int(len(gaps) * 0.99)]:.1f}, longest {gaps[-1]:.1f}; over 50 ms: {sum(g > 50 for g in gaps)}"
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
    begun = time.monotonic()
    crawl = Crawl.new(archive, CrawlSettings(seeds=(address,), delay=0.0))
    crawl.run()
    took = time.monotonic() - begun
    with archive.reader() as reader:
        return sum(site.pages for site in reader.sites()) / took


if __name__ == "__main__":
    sys.exit(main())
