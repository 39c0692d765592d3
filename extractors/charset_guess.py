"""The character set of text that says nothing about it: how well does what each set makes of the bytes read?

Every reading is weighed in bits (-log2 of how frequent its characters are in the languages written in its set), so all
are compared on one scale: sets of two bytes by the ranks of Chinese, Japanese and Korean characters, sets of one byte
by the letters of the languages written in them. What no writing does costs more: capitals within words, two scripts in
one word, signs between letters. A set that is usual around a page costs less.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from functools import cache, lru_cache
from typing import NamedTuple

from extractors.common_characters import COMMON_HAN, COMMON_HANGUL, HANGUL, KANA, KANJI, SIMPLIFIED, TRADITIONAL, bits
from extractors.letter_frequencies import FREQUENCIES, WORDS

SAMPLE = 4096
_BEFORE = 64
# What is to be said against each set beforehand, in bits.
_WIDE = {"gb18030": 0, "big5hkscs": 3, "cp932": 4, "euc_jp": 4, "cp949": 4, "johab": 24}
# Most text in one byte that declares nothing is from Windows.
_NARROW = {
    "windows-1252": 0, "cp1251": 0, "cp1250": 1.5, "cp1253": 2, "cp1254": 2, "cp1255": 2, "cp1256": 2, "cp1257": 2.5,
    "koi8_u": 3, "iso8859_2": 4, "iso8859_7": 4, "iso8859_5": 5, "cp866": 5, "cp874": 2, "iso8859_6": 5,
    "iso8859_15": 4, "iso8859_13": 6, "mac_roman": 4, "cp850": 4, "cp852": 5, "mac_cyrillic": 4, "cp437": 6, "cp855": 6,
}  # fmt: skip
_HIGH = bytes(range(0x80, 0x100))
_FOREIGN = re.compile(rb"[\x80-\xff]")
_WORD = re.compile(rb"(?<![\x80-\xffA-Za-z])[a-z]{2,8}(?![\x80-\xffA-Za-z])")
_A_WORD, _MOST_WORDS = 2.0, 6
_PUNCTUATION = (
    dict.fromkeys("“”‘’„«»–—…\u00a0", 5)
    | {"،": 7}
    | dict.fromkeys("؟؛", 9)
    | dict.fromkeys("¿¡§€£©®·•×´¨²³½‹›№™†ªº°", 8)
)
_SIGNS = frozenset("’‘'·\u00ad\u200c\u200d'`´-")  # may stand within a word
_UNKNOWN_LETTER, _UNKNOWN = 10, 13
_CAPITAL, _ATTACHED, _WRONG = 3, 5, 9
_MOST_DAMAGE = 0.02
_A_DAMAGE = 16
_SOUND = 30
_USUAL_AROUND = 15
"""Bits by which a set gains that other pages of the site are in: worth a few uncommon characters, no sentence."""

_WIDE_SIGNS = dict.fromkeys("，。、：；！？“”《》（）「」・ー", 6.0) | dict.fromkeys("‘’…—·〉〈『』【】～％\u3000", 9.0)
_SIGN, _SYMBOL, _NO_LETTER, _ALONE = 11.0, 14.0, 24.0, 5.0
_SWALLOWED = 3.0
"""What an ASCII byte is worth that is the second half of a character: other readings have it for nothing."""
_FEW, _TOO_FEW = 2, 5.0  # accented letters that stand together may always be taken for so many characters
_LONE = re.compile("(?<=[A-Za-z])[\u0080-\uffff](?![\u0080-\uffff])|(?<![\u0080-\uffff])[\u0080-\uffff](?=[A-Za-z])")


class Guess(NamedTuple):
    """`cost` is in bits for all bytes beyond ASCII."""

    codec: str
    cost: float


def guess(data: bytes, usual: str | None = None) -> str | None:
    """The Python codec of some text that is no UTF; None when nothing fits. `usual` is that of pages around it."""
    sample = sample_of(data)
    gains = {usual: _USUAL_AROUND} if usual else {}
    best = Guess("", math.inf)
    for found in (_wide(sample, gains), _narrow(sample, gains)):
        if found is not None and found.cost < best.cost:
            best = found
    return best.codec or None


def sample_of(data: bytes) -> bytes:
    """The part of a text where it leaves ASCII."""
    first = _FOREIGN.search(data)
    start = max(0, first.start() - _BEFORE) if first else 0
    return data[start : start + SAMPLE]


def common_share(text: str) -> float:
    """How many of the letters beyond ASCII are common in Chinese, Japanese or Korean; -1 when there
    are no letters."""
    letters = Counter(character for character in text if character > "\x7f" and character.isalpha())
    total = letters.total()
    if not total:
        return -1.0
    kana = sum(count for character, count in letters.items() if "\u3041" <= character <= "\u30f6")
    hangul = sum(count for character, count in letters.items() if "\uac00" <= character <= "\ud7a3")
    known = sum(count for character, count in letters.items() if character in COMMON_HAN or character in COMMON_HANGUL)
    if kana * 10 >= total:  # a few in a text that has none is chance
        known += kana
    if hangul * 2 >= total:
        known += sum(count for character, count in letters.items() if "\uac00" <= character <= "\ud7a3") // 4
    return min(1.0, known / total)


def _wide(sample: bytes, gains: dict[str, int]) -> Guess | None:
    total = len(_FOREIGN.findall(sample))
    best: Guess | None = None
    for codec, prior in _WIDE.items():
        text = sample.decode(codec, "replace")
        damage = text.count("\ufffd")
        if damage and len(sample) == SAMPLE and text.endswith("\ufffd"):
            text, damage = text[:-1], damage - 1  # a character that the end of the sample has cut
        if damage > 1 + len(text) * _MOST_DAMAGE:
            continue
        # behind damage characters are put together from wrong halves until the next line
        sound = text[: text.index("\ufffd")] if damage else text
        read, scale = text, 1.0
        if damage and sum(character > "\x7f" for character in sound) >= _SOUND:
            read, scale = sound, total / max(1, len(_FOREIGN.findall(sound.encode(codec, "ignore"))))
        cost = prior - gains.get(codec, 0) + _worth(read, codec) * scale + damage * _A_DAMAGE
        if best is None or cost < best.cost:
            best = Guess(codec, cost)
    return best


def _worth(text: str, codec: str) -> float:
    """What the characters of a reading in two bytes are worth, in bits."""
    known = _ranked(codec)
    counted = Counter(character for character in text if character > "\x7f")
    cost = sum(_character(character, codec, known) * count for character, count in counted.items())
    letters = sum(count for character, count in counted.items() if character.isalpha())
    swallowed = len(text.encode(codec, "ignore").translate(None, _HIGH)) - len(text.encode("ascii", "ignore"))
    return cost + _ALONE * len(_LONE.findall(text)) + _TOO_FEW * (letters <= _FEW) - _SWALLOWED * max(0, swallowed)


def _character(character: str, codec: str, known: dict[str, float]) -> float:
    found = known.get(character) or _WIDE_SIGNS.get(character)
    if found is not None:
        return found
    if character == "\ufffd":
        return 0.0  # counted as damage
    if "\u4e00" <= character <= "\u9fff" or "\uac00" <= character <= "\ud7a3":
        return _rare(character, codec)
    if "\uff61" <= character <= "\uff9f":
        return 9.0  # half of a character that is usual
    if "\u2010" <= character <= "\u2027" or "\u3000" <= character <= "\u3020" or "\uff01" <= character <= "\uff5e":
        return _SIGN
    if "\u2000" <= character <= "\u33ff" or "\u0391" <= character <= "\u0451":
        return _SYMBOL
    return _NO_LETTER


def _rare(character: str, codec: str) -> float:
    """A character beyond the table: the rarer, the further back it stands in its set."""
    raw = character.encode(codec, "replace")
    if len(raw) != 2:
        return _NO_LETTER
    first, second = raw
    if codec == "gb18030":
        return 15.5 if 0xB0 <= first <= 0xD7 and second >= 0xA1 else 17.5 if first >= 0xB0 and second >= 0xA1 else 20.0
    if codec == "big5hkscs":
        return 15.5 if 0xA4 <= first <= 0xC6 else 18.5 if 0xC9 <= first <= 0xF9 else _NO_LETTER
    if codec == "cp932":
        return 16.0 if 0x88 <= first <= 0x97 else 18.5
    if codec == "euc_jp":
        return 16.0 if 0xB0 <= first <= 0xCF else 18.5
    if "\u4e00" <= character <= "\u9fff":
        return 18.0  # Chinese characters in Korean
    return 15.5 if 0xB0 <= first <= 0xC8 and second >= 0xA1 else 19.0


@cache
def _ranked(codec: str) -> dict[str, float]:
    if codec == "gb18030":
        rare = {character: worth + 6 for character, worth in bits(TRADITIONAL[:1200]).items()}
        return rare | bits(SIMPLIFIED)
    if codec == "big5hkscs":
        return bits(TRADITIONAL)
    if codec in ("cp932", "euc_jp"):
        return {character: worth + 1 for character, worth in bits(KANJI).items()} | bits(KANA)
    return bits(HANGUL)


def _narrow(sample: bytes, gains: dict[str, int]) -> Guess | None:
    if not _FOREIGN.search(sample):
        return None
    known = _known_words(sample)
    readings = []
    for codec, prior in _NARROW.items():
        try:
            text = sample.decode(codec)
        except UnicodeDecodeError:
            continue
        readings.append((prior - gains.get(codec, 0) + _spelling(text, known), codec, text))
    readings.sort(key=lambda reading: reading[0])
    best = Guess("", math.inf)
    for cost, codec, text in readings:
        if cost >= best.cost:
            break  # what is strange can only add to it
        cost += _strange(text)
        if cost < best.cost:
            best = Guess(codec, cost)
    return best if best.codec else None


def _known_words(sample: bytes) -> dict[str, float]:
    """What the words that are ASCII say for each language, in bits."""
    words = Counter(word for word in _WORD.findall(sample.lower()))
    found = {language: sum(words[word] for word in known) for language, known in WORDS.items()}
    return {language: _A_WORD * min(_MOST_WORDS, count) for language, count in found.items()}


def _spelling(text: str, known: dict[str, float]) -> float:
    """What the characters are worth in the language that fits them best, in bits."""
    counted = Counter(character for character in text if character > "\x7f")
    common = 0.0
    letters: dict[str, int] = {}
    for character, count in counted.items():
        if character in _PUNCTUATION:
            common += _PUNCTUATION[character] * count
        elif character.isalpha() or unicodedata.category(character) == "Mn":
            letters[character] = count
        else:
            common += (_UNKNOWN + (_WRONG if unicodedata.category(character) in ("Cc", "Co") else 0)) * count
    return common + min(
        sum(_letter(frequencies, character) * count for character, count in letters.items()) - known.get(language, 0)
        for language, frequencies in FREQUENCIES.items()
    )


def _letter(frequencies: dict[str, int], character: str) -> float:
    found = frequencies.get(character)
    if found is not None:
        return found + 0.5
    lower = character.lower()
    return frequencies[lower] + _CAPITAL if lower in frequencies else _UNKNOWN_LETTER


def _strange(text: str) -> float:
    """What speaks against a reading in the order of its characters."""
    cost = 0.0
    before = " "
    for number, character in enumerate(text):
        if character > "\x7f" or before > "\x7f":
            if character.isalpha() and before.isalpha():
                if (character.isupper() and before.islower()) or _script(character) != _script(before):
                    cost += _WRONG
            elif character > "\x7f" and before.isalpha() and unicodedata.category(character)[0] == "S":
                cost += _ATTACHED  # currency, ornaments
            elif before > "\x7f" and character.isalpha() and not before.isspace() and _parts(text, number - 1):
                cost += _WRONG
        before = character
    return cost


def _parts(text: str, number: int) -> bool:
    """Is there a sign behind a letter that stands within no word?"""
    sign = text[number]
    return number > 0 and text[number - 1].isalpha() and sign not in _SIGNS and unicodedata.category(sign) != "Mn"


@lru_cache(maxsize=2048)
def _script(character: str) -> str:
    return unicodedata.name(character, "?").partition(" ")[0]
