"""In which character set are tags that do not say it? Songs from China, Japan, Korea and Russia hold bytes of the
system's character set in fields that promise Latin-1. All tags of a file are weighed together."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from extractors.base.charset_guess import COMMON_HAN, COMMON_HANGUL
from extractors.base.sentences import Message

Reader = Callable[[str | bytes], str]
_NAMES = {
    "utf-8": "utf-8",
    "gb18030": "gbk",
    "big5hkscs": "big5",
    "cp932": "shift_jis",
    "cp949": "euc-kr",
    "cp1251": "windows-1251",
}
_ENOUGH = 0.55
_ENOUGH_FOR_FEW = 0.75
_FEW = 6
"""Weight a byte from which on a reading is believed; characters taken at random stay below 0.3."""
_LEAST_RUSSIAN = 6
# Letters of European words: accents stand alone among plain letters, quotes and dashes at the edges of words.
_EUROPEAN = re.compile(
    r"(?<![^\x00-\x7f])(?:[à-öø-ÿßšžœŠŽŒ](?=[a-z\W]|$)|(?<=[a-zA-Z])[à-öø-ÿßšžœ]|(?<![a-z])[À-ÖØ-ÞŠŽŒ](?=[a-z \W]|$)"
    r"|[’‘“”–—…«»°©®·¡¿´])(?![^\x00-\x7f])"
)
_MOST_BYTES = 4096
_FULL = (28, 29, 30)  # fields of ID3v1, and those of them that lost half a character
_LOWER_WORD = re.compile(r"[а-яё]{2,}|[А-ЯЁ][а-яё]+|[А-ЯЁ]{2,}|[иваосукяИВАОСКУЯ]")
_WORD = re.compile(r"[^\W\d_]+")
_CYRILLIC = re.compile(r"[А-яЁё]")
_USUAL_CYRILLIC = frozenset("оеаинтсрвлкмдпуяыьгзбчйхжшюОЕАИНТСРВЛКМДПУЯГЗБЧХЖШЮ")
_VOWELS = frozenset("аеёиоуыэюяАЕЁИОУЫЭЮЯ")
_PUNCTUATION = frozenset("、。·—…‘’“”《》〈〉「」『』【】〔〕（）！，：；？～・ー★☆♪")


@dataclass(frozen=True, slots=True)
class Decision:
    """`charset` is "" when the declared character set holds, else the name of the true one; `reason` says why."""

    charset: str = ""
    reason: str = ""
    codec: str = ""

    def read(self, value: str | bytes) -> str:
        """The text of one tag."""
        data = _bytes(value)
        if data is None:
            return value if isinstance(value, str) else ""
        text = _utf8(data)
        if text is None and self.codec not in ("", "utf-8"):
            text = _decoded(data, self.codec)
        if text is not None:
            return text
        return value if isinstance(value, str) else _western(value)


def decide(values: Iterable[str | bytes]) -> Decision:
    """Which character set the values with bytes above 7F are in; UTF-8 is recognised for each value alone."""
    unknown: list[bytes] = []
    unicode = 0
    size = 0
    for value in values:
        data = _bytes(value)
        if data is None or size > _MOST_BYTES:
            continue
        if _utf8(data) is not None:
            unicode += isinstance(
                value, str
            )  # bytes are allowed to be UTF-8; text that still is, was not read so
        elif data not in unknown:
            unknown.append(data[:_MOST_BYTES])
            size += len(data)
    high = sum(byte >= 0x80 for data in unknown for byte in data)
    if _european(unknown) >= 0.75 * high:
        unknown = []
    best, codec = max(
        ((_weight(unknown, codec), codec) for codec in tuple(_NAMES)[1:]), key=lambda pair: pair[0]
    )
    if unknown and high >= 2 and best >= (_ENOUGH if high >= _FEW else _ENOUGH_FOR_FEW):
        return Decision(_NAMES[codec], Message("nearly-characters-usual", charset=_NAMES[codec]), codec)
    if unicode:
        return Decision("utf-8", Message("bytes-valid-utf"), "utf-8")
    return Decision()


def _european(values: list[bytes]) -> int:
    """How many bytes are letters and signs that stand where they do in European texts."""
    return sum(len(_EUROPEAN.findall(_western(data))) for data in values)


def _bytes(value: str | bytes) -> bytes | None:
    """The bytes that may have been labelled wrongly, None when all is well."""
    if isinstance(value, bytes):
        return value
    if value.isascii():
        return None
    try:
        return value.encode("latin-1")
    except UnicodeEncodeError:
        pass
    try:
        return value.encode("cp1252") if max(value) <= "\u2122" else None
    except UnicodeEncodeError:
        return None


def _utf8(data: bytes) -> str | None:
    try:
        text = codecs.getincrementaldecoder("utf-8")().decode(data)
    except UnicodeDecodeError:
        return None
    # half a character at the end is forgiven, when there is a whole one
    return None if text.isascii() and len(text) < len(data) else text


def _western(data: bytes) -> str:
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _decoded(data: bytes, codec: str) -> str | None:
    """The text, without half a character at the end, where a field was full."""
    try:
        return codecs.getincrementaldecoder(codec)().decode(data)
    except UnicodeDecodeError:
        return None


def _weight(values: list[bytes], codec: str) -> float:
    """What speaks for a character set, a byte of those that are not plain ASCII in it."""
    total, size = 0.0, 0
    for data in values:
        text = _decoded(data, codec)
        if text is None:
            total, size = total - sum(byte >= 0x80 for byte in data), size + len(data)
            continue
        for character in text:
            if character > "\x7f":
                size += 1 if codec == "cp1251" else len(character.encode(codec))
                total += 0 if codec == "cp1251" else _usual(character, codec)
        if codec == "cp1251":
            total += _russian(text)
        if codec != "cp1251" and len(data) not in _FULL and text.encode(codec) != data:
            size, total = (
                size + 1,
                total - 1,
            )  # a lone byte at the end: an accented letter, not half a character
    if codec == "cp1251" and size < _LEAST_RUSSIAN:
        return 0.0
    return total / size if size else 0.0


def _usual(character: str, codec: str) -> float:
    """How usual a character is in texts of its character set: twice the weight of a byte."""
    if character in COMMON_HAN:
        return 0.8 if codec == "cp949" else 3.0
    if character in _PUNCTUATION:
        return 1.0 if character in "·’‘“”—…" else 1.6
    if codec == "cp932":
        if "\u3041" <= character <= "\u30fa":
            return 3.0
        if "\uff61" <= character <= "\uff9f":
            return -0.6
    if codec == "cp949":
        return (
            3.1  # more than Chinese characters: those are many, and met by chance
            if character in COMMON_HANGUL
            else 0.9
            if "\uac00" <= character <= "\ud7a3" and _wansung(character)
            else -1.0
        )
    if "\u4e00" <= character <= "\u9fff":
        return (
            1.4
            if _first_level(character, codec)
            else -0.6
            if codec != "gb18030" or _gb2312(character)
            else -1.0
        )
    return 1.4 if "\uff01" <= character <= "\uff5e" else 0.5 if "\u3041" <= character <= "\u30fa" else -3.0


def _first_level(character: str, codec: str) -> bool:
    first, second = character.encode(codec)[:2]
    if codec == "gb18030":
        return 0xB0 <= first <= 0xD7 and second >= 0xA1
    return 0xA4 <= first <= 0xC6 if codec == "big5hkscs" else 0x88 <= first <= 0x97


def _gb2312(character: str) -> bool:
    first, second = character.encode("gb18030")[:2]
    return first >= 0xB0 and second >= 0xA1


def _wansung(character: str) -> bool:
    first, second = character.encode("cp949")
    return 0xB0 <= first <= 0xC8 and second >= 0xA1


def _russian(text: str) -> float:
    """Words of Cyrillic letters alone, in one case or with a capital, with a vowel, of usual letters."""
    total = 0.0
    for word in _WORD.findall(text):
        foreign = [letter for letter in word if letter > "\x7f"]
        if not foreign:
            continue
        whole = len(foreign) == len(word) and bool(_LOWER_WORD.fullmatch(word))
        if whole and (len(word) < 2 or _VOWELS.intersection(word)):
            total += sum(1.0 if letter in _USUAL_CYRILLIC else -0.5 for letter in foreign) * (
                0.5 if len(word) < 3 else 1
            )
        else:
            total -= len(foreign)
    return total
