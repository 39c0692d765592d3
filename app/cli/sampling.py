"""`sample`: random test collections that can be drawn again."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.arguments import ArchivePath, Json, argument, open_archive, option, refuse, text
from app.cli.console import Meter, Refused, counted, emit, say, stoppable

if TYPE_CHECKING:
    from app.interchange.job import InterchangeReport
    from app.statistics.sampling import Sample


class Of(StrEnum):
    """Of what as many pages are drawn."""

    site = "site"
    type = "type"
    language = "language"


class Which(StrEnum):
    """Which versions of a page are taken."""

    newest = "newest"
    first = "first"
    one = "one"
    every = "all"


class As(StrEnum):
    """What is written."""

    warc = "warc"
    wacz = "wacz"
    tianwang = "tianwang"


Number = Annotated[int | None, typer.Option("--size", min=1, help="So many pages.", show_default="100")]
Seed = Annotated[
    int | None, typer.Option("--seed", help="Another number gives another sample.", show_default="1")
]
Query = Annotated[
    str,
    option(
        "--query",
        "QUERY",
        "Only pages that a search finds: site:example.org type:pdf lang:zh …",
        callback=text,
    ),
]
Versions = Annotated[
    Which | None, typer.Option("--versions", help="Which versions of each page.", show_default="newest")
]
Manifest = Annotated[
    Path | None,
    option("--again", "MANIFEST", "Write the sample of this manifest again, and compare its files."),
]


def sample(
    archive: ArchivePath,
    dest: Annotated[Path, argument("DEST", "The file or folder to write.")],
    number: Number = None,
    seed: Seed = None,
    query: Query = "",
    per: Annotated[Of | None, typer.Option("--per", help="So many of each site, type or language.")] = None,
    which: Versions = None,
    form: Annotated[As | None, typer.Option("--format", help="What is written.", show_default="warc")] = None,
    manifest: Manifest = None,
    as_json: Json = False,
) -> None:
    """Draw a random sample of the pages of an archive as a test collection, with what they embed.

    Beside DEST stands a manifest (DEST.sample.json): how it was drawn, every capture with its digest, the digests of the
    files. --again writes the same files from it, to the byte, under the same name into another folder, as long as the
    archive has these captures, and fails where a file is another.

    With --json an object: pages, population, captures, files, bytes, manifest; with --again also same.
    """
    from app.statistics import sampling

    drawn = {
        "--size": number,
        "--seed": seed,
        "--query": query,
        "--per": per,
        "--versions": which,
        "--format": form,
    }
    if manifest is not None:
        refuse(drawn, "It does not go with --again.")
    drawing = sampling.Drawing(
        number or 100,
        1 if seed is None else seed,
        query,
        per.value if per else "",
        which.value if which else "newest",
    )
    with stoppable() as stop, Meter("Drawing") as meter:
        if query:
            from app.cli.up_to_date import ready
            from app.search.searching import Searcher

            with Searcher(ready(archive, query)) as searcher:
                chosen = sampling.draw(searcher.reader, drawing, searcher)
        with open_archive(archive).reader() as reader:
            before = sampling.again(reader, manifest) if manifest is not None else None
            if before is not None:
                if dest.name != before.name:
                    raise typer.BadParameter(
                        f"It has to be called {before.name}, as the files say so themselves; in another folder.",
                        param_hint="DEST",
                    )
                chosen = before.sample
            elif not query:
                chosen = sampling.draw(reader, drawing)
            report, beside = sampling.write(
                reader,
                chosen,
                dest,
                before.format if before else form.value if form else "warc",
                made=before.made if before else None,
                progress=lambda done, url: meter.show(done, f"{done} {url}"),
                cancelled=stop,
            )
    if report.cancelled or not report.files:
        raise Refused(
            detail="Stopped. Nothing was exported." if report.cancelled else "Nothing was exported."
        )
    other = sampling.differing(before, report.files) if before else None
    _show(chosen, report, beside, as_json, same=None if other is None else not other)
    if other:
        raise Refused(detail=f"Another content than in the manifest: {', '.join(other)}")


def _show(
    chosen: Sample, report: InterchangeReport, beside: Path, as_json: bool, *, same: bool | None
) -> None:
    """What was drawn and written; whether it is the same as before, where that was asked."""
    if as_json:
        about = {
            "pages": chosen.pages,
            "population": chosen.population,
            "captures": len(chosen.captures),
            "files": report.files,
            "bytes": report.bytes,
            "manifest": beside,
        }
        emit({**about, **({"same": same} if same is not None else {})})
    else:
        say(
            f"{counted(chosen.pages, 'page')} of {chosen.population:,}, {counted(len(chosen.captures), 'version')}: {beside}"
        )
