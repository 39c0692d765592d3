"""Pictures and media in the inner difference of a block: how a list names them, where their addresses are. No Qt."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from app.blocks.changes import Part
from app.blocks.parts import Stretch
from widgets.compare.words import readable

SIGN = "▣"  # stands before the name of a picture
_NAMED = 3  # pictures of one side that a list names
_LONGEST = 60
_MEDIA = re.compile(r"\[(?:img|source|video|audio|iframe|embed|object) (?=.*\]$)", re.DOTALL)
_GIVEN = re.compile(r'([a-z][\w-]*)="(.*?)"(?=[\]]$| [a-z][\w-]*=")', re.DOTALL)


def is_media(attribute: str) -> bool:
    """Whether it is a picture or the like, not a link, a field or a title."""
    return _MEDIA.match(attribute) is not None


def addresses(attributes: Sequence[str]) -> list[str]:
    """Where the media among the attributes of a change lie; what only holds the place of one that loads later is not
    told."""
    return [address for one in attributes if is_media(one) and (address := _address(_given(one)))]


def names(attributes: tuple[Sequence[str], Sequence[str]]) -> tuple[list[str], list[str]]:
    """The media that only one version has, by their words and their file; the whole of it where these are the same."""
    found = [[_name(one) for one in only if is_media(one)] for only in attributes]
    same = set(found[0]) & set(found[1])
    full = [[f"{SIGN} {readable(one)}" for one in only if is_media(one)] for only in attributes]
    told = [
        [long if short in same or short == SIGN else short for short, long in zip(*side, strict=True)]
        for side in zip(found, full, strict=True)
    ]
    return told[0], told[1]


def stands_behind(part: Part | None, only: Sequence[str], start: int) -> bool:
    """Whether the first of the media stands behind so many characters of the text of a block, one at least."""
    first = next((one for one in only if is_media(one)), None)
    return first is not None and isinstance(part, Stretch) and part.place_of(first) >= max(1, start)


def beside(found: Sequence[str]) -> str:
    """The names in a line, "" for none."""
    more = f"  +{len(found) - _NAMED}" if len(found) > _NAMED else ""
    return "  ".join(found[:_NAMED]) + more


def _given(attribute: str) -> dict[str, str]:
    return dict(_GIVEN.findall(attribute))


def _address(given: dict[str, str]) -> str:
    """The address of what is shown in the end."""
    every = [value for name, value in given.items() if name not in ("alt", "srcdoc") and not name.endswith("srcset")]
    sets = [value.split() for name, value in given.items() if name.endswith("srcset")]
    every += [words[0].rstrip(",") for words in sets if words]
    return next((one for one in every if not one.startswith("data:")), every[0] if every else "")


def _name(attribute: str) -> str:
    given = _given(attribute)
    said, address = _short(given.get("alt", "").strip()), readable(_address(given))
    try:
        file = address if address.startswith("data:") else urlsplit(address).path.rstrip("/").rpartition("/")[2]
    except ValueError:
        file = address
    return " ".join(filter(None, (SIGN, said, f"({_short(file)})" if said and file else _short(file))))


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
