"""Files that a transfer in text mode converted: every LF became CRLF, or every CRLF became LF.

Where CRs were added, taking them out again gives the file as it was, and recovery goes on from there. Where CRs were
lost, each record must be restored by itself (recovery_returns). Some programs did both in one: they added a CR before
those LFs that had none, so that nothing tells any more which had one before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

from app.errors import StorageFailed
from app.tianwang.recovery_findings import Cancelled, Finding, Found, Progress
from app.tianwang.recovery_judge import SURE, what_follows
from app.tianwang.recovery_probe import MARK, closes, probe
from app.tianwang.recovery_returns import PROVEN, restored, returns_lost
from app.tianwang.recovery_scan import Scanner
from app.tianwang.recovery_source import WINDOW, Source, temporary, why

ADDED, REMOVED = "added", "removed"

_TRIED = 8  # records that are looked at
_SAMPLE = 4 * WINDOW
_NEARLY_ALL = 0.98  # of the line ends; damage may have hit some
_RESTORED = "The line ends were converted; the file without the added CRs fits"


def detect(source: Source) -> tuple[str, ...]:
    """What happened to the line ends of a file: nothing (the usual), ADDED, REMOVED or both."""
    walking, misses = _first_records(source)
    if walking and not misses:
        return ()
    sample = b"".join(source.pieces(0, min(_SAMPLE, source.size)))
    breaks, pairs = sample.count(b"\n"), sample.count(b"\r\n")
    if breaks and MARK in sample and pairs >= breaks * _NEARLY_ALL:
        undone = Source(BytesIO(sample.replace(b"\r\n", b"\n")), source.path)
        walking, misses = _first_records(undone)
        return (ADDED, REMOVED) if misses else (ADDED,) if walking else ()
    return (REMOVED,) if misses else ()


def found(
    source: Source,
    conversion: tuple[str, ...],
    progress: Progress | None,
    cancelled: Callable[[], bool] | None,
    beside: Path | None,
) -> Iterator[tuple[Found, Source]]:
    """Findings in a file of which `detect` said that it was converted, with the source of their parts.

    Needs a temporary file as large as the content where CRs were added (in the folder of `beside`).
    """
    if ADDED not in conversion:
        for item in restored(source, progress, cancelled):
            yield item, source
        return
    with _without_returns(source, cancelled, beside) as undone:
        scanner = restored if REMOVED in conversion else lambda *a: Scanner(*a).found()
        place = _Place(source)
        for item in scanner(undone, progress, cancelled):
            yield _translated(item, place, undone, source)


def _translated(item: Found, place: _Place, undone: Source, source: Source) -> tuple[Found, Source]:
    """A finding of the undone file as one of the file itself."""
    start, end = place.at, place.move(item.finding.end)
    old = item.finding
    if old.kind == "lost":
        return Found(Finding("lost", start, end, old.url, old.date, old.reason), ((start, end),)), source
    kind = "repaired" if old.kind == "recovered" else old.kind
    reason = f"{_RESTORED}. {old.reason}".rstrip(". ")
    return Found(Finding(kind, start, end, old.url, old.date, reason), item.parts), undone


class _Place:
    """Where an offset of the undone file is in the file itself; offsets must come in order."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._undone = self.at = 0

    def move(self, offset: int) -> int:
        """The offset behind the last byte that stands before `offset` in the undone file."""
        while (missing := offset - self._undone) > 0:
            step = min(missing, WINDOW - 1)
            piece = self._source.read(self.at, step + 1)
            self._undone += step - piece.count(b"\r\n")
            self.at += step
        return self.at


def _without_returns(source: Source, cancelled: Callable[[], bool] | None, beside: Path | None) -> Source:
    """A temporary file in which every CRLF is LF."""
    file = temporary(beside)
    try:
        held = b""
        for piece in source.pieces(0, source.size):
            if cancelled is not None and cancelled():
                raise Cancelled
            piece = held + piece
            held = b"\r" if piece.endswith(b"\r") else b""
            file.write(piece[: len(piece) - len(held)].replace(b"\r\n", b"\n"))
        file.write(held)
        return Source(file, source.path)
    except OSError as error:
        file.close()
        raise StorageFailed(path=beside or source.path, detail=why(error)) from error
    except Cancelled:
        file.close()
        raise


def _first_records(source: Source) -> tuple[bool, bool]:
    """Whether some of the first records are as they should be, and whether CRs are missing in some.

    One alone proves that only by a checksum: cut bytes look the same.
    """
    walking = proven = False
    missing = 0
    at, tried = source.find(MARK, 0, _SAMPLE), 0
    while at >= 0 and tried < _TRIED:
        record, step = probe(source, at), 1
        if record is not None and not record.broken_rule:
            tried += 1
            if closes(source, record) and what_follows(source, record.end) in SURE:
                walking, step = True, record.end - at
            if step == 1 or b"unzip-length" in record.fields:
                lost = returns_lost(source, at)
                proven, missing = proven or lost == PROVEN, missing + (lost != "")
        at = source.find(MARK, at + step, _SAMPLE)
    return walking, proven or (missing > 1 and not walking)
