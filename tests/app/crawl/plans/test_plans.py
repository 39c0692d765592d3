"""Named crawls of an archive: kept, due, begun, deleted; their timetable moves on."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.crawl.frontier.joblist import jobs
from app.crawl.plans.plans import (
    Plan,
    PlanMissing,
    PlanNameTaken,
    begin_plan,
    delete_plan,
    due_plans,
    find_plan,
    plans,
    save_plan,
)
from app.crawl.plans.timetable import TimetableInvalid, parse
from app.crawl.rules.settings import CrawlSettings, SettingsInvalid, templates

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
SETTINGS = CrawlSettings(seeds=("https://example.org/",), max_depth=3, guide_words=(("电影", 10.0),))


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive.create(tmp_path / "a.archive")


def test_a_plan_comes_back_as_it_was_saved(archive: Archive) -> None:
    saved = save_plan(archive, Plan("  My   site ", SETTINGS, "every 6 hours"), NOON)
    assert saved.name == "My site"
    assert saved.settings == replace(SETTINGS, name="My site")
    assert saved.next_run == NOON + timedelta(hours=6)
    assert plans(archive) == [saved] == [find_plan(archive, "My site")]


def test_an_archive_without_crawls_has_no_plans(archive: Archive) -> None:
    assert plans(archive) == []
    assert due_plans(archive, startup=True) == []
    with pytest.raises(PlanMissing, match="nothing"):
        find_plan(archive, "nothing")


def test_names_are_taken_once_and_may_be_changed(archive: Archive) -> None:
    first = save_plan(archive, Plan("a", SETTINGS))
    second = save_plan(archive, Plan("b", SETTINGS))
    with pytest.raises(PlanNameTaken, match="“a”"):
        save_plan(archive, replace(second, name="a"))
    save_plan(archive, replace(first, name="c"))
    assert [plan.name for plan in plans(archive)] == ["b", "c"]


def test_what_cannot_work_is_not_saved(archive: Archive) -> None:
    with pytest.raises(TimetableInvalid):
        save_plan(archive, Plan("a", SETTINGS, "whenever"))
    with pytest.raises(SettingsInvalid):
        save_plan(archive, Plan("a", replace(SETTINGS, workers=0)))
    assert plans(archive) == []


def test_plans_are_due_by_their_timetable_and_missed_runs_are_made_up_for_once(archive: Archive) -> None:
    plan = save_plan(archive, Plan("a", SETTINGS, "hourly"), NOON)
    save_plan(archive, Plan("asleep", SETTINGS, "hourly", enabled=False), NOON)
    save_plan(archive, Plan("by hand", SETTINGS), NOON)
    assert due_plans(archive, NOON + timedelta(minutes=59)) == []
    late = NOON + timedelta(hours=30)
    assert [due.name for due in due_plans(archive, late)] == ["a"]
    job_id = begin_plan(archive, plan, late)
    assert due_plans(archive, late) == []
    begun = find_plan(archive, "a")
    assert (begun.last_run, begun.next_run, begun.last_job) == (late, late + timedelta(hours=1), job_id)
    assert [job.job_id for job in jobs(archive)] == [job_id]


def test_plans_of_the_start_are_due_whenever_somebody_begins(archive: Archive) -> None:
    plan = save_plan(archive, Plan("a", SETTINGS, "startup"), NOON)
    assert due_plans(archive, NOON) == []
    assert due_plans(archive, NOON, startup=True) == [plan]
    begin_plan(archive, plan, NOON)
    assert [due.name for due in due_plans(archive, NOON, startup=True)] == ["a"]


def test_a_deleted_plan_leaves_its_jobs(archive: Archive) -> None:
    plan = save_plan(archive, Plan("a", SETTINGS, "hourly"))
    begin_plan(archive, plan)
    delete_plan(archive, plan.number)
    assert plans(archive) == []
    assert len(jobs(archive)) == 1


def test_every_template_makes_settings_that_can_be_saved(archive: Archive) -> None:
    for template in templates():
        settings = template.settings(("https://example.org/",))
        if settings.order == "topic":
            settings = replace(settings, guide_words=(("电影", 10.0),))
        parse(template.schedule)
        save_plan(archive, Plan(template.code, settings, template.schedule))
    assert len(plans(archive)) == len(templates()) >= 4
