"""Arguments that several commands take, and how what a person typed finds its archive or capture."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.console import Meter
from app.errors import AddressInvalid, CaptureMissing

if TYPE_CHECKING:
    from app.archive import Archive, ArchiveReader, Capture

ArchivePath = Annotated[Path, typer.Argument(metavar="ARCHIVE", help="The folder of the archive.", show_default=False)]
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
KINDS = ("document", "resource", "redirect", "error")


def checked_kinds(kinds: list[str] | None) -> tuple[str, ...] | None:
    """The kinds asked for, or None for all."""
    for kind in kinds or ():
        if kind not in KINDS:
            raise typer.BadParameter(f"“{kind}” is not one of {', '.join(KINDS)}.", param_hint="--kind")
    return tuple(dict.fromkeys(kinds)) if kinds else None


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
