"""Conditions on fields, as people write them in queries: price>100, price:100..200, author=Li Si, published<2026-03."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from app.fields.rules import NUMERIC, Field, usable
from app.fields.store import Store
from app.fields.values import comparable, money
from app.words.folding import fold

_CONDITION = re.compile(r"\s*([^<>=:]+?)\s*(?:(>=|<=|>|<|=|:)\s*(.+?)\s*)?", re.DOTALL)
_RANGE = re.compile(r"(.*?)\s*\.\.\s*(.*)", re.DOTALL)
BARE = re.compile(
    r"[^\W\d][^\s<>=:\"()]*(?:(?:>=|<=|>|<)[-\d.¥$€£]\S*|:(?:[-¥$€£]?\d[\d,.]*?\.\.\S*|\.\.[-¥$€£]?\d\S*))"
)
"""A word of a query that is likely to be a condition: it is one where the archive has such a field."""


_ANY = 1e300


class Condition(NamedTuple):
    """`sign` is one of > >= < <= =, ":" (a part of a text, or a range), or "" for any value."""

    name: str
    sign: str = ""
    value: str = ""


def parsed(text: str) -> Condition | None:
    """The condition that a text is; None for none."""
    found = _CONDITION.fullmatch(text)
    if found is None:
        return None
    return Condition(found[1], found[2] or "", found[3] or "")


def matching(archive: Path, condition: Condition) -> set[str] | None:
    """The ids of the versions that fit, as far as their values are known; None without such a field, or where the value
    is none of its kind. StorageFailed."""
    field = _field(archive, condition)
    if field is None:
        return None
    with Store(archive) as store:
        number = store.number(field)
        if not condition.sign:
            rows = store.db.execute("SELECT DISTINCT id FROM found WHERE field = ?", (number,))
            return {row[0] for row in rows}
        if field.kind in NUMERIC:
            return _in_range(store, number, field, condition)
        fits = _said(condition)
        rows = store.db.execute("SELECT id, value FROM found WHERE field = ?", (number,))
        return {id for id, value in rows if fits(fold(value))}


def _field(archive: Path, condition: Condition) -> Field | None:
    name = condition.name.casefold()
    return next((one for one in usable(archive) if one.name.casefold() == name), None)


def _in_range(store: Store, number: int, field: Field, condition: Condition) -> set[str] | None:
    sign, value = condition.sign, condition.value
    between = _RANGE.fullmatch(value) if sign in (":", "=") else None
    first, last = (between[1], between[2]) if between is not None else (value, value)
    low = comparable(first, field.kind) if first else (-_ANY, -_ANY)
    high = comparable(last, field.kind) if last else (_ANY, _ANY)
    if low is None or high is None:
        return None
    # of a month, a day later than it is behind its last day
    where, values = {
        ">": ("number > ?", [high[1]]),
        ">=": ("number >= ?", [low[0]]),
        "<": ("number < ?", [low[0]]),
        "<=": ("number <= ?", [high[1]]),
    }.get(sign, ("number BETWEEN ? AND ?", [low[0], high[1]]))
    unit = money(value).unit if field.kind == "money" else ""
    rows = store.db.execute(
        f"SELECT DISTINCT id FROM found WHERE field = ? AND {where} AND (? = '' OR unit = ?)",
        (number, *values, unit, unit),
    )
    return {row[0] for row in rows}


def _said(condition: Condition) -> Callable[[str], bool]:
    wanted = fold(condition.value)
    if condition.sign == ":":
        return lambda value: wanted in value
    if condition.sign == "=":
        if wanted.endswith("*"):
            return lambda value: value.startswith(wanted[:-1])
        return lambda value: value == wanted
    return {
        ">": lambda value: value > wanted,
        ">=": lambda value: value >= wanted,
        "<": lambda value: value < wanted,
        "<=": lambda value: value <= wanted,
    }[condition.sign]
