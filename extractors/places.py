"""Where the rows and columns of a sheet's table stand, in short: “1-3 5~ 7|A C-E”.

In front the numbers of the rows that the text of the table holds, line by line; those with “~” behind them are not
among its rows, for nothing of them is seen. Behind the bar the columns of its rows; nothing where cells that are empty
were left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from extractors.formulas import column_name, column_number

_RUN = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?(~?)")
_COLUMNS = re.compile(r"([A-Z]{1,4})(?:-([A-Z]{1,4}))?")  # four letters: damaged files know columns up to CRXP
_MOST = 2_000_000
_MOST_COLUMNS = 70_000


class Places(NamedTuple):
    """Rows as (number from 1, is seen), columns as their letters."""

    rows: list[tuple[int, bool]]
    columns: list[str]


def written(rows: Iterable[tuple[int, bool]], columns: Sequence[int]) -> str:
    """Rows as (number, is seen) and columns from 0, in short."""
    across = " ".join(
        column_name(first) if first == last else f"{column_name(first)}-{column_name(last)}"
        for first, last, _ in _runs((column, True) for column in columns)
    )
    down = " ".join(
        (f"{first}" if first == last else f"{first}-{last}") + ("" if seen else "~")
        for first, last, seen in _runs(rows)
    )
    return f"{down}|{across}"


def read(places: str) -> Places:
    """What `written` has written; what is not understood is left out."""
    down, _, across = places.partition("|")
    rows: list[tuple[int, bool]] = []
    for found in map(_RUN.fullmatch, down.split()):
        if found:
            first, last = int(found[1]), int(found[2] or found[1])
            if last - first + len(rows) < _MOST:
                rows += [(number, not found[3]) for number in range(first, last + 1)]
    columns: list[str] = []
    for found in map(_COLUMNS.fullmatch, across.split()):
        if found:
            first, last = column_number(found[1]), column_number(found[2] or found[1])
            if last - first + len(columns) < _MOST_COLUMNS:
                columns += map(column_name, range(first, last + 1))
    return Places(rows, columns)


def _runs(numbers: Iterable[tuple[int, bool]]) -> Iterator[tuple[int, int, bool]]:
    """Numbers that follow one another and are seen alike."""
    first = last = -1
    seen = True
    for number, shown in numbers:
        if first >= 0 and number == last + 1 and shown == seen:
            last = number
            continue
        if first >= 0:
            yield first, last, seen
        first = last = number
        seen = shown
    if first >= 0:
        yield first, last, seen
