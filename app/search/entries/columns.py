"""What the entries of a search index are, a number each: page, site, dates, facets. Counting and sorting go over these."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.archive.documents.preparing import to_timestamp
from app.archive.index.facets import FacetValues
from app.archive.spellings import normalize, redirect_target
from app.errors import AddressInvalid
from app.search.index.store import SHORT, key_of, short

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
    with the newest version that says it, `version` the batch and serial number of that (as one number), `versions` how
    many do, `facets` the number of its facets, `length` the bytes of that version, `published` the date of the document
    as YYYYMMDD, 0 when unknown. `site_of` gives the site of each page by its number, `keys` the key of the address of
    each entry's page, `by_key` the entries in their order; `newest` are the entries that pages say in their newest
    version, `alone` those of pages that have said nothing else. `moved` are the short keys of addresses that redirect and
    have no entry, in their order, `moved_to` those of the pages where that ends.
    """

    page: Numbers
    keys: Numbers
    by_key: Numbers
    first: Numbers
    last: Numbers
    latest: Numbers
    version: Numbers
    versions: Numbers
    facets: Numbers
    length: Numbers
    published: Numbers
    site_of: Numbers
    sites: dict[int, str]
    values: dict[int, FacetValues]
    stand: Stand
    newest: Mask
    alone: Mask
    moved: Numbers
    moved_to: Numbers
    plain: bool
    """All but 0 are `alone`: as many entries are as many pages."""

    @property
    def size(self) -> int:
        """Numbers of entries, from 0 on."""
        return len(self.page)

    def with_keys(self, keys: Numbers) -> Numbers:
        """The entries of the pages whose addresses have these short keys (`store.short`)."""
        begin, end = self._places(keys)
        counts = end - begin
        if not counts.any():
            return np.zeros(0, np.int64)
        within = np.arange(int(counts.sum())) - np.repeat(np.cumsum(counts) - counts, counts)
        found: Numbers = self.by_key[np.repeat(begin, counts) + within]
        return found

    def has_keys(self, keys: Numbers) -> Mask:
        """Which of these short keys are those of pages."""
        if not len(self.keys):
            return np.zeros(len(keys), np.bool_)
        begin = np.searchsorted(self.keys, keys << SHORT, "left", self.by_key)
        found: Mask = self.keys[self.by_key.take(begin, mode="clip")] >> SHORT == keys
        return found

    def followed(self, keys: Numbers) -> Numbers:
        """Short keys of addresses, each that redirects replaced by that of the page where it ends."""
        if not len(self.moved):
            return keys
        places = np.searchsorted(self.moved, keys)
        moves = self.moved.take(places, mode="clip") == keys
        found: Numbers = np.where(moves, self.moved_to.take(places, mode="clip"), keys)
        return found

    def _places(self, keys: Numbers) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        begin = np.searchsorted(self.keys, keys << SHORT, "left", self.by_key)
        end = np.searchsorted(self.keys, keys << SHORT | ((1 << SHORT) - 1), "right", self.by_key)
        return begin, end

    def standing(self, moment: datetime | None) -> Mask:
        """The entries that pages said at a moment; None: that they say in their newest version."""
        if moment is None:
            return self.newest
        stand = self.stand
        known = np.flatnonzero(stand.date <= to_timestamp(moment))
        return _last_of_pages(stand.page[known], stand.entry[known], self.size)

    def beginning(self) -> Mask:
        """The entries that pages said in their first version."""
        stand, mask = self.stand, np.zeros(self.size, np.bool_)
        if len(stand.page):
            mask[stand.entry[np.append(True, stand.page[1:] != stand.page[:-1])]] = True
        return mask


def _last_of_pages(page: Numbers, entry: Numbers, size: int) -> Mask:
    """The entries of the last versions, of versions in the order of their pages."""
    mask = np.zeros(size, np.bool_)
    if len(page):
        mask[entry[np.append(page[1:] != page[:-1], True)]] = True
    return mask


def _alone(page: Numbers) -> Mask:
    """The entries that are the only ones of their pages, by the page of each (0: none)."""
    alone: Mask = (page > 0) & (np.bincount(page)[page] == 1)
    return alone


_VERSION = np.dtype(
    [
        ("seq", np.int64),
        ("key", np.int64),  # batch and serial number
        ("page", np.int64),
        ("date", np.int64),
        ("facets", np.int32),
        ("length", np.int64),
        ("published", np.int32),
    ]
)
# the last answer of an address is the one that counts
_REDIRECTS = (
    "SELECT p.url, c.location FROM captures c JOIN pages p USING (page_id) WHERE c.seq > ? AND c.seq <= ? "
    "AND c.location != '' AND c.status BETWEEN 300 AND 399 ORDER BY c.seq"
)
_MOST_STEPS = 20  # of redirects one behind another, as browsers take
_PAIR = np.dtype([("one", np.int64), ("other", np.int64)])
_VERSIONS = (
    "SELECT seq, cast(batch AS INTEGER) << 32 | serial, page_id, date, coalesce(facets, 0), length, "
    "coalesce(cast(substr(replace(published, '-', ''), 1, 8) AS INTEGER), 0) FROM captures "
    "WHERE seq > ? AND base IS NULL ORDER BY seq"
)
# all of them stand in an index of their own, which is a fifth of the table
_ALL_VISITS = "SELECT base, date FROM captures INDEXED BY captures_of_page WHERE seq > ? AND base IS NOT NULL"
_VISITS = "SELECT base, date FROM captures WHERE seq > ? AND base IS NOT NULL"


class Reading:
    """The columns of what a search index knows of an archive, read again as both grow: only what came since is read.
    `index` is the archive's, `entries` the search index's. sqlite3.Error.

    A million captures with 300 000 versions are read in seconds, and a crawl adds some all the time; what came since is
    there in a fraction of that.
    """

    def __init__(self, index: sqlite3.Connection, entries: sqlite3.Connection) -> None:
        self._index, self._entries = index, entries
        self._seq = 0  # of the last capture that was read
        self._upto: dict[str, int] = {}  # how far each batch was when its entries were read
        self._renewed: object = None
        self._versions = np.zeros(0, _VERSION)
        self._entry = self._first = self._last = np.zeros(0, np.int64)  # of each version
        self._keys = np.zeros(1, np.int64)  # by entry
        self._top = np.zeros(1, np.int64)  # the site of each folder
        self._sites: dict[int, str] = {}
        self._site_of = np.zeros(1, np.int64)
        self._redirects: dict[int, int] = {}  # short keys of addresses and of where they lead

    def columns(self) -> Columns:
        """As both are now."""
        self._read_entries()
        self._read_captures()
        self._read_said()
        self._read_sites()
        size, keys = len(self._keys), self._keys
        known = np.flatnonzero(self._entry)
        own, entry = self._versions[known], self._entry[known]
        first, last = np.full(size, _NEVER), np.zeros(size, np.int64)
        np.minimum.at(first, entry, self._first[known])
        np.maximum.at(last, entry, self._last[known])
        order = np.lexsort((own["seq"], own["date"], own["page"]))
        own, entry = own[order], entry[order]
        by = {}
        for name, column in (
            ("page", "page"),
            ("latest", "seq"),
            ("version", "key"),
            ("facets", "facets"),
            ("length", "length"),
            ("published", "published"),
        ):
            by[name] = np.zeros(size, np.int64)
            by[name][entry] = own[column]  # the last one stays
        alone = _alone(by["page"])
        by_key = np.argsort(keys, kind="stable")
        moved, moved_to = self._moved(keys[by_key])
        seq, page, date = (np.ascontiguousarray(own[name]) for name in ("seq", "page", "date"))
        stand = Stand(seq, page, date, entry)
        return Columns(
            **by,
            keys=keys,
            by_key=by_key,
            moved=moved,
            moved_to=moved_to,
            first=first,
            last=last,
            versions=np.bincount(entry, minlength=size).astype(np.int64),
            site_of=self._site_of,
            sites=dict(self._sites),
            values={
                row[0]: FacetValues(*row[1:])
                for row in self._index.execute(
                    "SELECT facet_id, kind, format, language, year, author, issuer FROM facets"
                )
            },
            stand=stand,
            newest=_last_of_pages(stand.page, stand.entry, size),
            alone=alone,
            plain=bool(alone[1:].all()),
        )

    def _read_entries(self) -> None:
        told = _pairs(
            self._entries, "SELECT entry, page FROM entries WHERE entry >= ? ORDER BY entry", len(self._keys)
        )
        if len(told):
            self._keys = _grown(self._keys, int(told["one"][-1]) + 1)
            self._keys[told["one"]] = told["other"]

    def _read_captures(self) -> None:
        """Versions that are new, and when the others were seen again."""
        upto = int(self._index.execute("SELECT coalesce(max(seq), 0) FROM captures").fetchone()[0])
        # a visit that is stored in between is read the next time
        new = np.fromiter(self._index.execute(_VERSIONS, (self._seq,)), _VERSION)
        new = new[new["seq"] <= upto]
        visits = _pairs(self._index, f"{_VISITS if self._seq else _ALL_VISITS} AND seq <= ?", self._seq, upto)
        self._versions = np.concatenate([self._versions, new])
        self._entry = _grown(self._entry, len(self._versions))
        self._first = np.concatenate([self._first, new["date"]])
        self._last = np.concatenate([self._last, new["date"]])
        places = _found(self._versions["seq"], visits["one"])
        places, seen = places[places >= 0], visits["other"][places >= 0]
        np.minimum.at(self._first, places, seen)
        np.maximum.at(self._last, places, seen)
        for url, location in self._index.execute(_REDIRECTS, (self._seq, upto)):
            with suppress(AddressInvalid):
                target = short(key_of(normalize(redirect_target(url, location))))
                self._redirects[short(key_of(url))] = target
        self._seq = upto

    def _moved(self, keys: Numbers) -> tuple[Numbers, Numbers]:
        """The addresses that redirect and where they end, as far as that is a page, by all keys of entries in order."""
        if not self._redirects:
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        met = np.unique(np.fromiter({*self._redirects, *self._redirects.values()}, np.int64))
        places = np.minimum(np.searchsorted(keys, met << SHORT), len(keys) - 1)
        there = set(met[keys[places] >> SHORT == met].tolist())
        ends = dict[int, int]()
        for key in sorted(self._redirects.keys() - there):
            end = key
            for _ in range(_MOST_STEPS):
                end = self._redirects.get(end, end)
                if end in there:
                    ends[key] = end
                    break
        return np.fromiter(ends, np.int64), np.fromiter(ends.values(), np.int64)

    def _read_said(self) -> None:
        """What versions say, of the batches that were gone on with."""
        renewed = self._entries.execute(
            "SELECT (SELECT value FROM about WHERE name = 'manner'), (SELECT count(*) FROM renewals)"
        ).fetchone()
        if renewed != self._renewed:  # then also what old ones say may be something else
            self._renewed, self._upto = renewed, {}
        changed = {
            batch: upto
            for batch, upto in self._entries.execute("SELECT batch, upto FROM batches")
            if self._upto.get(batch) != upto
        }
        told = [np.zeros(0, _PAIR)]
        for batch in changed:
            query = "SELECT cast(batch AS INTEGER) << 32 | serial, entry FROM versions WHERE batch = ?"
            told.append(_pairs(self._entries, query, batch))
        said = np.concatenate(told)
        if len(said):
            places = _found(self._versions["key"], said["one"])
            met = (places >= 0) & (said["other"] < len(self._keys))
            self._entry[places[met]] = said["other"][met]
            # written after the others were read: looked for again the next time
            missing = {f"{key >> 32:06}" for key in said["one"][~met].tolist()}
            changed = {batch: upto for batch, upto in changed.items() if batch not in missing}
        self._upto.update(changed)

    def _read_sites(self) -> None:
        """The site of each page by its number, and the names of sites."""
        top = self._top.tolist()
        for folder, parent, name in self._index.execute(
            "SELECT folder_id, coalesce(parent_id, 0), name FROM folders WHERE folder_id >= ? ORDER BY folder_id",
            (len(self._top),),
        ).fetchall():  # parents are made before what is in them
            top += [0] * (folder + 1 - len(top))
            top[folder] = top[parent] if parent else folder
            if not parent:
                self._sites[folder] = name
        self._top = np.array(top, np.int64)
        pages = _pairs(
            self._index, "SELECT page_id, folder_id FROM pages WHERE page_id >= ?", len(self._site_of)
        )
        if len(pages):
            self._site_of = _grown(self._site_of, int(pages["one"].max()) + 1)
            self._site_of[pages["one"]] = self._top[pages["other"]]


def read(index: sqlite3.Connection, entries: sqlite3.Connection) -> Columns:
    """The columns, read once."""
    return Reading(index, entries).columns()


def _found(known: Numbers, wanted: Numbers) -> Numbers:
    """Where each wanted value stands among the known ones, -1 where it does not."""
    if not len(known):
        return np.full(len(wanted), -1)
    order = np.argsort(known)
    places = np.minimum(np.searchsorted(known[order], wanted), len(known) - 1)
    return np.where(known[order][places] == wanted, order[places], -1)


def _pairs(db: sqlite3.Connection, statement: str, *values: object) -> NDArray[Any]:
    return np.fromiter(db.execute(statement, values), _PAIR)


def _grown(array: Numbers, size: int) -> Numbers:
    return np.concatenate([array, np.zeros(size - len(array), array.dtype)])
