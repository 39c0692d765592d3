"""An archive folder as a whole: create it, open it, hand out readers and the one writer."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import nullcontext, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from app.archive import batches
from app.archive.increments import Divider
from app.archive.index import schema
from app.archive.index.indexing import Indexer
from app.archive.model import Policy
from app.archive.reader import ArchiveReader
from app.archive.serials import Deal
from app.archive.settling import finish, is_unfinished, making_of, wait_until_finished
from app.archive.shards import KEY, MOST, shards_of, written
from app.archive.upkeep.recovering import unindexed
from app.archive.writer import ArchiveWriter
from app.errors import (
    ArchiveDamaged,
    ArchiveError,
    ArchiveExists,
    ArchiveJoined,
    ArchiveLocked,
    ArchiveMissing,
    ArchiveUnwritable,
    IndexDamaged,
    StorageFailed,
    StorageUnreadable,
    UserError,
)
from app.messages import Message

if TYPE_CHECKING:  # loaded by those that call for upkeep: a crawl, or a window that reads, does not
    from app.archive.upkeep.converting import ConvertReport
    from app.archive.upkeep.reextracting import ReextractReport
    from app.archive.upkeep.reindexing import ReindexReport

FORMAT = "tianwang-archive"
FORMAT_VERSION = 2
_OWN_VERSION = 1  # of an archive with batches of its own; programs that do not know shards refuse the other
_AGAIN = 5.0  # seconds between two looks at the shards of an archive that is held open


class Archive:
    """An open archive folder. Holds no lock and no connection: readers and the writer are opened from it."""

    def __init__(self, path: Path, name: str) -> None:
        self.path = path
        self.name = name
        self.deal: Deal | None = None
        """Who gives its writers blocks of serial numbers, where its ids must be unique among several archives."""
        self._looked = -_AGAIN

    @classmethod
    def create(
        cls,
        path: Path | str,
        name: str = "",
        policy: Policy = "incremental",
        shards: Sequence[Path] = (),
    ) -> Archive:
        """Make a new archive in an absent or empty folder, whose records are to be written so; or one that consists of
        `shards`, and has no batches of its own. ArchiveExists, StorageFailed."""
        folder = Path(path).absolute()
        about: dict[str, object] = {
            "format": FORMAT,
            "format_version": FORMAT_VERSION if shards else _OWN_VERSION,
            "name": name or folder.name.removesuffix(".archive"),
            "created": datetime.now(UTC).isoformat(timespec="seconds"),
            "records": policy,
        }
        if shards:
            assert len(shards) <= MOST
            about[KEY] = written(folder, tuple(shards))
        try:
            if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
                raise ArchiveExists(archive=folder)
            new = [place for place in (folder, *folder.parents) if not place.exists()]
            (folder if shards else folder / "batches").mkdir(parents=True, exist_ok=True)
            if not shards:  # that of others is made when it is opened
                schema.connect_writer(folder / "index.sqlite").close()
            # archive.json last and in one step: a folder is an archive only when everything else is there.
            unfinished = folder / "archive.json.new"
            unfinished.write_text(json.dumps(about, indent=2, ensure_ascii=False) + "\n", "utf-8")
            batches.sync_file(unfinished)  # a power cut must not take the folder around records that are safe
            unfinished.replace(folder / "archive.json")
            for place in (folder, *(one.parent for one in new)):
                batches.sync_folder(place)
        except (OSError, sqlite3.Error) as error:
            raise StorageFailed(path=folder, detail=getattr(error, "strerror", None) or str(error)) from error
        return cls(folder, str(about["name"]))

    @classmethod
    def open(cls, path: Path | str, *, progress: Callable[[int], None] | None = None) -> Archive:
        """Open an archive folder (or its archive.json). Records missing from the index are read from the batches first;
        an index that is missing, or of an older version of the program, is made anew. `progress` gets the number of
        records read. ArchiveMissing, ArchiveDamaged, ArchiveLocked, StorageFailed."""
        archive = cls._described(path)
        archive._ensure_index(progress)
        return archive

    @classmethod
    def reindex(
        cls,
        path: Path | str,
        progress: Callable[[int, int], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> ReindexReport:
        """Make the index anew from the batches, whatever its state; progress in bytes (done, of all), of a joined
        archive in captures, for that is made anew from the indexes of its shards. The old one stays
        until the new one is complete, and for good when that fails or is cancelled; its readers go on reading it, and
        have to open the archive again to see the new one. ArchiveMissing, ArchiveDamaged (without a usable
        archive.json), ArchiveLocked, StorageFailed."""

        from app.archive.upkeep.reindexing import rebuild

        def tell(records: int, done: int, total: int) -> None:
            if progress is not None:
                progress(done, total)

        archive = cls._described(path)
        if archive.shards:
            from app.archive.upkeep.gathering import gather

            archive._open_shards()
            return gather(archive.path, progress, cancelled, anew=True)
        return rebuild(archive.path, tell, cancelled)

    @classmethod
    def reextract(
        cls,
        path: Path | str,
        formats: Collection[str] | None = None,
        progress: Callable[[int, int], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
        *,
        everything: bool = False,
        given_up: bool = False,
    ) -> ReextractReport:
        """Read stored pages again where the extractors have become better since (`everything`: all of them; `given_up`:
        also those that the extractors of today could not read within their limits), of some formats or any, and bring
        titles, authors, dates and languages of the index up to date; progress in captures (done, of all). A cancelled
        run keeps its results so far. ArchiveMissing, ArchiveDamaged, ArchiveLocked, StorageFailed."""
        from app.archive.upkeep.reextracting import reextract

        return reextract(
            cls.open(path).owning().path,
            formats,
            progress,
            cancelled,
            everything=everything,
            given_up=given_up,
        )

    @classmethod
    def reread(cls, path: Path | str, url: str) -> ReextractReport:
        """Read all versions of one page again, after another charset was chosen for it. Raises as `reextract` does."""
        from app.archive.upkeep.reextracting import reextract

        return reextract(cls.open(path).owning().path, everything=True, url=url)

    @classmethod
    def convert(
        cls,
        path: Path | str,
        to: Policy,
        divider: Divider | None = None,
        progress: Callable[[int, int], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> ConvertReport:
        """Write all records of an archive anew and set its policy: ids, dates, digests and titles stay. Needs room for
        a second copy of the batches; readers follow by themselves. Progress in bytes (done, of all).
        ArchiveMissing, ArchiveDamaged, ArchiveLocked, StorageFailed: then, and when cancelled, nothing is changed."""
        from app.archive.upkeep.converting import convert

        archive = cls.open(path).owning()
        archive.writer().close()  # indexes what a crash has left
        return convert(archive.path, to, divider, progress, cancelled)

    @classmethod
    def _described(cls, path: Path | str) -> Archive:
        """The archive as its archive.json describes it."""
        folder = Path(path).absolute()
        if folder.name == "archive.json":
            folder = folder.parent
        about_file = folder / "archive.json"
        if is_unfinished(folder):
            finish(folder)
        if not about_file.is_file():
            raise ArchiveMissing(archive=folder)
        try:
            about = json.loads(about_file.read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise ArchiveDamaged(
                archive=folder, detail=Message("description-unreadable", detail=error)
            ) from error
        if not isinstance(about, dict) or about.get("format") != FORMAT:
            raise ArchiveDamaged(archive=folder, detail=Message("description-foreign"))
        if not isinstance(about.get("format_version"), int) or about["format_version"] > FORMAT_VERSION:
            raise ArchiveError(archive=folder, detail=Message("archive-newer"))
        return cls(folder, str(about.get("name") or folder.name))

    @property
    def policy(self) -> Policy:
        """How records are written from now on. Another program may convert the archive while it is open here."""
        try:
            about = json.loads((self.path / "archive.json").read_text("utf-8"))
        except (OSError, ValueError):
            return "incremental"
        return "full" if isinstance(about, dict) and about.get("records") == "full" else "incremental"

    @property
    def crawl_db(self) -> Path:
        """Where crawl jobs and their frontier live."""
        return self.path / "crawl.sqlite"

    @property
    def shards(self) -> tuple[Path, ...]:
        """The archives that a joined one consists of; () for one with batches of its own."""
        return shards_of(self.path)

    def owning(self) -> Archive:
        """This archive, when its batches are its own. ArchiveJoined: nothing is written into the shards of another."""
        if self.shards:
            raise ArchiveJoined(archive=self.path, first=self.shards[0])
        return self

    def reader(self) -> ArchiveReader:
        """A view of the archive with its own connection, for one thread; of a joined one with what its shards have got
        until a few seconds ago. ArchiveDamaged, StorageUnreadable; ArchiveError while another program takes very long
        to put a conversion in place."""
        if self.shards and time.monotonic() > self._looked + _AGAIN:
            self._gather(None)
        while True:
            making = making_of(self.path)
            reader = ArchiveReader(self.path, self._connect(), follows=True, names=True)
            if not is_unfinished(self.path) and making_of(self.path) == making:
                return reader
            reader.close()  # the index and the batches may not be of one making
            wait_until_finished(self.path)

    def writer(
        self, *, divider: Divider | None = None, progress: Callable[[int], None] | None = None
    ) -> ArchiveWriter:
        """The writer, for one thread; `divider` cuts pages into blocks, so that the changed ones alone are written.
        Indexes records that a crash has left unindexed. ArchiveLocked, ArchiveJoined, StorageFailed."""
        self.owning()
        return ArchiveWriter(
            self.path,
            incremental=self.policy == "incremental",
            divider=divider,
            progress=progress,
            deal=self.deal,
        )

    def close(self) -> None:
        """Nothing is held; kept so that owners can treat archives like other resources."""

    def _connect(self) -> sqlite3.Connection:
        index = self.path / "index.sqlite"
        if not index.exists():
            raise IndexDamaged(archive=self.path, detail=Message("index-missing"))
        try:
            return schema.connect_reader(index)
        except sqlite3.Error as error:
            if schema.is_damage(error):
                raise schema.refused(self.path, error) from error
            raise StorageUnreadable(path=index, detail=str(error)) from error

    def _gather(self, progress: Callable[[int], None] | None) -> None:
        """Bring the index of a joined archive up to date. What cannot be taken over now is not seen: another program is
        at it, the disk takes nothing, or a shard is not there."""
        from app.archive.upkeep.gathering import gather, is_behind

        index = self.path / "index.sqlite"
        if not index.exists():
            self._open_shards()
        elif not os.access(self.path, os.W_OK):
            return
        if is_behind(self.path):
            with suppress(ArchiveLocked, ArchiveMissing, StorageFailed) if index.exists() else nullcontext():
                gather(self.path, None if progress is None else lambda done, total: progress(done))
        self._looked = time.monotonic()

    def _open_shards(self) -> None:
        """Have each shard an index that can be read."""
        for shard in self.shards:
            Archive.open(shard)

    def _ensure_index(self, progress: Callable[[int], None] | None) -> None:
        if self.shards:
            if (self.path / "index.sqlite").exists():
                with suppress(IndexDamaged):  # it is made anew
                    if self._look_at_index()[0] > schema.VERSION:
                        raise ArchiveError(archive=self.path, detail=Message("index-newer"))
                for shard in self.shards:
                    with suppress(UserError):  # what a shard had until it was lost is still listed
                        Archive.open(shard)
            self._gather(progress)
            return
        version, ends = self._look_at_index()
        if version > schema.VERSION:
            raise ArchiveError(archive=self.path, detail=Message("index-newer"))
        if version < schema.VERSION:
            if not os.access(self.path, os.W_OK):
                raise ArchiveUnwritable(archive=self.path)
            from app.archive.upkeep.reindexing import rebuild

            rebuild(self.path, None if progress is None else lambda records, done, total: progress(records))
        elif unindexed(self.path, ends):
            # Left by a crash, or being written right now; what is indexed can be read in any case.
            with suppress(ArchiveLocked, StorageFailed):
                self.writer(progress=progress).close()

    def _look_at_index(self) -> tuple[int, dict[tuple[str, int], int]]:
        """The version of the index (0 without one) and its end in each batch file."""
        if not (self.path / "index.sqlite").exists():
            return 0, {}
        connection = self._connect()
        try:
            version = schema.version_of(connection)
            if version != schema.VERSION:
                return version, {}
            schema.check_ends(connection)
            return version, Indexer(connection).all_ends()
        except sqlite3.DatabaseError as error:
            raise schema.refused(self.path, error) from error
        finally:
            connection.close()
