"""The bytes of a page as text, and the way back from places in the text to places in the bytes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape as unescape_each

from extractors.base.charset import decode

# Character references of a page as what they stand for, also where there are very many of them.

_REFERENCE = re.compile(
    r"(&(?:#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?))"
)  # as html.unescape finds them
_MOST = 20_000  # characters of a text, or of the part that is looked at in one go: each reference takes room
_MOST_KNOWN = 40_000
_LONGEST = 40  # characters of a reference
_LONGEST_PREFIX = 7  # characters of a name that need not end with ";", with its "&"


class _Meanings(dict[str, str]):
    """What references stand for, each looked up once."""

    def __missing__(self, reference: str) -> str:
        if reference.endswith(";") or reference.startswith("&#"):
            meaning = unescape_each(reference)
        else:  # of a word behind "&" no more than the begin can be a name
            meaning = unescape_each(reference[:_LONGEST_PREFIX]) + reference[_LONGEST_PREFIX:]
        if len(self) < _MOST_KNOWN:
            self[reference] = meaning
        return meaning


_MEANINGS = _Meanings()


def unescape(text: str) -> str:
    """`html.unescape` with a cache of character references."""
    if len(text) > _MOST:
        return "".join([unescape(part) for part in _parts(text)])
    parts = _REFERENCE.split(text)
    if len(parts) > 1:
        parts[1::2] = map(_MEANINGS.__getitem__, parts[1::2])
        return "".join(parts)
    return text


def is_blank(text: str) -> bool:
    """Whether a text, of a page as it is written, shows nothing but white space."""
    if text.isspace():
        return True
    begin = text.find("&")
    if begin < 0 or not (begin == 0 or text[:begin].isspace()):
        return False
    end = text.find(";", begin, begin + _LONGEST) + 1
    return (not end or unescape(text[begin:end]).isspace()) and unescape(text).isspace()


def _parts(text: str) -> list[str]:
    """A long text in parts that end where no reference is."""
    parts: list[str] = []
    begin = 0
    while begin < len(text):
        end = begin + _MOST if len(text) - begin > _MOST else len(text)
        amp = text.rfind("&", begin + 1, end) if end < len(text) else -1
        end = amp if amp >= 0 and end - amp < _MOST // 2 else end
        parts.append(text[begin:end])
        begin = end
    return parts


_BOMS = (
    b"\xef\xbb\xbf",
    b"\xff\xfe\x00\x00",
    b"\x00\x00\xfe\xff",
    b"\xff\xfe",
    b"\xfe\xff",
    b"\x84\x31\x95\x33",
)
_BRACKET = re.compile("[<>\n]")


class Source:
    """A page as it was received. `text` is what a browser reads, without a byte order mark."""

    def __init__(self, data: bytes, declared: str | None = None) -> None:
        self.data = data
        self.text, self.charset, decided = decode(data, declared)
        self._begin = next((len(bom) for bom in _BOMS if data.startswith(bom)), 0) if decided == "BOM" else 0

    def offsets(self, places: Sequence[int]) -> list[int] | None:
        """Byte offsets of rising places in the text, at a `<` or behind a `>` or a line; None without an exact way.

        The text between two places is encoded and must give the very bytes. Where it does not (broken characters,
        characters with two codes) brackets and line ends are counted instead, which are themselves in every encoding
        that extends ASCII.
        """
        if (
            len(self.text) == len(self.data) - self._begin
        ):  # a byte each: no charset makes more characters than bytes
            return [place + self._begin for place in places]
        return self._by_encoding(places) or self._by_brackets(places)

    def _by_encoding(self, places: Sequence[int]) -> list[int] | None:
        offsets: list[int] = []
        begin, position = 0, self._begin
        for place in [*places, len(self.text)]:
            try:
                piece = self.text[begin:place].encode(self.charset)
            except UnicodeError:
                return None
            if not self.data.startswith(piece, position):
                return None
            begin, position = place, position + len(piece)
            offsets.append(position)
        return offsets[:-1] if position == len(self.data) else None

    def _by_brackets(self, places: Sequence[int]) -> list[int] | None:
        if "a<>".encode(self.charset, "replace") != b"a<>":
            return None
        text = [found.start() for found in _BRACKET.finditer(self.text)]
        data = [found.start() for found in re.finditer(b"[<>\n]", self.data)]
        if len(text) != len(data):
            return None
        at_text = {place: n for n, place in enumerate(text)}
        offsets: list[int] = []
        for place in places:
            if place in at_text and self.text[place] == "<":
                offsets.append(data[at_text[place]])
            elif place - 1 in at_text:
                offsets.append(data[at_text[place - 1]] + 1)
            elif place in (0, len(self.text)):
                offsets.append(0 if place == 0 else len(self.data))
            else:
                return None
        return offsets
