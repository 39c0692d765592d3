"""Where archives are kept by default, and what a dropped file is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlsplit

from PySide6.QtCore import QMimeData, QSettings, QStandardPaths

from widgets import formats

_UNSAFE = re.compile(r"[^\w.\-]+")
# by name only for the file dialog: what a file is, its content decides
_ENDINGS = "*.tw *.raw *.gz *.xz *.zst *.warc *.arc *.wacz"


def archive_folder(settings: QSettings) -> Path:
    """The folder new archives are made in."""
    chosen = settings.value("archives/folder", "", str)
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
