"""The folder `search/` of an archive: tantivy indexes of one batch or several, and which version says which entry.

    search/entries.sqlite   entries, versions, how far each batch is, the seal
    search/202611/          terms of the entries that batch 202611 said first, and small batches that were read after it
    search/202611.links/    terms of the texts of their links
    search/202611.blocks/   terms of the blocks that those were the first to hold, every distinct one once

All of it is a cache: it can be deleted and is made anew from the records; a batch that is handed on alone has its part
read again where it arrives. tantivy (0.27, MIT) was measured against SQLite's FTS5 and Xapian on 20 000 documents:
68 MB against 94 and 225, 0.17 ms a query against 0.79 and 1.6.

tantivy maps its files and does not check them when it opens, so a stranger's index, or one with flipped bytes, would be
believed: every file stands in `entries.sqlite` with its digest, under a seal that only this person's key makes. What
has no seal of ours is made anew, never opened.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import shutil
import sqlite3
import time
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, NamedTuple

import tantivy

from app.archive.index.schema import distrust
from app.archive.lock import WriteLock
from app.errors import ArchiveError, StorageFailed
from app.messages import Message
from app.personal import seal_key
from app.search.index import contents, labels, parts
from app.search.index.terms import ends
from app.words import folding

FOLDER = "search"
VERSION = f"10.{contents.VERSION}.{labels.VERSION}.{folding.VERSION}.tantivy-0.27"
"""What an index must have been made with to be used."""
TEXTS = ("main", "title", "rest", "author", "more", "address", "anchor")
"""Fields of terms with their places."""
ENDS = "ends"
"""The field of characters that end runs (`terms.ends`), each with the number of its field."""
OF_LINKS = ("anchor", ENDS)
"""Fields of an index of texts of links in which words are sought."""
ANCHOR = 1 << 40
"""Entries from here on are texts of links: `anchor` is their text, `target` the short key of the address they lead to,
`source` the version that said it first (`version_key`), which has both as they are written. Only where the archive does
not keep the links of that version, `told` does: it took a fifth of the index of pages with many links."""

NOTHING = ANCHOR - 1
"""The number of entries that say nothing (`parts`): behind all that are known."""

LINKS = ".links"
"""Behind the name of a folder: the texts of its links, in an index of their own. Among the texts each of them took a byte
for every field that it has not, there were ten of them for one text, which the engine took for texts without a word when
it weighed words, and the parts of an index were soon too large to be joined, though they had few texts."""

BLOCKS = ".blocks"
"""Behind the name of a batch or folder: its blocks. The fields of their index are the same: `entry` is the number of a
block, `main` its text, `links` the number of its label; `upto` of a batch is the last entry whose blocks are known."""

FULL = 256 << 20
"""Bytes of an index from which on the next batch begins one of its own. An index of its own for each of eleven small
months repeated what is frequent in all of them, and every query was asked eleven times: of 2580 articles (32 MB) the
texts took 1.11 bytes a byte; in one index, with the other savings told of here, 0.76."""

SHORT = 27
"""Bits of a key that are left out of its short one. Of addresses whose keys have the 36 that stay, one in 70 000 is taken
for one of a million others; `links` and `target` grow with each bit."""

_DATABASE = "entries.sqlite"
_LAST = 1 << 62
_HEAP = 192 << 20
_HINDERED = frozenset(
    {
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_BUSY,
    }
)
_LOCKS = (".tantivy-writer.lock", ".tantivy-meta.lock")
_TABLES = """
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
-- upto: serial number up to which versions of the batch have been read; folder: the index with its terms
CREATE TABLE batches (batch TEXT PRIMARY KEY, upto INTEGER NOT NULL, folder TEXT NOT NULL) WITHOUT ROWID;
-- writing: terms of entries that are not in `entries` yet may be in the index; files: those of it as JSON,
-- name -> [bytes, digest]
CREATE TABLE folders (folder TEXT PRIMARY KEY, writing INTEGER NOT NULL, files TEXT NOT NULL) WITHOUT ROWID;
-- page: key of its address; digest: of its texts
CREATE TABLE entries (
    entry INTEGER PRIMARY KEY, batch TEXT NOT NULL, page INTEGER NOT NULL, digest BLOB NOT NULL
);
CREATE UNIQUE INDEX entries_of_page ON entries (page, digest);
CREATE TABLE versions (
    batch TEXT NOT NULL, serial INTEGER NOT NULL, entry INTEGER NOT NULL, PRIMARY KEY (batch, serial)
) WITHOUT ROWID;
-- versions that are known and have to be read again
CREATE TABLE renewals (batch TEXT NOT NULL, serial INTEGER NOT NULL, PRIMARY KEY (batch, serial)) WITHOUT ROWID;
CREATE TABLE anchors (anchor INTEGER PRIMARY KEY);
-- blocks by the key of label and text; held: the numbers of the blocks of an entry, four bytes each
CREATE TABLE blocks (key INTEGER PRIMARY KEY, block INTEGER NOT NULL);
CREATE TABLE held (entry INTEGER PRIMARY KEY, blocks BLOB NOT NULL);
"""

State = Literal["none", "current", "foreign", "damaged", "older"]
_PROBLEMS = {
    "none": Message("search-none"),
    "foreign": Message("search-foreign"),
    "damaged": Message("search-damaged"),
    "older": Message("search-older"),
}


def key_of(*texts: str) -> int:
    """Texts (an address; an address and the text of a link) as a number of 63 bits, equal for equal texts."""
    digest = hashlib.blake2b("\0".join(texts).encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


def short(key: int) -> int:
    """The key of an address as `target`, and in `links` (`link_term`)."""
    return key >> SHORT


@lru_cache(1 << 16)  # pages of a site link to the same addresses
def link_term(key: int) -> int:
    """A short key as a term of `links`, its bits in bytes of 5, 5, 5, 8, 7 and 6. The engine keeps terms as a tree of bytes:
    a node with more than 32 ways on takes 256 bytes more, and what follows where nothing branches is kept once if it is
    the same. Of 268 000 addresses the terms take 2.4 MB so, 4.2 as they are (of 10 000 8 % less); twenty other ways to
    divide the bits take more of the one or of the other."""
    return (
        (key >> 31) << 40
        | (key >> 26 & 31) << 32
        | (key >> 21 & 31) << 24
        | (key >> 13 & 255) << 16
        | (key >> 6 & 127) << 8
        | key & 63
    )


def version_key(batch: str, serial: int) -> int:
    """A version as one number."""
    return int(batch) << 32 | serial


def schema(kind: str = "") -> tantivy.Schema:
    """The fields of an entry: those of `TEXTS`; `ENDS`; `links`, short keys of the addresses that it links to. Those of the
    text of a link (`LINKS`): `anchor`, the `target`, the `source`, and `told`, address and text with a zero between. The
    index of blocks has no text but `main`, since each field of text costs a byte an entry. A query of `SCHEMA` asks for
    fields by their number: those that an index has not are numbers there, which are kept nowhere."""
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field("entry", fast=True)
    builder.add_unsigned_field("links", indexed=True)
    builder.add_unsigned_field(ENDS, indexed=True)
    own = {LINKS: ("anchor",), BLOCKS: ("main",)}.get(kind, TEXTS)
    for name in TEXTS:
        if name in own:
            builder.add_text_field(name, tokenizer_name="whitespace", index_option="position")
        else:
            builder.add_unsigned_field(name)
    if kind == LINKS:
        builder.add_unsigned_field("target", fast=True)
        builder.add_unsigned_field("source", fast=True)
        builder.add_bytes_field("told", stored=True)
    if not kind:
        builder.add_unsigned_field("length", fast=True)
    return builder.build()


_SCHEMAS = {kind: schema(kind) for kind in ("", LINKS, BLOCKS)}
SCHEMA = _SCHEMAS[""]


def kind_of(folder: str) -> str:
    """What an index is of, as its name ends: texts "", `LINKS`, `BLOCKS`."""
    return folder[folder.find(".") :] if "." in folder else ""


class NewEntry(NamedTuple):
    """An entry to be written: its terms by field (`store.TEXTS`); `links`, short keys of addresses, of a block the number
    of its label; of the text of a link also `target`, `source` and, if need be, `told`."""

    entry: int
    terms: Mapping[str, str]
    links: Iterable[int] = ()
    target: int = 0
    source: int = 0
    told: bytes = b""


def end_term(field: str, character: str) -> int:
    """A character that ends runs in a field, as a term of `ENDS`."""
    return ord(character) << 3 | TEXTS.index(field)


def of_entry(entry: int) -> tantivy.Query:
    """What finds an entry by its number."""
    return tantivy.Query.range_query(SCHEMA, "entry", tantivy.FieldType.Unsigned, entry, entry)


def document(one: NewEntry, kind: str = "") -> tantivy.Document:
    """An entry as the engine takes it for an index of a kind."""
    made = tantivy.Document()
    made.add_unsigned("entry", one.entry)
    if not kind:
        made.add_unsigned("length", sum(map(len, one.terms.values())))
    for link in one.links:
        made.add_unsigned("links", link if kind else link_term(link))
    for field, terms in one.terms.items():
        made.add_text(field, terms)
        for character in ends(terms):
            made.add_unsigned(ENDS, end_term(field, character))
    if one.source:
        made.add_unsigned("target", one.target)
        made.add_unsigned("source", one.source)
    if one.told:
        made.add_bytes("told", one.told)
    return made


def told(searcher: tantivy.Searcher, place: tantivy.DocAddress) -> tuple[str, str] | None:
    """Address and text of a link, if the index keeps them."""
    kept = searcher.doc(place)["told"]
    if not kept:
        return None
    url, _, text = bytes(kept[0]).decode("utf-8", "replace").partition("\0")
    return url, text


def _is_hindered(error: sqlite3.Error) -> bool:
    """Whether the place is at fault (no room, not to be written to, in use), and not what stands in it."""
    return (getattr(error, "sqlite_errorcode", 0) & 0xFF) in _HINDERED


class Database:
    """`entries.sqlite` of one archive, for one thread; to be closed. Raises sqlite3.Error."""

    def __init__(self, archive: Path, *, make: bool = False) -> None:
        self.folder = archive / FOLDER
        path = self.folder / _DATABASE
        if path.is_symlink() or self.folder.is_symlink():
            raise sqlite3.DatabaseError("a link")
        mode = "rwc" if make else "rw" if os.access(self.folder, os.W_OK) else "ro"
        uri = f"{path.absolute().as_uri()}?mode={mode}{'&immutable=1' if mode == 'ro' else ''}"
        self.db = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=30, check_same_thread=False)
        self._links: TemporaryDirectory[str] | None = None
        try:
            distrust(self.db)
            if make:
                self.db.execute("PRAGMA journal_mode = WAL")
                self.db.executescript(f"BEGIN; {_TABLES} COMMIT;")
                self.seal()
            self._path = str(path)
            self._file = path.stat().st_ino
        except (sqlite3.Error, OSError):
            self.db.close()
            raise

    def manner(self) -> str:
        """How the versions were read (`renewal.manner`); empty before the first."""
        row = self.db.execute("SELECT value FROM about WHERE name = 'manner'").fetchone()
        return str(row[0]) if row else ""

    def known(self, versions: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
        """Those of the versions (batch, serial number) that have an entry."""
        one = "SELECT 1 FROM versions WHERE batch = ? AND serial = ?"
        return [version for version in versions if self.db.execute(one, version).fetchone()]

    def renewals(self) -> dict[str, list[int]]:
        """Serial numbers of the versions to be read again, by batch."""
        found: dict[str, list[int]] = {}
        for batch, serial in self.db.execute("SELECT batch, serial FROM renewals ORDER BY batch, serial"):
            found.setdefault(batch, []).append(serial)
        return found

    def close(self) -> None:
        self.db.close()
        if self._links is not None:
            self._links.cleanup()

    def index(self, name: str) -> tantivy.Index:
        """One of the indexes, for reading. ValueError, OSError."""
        folder = self.folder / name
        if os.access(folder, os.W_OK):
            return index_at(folder)
        # tantivy makes a file for its lock even to read, so it reads by way of links
        if self._links is None:
            self._links = TemporaryDirectory(prefix="tianwang-search-", ignore_cleanup_errors=True)
        linked = Path(self._links.name, name)
        linked.mkdir(exist_ok=True)
        for path in folder.iterdir():
            if path.name not in _LOCKS:
                linked.joinpath(path.name).symlink_to(path.absolute())
        return index_at(linked)

    def is_replaced(self) -> bool:
        """Whether the index was deleted and made anew since this was opened."""
        try:
            return os.stat(self._path).st_ino != self._file  # noqa: PTH116 - asked before each answer
        except OSError:
            return False  # only deleted: what is open is as good as it was

    def folders(self, kind: str = "") -> list[str]:
        """The names of the indexes of texts, of those of texts of links (`LINKS`) or of blocks (`BLOCKS`)."""
        every = self.db.execute("SELECT folder FROM folders WHERE files != '{}' ORDER BY folder").fetchall()
        return [name for (name,) in every if kind_of(name) == kind]

    def state(self) -> State:
        """Whether the index was made by this program for this person, and is whole. Reads all its files."""
        try:
            about = dict(self.db.execute("SELECT name, value FROM about"))
            if about.get("version", VERSION) != VERSION:  # its tables may be others
                return "older"
            if not hmac.compare_digest(about.get("seal", ""), self._sealed(VERSION)):
                return "foreign"
            for name, writing, files in self.db.execute("SELECT folder, writing, files FROM folders"):
                if not self._is_whole(name, writing, files):
                    return "damaged"
            return "current"
        except OSError:  # there is no place for the key: nothing can be known to be ours
            return "foreign"
        except sqlite3.Error as error:
            if _is_hindered(error):
                raise
            return "damaged"

    def _is_whole(self, folder: str, writing: int, files: str) -> bool:
        listed = json.loads(files)
        paths = [self.folder / folder / name for name in listed]
        _read_digests(paths, sum(length for length, _ in listed.values()))
        for path, (name, (length, digest)) in zip(paths, listed.items(), strict=True):
            if writing and (name.endswith(".json") or not path.exists()):
                continue  # another state of the same index, in which it has been merged away or rewritten
            if _digest(path) != (length, digest):
                # a feeder may have replaced it meanwhile: then the row says so
                row = self.db.execute(
                    "SELECT writing, files FROM folders WHERE folder = ?", (folder,)
                ).fetchone()
                return row is not None and row[1] != files and self._is_whole(folder, *row)
        return True

    def seal(self) -> None:
        """Sign what the tables say of the files. Within a transaction of the caller's, if there is one."""
        values = (("version", VERSION), ("seal", self._sealed(VERSION)))
        self.db.executemany("INSERT OR REPLACE INTO about VALUES (?, ?)", values)

    def _sealed(self, version: str) -> str:
        rows = self.db.execute("SELECT folder, writing, files FROM folders ORDER BY folder").fetchall()
        return hmac.new(seal_key(), json.dumps([version, rows]).encode(), "sha256").hexdigest()


class StoreWriter:
    """The one writer of an archive's search index; to be closed. What is not of this program and this person, or
    damaged, is deleted and begun anew. ArchiveLocked while another one is at work, StorageFailed."""

    def __init__(self, archive: Path) -> None:
        self.folder = archive / FOLDER
        try:
            if self.folder.is_symlink():
                raise StorageFailed(path=self.folder, detail=Message("search-is-link"))
            self.folder.mkdir(exist_ok=True)
            self._lock = WriteLock(self.folder)
            try:
                self.base = self._opened(archive)
            except BaseException:
                self._lock.close()
                raise
        except (OSError, sqlite3.Error) as error:
            raise _failed(self.folder, error) from error
        self.db = self.base.db
        self._digests: dict[tuple[str, int, int], tuple[int, str]] = {}
        try:
            for (folder,) in self.db.execute("SELECT folder FROM folders WHERE writing").fetchall():
                self._finish(folder)
        except (OSError, ValueError, sqlite3.Error) as error:
            self.close()
            raise _failed(self.folder, error) from error

    def _opened(self, archive: Path) -> Database:
        if (self.folder / _DATABASE).exists():
            try:
                base = Database(archive)
                try:
                    if base.state() == "current":
                        return base
                except BaseException:
                    base.close()
                    raise
                base.close()
            except sqlite3.Error as error:
                if _is_hindered(error):
                    raise  # what is there may be whole, and there is no room for another
        return self._empty(archive)

    def _empty(self, archive: Path) -> Database:
        for path in self.folder.iterdir():
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            elif path.name != "writer.lock":
                path.unlink()
        return Database(archive, make=True)

    def begin_anew(self) -> None:
        """Leave nothing of the index. StorageFailed."""
        self.base.close()
        try:
            self.base = self._empty(self.folder.parent)
        except (OSError, sqlite3.Error) as error:
            raise _failed(self.folder, error) from error
        self.db, self._digests = self.base.db, {}

    def close(self) -> None:
        self.base.close()
        self._lock.close()

    def next_entry(self, *, anchors: bool = False) -> int:
        """The first number that no entry (text of a link) has."""
        if anchors:
            return ANCHOR + self._counted("anchors")
        return int(self.db.execute("SELECT coalesce(max(entry), 0) FROM entries").fetchone()[0]) + 1

    def next_block(self) -> int:
        """The first number behind those of all blocks."""
        return self._counted("blocks")

    def block(self, key: int) -> int | None:
        """The number of the block with a key, if it is in the index."""
        found = self.db.execute("SELECT block FROM blocks WHERE key = ?", (key,)).fetchone()
        return int(found[0]) if found else None

    def _counted(self, name: str) -> int:
        found = self.db.execute("SELECT value FROM about WHERE name = ?", (name,)).fetchone()
        return int(found[0]) if found else 0

    def _count(self, name: str, value: int) -> None:
        self.db.execute("INSERT OR REPLACE INTO about VALUES (?, ?)", (name, str(value)))

    def knows_anchor(self, key: int) -> bool:
        """Whether the text of a link, by the key of address and text, is in the index."""
        return self.db.execute("SELECT 1 FROM anchors WHERE anchor = ?", (key,)).fetchone() is not None

    def renew(self, versions: Iterable[tuple[str, int]], manner: str) -> None:
        """Have versions (batch, serial number) read again, and keep how all are read from now on. sqlite3.Error."""
        with _transaction(self.db):
            self.db.executemany("INSERT OR IGNORE INTO renewals VALUES (?, ?)", versions)
            self.db.execute("INSERT OR REPLACE INTO about VALUES ('manner', ?)", (manner,))

    def folder_of(self, batch: str, at_hand: str = "") -> str:
        """The index into which a batch (`BLOCKS` behind it: its blocks) is written: that in which it is begun, else the
        smallest, if there is room in it, else one of its own. The index `at_hand` may be about to be made. StorageFailed.
        """
        try:
            begun = self.db.execute("SELECT folder FROM batches WHERE batch = ?", (batch,)).fetchone()
            every = self.db.execute("SELECT folder, files FROM folders").fetchall()
        except sqlite3.Error as error:
            raise _failed(self.folder, error) from error
        if begun:
            return str(begun[0])
        lengths = {at_hand: 0} if at_hand else {}
        for name, files in every:
            if kind_of(name) == kind_of(batch):
                lengths[name] = sum(length for length, _ in json.loads(files).values())
        smallest = min(lengths, key=lambda name: lengths[name], default="")
        return smallest if smallest and lengths[smallest] < FULL else batch

    def write(
        self,
        folder: str,
        new: Sequence[NewEntry],
        entries: Iterable[tuple[int, str, int, bytes]],
        versions: Iterable[tuple[str, int, int]],
        anchors: Iterable[int],
        upto: Mapping[str, int],
        renewed: Iterable[tuple[str, int]] = (),
    ) -> None:
        """Keep new entries of batches that have the same index (entry, batch, key of the page, digest), which versions
        (batch, serial number, entry) say what, the keys of link texts that are known now, how far each batch is, and
        which versions below that were read again. All of it, or after a crash nothing. StorageFailed."""
        links = [one for one in new if one.entry >= ANCHOR]
        written = {folder: [one for one in new if one.entry < ANCHOR], folder + LINKS: links}
        written = {name: entries for name, entries in written.items() if entries}
        try:
            for name, some in written.items():
                self._write_terms(name, some)
            with _transaction(self.db):
                self.db.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", entries)
                self.db.executemany("INSERT OR REPLACE INTO versions VALUES (?, ?, ?)", versions)
                self.db.executemany("INSERT OR IGNORE INTO anchors VALUES (?)", ((one,) for one in anchors))
                if links:
                    self._count("anchors", max(one.entry for one in links) - ANCHOR + 1)
                self._go_on(folder, upto, written)
                self.db.executemany("DELETE FROM renewals WHERE batch = ? AND serial = ?", renewed)
        except (OSError, ValueError, sqlite3.Error) as error:
            raise _failed(self.folder, error) from error

    def write_blocks(
        self,
        folder: str,
        new: Sequence[NewEntry],
        known: Iterable[tuple[int, int]],
        held: Iterable[tuple[int, bytes]],
        upto: Mapping[str, int],
    ) -> None:
        """Keep new blocks of batches that have the same index (numbers are those of blocks), the numbers of their keys,
        which entries hold which, and up to which entry of each batch that is known. All of it, or after a crash nothing.
        StorageFailed."""
        try:
            if new:
                self._write_terms(folder, new)
            with _transaction(self.db):
                self.db.executemany("INSERT INTO blocks VALUES (?, ?)", known)
                self.db.executemany("INSERT OR REPLACE INTO held VALUES (?, ?)", held)
                if new:
                    self._count("blocks", (max(one.entry for one in new) | 15) + 1)  # behind every label
                behind = {batch + BLOCKS: last for batch, last in upto.items()}
                self._go_on(folder, behind, [folder] if new else ())
        except (OSError, ValueError, sqlite3.Error) as error:
            raise _failed(self.folder, error) from error

    def _go_on(self, folder: str, upto: Mapping[str, int], written: Iterable[str]) -> None:
        """How far batches are now, and the files of the indexes that were written."""
        self.db.executemany(
            "INSERT INTO batches VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET upto = max(upto, excluded.upto)",
            ((batch, last, folder) for batch, last in upto.items()),
        )
        for name in written:
            self._list_files(name)

    def _write_terms(self, name: str, new: Sequence[NewEntry]) -> None:
        folder = self.folder / name
        self._begin_writing(name)
        folder.mkdir(exist_ok=True)
        writer = index_at(folder).writer(_HEAP, 1)
        for one in new:
            writer.add_document(document(one, kind_of(name)))
        writer.commit()
        writer.wait_merging_threads()

    def join_parts(self) -> None:
        """Have the engine make one of the small parts of each index, where that is worthwhile. All of an index, or after a
        crash nothing. StorageFailed."""
        try:
            for (name,) in self.db.execute("SELECT folder FROM folders WHERE files != '{}'").fetchall():
                sizes = parts.sizes(self.folder / name)
                if more := parts.missing(sizes):
                    self._add_parts(name, more, every=len(sizes) + more == parts.MERGED)
                    with _transaction(self.db):
                        self._list_files(name)
        except (OSError, ValueError, sqlite3.Error) as error:
            raise _failed(self.folder, error) from error

    def _add_parts(self, name: str, number: int, *, every: bool) -> None:
        """Fill up the parts that are made one with so many: with `every` these are all that there are."""
        self._begin_writing(name)
        writer = index_at(self.folder / name).writer(_HEAP, 1)
        if every:  # those of the last time go: each counts as a text without a word where words are weighed
            writer.delete_documents_by_query(of_entry(NOTHING))
        kind = kind_of(name)
        # a column that some have not takes a third more
        nothing = NewEntry(NOTHING, {}, source=int(kind == LINKS))
        for _ in range(number):
            writer.add_document(document(nothing, kind))
            writer.commit()
        writer.wait_merging_threads()

    def _begin_writing(self, name: str) -> None:
        with _transaction(self.db):
            self.db.execute(
                "INSERT INTO folders VALUES (?, 1, '{}') ON CONFLICT DO UPDATE SET writing = 1", (name,)
            )
            self.base.seal()

    def _finish(self, name: str) -> None:
        """Take out of an index what was written and never told of, after a crash."""
        folder = self.folder / name
        folder.mkdir(exist_ok=True)
        writer = index_at(folder).writer(_HEAP, 1)
        kind = kind_of(name)
        first = self.next_block() if kind == BLOCKS else self.next_entry(anchors=kind == LINKS)
        writer.delete_documents_by_query(
            tantivy.Query.range_query(SCHEMA, "entry", tantivy.FieldType.Unsigned, first, _LAST)
        )
        writer.commit()
        writer.wait_merging_threads()
        with _transaction(self.db):
            self._list_files(name)

    def _list_files(self, name: str) -> None:
        folder, listed = self.folder / name, dict[str, tuple[int, str]]()
        for path in sorted(folder.iterdir()):
            if path.name not in _LOCKS:
                state = path.stat()
                known = (f"{name}/{path.name}", state.st_size, state.st_mtime_ns)
                if known not in self._digests:
                    self._digests[known] = _digest(path) or (0, "")
                listed[path.name] = self._digests[known]
        self.db.execute(
            "UPDATE folders SET writing = 0, files = ? WHERE folder = ?", (json.dumps(listed), name)
        )
        self.base.seal()


def opened(archive: Path) -> tuple[Database, dict[str, tantivy.Index]]:
    """The search index of an archive, for reading: its database, and its indexes of texts by their names. ArchiveError with
    a code: `search-none`, `search-foreign`, `search-damaged`, `search-older`; StorageFailed where the place is at fault."""
    problem: State = "none"
    if (archive / FOLDER / _DATABASE).exists():
        base: Database | None = None
        try:
            base = Database(archive)
            problem = base.state()
            if problem == "current":
                return base, {name: base.index(name) for name in base.folders()}
        except (sqlite3.Error, ValueError, OSError) as error:
            if base is not None:
                base.close()
            if isinstance(error, sqlite3.Error) and _is_hindered(error):
                raise _failed(archive / FOLDER, error) from error
            problem = "damaged"
        else:
            base.close()
    raise ArchiveError(archive=archive, detail=_PROBLEMS[problem])


def _failed(folder: Path, error: Exception) -> StorageFailed:
    return StorageFailed(path=folder, detail=getattr(error, "strerror", None) or str(error))


def index_at(folder: Path) -> tantivy.Index:
    """The index in a folder, made if there is none; ValueError, OSError. Of texts the longest stands first, also where
    parts are made one: what one text alone says, most often a long one, has a small number then, and places and counts that
    are packed together are of one size: 2 % of an index. Others stand in the order of their numbers, which the engine leaves
    where it makes parts one."""
    kind = kind_of(folder.name)
    by, order = ("entry", tantivy.Order.Asc) if kind else ("length", tantivy.Order.Desc)
    return tantivy.Index(_SCHEMAS[kind], path=str(folder), sort_by_field=by, sort_order=order)


class _transaction:  # noqa: N801 - reads as a statement
    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def __enter__(self) -> None:
        self._db.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self._db.execute("ROLLBACK" if kind else "COMMIT")


_SETTLED = 100_000_000  # nanoseconds after which a file that is written again has another time
_MOST_DIGESTS = 10_000
_LARGE = 32 << 20  # bytes that are read in 0.05 s
_digests: dict[tuple[str, int, int, int, int], tuple[int, str]] = {}


def _read_digests(paths: Sequence[Path], size: int) -> None:
    """Have files of so many bytes in all read by several threads, where that takes longer than starting them: what takes
    the time is the processor, and a digest needs no interpreter."""
    if size > _LARGE:
        with ThreadPoolExecutor(min(4, os.cpu_count() or 1), thread_name_prefix="digest") as pool:
            deque(pool.map(_digest, sorted(paths, key=_size, reverse=True)), 0)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _digest(path: Path) -> tuple[int, str] | None:
    """Bytes and digest of a file; None when it cannot be read. This process reads a file once, and again when it is another
    one: beside a crawl an index is opened every few seconds, and of a million captures it has gigabytes."""
    try:
        with path.open("rb") as file:
            state = os.fstat(file.fileno())
            key = (str(path), state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns)
            known = _digests.get(key)
            if known is None:
                known = state.st_size, hashlib.file_digest(file, "blake2b").hexdigest()[:32]
                if time.time_ns() - max(state.st_mtime_ns, state.st_ctime_ns) > _SETTLED:
                    if len(_digests) >= _MOST_DIGESTS:
                        _digests.clear()
                    _digests[key] = known
            return known
    except OSError:
        return None
