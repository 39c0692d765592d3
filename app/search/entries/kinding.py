"""The kinds of pages (`app.page_types`) over the entries of a search: numbers by entry, read anew when they change."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.archive.index.page_types import NAME
from app.page_types import chosen
from app.page_types.store import Store
from app.search.entries.columns import Columns, Mask, Numbers
from app.search.entries.counting import Stamp, counted
from extractors.html.types.kinds import KINDS, meant

_NONE = -1
_VERSION = np.dtype([("key", np.int64), ("kind", np.int8)])


class Kinds:
    """For one archive and one thread. An entry is of the kind of the newest version that says it."""

    def __init__(self, archive: Path, index: sqlite3.Connection) -> None:
        self._archive, self.index = archive, index
        self._files = Stamp(archive, (NAME, f"{NAME}-wal", chosen.NAME))
        self._held: Columns | None = None
        self._stamp: object = None
        self._numbers = np.zeros(0, np.int8)

    def fitting(self, held: Columns, wanted: str) -> Mask:
        """The entries of pages of a kind, or of a group of them; kinds that are not known yet fit nothing."""
        numbers = [KINDS.index(kind) for kind in meant(wanted)]
        return np.isin(self._over(held), numbers)

    def counts(self, held: Columns, entries: Numbers) -> list[tuple[str, int]]:
        """How many entries there are of each kind, most first; "" for those of none, where any has one."""
        kinds = Counter(
            {
                KINDS[number - 1] if number else "": count
                for number, count in counted(self._over(held)[entries] - _NONE)
            }
        )
        return kinds.most_common() if any(kinds.keys()) else []

    def _over(self, held: Columns) -> NDArray[np.int8]:
        stamp = self._files.now()
        if self._held is not held or self._stamp != stamp:
            self._numbers = self._read(held)
            self._held, self._stamp = held, stamp
        return self._numbers

    def _read(self, held: Columns) -> NDArray[np.int8]:
        keys, kinds = _judged(self._archive)
        found = np.full(held.size, _NONE, np.int8)
        if len(keys):
            places = np.minimum(np.searchsorted(keys, held.version), len(keys) - 1)
            found = np.where(keys[places] == held.version, kinds[places], _NONE).astype(np.int8)
        choices = chosen.read_choices(self._archive)
        if choices.all:
            pages = self.index.execute(
                "SELECT page_id, url FROM pages WHERE url IN (SELECT value FROM json_each(?))",
                (json.dumps(list(choices.all)),),
            )
            for page, url in pages:
                found[held.page == page] = KINDS.index(choices.all[url].type)
        return found


def _judged(archive: Path) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
    """The keys of all versions that were judged, in their order, and the number of the kind of each."""
    numbers: dict[str, int] = {kind: number for number, kind in enumerate(KINDS)}
    found = np.zeros(0, _VERSION)
    with (
        Store(archive) as store,
        suppress(sqlite3.Error, ValueError, TypeError),
    ):  # a stranger's may hold anything
        found = np.fromiter(((key, numbers.get(kind, _NONE)) for key, kind in store.judged()), _VERSION)
    return found["key"], found["kind"]
