"""A crawl lets the window go first."""

from __future__ import annotations

import threading
import time

from widgets.kit.courtesy import LONGEST, Courtesy


def _ask(courtesy: Courtesy) -> tuple[threading.Thread, threading.Event]:
    """A thread that gives way, and the event it sets when it goes on."""
    passed = threading.Event()

    def work() -> None:
        courtesy.give_way()
        passed.set()

    thread = threading.Thread(target=work)
    thread.start()
    return thread, passed


def test_nobody_waits_for_an_idle_window() -> None:
    courtesy = Courtesy()
    with courtesy:
        pass
    begun = time.monotonic()
    for _ in range(1000):
        courtesy.give_way()
    assert time.monotonic() - begun < LONGEST


def test_a_thread_goes_on_when_the_outermost_work_of_the_window_ends() -> None:
    courtesy = Courtesy()
    with courtesy:
        with courtesy:
            pass
        thread, passed = _ask(courtesy)
        assert not passed.wait(LONGEST / 10)
    assert passed.wait(10)
    thread.join()


def test_a_window_that_hangs_does_not_stop_a_crawl() -> None:
    courtesy = Courtesy()
    with courtesy:
        thread, passed = _ask(courtesy)
        assert passed.wait(10)
    thread.join()


def test_an_error_in_the_window_lets_the_crawl_go_on() -> None:
    courtesy = Courtesy()
    try:
        with courtesy:
            raise LookupError
    except LookupError:
        begun = time.monotonic()
        courtesy.give_way()
        assert time.monotonic() - begun < LONGEST
