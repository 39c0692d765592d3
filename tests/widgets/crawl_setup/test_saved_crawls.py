"""The list of saved crawls: what each row says, and what can be done with it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.crawl.plans.plans import Plan, begin_plan, find_plan, plans, save_plan
from app.crawl.rules.settings import CrawlSettings
from widgets.crawl_setup.saved_crawls import PlanRow, SavedCrawls, free_name
from widgets.session import Session

SETTINGS = CrawlSettings(seeds=("https://www.example.org/", "https://b.example/"))


@pytest.fixture
def listed(qtbot, stage, archive, clock) -> Iterator[SavedCrawls]:
    session = Session(archive, clock=clock)
    made = SavedCrawls(stage, clock)
    made.use(session)
    yield made
    made.cancel()
    session.close()


def row(qtbot, listed: SavedCrawls, name: str) -> PlanRow:
    with qtbot.waitSignal(listed.shown):
        listed.refresh()
    return next(row for row in listed.rows if row.plan.name == name)


def texts(row: PlanRow) -> str:
    from PySide6.QtWidgets import QLabel

    return "\n".join(label.text() for label in row.findChildren(QLabel))


def test_an_empty_list_offers_the_first_step(qtbot, listed) -> None:
    with qtbot.waitSignal(listed.shown):
        listed.open()
    assert listed.empty.isVisible() and not listed.rows
    with qtbot.waitSignal(listed.new_requested):
        listed.empty.button.click()
    assert not listed.isVisible()


def test_a_row_tells_address_timetable_last_and_next(qtbot, listed, archive, clock) -> None:
    saved = save_plan(archive, Plan("News", SETTINGS, "every 6 hours"), clock())
    with qtbot.waitSignal(listed.shown):
        listed.open()
    said = texts(listed.rows[0])
    for part in ("News", "https://www.example.org/", "1 more", "Never run yet", "every 6 hours"):
        assert part in said, part
    begin_plan(archive, saved, clock())
    clock.forward(hours=5, minutes=30)
    said = texts(row(qtbot, listed, "News"))
    assert "Last run" in said and "stopped" in said and "in 30 min" in said


def test_pausing_the_timetable_and_going_on(qtbot, listed, archive, clock) -> None:
    save_plan(archive, Plan("News", SETTINGS, "hourly"), clock())
    with qtbot.waitSignal(listed.shown):
        listed.open()
    with qtbot.waitSignal(listed.shown):
        listed.rows[0].actions_["pause"].trigger()
    assert not find_plan(archive, "News").enabled and "paused" in listed.rows[0].next.text()
    with qtbot.waitSignal(listed.shown):
        listed.rows[0].actions_["pause"].trigger()
    assert find_plan(archive, "News").next_run is not None


def test_a_copy_has_a_name_of_its_own_and_rests(qtbot, listed, archive, clock) -> None:
    save_plan(archive, Plan("News", SETTINGS, "hourly"), clock())
    with qtbot.waitSignal(listed.shown):
        listed.open()
    with qtbot.waitSignal(listed.shown):
        listed.rows[0].actions_["duplicate"].trigger()
    assert [(plan.name, plan.enabled) for plan in plans(archive)] == [("News", True), ("News (2)", False)]
    assert free_name(archive, "News") == "News (3)"


def test_deleting_asks_once(qtbot, listed, archive, clock) -> None:
    save_plan(archive, Plan("News", SETTINGS), clock())
    with qtbot.waitSignal(listed.shown):
        listed.open()
    first = listed.rows[0]
    first.actions_["delete"].trigger()
    assert first.delete.isVisibleTo(first) and "News" in texts(first)
    first.keep.click()
    assert first.run.isVisibleTo(first) and plans(archive)
    first.actions_["delete"].trigger()
    with qtbot.waitSignal(listed.shown):
        first.delete.click()
    assert not plans(archive) and not listed.rows


def test_changing_asks_for_the_sheet(qtbot, listed, archive, clock) -> None:
    save_plan(archive, Plan("News", SETTINGS), clock())
    with qtbot.waitSignal(listed.shown):
        listed.open()
    with qtbot.waitSignal(listed.edit_requested) as asked:
        listed.rows[0].edit.click()
    assert asked.args[0].name == "News" and not listed.isVisible()


def test_a_name_that_is_taken_is_refused_in_words(qtbot, listed, archive, clock) -> None:
    save_plan(archive, Plan("News", SETTINGS), clock())
    with qtbot.waitSignal(listed.refused) as refused:
        listed.save(Plan("News", SETTINGS))
    assert "News" in str(refused.args[0])
