"""Search in an archive: its index, its truth, its speed, against SQLite's FTS5, Xapian and a plain scan in one run.

    python tests/benchmarks/bench_search.py [ARCHIVE] [--captures 20000] [--ready [--peers]]

Without an archive a generated one is measured (large_archive.py); a million captures are made once and given. The index
is built anew in a copy, that of the texts first, then that of the blocks. Sizes are bytes on disk against the UTF-8 bytes
of all distinct texts; what texts of links and blocks add is told apart. The peers have the same terms of the same texts;
FTS5 is asked once more with the texts of the links to each page as a further column, since ours finds pages by them, too.

Queries (half Chinese stretches of 2 to 6 characters, half words and phrases, cut at random from the texts) are checked
against a scan of all texts: what is missed, what is found wrongly; 2000 more of 2 to 8 characters have to find the text
they were cut from. Each is a phrase for the peers, and for the ratio here, too, where what is typed without quotation
marks is found in words apart from one another as well. Known items: the title of a page as query, and whether the page
is among the first ten, or one with the same title: many pages of a site may share one. Times of queries are processor
times of the thread that asks, the best of a few rounds: ours and FTS5's can be compared on a busy machine. Beside them
wall times of a process that begins with files that are not in memory, and of the queries that cost most.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from app.archive import batches
from app.archive.archive import Archive
from app.archive.index import rows
from app.archive.model import NewCapture
from app.search.index import blocks, feeding, store
from app.search.index.contents import Content, content_of
from app.search.index.reading import anchor_of
from app.search.index.store import NewEntry
from app.search.index.terms import indexed, phrase
from app.search.query import parse, texts
from app.search.searching import Searcher
from app.search.snippets import pattern
from app.words.folding import fold
from tests.benchmarks import large_archive, peers
from tests.benchmarks.bench_archive import drop_caches

FIELDS = ("title", "main", "rest", "author", "more")
QUERIES, DRAWS, TITLES, ROUNDS = 200, 2000, 200, 3
HAN = re.compile("[\u4e00-\u9fff]{2,}")
WORD = re.compile(r"(?<![^\W_])[a-z][a-z0-9]{2,}(?![^\W_])")
_NOW = datetime(2026, 11, 1, tzinfo=UTC)
_APART = "nowhereelse"  # between two texts of links, so that no phrase reaches over both

COLD = """
import resource, sys, time
begun = time.perf_counter()
from pathlib import Path
from app.archive.archive import Archive
from app.search.searching import Searcher
loaded = time.perf_counter()
with Searcher(Archive.open(Path(sys.argv[1]))) as search:
    opened = time.perf_counter()
    search.search(sys.argv[2], facets=True)
    first = time.perf_counter()
    for query in sys.argv[2:]:
        search.search(query, facets=True)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(loaded - begun, opened - loaded, first - opened, memory)
"""


class Known(NamedTuple):
    """What an entry of the index says, and where."""

    url: str
    content: Content


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("archive", nargs="?", type=Path)
    options.add_argument("--captures", type=int, default=20_000)
    options.add_argument("--ready", action="store_true", help="the index as it is, without a copy")
    options.add_argument(
        "--peers", action="store_true", help="of an index as it is: sizes, peers and truth, too"
    )
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        if given.ready:
            archive = Archive.open(given.archive)
            if given.peers:
                compare(archive, folder)
            else:
                speed(archive, folder, sampled(given.archive))
            return
        if given.archive:
            shutil.copytree(given.archive, folder / "copy.archive", ignore=shutil.ignore_patterns("search"))
            archive = Archive.open(folder / "copy.archive")
        else:
            archive = Archive.create(folder / "made.archive")
            large_archive.fill(archive, given.captures)
        every_field(archive, folder, build(archive))
        compare(archive, folder)
        growing(archive)


def compare(archive: Archive, folder: Path) -> None:
    """Sizes, speed, peers and truth of an archive whose texts fit into memory."""
    known = contents(archive)
    sizes(archive, known)
    queries = cut_queries(random.Random(11), known.values(), QUERIES)
    ours = speed(archive, folder, queries)
    against_peers(archive, folder, known, queries, ours)
    truth(archive, known, queries)


def build(archive: Archive) -> list[NewEntry]:
    """Feed texts, then blocks, and tell what each took; the entries that were written of texts and links."""
    left, write, entries = blocks.left, store.StoreWriter._write_terms, list[NewEntry]()

    def kept(writer: store.StoreWriter, name: str, new: Sequence[NewEntry]) -> None:
        entries.extend(new if store.kind_of(name) != store.BLOCKS else ())
        write(writer, name, new)

    store.StoreWriter._write_terms = kept
    blocks.left = lambda writer: {}
    for what in ("texts", "blocks"):
        began, wall = spent(), time.perf_counter()
        fed = feeding.feed(archive)
        took, cost = time.perf_counter() - wall, spent() - began
        print(f"{what} built in {took:.1f} s, {cost:.1f} s of processor time of all processes: {fed}")
        blocks.left = left
    return entries


def every_field(archive: Archive, folder: Path, entries: list[NewEntry]) -> None:
    """The indexes of texts with all fields and of the texts of links, as they were fed and in one segment each, against
    FTS5 with the same fields and terms, a row an entry, and a table of what the texts of links lead to and come from. With
    the main text as its first column FTS5 is a fifth smaller than with the title (`fts5`): both are told."""
    fed = size_of(archive, "") + size_of(archive, store.LINKS)
    links = [one for one in entries if one.entry >= store.ANCHOR]
    texts = [one for one in entries if one.entry < store.ANCHOR]
    at_once = size_of_entries(texts, folder) + size_of_entries(links, folder, store.LINKS)
    print(
        f"every field, {len(links)} texts of links: {fed / 1e6:.2f} MB as fed, {at_once / 1e6:.2f} in one segment"
    )
    for first in ("title", "main"):
        theirs = size_in_fts5(folder, first, entries)
        print(
            f"  FTS5 with the {first} first {theirs / 1e6:.2f} MB: {fed / theirs:.2f} and {at_once / theirs:.2f} of it"
        )


def size_in_fts5(folder: Path, first: str, entries: list[NewEntry]) -> int:
    """Bytes of all entries in FTS5, with a certain field as its first column."""
    path = folder / f"{first}.sqlite"
    db = sqlite3.connect(path)
    fields = sorted((*store.TEXTS, "links"), key=lambda name: name != first)
    db.execute(f"CREATE VIRTUAL TABLE docs USING fts5({', '.join(fields)}, content='', tokenize='unicode61')")
    db.execute("CREATE TABLE leads (id INTEGER PRIMARY KEY, target INTEGER, source INTEGER)")
    db.executemany(
        f"INSERT INTO docs (rowid, {', '.join(fields)}) VALUES (?{', ?' * len(fields)})",
        ([number, *(_said(one, name) for name in fields)] for number, one in enumerate(entries)),
    )
    numbered = ((number, one.target, one.source) for number, one in enumerate(entries) if one.source)
    db.executemany("INSERT INTO leads VALUES (?, ?, ?)", numbered)
    db.execute("INSERT INTO docs (docs) VALUES ('optimize')")
    db.commit()
    db.execute("VACUUM")
    db.close()
    return path.stat().st_size


def _said(one: NewEntry, field: str) -> str:
    return " ".join(map(_spelled, one.links)) if field == "links" else one.terms.get(field, "")


def _spelled(key: int) -> str:
    """A key of 36 bits in seven letters and digits, as short as FTS5 can have it."""
    return np.base_repr(key, 36).lower()


def spent() -> float:
    """Processor seconds of this process and of those that it has ended."""
    usage = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in usage)


def contents(archive: Archive) -> dict[int, Known]:
    """What every entry says, by its number."""
    base, _ = store.opened(archive.path)
    rows = base.db.execute("SELECT batch, min(serial), entry FROM versions GROUP BY entry").fetchall()
    base.close()
    found = {}
    with archive.reader() as reader:
        for batch, serial, entry in rows:
            capture = reader.capture(batches.format_id(batch, serial))
            found[entry] = Known(capture.url, content_of(reader.document(capture, main=True)))
    return found


def size(path: Path) -> int:
    return sum(file.stat().st_size for file in path.rglob("*") if file.is_file())


def size_of(archive: Archive, kind: str) -> int:
    """Bytes of the indexes of a kind (`store.kind_of`)."""
    every = (archive.path / store.FOLDER).iterdir()
    return sum(size(path) for path in every if path.is_dir() and store.kind_of(path.name) == kind)


def size_of_entries(entries: Iterable[NewEntry], folder: Path, kind: str = "") -> int:
    """Bytes of an index written at once."""
    place = Path(tempfile.mkdtemp(kind, dir=folder))
    writer = store.index_at(place).writer(768 << 20, 1)
    for one in entries:
        writer.add_document(store.document(one, kind))
    writer.commit()
    writer.wait_merging_threads()
    return size(place)


def sizes(archive: Archive, known: dict[int, Known]) -> None:
    letters = sum(
        len("".join(getattr(one.content, name) for name in FIELDS).encode()) for one in known.values()
    )
    every = archive.path / store.FOLDER
    parts = {
        "texts": size_of(archive, ""),
        "texts of links": size_of(archive, store.LINKS),
        "blocks": size_of(archive, store.BLOCKS),
        "table of entries": size(every) - sum(size(path) for path in every.iterdir() if path.is_dir()),
    }
    print(f"{len(known)} distinct texts, {letters / 1e6:.1f} MB; index:")
    for name, length in parts.items():
        print(f"  {name}: {length / 1e6:.1f} MB, {length / letters:.2f} of the text")
    began = time.process_time()
    for one in known.values():
        for name in FIELDS:
            indexed(getattr(one.content, name))
    print(f"  cutting into terms alone: {letters / (time.process_time() - began) / 1e6:.1f} MB/s")


def cut_queries(
    chance: random.Random, known: Iterable[Known], most: int, longest: int = 6, short: bool = False
) -> list[str]:
    """Half Chinese stretches, a quarter words, a quarter phrases; `short`: words of at most so many characters."""
    return [query for query, _ in cut(chance, list(known), most, longest, short)]


def cut(
    chance: random.Random, known: list[Known], most: int, longest: int, short: bool
) -> list[tuple[str, Known]]:
    found: list[tuple[str, Known]] = []
    while len(found) < most:
        one = chance.choice(known)
        text = fold(f"{one.content.main}\n{one.content.rest}")
        runs, words = HAN.findall(text), WORD.findall(text)
        if len(found) % 2 == 0 and runs:
            run = chance.choice(runs)
            begin = chance.randrange(len(run) - 1)
            found.append((run[begin : begin + chance.randint(2, longest)], one))
        elif len(found) % 2 and short and (fitting := [word for word in words if len(word) <= longest]):
            found.append((chance.choice(fitting), one))
        elif len(found) % 2 and words and not short:
            line = chance.choice([line for line in text.splitlines() if WORD.search(line)])
            of_line = re.findall(r"[^\W_]+", line)
            begin = chance.randrange(len(of_line))
            length = 1 if len(found) % 4 == 1 else 3
            found.append((f'"{" ".join(of_line[begin : begin + length])}"', one))
    return found


def sampled(path: Path) -> list[str]:
    """Queries cut from some pages of an archive that is too large to be read whole."""
    chance, found = random.Random(11), list[Known]()
    with Archive.open(path).reader() as reader:
        last = reader.last_seq()
        while len(found) < QUERIES:
            row = reader.connection.execute(
                "SELECT batch, serial FROM captures WHERE seq >= ? AND base IS NULL AND length > 0 LIMIT 1",
                (chance.randrange(1, last),),
            ).fetchone()
            if row:
                capture = reader.capture(batches.format_id(*row))
                found.append(Known(capture.url, content_of(reader.document(capture, main=True))))
    return cut_queries(chance, found, QUERIES)


def speed(archive: Archive, folder: Path, queries: list[str]) -> list[float]:
    """Print how long queries take; the milliseconds of each, found and ranked."""
    base, indexes = store.opened(archive.path)
    base.close()
    letters, words = Counter[str](), Counter[str]()
    for index in indexes.values():
        for term, count in index.searcher().terms_with_prefix("main", ""):
            (letters if HAN.match(term) else words)[term[0] if HAN.match(term) else term] += count
    worst = [letter for letter, _ in letters.most_common(1)]
    worst += [f"{begin}*" for begin, _ in Counter(word[:2] for word in words if len(word) > 2).most_common(2)]
    frequent = [word for word, _ in words.most_common(20)]
    worst += [" OR ".join(frequent), " OR ".join(letter for letter, _ in letters.most_common(20))]
    worst += [f"-{frequent[-1]}", f"-{frequent[0]}"]
    how = drop_caches(archive.path / store.FOLDER / "entries.sqlite")
    command = [sys.executable, "-c", COLD, str(archive.path), *queries, *worst]
    loaded, opened, first, memory = map(
        float, subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    )
    print(
        f"cold ({how}): program {loaded:.2f} s, index checked and opened {opened:.2f} s, first query with facets "
        f"{first:.2f} s; most memory of that process after {len(queries) + len(worst)} queries {memory:.0f} MB"
    )
    with Searcher(archive) as search:
        began = time.perf_counter()
        held = search.columns
        print(f"columns of {held.size} entries read in {time.perf_counter() - began:.2f} s")
        typed = timed(lambda query: search.search(query, limit=1, shown=False), queries)
        show("found and ranked, as typed", typed)
        phrases = ['"' + query.strip('"') + '"' for query in queries]
        found = timed(lambda query: search.search(query, limit=1, shown=False), phrases)
        show("found and ranked, as phrases", found)
        show("with ten snippets", timed(lambda query: search.search(query), queries))
        show("with snippets and facets", timed(lambda query: search.search(query, facets=True), queries))
        for query in worst:
            began = time.perf_counter()
            results = search.search(query, facets=True)
            took = (time.perf_counter() - began) * 1000
            print(f"  {query[:30]}: {results.total} pages in {took:.0f} ms, {results.left_out} not ranked")
    return found


def timed(work: Callable[[str], object], queries: list[str]) -> list[float]:
    """Milliseconds of this thread for each query, the best of a few rounds."""
    best = [1e9] * len(queries)
    for _ in range(ROUNDS):
        for number, query in enumerate(queries):
            began = time.thread_time()
            work(query)
            best[number] = min(best[number], (time.thread_time() - began) * 1000)
    return best


def show(name: str, times: list[float]) -> None:
    ordered = sorted(times)
    print(
        f"{name}: median {median(times):.2f} ms, 95th percentile {ordered[int(len(ordered) * 0.95)]:.2f}, "
        f"longest {ordered[-1]:.1f}"
    )


def against_peers(
    archive: Archive, folder: Path, known: dict[int, Known], queries: list[str], ours: list[float]
) -> None:
    """The same terms of the same texts in FTS5 and Xapian; neither keeps the texts, as ours does not."""
    size_here = size_of(archive, "")
    beside_fts5(folder, known, {}, queries, ours, size_here)
    if of_links := texts_of_links(archive):
        beside_fts5(folder, known, of_links, queries, ours, size_here + size_of(archive, store.LINKS))
    with (folder / "terms.jsonl").open("w", encoding="utf-8") as lines:
        for one in known.values():
            terms = [indexed(getattr(one.content, name)) for name in FIELDS]
            lines.write(json.dumps(terms, ensure_ascii=False) + "\n")
    asked = [list(phrase(query.strip('"')).terms) for query in queries]
    (folder / "queries.json").write_text(json.dumps(asked, ensure_ascii=False), encoding="utf-8")
    done = peers.run("xapian_search.py", folder, folder / "terms.jsonl", folder / "queries.json")
    if done is None:
        print(f"Xapian: {peers.MISSING}")
        return
    show(f"Xapian ({done['bytes'] / 1e6:.1f} MB), ten found and ranked", done["milliseconds"])
    ratio = median(ours) / median(done["milliseconds"])
    print(f"  ours: {size_here / done['bytes']:.2f} of its size, {ratio:.2f} of its median time")


def beside_fts5(
    folder: Path,
    known: dict[int, Known],
    of_links: dict[int, dict[str, None]],
    queries: list[str],
    ours: list[float],
    size_here: int,
) -> None:
    """Size and times of FTS5, with or without texts of links, and what part of them ours has."""
    db = fts5(folder, known, of_links)
    weights = f"5, 1, 0.2, 2, 1{', 3' if of_links else ''}"
    statement = f"SELECT rowid, bm25(docs, {weights}) FROM docs WHERE docs MATCH ? ORDER BY 2"
    times = timed(lambda query: db.execute(statement, (in_fts5(query),)).fetchall(), queries)
    db.close()
    theirs = (folder / "fts5.sqlite").stat().st_size
    show(f"FTS5{' with texts of links' if of_links else ''} ({theirs / 1e6:.1f} MB), found and ranked", times)
    at = int(len(times) * 0.95)
    print(
        f"  ours: {size_here / theirs:.2f} of its size, {median(ours) / median(times):.2f} of its median time, "
        f"{sorted(ours)[at] / sorted(times)[at]:.2f} of its 95th percentile, {sum(ours) / sum(times):.2f} of all"
    )


def texts_of_links(archive: Archive) -> dict[int, dict[str, None]]:
    """The texts of links by the keys of the addresses that they lead to, each once."""
    found: dict[int, dict[str, None]] = {}
    with archive.reader() as reader:
        every = reader.connection.execute(f"{rows.CAPTURE} WHERE c.base IS NULL").fetchall()
        for capture in reader.named([rows.capture(row) for row in every]):
            for link in reader.links(capture):
                if link.element == "a" and link.text and link.url != capture.url:
                    url, text = anchor_of(link)
                    found.setdefault(store.key_of(url), {})[text] = None
    return found


def fts5(folder: Path, known: dict[int, Known], of_links: dict[int, dict[str, None]]) -> sqlite3.Connection:
    """A row an entry; with texts of links those to its page as a column, and rows of addresses that have no page."""
    path = folder / "fts5.sqlite"
    path.unlink(missing_ok=True)
    db = sqlite3.connect(path)
    columns = [*FIELDS, "anchors"] if of_links else [*FIELDS]
    names, places = ", ".join(columns), ", ?" * len(columns)
    db.execute(f"CREATE VIRTUAL TABLE docs USING fts5({names}, content='', tokenize='unicode61')")

    def told(key: int) -> str:
        return f" {_APART} ".join(indexed(text) for text in of_links.get(key, ()))

    pages = {store.key_of(one.url) for one in known.values()}
    entries = (
        [
            entry,
            *(indexed(getattr(one.content, name)) for name in FIELDS),
            *([told(store.key_of(one.url))] if of_links else []),
        ]
        for entry, one in known.items()
    )
    others = (
        [store.ANCHOR + number, *[""] * len(FIELDS), told(key)]
        for number, key in enumerate(key for key in of_links if key not in pages)
    )
    for rows_of in (entries, others):
        db.executemany(f"INSERT INTO docs (rowid, {names}) VALUES (?{places})", rows_of)
    db.execute("INSERT INTO docs (docs) VALUES ('optimize')")
    db.commit()
    db.execute("VACUUM")
    return db


def in_fts5(query: str) -> str:
    sought = phrase(query.strip('"'))
    return f'"{" ".join(sought.terms)}"{"*" if sought.open_end else ""}'


def truth(archive: Archive, known: dict[int, Known], queries: list[str]) -> None:
    """What a scan of all texts finds against what the index finds in them, entry by entry."""
    folded = {
        entry: fold(" \ue000 ".join(getattr(one.content, name) for name in FIELDS))
        for entry, one in known.items()
    }
    chance = random.Random(12)
    with Searcher(archive) as search:
        missed = wrong = 0
        for query in queries:
            node = parse(query)
            sought = pattern(texts(node))
            assert sought is not None
            having = {entry for entry, text in folded.items() if sought.search(text)}
            got = set(search.saying(node)[0].nonzero()[0].tolist())
            missed, wrong = missed + len(having - got), wrong + len(got - having)
        print(f"{len(queries)} queries against a scan: {missed} texts missed, {wrong} found wrongly")
        pages = {one.url: entry for entry, one in known.items()}
        lost = 0
        for query, one in cut(chance, list(known.values()), DRAWS, 8, True):
            mask = search.saying(parse(f'"{query}"'))[0]
            lost += not any(known[int(entry)].url == one.url for entry in mask.nonzero()[0])
        print(f"{DRAWS} stretches of 2 to 8 characters: {lost} did not find the page they were cut from")
        titles = [
            (one.url, one.content.title)
            for one in known.values()
            if len(one.content.title) > 5 and phrase(one.content.title).terms
        ]
        chosen = chance.sample(titles, min(TITLES, len(titles)))
        itself = equal = first = 0
        for url, title in chosen:
            hits = search.search(_plain(title), limit=10, shown=False).hits
            itself += url in [hit.url for hit in hits]
            named = [hit.url == url or fold(hit.title) == fold(title) for hit in hits]
            equal, first = equal + any(named), first + any(named[:1])
        print(
            f"{itself} of {len(chosen)} pages ({len(pages)} in all) are among the first ten for their title; "
            f"{equal} with those whose title is the same, {first} in the first place"
        )


def _plain(title: str) -> str:
    """A title without what means something else in a query."""
    return re.sub(r"""["()*:~：“”－（）＊～-]""", " ", title)


def growing(archive: Archive) -> None:
    """How long a query waits that comes when a crawl has stored something and the index has it."""
    with Searcher(archive) as search:
        search.search("a")
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
        with archive.writer() as writer:
            for number in range(50):
                body = f"<title>Fresh {number}</title><p>freshly stored".encode()
                writer.store(NewCapture(f"http://fresh.example/{number}", _NOW, None, head + body))
        began = time.perf_counter()
        feeding.feed(archive)
        fed = time.perf_counter() - began
        began = time.perf_counter()
        total = search.search("freshly").total
        took = time.perf_counter() - began
        print(f"50 pages stored: in the index after {fed:.2f} s, the next query ({total} pages) {took:.3f} s")


if __name__ == "__main__":
    main()
