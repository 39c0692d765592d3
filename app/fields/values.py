"""What a text on a page says as a value: a number, an amount of money with its currency, a date.

price-parser 0.5.1 reads 19 of the 25 amounts of our tests: it lost 1.2万 and 3.5亿 (it reads 1.2 and 3.5), 2.5m, -5 €, "3
for 2 €" (3) and "free" (0); this reads all.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from app.fields.rules import Kind
from extractors.base import dates

LONGEST = 4000
"""Characters of a value; what is longer is cut."""

_SPACE = r"[ \u00a0\u2009\u202f']"
_NUMBER = re.compile(
    rf"(?P<sign>[-−–](?=\s?[\d.,]|\s?[^\w\s]\s?\d))?[^\d\w.,]{{0,3}}"
    rf"(?P<digits>\d{{1,3}}(?:{_SPACE}\d{{3}})+(?:[.,]\d+)?(?!\d)|\d[\d.,]*\d|\d|[.,]\d+)"
    r"(?P<sub>(?:[.,][-–—]{1,2})?)\s*(?P<times>万亿|[万萬億亿千百]|thousand|million|billion|mio\.?|mrd\.?|mn|bn|[kKmM](?![\w²³/]))?",
    re.IGNORECASE,
)
_TIMES = {
    "百": 100,
    "千": 1000,
    "万": 10_000,
    "萬": 10_000,
    "億": 100_000_000,
    "亿": 100_000_000,
    "万亿": 10**12,
    "k": 1000,
    "thousand": 1000,
    "m": 10**6,
    "mn": 10**6,
    "mio": 10**6,
    "million": 10**6,
    "bn": 10**9,
    "mrd": 10**9,
    "billion": 10**9,
}
_CODES = (
    "USD EUR GBP CNY RMB JPY HKD TWD KRW INR CAD AUD NZD CHF SEK NOK DKK PLN CZK HUF RON BGN RUB UAH TRY BRL MXN ARS CLP "
    "COP ZAR SGD MYR THB IDR PHP VND ILS AED SAR EGP NGN KES"
)
_SIGNS = {
    "US$": "USD",
    "HK$": "HKD",
    "NT$": "TWD",
    "CA$": "CAD",
    "C$": "CAD",
    "A$": "AUD",
    "AU$": "AUD",
    "NZ$": "NZD",
    "S$": "SGD",
    "R$": "BRL",
    "MX$": "MXN",
    "港币": "HKD",
    "港元": "HKD",
    "美元": "USD",
    "欧元": "EUR",
    "英镑": "GBP",
    "日元": "JPY",
    "人民币": "CNY",
    "新台币": "TWD",
    "円": "JPY",
    "圆": "CNY",
    "元": "CNY",
    "€": "EUR",
    "£": "GBP",
    "₹": "INR",
    "₩": "KRW",
    "원": "KRW",
    "₽": "RUB",
    "руб": "RUB",
    "₴": "UAH",
    "₺": "TRY",
    "₫": "VND",
    "₪": "ILS",
    "฿": "THB",
    "zł": "PLN",
    "Kč": "CZK",
    "Rs": "INR",
    "kr": "kr",
    "$": "$",
}
_CURRENCY = re.compile(
    rf"(?<![A-Za-z])(?:{'|'.join(_CODES.split())})(?![A-Za-z])|"
    + "|".join(re.escape(sign) for sign in sorted(_SIGNS, key=len, reverse=True))
    + "|[¥￥]"
)
_YEN = frozenset("¥￥")
_DATED = re.compile(
    r"(?:19|20)\d\d\s*[-/.]\s*\d{1,2}\s*[-/.]\s*\d{1,2}(?:[T\s]+\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?\s*(?:Z|[+-]\d{2}:?\d{2})?)?"
)
_DOT = str.maketrans({"．": ".", "，": ",", "−": "-", "＇": "'", "’": "'"})


class Typed(NamedTuple):
    """A value: `text` in its usual form (a date in ISO 8601, a number in digits, else trimmed), `number` for comparing
    (a date as YYYYMMDD; None where the text says none), `unit` the currency ("" unknown)."""

    text: str
    number: float | None = None
    unit: str = ""

    @property
    def good(self) -> bool:
        """Whether the text says a value of its kind; of texts all that say anything do."""
        return bool(self.text)


def typed(text: str, kind: Kind, *, japanese: bool = False) -> Typed:
    """What a text says as a value of a kind. `japanese`: what the page means with ¥."""
    text = " ".join(text.split())[:LONGEST]
    if kind == "number":
        found = number(text)
        return Typed("" if found is None else plain(found), found)
    if kind == "money":
        return money(text, japanese=japanese)
    if kind == "date":
        day = date(text)
        return Typed(day, _as_number(day) if day else None)
    return Typed(text)


def number(text: str) -> float | None:
    """The first number of a text: 1,234.56, 1.234,56, 1 234,5, 1'234, １２, 1.2万, 3 million."""
    return _number(text, grouped=False)


def money(text: str, *, japanese: bool = False) -> Typed:
    """The first amount of a text with its currency (ISO 4217); of several numbers the one beside a currency."""
    text = _plain_digits(text)
    places = [(found.start(), found.end(), found[0]) for found in _CURRENCY.finditer(text)]
    best: re.Match[str] | None = None
    sign = ""
    nearest = 4  # characters between an amount and its currency
    for found in _NUMBER.finditer(text):
        if best is None:
            best = found
        for begin, end, name in places:
            gap = min(
                abs(found.start("digits") - end) if end <= found.start("digits") else nearest,
                abs(begin - found.end()) if begin >= found.end() else nearest,
            )
            if gap < nearest:
                best, sign, nearest = found, name, gap
        if sign:
            break
    if best is None:
        return Typed("")
    amount = _of(best, grouped=True)
    if amount is None:
        return Typed("")
    sign = sign or (places[0][2] if places else "")
    unit = ("JPY" if japanese else "CNY") if sign in _YEN else _SIGNS.get(sign, sign)
    unit = "CNY" if unit == "RMB" else unit
    return Typed(f"{plain(amount)} {unit}".strip(), amount, unit)


def date(text: str) -> str:
    """The first date of a text in ISO 8601, as exact as it is written; "" for none."""
    text = unicodedata.normalize("NFKC", text)
    found = _DATED.search(text)
    if found:
        read = dates.iso(re.sub(r"\s*([-/.])\s*(?=\d)", r"\1", found[0][:12]) + found[0][12:])
        if read:
            return read
    return dates.iso(text[-100:] if len(text) > 100 else text)


def plain(value: float) -> str:
    """A number in digits, without a fraction that says nothing."""
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    return f"{value:.10g}"


def comparable(text: str, kind: Kind) -> tuple[float, float] | None:
    """The (least, largest) number that a person means by a value in a condition: of 2026-03 any day of it. None for
    none."""
    if kind == "date":
        digits = re.fullmatch(r"(\d{4})(?:[-/.年](\d{1,2})(?:[-/.月](\d{1,2}))?)?[日月年]?", text.strip())
        if digits is None:
            return None
        year, month, day = (int(part) if part else 0 for part in digits.groups())
        return (
            year * 10_000 + (month or 1) * 100 + (day or 1),
            year * 10_000 + (month or 12) * 100 + (day or 31),
        )
    found = money(text).number if kind == "money" else number(text)
    return None if found is None else (found, found)


def _as_number(day: str) -> float:
    year, month, rest = (*day[:10].split("-"), "1", "1")[:3]
    return int(year) * 10_000 + int(month) * 100 + int(rest)


def _plain_digits(text: str) -> str:
    """Digits of any script as ASCII; other characters stay what they are, also ￥."""
    if text.isascii():
        return text
    return "".join(
        str(unicodedata.digit(one)) if not one.isascii() and one.isdecimal() else one for one in text
    ).translate(_DOT)


def _number(text: str, *, grouped: bool) -> float | None:
    found = _NUMBER.search(_plain_digits(text))
    return _of(found, grouped=grouped) if found else None


def _of(found: re.Match[str], *, grouped: bool) -> float | None:
    """`grouped`: three digits behind a single point are thousands, as in amounts of money."""
    digits = (
        re.sub(_SPACE, "", found["digits"]).strip(".,")
        if found["digits"][:1] not in ".,"
        else found["digits"]
    )
    dot, comma = digits.rfind("."), digits.rfind(",")
    if dot >= 0 and comma >= 0:  # the later one is of the fraction
        thousands = "." if comma > dot else ","
        digits = digits.replace(thousands, "").replace(",", ".")
    elif dot >= 0 or comma >= 0:
        mark = "." if dot >= 0 else ","
        whole, *groups = digits.split(mark)
        by_three = all(len(group) == 3 for group in groups) and 1 <= len(whole) <= 3 and whole != "0"
        if len(groups) > 1 or (by_three and (mark == "," or grouped)):
            digits = digits.replace(mark, "")
        else:
            digits = digits.replace(mark, ".")
    try:
        value = float(digits)
    except ValueError:
        return None
    times = (found["times"] or "").lower().rstrip(".")
    value *= _TIMES.get(times, 1)
    return -value if found["sign"] else value
