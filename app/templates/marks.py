"""What a person has marked as no content, or as content after all: `template.json` in the archive, primary data.

A mark on one page holds for its site: it names a unit or region by its number, with the words it was seen with, so that a
list of marks can be read.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from app.archive.whole import write_whole
from app.errors import StorageFailed
from app.messages import Message

NAME = "template.json"
_MOST_BYTES = 1 << 20
MOST_MARKS = 2000
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Mark:
    """A part of the pages of a site: `content` says whether it is to be kept. `when` is ISO 8601, `where` a path of
    elements and `text` the words it was seen with."""

    site: str
    number: int
    content: bool
    where: str = ""
    text: str = ""
    when: str = ""


class Marks:
    """The marks of one archive; of the same part the last holds."""

    def __init__(self, marks: Iterable[Mark] = ()) -> None:
        self.all: dict[tuple[str, int], Mark] = {}
        for mark in marks:
            self.all.pop((mark.site, mark.number), None)
            self.all[mark.site, mark.number] = mark

    def applied(self, site: str, template: frozenset[int]) -> frozenset[int]:
        """A template with what is marked as no content, and with the numbers of what is to be kept, less than 0."""
        return template.union(
            -mark.number if mark.content else mark.number for mark in self.all.values() if mark.site == site
        )

    def of(self, site: str, number: int) -> Mark | None:
        return self.all.get((site, number))


def read_marks(archive: Path) -> Marks:
    """The marks of an archive; none where the file is missing or unreadable."""
    try:
        with (archive / NAME).open("rb") as file:
            said = json.loads(file.read(_MOST_BYTES))
        rows = said["marks"]
        return Marks(
            Mark(
                str(row["site"]),
                int(row["number"]),
                bool(row["content"]),
                str(row.get("where", "")),
                str(row.get("text", "")),
                str(row.get("when", "")),
            )
            for row in rows[:MOST_MARKS]
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return Marks()


def mark(
    archive: Path, site: str, number: int, *, content: bool, where: str = "", text: str = ""
) -> tuple[Mark | None, Mark]:
    """Mark a part of the pages of a site; the mark that was there before, for undoing, and the new one. StorageFailed."""
    marks = read_marks(archive)
    new = Mark(
        site,
        number,
        content,
        where[:_LONGEST],
        text[:_LONGEST],
        datetime.now(UTC).isoformat(timespec="seconds"),
    )
    before = marks.of(site, number)
    _write(archive, Marks([*marks.all.values(), new]))
    return before, new


def unmark(archive: Path, site: str, number: int, before: Mark | None = None) -> None:
    """Take a mark back: what was marked before holds again. StorageFailed."""
    marks = read_marks(archive)
    left = [one for key, one in marks.all.items() if key != (site, number)]
    _write(archive, Marks([*left, before] if before is not None else left))


def _write(archive: Path, marks: Marks) -> None:
    path = archive / NAME
    rows = [
        {
            "site": one.site,
            "number": one.number,
            "content": one.content,
            "where": one.where,
            "text": one.text,
            "when": one.when,
        }
        for one in marks.all.values()
    ]
    text = json.dumps({"marks": rows}, indent=2, ensure_ascii=False) + "\n"
    if len(rows) > MOST_MARKS or len(text.encode("utf-8", "replace")) > _MOST_BYTES:
        raise StorageFailed(path=path, detail=Message("template-marks-many", count=MOST_MARKS))
    write_whole(path, text.encode("utf-8", "replace"))
