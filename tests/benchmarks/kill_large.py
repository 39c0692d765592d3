"""kill -9 in the middle of a large crawl, again and again, and what is left of it at the end.

    python tests/benchmarks/kill_large.py [--pages 20000] [--kills 20] [--delay 0] [--workers 16]

The command line crawls a site that a process of its own serves and notes; it is killed at random moments and resumed.
Then every page of the site must be stored exactly once, the archive must verify clean, nothing that was announced as
stored may be missing after any kill, nothing may go on running, and no request may have come sooner than the delay
allows. Prints what it found; the exit code is 1 when any of that does not hold.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from tests.benchmarks.site import page

ROOT = Path(__file__).resolve().parents[2]
SIZE = 1024
TOLERANCE = 0.05
"""Seconds by which two processes on a busy machine may differ about when a request was sent."""


def serve(pages: int, log_path: str) -> None:
    """Print the port and serve until killed; a line for each request: when it was read (monotonic clock), its path."""
    log = Path(log_path).open("a", buffering=1)  # noqa: SIM115
    with suppress(OSError):
        os.nice(-10)  # where that is allowed, so that its clock is not held up by the crawl

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                path = head.split(b" ", 2)[1].decode()
                log.write(f"{time.monotonic():.6f} {path}\n")
                found = re.fullmatch(r"/s\d+/p(\d+)\.html", path)
                known = found is not None and int(found[1]) < pages
                body = page(int(found[1]), pages, SIZE) if found and known else b"not here"
                status = "200 OK" if known else "404 Not Found"
                writer.write(
                    f"HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\n"
                    f"Content-Length: {len(body)}\r\n\r\n".encode()
                    + body
                )
                await writer.drain()
        except (OSError, EOFError):
            pass
        finally:
            writer.transport.abort()

    async def run() -> None:
        server = await asyncio.start_server(handle, "127.0.0.1", 0)
        print(server.sockets[0].getsockname()[1], flush=True)
        await server.serve_forever()

    asyncio.run(run())


class Site:
    """The server of this file in a process of its own."""

    def __init__(self, pages: int, log: Path) -> None:
        self.pages = pages
        self._log = log
        self._read = self._asked = 0
        command = [sys.executable, __file__, "--serve", str(pages), str(log)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.url = f"http://127.0.0.1:{int(self._process.stdout.readline())}"

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()

    def addresses(self) -> set[str]:
        return {f"{self.url}/s{number % 40}/p{number}.html" for number in range(self.pages)}

    def requests(self) -> list[tuple[float, str]]:
        return [(float(when), path) for when, path in map(str.split, self._log.read_text().splitlines())]

    def asked(self) -> int:
        """How many requests there were."""
        with suppress(FileNotFoundError), self._log.open("rb") as log:
            log.seek(self._read)
            new = log.read()
            self._read += len(new)
            self._asked += new.count(b"\n")
        return self._asked


@contextmanager
def serving(pages: int, folder: Path) -> Iterator[Site]:
    site = Site(pages, folder / "requests.log")
    try:
        yield site
    finally:
        site.close()


@dataclass(slots=True)
class Found:
    """What came of it. `worst` is by how many seconds requests came sooner than the delay allows, over any number of
    them in a row; `twice` counts addresses asked for more than once (in flight when the crawl was killed)."""

    kills: int = 0
    seconds: float = 0.0
    stored: int = 0
    state: str = ""
    missing: set[str] = field(default_factory=set)
    doubled: set[str] = field(default_factory=set)
    lost: set[str] = field(default_factory=set)
    problems: list[str] = field(default_factory=list)
    orphans: int = 0
    requests: int = 0
    twice: int = 0
    worst: float = 0.0
    trouble: str = ""


def too_soon(times: list[float], delay: float) -> float:
    """The largest amount, over all i < j, by which request j came sooner than (j - i) delays after request i."""
    worst, latest = 0.0, float("-inf")
    for number, moment in enumerate(sorted(times)):
        due = moment - number * delay
        worst = max(worst, latest - due)
        latest = max(latest, due)
    return worst


def run(site: Site, archive: Path, kills: int, *, delay: float, workers: int, seed: int = 20040511) -> Found:
    """Crawl, kill, resume, until it is done; then look at everything."""
    from app.archive.archive import Archive

    chance = random.Random(seed)
    found = Found()
    began = time.monotonic()
    command = [sys.executable, "-m", "app", "crawl", str(archive)]
    settings = [
        f"{site.url}/s0/p0.html",
        "--delay",
        str(delay),
        "--workers",
        str(workers),
        "--per-host",
        str(workers),
        "--trap-likeness",
        "0",  # pages of a kilobyte of a few made-up words are so much alike that some are taken for a trap
    ]
    announced: set[str] = set()
    while True:
        more = ["--resume"] if (archive / "crawl.sqlite").exists() else settings
        child = subprocess.Popen(
            [*command, *more, "--json"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        said: list[str] = []
        reader = threading.Thread(
            target=lambda lines=child.stdout, said=said: said.extend(lines), daemon=True
        )
        reader.start()
        if found.kills < kills:
            # spread over most of the crawl, never so far that it could end; some while it is still starting up
            left = max(site.pages - site.asked(), 0) // (kills - found.kills + 1)
            target = site.asked() + (0 if chance.random() < 0.25 else chance.randint(0, left))
            wait(child, lambda target=target: site.asked() >= target)
            wait(child, None, chance.uniform(0.0, 0.3))
            if child.poll() is None:
                child.kill()
                found.kills += 1
        child.wait()
        reader.join()
        found.orphans += left_over(child.pid)
        assert child.stdout is not None and child.stderr is not None
        found.trouble = child.stderr.read().strip()
        child.stdout.close()
        child.stderr.close()
        ended = child.returncode == 0
        for line in said:
            told = json.loads(line) if line.endswith("\n") else {}
            if told.get("kind") == "stored":
                announced.add(told["url"])
            found.state = told.get("state", found.state)
        if ended or child.returncode != -signal.SIGKILL:
            break
        if (archive / "archive.json").exists():
            with Archive.open(archive).reader() as reader_:
                kept = {capture.url for capture in reader_.captures()}
            found.lost |= announced - kept
    found.seconds = time.monotonic() - began
    look(Archive.open(archive), site, found, delay)
    return found


def look(archive: object, site: Site, found: Found, delay: float) -> None:
    with archive.reader() as reader:  # type: ignore[attr-defined]
        found.problems = [str(problem) for problem in reader.verify()]
        stored = Counter(capture.url for capture in reader.captures())
    wanted = site.addresses()
    found.stored = sum(url in wanted for url in stored)
    found.missing = wanted - stored.keys()
    if found.missing:
        from app.crawl.frontier.joblist import jobs
        from app.crawl.frontier.queue import why

        (job,) = jobs(archive)  # type: ignore[arg-type]
        became = [why(archive, job.job_id, url) for url in sorted(found.missing)[:20]]  # type: ignore[arg-type]
        found.trouble = "\n".join([found.trouble, *map(str, became)])
    found.doubled = {url for url, count in stored.items() if count > 1}
    requests = site.requests()
    found.requests = len(requests)
    found.twice = sum(count > 1 for count in Counter(path for _, path in requests).values())
    found.worst = too_soon([moment for moment, _ in requests], delay) if delay else 0.0


def wait(child: subprocess.Popen[str], condition: object, seconds: float = 600.0) -> None:
    """Until the condition holds, the time is over, or the child has ended."""
    pause, end = threading.Event(), time.monotonic() + seconds
    while child.poll() is None and time.monotonic() < end and not (callable(condition) and condition()):
        pause.wait(0.01)


def left_over(group: int) -> int:
    """1 when processes of a group go on for more than five seconds after their parent was killed."""
    pause = threading.Event()
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return 0
        pause.wait(0.05)
    return 1


def main(pages: int, kills: int, delay: float, workers: int) -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with serving(pages, folder) as site:
            found = run(site, folder / "killed.archive", kills, delay=delay, workers=workers)
    print(f"{pages} pages, {found.kills} kills, {workers} workers, delay {delay} s: {found.seconds:.0f} s")
    print(
        f"stored {found.stored} pages; state {found.state}; missing {len(found.missing)}, stored twice "
        f"{len(found.doubled)}, announced and lost {len(found.lost)}, problems {len(found.problems)}, "
        f"left running {found.orphans}"
    )
    print(
        f"requests {found.requests}, asked for twice {found.twice}; sooner than allowed by {found.worst * 1000:.1f} ms"
    )
    if found.trouble:
        print(found.trouble)
    bad = (
        found.missing
        or found.doubled
        or found.lost
        or found.problems
        or found.orphans
        or found.state != "finished"
    )
    return 1 if bad or found.worst > TOLERANCE or found.kills < kills else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--serve"]:
        serve(int(sys.argv[2]), sys.argv[3])
    else:
        parser = argparse.ArgumentParser(description=__doc__)
        parser.add_argument("--pages", type=int, default=20_000)
        parser.add_argument("--kills", type=int, default=20)
        parser.add_argument("--delay", type=float, default=0.0)
        parser.add_argument("--workers", type=int, default=16)
        given = parser.parse_args()
        sys.exit(main(given.pages, given.kills, given.delay, given.workers))
