"""MIDI files: the names of the piece and its tracks, words sung, how long it lasts. Source: "Standard MIDI Files 1.0"
(MIDI Manufacturers Association)."""

from __future__ import annotations

from extractors.media.media import Facts
from extractors.media.riff import chunks

_MOST_EVENTS = 300_000
_TEXTS = {1: "comment", 2: "copyright", 3: "title"}


def read(data: bytes, facts: Facts) -> None:
    """Note what a MIDI file says; raises ValueError when it is none."""
    if data[8:12] == b"RMID" and (at := data.find(b"MThd")) > 0:
        data = data[at:]
    if not data.startswith(b"MThd") or len(data) < 14:
        raise ValueError("no MIDI header")
    division = int.from_bytes(data[12:14], "big")
    tempos = [(0, 500_000)]
    longest = events = 0
    words: list[tuple[int, bytes]] = []
    for number, (name, begin, end) in enumerate(chunks(data, 0, len(data), "big")):
        if name == b"MTrk" and events < _MOST_EVENTS:
            ticks, seen = _track(data, begin, end, number == 1, tempos, words, facts)
            longest, events = max(longest, ticks), events + seen
    facts.media_type = "audio/midi"
    facts.extra["tracks"] = str(int.from_bytes(data[10:12], "big"))
    if division and not division & 0x8000:
        facts.duration = _seconds(longest, tempos, division)
    sung = (
        b"".join(text for _, text in words).replace(b"\\", b"\n").replace(b"/", b"\n").replace(b"\r", b"\n")
    )
    if sung.strip():
        facts.lyrics.append(sung[: 1 << 20])


def _track(
    data: bytes,
    at: int,
    end: int,
    first: bool,
    tempos: list[tuple[int, int]],
    words: list[tuple[int, bytes]],
    facts: Facts,
) -> tuple[int, int]:
    """Ticks of a track and its number of events."""
    ticks = count = status = 0
    while at < end and count < _MOST_EVENTS:
        count += 1
        wait, at = _variable(data, at, end)
        ticks += wait
        if at >= end:
            break
        if data[at] & 0x80:
            status = data[at]
            at += 1
        if status in (0xF0, 0xF7, 0xFF):
            kind = data[at] if status == 0xFF and at < end else -1
            size, at = _variable(data, at + (status == 0xFF), end)
            content = data[at : min(at + size, end)]
            at += size
            if kind == 0x51 and len(content) == 3:
                tempos.append((ticks, int.from_bytes(content, "big")))
            elif kind == 5:
                words.append((ticks, content))
            elif kind in _TEXTS and (kind != 3 or first):
                facts.add(_TEXTS[kind], content[:2000], "MIDI")
            elif kind == 0x2F:
                break
        else:
            at += 1 if 0xC0 <= status < 0xE0 else 2
    return ticks, count


def _variable(data: bytes, at: int, end: int) -> tuple[int, int]:
    """A number of seven bits a byte, and where it ends."""
    value = 0
    for _ in range(4):
        if at >= end:
            break
        byte = data[at]
        at += 1
        value = value << 7 | byte & 0x7F
        if not byte & 0x80:
            break
    return value, at


def _seconds(ticks: int, tempos: list[tuple[int, int]], division: int) -> float:
    total, before, tempo = 0.0, 0, 500_000
    for at, following in sorted(tempos, key=lambda change: change[0]):
        total += (min(at, ticks) - before) * tempo
        before, tempo = min(at, ticks), following
    return (total + (ticks - before) * tempo) / division / 1e6
