"""What is known of the templates of an archive: `templates.sqlite` in its folder, a cache that can be deleted.

A template hides text, so rows that this person's program did not write are not used: each is signed with a key of theirs.
"""

from __future__ import annotations

import hmac
import json
import sqlite3
import zlib
from array import array
from contextlib import suppress
from hashlib import blake2b

from app.archive.cache import Cache
from app.personal import seal_key
from app.templates.learning import Site

NAME = "templates.sqlite"
_VERSION = "5"
"""Raised when other things are learned from the same pages."""
_MARK = 16  # bytes of a checksum
_TABLES = """
CREATE TABLE IF NOT EXISTS sites (
    site TEXT PRIMARY KEY,
    template BLOB NOT NULL,
    learned BLOB NOT NULL,
    links BLOB NOT NULL,
    seal BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS about (seal BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS batches (batch TEXT PRIMARY KEY, upto INTEGER NOT NULL);
"""


class Store(Cache):
    """What was learned of the sites of an archive."""

    NAME = NAME

    def knows(self, site: str) -> bool:
        """Whether there is a row of a site that can be used."""
        return self._site(site) is not None

    def template(self, site: str) -> frozenset[int]:
        """Keys and signs of the template of a site."""
        row = self._site(site)
        if row is None:
            return frozenset()
        numbers = array("Q")
        with suppress(ValueError):
            numbers.frombytes(row[0])
        return frozenset(numbers)

    def site(self, site: str) -> Site | None:
        """All that was learned of a site; None where nothing was, or by another version of this program."""
        row = self._site(site)
        with suppress(ValueError):
            return Site.unpacked(row[1]) if row is not None else None
        return None

    def links(self, site: str) -> list[tuple[str, str]]:
        """The links of the template of a site: address and words."""
        row = self._site(site)
        if row is None:
            return []
        with suppress(ValueError, zlib.error):
            return [(str(url), str(words)) for url, words in json.loads(zlib.decompress(row[2][_MARK:]))]
        return []

    def mark(self) -> str:
        """Something that is another once the links of a template are."""
        if self.db is None:
            return ""
        try:
            rows = self.db.execute(
                f"SELECT site, substr(links, 1, {_MARK}) FROM sites ORDER BY site"
            ).fetchall()
        except sqlite3.Error:
            return ""
        return blake2b(repr(rows).encode("utf-8", "replace"), digest_size=16).hexdigest() if rows else ""

    def sites(self) -> list[str]:
        """The sites of which something is known."""
        if self.db is None:
            return []
        try:
            return [str(site) for (site,) in self.db.execute("SELECT site FROM sites ORDER BY site")]
        except sqlite3.Error:
            return []

    def read(self) -> dict[str, int]:
        """The serial number up to which each batch was read."""
        if self.db is None:
            return {}
        try:
            rows = self.db.execute("SELECT batch, upto FROM batches WHERE typeof(upto) = 'integer'")
            return {str(batch): int(upto) for batch, upto in rows}
        except sqlite3.Error:
            return {}

    def keep(self, sites: dict[str, Site], read: dict[str, int]) -> None:
        """Write what was learned and how far was read, together. sqlite3.Error, OSError."""
        assert self.db is not None
        key = seal_key()
        with self._writing() as db:
            for name, site in sites.items():
                numbers = site.template()
                template = array("Q", sorted(numbers)).tobytes()
                learned, links = site.packed(), _packed_links(site.links(numbers))
                row = (name, template, learned, links, _sealed(key, name, template, learned, links))
                db.execute("INSERT OR REPLACE INTO sites VALUES (?, ?, ?, ?, ?)", row)
            db.executemany("INSERT OR REPLACE INTO batches VALUES (?, ?)", read.items())

    def _site(self, site: str) -> tuple[bytes, bytes, bytes] | None:
        if self.db is None:
            return None
        try:
            row = self.db.execute(
                "SELECT template, learned, links, seal FROM sites WHERE site = ?", (site,)
            ).fetchone()
            if row is None or not all(isinstance(value, bytes) for value in row):
                return None
            *said, seal = row
            good = hmac.compare_digest(seal, _sealed(seal_key(), site, *said))
            return (said[0], said[1], said[2]) if good else None
        except (sqlite3.Error, OSError):
            return None

    def _begin(self, db: sqlite3.Connection) -> None:
        db.executescript(_TABLES)
        if db.execute("SELECT count(*) FROM about").fetchone() == (0,):
            db.execute("INSERT INTO about VALUES (?)", (_sealed(seal_key(), _VERSION),))

    def _check(self, db: sqlite3.Connection) -> None:
        if db.execute("SELECT seal FROM about").fetchone() != (_sealed(seal_key(), _VERSION),):
            raise ValueError("a stranger's, or of another version")
        db.execute("SELECT site, template, learned, links, seal FROM sites LIMIT 0")
        db.execute("SELECT batch, upto FROM batches LIMIT 0")


def _packed_links(links: list[tuple[str, str]]) -> bytes:
    """With a checksum at the beginning, so that `mark` has to read no more."""
    data = json.dumps(links, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
    return blake2b(data, digest_size=_MARK).digest() + zlib.compress(data, 3)


def _sealed(key: bytes, site: str, *parts: bytes) -> bytes:
    made = hmac.new(key, b"template", "sha256")
    for piece in (site.encode("utf-8", "surrogatepass"), *parts):
        made.update(len(piece).to_bytes(8, "big") + piece)
    return made.digest()
