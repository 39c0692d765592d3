"""Where an exported file goes: a flat folder of titles, or a tree like the site's own."""

from __future__ import annotations

import mimetypes
import re
from dataclasses import dataclass
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from app.archive.addresses import readable
from app.archive.model import Page

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
    name = readable(page.name).strip("/ ")
    return Place((), page.title or name or urlsplit(page.url).netloc, ext)


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
    right = _extension(ext, page.type)
    stem = last if right != ext else last[: len(last) - len(ext)]
    title = "_".join(part for part in (stem or "index", readable(parts.query)) if part)
    return Place((parts.netloc.rpartition("@")[2] or "other", *filter(None, folders)), title, right)


def _extension(ext: str, media_type: str) -> str:
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
