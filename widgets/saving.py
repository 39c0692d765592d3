"""Reports written to a file the person chooses: as text for reading, as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

from app.errors import StorageFailed
from widgets import jobs


def save_report(
    parent: QWidget,
    name: str,
    text: Callable[[], str],
    data: Callable[[], object],
    done: Callable[[Path], None],
) -> jobs.Task[Path] | None:
    """Ask where to, then write `text()` or, for a name in `.json`, `data()`; both are made in the background."""
    translate = QCoreApplication.translate
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    as_text, as_json = translate("saving", "Text (*.txt)"), translate("saving", "Data for programs (*.json)")
    chosen, kind = QFileDialog.getSaveFileName(
        parent, translate("saving", "Save report"), str(Path(folder or Path.home()) / f"{name}.txt"),
        f"{as_text};;{as_json}",
    )  # fmt: skip
    if not chosen:
        return None
    path = Path(chosen)
    if path.suffix.lower() not in (".txt", ".json"):
        path = path.with_name(f"{path.name}.json" if kind == as_json else f"{path.name}.txt")
    return write_report(parent, path, text, data, done)


def write_report(
    parent: QWidget, path: Path, text: Callable[[], str], data: Callable[[], object], done: Callable[[Path], None]
) -> jobs.Task[Path]:
    """Write a report in the background."""

    def work(_task: jobs.Handle) -> Path:
        if path.suffix.lower() == ".json":
            content = json.dumps(data(), ensure_ascii=False, indent=2, default=str) + "\n"
        else:
            content = text()
        try:
            path.write_text(content, "utf-8", errors="replace")
        except OSError as error:
            raise StorageFailed(path=path, detail=error.strerror or str(error)) from error
        return path

    return jobs.run(parent, work, done=done, label=QCoreApplication.translate("saving", "Saving the report"))
