"""Reading and writing records against warcio and FastWARC at the same pages, in one run; and the memory it takes.

Run: python tests/benchmarks/bench_records.py [--pages N] [--rounds N]. Every program reads address, date, status
and Content-Type of every record ("heads"), or also every body, decompressed, to its end ("bodies"). Programs take
turns; ratios are of the best rounds, medians are shown beside them. Times are processor time (all of them use one
thread), so that other work of the machine does not count. Needs about 1.5 GB in the temporary folder.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from app.tianwang.reader import RecordReader
from app.tianwang.writer import RecordWriter, encode
from tests.benchmarks import corpus, peers

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

INNER = 4  # rounds in one process


def read(path: Path, what: str, rounds: int) -> dict[str, object]:
    """The counterpart of peers/warc_files.py for this program's reader."""
    seconds = []
    for _ in range(rounds):
        count, began = 0, time.process_time()
        with RecordReader(path) as reader:
            for record in reader:
                message = record.http() if what == "bodies" else record.head()
                good = (
                    record.url
                    and record.get("date")
                    and message.status == 200
                    and message.header("Content-Type")
                )
                if not good or (what == "bodies" and not message.raw_body):
                    raise SystemExit("a record is not as it was written")
                count += 1
        seconds.append(time.process_time() - began)
    return {"seconds": seconds, "records": count, "peak_kib": peak_memory()}


def peak_memory() -> int:
    """KiB this process has used at most since it was started (Linux; elsewhere 0)."""
    status = Path("/proc/self/status")
    found = re.search(r"VmHWM:\s+(\d+)", status.read_text()) if status.exists() else None
    return int(found[1]) if found else 0


def ours(path: Path, what: str, rounds: int = INNER) -> dict[str, object]:
    command = [sys.executable, __file__, "--read", str(path), what, str(rounds)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    result: dict[str, object] = json.loads(done.stdout)
    return result


def write(made: list[corpus.Page], path: Path, *, compress: bool) -> float:
    """Seconds for all pages, each with id, digest and header check."""
    path.unlink(missing_ok=True)
    began = time.process_time()
    with RecordWriter(path) as writer:
        for number, page in enumerate(made):
            writer.append(
                url=page.url,
                date=page.date,
                ip=page.ip,
                data=page.data,
                compress=compress,
                digest=True,
                extra=[("id", f"202601-{number + 1:07d}")],
            )
    return time.process_time() - began


def compare_reading(folder: Path, count: int, rounds: int) -> None:
    for form, own, warc in (("plain", "plain.tw", "peer.warc"), ("compressed", "packed.tw", "peer.warc.gz")):
        for what in ("heads", "bodies"):
            times: dict[str, list[float]] = {"ours": [], "fastwarc": [], "warcio": []}
            for _ in range(rounds):
                times["ours"] += ours(folder / own, what)["seconds"]  # type: ignore[arg-type]
                for program in ("fastwarc", "warcio"):
                    result = peers.run("warc_files.py", "read", program, folder / warc, what, INNER)
                    times[program] += result["seconds"] if result else []
            print(f"read {form}, {what}:")
            for program, seconds in times.items():
                if seconds:
                    speed = f"{count / min(seconds):8.0f} records/s (median {count / median(seconds):.0f})"
                    ratio = (
                        f"ours is {min(seconds) / min(times['ours']):.2f} times that"
                        if program != "ours"
                        else ""
                    )
                    print(f"  {program:9} {speed}   {ratio}")
                else:
                    print(f"  {program:9} {peers.MISSING}")


def compare_writing(made: list[corpus.Page], folder: Path, rounds: int) -> None:
    own: dict[str, list[float]] = {"plain": [], "packed": []}
    theirs: dict[str, list[float]] = {"plain": [], "packed": []}
    theirs_size = {}
    for _ in range(rounds):
        own["plain"].append(write(made, folder / "plain.tw", compress=False))
        own["packed"].append(write(made, folder / "packed.tw", compress=True))
        for form, name in (("plain", "peer.warc"), ("packed", "peer.warc.gz")):
            result = peers.run("warc_files.py", "write", folder / "pages.bin", folder / name)
            if result:
                theirs[form] += result["seconds"]
                theirs_size[form] = result["bytes"]
    for form, seconds in own.items():
        size = (folder / f"{form}.tw").stat().st_size
        print(f"write {form}: {len(made) / min(seconds):.0f} records/s, {size} bytes", end="   ")
        if theirs[form]:
            speed, weight = min(theirs[form]) / min(seconds), size / theirs_size[form]
            print(f"{speed:.2f} times warcio, {weight:.3f} of its size")
        else:
            print(peers.MISSING)


def measure_memory(made: list[corpus.Page], folder: Path) -> None:
    """Peak memory of reading every body of files of 64 and 640 MB, plain and as .zst."""
    peaks: dict[str, list[int]] = {"plain": [], "zstd": []}
    for megabytes in (64, 640):
        path, size, number = folder / "memory.tw", 0, 0
        with path.open("wb") as out, zstd.open(folder / "memory.tw.zst", "wb", level=1) as packed:
            while size < megabytes * 1_000_000:
                page = made[number % len(made)]
                record = encode(url=page.url, date=datetime.now(UTC), data=page.data, level=0)
                out.write(record)
                packed.write(record)
                size, number = size + len(record), number + 1
        for form, name in (("plain", "memory.tw"), ("zstd", "memory.tw.zst")):
            peaks[form].append(int(str(ours(folder / name, "bodies", 1)["peak_kib"])))
    for form, (small, large) in peaks.items():
        print(
            f"memory, {form}: {small / 1024:.0f} MB for a file of 64 MB, {large / 1024:.0f} MB for one of 640 MB"
        )


def main(pages: int, rounds: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        corpus.save(corpus.pages(pages), folder / "pages.bin")
        made = corpus.load(folder / "pages.bin")
        sizes = [len(page.body) for page in made]
        print(f"{pages} pages of {min(sizes)} to {max(sizes)} bytes, {sum(sizes)} in all")
        compare_writing(made, folder, rounds)
        compare_reading(folder, pages, rounds)
        measure_memory(made, folder)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--read"]:
        print(json.dumps(read(Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]))))
    else:
        parser = argparse.ArgumentParser()
        parser.add_argument("--pages", type=int, default=2000)
        parser.add_argument("--rounds", type=int, default=3)
        options = parser.parse_args()
        main(options.pages, options.rounds)
