"""The folder an export is written into: nothing outside it is touched, nothing in it is overwritten."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from app.errors import StorageFailed
from app.exporting.naming import fold, safe_name
from app.exporting.places import Place

LONGEST_PATH = 200
"""Characters a path below the folder may have, so that Windows (260 in all) can still take a copy of it."""

_WINDOWS_PATH = 259
_ROOM_FOR_NAME = 80
_LONGEST_FOLDER = 64


class ExportFolder:
    """Gives out names below `root` and writes each file whole or not at all.

    What stands in `root` already counts as taken, links included, and every folder below is made new here: so
    no link that somebody put there is ever followed. Files are renamed into place without waiting for the
    disk: the archive still has everything an export could lose.
    """

    def __init__(self, root: Path) -> None:
        with storing(root):
            root.mkdir(parents=True, exist_ok=True)
            self.root = root.resolve()
            names = [entry.name for entry in self.root.iterdir()]
        self._taken: dict[Path, set[str]] = {self.root: {fold(name) for name in names}}
        self._folders: dict[tuple[Path, str], Path] = {}
        self._longest = _longest(self.root)

    def write(self, place: Place, data: bytes) -> str:
        """Write one file and return its path below `root`, with forward slashes."""
        with self.open(place) as (file, name):
            file.write(data)
        return name

    @contextmanager
    def open(self, place: Place) -> Iterator[tuple[BinaryIO, str]]:
        """A file that appears under its name when the block ends well, and leaves nothing behind otherwise."""
        folder = self._folder(place.folders)
        with storing(folder):
            final = self._free(folder, lambda limit, taken: safe_name(place.title, place.ext, taken, limit))
            temporary = folder / f".{secrets.token_hex(6)}.part"
            try:
                with temporary.open("xb") as file:
                    yield file, final.relative_to(self.root).as_posix()
                temporary.rename(final)
            except BaseException:
                with suppress(OSError):
                    temporary.unlink(missing_ok=True)
                raise

    def _folder(self, segments: tuple[str, ...]) -> Path:
        """The folder for `segments`; where the path would get too long, the deepest that fits."""
        folder = self.root
        for segment in segments:
            known = self._folders.get((folder, segment))
            if known is None:
                if (
                    self._used(folder) + _LONGEST_FOLDER + _ROOM_FOR_NAME > self._longest
                    and folder != self.root
                ):
                    break
                known = self._make(folder, segment)
            folder = known
        return folder

    def _make(self, parent: Path, segment: str) -> Path:
        with storing(parent):
            made = self._free(
                parent, lambda limit, taken: safe_name(segment, "", taken, min(limit, _LONGEST_FOLDER))
            )
            made.mkdir()
        self._folders[parent, segment] = made
        self._taken[made] = set()
        return made

    def _free(self, folder: Path, name: Callable[[int, set[str]], str]) -> Path:
        """A path in `folder` under which nothing stands, however this file system compares names."""
        room = self._longest - self._used(folder)
        while True:
            path = folder / name(room, self._taken[folder])
            if not os.path.lexists(path):
                return path

    def _used(self, folder: Path) -> int:
        return 0 if folder == self.root else _units(str(folder.relative_to(self.root))) + 1


@contextmanager
def storing(path: Path) -> Iterator[None]:
    """Turn what the disk says into a sentence for the person."""
    try:
        yield
    except OSError as error:
        raise StorageFailed(path=error.filename or path, detail=error.strerror or str(error)) from error


def _longest(root: Path) -> int:
    if os.name != "nt":
        return LONGEST_PATH
    return min(LONGEST_PATH, max(_ROOM_FOR_NAME, _WINDOWS_PATH - _units(str(root)) - 1))


def _units(text: str) -> int:
    """Length as Windows counts it, in UTF-16 units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
