"""Headers with one changed byte, restored by their own check.

A CRC is linear: a change of one byte changes it by what the place and the old and new byte give, whatever the other
bytes are. So the difference between the stored and the computed CRC, taken back byte by byte, tells where a single
change can have been, and which.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from pathlib import Path

from app.tianwang.recovery_probe import MARK, Probe, Proof, closes, probe
from app.tianwang.recovery_proof import proof
from app.tianwang.recovery_source import Source

_LONGEST = 4096  # bytes of a header; in longer ones two changes are too often alike
_ENDS = 2  # places where the header may end that are tried
_CHECKS = 3  # places where the check may stand
_CHANGES = {zlib.crc32(bytes((value,))) ^ zlib.crc32(b"\0"): value for value in range(1, 256)}
_BY_TOP = {change >> 24: (value, change) for change, value in {0: 0, **_CHANGES}.items()}

_EMPTY_LINE = re.compile(rb"(?=\n\n)")
_LAST_LINE = re.compile(rb"\nlength: \d{1,15}")
_CHECK = re.compile(
    rb"crc32:(?P<a>[0-9a-f]{8})|\nheader-check: .{6}(?P<b>[0-9a-f]{8})\n|\nheader-check: crc32:(?P<c>.{8})\n", re.DOTALL
)


def mended(source: Source, offset: int) -> tuple[Probe, int, int] | None:
    """(the record at `offset` as it was before one byte of its header changed, that byte's offset, its changed value).

    None unless there is exactly one such record, whose DATA fits its digest.
    """
    zone = source.read(offset, _LONGEST)
    further = zone.find(b"\n" + MARK, 1)
    zone = zone[: further if further >= 0 else len(zone)]
    found = []
    for end in _ends(zone):
        for head in _candidates(zone[:end]):
            record = _record(source, offset, head)
            if record is not None:
                found.append(record)
    if len({record.head for record in found}) != 1:
        return None
    head = found[0].head
    place = next(at for at, byte in enumerate(head) if zone[at] != byte)
    return found[0], offset + place, zone[place]


def _ends(zone: bytes) -> set[int]:
    """Where the header may end, also when the byte that changed was one of its last two newlines."""
    ends = {found.start() + 2 for found in islice(_EMPTY_LINE.finditer(zone), _ENDS)}
    for found in islice(_LAST_LINE.finditer(zone), _ENDS):
        ends |= {found.end() + 1, found.end() + 2}
    return ends


def _candidates(damaged: bytes) -> Iterator[bytes]:
    """The headers that have the CRC they name and differ from `damaged` in one byte."""
    for check in list(_CHECK.finditer(damaged))[-_CHECKS:]:
        start = check.start(check.lastgroup or 0)
        digits, rest = damaged[start : start + 8], damaged[:start] + damaged[start + 8 :]
        right = b"%08x" % zlib.crc32(rest)
        if sum(a != b for a, b in zip(digits, right, strict=True)) == 1:
            yield damaged[:start] + right + damaged[start + 8 :]
        if not re.fullmatch(rb"[0-9a-f]{8}", digits):
            continue
        state = zlib.crc32(rest) ^ int(digits, 16)
        for at in range(len(rest) - 1, -1, -1):
            change = _CHANGES.get(state)
            if change is not None:
                place = at if at < start else at + 8
                yield damaged[:place] + bytes((damaged[place] ^ change,)) + damaged[place + 1 :]
            value, step = _BY_TOP[state >> 24]
            state = ((state ^ step) << 8 & 0xFFFFFFFF) | value


def _record(source: Source, offset: int, head: bytes) -> Probe | None:
    """The record with this header at this place, if everything it says of itself is right."""
    alone = probe(Source(BytesIO(head), Path()), 0)
    if alone is None or len(alone.head) != len(head):
        return None
    record = Probe(offset, alone.head, 1 + alone.crlf, alone.fields, alone.names)
    if record.broken_rule or not record.sealed or record.unsound or not closes(source, record):
        return None
    return record if proof(source, record)[0] is Proof.GOOD else None
