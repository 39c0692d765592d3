"""Marks on their way from one archive into another: as they stand, with the moment of each value."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import NamedTuple

from app.archive.notes.lines import HEADER, Line, packed
from app.archive.notes.marks import Target
from app.archive.notes.notebook import Act, Notebook
from app.archive.notes.state import MORE, NOTE, STAR, TAG, WHERE, Fields, Notes, Said
from app.archive.reader import ArchiveReader

_ACT = "carried"
_BETWEEN = "\n\n"  # two notes on one thing


class Taken(NamedTuple):
    """What became of the marks of another archive: things that got one, that had it already, that this archive does
    not have."""

    act: Act
    taken: int
    known: int
    left_out: int


def carried(notes: Notes, holds: Callable[[Target, str], bool]) -> Iterator[bytes]:
    """The lines of a file with the marks on all that another archive gets; `holds` tells that of a page, and of a
    version by its id. Nothing where there is no mark."""
    begun = False
    for target, fields in sorted(notes.fields.items()):
        if holds(target, target.capture):
            for line in lines_of(target, fields):
                if not begun:
                    yield HEADER
                    begun = True
                yield packed(line)


def lines_of(target: Target, fields: Fields) -> Iterator[Line]:
    """What stands on a thing, a line for each moment; nothing of what was taken away."""
    told: dict[str, list[tuple[str, Said]]] = {}
    for name, said in fields.items():
        if name != WHERE and said.value not in (None, False, ""):
            told.setdefault(said.at, []).append((name, said))
    where = fields.get(WHERE)
    capture, date, excerpt = where.value if where and isinstance(where.value, tuple) else ("", "", "")
    for at, values in sorted(told.items()):
        named = dict(values)
        note = named.get(NOTE)
        yield Line(
            _ACT,
            at,
            target,
            True if STAR in named else None,
            tuple(str(said.value) for name, said in values if name.startswith(TAG)),
            note=str(note.value) if note else None,
            capture=capture,
            date=date,
            excerpt=excerpt,
            more={name.removeprefix(MORE): said.value for name, said in values if name.startswith(MORE)},
        )


def take(notebook: Notebook, others: Notes, reader: ArchiveReader) -> Taken:
    """Give an archive the marks of another one, for the pages and versions that it has. What stands there already is
    not doubled, what was taken away here later does not come back, and of two notes none is lost.
    StorageFailed, StorageUnreadable."""
    fitting = dict[Target, Fields]()
    left_out = 0
    for target, fields in others.fields.items():
        if not any(lines_of(target, fields)):
            continue
        own = _own(target, fields, reader)
        if own is None:
            left_out += 1
        else:
            fitting[own] = fields
    met = set[Target]()

    def wanted(notes: Notes) -> Iterator[Line]:
        for target, fields in fitting.items():
            lines = list(_missing(target, fields, notes.fields.get(target, {})))
            if lines:
                met.add(target)
            yield from lines

    act = notebook.put(wanted)
    return Taken(act, len(met), len(fitting) - len(met), left_out)


def _own(target: Target, fields: Fields, reader: ArchiveReader) -> Target | None:
    """The same thing in an archive: its pages may be spelled otherwise, its versions have ids of their own."""
    page = reader.page_meant(target.url)
    if page is None:
        return None
    if not target.capture:
        return target._replace(url=page.url)
    where = fields.get(WHERE)
    date = where.value[1] if where and isinstance(where.value, tuple) else ""
    try:
        when = datetime.fromisoformat(date).replace(microsecond=0)
    except ValueError:
        return None
    for capture in reader.versions(page.url, visits=True):
        if capture.date == when:
            return Target(page.url, capture.id)
    return None


def _missing(target: Target, theirs: Fields, ours: Fields) -> Iterator[Line]:
    """The lines that bring what is not there yet."""
    for line in lines_of(target, theirs):
        star = line.star if _lacks(ours.get(STAR), line.at) else None
        add = tuple(
            str(said.value)
            for name, said in theirs.items()
            if name.startswith(TAG) and said.at == line.at and said.value and _lacks(ours.get(name), line.at)
        )
        more = {name: value for name, value in line.more.items() if _lacks(ours.get(MORE + name), line.at)}
        note, at = _joined(line.note, line.at, ours.get(NOTE))
        shared = {"capture": target.capture or line.capture, "date": line.date, "excerpt": line.excerpt}
        if star is not None or add or more or (note is not None and at):
            kept = note if at else None
            yield Line("", line.at, target, star, add, note=kept, more=more, **shared)  # type: ignore[arg-type]
        if note is not None and not at:
            yield Line("", "", target, note=note, **shared)  # type: ignore[arg-type]


def _lacks(ours: Said | None, at: str) -> bool:
    """Whether a value that was said then is missing here; what stands here, or was taken away later, is not."""
    return ours is None or (not ours.value and ours.at < at)


def _joined(note: str | None, at: str, ours: Said | None) -> tuple[str | None, str]:
    """(The note to be written, or None; its moment, "" for now)."""
    if note is None or ours is None or not ours.value:
        return (note, at) if note is not None and _lacks(ours, at) else (None, "")
    here = str(ours.value)
    if note in here:
        return None, ""
    return (note if here in note else here + _BETWEEN + note), ""
