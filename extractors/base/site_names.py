"""The name of the site in the titles of its pages: "Story - 新华网", "标题_百度百科", "BBC News | Story".

Several pages of a site show its name by what their titles share behind (or before) a separator. Of a single page only
what it says itself is believed: a site name in its metadata, the publisher, the name of its host.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from extractors.base.spacing import names

_CJK = "\u2e80-\u9fff\uac00-\ud7a3\uff01-\uff60"
# A hyphen or an underscore without blanks is one only beside Chinese: COVID-19 and file_name are words.
_SEPARATOR = re.compile(
    r"\s+(?:[-–—|·•»«:/~<>›]|::|--|\|\|)\s+|\s*[|｜丨»«›•]\s*|\s*——\s*|(?<=\S)[:：]\s+"
    rf"|(?<=[{_CJK}”’)\]!?\d])\s*[-－_–—]+\s*(?=[{_CJK}])|(?<=[{_CJK}])\s*[-－_]+\s*(?=\S)|(?<=\S)_+(?=[{_CJK}])"
)
_COLON = re.compile(r"\s*[:：]\s+\Z")
_MOST_TITLES = 5000
_DEPTH = 4
"""Separators that are looked at from either end."""
_FEWEST, _SHARE = 3, 0.3
_LONGEST = 80
_WORDLESS = re.compile(r"[\W_]+")
_GENERIC = names("www m mobile wap amp en zh cn news blog co com org net")
_ENDINGS = names("com net org gov edu ac co or ne go")


class Affix(NamedTuple):
    """What titles of a site share, with its separator: " - 新华网". `end` tells where it stands, `share` (0–1) how many
    of the titles have it."""

    text: str
    end: bool
    share: float

    @property
    def name(self) -> str:
        """The words without the separator."""
        return self.text.strip(" -–—|·•»«:/_｜丨－：")


def shared(titles: Iterable[str]) -> tuple[Affix, ...]:
    """What the raw titles of a site's pages share at their ends, longest first. Two pages are too few to tell.

    A channel of the site counts, too ("_财经_新浪网" beside "_新浪网"). The order of titles changes nothing.
    """
    known = sorted(set(titles) - {""})[:_MOST_TITLES]
    counts: Counter[tuple[bool, str]] = Counter()
    rests: defaultdict[tuple[bool, str], set[str]] = defaultdict(set)
    for title in known:
        for affix, rest in _affixes(title):
            counts[affix] += 1
            rests[affix].add(rest)
    often = [
        (Affix(text, end, round(count / len(known), 3)), count >= max(_FEWEST, _SHARE * len(known)))
        for (end, text), count in counts.items()
        if count >= _FEWEST and len(rests[end, text]) >= _FEWEST
    ]
    found = [affix for affix, is_whole in often if is_whole]
    # a channel is one before the name of the site, and needs fewer pages
    found += [
        affix
        for affix, is_whole in often
        if not is_whole
        and any(affix.end and other.end and affix.text.endswith(other.text) for other in found)
    ]
    return tuple(sorted(found, key=lambda affix: (-len(affix.text), affix.end, affix.text)))


def strip(title: str, affixes: Sequence[Affix]) -> str:
    """The title without what its site's titles share; as it was when nothing else would be left."""
    for end in (True, False):
        for affix in affixes:
            if affix.end is not end or len(affix.text) >= len(title):
                continue
            if end and title.endswith(affix.text):
                title = title[: -len(affix.text)].rstrip()
                break
            if not end and title.startswith(affix.text):
                title = title[len(affix.text) :].lstrip()
                break
    return title


def own(title: str, names: Iterable[str] = (), host: str = "") -> str:
    """The title of a single page without the name of its site, which must be one of `names` or that of the host."""
    wanted = {name for name in map(_plain, names) if name} | _host_names(host)
    plain = _plain(title)
    if not any(name in plain for name in wanted):
        return title  # as of most pages, and much quicker found out
    for (end, text), rest in _affixes(title):
        name = _plain(text)
        if name in wanted and _plain(rest) not in ("", name) and (end or not _COLON.search(text)):
            return rest
    return title


def _affixes(title: str) -> list[tuple[tuple[bool, str], str]]:
    """((at the end?, affix), rest) for the separators next to both ends, shorter affixes first."""
    places = [found.span() for found in _SEPARATOR.finditer(title)]
    found: list[tuple[tuple[bool, str], str]] = []
    for begin, _ in reversed(places[-_DEPTH:]):
        if begin > 0 and len(title) - begin <= _LONGEST:
            found.append(((True, title[begin:]), title[:begin].rstrip()))
    for _, end in places[:_DEPTH]:
        if end < len(title) and end <= _LONGEST:
            found.append(((False, title[:end]), title[end:].lstrip()))
    return found


def _plain(text: str) -> str:
    return _WORDLESS.sub("", text).casefold()


@lru_cache(maxsize=1000)
def _host_names(host: str) -> frozenset[str]:
    """What a site may call itself by its host: www.example.co.uk → example, example.co.uk."""
    labels = host.lower().rstrip(".").split(".")
    if len(labels) < 2 or labels[-1].isdigit():
        return frozenset()
    while len(labels) > 2 and labels[0] in _GENERIC:
        labels.pop(0)
    at = len(labels) - 2
    if at > 0 and labels[at] in _ENDINGS:
        at -= 1
    names = {_plain("".join(labels)), _plain("".join(labels[at:]))}
    return frozenset(names | ({_plain(labels[at])} if len(labels[at]) > 2 else set()))
