"""Copies for other programs: one document to be opened there, or files to be dragged out, under safe names.

A document is opened elsewhere only when it is one: its content decides, not its name. What other programs would run,
or would follow into the network – pages, programs, scripts, macros, templates from elsewhere – is refused with the
reason; it can be looked at here, or saved.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path

from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.errors import UserError
from app.exporting.naming import ExportFolder, Place, by_address, by_title
from app.messages import Message
from extractors.base.signatures import image_type
from extractors.door.sniffing import sniff

MOST_FILES = 500
"""Files dragged out at once; more belong into an export."""

_PACKAGES = frozenset({"docx", "xlsx", "pptx", "odt", "ods", "odp", "epub"})
_DOCUMENTS = {
    **{name: f".{name}" for name in ("pdf", "rtf", "doc", "xls", "ppt", "csv", "zip", "tar", "7z")},
    **{name: f".{name}" for name in _PACKAGES},
    **{name: f".{name}" for name in ("mp3", "flac", "ogg", "m4a", "wav", "mp4", "webm", "mkv", "avi")},
    "text": ".txt",
    "markdown": ".txt",
    "json": ".txt",
    "gzip": ".gz",
    "bzip2": ".bz2",
    "xz": ".xz",
    "zstd": ".zst",
}
_PICTURES = {
    "image/png": ".png",
    "image/jpeg": ".jpg",
    "image/gif": ".gif",
    "image/webp": ".webp",
    "image/bmp": ".bmp",
    "image/tiff": ".tif",
    "image/avif": ".avif",
    "image/heif": ".heif",
    "image/vnd.microsoft.icon": ".ico",
    "image/x-icon": ".ico",
}
_SOUNDS = re.compile(r"\.(?:aac|aif|aiff|amr|ape|au|mid|midi|opus|wma|wv|m4b)\Z", re.IGNORECASE)
_FILMS = re.compile(r"\.(?:3gp|flv|m4v|mov|mpeg|mpg|ogv|ts|wmv)\Z", re.IGNORECASE)
_PAGES = frozenset({"html", "mhtml", "xml", "svg", "eml"})
_RUN = frozenset({"javascript", "css"})
_PDF_RUNS = re.compile(rb"/(?:JavaScript|JS|Launch)\b")
_MACROS = re.compile(r"(?:\A|/)(?:vbaProject\.bin|Basic/|Scripts/)", re.IGNORECASE)
_OLE_MACROS = "_VBA_PROJECT".encode("utf-16-le")
_REMOTE = re.compile(rb"<[^>]*TargetMode\s*=\s*[\"']External[^>]*>", re.IGNORECASE)
_LINKS = b"/hyperlink"
_RELATIONS = 2 << 20  # bytes looked at of a list of relations


class NotOutside(UserError):
    """A document that other programs had better not open; its message says why."""


def copy_outside(reader: ArchiveReader, capture: Capture, folder: Path) -> Path:
    """A read-only copy of a document in `folder`, named so that its program opens it. NotOutside, StorageFailed."""
    damage = reader.damage(capture)
    if damage:
        raise NotOutside(Message("export-damaged", reason=damage))
    body = reader.body(capture)
    suffix = suffix_of(body, capture)
    target = ExportFolder(folder)
    name = target.write(_place(reader, capture, suffix), body)
    path = target.root / name
    path.chmod(0o400)
    return path


def suffix_of(body: bytes, capture: Capture) -> str:
    """The ending that a document has by its content. NotOutside when it is not to be opened elsewhere."""
    if not body:
        raise NotOutside(Message("outside-empty"))
    kind = sniff(body, capture.type or None, capture.url)
    if kind in _PAGES:
        raise NotOutside(Message("outside-page"))
    if kind in _RUN or body.startswith((b"MZ", b"\x7fELF", b"#!", b"\xca\xfe\xba\xbe", b"\xcf\xfa\xed\xfe")):
        raise NotOutside(Message("outside-program"))
    if kind in _PACKAGES:
        _check_package(body)
    if (kind == "pdf" and _PDF_RUNS.search(body)) or (kind in ("doc", "xls", "ppt") and _OLE_MACROS in body):
        raise NotOutside(Message("outside-macros"))
    suffix = _DOCUMENTS.get(kind, "")
    if kind == "image":
        suffix = _PICTURES.get(image_type(body[:64]) or "", "")
    elif kind in ("audio", "video"):
        named = (_SOUNDS if kind == "audio" else _FILMS).search(capture.url.partition("?")[0])
        suffix = named[0].lower() if named else ""
    if not suffix:
        raise NotOutside(Message("outside-unknown", type=capture.type or kind))
    return suffix


def _check_package(body: bytes) -> None:
    """Refuse macros, and what is fetched from elsewhere when the document is opened; a link is followed by people."""
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as package:
            if any(_MACROS.search(name) for name in package.namelist()):
                raise NotOutside(Message("outside-macros"))
            for name in package.namelist():
                if not name.endswith(".rels"):
                    continue
                with package.open(name) as file:
                    relations = file.read(_RELATIONS)
                if any(_LINKS not in found for found in _REMOTE.findall(relations)):
                    raise NotOutside(Message("outside-remote"))
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError):
        return  # flat XML, or damaged: its program says so


def write_files(
    reader: ArchiveReader,
    captures: Iterable[Capture],
    folder: Path,
    progress: Callable[[int], object] = lambda _: None,
) -> list[Path]:
    """Documents as they were received, as files of `folder`, at most MOST_FILES; what is damaged is left out. `progress`
    gets how many are written, and ends the work by raising. StorageFailed."""
    target, written = ExportFolder(folder), list[Path]()
    for capture in captures:
        if len(written) >= MOST_FILES:
            break
        progress(len(written))
        if reader.damage(capture) or not capture.length:
            continue
        page = reader.page(capture.url)
        suffix = by_address(page).ext if page is not None else ""
        written.append(target.root / target.write(_place(reader, capture, suffix), reader.body(capture)))
    return written


def _place(reader: ArchiveReader, capture: Capture, suffix: str) -> Place:
    """Its title, without an ending that says the same twice."""
    page = reader.page(capture.url)
    title = by_title(page, suffix).title if page is not None else capture.title
    if suffix and title.lower().endswith(suffix.lower()):
        title = title[: -len(suffix)]
    return Place((), title, suffix)
