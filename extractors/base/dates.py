"""Dates as documents write them → ISO 8601."""

from __future__ import annotations

import re
from datetime import date, datetime
from email.utils import parsedate_to_datetime

# Dates in words: "March 5, 2024", "5 mars 2024", "05.03.2024", 二〇二四年三月五日, 民國113年3月5日, 令和6年3月5日.

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan january januar janvier janv enero ene gennaio gen janeiro januari stycznia января янв",
            "feb february februar février fevrier févr febrero febbraio fevereiro fev februari lutego февраля фев",
            "mar march märz maerz mrz mars marzo março marco maart marca марта мар",
            "apr april avril avr abril abr aprile kwietnia апреля апр",
            "may mai mayo maggio mag maio mei maja мая",
            "jun june juni juin junio giugno giu junho czerwca июня июн",
            "jul july juli juillet juil julio luglio lug julho lipca июля июл",
            "aug august août aout agosto ago augustus sierpnia августа авг",
            "sep sept september septembre septiembre settembre set setembro września сентября сен",
            "oct october oktober okt octobre octubre ottobre ott outubro out października октября окт",
            "nov november novembre noviembre novembro listopada ноября ноя",
            "dec december dezember dez décembre decembre déc diciembre dic dicembre dezembro grudnia декабря дек",
        ),
        1,
    )
    for name in names.split()
}
_CLOCK = r"(?:\D{0,6}?\b(\d{1,2})[:：](\d{2})(?:[:：](\d{2}))?\s*([ap]\.?m\b\.?)?)?"
_DAY_FIRST = re.compile(
    rf"(?<!\d)(\d{{1,2}})(?:st|nd|rd|th|er|\.|º)?\s+(?:de\s+)?([^\W\d_]{{3,12}})\.?,?\s+(?:de\s+)?(\d{{4}})(?!\d),?{_CLOCK}",
    re.IGNORECASE,
)
_MONTH_FIRST = re.compile(
    rf"(?<!\w)([^\W\d_]{{3,12}})\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+(\d{{4}})(?!\d),?{_CLOCK}",
    re.IGNORECASE,
)
_NUMBERS = re.compile(rf"(?<!\d)(\d{{1,2}})([./-])(\d{{1,2}})\2(\d{{4}})(?!\d),?{_CLOCK}", re.IGNORECASE)
_COMPACT = re.compile(
    r"(?<!\d)((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?:T?(\d{2}):?(\d{2}):?(\d{2}))?(?!\d)"
)
_DIGITS = "〇一二三四五六七八九"
_HAN = re.compile(
    "([〇零○Ｏ一二三四五六七八九]{4})年([正元一二三四五六七八九十]{1,3})月(?:([一二三四五六七八九十廿卅]{1,4})[日号號])?"
)
_ERA = re.compile(r"(民國|民国|令和|平成|昭和)\s*(元|\d{1,3})\s*年\s*(\d{1,2})\s*月(?:\s*(\d{1,2})\s*日)?")
_ERAS = {"民國": 1911, "民国": 1911, "令和": 2018, "平成": 1988, "昭和": 1925}
_KOREAN = re.compile(r"(\d{4})\s*년\s*(\d{1,2})\s*월(?:\s*(\d{1,2})\s*일)?")

Fields = tuple[str, str, str | None, str | None, str | None, str | None]
"""Year, month, day, hour, minute, second, as digits."""


def fields(text: str) -> Fields | None:
    """The fields of a date; None for no date, and for 3/5/2024, whose month may be either number."""
    found = _DAY_FIRST.search(text)
    if found and (month := _MONTHS.get(found[2].lower())):
        return found[3], str(month), found[1], *_clock(found, 4)
    found = _MONTH_FIRST.search(text)
    if found and (month := _MONTHS.get(found[1].lower())):
        return found[3], str(month), found[2], *_clock(found, 4)
    found = _NUMBERS.search(text)
    if found:
        first, second = int(found[1]), int(found[3])
        if found[2] == "." or first > 12 or first == second:
            return found[4], found[3], found[1], *_clock(found, 5)
        return (found[4], found[1], found[3], *_clock(found, 5)) if second > 12 else None
    found = _COMPACT.search(text)
    if found:
        return found[1], found[2], found[3], found[4], found[5], found[6]
    return _eastern(text)


def _eastern(text: str) -> Fields | None:
    found = _HAN.search(text)
    if found:
        year = "".join(str(_digit(character)) for character in found[1])
        return year, str(_number(found[2])), str(_number(found[3])) if found[3] else None, None, None, None
    found = _ERA.search(text)
    if found:
        year = str(_ERAS[found[1]] + (1 if found[2] == "元" else int(found[2])))
        return year, found[3], found[4], None, None, None
    found = _KOREAN.search(text)
    return (found[1], found[2], found[3], None, None, None) if found else None


def _clock(found: re.Match[str], at: int) -> tuple[str | None, str | None, str | None]:
    hour, minute, second, half = found[at], found[at + 1], found[at + 2], (found[at + 3] or "").lower()
    if hour and half:
        hour = str(int(hour) % 12 + (12 if half.startswith("p") else 0))
    return hour, minute, second


def _digit(character: str) -> int:
    return max(0, _DIGITS.find(character))


def _number(words: str) -> int:
    """十二 → 12, 廿一 → 21, 三十 → 30, 正 and 元 → 1."""
    words = words.replace("廿", "二十").replace("卅", "三十").replace("正", "一").replace("元", "一")
    tens, ten, ones = words.rpartition("十")
    if not ten:
        return _digit(words[-1])
    return 10 * (_digit(tens[-1]) if tens else 1) + (_digit(ones[-1]) if ones else 0)


_ISO = re.compile(
    r"(\d{4})-(\d{1,2})(?:-(\d{1,2}))?(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?",
    re.IGNORECASE,
)
_CHINESE = re.compile(
    r"(\d{4})\s*年\s*(\d{1,2})\s*月(?:\s*(\d{1,2})\s*日)?(?:\s*(\d{1,2})[:：](\d{2})(?:[:：](\d{2}))?)?"
)
_PDF = re.compile(r"D:(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:(Z|[+-])(?:(\d{2})'?(\d{2})?'?)?)?")
_LONGEST = 100


def iso(text: str | None) -> str:
    """The ISO 8601 form of a date, as exact as it was written; "" when it is none."""
    text = (text or "")[:_LONGEST].strip()
    if not text:
        return ""
    found = _ISO.match(
        text.replace(text[4], "-", 2) if text[:4].isdigit() and text[4:5] in ("/", ".") else text
    )
    if found:
        year, month, day, hour, minute, second, zone = found.groups()
        return _compose(year, month, day, hour, minute, second, zone)
    found = _CHINESE.search(text)
    if found:
        year, month, day, hour, minute, second = found.groups()
        return _compose(year, month, day, hour, minute, second, None)
    try:
        return of(parsedate_to_datetime(text))
    except (ValueError, TypeError, IndexError, OverflowError):
        written = fields(text)
        return _compose(*written, None) if written else ""


def of(moment: datetime | date | None) -> str:
    """A datetime of a library, to the second."""
    if isinstance(moment, datetime):
        return moment.isoformat(timespec="seconds").replace("+00:00", "Z")
    return moment.isoformat() if moment else ""


def pdf(text: str) -> str:
    """The form PDF uses: D:20240131120000+08'00'."""
    found = _PDF.match(text.strip())
    if not found:
        return iso(text)
    year, month, day, hour, minute, second, sign, hours, minutes = found.groups()
    zone = sign if sign in (None, "Z") else f"{sign}{hours or '00'}:{minutes or '00'}"
    return _compose(year, month, day, hour, minute or ("00" if hour else None), second, zone)


def _compose(
    year: str,
    month: str | None,
    day: str | None,
    hour: str | None,
    minute: str | None,
    second: str | None,
    zone: str | None,
) -> str:
    try:
        # Only a check of the values: there is no 30 February.
        datetime(
            int(year), int(month or 1), int(day or 1), int(hour or 0), int(minute or 0), int(second or 0)
        )
    except ValueError:
        return ""
    result = year
    if month:
        result += f"-{int(month):02}"
    if month and day:
        result += f"-{int(day):02}"
    if month and day and hour and minute:
        result += f"T{int(hour):02}:{minute}:{second or '00'}"
        if zone:
            result += "Z" if zone in "Zz" else zone if ":" in zone else f"{zone[:3]}:{zone[3:]}"
    return result
