"""Threads that check the DATA of the next records while the walk is still before them.

Only the time changes by that: what is found out is noted with the header that was read (`Probe.proven`), and the walk
works out itself what is not there yet. zlib-ng and hashlib let go of the interpreter's lock while they work.
"""

from __future__ import annotations

import os
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from types import TracebackType

from app.tianwang.recovery_probe import MAX_HEADER, Probe, closes, probe
from app.tianwang.recovery_proof import proof_of, short
from app.tianwang.recovery_source import WINDOW, Source

_AHEAD = WINDOW // 2  # bytes; of the two windows of the source one is the walk's, the other this one's
_WORTH = 1024  # bytes that are compressed, which take longer to check than to hand over
_WORTH_HASHING = 32 * 1024
_MOST_THREADS = 3


class Ahead:
    """Checks records in threads, up to `_AHEAD` bytes before the walk; with one processor there is no thread."""

    def __init__(self, source: Source, threads: int | None = None) -> None:
        self._source = source
        self._jobs: SimpleQueue[tuple[Probe, bytes] | None] = SimpleQueue()
        self._count = min((os.cpu_count() or 1) - 1, _MOST_THREADS) if threads is None else threads
        self._threads: list[Thread] = []
        self._next = 0  # the offset up to which records were looked at
        self._blocked = 0  # where there was none; nothing is looked at before the walk is there

    def __enter__(self) -> Ahead:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(Empty):
            while True:
                self._jobs.get_nowait()
        for _ in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            thread.join()

    def hurry(self, record: Probe) -> None:
        """The walk wants to know of this record: look at what comes next, and see to it that `proven` is there."""
        if not self._count or not _worth(record):
            return
        if self._blocked <= record.offset and not _AHEAD // 2 <= self._next - record.offset <= 2 * _AHEAD:
            self._look(record)
        while record.proven is None:
            try:
                job = self._jobs.get_nowait()
            except Empty:
                return
            if job is not None and job[0].offset >= record.offset:
                _do(*job)

    def _look(self, record: Probe) -> None:
        """Hand over the records up to some way behind this one, as far as they follow one another."""
        source = self._source
        if not 0 <= self._next - record.offset <= 2 * _AHEAD:
            self._next = record.offset
        while self._next < record.offset + _AHEAD:
            found = record if self._next == record.offset else probe(source, self._next, MAX_HEADER)
            if found is None or found.broken_rule or not closes(source, found):
                self._blocked = self._next
                return
            if found.proven is None and _worth(found):
                self._hand_over(found)
            self._next = found.end

    def _hand_over(self, found: Probe) -> None:
        if not self._threads:
            for _ in range(self._count):
                self._threads.append(Thread(target=_work, args=(self._jobs,), name="check ahead", daemon=True))
                self._threads[-1].start()
        self._jobs.put((found, self._source.read(found.data, found.length)))


def _worth(found: Probe) -> bool:
    if b"digest" in found.fields:
        return found.length >= _WORTH_HASHING and short(found)
    return b"unzip-length" in found.fields and found.length >= _WORTH and short(found)


def _work(jobs: SimpleQueue[tuple[Probe, bytes] | None]) -> None:
    while (job := jobs.get()) is not None:
        with suppress(MemoryError):  # the walk will meet it
            _do(*job)


def _do(found: Probe, data: bytes) -> None:
    if found.proven is None:
        found.proven = proof_of(found, data)
