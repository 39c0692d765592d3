"""`plans`: crawls that are kept with an archive and run again, by hand or at their time. `revisit`: pages that are due
for another visit, by their own history."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.arguments import (
    ArchivePath,
    Json,
    argument,
    newest_version,
    open_archive,
    option,
    reading,
    refuse,
    text,
)
from app.cli.console import Refused, Stop, emit, moment, say, stoppable, warn
from app.cli.crawl.following import Following, open_or_create, ready
from app.cli.crawl.options import read_settings, settings_of, with_settings
from app.cli.crawl.settings import SettingsFile, TemplateCode, changed_settings, new_settings, template_of
from app.errors import UserError

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.archive.reader import ArchiveReader
    from app.crawl.plans.plans import Plan


# `plans`: crawls that are kept with an archive and run again, by hand or at their time.

PlanName = Annotated[str, argument("NAME", "The plan's name.", callback=text)]
Schedule = Annotated[
    str | None,
    option(
        "--schedule",
        "WHEN",
        "hourly, “every 6 hours”, “daily 03:00”, “weekly mon 03:00”, “monthly 15 03:00”, “yearly 06-01 03:00” "
        "(local time), startup, or '' for only by hand.",
    ),
]

OnCluster = Annotated[
    str,
    option(
        "--cluster",
        "HOST:PORT",
        "Crawl on this cluster, into archives of the same name on its nodes; see “tianwang cluster”.",
        callback=text,
    ),
]

plans = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Keep crawls with an archive and run them again: list, add, edit, run, delete, due.",
    epilog="Example: [bold]tianwang plans my.archive due --run[/bold], every few minutes by cron or another scheduler.",
)


@plans.callback(invoke_without_command=True)
def choose(context: typer.Context, archive: ArchivePath) -> None:
    """Without a text of its own: the group's stands above."""
    context.obj = archive
    if context.invoked_subcommand is None:
        list_(context)


@plans.command("list")
def list_(context: typer.Context, as_json: Json = False) -> None:
    """List the plans with their last and next run.

    The JSON fields are name, schedule, enabled, created, last_run, next_run, last_job, settings.
    """
    from app.crawl.plans.plans import plans as all_plans

    _show(all_plans(open_archive(context.obj)), as_json)


@plans.command("add")
@with_settings
def add(
    context: typer.Context,
    name: PlanName,
    urls: Annotated[list[str] | None, argument("URL…", "Where to start.")] = None,
    schedule: Schedule = None,
    template: TemplateCode = None,
    settings: SettingsFile = None,
    as_json: Json = False,
    **given: Any,
) -> None:
    """Keep a crawl under a name. The archive is created if it does not exist. A template brings its schedule along."""
    from app.crawl.plans.plans import Plan, save_plan
    from app.crawl.plans.timetable import parse

    changes: dict[str, Any] = {}
    when = schedule or ""
    if template is not None:
        chosen = template_of(template)
        changes, when = dict(chosen.changes), chosen.schedule if schedule is None else schedule
    changes |= _from_file(settings) | settings_of(given)
    if not urls and "seeds" not in changes:
        raise typer.BadParameter("Give an address to start from.", param_hint="URL…")
    wanted = new_settings(urls or [], changes)
    parse(when)  # before an archive is made for it
    archive = open_or_create(context.obj)
    _show([save_plan(archive, Plan(name, wanted, when))], as_json)


@plans.command("edit")
@with_settings
def edit(
    context: typer.Context,
    name: PlanName,
    urls: Annotated[list[str] | None, argument("URL…", "More to start from.")] = None,
    schedule: Schedule = None,
    enabled: Annotated[
        bool | None,
        typer.Option("--enable/--disable", help="A disabled plan has no next run.", show_default=False),
    ] = None,
    rename: Annotated[
        str | None,
        option("--rename", "NAME", "Its name from now on.", callback=text),
    ] = None,
    settings: SettingsFile = None,
    as_json: Json = False,
    **given: Any,
) -> None:
    """Change a plan; crawls that it began already stay as they are."""
    from app.crawl.plans.plans import find_plan, save_plan

    archive = open_archive(context.obj)
    plan = find_plan(archive, name)
    wanted = changed_settings(plan.settings, urls or [], _from_file(settings) | settings_of(given))
    new = replace(
        plan,
        name=plan.name if rename is None else rename,
        settings=wanted,
        schedule=plan.schedule if schedule is None else schedule,
        enabled=plan.enabled if enabled is None else enabled,
    )
    _show([save_plan(archive, new)], as_json)


@plans.command("delete")
def delete(context: typer.Context, name: PlanName) -> None:
    """Delete a plan. What it crawled stays."""
    from app.crawl.plans.plans import delete_plan, find_plan

    archive = open_archive(context.obj)
    delete_plan(archive, find_plan(archive, name).number)


@plans.command("run")
def run(context: typer.Context, name: PlanName, cluster: OnCluster = "", as_json: Json = False) -> None:
    """Run a plan now, whatever its schedule says; output and exit code are those of “tianwang crawl”."""
    from app.crawl.plans.plans import find_plan

    archive = open_archive(context.obj)
    with stoppable() as stop:
        _run(archive, find_plan(archive, name), stop, as_json, cluster)


@plans.command("due")
def due(
    context: typer.Context,
    go: Annotated[bool, typer.Option("--run", help="Run them, one after the other.")] = False,
    startup: Annotated[bool, typer.Option("--startup", help="Also those that run at every start.")] = False,
    cluster: OnCluster = "",
    as_json: Json = False,
) -> None:
    """List the plans whose time has come, or run them. Runs that were missed are made up for by one.

    When nothing is due, nothing is said and the exit code is 0. With --run it is 1 when one of the crawls failed or was
    stopped; the others run all the same. While another program writes to the archive, nothing runs, the exit code is
    1, and the plans stay due.
    """
    from app.crawl.plans.plans import due_plans

    archive = open_archive(context.obj)
    waiting = due_plans(archive, startup=startup)
    if not go:
        refuse({"--cluster": cluster}, "Only with --run.")
        _show(waiting, as_json)
        return
    failed = 0
    with stoppable() as stop:
        for plan in waiting:
            try:
                _run(archive, plan, stop, as_json, cluster)
            except UserError as error:
                if stop() or len(waiting) == 1:
                    raise
                failed += 1
                warn(f"{plan.name}: {error}")
            if stop():
                break
    if failed:
        raise Refused(detail=f"{failed} of {len(waiting)} plans did not reach their end.")


def _run(archive: Archive, plan: Plan, stop: Stop, as_json: bool, cluster: str) -> None:
    from app.crawl.plans.plans import begin_plan

    if cluster:
        from app.cli.crawl.together import plan_together

        plan_together(archive, plan, cluster, stop, as_json)
        return
    ready(archive)  # else the run would count, and be missed
    work = Following(archive, begin_plan(archive, plan))
    work.run(stop, as_json)
    work.conclude(as_json)


def _from_file(path: Path | None) -> dict[str, Any]:
    return read_settings(path) if path is not None else {}


def _show(plans: list[Plan], as_json: bool) -> None:
    for plan in plans:
        if as_json:
            about = {
                "name": plan.name,
                "schedule": plan.schedule,
                "enabled": plan.enabled,
                "created": plan.created,
                "last_run": plan.last_run,
                "next_run": plan.next_run,
                "last_job": plan.last_job,
            }
            emit({**about, "settings": asdict(plan.settings)})
            continue
        say(
            f"{plan.name}  {plan.schedule or 'by hand'}{'' if plan.enabled else ', disabled'}; last run "
            f"{moment(plan.last_run)}, next {_local(plan.next_run)}  {' '.join(plan.settings.seeds)}"
        )


def _local(when: datetime | None) -> str:
    """The schedule speaks of local time, and so does what follows from it."""
    return when.astimezone().strftime("%Y-%m-%d %H:%M %Z") if when else "none"


def revisit(
    archive: ArchivePath,
    urls: Annotated[
        list[str] | None,
        argument("URL…", "These pages; all documents if left out."),
    ] = None,
    due: Annotated[bool, typer.Option("--due", help="Only those that are due now.")] = False,
    floor: Annotated[
        float, option("--floor", "HOURS", "Shortest interval.", show_default=True, min=0.01)
    ] = 1.0,
    ceiling: Annotated[
        float, option("--ceiling", "HOURS", "Longest interval.", show_default=True, min=0.01)
    ] = 8760.0,
    by_rank: Annotated[
        bool,
        typer.Option("--by-rank", help="Sooner for pages that matter more than others by the links to them."),
    ] = False,
    as_json: Json = False,
) -> None:
    """Show when pages are due for another visit: as soon as a change has become as likely as not.

    How often a page
    changes is inferred from what its earlier visits found. “tianwang crawl ARCHIVE URL --only-due” goes by this.

    The columns are the next visit (UTC), the interval, changes found in how many visits, address.

    The JSON fields are url, next, due, interval (hours), rate (changes an hour), checks, changes, last.
    """
    from app.crawl.run.revisiting import revisit_of

    if floor > ceiling:
        raise typer.BadParameter("The shortest interval must not exceed the longest.", param_hint="--floor")
    importance = None
    if by_rank:
        from app.cli import up_to_date
        from app.graph.standing import Importance

        up_to_date.links(open_archive(archive))
        importance = Importance(archive)
    with reading(archive) as reader:
        for url in _pages(reader, urls):
            found = revisit_of(reader, url, floor, ceiling, importance)
            if found is None:
                continue
            now = found.next <= datetime.now(UTC)
            if due and not now:
                continue
            hours = found.interval.total_seconds() / 3600
            if as_json:
                about = {"next": found.next, "due": now, "interval": hours, "rate": found.rate}
                emit(
                    {
                        "url": url,
                        **about,
                        "checks": found.checks,
                        "changes": found.changes,
                        "last": found.last,
                    }
                )
            else:
                say(
                    f"{moment(found.next)}{' due' if now else '    '}  every {_span(hours):>8}  "
                    f"{found.changes:>4} of {found.checks:>4}  {url}"
                )


def _pages(reader: ArchiveReader, urls: list[str] | None) -> Iterator[str]:
    if urls:
        yield from (newest_version(reader, url).url for url in urls)
    else:
        yield from (page.url for page in reader.all_pages("", ("document",)))


def _span(hours: float) -> str:
    if hours < 1:
        return f"{hours * 60:.0f} min"
    return f"{hours:.1f} h" if hours < 48 else f"{hours / 24:.1f} d"
