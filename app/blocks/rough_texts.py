"""The visible texts of a page, and what leads somewhere or shows something, without its structure."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from app.blocks.elements import ATTRIBUTES as SAID
from app.blocks.spans import ATTRIBUTES, OWN_LINE, RAW, SHOWN_RAW, Scan


def _any(names: frozenset[str]) -> str:
    """Any of these names in both ways of writing, sorted by first letters: long lists are slow otherwise."""
    rests: dict[str, list[str]] = {}
    for name in sorted(names, key=len, reverse=True):
        rests.setdefault(name[0], []).append("".join(f"[{c}{c.upper()}]" if c.isalpha() else c for c in name[1:]))
    every = "|".join(f"[{first}{first.upper()}](?:{'|'.join(rest)})" for first, rest in sorted(rests.items()))
    return rf"(?:{every})(?=[ \t\n\f\r/>])"


_END = rf"{ATTRIBUTES}(?:>|\Z)"
_OWN = rf"/?({_any(OWN_LINE - {'title'} | SHOWN_RAW)}){_END}"
_HIDDEN = rf"(?P<raw>{_any(frozenset(RAW) - SHOWN_RAW)}){_END}[^<]*+(?>(?:<(?!/(?i:(?P=raw))[ \t\n\f\r/>])[^<]*+)*)"
_COMMENT = r"!--(?:-?>|[^-]*+(?>(?:-(?!-!?>)[^-]*+)*)(?:--!?>|\Z))"
_SAYING = rf"(?P<says>{_any(frozenset(SAID))}){_END}"
_INLINE = rf"{_HIDDEN}|{_SAYING}|/?[a-zA-Z][^ \t\n\f\r/>]*+{_END}|{_COMMENT}|[!?/](?=[^>])[^>]*+(?:>|\Z)"
# What stands between two texts; of more tags a few at a time, for each takes room while they are looked at.
_BETWEEN = re.compile(rf"(?:<(?=[a-zA-Z/!?])(?:{_OWN}[ \t\n\f\r]*+|{_INLINE})){{1,64}}")
_SAYING_TAG = re.compile(rf"<({_any(frozenset(SAID))}){_END}")
_TITLE = re.compile(rf"<(title)(?=[ \t\n\f\r/>]){_END}([^<]*+)", re.IGNORECASE)


_REFERENCES = 4  # are as much work as an element
_READ = ("names", "starts", "ends", "inner_ends", "closes", "texts", "name_ends")


def count_between(text: str, start: int, end: int) -> int:
    """About how many elements stand between two places, or end tags, or what is as much work."""
    ends = text.count("</", start, end)
    return max(text.count("<", start, end) - ends, ends) + text.count("&", start, end) // _REFERENCES


class LaterScan(Scan):
    """A page that is not read before something of it is asked for."""

    __slots__ = ()

    def __getattr__(self, name: str) -> object:
        if name not in _READ:
            raise AttributeError(name)
        found = scan_texts(self.text)
        for each in _READ:
            setattr(self, each, getattr(found, each))
        return getattr(self, name)


def later(text: str) -> LaterScan:
    """A scan that is made when it is asked for."""
    found = LaterScan(text, rough=True)
    for each in _READ:
        delattr(found, each)
    return found


def scan_texts(text: str, stretches: Sequence[tuple[int, int]] | None = None) -> Scan:
    """The visible texts of a page, or of some stretches of it, rising and with whole tags; of its elements only those
    that lead somewhere or show something, and its title."""
    found = Scan(text, rough=True)
    titled = False
    for start, end in [(0, len(text))] if stretches is None else stretches:
        first = len(found.names)
        _read(found, start, end)
        title = None if titled else _TITLE.search(text, start, end)
        if title is not None:
            titled = True
            number = bisect_left(found.starts, title.start(), first)
            found.names.insert(number, "title")
            found.starts.insert(number, title.start())
            found.ends.insert(number, title.start(2))
            found.inner_ends.insert(number, title.end())
            found.closes.insert(number, title.end())
    return found


def _read(found: Scan, position: int, last: int) -> None:
    """Take in a stretch."""
    text, texts = found.text, found.texts
    own_line = True
    for between in _BETWEEN.finditer(text, position, last):
        start, end = between.span()
        if start > position:
            texts.append((position, start, own_line))
            own_line = False
        own, raw, says = between.groups()
        if own is not None:
            own_line = True
        if says is not None or (raw is not None and raw.lower() in SAID):
            for tag in _SAYING_TAG.finditer(text, start, end):
                stop = tag.end()
                until = text.find("<", stop)
                until = until if until >= 0 else len(text)
                found.names.append(tag[1].lower())
                found.starts.append(tag.start())
                found.ends.append(stop)
                found.inner_ends.append(until)
                found.closes.append(until)
        position = end
    if position < last:
        texts.append((position, last, own_line))
