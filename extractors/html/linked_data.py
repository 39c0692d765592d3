"""Addresses in JSON: descriptions of a page in JSON-LD (schema.org), and web app manifests."""

from __future__ import annotations

import json
from collections.abc import Iterator

_LONGEST = 1 << 20
_MOST_NODES = 5000
_PICTURES = frozenset(
    (
        "image",
        "images",
        "logo",
        "thumbnail",
        "thumbnailurl",
        "primaryimageofpage",
        "contenturl",
        "photo",
        "screenshot",
    )
)
_ADDRESSES = frozenset(("url", "mainentityofpage", "item", "contenturl", "thumbnailurl"))
_DRAWN = frozenset(("imageobject", "videoobject", "audioobject", "mediaobject"))
_IDS = ("url", "contentUrl", "@id")

Address = tuple[str, bool]
"""(reference, is it a picture or the like?)"""


def addresses(code: str) -> Iterator[Address]:
    """Where a description of things on a page says they are: pages, pictures, media. What they are the same as
    (sameAs) stands elsewhere and does not belong to the page. Damaged descriptions hold nothing."""
    seen = 0
    pending: list[tuple[object, str]] = [(load(code), "")]
    while pending and seen < _MOST_NODES:
        seen += 1
        value, key = pending.pop()
        picture = key in _PICTURES
        if isinstance(value, str):
            if (picture or key in _ADDRESSES) and _plausible(value):
                yield value, picture
        elif isinstance(value, list):
            pending.extend((item, key) for item in reversed(value[:_MOST_NODES]))
        elif isinstance(value, dict):
            if key in ("mainentityofpage", "item") and isinstance(value.get("@id"), str):
                pending.append((value["@id"], key))
            kind = str(value.get("@type")).lower()
            for name, inner in reversed(value.items()):
                name = name.lower()
                if name in ("sameas", "@context", "@id"):
                    continue
                if name == "url" and (picture or kind in _DRAWN):
                    # the page of a film has an address, too; that of a picture is the picture
                    name = "image" if picture or kind == "imageobject" else "url"
                pending.append((inner, name))


def manifest(value: object) -> Iterator[Address]:
    """The pages and icons that a web app manifest names (W3C Application Manifest)."""
    if not isinstance(value, dict) or not is_manifest(value):
        return
    pictures = [value.get("icons"), value.get("screenshots")]
    shortcuts = value.get("shortcuts")
    for shortcut in shortcuts[:100] if isinstance(shortcuts, list) else ():
        if isinstance(shortcut, dict):
            pictures.append(shortcut.get("icons"))
            if isinstance(shortcut.get("url"), str):
                yield shortcut["url"], False
    if isinstance(value.get("start_url"), str):
        yield value["start_url"], False
    for group in pictures:
        for picture in group[:100] if isinstance(group, list) else ():
            if isinstance(picture, dict) and isinstance(picture.get("src"), str):
                yield picture["src"], True


def is_manifest(value: dict[str, object]) -> bool:
    return isinstance(value.get("icons"), list) and any(
        key in value for key in ("name", "short_name", "start_url")
    )


def load(code: str) -> object:
    """The value of a JSON text, None when there is none to be read."""
    if len(code) > _LONGEST:
        return None
    try:
        return json.loads(code.strip().removeprefix("<!--").removesuffix("-->"), strict=False)
    except (ValueError, RecursionError):
        return None


def _plausible(value: str) -> bool:
    """Templates, names and sentences are no addresses."""
    value = value.strip()
    return (
        0 < len(value) < 2000
        and not any(letter in value for letter in "{}<> \n")
        and ("/" in value or "." in value)
    )
