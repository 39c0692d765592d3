"""Numbers of spreadsheets as a person sees them: values in number formats of Excel (ECMA-376 part 1, 18.8.31)."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from extractors import number_places
from extractors.date_formats import iso
from extractors.date_formats import render as render_date
from extractors.number_places import Token, decimal, literal

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
        return render_date(section.tokens, number, since_1904=since_1904) or general(value)
    return number_places.number(section.tokens, number, general)


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
