"""The charset of a page: the one that a person chose for it, or the usual one on its site.

Choices stand in `charsets.json` in the archive's folder, for a page or for one version of it. The usual charset around
a page without a declared one is noted in its record (`charset-usual`) where it decided, so a new index has the same
texts.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from app.archive.whole import write_whole
from app.errors import StorageFailed
from app.messages import Message
from app.tianwang.record import Record
from extractors.base.charset import chosen, codec, usual

NAME = "charsets.json"
USUAL = "charset-usual"
"""The attribute of a record."""

_MOST_BYTES = 8 << 20
_MOST_PAGES = 20_000
_MAJORITY = 0.6


class _Choices:
    def __init__(self, pages: dict[str, str], versions: dict[str, str]) -> None:
        self.pages, self.versions = pages, versions


_NONE = _Choices({}, {})


def choice(archive: Path, url: str, id: str = "") -> str:
    """The charset that a person chose for a version of a page, or for the page, in the form for extractors; "" without
    one."""
    known = _read(archive)
    if known is _NONE:
        return ""
    label = known.versions.get(id) or known.pages.get(url) or ""
    return chosen(label) if label else ""


def usual_of(record: Record) -> str:
    """The usual charset around the page of a record, where it decided, in the form for extractors."""
    label = record.get(USUAL) or ""
    return usual(label) if codec(label) else ""


def of_record(archive: Path, record: Record, url: str, id: str = "") -> str:
    """The charset of a record as known beside the headers in its DATA: by choice, or as the usual one."""
    return choice(archive, url, id) or usual_of(record)


def choices_of(archive: Path, url: str, id: str = "") -> tuple[str, str]:
    """The choices for a page, and for one version of it; "" without one."""
    known = _read(archive)
    return known.pages.get(url, ""), known.versions.get(id, "")


def all_choices(archive: Path) -> tuple[dict[str, str], dict[str, str]]:
    """The charsets that a person chose: for pages by their addresses, for versions by their ids."""
    known = _read(archive)
    return known.pages, known.versions


def choose(archive: Path, url: str, label: str, id: str = "") -> None:
    """Read a page, or the version `id` of it alone, in this charset from now on; with "", in the detected one.
    `Archive.reread` brings the index up to date. StorageFailed; ValueError for an unknown charset."""
    if label and codec(label) is None:
        raise ValueError(f"{label} is no charset")
    known = _read(archive)
    pages, versions = dict(known.pages), dict(known.versions)
    table, key = (versions, id) if id else (pages, url)
    if label:
        table[key] = label
    else:
        table.pop(key, None)
    path = archive / NAME
    if not pages and not versions:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            raise StorageFailed(path=path, detail=error.strerror or str(error)) from error
        return
    _write(archive, pages, versions)


def _write(archive: Path, pages: dict[str, str], versions: dict[str, str]) -> None:
    path = archive / NAME
    data = (json.dumps({"pages": pages, "versions": versions}, indent=2, ensure_ascii=False) + "\n").encode()
    if len(data) > _MOST_BYTES:
        raise StorageFailed(path=path, detail=Message("choices-large", count=_MOST_BYTES))
    write_whole(path, data)


def carry(archive: Path, into: Path, batches: Collection[str]) -> None:
    """Give another archive the choices made here that it has not; of those for versions, the ones of `batches`, whose
    ids are the same there. StorageFailed."""
    theirs, ours = _read(archive), _read(into)
    if theirs is _NONE:
        return
    pages = {**theirs.pages, **ours.pages}
    versions = {
        **{id: label for id, label in theirs.versions.items() if id.partition("-")[0] in batches},
        **ours.versions,
    }
    _write(into, pages, versions)


def _read(archive: Path) -> _Choices:
    path = _path(archive)
    try:
        state = path.stat()
    except OSError:
        return _NONE
    return _parsed(path, state.st_mtime_ns, state.st_size, state.st_ino)


@lru_cache(maxsize=8)
def _path(archive: Path) -> Path:
    """Asked for with each page that is stored, where joining paths would take most of the time."""
    return archive / NAME


@lru_cache(maxsize=8)
def _parsed(path: Path, changed: int, size: int, number: int) -> _Choices:
    try:
        with path.open("rb") as file:
            read = json.loads(file.read(_MOST_BYTES + 1))
    except (OSError, ValueError, RecursionError):
        return _NONE
    tables = [read.get(name) if isinstance(read, dict) else None for name in ("pages", "versions")]
    good = [
        {key: label for key, label in table.items() if isinstance(label, str) and codec(label)}
        if isinstance(table, dict)
        else {}
        for table in tables
    ]
    return _Choices(*good) if any(good) else _NONE


class Neighbours:
    """The charsets of pages that were read for certain, by site; those of the last pages by address as well."""

    def __init__(self) -> None:
        self._sites: dict[str, Counter[str]] = {}
        self._pages: dict[str, str] = {}

    def knows(self, site: str) -> bool:
        return site in self._sites

    def note(self, url: str, found: str, sure: bool) -> None:
        """A page that is in the charset `found`."""
        counted = self._sites.setdefault(site_of(url), Counter())
        if not sure:
            return
        counted[found] += 1
        self._pages.pop(url, None)
        self._pages[url] = found
        if len(self._pages) > _MOST_PAGES:
            del self._pages[next(iter(self._pages))]

    def around(self, url: str, linked_from: str | None = None) -> str:
        """The charset of the page that leads here, or of most pages of the site that are not UTF-8; "" without any."""
        found = self._pages.get(linked_from or "", "utf-8")
        if found != "utf-8":
            return found
        counted = self._sites.get(site_of(url), Counter())
        total = counted.total() - counted["utf-8"]
        best, count = max(
            ((name, count) for name, count in counted.items() if name != "utf-8"),
            key=lambda one: one[1],
            default=("", 0),
        )
        return best if count >= total * _MAJORITY else ""


def site_of(url: str) -> str:
    """Host and port of an address."""
    with suppress(IndexError):
        return url.split("/", 3)[2].lower()
    return ""
