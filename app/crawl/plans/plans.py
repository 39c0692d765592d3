"""Named crawls that are kept with an archive: what to crawl, how, and when again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime

from app.archive.archive import Archive
from app.crawl.frontier.joblist import create_job, new_id
from app.crawl.frontier.schema import opened
from app.crawl.plans import timetable
from app.crawl.rules.settings import CrawlSettings
from app.errors import UserError

_COLUMNS = "number, name, settings, schedule, enabled, created, last_run, next_run, last_job"


class PlanMissing(UserError):
    """The archive has no such plan."""

    code = "plan-missing"


class PlanNameTaken(UserError):
    """Two plans of an archive cannot have one name."""

    code = "plan-name-taken"


@dataclass(frozen=True, slots=True)
class Plan:
    """`schedule` as in `app.crawl.plans.timetable`. `number` 0: not saved yet. `last_job` is the job that it began last."""

    name: str
    settings: CrawlSettings
    schedule: str = ""
    enabled: bool = True
    number: int = 0
    created: datetime | None = None
    last_run: datetime | None = None
    next_run: datetime | None = None
    last_job: str = ""


def plans(archive: Archive) -> list[Plan]:
    """By name."""
    if not archive.crawl_db.exists():
        return []
    with opened(archive.crawl_db) as db:
        return [
            _plan(row) for row in db.execute(f"SELECT {_COLUMNS} FROM plans ORDER BY name COLLATE NOCASE")
        ]


def find_plan(archive: Archive, name: str) -> Plan:
    """Raises PlanMissing."""
    for plan in plans(archive):
        if plan.name == name:
            return plan
    raise PlanMissing(name=name)


def save_plan(archive: Archive, plan: Plan, now: datetime | None = None) -> Plan:
    """Write down a new plan (number 0) or the changes to one; returns it with number and next run.

    Raises PlanNameTaken, TimetableInvalid and what `CrawlSettings.checked` raises.
    """
    at = now or datetime.now(UTC)
    name = " ".join(plan.name.split()) or plan.settings.seeds[0]
    settings = replace(plan.settings, name=name).checked()
    due = _next(plan.schedule, at) if plan.enabled else None
    with opened(archive.crawl_db) as db:
        taken = db.execute("SELECT number FROM plans WHERE name = ?", (name,)).fetchone()
        if taken and taken[0] != plan.number:
            raise PlanNameTaken(name=name)
        values = (name, settings.to_json(), str(timetable.parse(plan.schedule)), plan.enabled, _seconds(due))
        if plan.number:
            db.execute(
                "UPDATE plans SET name = ?, settings = ?, schedule = ?, enabled = ?, next_run = ? WHERE number = ?",
                (*values, plan.number),
            )
        else:
            db.execute(
                "INSERT INTO plans (name, settings, schedule, enabled, next_run, created) VALUES (?, ?, ?, ?, ?, ?)",
                (*values, at.timestamp()),
            )
        return _plan(db.execute(f"SELECT {_COLUMNS} FROM plans WHERE name = ?", (name,)).fetchone())


def delete_plan(archive: Archive, number: int) -> None:
    """The jobs that it began stay, and everything they stored."""
    with opened(archive.crawl_db) as db:
        db.execute("DELETE FROM plans WHERE number = ?", (number,))


def due_plans(archive: Archive, now: datetime | None = None, *, startup: bool = False) -> list[Plan]:
    """The plans whose time has come, longest due first; with `startup` also those that run when the archive is
    opened."""
    at = now or datetime.now(UTC)
    active = [plan for plan in plans(archive) if plan.enabled]
    due = sorted(
        (plan for plan in active if plan.next_run and plan.next_run <= at),
        key=lambda plan: plan.next_run or at,
    )
    return due + [plan for plan in active if startup and plan.schedule == "startup"]


def begin_plan(archive: Archive, plan: Plan, now: datetime | None = None, *, elsewhere: bool = False) -> str:
    """Make a job of a plan, and set its next run; returns the job's id, which `Crawl.resume` starts. One run makes up
    for all that were missed while the program was closed. `elsewhere`: the job is one of a cluster, and not made here."""
    at = now or datetime.now(UTC)
    settings = plan.settings.checked()
    job_id = new_id() if elsewhere else create_job(archive, settings, plan=plan.number)
    with opened(archive.crawl_db) as db:
        db.execute(
            "UPDATE plans SET last_run = ?, next_run = ?, last_job = ? WHERE number = ?",
            (
                at.timestamp(),
                _seconds(_next(plan.schedule, at) if plan.enabled else None),
                job_id,
                plan.number,
            ),
        )
    return job_id


def _next(schedule: str, after: datetime) -> datetime | None:
    return timetable.next_run(timetable.parse(schedule), after)


def _seconds(moment: datetime | None) -> float | None:
    return None if moment is None else moment.timestamp()


def _moment(seconds: float | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)


def _plan(row: tuple[int, str, str, str, int, float, float | None, float | None, str | None]) -> Plan:
    number, name, settings, schedule, enabled, created, last_run, next_run, last_job = row
    return Plan(
        name,
        CrawlSettings.from_json(settings),
        schedule,
        bool(enabled),
        number,
        _moment(created),
        _moment(last_run),
        _moment(next_run),
        last_job or "",
    )
