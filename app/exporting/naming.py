"""Names of exported files by a pattern that a person writes: “{date}/{host}/{title}”."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC
from urllib.parse import urlsplit

from app.archive.addresses import readable
from app.archive.facets import FacetValues
from app.archive.model import Capture, Page
from app.errors import UserError
from app.exporting.places import Place

FIELDS = ("title", "host", "path", "date", "time", "year", "id", "version", "type", "language", "author", "issuer")
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
                pattern=pattern, detail=f"a “{found[0]}” stands alone; write “{found[0] * 2}” for one."
            )
        if found[1] is not None and found[1] not in FIELDS:
            known = ", ".join(f"{{{name}}}" for name in FIELDS)
            raise TemplateInvalid(pattern=pattern, detail=f"there is no field “{found[0]}”. There are: {known}.")
    if not pattern.rpartition("/")[2].strip():
        raise TemplateInvalid(pattern=pattern, detail="it does not end in a file name.")


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
