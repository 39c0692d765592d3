"""Values of fields for people: pages and their values at a moment, the history of a value, how far a field reaches."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from app.archive.documents.preparing import to_timestamp
from app.archive.index.rows import moment
from app.fields.rules import Field, usable
from app.fields.store import MATCHED, SLOW, Store

_FORMULA = frozenset("=+-@\t\r")


class Cell(NamedTuple):
    """A value in a version: as it is written, in its usual form, as a number, its currency, its bytes in the page."""

    text: str
    value: str
    number: float | None
    unit: str
    begin: int
    end: int


class Row(NamedTuple):
    """The values of a field on a page, in the version with this id and date."""

    url: str
    id: str
    date: datetime
    cells: tuple[Cell, ...]

    @property
    def said(self) -> str:
        """Its values in one line."""
        return said(self.cells)


class Stretch(NamedTuple):
    """Versions of a page with the same values: the first and the last of them, and when one came with others (None:
    the newest has them). Without cells: nothing was found."""

    url: str
    since: datetime
    until: datetime | None
    first: str
    last: str
    cells: tuple[Cell, ...]

    @property
    def said(self) -> str:
        """Its values in one line."""
        return said(self.cells)


class Reach(NamedTuple):
    """How far a field reaches in the newest versions: pages it covers, pages with a value, pages that lost theirs, pages
    on which it came to no end; whether it is left alone as too slow."""

    pages: int = 0
    matched: int = 0
    lost: int = 0
    slow: int = 0
    stopped: bool = False


class Values:
    """The values of an archive as they are known now. For one thread. To be closed. StorageFailed."""

    def __init__(self, archive: Path, fields: Sequence[Field]) -> None:
        self._store = Store(archive)
        self._db: sqlite3.Connection = self._store.db
        self._numbers = {field.id: number for number, field in self._store.numbers(fields).items()}

    def __enter__(self) -> Values:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._store.close()

    def rows(self, field: Field, at: datetime | None = None, url: str = "") -> Iterator[Row]:
        """The pages with a value, in the newest version (`at`: that which stood then), by address; only one page."""
        number = self._numbers.get(field.id)
        if number is None:
            return
        until = 1 << 62 if at is None else to_timestamp(at)
        page = "AND url = ? " if url else ""
        newest = f"SELECT url, max(date) AS date, id, state FROM tried WHERE field = ? AND date <= ? {page}GROUP BY url"
        found = self._db.execute(
            "SELECT n.url, n.id, n.date, f.text, f.value, f.number, f.unit, f.begin, f.end "
            f"FROM ({newest}) n JOIN found f ON f.field = ? AND f.id = n.id WHERE n.state = {MATCHED} "
            "ORDER BY n.url, f.place",
            (number, until, *((url,) if url else ()), number),
        )
        held: Row | None = None
        for address, id, date, *cell in found:
            if held is not None and held.id == id:
                held = held._replace(cells=(*held.cells, Cell(*cell)))
                continue
            if held is not None:
                yield held
            held = Row(address, id, moment(date), (Cell(*cell),))
        if held is not None:
            yield held

    def history(self, field: Field, url: str) -> list[Stretch]:
        """The values of a field on a page through time, oldest first."""
        number = self._numbers.get(field.id)
        if number is None:
            return []
        tried = self._db.execute(
            "SELECT id, date FROM tried WHERE field = ? AND url = ? AND state <> ? ORDER BY date, length(id), id",
            (number, url, SLOW),
        ).fetchall()
        found: list[Stretch] = []
        for id, date in tried:
            cells = self._cells(number, id)
            before = found[-1] if found else None
            if before is not None and [c.value for c in before.cells] == [c.value for c in cells]:
                found[-1] = before._replace(last=id)
                continue
            if before is not None:
                found[-1] = before._replace(until=moment(date))
            found.append(Stretch(url, moment(date), None, id, id, cells))
        return found

    def of_version(self, field: Field, id: str) -> tuple[Cell, ...]:
        """The values in one version."""
        number = self._numbers.get(field.id)
        return () if number is None else self._cells(number, id)

    def _cells(self, number: int, id: str) -> tuple[Cell, ...]:
        rows = self._db.execute(
            "SELECT text, value, number, unit, begin, end FROM found WHERE field = ? AND id = ? ORDER BY place",
            (number, id),
        )
        return tuple(Cell(*row) for row in rows)

    def is_looked_for(self, field: Field, url: str, id: str) -> bool:
        """Whether a field was looked for in a version of a page, and that came to an end."""
        found = self._db.execute(
            "SELECT state FROM tried WHERE field = ? AND url = ? AND id = ?",
            (self._numbers.get(field.id, -1), url, id),
        ).fetchone()
        return found is not None and found[0] != SLOW

    def series(self, field: Field, url: str) -> list[tuple[datetime, float]]:
        """The first number of each version of a page, oldest first."""
        number = self._numbers.get(field.id)
        rows = self._db.execute(
            "SELECT t.date, f.number FROM tried t JOIN found f ON f.field = t.field AND f.id = t.id AND f.place = 0 "
            "WHERE t.field = ? AND t.url = ? AND f.number IS NOT NULL ORDER BY t.date, length(t.id), t.id",
            (number, url),
        )
        return [(moment(date), value) for date, value in rows]

    def reach(self, field: Field) -> Reach:
        """How far a field reaches."""
        number = self._numbers.get(field.id)
        if number is None:
            return Reach()
        pages, matched, slow, lost = self._db.execute(
            "SELECT count(*), total(state = 1), total(state = 2), total(state = 0 AND best = 1) FROM "
            "(SELECT url, state, max(date), (SELECT max(o.state = 1) FROM tried o WHERE o.field = ?1 AND o.url = t.url) "
            "AS best FROM tried t WHERE field = ?1 GROUP BY url)",
            (number,),
        ).fetchone()
        return Reach(pages, int(matched), int(lost), int(slow), self._store.problem(number) == "slow")

    def counted(self, field: Field, limit: int = 50) -> list[tuple[str, int]]:
        """Values of the newest versions and how many pages have each, the most frequent first."""
        counts: dict[str, int] = {}
        for row in self.rows(field):
            for value in {cell.value for cell in row.cells}:
                counts[value] = counts.get(value, 0) + 1
        return sorted(counts.items(), key=lambda one: (-one[1], one[0]))[:limit]


class FieldColumns:
    """The fields of an archive as further columns of lists, with what they say in a version; one whose name is `taken` by
    another column is called “price (field)”. For one thread. To be closed. StorageFailed."""

    def __init__(self, archive: Path, taken: Collection[str] = ()) -> None:
        self._fields = {
            f"{one.name} (field)" if one.name in taken else one.name: one for one in usable(archive)
        }
        self._values = Values(archive, tuple(self._fields.values())) if self._fields else None

    def __enter__(self) -> FieldColumns:
        return self

    def __exit__(self, *_: object) -> None:
        if self._values is not None:
            self._values.close()

    @property
    def columns(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(self._fields)

    def cells(self, id: str) -> dict[str, tuple[Cell, ...]]:
        """The values in a version, of those fields that have any there."""
        if self._values is None:
            return {}
        found = {name: self._values.of_version(field, id) for name, field in self._fields.items()}
        return {name: cells for name, cells in found.items() if cells}

    def of(self, id: str) -> dict[str, str]:
        """The same, each in one line."""
        return {name: said(cells) for name, cells in self.cells(id).items()}


class ChangedPage(NamedTuple):
    """A page in two versions."""

    url: str
    id_a: str
    id_b: str


class ValueChange(NamedTuple):
    """What a field said on pages, and what it says there now ("": nothing)."""

    field: str
    before: str
    after: str
    pages: tuple[ChangedPage, ...]


def changed_values(
    archive: Path, pages: Iterable[ChangedPage], check: Callable[[], object] = lambda: None
) -> list[ValueChange]:
    """The values that are others in the second version of pages, what changed alike on most pages first. Versions in which
    a field was not looked for yet tell nothing. `check` is called for each page, and may raise. StorageFailed."""
    fields = usable(archive)
    found: dict[tuple[str, str, str], list[ChangedPage]] = {}
    if not fields:
        return []
    with Values(archive, fields) as values:
        for page in pages:
            check()
            for field in fields:
                before, after = (said(values.of_version(field, id)) for id in (page.id_a, page.id_b))
                if before == after:
                    continue
                sides = ((before, page.id_a), (after, page.id_b))
                if all(known or values.is_looked_for(field, page.url, id) for known, id in sides):
                    found.setdefault((field.name, before, after), []).append(page)
    made = [ValueChange(*change, tuple(pages)) for change, pages in found.items()]
    return sorted(made, key=lambda one: (-len(one.pages), one.field.casefold(), one.before, one.after))


def said(cells: Iterable[Cell]) -> str:
    """Values in one line."""
    return "; ".join(cell.value for cell in cells)


# Values as files for other programs.


def as_json(values: Values, fields: Sequence[Field], at: datetime | None = None) -> Iterator[str]:
    """A line for each page: its address, and for each field that has any its values, version and date."""
    for url, rows in table(values, fields, at):
        named = {
            name: {
                "values": [
                    {"text": cell.text, "value": cell.value, "number": cell.number, "unit": cell.unit}
                    for cell in row.cells
                ],
                "id": row.id,
                "date": row.date.isoformat(),
            }
            for name, row in rows.items()
        }
        yield json.dumps({"url": url, "fields": named}, ensure_ascii=False)


def as_csv(values: Values, fields: Sequence[Field], at: datetime | None = None) -> Iterator[str]:
    """A line for each page and a column for each field, with the date of the version."""
    yield _line(["url", *(field.name for field in fields)])
    for url, rows in table(values, fields, at):
        yield _line([url, *(rows[field.name].said if field.name in rows else "" for field in fields)])


def table(
    values: Values, fields: Sequence[Field], at: datetime | None = None
) -> Iterable[tuple[str, dict[str, Row]]]:
    """Pages with any value, by address, and their rows by the names of the fields."""
    pages: dict[str, dict[str, Row]] = {}
    for field in fields:
        for row in values.rows(field, at):
            pages.setdefault(row.url, {})[field.name] = row
    return sorted(pages.items())


def _line(cells: Sequence[str]) -> str:
    out = io.StringIO()
    # a cell that begins like a formula would be one in a spreadsheet
    csv.writer(out, lineterminator="").writerow(
        [f"'{cell}" if cell[:1] in _FORMULA and not _is_number(cell) else cell for cell in cells]
    )
    return out.getvalue()


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
