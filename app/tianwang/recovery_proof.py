"""What the DATA of a record that recovery has found proves by itself."""

from __future__ import annotations

import hashlib
import re

from zlib_ng import zlib_ng

from app.tianwang.inflating import InflateError, inflates
from app.tianwang.recovery_probe import Probe, Proof
from app.tianwang.recovery_source import WINDOW, Source

_MAX_INFLATED = 2 << 30
_DIGEST = re.compile(rb" *sha256:([0-9a-f]{64})")

_NOTHING = (Proof.NONE, "")
_SEALED = (Proof.GOOD, "the header fits its header-check")
_OF_DIGEST = ((Proof.BAD, "DATA does not fit its digest"), (Proof.GOOD, "DATA fits its digest"))
_OF_INFLATION = ((Proof.BAD, "DATA does not inflate"), (Proof.GOOD, "DATA inflates to unzip-length"))


def proof(source: Source, found: Probe) -> tuple[Proof, str]:
    """What digest and compression say of the DATA of a record that fits into the file; read in pieces, once."""
    if found.proven is None:
        fields = found.fields
        if b"digest" not in fields and b"unzip-length" not in fields:
            found.proven = _SEALED if found.sealed and not found.length else _NOTHING
        elif short(found):
            found.proven = proof_of(found, source.read(found.data, found.length))
        else:
            found.proven = _of_pieces(source, found)
    return found.proven


def short(found: Probe) -> bool:
    """Whether DATA is to be checked in one piece."""
    announced = found.fields.get(b"unzip-length", b"").strip()
    return found.length + (int(announced) if announced.isdigit() and len(announced) <= 12 else 0) < WINDOW


def proof_of(found: Probe, data: bytes) -> tuple[Proof, str]:
    """The same of DATA that is `short`; for any thread, and mostly without the interpreter's lock."""
    digest = _DIGEST.fullmatch(found.fields.get(b"digest", b""))
    if digest:
        return _OF_DIGEST[hashlib.sha256(data).hexdigest().encode() == digest[1]]
    announced = found.fields.get(b"unzip-length")
    if announced is None:
        return _SEALED if found.sealed and not found.length else _NOTHING
    announced = announced.strip()
    if not announced.isdigit() or len(announced) > 12:
        return _OF_INFLATION[False]
    return _OF_INFLATION[inflates(data, int(announced))]


def carries_proof(record: Probe) -> bool:
    """Whether a change of DATA could be found out; where there is none, of the header."""
    return b"digest" in record.fields or b"unzip-length" in record.fields or (not record.length)


def _of_pieces(source: Source, found: Probe) -> tuple[Proof, str]:
    digest = _DIGEST.fullmatch(found.fields.get(b"digest", b""))
    if digest:
        machine = hashlib.sha256()
        for piece in source.pieces(found.data, found.data_end):
            machine.update(piece)
        return _OF_DIGEST[machine.hexdigest().encode() == digest[1]]
    announced = found.fields.get(b"unzip-length")
    if announced is None:
        return _SEALED if found.sealed and not found.length else _NOTHING
    return _OF_INFLATION[_inflates(source, found, announced.strip())]


def _inflates(source: Source, found: Probe, announced: bytes) -> bool:
    if not announced.isdigit() or len(announced) > 12 or int(announced) > _MAX_INFLATED:
        return False
    machine, left = zlib_ng.decompressobj(), int(announced)
    try:
        for piece in source.pieces(found.data, found.data_end):
            while piece and not machine.eof:
                left -= len(machine.decompress(piece, min(max(left, 0) + 1, WINDOW)))
                piece = machine.unconsumed_tail
                if left < 0:
                    return False
            if machine.unused_data or piece:
                return False
        left -= len(machine.flush())
    except InflateError:
        return False
    return machine.eof and left == 0
