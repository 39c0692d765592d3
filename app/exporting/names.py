"""File names that every file system takes: Windows, macOS and Linux alike.

An export is made on one machine and opened on another, so the strictest rule of the three always holds.
A name made here is one path component: it cannot climb out of the folder it is put into.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

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
