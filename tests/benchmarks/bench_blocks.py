"""The comparison of pages: exactness against a truth, and time and memory beside lxml's htmldiff in the same run.

    python tests/benchmarks/bench_blocks.py [FOLDER] [--peer PYTHON] [--list PAIR]

FOLDER holds pairs of versions, each a folder with a.html, b.html and meta.json (which texts were removed and added,
found without any notion of blocks). htmldiff merges two pages into one with <ins> and <del>; it is the nearest thing in
common use. It marks the words that differ, so times are given without and with these. PYTHON is an interpreter that has
web-monitoring-diff, which is measured too, then. Ratios of times below 1 are in our favour. Large pages are made here,
and each is compared in a process of its own, so that its peak memory is its own. --list shows the changes of one pair
instead.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from app.blocks.compare.changes import Comparison  # noqa: E402
from app.blocks.compare.differing import compare  # noqa: E402
from extractors.base.charset import decode  # noqa: E402
from tests.benchmarks.large_pages import generated, hard_pages  # noqa: E402

LIMIT = 120.0
RUNS = 3
REPORTED = ("changed", "added", "removed", "moved", "layout")
PEER = """
import json, sys, time
from pathlib import Path
from web_monitoring_diff import html_diff_render
for line in sys.stdin:
    a, b = (Path(line.strip(), name).read_text("utf-8", "replace") for name in ("a.html", "b.html"))
    start = time.process_time()
    try:
        html_diff_render(a, b)
        print(json.dumps(time.process_time() - start), flush=True)
    except Exception:
        print("null", flush=True)
"""


def squeezed(text: str) -> str:
    return "".join(text.split())


def collapsed(text: str) -> int:
    """Characters of a text with its white space collapsed."""
    return len(" ".join(text.split()))


@dataclass
class Pair:
    """A pair and what was measured of it."""

    folder: Path
    name: str
    truth: dict[str, Any]
    a: bytes = field(repr=False)
    b: bytes = field(repr=False)
    missed: list[str] = field(default_factory=list)  # texts in nothing that is reported
    markup: int = 0  # texts that are in blocks of which only the markup is said to have changed
    marked: int = 0
    inside: float = 0.0  # share of the text in blocks reported as changed
    moved: tuple[int, int] = (0, 0)  # characters that moved by the truth, of these reported as moved
    counts: dict[str, int] = field(default_factory=dict)

    @property
    def stress(self) -> bool:
        return "stress" in self.folder.parts


def pairs_in(folder: Path) -> list[Pair]:
    found = []
    for meta in sorted(folder.glob("**/meta.json")):
        a, b = (meta.parent / "a.html").read_bytes(), (meta.parent / "b.html").read_bytes()
        truth = json.loads(meta.read_text("utf-8"))
        found.append(Pair(meta.parent, str(meta.parent.relative_to(folder)), truth, a, b))
    return found


def judge(pair: Pair) -> None:
    """Compare a pair with its truth."""
    result = compare(pair.a, pair.b)
    result.settle()
    pair.counts = {kind: n for kind in (*REPORTED, "markup", "unchanged") if (n := result.count(kind))}  # type: ignore[arg-type]
    moved_text = ""
    total = inside = 0
    text: dict[str, str] = {}
    for change in result.changes:
        size = collapsed(change.text_a) + collapsed(change.text_b)
        total += size
        inside += size if change.differs else 0
        if change.kind == "moved":
            moved_text += f"{squeezed(change.text_a)}\0{squeezed(change.text_b)}\0"
        pair.marked += sum(collapsed(a) + collapsed(b) for op, a, b in change.words if op != "unchanged")
        for side, said in (("a", change.text_a), ("b", change.text_b)):
            where = side + ("reported" if change.kind in REPORTED else change.kind)
            text[where] = f"{text.get(where, '')}\0{squeezed(said)}"
    pair.inside = inside / max(1, total)
    moved = found = 0
    for side, name in (("a", "removed"), ("b", "added")):
        for segment in pair.truth[name]:
            wanted = squeezed(segment["text"])
            if wanted not in text.get(side + "reported", ""):
                if wanted in text.get(side + "markup", ""):
                    pair.markup += 1
                else:
                    pair.missed.append(segment["text"][:60])
            if segment["moved"]:
                moved += len(wanted)
                found += len(wanted) * (wanted in moved_text)
    pair.moved = moved, found


def minimum(truth: dict[str, Any]) -> int:
    """Characters that differ at least: where texts were replaced, character by character."""
    from difflib import SequenceMatcher

    removed = {segment["i"]: segment["text"] for segment in truth["removed"]}
    added = {segment["i"]: segment["text"] for segment in truth["added"]}
    total = 0
    for what, a_from, a_to, b_from, b_to in truth["ops"]:
        a = "\n".join(removed.get(i, "") for i in range(a_from, a_to))
        b = "\n".join(added.get(j, "") for j in range(b_from, b_to))
        total += len(a) + len(b)
        if what == "replace" and len(a) * len(b) < 4e7:
            matcher = SequenceMatcher(None, a, b, autojunk=False)
            total -= 2 * sum(block.size for block in matcher.get_matching_blocks())
    return total


def quantiles(values: list[float], unit: str = "") -> str:
    ordered = sorted(values)
    at = [ordered[min(len(ordered) - 1, int(part * len(ordered)))] for part in (0.5, 0.9, 0.95)]
    return (
        f"median {at[0]:.2f}{unit}, 90th percentile {at[1]:.2f}{unit}, 95th {at[2]:.2f}{unit}, "
        f"worst {ordered[-1]:.2f}{unit} ({len(ordered)} pairs)"
    )


def report_accuracy(pairs: list[Pair]) -> None:
    for pair in pairs:
        judge(pair)
    segments = sum(len(pair.truth["removed"]) + len(pair.truth["added"]) for pair in pairs)
    missed = [pair for pair in pairs if pair.missed]
    print(
        f"{len(pairs)} pairs, {segments} texts removed or added: {sum(len(p.missed) for p in missed)} missed, "
        f"{sum(pair.markup for pair in pairs)} in blocks reported as changed in markup"
    )
    for pair in missed:
        print(f"  {pair.name} ({pair.truth['class']}): {pair.missed[:3]}")
    changed = [pair for pair in pairs if pair.truth["chars_changed"]]
    print(
        "characters marked / characters of texts that changed:",
        quantiles([pair.marked / pair.truth["chars_changed"] for pair in changed]),
    )
    without = [(pair, pair.truth["chars_changed"] - pair.truth["chars_moved"]) for pair in changed]
    print("  … without those that moved:", quantiles([pair.marked / size for pair, size in without if size]))
    least = [(pair, minimum(pair.truth)) for pair in changed if not pair.stress]
    print(
        "  … / characters that differ at least:",
        quantiles([pair.marked / size for pair, size in least if size]),
    )
    silent = [pair for pair in pairs if pair.truth["class"] == "markup-only"]
    print(
        f"{len(silent)} pairs with changes of markup alone: text marked on {sum(p.marked > 0 for p in silent)}"
    )
    moved = [sum(pair.moved[n] for pair in pairs) for n in (0, 1)]
    print(f"{moved[0]} characters moved: {moved[1] / max(1, moved[0]):.0%} reported as moved")
    inside = statistics.median(pair.inside for pair in changed)
    true = statistics.median(pair.truth["changed_share"] for pair in changed)
    within = sum(pair.inside <= 3 * pair.truth["changed_share"] + 0.05 for pair in changed)
    print(
        f"share of the text in changed blocks: median {inside:.1%}, truly changed {true:.1%}; "
        f"within 3 times + 5 % on {within} of {len(changed)}"
    )


def best(work: Callable[[], object]) -> float | None:
    """Seconds of CPU, the best of some runs; None when it failed."""
    taken = []
    for _ in range(RUNS):
        start = time.process_time()
        try:
            work()
        except Exception:  # what a peer raises is its own affair
            return None
        taken.append(time.process_time() - start)
        if taken[-1] > 1:
            break
    return min(taken)


def find_words(result: Comparison) -> None:
    """The words that differ in each block that does, and links that lost or gained words."""
    for change in result.changes:
        if change.kind != "unchanged":
            _ = change.words, change.links


def report_speed(pairs: list[Pair], peer: str | None) -> None:
    from lxml.html.diff import htmldiff

    ours: dict[str, float] = {}
    worded: dict[str, float] = {}
    settled: dict[str, float] = {}
    theirs: dict[str, float | None] = {}
    for pair in pairs:
        ours[pair.name] = best(lambda pair=pair: compare(pair.a, pair.b)) or 0.0  # type: ignore[misc]
        worded[pair.name] = best(lambda pair=pair: find_words(compare(pair.a, pair.b))) or 0.0  # type: ignore[misc]
        settled[pair.name] = best(lambda pair=pair: compare(pair.a, pair.b).settle()) or 0.0  # type: ignore[misc]
        a, b = decode(pair.a, None)[0], decode(pair.b, None)[0]
        theirs[pair.name] = best(lambda a=a, b=b: htmldiff(a, b))  # type: ignore[misc]
    usual = [pair.name for pair in pairs if not pair.stress]
    large = [pair.name for pair in pairs if pair.stress]
    print("milliseconds, partition and comparison:", quantiles([1000 * ours[name] for name in usual]))
    print("  … with the words that differ:", quantiles([1000 * worded[name] for name in usual]))
    print("  … with all words, topics, labels, paths:", quantiles([1000 * settled[name] for name in usual]))
    known = {name: seconds for name, seconds in theirs.items() if seconds}
    print(
        "  htmldiff:",
        quantiles([1000 * known[name] for name in usual if name in known]),
        f"failed on {len(theirs) - len(known)}",
    )
    others = {"htmldiff": known}
    if peer:
        lines = "".join(f"{pair.folder.resolve()}\n" for pair in pairs)
        done = subprocess.run([peer, "-c", PEER], input=lines, capture_output=True, text=True, check=True)
        seconds = [json.loads(line) for line in done.stdout.splitlines()]
        others["web-monitoring-diff"] = {pair.name: t for pair, t in zip(pairs, seconds, strict=True) if t}
    for other, times in others.items():
        for what, taken in (
            ("without words", ours),
            ("with words", worded),
            ("with all names, too", settled),
        ):
            ratio = {name: taken[name] / times[name] for name in times}
            print(
                f"time / time of {other}, {what}: {quantiles([ratio[name] for name in usual if name in ratio])}"
            )
            medians = [
                statistics.median(each[name] for name in usual if name in ratio) for each in (taken, times)
            ]
            print(
                f"  medians {1000 * medians[0]:.2f} and {1000 * medians[1]:.2f} ms; large pages:",
                ", ".join(f"{Path(name).name} {ratio[name]:.2f}" for name in large if name in ratio),
            )


def peak() -> float:
    """Peak memory of this process in MB; ru_maxrss would begin with that of the parent."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(status.read_text().partition("VmHWM:")[2].split()[0]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure_here(tool: str, folder: str) -> None:
    """Child process: times of one comparison after a warm-up, without and with the words that differ, and what it added
    to the peak memory."""
    a, b = (Path(folder) / "a.html").read_bytes(), (Path(folder) / "b.html").read_bytes()
    warm = "<p>one <b>two</b></p>", "<p>one three</p>"
    if tool == "blocks":
        find_words(compare(warm[0].encode(), warm[1].encode()))
        before = peak()
        start = time.process_time()
        result = compare(a, b)
        seconds = time.process_time() - start
        find_words(result)
    else:
        from lxml.html.diff import htmldiff

        htmldiff(*warm)
        before = peak()
        start = time.process_time()
        htmldiff(decode(a, None)[0], decode(b, None)[0])
        seconds = time.process_time() - start
    print(json.dumps([seconds, time.process_time() - start, peak() - before]))


def measure(tool: str, folder: Path) -> tuple[float, float, float] | None:
    """Seconds of CPU without and with words, and MB, the better of two runs; None when the tool failed or took too
    long."""
    found: tuple[float, float, float] | None = None
    for _ in range(2):
        command = [sys.executable, __file__, "--child", tool, str(folder)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=True)
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
            return found
        seconds, worded, megabytes = json.loads(done.stdout.splitlines()[-1])  # htmldiff may print before it
        found = min(found or (seconds, worded, megabytes), (seconds, worded, megabytes))
        if seconds > 5:
            break
    return found


def report_large() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        print(
            f"{'large pages':24} {'ours s':>8} {'+ words':>8} {'htmldiff':>9} {'ours MB':>8} {'htmldiff':>9}"
        )
        for folder in generated(Path(scratch)):
            ours, theirs = measure("blocks", folder), measure("htmldiff", folder)
            assert ours is not None, f"compare failed on {folder}"
            rest = (
                f"{theirs[1]:9.3f} {ours[2]:8.1f} {theirs[2]:9.1f}"
                if theirs
                else f"{'failed':>9} {ours[2]:8.1f}"
            )
            print(f"{folder.name:24} {ours[0]:8.3f} {ours[1]:8.3f} {rest}")
        print("shapes that take longest, with words (htmldiff takes minutes for some):")
        for folder in hard_pages(Path(scratch)):
            ours = measure("blocks", folder)
            assert ours is not None, f"compare failed on {folder}"
            print(f"{folder.name:40} {ours[0]:8.3f} {ours[1]:8.3f} s {ours[2]:8.1f} MB")


def show(result: Comparison) -> None:
    """The changes as text."""
    for change in result.changes:
        if change.kind == "unchanged":
            continue
        where = (
            change.path_a
            if change.path_a == change.path_b
            else f"{change.path_a or '-'} -> {change.path_b or '-'}"
        )
        print(f"{change.kind}{' and changed' if change.moved and change.differs else ''}  {where}")
        print(f"    bytes {change.span_a} -> {change.span_b}  {change.label}: {change.topic}")
        for op, a, b in change.words:
            if op != "unchanged":
                print(f"    {op}: {a!r} -> {b!r}")
        for sign, said in (("-", change.attributes_a), ("+", change.attributes_b)):
            for each in said:
                print(f"    {sign} {each}")
    print(f"{result.changed_share:.2%} of the text marked; {', '.join(result.warnings) or 'no warnings'}")


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("folder", nargs="?", type=Path)
    arguments.add_argument("--peer", metavar="PYTHON")
    arguments.add_argument("--list", metavar="PAIR", type=Path, help="a folder with a.html and b.html")
    chosen = arguments.parse_args()
    if chosen.list:
        place = chosen.list if chosen.list.exists() or not chosen.folder else chosen.folder / chosen.list
        show(compare((place / "a.html").read_bytes(), (place / "b.html").read_bytes()))
        return
    if chosen.folder:
        pairs = pairs_in(chosen.folder)
        report_accuracy(pairs)
        report_speed(pairs, chosen.peer)
    report_large()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        measure_here(sys.argv[2], sys.argv[3])
    else:
        main()
