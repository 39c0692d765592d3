"""Turning a stored record into rows of the index; the table of blocks that several pages of a batch share.

A block is shared only when two records hold it, and then both are named: so damage to one record costs nothing but its
own chain. The table is made of the recipes alone, the same on every machine.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime

from app.archive import batches
from app.archive.documents import rendered
from app.archive.documents.preparing import Prepared, to_timestamp
from app.archive.index.facets import FacetIds, values_of
from app.archive.index.rows import clean, digest_bytes, digest_text
from app.archive.index.seen import SeenFilter
from app.archive.index.tree import PageRows
from app.archive.model import Capture, NewVisit
from app.tianwang.recipe import LARGE, Recipe, Share, Step, Write, literals


@dataclass(frozen=True, slots=True)
class Version:
    """What later captures of a page are compared with."""

    seq: int
    page_id: int
    id: str
    status: int
    type: str
    length: int
    digest: str
    location: str
    title: str
    title_source: str

    @property
    def batch(self) -> str:
        return self.id.partition("-")[0]

    def is_like(self, ready: Prepared) -> bool:
        """Whether a response has the same content as this version."""
        return (self.status, self.digest, self.location) == (ready.status, ready.digest, ready.location)


@dataclass(frozen=True, slots=True)
class Recent:
    """A capture of a page: whether its record has DATA (`full`; `whole` when nothing older is needed for it), and
    whether that is a certain version's (`same`)."""

    serial: int
    file: int
    full: bool
    whole: bool
    same: bool
    seq: int


class Indexer:
    """Writes rows. The caller owns the transaction: it calls `flush` before the end of one, and `forget` when one was
    rolled back, because numbers, ends of files and folders are remembered in between."""

    def __init__(self, db: sqlite3.Connection, seen: SeenFilter | None = None) -> None:
        """`seen` is the filter that knows which addresses are certainly new; without one all are looked up."""
        self._db = db
        self._seen = seen
        self._tree = PageRows(db, seen)
        self._facets = FacetIds(db)
        self._next_seq = 0
        self._next_serial: dict[str, int] = {}
        self._ends: dict[str, dict[int, int]] = {}
        self._moved: set[tuple[str, int]] = set()
        self._renamed: dict[tuple[str, int], int] = {}

    def flush(self) -> None:
        """Write the sums of the transaction."""
        self._tree.flush()
        self._db.executemany(
            "INSERT OR REPLACE INTO files VALUES (?, ?, ?)",
            [(batch, file, self._ends[batch][file]) for batch, file in sorted(self._moved)],
        )
        self._moved.clear()
        if self._seen is not None:
            self._seen.flush()

    def forget(self) -> None:
        """Forget the sums of a transaction that was rolled back: the database is right."""
        self._tree.forget()
        self._facets.forget()
        self._next_seq = 0
        for memory in (self._next_serial, self._ends, self._moved):
            memory.clear()

    # ---- numbers and places -------------------------------------------------------------------------------------

    def next_serial(self, batch: str) -> int:
        if batch not in self._next_serial:
            row = self._db.execute("SELECT max(serial) FROM captures WHERE batch = ?", (batch,)).fetchone()
            self._next_serial[batch] = (row[0] or 0) + 1
        return self._next_serial[batch]

    def free_serial(self, batch: str, wanted: int | None) -> int:
        """The serial number in a record; the next free one when it has none, or a copy of it is indexed already."""
        following = self.next_serial(batch)
        if wanted is None:
            return following
        taken = (
            wanted < following
            and self._db.execute(
                "SELECT 1 FROM captures WHERE batch = ? AND serial = ?", (batch, wanted)
            ).fetchone()
        )
        if taken:
            self._renamed[batch, wanted] = following
        return following if taken else wanted

    def renamed(self, id: str) -> str:
        """The id that the last record got which calls itself `id` and came second: when a file of another archive
        stands in a batch, its records mean each other by their ids."""
        key = batches.parse_id(id)
        serial = self._renamed.get(key) if key else None
        return batches.format_id(key[0], serial) if key and serial else id

    def ends_of(self, batch: str) -> dict[int, int]:
        """Indexed end of each file of a batch."""
        if batch not in self._ends:
            found = self._db.execute("SELECT file, end FROM files WHERE batch = ?", (batch,)).fetchall()
            self._ends[batch] = dict(found)
        return self._ends[batch]

    def record_ending_at(self, batch: str, file: int, end: int) -> int | None:
        """Offset of the record that ends there, as far as it is indexed."""
        row = self._db.execute(
            "SELECT offset FROM captures WHERE batch = ? AND file = ? AND end = ?", (batch, file, end)
        ).fetchone()
        return row[0] if row else None

    def all_ends(self) -> dict[tuple[str, int], int]:
        return {(b, f): end for b, f, end in self._db.execute("SELECT batch, file, end FROM files")}

    def skip(self, batch: str, file: int, end: int) -> None:
        """Pass over a record that cannot be indexed; it stays in its batch, where `verify` names it."""
        self.ends_of(batch)[file] = end
        self._moved.add((batch, file))

    # ---- rows of known captures ---------------------------------------------------------------------------------

    def version_before(self, url: str, when: datetime) -> Version | None:
        """The newest version of an address that is not later than a moment."""
        page = self._tree.find(url)
        if page is None:
            return None
        where = "page_id = ? AND base IS NULL AND date <= ? ORDER BY date DESC, seq DESC LIMIT 1"
        return self._version(where, (page.page_id, to_timestamp(when)))

    def confirmed(self, id: str, url: str) -> Version | None:
        """The version of an address that a record with this id is, or confirms."""
        key, page = batches.parse_id(id), self._tree.find(url)
        if key is None or page is None:
            return None
        where = (
            "seq = (SELECT coalesce(base, seq) FROM captures WHERE batch = ? AND serial = ?) AND page_id = ?"
        )
        return self._version(where, (*key, page.page_id))

    def _version(self, where: str, values: tuple[object, ...]) -> Version | None:
        row = self._db.execute(
            "SELECT seq, page_id, batch, serial, status, type, length, digest, location, title, title_source "
            f"FROM captures WHERE {where}",
            values,
        ).fetchone()
        if row is None:
            return None
        seq, page_id, batch, serial, status, media, length, digest, *rest = row
        return Version(
            seq, page_id, batches.format_id(batch, serial), status, media, length, digest_text(digest), *rest
        )

    def recent(self, version: Version, batch: str, limit: int) -> list[Recent]:
        """The last captures of a version's page in a batch, newest first."""
        found = self._db.execute(
            "SELECT serial, file, full, coalesce(base, seq) = ?, seq FROM captures INDEXED BY captures_of_page "
            "WHERE page_id = ? AND batch = ? ORDER BY serial DESC LIMIT ?",
            (version.seq, version.page_id, batch, limit),
        )
        return [
            Recent(serial, file, full > 0, full == 1, bool(same), seq)
            for serial, file, full, same, seq in found
        ]

    def places_of(self, version: Version) -> list[tuple[str, int, int]]:
        """(batch, file, offset) of every record that holds a version's DATA, the version's own first."""
        return self._db.execute(
            "SELECT batch, file, offset FROM captures INDEXED BY captures_of_page "
            "WHERE page_id = ? AND full AND coalesce(base, seq) = ? ORDER BY seq",
            (version.page_id, version.seq),
        ).fetchall()

    def seq_of(self, id: str) -> int | None:
        """The number of the capture with an id."""
        key = batches.parse_id(id)
        row = (
            self._db.execute("SELECT seq FROM captures WHERE batch = ? AND serial = ?", key).fetchone()
            if key
            else None
        )
        return row[0] if row else None

    def holding(self, url: str, when: datetime, digest: str) -> list[str]:
        """The ids of the captures of an address at that second with a body of that digest."""
        page = self._tree.find(url)
        if page is None:
            return []
        values = page.page_id, to_timestamp(when), digest_bytes(digest)
        found = self._db.execute(
            "SELECT batch, serial FROM captures WHERE page_id = ? AND date = ? AND digest = ? ORDER BY seq",
            values,
        )
        return [batches.format_id(*key) for key in found]

    # ---- rows of new captures -----------------------------------------------------------------------------------

    def add_version(
        self,
        ready: Prepared,
        batch: str,
        serial: int,
        file: int,
        offset: int,
        end: int,
        *,
        builds: int | None = None,
        recipe: bytes = b"",
    ) -> Capture:
        """Index a version; that of an incremental record with the number of the capture whose record it `builds` on
        (0: it is not there), and the `recipe` in its DATA."""
        new, page = ready.new, self._tree.find(ready.new.url)
        capture = Capture(
            seq=self._seq(),
            id=batches.format_id(batch, serial),
            url=new.url,
            origin=new.origin,
            date=_exact(new.date),
            ip=new.ip,
            status=ready.status,
            type=ready.type,
            length=ready.length,
            digest=ready.digest,
            kind="version",
            base=None,
            title=ready.read.title,
            title_source=ready.read.title_source,
            file=batches.relative_path(batch, file),
            offset=offset,
            end=end,
            crawl=new.crawl,
        )
        facets = self.facets_of(ready)
        if page is None:
            page_id = self._tree.add(new.url, capture, ready.kind, facets)
        else:
            page_id = page.page_id
            self._tree.update(page, capture, ready.kind, facets)
        self._insert(
            capture,
            page_id,
            batch,
            serial,
            file,
            ready.location,
            None,
            1 if builds is None else 2,
            clean(ready.read.title),
            ready.read.title_source,
            clean(ready.read.any_language),
            clean(ready.read.date),
            facets,
            ready.read.extracted,
            builds or None,
        )
        if recipe:
            note_blocks(self._db, batch, serial, recipe)
        if ready.read.link_rows is not None:
            self._db.execute("INSERT INTO links VALUES (?, ?)", (capture.seq, ready.read.link_rows))
        if rendered.is_rendered(new.url):
            rendered.tell_page(self._db, self._tree, self._facets, ready)
        return capture

    def facets_of(self, ready: Prepared) -> int:
        """The number of the combination of values that this page can be chosen by."""
        return self._facets.of(values_of(ready.kind, ready.read))

    def add_visit(
        self,
        visit: NewVisit,
        base: Version,
        batch: str,
        serial: int,
        file: int,
        offset: int,
        end: int,
        *,
        full: bool = False,
    ) -> Capture:
        """Index a visit to a version of the same address; `full` when its record holds that version's DATA again."""
        page = self._tree.find(visit.url)
        assert page is not None and page.page_id == base.page_id, (
            "a visit confirms a version of its own address"
        )
        capture = Capture(
            seq=self._seq(),
            id=batches.format_id(batch, serial),
            url=visit.url,
            origin=visit.origin,
            date=_exact(visit.date),
            ip=visit.ip,
            status=base.status,
            type=base.type,
            length=base.length,
            digest=base.digest,
            kind="visit",
            base=base.id,
            title=base.title,
            title_source=base.title_source,
            file=batches.relative_path(batch, file),
            offset=offset,
            end=end,
            crawl=visit.crawl,
        )
        self._tree.update(page, capture)
        self._insert(capture, page.page_id, batch, serial, file, base.location, base.seq, int(full))
        return capture

    def _insert(
        self,
        c: Capture,
        page: int,
        batch: str,
        serial: int,
        file: int,
        location: str,
        base: int | None,
        full: int,
        title: str = "",
        title_source: str = "",
        language: str | None = None,
        published: str | None = None,
        facets: int | None = None,
        extracted: int | None = None,
        builds: int | None = None,
    ) -> None:
        self._db.execute(
            "INSERT INTO captures (seq, batch, serial, page_id, origin, date, ip, status, type, length, digest, "
            "location, base, full, title, title_source, language, file, offset, end, crawl, published, facets, "
            "extracted, builds) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                c.seq,
                batch,
                serial,
                page,
                c.origin,
                to_timestamp(c.date),
                c.ip,
                c.status,
                c.type,
                c.length,
                digest_bytes(c.digest),
                clean(location),
                base,
                full,
                title,
                title_source,
                language,
                file,
                c.offset,
                c.end,
                c.crawl,
                published or None,
                facets,
                extracted,
                builds,
            ),
        )
        self._next_seq = c.seq + 1
        self._next_serial[batch] = max(self.next_serial(batch), serial + 1)
        self.skip(batch, file, c.end)

    def _seq(self) -> int:
        if not self._next_seq:
            self._next_seq = self._db.execute("SELECT coalesce(max(seq), 0) + 1 FROM captures").fetchone()[0]
        return self._next_seq


def _exact(when: datetime) -> datetime:
    """The moment as a record can hold it: UTC, whole seconds."""
    return when.astimezone(UTC).replace(microsecond=0)


_DIGEST = 16
_HOLDERS = 2


def digest_of(data: bytes) -> bytes:
    """The key of a block in the table."""
    return hashlib.sha256(data).digest()[:_DIGEST]


def note_blocks(db: sqlite3.Connection, batch: str, serial: int, recipe: bytes) -> None:
    """Note the new bytes of a record, whose DATA is `recipe`."""
    for offset, length in literals(recipe):
        if length < LARGE:
            continue
        digest = digest_of(recipe[offset : offset + length])
        held = db.execute(
            "SELECT count(*) FROM volumes WHERE batch = ? AND digest = ?", (batch, digest)
        ).fetchone()[0]
        if held < _HOLDERS:
            db.execute(
                "INSERT OR IGNORE INTO volumes VALUES (?, ?, ?, ?, ?)",
                (batch, digest, serial, offset, length),
            )


def shared_blocks(db: sqlite3.Connection, batch: str, recipe: Recipe, chain: Collection[str]) -> Recipe:
    """A recipe with blocks that other records of the batch hold taken from there: from one record that is needed anyway
    (ids in `chain`), otherwise from two."""
    return Recipe(tuple(_shared(db, batch, step, chain) for step in recipe.steps))


def _shared(db: sqlite3.Connection, batch: str, step: Step, chain: Collection[str]) -> Step:
    if not isinstance(step, Write) or len(step.data) < LARGE:
        return step
    found = db.execute(
        "SELECT serial, offset FROM volumes WHERE batch = ? AND digest = ? AND length = ? ORDER BY serial",
        (batch, digest_of(step.data), len(step.data)),
    ).fetchall()
    places = [(batches.format_id(batch, serial), offset) for serial, offset in found]
    needed = [place for place in places if place[0] in chain]
    if needed:
        return Share((needed[0],), len(step.data))
    return Share(tuple(places), len(step.data)) if len(places) == _HOLDERS else step
