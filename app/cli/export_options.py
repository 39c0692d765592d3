"""The options of `export`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class ExportFormat(StrEnum):
    """The formats of app.exporting and app.interchange, as the command line offers them."""

    text = "text"
    markdown = "markdown"
    html = "html"
    docx = "docx"
    original = "original"
    csv = "csv"
    json = "json"
    bibtex = "bibtex"
    tianwang = "tianwang"
    warc = "warc"
    wacz = "wacz"
    cdxj = "cdxj"


Destination = Annotated[
    Path,
    typer.Argument(
        metavar="DEST",
        help="Folder for the files, made if it does not exist; for tianwang, warc, wacz and cdxj also one file, "
        "named .tw, .warc.gz, .warc, .wacz or .cdxj.",
    ),
]
Format = Annotated[
    ExportFormat,
    typer.Option(
        "--format",
        help="text, markdown, html, docx: the reading view of each document, named by its title. original: the "
        "files as received, in folders like the site's. csv, json, bibtex: one list of all pages. tianwang: "
        "Tianwang 1.0 files. warc: WARC/1.1 files with a CDXJ index beside them. wacz: one file for "
        "ReplayWeb.page. cdxj: a list of all captures, with file and offset of their records in this archive (the "
        "index of a WARC comes with --format warc).",
        show_default=False,
    ),
]
Prefix = Annotated[str, typer.Option("--prefix", metavar="URL", help="Only addresses that begin so.")]
Names = Annotated[
    str,
    typer.Option(
        "--names",
        metavar="PATTERN",
        help="Documents only: how files are called, such as {date}/{host}/{title}. In braces: title, host, path, "
        "date, time, year, id, version, type, language, author or issuer.",
        show_default=False,
    ),
]
Once = Annotated[bool, typer.Option("--once", help="Documents only: pages with the same content as one file.")]
Whole = Annotated[
    bool | None,
    typer.Option(
        "--whole/--main",
        help="Documents only: pages with their menus, side columns and what stands on every page, or their main text "
        "(which is usual).",
        show_default=False,
    ),
]
Newest = Annotated[
    bool, typer.Option("--newest", help="Archives only: of each address the newest version instead of all.")
]
Visits = Annotated[
    bool | None,
    typer.Option(
        "--visits/--no-visits",
        help="Archives only: with the visits that found nothing new. Usual for warc, wacz and cdxj; in Tianwang "
        "1.0 files each of them repeats the whole page.",
        show_default=False,
    ),
]
