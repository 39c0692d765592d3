"""The whole suite on the cores there are: checks and folders of tests, dealt to workers.

Standard library only, as `bootstrap.py`, which calls it. A plain queue of processes, each with the tests of a few
folders: pytest-xdist deals single tests, so that every worker imports everything and starts a browser of its own, and
fixtures of modules and sessions are made again in each.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

MOST_WORKERS = 4
_LONGEST = 1800  # seconds of one piece: ten times what the longest takes
_STACKS = 20  # seconds that one which hangs has to say where
_STOPPED = "Timeout (0:"  # what Python's fault handler writes before the stacks of a test that takes too long
_FEW = 5  # more failures than these have one cause, and are not bad luck
_PIECE = 60  # seconds of a piece, where its folders are small

# seconds of the folders that take more than a few, by the clock with three of them at a time on two cores
_SECONDS = {
    "tests/app/archive": 150,
    "tests/app/batch": 45,
    "tests/app/blocks": 60,
    "tests/app/classes": 28,
    "tests/app/cli": 105,
    "tests/app/crawl": 145,
    "tests/app/exporting": 15,
    "tests/app/fields": 22,
    "tests/app/interchange": 45,
    "tests/app/search": 70,
    "tests/app/service": 30,
    "tests/app/test_main.py": 17,
    "tests/app/test_messages.py": 14,
    "tests/app/tianwang": 60,
    "tests/end2end": 32,
    "tests/extractors": 130,
    "tests/widgets/blocks": 20,
    "tests/widgets/calendar": 17,
    "tests/widgets/collections": 50,
    "tests/widgets/compare": 55,
    "tests/widgets/crawl": 20,
    "tests/widgets/crawl_setup": 12,
    "tests/widgets/exchange": 20,
    "tests/widgets/fields": 20,
    "tests/widgets/handover": 10,
    "tests/widgets/history": 20,
    "tests/widgets/kit": 12,
    "tests/widgets/live": 60,
    "tests/widgets/notes": 18,
    "tests/widgets/page": 20,
    "tests/widgets/search": 20,
    "tests/widgets/shell": 120,
    "tests/widgets/test_asking.py": 18,
    "tests/widgets/test_tree.py": 15,
    "tests/widgets/web": 65,
}
_TREES = ("app", "widgets")  # whose folders are dealt one by one


@dataclass
class Piece:
    """A command; `cache` is where pytest notes which tests failed."""

    command: list[str]
    cache: Path | None = None


@dataclass
class Outcome:
    """What a command said, its code, whether it came to a stop, and the seconds it took."""

    piece: Piece
    code: int
    said: str
    hangs: bool
    seconds: float

    def failed(self) -> list[str]:
        """The tests that failed, by their names; none where that is not known, as of a process that broke down."""
        if self.piece.cache is None or self.code != 1:
            return []
        try:
            return sorted(json.loads((self.piece.cache / "v/cache/lastfailed").read_text()))
        except (OSError, ValueError):
            return []


def run(
    root: Path, checks: Sequence[list[str]], pytest: list[str], environment: dict[str, str], workers: int
) -> int:
    """Every check and test; 0, or the code of the first that failed. Tests that fail are run once more, alone, at the
    end; which of them pass then is told."""
    caches = root / "build" / "pytest_cache"
    shutil.rmtree(caches, ignore_errors=True)
    pieces = [Piece(command) for command in checks]
    for number, paths in enumerate(divided(root)):
        cache = caches / str(number)
        pieces.append(Piece([*pytest, *paths, "-o", f"cache_dir={cache}"], cache))
    return settled(dealt(root, pieces, environment, workers), root, environment)


def divided(root: Path) -> list[list[str]]:
    """The folders of tests in groups, each for one process, those that take long first."""
    alone: list[tuple[float, list[str]]] = []
    if files := sorted(path.relative_to(root).as_posix() for path in (root / "tests").glob("test_*.py")):
        alone.append((sum(_weight(root, name) for name in files), files))
    for folder in _folders(root / "tests"):
        name = folder.relative_to(root).as_posix()
        inside = _folders(folder) if folder.name in _TREES else []
        if not inside:
            alone.append((_weight(root, name), [name]))
            continue
        loose = sorted(path.relative_to(root).as_posix() for path in folder.glob("test_*.py"))
        names = [*(path.relative_to(root).as_posix() for path in inside), *loose]
        group: list[str] = []
        weight = 0.0
        for name in sorted(names, key=lambda name: -_weight(root, name)):
            if group and weight + _weight(root, name) > _PIECE:
                alone.append((weight, group))
                group, weight = [], 0.0
            group.append(name)
            weight += _weight(root, name)
        alone.append((weight, group))
    return [names for _, names in sorted(alone, key=lambda piece: -piece[0])]


def _folders(parent: Path) -> list[Path]:
    return sorted(path for path in parent.iterdir() if path.is_dir() and any(path.rglob("test_*.py")))


def _weight(root: Path, name: str) -> float:
    path = root / name
    return _SECONDS.get(name, 2.0 * (sum(1 for _ in path.rglob("test_*.py")) if path.is_dir() else 1))


def dealt(root: Path, pieces: Iterable[Piece], environment: dict[str, str], workers: int) -> list[Outcome]:
    """Run the pieces in this order; what each says is printed when it has ended."""
    outcomes = []
    with ThreadPoolExecutor(workers) as pool:
        waiting = [pool.submit(_outcome, root, piece, environment) for piece in pieces]
        try:
            for done in as_completed(waiting):
                outcomes.append(done.result())
                _tell(outcomes[-1])
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return outcomes


def settled(outcomes: Sequence[Outcome], root: Path, environment: dict[str, str]) -> int:
    """The code of all of them. A piece that came to a stop is run once more (the browser in it is a large program of
    others), and so are a few tests that failed: a busy machine can be too slow for a wait, though not twice."""
    names = [name for outcome in outcomes for name in outcome.failed()]
    lucky: list[str] = []
    code = 0
    for outcome in outcomes:
        if not outcome.code:
            continue
        failed, command = outcome.failed(), outcome.piece.command
        if outcome.hangs:
            print("The tests came to a stop (see above), and are run once more.", flush=True)
        elif failed and len(names) <= _FEW:
            print(f"{len(failed)} failed, and run once more, alone.", flush=True)
            command = [*command, "--last-failed", "--last-failed-no-failures=none"]
        else:
            code = code or outcome.code
            continue
        again = _outcome(root, Piece(command, outcome.piece.cache), environment)
        _tell(again)
        if again.code:
            code = code or again.code
        else:
            lucky += failed or ["all of " + shown(command)]
    for name in lucky:
        print(f"PASSED AT THE SECOND TRY: {name}", flush=True)
    print("Failed." if code else "All passed.", flush=True)
    return code


def _outcome(root: Path, piece: Piece, environment: dict[str, str]) -> Outcome:
    """Run one command to its end. One that hangs is made to say where, and ended."""
    begun, hangs = time.monotonic(), False
    with tempfile.TemporaryFile() as held:
        process = subprocess.Popen(
            piece.command, cwd=root, env=environment, stdout=held, stderr=subprocess.STDOUT
        )
        try:
            process.wait(_LONGEST)
        except subprocess.TimeoutExpired:
            hangs = True
            process.send_signal(signal.SIGABRT)  # pytest then prints where every thread is
            try:
                process.wait(_STACKS)
            except subprocess.TimeoutExpired:
                process.kill()
        code = process.wait()
        held.seek(0)
        said = held.read().decode("utf-8", "replace")
    if hangs:
        said += f"\nThe tests hang: they have run for {_LONGEST} seconds, and are ended.\n"
    return Outcome(piece, code, said, hangs or (_STOPPED in said and code != 0), time.monotonic() - begun)


def _tell(outcome: Outcome) -> None:
    print(f"{shown(outcome.piece.command)} ({outcome.seconds:.0f} s)\n{outcome.said}", end="", flush=True)


def shown(command: Sequence[str]) -> str:
    """A command as a line for people."""
    return "— " + " ".join(Path(part).name if part.startswith("/") else part for part in command)


def usable_cores() -> int:
    """How many workers there may be: two more than cores, for tests wait for servers and other processes, too."""
    return min(MOST_WORKERS, (os.cpu_count() or 1) + 2)
