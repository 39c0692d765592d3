"""Groups of an archive's pages as they were found, kept beside the archive: a run, and what it was made with.

`clusters.json` can be deleted, a run can be done again. It names pages by their addresses, so a page that is gone since
is missed in it and nothing else. A file that this person's program did not write is not used: it is sealed as the other
caches are. One JSON file does, since a run is read whole: 8 runs of 20 000 pages take 15 MB.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from app.archive.archive import Archive
from app.archive.whole import write_whole
from app.classes.clusters import BYS, METHODS, Cluster, Clustering, Settings, cluster
from app.classes.comparing import Grouped
from app.classes.corpus import Fingerprint, items_of
from app.personal import seal_key

NAME = "clusters.json"
FORMAT = "tianwang-clusters-1"
MOST = 8
"""Runs that are kept, the newest."""
_MOST_BYTES = 256 << 20
_READING = 0.5  # of the whole work

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Run:
    """`made` (ISO 8601) is also what it is known by; `crawl` is "" for the newest versions of all pages; `urls` are the
    addresses of the documents that `clustering` numbers."""

    made: str
    settings: Settings
    crawl: str
    urls: tuple[str, ...]
    clustering: Clustering

    @property
    def grouped(self) -> Grouped:
        """As it is compared with another one."""
        return Grouped(self.clustering, self.urls)


def run(
    archive: Archive,
    settings: Settings,
    crawl: str = "",
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
    fingerprint: Fingerprint | None = None,
) -> Run | None:
    """Group the pages of an archive, or what a crawl saw of them; progress in thousandths of the work. `fingerprint` is for
    groups by these. None where it was cancelled. GroupsUnfit, ClassesUnavailable, Cancelled, StorageFailed,
    StorageUnreadable."""

    def tell(begin: float, done: int, total: int) -> None:
        if progress is not None:
            progress(round(1000 * (begin + (1 - _READING) * done / max(1, total))), 1000)

    items = items_of(
        archive,
        settings.by,
        crawl,
        lambda done, total: tell(0.0, done, total),
        cancelled,
        fingerprint,
    )
    if cancelled is not None and cancelled():
        return None
    found = cluster(items, settings, lambda done, total: tell(_READING, done, total), cancelled)
    return Run(
        datetime.now(UTC).isoformat(timespec="milliseconds"),
        settings,
        crawl,
        tuple(item.document.url for item in items),
        found,
    )


def kept(archive: Path) -> list[Run]:
    """The runs of an archive, newest first; none of a file that is damaged, or a stranger's."""
    try:
        with (archive / NAME).open("rb") as file:
            seal, _, body = file.read(_MOST_BYTES).partition(b"\n")
        if not hmac.compare_digest(seal, _seal(body)):
            return []
        return [_run(one) for one in json.loads(body)]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return []


def keep(archive: Path, *fresh: Run) -> None:
    """Keep runs with those that are kept already, the newest `MOST` of all. StorageFailed."""
    known = {one.made: one for one in (*fresh, *kept(archive))}
    _write(archive, sorted(known.values(), key=lambda one: one.made, reverse=True)[:MOST])


def forget(archive: Path, made: str) -> None:
    """Keep a run no longer. StorageFailed."""
    _write(archive, [one for one in kept(archive) if one.made != made])


def _write(archive: Path, runs: list[Run]) -> None:
    body = json.dumps([asdict(one) for one in runs], ensure_ascii=False, separators=(",", ":"))
    data = body.encode("utf-8", "replace")
    write_whole(archive / NAME, _seal(data) + b"\n" + data)


def _seal(body: bytes) -> bytes:
    return hmac.new(seal_key(), FORMAT.encode() + b"\n" + body, "sha256").hexdigest().encode()


def _run(said: dict[str, Any]) -> Run:
    settings = Settings(**said["settings"])
    if settings.method not in METHODS or settings.by not in BYS:
        raise ValueError(settings.method)
    found = said["clustering"]
    # a tuple with names is a list in JSON
    clusters = tuple(
        Cluster(tuple(name), example, tuple(members)) for name, example, members in found["clusters"]
    )
    places = tuple((float(x), float(y)) for x, y in found["places"])
    clustering = Clustering(
        clusters, tuple(found["noise"]), places, float(found["epsilon"]), tuple(found["curve"])
    )
    return Run(str(said["made"]), settings, str(said["crawl"]), tuple(said["urls"]), clustering)
