"""The folder `graph/` of an archive: the links of all versions in one file, and newer ones beside it until they are merged.

    graph/state.json    which files there are, with their digests, and how far each batch is; under a seal
    graph/N.links, N.texts    see `files`; the first is the graph, others are newer links of a crawl that goes on
    graph/ranks, graph/around    what links say of each page; the words around links of pages that ARC has looked at

All of it is a cache: it can be deleted and is made anew from the records. `state.json` is replaced as a whole when the files
that it names are on the disk, so that a crash at any moment leaves the state of before; files that it does not name are
deleted by the next writer. It has a seal that only this person's key makes: what a stranger made is made anew.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from app.archive.lock import WriteLock
from app.errors import ArchiveError, StorageFailed
from app.graph.store.files import LinksFile, write
from app.graph.store.links import Links, joined, nothing
from app.graph.store.navigation import marked
from app.messages import Message
from app.personal import seal_key

FOLDER = "graph"
RANKS = "ranks"
"""The file of what links say of each page, in that folder."""
AROUND = "around"
"""The file of the words around links, likewise."""
VERSION = "2"
"""What the files must have been made with to be used."""

_STATE = "state.json"
_FEW_ROWS = 1 << 16
_MOST_FILES = 32
_PROBLEMS = {
    "none": Message("graph-none"),
    "foreign": Message("graph-foreign"),
    "damaged": Message("graph-damaged"),
    "older": Message("graph-older"),
}


@dataclass(slots=True)
class State:
    """What `state.json` says. `files` are [name, rows, digests of both files], the graph first; `upto` are serial numbers
    by batch; `manner` is how pages were read; `ranks` and `around` are the digests of these files, empty where there is
    none; `templates` tells by which templates of its sites the first file knows what is navigation."""

    files: list[list[Any]] = field(default_factory=list)
    upto: dict[str, int] = field(default_factory=dict)
    manner: str = ""
    ranks: str = ""
    templates: str = ""
    around: str = ""

    def text(self) -> bytes:
        """The bytes of the file."""
        parts = [VERSION, self.files, self.upto, self.manner, self.ranks, self.templates, self.around]
        said = json.dumps(parts)
        seal = hmac.new(seal_key(), f"graph {said}".encode(), "sha256").hexdigest()
        return json.dumps({"version": VERSION, "seal": seal, "said": said}).encode()


class _Unusable(Exception):
    """`args[0]` is a key of `_PROBLEMS`."""


def _read(folder: Path) -> State:
    """The state of a folder, its files checked."""
    try:
        told = json.loads((folder / _STATE).read_bytes())
        version, seal, said = str(told["version"]), str(told["seal"]), str(told["said"])
    except FileNotFoundError:
        raise _Unusable("none") from None
    except (OSError, ValueError, KeyError, TypeError):
        raise _Unusable("damaged") from None
    try:
        if not hmac.compare_digest(
            seal, hmac.new(seal_key(), f"graph {said}".encode(), "sha256").hexdigest()
        ):
            raise _Unusable("foreign")
    except OSError:  # there is no place for the key: nothing can be known to be ours
        raise _Unusable("foreign") from None
    if version != VERSION:
        raise _Unusable("older")
    _, files, upto, manner, ranks, templates, *around = json.loads(said)
    for name, _, *digests in files:
        if [_digest(folder / f"{name}{end}") for end in (".links", ".texts")] != digests:
            raise _Unusable("damaged")
    return State(files, upto, manner, ranks, templates, *around)


def _digest(path: Path) -> str:
    try:
        if path.is_symlink():
            return ""
        with path.open("rb") as file:
            return hashlib.file_digest(file, "blake2b").hexdigest()[:32]
    except OSError:
        return ""


def opened(archive: Path) -> LinksFile:
    """The links of an archive, for reading. ArchiveError with a code: `graph-none`, `graph-foreign`, `graph-damaged`,
    `graph-older`."""
    folder = archive / FOLDER
    for _ in range(3):
        try:
            state = _read(folder)
            if not state.files:
                raise _Unusable("none")
            return LinksFile(folder / str(state.files[0][0]))
        except _Unusable as error:
            problem = str(error.args[0])
        except (OSError, ValueError):  # a writer may have put others in the place of the files meanwhile
            problem = "damaged"
        if problem != "damaged":
            break
    raise ArchiveError(archive=archive, detail=_PROBLEMS[problem])


def edition(archive: Path) -> str:
    """What tells the merged links of an archive from those after the next merge; "" without any."""
    try:
        files = _read(archive / FOLDER).files
    except _Unusable:
        return ""
    return str(files[0][2]) if files else ""


class GraphWriter:
    """The one writer of an archive's graph; to be closed. What is not of this program and this person, or damaged, is
    begun anew. ArchiveLocked while another one is at work, StorageFailed."""

    def __init__(self, archive: Path) -> None:
        self.folder = archive / FOLDER
        try:
            if self.folder.is_symlink():
                raise StorageFailed(path=self.folder, detail=Message("search-is-link"))
            self.folder.mkdir(exist_ok=True)
            self._lock = WriteLock(self.folder)
        except OSError as error:
            raise _failed(self.folder, error) from error
        try:
            self.state = _read(self.folder)
        except _Unusable:
            self.state = State()
        try:
            self._sweep()
        except BaseException as error:
            self._lock.close()
            if isinstance(error, OSError):
                raise _failed(self.folder, error) from error
            raise

    def close(self) -> None:
        self._lock.close()

    def begin_anew(self, manner: str) -> None:
        """Forget all links: pages are read in another manner."""
        self.state = State(manner=manner)

    def add(self, links: Links, upto: Mapping[str, int]) -> None:
        """Keep new links, and up to which serial number each batch is known with them. StorageFailed."""
        try:
            state = replace(self.state, files=list(self.state.files), upto={**self.state.upto, **upto})
            if not state.files:
                state.templates = self._mark(links)
            if links.keys or not state.files:
                state.files.append(self._written(links, state))
            self._keep(state)
        except OSError as error:
            raise _failed(self.folder, error) from error

    def merge(self, *, at_once: bool = True) -> bool:
        """Make one file of all, with what the templates of sites repeat as it is known now; without `at_once` only where
        it is worth it, that is where a quarter of the links or more is new, or stands in many files. Whether it was done.
        StorageFailed."""
        rows = [int(file[1]) for file in self.state.files]
        newer = sum(rows[1:])
        much = newer > max(rows[0] // 4, _FEW_ROWS) or len(rows) > _MOST_FILES
        if not rows or not (at_once or much) or (len(rows) < 2 and not self._templates_changed()):
            return False
        try:
            state = replace(self.state, files=[], upto=dict(self.state.upto))
            new = nothing()
            for name, *_ in self.state.files[1:]:
                new = joined(new, self._loaded(str(name)))
            whole = self._loaded(str(self.state.files[0][0]))
            whole = joined(whole, new) if len(rows) > 1 else whole
            state.templates = self._mark(whole)
            state.files.append(self._written(whole, self.state))
            self._keep(state)
        except ValueError as error:
            raise ArchiveError(archive=self.folder.parent, detail=_PROBLEMS["damaged"]) from error
        except OSError as error:
            raise _failed(self.folder, error) from error
        return True

    def keep_ranks(self, data: bytes) -> None:
        """Keep the ranks of the pages, for `kept`. StorageFailed."""
        digest = self._put(RANKS, data)
        self._say(replace(self.state, ranks=digest))

    def keep_around(self, data: bytes) -> None:
        """Keep the words around links, for `kept`. StorageFailed."""
        digest = self._put(AROUND, data)
        self._say(replace(self.state, around=digest))

    def _put(self, name: str, data: bytes) -> str:
        try:
            fresh = self.folder / f"{name}.new"
            fresh.write_bytes(data)
            fresh.replace(self.folder / name)
        except OSError as error:
            raise _failed(self.folder, error) from error
        return _digest(self.folder / name)

    def _say(self, state: State) -> None:
        try:
            self._keep(state)
        except OSError as error:
            raise _failed(self.folder, error) from error

    def _mark(self, links: Links) -> str:
        """Tell navigation from other links; by which templates."""
        from app.templates.known import Templates  # reads pages, which nobody needs who looks links up

        with Templates(self.folder.parent) as templates:
            mark = templates.mark()
            learned = {site: templates.links(site) for site in templates.sites()} if mark else {}
        marked(links, learned)
        return mark

    def _templates_changed(self) -> bool:
        from app.templates.known import Templates

        with Templates(self.folder.parent) as templates:
            return templates.mark() != self.state.templates

    def _loaded(self, name: str) -> Links:
        file = LinksFile(self.folder / name)
        try:
            return file.load(words=True)
        finally:
            file.close()

    def _written(self, links: Links, state: State) -> list[Any]:
        name = str(max((int(file[0]) for file in state.files), default=0) + 1)
        return [name, links.size, *map(_digest, write(self.folder / name, links))]

    def _keep(self, state: State) -> None:
        fresh = self.folder / f"{_STATE}.new"
        with fresh.open("wb") as file:
            file.write(state.text())
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self.folder / _STATE)
        self.state = state
        self._sweep()

    def _sweep(self) -> None:
        """Delete what the state does not name."""
        named = {f"{name}{end}" for name, *_ in self.state.files for end in (".links", ".texts")}
        for path in self.folder.iterdir():
            if path.suffix in (".links", ".texts", ".new") and path.name not in named:
                with suppress(
                    PermissionError
                ):  # a reader has it open, on Windows: the next writer deletes it
                    path.unlink()


def _failed(folder: Path, error: OSError) -> StorageFailed:
    return StorageFailed(path=folder, detail=error.strerror or str(error))


def kept(archive: Path, name: str) -> bytes | None:
    """The file of ranks or of words around links as it was kept; None where there is none that could be used."""
    folder = archive / FOLDER
    try:
        state = _read(folder)
        wanted = {RANKS: state.ranks, AROUND: state.around}[name]
        data = (folder / name).read_bytes() if wanted else b""
    except (_Unusable, OSError):
        return None
    return data if wanted and hashlib.blake2b(data).hexdigest()[:32] == wanted else None


def stamp(archive: Path) -> object:
    """Something that is another once the graph has changed."""
    try:
        state = (archive / FOLDER / _STATE).stat()
    except OSError:
        return None
    return state.st_ino, state.st_mtime_ns


def known(archive: Path) -> dict[str, int]:
    """Up to which serial number each batch is in the graph; nothing where the graph cannot be used."""
    try:
        return _read(archive / FOLDER).upto
    except _Unusable:
        return {}
