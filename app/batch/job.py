"""What a job is: a map of records to pairs, and what becomes of the values of one key."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, ClassVar

from app.batch.splits import Item, Split, Which, splits

Pair = tuple[str, Any]


@dataclass(frozen=True)
class Job:
    """A job; the fields of its class are what a person can set, as text, whole number, number or yes and no. Travels to
    the workers pickled. Keys are texts, values whatever JSON has."""

    name: ClassVar[str]
    which: ClassVar[Which] = "versions"
    """The captures that are mapped."""

    def map(self, item: Item) -> Iterable[Pair]:
        """The pairs of one capture."""
        raise NotImplementedError

    def combine(self, key: str, values: list[Any]) -> list[Any]:
        """Fewer values that mean the same, worked out where they were made."""
        return values

    def reduce(self, key: str, values: Iterator[Any]) -> Iterable[dict[str, Any]]:
        """The lines of the result for one key. `values` come in the order of the records."""
        for value in values:
            yield {"key": key, "value": value}

    def partition(self, key: str, parts: int) -> int:
        """The part of the result in which a key stands: the same on every machine."""
        return int.from_bytes(hashlib.blake2b(key.encode(), digest_size=8).digest()) % parts

    def splits(self, archive: Path, size: int) -> list[Split]:
        """The records of an archive in pieces of about `size` bytes. ArchiveMissing."""
        return splits([archive], size)

    def look(self, archive: str) -> Any:
        """What the job must know of an archive as a whole before it begins; worked out where the archive lies."""
        return None

    def prepared(self, looks: Sequence[Any], parts: int) -> Job:
        """The job as it is run, after a look at each archive. What it has learned is kept beside the result, so that
        it goes on with the same."""
        return self

    def described(self) -> dict[str, Any]:
        """What tells this job from another one."""
        return {"job": self.name, **{one.name: getattr(self, one.name) for one in fields(self)}}
