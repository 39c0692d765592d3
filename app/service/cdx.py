"""Queries of the CDX server API, as the Wayback Machine and pywb answer them: which captures, which fields, how many.

Both know the fields by other names (`original` is `url`), and both are understood. They differ in what comes without
`output`, in JSON (an array of arrays, or an object a line) and in what a filter without a sign means (the whole field,
or a part of it); `dialect` says which is meant.
"""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal, NamedTuple
from urllib.parse import quote

import regex

from app.archive.model import Capture
from app.service.collection import View
from app.service.keys import key_of

Dialect = Literal["wayback", "pywb"]
MatchType = Literal["exact", "prefix", "host", "domain"]

MOST_ROWS = 150_000
"""Of one answer, as in the Wayback Machine: the rest comes with the key at its end."""
PAGE_KEYS = 3000
"""Addresses of one page of a query with `page`."""
_PATIENCE = 0.05  # seconds that one pattern may take for one field
_PIECE = 64 * 1024  # characters that are sent together
_FIRST = 4096  # of the beginning
_KEYS = 64  # whose captures are read at once
_LONGEST = 256  # characters of a pattern
_END = "\U0010ffff"  # behind every key

_NAMES = {
    "urlkey": "urlkey",
    "timestamp": "timestamp",
    "original": "url",
    "url": "url",
    "mimetype": "mime",
    "mime": "mime",
    "statuscode": "status",
    "status": "status",
    "digest": "digest",
    "redirect": "redirect",
    "robotflags": "robotflags",
    "length": "length",
    "offset": "offset",
    "filename": "filename",
    "id": "id",
    "title": "title",
}
_WAYBACK = ("urlkey", "timestamp", "original", "mimetype", "statuscode", "digest", "length")
_PYWB = ("urlkey", "timestamp", "url", "mime", "status", "digest", "length", "offset", "filename", "id")


class QueryError(ValueError):
    """A parameter that cannot be answered; `code` for programs, the text for people."""

    def __init__(self, code: str, text: str) -> None:
        self.code = code
        super().__init__(text)


class Row(NamedTuple):
    """One capture as a line of an index."""

    urlkey: str
    capture: Capture

    def value(self, name: str) -> str:
        """A field by either of its names; “-” where there is none, as in an index."""
        one = self.capture
        match _NAMES[name]:
            case "urlkey":
                return self.urlkey
            case "timestamp":
                return stamp(one.date)
            case "url":
                return one.url
            case "mime":
                return one.type or "-"
            case "status":
                return str(one.status) if one.status else "-"
            case "digest":
                return one.digest
            case "length":
                return str(one.end - one.offset)
            case "offset":
                return str(one.offset)
            case "filename":
                return one.file
            case "id":
                return one.id
            case "title":
                return one.title or "-"
        return "-"

    @property
    def resume(self) -> str:
        """The key to go on behind this row: signs that an address needs not escape, however often it is escaped."""
        place = f"{self.urlkey} {stamp(self.capture.date)} {self.capture.seq}"
        return urlsafe_b64encode(place.encode()).decode().rstrip("=")


class Filter(NamedTuple):
    """A condition on one field. `how` is "whole" or "start" for a regular expression, "is" or "in" for plain text."""

    name: str
    how: Literal["whole", "start", "is", "in"]
    text: str
    negated: bool

    def takes(self, row: Row) -> bool:
        value = row.value(self.name)
        if self.how == "is":
            found = value == self.text
        elif self.how == "in":
            found = self.text in value
        else:
            search = regex.fullmatch if self.how == "whole" else regex.match
            try:
                found = search(self.text, value, timeout=_PATIENCE) is not None
            except TimeoutError:
                raise QueryError("filter-slow", f"The pattern “{self.text}” takes too long.") from None
        return found != self.negated


@dataclass(frozen=True)
class Query:
    """A query as it was asked. `limit` < 0 asks for the last ones; `since` <= date <= `until`."""

    url: str
    match: MatchType = "exact"
    dialect: Dialect = "pywb"
    since: datetime | None = None
    until: datetime | None = None
    filters: Sequence[Filter] = ()
    fields: Sequence[str] = ()
    collapse: Sequence[tuple[str, int]] = ()
    limit: int | None = None
    offset: int = 0
    sort: Literal["", "reverse", "closest"] = ""
    closest: datetime | None = None
    output: Literal["", "json", "text", "cdxj", "link"] = ""
    page: int | None = None
    page_size: int = 1
    count_pages: bool = False
    show_resume: bool = False
    resume: tuple[str, str, int] | None = None

    @property
    def reverse(self) -> bool:
        return self.sort == "reverse"

    @property
    def span(self) -> tuple[str, str]:
        """The keys that fit: low <= key < high."""
        if self.match == "exact":
            key = key_of(self.url)
            return key, key + "\0"
        if self.match == "prefix":
            return _prefix_span(self.url)
        host = key_of(self.url).partition(")")[0]
        # a port stands behind the host in a key
        return (f"{host})", f"{host}){_END}") if self.match == "host" else (host, f"{host}{_END}")

    def belongs(self, key: str) -> bool:
        """Whether a key in the span fits: of a domain not the one whose name only begins alike."""
        host = key_of(self.url).partition(")")[0]
        return self.match != "domain" or key[len(host) : len(host) + 1] in (")", ",", ":")


def _prefix_span(url: str) -> tuple[str, str]:
    """Keys of addresses that begin with `url`. The key of “http://a.test/b/” has no slash at its end, a prefix keeps it."""
    key = key_of(url)
    path = url.partition("://")[2].partition("/")[2]
    if path.endswith("/") and not key.endswith("/"):
        key += "/"
    return key, key + _END


def parse(values: Iterable[tuple[str, str]], dialect: Dialect) -> Query:
    """A query from its parameters; unknown ones are passed over, as both servers do. QueryError."""
    single: dict[str, str] = {}
    filters, collapse = [], []
    for name, value in values:
        if name == "filter":
            filters.append(_filter(value, dialect))
        elif name == "collapse":
            collapse.append(_collapse(value))
        elif name == "collapseTime":
            collapse.append(("timestamp", _number(name, value, 1)))
        else:
            single[name] = value
    url = single.get("url", "").strip()
    if not url:
        raise QueryError("url-missing", "The parameter “url” is missing.")
    match = single.get("matchType") or (
        "domain" if url.startswith("*.") else "prefix" if url.endswith("*") else "exact"
    )
    if match not in ("exact", "prefix", "host", "domain"):
        raise QueryError("match-unknown", "“matchType” is exact, prefix, host or domain.")
    url = url.removeprefix("*.").removesuffix("*")
    sort = single.get("sort", "")
    if sort not in ("", "default", "reverse", "closest"):
        raise QueryError("sort-unknown", "“sort” is reverse or closest.")
    if sort != "reverse":  # pywb asks for the closest to nothing where it wants them all
        sort = "closest" if match == "exact" and single.get("closest") else ""
    output = single.get("output", "")
    if output not in ("", "json", "text", "cdxj", "link"):
        raise QueryError("output-unknown", "“output” is json, text, cdxj or link.")
    names = [name for name in re.split(r"[,\s]+", single.get("fl") or single.get("fields") or "") if name]
    for name in names:
        _known(name)
    return Query(
        url,
        match,  # type: ignore[arg-type]
        dialect,
        moment(single["from"], "from") if single.get("from") else None,
        moment(single["to"], "to", last=True) if single.get("to") else None,
        tuple(filters),
        tuple(names),
        tuple(collapse),
        _number("limit", single["limit"]) if single.get("limit") else None,
        _number("offset", single.get("offset") or "0", 0),
        sort,  # type: ignore[arg-type]
        moment(single["closest"], "closest") if single.get("closest") else None,
        output,  # type: ignore[arg-type]
        _number("page", single["page"], 0) if single.get("page") else None,
        min(_number("pageSize", single.get("pageSize") or "1", 1), 50),
        single.get("showNumPages", "") == "true",
        single.get("showResumeKey", "") == "true",
        _resumed(single["resumeKey"]) if single.get("resumeKey") else None,
    )


def _number(name: str, value: str, least: int | None = None) -> int:
    if not re.fullmatch(r"-?\d{1,9}", value, re.ASCII) or (least is not None and int(value) < least):
        raise QueryError("number-invalid", f"“{name}” is no number that can be asked for: {value[:40]}")
    return int(value)


def _known(name: str) -> str:
    if name not in _NAMES:
        raise QueryError("field-unknown", f"There is no field “{name[:40]}”. Fields are {', '.join(_NAMES)}.")
    return name


def _filter(value: str, dialect: Dialect) -> Filter:
    negated, rest = value.startswith("!"), value.removeprefix("!")
    sign = rest[:1] if rest[:1] in "=~" else ""
    name, colon, text = rest[len(sign) :].partition(":")
    if not colon:
        raise QueryError("filter-invalid", "A filter is [!][=|~]field:text.")
    how: Literal["whole", "start", "is", "in"]
    if dialect == "wayback":
        how = "is" if sign == "=" else "whole"
    else:
        how = "is" if sign == "=" else "start" if sign == "~" else "in"
    if how in ("whole", "start"):
        if len(text) > _LONGEST:
            raise QueryError("filter-long", f"A pattern has at most {_LONGEST} characters.")
        try:
            regex.compile(text)
        except (regex.error, RecursionError, OverflowError):
            raise QueryError("filter-pattern", f"“{text}” is no regular expression.") from None
    return Filter(_known(name), how, text, negated)


def _collapse(value: str) -> tuple[str, int]:
    name, colon, count = value.partition(":")
    return _known(name), _number("collapse", count, 1) if colon else 0


def _resumed(value: str) -> tuple[str, str, int]:
    try:
        key, date, number = urlsafe_b64decode(value + "=" * (-len(value) % 4)).decode().rsplit(" ", 2)
        return key, date, int(number)
    except ValueError:
        raise QueryError("resume-invalid", "This resume key was not made here.") from None


def stamp(date: datetime) -> str:
    """A date in 14 digits."""
    at = date if date.tzinfo is UTC else date.astimezone(UTC)
    return f"{at.year:04}{at.month:02}{at.day:02}{at.hour:02}{at.minute:02}{at.second:02}"


def moment(text: str, name: str = "timestamp", *, last: bool = False) -> datetime:
    """The first moment (or the `last` second) of 1 to 14 digits: 2019, 201904 … QueryError."""
    pattern = "99991231235959" if last else "00010101000000"
    if re.fullmatch(r"\d{1,14}", text, re.ASCII):
        digits = text + pattern[len(text) :]
        for day in (digits[6:8],) if len(text) >= 8 or not last else ("31", "30", "29", "28"):
            try:  # ten times as fast as strptime, which each page that is shown would ask
                return datetime(
                    int(digits[:4]),
                    int(digits[4:6]),
                    int(day),
                    int(digits[8:10]),
                    int(digits[10:12]),
                    int(digits[12:]),
                    tzinfo=UTC,
                )
            except ValueError:
                continue
    raise QueryError("date-invalid", f"“{name}” is a date of 1 to 14 digits: 2019, 201904, 20190401120000.")


class Answer:
    """The rows of a query, some at a time, so that nothing of the archive is held between two requests for more."""

    def __init__(self, query: Query) -> None:
        self.query = query
        self.resume = ""  # where to go on; set when the rows ended before the captures did
        limit = query.limit
        self._last = min(MOST_ROWS, -limit) if limit is not None and limit < 0 else 0
        self._left = min(MOST_ROWS, limit) if limit is not None and limit >= 0 else MOST_ROWS
        self._ended = not self._left and not self._last
        self._skip = query.offset
        self._former: list[str] | None = None
        self._batches: Iterator[list[tuple[str, list[int]]]] | None = None
        self._before: Row | None = None

    def more(self, view: View) -> list[Row] | None:
        """The next rows; None at the end. QueryError where a pattern takes too long."""
        if self._ended:
            return None
        if self.query.sort == "closest":
            self._ended = True
            return self._closest(view)[: self._left]
        if self._batches is None:
            self._batches = self._keys(view)
        groups = next(self._batches, None)
        if groups is None:
            return None
        if (
            not self._last and not self._left
        ):  # whether more of them fit is not looked for: that could take long
            self._ended = True
            self.resume = self._before.resume if self._before else ""
            return None
        if not self._last:
            return self._taken(self._rows(view, groups))
        # the last of all: they are few, and everything before them has to be seen
        kept = deque(self._rows(view, groups), self._last)
        for others in self._batches:
            kept.extend(self._rows(view, others))
        self._ended = True
        return list(kept)

    def _taken(self, rows: Iterable[Row]) -> list[Row]:
        """As many rows as are wanted still; more of them leave a key to go on with."""
        taken: list[Row] = []
        for row in rows:
            if self._left <= 0:
                before = taken[-1] if taken else self._before
                self.resume = before.resume if before else ""
                self._ended = True
                break
            taken.append(row)
            self._left -= 1
        self._before = taken[-1] if taken else self._before
        return taken

    def _closest(self, view: View) -> list[Row]:
        query, key = self.query, key_of(self.query.url)
        wanted = query.closest or datetime.now(UTC)
        rows = [Row(key, one) for one in view.captures(key)]
        rows.sort(key=lambda row: (abs(row.capture.date - wanted), row.capture.seq))
        return list(self._chosen(rows))

    def _keys(self, view: View) -> Iterator[list[tuple[str, list[int]]]]:
        query, (low, high) = self.query, self.query.span
        together = 2  # at first few, so that nobody waits for what comes last
        skip = (query.page or 0) * query.page_size * PAGE_KEYS
        left = query.page_size * PAGE_KEYS if query.page is not None else None
        if query.resume is not None:
            resumed = query.resume[0]
            low, high = (low, min(high, resumed + "\0")) if query.reverse else (max(low, resumed), high)
        for some in view.collection.keys.between(low, high, skip=skip, descending=query.reverse):
            groups: dict[str, list[int]] = {}
            for key in some:
                groups.setdefault(key.text, []).append(key.page)
            taken = list(groups.items())[:left]
            fitting = [(key, pages) for key, pages in taken if query.belongs(key)]
            while fitting:
                yield fitting[:together]
                fitting, together = fitting[together:], min(_KEYS, 2 * together)
            if left is not None:
                left -= len(taken)
                if left <= 0:
                    return

    def _rows(self, view: View, groups: Iterable[tuple[str, list[int]]]) -> Iterator[Row]:
        for key, pages in groups:
            captures = view.captures(key, pages)
            rows = [Row(key, one) for one in (reversed(captures) if self.query.reverse else captures)]
            yield from self._chosen(rows)

    def _chosen(self, rows: Iterable[Row]) -> Iterator[Row]:
        query = self.query
        for row in rows:
            date = row.capture.date
            if (query.since and date < query.since) or (query.until and date > query.until):
                continue
            if query.resume is not None and not self._is_beyond(row, query.resume):
                continue
            if not all(one.takes(row) for one in query.filters):
                continue
            if query.collapse:
                values = [row.value(name)[: count or None] for name, count in query.collapse]
                if values == self._former:
                    continue
                self._former = values
            if self._skip:
                self._skip -= 1
                continue
            yield row

    def _is_beyond(self, row: Row, resumed: tuple[str, str, int]) -> bool:
        here = (row.urlkey, stamp(row.capture.date), row.capture.seq)
        return here < resumed if self.query.reverse else here > resumed


def pages(view: View, query: Query) -> int:
    """How many pages a query has."""
    return -(-view.collection.keys.count(*query.span) // (query.page_size * PAGE_KEYS))


def media_type(query: Query) -> str:
    """Of the whole answer."""
    if query.output == "json":
        return "application/json" if query.dialect == "wayback" else "application/x-ndjson"
    return "text/x-cdxj; charset=utf-8" if _shape(query) == "cdxj" else "text/plain; charset=utf-8"


def _shape(query: Query) -> str:
    if query.output:
        return query.output
    return "cdxj" if query.dialect == "pywb" and not query.fields else "text"


def fields(query: Query) -> Sequence[str]:
    """The fields of the rows, in their order."""
    return query.fields or (_WAYBACK if query.dialect == "wayback" else _PYWB)


def written(query: Query, row: Row, first: bool) -> str:
    """One row as it is sent."""
    names, shape = fields(query), _shape(query)
    if shape == "json" and query.dialect == "wayback":
        head = f"[{json.dumps(list(names))}" if first else ""
        return f"{head},\n{json.dumps([row.value(name) for name in names], ensure_ascii=False)}"
    if shape == "json":
        return json.dumps({name: row.value(name) for name in names}, ensure_ascii=False) + "\n"
    if shape == "cdxj":
        rest = {name: row.value(name) for name in names if name not in ("urlkey", "timestamp")}
        return f"{row.urlkey} {stamp(row.capture.date)} {json.dumps(rest, ensure_ascii=False)}\n"
    return " ".join(_word(row.value(name)) for name in names) + "\n"


def _word(value: str) -> str:
    """A field of a line that is divided by blanks."""
    return re.sub(r"\s", lambda found: quote(found[0]), value)


def ending(query: Query, any_row: bool, resume: str) -> str:
    """What follows the last row: the key to go on with where it was asked for, or rows were left out."""
    if _shape(query) == "json" and query.dialect == "wayback":
        more = f",\n[],\n{json.dumps([resume])}" if resume else ""
        return f"{more}]\n" if any_row else "[]\n"
    return f"\n{resume}\n" if resume and (query.show_resume or query.limit is None) else ""


class Writing:
    """The text of an answer, some of it at a time."""

    def __init__(self, query: Query) -> None:
        self._query, self._answer = query, Answer(query)
        self._any = self.is_done = False

    def more(self, view: View) -> str:
        """What comes next, a good part of it. QueryError where a pattern takes too long."""
        pieces, size, enough = list[str](), 0, _PIECE if self._any else _FIRST
        while size < enough:
            rows = self._answer.more(view)
            if rows is None:
                self.is_done = True
                pieces.append(ending(self._query, self._any, self._answer.resume))
                break
            for row in rows:
                pieces.append(written(self._query, row, not self._any))
                size += len(pieces[-1])
                self._any = True
        return "".join(pieces)
