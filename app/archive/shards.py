"""Archives that consist of others: the list of these shards in `archive.json`, and the numbers of their batch files.

A joined archive has no batches of its own. Its index counts the files of its nth shard from n million on, so that a
number tells the shard; an ordinary archive would need a month of a petabyte to have such numbers. Nothing is ever
written into a shard on behalf of the joined archive.
"""

from __future__ import annotations

import json
import os
from functools import lru_cache
from pathlib import Path

STEP = 1_000_000
"""Numbers of batch files between one shard and the next."""
MOST = 999
"""Shards of one archive."""
KEY = "shards"
"""Name of the list in archive.json."""


def shards_of(archive: Path) -> tuple[Path, ...]:
    """The folders of the shards of a joined archive, in their order; () for an ordinary archive."""
    about = archive / "archive.json"
    try:
        found = about.stat()
    except OSError:
        return ()
    return _listed(about, found.st_mtime_ns, found.st_size)


@lru_cache(maxsize=64)
def _listed(about: Path, _changed: int, _size: int) -> tuple[Path, ...]:
    try:
        listed = json.loads(about.read_text("utf-8"))[KEY]
        return tuple(Path(os.path.normpath(about.parent / str(one))) for one in listed[:MOST])
    except (OSError, ValueError, KeyError, TypeError):
        return ()


def is_joined(archive: Path) -> bool:
    return bool(shards_of(archive))


def written(archive: Path, shards: tuple[Path, ...]) -> list[str]:
    """The list as archive.json has it: shards that lie beside or below the archive by their way from there, so that
    all can be moved together; others by their whole path."""
    beside = archive.parent
    return [
        Path(os.path.relpath(shard, archive)).as_posix() if shard.is_relative_to(beside) else str(shard)
        for shard in shards
    ]


def number_of(shard: int, file: int) -> int:
    """The number that file `file` of the shard at a place of the list (from 0) has in the joined archive."""
    return (shard + 1) * STEP + file


def home_of(archive: Path, file: int) -> tuple[Path, int]:
    """The archive in whose folder a batch file lies, and its number there."""
    if file < STEP:
        return archive, file
    shards, place = shards_of(archive), file // STEP - 1
    # a shard that is no longer listed has no files
    return (shards[place] if place < len(shards) else archive / f"shard-{place + 1}"), file % STEP
