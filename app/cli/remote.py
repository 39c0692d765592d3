"""`remote`: archives elsewhere, their captures of an address, and taking these in."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.arguments import (
    ArchivePath,
    Json,
    Since,
    Until,
    argument,
    open_archive,
    option,
    period,
    reading,
    text,
)
from app.cli.console import Meter, Refused, counted, emit, moment, picked, say, stoppable, warn

if TYPE_CHECKING:
    from app.archive.model import Capture
    from app.archive.reader import ArchiveReader
    from app.remote.asking import RemoteCapture

_FIELDS = ("remote", "url", "date", "status", "type", "digest", "raw")
_OURS = ("id", "url", "date", "status", "type", "length", "title", "digest", "kind")

Name = Annotated[str, argument("NAME", "What you call it.", callback=text)]
Address = Annotated[str, argument("URL", "The address of the page.", callback=text)]

remote = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Archives elsewhere (the Wayback Machine, pywb, another Tianwang Explorer): add, list, remove, look, take. They "
    "are asked only when you say so.",
    epilog="Example: [bold]tianwang remote add ia wayback[/bold]",
)


@remote.command("add")
def add(
    name: Name,
    address: Annotated[
        str,
        argument(
            "ADDRESS",
            "What stands before the time in the addresses of its pages, such as http://localhost:8080/my/; or “wayback”.",
            callback=text,
        ),
    ],
    cdx: Annotated[
        str, option("--cdx", "ADDRESS", "Its CDX server, where that is not ADDRESS/cdx.", callback=text)
    ] = "",
) -> None:
    """Keep an archive elsewhere under a name, for this person on this machine. Nothing is asked yet."""
    from app.remote import archives

    archives.add(archives.checked(name, address, cdx))


@remote.command("list")
def list_(as_json: Json = False) -> None:
    """List the archives elsewhere. The JSON fields are name, address, cdx."""
    from app.remote import archives

    for one in archives.known():
        if as_json:
            emit({"name": one.name, "address": one.address, "cdx": one.index})
        else:
            say(f"{one.name}  {one.address}")


@remote.command("remove")
def remove(name: Name) -> None:
    """Forget an archive elsewhere. What was taken in from it stays."""
    from app.remote import archives

    archives.remove(name)


@remote.command("look")
def look(name: Name, url: Address, as_json: Json = False) -> None:
    """List the captures that an archive elsewhere has of an address, oldest first. Nothing is stored. The JSON fields are
    remote, url, date, status, type, digest, raw."""
    for one in _asked(name, url):
        if as_json:
            emit(picked(one, _FIELDS))
        else:
            say(_line(one))


@remote.command("take")
def take(
    archive: ArchivePath,
    name: Name,
    url: Address,
    since: Since = None,
    until: Until = None,
    limit: Annotated[
        int, typer.Option("--limit", min=1, help="At most so many, the newest.", show_default=True)
    ] = 1000,
    as_json: Json = False,
) -> None:
    """Take captures of an address into an archive, which is created if it does not exist: with their original time, status,
    headers and bytes, and with where they came from (“cat --as record”: memento-address, memento-archive).

    What the archive has of the same second is passed over, so this can be done again. A capture that is not what its index
    says (another time, status or digest) is named and not stored. At most one request a second is made, fewer where the
    archive asks for that.

    The exit code is 1 when nothing could be taken. With --json an object for each stored capture (kind "stored": id, url,
    date, status, type, length, title, digest, capture: version or visit), each that could not be taken (kind "failed":
    remote, url, date, status, type, digest, raw, reason), and a summary: stored, known, failed.
    """
    from app.archive.archive import Archive
    from app.remote import archives, taking
    from app.remote.asking import Client

    known = archives.named(name)
    begin, end = period(since, until)
    found = [one for one in _asked(name, url) if _fits(one.date, begin, end)][-limit:]
    if not found:
        raise Refused(detail=f"“{name}” has no capture of {url} there.")
    target = open_archive(archive) if (archive / "archive.json").exists() else Archive.create(archive)
    with (
        target.writer() as writer,
        Client(known) as client,
        stoppable() as stop,
        Meter("Taking in", total=1) as meter,
    ):
        report = taking.take(
            writer, client, found, lambda done: meter.show(done, f"{done} of {len(found)}", len(found)), stop
        )
    for stored in report.stored:
        if as_json:
            emit({**picked(stored, _OURS), "kind": "stored", "capture": stored.kind})
        else:
            same = "  (unchanged)" if stored.kind == "visit" else ""
            say(f"{stored.id:<15} {moment(stored.date)}  {stored.status:>3} {stored.title or '—'}{same}")
    for one, reason in report.failed:
        if as_json:
            emit({"kind": "failed", **picked(one, _FIELDS), "reason": reason})
        else:
            warn(f"{moment(one.date)}  {reason}")
    if as_json:
        emit(
            {
                "kind": "summary",
                "stored": len(report.stored),
                "known": report.known,
                "failed": len(report.failed),
            }
        )
    else:
        say(
            f"{counted(len(report.stored), 'capture')} taken in, {report.known:,} already there, {len(report.failed):,} not."
        )
    if report.cancelled:
        raise Refused(detail="Stopped. What was taken in stays.")
    if not report.stored and not report.known:
        raise typer.Exit(1)


def show_among(path: Path, url: str, names: list[str], visits: bool, as_json: bool) -> None:
    """The versions of an address here and elsewhere, by time."""
    from app.remote.taking import alike, moments

    elsewhere = [one for name in names for one in _asked(name, _typed(url))]
    with reading(path) as reader:
        page = _meant(reader, url)
        ours = reader.versions(page, visits=visits) if page else []
        if not ours and not elsewhere:
            raise Refused(detail=f"There is no capture of {url}, here or there.")
        by_second = moments(reader, page) if page else {}
        same = alike(reader, elsewhere)
    rows: list[tuple[datetime, Capture | RemoteCapture]] = [(one.date, one) for one in (*ours, *elsewhere)]
    for _, one in sorted(rows, key=lambda row: row[0]):
        _show(one, by_second, same, as_json)


def _show(
    one: Capture | RemoteCapture,
    by_second: dict[int, Capture],
    same: dict[RemoteCapture, Capture],
    as_json: bool,
) -> None:
    from app.archive.documents.preparing import to_timestamp
    from app.remote.asking import RemoteCapture

    if not isinstance(one, RemoteCapture):
        if as_json:
            emit({"remote": None, **picked(one, _OURS)})
        else:
            mark = "  (unchanged)" if one.kind == "visit" else ""
            say(
                f"{one.id:<15} {moment(one.date)}  {one.status:>3} {one.type[:24]:<24}  {one.title or '—'}{mark}"
            )
        return
    here, alike = by_second.get(to_timestamp(one.date)), same.get(one)
    if as_json:
        emit({**picked(one, _FIELDS), "id": here.id if here else None, "same": alike.id if alike else None})
        return
    have = f"  have {here.id}" if here else f"  same content as {alike.id}" if alike else ""
    say(_line(one) + have)


def _line(one: RemoteCapture) -> str:
    return f"{one.remote[:15]:<15} {moment(one.date)}  {one.status or '-':>3} {one.type[:24] or '-':<24}  {one.url}"


def _asked(name: str, url: str) -> list[Any]:
    from app.remote import archives
    from app.remote.asking import Client

    with Client(archives.named(name)) as client:
        return client.captures(url)


def _typed(url: str) -> str:
    from app.crawl.rules.url import from_input

    return from_input(url)


def _meant(reader: ArchiveReader, url: str) -> str:
    page = reader.page_meant(url) or reader.page_meant(_typed(url))
    return page.url if page else ""


def _fits(date: datetime, begin: datetime | None, end: datetime | None) -> bool:
    return (begin is None or date >= begin) and (end is None or date < end)
