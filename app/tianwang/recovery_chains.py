"""Which versions among the records of a file cannot be rebuilt, because what they build on is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from app.errors import FormatError
from app.tianwang.neighbours import Neighbours, all_records
from app.tianwang.reader import RecordReader
from app.tianwang.rebuilding import is_incremental


class Unbuilt(NamedTuple):
    """An incremental record that is whole and cannot be rebuilt, and why."""

    offset: int
    id: str
    url: str
    reason: str


def unbuilt(path: Path, cancelled: Callable[[], bool] | None = None) -> Iterator[Unbuilt]:
    """The incremental records of a plain file that cannot be rebuilt from it and its neighbours. OSError."""
    neighbours = Neighbours(path)
    with RecordReader(path) as reader:
        if reader.compression:  # to go back in a stream is to begin anew
            return
        for record in all_records(reader):
            if cancelled is not None and cancelled():
                return
            if is_incremental(record):
                try:
                    neighbours.data(record.detached())
                except FormatError as error:
                    yield Unbuilt(record.offset, record.get("id") or "", record.url, error.rule)
