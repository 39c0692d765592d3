"""Looking into a Tianwang file that stands by itself, compressed or not: what `ls` and `cat` do with one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from app.cli.arguments import fits, prefixes, typed
from app.cli.console import Refused, emit, moment, say, size, warn
from app.errors import AddressInvalid, FormatError, shell_word

if TYPE_CHECKING:
    from app.tianwang.http import HttpMessage
    from app.tianwang.reader import RecordReader
    from app.tianwang.record import Record


_DIGITS = 18
"""No file has an offset of more; Python refuses to read numbers of thousands of digits."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which records `ls` shows; the fields are those of its options."""

    prefix: str = ""
    kinds: tuple[str, ...] | None = None
    types: tuple[str, ...] | None = None
    since: datetime | None = None
    until: datetime | None = None

    def address(self, url: str) -> bool:
        return url.startswith(prefixes(self.prefix))

    def date(self, when: datetime | None) -> bool:
        if self.since is None and self.until is None:
            return True
        return when is not None and (self.since or when) <= when and (self.until is None or when < self.until)

    def kind(self, record: Record, head: HttpMessage) -> bool:
        from app.archive.preparing import page_kind

        return self.kinds is None or page_kind(head.status, head.media_type, "", record.url) in self.kinds


def list_records(path: Path, wanted: Wanted, as_json: bool) -> None:
    """A line or an object for each record, in the order of the file; what is no record is told on standard error."""
    from app.archive.upkeep.checking import Gap, walk
    from app.tianwang.reader import RecordReader

    broken = records = 0
    with RecordReader(path) as reader:
        for found in walk(reader):
            if isinstance(found, Gap):
                broken += 1
                warn(
                    f"{found.end - found.offset} bytes from byte {found.offset} on are no record: {found.reason}."
                )
                continue
            records += 1
            if wanted.address(found.url) and wanted.date(found.date):
                head = _head(path, found, compressed=bool(reader.compression))
                if (head is None and not (wanted.kinds or wanted.types)) or (
                    head and fits(head.media_type, wanted.types) and wanted.kind(found, head)
                ):
                    _show(found, head, as_json)
    if broken and not records:
        raise Refused(detail=f"{path} is no Tianwang file.")
    if broken:
        raise Refused(
            detail=f"{path} is damaged. What is left of it: tianwang recover {shell_word(path)} --out FILE"
        )


def _head(path: Path, record: Record, *, compressed: bool) -> HttpMessage | None:
    """What stands at the beginning of DATA; None where there is nothing, or nothing that can be read."""
    from app.tianwang.rebuilding import is_incremental

    if not record.length:
        return None
    if is_incremental(record):
        try:
            return None if compressed else _rebuilt(path, record)
        except FormatError as error:
            warn(f"The record at byte {record.offset} cannot be rebuilt: {error.rule}.")
            return None
    head = record.head()
    if (
        not head.raw_headers and record.raw("unzip-length") is not None
    ):  # a bare page, or damaged from its start on
        try:
            record.data()
        except FormatError as error:
            warn(f"The record at byte {record.offset} is damaged: {error.rule}.")
            return None
    return head


def _show(record: Record, head: HttpMessage | None, as_json: bool) -> None:
    about = describe(record, head)
    if as_json:
        emit(about)
        return
    status = about["status"] or "—"
    say(
        f"{record.offset:>12} {moment(record.date) if record.date else '—':<19}  {status:>3} {about['type'][:24]:<24} "
        f"{size(about['unzip_length'] or record.length):>9}  {record.url}"
    )


def describe(record: Record, head: HttpMessage | None) -> dict[str, Any]:
    """A record as JSON has it: `length` counts DATA as stored, `unzip_length` inflated (None: it is not compressed)."""
    unzip = record.get("unzip-length") or ""
    stated = record.get("status") or ""  # of a visit
    return {
        "offset": record.offset,
        "end": record.end,
        "url": record.url,
        "date": record.date,
        "status": head.status if head else int(stated) if stated.isdecimal() and len(stated) < 4 else None,
        "type": head.media_type if head else "",
        "length": record.length,
        "unzip_length": int(unzip) if unzip.isdecimal() and len(unzip) < 16 else None,
        "dialect": record.dialect,
        "version": record.version,
        "id": record.get("id"),
        "base": record.get("base"),
        "ip": record.ip,
        "origin": record.origin,
    }


def find_record(path: Path, wanted: str) -> Record:
    """The record at an offset, with an id, or the last one with an address (which may lack its scheme), in memory."""
    from app.tianwang.reader import RecordReader

    with RecordReader(path) as reader:
        if wanted.isdecimal() and wanted.isascii():
            try:
                return reader.at(int(wanted[:_DIGITS])).detached()
            except FormatError as error:
                listing = f"“tianwang ls {shell_word(path)}” lists where they begin."
                raise Refused(
                    detail=f"No record begins at byte {wanted} of {path}: {error.rule}. {listing}"
                ) from error
        last = None
        for record in _named(reader, wanted):
            last = record.detached()
    if last is None:
        raise Refused(detail=f"{path} holds no record of {wanted}.")
    return last


def _named(reader: RecordReader, wanted: str) -> Iterator[Record]:
    from app.archive.batches import parse_id
    from app.archive.spellings import spellings
    from app.archive.upkeep.checking import Gap, walk
    from app.crawl.rules.url import from_input

    id = parse_id(typed(wanted))
    addresses = {wanted, f"http://{wanted}", f"https://{wanted}"}
    with suppress(AddressInvalid):  # the file may have it all the same
        addresses.update(spellings(from_input(wanted)))
    for found in walk(reader):
        if not isinstance(found, Gap) and (
            parse_id(found.get("id") or "") == id if id else found.url in addresses
        ):
            yield found


def _rebuilt(path: Path, record: Record) -> HttpMessage:
    """The response of an incremental record. FormatError."""
    from app.tianwang.http import split_http
    from app.tianwang.neighbours import rebuilt_data

    return split_http(rebuilt_data(path, record.detached()))


def aspect_of(path: Path, record: Record, aspect: str, encoding: str = "") -> bytes:
    """The bytes that `cat` shows of a record: its "record", "headers", "body" or "text", the last two also in a certain
    charset."""
    from app.archive.charsets import usual_of
    from app.tianwang.rebuilding import is_incremental
    from app.tianwang.writer import copy
    from extractors.base.charset import chosen, decode

    if aspect == "record":
        return copy(record)
    incremental = is_incremental(record)
    try:
        message = _rebuilt(path, record) if incremental else record.http()
    except FormatError as error:
        what = "The version cannot be rebuilt" if incremental else "The record is damaged"
        raise Refused(
            detail=f"{what}: {error.rule}. Its bytes as they stand: tianwang cat FILE {record.offset} --as record"
        ) from error
    message.in_charset = chosen(encoding) if encoding else usual_of(record)
    if aspect == "text":
        from extractors.door import guarded

        document = guarded.extract(
            message.body,
            declared_type=message.media_type or None,
            charset=message.charset,
            base_url=record.url,
            name=record.url.partition("?")[0].rpartition("/")[2],
        )
        return (document.text.rstrip() + "\n").encode("utf-8", "replace")
    if encoding:
        return decode(message.body, message.charset)[0].encode("utf-8", "replace")
    return message.raw_headers if aspect == "headers" else message.body


def damage_of(record: Record) -> str | None:
    """What shows that a record is not as it was written, or None."""
    from app.tianwang.sealing import verify_data, verify_header

    return verify_header(record) or verify_data(record)


def no_archive_option(path: Path, **options: object) -> None:
    """Wrong usage for options that only an archive can answer."""
    for name, value in options.items():
        if value:
            raise typer.BadParameter(f"{path} is a file; only an archive has that.", param_hint=f"--{name}")
