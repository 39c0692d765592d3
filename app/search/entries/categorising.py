"""The categories of pages (`app.classes`) over the entries of a search: a page with all its versions is of its category."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from app.classes import categories
from app.classes.categories import ANY, NONE, CategoryUnknown
from app.classes.known import Known
from app.classes.store import NAME
from app.errors import StorageUnreadable
from app.messages import Message
from app.search.entries.columns import Columns, Mask, Numbers
from app.search.entries.counting import Stamp
from app.search.index.store import key_of
from app.search.query import Filter, QueryFault

_FILES = (NAME, f"{NAME}-wal", categories.NAME, "notes.jsonl")


@dataclass(frozen=True)
class _Read:
    """The tree, and the keys of the addresses of each category itself."""

    tree: categories.Categories
    keys: Mapping[str, Numbers]


class InCategories:
    """For one archive and one thread; read anew when the cache, the tree or the notes change."""

    def __init__(self, archive: Path) -> None:
        self._archive = archive
        self._files = Stamp(archive, _FILES)
        self._stamp: object = None
        self._read = _Read(categories.Categories(categories.default()), {})

    def fitting(self, held: Columns, one: Filter) -> Mask:
        """The entries of pages of a category or one below it; `none` are those of no category, `*` those of any.
        QueryFault for a category that the archive does not have."""
        read = self._now()
        if one.value == ANY or one.value.casefold() in NONE:
            every = self._of(held, read, [id for id in read.keys if id])
            return every if one.value == ANY else ~every
        try:
            wanted = read.tree.below(read.tree.meant(one.value))
        except CategoryUnknown:
            wanted = frozenset((one.value,))
            if one.value not in read.keys:  # of a model that knows others than the tree
                message = Message("query-category", place=one.place + 1, value=one.value)
                raise QueryFault(one.place, message) from None
        return self._of(held, read, wanted)

    def counts(self, held: Columns, entries: Numbers, most: int) -> list[tuple[str, int]]:
        """How many pages there are of each category with those below it, by an entry of each page, most first; a category
        stands before those below it."""
        read, own = self._now(), held.keys[entries]
        counted = dict[str, int]()
        for id, keys in read.keys.items():
            count = int(np.isin(own, keys).sum()) if id else 0
            while count and id:
                counted[id] = counted.get(id, 0) + count
                id = id.rpartition("/")[0]
        return sorted(counted.items(), key=lambda one: (-one[1], one[0]))[:most]

    @staticmethod
    def _of(held: Columns, read: _Read, wanted: Collection[str]) -> Mask:
        keys = [read.keys[id] for id in wanted if id in read.keys]
        if not keys:
            return np.zeros(held.size, np.bool_)
        return np.isin(held.keys, np.concatenate(keys))

    def _now(self) -> _Read:
        stamp = self._files.now()
        if stamp != self._stamp:
            self._read, self._stamp = _read(self._archive), stamp
        return self._read


def _read(archive: Path) -> _Read:
    found = dict[str, list[int]]()
    try:
        with Known(archive) as known:
            tree = known.categories
            for row in known.rows():
                found.setdefault(row.category, []).append(key_of(row.url))
    except (StorageUnreadable, sqlite3.Error):  # whoever opens the tree is told; a search goes on without
        return _Read(categories.Categories(categories.default()), {})
    return _Read(tree, {id: np.array(keys, np.int64) for id, keys in found.items()})
