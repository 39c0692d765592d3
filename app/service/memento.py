"""Memento (RFC 7089): the nearest version of an address by date, and lists of all of them.

An address is an original resource; `/{collection}/timegate/{address}` is its TimeGate, which redirects to the memento
nearest to `Accept-Datetime`; `/{collection}/timemap/{link|json|cdxj}/{address}` lists them;
`/{collection}/{14 digits}{modifier}/{address}` is one: `id_` gives the bytes as they were stored, none (also `mp_`,
`if_`) a page to look at, whose links stay in the archive.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import NamedTuple

from app.archive.model import Capture
from app.service.cdx import stamp
from app.service.collection import Moment

MODIFIERS = frozenset({"", "id_", "mp_", "if_"})
TIMEMAPS = {"link": "application/link-format", "json": "application/json", "cdxj": "text/x-cdxj"}
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_UNSAFE = re.compile(r"[\x00-\x20\"<>\\^`{|}\x7f-\U0010ffff]")


class Places(NamedTuple):
    """The addresses of a collection's resources; `root` is the address of the collection, with a slash at its end."""

    root: str

    def timegate(self, url: str) -> str:
        return f"{self.root}timegate/{_safe(url)}"

    def timemap(self, url: str, form: str = "link") -> str:
        return f"{self.root}timemap/{form}/{_safe(url)}"

    def memento(self, url: str, date: datetime, modifier: str = "") -> str:
        return f"{self.root}{stamp(date)}{modifier}/{_safe(url)}"

    def mementos(self, date: datetime, modifier: str) -> Callable[[str], str]:
        """What makes addresses those of their mementos at one moment: for all that a page leads to."""
        before = f"{self.root}{stamp(date)}{modifier}/"
        return lambda url: before + _safe(url)

    def of(self, capture: Capture | Moment, modifier: str = "") -> str:
        return self.memento(capture.url, capture.date, modifier)


def _safe(url: str) -> str:
    """An address as it may stand in a header."""
    return _UNSAFE.sub(
        lambda found: "".join(f"%{byte:02X}" for byte in found[0].encode("utf-8", "replace")), url
    )


def http_date(date: datetime) -> str:
    """RFC 9110 section 5.6.7."""
    at = date if date.tzinfo is UTC else date.astimezone(UTC)
    day, month = _DAYS[at.weekday()], _MONTHS[at.month - 1]
    return f"{day}, {at.day:02} {month} {at.year:04} {at.hour:02}:{at.minute:02}:{at.second:02} GMT"


def accepted(header: str) -> datetime:
    """The moment of an `Accept-Datetime` (RFC 7089 section 2.1.1). ValueError for what is no date in GMT."""
    if not header.rstrip().endswith("GMT"):
        raise ValueError("not in GMT")
    found = parsedate_to_datetime(header.strip())
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found


def links(places: Places, url: str, captures: Sequence[Moment], chosen: Moment | None) -> str:
    """The `Link` header of a TimeGate or memento (section 2.2): original, timegate, timemap, first, last, and those
    beside the `chosen` one."""
    parts = [
        f'<{_safe(url)}>; rel="original"',
        f'<{places.timegate(url)}>; rel="timegate"',
        f'<{places.timemap(url)}>; rel="timemap"; type="application/link-format"',
    ]
    relations: dict[str, tuple[datetime, list[str]]] = {}

    def add(capture: Moment, relation: str) -> None:
        date = capture.date
        relations.setdefault(places.memento(capture.url, date), (date, []))[1].append(relation)

    if captures:
        add(captures[0], "first")
        if chosen is not None:
            at = bisect_left(captures, (chosen.seconds, chosen.seq), key=lambda one: (one.seconds, one.seq))
            if at:
                add(captures[at - 1], "prev")
            add(chosen, "")
            if at + 1 < len(captures):
                add(captures[at + 1], "next")
        add(captures[-1], "last")
    for address, (date, names) in relations.items():
        relation = " ".join([*(name for name in names if name), "memento"])
        parts.append(f'<{address}>; rel="{relation}"; datetime="{http_date(date)}"')
    return ", ".join(parts)


def timemap(places: Places, url: str, captures: Sequence[Moment], form: str) -> Iterator[str]:
    """A list of all mementos (section 5), in pieces: link-format, JSON as MemGator writes it, or CDXJ."""
    if form == "json":
        yield json.dumps(_as_json(places, url, captures), ensure_ascii=False, indent=1) + "\n"
        return
    if form == "cdxj":
        yield '!context ["http://tools.ietf.org/html/rfc7089"]\n'
        yield f"!id {json.dumps({'uri': places.timemap(url, 'cdxj')})}\n"
        yield f"!keys {json.dumps(['memento_datetime_YYYYMMDDhhmmss'])}\n"
        yield f"!meta {json.dumps({'original_uri': url, 'timegate_uri': places.timegate(url)})}\n"
        for number, one in enumerate(captures):
            about = {
                "uri": places.of(one),
                "rel": _relation(number, len(captures)),
                "datetime": http_date(one.date),
            }
            yield f"{stamp(one.date)} {json.dumps(about)}\n"
        return
    yield f'<{_safe(url)}>; rel="original",\n'
    yield (
        f'<{places.timemap(url)}>; rel="self"; type="application/link-format"; '
        f'from="{http_date(captures[0].date)}"; until="{http_date(captures[-1].date)}",\n'
    )
    yield f'<{places.timegate(url)}>; rel="timegate"'
    for number, one in enumerate(captures):
        relation = _relation(number, len(captures))
        yield f',\n<{places.of(one)}>; rel="{relation}"; datetime="{http_date(one.date)}"'
    yield "\n"


def _relation(number: int, count: int) -> str:
    first, last = number == 0, number == count - 1
    return " ".join([*(["first"] if first else []), *(["last"] if last else []), "memento"])


def _as_json(places: Places, url: str, captures: Sequence[Moment]) -> dict[str, object]:
    def told(one: Moment) -> dict[str, str]:
        return {"datetime": one.date.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), "uri": places.of(one)}

    return {
        "original_uri": url,
        "self": places.timemap(url, "json"),
        "mementos": {
            "list": [told(one) for one in captures],
            "first": told(captures[0]),
            "last": told(captures[-1]),
        },
        "timemap_uri": {form.replace("link", "link_format"): places.timemap(url, form) for form in TIMEMAPS},
        "timegate_uri": places.timegate(url),
    }
