"""Where the tags of a page stand in its source: a tolerant scan that numbers the start tags.

No parser of ours reports offsets. So every start tag gets its number as a private attribute, the page is parsed
as usual, and an element says with its number where it began. Where the scan and the parser should ever see
different tags, numbers are missing from the tree and larger pieces stay together; nothing else depends on it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from app.blocks.page.elements import BLOCK_LEVEL, FOREIGN, HEADINGS, names

MARK = "tw:n"
_SPACE = r"[ \t\n\f\r]"
# As a tokenizer sees it: quotes mean something only after "=". Possessive, so that nothing is tried twice.
_ATTRIBUTE = (
    rf"[^ \t\n\f\r/>][^ \t\n\f\r/>=]*+(?>(?:{_SPACE}*+={_SPACE}*+(?:\"[^\"]*+\"|'[^']*+'|[^ \t\n\f\r>]*+))?)"
)
_USUAL = rf"{_SPACE}[a-zA-Z\-]++=\"[^\"]*+\""  # the same, as most are written
ATTRIBUTES = rf"(?>(?:{_USUAL})*)(?>(?:[ \t\n\f\r/]++|{_ATTRIBUTE})*)"
# Groups: the slash of an end tag, the name, and a ">" that may be missing where attributes are.
TAG = rf"(/)?([a-zA-Z][^ \t\n\f\r/>]*+)(?:>|{ATTRIBUTES}(>?))"
OTHER = r"!\[CDATA\[|[!?/](?=[^>])"
TOKEN = re.compile(rf"<(?:{TAG}|!--|{OTHER})")
COMMENT_END = re.compile(r"--!?>")
RAW = {
    name: re.compile(rf"</{name}(?=[ \t\n\f\r/>])", re.IGNORECASE)
    for name in ("script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "noscript")
}
SHOWN_RAW = frozenset({"textarea", "xmp"})
_VOID = names(
    "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr"
)
# Their end tags close nothing but themselves: what was opened inside goes on (HTML, adoption agency algorithm).
_FORMATTING = names("a b big code em font i nobr s small strike strong tt u")
# An end tag inside does not close what was opened outside (HTML, "has an element in scope").
_SCOPES = names("applet button caption marquee object table td template th")
OWN_LINE = BLOCK_LEVEL | {"br"}
_GO_ON = frozenset({"html", "body"})  # behind their end tags the body goes on
# In pictures and formulas these end them (HTML, "the rules for parsing tokens in foreign content"), but for …
_NOT_FOREIGN = names(
    "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta "
    "nobr ol p pre ruby s small span strong strike sub sup table tt u ul var"
)
_FONT = re.compile(
    r"(?:^|[ \t\n\f\r/\"'])(?:color|face|size)(?=[ \t\n\f\r/=]|$)", re.IGNORECASE
)  # of these, if so
_HTML_INSIDE = names("foreignobject desc title mi mo mn ms mtext annotation-xml")  # … inside these
_TABLE_PARTS = names("table tbody td tfoot th thead tr caption")


class NameEnds:
    """Where the names of start tags end, by number."""

    __slots__ = ("_names", "_starts")

    def __init__(self, names: list[str], starts: list[int]) -> None:
        self._names, self._starts = names, starts

    def __getitem__(self, number: int) -> int:
        return self._starts[number] + 1 + len(self._names[number])


@dataclass(slots=True)
class Scan:
    """The start tags of a source text by number, and its visible texts. Offsets are characters."""

    text: str
    names: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)  # of the start tags
    inner_ends: list[int] = field(
        default_factory=list
    )  # where the content ends: at the end tag, or what implies it
    closes: list[int] = field(default_factory=list)  # where the element ends
    texts: list[tuple[int, int, bool]] = field(
        default_factory=list
    )  # start, end, begins on a line of its own
    deepest: int = 0  # elements open at once
    longest: int = 0  # characters of the longest tag
    rough: bool = False  # of the elements only those with something to follow or to see: there are too many
    exact: bool = False  # the places are those of the parser's elements, end tags that were left out included
    name_ends: NameEnds = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.name_ends = NameEnds(self.names, self.starts)

    def marked(self) -> str:
        """The source with each start tag's number in the attribute `MARK`."""
        pieces: list[str] = []
        position = 0
        for number, (name, start) in enumerate(zip(self.names, self.starts, strict=True)):
            end = start + 1 + len(name)
            pieces.append(f'{self.text[position:end]} {MARK}="{number}"')
            position = end
        pieces.append(self.text[position:])
        return "".join(pieces)


def scan(text: str) -> Scan:
    """Find the tags of a page in one pass, in linear time for any input."""
    return _Scanner(text).run()


def _lower(name: str) -> str:
    """A name as the parser writes it: as long as it was written."""
    if name.isascii():
        return name.lower()
    return "".join([letter.lower() if letter.isascii() else letter for letter in name])


class _Scanner:
    def __init__(self, text: str) -> None:
        self._text = text
        self._scan = Scan(text)
        self._stack: list[int] = []  # numbers of open elements; one that was closed out of order is -1
        self._svg: list[int] = []
        self._math: list[int] = []
        self._places: dict[str, list[int]] = {
            "svg": self._svg,
            "math": self._math,
        }  # name -> places in the stack
        self._scopes: list[int] = []  # places in the stack

    def run(self) -> Scan:
        text, found, search = self._text, self._scan, TOKEN.search
        texts = found.texts
        position, own_line = 0, True
        token = search(text)
        while token is not None:
            start, end = token.span()
            if start > position:
                texts.append((position, start, own_line))
                own_line = False
            slash, name, closed = token.groups()
            if closed == "":
                found.longest = max(found.longest, len(text) - start)
                return self._finish(len(text), own_line)  # cut off inside a tag, which a parser drops
            if name is None:
                end = self._passed(token)
            else:
                name = _lower(name)
                if name in OWN_LINE:
                    own_line = True
                if slash:
                    self._end_tag(name, start, end)
                else:
                    if end - start > found.longest:
                        found.longest = end - start
                    self._start_tag(name, token)
                    raw = RAW.get(name)
                    if raw is not None and not self._foreign():
                        until = raw.search(text, end)
                        stop = until.start() if until else len(text)
                        if name in SHOWN_RAW:
                            texts.append((end, stop, True))
                            own_line = True
                        end = stop
                    elif name == "plaintext":
                        return self._finish(end, own_line)
            position = end
            token = search(text, end)
        return self._finish(position, own_line)

    def _finish(self, position: int, own_line: bool) -> Scan:
        end = len(self._text)
        if position < end:
            self._scan.texts.append((position, end, own_line))
        self._close(0, end, end)
        return self._scan

    def _passed(self, token: re.Match[str]) -> int:
        """The end of a comment, CDATA section, declaration or processing instruction."""
        text, start = self._text, token.start()
        if text.startswith("<!--", start):
            if text.startswith((">", "->"), start + 4):
                return text.index(">", start) + 1
            end = COMMENT_END.search(text, start + 4)
            return end.end() if end else len(text)
        closing = "]]>" if text.startswith("<![CDATA[", start) and self._foreign() else ">"
        place = text.find(closing, start)
        return place + len(closing) if place >= 0 else len(text)

    def _foreign(self) -> bool:
        return bool(self._svg or self._math)

    def _leave_foreign(self, place: int) -> None:
        """Close pictures and formulas before an element that cannot be inside one."""
        if not any(self._places.get(name) for name in _HTML_INSIDE):
            self._close(min(places[0] for places in (self._svg, self._math) if places), place, place)

    def _start_tag(self, name: str, token: re.Match[str]) -> None:
        found = self._scan
        if (self._svg or self._math) and (
            name in _NOT_FOREIGN or (name == "font" and _FONT.search(token[0][5:-1]))
        ):
            self._leave_foreign(token.start())
        number = len(found.names)
        end = token.end()
        found.names.append(name)
        found.starts.append(token.start())
        found.ends.append(end)
        found.inner_ends.append(end)
        found.closes.append(end)
        if name in _VOID or (self._text[end - 2] == "/" and (name in FOREIGN or self._foreign())):
            return
        place = len(self._stack)
        self._stack.append(number)
        self._places.setdefault(name, []).append(place)
        if name in _SCOPES:
            self._scopes.append(place)
        if place >= found.deepest:
            found.deepest = place + 1

    def _end_tag(self, name: str, start: int, end: int) -> None:
        if name in HEADINGS:  # closes any of them
            name = max(HEADINGS, key=lambda heading: (self._places.get(heading) or (-1,))[-1])
        places = self._places.get(name)
        if not places:
            return
        place = places[-1]
        if place == len(self._stack) - 1 and name not in _GO_ON:
            places.pop()
            self._end(place, start, end)
            self._stack.pop()
            if self._scopes and self._scopes[-1] == place:
                self._scopes.pop()
            return
        if name in _GO_ON:
            self._close(place + 1, start, start)
            number = self._stack[place]
            self._scan.inner_ends[number], self._scan.closes[number] = start, end
            return
        if self._scopes and place < self._scopes[-1] and name not in _TABLE_PARTS:
            return
        if name in _FORMATTING:
            places.pop()
            self._end(place, start, end)
            self._stack[place] = -1
            return
        self._close(place + 1, start, start)
        self._close(place, start, end)

    def _close(self, place: int, inner_end: int, end: int) -> None:
        """Close all open elements from a place in the stack on."""
        while len(self._stack) > place:
            last = len(self._stack) - 1
            number = self._stack[last]
            if number >= 0:
                self._places[self._scan.names[number]].pop()
                name = self._scan.names[number]
                if name not in _GO_ON or self._scan.closes[number] == self._scan.ends[number]:
                    self._end(last, inner_end, end)
            if self._scopes and self._scopes[-1] == last:
                self._scopes.pop()
            self._stack.pop()

    def _end(self, place: int, inner_end: int, end: int) -> None:
        number = self._stack[place]
        self._scan.inner_ends[number], self._scan.closes[number] = inner_end, end
