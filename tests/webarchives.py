"""WARC, ARC and WACZ files for tests, written here so that no library's idea of them is tested against itself."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import zipfile
from collections.abc import Iterable, Sequence

DATE = "2020-02-03T04:05:06Z"


def http(body: bytes | str, media_type: str = "text/html; charset=utf-8", status: str = "200 OK") -> bytes:
    """An HTTP response."""
    content = body.encode() if isinstance(body, str) else body
    return f"HTTP/1.1 {status}\r\nContent-Type: {media_type}\r\n\r\n".encode() + content


def sha1(payload: bytes) -> str:
    return "sha1:" + base64.b32encode(hashlib.sha1(payload).digest()).decode()


def record(
    block: bytes = b"",
    *,
    type: str = "response",
    url: str = "http://a.test/",
    date: str = DATE,
    id: str = "",
    version: str = "1.1",
    length: int | str | None = None,
    headers: Sequence[tuple[str, str]] = (),
    end: str = "\r\n",
    close: bytes = b"\r\n\r\n",
    media_type: str = "application/http; msgtype=response",
) -> bytes:
    """One WARC record. `length` replaces the true Content-Length; `end` ends header lines, `close` the record."""
    lines = [f"WARC/{version}", f"WARC-Type: {type}"]
    if url:
        lines.append(f"WARC-Target-URI: {url}")
    if date:
        lines.append(f"WARC-Date: {date}")
    if id:
        lines.append(f"WARC-Record-ID: <urn:uuid:{id}>")
    lines += [f"{name}: {value}" for name, value in headers]
    if media_type:
        lines.append(f"Content-Type: {media_type}")
    lines.append(f"Content-Length: {len(block) if length is None else length}")
    return (end.join(lines) + end + end).encode() + block + close


def members(records: Iterable[bytes]) -> bytes:
    """Each record as a gzip member of its own."""
    return b"".join(gzip.compress(each, mtime=0) for each in records)


def arc(*pages: tuple[str, bytes], date: str = "20030415081306", version: int = 1) -> bytes:
    """An ARC file of (address, response)."""
    about = f"{version} 0 Tests\nURL IP-address Archive-date Content-type Archive-length\n".encode()
    parts = [f"filedesc://x.arc 0.0.0.0 {date} text/plain {len(about)}\n".encode() + about + b"\n"]
    for url, block in pages:
        middle = " 200 CHECK - 77 x.arc" if version == 2 else ""
        parts.append(f"{url} 10.0.0.1 {date} text/html{middle} {len(block)}\n".encode() + block + b"\n")
    return b"".join(parts)


def wacz(files: dict[str, bytes], method: int = zipfile.ZIP_STORED) -> bytes:
    """A ZIP with a description and these files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        archive.writestr("datapackage.json", '{"profile": "data-package"}')
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()
