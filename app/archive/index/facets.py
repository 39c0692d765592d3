"""What pages can be chosen by: type, language, year, author, issuer. How many there are of each, and where they stand.

Each combination of values is one row of the table `facets`; a page or a capture has its number. So counting goes over
numbers in an index, and takes a fraction of a second for a million pages.

`captures` goes over the captures of a `Choice`, a thousand at a time: memory does not grow with the archive, and no
transaction stays open between two pieces.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Literal, NamedTuple

from app.archive.documents.preparing import Reading, to_timestamp
from app.archive.index import rows
from app.archive.index.rows import clean
from app.archive.model import Capture, CaptureKind

Facet = Literal["type", "language", "year", "author", "issuer", "page_type"]
FACETS: tuple[Facet, ...] = ("type", "language", "year", "author", "issuer")
"""Those that are one number of each page; "page_type" stands beside the index (`page_types`)."""

_FORMATS = {
    "page": ("html", "mhtml"),
    "pdf": ("pdf",),
    "word": ("docx", "doc", "odt", "rtf"),
    "sheet": ("xlsx", "xls", "ods", "csv"),
    "slides": ("pptx", "ppt", "odp"),
    "text": ("text", "markdown"),
    "image": ("image", "svg"),
    "audio": ("mp3", "flac", "ogg", "m4a", "wav", "audio"),
    "video": ("mp4", "webm", "mkv", "avi", "video"),
    "book": ("epub",),
    "mail": ("eml",),
    "archive": ("zip", "tar", "7z", "gzip", "bzip2", "xz", "zstd"),
    "data": ("xml", "json"),
    "code": ("css", "javascript"),
}
OTHER = "other"
TYPES = (*_FORMATS, OTHER)
"""Values of the facet "type"."""
_TYPE_OF = {format: name for name, formats in _FORMATS.items() for format in formats}

_MAX_KNOWN = 50_000
_LONGEST = 120  # characters of an author or issuer
_LARGEST_SPARSE = 3000
_TRADITIONAL = frozenset(("hant", "tw", "hk", "mo"))
_YEAR = re.compile(r"(1[5-9]\d\d|20\d\d)(?!\d)")


class FacetValues(NamedTuple):
    """The values of one page; "" for one that is not stated. `kind` is the page's, `format` that of its extractor."""

    kind: str
    format: str
    language: str
    year: str
    author: str
    issuer: str

    @property
    def type(self) -> str:
        return _TYPE_OF.get(self.format, OTHER)


class About(NamedTuple):
    """The facts about a version: `published` is the date of the document itself (ISO 8601 or ""); it is version
    `number` of its page, from 1 on."""

    values: FacetValues
    published: str
    number: int


class FacetChoice(NamedTuple):
    """The values wanted of each facet: without any, all will do; "" stands for “not stated”. With `pages` only these, by
    their numbers: those with a `tag` of a person, which no index knows. `page_type` asks for the table `page_types`
    (`page_types.Beside.bring`)."""

    type: tuple[str, ...] = ()
    language: tuple[str, ...] = ()
    year: tuple[str, ...] = ()
    author: tuple[str, ...] = ()
    issuer: tuple[str, ...] = ()
    tag: tuple[str, ...] = ()
    pages: frozenset[int] | None = None
    page_type: tuple[str, ...] = ()

    @property
    def stated(self) -> tuple[tuple[str, ...], ...]:
        """What is wanted of each of `FACETS`."""
        return self[: len(FACETS)]  # type: ignore[return-value]

    @property
    def any(self) -> bool:
        """Is anything chosen at all?"""
        return any(self.stated) or self.pages is not None or bool(self.page_type)

    def fits(self, values: FacetValues) -> bool:
        """Whether a page with these values is wanted."""
        return all(
            not wanted or getattr(values, name) in wanted
            for name, wanted in zip(FACETS, self.stated, strict=True)
        )

    def where(self, kinds: Collection[str] | None = None) -> tuple[str, list[object]]:
        """Condition on the table `facets`, and its values."""
        conditions, values = ["1"], list[object]()
        if kinds is not None:
            conditions.append(f"kind IN ({_marks(kinds)})")
            values += kinds
        if self.type:
            formats = [one for name in self.type for one in _FORMATS.get(name, ())]
            known = f"format IN ({_marks(formats)})"
            conditions.append(
                f"({known} OR format NOT IN ({_marks(_TYPE_OF)}))" if OTHER in self.type else known
            )
            values += [*formats, *(_TYPE_OF if OTHER in self.type else ())]
        for name, wanted in zip(FACETS[1:], self.stated[1:], strict=True):
            if wanted:
                conditions.append(f"{name} IN ({_marks(wanted)})")
                values += map(clean, wanted)
        return " AND ".join(conditions), values

    def pages_clause(self, kinds: Collection[str] | None = None) -> tuple[str, list[object]]:
        """A further condition on the table `pages`, and its values; empty without a choice."""
        if not self.any:
            return "", []
        where, values = self.where(kinds)
        clause = f" AND facets IN (SELECT facet_id FROM facets WHERE {where})"
        numbers, listed = self.numbers_clause()
        return clause + numbers, [*values, *listed]

    def numbers_clause(self) -> tuple[str, list[object]]:
        """A further condition on the numbers of pages, and its values."""
        clause, values = "", list[object]()
        if self.pages is not None:
            clause, values = (
                " AND page_id IN (SELECT value FROM json_each(?))",
                [json.dumps(list(self.pages))],
            )
        if self.page_type:
            known = "SELECT 1 FROM page_types t WHERE t.page_id = pages.page_id"
            either = [f"EXISTS ({known} AND t.type IN ({_marks(self.page_type)}))"]
            if "" in self.page_type:
                either.append(f"NOT EXISTS ({known})")
            clause += f" AND ({' OR '.join(either)})"
            values += self.page_type
        return clause, values


@dataclass(frozen=True, slots=True)
class Selection:
    """The pages of a choice: how many (`pages`), and how many below each folder that has any (`folders`)."""

    choice: FacetChoice
    kinds: tuple[str, ...] | None
    pages: int
    folders: dict[int, int]
    _direct: dict[int, int] = field(default_factory=dict, repr=False)

    def is_sparse(self, folder_id: int) -> bool:
        """Whether a folder has so few of these pages that looking them up is quicker than meeting them on the way."""
        return self._direct.get(folder_id, 0) <= _LARGEST_SPARSE


def values_of(kind: str, read: Reading) -> FacetValues:
    """The values of a page as its extractor read it."""
    return _values(
        kind, read.format, read.any_language, read.date, read.author[:_LONGEST], read.issuer[:_LONGEST]
    )


@lru_cache(maxsize=1024)
def _values(kind: str, form: str, language: str, date: str, author: str, issuer: str) -> FacetValues:
    """Most pages of a site have the same."""
    year = _YEAR.match(date)
    return FacetValues(kind, form, _language(language), year[1] if year else "", clean(author), clean(issuer))


def _language(tag: str) -> str:
    """The language without its region, Chinese in its traditional way of writing apart: a person chooses no more."""
    language, *rest = tag.lower().replace("_", "-").split("-")
    if not 2 <= len(language) <= 8 or not language.isascii() or not language.isalpha():
        return ""
    return "zh-Hant" if language == "zh" and _TRADITIONAL.intersection(rest) else language


class FacetIds:
    """The numbers of combinations of values, made on first use; `forget` after a transaction was rolled back."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._known: dict[FacetValues, int] = {}

    def of(self, values: FacetValues) -> int:
        known = self._known.get(values)
        if known is not None:
            return known
        row = self._db.execute(
            "SELECT facet_id FROM facets WHERE (kind, format, language, year, author, issuer) = (?, ?, ?, ?, ?, ?)",
            values,
        ).fetchone()
        number = (
            row[0]
            if row
            else self._db.execute(
                "INSERT INTO facets (kind, format, language, year, author, issuer) VALUES (?, ?, ?, ?, ?, ?)",
                values,
            ).lastrowid
        )
        assert isinstance(number, int)
        if len(self._known) >= _MAX_KNOWN:
            self._known.clear()
        self._known[values] = number
        return number

    def forget(self) -> None:
        self._known.clear()


def values_by_id(db: sqlite3.Connection, number: int) -> FacetValues:
    """The combination with this number."""
    row = db.execute(
        "SELECT kind, format, language, year, author, issuer FROM facets WHERE facet_id = ?", (number,)
    ).fetchone()
    return FacetValues(*row) if row else FacetValues("", "", "", "", "", "")


def counts(
    db: sqlite3.Connection, choice: FacetChoice, kinds: Collection[str] | None, most: int
) -> dict[Facet, list[tuple[str, int]]]:
    """For each facet its most frequent values with the number of pages that have them and all that is chosen of the
    other facets; years newest first. Kinds of pages are there where any is known."""
    counted = _counted(db, choice, kinds)
    types: Counter[str] = Counter()
    for format, pages in counted[0].items():
        types[_TYPE_OF.get(format, OTHER)] += pages
    listed: dict[Facet, list[tuple[str, int]]] = {
        name: sorted(found.items(), key=lambda item: (-item[1], item[0]))[:most]
        for name, found in zip(FACETS, (types, *counted[1:]), strict=True)
    }
    listed["year"].sort(reverse=True)
    page_types = _page_types(db, choice, kinds)
    return {**listed, "page_type": page_types} if page_types else listed


def _page_types(
    db: sqlite3.Connection, choice: FacetChoice, kinds: Collection[str] | None
) -> list[tuple[str, int]]:
    """The kinds of pages under the choice of the facets; nothing where none is known."""
    clause, values = choice._replace(page_type=()).pages_clause(kinds)
    if not clause and kinds is not None:
        clause = f" AND facets IN (SELECT facet_id FROM facets WHERE kind IN ({_marks(kinds)}))"
        values = list(kinds)
    found = db.execute(
        "SELECT coalesce(t.type, ''), count(*) FROM pages LEFT JOIN page_types t USING (page_id) "
        f"WHERE 1{clause} GROUP BY 1 ORDER BY 2 DESC, 1",
        values,
    ).fetchall()
    return found if any(kind for kind, _ in found) or choice.page_type else []


def _counted(
    db: sqlite3.Connection, choice: FacetChoice, kinds: Collection[str] | None
) -> list[dict[str, int]]:
    """Pages by format, language, year, author, issuer, each under the choice of the others. There may be as many
    combinations as pages, so this does no more than it has to."""
    where, values = FacetChoice().where(kinds)
    numbers, listed = choice.numbers_clause()
    rows = db.execute(
        "SELECT format, language, year, author, issuer, pages FROM facets JOIN "
        f"(SELECT facets AS facet_id, count(*) AS pages FROM pages WHERE 1{numbers} GROUP BY facets) "
        f"USING (facet_id) WHERE {where}",
        [*listed, *values],
    )
    counted: list[dict[str, int]] = [defaultdict(int) for _ in FACETS]
    formats, languages, years, authors, issuers = counted
    if not any(choice.stated):
        for format, language, year, author, issuer, pages in rows:
            formats[format] += pages
            languages[language] += pages
            years[year] += pages
            authors[author] += pages
            issuers[issuer] += pages
        return counted
    for *combination, pages in rows:
        missed = [
            place
            for place, (value, wanted) in enumerate(zip(combination, choice.stated, strict=True))
            if wanted and (value if place else _TYPE_OF.get(value, OTHER)) not in wanted
        ]
        for place in range(len(FACETS)) if not missed else missed if len(missed) == 1 else ():
            counted[place][combination[place]] += pages
    return counted


def numbered(
    db: sqlite3.Connection, urls: Collection[str], choice: FacetChoice, kinds: Collection[str] | None
) -> dict[str, int]:
    """The numbers of the pages of a choice among addresses, by these."""
    where, values = choice.where(kinds)
    numbers, listed = choice.numbers_clause()
    found = db.execute(
        "SELECT url, page_id FROM pages WHERE url IN (SELECT value FROM json_each(?)) "
        f"AND facets IN (SELECT facet_id FROM facets WHERE {where}){numbers}",
        [json.dumps(list(urls)), *values, *listed],
    )
    return dict(found.fetchall())


def select(db: sqlite3.Connection, choice: FacetChoice, kinds: Collection[str] | None) -> Selection:
    """Where the pages of a choice stand."""
    where, values = choice.where(kinds)
    numbers, listed = choice.numbers_clause()
    by = "INDEXED BY pages_by_facets " if choice.pages is None else ""
    direct: dict[int, int] = dict(
        db.execute(
            f"SELECT folder_id, count(*) FROM pages {by}"
            f"WHERE facets IN (SELECT facet_id FROM facets WHERE {where}){numbers} GROUP BY folder_id",
            [*values, *listed],
        ).fetchall()
    )
    below = dict(direct)
    # a folder is always made after the one it is in, so one pass from the last to the first adds everything up
    for folder, parent in db.execute(
        "SELECT folder_id, parent_id FROM folders WHERE folder_id <= ? ORDER BY folder_id DESC",
        (max(direct, default=0),),
    ):
        if folder in below and parent:
            below[parent] = below.get(parent, 0) + below[folder]
    chosen = None if kinds is None else tuple(kinds)
    return Selection(choice, chosen, sum(direct.values()), below, direct)


def _marks(values: Collection[object]) -> str:
    return ", ".join("?" * len(values))


_PIECE = 1000


@dataclass(frozen=True, slots=True)
class Choice:
    """Which captures are wanted: address begins with `prefix`, `since` <= date < `until`, media type one of `types`
    (a type that ends in "/" stands for all that begin so), `kind` "version" or "visit", one of the `status` codes. Those
    of a batch begin behind the serial number `after`."""

    prefix: str = ""
    batch: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    types: tuple[str, ...] | None = None
    kind: CaptureKind | None = None
    status: tuple[int, ...] | None = None
    after: int = -1

    def where(self) -> tuple[str, list[object]]:
        """Conditions on a capture `c` (the address aside), and their values."""
        conditions: list[str] = ["1"]
        values: list[object] = []
        if self.batch is not None:
            # by address, the index of batches would only lead to a sorting of the whole batch for each piece
            conditions.append("+c.batch = ?" if self.prefix else "c.batch = ?")
            values.append(self.batch)
        for moment, sign in ((self.since, ">="), (self.until, "<")):
            if moment is not None:
                conditions.append(f"c.date {sign} ?")
                values.append(to_timestamp(moment))
        if self.types is not None:
            each = ["substr(c.type, 1, ?) = ?" if one.endswith("/") else "c.type = ?" for one in self.types]
            conditions.append(f"({' OR '.join(each)})")
            values += [
                value for one in self.types for value in ((len(one), one) if one.endswith("/") else (one,))
            ]
        if self.kind is not None:
            conditions.append("c.base IS NULL" if self.kind == "version" else "c.base IS NOT NULL")
        if self.status is not None:
            conditions.append(f"c.status IN ({', '.join('?' * len(self.status))})")
            values += self.status
        return " AND ".join(conditions), values


def captures(db: sqlite3.Connection, choice: Choice) -> Iterator[Capture]:
    """The captures chosen: by address and date where a prefix is given, else in the order they were stored."""
    if choice.types == () or choice.status == ():
        return
    if choice.prefix:
        yield from _by_address(db, choice)
        return
    where, values = choice.where()
    # a batch is an index of its own, in the order of its serial numbers
    column = "c.serial" if choice.batch is not None else "c.seq"
    last = choice.after if choice.batch is not None else -1  # records of others may be numbered from 0
    while True:
        found = db.execute(
            f"{rows.CAPTURE} WHERE {where} AND {column} > ? ORDER BY {column} LIMIT ?",
            (*values, last, _PIECE),
        ).fetchall()
        for row in found:
            yield rows.capture(row)
        if len(found) < _PIECE:
            return
        last = found[-1][2] if choice.batch is not None else found[-1][0]


def _by_address(db: sqlite3.Connection, choice: Choice) -> Iterator[Capture]:
    where, values = choice.where()
    end, bound = above(choice.prefix)
    # the first condition admits the rest of the last page, the second everything behind it
    rest = f"{rows.CAPTURE} WHERE p.url = ? AND (c.date, c.seq) > (?, ?) AND {where} ORDER BY c.date, c.seq LIMIT ?"
    behind = f"{rows.CAPTURE} WHERE p.url > ?{end} AND {where} ORDER BY p.url, c.date, c.seq LIMIT ?"
    first = f"{rows.CAPTURE} WHERE p.url >= ?{end} AND {where} ORDER BY p.url, c.date, c.seq LIMIT ?"
    found = db.execute(first, (choice.prefix, *bound, *values, _PIECE)).fetchall()
    while found:
        for row in found:
            yield rows.capture(row)
        last = found[-1]
        found = db.execute(rest, (last[3], last[5], last[0], *values, _PIECE)).fetchall()
        if not found:
            found = db.execute(behind, (last[3], *bound, *values, _PIECE)).fetchall()


def above(prefix: str) -> tuple[str, tuple[str, ...]]:
    """Condition on `url`, and its value, that ends a search for addresses with this prefix."""
    stem = prefix.rstrip("\U0010ffff")
    if not stem:
        return "", ()
    following = ord(stem[-1]) + 1
    return " AND url < ?", (stem[:-1] + chr(0xE000 if following == 0xD800 else following),)
