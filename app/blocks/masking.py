"""What machines put into pages (dates, times, counters, tokens) taken out of texts: equal masks are one thing said."""

from __future__ import annotations

import re
from collections import Counter
from hashlib import blake2b

_MONTHS = (
    r"jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?"
)
_WEEKDAYS = r"mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?"
_AGO = r"(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?)"
_HAN = "〇零一二三四五六七八九十廿卅百千初正冬腊两"
_OPAQUE = (
    r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"  # UUID
    r"|(?<![0-9a-z])(?=[a-f]*\d)[0-9a-f]{12,}(?![0-9a-z])"  # hexadecimal, with a digit somewhere near its beginning
    r"|(?<![\w+/=-])(?=[\w+/=-]*\d)(?=[\w+/=-]*[a-z])[0-9a-z+/_-]{20,}={0,2}(?![\w+/=-])"  # base64 and its like
)
# An amount of money is never what a machine puts there by itself.
_CURRENCY = r"(?:[$€£¥￥₹₩₽]|(?<![A-Za-z])(?:USD|EUR|GBP|CNY|RMB|JPY|HKD)(?![A-Za-z]))"
_MONEY = rf"{_CURRENCY} ?\d[\d.,]*|(?<!\d)\d[\d.,]{{0,20}}+ ?(?:{_CURRENCY}|[万亿]?[元円])"
# A date or a time in words is what a number is: both stand for “then”. Digits of every script count (\d).
_MACHINE = re.compile(
    rf"(?P<kept>{_MONEY})|{_OPAQUE}"
    rf"|(?<!\w)(?:(?:\d+|an?|a few|one) {_AGO} ago|yesterday|today|just now)(?!\w)"
    rf"|(?:\d+|[{_HAN}几]{{1,12}}+) ?(?:秒钟?|分钟?|小时|天|周|星期|个月|月|年)(?:之?前)|刚刚|昨天|今天|前天"
    rf"|(?:星期|礼拜|周)[一二三四五六日天]"
    rf"|[上下]午|凌晨|[{_HAN}]{{1,12}}+(?=[年月日时分秒号])|[初廿][一二三四五六七八九十]|(?<=月)[{_HAN}]{{1,3}}+"
    rf"|(?<![^\W\d])(?:{_MONTHS})(?![^\W\d])\.?(?=[ ,]{{0,3}}\d)|(?<=\d)[ .,-]{{0,3}}(?:{_MONTHS})(?![^\W\d])"
    rf"|(?<!\w)(?:{_WEEKDAYS})(?!\w)(?=[ ,.]{{0,3}}(?:\d|{_MONTHS}))"
    r"|(?<=\d)(?:st|nd|rd|th)(?!\w)|(?<=\d) ?[ap]\.?m\.?(?!\w)"
    r"|\d+",
    re.IGNORECASE,
)
_RUN = re.compile(r"#(?:[\s.,:/()'’+-]*#)+")  # 1,234 and 999; 3. 10. 2026, 08:05
_SPACES = re.compile(r"\s+")
_IN_ADDRESS = re.compile(rf"{_OPAQUE}|\d+", re.IGNORECASE)
_FIGURES = re.compile(r"\d[\d年月日时分秒号点:/.,-]*+")
_TIME = re.compile(r"[年月日时分秒号点:/-]")
_MOST_FIGURES = 6  # a counter or two; a table of results has more
_LONG = 200_000  # characters looked at; what is longer is no counter


def masked(text: str) -> str:
    """A text with `#` for each number, date, time or token, white space as single spaces."""
    if len(text) > _LONG:
        return text
    return _RUN.sub("#", _MACHINE.sub(_mask, _SPACES.sub(" ", text))).strip()


def _mask(found: re.Match[str]) -> str:
    return found["kept"] or "#"


def masked_attributes(attributes: tuple[str, ...]) -> tuple[str, ...]:
    """Links and media with `#` for each number or token in them, sorted."""
    return tuple(sorted(_IN_ADDRESS.sub("#", one) for one in attributes))


def common_mask(
    text_a: str, text_b: str, attributes_a: tuple[str, ...] = (), attributes_b: tuple[str, ...] = ()
) -> str | None:
    """What two states of a block both say, if they differ in numbers, dates, times and tokens alone. None when they
    differ in more, or in so many figures that these are what the block is about."""
    said = masked(text_a), masked_attributes(attributes_a)
    if said != (masked(text_b), masked_attributes(attributes_b)):
        return None
    figures_a, figures_b = (
        Counter(figure for figure in _FIGURES.findall(text) if not _TIME.search(figure)) for text in (text_a, text_b)
    )
    if (figures_a - figures_b).total() > _MOST_FIGURES:
        return None
    return " ".join((said[0], *said[1]))


def trait(text: str) -> str:
    """A few characters that stand for a text: equal for equal texts, white space aside. "" for none."""
    words = " ".join(text.split())
    return blake2b(words.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest() if words else ""
