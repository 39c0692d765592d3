"""A look into an archive or a Tianwang file: `ls`, `versions`, `cat`, and `open` for the window."""

from __future__ import annotations

import base64
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app import libraries
from app.cli import up_to_date
from app.cli.arguments import (
    ArchivePath,
    Json,
    Kinds,
    Since,
    Source,
    Types,
    Until,
    argument,
    checked_kinds,
    checked_types,
    find_capture,
    fits,
    is_file,
    moment_span,
    newest_version,
    open_archive,
    option,
    period,
    prefixes,
    reading,
    reading_past,
    refuse,
    text,
    typed,
    write_bytes,
)
from app.cli.console import Refused, emit, moment, picked, say, say_text, size, warn
from app.cli.pages.page_types import PageTypes, checked_page_types
from app.errors import AddressInvalid, FormatError, shell_word
from extractors.base.charset import chosen, codec, decode

if TYPE_CHECKING:
    from app.archive.model import Capture, Page
    from app.archive.reader import ArchiveReader
    from app.graph.standing import Rank, Ranks
    from app.page_types.known import PageTypes as Known
    from app.tianwang.http import HttpMessage
    from app.tianwang.reader import RecordReader
    from app.tianwang.record import Record

_LS = ("id", "url", "date", "status", "type", "length", "title", "title_source", "digest")
_RANKS = {"rank": 2, "rank_share": 9, "links_in": 6, "depth": 3, "broken_links": 4}  # characters for people
_DUPLICATE = ("id", "url", "date", "status", "type", "title")
_SHOWN = 20  # lines of a group for people
_VERSIONS = (*_LS, "kind", "base", "ip", "origin")


class Aspect(StrEnum):
    """What `cat` shows of a capture."""

    body = "body"
    text = "text"
    headers = "headers"
    record = "record"


Prefix = Annotated[
    str,
    argument("URL-PREFIX", "Only addresses that begin so."),
]
Batch = Annotated[
    str | None,
    option("--batch", "YYYYMM", "Only this batch of an archive."),
]
Repeated = Annotated[
    bool,
    typer.Option(
        "--duplicates", help="Only what stands at several addresses with the same content, in groups."
    ),
]
At = Annotated[
    str | None,
    option("--at", "DATE", "As it was then: 2026, 2026-11, 2026-11-21 … (at its end).", callback=text),
]
WithRanks = Annotated[
    bool, typer.Option("--ranks", help="Also what the links of the archive say of each address.")
]


def ls(
    archive: Source,
    prefix: Prefix = "",
    kind: Kinds = None,
    type: Types = None,
    page_type: PageTypes = None,
    since: Since = None,
    until: Until = None,
    batch: Batch = None,
    visits: Annotated[bool, typer.Option("--visits", help="Also the visits that found nothing new.")] = False,
    repeated: Repeated = False,
    at: At = None,
    ranks: WithRanks = False,
    as_json: Json = False,
) -> None:
    """List every address with its newest version: documents, and also images, redirects and errors. With --since,
    --until, --batch or --visits all versions that fit, not only the newest. With --at the addresses that had been
    captured by then, each with its newest version of then.

    The columns are id, date (UTC), status, type, size, title, address. The JSON fields are
    id, url, date, status, type, length, title, title_source, digest, page_type (name, confidence, reasons; null where that
    is not known: “tianwang page-type ARCHIVE” works out all); where all versions are listed also kind, base, ip, origin.

    With --ranks the links are gathered first where that is needed, and five columns stand before the id: rank (PageRank
    as a bar from 0 to 10, each step six times as much), how many times the average it has, how many pages link there,
    clicks from the home page of its host (- where no links lead), how many addresses it links to that answer with an
    error; dashes where nothing is known. The JSON fields are rank, rank_share, links_in, depth, broken_links, null
    where nothing is known.

    With --duplicates each group is a line with the number of addresses, the size of the content, the bytes beyond the
    first, and the digest of the body; below it the newest version with this content at each address. Groups that repeat
    most bytes come first. The JSON fields of a group are digest, length, pages, repeated and captures: id, url, date,
    status, type, title of each.

    Of a Tianwang file every record is listed as it stands there: offset, date, status, type, size, address. The JSON
    fields are offset, end, url, date, status, type, length (of DATA as stored), unzip_length, dialect, version, id,
    base, ip, origin.
    """
    kinds, types, page_types = checked_kinds(kind), checked_types(type), checked_page_types(page_type)
    begin, until_then = period(since, until)
    if batch and not (len(batch) == 6 and batch.isdecimal()):
        raise typer.BadParameter(f"“{batch}” is no batch. A batch looks like 202611.", param_hint="--batch")
    moment_asked = moment_span(at, "--at")
    versions = {"--since": begin, "--until": until_then, "--batch": batch, "--visits": visits}
    if is_file(archive):
        only_archives = {
            "--batch": batch,
            "--visits": visits,
            "--duplicates": repeated,
            "--at": at,
            "--page-type": page_type,
            "--ranks": ranks,
        }
        refuse(only_archives, f"{archive} is a file; only an archive has that.")
        _list_records(archive, _Wanted(prefix, kinds, types, begin, until_then), as_json)
        return
    if page_types:
        refuse({"--duplicates": repeated}, "It does not go with --page-type.")
        up_to_date.page_kinds(open_archive(archive))
    if moment_asked is not None:
        refuse({**versions, "--duplicates": repeated}, "It does not go with --at, which shows one moment.")
        refuse({"--ranks": ranks}, "It does not go with --at: ranks are those of now.")
        with reading_past(archive, moment_asked[1]) as reader, _Lister(reader, page_types, as_json) as lister:
            _list_newest(reader, prefix, kinds, types, lister)
        return
    if repeated:
        refuse(
            {**versions, "--ranks": ranks}, "It does not go with --duplicates, which looks at all versions."
        )
        _list_duplicates(archive, prefix, kinds, types, as_json)
        return
    refuse(
        {"--ranks": ranks and bool(begin or until_then or batch or visits)},
        "Ranks are of addresses with their newest version; it goes without --since, --until, --batch and --visits.",
    )
    found_ranks = _ranks_of(archive) if ranks else None
    with reading(archive) as reader, _Lister(reader, page_types, as_json, found_ranks) as lister:
        if begin or until_then or batch or visits:
            _list_versions(reader, _Wanted(prefix, kinds, types, begin, until_then), batch, visits, lister)
        else:
            _list_newest(reader, prefix, kinds, types, lister)


def _list_versions(
    reader: ArchiveReader, wanted: _Wanted, batch: str | None, visits: bool, lister: _Lister
) -> None:
    """Every version, and with `visits` also what found nothing new."""
    for beginning in prefixes(wanted.prefix):
        found = reader.captures(
            prefix=beginning,
            batch=batch,
            since=wanted.since,
            until=wanted.until,
            types=wanted.types,
            kind=None if visits else "version",
        )
        for capture in found if wanted.kinds is None else _of_kinds(reader, found, wanted.kinds):
            lister.show(capture, _VERSIONS)


class _Lister:
    """Shows captures, those of some kinds of pages alone where any are wanted, with what links say of their pages where
    that is known; to be closed."""

    def __init__(
        self, reader: ArchiveReader, wanted: tuple[str, ...], as_json: bool, ranks: Ranks | None = None
    ) -> None:
        self._wanted, self._as_json, self._ranks = wanted, as_json, ranks
        self._types: Known | None = None
        if wanted or as_json:
            from app.page_types.known import PageTypes as Known

            self._types = Known(reader)

    def __enter__(self) -> _Lister:
        return self

    def __exit__(self, *_: object) -> None:
        if self._types is not None:
            self._types.close()

    def show(
        self,
        capture: Capture,
        fields: tuple[str, ...],
        page: Page | None = None,
        more: Mapping[str, object] | None = None,
        note: str = "",
    ) -> None:
        """With a page its ranks, where they are wanted; `more` goes into JSON, `note` to people."""
        found = self._types.known(capture) if self._types is not None else None
        if self._wanted and (found is None or found.name not in self._wanted):
            return
        ranked = {}
        if self._ranks is not None and page is not None:
            ranked = _ranked(self._ranks.of(page.page_id, page.url))
        if self._as_json:
            from extractors.door.described import page_type as described

            type_ = described(found) if found else None
            emit({**picked(capture, fields), "page_type": type_, **ranked, **(more or {})})
        else:
            said = ("-" if one is None else f"{one:,}" for one in ranked.values())
            before = " ".join(f"{one:>{width}}" for one, width in zip(said, _RANKS.values(), strict=False))
            _show(capture, fields, as_json=False, before=before, after=note)


def _ranks_of(archive: Path) -> Ranks:
    """What links say of the pages, gathered where they are new."""
    from app.graph.standing import Ranks

    up_to_date.links(open_archive(archive))
    return Ranks(archive)


def _ranked(rank: Rank | None) -> dict[str, float | None]:
    values: tuple[float | None, ...] = (None,) * len(_RANKS)
    if rank is not None:
        depth = rank.depth if rank.depth >= 0 else None
        values = (rank.bar, round(rank.share, 4), rank.links, depth, rank.broken)
    return dict(zip(_RANKS, values, strict=True))


def _list_newest(
    reader: ArchiveReader,
    prefix: str,
    kinds: tuple[str, ...] | None,
    types: tuple[str, ...] | None,
    lister: _Lister,
) -> None:
    for beginning in prefixes(prefix):
        for page in reader.all_pages(beginning, kinds):
            newest = reader.latest_version(page.url)
            if newest is not None and fits(newest.type, types):
                lister.show(newest, _LS, page)


def _list_duplicates(
    archive: Path, prefix: str, kinds: tuple[str, ...] | None, types: tuple[str, ...] | None, as_json: bool
) -> None:
    groups = addresses = 0
    total = 0
    with reading(archive) as reader:
        for group in reader.duplicates(prefixes(prefix), kinds, types):
            if as_json:
                members = [picked(one, _DUPLICATE) for one in group.captures]
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
    url: Annotated[str, argument("URL", "The address; https:// may be left out.")],
    visits: Annotated[bool, typer.Option("--visits", help="Also the visits that found nothing new.")] = False,
    remote: Annotated[
        list[str] | None,
        option("--remote", "NAME", "Also those of this archive elsewhere (“remote add”); may be repeated."),
    ] = None,
    as_json: Json = False,
) -> None:
    """List all versions of one address, oldest first.

    With --remote the captures of archives elsewhere stand among them, each with the name of its archive; “have” says which
    capture here is of the same second, or has the same content. Their JSON has remote, url, date, status, type, digest,
    raw (the address of its bytes), id (of the same second, or null) and same (of the same content, or null).

    A version whose text stood before, nearly the same, here or at another address, says where first, as far as “duplicates”
    has looked (alike: id and url, or null). Nothing is thrown away for that.
    """
    if remote:
        from app.cli.remote import show_among

        show_among(archive, url, remote, visits, as_json)
        return
    from app.likeness.known import Known as Texts
    from app.likeness.known import is_there

    with reading(archive) as reader, _Lister(reader, (), as_json) as lister:
        captures = reader.versions(newest_version(reader, url).url, visits=visits)
        alike = Texts(archive).before() if is_there(archive) else None
        firsts = alike.captures(reader, [one.id for one in captures]) if alike is not None else {}
        for capture in captures:
            before = firsts.get(capture.id)
            said = {"id": before.id, "url": before.url} if before else None
            note = f"  (nearly the same as {before.id} {before.url})" if before else ""
            lister.show(capture, _VERSIONS, more={"alike": said}, note=note)


def cat(
    archive: Source,
    id: Annotated[
        str,
        argument(
            "ID", "The id of a capture, or an address for its newest version; in a file also an offset."
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
        option(
            "--encoding",
            "CHARSET",
            "Read the text in this charset, whatever the page declares: gbk, big5, windows-1251 … "
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
        record = _find_record(archive, id)
        data = _aspect_of(archive, record, aspect.value, encoding)
        if aspect is not Aspect.record:
            damage = _damage_of(record)
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


def _show(
    capture: Capture, fields: tuple[str, ...], as_json: bool, before: str = "", after: str = ""
) -> None:
    if as_json:
        emit(picked(capture, fields))
        return
    mark = "  (unchanged)" if capture.kind == "visit" else ""
    say(
        f"{before}{'  ' if before else ''}"
        f"{capture.id:<15} {moment(capture.date)}  {capture.status:>3} {capture.type[:24]:<24} "
        f"{size(capture.length):>9}  {capture.title or '—'}  {capture.url}{mark}{after}"
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


def open_(
    archive: Annotated[Path | None, argument("ARCHIVE", "The archive to show.")] = None,
) -> None:
    """Open the window."""
    if archive is not None:
        open_archive(archive).close()  # a missing one is reported here, where the person looks
    if problem := libraries.obstacle():
        raise Refused(detail=problem)
    try:
        from app.main import main as show
    except ImportError as error:
        raise Refused(detail=f"The window cannot be opened on this machine: {error}.") from error
    raise typer.Exit(show(["--", str(archive)] if archive else []))


_DIGITS = 18
"""No file has an offset of more; Python refuses to read numbers of thousands of digits."""


@dataclass(frozen=True, slots=True)
class _Wanted:
    """The choice of records that `ls` shows, by its options."""

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
        from app.archive.documents.preparing import page_kind

        return self.kinds is None or page_kind(head.status, head.media_type, "", record.url) in self.kinds


def _list_records(path: Path, wanted: _Wanted, as_json: bool) -> None:
    """A line or an object for each record, in the order of the file; other bytes are reported on standard error."""
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
                    _show_record(found, head, as_json)
    if broken and not records:
        raise Refused(detail=f"{path} is no Tianwang file.")
    if broken:
        raise Refused(
            detail=f"{path} is damaged. What is left of it: tianwang recover {shell_word(path)} --out FILE"
        )


def _head(path: Path, record: Record, *, compressed: bool) -> HttpMessage | None:
    """The HTTP head of a record; None without DATA, or with DATA that cannot be read."""
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


def _show_record(record: Record, head: HttpMessage | None, as_json: bool) -> None:
    about = _describe(record, head)
    if as_json:
        emit(about)
        return
    status = about["status"] or "—"
    say(
        f"{record.offset:>12} {moment(record.date) if record.date else '—':<19}  {status:>3} {about['type'][:24]:<24} "
        f"{size(about['unzip_length'] or record.length):>9}  {record.url}"
    )


def _describe(record: Record, head: HttpMessage | None) -> dict[str, Any]:
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


def _find_record(path: Path, wanted: str) -> Record:
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
    from app.tianwang.rebuilding import rebuilt_data

    return split_http(rebuilt_data(path, record.detached()))


def _aspect_of(path: Path, record: Record, aspect: str, encoding: str = "") -> bytes:
    """The bytes that `cat` shows of a record: its "record", "headers", "body" or "text", the last two also in a certain
    charset."""
    from app.archive.documents.charsets import usual_of
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


def _damage_of(record: Record) -> str | None:
    """The sign that a record has changed since it was written, or None."""
    from app.tianwang.sealing import verify_data, verify_header

    return verify_header(record) or verify_data(record)
