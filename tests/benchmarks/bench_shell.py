"""How soon the window is seen, and how much memory a hundred comparisons take.

    python tests/benchmarks/bench_shell.py [--starts 5] [--comparisons 100] [--pairs FOLDER] [--all-modes] [--counts]

A start is a process of its own, from its first line to the first picture of the window; processor time counts where the
machine has other work. Comparisons are made in a real window on an archive of made pages in two versions each, or of
NNNN/a.html and b.html of a folder of pairs. With --all-modes each is looked at in all modes, and every fifth page in
all of its tabs. Renderers are processes of Chromium, apart from the window's own. Memory is what is resident, and of
that what no other process shares; --counts tells which kinds of objects have become more.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
if os.name != "nt" and os.geteuid() == 0:
    os.environ.setdefault("QTWEBENGINE_DISABLE_SANDBOX", "1")  # Chromium refuses to run as root with it

TABS_EVERY = 5
_SOFTWARE_DRIVERS = ("libLLVM", "swrast_dri", "libgallium")
START = """
import sys, time
begun = time.monotonic()
sys.path.insert(0, {root!r})
from app import main  # what the installed command loads first
from app import desktop
from PySide6.QtCore import QSettings
program = desktop.Program(desktop.started(), QSettings({settings!r}, QSettings.Format.IniFormat))
program.window.show()
while not program.window.windowHandle().isExposed():
    program.application.processEvents()
program.window.grab()
print(time.monotonic() - begun, time.process_time(), len(sys.modules), flush=True)
import os
os._exit(0)
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--starts", type=int, default=5)
    parser.add_argument("--comparisons", type=int, default=100)
    parser.add_argument("--pairs", type=Path)
    parser.add_argument("--all-modes", action="store_true")
    parser.add_argument("--counts", action="store_true")
    options = parser.parse_args()
    if not os.environ.get("DISPLAY"):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory() as folder:
        if options.starts:
            measure_starts(Path(folder), options.starts)
        measure_comparisons(
            Path(folder),
            options.comparisons,
            options.pairs,
            all_modes=options.all_modes,
            counts=options.counts,
        )
    return 0


def measure_starts(folder: Path, count: int) -> None:
    code = START.format(root=str(ROOT), settings=str(folder / "start.ini"))
    rows = []
    for _ in range(count + 1):
        said = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout.split()
        rows.append([float(value) for value in said])
    walls, processor, modules = zip(*rows[1:], strict=True)  # the first fills the caches of the disk
    print(
        f"window seen after {min(walls):.2f} s (median {statistics.median(walls):.2f}), "
        f"{min(processor):.2f} s of processor time, {modules[0]:.0f} modules"
    )


def measure_comparisons(
    folder: Path, count: int, pairs: Path | None, *, all_modes: bool = False, counts: bool = False
) -> None:
    from PySide6.QtCore import QSettings

    from app import desktop

    path, addresses = made_archive(folder, pairs)
    program = desktop.Program(desktop.started(), QSettings(str(folder / "s.ini"), QSettings.Format.IniFormat))
    window = program.window
    window.resize(1280, 800)
    window.show()
    window.open_archive(path)
    while window.session is None or window.workspace is None:
        rest(50)
    begun, largest, kinds = time.monotonic(), 0.0, Counter[str]()
    print(f"  window with an archive: {told()}", flush=True)
    for number in range(count):
        versions = window.session.reader.versions(addresses[number % len(addresses)])
        window.workspace.compare(versions[0].id, versions[-1].id)
        for _ in range(600):
            if window.workspace.comparison and window.workspace.comparison.outcome:
                break
            rest(30)
        rest(250)  # the pages are painted, and their marks
        if all_modes:
            through_modes(window.workspace)
            if number % TABS_EVERY == 0:
                through_tabs(window.workspace)
        size = megabytes(os.getpid())
        largest = max(largest, size)
        if (number + 1) % max(1, count // 5) == 0:
            print(f"  {number + 1:4} comparisons: {told()}, renderers {renderers()}", flush=True)
            if counts:
                kinds = tell_growth(kinds)
    rest(3000)
    took, size = time.monotonic() - begun, megabytes(os.getpid())
    print(
        f"{count} comparisons in {took:.0f} s: at most {largest:.0f} MB, {told()} at the end, renderers {renderers()}"
    )
    window.close()


def through_modes(workspace: Any) -> None:
    """Look at the comparison on screen in all ways that it has, side by side again at the end."""
    view = workspace.comparison
    for mode in (*view.tools.possible[1:], view.tools.possible[0]) if view.tools.possible else ():
        view.set_mode(mode)
        rest(700 if mode == "picture" else 150)


def through_tabs(workspace: Any) -> None:
    """Look at the page on its own in all of its tabs."""
    newer = workspace.comparison.newer
    workspace.back_to_page()
    workspace.show_capture(newer)
    tabs = workspace.page.views.tabs
    for at in range(tabs.count()):
        tabs.setCurrentIndex(at)
        rest(250)
    tabs.setCurrentIndex(0)
    rest(100)


def tell_growth(before: Counter[str]) -> Counter[str]:
    """Print which kinds of Python's objects have become more, and return how many there are."""
    gc.collect()
    now = Counter(f"{type(one).__module__}.{type(one).__name__}" for one in gc.get_objects())
    grown = ", ".join(f"{kind} +{more}" for kind, more in (now - before).most_common(12)) if before else ""
    print(f"       {sum(now.values())} objects; {grown}", flush=True)
    return now


def rest(milliseconds: int) -> None:
    """Let the window run."""
    from PySide6.QtCore import QEventLoop, QTimer

    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def made_archive(folder: Path, pairs: Path | None) -> tuple[Path, list[str]]:
    from app.archive.archive import Archive
    from app.archive.model import NewCapture
    from tests.benchmarks.judged_pairs import address, store

    archive = Archive.create(folder / "pairs.archive")
    if pairs is not None:
        found = sorted(path.parent for path in pairs.glob("*/a.html"))
        store(archive, found)
        addresses = [address(each) for each in found]
    else:
        addresses = [f"http://{number}.pairs.example/" for number in range(100)]
        words = random.Random(16)
        with archive.writer() as writer:
            for url in addresses:
                paragraphs = [" ".join(words.choices(_WORDS, k=60)) for _ in range(120)]
                for day in range(2):
                    paragraphs[words.randrange(len(paragraphs))] = " ".join(words.choices(_WORDS, k=50))
                    body = "<title>A page</title>" + "".join(
                        f"<h2>{n}</h2><p>{p}</p>" for n, p in enumerate(paragraphs)
                    )
                    data = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body.encode()
                    writer.store(NewCapture(url, datetime(2026, 1, 1 + day, tzinfo=UTC), None, data))
            writer.commit()
    archive.close()
    return folder / "pairs.archive", addresses


_WORDS = [
    f"{first}{second}"
    for first in ("lan", "mer", "tor", "vis", "bel")
    for second in ("a", "en", "is", "or", "um")
]


def told() -> str:
    """Resident memory of this process; of that, what is its own alone, what is no file's, and the code of a graphics
    driver that draws with the processor, which stands in for the one of a machine with a screen."""
    sums: Counter[str] = Counter()
    file = ""
    for line in Path("/proc/self/smaps").read_text().splitlines():
        name, *rest = line.split()
        if not name.endswith(":"):
            file = rest[4] if len(rest) > 4 else ""
        elif len(rest) == 2:
            sums[name.rstrip(":")] += int(rest[0])
            if name == "Rss:" and any(driver in file for driver in _SOFTWARE_DRIVERS):
                sums["driver"] += int(rest[0])
    own = sums["Private_Clean"] + sums["Private_Dirty"]
    shares = f"{own / 1024:.0f} of its own, {sums['Anonymous'] / 1024:.0f} anonymous"
    return f"{sums['Rss'] / 1024:.0f} MB ({shares}, {sums['driver'] / 1024:.0f} software driver)"


def megabytes(process: int) -> float:
    """Resident memory of a process."""
    pages = int(Path(f"/proc/{process}/statm").read_bytes().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def renderers() -> str:
    """The processes below this one that hold more than the template they were forked from."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, ValueError):
                continue  # it has just ended
    below = {os.getpid()}
    for _ in range(4):
        below |= {process for process, parent in parents.items() if parent in below}
    sizes = [megabytes(process) for process in sorted(below - {os.getpid()})]
    return " + ".join(f"{size:.0f}" for size in sizes if size > 80) + " MB"


if __name__ == "__main__":
    sys.exit(main())
