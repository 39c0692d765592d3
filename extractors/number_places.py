"""Digits of a number put into the places of a number format of Excel (ECMA-376 part 1, 18.8.31)."""

from __future__ import annotations

from collections.abc import Callable
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from typing import NamedTuple

_EXACT = Context(prec=1000)  # the largest number has 309 digits, a format has 255 characters


class Token(NamedTuple):
    kind: str
    text: str


def number(tokens: tuple[Token, ...], value: float, general: Callable[[float], str]) -> str:
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
