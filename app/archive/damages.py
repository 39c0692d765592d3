"""A capture that cannot be shown as it was stored: what is wrong with it, and which versions beside it are whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from app.archive.model import Capture
from app.errors import FormatError, StorageUnreadable
from app.messages import Message

_TRIED = 40  # versions in each direction: a chain of incremental records has 20


@dataclass(frozen=True, slots=True)
class Damage:
    """`reason` is what a check says of the version's record, without a full stop; `before` and `after` are the nearest
    versions of its page that can be read and are what was stored."""

    capture: Capture
    reason: str
    before: Capture | None = None
    after: Capture | None = None


class Versions(Protocol):
    """What is asked of a reader of the archive."""

    def damage(
        self, capture: Capture | str, /, cancelled: Callable[[], bool] | None = None
    ) -> str | None: ...
    def versions(self, url: str, /) -> list[Capture]: ...


def damage_with_neighbours(reader: Versions, version: Capture) -> Damage | None:
    """What is wrong with a version, or None when it is whole."""
    reason = reason_of(reader, version)
    if reason is None:
        return None
    versions = reader.versions(version.url)
    at = next((n for n, one in enumerate(versions) if one.id == version.id), len(versions))
    before, after = versions[max(0, at - _TRIED) : at], versions[at + 1 : at + 1 + _TRIED]
    return Damage(version, reason, _first_whole(reader, reversed(before)), _first_whole(reader, after))


def reason_of(reader: Versions, version: Capture, cancelled: Callable[[], bool] | None = None) -> str | None:
    """Why the content of a version is not what was stored, or cannot be read; None when it is whole. When `cancelled`,
    what comes back is of no use."""
    try:
        return reader.damage(version, cancelled)
    except FormatError as error:
        return error.rule
    except StorageUnreadable as error:
        return Message("neighbour-unreadable", detail=error.fields["detail"])


def _first_whole(reader: Versions, versions: Iterable[Capture]) -> Capture | None:
    return next((one for one in versions if reason_of(reader, one) is None), None)
