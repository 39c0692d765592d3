"""Signs that a site makes up addresses without end.

Three kinds: what an address alone shows (its shape); how many addresses of one pattern lead only to each other (a
calendar whose months link to the next month); and how many addresses have the same content. The last two are
budgets, spent in the frontier's transaction. Only addresses that were found on a page of the same pattern spend the
second: what another page links to is crawled all the same. What looks like a trap is parked, and a person decides.
"""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import NamedTuple

from app.crawl.rules.url import split
from app.messages import Message

MAX_LENGTH = 2000
MAX_SEGMENTS = 20
MAX_SAME_SEGMENT = 5
MAX_PARAMETERS = 40
MAX_SAME_PARAMETER = 3
SAME_CONTENT = "the same content"
"""So begins what is said of pages that are parked for their content."""
_CYCLE = re.compile(r"((?:/[^/]+){1,3}?)\1{2}(?=/|$)")
_DIGITS = re.compile(r"[0-9]+")
_CALENDAR_QUERY = re.compile(
    r"(?:^|&)(?:[a-z_.-]*(?:year|month|week|date|day|cal)[a-z_.-]*|y|m|d|yr|mon|ym|ymd)=[^&]*[0-9]"
    r"|=(?:19|20|21)[0-9]{2}(?:-?[01][0-9]){1,2}(?:&|$)",
    re.IGNORECASE,
)
_CALENDAR_PATH = re.compile(r"/(?:19|20|21)[0-9]{2}[/-](?:0?[1-9]|1[0-2])(?:[/-][0-9]{1,2})?/?$")


def shape_of_trap(url: str) -> str:
    """What makes an address look made up by a trap; empty when nothing does."""
    if len(url) > MAX_LENGTH:
        return Message("address-characters", count=len(url))
    path, query = split(url)[2:]
    if query and query.count("&") >= MAX_SAME_PARAMETER - 1:
        grown = _grown(query.split("&"))
        if grown:
            return grown
    slashes = path.count("/")
    if slashes < 3:
        return ""
    segments = [segment for segment in path.split("/") if segment]
    if len(segments) > MAX_SEGMENTS:
        return Message("address-folders", count=len(segments))
    # numbers repeat without harm: /2011/11/11/11/
    words = [segment for segment in segments if not segment.isdigit()]
    if len(set(words)) < len(words):
        cycle = _CYCLE.search("/" + "/".join(words))
        if cycle:
            return Message("address-repeats", what=cycle[1])
        for word in set(words):
            if words.count(word) >= MAX_SAME_SEGMENT:
                return Message("address-repeats", what=f"/{word}")
    return ""


def _grown(parameters: list[str]) -> str:
    """A query to which every page adds something."""
    if len(parameters) > MAX_PARAMETERS:
        return Message("address-parameters", count=len(parameters))
    if len(set(parameters)) + MAX_SAME_PARAMETER <= len(parameters) + 1:
        for parameter in set(parameters):
            if parameter and parameters.count(parameter) >= MAX_SAME_PARAMETER:
                return Message("address-repeats", what=parameter)
    return ""


class Pattern(NamedTuple):
    """What endlessly many addresses have in common.

    `budget` is how many of them may be found through each other (0: any number), `chain` how many in a row.
    Both are factors of the crawl's `trap_budget`.
    """

    key: bytes
    budget: int
    chain: int


def pattern_of(url: str) -> Pattern | None:
    """The pattern an address is of; None when it has neither query nor numbers.

    A calendar shows in its words or dates, and gets little. A wiki or forum whose every page is one script with a
    query, or a paper whose articles are numbered, looks the same from afar but is wide instead of deep: from any of
    its pages the others are a few steps away. So these are held back by the length of the chain alone (and queries,
    that can be combined without end, by a large number).
    """
    parts = split(url)
    if parts.query:
        text = f"{parts.authority}{parts.path}?"
        if _CALENDAR_QUERY.search(parts.query):
            return Pattern(_key(text), 1, 1)
        return Pattern(_key(text), 2500, 20)
    if not _DIGITS.search(parts.path):
        return None
    text = f"{parts.authority}{_DIGITS.sub('#', parts.path)}"
    if _CALENDAR_PATH.search(parts.path):
        return Pattern(_key(text), 50, 50)
    return Pattern(_key(text), 0, 20)


def _key(text: str) -> bytes:
    return blake2b(text.encode(), digest_size=8).digest()
