"""What the view of fields reads and writes in workers."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from app.archive.archive import Archive
from app.archive.reader import ArchiveReader
from app.errors import StorageFailed
from app.fields import rules
from app.fields.alarms import Lost, lost, mended, successors
from app.fields.feeding import document_of
from app.fields.limited import Limited
from app.fields.rules import Field, Way
from app.fields.table import Reach, Row, Stretch, Values, as_csv, as_json, table
from app.fields.teaching import Example, Proposal, Taught, teach
from widgets.kit import jobs

MOST = 20_000
"""Pages of the table."""


class Line(NamedTuple):
    """A page and its values by the ids of fields."""

    url: str
    title: str
    cells: dict[str, Row]


class Loaded(NamedTuple):
    """What the view shows: the fields, how far each reaches, the pages, and the fields that match no longer."""

    fields: tuple[Field, ...]
    reaches: tuple[Reach, ...]
    lines: list[Line]
    lost: list[Lost]
    more: int  # pages left out


def load(archive: Archive, reader: ArchiveReader, at: datetime | None) -> Loaded:
    """The values as they are known now, in the newest versions or as they stood at a moment."""
    fields = tuple(rules.fields(archive.path))
    if not fields:
        return Loaded((), (), [], [], 0)
    with Values(archive.path, fields) as values:
        by_name = {one.name: one.id for one in fields}
        found = list(table(values, fields, at))
        reaches = tuple(values.reach(one) for one in fields)
    shown = found[:MOST]
    numbers = reader.numbered([url for url, _ in shown])
    titles = {
        page.url: reader.bare_title(page.title, page.url) or page.name
        for page in reader.pages_by_id(list(numbers.values()))
    }
    lines = [
        Line(url, titles.get(url, ""), {by_name[name]: row for name, row in rows.items()})
        for url, rows in shown
    ]
    return Loaded(fields, reaches, lines, lost(archive.path), len(found) - len(shown))


def histories(
    archive: Archive, field: Field, urls: Sequence[str]
) -> list[tuple[str, list[Stretch], list[tuple[datetime, float]]]]:
    """Of some pages the values of a field through time, and its numbers."""
    with Values(archive.path, [field]) as values:
        return [(url, values.history(field, url), values.series(field, url)) for url in urls]


def export(archive: Archive, at: datetime | None, path: Path) -> int:
    """The table as CSV or, by its ending, as lines of JSON; how many lines. StorageFailed."""
    fields = rules.fields(archive.path)
    with Values(archive.path, fields) as values:
        made = (as_json if path.suffix.lower() in (".json", ".jsonl") else as_csv)(values, fields, at)
        count = 0
        try:
            with path.open("w", encoding="utf-8-sig" if path.suffix.lower() == ".csv" else "utf-8") as file:
                for line in made:
                    file.write(line + "\n")
                    count += 1
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise StorageFailed(path=path, detail=error.strerror or str(error)) from error
    return count


class Pointed(NamedTuple):
    """A value that somebody points at: the id of the version, the path of its element, its text."""

    id: str
    path: str
    text: str


def propose(
    reader: ArchiveReader, pointed: Sequence[Pointed], kind: rules.Kind | None, task: jobs.Handle
) -> tuple[str, Taught]:
    """The address of the first page, and what finds the values. NothingThere, FieldsUnavailable."""
    examples = []
    url, at = "", None
    for one in pointed:
        version = reader.capture(one.id)
        document = document_of(reader, version)
        if document is not None:
            url, at = url or version.url, at or version.date
            examples.append(Example(document, one.path, one.text))
    if not examples:
        from app.fields.teaching import NothingThere

        raise NothingThere(text=pointed[0].text[:80])
    return url, teach(reader, examples, kind, at, cancelled=lambda: task.cancelled)


def mend(
    archive: Archive, reader: ArchiveReader, lost: Sequence[Lost]
) -> list[tuple[Lost, tuple[Proposal, ...]]]:
    """Let fields that match no longer find their values where they stand now: the best of the ways that do is kept where
    it finds old values. The fields with their ways."""
    found = []
    with Limited() as limited:
        for one in lost:
            ways = successors(reader, one, limited=limited)
            if ways and ways[0].agreed:
                rules.replaced(archive.path, one.field, mended(one, ways))
            found.append((one, ways))
    return found


def tried(reader: ArchiveReader, id: str, way: Way, kind: rules.Kind) -> list[str]:
    """What a way that somebody typed finds on a page. FieldInvalid, FieldsUnavailable."""
    field = rules.check(Field("", "x", kind, "", (way,), True))
    document = document_of(reader, reader.capture(id))
    if document is None:
        return []
    with Limited() as limited:
        found = limited.findings(document, [field])[0]
    return [one.value.text for one in found or ()]
