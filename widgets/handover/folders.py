"""Private folders for copies that other programs use; they are removed when the program ends."""

from __future__ import annotations

import atexit
import tempfile
from functools import cache
from pathlib import Path

from app.temporary import remove


@cache
def _root() -> Path:
    made = Path(tempfile.mkdtemp(prefix="tianwang-copies-"))  # for this person alone
    atexit.register(remove, made)
    return made


def new_folder() -> Path:
    """An empty folder that nobody else looks into."""
    return Path(tempfile.mkdtemp(dir=_root()))
