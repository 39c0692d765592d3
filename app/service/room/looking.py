"""A page at a date, and all its versions."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime

from starlette.responses import Response

from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.errors import FormatError, StorageUnreadable
from app.service import cdx
from app.service.collection import View, nearest
from app.service.memento import Places
from app.service.room.rendering import Visit, page
from app.service.room.shown import captured

_SHOWN_AS_IS = ("text/html", "application/xhtml+xml", "text/plain", "image/", "audio/", "video/")
_MOST_TEXT = 200_000  # characters of a document that is shown as text
_ROWS = 500  # versions of a list


def shown(view: View, visit: Visit) -> Response:
    """A page as it was at a moment: in a frame, or as its text where a browser cannot show it."""
    asked = visit.request.query_params
    url = asked.get("url", "")
    captures = captured(view, url)
    wanted = cdx.moment(asked["at"]) if asked.get("at") else datetime.now(UTC)
    chosen = nearest(captures, wanted, url)
    assert chosen is not None
    version = view.reader.capture(chosen.base) if chosen.base else chosen
    versions = [one for one in captures if one.kind == "version"] or captures
    number = next((n for n, one in enumerate(versions) if one.id == version.id), 0)
    framed = version.type.startswith(_SHOWN_AS_IS) or not 200 <= version.status < 300
    text = title = ""
    if not framed:
        text, title = _text(view.reader, version)
    return page(
        visit,
        "page.html",
        collection=view.collection,
        capture=chosen,
        title=title or _title(view.reader, version),
        version=version,
        number=number,
        versions=versions[-_ROWS:],
        count_of=len(versions),
        older=versions[number - 1] if number else None,
        newer=versions[number + 1] if number + 1 < len(versions) else None,
        frame=Places(f"{visit.stage}/{view.collection.name}/").of(chosen, "mp_") if framed else "",
        text=text,
        original=Places(f"/{view.collection.name}/").of(chosen, "id_"),
    )


def _title(reader: ArchiveReader, version: Capture) -> str:
    return reader.bare_title(version.title, version.url)


def _text(reader: ArchiveReader, version: Capture) -> tuple[str, str]:
    with suppress(FormatError, StorageUnreadable):
        document = reader.document(version)
        return document.text[:_MOST_TEXT], document.title
    return "", ""


def versions(view: View, visit: Visit) -> Response:
    """All versions of a page, the newest first, with how often each was seen."""
    captures = captured(view, visit.request.query_params.get("url", ""))
    seen: dict[str, list[datetime]] = {}
    for one in captures:
        seen.setdefault(one.base or one.id, []).append(one.date)
    found = [one for one in captures if one.kind == "version"]
    rows = [
        (
            one,
            _title(view.reader, one),
            seen[one.id][-1],
            len(seen[one.id]),
            found[number - 1] if number else None,
        )
        for number, one in enumerate(found)
    ]
    newest = found[-1] if found else captures[-1]
    return page(
        visit,
        "versions.html",
        collection=view.collection,
        url=newest.url,
        title=_title(view.reader, newest),
        rows=rows[::-1][:_ROWS],
        more=max(0, len(rows) - _ROWS),
        captures=len(captures),
    )
