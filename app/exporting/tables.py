"""Lists as files: CSV that opens well in spreadsheets, JSON that keeps every value exactly."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import BinaryIO

Row = dict[str, str | int]
AddRow = Callable[[Row], object]

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


@contextmanager
def csv_rows(file: BinaryIO, columns: Sequence[str]) -> Iterator[AddRow]:
    """Rows as CSV with a byte order mark, without which Excel takes the text for the local code page."""
    text = io.TextIOWrapper(file, encoding="utf-8", errors="replace", newline="")
    try:
        text.write("\ufeff")
        writer = csv.DictWriter(text, columns, extrasaction="ignore", lineterminator="\r\n")
        writer.writeheader()
        yield lambda row: writer.writerow({name: guarded(value) for name, value in row.items()})
    finally:
        text.detach()  # flushes; the file stays open for its owner


@contextmanager
def json_rows(file: BinaryIO, columns: Sequence[str]) -> Iterator[AddRow]:
    """Rows as one array of objects, an object a line."""
    before = b"[\n"

    def add(row: Row) -> None:
        nonlocal before
        line = json.dumps({name: row[name] for name in columns}, ensure_ascii=False)
        # a lone surrogate from a broken page cannot be written as UTF-8, but as an escape
        file.write(before + line.encode("utf-8", "backslashreplace"))
        before = b",\n"

    yield add
    file.write(b"[]\n" if before == b"[\n" else b"\n]\n")


def guarded(value: str | int) -> str | int:
    """`value` as a spreadsheet may show it: text that would run as a formula gets an apostrophe before it."""
    if isinstance(value, str):
        value = value.replace("\0", "")
        return f"'{value}" if value.startswith(_FORMULA) else value
    return value
