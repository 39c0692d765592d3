"""`open`: the window of the program."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from app import libraries
from app.cli.arguments import open_archive
from app.cli.console import Refused


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
