"""What each page said in turn: its captures as runs that say the same, one behind another in time.

A run begins with a version, goes on with the visits that confirm it, and with versions in which a search finds the same.
An answer that there is no such page (404, 410) is a run that says nothing, and so is a page that came empty; errors of
servers and redirects are no answer, and leave things as they are.
"""

from __future__ import annotations

import sqlite3
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from app.search.entries.columns import Columns, Mask, Numbers

Value = TypeVar("Value", np.bool_, np.int64, np.float64)

_SILENT = (
    "SELECT seq, page_id, date, coalesce(base, seq), status IN (404, 410) FROM captures WHERE base IS NOT NULL "
    "OR status IN (404, 410) OR (length = 0 AND status BETWEEN 200 AND 299)"
)


class Runs(NamedTuple):
    """Runs in the order of their pages, and of a page in time: number of the page, entry that it says (0: nothing),
    whether it is gone, first and last moment at which it was seen to be so (seconds since 1970), numbers of the capture
    that began it and of the newest version in it. `first` says of each whether it is the first of its page."""

    page: Numbers
    entry: Numbers
    gone: Mask
    begin: Numbers
    end: Numbers
    capture: Numbers
    version: Numbers
    first: Mask

    def before(self, values: NDArray[Value]) -> NDArray[Value]:
        """What holds of the run before each: nothing before the first one of a page."""
        shifted = np.roll(values, 1)
        shifted[self.first] = 0
        return shifted


class Said(NamedTuple):
    """Captures in the order of their pages, and of a page in time: number of the page, moment (seconds since 1970), number
    of the capture, that of its version, entry that it says (0: nothing), whether the page is gone."""

    page: Numbers
    date: Numbers
    seq: Numbers
    version: Numbers
    entry: Numbers
    gone: Mask


def said(index: sqlite3.Connection, held: Columns) -> Said:
    """What each capture of the pages that a search index knows says; `index` is the archive's. sqlite3.Error."""
    stand = held.stand
    others = np.array(index.execute(_SILENT).fetchall(), np.int64).reshape(-1, 5)
    others = others[np.isin(others[:, 1], stand.page)]
    base, gone = others[:, 3], others[:, 4] > 0
    says = np.zeros(int(max(stand.seq.max(initial=0), base.max(initial=0))) + 1, np.int64)
    says[stand.seq] = stand.entry
    silent = others[others[:, 0] == base, 0]  # versions that say nothing, and are not in the index
    known = (says[base] > 0) | np.isin(base, silent)
    others, base, gone = others[known], base[known], gone[known]
    page, date = np.append(stand.page, others[:, 1]), np.append(stand.date, others[:, 2])
    seq, version = np.append(stand.seq, others[:, 0]), np.append(stand.seq, base)
    entry = np.append(stand.entry, np.where(gone, 0, says[base]))
    absent: Mask = np.append(np.zeros(len(stand.seq), np.bool_), gone)
    order = np.lexsort((seq, date, page))
    return Said(page[order], date[order], seq[order], version[order], entry[order], absent[order])


def read(index: sqlite3.Connection, held: Columns) -> Runs:
    """The runs of the pages that a search index knows; `index` is the archive's. sqlite3.Error."""
    page, date, seq, version, entry, absent = said(index, held)
    fresh = np.append(True, page[1:] != page[:-1])[: len(page)]
    begins = fresh.copy()
    begins[1:] |= (entry[1:] != entry[:-1]) | (absent[1:] != absent[:-1])
    begin = np.flatnonzero(begins)
    last = np.append(begin[1:], len(page))[: len(begin)] - 1
    return Runs(
        page[begin],
        entry[begin],
        absent[begin],
        date[begin],
        date[last],
        seq[begin],
        version[last],
        fresh[begin],
    )
