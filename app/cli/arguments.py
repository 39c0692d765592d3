"""Arguments of several commands, and the archive, capture, time or kinds that a person means by them."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.console import Meter, Refused
from app.errors import AddressInvalid, CaptureMissing

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.archive.index.facets import FacetChoice
    from app.archive.model import Capture
    from app.archive.reader import ArchiveReader


def option(name: str, metavar: str, help: str, *, show_default: bool | str = False, **more: Any) -> Any:
    """An option with a value; `more` is what typer.Option takes."""
    return typer.Option(name, metavar=metavar, help=help, show_default=show_default, **more)


def argument(metavar: str, help: str, **more: Any) -> Any:
    """An argument; `more` is what typer.Argument takes."""
    return typer.Argument(metavar=metavar, help=help, show_default=False, **more)


ArchivePath = Annotated[Path, argument("ARCHIVE", "The folder of the archive.")]
Source = Annotated[
    Path,
    argument("ARCHIVE|FILE", "The folder of an archive, or a Tianwang file."),
]
Json = Annotated[bool, typer.Option("--json", help="One JSON object a line instead of text for people.")]
NoOcr = Annotated[bool, typer.Option("--no-ocr", help="Recognise no letters on pages that are pictures.")]
Kinds = Annotated[
    list[str] | None,
    option(
        "--kind",
        "KIND",
        "Only document, resource, redirect, error, posted (answers to POST and the like) or attached (recorded "
        "beside pages); may be repeated.",
    ),
]
Facets = Annotated[
    list[str] | None,
    option(
        "--facet",
        "NAME=VALUE",
        "Only pages of a type, language, year, author, issuer or kind: type=pdf, language=zh, year=2019, "
        "page_type=article. May be repeated; nothing after “=” means: not stated.",
    ),
]
Types = Annotated[
    list[str] | None,
    option("--type", "TYPE", "Only this media type (text/html, image/); may be repeated."),
]
Since = Annotated[
    str | None,
    option("--since", "DATE", "From then on: 2026, 2026-11, 2026-11-21 …"),
]
Until = Annotated[
    str | None,
    option("--until", "DATE", "To the end of that year, month or day."),
]
KINDS = ("document", "resource", "redirect", "error", "posted", "attached")


def checked_kinds(kinds: list[str] | None) -> tuple[str, ...] | None:
    """The kinds asked for, or None for all."""
    for kind in kinds or ():
        if kind not in KINDS:
            raise typer.BadParameter(f"“{kind}” is not one of {', '.join(KINDS)}.", param_hint="--kind")
    return tuple(dict.fromkeys(kinds)) if kinds else None


def checked_facets(wanted: list[str] | None) -> FacetChoice:
    """The choice that a person means by “name=value”, several of one name meaning any of them."""
    from app.archive.index.facets import FACETS, TYPES, FacetChoice
    from extractors.html.types.kinds import GROUPS, KINDS, meant

    names = (*FACETS, "page_type")
    chosen: dict[str, list[str]] = {name: [] for name in names}
    for one in texts(wanted) or ():
        name, sign, value = one.partition("=")
        if not sign or name not in chosen:
            raise typer.BadParameter(
                f"“{one}” is not one of {', '.join(names)} with “=” and a value.", param_hint="--facet"
            )
        if name == "type" and value not in TYPES:
            raise typer.BadParameter(f"“{value}” is not one of {', '.join(TYPES)}.", param_hint="--facet")
        kinds: tuple[str, ...] = meant(value) if name == "page_type" and value else (value,)
        if not kinds:
            known = ", ".join((*KINDS, *GROUPS))
            raise typer.BadParameter(f"“{value}” is not one of {known}.", param_hint="--facet")
        chosen[name] += kinds
    return FacetChoice(**{name: tuple(values) for name, values in chosen.items()})  # type: ignore[arg-type]


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
        f"“{text}” is not a date. A date looks like 2026, 2026-11, 2026-11-21 or 2026-11-21T08:30 (UTC).",
        param_hint=option,
    )


def period(since: str | None, until: str | None) -> tuple[datetime | None, datetime | None]:
    """The first moment of --since, and the first moment behind --until."""
    start, end = moment_span(since, "--since"), moment_span(until, "--until")
    return start[0] if start else None, end[1] if end else None


def fits(media: str, types: tuple[str, ...] | None) -> bool:
    """Whether a media type is one of `types` as `checked_types` gives them."""
    return types is None or any(media.startswith(one) if one.endswith("/") else media == one for one in types)


def is_file(path: Path) -> bool:
    """Whether a path is a single file, and not the folder of an archive or its archive.json. Refused for a file of
    another kind of archive, and for what is neither."""
    if not path.exists():
        raise Refused(detail=f"There is no archive at {path}, and no file.")
    if path.is_dir() or path.name == "archive.json":
        return False
    if not path.is_file():
        raise Refused(
            detail=f"{path} is no file that can be read at any place. Save what comes out of it first."
        )
    from app.interchange.sniffing import recognise

    kind = {"warc": "a WARC file", "arc": "an ARC file", "wacz": "a WACZ file"}.get(recognise(path))
    if kind:
        raise Refused(
            detail=f"{path} is {kind}. Take it into an archive first: tianwang import ARCHIVE {path}"
        )
    return True


def open_archive(path: Path) -> Archive:
    """The archive at `path`; shows how far a rebuild of its index is, should it need one."""
    from app.archive.archive import Archive

    with Meter("Rebuilding the index") as meter:
        return Archive.open(
            path, progress=lambda done: meter.show(done, f"Rebuilding the index, record {done}")
        )


@contextmanager
def reading(path: Path) -> Iterator[ArchiveReader]:
    """A reader of the archive at `path`. IndexDamaged also when the index turns out to be damaged on the way."""
    from app.archive.index.schema import reading_index

    with open_archive(path).reader() as reader, reading_index(path):
        yield reader


@contextmanager
def reading_past(path: Path, moment: datetime) -> Iterator[ArchiveReader]:
    """A reader of the archive at `path` as it was before a moment."""
    from app.archive.index.schema import reading_index
    from app.archive.past import Past

    archive = open_archive(path)
    with Meter("Going back in time", total=1) as meter, reading_index(path):
        past = Past(archive, moment, meter.show)
    try:
        with past.reader() as reader, reading_index(path):
            yield reader
    finally:
        past.close()


def find_capture(reader: ArchiveReader, wanted: str) -> Capture:
    """The capture with this id, or the newest version of this address."""
    from app.archive.batches import parse_id

    return reader.capture(wanted) if parse_id(wanted) else newest_version(reader, wanted)


def newest_version(reader: ArchiveReader, address: str) -> Capture:
    """The newest version of an address as a person types it: with or without scheme, in any spelling."""
    from app.crawl.rules.url import from_input

    page = reader.page_meant(typed(address))
    if page is None:
        with suppress(AddressInvalid):
            page = reader.page_meant(from_input(address))
    found = reader.nearest(page.url, None) if page else None
    if found is None:
        raise CaptureMissing(wanted=address)
    return found


def typed(address: str) -> str:
    """An address as it was typed; wrong usage when its bytes are no text, which no address of an index is."""
    if not is_text(address):
        raise typer.BadParameter("The address is not valid UTF-8.")
    return address


def is_text(typed: str) -> bool:
    """Whether the bytes that a person typed were UTF-8: no database takes others."""
    try:
        typed.encode()
    except UnicodeEncodeError:
        return False
    return True


def text(value: str | None) -> str | None:
    """A callback of arguments and options that end in a database: wrong usage when their bytes are no text."""
    if value is not None and not is_text(value):
        raise typer.BadParameter("That is not valid UTF-8.")
    return value


def texts(values: list[str] | None) -> list[str] | None:
    """`text` for an option that may be repeated."""
    for value in values or ():
        text(value)
    return values


def refuse(options: Mapping[str, object], why: str) -> None:
    """Wrong usage where one of the options is given: it would do nothing with what else is asked for."""
    for option, given in options.items():
        if given:
            raise typer.BadParameter(why, param_hint=option)


def prefixes(text: str) -> tuple[str, ...]:
    """Beginnings of addresses a person means by `text`, in any spelling; without a scheme both of them."""
    from app.archive.spellings import beginnings

    text = typed(text)
    meant = (text,) if not text or "://" in text else (f"http://{text}", f"https://{text}")
    return tuple(spelled for one in meant for spelled in beginnings(one))


def write_bytes(data: bytes) -> None:
    """Bytes as they are on standard output."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()
