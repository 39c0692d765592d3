"""An archive as it was at a moment: the same reader over tables of pages and folders as they stood then.

`Past` works these tables out once, into a file of its own outside the archive; then every branch, filter and count is
as quick as in the present. Pages and folders keep their numbers. Captures are those of the index, the later ones left
out; only by its id one of these is found, too.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from app.archive import batches
from app.archive.archive import Archive
from app.archive.documents.preparing import to_timestamp
from app.archive.index import rows, schema
from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.errors import CaptureMissing, StorageFailed

_PIECE = 20_000  # pages worked out at a time

_SAME = "INSERT INTO pages ({columns}) SELECT {columns} FROM now.pages WHERE last < ?1 AND page_id > ?2 AND page_id <= ?3"
_COLUMNS = (
    "page_id, folder_id, url, name, kind, title, title_source, type, status, length, versions, visits, first, last, "
    "changed, facets"
)
_VERSION = (
    "SELECT seq FROM now.captures WHERE page_id = p.page_id AND date < ?1 AND base IS NULL{} "
    "ORDER BY date DESC, seq DESC LIMIT 1"
)
_CHANGED = f"""
INSERT INTO pages ({_COLUMNS})
SELECT p.page_id, p.folder_id, p.url, p.name, coalesce(f.kind, p.kind), shown.title, shown.title_source, shown.type,
       last.status, shown.length, c.versions, c.visits, p.first, c.last, c.changed, coalesce(shown.facets, p.facets)
FROM now.pages p
CROSS JOIN (
    SELECT page_id, sum(base IS NULL) AS versions, count(base) AS visits, max(date) AS last, max(seq) AS changed
    FROM now.captures INDEXED BY captures_of_page WHERE page_id > ?2 AND page_id <= ?3 AND date < ?1 GROUP BY page_id
) c USING (page_id)
JOIN now.captures last ON last.seq = (
    SELECT seq FROM now.captures WHERE page_id = p.page_id AND date < ?1 ORDER BY date DESC, seq DESC LIMIT 1)
JOIN now.captures shown ON shown.seq = coalesce(
    ({_VERSION.format(" AND status BETWEEN 200 AND 299")}), ({_VERSION.format("")}))
LEFT JOIN now.facets f ON f.facet_id = shown.facets
WHERE p.page_id > ?2 AND p.page_id <= ?3 AND p.first < ?1 AND p.last >= ?1
"""
_EARLIER = "CREATE TEMP VIEW captures AS SELECT * FROM now.captures WHERE date < {}"


class Past:
    """An archive before a `moment`; hands out readers as an Archive does. To be closed."""

    def __init__(
        self,
        archive: Archive,
        moment: datetime,
        progress: Callable[[float], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> None:
        """Takes a few seconds for a million captures. ArchiveDamaged, StorageUnreadable; StorageFailed without room;
        InterruptedError when cancelled."""
        self.archive, self.moment = archive, moment
        self.path = archive.path
        try:
            self._folder = Path(tempfile.mkdtemp(prefix="tianwang-past-"))
        except OSError as error:
            where = error.filename or tempfile.gettempdir()
            raise StorageFailed(path=where, detail=error.strerror or error) from error
        try:
            with archive.reader():
                pass  # what is wrong with the index is told by who knows it
            self._make(progress or (lambda _: None), cancelled or (lambda: False))
        except BaseException as error:
            self.close()
            if isinstance(error, sqlite3.Error):
                raise StorageFailed(path=self._folder, detail=str(error)) from error
            raise

    def reader(self) -> ArchiveReader:
        """A view of the archive as it was, for one thread."""
        return PastReader(self.path, self._open(), names=True)

    def close(self) -> None:
        """Remove the tables. Readers that are open go on where the system allows it."""
        shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def _file(self) -> Path:
        return self._folder / "past.sqlite"

    def _make(self, progress: Callable[[float], None], cancelled: Callable[[], bool]) -> None:
        db = sqlite3.connect(self._file, uri=True, isolation_level=None)
        try:
            # of its own file alone: an exclusive lock would hold for the index, too, whose log would not be read
            for setting in ("journal_mode = OFF", "synchronous = OFF"):
                db.execute(f"PRAGMA main.{setting}")
            _attach(db, self.path / "index.sqlite")
            db.executescript(schema.PAGE_TABLES)
            db.execute("BEGIN")
            last = db.execute("SELECT coalesce(max(page_id), 0) FROM now.pages").fetchone()[0]
            moment = to_timestamp(self.moment)
            for after in range(0, last, _PIECE):
                if cancelled():
                    raise InterruptedError
                piece = moment, after, after + _PIECE
                db.execute(_SAME.format(columns=_COLUMNS), piece)
                db.execute(_CHANGED, piece)
                progress(min(1.0, (after + _PIECE) / last) * 0.8)
            _count_folders(db)
            db.execute("COMMIT")
            db.executescript(schema.PAGE_ORDERS)
        finally:
            db.close()

    def _open(self) -> sqlite3.Connection:
        with schema.reading_index(self.path):
            db = sqlite3.connect(
                f"{self._file.as_uri()}?mode=ro", uri=True, isolation_level=None, check_same_thread=False
            )
            try:
                _attach(db, self.path / "index.sqlite")
                db.execute(_EARLIER.format(to_timestamp(self.moment)))
            except BaseException:
                db.close()
                raise
        return db


class PastReader(ArchiveReader):
    """A reader of a Past. `last_seq` and `captures` are of then, too."""

    _index = "now"

    def capture(self, id: str) -> Capture:
        """Any capture by its id, also a later one."""
        with suppress(CaptureMissing):
            return super().capture(id)
        statement = rows.CAPTURE.replace("captures", "now.captures").replace("pages", "now.pages")
        found = self._db.execute(
            f"{statement} WHERE c.batch = ? AND c.serial = ?", batches.parse_id(id) or ("", 0)
        ).fetchone()
        if found is None:
            raise CaptureMissing(wanted=id)
        return self.named([rows.capture(found)])[0]


def _attach(db: sqlite3.Connection, index: Path) -> None:
    """Put the index beside the tables of then; as `schema.connect_reader` opens it."""
    schema.connect_reader(index).close()
    uri = index.absolute().as_uri()
    try:
        db.execute("ATTACH ? AS now", (f"{uri}?mode=ro",))
        db.execute("SELECT 1 FROM now.sqlite_master").fetchone()
    except sqlite3.OperationalError:  # a medium that cannot be written: see connect_reader
        with suppress(sqlite3.Error):
            db.execute("DETACH now")
        db.execute("ATTACH ? AS now", (f"{uri}?immutable=1",))
    db.execute("PRAGMA trusted_schema = OFF")


def _count_folders(db: sqlite3.Connection) -> None:
    """The folders that held anything, with the pages in them and below."""
    pages: dict[int, int] = {}
    documents: dict[int, int] = {}
    for folder, count, readable in db.execute(
        "SELECT folder_id, count(*), sum(kind = 'document') FROM pages GROUP BY folder_id"
    ):
        pages[folder], documents[folder] = count, readable
    # a folder is always made after the one it is in, so one pass from the last to the first adds everything up
    found = db.execute(
        "SELECT folder_id, parent_id, name, url FROM now.folders ORDER BY folder_id DESC"
    ).fetchall()
    for folder, parent, _, _ in found:
        if folder in pages and parent:
            pages[parent] = pages.get(parent, 0) + pages[folder]
            documents[parent] = documents.get(parent, 0) + documents[folder]
    db.executemany(
        "INSERT INTO folders VALUES (?, ?, ?, ?, ?, ?)",
        [(*row, documents[row[0]], pages[row[0]]) for row in reversed(found) if row[0] in pages],
    )
