"""How much room series of versions take: incremental records against full ones, WARC.gz and a packed git repository.

Run: TIANWANG_PEERS=… python tests/benchmarks/bench_increments.py [PAIRS] [--pages N] [--seed N]. PAIRS is a folder of
page pairs (NNNN/a.html, b.html, meta.json), each of which gives a series of eight versions: a with three edits after
it, b with three. The pages of the sample site give such series, too, out of its two editions. Edits are words, a
number, a new paragraph, a text that goes, and for all pages of one site at a time a notice that comes and changes.
Every version is read back and compared byte for byte. git packs the same bytes (`git gc --aggressive`), a commit a
round. Ends with 1 when an aim is missed.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zlib
from datetime import UTC, datetime, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from app.archive.archive import Archive
from app.archive.model import NewCapture, Policy
from app.blocks.cutting.levels import PageDivider
from app.sampleserver import SampleSite
from tests.benchmarks import corpus, peers

BEGIN = datetime(2026, 11, 1, 8, tzinfo=UTC)
CRAWL = "20261101-080000-abcdef"
OF_FULL, OF_GIT = 0.4, 1.5
_TEXT = re.compile(rb">([^<>]{30,})<")
_BODY = re.compile(rb"(<body[^>]*>)", re.IGNORECASE)
_NOTICE = b'<div class="notice"><h2>%d</h2><p>%b</p></div>'

Round = dict[str, bytes]
"""Bodies by address."""


def words(dice: random.Random, count: int) -> bytes:
    return " ".join(
        "".join(dice.choices("etaoinshrdlu", k=dice.randint(2, 9))) for _ in range(count)
    ).encode()


def edited(body: bytes, dice: random.Random) -> bytes:
    """A page with one to four small changes."""
    for _ in range(dice.randint(1, 4)):
        places = [found.span(1) for found in _TEXT.finditer(body)]
        if not places:
            return body + b"<p>%b</p>" % words(dice, 20)
        start, end = dice.choice(places)
        kind = dice.randrange(4)
        if kind == 0:  # some words
            at = dice.randint(start, end - 10)
            body = body[:at] + words(dice, 4) + body[at + 10 :]
        elif kind == 1:  # a number
            body = body[:end] + b" %d" % dice.randrange(10**6) + body[end:]
        elif kind == 2:  # a new paragraph behind it
            close = body.find(b">", end)
            body = body[: close + 1] + b"<p>%b</p>" % words(dice, 40) + body[close + 1 :]
        else:  # the text goes
            body = body[:start] + b"-" + body[end:]
    return body


def series(pages: dict[str, tuple[str, bytes, bytes]], seed: int) -> list[Round]:
    """Rounds of versions of pages; of each the site it belongs to, and two real versions."""
    made: dict[str, list[bytes]] = {}
    for url, (site, *real) in pages.items():
        dice = random.Random(f"{seed} {url}")
        versions: list[bytes] = []
        for body in real:
            versions.append(body)
            for _ in range(3):
                versions.append(edited(versions[-1], dice))
        for version in range(
            3, 8
        ):  # from the fourth version on there is a notice, from the seventh another one
            notice = _NOTICE % (version // 3, words(random.Random(f"{seed} {site} {version // 3}"), 60))
            versions[version] = _BODY.sub(
                lambda found, notice=notice: found[1] + notice, versions[version], count=1
            )
        made[url] = versions
    return [{url: versions[n] for url, versions in made.items()} for n in range(8)]


def of_pairs(folder: Path, count: int) -> dict[str, tuple[str, bytes, bytes]]:
    """Real pairs, by addresses made up for them."""
    pages = {}
    for place in sorted(path for path in folder.iterdir() if (path / "meta.json").exists())[:count]:
        about = json.loads((place / "meta.json").read_text("utf-8"))
        site = about["repo"].lower().replace("/", ".")
        real = (place / "a.html").read_bytes(), (place / "b.html").read_bytes()
        pages[f"http://{site}/{about['path']}?{place.name}"] = (site, *real)
    return pages


def of_sample_site() -> dict[str, tuple[str, bytes, bytes]]:
    """The pages that both editions of the sample site have."""
    site = SampleSite()
    paths = [path for path in site.addresses(1) if path in site.addresses(2)]
    both = ((path, site.answer(1, path).body, site.answer(2, path).body) for path in paths)
    return {f"http://sample.test{path}": ("sample", a, b) for path, a, b in both if kind_of(a) == "text/html"}


def answers(rounds: list[Round]) -> list[list[corpus.Page]]:
    """Each body as an answer with the headers of a usual server."""
    made = []
    for number, bodies in enumerate(rounds):
        when = BEGIN + timedelta(days=3 * number)
        made.append([])
        for url, body in bodies.items():
            head = (
                f"HTTP/1.1 200 OK\r\nDate: {when:%a, %d %b %Y %H:%M:%S GMT}\r\nServer: nginx/1.24.0\r\n"
                f"Content-Type: {kind_of(body)}\r\nConnection: keep-alive\r\nVary: Accept-Encoding\r\n"
                f'ETag: "{hash_of(body)}"\r\nCache-Control: max-age=600\r\n'
            )
            made[-1].append(corpus.Page(url, when, "192.0.2.7", head.encode(), body))
    return made


def kind_of(body: bytes) -> str:
    return "text/html" if b"<" in body[:200] and b"\0" not in body[:2000] else "application/octet-stream"


def hash_of(body: bytes) -> str:
    return f"{zlib.crc32(body):08x}-{len(body):x}"


def archived(folder: Path, policy: Policy, rounds: list[list[corpus.Page]]) -> tuple[int, float]:
    """(bytes of the batches, seconds a page)"""
    archive = Archive.create(folder, policy=policy)
    stored = {}
    began = time.perf_counter()
    with archive.writer(divider=PageDivider()) as writer:
        for pages in rounds:
            for page in pages:
                capture = writer.store(NewCapture(page.url, page.date, page.ip, page.data, crawl=CRAWL))
                stored[capture.id] = page.data if capture.kind == "version" else None
            writer.commit()
    seconds = time.perf_counter() - began
    with archive.reader() as reader:
        for id, data in stored.items():
            assert data is None or reader.data(reader.record(id)) == data, (
                f"{id} did not come out as it went in"
            )
        assert not list(reader.verify())
    return sum(path.stat().st_size for path in folder.glob("batches/*/*.tw")), seconds / len(stored)


def in_warc(folder: Path, rounds: list[list[corpus.Page]]) -> int | None:
    """As warcio writes it, every version in full."""
    corpus.save([page for pages in rounds for page in pages], folder / "pages")
    result = peers.run("warc_files.py", "write", folder / "pages", folder / "all.warc.gz")
    return None if result is None else int(result["bytes"])


def in_git(folder: Path, rounds: list[list[corpus.Page]]) -> int | None:
    """Bytes of the packs of a repository with a commit a round."""
    if shutil.which("git") is None:
        return None
    names: dict[str, str] = {}

    def git(*args: str) -> None:
        told = ["-c", "user.name=bench", "-c", "user.email=bench@example.org", "-c", "gc.auto=0"]
        subprocess.run(["git", *told, *args], cwd=folder, check=True, capture_output=True)

    folder.mkdir()
    git("init", "-q")
    for number, pages in enumerate(rounds):
        for page in pages:
            name = names.setdefault(page.url, f"{len(names):05d}.http")
            (folder / name).write_bytes(page.data)
        git("add", "-A")
        git("commit", "-q", "-m", str(number))
    git("gc", "-q", "--aggressive", "--prune=now")
    return sum(path.stat().st_size for path in (folder / ".git/objects/pack").glob("*.pack"))


def measure(name: str, rounds: list[list[corpus.Page]]) -> bool:
    count = sum(map(len, rounds))
    print(
        f"{name}: {len(rounds)} rounds, {count} captures of {len(rounds[0])} pages, "
        f"{sum(len(page.data) for pages in rounds for page in pages):,} bytes"
    )
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        full, slow = archived(folder / "full", "full", rounds)
        steps, each = archived(folder / "steps", "incremental", rounds)
        warc, git = in_warc(folder, rounds), in_git(folder / "git", rounds)
    print(f"  full records      {full:>12,}  ({1000 * slow:.1f} ms a page)")
    print(f"  incremental       {steps:>12,}  ({1000 * each:.1f} ms a page)  {steps / full:.2f} of full")
    print(
        f"  WARC.gz (warcio)  {warc:>12,}  {steps / warc:.2f} of it"
        if warc
        else f"  WARC.gz: {peers.MISSING}"
    )
    print(
        f"  git, packed       {git:>12,}  {steps / git:.2f} of it" if git else "  git is not installed here"
    )
    return steps <= OF_FULL * full and (git is None or steps <= OF_GIT * git)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("pairs", nargs="?", type=Path)
    options.add_argument("--pages", type=int, default=40)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    good = measure("sample site", answers(series(of_sample_site(), chosen.seed)))
    if chosen.pairs is not None:
        good &= measure("pairs", answers(series(of_pairs(chosen.pairs, chosen.pages), chosen.seed)))
    print(f"aims: {OF_FULL} of full records, {OF_GIT} of git: {'reached' if good else 'MISSED'}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
