"""The bytes of a page as text, and the way back from places in the text to places in the bytes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from extractors.charset import decode

_BOMS = (b"\xef\xbb\xbf", b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff", b"\xff\xfe", b"\xfe\xff", b"\x84\x31\x95\x33")
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
        if len(self.text) == len(self.data) - self._begin:  # a byte each: no charset makes more characters than bytes
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
