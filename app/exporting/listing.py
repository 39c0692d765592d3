"""Rows of any kind as one file: CSV for spreadsheets, or an object of JSON a line for programs."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from app.errors import StorageFailed
from app.exporting.export import ExportReport
from app.exporting.formats import Row, csv_rows
from app.exporting.naming import ExportFolder, Place
from app.messages import Message

SUFFIXES = {"csv": ".csv", "json": ".jsonl"}

_ENDS = {
    code: f"\\u{code:04x}" for code in (0x85, 0x2028, 0x2029)
}  # what some readers take for the end of a line


class _Cancelled(Exception):
    """The person wants to stop: nothing of the file stays."""


def write_list(
    values: Iterable[dict[str, Any]],
    dest: Path,
    format: str,
    *,
    name: str,
    columns: Sequence[str],
    row: Callable[[dict[str, Any]], Row],
    progress: Callable[[int, str], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> ExportReport:
    """Write values into `dest`: a file when it ends as those of the format do, otherwise a folder, where the file is
    called `name`. `row` makes of a value what stands below the `columns` of a table; `progress` gets the number and the
    address. The file is there when all is written, or not at all. StorageFailed."""
    suffix = SUFFIXES[format]
    single = dest.suffix.lower() in (suffix, ".json" if format == "json" else suffix) and not dest.is_dir()
    if single and os.path.lexists(dest):
        raise StorageFailed(path=dest, detail=Message("export-exists"))
    folder = ExportFolder(dest.parent if single else dest)
    place = Place((), dest.stem, dest.suffix) if single else Place((), name, suffix)
    report = ExportReport(folder.root)
    try:
        with folder.open(place) as (file, named):
            report.manifest = folder.root / named
            if format == "csv":
                with csv_rows(file, columns) as add:
                    for number, value in enumerate(values):
                        _step(number, value, progress, cancelled)
                        add(row(value))
            else:
                for number, value in enumerate(values):
                    _step(number, value, progress, cancelled)
                    line = json.dumps(value, ensure_ascii=False).translate(_ENDS)
                    file.write(line.encode("utf-8", "backslashreplace") + b"\n")
    except _Cancelled:
        report.cancelled = True
        return report
    report.files, report.bytes = 1, report.manifest.stat().st_size
    return report


def _step(
    number: int,
    value: dict[str, Any],
    progress: Callable[[int, str], None] | None,
    cancelled: Callable[[], bool] | None,
) -> None:
    if cancelled is not None and cancelled():
        raise _Cancelled
    if progress is not None:
        progress(number, str(value.get("url", "")))
