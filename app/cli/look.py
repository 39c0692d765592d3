"""Looking into an archive: `ls`, `versions`, `cat`, `stats`."""

from __future__ import annotations

import base64
import sys
from dataclasses import asdict
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.arguments import (
    ArchivePath,
    Json,
    Kinds,
    checked_kinds,
    find_capture,
    newest_version,
    prefixes,
    reading,
    write_bytes,
)
from app.cli.console import Refused, emit, moment, say, say_text, size

if TYPE_CHECKING:
    from app.archive import ArchiveReader, Capture, Statistics

_LS = ("id", "url", "date", "status", "type", "length", "title", "title_source", "digest")
_VERSIONS = (*_LS, "kind", "base", "ip", "origin")


class Aspect(StrEnum):
    """What `cat` shows of a capture."""

    body = "body"
    text = "text"
    headers = "headers"
    record = "record"


def ls(
    archive: ArchivePath,
    prefix: Annotated[
        str,
        typer.Argument(metavar="URL-PREFIX", help="Only addresses that begin so.", show_default=False),
    ] = "",
    kind: Kinds = None,
    as_json: Json = False,
) -> None:
    """List every address with its newest version: documents, and also images, redirects and errors.

    The columns are id, date (UTC), status, type, size, title, address. The JSON fields are
    id, url, date, status, type, length, title, title_source, digest.
    """
    kinds = checked_kinds(kind)
    with reading(archive) as reader:
        for beginning in prefixes(prefix):
            for page in reader.all_pages(beginning, kinds):
                capture = reader.latest_version(page.url)
                if capture is not None:
                    _show(capture, _LS, as_json)


def versions(
    archive: ArchivePath,
    url: Annotated[str, typer.Argument(metavar="URL", help="The address; https:// may be left out.")],
    visits: Annotated[bool, typer.Option("--visits", help="Also the visits that found nothing new.")] = False,
    as_json: Json = False,
) -> None:
    """List all versions of one address, oldest first."""
    with reading(archive) as reader:
        for capture in reader.versions(newest_version(reader, url).url, visits=visits):
            _show(capture, _VERSIONS, as_json)


def cat(
    archive: ArchivePath,
    id: Annotated[str, typer.Argument(metavar="ID", help="The id of a capture, or an address for its newest version.")],
    aspect: Annotated[
        Aspect,
        typer.Option(
            "--as",
            help="body: decoded, byte for byte. text: what can be read. headers: status line and HTTP headers. "
            "record: the Tianwang record as it stands in its file.",
        ),
    ] = Aspect.body,
    as_json: Json = False,
) -> None:
    """Write a capture to standard output: in a pipe or file without adding or changing a byte.

    A terminal gets text only, and nothing in it that a terminal would obey.

    With --json one object: id, url, date, as, encoding (utf-8 or base64), content.
    """
    with reading(archive) as reader:
        capture = find_capture(reader, id)
        data = _aspect(reader, capture, aspect)
    if not as_json:
        if sys.stdout.isatty():
            _show_on_terminal(capture, data)
        else:
            write_bytes(data)
        return
    try:
        encoding, content = "utf-8", data.decode()
    except UnicodeDecodeError:
        encoding, content = "base64", base64.b64encode(data).decode("ascii")
    about = {"id": capture.id, "url": capture.url, "date": capture.date, "as": aspect.value}
    emit({**about, "encoding": encoding, "content": content})


def stats(archive: ArchivePath, as_json: Json = False) -> None:
    """Show what an archive holds: pages, versions, sizes, types, hosts, months."""
    with reading(archive) as reader:
        figures = reader.statistics()
    if as_json:
        emit(asdict(figures))
    else:
        _show_figures(figures)


def _show(capture: Capture, fields: tuple[str, ...], as_json: bool) -> None:
    if as_json:
        emit({name: getattr(capture, name) for name in fields})
        return
    mark = "  (unchanged)" if capture.kind == "visit" else ""
    say(
        f"{capture.id:<15} {moment(capture.date)}  {capture.status:>3} {capture.type[:24]:<24} "
        f"{size(capture.length):>9}  {capture.title or '—'}  {capture.url}{mark}"
    )


def _show_on_terminal(capture: Capture, data: bytes) -> None:
    if b"\0" in data:
        raise Refused(
            detail=f"{capture.id} ({capture.type}, {size(len(data))}) is no text. Write it to a file: "
            f"tianwang cat ARCHIVE {capture.id} > FILE"
        )
    say_text(data.decode("utf-8", "replace"))


def _aspect(reader: ArchiveReader, capture: Capture, aspect: Aspect) -> bytes:
    if aspect is Aspect.record:
        record = reader.record(capture)
        return record.header + record.stored + b"\n"
    if aspect is Aspect.text:
        return (reader.document(capture).text.rstrip() + "\n").encode("utf-8", "replace")
    message = reader.http(capture)
    return message.raw_headers if aspect is Aspect.headers else message.body


def _show_figures(figures: Statistics) -> None:
    say(f"Pages      {figures.pages:>12,}   of them documents: {figures.documents:,}")
    say(f"Versions   {figures.versions:>12,}")
    say(f"Visits     {figures.visits:>12,}   (nothing new)")
    say(f"Hosts      {figures.hosts:>12,}")
    say(f"On disk    {size(figures.stored_bytes):>12}   content: {size(figures.body_bytes)}")
    say(f"First      {moment(figures.first)}")
    say(f"Last       {moment(figures.last)}")
    groups: tuple[tuple[str, dict[Any, int]], ...] = (
        ("Types", figures.by_type),
        ("Status", figures.by_status),
        ("Hosts", figures.by_host),
        ("Months", figures.by_batch),
    )
    for label, counts in groups:
        say("")
        say(label)
        for name, count in counts.items():
            say(f"  {count:>10,}  {name or '(none)'}")
