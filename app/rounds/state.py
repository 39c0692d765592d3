"""The state of a crawl in rounds, in a small file of the archive: its book, its segments, and which steps were done."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

from app.archive.archive import Archive
from app.archive.whole import write_whole
from app.errors import ArchiveError, UserError, shell_word
from app.messages import Message

FOLDER = "rounds"
NAME = "rounds.json"

Step = Literal["generate", "fetch", "parse", "update", "index", "dedup", "merge"]
STEPS: tuple[Step, ...] = get_args(Step)


class RoundsMissing(UserError):
    """Nothing was injected into the archive yet."""

    code = "rounds-missing"


class RoundsRefused(UserError):
    """A step of a round cannot be done now; raised with the sentence that says why."""


@dataclass(slots=True)
class Segment:
    """One round: `name` is the moment of its beginning, `job` fetches it, `done` has the figures of each step that was
    done, by its name."""

    name: str
    job: str = ""
    done: dict[str, dict[str, int]] = field(default_factory=dict)

    @property
    def next(self) -> Step | None:
        """The step to be done next; None for one that was merged."""
        return next((step for step in STEPS if step not in self.done), None)


@dataclass(slots=True)
class State:
    """`book` is the job with all addresses; `top` and `per_host` (0: any number) bound a segment."""

    book: str
    top: int = 1000
    per_host: int = 0
    segments: list[Segment] = field(default_factory=list)

    @property
    def open(self) -> Segment | None:
        """The first segment that was not merged."""
        return next((segment for segment in self.segments if segment.next is not None), None)


def folder_of(archive: Archive) -> Path:
    return archive.path / FOLDER


def load(archive: Archive) -> State:
    """Raises RoundsMissing; ArchiveError for a file that cannot be understood."""
    path = folder_of(archive) / NAME
    try:
        read: dict[str, Any] = json.loads(path.read_text("utf-8"))
        segments = [Segment(**one) for one in read.pop("segments")]
        return State(**read, segments=segments)
    except FileNotFoundError:
        raise RoundsMissing(archive=archive.path, word=shell_word(archive.path)) from None
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise ArchiveError(
            archive=archive.path, detail=Message("serials-unreadable", file=f"{FOLDER}/{NAME}", detail=error)
        ) from error


def save(archive: Archive, state: State) -> None:
    """StorageFailed; then the state before it stands there still."""
    write_whole(folder_of(archive) / NAME, (json.dumps(asdict(state), indent=1) + "\n").encode())
