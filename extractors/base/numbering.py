"""The labels of numbered lists and headings: "1.", "(iv)", "第三条" – counted as text processors count them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

_ROMAN = (
    (1000, "m"),
    (900, "cm"),
    (500, "d"),
    (400, "cd"),
    (100, "c"),
    (90, "xc"),
    (50, "l"),
    (40, "xl"),
    (10, "x"),
    (9, "ix"),
    (5, "v"),
    (4, "iv"),
    (1, "i"),
)
_HAN = "〇一二三四五六七八九"
_STEMS = "甲乙丙丁戊己庚辛壬癸"
_BRANCHES = "子丑寅卯辰巳午未申酉戌亥"
_LEGAL = "零壹贰叁肆伍陆柒捌玖"
_MOST_LEVELS = 10
_LARGEST = 30_000  # no list is that long: the counter of a broken file


FORMS = {"1": "decimal", "a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}
"""How HTML and OpenDocument call the forms of numbers."""


def integer(text: str | None, otherwise: int = 0, digits: int = 9) -> int:
    """The number in an attribute, of at most `digits` digits; `otherwise` where there is none."""
    return int(text) if text and text.isdecimal() and len(text) <= digits else otherwise


class Level(NamedTuple):
    """How one level of a list is numbered.

    `form` is a name of ECMA-376 part 1, 17.18.59 ("decimal", "lowerRoman" … "bullet", "none"); `label` is what is
    shown, with %1 … %9 for the numbers of the levels, the outermost being 1.
    """

    form: str = "decimal"
    label: str = ""
    start: int = 1
    restarts: bool = True


class Counter:
    """Counts the items of lists; every list has its own key."""

    def __init__(self) -> None:
        self._numbers: dict[object, list[int | None]] = {}

    def restart(self, key: object, level: int) -> None:
        """Let a level begin anew at its next item."""
        numbers = self._numbers.get(key)
        if numbers is not None and level < len(numbers):
            numbers[level] = None

    def label(self, key: object, level: int, levels: Mapping[int, Level]) -> str:
        """The label of the next item of a list at a level (0 = outermost); "" for bullets and what has none."""
        level = min(max(level, 0), _MOST_LEVELS - 1)
        numbers = self._numbers.setdefault(key, [None] * _MOST_LEVELS)
        about = levels.get(level, Level())
        number = numbers[level]
        numbers[level] = about.start if number is None else min(number + 1, _LARGEST)
        for deeper in range(level + 1, _MOST_LEVELS):
            if levels.get(deeper, about).restarts:
                numbers[deeper] = None
        if about.form in ("bullet", "none") or "%" not in about.label:
            return ""
        text = about.label
        for index in range(min(level + 1, 9)):
            if f"%{index + 1}" in text:
                own = levels.get(index, Level())
                counted = numbers[index]
                if counted is None:
                    counted = numbers[index] = own.start
                text = text.replace(f"%{index + 1}", written(counted, own.form))
        return text.strip()


def written(number: int, form: str) -> str:
    """A number in one of the forms of numbering; in those unknown here, in Arabic digits."""
    if form in ("upperRoman", "lowerRoman") and 0 < number < 5000:
        text = _roman(number)
        return text.upper() if form == "upperRoman" else text
    if form in ("upperLetter", "lowerLetter") and number > 0:
        text = chr(ord("a") + (number - 1) % 26) * min((number - 1) // 26 + 1, 20)
        return text.upper() if form == "upperLetter" else text
    if form == "decimalZero":
        return f"{number:02}"
    if form == "ordinal":
        ending = "th" if 10 < number % 100 < 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
        return f"{number}{ending}"
    if form in ("decimalEnclosedCircle", "decimalEnclosedCircleChinese") and 0 < number <= 20:
        return chr(0x2460 + number - 1)
    if form in ("decimalFullWidth", "decimalFullWidth2"):
        return "".join(chr(ord(digit) + 0xFEE0) for digit in str(number))
    if form in ("ideographTraditional", "ideographZodiac") and 0 < number <= 10:
        return (_STEMS if form == "ideographTraditional" else _BRANCHES)[number - 1]
    if form == "chineseLegalSimplified" and 0 < number < 100:
        return _han(number, _LEGAL, "拾")
    if form == "ideographDigital":
        return "".join(_HAN[int(digit)] for digit in str(number))
    if form.startswith(("chinese", "japanese", "taiwanese")) and 0 < number < 100:
        return _han(number, _HAN, "十")
    return str(number)


def _roman(number: int) -> str:
    text = ""
    for value, letters in _ROMAN:
        text += letters * (number // value)
        number %= value
    return text


def _han(number: int, digits: str, ten: str) -> str:
    tens, ones = divmod(number, 10)
    text = ("" if tens < 2 else digits[tens]) + ten if tens else ""
    return text + (digits[ones] if ones else "")
