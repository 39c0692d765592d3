"""The fields of an archive, as a person defined them: `fields.json`, written whole, synced, under a lock.

A field that cannot be understood is left out when the file is read; a file that cannot be understood is never written
over.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from fnmatch import translate
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, get_args

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, SelectolaxError

from app.archive.addresses import place
from app.archive.lock import ShortLock
from app.archive.whole import write_whole
from app.blocks.cutting.label_names import LABELS
from app.errors import StorageFailed, StorageUnreadable, UserError
from app.messages import Message
from extractors.html.types.kinds import GROUPS, expanded, meant
from extractors.html.types.kinds import KINDS as KINDS_OF_PAGES

NAME = "fields.json"
LOCK = "fields.lock"
MOST = 200
"""Fields of an archive."""
MOST_WAYS = 20

_MOST_BYTES = 4 << 20
_LONGEST_NAME = 80
_LONGEST = 2000  # characters of an expression, or of where a field applies

Kind = Literal["text", "number", "money", "date", "address", "list"]
KINDS: tuple[Kind, ...] = get_args(Kind)
How = Literal["css", "xpath", "regex", "source", "after", "block", "data"]
HOWS: tuple[How, ...] = get_args(How)
NUMERIC: frozenset[Kind] = frozenset({"number", "money", "date"})
"""Kinds whose values have an order of their own."""

_SAID = re.compile(r"[^\s\"“”()<>=:：|][^\"“”()<>=:：|\r\n\t]*")
_ATTRIBUTE = re.compile(r"(.*?)::attr\(\s*([\w:.-]+)\s*\)\s*", re.DOTALL)
_KIND = re.compile(r"(?:^|(?<=\s))kind[:：](\S+)")
_DATA = re.compile(r"(?:meta|itemprop|ld):\S.*")


class FieldInvalid(UserError):
    """A field that cannot be used; one of several sentences."""


class FieldMissing(UserError):
    code = "field-missing"


class FieldNameTaken(UserError):
    code = "field-taken"


@dataclass(frozen=True, slots=True)
class Way:
    """One way to find a value: a CSS selector (with `::attr(name)` for an attribute), an XPath, a regular expression over
    the visible text or over the source (its first group counts), the words that stand `after` a label, the label of a
    block, or a path in what the page says of itself: `meta:NAME`, `itemprop:NAME`, `ld:Product.offers.price`."""

    how: How
    expression: str


@dataclass(frozen=True, slots=True)
class Field:
    """A field. `where` is "" for the whole archive, a site (example.org), the beginning of addresses (with ://), or a
    pattern with `*`; behind that, or alone, the kinds of pages (`kind:product`) as they are when it is looked for. `many`:
    all that is found counts, not the first. `id` stays when it is renamed."""

    id: str
    name: str
    kind: Kind
    where: str
    ways: tuple[Way, ...]
    many: bool = False

    def covers(self, url: str) -> bool:
        """Whether it applies to pages at an address, of its kinds if it has any."""
        return _covers(_parted(self.where)[0])(url)

    @property
    def page_types(self) -> frozenset[str]:
        """The kinds of pages to which it applies; empty for all."""
        return expanded(_parted(self.where)[1])

    @property
    def manner(self) -> str:
        """What its values depend on: they are worked out again where this is another."""
        return json.dumps([self.kind, self.where, [asdict(way) for way in self.ways], self.many])


@lru_cache(maxsize=512)
def _parted(where: str) -> tuple[str, tuple[str, ...]]:
    """Which addresses, and which kinds of pages."""
    kinds = tuple(match[1].replace("_", " ") for match in _KIND.finditer(where))
    return _KIND.sub(" ", where).strip(), kinds


@lru_cache(maxsize=512)
def _covers(where: str) -> Callable[[str], bool]:
    """The pages of a site under http and https are one."""
    if "*" in where:
        pattern = re.compile(translate(_bare(where).replace("[", "[[]").replace("?", "[?]")))
        return lambda url: pattern.match(_bare(url)) is not None
    if "://" in where or "/" in where:
        begin = _bare(where)
        return lambda url: _bare(url).startswith(begin)
    site = where.lower()
    if not site:
        return lambda url: True
    return lambda url: (own := place(url)[0].lower()) == site or own.endswith(f".{site}")


def _bare(url: str) -> str:
    return re.sub(r"\Ahttps?://", "", url)


def attribute_of(selector: str) -> tuple[str, str]:
    """A selector without its `::attr(name)`, and that name ("" without one)."""
    found = _ATTRIBUTE.fullmatch(selector.strip())
    return (found[1], found[2]) if found else (selector, "")


def check(field: Field) -> Field:
    """The field as it is to be kept. FieldInvalid."""
    name = " ".join(field.name.split())
    if not _SAID.fullmatch(name) or len(name) > _LONGEST_NAME or name.startswith("-"):
        raise FieldInvalid(Message("field-name", name=name[:_LONGEST_NAME]))
    if field.kind not in KINDS:
        raise FieldInvalid(Message("field-kind", kind=field.kind, known=", ".join(KINDS)))
    where = field.where.strip()
    if len(where) > _LONGEST:
        raise FieldInvalid(Message("field-where", where=where[:_LONGEST_NAME]))
    for wrong in (kind for kind in _parted(where)[1] if not meant(kind)):
        raise FieldInvalid(
            Message(
                "field-page-type", kind=wrong[:_LONGEST_NAME], known=", ".join((*GROUPS, *KINDS_OF_PAGES))
            )
        )
    ways = tuple(dict.fromkeys(check_way(way) for way in field.ways))[:MOST_WAYS]
    if not ways:
        raise FieldInvalid(Message("field-way", how="", expression="", detail=""))
    return replace(field, name=name, where=where, ways=ways, many=field.many or field.kind == "list")


def check_way(way: Way) -> Way:
    """The way as it is to be kept. FieldInvalid."""
    text = way.expression.strip()
    if way.how not in HOWS:
        raise FieldInvalid(Message("field-how", how=way.how, known=", ".join(HOWS)))
    fault = "" if text and len(text) <= _LONGEST else Message("field-empty", count=_LONGEST)
    try:
        if fault:
            pass
        elif way.how == "css":
            LexborHTMLParser("<p>").css(attribute_of(text)[0])
        elif way.how == "xpath":
            etree.XPath(text, regexp=False)
        elif way.how in ("regex", "source"):
            re.compile(text)
        elif way.how == "block" and text not in LABELS:
            fault = ", ".join(LABELS)
        elif way.how == "data" and not _DATA.fullmatch(text):
            fault = "meta:…, itemprop:…, ld:…"
    except (SelectolaxError, etree.XPathError, re.error, ValueError, RecursionError, OverflowError) as error:
        fault = str(error) or type(error).__name__
    if fault:
        raise FieldInvalid(Message("field-way", how=way.how, expression=text[:200], detail=fault))
    return Way(way.how, text)


def fields(archive: Path) -> list[Field]:
    """The fields of an archive by name, without those that cannot be used. StorageUnreadable for a file that cannot be
    understood."""
    path = archive / NAME
    try:
        with path.open("rb") as file:
            read = json.loads(file.read(_MOST_BYTES + 1))
        rows = read["fields"]
        if not isinstance(rows, list):
            raise TypeError("no list")
    except FileNotFoundError:
        return []
    except OSError as error:
        raise StorageUnreadable(path=path, detail=error.strerror or str(error)) from error
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise StorageUnreadable(path=path, detail=Message("fields-damaged")) from error
    found: dict[str, Field] = {}
    for row in rows[:MOST]:
        with suppress(FieldInvalid, KeyError, TypeError, ValueError, AttributeError):
            one = check(_field(row))
            found.setdefault(one.name, one)
    return sorted(found.values(), key=lambda one: one.name.casefold())


def _field(row: dict[str, Any]) -> Field:
    ways = tuple(Way(way["how"], str(way["expression"])) for way in row["ways"][:MOST_WAYS])
    return Field(str(row["id"]), str(row["name"]), row["kind"], str(row["where"]), ways, bool(row["many"]))


def usable(archive: Path) -> list[Field]:
    """The same where nothing can be told to anybody: none of a file that cannot be understood."""
    try:
        return fields(archive)
    except StorageUnreadable:
        return []


def named(archive: Path, name: str) -> Field:
    """Raises FieldMissing, StorageUnreadable."""
    meant = " ".join(name.split()).casefold()
    for one in fields(archive):
        if one.name.casefold() == meant:
            return one
    raise FieldMissing(name=name)


def add(
    archive: Path, name: str, kind: Kind, where: str, ways: Sequence[Way], *, many: bool = False
) -> Field:
    """Define a field. FieldInvalid, FieldNameTaken, StorageFailed."""
    made = check(Field(secrets.token_hex(8), name, kind, where, tuple(ways), many))
    _change(archive, made, "")
    return made


def replaced(archive: Path, field: Field, by: Field) -> Field:
    """Keep a field otherwise; its id stays. FieldInvalid, FieldNameTaken, StorageFailed."""
    made = check(replace(by, id=field.id))
    _change(archive, made, field.id)
    return made


def remove(archive: Path, field: Field) -> None:
    """Take a field out; `restore` brings it back. StorageFailed."""
    _change(archive, None, field.id)


def restore(archive: Path, field: Field) -> None:
    """Bring a removed field back. FieldNameTaken, StorageFailed."""
    _change(archive, field, field.id)


def _change(archive: Path, put: Field | None, in_place_of: str) -> None:
    path = archive / NAME
    try:
        with ShortLock(archive / LOCK):
            try:
                kept = [one for one in fields(archive) if one.id != in_place_of]
            except StorageUnreadable as error:
                raise StorageFailed(path=path, detail=error.message.arguments["detail"]) from error
            if put is not None:
                if any(one.name.casefold() == put.name.casefold() for one in kept):
                    raise FieldNameTaken(name=put.name)
                kept.append(put)
            if len(kept) > MOST:
                raise FieldInvalid(Message("fields-many", count=MOST))
            value = {"version": 1, "fields": [asdict(one) for one in kept]}
            write_whole(
                path, json.dumps(value, ensure_ascii=False, indent=1).encode("utf-8", "backslashreplace")
            )
    except OSError as error:
        raise StorageFailed(path=path, detail=error.strerror or str(error)) from error
