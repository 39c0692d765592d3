"""Fields of a mail as people read them: encoded words (RFC 2047), raw bytes in any charset, dates, addresses."""

from __future__ import annotations

import base64
import binascii
import quopri
import re
from datetime import UTC
from email.message import Message
from email.utils import getaddresses, parsedate_to_datetime

from extractors import charset, dates, spacing

_LONGEST = 20_000
_WORD = re.compile(rb"=\?([\w.:+-]{1,40})(?:\*[\w-]{0,20})?\?([bBqQ])\?([^?\s]*(?: [^?\s]+)*)\?=")
_BETWEEN = re.compile(rb"(\?=)\s+(=\?)")
_MOST_PEOPLE = 50


def field(message: Message, name: str) -> str:
    """The first field of that name, decoded, on one line."""
    for known, value in message.raw_items():
        if known.lower() == name:
            return decoded(str(value), message.get_param("charset"))
    return ""


def decoded(value: str, usual: object = None) -> str:
    """A raw field as one line; bytes that are not ASCII are in `usual`, the charset of the text, or what fits them."""
    raw = value[:_LONGEST].encode("utf-8", "surrogateescape")
    declared = usual if isinstance(usual, str) else None
    pieces: list[str] = []
    end = 0
    waiting, waiting_set = b"", ""
    raw = _BETWEEN.sub(rb"\1\2", raw)
    for word in _WORD.finditer(raw):
        between = raw[end : word.start()]
        label = word[1].decode("ascii", "replace").lower()
        content = _content(word[2], word[3])
        if between or label != waiting_set:
            # a character may be cut in two by the end of a word
            pieces += [_text(waiting, waiting_set), _plain(between, declared)]
            waiting = b""
        waiting, waiting_set = waiting + content, label
        end = word.end()
    pieces += [_text(waiting, waiting_set), _plain(raw[end:], declared)]
    return spacing.line("".join(pieces))


def date(message: Message) -> str:
    """When it was sent, ISO 8601 in its own time zone, or ""."""
    said = field(message, "date")
    try:
        moment = parsedate_to_datetime(said)
        return dates.of(moment.replace(tzinfo=UTC) if said.rstrip().endswith("-0000") else moment)
    except (TypeError, ValueError, IndexError, OverflowError):
        return dates.iso(said)


def people(message: Message, name: str) -> str:
    """The names of those in a field of addresses, or their addresses; separated by commas."""
    said = field(message, name)
    try:
        found = getaddresses([said])[:_MOST_PEOPLE]
    except (ValueError, IndexError, RecursionError):
        return said
    shown = [spacing.line(person.strip("'\" ")) or address for person, address in found]
    return ", ".join(filter(None, shown)) or said


def file_name(part: Message) -> str:
    """What an attachment is called, or ""."""
    try:
        name = part.get_filename()
    except (ValueError, LookupError, TypeError, AttributeError):
        return ""
    return decoded(str(name)) if name else ""


def _content(coding: bytes, content: bytes) -> bytes:
    if coding in b"qQ":
        return quopri.decodestring(content.replace(b"_", b"=20"), header=False)
    try:
        return base64.b64decode(content + b"=" * (-len(content) % 4))
    except (binascii.Error, ValueError):
        return b"?"


def _text(content: bytes, label: str) -> str:
    if not content:
        return ""
    codec = charset.codec(label)
    return content.decode(codec, "replace") if codec else charset.decode(content, None)[0]


def _plain(content: bytes, declared: str | None) -> str:
    return content.decode("ascii") if content.isascii() else charset.decode(content, declared)[0]


def payload(part: Message) -> bytes:
    """What a part holds, without its transfer encoding; b"" when it holds other parts, or is damaged."""
    try:
        found = part.get_payload(decode=True)
    except (ValueError, LookupError, AssertionError, AttributeError):
        found = None
    return found if isinstance(found, bytes) else b""
