"""Captures of a remote archive as records of ours: original time and headers, and where they came from."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from http import HTTPStatus

from app.archive.documents.preparing import prepare, to_timestamp
from app.archive.index.rows import moment
from app.archive.model import Capture, NewCapture
from app.archive.reader import ArchiveReader
from app.archive.writer import ArchiveWriter
from app.errors import FormatError, StorageUnreadable
from app.interchange.arrivals import Skipped, attribute, limited
from app.interchange.warc_reader import proven
from app.messages import Message
from app.remote.archives import Remote
from app.remote.asking import Answer, Client, RemoteCapture, RemoteFailed
from app.tianwang.http import split_http

ORIGINAL = "x-archive-orig-"
_OF_SERVICE = frozenset(
    (
        *("connection", "keep-alive", "transfer-encoding", "content-length", "te", "trailer", "upgrade"),
        *(
            "memento-datetime",
            "link",
            "vary",
            "content-location",
            "accept-ranges",
            "alt-svc",
            "report-to",
            "nel",
        ),
        *(
            "server-timing",
            "preference-applied",
            "content-security-policy",
            "x-content-type-options",
            "referrer-policy",
        ),
        *("cross-origin-resource-policy", "x-frame-options"),
    )
)
"""Headers of whoever serves a memento, never of the memento: originals of these come as `X-Archive-Orig-…`."""
_OFTEN_OF_SERVICE = frozenset(
    ("date", "server", "etag", "cache-control", "set-cookie", "expires", "last-modified", "age")
)
TOLERATED = timedelta(days=1)
"""Between the moment of the index and that of the memento: archives answer with the nearest one they can read."""


@dataclass(slots=True)
class Taken:
    """What became of the captures: those that are stored now (`versions` among them), those that the archive had, and those
    that could not be taken, with the reason (HTTP status, time, digest, address)."""

    stored: list[Capture] = field(default_factory=list)
    known: int = 0
    failed: list[tuple[RemoteCapture, str]] = field(default_factory=list)
    cancelled: bool = False


def take(
    writer: ArchiveWriter,
    client: Client,
    captures: Iterable[RemoteCapture],
    progress: Callable[[int], None] = lambda _: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Taken:
    """Fetch captures and store them, each committed before the next is asked for. Those are known of which the archive has
    one of the same second. StorageFailed; RemoteFailed where the archive answers no more at all."""
    report, in_a_row = Taken(), 0
    here: dict[str, set[int]] = {}
    for number, one in enumerate(captures):
        if cancelled():
            report.cancelled = True
            break
        progress(number)
        if one.url not in here:
            here[one.url] = set(moments(writer.reader, one.url))
        if to_timestamp(one.date) in here[one.url]:
            report.known += 1
            continue
        try:
            new, extra = fetched(client, one)
            report.stored.append(writer.store(prepare(new, links=False), extra=extra))
            writer.commit()
            here[one.url].add(to_timestamp(new.date))
            in_a_row = 0
        except Skipped as reason:
            report.failed.append((one, str(reason)))
        except (RemoteFailed, ValueError) as error:
            report.failed.append((one, str(error)))
            in_a_row += isinstance(error, RemoteFailed)
            if in_a_row >= 3 and isinstance(error, RemoteFailed):
                raise
    return report


def moments(reader: ArchiveReader, url: str) -> dict[int, Capture]:
    """The captures of an address in an archive by their seconds since 1970."""
    page = reader.page_meant(url)
    return (
        {}
        if page is None
        else {to_timestamp(one.date): one for one in reader.versions(page.url, visits=True)}
    )


def alike(reader: ArchiveReader, captures: Iterable[RemoteCapture]) -> dict[RemoteCapture, Capture]:
    """The captures elsewhere whose digest is that of a version here, each with the first such version."""
    found: dict[RemoteCapture, Capture] = {}
    bodies: dict[str, list[tuple[Capture, bytes, bytes]]] = {}
    for one in captures:
        page = reader.page_meant(one.url)
        if page is None or not one.digest:
            continue
        if page.url not in bodies:
            bodies[page.url] = list(_bodies(reader, page.url))
        digest = one.digest if ":" in one.digest else f"sha1:{one.digest}"
        same = next((here for here, raw, body in bodies[page.url] if proven(digest, raw, body)), None)
        if same is not None:
            found[one] = same
    return found


def _bodies(reader: ArchiveReader, url: str) -> Iterable[tuple[Capture, bytes, bytes]]:
    for version in reader.versions(url):
        try:
            message = split_http(reader.data(reader.record(version)))
        except (FormatError, StorageUnreadable):
            continue
        yield version, message.raw_body, message.body


def fetched(
    client: Client, one: RemoteCapture, tolerated: timedelta | None = TOLERATED
) -> tuple[NewCapture, tuple[tuple[str, bytes], ...]]:
    """A capture elsewhere as one to be stored, with the attributes that say where it came from; of another moment where
    that is `tolerated` (None: however far away). Skipped for an answer that is none, or another one; RemoteFailed."""
    return _record(client.remote, one, client.bytes_of(one), tolerated)


def _record(
    remote: Remote, one: RemoteCapture, answer: Answer, tolerated: timedelta | None
) -> tuple[NewCapture, tuple[tuple[str, bytes], ...]]:
    when = _date(answer.header("memento-datetime"))
    if when is None:
        raise Skipped(Message("remote-no-memento", status=answer.status))
    if tolerated is not None and abs(when - one.date) > tolerated:
        raise Skipped(Message("remote-other-moment", date=f"{when:%Y-%m-%d %H:%M:%S}"))
    if one.status and answer.status != one.status:
        raise Skipped(Message("remote-other-status", status=answer.status, wanted=one.status))
    headers = _headers(answer, remote)
    reason = HTTPStatus(answer.status).phrase if answer.status in HTTPStatus._value2member_map_ else ""
    head = "".join(f"{name}: {value}\r\n" for name, value in headers)
    data = (
        f"HTTP/1.1 {answer.status} {reason}".rstrip().encode()
        + b"\r\n"
        + head.encode("utf-8", "replace")
        + b"\r\n"
    )
    data += answer.body
    message = split_http(data)
    digest = one.digest if ":" in one.digest else f"sha1:{one.digest}"
    if one.digest and when == one.date and proven(digest, message.raw_body, message.body) is False:
        raise Skipped(Message("remote-other-digest", digest=one.digest))
    about = {
        "memento-address": answer.address,
        "memento-archive": remote.address,
        "memento-digest": one.digest,
    }
    extra = limited(tuple((name, attribute(value.encode())) for name, value in about.items() if value))
    return NewCapture(one.url, moment(to_timestamp(when)), None, data), extra


def _date(text: str) -> datetime | None:
    try:
        found = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    return found if found.tzinfo is not None else None


def _headers(answer: Answer, remote: Remote) -> list[tuple[str, str]]:
    """The headers of the stored response: those that are said to be original, and of the others what describes the body. An
    address in the archive becomes the one it stands for."""
    original = {key.lower() for key, _ in answer.headers if key.lower().startswith(ORIGINAL)}
    found = []
    for key, value in answer.headers:
        name = key.lower()
        if name.startswith(ORIGINAL):
            key, name = key[len(ORIGINAL) :], name[len(ORIGINAL) :]
            if name in ("transfer-encoding", "content-length", "content-encoding", "connection"):
                continue
        elif (
            name in _OF_SERVICE
            or name.startswith(("x-archive-", "x-app-", "x-ts", "access-control-", "x-tianwang"))
            or f"{ORIGINAL}{name}" in original
            or (original and name in _OFTEN_OF_SERVICE)
        ):
            continue
        if name == "location":
            value = _out_of(value, remote)
        found.append((key, " ".join(value.split())))
    return [*found, ("Content-Length", str(len(answer.body)))]


def _out_of(location: str, remote: Remote) -> str:
    """The address that a redirect of a memento stands for."""
    path = remote.address.partition("://")[2].partition("/")[2]
    for begin in (remote.address, f"/{path}"):
        rest = location.removeprefix(begin)
        digits, slash, address = rest.partition("/")
        if rest != location and slash and digits[:14].isdigit():
            return address
    return location
