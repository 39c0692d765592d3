"""Which files a person means by the paths given: folders stand for all files in them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

_ABOUT = "archive.json"  # stands in the folder of an archive of this program: only its batches are records


class Named(NamedTuple):
    """A file to import; `inside` when it was found in a folder. `error` says why a folder could not be read."""

    path: Path
    inside: bool = False
    error: str = ""


def expand(paths: Iterable[Path]) -> Iterator[Named]:
    """The files, those of folders in the order of their names. No folder is entered twice, whatever links say."""
    entered: set[tuple[int, int]] = set()
    for path in paths:
        yield from _walk(path, entered, inside=False)


def _walk(path: Path, entered: set[tuple[int, int]], *, inside: bool) -> Iterator[Named]:
    pending = [(path, inside)]  # a list, and not recursion: folders may be nested deeply
    while pending:
        path, inside = pending.pop()
        if not path.is_dir():
            if not inside or path.is_file():  # no pipes and devices, and no links to nothing
                yield Named(path, inside)
            continue
        try:
            about = path.stat()
            key = about.st_dev, about.st_ino
            if key in entered:
                continue
            if about.st_ino:
                entered.add(key)
            names = sorted(os.listdir(path), reverse=True)  # noqa: PTH208  # names, to be sorted as such
        except OSError as error:
            yield Named(path, inside, f"{path} cannot be read: {error.strerror or error}.")
            continue
        if _ABOUT in names and "batches" in names:
            names = ["batches"]
        pending += [(path / name, True) for name in names]
