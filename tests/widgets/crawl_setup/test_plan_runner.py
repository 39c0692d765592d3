"""Saved crawls run when they are due, after each other, while nothing else writes; of several missed ones is asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from app.archive.lock import WriteLock
from app.crawl.plans.plans import Plan, find_plan, plans, save_plan
from app.crawl.rules.settings import CrawlSettings
from widgets.session import Session


@pytest.fixture
def keep(archive, clock, site) -> Callable[..., Plan]:
    def keep(name: str, schedule: str = "hourly", **changes) -> Plan:
        settings = replace(CrawlSettings(seeds=(site.url,), delay=0, max_pages=1, max_depth=0), **changes)
        return save_plan(archive, Plan(name, settings, schedule), clock())

    return keep


@pytest.fixture
def begin(qapp, archive, clock):
    opened: list[Session] = []

    def begin() -> tuple[Session, list[str], list[int]]:
        session = Session(archive, clock=clock)
        opened.append(session)
        begun: list[str] = []
        overdue: list[int] = []
        session.plans.begun.connect(lambda plan: begun.append(plan.name))
        session.plans.overdue.connect(lambda plans: overdue.append(len(plans)))
        session.plans.open()
        return session, begun, overdue

    yield begin
    for session in opened:
        session.close()


def test_nothing_runs_before_its_time(begin, keep, clock) -> None:
    keep("News")
    session, begun, overdue = begin()
    clock.forward(minutes=59)
    session.plans.look()
    assert not begun and not overdue and not session.busy


def test_a_due_crawl_runs_and_is_due_again_later(qtbot, begin, keep, clock, archive) -> None:
    keep("News")
    session, begun, _ = begin()
    clock.forward(hours=1)
    with qtbot.waitSignal(session.crawl_finished, timeout=20_000):
        session.plans.look()
    assert begun == ["News"]
    found = find_plan(archive, "News")
    assert found.last_run == clock() and found.next_run > clock()
    assert session.jobs()[0].job_id == found.last_job and session.jobs()[0].pages == 1
    session.plans.look()
    assert begun == ["News"]


def test_one_that_was_missed_is_made_up_for_at_once(qtbot, begin, keep, clock) -> None:
    keep("News")
    clock.forward(days=3)
    session, begun, overdue = begin()
    qtbot.waitUntil(lambda: not session.busy, timeout=20_000)
    assert begun == ["News"] and not overdue


def test_several_missed_ones_wait_until_somebody_wants_them_then_run_one_by_one(
    qtbot, begin, keep, clock
) -> None:
    first, second = keep("First"), keep("Second")
    clock.forward(days=3)
    session, begun, overdue = begin()
    session.plans.look()
    assert overdue == [2] and not begun
    for plan in (first, second):
        session.plans.run(plan)
    assert begun == ["First"] and session.plans.waiting == (second.number,)
    qtbot.waitUntil(lambda: begun == ["First", "Second"] and not session.busy, timeout=30_000)


def test_at_opening_run_those_that_run_then(qtbot, begin, keep) -> None:
    keep("Each time", "startup")
    keep("On demand", "")
    session, begun, _ = begin()
    qtbot.waitUntil(lambda: not session.busy, timeout=20_000)
    assert begun == ["Each time"]


def test_while_something_else_writes_they_wait(qtbot, begin, keep, clock, archive) -> None:
    keep("News")
    session, begun, _ = begin()
    clock.forward(hours=1)
    lock = WriteLock(archive.path)
    session.plans.look()
    assert not begun and session.plans.waiting
    lock.close()
    with qtbot.waitSignal(session.crawl_finished, timeout=20_000):
        session.plans.look()
    assert begun == ["News"]


def test_one_that_cannot_begin_is_told_once(begin, keep, clock, archive) -> None:
    plan = keep("Broken")
    from app.crawl.frontier.schema import opened

    with opened(archive.crawl_db) as db:
        settings = plan.settings.to_json().replace('"proxy": ""', '"proxy": "nonsense"')
        db.execute("UPDATE plans SET settings = ? WHERE number = ?", (settings, plan.number))
    session, begun, _ = begin()
    failed: list[Exception] = []
    session.plans.failed.connect(failed.append)
    clock.forward(hours=1)
    for _ in range(3):
        session.plans.look()
    assert len(failed) == 1 and not begun and not session.busy


def test_paused_and_deleted_ones_do_not_run(begin, keep, clock, archive) -> None:
    from app.crawl.plans.plans import delete_plan

    paused, gone = keep("Paused"), keep("Gone")
    save_plan(archive, replace(paused, enabled=False), clock())
    session, begun, _ = begin()
    clock.forward(hours=5)
    delete_plan(archive, gone.number)
    session.plans.look()
    assert not begun and [plan.name for plan in plans(archive)] == ["Paused"]


def test_a_window_made_anew_begins_nothing_that_runs_at_opening(archive, clock, keep, qapp) -> None:
    keep("Each time", "startup")
    session = Session(archive, clock=clock)
    begun: list[str] = []
    session.plans.begun.connect(lambda plan: begun.append(plan.name))
    session.plans.open(again=True)
    assert not begun and not session.busy
    session.close()
