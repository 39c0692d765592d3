"""Looking into an archive or a Tianwang file: `ls`, `versions`, `cat`, `stats`."""

from __future__ import annotations

import base64
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli import bare
from app.cli.arguments import (
    ArchivePath,
    Json,
    Kinds,
    Since,
    Source,
    Types,
    Until,
    checked_kinds,
    checked_types,
    find_capture,
    fits,
    is_file,
    moment_span,
    newest_version,
    prefixes,
    reading,
    refuse,
    write_bytes,
)
from app.cli.console import LOST, Refused, emit, moment, say, say_text, size
from app.errors import shell_word
from extractors.base.charset import chosen, codec, decode

if TYPE_CHECKING:
    from app.archive.model import Capture, Statistics
    from app.archive.reader import ArchiveReader

_LS = ("id", "url", "date", "status", "type", "length", "title", "title_source", "digest")
_DUPLICATE = ("id", "url", "date", "status", "type", "title")
_SHOWN = 20  # lines of a group for people
_VERSIONS = (*_LS, "kind", "base", "ip", "origin")


class Aspect(StrEnum):
    """What `cat` shows of a capture."""

    body = "body"
    text = "text"
    headers = "headers"
    record = "record"


def ls(
    archive: Source,
    prefix: Annotated[
        str,
        typer.Argument(metavar="URL-PREFIX", help="Only addresses that begin so.", show_default=False),
    ] = "",
    kind: Kinds = None,
    type: Types = None,
    since: Since = None,
    until: Until = None,
    batch: Annotated[
        str | None,
        typer.Option("--batch", metavar="YYYYMM", help="Only this batch of an archive.", show_default=False),
    ] = None,
    visits: Annotated[bool, typer.Option("--visits", help="Also the visits that found nothing new.")] = False,
    repeated: Annotated[
        bool,
        typer.Option(
            "--duplicates", help="Only what stands at several addresses with the same content, in groups."
        ),
    ] = False,
    as_json: Json = False,
) -> None:
    """List every address with its newest version: documents, and also images, redirects and errors. With --since,
    --until, --batch or --visits all versions that fit, not only the newest.

    The columns are id, date (UTC), status, type, size, title, address. The JSON fields are
    id, url, date, status, type, length, title, title_source, digest; where all versions are listed also
    kind, base, ip, origin.

    With --duplicates each group is a line with the number of addresses, the size of the content, the bytes beyond the
    first, and the digest of the body; below it the newest version with this content at each address. Groups that repeat
    most bytes come first. The JSON fields of a group are digest, length, pages, repeated and captures: id, url, date,
    status, type, title of each.

    Of a Tianwang file every record is listed as it stands there: offset, date, status, type, size, address. The JSON
    fields are offset, end, url, date, status, type, length (of DATA as stored), unzip_length, dialect, version, id,
    base, ip, origin.
    """
    kinds, types = checked_kinds(kind), checked_types(type)
    start, end = moment_span(since, "--since"), moment_span(until, "--until")
    begin, until_then = start[0] if start else None, end[1] if end else None
    if batch and not (len(batch) == 6 and batch.isdecimal()):
        raise typer.BadParameter(f"“{batch}” is no batch. A batch looks like 202611.", param_hint="--batch")
    if is_file(archive):
        bare.no_archive_option(archive, batch=batch, visits=visits, duplicates=repeated)
        bare.list_records(archive, bare.Wanted(prefix, kinds, types, begin, until_then), as_json)
        return
    if repeated:
        versions = {"--since": begin, "--until": until_then, "--batch": batch, "--visits": visits}
        refuse(versions, "It does not go with --duplicates, which looks at all versions.")
        _list_duplicates(archive, prefix, kinds, types, as_json)
        return
    with reading(archive) as reader:
        if begin or until_then or batch or visits:
            for beginning in prefixes(prefix):
                found = reader.captures(
                    prefix=beginning,
                    batch=batch,
                    since=begin,
                    until=until_then,
                    types=types,
                    kind=None if visits else "version",
                )
                for capture in found if kinds is None else _of_kinds(reader, found, kinds):
                    _show(capture, _VERSIONS, as_json)
            return
        for beginning in prefixes(prefix):
            for page in reader.all_pages(beginning, kinds):
                newest = reader.latest_version(page.url)
                if newest is not None and fits(newest.type, types):
                    _show(newest, _LS, as_json)


def _list_duplicates(
    archive: Path, prefix: str, kinds: tuple[str, ...] | None, types: tuple[str, ...] | None, as_json: bool
) -> None:
    groups = addresses = 0
    total = 0
    with reading(archive) as reader:
        for group in reader.duplicates(prefixes(prefix), kinds, types):
            if as_json:
                members = [{name: getattr(one, name) for name in _DUPLICATE} for one in group.captures]
                figures = {"length": group.length, "pages": len(members), "repeated": group.repeated}
                emit({"digest": group.digest, **figures, "captures": members})
                continue
            groups, addresses, total = groups + 1, addresses + len(group.captures), total + group.repeated
            say(
                f"{len(group.captures)} addresses, {size(group.length)} each, {size(group.repeated)} beyond the first"
                f"  {group.digest}"
            )
            for one in group.captures:
                say(f"  {one.id:<15} {moment(one.date)}  {one.type[:24]:<24}  {one.title or '—'}  {one.url}")
    if not as_json:
        say(
            f"{groups:,} groups, {addresses:,} addresses, {size(total)} beyond the first of each"
            if groups
            else "No content stands at more than one address."
        )


def _of_kinds(
    reader: ArchiveReader, captures: Iterable[Capture], kinds: tuple[str, ...]
) -> Iterator[Capture]:
    """The captures of pages of these kinds."""
    url, fits = None, False
    for capture in captures:
        if capture.url != url:
            url, page = capture.url, reader.page(capture.url)
            fits = page is not None and page.kind in kinds
        if fits:
            yield capture


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
    archive: Source,
    id: Annotated[
        str,
        typer.Argument(
            metavar="ID",
            help="The id of a capture, or an address for its newest version; in a file also an offset.",
        ),
    ],
    aspect: Annotated[
        Aspect,
        typer.Option(
            "--as",
            help="body: decoded, byte for byte. text: what can be read. headers: status line and HTTP headers. "
            "record: the Tianwang record as it stands in its file.",
        ),
    ] = Aspect.body,
    encoding: Annotated[
        str,
        typer.Option(
            "--encoding",
            metavar="CHARSET",
            help="Read the text in this charset, whatever the page declares: gbk, big5, windows-1251 … "
            "A body is written in UTF-8 then.",
        ),
    ] = "",
    as_json: Json = False,
) -> None:
    """Write a capture, or a record of a Tianwang file, to standard output: in a pipe or file without adding or
    changing a byte.

    A terminal gets text only, and nothing in it that a terminal would obey.

    Of a damaged record comes what can be read, a warning, and the exit code 1.

    With --json one object: id, url, date, as, encoding (utf-8 or base64), content, damage (null, or what is wrong with
    the record); of a file also offset.
    """
    about: dict[str, object]
    damage = None
    if encoding and codec(encoding) is None:
        raise typer.BadParameter(
            f"“{encoding}” is no charset that can be read, such as gbk, big5 or windows-1251"
        )
    if encoding and aspect in (Aspect.headers, Aspect.record):
        raise typer.BadParameter("--encoding is for --as body and --as text")
    if is_file(archive):
        record = bare.find_record(archive, id)
        data = bare.aspect_of(archive, record, aspect.value, encoding)
        if aspect is not Aspect.record:
            damage = bare.damage_of(record)
        about = {"id": record.get("id"), "url": record.url, "date": record.date, "offset": record.offset}
        name = f"The record at byte {record.offset}"
    else:
        with reading(archive) as reader:
            capture = find_capture(reader, id)
            data = _aspect(reader, capture, aspect, encoding)
            if aspect is not Aspect.record:
                damage = reader.damage(capture)
        about = {"id": capture.id, "url": capture.url, "date": capture.date}
        name = f"{capture.id} ({capture.type})"
    if as_json:
        try:
            form, content = "utf-8", data.decode()
        except UnicodeDecodeError:
            form, content = "base64", base64.b64encode(data).decode("ascii")
        emit({**about, "as": aspect.value, "encoding": form, "content": content, "damage": damage})
    elif sys.stdout.isatty():
        _show_on_terminal(name, f"tianwang cat {shell_word(archive)} {shell_word(id)}", data)
    else:
        write_bytes(data)
    if damage:
        raise Refused(detail=f"{name} is damaged: {damage}.")


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


def _show_on_terminal(name: str, command: str, data: bytes) -> None:
    if b"\0" in data:
        raise Refused(detail=f"{name}, {size(len(data))}, is no text. Write it to a file: {command} > FILE")
    say_text(data.decode("utf-8", "replace"))


def _aspect(reader: ArchiveReader, capture: Capture, aspect: Aspect, encoding: str) -> bytes:
    if aspect is Aspect.record:
        from app.tianwang.writer import copy

        return copy(reader.record(capture))
    if aspect is Aspect.text:
        return (reader.document(capture, charset=encoding).text.rstrip() + "\n").encode("utf-8", "replace")
    message = reader.http(capture)
    if encoding:
        return decode(message.body, chosen(encoding))[0].encode("utf-8", "replace")
    return message.raw_headers if aspect is Aspect.headers else message.body


def _show_figures(figures: Statistics) -> None:
    say(f"Pages      {figures.pages:>12,}   of them documents: {figures.documents:,}")
    say(f"Versions   {figures.versions:>12,}")
    say(f"Visits     {figures.visits:>12,}   (nothing new)")
    say(f"Hosts      {figures.hosts:>12,}")
    say(f"On disk    {size(figures.stored_bytes):>12}   content: {size(figures.body_bytes)}")
    for lost in figures.lost:
        say(
            f"Missing    {lost.versions:>12,}   versions, since {lost.path} is {'gone' if lost.gone else 'cut'}"
        )
    if figures.lost:
        say(f"           {LOST}")
    say(f"First      {moment(figures.first)}")
    say(f"Last       {moment(figures.last)}")
    if figures.url_index:
        known = figures.url_index
        share, error = f"{known.fill:.3%}", f"{known.expected_error:.2g}"
        say(f"URL index  {known.added:>12,}   {known.kind}, {share} full, expected error {error}")
    groups: tuple[tuple[str, dict[Any, int]], ...] = (
        ("Types", figures.by_type),
        ("Status", figures.by_status),
        ("Languages of versions", figures.by_language),
        ("Hosts", figures.by_host),
    )
    for label, counts in groups:
        say("")
        say(label)
        for name, count in islice(counts.items(), _SHOWN):
            say(f"  {count:>10,}  {name or '(none)'}")
        if len(counts) > _SHOWN:
            rest = sum(islice(counts.values(), _SHOWN, None))
            say(f"  {rest:>10,}  in {len(counts) - _SHOWN:,} more; --json lists all")
    say("")
    say("Months       versions      visits     on disk   grown to")
    total = 0
    for month, versions, visits, stored in figures.growth:
        total += stored
        say(f"  {month}  {versions:>11,} {visits:>11,} {size(stored):>11} {size(total):>10}")
