"""A page at a date, all its versions, two of them side by side, and what changed on all pages between two days."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import Any

from starlette.responses import Response

from app.archive.calendar import calendar_of, end_of
from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.blocks.compare.changes import Change
from app.blocks.history.of_template import TemplateChange
from app.blocks.history.site_changes import (
    STATES,
    Question,
    SiteRow,
    Totals,
    iter_site_changes,
    sorted_rows,
)
from app.blocks.noise.judged import Stopped
from app.errors import CaptureMissing, FormatError, StorageUnreadable
from app.service import cdx
from app.service.collection import View, nearest
from app.service.memento import Places
from app.service.room import marking
from app.service.room.marking import limit
from app.service.room.rendering import Visit, page
from app.service.room.shown import Refusal, captured, is_hidden

_SHOWN_AS_IS = ("text/html", "application/xhtml+xml", "text/plain", "image/", "audio/", "video/")
_MOST_TEXT = 200_000  # characters of a document that is shown as text
_SECONDS = 20.0  # for the changes of a site
_MOST_CHANGES = 400  # of a page that are listed
_MOST_WORDS = 20_000  # characters of a change
_ROWS = 300  # pages of a list of changes
_AROUND = 40  # characters of unchanged words that stay beside changed ones
_VERSIONS = 500
_MOST_OF_TEMPLATE = 50


def compare(view: View, visit: Visit) -> Response:
    """Two versions of a page, what changed as a list, and both pages with marks."""
    asked = visit.request.query_params
    if asked.get("a") and asked.get("b"):
        a, b = (_capture(view, asked[name]) for name in ("a", "b"))
        captures = captured(view, b.url)
        if is_hidden(view, a.url):
            raise Refusal(451, "This address is not shown.")
    else:
        captures = captured(view, asked.get("url", ""))
        versions = [one for one in captures if one.kind == "version"]
        if len(versions) < 2:
            raise Refusal(404, "There is one version of this page only, so there is nothing to compare.")
        a, b = versions[-2:]
    if a.url == b.url and a.date > b.date:
        a, b = b, a
    versions = [one for one in captures if one.kind == "version"]
    try:
        found = marking.compared(view, (a, b))
        anchors = _anchors(view, (a, b))
    except Stopped:
        raise Refusal(503, "This comparison takes too long to be made here.") from None
    except (FormatError, StorageUnreadable):
        raise Refusal(502, "One of the two versions is damaged and cannot be compared.") from None
    listed = marking.listed(found)
    places = Places(f"{visit.stage}/{view.collection.name}/")
    return page(
        visit,
        "compare.html",
        collection=view.collection,
        a=a,
        b=b,
        title=view.reader.bare_title(b.title, b.url),
        first=[
            next((anchors[side][number] for number, _ in listed if number in anchors[side]), "")
            for side in (0, 1)
        ],
        versions=versions[-_VERSIONS:],
        rows=[(number, change, _pieces(change)) for number, change in listed[:_MOST_CHANGES]],
        more=len(listed) - _MOST_CHANGES,
        quiet=sum(change.noise is not None for change in found.changes),
        share=found.real_share,
        anchors=anchors,
        frames=[f"{places.root}0mk_/{a.id}/{b.id}/{side}" for side in "ab"]
        if found.tree_a is not None and found.tree_b is not None
        else [],
        warnings=[visit.words.engine(one) for one in found.warnings],
    )


def _capture(view: View, id: str) -> Capture:
    """A version by its id; of a visit the version that it confirms."""
    try:
        found = view.reader.capture(id)
    except CaptureMissing:
        raise Refusal(404, "This version is not in the archive.") from None
    if is_hidden(view, found.url):
        raise Refusal(451, "This address is not shown.")
    return view.reader.capture(found.base) if found.base else found


def _anchors(view: View, pair: tuple[Capture, Capture]) -> tuple[dict[int, str], ...]:
    """By the number of each change what leads to it in either page."""
    found = marking.compared(view, pair)
    if found.tree_a is None or found.tree_b is None:
        return {}, {}
    return tuple(marking.marked(found, side, view.reader.shown(one)).anchors for side, one in enumerate(pair))


def _pieces(change: Change) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The words of both versions as (“same”, “out” or “in”, text); long stretches that stay are cut."""
    old, new = list[tuple[str, str]](), list[tuple[str, str]]()
    left = _MOST_WORDS
    for number, (kind, text_a, text_b) in enumerate(change.words):
        if left <= 0:
            break
        left -= len(text_a) + len(text_b)
        if kind == "unchanged":
            last = number == len(change.words) - 1
            old.append(("same", _cut(text_a, not number, last)))
            new.append(("same", _cut(text_b, not number, last)))
        else:
            old.append(("out", text_a))
            new.append(("in", text_b))
    for side, attributes in ((old, change.attributes_a), (new, change.attributes_b)):
        side.extend(("out" if side is old else "in", f" {one}") for one in attributes[:20])
    return [one for one in old if one[1]], [one for one in new if one[1]]


def _cut(text: str, first: bool, last: bool) -> str:
    if len(text) <= 4 * _AROUND:
        return text
    if first and last:
        return f"{text[: 4 * _AROUND]}…"
    if first:
        return f"…{text[-2 * _AROUND :]}"
    if last:
        return f"{text[: 2 * _AROUND]}…"
    return f"{text[:_AROUND]} … {text[-_AROUND:]}"


def changes(view: View, visit: Visit) -> Response:
    """The pages that are new, gone or changed between two days, of one site or all."""
    asked = visit.request.query_params
    days = list(calendar_of(view.reader, zone=UTC).days)
    sites = [one for one in view.reader.sites() if one.documents and not is_hidden(view, one.url)]
    host = asked.get("site", "")
    if host and host not in {one.name for one in sites}:
        raise Refusal(404, "There is no such site in the archive.")
    since, until = _day(asked.get("from", "")), _day(asked.get("to", ""))
    if since is None and until is None and len(days) > 1:
        since, until = days[-2:]
    rows, totals = list[SiteRow](), Totals()
    wrong = ""
    if since is None or until is None:
        wrong = "" if len(days) < 2 else "Choose two days."
    elif since >= until:
        wrong = "The first day must come before the second."
    else:
        moments = tuple(end_of(one, UTC) - timedelta(seconds=1) for one in (since, until))
        question = Question((moments[0], moments[1]), None, host or None)
        for row in iter_site_changes(view.reader, question, totals, cancelled=limit(_SECONDS, view.stopped)):
            if row.state != "same" and not is_hidden(view, row.url):
                rows.append(row)
    quiet = [row for row in rows if row.is_quiet]
    told = [row for row in rows if not row.is_quiet]
    counts: dict[str, Any] = {state: sum(row.state == state for row in told) for state in STATES[:3]}
    state = asked.get("state", "")
    if state in counts:
        told = [row for row in told if row.state == state]
    return page(
        visit,
        "changes.html",
        collection=view.collection,
        days=days,
        sites=sorted(sites, key=lambda one: one.name),
        site=host,
        since=since,
        until=until,
        state=state,
        wrong=wrong,
        counts=counts,
        quiet=sum(not row.template for row in quiet),
        folded=sum(row.template > 0 for row in quiet),
        of_template=_shown_template(view, totals),
        rows=sorted_rows(told, "share")[:_ROWS],
        more=len(told) - _ROWS,
        cut=totals.cancelled,
        unvisited=totals.unvisited,
    )


def _shown_template(view: View, totals: Totals) -> list[tuple[TemplateChange, int]]:
    """What changed in templates, with how many pages that may be shown have it."""
    found = list[tuple[TemplateChange, int]]()
    for one in totals.template:
        hidden = sum(is_hidden(view, url) for url in one.urls)
        if hidden < len(one.urls):
            found.append((one, one.pages - hidden))
        if len(found) == _MOST_OF_TEMPLATE:
            break
    return found


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


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
        versions=versions[-_VERSIONS:],
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
        rows=rows[::-1][:_VERSIONS],
        more=max(0, len(rows) - _VERSIONS),
        captures=len(captures),
    )
