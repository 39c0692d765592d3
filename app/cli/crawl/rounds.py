"""`rounds`: large crawls in rounds, step by step or as a whole."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.arguments import ArchivePath, Json, argument, open_archive, option
from app.cli.console import Meter, Refused, Stop, emit, say, stoppable
from app.cli.crawl.following import Following, open_or_create
from app.cli.crawl.options import read_settings, settings_of, with_settings
from app.cli.crawl.settings import SettingsFile, new_settings

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.rounds.rounds import Rounds
    from app.rounds.state import Segment, Step

rounds = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Crawl in rounds, so many of the best addresses at a time: inject, generate, fetch, parse, update, index, dedup, "
    "merge; run, status.",
    epilog="Example: [bold]tianwang rounds my.archive run --rounds 3[/bold]; killed at any step it goes on there.",
)


@rounds.callback(invoke_without_command=True)
def choose(context: typer.Context, archive: ArchivePath) -> None:
    """Without a text of its own: the group's stands above."""
    context.obj = archive
    if context.invoked_subcommand is None:
        status(context)


@rounds.command("inject")
@with_settings
def inject(
    context: typer.Context,
    urls: Annotated[list[str] | None, argument("URL…", "Where to start.")] = None,
    top: Annotated[
        int, option("--top", "N", "Addresses of a round at most.", min=1, max=1_000_000, show_default=True)
    ] = 1000,
    host_cap: Annotated[
        int,
        option("--host-cap", "N", "Of these of one host at most; 0: any number.", min=0, show_default=True),
    ] = 0,
    settings: SettingsFile = None,
    as_json: Json = False,
    **given: Any,
) -> None:
    """Begin a crawl in rounds, or give one more addresses to start from. The archive is created if it does not exist.

    The settings are those of any crawl; without --order it is “best”, so that a round has the addresses that matter
    most by the links known so far. Those of the first call hold. Sitemaps are not read, and redirects are followed in
    the round behind the one they were met in.

    With --json an object: kind "inject", book (a job), new.
    """
    from app.rounds import rounds as work
    from app.rounds.state import load

    changes = {**({} if settings is None else read_settings(settings)), **settings_of(given)}
    changes.setdefault("order", "best")
    if not urls and "seeds" not in changes:
        raise typer.BadParameter("Give an address to start from.", param_hint="URL…")
    wanted = new_settings(urls or [], changes)
    archive = open_or_create(context.obj)
    new = work.inject(archive, wanted.seeds, wanted, top, host_cap)
    if as_json:
        emit({"kind": "inject", "book": load(archive).book, "new": new})
    else:
        say(f"New in the book: {new}.")


@rounds.command("run")
def run(
    context: typer.Context,
    count: Annotated[
        int, option("--rounds", "N", "So many rounds; 0: until nothing is left.", min=0, show_default=True)
    ] = 0,
    as_json: Json = False,
) -> None:
    """Do whole rounds, an open one first. Stopped or killed, the same command goes on with the step it was at.

    With --json the lines of each fetch as “crawl --json” has them, and an object for each step: kind "step", segment,
    step, and its figures.
    """
    _do(context, as_json, lambda work, meter, stop: work.run(count, meter, stop))


@rounds.command("status")
def status(context: typer.Context, as_json: Json = False) -> None:
    """Show the segments with what was done, the step that is next, and the pages of the book by their states.

    With --json an object for each segment (kind "segment", name, job, next, done), and one of kind "summary": book, top,
    host_cap, pages.
    """
    from app.rounds.rounds import Rounds

    work = Rounds(open_archive(context.obj))
    for segment in work.state.segments:
        if as_json:
            about = {"name": segment.name, "job": segment.job, "next": segment.next, "done": segment.done}
            emit({"kind": "segment", **about})
        else:
            addresses = segment.done.get("generate", {}).get("addresses", 0)
            pages = segment.done.get("fetch", {}).get("pages", 0)
            stands = "done" if segment.next is None else f"next: {segment.next}"
            say(f"{segment.name}  addresses {addresses}, answered {pages}; {stands}")
    pages_now, held = work.pages(), work.state
    if as_json:
        emit(
            {
                "kind": "summary",
                "book": held.book,
                "top": held.top,
                "host_cap": held.per_host,
                "pages": pages_now,
            }
        )
    else:
        each = ", ".join(f"{count} {name}" for name, count in pages_now.items())
        say(f"Pages of the book (job {held.book}): {each or 'none'}.")


def _step(step: Step, help: str) -> Callable[..., None]:
    def command(context: typer.Context, as_json: Json = False) -> None:
        _do(context, as_json, lambda work, meter, stop: work.step(step, meter, stop))

    command.__doc__ = f'{help}\n\nWith --json an object: kind "step", segment, step, and its figures.'
    return command


for _name, _help in (
    ("generate", "Choose the best addresses of the book for the next segment, with a job of its own."),
    ("fetch", "Fetch the addresses of the segment, as any crawl."),
    ("parse", "Read the pages of the segment for links and what they allow."),
    ("update", "Enter into the book what became of the addresses, where their pages lead, and ranks."),
    ("index", "Bring the search index up to date."),
    ("dedup", "Find pages of the segment with the bytes of others, and park what only these lead to."),
    ("merge", "Add the segment to the book, and remove the queue of its job and its files."),
):
    rounds.command(_name)(_step(_name, _help))  # type: ignore[arg-type]


class _Shown:
    """How far a step is; closed while a fetch shows itself, and before a line is written."""

    def __init__(self) -> None:
        self._meter: Meter | None = None

    def __call__(self, done: int, total: int) -> None:
        if self._meter is None:
            self._meter = Meter("Rounds", total=1).__enter__()
        self._meter.share(done, max(1, total))

    def close(self) -> None:
        if self._meter is not None:
            self._meter.__exit__(None, None, None)
            self._meter = None


def _do(context: typer.Context, as_json: bool, work: Callable[[Rounds, _Shown, Stop], bool]) -> None:
    """Do steps, and tell each when it is done. Exit code 1 where one was stopped."""
    from app.rounds.rounds import Rounds

    archive, shown = open_archive(context.obj), _Shown()
    with stoppable() as stop, closing(shown):

        def fetched(archive: Archive, job_id: str) -> None:
            shown.close()
            following = Following(archive, job_id, unsaid=("depth",))  # the book judges where pages lead
            following.run(stop, as_json)
            if following.error is not None:
                raise following.error

        def told(segment: Segment, step: Step) -> None:
            shown.close()
            figures = segment.done[step]
            if as_json:
                emit({"kind": "step", "segment": segment.name, "step": step, **figures})
            else:
                each = ", ".join(f"{name} {value}" for name, value in figures.items())
                say(f"{segment.name} {step}: {each}")
            sys.stdout.flush()

        rounds_ = Rounds(archive, fetched, told)
        finished = work(rounds_, shown, stop)
    if not finished:
        if rounds_.state.open is None and not stop():
            raise Refused(detail="Nothing is left to fetch.")
        raise Refused(detail="Stopped. The same command goes on.")
