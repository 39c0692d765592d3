"""CDXJ indexes: sorted lines of a key, a time and what is known of a capture, as pywb and ReplayWeb.page read them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from zlib_ng import zlib_ng

from app.archive.model import Capture
from app.interchange import warc_writer
from app.interchange.surt import surt
from app.interchange.warc_records import WarcRecord

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
        about = {"offset": offset, "length": len(data), "digest": "sha256:" + hashlib.sha256(data).hexdigest()}
        key = some[0].partition(b" {")[0]
        yield Block(data, first + key + b" " + json.dumps(about).encode("ascii") + b"\n")
        offset += len(data)
        first = b""
    if first:
        yield Block(b"", first)


def _line(uri: bytes, date: bytes, about: dict[str, str]) -> bytes:
    stamp = "".join(character for character in date[:19].decode("ascii") if character.isdigit())
    return f"{surt(uri)} {stamp} {json.dumps(about)}\n".encode("ascii")
