"""What several archives say to one query, in one order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from app.search.results import Hit, Results
from app.search.searching import Sort

_KEYS: dict[Sort, Callable[[Hit], Any]] = {
    "relevance": lambda hit: -hit.score,
    "newest": lambda hit: -(hit.last.timestamp() if hit.last else 0.0),
    "oldest": lambda hit: hit.first.timestamp() if hit.first else 0.0,
    "title": lambda hit: hit.title.casefold(),
    "size": lambda hit: -(hit.capture.length if hit.capture else 0),
    "rank": lambda hit: -(hit.rank.share if hit.rank else 0.0),
}


def order(sort: Sort) -> Callable[[Hit], Any]:
    """The key that sorts hits of several archives."""
    return _KEYS[sort]


def merged(
    own: Results, others: Sequence[tuple[Path, Results]], sort: Sort, offset: int, limit: int
) -> Results:
    """The results of one archive and of others, whose hits name the archive they are of. Each is to hold its first
    `offset` + `limit` hits."""
    hits = [*own.hits, *(replace(hit, archive=path) for path, found in others for hit in found.hits)]
    every = [own, *(found for _, found in others)]
    return replace(
        own,
        total=sum(one.total for one in every),
        hits=sorted(hits, key=_KEYS[sort])[offset : offset + limit],
        milliseconds=sum(one.milliseconds for one in every),
        facets={
            name: added(dict(one.facets.get(name, ())) for one in every).most_common() for name in own.facets
        },
        months=dict(sorted(added(one.months for one in every).items())),
        left_out=sum(one.left_out for one in every),
        loose=sum(one.loose for one in every),
    )


def added(counts: Iterable[dict[str, int]]) -> Counter[str]:
    """The counts of several archives together."""
    together = Counter[str]()
    for one in counts:
        together.update(one)
    return together
