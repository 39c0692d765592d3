"""What a search shows of anything that it found: hits, words marked in a text, counts beside one another."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli.console import Refused, counted, emit, moment, plain, say

if TYPE_CHECKING:
    from app.search.results import Hit, Results
    from app.search.suggesting import Suggestion

_SHOWN = 8  # values of a facet for people


def marked(text: str, marks: Iterable[tuple[int, int]]) -> str:
    """A snippet with its marks: in brackets on a terminal."""
    if not sys.stdout.isatty():
        return text
    pieces, last = list[str](), 0
    for begin, end in marks:
        pieces += (text[last:begin], f"[{text[begin:end]}]")
        last = end
    return plain("".join(pieces) + text[last:])


def added(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """The counts of several archives together, the largest first."""
    together: dict[str, int] = {}
    for one in counts:
        for value, count in one.items():
            together[value] = together.get(value, 0) + count
    return dict(sorted(together.items(), key=lambda one: -one[1]))


def show_counts(counts: Mapping[str, Mapping[str, int]]) -> None:
    """Counts for people, the first values of each."""
    for name, values in counts.items():
        if not values:
            continue
        first = [f"{value or '(none)'} {count:,}" for value, count in list(values.items())[:_SHOWN]]
        more_of = f", {len(values) - _SHOWN:,} more" if len(values) > _SHOWN else ""
        say(f"{name:<9} {', '.join(first)}{more_of}")


def show_hit(path: Path, hit: Hit, as_json: bool, *, several: bool, saved: bool = False) -> None:
    """One hit; `several` archives name theirs, and a `saved` search has what is new."""
    snippet = hit.snippet
    if as_json:
        from app.search.listing import values

        emit({**values(path, hit), **({"new": hit.new} if saved else {})})
        return
    where = f"  ({path})" if several else ""
    if hit.capture is None:
        say(f"{f'answered with {hit.status}' if hit.status else 'not in the archive'}  {hit.url}{where}")
    else:
        seen = f"{moment(hit.first)[:10]} to {moment(hit.last)[:10]}, {counted(hit.versions, 'version')}"
        say(f"{hit.capture.id:<15} {hit.title or '—'}  {hit.url}{where}")
        under = "  in " + " › ".join(hit.path) if hit.path else ""
        label = f"  [{hit.label}]" if hit.label else ""
        say(f"    {'new  ' if hit.new else ''}{seen}{under}{label}")
    marks = "  ".join(filter(None, ("★" if hit.marked.star else "", *(f"+{tag}" for tag in hit.marked.tags))))
    if marks:
        say(f"    {marks}")
    say(f"    {'Note: ' if hit.noted else ''}{marked(snippet.text, snippet.marks)}")
    if hit.folded:
        say(f"    {hit.folded:,} more like this: {', '.join(one.url for one in hit.alike[:3])}")
    for one in hit.said:
        say(f"        {one.score:8.2f}  {one.field}  {one.words}")


def show_summary(
    found: list[Results],
    shown: int,
    offset: int,
    facets: bool,
    as_json: bool,
    *,
    saved: bool,
    suggested: list[Suggestion],
) -> None:
    """Counts of what was found, and what finds more. Refused where nothing was."""
    total, left_out = sum(one.total for one in found), sum(one.left_out for one in found)
    took = sum(one.milliseconds for one in found)
    counted_facets = {
        name: added([dict(one.facets.get(name, [])) for one in found])
        for name in (found[0].facets if facets else {})
    }
    months = dict(sorted(added([one.months for one in found]).items()))
    if as_json:
        more: dict[str, Any] = {"facets": counted_facets, "months": months} if facets else {}
        more |= {"new": found[0].new} if saved else {}
        loose = sum(one.loose for one in found)
        more |= {"loose": loose} if loose else {}
        more |= {"suggestions": [asdict(one) for one in suggested]} if suggested else {}
        emit(
            {"kind": "summary", "total": total, "left_out": left_out, "milliseconds": round(took, 1), **more}
        )
        return
    for one in suggested:
        say(f"{counted(one.total, 'page')} with: {one.query}")
    if not total:
        raise Refused(detail="Nothing was found.")
    fresh = f", {found[0].new:,} new" if saved else ""
    say(f"{counted(total, 'page')}{fresh}, {offset + 1} to {offset + shown} shown, {took:.0f} ms.")
    loose = sum(one.loose for one in found)
    if loose:
        say(f"{counted(loose, 'page')} of them with the words apart or in other forms.")
    if left_out:
        say(f"{left_out:,} texts were too many to be ranked and are left out; more words find fewer.")
    show_counts({**counted_facets, **({"month": months} if facets else {})})
