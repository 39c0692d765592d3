"""Archives as a web table: `table`."""

from __future__ import annotations

from dataclasses import asdict, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.arguments import Json, Since, Until, argument, option, period, text, typed, write_bytes
from app.cli.console import Meter, Refused, counted, emit, moment, say

if TYPE_CHECKING:
    from app.graph.web_table import Row

Archives = Annotated[list[Path], argument("ARCHIVE...", "The folders of the archives, taken as one table.")]
First = Annotated[str, option("--from", "KEY", "The first key.", callback=text)]
Last = Annotated[str, option("--to", "KEY", "The first key that is left out.", callback=text)]

table = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    help="Archives as a web table: a row an address, by reversed host and path, with what it held by time and the words "
    "of links to it.",
    epilog="Example: [bold]tianwang table scan my.archive --from org.example --to org.f[/bold]",
)


@table.command(no_args_is_help=True)
def get(
    row: Annotated[str, argument("ROW", "A key (org.example.www/index.html) or an address.", callback=text)],
    archives: Archives,
    since: Since = None,
    until: Until = None,
    column: Annotated[
        str | None,
        option(
            "--column",
            "NAME",
            "Only that cell, the newest of the time asked for: contents (the bytes that were received), mime or language.",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Show a row: its versions, newest first, and the words of the links to it.

    The JSON fields are key, mime, language, contents (date, archive, id, url, status, type, length, digest, title,
    language; newest first) and anchors (url, text).
    """
    from app.graph.web_table import WebTable, row_key

    if column not in (None, "contents", "mime", "language"):
        raise typer.BadParameter(f"“{column}” is not contents, mime or language.", param_hint="--column")
    wanted = row_key(typed(row)) if "://" in row else row
    with WebTable(archives) as opened:
        found = opened.get(wanted, *period(since, until)) if wanted else None
        if found is not None and column == "contents":
            newest = found.contents[0]
            write_bytes(opened.reader(newest).body(newest.id))
            return
    if found is None:
        raise Refused(detail=f"There is no row {row}.")
    if column is not None:
        say(found.mime if column == "mime" else found.language)
        return
    if as_json:
        emit(_data(found))
        return
    say(found.key)
    say(f"  mime:  {found.mime}")
    say(f"  language:  {found.language or 'unknown'}")
    for cell in found.contents:
        say(f"  contents:  {moment(cell.date)}  {cell.status}  {cell.type}  {cell.id}  {cell.title}")
    for url, words in found.anchors:
        say(f"  anchor:{url}  {words}")


@table.command(no_args_is_help=True)
def scan(
    archives: Archives,
    first: First = "",
    last: Last = "",
    since: Since = None,
    until: Until = None,
    limit: Annotated[int, option("--limit", "N", "At most so many rows; 0: all.", min=0)] = 0,
    as_json: Json = False,
) -> None:
    """List rows in the order of their keys, with the newest version of each.

    With --json an object for each row as of “table get”.
    """
    from app.graph.web_table import WebTable

    count = 0
    with WebTable(archives) as opened:
        for row in islice(opened.scan(first, last, *period(since, until)), limit or None):
            count += 1
            if as_json:
                emit(_data(row))
            else:
                newest = row.contents[0]
                say(f"{row.key}  {len(row.contents)}  {moment(newest.date)}  {newest.type}  {newest.title}")
    if not as_json:
        say(f"{counted(count, 'row')}.")


@table.command(no_args_is_help=True)
def export(
    file: Annotated[Path, argument("FILE", "The Parquet file to write.")],
    archives: Archives,
    first: First = "",
    last: Last = "",
    since: Since = None,
    until: Until = None,
    newest: Annotated[bool, typer.Option("--newest", help="Only the newest version of each row.")] = False,
    bodies: Annotated[bool, typer.Option("--bodies", help="With what was received of each version.")] = False,
    texts: Annotated[bool, typer.Option("--texts", help="With the text of each version.")] = False,
    as_json: Json = False,
) -> None:
    """Write rows as a Parquet file, which DuckDB, Spark and pandas read, in the order of their keys.

    Columns: key, mime, language, contents (a list of date, archive, id, url, status, mime, length, digest, title,
    language, and body, text where asked for; newest first) and anchors (a list of url, text). Needs pyarrow: the group
    “cluster” of this program.

    The JSON object has file, rows, versions and unreadable: versions whose record could not be read, which have no body
    or text.
    """
    from app.graph.table_file import write_table
    from app.graph.web_table import WebTable

    with WebTable(archives) as opened, Meter("Writing rows") as meter:
        rows = opened.scan(first, last, *period(since, until))
        if newest:
            rows = (replace(row, contents=row.contents[:1]) for row in rows)
        done = write_table(
            opened,
            rows,
            file,
            bodies=bodies,
            texts=texts,
            progress=lambda count: meter.show(count, counted(count, "row")),
        )
    if as_json:
        emit({"file": file, **asdict(done)})
        return
    say(f"{file}: {counted(done.rows, 'row')}, {counted(done.versions, 'version')}.")
    if done.unreadable:
        say(f"Of {counted(done.unreadable, 'version')} the record could not be read.")


def _data(row: Row) -> dict[str, Any]:
    return {
        "key": row.key,
        "mime": row.mime,
        "language": row.language,
        "contents": [asdict(cell) for cell in row.contents],
        "anchors": [{"url": url, "text": words} for url, words in row.anchors],
    }
