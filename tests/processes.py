"""Processes that tests start."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any


@contextmanager
def started(command: Sequence[Any], **how: Any) -> Iterator[subprocess.Popen[Any]]:
    """As `with subprocess.Popen`, but a test that fails inside does not wait for a process that never ends."""
    with subprocess.Popen(command, **how) as process:
        try:
            yield process
        finally:
            process.kill()  # nothing, when it has ended
