"""The language of queries: what a person types, as a tree of conditions, or the place where it cannot be understood.

    words  "a phrase"  "far words"~5  near:"far words"  pre*  -not  one OR other  (…)
    title:  author:  anchor:  site:  in:  type:  kind:  category:  lang:  linkto:
    before:  after:  on:  published:  version:all|newest|first
    appeared:  vanished:  changed:  page:same|new|back|gone
    tag:  note:  star:yes|no  is:starred|tagged|noted
    rank:5, rank:5+, rank:3..6: what links say of a page, as a bar from 0 to 10
    field:author=Li, field:"published>2026-03", price>100, price:100..200: values of fields, as archives define them
    label:navigation, "main text" …: the words beside it are to stand in one block with that label

Words are all to be found, in any order. With `appeared:` and its like a query lists changes of pages, not pages: the
condition of words that follows is to have come or gone (`app.search.changes`). Chinese signs (：“”－（）) and letters of
full width mean the same as ours; a colon behind a word that is no name of a condition is part of the text.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Literal, NamedTuple

from app.archive.index.facets import TYPES
from app.errors import UserError
from app.fields import conditions
from app.messages import Message
from app.search.entries import ranking
from app.search.index import labels, terms
from app.words.folding import fold
from extractors.html.types import kinds

NEAR = 10
"""Terms that may stand between the words of `near:`."""

_FIELDS = {"title": "title", "author": "author", "anchor": "anchor", "note": "note"}
_FILTERS = (
    "site",
    "in",
    "type",
    "kind",
    "category",
    "lang",
    "linkto",
    "before",
    "after",
    "on",
    "published",
    "version",
    "page",
    "tag",
    "star",
    "is",
    "label",
    "rank",
    "field",
)
Became = Literal["same", "new", "back", "gone"]
PAGES: tuple[Became, ...] = ("same", "new", "back", "gone")
"""What may have become of the page itself where words came or went."""
_CHOICES: dict[str, tuple[str, ...]] = {
    "version": ("all", "newest", "first"),
    "page": PAGES,
    "star": ("yes", "no"),
    "is": ("starred", "tagged", "noted"),
}
_NAMES = "|".join((*_FIELDS, *_FILTERS, "near"))
_KINDS = "appeared|vanished|changed"
SIGNS: dict[int, str] = {
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},  # signs and letters of full width
    **dict.fromkeys(map(ord, "“”„"), '"'),
}
TOKEN = re.compile(
    rf"""(?P<not>-(?=[^\s)-]))?(?:(?P<open>\()|(?P<close>\))|(?P<bare>{_NAMES}|{_KINDS}):(?=[\s)]|\Z)
    |(?P<change>{_KINDS}):
    |(?:(?P<name>{_NAMES}):)?(?:"(?P<quoted>[^"]*)"(?:~(?P<slop>\d{{1,3}}))?|(?P<unclosed>".*)|(?P<word>[^\s()"]+)))""",
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)
_DATE = re.compile(r"(\d{4})(?:[-/.年](\d{1,2})(?:[-/.月](\d{1,2}))?)?[日月年]?")
_MOST = 200  # conditions of a query
_LONGEST = 4000

ChangeKind = Literal["appeared", "vanished", "changed"]


class QueryFault(UserError):
    """A query that cannot be understood, at a character of it (`place`, from 0)."""

    def __init__(self, place: int, detail: Message) -> None:
        self.place = place
        super().__init__(detail)


class Span(NamedTuple):
    """The first moment of a year, month or day, and the first moment behind it."""

    begin: datetime
    end: datetime


@dataclass(frozen=True, slots=True)
class Text:
    """Words that stand together, in one field or in any (“note” is one of no index). `slop` is how many terms may stand
    between them, `loose` is what was written without quotation marks."""

    text: str
    field: str = ""
    prefix: bool = False
    slop: int = 0
    loose: bool = dataclasses.field(default=False, compare=False)

    @property
    def phrase(self) -> terms.Phrase:
        return terms.phrase(self.text, prefix=self.prefix)


@dataclass(frozen=True, slots=True)
class Filter:
    """A condition on what a page is. `span` is the time of `before`, `after`, `on` and `published`, `place` is where the
    value stands in the query; a `bare` one of a field was written without "field:", and may be words."""

    name: str
    value: str
    span: Span | None = None
    place: int = field(default=0, compare=False)
    bare: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Change:
    """Words that a page says and did not say before, or the reverse. `of` holds nothing but texts; `place` is where
    the condition stands in the query."""

    kind: ChangeKind
    of: Node
    place: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Not:
    of: Node


@dataclass(frozen=True, slots=True)
class Several:
    """All of the conditions, or any of them."""

    how: Literal["all", "any"]
    of: tuple[Node, ...]


Node = Text | Filter | Change | Not | Several


@lru_cache(500)  # each part of an answer asks anew, and so does the next part of a list
def parse(query: str) -> Node:
    """The conditions of a query. QueryFault."""
    if len(query) > _LONGEST:
        raise QueryFault(_LONGEST, Message("query-long", count=_LONGEST))
    parser = _Parser(query)
    node = parser.alternatives(top=True)
    if node is None:
        raise QueryFault(0, Message("query-empty"))
    _check(node)
    return node


def lists_changes(node: Node) -> bool:
    """Whether a query is about changes of pages, not about pages."""
    if isinstance(node, Several):
        return (all if node.how == "any" else any)(map(lists_changes, node.of))
    return isinstance(node, Change)


def changes(node: Node) -> Iterator[Change]:
    """The changes that are sought, without those that are not to be."""
    if isinstance(node, Change):
        yield node
    elif isinstance(node, Several):
        for one in node.of:
            yield from changes(one)


def texts(node: Node) -> Iterator[Text]:
    """The texts that are to be found, without those that are not to be."""
    if isinstance(node, Text):
        yield node
    elif isinstance(node, Change):
        yield from texts(node.of)
    elif isinstance(node, Several):
        for one in node.of:
            yield from texts(one)


def every_text(node: Node) -> Iterator[Text]:
    """All texts, also those that are not to be found."""
    if isinstance(node, Text):
        yield node
    elif isinstance(node, Not | Change):
        yield from every_text(node.of)
    elif isinstance(node, Several):
        for one in node.of:
            yield from every_text(one)


class _Parser:
    def __init__(self, query: str) -> None:
        self._text = query.translate(SIGNS)
        self._place = self._count = 0

    def alternatives(self, *, top: bool = False) -> Node | None:
        """Conditions up to the end or a closing parenthesis."""
        groups: list[list[Node]] = [[]]
        while (found := self._next()) is not None:
            if found["close"]:
                if top:
                    raise QueryFault(self._place - 1, Message("query-closing", place=self._place))
                break
            if found["word"] == "OR" and not found["name"]:
                if not groups[-1]:
                    raise QueryFault(found.start(), Message("query-or", place=found.start() + 1))
                groups.append([])
                continue
            node = self._condition(found)
            if node is not None:
                groups[-1].append(Not(node) if found["not"] else node)
        if not groups[-1] and len(groups) > 1:
            raise QueryFault(len(self._text), Message("query-or", place=len(self._text) + 1))
        parts = [_joined("all", group) for group in groups if group]
        return _joined("any", parts) if parts else None

    def _next(self) -> re.Match[str] | None:
        while self._place < len(self._text) and self._text[self._place].isspace():
            self._place += 1
        found = TOKEN.match(self._text, self._place)
        if found is None:
            if self._place < len(self._text):  # a lone minus
                self._place += 1
                return self._next()
            return None
        self._count += 1
        if self._count > _MOST:
            raise QueryFault(found.start(), Message("query-many", place=found.start() + 1, count=_MOST))
        self._place = found.end()
        return found

    def _condition(self, found: re.Match[str]) -> Node | None:
        """None where nothing of it can be sought: signs alone."""
        if found["open"]:
            begin = found.start()
            node = self.alternatives()
            if self._text[self._place - 1 : self._place] != ")":
                raise QueryFault(begin, Message("query-parenthesis", place=begin + 1))
            return node
        if found["change"]:
            return self._change(found)
        if found["unclosed"] is not None:
            raise QueryFault(
                found.start("unclosed"), Message("query-quotation", place=found.start("unclosed") + 1)
            )
        name = (found["name"] or found["bare"] or "").lower()
        value = found["quoted"] if found["quoted"] is not None else found["word"] or ""
        if name and not value.strip():
            raise QueryFault(found.start(), Message("query-value", place=found.start() + 1, name=name))
        if name in _FILTERS:
            return _filter(name, value.strip(), found.start("quoted" if found["word"] is None else "word"))
        return self._words(found, name, value)

    def _change(self, found: re.Match[str]) -> Node | None:
        """A change of the one condition that follows: words, words of a field, or several in parentheses."""
        begin, name = found.start("change"), found["change"].lower()
        following = self._next()
        if following is None or following["not"] or following["close"]:
            raise QueryFault(begin, Message("query-value", place=begin + 1, name=name))
        node = self._condition(following)
        if node is None:
            return None
        if isinstance(node, Not) or not is_said(node):
            raise QueryFault(begin, Message("query-change-of", place=begin + 1, name=name))
        return Change(name, node, begin)  # type: ignore[arg-type]

    @staticmethod
    def _words(found: re.Match[str], name: str, value: str) -> Node | None:
        slop = int(found["slop"] or 0)
        if name == "near":
            slop = slop or NEAR
            if len(terms.phrase(value).terms) < 2:
                raise QueryFault(found.start(), Message("query-near", place=found.start() + 1))
        prefix = found["word"] is not None and value.endswith("*")
        bare = found["word"] is not None
        if bare and not name and conditions.BARE.fullmatch(value):
            return Filter("field", value, place=found.start("word"), bare=True)
        node = Text(value.rstrip("*") if prefix else value, _FIELDS.get(name, ""), prefix, slop, bare)
        return node if node.phrase.terms else None


def is_said(node: Node) -> bool:
    """Whether a condition is about what a page itself says."""
    if isinstance(node, Several):
        return all(map(is_said, node.of)) and not all(isinstance(one, Not) for one in node.of)
    if isinstance(node, Not):
        return is_said(node.of)
    return isinstance(node, Text) and node.field not in ("anchor", "note")


def _check(node: Node) -> None:
    """QueryFault where conditions about changes and conditions about pages do not go together."""
    lists, first = lists_changes(node), None
    for one in _walk(node):
        if isinstance(one, Change):
            first = first or one
        elif isinstance(one, Filter) and one.name == "page" and not lists:
            raise QueryFault(one.place, Message("query-page-alone", place=one.place + 1))
        elif isinstance(one, Filter) and one.name == "version" and one.value != "all" and lists:
            raise QueryFault(one.place, Message("query-change-version", place=one.place + 1))
    if first is not None and not lists:
        raise QueryFault(first.place, Message("query-change-alone", place=first.place + 1, name=first.kind))


def _walk(node: Node) -> Iterator[Node]:
    yield node
    if isinstance(node, Several):
        for one in node.of:
            yield from _walk(one)
    elif isinstance(node, Not):
        yield from _walk(node.of)


def _joined(how: Literal["all", "any"], nodes: list[Node]) -> Node:
    return nodes[0] if len(nodes) == 1 else Several(how, tuple(nodes))


def _filter(name: str, value: str, place: int) -> Filter:
    if name in ("before", "after", "on", "published"):
        span = _span(value)
        if span is None:
            raise QueryFault(place, Message("query-date", place=place + 1, value=value))
        return Filter(name, value, span, place)
    value = fold(value) if name in ("site", "type", *_CHOICES) else value
    if name == "type" and value not in TYPES:
        known = ", ".join(TYPES)
        raise QueryFault(place, Message("query-type", place=place + 1, value=value, known=known))
    if name == "kind" and not kinds.meant(value):
        known = ", ".join((*kinds.KINDS, *kinds.GROUPS))
        raise QueryFault(place, Message("query-kind", place=place + 1, value=value, known=known))
    if name == "label":
        meant = labels.meant(value)
        if meant is None:
            known = ", ".join(labels.KNOWN)
            raise QueryFault(place, Message("query-label", place=place + 1, value=value, known=known))
        value = meant
    if name == "rank" and ranking.span(value) is None:
        raise QueryFault(place, Message("query-rank", place=place + 1, value=value))
    if name == "field" and conditions.parsed(value) is None:
        raise QueryFault(place, Message("query-field", place=place + 1, value=value))
    if value not in _CHOICES.get(name, (value,)):
        known = ", ".join(_CHOICES[name])
        raise QueryFault(place, Message("query-choice", place=place + 1, value=value, known=known))
    return Filter(name, value, place=place)


def _span(text: str) -> Span | None:
    found = _DATE.fullmatch(text)
    if found is None:
        return None
    year, month, day = (int(part) if part else 0 for part in found.groups())
    try:
        begin = datetime(year, month or 1, day or 1, tzinfo=UTC)
        if day:
            return Span(begin, begin + timedelta(days=1))
        months = year * 12 + begin.month - 1 + (1 if month else 12)
        return Span(begin, datetime(months // 12, months % 12 + 1, 1, tzinfo=UTC))
    except (ValueError, OverflowError):
        return None
