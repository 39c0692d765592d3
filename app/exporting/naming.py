"""Where exported files go: a flat folder of titles, a tree like the site's own, or names by a person's pattern such as
“{date}/{host}/{title}”; always names that every file system takes, in a folder in which nothing is overwritten."""

from __future__ import annotations

import mimetypes
import os
import re
import secrets
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC
from pathlib import Path, PurePosixPath
from typing import BinaryIO
from urllib.parse import urlsplit

from app.archive.addresses import readable
from app.archive.index.facets import FacetValues
from app.archive.model import Capture, Page
from app.errors import UserError
from app.messages import Message
from app.tianwang.writer import storing

_TYPES = mimetypes.MimeTypes(filenames=())
"""The table of the standard library alone, so that an export is the same on every machine."""

_PREFERRED = {
    "application/javascript": ".js",
    "application/postscript": ".ps",
    "application/xhtml+xml": ".xhtml",
    "application/x-javascript": ".js",
    "application/xml": ".xml",
    "audio/mp3": ".mp3",
    "font/woff": ".woff",
    "font/woff2": ".woff2",
    "image/x-icon": ".ico",
    "image/vnd.microsoft.icon": ".ico",
    "text/javascript": ".js",
    "text/xml": ".xml",
    "video/quicktime": ".mov",
}
_FAMILIES = {
    "xml": frozenset(
        {".xml", ".rss", ".atom", ".rdf", ".opml", ".xsl", ".xslt", ".xsd", ".kml", ".gpx", ".svg"}
    ),
    "json": frozenset({".json", ".jsonld", ".geojson", ".webmanifest", ".map"}),
    "javascript": frozenset({".js", ".mjs", ".cjs"}),
    "zip": frozenset(
        {".zip", ".docx", ".xlsx", ".pptx", ".odt", ".ods", ".odp", ".epub", ".jar", ".apk", ".wacz"}
    ),
    "gzip": frozenset({".gz", ".tgz", ".svgz"}),
}
"""Endings that fit media types whose last word is one of these: “atom.xml” is right for application/atom+xml."""
_SAYS_NOTHING = frozenset(
    ["", "application/octet-stream", "binary/octet-stream", "text/plain", "unknown/unknown"]
)
_LONGEST_SUFFIX = 10


@dataclass(frozen=True, slots=True)
class Place:
    """What a file should be called before names are made safe; `folders` from the top down."""

    folders: tuple[str, ...]
    title: str
    ext: str


def by_title(page: Page, ext: str) -> Place:
    """The title as name; without one the last part of the address, at the root the host."""
    return Place((), _title(page), ext)


def by_address(page: Page) -> Place:
    """Host and path as folders, the last segment with its query as name, an extension that opens it."""
    try:
        parts = urlsplit(page.url)
    except ValueError:  # archives of others hold addresses like http://[x
        return Place(("other",), page.url, "")
    *folders, last = [readable(segment) for segment in parts.path.split("/")]
    ext = PurePosixPath(last).suffix
    if len(ext) > _LONGEST_SUFFIX or not ext[1:].isalnum():
        ext = ""
    right = _fitting(ext, page.type)
    stem = last if right != ext else last[: len(last) - len(ext)]
    title = "_".join(part for part in (stem or "index", readable(parts.query)) if part)
    return Place((parts.netloc.rpartition("@")[2] or "other", *filter(None, folders)), title, right)


def _fitting(ext: str, media_type: str) -> str:
    """`ext` if it fits the type the server named, else the usual one for that type."""
    if media_type in _SAYS_NOTHING and ext:
        return ext
    family = re.split(r"[/+.-]", media_type)[-1]
    if ext.lower() in _FAMILIES.get(family, ()):
        return ext
    usual = _PREFERRED.get(media_type) or _TYPES.guess_extension(media_type)
    if usual is None and not ext and family in ("xml", "json"):
        return f".{family}"
    if usual is None or usual == ext.lower() or _TYPES.guess_type(f"x{ext}")[0] == media_type:
        return ext
    return usual


# File names that every file system takes: Windows, macOS and Linux alike.
#
# An export is made on one machine and opened on another, so the strictest rule of the three always holds.
# A name made here is one path component: it cannot climb out of the folder it is put into.

MAX_BYTES = 255
"""The longest component ext4, NTFS and APFS all take, counted as UTF-8 (never shorter than UTF-16)."""

UNTITLED = "untitled"

_FORBIDDEN = frozenset('<>:"/\\|?*')
_RESERVED = frozenset(
    ["con", "prn", "aux", "nul", "conin$", "conout$", "clock$"]
    + [f"{device}{digit}" for device in ("com", "lpt") for digit in "0123456789¹²³"]
)
_DROPPED = frozenset(["Cc", "Cf", "Cs", "Co", "Cn"])
"""Control, format (bidi overrides, zero width), surrogate, private and unassigned characters."""
_MAX_EXTENSION = 16


def safe_name(title: str, ext: str, taken: set[str], limit: int = MAX_BYTES) -> str:
    """A file name made of `title` and `ext` (".html" or ""), at most `limit` bytes long and not in `taken`.

    `taken` holds the folded names of one folder; the new name is added to it. Two names that a file
    system could take for one (case, Unicode form) count as the same and get a number.
    """
    limit = min(limit, MAX_BYTES)
    suffix = _extension(ext, limit)
    stem = _protect(_clean(title))

    def numbered(number: int) -> str:
        mark = f" ({number})" if number > 1 else ""
        short = _shorten(stem, limit - len((mark + suffix).encode()))
        if _is_device(short + mark):  # “nullify” cut after three letters
            short = "_" + short[1:]
        return short + mark + suffix

    name = numbered(_first_free(numbered, taken))
    taken.add(fold(name))
    return name


def fold(name: str) -> str:
    """The key under which two names collide on a file system that ignores case or Unicode form."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _clean(title: str) -> str:
    """The characters of `title` that may stand in a name, blanks collapsed."""
    kept: list[str] = []
    for character in unicodedata.normalize("NFC", title):
        if character.isspace() or unicodedata.category(character) in ("Zl", "Zp"):
            kept.append(" ")
        elif character in _FORBIDDEN:
            kept.append("_")
        elif unicodedata.category(character) not in _DROPPED:
            kept.append(character)
    # once more: characters that were kept apart by a dropped one may now combine
    return unicodedata.normalize("NFC", " ".join("".join(kept).split()))


def _protect(stem: str) -> str:
    """Keep `stem` from being a device, a hidden file, an option of a command or a way up."""
    stem = stem.strip(". ")
    if not stem:
        return UNTITLED
    return "_" + stem if _is_device(stem) or stem[0] in "-~" else stem


def _is_device(name: str) -> bool:
    """Windows opens the device for "con", "con.txt" and "con .txt" alike."""
    return name.split(".", 1)[0].rstrip().casefold() in _RESERVED


def _extension(ext: str, limit: int) -> str:
    kept = "".join(character for character in ext if character.isascii() and character.isalnum())
    return f".{kept[: min(_MAX_EXTENSION, limit // 2)]}" if kept else ""


def _shorten(stem: str, room: int) -> str:
    """The longest beginning of `stem` that fits into `room` bytes and does not end in a dot or blank."""
    if len(stem.encode()) <= room:
        return stem
    kept = stem.encode()[: max(room, 0)].decode("utf-8", "ignore").rstrip(". ")
    return kept or "_"


def _first_free(numbered: Callable[[int], str], taken: set[str]) -> int:
    """The number of a free name, found by doubling and halving: a thousand pages called “News” stay cheap."""
    low, high = 0, 1
    while fold(numbered(high)) in taken:
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        if fold(numbered(middle)) in taken:
            low = middle
        else:
            high = middle
    return high


UNKNOWN = "unknown"
_PIECE = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")


class TemplateInvalid(UserError):
    """A pattern for file names that cannot be used."""

    code = "template-invalid"


@dataclass(frozen=True, slots=True)
class Named:
    """A page with what its name may be made of."""

    page: Page
    capture: Capture
    values: FacetValues
    version: int


def check_template(pattern: str) -> None:
    """TemplateInvalid when a pattern names no file, or a field that there is not."""
    for found in _PIECE.finditer(pattern):
        if found[0] in ("{", "}"):
            raise TemplateInvalid(
                pattern=pattern, detail=Message("template-sign-alone", sign=found[0], double=found[0] * 2)
            )
        if found[1] is not None and found[1] not in FIELDS:
            known = ", ".join(f"{{{name}}}" for name in FIELDS)
            raise TemplateInvalid(
                pattern=pattern, detail=Message("template-no-field", name=found[0], known=known)
            )
    if not pattern.rpartition("/")[2].strip():
        raise TemplateInvalid(pattern=pattern, detail=Message("template-no-name"))


def place(pattern: str, named: Named, ext: str) -> Place:
    """Where a file goes by a pattern that is in order. Only a “/” of the pattern, and `path`, make folders."""
    *folders, name = pattern.split("/")
    made = [part for folder in folders for part in _expanded(folder, named)]
    *more, last = _expanded(name, named) or [UNKNOWN]
    return Place((*made, *more), last, ext)


def _expanded(segment: str, named: Named) -> list[str]:
    """The folders, mostly one, that a segment of a pattern stands for."""
    if segment.strip() == "{path}":
        return _path(named)

    def value(found: re.Match[str]) -> str:
        if found[1] is None:
            return found[0][0]
        return " ".join((_VALUES[found[1]](named) or UNKNOWN).replace("/", "_").split())

    made = _PIECE.sub(value, segment)
    return [made] if made.strip() else []


def _path(named: Named) -> list[str]:
    try:
        parts = urlsplit(named.page.url)
    except ValueError:  # archives of others hold addresses like http://[x
        return [UNKNOWN]
    return [readable(part) for part in parts.path.split("/")[:-1] if part]


def _title(page: Page) -> str:
    return page.title or readable(page.name).strip("/ ") or _host(page)


def _host(page: Page) -> str:
    try:
        return urlsplit(page.url).netloc.rpartition("@")[2]
    except ValueError:
        return ""


def _moment(form: str) -> Callable[[Named], str]:
    return lambda named: named.capture.date.astimezone(UTC).strftime(form)


_VALUES: dict[str, Callable[[Named], str]] = {
    "title": lambda named: _title(named.page),
    "host": lambda named: _host(named.page),
    "path": lambda named: "_".join(_path(named)),
    "date": _moment("%Y-%m-%d"),
    "time": _moment("%H%M%S"),
    "year": lambda named: named.values.year or _moment("%Y")(named),
    "id": lambda named: named.capture.id,
    "version": lambda named: str(named.version),
    "type": lambda named: named.values.type,
    "language": lambda named: named.values.language,
    "author": lambda named: named.values.author,
    "issuer": lambda named: named.values.issuer,
}
FIELDS = tuple(_VALUES)
"""What may stand in braces. Of a capture: its id, date, time (UTC) and the number of this version of its page. `path`
makes folders like the site's own, `year` is the document's or else the capture's. What is not known is "unknown"."""


LONGEST_PATH = 200
"""Characters a path below the folder may have, so that Windows (260 in all) can still take a copy of it."""

_WINDOWS_PATH = 259
_ROOM_FOR_NAME = 80
_LONGEST_FOLDER = 64


class ExportFolder:
    """Gives out names below `root` and writes each file whole or not at all.

    What stands in `root` already counts as taken, links included, and every folder below is made new here: so
    no link that somebody put there is ever followed. Files are renamed into place without waiting for the
    disk: the archive still has everything an export could lose.
    """

    def __init__(self, root: Path) -> None:
        with storing(root):
            root.mkdir(parents=True, exist_ok=True)
            self.root = root.resolve()
            names = [entry.name for entry in self.root.iterdir()]
        self._taken: dict[Path, set[str]] = {self.root: {fold(name) for name in names}}
        self._folders: dict[tuple[Path, str], Path] = {}
        self._longest = _longest(self.root)

    def write(self, place: Place, data: bytes) -> str:
        """Write one file and return its path below `root`, with forward slashes."""
        with self.open(place) as (file, name):
            file.write(data)
        return name

    @contextmanager
    def open(self, place: Place) -> Iterator[tuple[BinaryIO, str]]:
        """A file that appears under its name when the block ends well, and leaves nothing behind otherwise."""
        folder = self._folder(place.folders)
        with storing(folder):
            final = self._free(folder, lambda limit, taken: safe_name(place.title, place.ext, taken, limit))
            temporary = folder / f".{secrets.token_hex(6)}.part"
            try:
                with temporary.open("xb") as file:
                    yield file, final.relative_to(self.root).as_posix()
                temporary.rename(final)
            except BaseException:
                with suppress(OSError):
                    temporary.unlink(missing_ok=True)
                raise

    def _folder(self, segments: tuple[str, ...]) -> Path:
        """The folder for `segments`; where the path would get too long, the deepest that fits."""
        folder = self.root
        for segment in segments:
            known = self._folders.get((folder, segment))
            if known is None:
                if (
                    self._used(folder) + _LONGEST_FOLDER + _ROOM_FOR_NAME > self._longest
                    and folder != self.root
                ):
                    break
                known = self._make(folder, segment)
            folder = known
        return folder

    def _make(self, parent: Path, segment: str) -> Path:
        with storing(parent):
            made = self._free(
                parent, lambda limit, taken: safe_name(segment, "", taken, min(limit, _LONGEST_FOLDER))
            )
            made.mkdir()
        self._folders[parent, segment] = made
        self._taken[made] = set()
        return made

    def _free(self, folder: Path, name: Callable[[int, set[str]], str]) -> Path:
        """A path in `folder` under which nothing stands, however this file system compares names."""
        room = self._longest - self._used(folder)
        while True:
            path = folder / name(room, self._taken[folder])
            if not os.path.lexists(path):
                return path

    def _used(self, folder: Path) -> int:
        return 0 if folder == self.root else _units(str(folder.relative_to(self.root))) + 1


def _longest(root: Path) -> int:
    if os.name != "nt":
        return LONGEST_PATH
    return min(LONGEST_PATH, max(_ROOM_FOR_NAME, _WINDOWS_PATH - _units(str(root)) - 1))


def _units(text: str) -> int:
    """Length as Windows counts it, in UTF-16 units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
