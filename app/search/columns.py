"""What the entries of a search index are, a number each: page, site, dates, facets. Counting and sorting go over these."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.archive.index.facets import FacetValues
from app.archive.preparing import to_timestamp

Numbers = NDArray[np.int64]
Mask = NDArray[np.bool_]

_NEVER = np.iinfo(np.int64).max


class Stand(NamedTuple):
    """Versions in the order of their pages, and on a page of time: number of the capture, its page, its moment (seconds
    since 1970), the entry that it says."""

    seq: Numbers
    page: Numbers
    date: Numbers
    entry: Numbers


@dataclass(frozen=True, slots=True)
class Columns:
    """Arrays by the number of an entry; those without a version have `page` 0.

    `first` and `last` are the moments (seconds since 1970) at which it was seen first and last, `latest` the capture
    with the newest version that says it, `versions` how many do, `facets` the number of its facets, `length` the bytes
    of that version, `published` the date of the document as YYYYMMDD, 0 when unknown. `site_of` gives the site of each
    page by its number, `keys` the key of the address of each entry's page, `by_key` the entries in their order.
    """

    page: Numbers
    keys: Numbers
    by_key: Numbers
    first: Numbers
    last: Numbers
    latest: Numbers
    versions: Numbers
    facets: Numbers
    length: Numbers
    published: Numbers
    site_of: Numbers
    sites: dict[int, str]
    values: dict[int, FacetValues]
    stand: Stand

    @property
    def size(self) -> int:
        """Numbers of entries, from 0 on."""
        return len(self.page)

    def with_keys(self, keys: Numbers) -> Numbers:
        """The entries of the pages whose addresses have these keys."""
        ordered = self.keys[self.by_key]
        begin, end = np.searchsorted(ordered, keys, "left"), np.searchsorted(ordered, keys, "right")
        met = np.flatnonzero(end > begin)
        if not len(met):
            return np.zeros(0, np.int64)
        return np.concatenate([self.by_key[begin[one] : end[one]] for one in met.tolist()])

    def standing(self, moment: datetime | None) -> Mask:
        """The entries that pages said at a moment; None: that they say in their newest version."""
        date = _NEVER if moment is None else to_timestamp(moment)
        stand, mask = self.stand, np.zeros(self.size, np.bool_)
        known = np.flatnonzero(stand.date <= date)
        if len(known):
            last = np.append(stand.page[known][1:] != stand.page[known][:-1], True)
            mask[stand.entry[known[last]]] = True
        return mask

    def beginning(self) -> Mask:
        """The entries that pages said in their first version."""
        stand, mask = self.stand, np.zeros(self.size, np.bool_)
        if len(stand.page):
            mask[stand.entry[np.append(True, stand.page[1:] != stand.page[:-1])]] = True
        return mask


def read(index: sqlite3.Connection, entries: sqlite3.Connection) -> Columns:
    """The columns of what a search index knows of an archive; `index` is the archive's. sqlite3.Error."""
    told = _array(entries, "SELECT entry, page FROM entries", 2)
    size = int(told[:, 0].max()) + 1 if len(told) else 1
    captures = _array(
        index,
        "SELECT seq, cast(batch AS INTEGER), serial, page_id, date, coalesce(base, 0), coalesce(facets, 0), length, "
        "coalesce(cast(substr(replace(published, '-', ''), 1, 8) AS INTEGER), 0) FROM captures ORDER BY seq",
        9,
    )
    said = _array(entries, "SELECT cast(batch AS INTEGER), serial, entry FROM versions", 3)
    seqs = captures[:, 0]
    entry_of = np.zeros(int(seqs.max()) + 1 if len(seqs) else 1, np.int64)  # by seq
    places = _found(_joined(captures[:, 1], captures[:, 2]), _joined(said[:, 0], said[:, 1]))
    met = places >= 0
    entry_of[seqs[places[met]]] = said[met, 2]
    own = captures[entry_of[seqs] > 0]
    own_entry = entry_of[own[:, 0]]
    seen_entry = entry_of[
        np.where(captures[:, 5] > 0, captures[:, 5], seqs)
    ]  # visits count for what they confirm
    first, last = np.full(size, _NEVER), np.zeros(size, np.int64)
    np.minimum.at(first, seen_entry, captures[:, 4])
    np.maximum.at(last, seen_entry, captures[:, 4])
    order = np.lexsort((own[:, 0], own[:, 4], own[:, 3]))
    own, own_entry = own[order], own_entry[order]
    columns = {name: np.zeros(size, np.int64) for name in ("page", "latest", "facets", "length", "published")}
    for name, column in (("page", 3), ("latest", 0), ("facets", 6), ("length", 7), ("published", 8)):
        columns[name][own_entry] = own[:, column]  # the last one stays
    keys = np.zeros(size, np.int64)
    keys[told[:, 0]] = told[:, 1]
    site_of, sites = _sites(index)
    values = {
        row[0]: FacetValues(*row[1:])
        for row in index.execute("SELECT facet_id, kind, format, language, year, author, issuer FROM facets")
    }
    return Columns(
        **columns,
        keys=keys,
        by_key=np.argsort(keys, kind="stable"),
        first=first,
        last=last,
        versions=np.bincount(own_entry, minlength=size).astype(np.int64),
        site_of=site_of,
        sites=sites,
        values=values,
        stand=Stand(own[:, 0], own[:, 3], own[:, 4], own_entry),
    )


def _sites(index: sqlite3.Connection) -> tuple[Numbers, dict[int, str]]:
    """The site of each page by its number, and the names of sites."""
    folders = index.execute(
        "SELECT folder_id, coalesce(parent_id, 0), name FROM folders ORDER BY folder_id"
    ).fetchall()
    top = np.zeros(max((row[0] for row in folders), default=0) + 1, np.int64)
    for folder, parent, _ in folders:  # parents are made before what is in them
        top[folder] = top[parent] if parent else folder
    pages = _array(index, "SELECT page_id, folder_id FROM pages", 2)
    site_of = np.zeros(int(pages[:, 0].max()) + 1 if len(pages) else 1, np.int64)
    site_of[pages[:, 0]] = top[pages[:, 1]]
    return site_of, {folder: name for folder, parent, name in folders if not parent}


def _joined(batch: Numbers, serial: Numbers) -> Numbers:
    return batch << 32 | serial


def _found(known: Numbers, wanted: Numbers) -> Numbers:
    """Where each wanted value stands among the known ones, -1 where it does not."""
    if not len(known):
        return np.full(len(wanted), -1)
    order = np.argsort(known)
    places = np.minimum(np.searchsorted(known[order], wanted), len(known) - 1)
    return np.where(known[order][places] == wanted, order[places], -1)


def _array(db: sqlite3.Connection, statement: str, width: int) -> Numbers:
    return np.array(db.execute(statement).fetchall(), np.int64).reshape(-1, width)
