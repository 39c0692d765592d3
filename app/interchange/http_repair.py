"""HTTP heads that other programs would split elsewhere than we do, and the form in which all of them agree.

FastWARC looks for CRLF CRLF and for nothing else, warcio for the first line without anything visible. A head of old
Tianwang files (LF before the body, no separator at all, lines broken at 1023 bytes) costs the one or the other the
beginning of the body, or all of it.
"""

from __future__ import annotations

import re

from app.tianwang import HttpMessage

MAX_HEAD = 24 * 1024
"""Bytes of HTTP headers that all peers read; FastWARC refuses a file with more than 32 KiB of them in one record."""

MAX_KEPT = 16 * 1024
"""Bytes an odd head may have as the value of a WARC header, for the same reason."""

_AGREED = re.compile(
    rb"HTTP/\d+(?:\.\d+)?[ \t]+\d{3}[^\r\n\0]*\r\n(?:[^\r\n\0!-~]*[!-~][^\r\n\0]*\r\n)*\r\n"
)  # every line visible and ended by CRLF, then an empty one
_NAMED = re.compile(rb"[!#$%&'*+\-.^_`|~0-9A-Za-z]+[ \t]*:")
_NEEDED = re.compile(rb"(?:content-(?:type|encoding|length|language)|transfer-encoding|location)[ \t]*:", re.I)
_MAX_LINE = 4 * 1024
_UNSEEN = re.compile(rb"[\0\r]+")


def is_agreed(head: bytes) -> bool:
    """Whether everybody finds the end of a head (with its separator) where it is."""
    return _AGREED.fullmatch(head) is not None


def repaired(message: HttpMessage) -> bytes:
    """The head of a message with one line for each header, CRLF line ends, and the separator.

    A line that is no header is the rest of the one before it; NUL and lone CR become blanks.
    """
    status, *rest = message.raw_headers.split(b"\n")
    lines = [_clean(status)]
    for raw in rest:
        line = _clean(raw)
        if not re.search(rb"[!-~]", line):
            continue
        if len(lines) > 1 and (raw[:1] in (b" ", b"\t") or not _NAMED.match(line)):
            lines[-1] += b" " + line
        elif _NAMED.match(line):
            lines.append(line)
    return b"\r\n".join(lines) + b"\r\n\r\n"


def shortened(head: bytes) -> bytes:
    """A repaired head in MAX_HEAD bytes: what tells how to read the body, and of the rest what there is room for."""
    status, *lines = head.removesuffix(b"\r\n\r\n").split(b"\r\n")
    status = status[:_MAX_LINE]
    room = MAX_HEAD - len(status) - 4
    needed = [_NEEDED.match(line) is not None for line in lines]
    kept: set[int] = set()
    for wanted in (True, False):
        for at, line in enumerate(lines):
            if needed[at] == wanted and len(line) <= _MAX_LINE and len(line) + 2 <= room:
                kept.add(at)
                room -= len(line) + 2
    return b"\r\n".join([status, *(line for at, line in enumerate(lines) if at in kept)]) + b"\r\n\r\n"


def _clean(line: bytes) -> bytes:
    return _UNSEEN.sub(b" ", line).strip(b" \t")
