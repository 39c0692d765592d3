"""Histories of pages: whether noise is told from news, whether blocks know when they changed; how fast all of it is.

python tests/benchmarks/bench_history.py [FOLDER-OF-PAIRS]

Each page of the folder gets ten versions: a counter, a date and a script are others in each of them, and now and then a
sentence is added or taken away. So it is known which versions have news, and since when each sentence is there.
"""

from __future__ import annotations

import random
import re
import resource
import sys
import tempfile
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from app.archive.archive import Archive  # noqa: E402
from app.archive.model import NewCapture  # noqa: E402
from app.archive.reader import ArchiveReader  # noqa: E402
from app.blocks.history.history import page_history  # noqa: E402
from app.blocks.history.origins import first_said  # noqa: E402
from app.blocks.history.site_changes import Question, site_changes  # noqa: E402

PAIRS = ROOT.parent / "shared" / "samples" / "pairs"
VERSIONS = 10
START = datetime(2026, 1, 1, tzinfo=UTC)
WORDS = [
    "mountain",
    "river",
    "snow",
    "winter",
    "train",
    "people",
    "city",
    "market",
    "morning",
    "story",
    "water",
    "bread",
    "glass",
    "paper",
    "stone",
    "music",
    "window",
    "garden",
    "bridge",
    "horse",
    "cloud",
    "engine",
    "field",
    "harbor",
]
PLACE = re.compile(rb"<!--.*?-->|</(?:p|li)>", re.DOTALL)


def sentence(rng: random.Random) -> str:
    return " ".join(rng.choice(WORDS) for _ in range(rng.randint(6, 14))).capitalize() + "."


def versions(rng: random.Random, page: bytes) -> tuple[list[bytes], list[bool], dict[str, int]]:
    """Versions of a page, which of them have news, and since which one each sentence that was added is there."""
    body = page.lower().find(b"<body")
    places = [found.end() for found in PLACE.finditer(page, max(body, 0)) if not found[0].startswith(b"<!")]
    if len(places) < VERSIONS:
        return [], [], {}
    added: dict[int, tuple[str, int]] = {}
    made, news = [], []
    for number in range(VERSIONS):
        fresh = number > 0 and rng.random() < 0.4
        if fresh and added and rng.random() < 0.3:
            del added[rng.choice(list(added))]
        elif fresh:
            added[places.pop(rng.randrange(len(places)))] = sentence(rng), number
        pieces, last = [], 0
        for place in sorted(added):
            pieces += [page[last:place], b"<p>" + added[place][0].encode() + b"</p>"]
            last = place
        data = b"".join([*pieces, page[last:]])
        side = f"<div class='c'><p>Visitors so far: {1000 + 37 * number}</p></div>"
        side += f"<div><p>Printed on 2026-01-{number + 1:02d}</p></div>"
        script = f"<script>var made = {number * 7919};</script>"
        end = data.lower().rfind(b"</body>")
        end = len(data) if end < 0 else end
        made.append(data[:end] + side.encode() + script.encode() + data[end:])
        news.append(fresh)
    return made, news, dict(added.values())


def response(page: bytes) -> bytes:
    return b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page


def judge(
    reader: ArchiveReader, url: str, news: list[bool], since: dict[str, int], told: Counter[str]
) -> None:
    history = page_history(reader, url)
    for number, version in enumerate(history.versions[1:], 1):
        seen = version.real_share > 0
        told["news seen" if seen else "news hidden"] += news[number]
        told["noise shown" if seen else "noise folded"] += not news[number]
    ids = [version.id for version in history.versions]
    for text, number in since.items():
        block = next((block for block in history.blocks if text[:40] in block.excerpt), None)
        if block is not None and block.excerpt.strip() == text:
            told["since: right" if ids.index(block.first.id) == number else "since: wrong"] += 1


def main(argv: list[str]) -> None:
    folder_of_pairs = Path(argv[0]) if argv else PAIRS
    pages = [path.read_bytes() for path in sorted(folder_of_pairs.glob("[0-9]*/b.html"))]
    if not pages:
        print(f"There are no pairs of pages in {folder_of_pairs}.")
        return
    rng = random.Random(7)
    with tempfile.TemporaryDirectory() as folder:
        archive = Archive.create(Path(folder) / "bench.archive")
        truth: dict[str, tuple[list[bool], dict[str, int]]] = {}
        with archive.writer() as writer:
            for number, page in enumerate(pages):
                made, news, since = versions(rng, page)
                url = f"http://{number}.test/"
                truth[url] = news, since
                for day, data in enumerate(made):
                    writer.store(NewCapture(url, START + timedelta(days=day), None, response(data)))
        told: Counter[str] = Counter()
        with archive.reader() as reader:
            compared = sum(len(news) - 1 for news, _ in truth.values() if news)
            for name in ("first", "again"):
                began = time.process_time()
                for url, (news, since) in truth.items():
                    if news:
                        judge(reader, url, news, since, told if name == "first" else Counter())
                taken = time.process_time() - began
                print(
                    f"histories, {name}: {compared} comparisons in {taken:.2f} s, {1000 * taken / compared:.1f} ms each"
                )
            for name in ("first", "again"):
                began = time.process_time()
                site_changes(reader, Question((START + timedelta(days=2), START + timedelta(days=8))))
                print(f"site changes, {name}: {len(truth) / (time.process_time() - began):.0f} pages/s")
            for name in ("first", "again"):
                began = time.process_time()
                found = first_said(reader, "nobody ever said such a thing")
                print(f"search, {name}: {found.searched / (time.process_time() - began):.0f} versions/s")
        size = (archive.path / "changes.sqlite").stat().st_size
    print("; ".join(f"{name} {count}" for name, count in sorted(told.items())))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"changes.sqlite: {size / 1000:,.0f} kB for {compared} comparisons and their texts; memory {memory:.0f} MB"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
