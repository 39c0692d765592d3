"""Pages of entries, and their order, against sorting all of them by everything that counts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from app.search.entries.pages import Pages, _by_page, pages_of


def made(chance: np.random.Generator, count: int, pages: int, *, loose: bool) -> tuple[Any, Pages, list[Any]]:
    """Columns, the pages of entries in any order, and these entries as (page, loosely said, score, date, entry)."""
    size = count * 2 + 1
    page, last = chance.integers(1, pages + 1, size), chance.integers(0, 5, size)
    held = SimpleNamespace(page=page, last=last, first=last - 1, alone=np.bincount(page)[page] == 1)
    entries = chance.permutation(size)[:count]
    scores, exact = chance.integers(0, 6, count) / 4, chance.random(count) < 0.6
    found = pages_of(held, entries, page[entries], scores, exact if loose else None)  # type: ignore[arg-type]
    kinds = ~exact if loose else np.zeros(count, np.bool_)
    rows = zip(page[entries], kinds, scores, last[entries], entries, strict=True)
    return held, found, [tuple(one.item() for one in row) for row in rows]


@pytest.mark.parametrize("loose", [False, True])
@pytest.mark.parametrize(
    ("count", "pages"), [(0, 3), (1, 9), (40, 7), (300, 10**9), (3000, 900), (3000, 10**6), (3000, 2)]
)
def test_the_best_entry_stands_for_its_page_and_the_best_pages_come_first(
    count: int, pages: int, loose: bool
) -> None:
    held, found, rows = made(np.random.default_rng(count + loose), count, pages, loose=loose)
    best: dict[int, list[Any]] = {}
    for row in sorted(rows, key=lambda one: (one[1], -one[2], -one[3], one[4])):
        best.setdefault(row[0], []).append(row)
    firsts = [every[0] for every in best.values()]
    order = found.ranked(held)
    wanted = sorted(firsts, key=lambda one: (one[1], -one[2], -one[3], one[0]))
    assert [(found.page[one], found.entry[one]) for one in order] == [(one[0], one[4]) for one in wanted]
    assert [found.is_exact(int(one)) for one in order] == [not one[1] for one in wanted]
    assert found.loose == sum(one[1] for one in wanted)
    for number in range(len(found)):
        every = [one[4] for one in best[int(found.page[number])]]
        assert sorted(found.entries_of(number)) == sorted(every)
    for most in (0, 1, 10, 200, len(found) + 5):
        assert found.ranked(held, most).tolist() == order[:most].tolist()


@pytest.mark.parametrize(("count", "pages"), [(0, 3), (1, 9), (200, 10**9), (300, 40)])
def test_pages_are_counted_in_each_month_in_which_one_of_their_versions_stood(count: int, pages: int) -> None:
    chance = np.random.default_rng(count)
    held, found, rows = made(chance, count, pages, loose=False)
    held.first = chance.integers(0, 3 * 365 * 86_400, len(held.page))
    held.last = held.first + chance.integers(0, 120 * 86_400, len(held.page)) * chance.integers(0, 2)
    months: dict[str, set[int]] = {}
    for page, *_, entry in rows:
        at, last = (datetime.fromtimestamp(int(each[entry]), UTC) for each in (held.first, held.last))
        while at.strftime("%Y%m") <= last.strftime("%Y%m"):
            months.setdefault(at.strftime("%Y%m"), set()).add(page)
            at = at.replace(day=1) + timedelta(days=32)
    assert found.months(held) == {month: len(said) for month, said in sorted(months.items())}


@pytest.mark.parametrize("most", [3, 1 << 20, 1 << 40])
def test_pages_are_put_in_order_whatever_their_numbers_are(most: int) -> None:
    page = np.random.default_rng(most).integers(1, most, 500)
    assert _by_page(page).tolist() == np.argsort(page, kind="stable").tolist()
