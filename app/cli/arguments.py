"""Arguments that several commands take, and how what a person typed finds its archive or capture."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.console import Meter, Refused
from app.errors import AddressInvalid, CaptureMissing

if TYPE_CHECKING:
    from app.archive import Archive, ArchiveReader, Capture

ArchivePath = Annotated[Path, typer.Argument(metavar="ARCHIVE", help="The folder of the archive.", show_default=False)]
Source = Annotated[
    Path,
    typer.Argument(metavar="ARCHIVE|FILE", help="The folder of an archive, or a Tianwang file.", show_default=False),
]
Json = Annotated[bool, typer.Option("--json", help="One JSON object a line instead of text for people.")]
Kinds = Annotated[
    list[str] | None,
    typer.Option(
        "--kind",
        metavar="KIND",
        help="Only document, resource, redirect or error; may be repeated.",
        show_default=False,
    ),
]
Types = Annotated[
    list[str] | None,
    typer.Option(
        "--type", metavar="TYPE", help="Only this media type (text/html, image/); may be repeated.", show_default=False
    ),
]
Since = Annotated[
    str | None,
    typer.Option("--since", metavar="DATE", help="From then on: 2026, 2026-11, 2026-11-21 …", show_default=False),
]
Until = Annotated[
    str | None,
    typer.Option("--until", metavar="DATE", help="To the end of that year, month or day.", show_default=False),
]
KINDS = ("document", "resource", "redirect", "error")


def checked_kinds(kinds: list[str] | None) -> tuple[str, ...] | None:
    """The kinds asked for, or None for all."""
    for kind in kinds or ():
        if kind not in KINDS:
            raise typer.BadParameter(f"“{kind}” is not one of {', '.join(KINDS)}.", param_hint="--kind")
    return tuple(dict.fromkeys(kinds)) if kinds else None


def checked_types(types: list[str] | None) -> tuple[str, ...] | None:
    """The media types asked for, “image” as “image/”; None for all."""
    return tuple(one.lower() if "/" in one else f"{one.lower()}/" for one in types) if types else None


_MOMENT = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?Z?)?)?)?")


def moment_span(text: str | None, option: str) -> tuple[datetime, datetime] | None:
    """The (first moment, first moment after) that a person means by 2026, 2026-11, 2026-11-21, 2026-11-21T08:30 (UTC);
    None for None."""
    if text is None:
        return None
    found = _MOMENT.fullmatch(text.strip())
    try:
        parts = [int(part) for part in found.groups() if part] if found else []
        if parts:
            year, month, day, *time = [*parts, 1, 1][: max(3, len(parts))]
            hour, minute, second = (*time, 0, 0, 0)[:3]
            start = datetime(year, month, day, hour, minute, second, tzinfo=UTC)
            if len(parts) <= 2:
                months = start.year * 12 + start.month - 1 + (12 if len(parts) == 1 else 1)
                return start, start.replace(year=months // 12, month=months % 12 + 1)
            step = {3: timedelta(days=1), 5: timedelta(minutes=1), 6: timedelta(seconds=1)}[len(parts)]
            return start, start + step
    except (ValueError, OverflowError):
        pass
    raise typer.BadParameter(
        f"“{text}” is no date. A date looks like 2026, 2026-11, 2026-11-21 or 2026-11-21T08:30 (UTC).",
        param_hint=option,
    )


def is_file(path: Path) -> bool:
    """Whether a path is a single file, and not the folder of an archive or its archive.json. Refused for a file of
    another kind of archive."""
    if not path.is_file() or path.name == "archive.json":
        return False
    from app.interchange import recognise

    kind = {"warc": "a WARC file", "arc": "an ARC file", "wacz": "a WACZ file"}.get(recognise(path))
    if kind:
        raise Refused(detail=f"{path} is {kind}. Take it into an archive first: tianwang import ARCHIVE {path}")
    return True


def open_archive(path: Path) -> Archive:
    """The archive at `path`; shows how far a rebuild of its index is, should it need one."""
    from app.archive import Archive

    with Meter("Rebuilding the index") as meter:
        return Archive.open(path, progress=lambda done: meter.show(done, f"Rebuilding the index, record {done}"))


@contextmanager
def reading(path: Path) -> Iterator[ArchiveReader]:
    """A reader of the archive at `path`."""
    with open_archive(path).reader() as reader:
        yield reader


def find_capture(reader: ArchiveReader, wanted: str) -> Capture:
    """The capture with this id, or the newest version of this address."""
    from app.archive.batches import parse_id

    return reader.capture(wanted) if parse_id(wanted) else newest_version(reader, wanted)


def newest_version(reader: ArchiveReader, address: str) -> Capture:
    """The newest version of an address as a person types it: with or without scheme, in any spelling."""
    from app.crawl.url import from_input

    found = reader.latest_version(address)
    if found is None:
        try:
            found = reader.nearest(from_input(address), None)
        except AddressInvalid:
            found = None
    if found is None:
        raise CaptureMissing(wanted=address)
    return found


def prefixes(text: str) -> tuple[str, ...]:
    """Beginnings of addresses a person means by `text`; without a scheme both of them."""
    return (text,) if not text or "://" in text else (f"http://{text}", f"https://{text}")


def write_bytes(data: bytes) -> None:
    """Bytes as they are on standard output."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
