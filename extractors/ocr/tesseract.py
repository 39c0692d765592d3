"""Tesseract, the program of the system: where it is, which languages it has, and one run of it within limits."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from extractors.base import confined

VARIABLE = "TIANWANG_OCR"
"""Environment variable with the path of the program where it is in no usual place; empty: there is none."""
SECONDS = 60
"""What all runs for one document may take together, by the clock."""

_MEMORY = 1 << 30  # bytes
_LARGEST = 16 << 20  # bytes of a file that it writes
_LISTING = 10  # seconds
_PLACES = (
    "/opt/homebrew/bin/tesseract",
    "/usr/local/bin/tesseract",
    r"C:\Program Files\Tesseract-OCR\tesseract.exe",
    r"C:\Program Files (x86)\Tesseract-OCR\tesseract.exe",
)
_MOST_SAID = 8 << 20  # bytes of an answer


class Failed(Exception):
    """It ended with an error; the message is the last that it said."""


class Slow(Exception):
    """It was ended, because its time was over."""


def program() -> str:
    """Where it is, or ""."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        return named if named and Path(named).is_file() else ""
    return shutil.which("tesseract") or next((place for place in _PLACES if Path(place).is_file()), "")


def languages() -> frozenset[str]:
    """The languages that are installed, by their names there ("eng", "chi_sim"); "osd" is that of scripts."""
    found = program()
    return _languages(found) if found else frozenset()


@cache
def _languages(found: str) -> frozenset[str]:
    try:
        said = _answer([found, "--list-langs"], b"", _LISTING)
    except (Failed, Slow, OSError):
        return frozenset()
    lines = said.decode("utf-8", "replace").splitlines()[1:]
    return frozenset(line.strip() for line in lines if line.strip())


class Clock:
    """The time that is left for a document."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._until = time.monotonic() + seconds

    @property
    def left(self) -> float:
        return self._until - time.monotonic()


def hocr(picture: bytes, dpi: int, asked: tuple[str, ...], clock: Clock) -> bytes:
    """A picture (PNM) as hOCR, read in some languages. Failed, Slow."""
    return _run(picture, ["--dpi", str(dpi), "-l", "+".join(asked), "hocr"], clock)


def script(picture: bytes, dpi: int, clock: Clock) -> tuple[int, str]:
    """By how many degrees clockwise a picture has to be turned to stand upright, and its script ("Latin", "Han", …);
    (0, "") where that cannot be told. Slow."""
    try:
        said = _run(picture, ["--dpi", str(dpi), "--psm", "0", "-l", "osd"], clock).decode("utf-8", "replace")
    except Failed:  # too few letters
        return 0, ""
    about = dict(line.split(": ", 1) for line in said.splitlines() if ": " in line)
    with suppress(ValueError, KeyError):
        sure = float(about["Orientation confidence"]) > 2
        return int(about["Rotate"]) % 360 if sure else 0, about["Script"].strip()
    return 0, ""


def _run(picture: bytes, asked: list[str], clock: Clock) -> bytes:
    found = program()
    if not found:
        raise Failed("")
    try:
        return _answer([found, "-", "-", *asked], picture, clock.left)
    except OSError as error:
        raise Failed(str(error.strerror or error)) from error


def _answer(command: list[str], given: bytes, seconds: float) -> bytes:
    """What a command writes. It works for nobody but this process: it is in its group, and ends with it. OSError,
    Failed, Slow."""
    if seconds <= 0:
        raise Slow
    folder = tempfile.gettempdir()
    more: dict[str, Any] = {}
    if sys.platform == "win32":
        more = {"creationflags": subprocess.CREATE_NO_WINDOW}
    before = (*confined.limits(_MEMORY, _LARGEST, SECONDS), *_last())
    try:
        done: subprocess.CompletedProcess[bytes] = subprocess.run(  # noqa: S603  # our own command; of the document it is given pixels
            [*before, *command],
            input=given,
            capture_output=True,
            check=False,
            timeout=seconds,
            cwd=folder,
            env=confined.environment(folder, ("TESSDATA_PREFIX",), OMP_THREAD_LIMIT="1"),
            **more,
        )
    except subprocess.TimeoutExpired as error:
        raise Slow from error
    if done.returncode or len(done.stdout) > _MOST_SAID:
        lines = done.stderr[-4000:].decode("utf-8", "replace").strip().splitlines()
        raise Failed(" ".join(lines[-1].split())[:200] if lines else "")
    return done.stdout


@cache
def _last() -> tuple[str, ...]:
    """The beginning of a command that lets all other programs go first."""
    return ("nice", "-n", "10") if os.name != "nt" and shutil.which("nice") else ()
