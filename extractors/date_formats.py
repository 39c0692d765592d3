"""Dates and times of spreadsheets in the number formats of Excel."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from typing import Protocol

_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September", "October"),
    *("November", "December"),
)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_CHINESE_MONTHS = ("一月", "二月", "三月", "四月", "五月", "六月", "七月", "八月", "九月", "十月", "十一月", "十二月")
_CHINESE_DAYS = "一二三四五六日"
_CHINESE = ("804", "404", "c04", "1004", "1404", "zh")  # language numbers of Windows
_LAST = 2_958_466  # 10000-01-01
_DAY = 86_400


class _Token(Protocol):
    @property
    def kind(self) -> str: ...
    @property
    def text(self) -> str: ...


def moment(serial: float, *, since_1904: bool = False) -> datetime.datetime | None:
    """A day number of a spreadsheet as a date; None when it is outside 1900 … 9999."""
    if not 0 <= serial < _LAST:
        return None
    # Excel believes in a 29 February 1900.
    start = datetime.datetime(1904, 1, 1) if since_1904 else datetime.datetime(1899, 12, 31 if serial < 60 else 30)
    try:
        return start + datetime.timedelta(microseconds=round(serial * _DAY * 1000) * 1000)
    except OverflowError:
        return None


def serial(text: str, *, since_1904: bool = False) -> float | None:
    """The day number of an ISO 8601 date or time; None when it is none."""
    try:
        when = datetime.datetime.fromisoformat(text.strip()[:32]).replace(tzinfo=None)
    except ValueError:
        return None
    return (when - datetime.datetime(*((1904, 1, 1) if since_1904 else (1899, 12, 30)))).total_seconds() / _DAY


def iso(tokens: Sequence[_Token], serial: float, *, since_1904: bool = False) -> str:
    """A day number as ISO 8601: a date, a date and time, or a time where the format shows no date; "" if it is none."""
    if abs(serial) >= _LAST:
        return ""
    letters = {token.text[0].lower() for token in tokens if token.kind == "date"}
    elapsed = any(token.kind == "elapsed" for token in tokens)
    timed = elapsed or bool(letters & set("hs"))
    dated = bool(letters & set("ydeabg")) or ("m" in letters and not timed)
    if not dated and (elapsed or serial < 1) and 0 <= serial < 10_000:
        seconds = round(serial * _DAY)
        return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
    when = moment(round(serial * _DAY) / _DAY, since_1904=since_1904)
    if when is None:
        return ""
    when = (when + datetime.timedelta(milliseconds=1)).replace(microsecond=0)
    if timed or when.time() != datetime.time():
        return when.isoformat(" ")
    return when.date().isoformat()


def render(tokens: Sequence[_Token], serial: float, *, since_1904: bool = False) -> str:
    """A day number in the tokens of a format; "" when it is no date."""
    if abs(serial) >= _LAST:
        return ""
    elapsed = any(token.kind == "elapsed" for token in tokens)
    finest = min(_finest(tokens), 6)
    rounded = round(abs(serial) * _DAY * 10**finest) / 10**finest  # shown seconds are rounded, not cut
    when = moment(abs(rounded / _DAY) if elapsed else serial if finest else rounded / _DAY, since_1904=since_1904)
    if when is None or (serial < 0 and not elapsed):
        return ""
    half = any(token.kind == "half" for token in tokens)
    chinese = any(token.kind == "locale" and token.text.endswith(_CHINESE) for token in tokens)
    out = ["-"] if serial < 0 else []
    for index, token in enumerate(tokens):
        text = token.text
        if token.kind == "date":
            low = text.lower()
            if low[0] == "m" and len(low) <= 2 and _is_minute(tokens, index):
                out.append(f"{when.minute:0{len(low)}d}")
            else:
                out.append(_piece(low, when, half, chinese))
        elif token.kind == "elapsed":
            unit = {"h": 3600, "m": 60, "s": 1}[text[0]]
            out.append(f"{int(rounded + 1e-9) // unit:0{len(text)}d}")
        elif token.kind == "half":
            first, second = text.split("/")
            out.append(first if when.hour < 12 else second)
        elif token.kind == "space":
            out.append(" ")
        elif token.kind not in ("fill", "locale", "digit") and text != "@":
            out.append(text)
    return "".join(out).strip()


def _finest(tokens: Iterable[_Token]) -> int:
    """Decimals of the seconds that are shown."""
    return max((len(t.text.partition(".")[2]) for t in tokens if t.kind == "date" and t.text[0] in "sS"), default=0)


def _is_minute(tokens: Sequence[_Token], index: int) -> bool:
    """“m” is a minute behind an hour or before a second."""
    before = next((t for t in reversed(tokens[:index]) if t.kind in ("date", "elapsed")), None)
    after = next((t for t in tokens[index + 1 :] if t.kind in ("date", "elapsed")), None)
    return (before is not None and before.text[0] in "hH") or (after is not None and after.text[0] in "sS")


def _piece(code: str, when: datetime.datetime, half: bool, chinese: bool) -> str:
    letter, count = code[0], len(code)
    if letter == "y":
        return f"{when.year:04d}" if count > 2 else f"{when.year % 100:02d}"
    if letter == "m":
        month = _CHINESE_MONTHS[when.month - 1] if chinese else _MONTHS[when.month - 1]
        if count == 5:
            return month[:1]
        if count > 2:
            return month[: None if chinese or count > 3 else 3]
        return f"{when.month:0{count}d}"
    if letter == "d" or letter == "a":
        if letter == "a" or (chinese and count > 2):
            return ("星期" if count > 3 else "周") + _CHINESE_DAYS[when.weekday()]
        if count > 2:
            return _DAYS[when.weekday()][: 3 if count == 3 else None]
        return f"{when.day:0{count}d}"
    if letter == "h":
        hour = (when.hour - 1) % 12 + 1 if half else when.hour
        return f"{hour:0{min(count, 2)}d}"
    if letter == "s":
        seconds, _, decimals = code.partition(".")
        shown = f"{when.second:0{min(len(seconds), 2)}d}"
        return shown + (f".{when.microsecond:06d}"[: len(decimals) + 1] if decimals else "")
    if letter == "e":
        return str(when.year)
    return f"{when.year + 543}" if letter == "b" else ""
