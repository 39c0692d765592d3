"""The service under load: TimeMaps, the first byte of a CDX query, pages a second, beside pywb on the same records.

    python tests/benchmarks/bench_service.py FOLDER [--captures 1000000] [--seconds 10] [--pywb PYTHON]

Makes FOLDER/service.archive where it is not there: a tenth of the captures are pages of 3 KB over 500 hosts, the others are
visits of these. PYTHON is one that has pywb; it gets the archive as WARC with a CDXJ index. Both are asked the same by
this program over keep-alive connections, one after the other, each as one process. Times are of the wall; processor
seconds are those of the server, by /proc.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from app.archive.archive import Archive
from app.archive.model import NewCapture, NewVisit
from app.interchange.exporting import export_archive

START = datetime(2020, 1, 1, tzinfo=UTC)
VISITS = 9
HOSTS = 500
CONNECTIONS = 16
_WORDS = (
    "water",
    "bridge",
    "paper",
    "number",
    "letter",
    "river",
    "market",
    "school",
    "winter",
    "station",
    "garden",
)


def address(number: int) -> str:
    return f"http://host{number % HOSTS}.test/section{number % 7}/page{number}.html"


def made(folder: Path, captures: int) -> Archive:
    """The archive, written by its own writer."""
    path = folder / "service.archive"
    if path.is_dir():
        return Archive.open(path)
    archive, chance = Archive.create(path, "Service"), random.Random(7)
    pages = captures // (VISITS + 1)
    began = time.perf_counter()
    with archive.writer() as writer:
        ids = []
        for number in range(pages):
            text = " ".join(chance.choices(_WORDS, k=450))
            body = f"<title>Page {number}</title><p>{text}</p><a href=page{number + 1}.html>next</a>"
            head = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
            ids.append(writer.store(NewCapture(address(number), START, None, (head + body).encode())).id)
            if number % 2000 == 0:
                writer.commit()
                print(f"  {number} pages, {time.perf_counter() - began:.0f} s", flush=True)
        for visit in range(1, VISITS + 1):
            for number, id in enumerate(ids):
                writer.store(NewVisit(address(number), START + timedelta(hours=visit), None, id, 304))
                if number % 20_000 == 0:
                    writer.commit()
            print(f"  visit {visit}, {time.perf_counter() - began:.0f} s", flush=True)
        writer.commit()
    return archive


class Server(NamedTuple):
    """A running server: where its collection is, and its process."""

    name: str
    root: str
    process: int

    def used(self) -> float:
        """Processor seconds so far."""
        fields = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Megabytes that are resident."""
        lines = Path(f"/proc/{self.process}/status").read_text().splitlines()
        return int(next(one for one in lines if one.startswith("VmRSS")).split()[1]) // 1024


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextmanager
def running(
    folder: Path, command: list[str], where: Path, port: int, name: str, collection: str
) -> Iterator[Server]:
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    with (folder / f"{name}.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=where, stdout=log, stderr=log, env=environment)
    try:
        began = time.perf_counter()
        while True:
            try:
                urlopen(f"http://127.0.0.1:{port}/", timeout=60).close()
                break
            except OSError:
                if process.poll() is not None or time.perf_counter() - began > 600:
                    raise
                time.sleep(0.1)
        print(f"{name}: ready after {time.perf_counter() - began:.1f} s")
        yield Server(name, f"http://127.0.0.1:{port}/{collection}/", process.pid)
    finally:
        process.terminate()
        process.wait()


def ours(archive: Archive, folder: Path) -> tuple[list[str], Path, int, str, str]:
    port = free_port()
    command = [sys.executable, "-m", "app", "serve", str(archive.path), "--as-it-is", "--port", str(port)]
    return command, Path(__file__).resolve().parents[2], port, "tianwang", "service"


def pywb(python: Path, archive: Archive, folder: Path) -> tuple[list[str], Path, int, str, str]:
    """pywb over a WARC file of the archive and the index that was written with it."""
    where = folder / "pywb"
    if not where.is_dir():
        (where / "collections/service/archive").mkdir(parents=True)
        (where / "collections/service/indexes").mkdir()
        with archive.reader() as reader:
            export_archive(reader, where / "all.warc.gz", "warc", notes=False)
        shutil.move(where / "all.warc.gz", where / "collections/service/archive/all.warc.gz")
        shutil.move(where / "all.cdxj", where / "collections/service/indexes/index.cdxj")
    port = free_port()
    command = [str(python.with_name("wayback")), "-p", str(port), "-b", "127.0.0.1"]
    return command, where, port, "pywb", "service"


class Asked(NamedTuple):
    """Seconds to the first byte and to the end of an answer, its status and its size."""

    first: float
    whole: float
    status: int
    size: int


async def ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str) -> Asked:
    """One request on a connection that is kept."""
    began = time.perf_counter()
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    head = await reader.readuntil(b"\r\n\r\n")
    lines = head.lower().split(b"\r\n")
    length = next((int(one[15:]) for one in lines if one.startswith(b"content-length:")), None)
    size, first = 0, 0.0
    if length is not None:
        while size < length:
            size += len(await reader.read(min(1 << 16, length - size)))
            first = first or time.perf_counter() - began
    elif any(one.startswith(b"transfer-encoding:") for one in lines):
        while count := int((await reader.readline()).strip() or b"0", 16):
            size += len(await reader.readexactly(count + 2)) - 2
            first = first or time.perf_counter() - began
        await reader.readline()
    return Asked(first or time.perf_counter() - began, time.perf_counter() - began, int(head[9:12]), size)


async def connected(
    server: Server, work: Callable[[Callable[[str], Awaitable[Asked]]], Awaitable[None]]
) -> None:
    """Do some work with a connection to a server, opened again where that closes it."""
    host, _, port = server.root.split("/")[2].partition(":")
    held: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def one(path: str) -> Asked:
        for _ in range(3):
            if not held:
                held.append(await asyncio.open_connection(host, int(port), limit=1 << 20))
            try:
                return await ask(*held[0], path)
            except (asyncio.IncompleteReadError, ConnectionError):
                held.pop()[1].close()
        raise ConnectionError(path)

    await work(one)
    for _, writer in held:
        writer.close()


async def alone(server: Server, paths: list[str]) -> list[Asked]:
    """The same client asks one thing after the other."""
    found: list[Asked] = []

    async def work(one: Callable[[str], Awaitable[Asked]]) -> None:
        for path in paths:
            found.append(await one(path))

    await connected(server, work)
    return found


async def loaded(server: Server, paths: Callable[[], str], seconds: float) -> tuple[list[Asked], float]:
    """`CONNECTIONS` clients ask as fast as they are answered; and how long that was."""
    found: list[Asked] = []
    began = time.perf_counter()

    async def work(one: Callable[[str], Awaitable[Asked]]) -> None:
        while time.perf_counter() - began < seconds:
            found.append(await one(paths()))

    await asyncio.gather(*(connected(server, work) for _ in range(CONNECTIONS)))
    return found, time.perf_counter() - began


def place(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] * 1000


def measured(server: Server, pages: int, seconds: float) -> dict[str, float]:
    chance = random.Random(11)
    base = "/" + server.root.split("/", 3)[3]
    figures: dict[str, float] = {}

    def told(label: str, paths: list[str], first: bool) -> None:
        asyncio.run(alone(server, paths[:3]))
        used = server.used()
        found = asyncio.run(alone(server, paths))
        assert {one.status for one in found} == {200}, {one.status for one in found}
        times = [one.first if first else one.whole for one in found]
        figures[label] = place(times, 0.5)
        print(
            f"  {label:<26} median {place(times, 0.5):7.1f} ms, 99 % {place(times, 0.99):7.1f} ms, "
            f"processor {(server.used() - used) / len(found) * 1000:6.2f} ms, {found[0].size} bytes"
        )

    some = [address(chance.randrange(pages)) for _ in range(200)]
    told("TimeMap", [f"{base}timemap/link/{one}" for one in some], False)
    hosts = [f"{base}cdx?url=http://host{n}.test/&matchType=host&limit=1000" for n in range(100)]
    told("CDX of a host, first byte", hosts, True)
    told("CDX of an address", [f"{base}cdx?url={one}" for one in some], False)
    stamp = START.strftime("%Y%m%d%H%M%S")
    for label, sign in (("pages as stored", "id_"), ("pages to look at", "mp_")):
        used = server.used()
        found, took = asyncio.run(
            loaded(
                server, lambda sign=sign: f"{base}{stamp}{sign}/{address(chance.randrange(pages))}", seconds
            )
        )
        assert {one.status for one in found} == {200}, {one.status for one in found}
        figures[label] = len(found) / took
        times = [one.whole for one in found]
        print(
            f"  {label:<26} {len(found) / took:7.0f} a second, median {place(times, 0.5):.1f} ms, 99 % "
            f"{place(times, 0.99):.1f} ms, {len(found) / (server.used() - used):.0f} a processor second"
        )
        figures[f"{label}, of a processor second"] = len(found) / (server.used() - used)
    print(f"  memory                     {server.memory()} MB")
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--captures", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--pywb", type=Path)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    archive = made(given.folder, given.captures)
    with archive.reader() as reader:
        pages, captures = reader.statistics().pages, reader.last_seq()
    print(f"{captures} captures of {pages} addresses")
    commands = [ours(archive, given.folder)]
    if given.pywb:
        commands.append(pywb(given.pywb, archive, given.folder))
    both = []
    for command in commands:
        with running(given.folder, *command) as server:
            both.append(measured(server, pages, given.seconds))
    if len(both) > 1:
        ratios = {
            name: round(value / both[1][name] if "pages" in name else both[1][name] / value, 2)
            for name, value in both[0].items()
        }
        print(json.dumps({"times better than pywb": ratios}))


if __name__ == "__main__":
    main()
