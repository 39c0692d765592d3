"""Pictures of comparisons, to be judged by eye: the window's compare view on forty pairs of pages, change by change.

    xvfb-run -a -s "-screen 0 2000x2600x24" python tests/benchmarks/judge_pairs.py PAIRS OUT [--count 40 | --only 0001]

PAIRS holds NNNN/a.html, b.html, meta.json (the truth, found without any notion of blocks). For each pair OUT gets
NNNN-1.png, both pages from the top; then one picture at each group of changes that lies elsewhere, reached with "next
change" as a person would; then at words inside tall blocks that no picture showed: at most --pictures in all.
NNNN.txt is the list of changes with the inner differences as [-before-]{+after+}, below a row that stands for several
blocks each of them; OUT/index.jsonl says for each pair what was pictured, the rows by kind, marks that were not found
on the page, and what the truth says.

The pairs are chosen in a fixed order: those of one site and class make a cell, in it the page of middle size comes
first, then the smallest, the largest, the others by number. Each round takes one pair of every cell, the cells sorted
by site and class, until there are enough. So forty pairs hold every site with every class it has.

How to judge a pair, by the marks in both pages and by the list:
    perfect  exactly what a person would mark: all that changed, nothing else, in blocks one would draw
    good     a small surplus, or a block divided or joined needlessly; nothing is missed
    fair     everything is marked, but it takes effort to see what changed
    bad      something that changed is not marked, or the marks mislead about what happened
What the pages loaded from elsewhere is not there, so they look plain. A pair whose load was broken is not to be judged.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
if os.name != "nt" and os.geteuid() == 0:
    os.environ.setdefault("QTWEBENGINE_DISABLE_SANDBOX", "1")  # Chromium refuses to run as root with it

from app.archive.archive import Archive  # noqa: E402
from tests.benchmarks.judged_pairs import address, as_text, chosen, store, truth_of  # noqa: E402

WIDTH, HEIGHT, PANEL = 1960, 1560, 440
WAIT_MS = 20_000
LOADS, GRABS = 3, 40  # tries until a page is there; until two pictures are the same
# what a page plays for ever stands still
ASK_FRAMES = """(() => { globalThis.judgeFrames = 0;
  for (const play of document.getAnimations()) if (play.effect.getTiming().iterations === Infinity) play.pause();
  requestAnimationFrame(() => requestAnimationFrame(() => { globalThis.judgeFrames = 1; })); return 1; })()"""
STATE = "[location.href, document.readyState]"
# top and height of the words that are highlighted, as seen now
HIGHLIGHTS = """(globalThis.CSS && CSS.highlights ? [...CSS.highlights] : []).flatMap(([name, ranges]) =>
  name.startsWith("tianwang-") ? [...ranges].map((range) => range.getBoundingClientRect())
    .map((r) => [r.top, r.height]) : [])"""


class Camera:
    """Drives the compare view of a session, and takes its pictures."""

    def __init__(self, app: Any, session: Any, out: Path, most: int) -> None:
        from PySide6.QtWidgets import QSplitter

        from widgets.compare.view import CompareView

        self.app, self.session, self.out, self.most = app, session, out, most
        self.view = CompareView(session)
        self.view.resize(WIDTH, HEIGHT)
        self.view.findChild(QSplitter).setSizes([WIDTH - PANEL, PANEL])
        self.view.show()
        self.replays: list[Any] = []
        self.loads: list[bool | None] = [None, None]
        self.lost: list[list[int] | None] = [None, None]
        self.measured = 0
        self.complaints: list[str] = []
        self.remarks: list[str] = []
        self.view.sync.measured.connect(self._count_measured)

    def _count_measured(self) -> None:
        self.measured += 1

    def until(self, true: Callable[[], Any], what: str) -> bool:
        """Let events happen until something is true; a complaint when it does not come to that."""
        from PySide6.QtCore import QAbstractEventDispatcher, QEventLoop, QTimer

        if not true():
            loop, late = QEventLoop(), QTimer(singleShot=True, interval=WAIT_MS)
            late.timeout.connect(loop.quit)
            late.start()
            events = QAbstractEventDispatcher.instance()
            link = events.aboutToBlock.connect(lambda: loop.quit() if true() else None)
            loop.exec()
            events.disconnect(link)
            if not true():
                self.complaints.append(f"waited in vain for {what}")
        return bool(true())

    def ask(self, side: int, script: str) -> Any:
        answer: list[Any] = []
        self.replays[side].run_script(script, answer.append)
        self.until(lambda: answer, "an answer of the page")
        return answer[0] if answer else None

    def places(self) -> list[Any]:
        """Where the blocks of both pages stand now."""
        from widgets.compare.surfaces.positions import Positions

        found: list[Any] = [None, None]
        for side, pane in enumerate(self.view.panes):
            pane.web.measure(lambda places, side=side: found.__setitem__(side, places))
        self.until(lambda: None not in found, "the places of blocks")
        return [places or Positions() for places in found]

    def load(self, folder: Path) -> bool:
        """Show a pair, with both pages loaded, marked and measured; loudly once more when a load is broken."""
        a, b = self.session.reader.versions(address(folder))[:2]
        self.complaints, self.remarks, self.loads, self.lost = [], [], [None, None], [None, None]
        self.view.compare(a.id, b.id)
        if not self.replays:
            self.until(lambda: all(pane.web is not None for pane in self.view.panes), "browsers")
            self.replays = [pane.web.replay for pane in self.view.panes]
            for side, replay in enumerate(self.replays):
                replay.loaded.connect(lambda ok, side=side: self.loads.__setitem__(side, ok))
                replay.marked.connect(lambda _, lost, side=side: self.lost.__setitem__(side, lost))
        self.until(lambda: self.view.outcome, "the comparison")
        for side in (0, 1):
            for attempt in range(1, LOADS + 1):
                self.until(lambda side=side: self.loads[side] is not None, "a page")
                state = self.ask(side, STATE)
                if self.loads[side] and state == [address(folder), "complete"]:
                    break
                self.complaints.append(
                    f"BROKEN LOAD of {folder.name} {'ab'[side]}, attempt {attempt}: {state}"
                )
                if attempt == LOADS:
                    return False
                self.loads[side] = None
                self.replays[side].reload()
        self.lost, self.measured = [None, None], 0
        self.view.presenter.paint()
        self.until(lambda: None not in self.lost, "marks")
        self.until(lambda: self.measured > 1, "places")
        return self.until(lambda: all(replay.cover.isHidden() for replay in self.replays), "painting")

    def picture(self, name: str) -> None:
        """Save what is seen once both pages have drawn it and nothing moves any more."""
        before = None
        for _ in range(GRABS):
            for side in (0, 1):
                self.ask(side, ASK_FRAMES)
                drawn = time.monotonic() + WAIT_MS / 1000
                while not self.ask(side, "globalThis.judgeFrames"):
                    if time.monotonic() > drawn:
                        self.complaints.append(f"waited in vain for the drawing of page {'ab'[side]}")
                        break
            now = self.view.grab().toImage()
            if before is not None and now == before:
                break
            before = now
        else:
            self.remarks.append(f"{name} does not stand still: the page plays")
        before.save(str(self.out / name))

    def shoot(self, folder: Path) -> dict[str, Any]:
        """All pictures of a pair, and what the index says of it."""
        good = self.load(folder)
        found = self.view.outcome.comparison if self.view.outcome else None
        entries = self.view.outcome.entries if self.view.outcome else []
        rows = [as_text(entry, found.changes) for entry in entries]
        (self.out / f"{folder.name}.txt").write_text("\n".join(rows) + "\n", "utf-8")
        pictures: list[dict[str, Any]] = []
        numbers = [entry.number for entry in self.view.panel.shown()]
        known: set[int] = set()
        words: list[dict[int, float]] = [{}, {}]  # those that are highlighted: number and y
        shown: list[set[int]] = [set(), set()]

        def take(why: str) -> None:
            name = f"{folder.name}-{len(pictures) + 1}.png"
            self.picture(name)
            places = self.places()
            inside = [number for number in numbers if _in_view(number, places)]
            known.update(inside)
            for side, at in enumerate(places):
                for number, (y, height) in enumerate(self.ask(side, HIGHLIGHTS) or []):
                    if height <= 0 or -1 <= y <= at.view - min(height, at.view / 2):
                        shown[side].add(number)
                    words[side][number] = y + at.at * at.room
            pictures.append(
                {"file": name, "why": why, "changes": inside, "at": [round(p.at, 3) for p in places]}
            )

        take("from the top")
        for n in range(len(numbers)):
            if len(pictures) >= self.most:
                break
            self.measured = 0
            self.view.panel.step(1)
            if numbers[n] in known:
                continue
            self.until(lambda: self.measured > 1, "places")
            if any(numbers[n] in places.spans or numbers[n] in places.gaps for places in self.places()):
                take(f"change {n + 1}")
                if numbers[n] not in known:
                    self.remarks.append(f"change {n + 1} is not in {pictures[-1]['file']}")
            else:
                self.remarks.append(f"change {n + 1} is nowhere on the pages")
            known.add(numbers[n])
        for side in (1, 0):
            while (unseen := words[side].keys() - shown[side]) and len(pictures) < self.most:
                place = self.places()[side]
                self.measured = 0
                top = min(words[side][number] for number in unseen) - place.view / 4
                self.view.sync.scroll_to(side, min(1.0, max(0.0, top / max(1.0, place.room))))
                take(f"words on side {'AB'[side]} that stepping did not show")
                if words[side].keys() - shown[side] == unseen:
                    break
        return {
            "pair": folder.name,
            "to_judge": good and not self.complaints,
            "complaints": self.complaints,
            "pictures": pictures,
            "more_changes_not_pictured": len(set(numbers) - known),
            "words_not_pictured": [len(words[side].keys() - shown[side]) for side in (0, 1)],
            "kinds": dict(Counter("code alone" if entry.silent else entry.kind for entry in entries)),
            "lost_marks": self.lost,
            "remarks": self.remarks,
            "truth": truth_of(folder),
        }


def _in_view(number: int, places: list[Any]) -> bool:
    """Whether a change begins in the view of each page that has it, or has its line there; True if no page has it."""
    for place in places:
        top, bottom = place.at * place.room, place.at * place.room + place.view
        if number in place.spans:
            y, height = place.spans[number]
            if not (top - 2 <= y and y + min(height, place.view / 3) <= bottom + 2):
                return False
        elif number in place.gaps and not top - 2 <= place.gaps[number] <= bottom + 2:
            return False
    return True


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pairs", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=40, help="pairs (default 40)")
    parser.add_argument("--only", default="", metavar="NNNN,…", help="these pairs instead")
    parser.add_argument("--pictures", type=int, default=6, help="of one pair at most (default 6)")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)

    from PySide6.QtWidgets import QApplication

    from widgets.kit import jobs, theme
    from widgets.session import Session
    from widgets.web.arguments import webengine_arguments
    from widgets.words.translators import Translations

    # without motion: the mark in focus must not pulse in a picture
    arguments = [*sys.argv[:1], "--webEngineArgs", "--force-prefers-reduced-motion"]
    app = QApplication(webengine_arguments(arguments))
    translations = Translations(app)  # for plurals
    translations.use("en")
    theme.apply_theme(app, "light")
    folders = chosen(options.pairs, options.count, options.only)
    with (
        tempfile.TemporaryDirectory() as place,
        (options.out / "index.jsonl").open("w", encoding="utf-8") as index,
    ):
        archive = Archive.create(Path(place) / "pairs.archive", "Pairs")
        store(archive, folders)
        for folder in folders:
            session = Session(archive)  # for each, that no pair inherits the connections of those before
            camera = Camera(app, session, options.out, options.pictures)
            entry = camera.shoot(folder)
            index.write(json.dumps(entry, ensure_ascii=False) + "\n")
            index.flush()
            lost = [len(side or ()) for side in entry["lost_marks"]]
            print(
                folder.name,
                entry["kinds"],
                f"{len(entry['pictures'])} pictures",
                f"lost marks {lost}",
                flush=True,
            )
            for remark in entry["remarks"]:
                print(f"    {remark}", flush=True)
            for complaint in entry["complaints"]:
                print(f"!!! {folder.name} IS NOT TO BE JUDGED: {complaint}", flush=True)
            jobs.wait_all()
            session.close()
            camera.view.close()
            camera.view.deleteLater()
    app.quit()


if __name__ == "__main__":
    main()
