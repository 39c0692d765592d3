"""Files spoilt in the ways files get spoilt, and a child process that shows what reading them costs.

Everything follows from a seed: the same seed spoils the same file in the same way.
"""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import os
import random
import re
import sys
import tempfile
import time
import traceback
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

MEMORY = 3 << 30
"""Bytes of address space that a child may take."""
HANGS = 10.0
_NUMBER = re.compile(rb"(?<![\w.])\d{1,9}(?![\w.])")
_TAG = re.compile(rb"<[A-Za-z][^<>/]{0,200}>")
UNFORESEEN = "The content could not be read as"

if sys.platform != "win32":  # there memory is neither limited nor measured
    import resource

Mutation = Callable[[random.Random, bytes, Sequence[bytes]], bytes]


class Case(NamedTuple):
    """The file `name`, spoilt with `seed`."""

    name: str
    seed: int


class Finding(NamedTuple):
    """What went wrong: "exception", "hang", "crash", "slow", "memory", "files" or "descriptors"."""

    case: Case
    kind: str
    detail: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.case.name} seed {self.case.seed}\n{self.detail}"


def spoilt(data: bytes, seed: int, others: Sequence[bytes]) -> bytes:
    """The file with one to three things done to it. `others` are files to take pieces from."""
    dice = random.Random(seed)
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        # nearly every change of a zip itself ends in its directory: what is inside needs its share
        mutation = repack if data[:2] == b"PK" and dice.random() < 0.6 else dice.choice(MUTATIONS)
        data = mutation(dice, data, others)
    return data


def cases(names: Sequence[str], count: int, seed: int = 0) -> Iterator[Case]:
    """So many cases, the files in turn."""
    for number in range(count):
        yield Case(names[number % len(names)], seed + number)


def _place(dice: random.Random, data: bytes) -> int:
    """Often near the beginning or the end, where the structure is."""
    if not data:
        return 0
    spot = dice.random()
    if spot < 0.4:
        return dice.randrange(min(len(data), 1024))
    return dice.randrange(max(0, len(data) - 1024), len(data)) if spot < 0.6 else dice.randrange(len(data))


def cut(dice: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    return data[: dice.randrange(len(data) + 1)]


def behead(dice: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    return data[dice.randrange(min(len(data), 2000) + 1) :]


def flip(dice: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    changed = bytearray(data)
    for _ in range(dice.choice((1, 3, 10, 50)) if data else 0):
        changed[_place(dice, data)] = dice.randrange(256)
    return bytes(changed)


def blank(dice: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    start = _place(dice, data)
    size = dice.choice((2, 16, 512, 4096))
    return (
        data[:start]
        + bytes([dice.choice((0, 0, 255, 32))]) * len(data[start : start + size])
        + data[start + size :]
    )


def splice(dice: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    other = dice.choice(others) if others else data
    start, end = sorted((dice.randrange(len(other) + 1), dice.randrange(len(other) + 1)))
    at = _place(dice, data)
    return data[:at] + other[start : min(end, start + 20_000)] + data[at + dice.choice((0, 100)) :]


def repeat(dice: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    at = _place(dice, data)
    piece = data[at : at + dice.choice((1, 8, 64, 2000))]
    return data[:at] + piece * min(dice.choice((2, 20, 2000)), 400_000 // max(1, len(piece))) + data[at:]


def inflate(dice: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Numbers that may be lengths become very large, zero or negative."""
    changed = bytearray(data)
    for _ in range(dice.choice((1, 2, 5))):
        at = _place(dice, data)
        value = dice.choice(
            (
                b"\xff\xff\xff\xff",
                b"\x7f\xff\xff\xff",
                b"\xff\xff\xff\x7f",
                b"\0\0\0\0",
                b"\xff\xff",
                b"\0\x80",
            )
        )
        changed[at : at + len(value)] = value
    digits = [at for at in range(min(len(data), 4000)) if 48 <= data[at] <= 57]
    if digits and dice.random() < 0.5:
        at = dice.choice(digits)
        changed[at : at + 1] = b"9999999999"[: dice.choice((1, 5, 10))]
    return bytes(changed)


def numbers(dice: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """A few of the numbers in a text become very large, negative or words."""
    value = dice.choice((b"999999999", b"-1", b"0", b"x", b"1e308", b"4294967296"))
    found = list(_NUMBER.finditer(data[:500_000]))
    for number in sorted(
        dice.sample(found, min(len(found), dice.choice((1, 5)))), key=lambda one: -one.start()
    ):
        data = data[: number.start()] + value + data[number.end() :]
    return data


def nest(dice: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """An opening tag many times."""
    found = _TAG.findall(data[:200_000])
    if not found:
        return repeat(dice, data, others)
    tag = dice.choice(found)
    return data.replace(tag, tag * dice.choice((2, 300, 5000)), 1)


def repack(dice: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """A zip whose members are exchanged, spoilt or missing, and which is sound itself."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [(info.filename, archive.read(info)) for info in archive.infolist()[:200]]
    except Exception:
        return flip(dice, data, others)
    if not members:
        return data
    done = dice.randrange(4)
    first, second = dice.randrange(len(members)), dice.randrange(len(members))
    if done == 0:
        members[first], members[second] = (
            (members[first][0], members[second][1]),
            (members[second][0], members[first][1]),
        )
    elif done == 1:
        del members[first]
    else:
        name, content = members[first]
        members[first] = (
            name,
            dice.choice((flip, cut, repeat, blank, inflate, inflate, numbers, nest))(dice, content, others),
        )
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in dict(members).items():
            archive.writestr(name, content)
    return target.getvalue()


MUTATIONS: tuple[Mutation, ...] = (
    *(cut, cut, behead, flip, flip, flip, blank, splice, repeat),
    *(inflate, inflate, numbers, nest, repack),
)


def run(files: Mapping[str, bytes], wanted: Sequence[Case], *, hangs: float = HANGS) -> list[Finding]:
    """Read all the spoilt files in a child process, or several when some do not survive."""
    findings: list[Finding] = []
    waiting = list(wanted)
    while waiting:
        waiting = _in_child(files, waiting, findings, hangs)
    return findings


def _in_child(
    files: Mapping[str, bytes], wanted: list[Case], findings: list[Finding], hangs: float
) -> list[Case]:
    """What is left to do when the child ended."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        child = context.Process(target=_child, args=(theirs, dict(files), wanted, folder), daemon=True)
        child.start()
        theirs.close()
        try:
            assert ours.poll(120) and ours.recv() == "ready", "the child did not start"
            for number, case in enumerate(wanted):
                if not ours.poll(hangs):
                    findings.append(Finding(case, "hang", f"no answer after {hangs:.0f} seconds"))
                    return wanted[number + 1 :]
                try:
                    findings += [Finding(case, kind, detail) for kind, detail in ours.recv()]
                except EOFError:
                    child.join(10)
                    findings.append(Finding(case, "crash", f"the process ended with {child.exitcode}"))
                    return wanted[number + 1 :]
            return []
        finally:
            child.kill()
            child.join()
            ours.close()


def _child(answers: Connection, files: dict[str, bytes], wanted: list[Case], folder: str) -> None:
    os.environ["TMPDIR"] = tempfile.tempdir = folder
    os.chdir(folder)
    if sys.platform != "win32":
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    devnull = os.open(os.devnull, os.O_WRONLY)  # libraries of C talk about bad files
    os.dup2(devnull, 2)
    from extractors.door.registry import extract

    names = sorted(files)
    for name in names:  # what is imported, and kept for good, is there before anything is measured
        extract(files[name], name=name, main=True, pictures=True)
    answers.send("ready")
    others = [files[name] for name in names]
    open_before, peak = _descriptors(), _peak()
    for case in wanted:
        data = spoilt(files[case.name], case.seed, others)
        found = list(_read(data, case.name))
        left = list(Path(folder).iterdir())
        if left:
            found.append(("files", ", ".join(path.name for path in left)))
            for path in left:
                with contextlib.suppress(OSError):
                    path.unlink()
        if _descriptors() > open_before:
            found.append(("descriptors", f"{_descriptors()} instead of {open_before}"))
            open_before = _descriptors()
        if _peak() > peak + (400 << 10):
            found.append(
                ("memory", f"the peak went from {peak >> 10} to {_peak() >> 10} MiB for {len(data)} bytes")
            )
        peak = max(peak, _peak())
        answers.send(found)


def _read(data: bytes, name: str) -> Iterator[tuple[str, str]]:
    from extractors.door.registry import extract

    start = time.perf_counter()
    try:
        document = extract(data, name=name, main=True, pictures=True)
    except BaseException:
        yield "exception", traceback.format_exc()
        return
    if document.error.startswith(UNFORESEEN):
        yield "exception", f"{document.error}\n{_trace(data, name)}"
    elif document.text and not isinstance(document.text, str):
        yield "exception", "the text is none"
    if time.perf_counter() - start > 5:
        yield "slow", f"{time.perf_counter() - start:.1f} seconds for {len(data)} bytes as {document.format}"


def _trace(data: bytes, name: str) -> str:
    """Where the exception came from that the registry made a sentence of."""
    from extractors.base.types import Source
    from extractors.door import registry
    from extractors.door.sniffing import sniff

    found = sniff(data, None, name)
    try:
        registry._extractor(found)(Source(data, "", found, name=name, main=True, pictures=True))
    except Exception:
        return traceback.format_exc()
    return ""


def _descriptors() -> int:
    try:
        return sum(1 for _ in Path("/proc/self/fd").iterdir())
    except OSError:
        return 0


def _peak() -> int:
    """KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss if sys.platform != "win32" else 0
