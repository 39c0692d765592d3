"""Since when and until when something is said, and who said it first: entries followed through the versions."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

import numpy as np

from app.archive.index import rows
from app.search.entries.columns import Columns, Numbers


class Standing(NamedTuple):
    """A page that says something: the numbers of the captures with which it began and which says it last, when it was
    seen to say it first and last, and when a version came that says it no more (None: the newest one says it)."""

    page: int
    began: int
    newest: int
    first: datetime
    last: datetime
    until: datetime | None


def standings(held: Columns, entries: Numbers) -> list[Standing]:
    """The pages of entries, who said it first at the head. A page that said it, not, and again is one."""
    stand = held.stand
    places = _saying(held, entries)
    pages = stand.page[places]
    begin = np.flatnonzero(np.append(True, pages[1:] != pages[:-1])) if len(pages) else places
    end = np.append(begin[1:], len(pages)) if len(pages) else begin
    found = []
    for a, b in zip(begin.tolist(), end.tolist(), strict=True):
        first, last = int(places[a]), int(places[b - 1])
        goes_on = last + 1 < len(stand.page) and stand.page[last + 1] == stand.page[last]
        found.append(
            (
                int(stand.date[first]),
                Standing(
                    int(pages[a]),
                    int(stand.seq[first]),
                    int(stand.seq[last]),
                    rows.moment(int(stand.date[first])),
                    rows.moment(int(held.last[stand.entry[places[a:b]]].max())),
                    rows.moment(int(stand.date[last + 1])) if goes_on else None,
                ),
            )
        )
    found.sort(key=lambda one: (one[0], one[1].began))
    return [standing for _, standing in found]


def _saying(held: Columns, entries: Numbers) -> Numbers:
    """The places in `held.stand` of the versions that say one of these entries."""
    stand, saying = held.stand, np.zeros(held.size, np.bool_)
    saying[entries] = True
    if not len(entries) or (held.page[entries] != held.page[entries[0]]).any():
        return np.flatnonzero(saying[stand.entry])
    page = held.page[entries[0]]
    begin = int(np.searchsorted(stand.page, page, "left"))
    own = stand.entry[begin : int(np.searchsorted(stand.page, page, "right"))]
    return begin + np.flatnonzero(saying[own])


def earliest(held: Columns, entries: Numbers) -> int:
    """The number of the capture that said it first, 0 for none."""
    places = _saying(held, entries)
    if not len(places):
        return 0
    order = np.lexsort((held.stand.seq[places], held.stand.date[places]))
    return int(held.stand.seq[places[order[0]]])


def gone(held: Columns, entries: Numbers) -> datetime | None:
    """When the last page that said it came to say something else; None while one still says it in its newest
    version."""
    if held.newest[entries].any():
        return None
    ends = [one.until for one in standings(held, entries)]
    return None if None in ends else max((end for end in ends if end is not None), default=None)
