"""Words that came or went: what `search` shows for queries with `appeared:`, `vanished:` or `changed:`, and their feed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli.console import Refused, counted, emit, moment, say
from app.cli.search.found import added, marked, show_counts
from app.errors import StorageFailed

if TYPE_CHECKING:
    from app.search.changes.atom import Said
    from app.search.changes.events import Event, Events

Found = Sequence[tuple[Path, str, "Events"]]
"""Of each archive its path, its name, and what was found in it."""

_KINDS = {"appeared": "+ appeared", "vanished": "- vanished", "replaced": "~ replaced"}
_SORTING: dict[str, Any] = {
    "relevance": lambda one: -one[1].score,
    "newest": lambda one: (-one[1].date.timestamp(), -one[1].after.seq),
    "oldest": lambda one: one[1].date.timestamp(),
    "title": lambda one: one[1].title.casefold(),
    "size": lambda one: -one[1].shown.length,
}


def show_events(
    found: Found, sort: str, offset: int, limit: int, facets: bool, as_json: bool, *, saved: bool = False
) -> None:
    """Events of one archive, or of several in one order, and a summary; of a `saved` search with what is new. Refused
    where there are none."""
    from app.search.changes.events import values

    every = [(path, event) for path, _, results in found for event in results.events]
    if len(found) > 1:
        every.sort(key=_SORTING[sort])
    shown = every[offset : offset + limit]
    for path, event in shown:
        if as_json:
            emit({**values(path, event), **({"new": event.new} if saved else {})})
        else:
            _say(event, f"  ({path})" if len(found) > 1 else "")
    _close([results for _, _, results in found], len(shown), offset, facets, as_json, saved=saved)


def write_feed(found: Found, query: str, path: Path, as_json: bool) -> None:
    """The newest events as a feed in a file. Refused."""
    from app.search.changes import atom

    events = [event for _, _, results in found for event in results.events]
    names = ", ".join(name for _, name, _ in found)
    made = atom.feed(events, name=names, query=query, title=f"{query} in {names}", say=_entry)
    try:
        atom.write(path, made)
    except StorageFailed as error:
        raise Refused(detail=str(error)) from error
    total, written = sum(results.total for _, _, results in found), min(len(events), atom.MOST)
    if as_json:
        emit({"kind": "summary", "path": path, "total": total, "entries": written})
    else:
        say(f"{path}: {counted(total, 'change')}, the newest {written:,} in the feed.")


def _entry(event: Event) -> Said:
    from app.search.changes.atom import Said

    return Said(f"{event.kind.capitalize()}: {event.title or event.url}", f"{_when(event)}.")


def _when(event: Event) -> str:
    """Between which captures, what became of the page, in which part of it."""
    seen = moment(event.date)
    when = f"between {moment(event.since)} and {seen}" if event.since else f"seen first at {seen}"
    became = {"new": ", the page is new", "back": ", the page is back", "gone": ", the page is gone"}
    gone = f" ({event.after.status})" if event.page == "gone" else ""
    path = " › ".join(event.place.path)
    where = ", ".join(filter(None, (event.place.label, path and f"under {path}")))
    return f"{when}{became.get(event.page, '')}{gone}{f'; in {where}' if where else ''}"


def _say(event: Event, where: str) -> None:
    say(f"{event.after.id:<15} {_KINDS[event.kind]}  {event.title or '—'}  {event.url}{where}")
    say(f"    {'new  ' if event.new else ''}{_when(event)}")
    for sign, snippet in (("-", event.place.old), ("+", event.place.new)):
        if snippet.text:
            say(f"    {sign} {marked(snippet.text, snippet.marks)}")


def _close(found: list[Events], shown: int, offset: int, facets: bool, as_json: bool, *, saved: bool) -> None:
    total, took = sum(one.total for one in found), sum(one.milliseconds for one in found)
    months = dict(sorted(added([one.months for one in found]).items()))
    days = dict(sorted(added([one.days for one in found]).items())) if all(one.days for one in found) else {}
    named = {name: added([dict(one.facets.get(name, [])) for one in found]) for name in found[0].facets}
    if as_json:
        more: dict[str, Any] = {"days": days} if days else {}
        if facets:
            more["facets"] = named
        if saved:
            more["new"] = sum(one.new for one in found)
        emit({"kind": "summary", "total": total, "milliseconds": round(took, 1), "months": months, **more})
        return
    if not total:
        raise Refused(detail="Nothing was found.")
    fresh = f", {sum(one.new for one in found):,} new" if saved else ""
    say(f"{counted(total, 'change')}{fresh}, {offset + 1} to {offset + shown} shown, {took:.0f} ms.")
    show_counts({**named, "month": months})
