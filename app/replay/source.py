"""The part of an archive that the replay server needs: a few methods, so that a test can bring its own."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from app.archive.model import Capture, Damage


class Message(Protocol):
    """A stored HTTP response with its codings undone."""

    @property
    def status_line(self) -> str: ...
    @property
    def status(self) -> int: ...
    @property
    def reason(self) -> str: ...
    @property
    def headers(self) -> tuple[tuple[str, str], ...]: ...
    @property
    def body(self) -> bytes: ...
    @property
    def media_type(self) -> str: ...
    @property
    def charset(self) -> str | None: ...


class CaptureSource(Protocol):
    """A reader of captures, used in one thread only."""

    def nearest(self, url: str, date: datetime | None, /) -> Capture | None: ...
    def http(self, capture: Capture, /) -> Message: ...
    def damaged(self, capture: Capture, /) -> Damage | None: ...
    def close(self) -> None: ...


class ReadableArchive(Protocol):
    """Hands out readers; called once in every worker thread."""

    def reader(self) -> CaptureSource: ...
