"""Names of exported files by a pattern that a person writes: “{date}/{host}/{title}”."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC
from urllib.parse import urlsplit

from app.archive.addresses import readable
from app.archive.index.facets import FacetValues
from app.archive.model import Capture, Page
from app.errors import UserError
from app.exporting.places import Place
from app.messages import Message

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


FIELDS = (
    "title",
    "host",
    "path",
    "date",
    "time",
    "year",
    "id",
    "version",
    "type",
    "language",
    "author",
    "issuer",
)
"""What may stand in braces. Of a capture: its id, date, time (UTC) and the number of this version of its page. `path`
makes folders like the site's own, `year` is the document's or else the capture's. What is not known is "unknown"."""

UNKNOWN = "unknown"
_PIECE = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")


class TemplateInvalid(UserError):
    """A pattern for file names that cannot be used."""

    template = "The pattern “{pattern}” for file names cannot be used: {detail}"


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


def _title(named: Named) -> str:
    page = named.page
    return page.title or readable(page.name).strip("/ ") or _host(named)


def _host(named: Named) -> str:
    try:
        return urlsplit(named.page.url).netloc.rpartition("@")[2]
    except ValueError:
        return ""


def _moment(form: str) -> Callable[[Named], str]:
    return lambda named: named.capture.date.astimezone(UTC).strftime(form)


_VALUES: dict[str, Callable[[Named], str]] = {
    "title": _title,
    "host": _host,
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
