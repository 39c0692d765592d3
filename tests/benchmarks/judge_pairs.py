"""Pictures of comparisons, to be judged by eye: the window's compare view on each of forty pairs of pages.

    xvfb-run -a -s "-screen 0 2000x2600x24" python tests/benchmarks/judge_pairs.py PAIRS OUT [--count 40 | --only 0001]

PAIRS holds NNNN/a.html, b.html; OUT gets NNNN.png and NNNN.txt, the changes as a list. A person says whether each is
perfect, good, fair or bad: is everything marked that changed, and nothing else; are the blocks those one would draw?
What the pages loaded from elsewhere is not there, so they look plain.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
if os.name != "nt" and os.geteuid() == 0:
    os.environ.setdefault("QTWEBENGINE_DISABLE_SANDBOX", "1")  # Chromium refuses to run as root with it

from app.archive import Archive, NewCapture  # noqa: E402

WAIT_MS = 20_000
SETTLE_MS = 1_500


def store(archive: Archive, folders: list[Path]) -> None:
    """Both versions of each pair, a day apart."""
    start = datetime(2026, 1, 1, tzinfo=UTC)
    with archive.writer() as writer:
        for folder in folders:
            for number, name in enumerate(("a.html", "b.html")):
                body = (folder / name).read_bytes()
                head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(body)
                url = f"http://{folder.name}.pairs.example/"
                writer.store(NewCapture(url, start + timedelta(days=number), None, head + body))
        writer.commit()


def chosen(pairs: Path, count: int, only: str) -> list[Path]:
    """Evenly spread over the folder, changed pages first of all."""
    folders = sorted(meta.parent for meta in pairs.glob("[0-9]*/meta.json"))
    if only:
        return [folder for folder in folders if folder.name in only.split(",")]
    step = max(1, len(folders) // count)
    return folders[::step][:count]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)

    from PySide6.QtCore import QEventLoop, Qt, QTimer
    from PySide6.QtWidgets import QApplication

    from widgets import jobs, theme
    from widgets.compare import CompareView
    from widgets.session import Session
    from widgets.web import webengine_arguments

    app = QApplication(webengine_arguments(sys.argv[:1]))
    theme.apply_theme(app, "light")
    folders = chosen(options.pairs, options.count, options.only)
    with tempfile.TemporaryDirectory() as place:
        archive = Archive.create(Path(place) / "pairs.archive", "Pairs")
        store(archive, folders)
        session = Session(archive)
        view = CompareView(session)
        view.resize(1960, 2500)
        view.show()

        def wait(milliseconds: int, *signals: object) -> None:
            loop = QEventLoop()
            for signal in signals:
                signal.connect(loop.quit)  # type: ignore[attr-defined]
            QTimer.singleShot(milliseconds, loop.quit)
            loop.exec()

        for folder in folders:
            a, b = session.reader.versions(f"http://{folder.name}.pairs.example/")[:2]
            view.compare(a.id, b.id)
            loading = [pane.web.replay for pane in view.panes if pane.web is not None]
            there: list[object] = []
            for replay in loading:
                replay.loaded.connect(there.append, Qt.ConnectionType.SingleShotConnection)
            wait(WAIT_MS, view.compared)
            for _ in range(WAIT_MS // 100):
                if len(there) >= len(loading):
                    break
                wait(100)
            wait(SETTLE_MS)
            view.grab().save(str(options.out / f"{folder.name}.png"))
            found = view.outcome.comparison if view.outcome else None
            lines = [
                json.dumps([c.kind, c.path_a, c.path_b, c.text_a[:200], c.text_b[:200]], ensure_ascii=False)
                for c in (found.changes if found else ())
                if c.kind != "unchanged"
            ]
            (options.out / f"{folder.name}.txt").write_text("\n".join(lines), "utf-8")
            print(folder.name, len(lines), len(there), flush=True)
        jobs.wait_all()
        session.close()
    app.quit()


if __name__ == "__main__":
    main()
