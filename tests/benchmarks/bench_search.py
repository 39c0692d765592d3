"""Search against SQLite's FTS5 with the same terms, and against a plain scan, on one archive in one run.

Run: python tests/benchmarks/bench_search.py [ARCHIVE]. Without an archive one of made pages, English and Chinese mixed.
The index is built anew in a copy of the archive; sizes are bytes on disk against the UTF-8 bytes of all texts, with and
without the words of links. Queries (half Chinese stretches of 2 to 6 characters, half words and phrases, cut at random
from the texts) are checked against a scan of all texts: what is missed, what is found wrongly. Known items: the title
of a page as query, and whether the page is among the first ten. Times are wall times of the same queries, taken in turns.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import sqlite3
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.archive.spellings import legible
from app.search import store
from app.search.contents import Content, content_of
from app.search.feeding import feed
from app.search.query import parse, texts
from app.search.searching import Searcher
from app.search.snippets import pattern
from app.search.terms import indexed, phrase
from app.words.folding import fold

_NOW = datetime(2026, 11, 1, tzinfo=UTC)
ENGLISH = [
    f"{one}{two}"
    for one in ("arch", "net", "page", "rec", "time", "link")
    for two in ("ive", "work", "ord", "ing", "s", "er")
]
QUERIES, TITLES, ROUNDS = 200, 200, 3
HAN = re.compile("[\u4e00-\u9fff]{2,}")
WORD = re.compile(r"(?<![^\W_])[a-z][a-z0-9]{2,}(?![^\W_])")


def contents(archive: Archive) -> dict[str, Content]:
    """The texts of the newest version of every document, by address."""
    with archive.reader() as reader:
        found = {}
        for page in reader.all_pages(kinds=("document",)):
            capture = reader.latest_version(page.url)
            if capture is not None and 200 <= capture.status < 300:
                found[page.url] = content_of(reader.document(capture, main=True))
    return found


def peer(folder: Path, known: dict[str, Content]) -> sqlite3.Connection:
    """FTS5 over the same terms; its texts are not kept, as ours are not."""
    db = sqlite3.connect(folder / "fts5.sqlite")
    fields = ("title", "main", "rest", "author", "more")
    db.execute(f"CREATE VIRTUAL TABLE docs USING fts5({', '.join(fields)}, content='', tokenize='unicode61')")
    rows = (
        [number, *(indexed(getattr(one, name)) for name in fields)]
        for number, one in enumerate(known.values(), 1)
    )
    db.executemany(
        "INSERT INTO docs (rowid, title, main, rest, author, more) VALUES (?, ?, ?, ?, ?, ?)", rows
    )
    db.execute("INSERT INTO docs (docs) VALUES ('optimize')")
    db.commit()
    db.execute("VACUUM")
    return db


def cut_queries(chance: random.Random, known: dict[str, Content], most: int) -> list[str]:
    """Half Chinese stretches, a quarter words, a quarter phrases."""
    all_texts = [fold(f"{one.main}\n{one.rest}") for one in known.values()]
    found: list[str] = []
    while len(found) < most:
        text = chance.choice(all_texts)
        runs, words = HAN.findall(text), WORD.findall(text)
        if len(found) % 2 == 0 and runs:
            run = chance.choice(runs)
            begin = chance.randrange(len(run) - 1)
            found.append(run[begin : begin + chance.randint(2, 6)])
        elif words:
            line = chance.choice([line for line in text.splitlines() if WORD.search(line)] or [words[0]])
            of_line = re.findall(r"[^\W_]+", line)
            begin = chance.randrange(len(of_line))
            length = 1 if len(found) % 4 == 1 else 3
            found.append(f'"{" ".join(of_line[begin : begin + length])}"')
    return found


def truth(folded: dict[str, str], query: str) -> set[str]:
    """The addresses whose folded texts a scan finds it in."""
    sought = pattern(texts(parse(query)))
    assert sought is not None
    return {url for url, text in folded.items() if sought.search(text)}


def timed(work: object, queries: list[str]) -> list[float]:
    """Milliseconds of each query, the best of a few rounds."""
    best = [1e9] * len(queries)
    for _ in range(ROUNDS):
        for number, query in enumerate(queries):
            began = time.perf_counter()
            work(query)  # type: ignore[operator]
            best[number] = min(best[number], (time.perf_counter() - began) * 1000)
    return best


def in_fts5(query: str) -> str:
    terms, open_end = phrase(query.strip('"'))
    return f'"{" ".join(terms)}"{"*" if open_end else ""}'


def size(path: Path) -> int:
    return sum(file.stat().st_size for file in path.rglob("*") if file.is_file())


def made(folder: Path, pages: int) -> Archive:
    """An archive of pages like those of the other benchmarks, every third with Chinese text."""
    chance = random.Random(3)
    archive = Archive.create(folder / "made.archive")
    with archive.writer() as writer:
        for number in range(pages):
            han = "".join(chance.choices("天网存档内核系统学习管理中国人民大学新闻出版信息技术", k=600))
            text = " ".join(chance.choices(ENGLISH, k=400))
            body = f"<title>Page {number} {han[:6]}</title><h1>{number}</h1><p>{text}<p>{han if number % 3 == 0 else ''}"
            head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
            writer.store(NewCapture(f"http://a.example/{number}", _NOW, None, head + body.encode()))
    return archive


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("archive", nargs="?", type=Path)
    options.add_argument("--pages", type=int, default=2000)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        if given.archive:
            shutil.copytree(given.archive, folder / "copy.archive", ignore=shutil.ignore_patterns("search"))
            archive = Archive.open(folder / "copy.archive")
        else:
            archive = made(folder, given.pages)
        measure(archive, folder)


def measure(archive: Archive, folder: Path) -> None:
    known = contents(archive)
    letters = sum(
        len(f"{one.title}{one.main}{one.rest}{one.author}{one.more}".encode()) for one in known.values()
    )
    began = time.process_time()
    for one in known.values():
        for name in ("title", "main", "rest"):
            indexed(getattr(one, name))
    cutting = time.process_time() - began
    began, wall = time.process_time(), time.perf_counter()
    fed = feed(archive)
    spent, took = time.process_time() - began, time.perf_counter() - wall
    ours = size(archive.path / store.FOLDER)
    print(f"{len(known)} documents, {letters / 1e6:.1f} MB of text, {fed.anchors} texts of links")
    print(
        f"index {ours / 1e6:.1f} MB = {ours / letters:.2f} of the text; built in {took:.1f} s, {spent:.1f} s of this "
        f"process with reading the pages ({letters / spent / 1e6:.1f} MB/s); cutting into terms alone {cutting:.1f} s"
    )
    db = peer(folder, known)
    theirs = (folder / "fts5.sqlite").stat().st_size
    print(f"FTS5 with the same terms of the same texts {theirs / 1e6:.1f} MB; ours {ours / theirs:.2f} of it")
    chance = random.Random(11)
    queries = cut_queries(chance, known, QUERIES)
    fields = ("title", "main", "rest", "author", "more")
    folded = {url: fold(" \ue000 ".join(getattr(one, name) for name in fields)) for url, one in known.items()}
    with Searcher(archive) as search:
        missed = wrong = 0
        for query in queries:
            having = truth(folded, query)
            got = {hit.url for hit in search.search(query, limit=100_000, shown=False).hits}
            linked = {hit.url for hit in search.search(f"anchor:{query}", limit=100_000, shown=False).hits}
            missed += len(having - got)
            wrong += sum(not _in_address(query, url) for url in got - having - linked)
        print(f"{len(queries)} queries against a scan: {missed} pages missed, {wrong} found wrongly")
        titles = [(url, one.title) for url, one in known.items() if len(one.title) > 5]
        chosen = chance.sample(titles, min(TITLES, len(titles)))
        first = sum(
            url
            in [
                hit.url for hit in search.search(re.sub(r'["()*:~-]', " ", title), limit=10, shown=False).hits
            ]
            for url, title in chosen
        )
        print(f"{first} of {len(chosen)} pages are among the first ten for their title")
        mine = timed(lambda query: search.search(query, limit=10), queries)
        counted = timed(lambda query: search.search(query, limit=10, facets=True), queries[:50])
        found = timed(lambda query: search.search(query, limit=1, shown=False), queries)
        statement = "SELECT rowid, bm25(docs, 5, 1, 0.2, 2, 1) FROM docs WHERE docs MATCH ? ORDER BY 2"
        fts5 = timed(lambda query: db.execute(statement, (in_fts5(query),)).fetchall(), queries)
    for name, times in (
        ("found and ranked", found),
        ("with ten snippets", mine),
        ("with snippets and facets", counted),
        ("FTS5, found and ranked", fts5),
    ):
        ordered = sorted(times)
        print(
            f"{name}: median {median(times):.2f} ms, 95th percentile {ordered[int(len(ordered) * 0.95)]:.2f}"
        )


def _in_address(query: str, url: str) -> bool:
    """The address is searched, too, and is not in the texts that are scanned."""
    sought = pattern(texts(parse(query)))
    return sought is not None and sought.search(fold(legible(url))) is not None


if __name__ == "__main__":
    main()
