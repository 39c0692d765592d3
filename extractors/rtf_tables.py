"""The tables at the head of an RTF file: fonts, colours, styles."""

from __future__ import annotations

from extractors import official
from extractors import rtf_words as words


class Fonts:
    """The codec of every font; `usual` is that of the document."""

    def __init__(self) -> None:
        self.usual = "cp1252"
        self.default = 0
        self._codecs: dict[int, str] = {}
        self._names: dict[int, str] = {}

    def charset(self, font: int, charset: int) -> None:
        if charset in words.CHARSETS:
            self._codecs[font] = words.CHARSETS[charset]

    def page(self, font: int, page: int) -> None:
        found = codec_of(page)
        if page and found:
            self._codecs[font] = found

    def name(self, font: int, name: str) -> None:
        self._names[font] = (self._names.get(font, "") + name)[:100]

    def codec(self, font: int) -> str:
        return self._codecs.get(font, self.usual)

    def called(self, font: int) -> str:
        return self._names.get(font, "")


class Colours:
    """Which entries of the colour table are red."""

    def __init__(self) -> None:
        self._now = [0, 0, 0]
        self._red: list[bool] = []

    def set(self, name: str, number: int) -> None:
        if name in ("red", "green", "blue"):
            self._now[("red", "green", "blue").index(name)] = number & 255

    def end(self, count: int) -> None:
        """As many entries end as there are semicolons."""
        for _ in range(min(count, 1000 - len(self._red))):
            red, green, blue = self._now
            self._red.append(official.red(red << 16 | green << 8 | blue))
            self._now = [0, 0, 0]

    def is_red(self, index: int) -> bool:
        return 0 <= index < len(self._red) and self._red[index]


class Styles:
    """Which paragraph styles are of headings (1–6) and which of titles, by their names."""

    def __init__(self) -> None:
        self._number = 0
        self._name = ""
        self._levels: dict[int, int] = {}
        self.titles: set[int] = set()

    def number(self, number: int) -> None:
        self._number = number

    def text(self, text: str) -> None:
        """Letters of a name; a semicolon ends it."""
        for piece in text.split(";")[:-1]:
            self._end(self._name + piece)
            self._name = ""
        self._name = (self._name + text.rpartition(";")[2])[:200]

    def level(self, style: int) -> int:
        return self._levels.get(style, 0)

    def _end(self, name: str) -> None:
        name = name.strip().lower()
        for word in ("heading", "标题", "überschrift", "titre", "título", "заголовок", "見出し"):
            rest = name.removeprefix(word).strip()
            if rest != name and rest in ("1", "2", "3", "4", "5", "6"):
                self._levels[self._number] = int(rest)
        if name in words.TITLE_STYLES:
            self.titles.add(self._number)
        self._number = 0


def codec_of(page: int) -> str | None:
    """The Python codec of a code page, or None."""
    name = words.CODE_PAGES.get(page, f"cp{page}")
    try:
        b"a".decode(name)
    except (LookupError, UnicodeDecodeError):
        return None
    return name
