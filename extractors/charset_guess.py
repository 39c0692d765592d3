"""The character set of text that says nothing about it: how well does what each set makes of the bytes read?

Sets of two bytes are told by how many of their characters are common ones; sets of one byte by the letters of the
languages written in them (-log2 of their frequency, summed over the same bytes), and by what no writing does: capitals
within words, two scripts in one word, signs between letters.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from extractors.common_characters import HAN, HANGUL
from extractors.letter_frequencies import FREQUENCIES, WORDS

SAMPLE = 4096
_BEFORE = 64
_WIDE = ("gb18030", "big5hkscs", "cp932", "euc_jp", "cp949")
_RARE = ("johab",)  # reads nearly everything as something
# What is to be said against each set beforehand, in bits: most text that declares nothing is from Windows.
_NARROW = {
    "windows-1252": 0, "cp1251": 0, "cp1250": 1.5, "cp1253": 2, "cp1254": 2, "cp1255": 2, "cp1256": 2, "cp1257": 2.5,
    "koi8_u": 3, "iso8859_2": 4, "iso8859_7": 4, "iso8859_5": 5, "cp866": 5, "cp874": 4, "iso8859_6": 5,
    "iso8859_15": 4, "iso8859_13": 6, "mac_roman": 4, "cp850": 4, "cp852": 5, "mac_cyrillic": 4, "cp437": 6, "cp855": 6,
}  # fmt: skip
_FOREIGN = re.compile(rb"[\x80-\xff]")
_WORD = re.compile(rb"(?<![\x80-\xffA-Za-z])[a-z]{2,8}(?![\x80-\xffA-Za-z])")
_A_WORD, _MOST_WORDS = 2.0, 6
_PUNCTUATION = dict.fromkeys("“”‘’„«»–—…\u00a0", 5) | dict.fromkeys("§€£©®·•×¿¡´´¨²³½‹›№™†ªº°", 8)
_SIGNS = frozenset("’‘'·\u00ad\u200c\u200d'`´-")  # may stand within a word
_UNKNOWN_LETTER, _UNKNOWN = 10, 13
_CAPITAL, _ATTACHED, _WRONG = 3, 5, 9
_WIDE_ENOUGH = 0.45
_WIDE_SURE = 0.7
_MOST_DAMAGE = 0.02
_SOUND = 30
_FEW = 6
_LIKELY, _UNLIKELY = 6.0, 8.0


class Guess(NamedTuple):
    """`cost` is in bits for each byte beyond ASCII, or for sets of two bytes the share of uncommon letters among all
    `letters` of two bytes."""

    codec: str
    cost: float
    letters: int = 0


def guess(data: bytes) -> str | None:
    """The Python codec of some text that is no UTF; None when nothing fits."""
    sample = sample_of(data)
    wide = _wide(sample)
    if wide is not None and wide.cost <= 1 - _WIDE_SURE and wide.letters >= _FEW:
        return wide.codec
    narrow = _narrow(sample)
    if wide is not None and wide.letters < _FEW and narrow is not None and narrow.cost < _LIKELY:
        return narrow.codec  # an accented letter and the next may always be taken for a character
    if narrow is None or narrow.cost > _UNLIKELY:
        rare = _wide(sample, _RARE)
        if rare is not None and rare.cost <= 1 - _WIDE_SURE and rare.letters >= _FEW:
            return rare.codec
    if narrow is None or (wide is not None and wide.cost <= 1 - _WIDE_ENOUGH and narrow.cost > _LIKELY):
        return wide.codec if wide is not None else None
    return narrow.codec


def sample_of(data: bytes) -> bytes:
    """The part of a text where it leaves ASCII."""
    first = _FOREIGN.search(data)
    start = max(0, first.start() - _BEFORE) if first else 0
    return data[start : start + SAMPLE]


def common_share(text: str) -> float:
    """How many of the letters beyond ASCII are common in Chinese, Japanese or Korean; -1 when there
    are no letters."""
    letters = Counter(_letters(text))
    total = letters.total()
    if not total:
        return -1.0
    kana = sum(count for character, count in letters.items() if "\u3041" <= character <= "\u30f6")
    hangul = sum(count for character, count in letters.items() if "\uac00" <= character <= "\ud7a3")
    known = sum(count for character, count in letters.items() if character in HAN or character in HANGUL)
    if kana * 10 >= total:  # a few in a text that has none is chance
        known += kana
    if hangul * 2 >= total:
        known += sum(count for character, count in letters.items() if "\uac00" <= character <= "\ud7a3") // 4
    return min(1.0, known / total)


def _letters(text: str) -> list[str]:
    return [character for character in text if character > "\x7f" and character.isalpha()]


def _wide(sample: bytes, codecs: tuple[str, ...] = _WIDE) -> Guess | None:
    best: Guess | None = None
    for codec in codecs:
        text = sample.decode(codec, "replace")
        damage = text.count("\ufffd")
        if damage > 1 + len(text) * _MOST_DAMAGE:
            continue
        # behind damage characters are put together from wrong halves until the next line
        sound = text[: text.index("\ufffd")] if damage else text
        if len(_letters(sound)) >= _SOUND:
            text = sound
        share = common_share(text)
        cost = 1 - share + damage / max(1, len(sample)) * 5
        if share >= 0 and (best is None or cost < best.cost):
            best = Guess(codec, cost, len(_letters(text)))
    return best


def _narrow(sample: bytes) -> Guess | None:
    total = len(_FOREIGN.findall(sample))
    if not total:
        return None
    known = _known_words(sample)
    readings = []
    for codec, prior in _NARROW.items():
        try:
            text = sample.decode(codec)
        except UnicodeDecodeError:
            continue
        readings.append((prior + _spelling(text, known), codec, text))
    readings.sort(key=lambda reading: reading[0])
    best = Guess("", math.inf)
    for cost, codec, text in readings:
        if cost >= best.cost:
            break  # what is strange can only add to it
        cost += _strange(text)
        if cost < best.cost:
            best = Guess(codec, cost)
    return best._replace(cost=best.cost / total) if best.codec else None


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
