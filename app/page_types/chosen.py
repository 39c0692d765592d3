"""What persons say that pages are: `page_types.json` in the archive, primary data; it holds for all versions of a page."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from app.archive.whole import write_whole
from app.errors import StorageFailed
from app.messages import Message
from extractors.html.types.kinds import KINDS

NAME = "page_types.json"
MOST = 10_000
_MOST_BYTES = 8 << 20


@dataclass(frozen=True, slots=True)
class Choice:
    """The kind of a page by its address; `when` it was chosen is ISO 8601."""

    url: str
    type: str
    when: str = ""


class Choices:
    """The choices of one archive; of the same page the last holds."""

    def __init__(self, choices: Iterable[Choice] = ()) -> None:
        self.all: dict[str, Choice] = {}
        for choice in choices:
            self.all.pop(choice.url, None)
            self.all[choice.url] = choice

    def of(self, url: str) -> Choice | None:
        return self.all.get(url)

    @property
    def digest(self) -> str:
        """Another one as soon as a page has another kind."""
        said = sorted((one.url, one.type) for one in self.all.values())
        return sha256(json.dumps(said).encode()).hexdigest() if said else ""


def read_choices(archive: Path) -> Choices:
    """The choices of an archive; none where the file is missing or unreadable."""
    try:
        with (archive / NAME).open("rb") as file:
            said = json.loads(file.read(_MOST_BYTES))
        rows = said["pages"][:MOST]
        found = (Choice(str(row["url"]), str(row["type"]), str(row.get("when", ""))) for row in rows)
        return Choices(one for one in found if one.type in KINDS)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return Choices()


def keep(archive: Path, url: str, type: str | None) -> Choice | None:
    """Say what a page is, or with None nothing any more; what was said before, for undoing. StorageFailed."""
    choices = read_choices(archive)
    before = choices.of(url)
    left = [one for one in choices.all.values() if one.url != url]
    if type is not None:
        left.append(Choice(url, type, datetime.now(UTC).isoformat(timespec="seconds")))
    elif before is None:
        return None
    _write(archive, left)
    return before


def _write(archive: Path, choices: list[Choice]) -> None:
    path = archive / NAME
    rows = [asdict(one) for one in choices]
    text = json.dumps({"pages": rows}, indent=2, ensure_ascii=False) + "\n"
    if len(rows) > MOST or len(text.encode("utf-8", "replace")) > _MOST_BYTES:
        raise StorageFailed(path=path, detail=Message("page-types-many", count=MOST))
    write_whole(path, text.encode("utf-8", "replace"))
