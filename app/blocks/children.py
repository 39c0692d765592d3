"""The children of one element of a page, as they are found in its source."""

from __future__ import annotations

import re

from app.blocks.references import unescape
from app.blocks.spans import COMMENT_END, TOKEN

TEXT = "-text"
_LINE_ENDS = ("\n", "\r\n", "\r")  # dropped at the very beginning of a pre


class Children:
    """What is in an element and may show something, in order."""

    __slots__ = (
        "_named", "_waiting", "below", "ends", "fresh", "groups", "numbers", "positions", "reach", "starts", "tags",
    )  # fmt: skip

    def __init__(self, begin: int) -> None:
        self.tags: list[str] = []
        self.positions: list[int] = []  # among those with the same name
        self.numbers: list[int] = []  # of the start tag, -1 without one
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.groups: dict[int, list[int]] = {}  # what is in an element without a start tag, by its index here
        self.below: dict[int, Children] = {}  # likewise, looked into
        self.fresh: set[int] = set()  # numbers of elements that stand behind an end tag of the page
        self.reach = begin  # where the last element ends
        self._named: dict[str, int] = {}
        self._waiting = 0  # of the last ones, how many end where the next element begins

    def add(self, tag: str, number: int, start: int, end: int) -> None:
        """An element with a start tag."""
        if self._waiting:
            self.finish(start)
        position = self._named[tag] = self._named.get(tag, 0) + 1
        self.tags.append(tag)
        self.positions.append(position)
        self.numbers.append(number)
        self.starts.append(start)
        self.ends.append(end)
        self.reach = end

    def add_unnumbered(self, tag: str, position: int = 0) -> None:
        """A text, with its position, or an element without a start tag. It goes from the element before to the next."""
        if not position:
            position = self._named[tag] = self._named.get(tag, 0) + 1
        self.tags.append(tag)
        self.positions.append(position)
        self.numbers.append(-1)
        self.starts.append(self.reach)
        self.ends.append(-1)
        self._waiting += 1

    def add_group(self, tag: str, numbers: list[int], start: int, end: int) -> None:
        """An element without a start tag around others."""
        self.finish(start)
        self.groups[len(self.tags)] = numbers
        self.add_unnumbered(tag)
        self.reach = end

    def drop(self) -> None:
        """Take the last text out again."""
        for each in (self.tags, self.positions, self.numbers, self.starts, self.ends):
            each.pop()
        self._waiting -= 1

    def step(self, index: int) -> str:
        """The step of a path that leads to one of them."""
        tag = self.tags[index]
        return f"{'text()' if tag == TEXT else tag}[{self.positions[index]}]"

    def ends_with_text(self, position: int) -> bool:
        """Whether the last one is the text with this position."""
        return bool(self.tags) and self.tags[-1] == TEXT and self.positions[-1] == position

    def finish(self, place: int) -> None:
        """The next element begins here, or the one around all ends."""
        for index in range(len(self.ends) - self._waiting, len(self.ends)):
            self.ends[index] = place
        self._waiting = 0


class Between:
    """Reads what stands between the elements of one: texts, comments, end tags that end nothing."""

    def __init__(self, text: str, found: Children, *, drops: bool) -> None:
        self._text = text
        self._found = found
        self._begin = found.reach if drops else -1  # where a line end is dropped
        self._count = 0  # texts, those of white space included
        self._words_start = self._words_end = -1  # of the latest text, with end tags behind it

    def read(self, place: int, stop: int) -> bool:
        """Read a stretch. Whether there is an end tag of the page in it."""
        text, ended = self._text, False
        token = TOKEN.search(text, place) if text.find("<", place, stop) >= 0 else None
        while token is not None and token.start() < stop:
            start, end = token.span()
            if place < start:
                self._write(place, start)
            place, name = end, token[2]
            if name is None:
                place = _behind(text, token)
            elif name in ("p", "P"):
                self._found.add_unnumbered("p")
            else:
                if self._words_end == start:
                    self._words_end = end
                ended = ended or name.lower() in ("html", "body")
            token = TOKEN.search(text, place)
        if place < stop:
            self._write(place, stop)
        return ended

    def _write(self, start: int, end: int) -> None:
        """A text, or more of one behind an end tag that is ignored."""
        said = self._text[start:end]
        if start == self._words_end:
            if self._found.ends_with_text(self._count):
                self._found.drop()
            said = TOKEN.sub("", self._text[self._words_start : end])
        elif start == self._begin and said in _LINE_ENDS:
            return
        else:
            self._words_start = start
            self._count += 1
        self._words_end = end
        if says(said):
            self._found.add_unnumbered(TEXT, self._count)


def _behind(text: str, token: re.Match[str]) -> int:
    """The end of a comment, declaration or processing instruction."""
    if token[0] != "<!--":
        return text.find(">", token.start()) + 1
    end = COMMENT_END.search(text, token.end())
    return end.end() if end is not None else len(text)


def says(text: str, *, entities: bool = True) -> bool:
    """Whether a text is more than white space."""
    if entities and "&" in text:
        text = unescape(text)
    return bool(text) and not text.isspace()
