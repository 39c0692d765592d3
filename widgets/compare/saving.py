"""Saving a report of a comparison: where to, and the work in a thread."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QDir
from PySide6.QtWidgets import QFileDialog

from app.archive.model import Capture
from app.errors import StorageFailed
from widgets import formats, jobs
from widgets.compare.outcome import Outcome
from widgets.compare.report import html_report

if TYPE_CHECKING:
    from widgets.compare.view import CompareView

_UNFIT = re.compile(r'[\x00-\x1f<>:"/\\|?*]+')


def save_report(view: CompareView, pair: tuple[Capture, Capture], outcome: Outcome) -> None:
    """Ask for a file and write the report there; the view tells when it is done."""
    translate = QCoreApplication.translate
    title = _UNFIT.sub(" ", pair[1].title or formats.readable(pair[1].url)).strip(" .")[:80]
    proposed = QDir.home().filePath(f"{title}.html")
    kinds = translate("compare", "Web pages (*.html)")
    path, _ = QFileDialog.getSaveFileName(view, translate("compare", "Save a report of the changes"), proposed, kinds)
    if path:
        write_report(view, Path(path), pair, outcome)


def write_report(view: CompareView, path: Path, pair: tuple[Capture, Capture], outcome: Outcome) -> None:
    """Write the report in a worker."""
    translate = QCoreApplication.translate

    def write(task: jobs.Handle) -> None:
        try:
            with path.open("w", encoding="utf-8", errors="replace") as file:
                for piece in html_report(pair, outcome):
                    task.check()
                    file.write(piece)
        except OSError as error:
            raise StorageFailed(path=path, detail=error.strerror or str(error)) from error

    def done(_nothing: None) -> None:
        view.notice.info(translate("compare", "The report was saved as {path}.").format(path=path))

    jobs.run(view, write, done=done, label=translate("compare", "Saving the report"))
