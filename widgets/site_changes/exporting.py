"""Handing a site change report on: asks where to, and writes it in the background."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

from app.archive import Archive
from widgets import jobs
from widgets.site_changes import words, work

if TYPE_CHECKING:
    from app.blocks.site_changes import SiteChanges

_ENDINGS = (".html", ".csv", ".json")


def export(
    parent: QWidget, archive: Archive, changes: SiteChanges, name: str, done: Callable[[Path], None]
) -> jobs.Task[Path] | None:
    """Ask where to, then write; None when nothing was chosen."""
    translate = QCoreApplication.translate
    kinds = (
        translate("site changes", "Web page (*.html)"),
        translate("site changes", "Table (*.csv)"),
        translate("site changes", "Data for programs (*.json)"),
    )
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    chosen, kind = QFileDialog.getSaveFileName(
        parent, translate("site changes", "Export the report"), str(Path(folder or Path.home()) / f"{name}.html"),
        ";;".join(kinds),
    )  # fmt: skip
    if not chosen:
        return None
    path = Path(chosen)
    if path.suffix.lower() not in _ENDINGS:
        ending = _ENDINGS[kinds.index(kind)] if kind in kinds else _ENDINGS[0]
        path = path.with_name(f"{path.name}{ending}")
    return write(parent, archive, changes, path, done)


def write(
    parent: QWidget, archive: Archive, changes: SiteChanges, path: Path, done: Callable[[Path], None]
) -> jobs.Task[Path]:
    """Write a report in the background; the job bar shows it."""
    label = QCoreApplication.translate("site changes", "Writing the report")
    said = words.report_words()
    return jobs.run(parent, lambda task: work.write(archive, changes, path, said, task), done=done, label=label)
