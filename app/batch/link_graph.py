"""The links of all versions by the pages that they lead to, and the graph of an archive made of that: so that many machines
read the pages of a joined archive, and one has its graph."""

from __future__ import annotations

import json
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, ClassVar

from app.archive.archive import Archive
from app.archive.batches import parse_id
from app.batch.job import Job, Pair
from app.batch.splits import Item
from app.errors import FormatError, JobRefused, StorageUnreadable
from app.graph.standing import take_over
from app.graph.store.feeding import Fact, Fed, facts_of
from app.messages import Message

_AT_ONCE = 10_000

_TABLES = (
    "CREATE TABLE versions (batch TEXT, serial INTEGER, source TEXT, date INTEGER, status INTEGER,"
    " PRIMARY KEY (batch, serial, source)) WITHOUT ROWID",
    "CREATE TABLE links (batch TEXT, serial INTEGER, source TEXT, place INTEGER, target TEXT, kind INTEGER, words TEXT,"
    " rel TEXT, PRIMARY KEY (batch, serial, source, place)) WITHOUT ROWID",
)


@dataclass(frozen=True)
class LinkGraph(Job):
    """For each address its `versions` (id, date, status) and the `links` to it in all versions of all pages (id, page,
    place among its links, kind, words, rel), as `app.graph` has them."""

    name: ClassVar[str] = "link-graph"

    def map(self, item: Item) -> Iterable[Pair]:
        id = item.capture.id
        try:
            facts = facts_of(item.reader, *_numbers(id))
        except (FormatError, StorageUnreadable):
            return
        for source, when, status, found in facts:
            yield source, [id, when, status]
            for place, (target, kind, words, rel) in enumerate(found):
                yield target, [id, source, place, kind, words, rel]

    def reduce(self, key: str, values: Iterator[Any]) -> Iterable[dict[str, Any]]:
        rows = list(values)
        versions, links = ([row for row in rows if len(row) == size] for size in (3, 6))
        yield {"key": key, "pages": len({link[1] for link in links}), "versions": versions, "links": links}


def take_graph(archive: Archive, out: Path) -> Fed:
    """Make the graph of an archive of the result of this job over it, or over its shards. JobRefused when it is none."""
    with tempfile.TemporaryDirectory() as folder, closing(sqlite3.connect(Path(folder) / "links")) as db:
        db.execute("PRAGMA journal_mode = OFF")
        db.execute("PRAGMA synchronous = OFF")
        for table in _TABLES:
            db.execute(table)
        _fill(db, out)
        upto = dict(db.execute("SELECT batch, max(serial) FROM versions GROUP BY batch"))
        return take_over(archive, _facts(db), upto)


def _fill(db: sqlite3.Connection, out: Path) -> None:
    versions: list[tuple[Any, ...]] = []
    links: list[tuple[Any, ...]] = []

    def write() -> None:
        db.executemany("INSERT INTO versions VALUES (?, ?, ?, ?, ?)", versions)
        db.executemany("INSERT INTO links VALUES (?, ?, ?, ?, ?, ?, ?, ?)", links)
        versions.clear()
        links.clear()

    try:
        about = json.loads((out / "job.json").read_text("utf-8"))
        if about["asked"]["job"] != LinkGraph.name or about.get("counters") is None:
            raise JobRefused(Message("job-folder-other", path=out))
        for path in sorted(out.glob("part-*.jsonl")):
            with path.open(encoding="utf-8") as file:
                for line in map(json.loads, file):
                    versions += [(*_numbers(id), line["key"], *more) for id, *more in line["versions"]]
                    links += [
                        (*_numbers(id), source, place, line["key"], *more)
                        for id, source, place, *more in line["links"]
                    ]
                    if len(links) + len(versions) > _AT_ONCE:
                        write()
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise JobRefused(Message("job-folder-unreadable", path=out)) from None
    write()


def _numbers(id: str) -> tuple[str, int]:
    found = parse_id(id)
    if found is None:
        raise ValueError(id)
    return found


def _facts(db: sqlite3.Connection) -> Iterator[Fact]:
    """In the order of the versions."""
    rows = db.execute(
        "SELECT v.batch, v.serial, v.source, v.date, v.status, l.target, l.kind, l.words, l.rel FROM versions v"
        " LEFT JOIN links l USING (batch, serial, source) ORDER BY v.batch, v.serial, v.source, l.place"
    )
    for (_, _, source, when, status), them in groupby(rows, key=lambda row: row[:5]):
        yield source, when, status, [tuple(row[5:]) for row in them if row[5] is not None]
