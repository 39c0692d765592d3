"""Delays, connections, back-off, and the order of a schedule, with a clock of our own."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime
from typing import Any

from app.crawl.frontier.hosts import Waiting
from app.crawl.rules.entries import Entry
from app.crawl.rules.settings import CrawlSettings
from app.crawl.run.politeness import (
    GIVEN_UP,
    MAX_BACKOFF,
    REMEMBERED_HOSTS,
    WEARY,
    HostManners,
    Turns,
    backoff,
    retry_after,
)
from app.crawl.run.schedule import ACTIVE_HOSTS, HostQueue, Schedule


def paced(delay: float, **more: Any) -> CrawlSettings:
    return CrawlSettings(("http://a.example/",), delay=delay, **more)


def entry(number: int, level: int = 0) -> Entry:
    return Entry(number, b"", f"http://h.org/{number}", 1, 0, level, None, 0, 0, "")


def filled(schedule: Schedule, number: int, name: str, *entries: Entry) -> None:
    schedule.offer([Waiting(number, name)])
    host = next(host for host in schedule.hungry() if host.number == number)
    schedule.fill(host, entries, more=False)


def picked(schedule: Schedule, now: float) -> int | float:
    found = schedule.pick(now, lambda _: True)
    return found if isinstance(found, float) else found[1].number


def test_a_host_is_asked_again_only_after_its_delay() -> None:
    manners = HostManners(paced(2.0, per_host=3))
    manners.begin()
    assert manners.ready_at() == float("inf"), "nobody knows yet when the request goes out"
    manners.sent(10.5)
    assert manners.ready_at() == 12.5
    manners.begin()
    manners.unused()
    assert manners.ready_at() == 12.5, (
        "a turn that was given back does not shorten the wait for the one before"
    )


def test_a_delay_that_grows_while_a_request_is_under_way_counts_from_its_start() -> None:
    manners = HostManners(paced(1.0, per_host=2))
    manners.begin()
    manners.sent(10.0)
    manners.ask_delay(5.0)
    assert manners.delay == 5.0 and manners.ready_at() == 15.0
    manners.hold_until(40.0)
    assert manners.ready_at() == manners.next_time == 40.0


def test_the_delay_follows_the_response_time_between_floor_and_ceiling() -> None:
    manners = HostManners(paced(1.0, per_host=2, adaptive=4.0, delay_ceiling=10.0))
    assert manners.delay == 1.0
    manners.answered(2.0)
    assert manners.delay == 8.0
    manners.answered(0.0)
    assert manners.delay == 6.0, "smoothed: one quick answer does not undo a slow one"
    for _ in range(20):
        manners.answered(60.0)
    assert manners.delay == 10.0
    manners.ask_delay(30.0)
    assert manners.delay == 30.0, "what the site itself asks for has no ceiling of ours"
    manners.ask_delay(0.0)
    for _ in range(60):
        manners.answered(0.01)
    assert manners.delay == 1.0


def test_whoever_asks_outside_the_schedule_waits_for_a_turn_as_well() -> None:
    async def work() -> list[str]:
        turns = Turns(paced(0.05, per_host=1))
        manners = turns.of("h.org")
        manners.begin()
        done: list[str] = []

        async def outsider() -> None:
            async with manners.turn() as turn:
                done.append("outsider")
                assert time.monotonic() >= start + 0.05
                turn.sent()

        task = asyncio.create_task(outsider())
        await asyncio.sleep(0)
        start = time.monotonic()
        done.append("first")
        manners.sent(start)
        await task
        assert manners.ready_at() >= start + 0.1
        return done

    assert asyncio.run(work()) == ["first", "outsider"]


def test_many_hosts_are_not_remembered_for_ever_but_never_twice() -> None:
    turns = Turns(paced(0.0, per_host=1))
    kept = turns.of("kept")
    for number in range(REMEMBERED_HOSTS * 3):
        turns.of(f"h{number}")
    assert len(turns._hosts) <= REMEMBERED_HOSTS and turns.of("kept") is kept
    turns.change(paced(5.0, per_host=2))
    assert kept.delay == 5.0 and turns.of("new").settings.per_host == 2


def test_no_more_connections_than_allowed() -> None:
    manners = HostManners(paced(0.0, per_host=2))
    manners.begin()
    manners.begin()
    assert manners.ready_at() == float("inf")
    manners.end()
    assert manners.ready_at() == 0.0


def test_slowing_down_holds_the_whole_host() -> None:
    manners = HostManners(paced(1.0, per_host=2))
    manners.slow_down(5.0, 30.0)
    assert manners.ready_at() == 35.0
    assert manners.state(6.0) == "backing-off"
    assert manners.state(36.0) == "idle"


def test_a_host_that_does_not_answer_is_left_alone_longer_and_longer_and_given_up_at_last() -> None:
    manners = HostManners(paced(0.0, per_host=1))
    for _ in range(WEARY - 1):
        manners.failed(0.0, "timeout", 1.0)
    assert manners.ready_at() == 0.0
    waits = []
    for _ in range(WEARY, GIVEN_UP):
        assert not manners.given_up
        before = manners.ready_at()
        manners.failed(before, "timeout", 1.0)
        waits.append(manners.ready_at() - before)
    assert waits[0] < 2 and 60 < waits[-1] < 120
    manners.failed(0.0, "timeout", 1.0)
    assert manners.given_up and manners.reason == "timeout"
    manners.answered()
    assert not manners.given_up


def test_backoff_doubles_and_ends_at_a_minute_and_a_half() -> None:
    assert 0.8 <= backoff(1.0, 1) <= 1.2
    assert 3.2 <= backoff(1.0, 3) <= 4.8
    assert backoff(1.0, 50) <= MAX_BACKOFF * 1.2


def test_retry_after_is_seconds_or_a_date() -> None:
    now = datetime(2026, 11, 21, 8, 0, 0, tzinfo=UTC)
    assert retry_after("120") == 120.0
    assert retry_after("Sat, 21 Nov 2026 08:00:30 GMT", now) == 30.0
    assert retry_after("Sat, 21 Nov 2026 07:00:00 GMT", now) == 0.0
    assert retry_after("soon") is None
    assert retry_after(None) is None


def test_hosts_take_turns() -> None:
    schedule = Schedule(paced(0.0, per_host=8))
    filled(schedule, 1, "one", entry(1), entry(2))
    filled(schedule, 2, "two", entry(11), entry(12))
    assert [picked(schedule, 0.0) for _ in range(4)] == [1, 11, 2, 12]


def test_while_one_host_waits_the_others_go_on() -> None:
    schedule = Schedule(paced(10.0, per_host=1))
    filled(schedule, 1, "one", entry(1), entry(2))
    filled(schedule, 2, "two", entry(11))
    assert picked(schedule, 0.0) == 1
    assert picked(schedule, 1.0) == 11
    schedule_wait = picked(schedule, 2.0)
    assert schedule_wait == float("inf"), "both connections are in use"


def test_what_is_tried_again_comes_first_when_its_time_has_come() -> None:
    schedule = Schedule(paced(0.0, per_host=8))
    filled(schedule, 1, "one", entry(1), entry(2))
    found = schedule.pick(0.0, lambda _: True)
    assert not isinstance(found, float)
    host, first = found
    schedule.later(host, first, 5.0)
    assert picked(schedule, 1.0) == 2
    assert picked(schedule, 1.0) == 4.0, "seconds until then"
    assert picked(schedule, 5.0) == 1
    assert first.tries == 1


def test_a_page_without_a_free_slot_is_not_started() -> None:
    schedule = Schedule(paced(0.0, per_host=8))
    filled(schedule, 1, "one", entry(1))
    assert schedule.pick(0.0, lambda item: not item.is_page) == float("inf")
    assert [item.number for item in schedule.drop_pages()] == [1]
    assert not schedule.waiting


def test_memory_holds_a_bounded_number_of_hosts() -> None:
    schedule = Schedule(paced(0.0, per_host=1))
    schedule.offer(Waiting(number, f"h{number}") for number in range(ACTIVE_HOSTS * 3))
    assert len(schedule) == ACTIVE_HOSTS


def test_a_finished_host_makes_room() -> None:
    schedule = Schedule(paced(0.0, per_host=1))
    filled(schedule, 1, "one", entry(1))
    found = schedule.pick(0.0, lambda _: True)
    assert not isinstance(found, float) and isinstance(found[0], HostQueue)
    found[0].manners.end()
    schedule.pick(1.0, lambda _: True)
    assert len(schedule) == 0
