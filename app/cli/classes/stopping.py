"""What is said where work in another process was called off."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from app.cli.console import Refused


@contextmanager
def stopped_said() -> Iterator[None]:
    """Refused, with a sentence, where the work inside is cancelled."""
    from app.classes.apart import Cancelled

    try:
        yield
    except Cancelled as error:
        raise Refused(detail="Stopped.") from error
