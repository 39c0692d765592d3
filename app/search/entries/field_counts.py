"""How many pages of a result have which values of fields: the most frequent texts, numbers and amounts in spans, dates by
month or year. Each is a condition of a query, and counts what that condition finds."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from app.archive import batches
from app.errors import StorageFailed
from app.fields.rules import NAME, NUMERIC, Field, usable
from app.fields.store import NAME as VALUES
from app.fields.store import Store
from app.fields.values import comparable, plain
from app.search.entries.columns import Columns, Numbers
from app.search.entries.counting import Stamp

PREFIX = "field:"
"""What the name of such a facet begins with."""

_SPANS = 5
_FEW = 6  # different numbers that are told one by one
_REST = 20  # times as long as reading took, values stay as they are while others come in


class _Known(NamedTuple):
    """The values of a field: entries in their order, for each the number of its value; the values, and their numbers where
    these have an order of their own."""

    field: Field
    entries: Numbers
    codes: Numbers
    values: list[str]
    numbers: list[float | None]


class FieldCounts:
    """For one archive and one thread. An entry has the values of the newest version that says it."""

    def __init__(self, archive: Path) -> None:
        self._archive = archive
        self._files = Stamp(archive, (NAME, VALUES, f"{VALUES}-wal"))
        self._held: Columns | None = None
        self._stamp: object = None
        self._known: list[_Known] = []
        self._rest = 0.0

    def counts(self, held: Columns, entries: Numbers, most: int) -> dict[str, list[tuple[str, int]]]:
        """By `field:NAME` what stands behind that name in a condition, `=Li Si` or `:10..20`, with its pages; nothing for
        a field that none of them has."""
        known = self._over(held)
        if not known:
            return {}
        chosen = np.zeros(held.size, np.bool_)
        chosen[entries] = True
        found = {}
        for one in known:
            own = np.bincount(one.codes[chosen[one.entries]], minlength=len(one.values))
            counted = [(code, int(own[code])) for code in np.flatnonzero(own).tolist()]
            if counted:
                found[f"{PREFIX}{one.field.name}"] = list(_told(one, counted))[:most]
        return found

    def _over(self, held: Columns) -> list[_Known]:
        stamp = self._files.now()
        if stamp[0] is None:  # the archive has no fields
            return []
        now = time.monotonic()
        if self._held is None or (now > self._rest and (self._stamp != stamp or self._held is not held)):
            try:
                self._known = list(self._read(held))
            except (StorageFailed, sqlite3.Error):  # the cache is made anew: until then nothing is counted
                self._known = []
            self._held, self._stamp = held, stamp
            self._rest = time.monotonic() + _REST * (time.monotonic() - now)
        return [one for one in self._known if not len(one.entries) or one.entries[-1] < held.size]

    def _read(self, held: Columns) -> Iterator[_Known]:
        order = np.argsort(held.version, kind="stable")
        keys = held.version[order]
        with Store(self._archive) as store:
            for number, field in store.numbers(usable(self._archive)).items():
                rows = store.db.execute("SELECT id, value, number FROM found WHERE field = ?", (number,))
                codes: dict[str, int] = {}
                numbers: dict[str, float | None] = {}
                pairs = set[tuple[int, int]]()
                for id, value, amount in rows:
                    key = batches.parse_id(id)
                    if key is not None:
                        numbers.setdefault(value, amount)
                        pairs.add((int(key[0]) << 32 | key[1], codes.setdefault(value, len(codes))))
                both = np.array(sorted(pairs), np.int64).reshape(-1, 2)
                begin = np.searchsorted(keys, both[:, 0], "left")
                count = np.searchsorted(keys, both[:, 0], "right") - begin
                places = (
                    np.repeat(begin, count)
                    + np.arange(count.sum())
                    - np.repeat(np.cumsum(count) - count, count)
                )
                entries, values = order[places], np.repeat(both[:, 1], count)
                by = np.argsort(entries, kind="stable")
                yield _Known(field, entries[by], values[by], list(codes), [numbers[value] for value in codes])


def _told(known: _Known, counted: list[tuple[int, int]]) -> Iterator[tuple[str, int]]:
    """Values with their counts as conditions."""
    values, numbers, kind = known.values, known.numbers, known.field.kind
    if kind not in NUMERIC:
        for code, count in sorted(counted, key=lambda one: (-one[1], values[one[0]])):
            yield f"={values[code]}", count
        return
    ordered = sorted(
        (number, code, count) for code, count in counted if (number := numbers[code]) is not None
    )
    if kind == "date":
        length = 4 if len({values[code][:4] for _, code, _ in ordered}) > 1 else 7
        days: dict[str, int] = {}
        for _, code, count in ordered:
            days[values[code][:length]] = days.get(values[code][:length], 0) + count
        yield from ((f"={day}", count) for day, count in sorted(days.items(), reverse=True))
        return
    amounts: dict[float, int] = {}
    for number, _, count in ordered:
        amounts[number] = amounts.get(number, 0) + count
    if len(amounts) <= _FEW:
        yield from ((f"={_said(number, known.field)}", count) for number, count in amounts.items())
        return
    share, held, first, last = sum(amounts.values()) / _SPANS, 0, None, max(amounts)
    for number, count in amounts.items():
        first, held = number if first is None else first, held + count
        if held >= share or number == last:
            span = (_said(first, known.field), _said(number, known.field))
            yield (f":{span[0]}..{span[1]}" if number > first else f"={span[0]}"), held
            first, held = None, 0


def _said(number: float, field: Field) -> str:
    """A number as a condition understands it: 1.234 may be thousands, 1.2340 is not."""
    text = plain(number)
    return text if comparable(text, field.kind) == (number, number) else f"{text}0"
