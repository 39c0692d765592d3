"""Private folders for copies that other programs use; they are removed when the program ends."""

from __future__ import annotations

import atexit
import shutil
import stat
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path


@cache
def _root() -> Path:
    made = Path(tempfile.mkdtemp(prefix="tianwang-copies-"))  # for this person alone
    atexit.register(remove, made)
    return made


def new_folder() -> Path:
    """An empty folder that nobody else looks into."""
    return Path(tempfile.mkdtemp(dir=_root()))


def remove(folder: Path) -> None:
    """Remove a folder with copies that cannot be written."""

    def again(function: Callable[..., object], path: str, _: object) -> None:
        try:
            Path(path).chmod(stat.S_IRWXU)
            function(path)
        except OSError:
            pass  # a program still has it open, as on Windows: the system tidies up

    shutil.rmtree(folder, onerror=again)
