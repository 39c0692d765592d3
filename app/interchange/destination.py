"""Where an export is written: files that appear under their names only when all of it is there.

The names are made from the archive's own name and numbers. Nothing that was archived has a say in them.
"""

from __future__ import annotations

import errno
import heapq
import os
import re
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import IO, BinaryIO

from app.errors import StorageFailed
from app.messages import Message

# Sorting more lines than memory should hold.

_MEMORY = 24 * 1024 * 1024  # bytes of lines; Python needs about twice as much for them
_RUNS = 64  # files open at a time
_OVERHEAD = 60  # bytes of a line beside its text


class LineSorter:
    """Lines (with their ends) in the order of their bytes, in constant memory: sorted runs in nameless files of
    `folder`, which are merged."""

    def __init__(self, folder: Path, memory: int = _MEMORY) -> None:
        self._folder = folder
        self._memory = memory
        self._lines: list[bytes] = []
        self._size = 0
        self._runs: list[IO[bytes]] = []
        self._open = ExitStack()

    def __enter__(self) -> LineSorter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

    def add(self, line: bytes) -> None:
        """One more line. StorageFailed when the disk is full."""
        self._lines.append(line)
        self._size += len(line) + _OVERHEAD
        if self._size > self._memory:
            self._lines.sort()
            self._put_away(self._lines)
            self._lines, self._size = [], 0
            if len(self._runs) >= _RUNS:
                runs, self._runs = self._runs, []
                self._put_away(heapq.merge(*runs))
                for run in runs:
                    run.close()

    def sorted(self) -> Iterator[bytes]:
        """All lines in order; once."""
        self._lines.sort()
        return heapq.merge(*self._runs, self._lines) if self._runs else iter(self._lines)

    def _put_away(self, lines: Iterable[bytes]) -> None:
        with storing(self._folder):
            run: IO[bytes] = tempfile.TemporaryFile(dir=self._folder)  # noqa: SIM115 (closed with the sorter)
            self._open.callback(run.close)
            run.writelines(lines)
            run.seek(0)
        self._runs.append(run)


_TAKEN = Message("export-exists")
_DEVICES = re.compile(
    r"(?:con|prn|aux|nul|clock\$|(?:com|lpt)[0-9])", re.IGNORECASE
)  # names Windows keeps for itself
_BUFFER = 1 << 20


class Destination:
    """The files of one export. Each grows as `NAME.part`; `finish` gives all of them their names, `discard` none."""

    def __init__(self, dest: Path, suffixes: tuple[str, ...], name: str) -> None:
        """`dest` is a file when it ends in one of `suffixes`, otherwise a folder, which is made, for files that end in
        the first of them and are called by the archive's `name`. StorageFailed."""
        single = not dest.is_dir() and dest.name.lower().endswith(suffixes)
        self.folder = dest.parent if single else dest
        self._single = dest.name if single else ""
        self._open: list[tuple[BinaryIO, Path, Path]] = []
        with storing(dest):
            self.folder.mkdir(parents=True, exist_ok=True)
            if single and os.path.lexists(dest):
                raise StorageFailed(path=dest, detail=_TAKEN)
            self._stem = self._free_stem(name)
        self.suffix = suffixes[0]
        if single:
            self.suffix = max((suffix for suffix in suffixes if dest.name.lower().endswith(suffix)), key=len)
            self._stem = dest.name[: -len(self.suffix)] or self._stem

    @property
    def whole(self) -> bool:
        """Whether everything must go into one file, the one that was named."""
        return bool(self._single)

    def name(self, number: int | None = None) -> str:
        """Name of a file: the one that was asked for, or one made from the archive's (and a number)."""
        if self._single:
            return self._single
        return f"{self._stem}{self.suffix}" if number is None else f"{self._stem}-{number:05d}{self.suffix}"

    def beside(self, suffix: str) -> str:
        """Name of a file that goes with the others and is another kind of file."""
        return f"{self._stem}{suffix}"

    def open(self, name: str) -> BinaryIO:
        """A new file for the export, open for writing at any place until the end of the export."""
        final = self.folder / name
        part = self.folder / f"{name}.part"
        with storing(final):
            if os.path.lexists(final):
                raise StorageFailed(path=final, detail=_TAKEN)
            try:
                file = part.open("x+b", buffering=_BUFFER)
            except FileExistsError as error:
                detail = Message("export-unfinished")
                raise StorageFailed(path=part, detail=detail) from error
        self._open.append((file, part, final))
        return file

    def finish(self) -> list[Path]:
        """Close all files and give them their names; returns these. StorageFailed: then nothing keeps a name."""
        named: list[Path] = []
        with storing(self.folder):
            try:
                for file, _, _ in self._open:
                    file.flush()
                    os.fsync(file.fileno())
                    file.close()
                for _, part, final in self._open:
                    _rename(part, final)
                    named.append(final)
            except BaseException:
                for final in named:
                    final.unlink(missing_ok=True)
                self.discard()
                raise
        self._open.clear()
        return named

    def discard(self) -> None:
        """Remove what was written."""
        for file, part, _ in self._open:
            with suppress(OSError):  # what is still in the buffer of a full disk
                file.close()
            with suppress(OSError):
                part.unlink(missing_ok=True)
        self._open.clear()

    def _free_stem(self, name: str) -> str:
        """A beginning of names that no file in the folder has."""
        stem = re.sub(r"[^A-Za-z0-9_-]+", "_", name).strip("_-")[:60]
        if not stem or _DEVICES.fullmatch(stem):
            stem = "archive"
        taken = [entry.name.lower() for entry in self.folder.iterdir()]
        number, free = 1, stem
        while any(entry.startswith((f"{free}-0".lower(), f"{free}.".lower())) for entry in taken):
            number += 1
            free = f"{stem}-{number}"
        return free


@contextmanager
def storing(path: Path) -> Iterator[None]:
    """Turn what the disk says into a sentence for the person."""
    try:
        yield
    except OSError as error:
        raise StorageFailed(path=error.filename or path, detail=error.strerror or str(error)) from error


def _rename(part: Path, final: Path) -> None:
    """Give a finished file its name, unless somebody else has taken that meanwhile."""
    try:
        os.link(part, final)
    except FileExistsError as error:
        raise StorageFailed(path=final, detail=_TAKEN) from error
    except (OSError, NotImplementedError) as error:  # file systems without links: a moment's risk is left
        if getattr(error, "errno", None) == errno.ENOSPC:
            raise
        if os.path.lexists(final):
            raise StorageFailed(path=final, detail=_TAKEN) from error
        part.rename(final)
    else:
        part.unlink()
