"""Dates as documents write them → ISO 8601."""

from __future__ import annotations

import re
from datetime import date, datetime
from email.utils import parsedate_to_datetime

from extractors import written_dates

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
    found = _ISO.match(text.replace(text[4], "-", 2) if text[:4].isdigit() and text[4:5] in ("/", ".") else text)
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
        written = written_dates.fields(text)
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
        datetime(int(year), int(month or 1), int(day or 1), int(hour or 0), int(minute or 0), int(second or 0))
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
