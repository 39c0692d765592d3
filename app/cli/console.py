"""Output of all commands: lines for people, JSON for programs, progress; and a way to stop."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, date, datetime
from types import FrameType
from typing import TYPE_CHECKING, Any

from app.errors import TianwangError, UserError

if TYPE_CHECKING:
    from rich.progress import Progress

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""What a stored title must not do to a terminal: control sequences, and the turning of text."""

_JSON_CONTROL = re.compile(r"[\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""What json.dumps leaves raw, and some reader takes for a line's end, or UTF-8 has no bytes for."""


class Refused(UserError):
    """The task failed for a reason that only the command line knows: its sentence is `detail`."""

    def __init__(self, *, detail: str) -> None:
        TianwangError.__init__(self, detail)


def say(text: str) -> None:
    """One line for a person, on standard output."""
    sys.stdout.write(plain(text) + "\n")


def say_text(text: str) -> None:
    """Text of several lines, on standard output."""
    for line in text.splitlines():
        say(line.expandtabs())


def warn(text: str) -> None:
    """One line on standard error, after what was written before it."""
    with suppress(OSError):  # where that cannot be written any more, this may still be
        sys.stdout.flush()
    sys.stderr.write(plain(text) + "\n")
    sys.stderr.flush()


def picked(one: object, names: Iterable[str]) -> dict[str, Any]:
    """Some attributes by their names."""
    return {name: getattr(one, name) for name in names}


def emit(record: Mapping[str, Any]) -> None:
    """One JSON object as one line of UTF-8 on standard output."""
    emit_line(json.dumps(record, ensure_ascii=False, default=_value))


def emit_line(line: str) -> None:
    """A JSON object that is a line already, the same way."""
    sys.stdout.write(_JSON_CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", line) + "\n")


def plain(text: str) -> str:
    """`text` on one line and without anything a terminal would obey."""
    return _CONTROL.sub(" ", text)


def _value(value: object) -> object:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, date | os.PathLike):
        return str(value)
    raise TypeError(f"{type(value).__name__} has no form in JSON")


def counted(count: int, noun: str) -> str:
    """A number of things for people: 1 record, 2 records."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


LOST = "Copy missing files back into the archive; without a copy, “tianwang reindex” lists only what is left."
"""What can be done when batch files are gone."""


def size(count: int) -> str:
    """Bytes for people: 1.4 MB."""
    amount = float(count)
    for unit in ("B", "kB", "MB", "GB"):
        if amount < 1000:
            return f"{amount:.0f} {unit}" if unit == "B" else f"{amount:.1f} {unit}"
        amount /= 1000
    return f"{amount:.1f} TB"


def moment(when: datetime | None) -> str:
    """A date for people, in UTC as the records have it."""
    return when.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S") if when else "never"


class Meter:
    """A progress bar on standard error, if that is a terminal; else nothing."""

    def __init__(self, label: str, total: float | None = None) -> None:
        self._bar: Progress | None = None
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import (
                BarColumn,
                Progress,
                SpinnerColumn,
                TaskProgressColumn,
                TextColumn,
                TimeElapsedColumn,
            )

            console = Console(
                stderr=True, soft_wrap=True
            )  # a line that is written above the bar stays one line
            columns = [BarColumn(), TaskProgressColumn()] if total is not None else [SpinnerColumn()]
            text = TextColumn("{task.description}", markup=False)
            # lines go above the bar on a terminal; what is piped away must not be caught by it
            above = sys.stdout.isatty()
            self._bar = Progress(
                *columns, TimeElapsedColumn(), text, console=console, transient=True, redirect_stdout=above
            )
            self._task = self._bar.add_task(label, total=total)

    def __enter__(self) -> Meter:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def show(self, done: float, text: str = "", total: float | None = None) -> None:
        """`done` of the total (which may turn out larger on the way), and what it is at."""
        if self._bar is not None:
            self._bar.start()  # not before there is something to show
            self._bar.update(
                self._task, completed=done, total=total, description=plain(text)[:60] if text else None
            )

    def share(self, done: float, total: float) -> None:
        """`done` of a total, without words."""
        self.show(done, total=total)


class Stop:
    """Whether the person asked to stop: Ctrl+C or a termination signal."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def __call__(self) -> bool:
        return self._event.is_set()

    def ask(self) -> None:
        """Ask in the person's name, for example when the reader of the output is gone."""
        self._event.set()


@contextmanager
def stoppable() -> Iterator[Stop]:
    """Within the block the first Ctrl+C only asks to stop; the second one interrupts as usual."""
    stop = Stop()
    previous: dict[signal.Signals, Any] = {}

    def on_signal(number: int, frame: FrameType | None) -> None:
        if stop():
            raise KeyboardInterrupt
        stop.ask()

    if threading.current_thread() is threading.main_thread():
        for caught in (signal.SIGINT, signal.SIGTERM):
            previous[caught] = signal.signal(caught, on_signal)
    try:
        yield stop
    finally:
        for caught, handler in previous.items():
            signal.signal(caught, handler)
