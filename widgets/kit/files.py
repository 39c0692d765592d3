"""Paths and files of the window: the folder of archives, dropped files, settings, saved reports."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QObject, QSettings, QStandardPaths
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QFileDialog, QLineEdit, QWidget

from app.errors import StorageFailed
from widgets.kit import jobs
from widgets.words import formats

# Where archives are kept by default, and what a dropped file is.

Value = TypeVar("Value", str, bool, int, float)
_UNSAFE = re.compile(r"[^\w.\-]+")
# by name only for the file dialog: what a file is, its content decides
_ENDINGS = "*.tw *.raw *.gz *.xz *.zst *.warc *.arc *.wacz"


def setting(settings: QSettings, name: str, usual: Value) -> Value:
    """What the settings hold under a name, of the kind of the usual value."""
    value = settings.value(name, usual, type(usual))
    return value if isinstance(value, type(usual)) else usual


def archive_folder(settings: QSettings) -> Path:
    """The folder new archives are made in."""
    chosen = setting(settings, "archives/folder", "")
    if chosen:
        return Path(chosen)
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    return Path(documents or Path.home()) / "Tianwang"


def archive_for(settings: QSettings, address: str) -> Path:
    """The archive an address goes to by default: one for each host."""
    host = formats.readable(urlsplit(address).netloc.rpartition("@")[2].removeprefix("www."))
    name = _UNSAFE.sub("-", host).strip(".-") or "web"
    return archive_folder(settings) / f"{name}.archive"


def home_short(path: Path) -> str:
    """A path for the eye: the home folder as ~."""
    try:
        return str(Path("~") / path.relative_to(Path.home()))
    except ValueError:
        return str(path)


def is_archive(path: Path) -> bool:
    """Whether a path is an archive folder or its archive.json."""
    return path.name == "archive.json" or (path / "archive.json").is_file()


def local_paths(dragged: QMimeData) -> list[Path]:
    """The files and folders of something that is dragged."""
    return [Path(url.toLocalFile()) for url in dragged.urls() if url.isLocalFile()]


def patterns() -> str:
    """The endings of files that can be imported, for a file dialog."""
    return _ENDINGS


def dropped(paths: Iterable[Path]) -> tuple[Path | None, list[Path]]:
    """What was dropped: an archive to open, or files and folders to import (what they hold is looked at later)."""
    found = list(paths)
    for path in found:
        if is_archive(path):
            return (path.parent if path.name == "archive.json" else path), []
    return None, [path for path in found if path.exists()]


# One file dropped on a widget.


class FileDrop(QObject):
    """Calls `chosen` with a file that is dropped on a widget or on a field in it, which would take its address."""

    def __init__(self, widget: QWidget, chosen: Callable[[Path], object]) -> None:
        super().__init__(widget)
        self._chosen = chosen
        widget.setAcceptDrops(True)
        widget.installEventFilter(self)
        for field in widget.findChildren(QLineEdit):
            field.setAcceptDrops(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() not in (QEvent.Type.DragEnter, QEvent.Type.Drop):
            return super().eventFilter(watched, event)
        assert isinstance(event, QDropEvent)  # which that of entering is, too
        files = [path for path in local_paths(event.mimeData()) if path.is_file()]
        if len(files) == 1:
            event.acceptProposedAction()
            if event.type() == QEvent.Type.Drop:
                self._chosen(files[0])
        else:
            event.ignore()
        return True


def save_report(
    parent: QWidget,
    name: str,
    text: Callable[[], str],
    data: Callable[[], object],
    tell: Callable[[str], None],
) -> jobs.Task[Path] | None:
    """Ask where to, then write `text()` or, for a name in `.json`, `data()`, both made in the background; `tell` gets a
    sentence when that is done."""
    translate = QCoreApplication.translate
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    as_text, as_json = translate("saving", "Text (*.txt)"), translate("saving", "Data for programs (*.json)")
    chosen, kind = QFileDialog.getSaveFileName(
        parent,
        translate("saving", "Save report"),
        str(Path(folder or Path.home()) / f"{name}.txt"),
        f"{as_text};;{as_json}",
    )
    if not chosen:
        return None
    path = Path(chosen)
    if path.suffix.lower() not in (".txt", ".json"):
        path = path.with_name(f"{path.name}.json" if kind == as_json else f"{path.name}.txt")

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

    said = translate("saving", "The report was saved as {path}.")
    return jobs.run(
        parent,
        work,
        done=lambda saved: tell(said.format(path=saved)),
        label=translate("saving", "Saving the report"),
    )
