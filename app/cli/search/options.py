"""What `search` can be asked: its arguments and options."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from app.cli.arguments import option, text, texts
from app.cli.search.hits import HitsFormat


class Order(StrEnum):
    """By what hits are sorted."""

    relevance = "relevance"
    newest = "newest"
    oldest = "oldest"
    by_title = "title"  # a str has a method `title`
    size = "size"
    rank = "rank"


Given = Annotated[
    list[str],
    typer.Argument(
        metavar="ARCHIVE… QUERY",
        help="The folders of the archives and what is sought in them; with --build and --status archives alone.",
        callback=texts,
    ),
]
Limit = Annotated[
    int | None,
    typer.Option(
        "--limit", min=1, max=100_000, help="At most so many hits; with --export all.", show_default="10"
    ),
]
Offset = Annotated[int, typer.Option("--offset", min=0, help="Leave out so many hits before them.")]
Sort = Annotated[
    Order | None,
    typer.Option(
        "--sort",
        help="The order of the hits.",
        show_default="relevance; of changes newest",
    ),
]
Facets = Annotated[
    bool,
    typer.Option(
        "--facets",
        help="Count sites, types, languages, years, authors, ranks, tags, fields, labels of blocks and months.",
    ),
]
At = Annotated[
    str | None,
    typer.Option(
        "--at",
        metavar="DATE",
        help="Only what pages said then: 2026, 2026-11, 2026-11-21 … (at its end).",
        show_default=False,
        callback=text,
    ),
]
Explain = Annotated[bool, typer.Option("--explain", help="Say of what the score of each hit is made.")]
Forms = Annotated[
    bool,
    typer.Option(
        "--forms", help="Find other forms of English words, too, behind those with the words themselves."
    ),
]
Fold = Annotated[
    bool,
    typer.Option("--fold", help="Show pages that are nearly the same once, with how many more there are."),
]
Synonyms = Annotated[
    bool,
    typer.Option(
        "--synonyms",
        help="Find words that mean the same, too, as the file synonyms.txt of the archive says.",
    ),
]
Blocks = Annotated[
    bool,
    typer.Option("--blocks", help="Show blocks of pages instead of pages, what many pages share once."),
]
Export = Annotated[
    Path | None,
    option("--export", "DEST", "Write all hits into this folder or file instead of showing them."),
]
ExportAs = Annotated[
    HitsFormat | None,
    typer.Option(
        "--as",
        help="csv, json (an object a line): one list of the hits. documents: the files as they were found; text, "
        "markdown, html, docx: their reading view. warc, wacz: the versions that say it, and what pages need to "
        "be shown. Without it the ending of DEST tells.",
        show_default=False,
    ),
]
Feed = Annotated[
    Path | None,
    option(
        "--feed",
        "FILE",
        "Write the newest changes into this file as an Atom feed instead of showing them.",
    ),
]
Save = Annotated[
    str | None,
    option("--save", "NAME", "Keep the query under this name in the archive.", callback=text),
]
Saved = Annotated[
    bool,
    typer.Option(
        "--saved",
        help="List the saved searches with their hits and those that are new; with a name in place of the query, "
        "run that one.",
    ),
]
Forget = Annotated[
    str | None, option("--forget", "NAME", "Take out the saved search of this name.", callback=text)
]
Build = Annotated[bool, typer.Option("--build", help="Make the search index, or bring it up to date.")]
Status = Annotated[bool, typer.Option("--status", help="Say how far the search index is.")]
