"""What the tables of figures are called, what they tell, the heads of their columns and their values for people."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from PySide6.QtCore import QCoreApplication, QLocale

from app.statistics.mix import OTHER
from app.statistics.observations import By
from app.statistics.periods import Period
from app.statistics.tables import Kind
from widgets.tree import facets
from widgets.words import formats, languages, page_kinds

translate = QCoreApplication.translate
Column = str | tuple[str, str, str]
"""A column, or one with the ends of its interval."""

_LIFE: tuple[Column, ...] = (
    *("group", "pages", "looks", "changed"),
    ("half_life", "low", "high"),
    ("median", "median_low", "median_high"),
    "fits",
)
_SHARE: tuple[Column, ...] = ("period", "value", "pages", "n", ("share", "low", "high"))
_RATE: tuple[Column, ...] = ("part", ("rate", "low", "high"), "changes", "exposure")
COLUMNS: dict[str, tuple[Column, ...]] = {
    "topics": (
        *("topic", "pages", "n"),
        ("share", "low", "high"),
        *("sites", "n_sites"),
        ("site_share", "site_low", "site_high"),
        *("peak", "risen", "fallen"),
        ("lasting", "lasting_low", "lasting_high"),
    ),
    "topic": (
        *("period", "topic", "pages", "n"),
        ("share", "low", "high"),
        *("sites", "n_sites"),
        ("site_share", "site_low", "site_high"),
        "new",
    ),
    "first": ("topic", "date", "site", "url", "since"),
    "growth": ("period", "captures", "versions", "new_pages", "bytes", "pages", "total"),
    "change": (*_LIFE, "reported"),
    "rot": _LIFE,
    "hour": _RATE,
    "weekday": _RATE,
    "errors": (
        *("period", "errors", "n"),
        ("share", "low", "high"),
        "gone",
        ("gone_share", "gone_low", "gone_high"),
    ),
    "language": _SHARE,
    "type": _SHARE,
}
"""What the window shows of each table; files have all columns."""
_LEAST = 0.001  # that is said as a number


def name(table: str) -> str:
    """What a table is called in the list."""
    return {
        "topic": translate("statistics", "Topics by period"),
        "topics": translate("statistics", "Topics in all"),
        "first": translate("statistics", "Who spoke of it first"),
        "growth": translate("statistics", "Growth"),
        "change": translate("statistics", "How long contents last"),
        "rot": translate("statistics", "How long pages last"),
        "hour": translate("statistics", "Changes by hour"),
        "weekday": translate("statistics", "Changes by weekday"),
        "errors": translate("statistics", "Errors"),
        "language": translate("statistics", "Languages"),
        "type": translate("statistics", "Types"),
    }[table]


def meaning(table: str) -> str:
    """What a table tells, in a sentence or two."""
    return {
        "topic": translate(
            "statistics",
            "The share of the pages and sites of each period that speak of a topic. Click a point for its pages.",
        ),
        "topics": translate(
            "statistics",
            "The share of all pages and sites that ever spoke of a topic; the time from half the peak to it and back; how "
            "long pages go on speaking of it.",
        ),
        "first": translate("statistics", "The pages that spoke of a topic first, one of each site."),
        "growth": translate("statistics", "What came in each period, and how much there was at its end."),
        "change": translate(
            "statistics",
            "The time after which half of the documents have changed or are gone, estimated from captures as irregular "
            "as they are, with the interval of 95 %. The median is that of single pages. A hollow triangle: nothing "
            "changed, it lasts that long at least.",
        ),
        "rot": translate(
            "statistics",
            "The time after which half of the documents are gone (404, 410), with the interval of 95 %. A hollow "
            "triangle: none is gone, they last that long at least.",
        ),
        "hour": translate(
            "statistics",
            "Changes a page and day in each hour (UTC), from captures at most twelve hours apart. Nothing is known of "
            "hours in which nobody watched.",
        ),
        "weekday": translate(
            "statistics",
            "Changes a page and day on each day of the week (UTC), from captures at most three days apart. Nothing is "
            "known of days on which nobody watched.",
        ),
        "errors": translate(
            "statistics", "The share of pages that answered with an error, and of those that are gone."
        ),
        "language": translate("statistics", "The languages of the documents of each period."),
        "type": translate("statistics", "The types of what was captured in each period."),
    }[table]


def head(column: str) -> str:
    """The head of a column."""
    return {
        "topic": translate("statistics", "Topic"),
        "period": translate("statistics", "Period"),
        "pages": translate("statistics", "Pages"),
        "n": translate("statistics", "of"),
        "share": translate("statistics", "Share (95 %)"),
        "sites": translate("statistics", "Sites"),
        "n_sites": translate("statistics", "of"),
        "site_share": translate("statistics", "Share of sites (95 %)"),
        "new": translate("statistics", "For the first time"),
        "peak": translate("statistics", "Peak"),
        "risen": translate("statistics", "Rise"),
        "fallen": translate("statistics", "Fall"),
        "lasting": translate("statistics", "Lasts (95 %)"),
        "site": translate("statistics", "Site"),
        "url": translate("statistics", "Address"),
        "date": translate("statistics", "First seen"),
        "since": translate("statistics", "Not yet"),
        "captures": translate("statistics", "Captures"),
        "versions": translate("statistics", "Versions"),
        "new_pages": translate("statistics", "New addresses"),
        "bytes": translate("statistics", "New content"),
        "total": translate("statistics", "Content"),
        "group": translate("statistics", "Group"),
        "looks": translate("statistics", "Looks"),
        "changed": translate("statistics", "Changed"),
        "half_life": translate("statistics", "Half-life (95 %)"),
        "median": translate("statistics", "Median of pages (95 %)"),
        "fits": translate("statistics", "One rate fits"),
        "reported": translate("statistics", "Reported"),
        "part": translate("statistics", "When"),
        "rate": translate("statistics", "Changes a page and day (95 %)"),
        "changes": translate("statistics", "Changes"),
        "exposure": translate("statistics", "Days watched"),
        "errors": translate("statistics", "Errors"),
        "gone": translate("statistics", "Gone"),
        "gone_share": translate("statistics", "Share gone (95 %)"),
        "value": translate("statistics", "Value"),
    }[column]


def period(one: Period | str) -> str:
    """A choice of periods; "" for one by the time between the captures."""
    return {
        "": translate("statistics", "Usual period"),
        "day": translate("statistics", "By day"),
        "week": translate("statistics", "By week"),
        "month": translate("statistics", "By month"),
    }[one]


def grouping(by: By) -> str:
    """A way to put pages together."""
    return {
        "": translate("statistics", "All pages"),
        "site": translate("statistics", "By site"),
        "sector": translate("statistics", "By kind of site"),
        "country": translate("statistics", "By country"),
        "page_type": translate("statistics", "By kind of page"),
        "depth": translate("statistics", "By depth"),
    }[by]


def figure(value: float) -> str:
    """A number with three figures, never with an exponent; infinite ones as such."""
    if math.isinf(value):
        return "∞"
    if 0 < value < _LEAST:
        return translate("statistics", "< {number}").format(number=QLocale().toString(_LEAST))
    digits = 0 if value >= 100 else 1 if value >= 10 else 2 if value >= 0.1 or not value else 3
    return QLocale().toString(value, "f", digits)


def unit(days: float) -> tuple[float, str]:
    """The unit in which so many days are said: how many of it are a day, and its pattern."""
    if days >= 1 or not days:
        return 1.0, translate("statistics", "{number} d", "days")
    if days * 24 >= 1:
        return 24.0, translate("statistics", "{number} h", "hours")
    if days * 1440 >= 1:
        return 1440.0, translate("statistics", "{number} min", "minutes")
    return 86_400.0, translate("statistics", "{number} s", "seconds")


def days(value: float) -> str:
    """A length of time with three figures, in the unit in which it is no fraction; infinite ones as such."""
    if math.isinf(value):
        return "∞"
    scale, pattern = unit(value)
    return pattern.format(number=figure(value * scale))


def value(column: str, kind: Kind, found: Any, table: str, by: By = "") -> str:
    """A value for people."""
    if found is None:
        return "–"
    if kind == "share":
        return formats.percent(found)
    if kind == "bytes":
        return formats.size(found)
    if kind == "days":
        return days(found)
    if kind == "rate":
        return figure(float(found))
    if kind == "number":
        return formats.number(found) if isinstance(found, int) else figure(float(found))
    if kind == "yes":
        return translate("statistics", "yes") if found else translate("statistics", "no")
    if isinstance(found, datetime):
        return formats.date(found)
    if column == "part":
        return f"{found:02}:00" if table == "hour" else QLocale().dayName(found + 1)
    if column == "reported":
        return {
            "under-2-months": translate("statistics", "Web InfoMall: under 2 months"),
            "about-4-months": translate("statistics", "Web InfoMall: about 4 months"),
        }[str(found)]
    if column == "url":
        return formats.readable(str(found))
    if column == "group":
        return group(str(found), by)
    return part(str(found), table) if column == "value" else str(found)


def group(found: str, by: By) -> str:
    """The name of a group of pages."""
    if not by:
        return translate("statistics", "All pages")
    if by == "page_type":
        return page_kinds.name(found)
    if by == "depth":
        return translate("statistics", "Depth {n}").format(n=found)
    return found or translate("statistics", "(others)")


def part(found: str, table: str) -> str:
    """A language, or a type."""
    if found == OTHER:
        return translate("statistics", "(others)")
    if table == "language":
        return languages.language(found)
    return facets.value("type", found)


def interval(shown: Sequence[str]) -> str:
    """A value with the ends of its interval."""
    one, low, high = shown
    return (
        one
        if one == "–"
        else translate("statistics", "{value}  ({low} – {high})").format(value=one, low=low, high=high)
    )


def at_least(said: str, low: float) -> str:
    """Of what nothing is known but that it lasts so long."""
    return translate("statistics", "{name}: at least {time}; nothing changed").format(
        name=said, time=days(low)
    )
