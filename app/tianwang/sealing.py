"""The checks that a record carries, and what tells that it was altered.

`header-check: crc32:` and eight lower-case hexadecimal digits: the CRC-32 of the whole header, from `version` to the
empty line inclusive, with those eight digits taken out. `digest: sha256:` and 64 digits: the SHA-256 of DATA as stored.
Together they seal a record: no single byte of it can change unnoticed, not even in the checks' own names.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from typing import Protocol

from app.errors import FormatError
from app.messages import Message

CHECK = "header-check"
DIGEST = "digest"

_CHECK = re.compile(rb"\nheader-check: crc32:([0-9a-f]{8})\n")
_DIGEST = re.compile(rb"\ndigest: sha256:([0-9a-f]{64})\n")


def _nearly(name: str) -> bytes:
    """A pattern for the name with at most one byte altered."""
    return b"(?:%b)" % b"|".join(f"{name[:at]}.{name[at + 1 :]}".encode() for at in range(len(name)))


# What a check leaves behind when one byte of its line is altered, the line breaks around it included. Neither occurs by
# chance; an address that holds “sha256:…” (container images have such) does not look like this.
_CHECK_TRACE = re.compile(rb"\nheader-check|" + _nearly(CHECK) + rb": crc32:[0-9a-f]{8}\n", re.DOTALL)
_DIGEST_TRACE = re.compile(rb"\ndigest: sha256:|\ndigest.{9}[0-9a-f]{64}\n", re.DOTALL)
_DIGEST_NAMED = re.compile(_nearly(DIGEST) + rb": sha256:[0-9a-f]{64}\n", re.DOTALL)
_REGULAR = re.compile(rb"version:[^\r\n]*\n(?:[!-9;-@\[-~]+:[^\r\n]*\n)*\n")


class _Header(Protocol):
    @property
    def header(self) -> bytes: ...


class _Whole(_Header, Protocol):
    @property
    def length(self) -> int: ...
    @property
    def stored(self) -> bytes: ...
    def data(self) -> bytes: ...


def sealed(header: bytes) -> bytes:
    """A header whose `header-check` has no value yet, with the value filled in."""
    before, mark, after = header.rpartition(b"\nheader-check: ")
    before += mark + b"crc32:"
    return b"%b%08x%b" % (before, zlib.crc32(after, zlib.crc32(before)), after)


def is_sealed(record: _Whole) -> bool:
    """Whether the record carries checks of all its bytes (which is not to say that they are right)."""
    return bool(_CHECK.search(record.header) and (not record.length or _DIGEST.search(record.header)))


def verify_header(record: _Header) -> str | None:
    """What shows that the header is not as it was written, or None.

    Only a header with a check, or with the digest that this program has always written, can tell; others give None.
    """
    header = record.header
    if (
        b"crc32:" not in header
        and b"header-check" not in header
        and b"sha256:" not in header
        and b"digest" not in header
    ):
        return None  # what is found below holds one of these
    check = _CHECK.search(header)
    if check is not None:
        crc = zlib.crc32(header[check.end(1) :], zlib.crc32(header[: check.start(1)]))
        return None if int(check[1], 16) == crc else Message("header-check-differs")
    if _CHECK_TRACE.search(header):
        return Message("header-check-unreadable")
    if _DIGEST.search(header):
        return None if _REGULAR.fullmatch(header) else Message("header-not-regular")
    return Message("digest-unreadable") if _lost_digest(header) else None


def _lost_digest(header: bytes) -> bool:
    """Whether there was a digest before a byte was altered."""
    if _DIGEST_TRACE.search(header):
        return True
    for named in _DIGEST_NAMED.finditer(header):
        before = header[header.rfind(b"\n", 0, named.start()) + 1 : named.start()]
        # “original-digest” is another attribute; a line break that was altered leaves a colon before the name
        if not before or b":" in before:
            return True
    return False


def verify_data(record: _Whole) -> str | None:
    """What shows that DATA is not as it was written, or None: it has another digest, or does not inflate."""
    digest = _DIGEST.search(record.header)
    if digest is not None and hashlib.sha256(record.stored).hexdigest().encode() != digest[1]:
        return Message("digest-differs")
    try:
        record.data()
    except FormatError as error:
        return error.rule
    return None
