"""What the readers of all formats hand to the import: responses, visits, omissions; and the report of an import."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from ipaddress import ip_address
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urljoin, urlsplit, urlunsplit

from app.archive.addresses import standing
from app.archive.documents.rendered import MARK, NAMES
from app.archive.spellings import normalize, text_of
from app.errors import AddressInvalid
from app.messages import Message
from app.tianwang.http import split_http
from app.tianwang.reader import Tail
from app.tianwang.rebuilding import BLOCKS, REBUILT

Attributes = tuple[tuple[str, bytes], ...]

_CLEAN = re.compile(
    rb"https?://(?=[a-z])[a-z0-9.-]*[a-z0-9]/(?!\.)(?:[!$-&(-.0-;=?-Z_a-z|~]|/(?!\.|%2[eE]))*"
)
_DEFAULT_PORTS = {"http": ":80", "https": ":443"}
_OWN = frozenset({"version", "url", "origin", "date", "time", "ip", "unzip-length", "length"})
_STEPS = (REBUILT, BLOCKS)
_REFOUND = frozenset(
    {"digest", "header-check", "base", "status", NAMES, *_STEPS}
)  # of our own records; written anew
_OURS = ("digest", "header-check", "id", "crawl", "base", "status", *_STEPS)  # what the archive itself writes
_MAX_ADDRESS = 64 * 1024
_MAX_ATTRIBUTES = 256 * 1024  # bytes; a record's header must stay one that readers accept
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_CONTROL_BYTE = re.compile(rb"[\x00-\x1f\x7f]")
_NO_NAME = re.compile(r"[^a-z0-9-]+")
_PLAIN_VALUE = re.compile(rb"[!-9;-~](?:[ -9;-~]*[!-9;-~])?")  # no seal: that has a colon
_SEAL = re.compile(rb"((?:\A|: )(?:sha256|crc32)):(?=[0-9a-f]{8,}\Z)")


class Loaded(NamedTuple):
    """DATA of a response, its compressed form where the file had one, and what is wrong with it."""

    data: bytes
    packed: bytes | None = None
    problem: str = ""
    extra: Attributes = ()


@dataclass(slots=True)
class Arrival:
    """A response. `load` may run in any thread, and raises Skipped or FormatError; None when it has run. `keys` are the
    names under which visits may refer to it; `weight` counts the bytes it keeps in memory; `kind` is the type of a WARC
    record, or “restated” for a visit of ours with DATA."""

    offset: int
    url: str
    date: datetime
    ip: str | None
    origin: str | None
    extra: Attributes
    load: Callable[[], Loaded] | None
    weight: int = 0
    keys: tuple[str, ...] = ()
    kind: str = "response"

    def __reduce__(self) -> tuple[type[Arrival], tuple[Any, ...]]:
        return Arrival, tuple(getattr(self, name) for name in self.__slots__)


@dataclass(slots=True)
class Return:
    """A visit: the version it refers to is the one known under a key, or that of `target` (address, moment), or the
    newest one of its address whose payload has `digest`. `same` says that it must be one of the same address."""

    offset: int
    url: str
    date: datetime
    ip: str | None
    origin: str | None
    extra: Attributes
    status: int
    keys: tuple[str, ...]
    target: tuple[str, datetime | None] | None = None
    digest: str = ""
    same: bool = False


@dataclass(slots=True)
class Omission:
    """A record that is left out, or (`damage`) bytes that are broken."""

    offset: int
    sentence: str
    damage: bool = False


@dataclass(slots=True)
class Passed:
    """A record an archive has no use for, counted by its type."""

    offset: int
    type: str


Item = Arrival | Return | Omission | Passed


class Skipped(Exception):
    """This record cannot be taken; the message says why, and `damage` whether that is because it is broken."""

    def __init__(self, sentence: str, *, damage: bool = False) -> None:
        self.damage = damage
        super().__init__(sentence)


def address(raw: bytes, origin: str | None = None) -> str:
    """The absolute address of a record as a crawl would write it (`archive.spellings`), resolved against its origin.
    Skipped without an address. Derived records keep their mark."""
    if raw.endswith(MARK.encode()):
        return address(raw.removesuffix(MARK.encode()), origin) + MARK
    if len(raw) > _MAX_ADDRESS:
        raise Skipped(Message("address-too-long", count=_MAX_ADDRESS))
    if _CLEAN.fullmatch(raw):
        return raw.decode("ascii")
    if not raw:
        raise Skipped(Message("record-without-url"))
    if standing(raw.decode("latin-1")) != "page":
        return _CONTROL.sub(_escaped, text_of(raw))
    found = former_address(text_of(raw), origin)
    with suppress(AddressInvalid):  # a host that no name server knows now; other schemes
        return normalize(found)
    return found


def former_address(url: str, origin: str | None = None) -> str:
    """An address as imports wrote it before all of an archive had one form: scheme and host in lower case, no default
    port, no fragment. Skipped for anything else."""
    try:
        parts = urlsplit(urljoin(origin or "", url))
        if not parts.scheme:
            raise Skipped(Message("url-relative-alone", url=url))
        if not parts.netloc:
            raise Skipped(Message("url-without-host", url=url))
        host = parts.netloc.rpartition("@")[2]
        account = parts.netloc[: len(parts.netloc) - len(host)]
        host = host.lower().removesuffix(_DEFAULT_PORTS.get(parts.scheme, "\0"))
        found = urlunsplit(parts._replace(netloc=account + host, path=parts.path or "/", fragment="")).strip()
    except ValueError as error:
        raise Skipped(Message("url-no-address", url=url, detail=error)) from error
    return _CONTROL.sub(_escaped, found)


def _escaped(control: re.Match[str]) -> str:
    return f"%{ord(control[0]):02X}"


def head_of(data: bytes) -> bytes:
    """The HTTP headers of a response as it came, with what separates them from the body."""
    return data[: len(data) - len(split_http(data).raw_body)]


def one_line(value: str | None) -> str | None:
    """A header value without the line break that CRLF copies left at its end, or other signs a header cannot hold."""
    return " ".join(_CONTROL.sub(" ", value).split())[:_MAX_ADDRESS] or None if value is not None else None


@lru_cache(4096)  # a file has many pages of few servers
def ip_of(value: str | None) -> tuple[str | None, Attributes]:
    """(address of a server, attributes to keep): some wrote a host's name in its place."""
    line = one_line(value)
    if line is None:
        return None, ()
    with suppress(ValueError):
        found = str(ip_address(line))
        if found.isascii():  # the zone of an IPv6 address may be any text
            return found, ()
    return None, (("original-ip", attribute(line.encode("utf-8", "replace"))),)


def kept(fields: Attributes, raw_url: bytes, url: str, *, ours: bool) -> Attributes:
    """The attributes without a place in our format, and the original spelling of the address where that differs.

    Of records of this program (`ours`) those that are found again are left out, and the id is kept that it had first.
    """
    found: dict[str, bytes] = {}
    if raw_url != url.encode("utf-8", "replace"):
        found["original-url"] = attribute(raw_url)
    names = {name for name, _ in fields}
    for name, value in fields:
        if name in _OWN or (ours and (name in _REFOUND or f"original-{name}" in names)):
            continue
        safe = _NO_NAME.sub("-", name).strip("-")
        if not safe:
            continue
        # an attribute must begin with a letter, and not become one of ours by the signs it lost
        safe = safe if safe[0].isalpha() and safe not in _OWN else f"x-{safe}"
        safe = f"original-{safe}" if safe.startswith(_OURS) else safe
        number = 2
        while safe in found:
            safe, number = f"{safe.removesuffix(f'-{number - 1}')}-{number}", number + 1
        found[safe] = attribute(value)
    return limited(tuple(found.items()))


def limited(found: Attributes) -> Attributes:
    """The attributes; Skipped when they are longer than a header may be."""
    if sum(len(name) + len(value) for name, value in found) > _MAX_ATTRIBUTES:
        raise Skipped(Message("record-header-long"))
    return found


def attribute(value: bytes) -> bytes:
    """A value that can stand in a header: on one line, and not to be taken for a seal of ours."""
    if _PLAIN_VALUE.fullmatch(value):
        return value
    line = b" ".join(value.replace(b"\n", b"\r").split(b"\r")).strip()
    return _SEAL.sub(rb"\1=", _CONTROL_BYTE.sub(lambda control: b"%%%02X" % control[0][0], line))


MAX_FINDINGS = 100_000
"""Sentences kept of one file; further ones are only counted."""


@dataclass(slots=True)
class FileReport:
    """What became of the records of one file.

    `format` is tianwang, warc, arc, wacz, notes or "". `visits` had the content of a version before them, `known`
    were in the archive already (same address, second, headers and content). `beside` counts records that are kept
    beside the pages (requests, metadata, answers to POST and the like, "marks" of persons), by type or kind.
    `skipped` (records left out) and `damaged` (what is broken, or taken in spite of a fault) pair an offset with a
    sentence, `remarks` are of records that were taken; those beyond MAX_FINDINGS are only counted, in `unlisted`.
    `passed` counts records an archive has no use for, by their type; `software` wrote the file, where it says so;
    `tail` is a cut end; `error` is set when the file
    could not be read.
    """

    path: Path
    format: str = ""
    stored: int = 0
    visits: int = 0
    known: int = 0
    skipped: list[tuple[int, str]] = field(default_factory=list)
    damaged: list[tuple[int, str]] = field(default_factory=list)
    remarks: list[tuple[int, str]] = field(default_factory=list)
    unlisted: int = 0
    beside: dict[str, int] = field(default_factory=dict)
    passed: dict[str, int] = field(default_factory=dict)
    software: str = ""
    tail: Tail | None = None
    error: str = ""

    def skip(self, offset: int, sentence: str) -> None:
        """A record was left out."""
        self._note(self.skipped, offset, sentence)

    def damage(self, offset: int, sentence: str) -> None:
        """Something is broken."""
        self._note(self.damaged, offset, sentence)

    def remark(self, offset: int, sentence: str) -> None:
        """A record was taken, with a remark."""
        self._note(self.remarks, offset, sentence)

    def keep(self, type: str) -> None:
        """A record was kept that is no page: with the capture it belongs to, or by itself."""
        self.beside[type] = self.beside.get(type, 0) + 1

    def passing(self, type: str) -> None:
        """A record was of no use."""
        self.passed[type] = self.passed.get(type, 0) + 1

    def _note(self, findings: list[tuple[int, str]], offset: int, sentence: str) -> None:
        if len(findings) < MAX_FINDINGS:
            findings.append((offset, sentence))
        else:
            self.unlisted += 1

    @property
    def taken(self) -> int:
        """Records that are in the archive now."""
        return self.stored + self.visits + self.known + sum(self.beside.values())


@dataclass(slots=True)
class ImportReport:
    """One entry a file, in the order they were read; files not reached when the person cancelled are missing. With
    `could_shrink` some versions were stored in full that would be smaller as what has changed (`Archive.convert`)."""

    files: list[FileReport] = field(default_factory=list)
    cancelled: bool = False
    could_shrink: bool = False

    @property
    def stored(self) -> int:
        return sum(file.stored for file in self.files)

    @property
    def visits(self) -> int:
        return sum(file.visits for file in self.files)
