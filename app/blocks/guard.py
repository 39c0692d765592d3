"""Take the sting out of pages that are made to choke an HTML parser.

A conforming parser needs quadratic time for very deep nesting and for a tag with very many attributes, and
quadratic memory for formatting elements (`<b>`, `<font>` ...) that are never closed. Browsers limit the depth too. Only
tags are taken out here, never text.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict

from app.blocks.elements import names

_MAX_DEPTH = 1000
_MAX_ATTRIBUTES = 100
LONG_TAG = 2 * _MAX_ATTRIBUTES  # characters: a shorter one cannot have too many attributes
_MAX_FORMATTING = 3000
_MAX_REPEATED = 1_000_000  # how often open formatting elements may be opened anew in following blocks

# As a tokenizer sees it: quotes mean something only after "=". Possessive, so that nothing is tried twice.
_ATTRIBUTE = r"[^\s/>][^\s/>=]*+(?>(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s>]*+))?)"
_TOKEN = re.compile(rf"<(?:!--|(/?)([a-zA-Z][^\s/>]*+)((?>(?:[\s/]++|{_ATTRIBUTE})*))>?)")
_ATTRIBUTES = re.compile(_ATTRIBUTE)
_COMMENT_END = re.compile(r"--!?>")
_RAW = {
    name: re.compile(rf"</{name}", re.IGNORECASE)
    for name in ("script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "noscript")
}
_VOID = names("area base br col embed frame hr img input link meta param source track wbr")
# The next one of the kind closes the one before: these do not pile up by themselves.
_CLOSED_BY_NEXT = names("p li dt dd option optgroup tr td th tbody thead tfoot rb rt rp rtc")
_FORMATTING = names("b big code em font i s small strike strong tt u")


def is_crowded(tag: str) -> bool:
    """Whether a tag has too many attributes."""
    return len(tag) >= LONG_TAG and len(_ATTRIBUTES.findall(tag)) > _MAX_ATTRIBUTES


def defuse(source: str) -> tuple[str, list[str]]:
    """The source without what a parser would choke on, and what was done about it; nearly always unchanged."""
    if source.count("<") < _MAX_DEPTH and len(source) < LONG_TAG:
        return source, []
    scan = _Scan(source, strip_formatting=False)
    if scan.formatting_bomb:
        scan = _Scan(source, strip_formatting=True)
    return scan.result(), scan.warnings


class _Scan:
    """One pass over the tags of a page."""

    def __init__(self, source: str, *, strip_formatting: bool) -> None:
        self._source = source
        self._strip = strip_formatting
        self._cuts: list[tuple[int, int]] = []
        self._open: Counter[str] = Counter()
        self._dropped: Counter[str] = Counter()
        self._depth = 0
        self._formatting: dict[str, list[str]] = defaultdict(list)  # element -> its open tags as written
        self._same: Counter[str] = Counter()
        self._active = 0  # formatting elements that a new block would open anew: at most three of a kind
        self._repeated = 0
        self.formatting_bomb = False
        self.warnings: list[str] = []
        if strip_formatting:
            self._warn("formatting elements that are never closed were left out")
        self._run()

    def result(self) -> str:
        if not self._cuts:
            return self._source
        pieces = []
        position = 0
        for start, end in self._cuts:
            pieces.append(self._source[position:start])
            position = end
        pieces.append(self._source[position:])
        return "".join(pieces)

    def _run(self) -> None:
        source, search = self._source, _TOKEN.search
        token = search(source)
        while token is not None and not self.formatting_bomb:
            position = token.end()
            slash, name, attributes = token.groups()
            if name is None:
                end = _COMMENT_END.search(source, token.start() + 2)
                if end is None:
                    return
                position = end.end()
            else:
                name = name.lower()
                if slash:
                    self._end_tag(token, name)
                else:
                    if len(attributes) >= LONG_TAG:
                        self._check_attributes(token)
                    self._start_tag(token, name, attributes)
                    if name in _RAW and not (self._open["svg"] or self._open["math"]):
                        end = _RAW[name].search(source, position)
                        if end is None:
                            return
                        position = end.start()
            token = search(source, position)

    def _start_tag(self, token: re.Match[str], name: str, attributes: str) -> None:
        if name in _VOID:
            return
        if name in _FORMATTING:
            if self._strip:
                self._cuts.append(token.span())
                return
            written = token.group()
            self._formatting[name].append(written)
            self._same[written] += 1
            self._active += self._same[written] <= 3
            self.formatting_bomb = self._same.total() > _MAX_FORMATTING if self._active > 50 else False
            self.formatting_bomb |= len(self._formatting[name]) > _MAX_FORMATTING
            return
        self._repeated += self._active
        if self._repeated > _MAX_REPEATED:
            self.formatting_bomb = True
        if name in _CLOSED_BY_NEXT:
            return
        if attributes.endswith("/") and (self._open["svg"] or self._open["math"]):
            return
        if self._depth >= _MAX_DEPTH:
            self._dropped[name] += 1
            self._cuts.append(token.span())
            self._warn(f"nesting deeper than {_MAX_DEPTH} elements was flattened")
            return
        self._open[name] += 1
        self._depth += 1

    def _end_tag(self, token: re.Match[str], name: str) -> None:
        if name in _FORMATTING:
            if self._strip:
                self._cuts.append(token.span())
            elif self._formatting[name]:
                written = self._formatting[name].pop()
                self._active -= self._same[written] <= 3
                self._same[written] -= 1
        elif self._dropped[name]:
            self._dropped[name] -= 1
            self._cuts.append(token.span())
        elif self._open[name]:
            self._open[name] -= 1
            self._depth -= 1

    def _check_attributes(self, token: re.Match[str]) -> None:
        """Cut what comes after so many attributes; the tag still ends where it ended."""
        start, end = token.span(3)
        for number, attribute in enumerate(_ATTRIBUTES.finditer(self._source, start, end), 1):
            if number > _MAX_ATTRIBUTES:
                self._cuts.append((attribute.start(), end))
                self._warn(f"a tag has more than {_MAX_ATTRIBUTES} attributes; the others were left out")
                return

    def _warn(self, sentence: str) -> None:
        if sentence not in self.warnings:
            self.warnings.append(sentence)
