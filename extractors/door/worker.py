"""A process that reads documents for another one, within limits, or calls functions for it: `python -m
extractors.door.worker`.

It reads questions from its standard input and writes answers to its standard output, each with its length before it. It
ends when its standard input does: also when the one who started it was killed. What libraries put into temporary
files goes into a folder of its own, which goes with it.
"""

from __future__ import annotations

import faulthandler
import gc
import json
import os
import pickle  # what is loaded comes from the process that started this one
import shutil
import signal
import struct
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, BinaryIO, NoReturn

from extractors.base.sentences import Message

if sys.platform != "win32":
    import resource

ASKED = "--read-documents"
"""The argument with which a program that is no Python is started once more as a worker."""

FOLDER = "TIANWANG_READING"
"""The variable of the environment that names its folder for temporary files."""

QUESTION = struct.Struct(">IQ")  # lengths of the question and of its bytes
ANSWER = struct.Struct(">Q")
READY = b"ready"
CALL = b"call"
"""The question for a function on each of some items, pickled; its answer are the results, pickled."""
FULL = 77
"""The exit code of a worker for which a question alone was too large."""
NO_MEMORY = Message("memory-none")

_MOST_FILE = 256 << 20  # bytes of a temporary file
_GRACE = 10  # seconds of grace after which a process that was not ended in time ends by itself
_GARBAGE = (
    250_000  # objects made between two searches for cyclic garbage: documents have little, and many objects
)
_OUT_OF_MEMORY = "MemoryError"

_Question = tuple[bytes, bytes]

_entry_serves = False


def serve_if_asked(arguments: Sequence[str]) -> bool:
    """For the entry points of a program: was this process started to be a worker? Then it has been one until now. Only
    a bundled program that asks this is started once more."""
    global _entry_serves
    _entry_serves = True
    if list(arguments[:1]) != [ASKED]:
        return False
    serve(int(arguments[1]) if len(arguments) > 1 else 0)
    return True


def command(memory: int) -> list[str]:
    """The command of a worker that may take `memory` bytes. ValueError where this program cannot be started once
    more."""
    if getattr(sys, "frozen", False):
        if not _entry_serves:
            raise ValueError("this program does not serve as a worker")
        return [sys.executable, ASKED, str(memory)]
    if not sys.executable:
        raise ValueError("this is no Python that could be started once more")
    code = (
        f"import sys; sys.path[:] = {sys.path!r}; from extractors.door.worker import serve; serve({memory})"
    )
    return [sys.executable, "-c", code]


def serve(memory: int = 0) -> None:
    """Answer questions until there are no more. `memory`: bytes this may take beyond what it has at the beginning."""
    gc.set_threshold(_GARBAGE, 20, 20)
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing that a library may print gets among the answers
    from extractors.html import links  # noqa: F401  # with lxml, before the first question, and before memory is limited

    _limit(memory)
    waiting: SimpleQueue[_Question] = SimpleQueue()
    threading.Thread(target=_listen, args=(questions, waiting), daemon=True).start()
    with suppress(OSError):  # the process that asked is gone
        _write(answers, READY)
        while True:
            about, data = waiting.get()
            if about == CALL:
                answer = _called(data)
            else:
                asked = json.loads(about)
                _end_after(asked.pop("seconds") + _GRACE)
                answer = _answer(asked, data)
                _end_after(0)
            _write(answers, answer)
            del about, data, answer

    _end()


def _end() -> NoReturn:
    if os.environ.get(FOLDER):
        shutil.rmtree(os.environ[FOLDER], ignore_errors=True)
    os._exit(0)


def _end_after(seconds: float) -> None:
    """Have this process end after some seconds, also while something in it hangs and holds the interpreter; 0: not."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, seconds)  # SIGALRM ends a process that does not ask for it
    elif seconds:
        faulthandler.dump_traceback_later(seconds, exit=True)
    else:
        faulthandler.cancel_dump_traceback_later()


def _listen(questions: BinaryIO, waiting: SimpleQueue[_Question]) -> None:
    while True:
        lengths = questions.read(QUESTION.size)
        if len(lengths) < QUESTION.size:
            _end()
        about, data = QUESTION.unpack(lengths)
        try:
            waiting.put((questions.read(about), questions.read(data)))
        except MemoryError:
            os._exit(FULL)


def _write(answers: BinaryIO, answer: bytes) -> None:
    answers.write(ANSWER.pack(len(answer)) + answer)  # in one piece: it wakes the one that asked once
    answers.flush()


def _called(data: bytes) -> bytes:
    """Empty where it failed: the process that asked does it again, and meets the error where it belongs."""
    try:
        make, items = pickle.loads(data)  # noqa: S301  # see the import
        return pickle.dumps([make(item) for item in items], pickle.HIGHEST_PROTOCOL)
    except Exception:
        return b""


def _answer(asked: dict[str, object], data: bytes) -> bytes:
    from extractors.base.packing import pack
    from extractors.base.types import Document

    try:
        match asked.pop("do"):
            case "page":
                return _page_picture(asked, data)
            case "words":
                return _page_words(asked, data)
            case "stamp":
                return _stamped(asked, data)
        return _document(asked, data)
    except MemoryError:
        gc.collect()
        sentence = NO_MEMORY
    except Exception as error:  # a library in such a narrow place
        detail = " ".join(str(error).split())[:200]
        sentence = Message("unread", kind=type(error).__name__, detail=detail)
    return pack(Document("", "", error=sentence))


def _document(asked: dict[str, object], data: bytes) -> bytes:
    """With `lean`, without the text and its parts. With `without`, as a JSON object that lacks these fields
    (described.packed), which is the form the caller wants in the end; not for an error."""
    from extractors.base.packing import pack
    from extractors.door import described
    from extractors.door.registry import extract, undecided

    lean = asked.pop("lean", False)
    without: Any = asked.pop("without", None)
    guess = bool(asked.pop("guess_language", True))
    document = extract(data, **asked, guess_language=guess and without is None)  # type: ignore[arg-type]
    if lean:
        document.text, document.parts, document.members, document.lyrics = "", (), (), ()
    if _OUT_OF_MEMORY in document.error:
        document.error = NO_MEMORY
    if without is not None and not document.error:
        sample = undecided(document) if guess and asked.get("text", True) else ""
        return described.packed(described.line(document, without), sample)
    return pack(document)


def _page_picture(asked: dict[str, object], data: bytes) -> bytes:
    from extractors.base.packing import pack_picture
    from extractors.base.types import Unreadable
    from extractors.pdf.file import page_picture

    try:
        return pack_picture(page_picture(data, **asked))  # type: ignore[arg-type]
    except Unreadable:
        return b""


def _page_words(asked: dict[str, object], data: bytes) -> bytes:
    from extractors.base.types import Unreadable
    from extractors.pdf.words import read_words

    try:
        return read_words(data, **asked)  # type: ignore[arg-type]
    except Unreadable:
        return b""


def _stamped(asked: dict[str, object], data: bytes) -> bytes:
    from extractors.base.types import Unreadable
    from extractors.pdf.stamping import stamped

    try:
        return stamped(data, **asked)  # type: ignore[arg-type]
    except Unreadable:
        return b""


if sys.platform == "win32":

    def _limit(memory: int) -> None:
        """The system has no limits to set here; the process that asks watches."""

else:

    def _limit(memory: int) -> None:
        """Set the limits of the system, where it has them."""
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            resource.setrlimit(resource.RLIMIT_FSIZE, (_MOST_FILE, _MOST_FILE))
            if memory and sys.platform == "linux":
                # not RLIMIT_AS: address space that is only reserved, by every thread, is no memory
                now = int(Path("/proc/self/statm").read_bytes().split()[5]) * os.sysconf("SC_PAGE_SIZE")
                resource.setrlimit(resource.RLIMIT_DATA, (now + memory, now + memory))


if __name__ == "__main__":
    serve(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
