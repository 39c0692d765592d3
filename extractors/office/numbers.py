"""Numbers of spreadsheets as a person sees them: values in number formats of Excel (ECMA-376 part 1, 18.8.31)."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Callable, Iterable, Sequence
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, Protocol

from extractors.base.spacing import listed

# Dates and times of spreadsheets in the number formats of Excel.

_MONTHS = listed("January February March April May June July August September October November December")
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_CHINESE_MONTHS = listed("一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月")
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
    start = (
        datetime.datetime(1904, 1, 1)
        if since_1904
        else datetime.datetime(1899, 12, 31 if serial < 60 else 30)
    )
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
    return (
        when - datetime.datetime(*((1904, 1, 1) if since_1904 else (1899, 12, 30)))
    ).total_seconds() / _DAY


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
    when = moment(
        abs(rounded / _DAY) if elapsed else serial if finest else rounded / _DAY, since_1904=since_1904
    )
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
    return max(
        (len(t.text.partition(".")[2]) for t in tokens if t.kind == "date" and t.text[0] in "sS"), default=0
    )


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


# Digits of a number put into the places of a number format of Excel (ECMA-376 part 1, 18.8.31).

_EXACT = Context(prec=1000)  # the largest number has 309 digits, a format has 255 characters


class Token(NamedTuple):
    kind: str
    text: str


def in_places(tokens: tuple[Token, ...], value: float, general: Callable[[float], str]) -> str:
    """A number in the tokens of one section of a format; `general` writes those it does not place."""
    first = next((i for i, token in enumerate(tokens) if token.kind == "digit"), None)
    if first is None:
        return "".join(general(value) if t.kind == "general" or t.text == "@" else literal(t) for t in tokens)
    if any(token == ("mark", "/") for token in tokens[first:]):
        return _fraction(tokens, value)
    last = max(i for i, token in enumerate(tokens) if token.kind == "digit")
    percent = sum(1 for token in tokens if token == ("mark", "%"))
    scaled = decimal(value).scaleb(2 * percent)
    end = last + 1
    while end < len(tokens) and tokens[end] == ("mark", ","):
        scaled = scaled.scaleb(-3)
        end += 1
    power = next((i for i, token in enumerate(tokens) if token.kind == "power"), None)
    if power is not None:
        digits, exponent = _scientific(tokens, scaled, first, power)
        tail = "".join(map(literal, tokens[end:]))
        return "".join(map(literal, tokens[:first])) + digits + exponent + tail
    point = next((i for i in range(first, end) if tokens[i] == ("mark", ".")), None)
    if point is None and first and tokens[first - 1] == ("mark", "."):
        first, point = first - 1, first - 1
    decimals = [t for t in tokens[point + 1 : end] if t.kind == "digit"] if point is not None else []
    rounded = abs(scaled).quantize(Decimal(1).scaleb(-len(decimals)), ROUND_HALF_UP, _EXACT)
    whole, _, rest = f"{rounded:f}".partition(".")
    negative = scaled < 0 and rounded != 0
    before = point if point is not None else end
    grouped = any(tokens[i] == ("mark", ",") for i in range(first, before))
    out = _whole(tokens[first:before], whole, grouped)
    if point is not None:
        out += "." + _decimals(tokens[point + 1 : end], rest)
    head = "".join(map(literal, tokens[:first]))
    return ("-" if negative else "") + head + out + "".join(map(literal, tokens[end:]))


def _whole(tokens: tuple[Token, ...], digits: str, grouped: bool) -> str:
    """The digits before the point put into their places, from the right; literals stay where they stand."""
    digits = "" if digits == "0" else digits
    out: list[str] = []
    places = sum(1 for token in tokens if token.kind == "digit")
    count = 0
    for token in reversed(tokens):
        if token.kind == "digit":
            places -= 1
            wanted = len(digits) if places == 0 else 1
            for _ in range(max(1, wanted)):
                if digits:
                    digit, digits = digits[-1], digits[:-1]
                elif token.text == "0":
                    digit = "0"
                else:
                    break
                if grouped and count and count % 3 == 0:
                    out.append(",")
                out.append(digit)
                count += 1
        elif token != ("mark", ","):
            out.append(literal(token))
    return "".join(reversed(out))


def _decimals(tokens: tuple[Token, ...], digits: str) -> str:
    out: list[str] = []
    for token in tokens:
        if token.kind == "digit":
            digit, digits = (digits[:1] or "0"), digits[1:]
            if token.text == "0" or digit != "0" or digits.strip("0"):
                out.append(digit)
        elif token != ("mark", ","):
            out.append(literal(token))
    return "".join(out)


def _scientific(tokens: tuple[Token, ...], number: Decimal, first: int, power: int) -> tuple[str, str]:
    mantissa = tokens[first:power]
    point = next((i for i, token in enumerate(mantissa) if token == ("mark", ".")), len(mantissa))
    wholes = max(1, sum(1 for token in mantissa[:point] if token.kind == "digit"))
    decimals = sum(1 for token in mantissa[point:] if token.kind == "digit")
    exponent = number.adjusted() if number else 0
    exponent -= exponent % wholes if wholes > 1 else 0
    scaled = number.scaleb(-exponent).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP, _EXACT)
    if abs(scaled) >= Decimal(10) ** wholes:
        exponent += wholes
        scaled = number.scaleb(-exponent).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP, _EXACT)
    width = sum(1 for token in tokens[power + 1 :] if token.kind == "digit")
    sign = "-" if exponent < 0 else "+" if tokens[power].text.endswith("+") else ""
    return f"{scaled:f}", f"E{sign}{abs(exponent):0{width}d}"


def _fraction(tokens: tuple[Token, ...], value: float) -> str:
    slash = next(i for i, token in enumerate(tokens) if token == ("mark", "/"))
    below = "".join(t.text for t in tokens[slash + 1 :] if t.kind in ("digit", "other")).strip()
    places = [i for i in range(slash) if tokens[i].kind == "digit"]
    gap = any(tokens[i].text == " " for i in range(places[0], slash)) if places else False
    exact = Fraction(decimal(abs(value)))
    if below.isdigit() and int(below):
        fraction = Fraction(round(exact * int(below)), int(below))
        denominator = int(below)
    else:
        fraction = exact.limit_denominator(10 ** max(1, min(len(below), 4)) - 1)
        denominator = fraction.denominator
    whole, numerator = 0, fraction.numerator * denominator // fraction.denominator
    if gap:
        whole, numerator = divmod(numerator, denominator)
    sign = "-" if value < 0 else ""
    if not numerator and gap:
        return f"{sign if whole else ''}{whole}"
    return f"{sign}{whole or ''}{' ' if whole else ''}{numerator}/{denominator}"


def decimal(value: float) -> Decimal:
    """The number with the 15 digits a spreadsheet keeps."""
    return Decimal(f"{value:.15g}") if abs(value) < 1e300 else Decimal(0)


def literal(token: Token) -> str:
    """What a token that is no place for a digit writes."""
    if token.kind in ("fill", "locale", "bracket"):
        return ""
    if token.kind == "space":
        return " "
    return "" if token.kind == "digit" else token.text


BUILT_IN = {
    1: "0",
    2: "0.00",
    3: "#,##0",
    4: "#,##0.00",
    5: '"$"#,##0;\\-"$"#,##0',
    6: '"$"#,##0;\\-"$"#,##0',
    7: '"$"#,##0.00;\\-"$"#,##0.00',
    8: '"$"#,##0.00;\\-"$"#,##0.00',
    9: "0%",
    10: "0.00%",
    11: "0.00E+00",
    12: "# ?/?",
    13: "# ??/??",
    14: "mm/dd/yyyy",
    15: "d-mmm-yy",
    16: "d-mmm",
    17: "mmm-yy",
    18: "h:mm AM/PM",
    19: "h:mm:ss AM/PM",
    20: "h:mm",
    21: "h:mm:ss",
    22: "m/d/yyyy h:mm",
    37: "#,##0_);(#,##0)",
    38: "#,##0_);(#,##0)",
    39: "#,##0.00_);(#,##0.00)",
    40: "#,##0.00_);(#,##0.00)",
    41: '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)',
    42: '_("$"* #,##0_);_("$"* (#,##0);_("$"* "-"_);_(@_)',
    43: '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)',
    44: '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)',
    45: "mm:ss",
    46: "[h]:mm:ss",
    47: "mm:ss.0",
    48: "##0.0E+0",
    49: "@",
    **dict.fromkeys((27, 36, 50, 57), 'yyyy"年"m"月"'),
    **dict.fromkeys((28, 29, 51, 54, 58), 'm"月"d"日"'),
    30: "m-d-yy",
    31: 'yyyy"年"m"月"d"日"',
    32: 'h"时"mm"分"',
    33: 'h"时"mm"分"ss"秒"',
    34: "h:mm AM/PM",
    35: "h:mm:ss AM/PM",
    52: 'yyyy"年"m"月"',
    53: 'm"月"d"日"',
    55: "h:mm AM/PM",
    56: "h:mm:ss AM/PM",
}
"""Formats that files name by number alone; 27–36 and 50–58 as in Chinese Excel."""

_LONGEST = 255
_REMEMBERED = 4096  # dates, above all, are the same in many rows
_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.)|_(?P<space>.)|\*(?P<fill>.)|\[(?P<bracket>[^\]]*)\]?'
    r"|(?P<general>General)|(?P<half>AM/PM|A/P|上午/下午)|(?P<power>E[+-](?=[0#?]))"
    r"|(?P<date>y+|m+|d+|h+|s+(?:\.0+)?|e+|b+|g+|a{3,4}|r{1,2})|(?P<digit>[0#?])|(?P<mark>[.,%/@])|(?P<other>.)",
    re.IGNORECASE | re.DOTALL,
)
_CONDITION = re.compile(r"(<=|>=|<>|<|>|=)\s*(-?\d+(?:\.\d+)?)")
_ELAPSED = re.compile(r"h+|m+|s+", re.IGNORECASE)
_PLACES = frozenset(("digit", "mark", "power"))


class _Section(NamedTuple):
    tokens: tuple[Token, ...]
    condition: tuple[str, float] | None
    is_date: bool


@lru_cache(maxsize=_REMEMBERED)
def shown(value: float, code: str, *, since_1904: bool = False) -> str:
    """A number in a number format, as Excel shows it in a column that is wide enough."""
    if not code or code == "General" or not math.isfinite(value):
        return general(value)
    sections = _sections(code)
    section, number = _choose(sections, value)
    if section is None:
        return general(value)
    if section.is_date:
        return render(section.tokens, number, since_1904=since_1904) or general(value)
    return in_places(section.tokens, number, general)


@lru_cache(maxsize=_REMEMBERED)
def exact(value: float, code: str, *, since_1904: bool = False) -> str:
    """The number itself, up to 15 digits: a percentage as one, a date as ISO 8601."""
    if not code or not math.isfinite(value):
        return general(value)
    section = _sections(code)[0]
    if section.is_date:
        return iso(section.tokens, value, since_1904=since_1904) or general(value)
    if any(token == ("mark", "%") for token in section.tokens):
        return general(float(decimal(value).scaleb(2))) + "%"
    return general(value)


def shown_text(text: str, code: str) -> str:
    """A string in a number format: its fourth part, or one with “@”, says what is shown around it."""
    if not code or code == "@" or ("@" not in code and ";;" not in code):
        return text
    sections = _sections(code)
    section = sections[3] if len(sections) > 3 else sections[-1]
    if len(sections) < 4 and not any(token == ("mark", "@") for token in section.tokens):
        return text
    return "".join(text if token.text == "@" else literal(token) for token in section.tokens)


def general(value: float) -> str:
    """A number without a format: up to 15 digits."""
    if not math.isfinite(value):
        return ""
    if abs(value) < 1e15 and value == int(value):
        return str(int(value))
    text = f"{value:.15g}"
    if "e" not in text:
        return text
    mantissa, _, power = text.partition("e")
    if -10 <= int(power) < 0:
        return f"{Decimal(text):f}"
    return f"{mantissa}E{int(power):+03d}"


@lru_cache(maxsize=2000)
def _sections(code: str) -> tuple[_Section, ...]:
    sections: list[list[Token]] = [[]]
    for found in _TOKEN.finditer(code[:_LONGEST]):
        kind = found.lastgroup or "other"
        text = found[kind]
        if kind == "other" and text == ";":
            sections.append([])
        else:
            sections[-1].append(Token(kind, text))
    return tuple(map(_section, sections[:4]))


def _section(tokens: list[Token]) -> _Section:
    condition = None
    kept: list[Token] = []
    for token in tokens:
        if token.kind == "bracket":
            compared = _CONDITION.fullmatch(token.text.strip())
            if compared:
                condition = (compared[1], float(compared[2]))
            elif _ELAPSED.fullmatch(token.text):
                kept.append(Token("elapsed", token.text.lower()))
            elif token.text.startswith("$"):
                currency = token.text[1:].partition("-")
                if currency[0]:
                    kept.append(Token("quoted", currency[0]))
                kept.append(Token("locale", currency[2].lower()))
            continue  # a colour or a way to write digits
        kept.append(token)
    dated = any(token.kind in ("elapsed", "half") or token.kind == "date" for token in kept)
    if any(token.kind == "general" for token in kept):
        dated = False
    return _Section(tuple(kept), condition, dated)


def _choose(sections: tuple[_Section, ...], value: float) -> tuple[_Section | None, float]:
    """The section for a number, and the number as it is to be shown there (without its sign where the form says so)."""
    numeric = sections[:3] if len(sections) > 1 else sections
    if any(section.condition for section in numeric):
        for section in numeric:
            if section.condition is None or _holds(section.condition, value):
                negative = section.condition is not None and value < 0 and len(numeric) > 1
                return section, abs(value) if negative and section is not numeric[0] else value
        return None, value
    if len(sections) == 1 or value > 0:
        return sections[0], value
    if value < 0:
        return sections[1], -value
    return (sections[2] if len(sections) > 2 else sections[0]), 0.0


def _holds(condition: tuple[str, float], value: float) -> bool:
    sign, limit = condition
    return {
        "<": value < limit,
        ">": value > limit,
        "=": value == limit,
        "<=": value <= limit,
        ">=": value >= limit,
        "<>": value != limit,
    }[sign]
