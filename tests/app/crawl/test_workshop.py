"""Who prepares pages: this process, or one beside it once a crawl is quick; what comes out is the same."""

from __future__ import annotations

import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.archive import NewCapture
from app.archive.preparing import ToRead, read_page
from app.crawl import workshop
from app.crawl.workshop import QUICK, Workshop

ROOT = Path(__file__).parents[3]
BODY = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>T</title><p>"
    + b"Some words. " * 40
    + b"<a href=/b>b</a>"
)
PAGE = ToRead(NewCapture("http://h.org/a", datetime(2026, 5, 1, tzinfo=UTC), None, BODY), text=True, fingerprint=True)


class Clock:
    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def monotonic(self) -> float:
        self.now += self.step
        return self.now


@pytest.mark.parametrize(("step", "started"), [(1.2 / QUICK, False), (0.8 / QUICK, True)])
def test_only_a_quick_crawl_gets_a_process(monkeypatch: pytest.MonkeyPatch, step: float, started: bool) -> None:
    monkeypatch.setattr(workshop, "time", Clock(step))
    shop = Workshop(size=1)
    try:
        for _ in range(3 * QUICK):
            shop.read(PAGE)
        assert (shop._crew._starter is not None) == started
    finally:
        shop.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells whether a process can be copied")
@pytest.mark.parametrize("quick", [True, False])
def test_a_crawl_without_delay_has_its_process_before_its_first_page(quick: bool) -> None:
    script = f"""
from app.crawl.workshop import Workshop
shop = Workshop(size=1, quick={quick})
print([type(mate._process).__name__ for mate in shop._crew._mates])
shop.close()
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, cwd=ROOT)
    assert done.stdout.split() == (["['Forked']"] if quick else ["[]"]), done.stderr


def test_another_process_finds_the_same_as_this_one() -> None:
    here = read_page(PAGE)
    shop = Workshop(size=1)
    try:
        made = None
        deadline = time.monotonic() + 30
        while made is None and time.monotonic() < deadline:
            made = shop._crew.made(read_page, [PAGE])
        assert made == [here]
        assert here.prepared.new.data == b"" and here.prepared.size == len(BODY)
        assert here.text and here.fingerprint
    finally:
        shop.close()
    # with its processes gone, the work is done here
    shop._quick = True
    assert shop.read(PAGE) == here
