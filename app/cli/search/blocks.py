"""Blocks in place of pages: what `search --blocks` shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli.console import Refused, counted, emit, moment, say
from app.cli.search.found import marked, show_counts

if TYPE_CHECKING:
    from app.search.block_hits import BlockHit, BlockResults

SORTS = ("relevance", "newest", "oldest")
_SORTING: dict[str, Any] = {
    "relevance": lambda one: (one[1].quiet, -one[1].score, -one[1].last.timestamp()),
    "newest": lambda one: -one[1].last.timestamp(),
    "oldest": lambda one: one[1].first.timestamp(),
}


def show_blocks(
    found: Sequence[tuple[Path, BlockResults]],
    sort: str,
    offset: int,
    limit: int,
    facets: bool,
    as_json: bool,
) -> None:
    """Blocks of one archive, or of several in one order, and a summary. Refused where there are none."""
    every = [(path, hit) for path, results in found for hit in results.hits]
    if len(found) > 1:
        every.sort(key=_SORTING[sort])
    shown = every[offset : offset + limit]
    for path, hit in shown:
        if as_json:
            emit(values(path, hit))
        else:
            _say(hit, f"  ({path})" if len(found) > 1 else "")
    total, left_out = sum(one.total for _, one in found), sum(one.left_out for _, one in found)
    took = sum(one.milliseconds for _, one in found)
    labels = Counter[str]()
    for _, one in found:
        labels.update(dict(one.labels))
    counts = {"label": dict(labels.most_common())}
    if as_json:
        more = {"facets": counts} if facets else {}
        emit(
            {"kind": "summary", "total": total, "left_out": left_out, "milliseconds": round(took, 1), **more}
        )
        return
    if not total:
        raise Refused(detail="Nothing was found.")
    say(f"{counted(total, 'block')}, {offset + 1} to {offset + len(shown)} shown, {took:.0f} ms.")
    if left_out:
        say(f"{left_out:,} texts were too many to be ranked and are left out; more words find fewer.")
    if facets:
        show_counts(counts)


def values(archive: Path, hit: BlockHit) -> dict[str, Any]:
    """A block as an object of JSON."""
    origin = hit.origin
    return {
        "kind": "block",
        "archive": archive,
        "id": hit.capture.id,
        "url": hit.capture.url,
        "title": hit.capture.title,
        "date": hit.capture.date,
        "label": hit.label,
        "block": hit.block,
        "path": list(hit.path),
        "snippet": {"text": hit.snippet.text, "marks": [list(mark) for mark in hit.snippet.marks]},
        "first": hit.first,
        "last": hit.last,
        "until": hit.until,
        "versions": hit.versions,
        "pages": hit.pages,
        "score": round(hit.score, 4),
        "origin": {"id": origin.id, "url": origin.url, "date": origin.date} if origin else None,
    }


def _say(hit: BlockHit, where: str) -> None:
    capture, origin = hit.capture, hit.origin
    say(f"{capture.id:<15} {capture.title or '—'}  {capture.url}{where}")
    ended = f", gone {moment(hit.until)[:10]}" if hit.until else ""
    seen = f"{moment(hit.first)[:10]} to {moment(hit.last)[:10]}{ended}"
    under = f"  in {' › '.join(hit.path)}" if hit.path else ""
    say(f"    [{hit.label or 'part'}]  {seen}, {counted(hit.pages, 'page')}{under}")
    say(f"    {marked(hit.snippet.text, hit.snippet.marks)}")
    if origin is not None and origin.url != capture.url:
        say(f"    said first {moment(origin.date)[:10]}  {origin.url}")
