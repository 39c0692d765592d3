"""The history of a page and of its blocks, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from app.blocks.changes import Noise
from app.blocks.summaries import Span

EventKind = Literal["first", "changed", "markup", "moved", "removed", "reappeared"]
Place = tuple[str | None, Span | None]


@dataclass(frozen=True, slots=True)
class VersionChange:
    """One version of a page against the one before it (`previous`, None for the first). `counts` are its changes by
    kind without noise, `noise` how many are that; `size` characters really changed; shares of all characters, 0 to 1.
    `error` says why it was not compared: "damaged" (it, or the one before it), or "status 404"."""

    id: str
    date: datetime
    previous: str | None
    counts: Mapping[str, int]
    noise: int
    size: int
    share: float
    real_share: float
    error: str = ""

    @property
    def noise_share(self) -> float:
        """What of the share is noise."""
        return max(0.0, self.share - self.real_share)


@dataclass(frozen=True, slots=True)
class BlockEvent:
    """What happened to a block in a version; `path` is where it stands then, or stood last. `parts` are the places in
    the version before and in this one of the changes inside it."""

    kind: EventKind
    id: str
    date: datetime
    path: str
    previous: str | None = None
    previous_path: str | None = None
    size: int = 0
    differs: bool = False
    noise: Noise | None = None
    parts: tuple[tuple[Place, Place], ...] = ()

    @property
    def is_content(self) -> bool:
        """Whether what the block says is really another from then on."""
        return self.noise is None and (self.kind in ("first", "reappeared", "changed") or self.differs)


@dataclass(frozen=True, slots=True)
class BlockHistory:
    """One block through the versions; `events` oldest first. `changed`: in how many captures it was another, of how
    many since it is there."""

    path: str
    topic: str
    label: str
    excerpt: str
    gone: bool
    events: tuple[BlockEvent, ...]
    changed: tuple[int, int]
    paths: Mapping[str, str]  # by the id of each version that has it

    @property
    def first(self) -> BlockEvent:
        return self.events[0]

    @property
    def last_changed(self) -> BlockEvent:
        """When it got what it says now, noise aside."""
        return next((event for event in reversed(self.events) if event.is_content), self.events[0])
