"""CDXJ indexes: sorted lines of a key, a time and what is known of a capture, as pywb and ReplayWeb.page read them."""

from __future__ import annotations

import hashlib
import json
import re
import socket
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import NamedTuple
from urllib.parse import quote_from_bytes, unquote_to_bytes

from zlib_ng import zlib_ng

from app.archive.model import Capture
from app.interchange import warc_writer
from app.interchange.warc_records import WarcRecord

# Addresses as keys of a CDX index: host reversed, and without what does not tell two pages apart.
#
# The rules are those of the Internet Archive's Wayback Machine, which pywb and everything that reads CDXJ follow;
# a key by other rules is not found. So they also fold what a server may tell apart (case, the order of the
# query).

_PARTS = re.compile(
    rb"(?:(?P<scheme>[a-zA-Z][a-zA-Z0-9+.\-]*):)?(?://(?P<place>[^/?#]*))?(?P<path>[^?#]*)"
    rb"(?:\?(?P<query>[^#]*))?(?:#.*)?",
    re.DOTALL,
)
_SCHEME = re.compile(rb"[a-zA-Z][a-zA-Z0-9+\-.]*:")
_DOUBLED = re.compile(rb"^(?:https?://)+(?=https?://)")
_PORTS = {b"http": 80, b"https": 443}
_WWW = re.compile(rb"www\d*\.")
_KEPT = "!\"$&'()*+,-./:;<=>?@[\\]^_`{|}~"  # “%” and “#” are what remains of an address's own marks
_AS_IT_IS = re.compile(rb"[\w!\"$&'()*+,\-./:;<=>?@\[\\\]^`{|}~]*", re.ASCII)
_DIGITS = re.compile(rb"\d+(?:\.\d+){0,3}")
_SESSION_PATHS = (
    re.compile(rb"^(.*/)(?:\((?:[a-z]\([0-9a-z]{24}\))+\)/)([^?]+\.aspx.*)$", re.IGNORECASE | re.DOTALL),
    re.compile(rb"^(.*/)(?:\([0-9a-z]{24}\)/)([^?]+\.aspx.*)$", re.IGNORECASE | re.DOTALL),
)
_SESSION_QUERIES = tuple(
    re.compile(rb"^(.*)(?:%b)(?:&(.*))?$" % pattern, re.IGNORECASE | re.DOTALL)
    for pattern in (
        rb"jsessionid=[0-9a-z]{32}",
        rb"phpsessid=[0-9a-z]{32}",
        rb"sid=[0-9a-z]{32}",
        rb"ASPSESSIONID[a-z]{8}=[a-z]{24}",
        rb"cfid=[^&]+&cftoken=[^&]+",
    )
)


def surt(url: bytes) -> str:
    """The key of an address; for text that is no address the text itself, without blanks."""
    cleaned = re.sub(rb"[\n\r\t]", b"", url.strip())
    try:
        return _surt(cleaned if _SCHEME.match(cleaned) else b"http://" + cleaned)
    except ValueError:
        return quote_from_bytes(cleaned, _KEPT + "%#")


def _surt(url: bytes) -> str:
    found = _PARTS.fullmatch(_DOUBLED.sub(b"", url))
    if found is None:
        raise ValueError("not an address")
    scheme, path = (found["scheme"] or b"").lower(), found["path"]
    host, port = _host_port(found["place"] or b"")
    if scheme.startswith(b"http") and not host and path:  # more slashes than there should be
        host, _, rest = path.lstrip(b"/").partition(b"/")
        path = b"/" + rest
    host = _host(host)
    if scheme != b"dns":
        www = _WWW.match(host)
        host = host[www.end() :] if www else host
    key = b",".join(reversed(host.split(b"."))) if host else scheme + b":"
    if host:
        key += (b":%d" % port if port is not None and port != _PORTS.get(scheme, 0) else b"") + b")"
    query = _query(found["query"])
    path = _path(path, rooted=bool(host))
    if query:
        path = (path or b"/") + b"?" + query
    return (key + path).decode("ascii")


def _host_port(place: bytes) -> tuple[bytes, int | None]:
    """Host without brackets, and port. ValueError for a port that is no number."""
    place = place.rpartition(b"@")[2].rstrip(b":")
    _, bracket, inside = place.partition(b"[")
    if bracket:
        host, _, rest = inside.partition(b"]")
        port = rest.partition(b":")[2]
    else:
        host, _, port = place.partition(b":")
    if not port:
        return host.lower(), None
    if not port.isdigit() or int(port) > 65535:
        raise ValueError("no port")
    return host.lower(), int(port) or None


def _host(host: bytes) -> bytes:
    host = _unescaped(host)
    if not host.isascii():
        with suppress(UnicodeError):  # stays as it is, percent-encoded below
            host = host.decode("utf-8", "ignore").encode("idna")
    host = host.replace(b"..", b".").strip(b".")
    return _numeric(host) or _escaped(host.lower()).lower()


def _numeric(host: bytes) -> bytes | None:
    """An IPv4 address however it was written (one number, fewer parts, octal) as four numbers."""
    if host.isdigit():
        return socket.inet_ntoa((int(host) & 0xFFFFFFFF).to_bytes(4, "big")).encode("ascii")
    if not _DIGITS.fullmatch(host):
        return None
    try:
        return socket.inet_ntoa(socket.inet_aton(host.decode("ascii"))).encode("ascii")
    except OSError:
        return None


def _path(path: bytes, *, rooted: bool) -> bytes:
    path = _unescaped(path)
    if rooted:
        path = _normal(path)
    path = _escaped(path).lower()
    if b"(" in path:
        for pattern in _SESSION_PATHS:
            path = pattern.sub(rb"\1\2", path)
    return path[:-1] if len(path) > 1 and path.endswith(b"/") else path


def _normal(path: bytes) -> bytes:
    """Without “.”, “..” and doubled slashes."""
    kept: list[bytes] = []
    for segment in path.split(b"/")[1:]:
        if segment == b".":
            continue
        if segment == b".." and kept:
            kept.pop()
        else:
            kept.append(segment)
    if not kept:
        return b"/"
    *folders, last = kept
    return b"/" + b"".join(folder + b"/" for folder in folders if folder) + last


def _query(query: bytes | None) -> bytes:
    if not query:
        return b""
    query = _escaped(_unescaped(query))
    for pattern in _SESSION_QUERIES:
        query = pattern.sub(lambda found: found[1] + (found[2] or b""), query)
    query = query.lower()
    if len(query) <= 1:
        return query
    return b"&".join(
        b"=".join(pair) for pair in sorted(tuple(pair.split(b"=", 1)) for pair in query.split(b"&"))
    )


def _unescaped(value: bytes) -> bytes:
    """Without percent-encoding, however often it was encoded."""
    while (plain := unquote_to_bytes(value)) != value:
        value = plain
    return value


def _escaped(value: bytes) -> bytes:
    if _AS_IT_IS.fullmatch(value):
        return value
    return quote_from_bytes(value, _KEPT).encode("ascii")


BLOCK_LINES = 1024
"""Lines of one block of a compressed index; what py-wacz and archiveweb.page use."""

_GZIP = 31


class Block(NamedTuple):
    """One block of a compressed index, and its line in the index of the blocks."""

    data: bytes
    line: bytes


def of_record(record: WarcRecord, length: int, offset: int, filename: str) -> bytes:
    """The line of a WARC record that stands at `offset` of a file and has `length` bytes there."""
    reference = record.reference
    about = {"url": reference.uri.decode("ascii"), "mime": record.mime}
    if record.status:
        about["status"] = record.status
    return _line(
        reference.uri,
        reference.date,
        {
            **about,
            "digest": reference.digest.decode("ascii"),
            "length": str(length),
            "offset": str(offset),
            "filename": filename,
        },
    )


def of_capture(capture: Capture) -> bytes:
    """The line of a capture as it stands in the archive: file and offset are those of its Tianwang record, `digest` is
    that of the body, `id` and `title` the archive's own."""
    uri = warc_writer.uri(capture.url.encode("utf-8", "replace"))
    about = {
        "url": uri.decode("ascii"),
        "mime": "warc/revisit" if capture.kind == "visit" else capture.type,
        "status": str(capture.status),
        "digest": capture.digest,
        "length": str(capture.end - capture.offset),
        "offset": str(capture.offset),
        "filename": capture.file,
        "id": capture.id,
    }
    if capture.title:
        about["title"] = capture.title
    return _line(uri, warc_writer.date(capture.date), about)


def blocks(lines: Iterator[bytes], filename: str) -> Iterator[Block]:
    """The sorted lines in gzip members, each with the line that finds it; the first line tells the file they are in."""
    meta = json.dumps({"format": "cdxj-gzip-1.0", "filename": filename})
    first = f"!meta 0 {meta}\n".encode("ascii")
    offset = 0
    while some := list(islice(lines, BLOCK_LINES)):
        machine = zlib_ng.compressobj(6, zlib_ng.DEFLATED, _GZIP)
        data = machine.compress(b"".join(some)) + machine.flush()
        about = {
            "offset": offset,
            "length": len(data),
            "digest": "sha256:" + hashlib.sha256(data).hexdigest(),
        }
        key = some[0].partition(b" {")[0]
        yield Block(data, first + key + b" " + json.dumps(about).encode("ascii") + b"\n")
        offset += len(data)
        first = b""
    if first:
        yield Block(b"", first)


def _line(uri: bytes, date: bytes, about: dict[str, str]) -> bytes:
    stamp = "".join(character for character in date[:19].decode("ascii") if character.isdigit())
    return f"{surt(uri)} {stamp} {json.dumps(about)}\n".encode("ascii")
