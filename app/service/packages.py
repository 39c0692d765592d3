"""Selections of an archive as WARC or WACZ files, made when somebody asks for them and kept for a while, so that parts of
them can be asked for.

A selection is made into a file of a temporary folder by the exports' own writers; the same captures give the same bytes,
also after the file was dropped. Who asks for a part gets it of the file that is there, even where the archive has grown
since; who asks for the whole gets one that is at most a minute old. Files are dropped, those asked for longest ago first,
when together they are larger than `ROOM`.
"""

from __future__ import annotations

import shutil
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import file_digest
from pathlib import Path
from typing import Literal, NamedTuple

from app.archive.model import Capture
from app.errors import UserError
from app.interchange.exporting import export_archive
from app.service.collection import Collection

ROOM = 8 << 30
"""Bytes of all packages together, and at most half of what is free on the disk."""
MOST = 4 << 30
"""Bytes of one package."""
FRESH = 60.0
"""Seconds for which a package stands for the archive as it is."""
_BUILDERS = 2  # made at the same time
_WAITING = 8  # more that wait for it
_LOOK = 64  # captures between two looks at the size

Format = Literal["warc", "wacz"]
SUFFIX = {"warc": ".warc.gz", "wacz": ".wacz"}


class Wanted(NamedTuple):
    """A selection: addresses that begin with `prefix`, `since` <= date < `until`, or the versions with these `ids` with
    all they need; with `newest` only the last version of each address."""

    format: Format
    prefix: str = ""
    since: datetime | None = None
    until: datetime | None = None
    newest: bool = False
    ids: tuple[str, ...] | None = None


class Busy(Exception):
    """So many packages are being made that another one would wait too long."""


class TooLarge(Exception):
    """A selection has more bytes than a package may have."""


class Nothing(Exception):
    """A selection has no captures."""


@dataclass
class Package:
    """One file. `path` is where it stands, or grows; `size`, `digest` and `error` count when it is `done`."""

    path: Path
    begun: float
    done: Future[None] = field(default_factory=Future)
    used: float = 0.0
    size: int = 0
    digest: str = ""

    @property
    def growing(self) -> Path:
        """Where it stands until it is finished."""
        return self.path.with_name(self.path.name + ".part")

    def has_failed(self) -> bool:
        return self.done.done() and self.done.exception() is not None


class Packages:
    """The packages of a running service; to be closed. For any thread."""

    def __init__(self, room: int = ROOM, most: int = MOST) -> None:
        self._room, self._most = room, most
        self._folder = Path(tempfile.mkdtemp(prefix="tianwang-packages-"))
        self._room = min(room, shutil.disk_usage(self._folder).free // 2)
        self._builders = ThreadPoolExecutor(_BUILDERS, "package")
        self._known: dict[tuple[str, Wanted], Package] = {}
        self._lock = threading.Lock()
        self._closed = False
        self._number = 0

    def close(self) -> None:
        """Stop what is being made, and drop everything."""
        self._closed = True
        self._builders.shutdown(cancel_futures=True)
        shutil.rmtree(self._folder, ignore_errors=True)

    def get(self, collection: Collection, wanted: Wanted, *, part: bool = False) -> Package:
        """The package of a selection, begun if need be; with `part` the one that parts were already sent of. Busy."""
        key, now = (collection.name, wanted), time.monotonic()
        with self._lock:
            found = self._known.get(key)
            if found is None or found.has_failed() or not (part or now - found.begun < FRESH):
                if sum(not one.done.done() for one in self._known.values()) >= _BUILDERS + _WAITING:
                    raise Busy
                self._number += 1
                folder = self._folder / f"{self._number}"
                folder.mkdir()
                if found is not None:
                    self._drop(found)
                found = self._known[key] = Package(folder / f"archive{SUFFIX[wanted.format]}", now)
                self._builders.submit(self._make, found, collection, wanted)
            found.used = now
            self._make_room()
            return found

    def _make(self, package: Package, collection: Collection, wanted: Wanted) -> None:
        try:
            self._write(package, collection, wanted)
        except BaseException as problem:
            shutil.rmtree(package.path.parent, ignore_errors=True)
            package.done.set_exception(problem)
        else:
            package.done.set_result(None)

    def _write(self, package: Package, collection: Collection, wanted: Wanted) -> None:
        with collection.archive.reader() as reader:
            upto = reader.last_seq()
            newest = reader.connection.execute("SELECT max(date) FROM captures WHERE seq <= ?", (upto,))
            made = datetime.fromtimestamp(int(newest.fetchone()[0] or 0), UTC)

            def allowed(one: Capture) -> bool:
                return one.seq <= upto and collection.hidden_address(one.url) is None

            report = export_archive(
                reader,
                package.path,
                wanted.format,
                prefixes=(wanted.prefix,),
                ids=wanted.ids,
                since=wanted.since,
                until=wanted.until,
                newest=wanted.newest,
                visits=True,
                notes=False,
                allowed=allowed,
                made=made,
                cancelled=self._too_much(package),
            )
        if report.cancelled:
            raise TooLarge
        if not report.records:
            raise Nothing
        package.size = package.path.stat().st_size
        if package.size > self._most:  # what was written last is seen only now
            raise TooLarge
        with package.path.open("rb") as file:
            package.digest = file_digest(file, "sha256").hexdigest()

    def _too_much(self, package: Package) -> Callable[[], bool]:
        """Whether a package has become too large, or the service ends."""
        asked, answer = 0, False

        def look() -> bool:
            nonlocal asked, answer
            asked += 1
            if asked % _LOOK == 0:
                with suppress(OSError):
                    answer = package.growing.stat().st_size > min(self._most, self._room)
            return answer or self._closed

        return look

    def _make_room(self) -> None:
        """Drop what was asked for longest ago, as long as there is too much; what is being made stays."""
        ready = sorted(
            ((one.used, key) for key, one in self._known.items() if one.done.done()), key=lambda one: one[0]
        )
        held = sum(one.size for one in self._known.values())
        for _, key in ready[:-1]:
            if held <= self._room and len(self._known) <= _FILES:
                return
            package = self._known.pop(key)
            held -= package.size
            self._drop(package)

    def _drop(self, package: Package) -> None:
        """Who is reading it goes on where the system lets them."""
        if package.done.done():
            shutil.rmtree(package.path.parent, ignore_errors=True)
        else:
            package.done.add_done_callback(lambda _: shutil.rmtree(package.path.parent, ignore_errors=True))


_FILES = 200  # packages that are known


def reason(problem: BaseException) -> tuple[int, str, str]:
    """Status, code and sentence for a package that was not made."""
    if isinstance(problem, TooLarge):
        return 413, "package-large", f"This selection is larger than {MOST >> 30} GiB: ask for parts of it."
    if isinstance(problem, Nothing):
        return 404, "package-empty", "Nothing in the archive is of this selection."
    if isinstance(problem, UserError):
        return 503, "archive", str(problem)
    return 503, "package", "The package could not be made."
