"""Numbers are counted alike however many there are; a stamp tells that a file has changed."""

from __future__ import annotations

import random
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from app.search.entries.counting import Stamp, counted
from app.search.narrowing import count_months


@pytest.mark.parametrize("count", [0, 1, 399, 400, 5000])
@pytest.mark.parametrize("highest", [0, 7, 3000, 1_000_000_000_000])
@pytest.mark.parametrize("kind", [np.int64, np.int8])
def test_few_and_many_narrow_and_wide(count: int, highest: int, kind: type) -> None:
    chance = random.Random(count)
    highest = min(highest, int(np.iinfo(kind).max))
    numbers = [chance.randint(0, highest) for _ in range(count)]
    assert counted(np.array(numbers, kind)) == sorted(Counter(numbers).items())


@pytest.mark.parametrize("times", [1, 500])
def test_months(times: int) -> None:
    moments = [datetime(1969, 12, 31, tzinfo=UTC), datetime(1999, 12, 31, 23, tzinfo=UTC)]
    moments += [datetime(2026, 1, 1, tzinfo=UTC), datetime(2026, 1, 31, tzinfo=UTC)]
    dates = np.array([int(moment.timestamp()) for moment in moments] * times, np.int64)
    assert count_months(dates) == {"196912": times, "199912": times, "202601": 2 * times}


def test_a_stamp_tells_that_a_file_has_changed(tmp_path: Path) -> None:
    stamp = Stamp(tmp_path, ("one", "two"))
    before = stamp.now()
    assert before == [None, None] == stamp.now()
    (tmp_path / "two").write_text("some")
    after = stamp.now()
    assert after != before and after == stamp.now()
    (tmp_path / "two").write_text("other")
    assert stamp.now() != after
