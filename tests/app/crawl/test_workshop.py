"""Who prepares pages: this process, or one beside it once a crawl is quick; what comes out is the same."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest

from app.archive import NewCapture
from app.archive.preparing import ToRead, read_page
from app.crawl import workshop
from app.crawl.workshop import QUICK, Workshop

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
