"""Films as FFmpeg opens them: from memory, and only as the container that we saw, so that no play list can make it
open something else."""

from __future__ import annotations

import io
from typing import Any

import av

_DEMUXERS = (
    (0, b"\x1a\x45\xdf\xa3", "matroska"),
    (0, b"RIFF", "avi"),
    (0, b"OggS", "ogg"),
    (0, b"\x30\x26\xb2\x75", "asf"),
    (0, b"FLV", "flv"),
    (0, b".RMF", "rm"),
    (0, b"\0\0\x01\xba", "mpeg"),
    (0, b"\0\0\x01\xb3", "mpegvideo"),
    (0, b"\x47", "mpegts"),
    *((4, name, "mov") for name in (b"ftyp", b"moov", b"mdat", b"wide", b"skip", b"free", b"pnot")),
)
_OPTIONS = {"probesize": "5000000", "analyzeduration": "5000000", "fflags": "+discardcorrupt", "max_streams": "100"}


def demuxer_of(data: bytes) -> str | None:
    """What reads the container, None when it is none of those we know."""
    return next((name for at, mark, name in _DEMUXERS if data.startswith(mark, at)), None)


def opened(data: bytes, demuxer: str) -> Any:
    """The container, to be closed; FFmpegError, ValueError, OSError, MemoryError, OverflowError when it is damaged."""
    return av.open(io.BytesIO(data), "r", format=demuxer, options=_OPTIONS, metadata_errors="replace")
