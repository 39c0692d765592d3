"""Time and memory of app.blocks.compare against lxml's htmldiff, side by side in one run.

    python tests/benchmarks/bench_blocks.py [folder with NNNN/a.html, NNNN/b.html]

htmldiff merges two pages into one with <ins> and <del>; it is the nearest thing in common use. Each measurement
runs in a process of its own, so that its peak memory is its own. Ratios below 1 are in our favour. With a folder, the
block trees of its pages are measured first (bench_partition.py).
"""

from __future__ import annotations

import json
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
LIMIT = 120.0


def sentence(rng: random.Random, number: int) -> str:
    """A paragraph, English and Chinese by turns."""
    if number % 2:
        words = ["".join(rng.choices("etaoinshrdlucmfwyp", k=rng.randint(2, 9))) for _ in range(rng.randint(5, 60))]
        return " ".join(words)
    return "".join(chr(rng.randint(0x4E00, 0x55FF)) for _ in range(rng.randint(10, 120)))


def page(paragraphs: list[str]) -> str:
    body = "".join(
        f'<div class="entry"><h2>{text[:12]}</h2><p>{text} <a href="/p">more</a></p></div>\n' for text in paragraphs
    )
    return f'<!doctype html><html><head><meta charset="utf-8"><title>Page</title></head><body>{body}</body></html>'


def generated(folder: Path) -> list[Path]:
    """Pages from 30 kB to 3 MB: few edits, many edits, shuffled."""
    rng = random.Random(2008)
    made = []
    for size, count in (("30 kB", 110), ("300 kB", 1100), ("3 MB", 11000)):
        old = [sentence(rng, number) for number in range(count)]
        few, many, shuffled = list(old), list(old), list(old)
        for number in rng.sample(range(count), max(1, count // 100)):
            few[number] = few[number][:10] + " edited " + few[number][20:]
        for number in rng.sample(range(count), count // 2):
            many[number] = sentence(rng, number)
        rng.shuffle(shuffled)
        for name, new in (("few edits", few), ("half new", many), ("shuffled", shuffled)):
            place = folder / f"{size}, {name}"
            place.mkdir(parents=True)
            (place / "a.html").write_text(page(old), "utf-8")
            (place / "b.html").write_text(page(new), "utf-8")
            made.append(place)
    return made


def measure_here(tool: str, folder: str) -> None:
    """Child process: time of one comparison after a warm-up, and what it added to the peak memory."""
    a, b = (Path(folder) / "a.html").read_bytes(), (Path(folder) / "b.html").read_bytes()
    warm = "<p>one <b>two</b></p>", "<p>one three</p>"
    if tool == "blocks":
        from app.blocks import compare

        compare(warm[0].encode(), warm[1].encode())
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        start = time.process_time()
        compare(a, b)
    else:
        from lxml.html.diff import htmldiff

        from extractors.charset import decode

        htmldiff(*warm)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        start = time.process_time()
        htmldiff(decode(a, None)[0], decode(b, None)[0])
    seconds = time.process_time() - start
    print(json.dumps([seconds, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024]))


def measure(tool: str, folder: Path) -> tuple[float, float] | None:
    """Seconds of CPU and MB, the better of two runs; None when the tool failed or took too long."""
    best: tuple[float, float] | None = None
    for _ in range(2):
        command = [sys.executable, __file__, "--child", tool, str(folder)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=True)
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
            return best
        seconds, megabytes = json.loads(done.stdout.splitlines()[-1])  # htmldiff may print before it
        best = min(best or (seconds, megabytes), (seconds, megabytes))
        if seconds > 5:
            break
    return best


def main(argv: list[str]) -> None:
    if argv:
        import bench_partition

        bench_partition.main(argv[:1])
    with tempfile.TemporaryDirectory() as scratch:
        folders = generated(Path(scratch))
        pairs = sorted(p.parent for p in Path(argv[0]).glob("**/b.html")) if argv else []
        print(f"{'pages':34} {'bytes':>9} {'ours s':>8} {'htmldiff':>9} {'ratio':>6} {'ours MB':>8} {'htmldiff':>9}")
        ratios: list[float] = []
        failed = 0
        for folder in [*folders, *pairs]:
            ours, theirs = measure("blocks", folder), measure("htmldiff", folder)
            assert ours is not None, f"compare failed on {folder}"
            size = (folder / "b.html").stat().st_size
            if theirs is None:
                failed += 1
                rest = f"{'failed':>9} {'':6} {ours[1]:8.1f}"
            else:
                ratios.append(ours[0] / max(theirs[0], 1e-4))
                rest = f"{theirs[0]:9.3f} {ratios[-1]:6.2f} {ours[1]:8.1f} {theirs[1]:9.1f}"
            if folder in folders or size > 300_000:
                name = folder.name if folder in folders else f"pair {folder.name}"
                print(f"{name:34} {size:9} {ours[0]:8.3f} {rest}")
        print(
            f"ratio of times: median {statistics.median(ratios):.2f}, worst {max(ratios):.2f}; htmldiff failed {failed}"
        )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        measure_here(sys.argv[2], sys.argv[3])
    else:
        main(sys.argv[1:])
