"""The `tianwang` command: everything the program can do without a window.

Exit codes: 0 the task was done, 1 it failed (one sentence on standard error says why), 2 wrong usage.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from app import __version__, starting
from app.cli.commands import Commands
from app.cli.console import say, warn
from extractors.door.worker import serve_if_asked

app = typer.Typer(
    name="tianwang",
    cls=Commands,
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
    part = starting.asked_for(sys.argv[1:])
    if part == starting.COMMANDS:
        argv = sys.argv[2:]
    elif part == starting.NODE:
        from app.cluster.node import main as node

        return node()
    elif part:
        from app.browsers import be_browser

        be_browser(part, sys.argv[2:])
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
