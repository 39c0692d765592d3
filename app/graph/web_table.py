"""The archive as a web table (Chang et al., Bigtable, OSDI 2006, section 2; the crawler book, L3577–3596): a row an
address, by reversed host and path, with what it held by time, the words of links to it, its type and language. Several
archives are one table, in the order of its keys.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from app.archive.archive import Archive
from app.archive.index.rows import moment
from app.archive.reader import ArchiveReader
from app.errors import ArchiveError
from app.graph.incoming import incoming_in
from app.graph.store.addresses import key_of, url_of
from app.graph.store.files import LinksFile
from app.graph.store.store import opened

SCHEMES = ("http", "https")


@dataclass(frozen=True, slots=True)
class Cell:
    """What an address held at a time: the capture of a version, in which archive."""

    date: datetime
    archive: str
    id: str
    url: str
    status: int
    type: str
    length: int
    digest: str
    title: str
    language: str


@dataclass(frozen=True, slots=True)
class Row:
    """A row: `contents` newest first; `anchors` are (address of the page, words), where a graph of links is there."""

    key: str
    contents: tuple[Cell, ...]
    anchors: tuple[tuple[str, str], ...] = ()

    @property
    def mime(self) -> str:
        return self.contents[0].type

    @property
    def language(self) -> str:
        return self.contents[0].language


def row_key(url: str) -> str | None:
    """The key of an address: http and https are one row. None for what is no address of either."""
    key = key_of(url)
    return None if key is None else key.rpartition("\t")[0]


class WebTable:
    """The table of some archives. To be closed; for one thread."""

    def __init__(self, archives: Sequence[Path]) -> None:
        """ArchiveMissing, IndexDamaged."""
        self._stack = ExitStack()
        self._shards: list[tuple[str, ArchiveReader, LinksFile | None]] = []
        try:
            for path in archives:
                reader = self._stack.enter_context(Archive.open(path).reader())
                links: LinksFile | None = None
                with suppress(ArchiveError):  # nobody has looked at its links
                    links = opened(path)
                    self._stack.callback(links.close)
                self._shards.append((str(path), reader, links))
        except BaseException:
            self._stack.close()
            raise

    def __enter__(self) -> WebTable:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def reader(self, cell: Cell) -> ArchiveReader:
        """The reader of the archive in which a cell lies."""
        return next(reader for name, reader, _ in self._shards if name == cell.archive)

    def get(self, key: str, since: datetime | None = None, until: datetime | None = None) -> Row | None:
        """The row of a key, with its versions of `since` <= date < `until`; None where there is none."""
        shards = [
            (key, shard, url_of(f"{key}\t{scheme}"))
            for shard in range(len(self._shards))
            for scheme in SCHEMES
        ]
        return self._row(key, [(shard, url) for _, shard, url in shards], since, until)

    def scan(
        self,
        first: str = "",
        last: str = "",
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> Iterator[Row]:
        """The rows with `first` <= key < `last` ("" for no end), in order, with their versions of a time; rows without
        such versions are left out."""
        merged = heapq.merge(*(self._keys(shard, first, last) for shard in range(len(self._shards))))
        for key, places in groupby(merged, key=itemgetter(0)):
            row = self._row(key, [(shard, url) for _, shard, url in places], since, until)
            if row is not None:
                yield row

    def _keys(self, shard: int, first: str, last: str) -> Iterator[tuple[str, int, str]]:
        """(key, shard, address) of an archive in order, one site at a time in memory."""
        reader = self._shards[shard][1]
        hosts: dict[str, list[str]] = {}
        for site in reader.sites():
            if key := row_key(f"http://{site.name}/"):
                hosts.setdefault(key, []).append(site.name)
        # the keys of a host go on from the end of its own: “org.a/…”, so no two hosts overlap
        for begin in sorted(hosts):
            if (last and begin >= last) or (first and begin + "\U0010ffff" < first):
                continue
            found: list[tuple[str, int, str]] = []
            for name in hosts[begin]:
                for scheme in SCHEMES:
                    start = f"{scheme}://{name}/"
                    rows = reader.connection.execute(
                        "SELECT url FROM pages WHERE url >= ? AND url < ?", (start, start[:-1] + "0")
                    )
                    found += [(row_key(url) or "", shard, url) for (url,) in rows]
            for one in sorted(found):
                if one[0] and one[0] >= first and (not last or one[0] < last):
                    yield one

    def _row(
        self, key: str, places: list[tuple[int, str]], since: datetime | None, until: datetime | None
    ) -> Row | None:
        cells: list[Cell] = []
        anchors: dict[tuple[str, str], None] = {}
        for shard, url in places:
            name, reader, links = self._shards[shard]
            cells += [
                cell
                for cell in _cells(name, reader, url)
                if (since is None or cell.date >= since) and (until is None or cell.date < until)
            ]
            if links is not None:
                for link in incoming_in(links, url)[0]:
                    anchors[link.url, link.text] = None
        if not cells:
            return None
        cells.sort(key=lambda cell: (cell.date, cell.archive, cell.id), reverse=True)
        return Row(key, tuple(cells), tuple(anchors))


def _cells(archive: str, reader: ArchiveReader, url: str) -> Iterator[Cell]:
    rows = reader.connection.execute(
        "SELECT c.batch || '-' || printf('%07d', c.serial), c.date, c.status, c.type, c.length, c.digest, c.title, "
        "coalesce(c.language, '') FROM captures c JOIN pages p USING (page_id) WHERE p.url = ? AND c.base IS NULL",
        (url,),
    )
    for id, date, status, media, length, digest, title, language in rows:
        yield Cell(
            moment(date), archive, id, url, status, media, length, f"sha256:{digest.hex()}", title, language
        )
