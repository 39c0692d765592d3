"""The header of a record as bytes: where it ends, what its lines say."""

from __future__ import annotations

import re

from app.messages import Message

MAX_HEADER = 1024 * 1024
"""Bytes a record header may have; addresses can be long, but not longer."""

NAME = re.compile(rb"[!-9;-@\[-~]+")
"""A proper attribute name: printable ASCII in lower case, no colon."""

USUAL = re.compile(rb"version:.*\n(?:[!-9;-@\[-~]++:.*+\n)*?length: (\d{1,15})\n\n")
"""A whole header as nearly all programs write it, with `length` last (group 1); it may still hold carriage returns."""

PROPER = re.compile(rb"(?:[^\x00-\x20\x7f](?:[^\x00-\x1f\x7f]*[^\x00-\x20\x7f])?)?")
"""A whole value as the format wants it: no control bytes, no white space around it; other bytes are free."""

ABSOLUTE = re.compile(rb"(?!(?:https?|ftp):(?!//[^/]))[A-Za-z][A-Za-z0-9+.\-]*:.", re.IGNORECASE)
"""How an absolute address begins."""

HOST = re.compile(rb"[0-9A-Za-z._:%-]+")
"""A whole `ip`: an IPv4 or IPv6 address, or the host name that some programs write in its place."""

VERSIONS = (b"1.0", b"2.0")

Fields = tuple[tuple[str, bytes], ...]


class HeaderError(ValueError):
    """The bytes are no header; `str(error)` is the rule they break."""


AGAIN = b"\nversion:"
"""Where another record begins: no header holds that, unless what stood between the two is lost."""

INTERRUPTED = "another record begins inside the header"

_EMPTY_LINE = re.compile(rb"\n\r?\n")


def header_end(data: bytes, at: int = 0) -> int:
    """Offset behind the empty line that ends the header beginning at `at`, or -1."""
    found = _EMPTY_LINE.search(data, at)
    return found.end() if found else -1


def read_fields(header: bytes) -> Fields:
    """The attributes of a header in order, names in lower case, values as bytes.

    HeaderError when a line is none, or the first and only the first is not `version`.
    """
    fields: list[tuple[str, bytes]] = []
    for line in header.split(b"\n"):
        line = line.removesuffix(b"\r")
        if not line:
            break
        name, colon, value = line.partition(b":")
        if not colon:
            raise HeaderError(Message("header-no-colon"))
        key = name.strip().decode("latin-1").lower()
        if not fields and key != "version":
            raise HeaderError(Message("header-no-version"))
        if fields and name == b"version":
            raise HeaderError(INTERRUPTED)
        fields.append((key, value.removeprefix(b" ")))
    if not fields:
        raise HeaderError(Message("header-no-version"))
    return tuple(fields)


def length_of(fields: Fields) -> int:
    """What `length` says (the last one, where there are several); HeaderError when it says nothing."""
    lengths = [value.strip() for key, value in fields if key == "length"]
    if not lengths or not lengths[-1].isdigit() or len(lengths[-1]) > 15:
        raise HeaderError(Message("length-unreadable"))
    return int(lengths[-1])
