"""Several archives as one: by copies of their batches, or by a list of the archives where they lie.

The result is made beside its place and renamed when it is whole, so there is never half of one. A copy that was broken
off goes on where it was: its plan (which file becomes which, up to which byte) stands beside the copied files.

Links are no third way. A hard link is the same file under two names, and archives append to theirs; a symbolic one says
less than the list, breaks when the two are moved, and is not to be had on every disk.
"""

from __future__ import annotations

import json
import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple

from app.archive import batches
from app.archive.archive import Archive
from app.archive.documents import charsets
from app.archive.index import schema
from app.archive.lock import WriteLock
from app.archive.notes import carrying
from app.archive.notes.notebook import Notebook
from app.archive.settling import making_of
from app.archive.shards import MOST
from app.archive.upkeep.gathering import Shard, look
from app.archive.whole import write_whole
from app.errors import ArchiveError, ArchiveExists, StorageFailed, StorageUnreadable
from app.interchange.importing import import_files
from app.messages import Message

By = Literal["copy", "manifest"]
Step = Literal["copying", "indexing", "importing"]
Progress = Callable[[Step, int, int], None]
"""Gets the step, the bytes (with a list: captures) done and those of all of it."""

_PLAN = "plan.json"
_PIECE = 8 << 20


class Clash(NamedTuple):
    """A month of an archive in which ids of this many captures stand in an archive before it, too."""

    archive: Path
    batch: str
    captures: int


@dataclass(slots=True)
class JoinReport:
    """What became one archive: its `shards`, with the `captures` in it now. `copied` counts files whose ids stay,
    `bytes` is their size; the captures of `renumbered` months have new ids. `marks` are the stars, tags and notes that
    were taken over. When `cancelled`, the same call goes on."""

    by: By
    shards: list[Path]
    captures: int = 0
    copied: int = 0
    bytes: int = 0
    renumbered: list[Clash] = field(default_factory=list)
    damaged: int = 0
    marks: int = 0
    cancelled: bool = False


class _Copy(NamedTuple):
    """Bytes of a batch file to be copied, from the beginning to `end`, to file `number` of the same batch."""

    source: str
    batch: str
    number: int
    end: int


def join(
    archives: Sequence[Path],
    into: Path,
    by: By = "copy",
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> JoinReport:
    """Make one archive of several at `into`, which must not exist, or be an empty folder. By `copy` months are copied
    as they are where their ids are unique, else imported, with new ids; by `manifest` the new archive lists the others
    and reads them where they lie, which needs unique ids. Stars, tags, notes and chosen charsets are taken over.
    ArchiveExists; ArchiveError where an archive stands twice, or ids are not unique; as `Archive.open` raises."""
    into = Path(into).absolute()
    if into.exists() and (not into.is_dir() or any(into.iterdir())):
        raise ArchiveExists(archive=into)
    shards = _opened(archives, into)
    plan = into.with_name(f".{into.name}.joining-plan")
    try:
        plan.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageFailed(path=plan, detail=error.strerror or str(error)) from error
    lock = WriteLock(plan)
    try:
        report = _Join(shards, plan, into, by, progress, cancelled or (lambda: False)).run()
    except OSError as error:
        raise StorageFailed(path=error.filename or plan, detail=error.strerror or str(error)) from error
    finally:
        lock.close()
        if not (plan / _PLAN).exists():  # there is nothing to go on with
            shutil.rmtree(plan, ignore_errors=True)
    return report


def clashes(shards: Sequence[Shard]) -> list[Clash]:
    """The months of archives whose ids are those of other captures, or the same, in an archive before them."""
    spans = [_spans(shard.path) for shard in shards]
    found = []
    for place, shard in enumerate(shards):
        for batch, (first, last) in spans[place].items():
            count = 0
            for before in range(place):
                other = spans[before].get(batch)
                if other and other[0] <= last and first <= other[1]:
                    count += _shared(shard.path, shards[before].path, batch)
            if count:
                found.append(Clash(shard.path, batch, count))
    return found


def _spans(archive: Path) -> dict[str, tuple[int, int]]:
    """The first and the last serial number of each batch."""
    with closing(schema.connect_reader(archive / "index.sqlite")) as db:
        rows = db.execute("SELECT batch, min(serial), max(serial) FROM captures GROUP BY batch")
        return {batch: (first, last) for batch, first, last in rows}


def _shared(archive: Path, other: Path, batch: str) -> int:
    """How many serial numbers of a batch both archives have."""
    with (
        closing(schema.connect_reader(archive / "index.sqlite")) as one,
        closing(schema.connect_reader(other / "index.sqlite")) as two,
    ):
        query = "SELECT serial FROM captures WHERE batch = ? ORDER BY serial"
        left, right = one.execute(query, (batch,)), two.execute(query, (batch,))
        count, a, b = 0, left.fetchone(), right.fetchone()
        while a and b:
            count += a == b
            a, b = (left.fetchone() if a <= b else a), (right.fetchone() if b <= a else b)
        return count


def _opened(archives: Sequence[Path], into: Path) -> list[Shard]:
    """The archives, those of joined ones in their place. Each is brought up to date as by any program that opens it."""
    paths: list[Path] = []
    for path in archives:
        archive = Archive.open(path)
        paths += archive.shards or (archive.path,)
    if len(paths) > MOST:
        raise ArchiveError(archive=into, detail=Message("shards-many", count=MOST))
    met: dict[Path, Path] = {}
    shards = []
    for place, path in enumerate(paths):
        real = path.resolve()
        if real in met:
            raise ArchiveError(archive=into, detail=Message("shards-twice", shard=path))
        met[real] = path
        Archive.open(path)
        shard = look(place, path)
        if shard is None:
            raise ArchiveError(archive=path, detail=Message("index-missing"))
        shards.append(shard)
    return shards


class _Join:
    """The result is made in `beside`, the plan of copies stands in a folder of its own."""

    def __init__(
        self,
        shards: list[Shard],
        plan: Path,
        into: Path,
        by: By,
        progress: Progress | None,
        cancelled: Callable[[], bool],
    ) -> None:
        self._shards, self._into, self._by = shards, into, by
        self._plan = plan / _PLAN
        self._beside = into.with_name(f".{into.name}.joining")
        self._progress, self._cancelled = progress, cancelled
        self._report = JoinReport(by, [shard.path for shard in shards])

    def run(self) -> JoinReport:
        if self._by == "manifest":
            self._list()
        else:
            self._copies()
        if not self._report.cancelled:
            self._finish()
        return self._report

    def _finish(self) -> None:
        """Count what there is, and put it into its place."""
        with Archive.open(self._beside).reader() as reader:
            counted = reader.connection.execute("SELECT count(*) FROM captures").fetchone()
        self._report.captures = counted[0]
        if self._into.exists():
            self._into.rmdir()
        self._beside.rename(self._into)
        batches.sync_folder(self._into.parent)
        self._plan.unlink(missing_ok=True)

    def _clear(self) -> None:
        if self._beside.exists():
            shutil.rmtree(self._beside)

    def _tell(self, step: Step, done: int, total: int) -> None:
        if self._progress:
            self._progress(step, done, total)

    # ---- a list -------------------------------------------------------------------------------------------------

    def _list(self) -> None:
        clash = next(iter(clashes(self._shards)), None)
        if clash is not None:
            raise ArchiveError(
                archive=self._into,
                detail=Message(
                    "shards-share-ids", shard=clash.archive, batch=clash.batch, count=clash.captures
                ),
            )
        self._plan.unlink(missing_ok=True)
        self._clear()
        try:
            Archive.create(self._beside, self._name, shards=[shard.path for shard in self._shards])
            total = sum(shard.upto for shard in self._shards)
            Archive.open(self._beside, progress=lambda done: self._tell("indexing", done, total))
            self._carry()
        except BaseException:
            self._clear()
            raise

    @property
    def _name(self) -> str:
        return self._into.name.removesuffix(".archive")

    # ---- copies -------------------------------------------------------------------------------------------------

    def _copies(self) -> None:
        plan = self._resumed() or self._planned()
        files = [_Copy(*one) for one in plan["files"]]
        found = [Clash(Path(path), batch, count) for path, batch, count in plan["clashes"]]
        self._report.renumbered = found
        self._copy(files)
        if not self._report.cancelled and not plan["indexed"]:
            self._index(plan)
        if not self._report.cancelled:
            self._carry()
            self._import(found)

    def _resumed(self) -> dict[str, Any] | None:
        """The plan that was broken off, when it is one of the same archives, and these are as they were."""
        try:
            plan = json.loads(self._plan.read_text("utf-8"))
            fits = plan["by"] == self._by and plan["shards"] == self._makings() and self._beside.is_dir()
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return plan if fits else None

    def _makings(self) -> list[list[str]]:
        return [[str(shard.path), shard.making] for shard in self._shards]

    def _planned(self) -> dict[str, Any]:
        """A new plan: months whose ids are unique are copied, one archive's files behind the other's."""
        self._clear()
        found = clashes(self._shards)
        renumbered = {(clash.archive, clash.batch) for clash in found}
        following = Counter[str]()
        files = []
        for shard in self._shards:
            for batch, file, end in shard.ends:
                if (shard.path, batch) not in renumbered and end:
                    source = batches.file_path(shard.path, batch, file)
                    files.append(_Copy(str(source), batch, following[batch], end))
                    following[batch] += 1
        plan = {
            "by": self._by,
            "shards": self._makings(),
            "files": files,
            "clashes": [(str(clash.archive), clash.batch, clash.captures) for clash in found],
            "indexed": False,
        }
        Archive.create(self._beside, self._name)
        write_whole(self._plan, json.dumps(plan).encode())
        return plan

    def _copy(self, files: Sequence[_Copy]) -> None:
        total, done = sum(one.end for one in files), 0
        for one in files:
            target = batches.file_path(self._beside, one.batch, one.number)
            if not target.exists() or target.stat().st_size < one.end:
                for copied in self._copied(one, target):
                    self._tell("copying", done + copied, total)
                    if self._cancelled():
                        self._report.cancelled = True
                        return
            done += one.end
            self._report.copied += 1
            self._report.bytes += one.end
            self._tell("copying", done, total)

    def _copied(self, one: _Copy, target: Path) -> Iterator[int]:
        """Copy a file; yields the bytes done. It has its name when it is whole and safe."""
        fresh = target.with_name(f"{target.name}.part")
        target.parent.mkdir(exist_ok=True)
        copied = 0
        with Path(one.source).open("rb") as source, fresh.open("wb") as copy:
            while copied < one.end:
                piece = source.read(min(_PIECE, one.end - copied))
                if not piece:
                    raise StorageUnreadable(path=Path(one.source), detail=Message("records-rewritten"))
                copied += copy.write(piece)
                yield copied
            copy.flush()
            os.fsync(copy.fileno())
        fresh.replace(target)
        batches.sync_folder(target.parent)

    def _index(self, plan: dict[str, Any]) -> None:
        for part in self._beside.glob("batches/*/*.part"):
            part.unlink()
        for shard in self._shards:
            if str(making_of(shard.path)) != shard.making:
                raise ArchiveError(archive=shard.path, detail=Message("records-rewritten"))
        self._carry_charsets()
        report = Archive.reindex(
            self._beside, lambda done, total: self._tell("indexing", done, total), self._cancelled
        )
        self._report.damaged = len(report.damaged)
        self._report.cancelled = report.cancelled
        if not report.cancelled:
            plan["indexed"] = True
            write_whole(self._plan, json.dumps(plan).encode())

    def _import(self, found: Sequence[Clash]) -> None:
        """Take in the months whose ids are not unique, as any import: what is there already is passed over."""
        paths = [
            batches.file_path(shard.path, batch, file)
            for shard in self._shards
            for batch, file, _ in shard.ends
            if any((clash.archive, clash.batch) == (shard.path, batch) for clash in found)
        ]
        if not paths:
            return
        with Archive.open(self._beside).writer() as writer:
            report = import_files(
                writer,
                paths,
                lambda _, done, total, taken: self._tell("importing", done, total),
                self._cancelled,
            )
        failed = next((file for file in report.files if file.error), None)
        if failed is not None:
            raise StorageUnreadable(path=failed.path, detail=failed.error)
        self._report.damaged += sum(len(file.damaged) for file in report.files)
        self._report.cancelled = report.cancelled

    # ---- what persons made --------------------------------------------------------------------------------------

    def _carry(self) -> None:
        self._carry_charsets()
        book = Notebook(self._beside)
        with Archive.open(self._beside).reader() as reader:
            for shard in self._shards:
                theirs = Notebook(shard.path).read()
                if theirs.fields:
                    self._report.marks += carrying.take(book, theirs, reader).taken

    def _carry_charsets(self) -> None:
        renumbered = {(clash.archive, clash.batch) for clash in self._report.renumbered}
        for shard in self._shards:
            kept = {batch for batch, _, _ in shard.ends if (shard.path, batch) not in renumbered}
            charsets.carry(shard.path, self._beside, kept)
