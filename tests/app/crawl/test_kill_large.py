"""kill -9 of the command line in the middle of a crawl that is large for a test; `tests/benchmarks/kill_large.py` does
the same with 20 000 pages."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.benchmarks.kill_large import run, serving, too_soon

TOLERANCE = 0.15
"""Seconds that the server may be late in reading: other tests run beside this one. Sixteen workers without any delay
would be earlier than that; the delay itself is held by test_politeness_log."""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="processes are killed as a group")
def test_nothing_is_lost_doubled_or_left_running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))
    with serving(160, tmp_path) as site:
        found = run(site, tmp_path / "killed.archive", 4, delay=0.01, workers=16)
    assert (found.kills, found.stored, found.state) == (4, 160, "finished"), found.trouble
    assert (found.missing, found.doubled, found.lost, found.problems) == (set(), set(), set(), [])
    assert found.orphans == 0
    assert found.requests >= 160 + 1 and found.worst <= TOLERANCE


def test_requests_that_come_too_soon_are_found() -> None:
    assert too_soon([0.0, 1.0, 2.1, 3.0], 1.0) == pytest.approx(0.1)
    # each a little too soon: it adds up
    assert too_soon([number * 0.9 for number in range(11)], 1.0) == pytest.approx(1.0)
    assert too_soon([5.0, 0.0, 12.0], 1.0) == 0.0
