"""Documents read in processes of their own, with a limit on time and memory for each.

A document that hangs, eats memory or brings a library down costs its process and no more: the result is a Document with
an `error` sentence, and the next one gets a new process.
"""

from __future__ import annotations

import atexit
import json
import logging
import os
import threading
import time
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

from extractors.base.packing import unpack, unpack_picture
from extractors.base.sentences import Message
from extractors.base.types import Document, Picture
from extractors.door import described, worker
from extractors.door.processes import Process, Why
from extractors.door.registry import extract as extract_here
from extractors.ocr import tesseract

if TYPE_CHECKING:
    from extractors.pdf.words import PageWords

SECONDS = 30.0
MEMORY = 1 << 30
CANCELLED = Message("reading-cancelled")
BROKEN = Message("process-read-ended")

_TICK = 0.05  # seconds between two looks at those at work
_IDLE = 20.0  # seconds without work after which the processes are ended: each has a hundred megabytes
_START = 60.0  # seconds in which a process must be ready: the first start after an installation reads much from disk

log = logging.getLogger(__name__)


class Workers:
    """`size` processes, started when needed. For any thread. To be closed.

    `seconds` and `memory` (bytes, beyond a process at rest) are the limits of one document. `note` is the reason why
    documents are read in this process, without limits, when no other could be started.
    """

    def __init__(self, size: int | None = None, seconds: float = SECONDS, memory: int = MEMORY) -> None:
        self.size = size or os.cpu_count() or 1
        self.seconds, self.memory = seconds, memory
        self.note = ""
        self._places = threading.Semaphore(self.size)
        self._free: list[Process] = []
        self._busy: dict[Process, Callable[[], bool] | None] = {}
        self._change = threading.Condition()
        self._watch: threading.Thread | None = None
        self._closed = False

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def extract(self, data: bytes, *, cancelled: Callable[[], bool] | None = None, **how: Any) -> Document:
        """`extractors.extract(data, **how)` in another process. Never raises for bad content."""
        return self._document(self._ask({"do": "extract", **how}, data, cancelled), data, how)

    def described(
        self,
        data: bytes,
        without: Collection[str] = (),
        *,
        cancelled: Callable[[], bool] | None = None,
        **how: Any,
    ) -> Document | str | described.Undecided:
        """The same as a line of JSON (see extractors.door.described, also for `without`), made where it was read: that
        is quicker for many. For one that cannot be read, its document."""
        answer = self._ask({"do": "extract", "without": list(without), **how}, data, cancelled)
        if isinstance(answer, bytes) and (line := described.unpacked(answer)) is not None:
            return line
        document = self._document(answer, data, how)
        return document if document.error else described.line(document, without)

    def _document(self, answer: bytes | str | None, data: bytes, how: dict[str, Any]) -> Document:
        if isinstance(answer, str):
            return Document("", "", error=answer)
        if answer is None:
            how.pop("lean", None)
            how.pop("ocr", None)  # no other program is started from here
            return extract_here(data, **how)
        try:
            document = unpack(answer)
        except ValueError:
            return Document("", "", error=BROKEN)
        if document.error == worker.NO_MEMORY:
            document.error = self._sentence("memory")
        return document

    def page_picture(
        self, data: bytes, number: int = 0, width: int = 800, *, cancelled: Callable[[], bool] | None = None
    ) -> Picture | None:
        """One page of a PDF, `width` pixels wide, `number` counting from 0; None for a number beyond the last, or a
        page that could not be drawn within the limits."""
        answer = self._ask({"do": "page", "number": number, "width": width}, data, cancelled)
        try:
            return unpack_picture(answer) if isinstance(answer, bytes) else None
        except ValueError:
            return None

    def page_words(
        self, data: bytes, first: int, count: int, *, cancelled: Callable[[], bool] | None = None
    ) -> list[PageWords]:
        """The text of some pages of a PDF with the places of its characters, from page `first` on, counted from 0;
        nothing of pages that could not be read within the limits."""
        from extractors.pdf.words import unpacked  # which no crawl needs

        answer = self._ask({"do": "words", "first": first, "count": count}, data, cancelled)
        try:
            return unpacked(answer) if isinstance(answer, bytes) else []
        except ValueError:
            return []

    def stamped(self, data: bytes, line: str, *, cancelled: Callable[[], bool] | None = None) -> bytes:
        """A PDF with a line at the foot of its pages; empty when that cannot be done within the limits."""
        answer = self._ask({"do": "stamp", "line": line}, data, cancelled)
        return answer if isinstance(answer, bytes) and answer.startswith(b"%PDF") else b""

    def close(self) -> None:
        """End the processes in the middle of their work; the callers waiting for one get a document with an error."""
        with self._change:
            self._closed = True
            free, self._free = self._free, []
            for child in self._busy:
                child.kill("closed")
            self._change.notify_all()
        for child in free:
            child.end()
        if self._watch is not None:
            self._watch.join()

    # ---- asking -------------------------------------------------------------------------------------------------

    def _ask(
        self, asked: dict[str, Any], data: bytes, cancelled: Callable[[], bool] | None
    ) -> bytes | str | None:
        """The answer; the reason why there is none; or None when no process can be started."""
        while not self._places.acquire(timeout=0.1):
            if self._closed or (cancelled is not None and cancelled()):
                return CANCELLED
        try:
            child = self._child(cancelled)
            if child is None:
                return CANCELLED if self._closed or not self.note else None
            return self._asked(child, asked, data)
        finally:
            self._places.release()

    def _asked(self, child: Process, asked: dict[str, Any], data: bytes) -> bytes | str:
        fresh = False
        try:
            scan = asked.get("ocr") is not None and b"%PDF-" in data[:1024]  # nothing else is recognised
            seconds = self.seconds + (tesseract.SECONDS if scan else 0)
            child.begin(seconds)
            answer = child.ask(json.dumps({**asked, "seconds": seconds}).encode(), data)
            fresh = not child.is_worn
            return answer
        except (OSError, EOFError, ValueError):
            return self._sentence(child.why or child.autopsy())
        finally:
            with self._change:
                self._busy.pop(child, None)
                fresh = fresh and not child.why and not self._closed
                if fresh:
                    child.rest()
                    self._free.append(child)
            if not fresh:
                child.end()

    def _child(self, cancelled: Callable[[], bool] | None) -> Process | None:
        """A process that is ready, and watched; None when none can be had (see `note`), or the caller has cancelled."""
        with self._change:
            if self._closed:
                return None
            while self._free:
                child = self._free.pop()
                if child.is_alive:
                    self._watched(child, cancelled)
                    return child
                child.end()  # ended from outside while it rested, as by a system short of memory
        try:
            child = Process.started(self.memory)
        except (OSError, ValueError) as error:
            if not self.note:
                self.note = f"Documents are read without limits on time and memory: {error}."
                log.warning("%s", self.note)
            return None
        with self._change:
            self._watched(child, cancelled)
        try:
            child.begin(_START)
            child.welcome()
            self.note = ""
            return child
        except (OSError, EOFError, ValueError):
            with self._change:
                self._busy.pop(child, None)
            child.end()
            if not child.why or child.why == "time":
                self.note = (
                    "Documents are read without limits on time and memory: the process for it does not start."
                )
                log.warning("%s", self.note)
            return None

    def _sentence(self, why: str) -> str:
        if why == "time":
            return Message("time-over", seconds=f"{self.seconds:g}")
        if why == "memory":
            return Message("memory-over", size=_size(self.memory))
        return CANCELLED if why in ("cancelled", "closed") else BROKEN

    # ---- watching -----------------------------------------------------------------------------------------------

    def _watched(self, child: Process, cancelled: Callable[[], bool] | None) -> None:
        """With `_change` held."""
        self._busy[child] = cancelled
        self._change.notify_all()
        if self._closed:
            child.kill("closed")
        if self._watch is None or not self._watch.is_alive():
            self._watch = threading.Thread(target=self._look, name="reading limits", daemon=True)
            self._watch.start()

    def _look(self) -> None:
        """End the processes beyond a limit (their callers get no answer then), and in the end all."""
        last = time.monotonic()
        while True:
            with self._change:
                self._change.wait(_TICK if self._busy else _IDLE)
                if self._busy:
                    last = time.monotonic()
                elif self._closed or time.monotonic() >= last + _IDLE:
                    free, self._free = self._free, []
                    self._watch = self._watch if self._closed else None
                    break
                busy = list(self._busy.items())
            for child, cancelled in busy:
                why: Why = child.beyond()
                if not why and cancelled is not None and cancelled():
                    why = "cancelled"
                if why:
                    with self._change:  # it may just have answered, and be at another document
                        if self._busy.get(child, _nobody) is cancelled and (
                            why == "cancelled" or child.beyond()
                        ):
                            child.kill(why)
        for child in free:
            child.end()


def is_given_up(document: Document) -> bool:
    """Whether a document could not be read within the limits, or brought its process down: another day it may go."""
    said = document.error
    return isinstance(said, Message) and said.code in _GIVEN_UP


_GIVEN_UP = frozenset({CANCELLED.code, BROKEN.code, worker.NO_MEMORY.code, "time-over", "memory-over"})


def _size(memory: int) -> str:
    return f"{memory / (1 << 30):.3g} GiB" if memory >= 1 << 30 else f"{memory / (1 << 20):.3g} MiB"


def _nobody() -> bool:
    """The `cancelled` of a process that no caller asks."""
    return False


_shared: list[Workers] = []
_sharing = threading.Lock()


def shared() -> Workers:
    """The workers of this process: as many as there are processors. They end with it."""
    with _sharing:
        if not _shared or _shared[-1]._closed:
            _shared.append(Workers())
            if len(_shared) == 1:
                atexit.register(lambda: _shared[-1].close())
        return _shared[-1]


def _in_a_copy() -> None:
    """The processes belong to the one this was copied from. Its list is kept, so that nothing of it is tidied up."""
    global _shared, _sharing
    _left.append(_shared)
    _shared, _sharing = [], threading.Lock()


_left: list[list[Workers]] = []
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_in_a_copy)
