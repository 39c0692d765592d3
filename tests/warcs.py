"""WARC files as the standard describes them, read with nothing of the program's own: for tests of what it writes."""

from __future__ import annotations

import hashlib
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote_to_bytes

HEAD_LIMIT = 32 * 1024
"""Bytes of headers, of WARC and of HTTP, that FastWARC reads; with more in one record it refuses the whole file."""

_DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z")


@dataclass(frozen=True)
class Warc:
    """One record; `length` counts its bytes in the file."""

    offset: int
    length: int
    headers: tuple[tuple[str, str], ...]
    block: bytes

    def get(self, name: str) -> str:
        """The only value of a header, "" when there is none."""
        found = self.all(name)
        assert len(found) <= 1, f"{name} stands there more than once"
        return found[0] if found else ""

    def all(self, name: str) -> list[str]:
        return [value for key, value in self.headers if key.lower() == name.lower()]

    @property
    def kind(self) -> str:
        return self.get("WARC-Type")

    @property
    def payload(self) -> bytes:
        """What follows the HTTP head, as a reader finds it that knows nothing but CRLF CRLF."""
        return self.block.partition(b"\r\n\r\n")[2] if self.kind == "response" else self.block

    def fields(self) -> list[tuple[str, bytes]]:
        """The attributes of the Tianwang record that stand in headers of their own."""
        pairs = (value.partition(": ") for value in self.all("Tianwang-Field"))
        return [(name, unquote_to_bytes(value)) for name, _, value in pairs]


def read(path: Path) -> list[Warc]:
    """All records of a file, each held to what the standard wants of every record, and other programs of its heads."""
    data = path.read_bytes()
    records = [_record(*part) for part in (_members(data) if path.suffix == ".gz" else _plain(data))]
    for record in records:
        _hold(record)
    assert records[0].kind == "warcinfo"
    assert len({record.get("WARC-Record-ID") for record in records}) == len(records)
    return records


def captures(path: Path) -> list[Warc]:
    """All records but those that describe the file or another record."""
    return [record for record in read(path) if record.kind not in ("warcinfo", "metadata")]


def _members(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    offset = 0
    while offset < len(data):
        machine = zlib.decompressobj(31)
        record = machine.decompress(data[offset:])
        assert machine.eof, "a member is cut"
        length = len(data) - offset - len(machine.unused_data)
        yield offset, length, record
        offset += length


def _plain(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    offset = 0
    while offset < len(data):
        head, separator, _ = data[offset:].partition(b"\r\n\r\n")
        found = re.search(rb"\r\nContent-Length: (\d+)", head)
        assert found is not None and separator
        length = len(head) + 4 + int(found[1]) + 4
        yield offset, length, data[offset : offset + length]
        offset += length


def _record(offset: int, length: int, data: bytes) -> Warc:
    head, _, rest = data.partition(b"\r\n\r\n")
    version, *lines = head.decode("utf-8").split("\r\n")
    assert version == "WARC/1.1"
    headers = tuple((name, value) for name, _, value in (line.partition(": ") for line in lines))
    block = rest[:-4]
    assert rest[-4:] == b"\r\n\r\n"
    return Warc(offset, length, headers, block)


def _hold(record: Warc) -> None:
    assert sum(len(name) + len(value.encode()) + 4 for name, value in record.headers) < HEAD_LIMIT
    assert all(name and not re.search(r"[^!-~]", name) for name, _ in record.headers)
    assert int(record.get("Content-Length")) == len(record.block)
    assert re.fullmatch(r"<urn:uuid:[0-9a-f-]{36}>|<[!-~]+>", record.get("WARC-Record-ID"))
    assert _DATE.fullmatch(record.get("WARC-Date"))
    assert record.get("WARC-Block-Digest") == _digest(record.block)
    if record.kind in ("response", "resource", "conversion"):
        # of what is no address of the web, warcio takes the block for the payload
        of_the_web = record.kind != "response" or record.get("WARC-Target-URI").lower().startswith("http")
        assert record.get("WARC-Payload-Digest") == (_digest(record.payload) if of_the_web else "")
        assert re.fullmatch(r"[!-~]+", record.get("WARC-Target-URI"))
    if record.kind == "response":
        assert len(record.block) - len(record.payload) < HEAD_LIMIT


def _digest(data: bytes) -> str:
    return "sha256:" + hashlib.sha256(data).hexdigest()
