"""The `tianwang` command: everything the program can do without a window.

Exit codes: 0 the task was done, 1 it failed (one sentence on standard error says why), 2 wrong usage.
"""

from __future__ import annotations

import inspect
import io
import os
import sqlite3
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from app import __version__, libraries, starting
from app.cli import (
    blocking,
    comparing,
    crawling,
    exporting,
    extracting,
    histories,
    importing,
    jobs,
    logins,
    look,
    planning,
    queueing,
    recovering,
    site_changing,
)
from app.cli import (
    planning as revisiting,
)
from app.cli import (
    upkeep as converting,
)
from app.cli import (
    upkeep as reextracting,
)
from app.cli import (
    upkeep as reindexing,
)
from app.cli import (
    upkeep as verifying,
)
from app.cli.arguments import open_archive
from app.cli.console import Refused, say, warn
from app.errors import TianwangError
from extractors.door.worker import serve_if_asked


class _Commands(TyperGroup):
    """Turns what a person can act on into one sentence; defects keep their traceback."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise typer.Exit(0) from None  # the reader has all it wanted
        except TianwangError as error:
            _fail(str(error))
        except OSError as error:
            name = f"{error.filename}: " if error.filename else ""
            _fail(f"{name}{error.strerror or error}.")
        except sqlite3.Error as error:
            _fail(f"The index of the archive cannot be used: {error}.")
        except KeyboardInterrupt:
            _fail("Interrupted.")


def _fail(sentence: str) -> None:
    warn(f"tianwang: {sentence}")
    raise typer.Exit(1) from None


app = typer.Typer(
    name="tianwang",
    cls=_Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    help="Crawl a site, keep every version of every page in an open archive, and see what changed.",
    epilog="Exit codes: 0 the task was done, 1 it failed, 2 wrong usage. “tianwang COMMAND --help” shows an example.",
)


def _show_version(wanted: bool) -> None:
    if wanted:
        say(f"tianwang {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit."),
    ] = False,
) -> None:
    """Without a text of its own: the program's stands above."""


def _add(name: str, function: Callable[..., None], example: str) -> None:
    # typer folds the lines of the first paragraph only
    paragraphs = inspect.cleandoc(function.__doc__ or "").split("\n\n")
    explained = "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)
    shown = f"Example: [bold]tianwang {example}[/bold]"
    app.command(name, help=explained, epilog=shown, no_args_is_help=name != "open")(function)


def open_(
    archive: Annotated[
        Path | None, typer.Argument(metavar="ARCHIVE", help="The archive to show.", show_default=False)
    ] = None,
) -> None:
    """Open the window."""
    if archive is not None:
        open_archive(archive).close()  # a missing one is told here, where the person looks
    if problem := libraries.obstacle():
        raise Refused(detail=problem)
    try:
        from app.main import main as show
    except ImportError as error:
        raise Refused(detail=f"The window cannot be opened on this machine: {error}.") from error
    raise typer.Exit(show(["--", str(archive)] if archive else []))


_add("crawl", crawling.crawl, "crawl my.archive https://example.org/ --max-pages 500 --delay 2")
_add("jobs", jobs.jobs, "jobs my.archive --json")
_add("queue", queueing.queue, "queue my.archive --state parked --search calendar")
_add("why", queueing.why, "why my.archive https://example.org/docs/")
_add("take", queueing.take, "take my.archive 20261121-083000-1a2b3c https://example.org/print/7")
_add("hosts", queueing.hosts, "hosts my.archive --hold example.org")
app.add_typer(planning.plans, name="plans")
_add("revisit", revisiting.revisit, "revisit my.archive --due")
app.add_typer(logins.logins, name="logins")
_add("ls", look.ls, "ls my.archive https://example.org/docs/ --kind document")
_add("versions", look.versions, "versions my.archive https://example.org/ --visits")
_add("cat", look.cat, "cat my.archive 202611-0000001 --as text")
_add("diff", comparing.diff, "diff my.archive 202611-0000001 202611-0000042")
_add("history", histories.history, "history my.archive https://example.org/ --said 'It will be free'")
_add("changes", site_changing.changes, "changes my.archive --from 2026-10 --to 2026-11 --output changes.html")
_add("noise", histories.noise, "noise my.archive --add '.visitors, #clock'")
_add("blocks", blocking.blocks, "blocks my.archive 202611-0000001 --level 2")
_add("extract", extracting.extract, "extract report.pdf folder/ --json")
_add("export", exporting.export, "export my.archive out/ --format markdown")
_add("import", importing.import_, "import my.archive old-crawl.raw others/ site.wacz")
_add("verify", verifying.verify, "verify my.archive --strict")
_add("recover", recovering.recover, "recover broken.raw --out whole.raw --rest rest.raw")
_add("reindex", reindexing.reindex, "reindex my.archive")
_add("convert", converting.convert, "convert my.archive --to incremental")
_add("reextract", reextracting.reextract, "reextract my.archive --format pdf")
_add("stats", look.stats, "stats my.archive --json")
_add("open", open_, "open my.archive")


def _fill_standard_streams() -> None:
    """What was closed by who started the program leads nowhere: else the next file opened here would take its number,
    and get what is meant for it."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            handle = os.open(os.devnull, os.O_RDWR)
            if handle != number:
                os.dup2(handle, number)
                os.close(handle)
            setattr(sys, name, open(number, "r" if number == 0 else "w", encoding="utf-8", closefd=False))  # noqa: SIM115


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    _fill_standard_streams()
    if serve_if_asked(sys.argv[1:]):
        return 0
    if browser := starting.asked_for(sys.argv[1:]):
        from app.main import be_browser

        be_browser(browser, sys.argv[2:])
    for stream in (sys.stdout, sys.stderr):
        # a pipe gets UTF-8 on every system; a terminal keeps its own charset and shows what it can
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="replace")
    code: int | str | None = 0
    try:
        app(args=list(sys.argv[1:] if argv is None else argv), prog_name="tianwang")
    except SystemExit as end:
        code = end.code
    try:
        sys.stdout.flush()
    except OSError as error:
        if not code and not isinstance(error, BrokenPipeError):
            warn(f"tianwang: The output could not be written: {error.strerror}.")
            code = 1
        # the interpreter flushes once more on its way out, and would complain
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code if isinstance(code, int) else 0 if code is None else 1
