"""The posts of a thread: who wrote each, and when, with the part of the main text where it begins.

A thread repeats one element for each post. Of the kinds of elements around the main text (name and first class) that is a
thread's which holds most authors with words of theirs; what schema.org calls the author of something, and what classes and
links call a user, is an author. Nothing is guessed where fewer than two posts are found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lxml import etree

from extractors.base import dates, spacing
from extractors.base.types import Part, Post
from extractors.html.parts import Block

_MOST_ELEMENTS = 100_000
_FARTHEST = 14
"""Elements around an author or a date that may be the post."""
_LEAST = 2
_LONGEST_NAME, _LONGEST_DATE, _MOST_LINKS = 40, 60, 20
_AUTHOR = re.compile(
    r"(?<![a-z])(?:author|user-?_?name|nick-?_?name|nick|display-?_?name|poster|creator|commenter|member-?_?name|big"
    r"username|hnuser|user-?_?(?:link|details|info|nick)|fn|post-?_?author|comment-?_?author|byline|owner)(?![a-z])",
    re.IGNORECASE,
)
_USER = re.compile(
    r"/(?:u|users?|members?|profiles?|people|author|space|home/u|~)[/=.?-]|(?:member|profile|memberlist|user)\.php"
    r"|[?&](?:user|uid|u|author)=|space-uid|action=profile",
    re.IGNORECASE,
)
_BY = re.compile(r"(?:by|von|par|por|作者|楼主|posted by|from|@)[:：\s]+", re.IGNORECASE)
_NO_NAME = re.compile(
    r"(?:^|\s)(?:on|off)line$|^(?:post|reply|quote|report|share|edited|profile|permalink|follow)\b",
    re.IGNORECASE,
)
_WHEN = re.compile(r"date|time|posted|publish|stamp|\bage\b|when|dateline", re.IGNORECASE)
_PUBLISHED = frozenset(("datepublished", "datecreated", "commenttime", "uploaddate"))
_WORD = re.compile(r"[^\W\d_]")

Kind = tuple[str, str]


def found(root: etree._Element, blocks: Sequence[Block], main: Sequence[Part]) -> tuple[Post, ...]:
    """The posts of a page, those of its `blocks` that are its main text; () when it does not look like a thread."""
    numbers = {id(part): number for number, part in enumerate(main)}
    places = [(block.place, numbers[id(block.part)]) for block in blocks if id(block.part) in numbers]
    authors, moments = _marked(root)
    if not places or len(authors) < _LEAST:
        return ()
    around = _held(place for place, _ in places)
    counts: dict[Kind, set[etree._Element]] = {}
    for element in authors:
        for outer in _outward(element):
            if outer in around:
                counts.setdefault(_kind(outer), set()).add(outer)
    likely = {kind: held for kind, held in counts.items() if len(held) >= _LEAST}
    if not likely:
        return ()
    kind = max(likely, key=lambda one: (len(likely[one]), sum(around[post] for post in likely[one])))
    posts = likely[kind]
    told = _told(authors, posts), _told(moments, posts)
    begins: dict[etree._Element, int] = {}
    for place, number in places:
        post = next((outer for outer in (place, *_outward(place)) if outer in posts), None)
        if post is not None:
            begins[post] = min(number, begins.get(post, number))
    ordered = sorted(begins, key=lambda post: begins[post])
    written = [Post(told[0].get(post, ""), told[1].get(post, ""), begins[post]) for post in ordered]
    return tuple(written) if len(written) >= _LEAST else ()


def _held(places: Iterator[etree._Element]) -> dict[etree._Element, int]:
    """How many blocks of the main text stand in an element, for all that are around one."""
    counts: dict[etree._Element, int] = {}
    for place in places:
        for outer in (place, *_outward(place)):
            counts[outer] = counts.get(outer, 0) + 1
    return counts


def _outward(element: etree._Element) -> Iterator[etree._Element]:
    for number, outer in enumerate(element.iterancestors()):
        if number == _FARTHEST or outer.tag in ("body", "html"):
            return
        yield outer


def _kind(element: etree._Element) -> Kind:
    return str(element.tag), (element.get("class") or "").partition(" ")[0]


def _told(marked: dict[etree._Element, str], posts: set[etree._Element]) -> dict[etree._Element, str]:
    """Of each post the first that is marked in it, and in no post inside it; a name before a single letter."""
    said: dict[etree._Element, str] = {}
    for element, value in marked.items():
        post = next((outer for outer in (element, *_outward(element)) if outer in posts), None)
        if post is not None and len(said.get(post, "")) < 2:  # a letter stands for a picture
            said[post] = value
    return said


def _marked(root: etree._Element) -> tuple[dict[etree._Element, str], dict[etree._Element, str]]:
    """The elements that name an author, and those that tell a moment, with what they say, in the order of the page."""
    authors: dict[etree._Element, str] = {}
    moments: dict[etree._Element, str] = {}
    for number, element in enumerate(root.iter(etree.Element)):
        if number == _MOST_ELEMENTS:
            break
        names = f"{element.get('class') or ''} {element.get('id') or ''}"
        properties = (element.get("itemprop") or "").lower().split()
        if moment := _moment(element, names, properties):
            moments[element] = moment
        elif (
            "author" in properties
            or (
                element.tag == "a"
                and (element.get("rel") == "author" or _USER.search(element.get("href") or ""))
            )
            or _AUTHOR.search(names)
        ) and (name := _name(element)):
            authors[element] = name
    return authors, moments


def _moment(element: etree._Element, names: str, properties: Sequence[str]) -> str:
    """A date or date and time in ISO 8601 that an element tells; "" for none."""
    stated = element.get("datetime") or (
        element.get("content") if _PUBLISHED.intersection(properties) else None
    )
    if stated:
        return dates.iso(stated)
    if element.tag != "time" and not _PUBLISHED.intersection(properties) and not _WHEN.search(names):
        return ""
    return dates.iso(element.get("title")) or dates.iso(_words(element, _LONGEST_DATE))


def _name(element: etree._Element) -> str:
    """The name of a person that an element holds: that of its link to a user, or all that it says when it is short."""
    if element.get("content"):
        return (element.get("content") or "")[:_LONGEST_NAME]
    links = list(element.iter("a"))[:_MOST_LINKS]
    users = [one for one in links if _USER.search(one.get("href") or "")]
    for said in (_words(one, _LONGEST_NAME) for one in (*users, *links, element)):
        name = said[by.end() :] if (by := _BY.match(said)) else said
        half = len(name) // 2
        name = name[:half] if name[:half] == name[half + 1 :] else name
        if _WORD.search(name) and name.count(" ") <= 3 and not _NO_NAME.search(name) and not dates.iso(name):
            return name
    return ""


def _words(element: etree._Element, most: int) -> str:
    """All that an element says, "" when that is longer."""
    pieces: list[str] = []
    length = 0
    for piece in element.itertext(etree.Element):
        length += len(piece.strip())
        if length > most:
            return ""
        pieces.append(piece)
    return spacing.line(" ".join(pieces))
