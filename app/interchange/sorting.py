"""Sorting more lines than memory should hold."""

from __future__ import annotations

import heapq
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import IO

from app.interchange.destination import storing

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
