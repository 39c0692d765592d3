"""What recovery says of the bytes of a file, and in which words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from app.tianwang.recovery_probe import Probe

ALONE = "It stands behind damage, and too few records follow it to prove it"
EMBEDDED = "It may be text inside the page of a lost record"
UNENDED = "Nothing proves where it ends: no record follows it"
UNCLOSED = "Its closing newline or another byte is missing"
CHECK_LOST = "It lacks the checksum that its neighbours carry"
WIPED = "A sector of its data seems to have been wiped"
NO_RECORD = "These bytes are no record"
HEADER_LOST = "The header of the record is damaged"
CUT_OFF = "The file ends before the end of the record"
CUT = "The record is cut, or bytes were lost or added inside it"
DATA_LOST = "The compressed data of the record is damaged"
NEWLINE_LOST = "The newline that closes the record was restored"
BYTE_LOST = "Byte {offset} was 0x{old:02x} and is 0x{new:02x} again, as the checks of header and data prove"
LENGTH_LOST = "The length of the record was restored; its data is proven by its checksum"


@dataclass(frozen=True, slots=True)
class Finding:
    """What the bytes from `offset` to `end` are; `kind` is "recovered", "suspect", "repaired" or "lost"."""

    kind: str
    offset: int
    end: int
    url: str
    date: datetime | None
    reason: str


class Found(NamedTuple):
    """A finding, and the bytes that are written for it: literal ones and ranges of the source."""

    finding: Finding
    parts: tuple[bytes | tuple[int, int], ...]


class Cancelled(Exception):
    """The person asked to stop."""


Progress = Callable[[int, int], None]


def found_as(kind: str, record: Probe, reason: str) -> Found:
    """A record that is written as it stands there."""
    finding = Finding(kind, record.offset, record.end, record.url, record.date, reason)
    return Found(finding, ((record.offset, record.end),))


def sentence(reason: str) -> str:
    """A reason of another module as a finding gives it."""
    return reason[:1].upper() + reason[1:]
