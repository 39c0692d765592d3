"""The sentences of the reading room in the languages it speaks, and numbers, days and sizes as these write them."""

from __future__ import annotations

import json
import math
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping
from datetime import UTC, date, datetime
from functools import cache

import resources
from app.archive.spellings import legible
from app.exporting.citing import MONTHS
from extractors.base.messages import Message

LANGUAGES = {"en": "English", "zh": "中文"}
"""What the switch offers."""
_TAGS = {"en": "en", "zh": "zh-CN"}
_ACCEPTED = re.compile(r"([A-Za-z]{1,8})(?:-[A-Za-z0-9]{1,8})*(?:\s*;\s*q\s*=\s*([01](?:\.\d{0,3})?))?")


def preferred(header: str) -> str:
    """The language that `Accept-Language` (RFC 9110 section 12.5.4) likes best of those that there are."""
    best, weight = "en", 0.0
    for part in header.split(",")[:20]:
        found = _ACCEPTED.fullmatch(part.strip())
        if found and found[1].lower() in LANGUAGES and float(found[2] or 1) > weight:
            best, weight = found[1].lower(), float(found[2] or 1)
    return best


class Wording:
    """What a page says in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.tag = _TAGS[language]
        self._known: Mapping[str, str] = _table() if language == "zh" else {}

    def say(self, sentence: str, **values: object) -> str:
        """A sentence with values in it."""
        text = self._known.get(sentence, sentence)
        return text.format(**values) if values else text

    def count(self, one: str, many: str, n: int) -> str:
        """A sentence about so many: `{n}` in it is the number."""
        return self.say(one if n == 1 and self.language == "en" else many, n=f"{n:,}")

    def engine(self, message: object) -> str:
        """A message of the engine; the words of others as they are."""
        if self.language == "en" or not isinstance(message, Message):
            return str(message)
        values = {
            name: self.engine(value) if isinstance(value, Message) else value
            for name, value in message.arguments.items()
        }
        return _engine().get(message.sentence, message.sentence).format(**values)

    def number(self, value: int) -> str:
        return f"{value:,}"

    def percent(self, share: float) -> str:
        if 0 < share < 0.01:
            return "< 1 %" if self.language == "en" else "< 1%"
        return f"{share:.0%}".replace("%", " %") if self.language == "en" else f"{share:.0%}"

    def share(self, share: float) -> str:
        """A share with one decimal, more below a hundredth."""
        digits = 1 if share >= 0.01 or not share else 2 if share >= 0.001 else 3
        return f"{share:.{digits}%}".replace("%", " %" if self.language == "en" else "%")

    def on_scale(self, value: float, *, share: bool = False) -> str:
        """A number at a line of a scale."""
        if share:
            return f"{value * 100:.3g}{' %' if self.language == 'en' else '%'}"
        return f"{value:,.0f}" if value >= 1 or not value else f"{value:.3g}"

    def days(self, value: float) -> str:
        """Days with three figures."""
        if math.isinf(value):
            return "∞"
        return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"

    def size(self, count: int) -> str:
        value, unit = float(count), "B"
        for larger in ("kB", "MB", "GB", "TB"):
            if value < 1000:
                break
            value, unit = value / 1000, larger
        return (
            f"{count:,} B"
            if unit == "B"
            else f"{value:.3g} {unit}"
            if value < 999.5
            else f"{value:.0f} {unit}"
        )

    def day(self, moment: datetime | date) -> str:
        if self.language == "zh":
            return f"{moment.year}年{moment.month}月{moment.day}日"
        return f"{moment.day} {MONTHS[moment.month - 1]} {moment.year}"

    def moment(self, moment: datetime) -> str:
        """Day and time in UTC."""
        there = moment.astimezone(UTC)
        return f"{self.day(there)} {there:%H:%M}"

    def month(self, year: int, month: int) -> str:
        return f"{year}年{month}月" if self.language == "zh" else f"{MONTHS[month - 1]} {year}"

    def month_name(self, month: int) -> str:
        return f"{month}月" if self.language == "zh" else MONTHS[month - 1]

    def address(self, url: str) -> str:
        """An address as people read it."""
        return legible(url)


@cache
def wording(language: str) -> Wording:
    """The wording of a language of `LANGUAGES`."""
    return Wording(language)


@cache
def _table() -> dict[str, str]:
    found: dict[str, str] = json.loads(resources.path("room", "zh_CN.json").read_text("utf-8"))
    return found


@cache
def _engine() -> dict[str, str]:
    """The messages of the engine from the catalogue of the window."""
    catalogue = resources.path("translations", "tianwang_zh_CN.ts")
    root = ElementTree.parse(catalogue).getroot()  # noqa: S314 - a file of this program
    context = next(one for one in root.iter("context") if one.findtext("name") == "engine")
    return {
        one.findtext("source", ""): one.findtext("translation", "") or one.findtext("source", "")
        for one in context.iter("message")
    }
