"""What the room says, and in which language."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path

import pytest

import app.service
import resources
from app.errors import CaptureMissing
from app.service.room import names
from app.service.room.wording import preferred, wording

TEXT = r'"((?:[^"\\]|\\.)*)"'
OTHERS = {
    "Sites",
    "Kinds of pages",
    "Languages",
    "Media types",
    "Answers of the servers",
    "Formats",
    "Years of publication",
    "Choose two days.",
    "The first day must come before the second.",
    "This takes too long to be worked out here.",
    "Too many are waiting. Try again in a moment.",
}
"""Sentences that are given by name."""


def said() -> set[str]:
    """All sentences of templates and code."""
    found = names.sentences() | OTHERS
    for page in resources.path("room", "pages").glob("*.html"):
        text = page.read_text("utf-8")
        found |= set(re.findall(rf"(?<![\w.])_\({TEXT}", text))
        found |= {many for _, many in re.findall(rf"\bcount\({TEXT},\s*{TEXT}", text)}
    service = Path(app.service.__path__[0])
    for module in (service / "stage.py", *(service / "room").glob("*.py")):
        text = module.read_text("utf-8")
        found |= set(re.findall(rf"(?:words\.say\(|Refusal\(\s*\d+,|_refused\(visit, \d+,)\s*{TEXT}", text))
    return found


def test_every_sentence_is_translated_and_none_is_left_over() -> None:
    """Each with the same values in it."""
    table = json.loads(resources.path("room", "zh_CN.json").read_text("utf-8"))
    assert set(table) == said()
    for english, chinese in table.items():
        assert sorted(re.findall(r"\{\w+\}", english)) == sorted(re.findall(r"\{\w+\}", chinese)), english


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh"),
        ("de-DE, en;q=0.5, zh;q=0.4", "en"),
        ("fr", "en"),
        ("en;q=0.1,zh;q=0.2", "zh"),
        ("zh;q=0", "en"),
        ("*;q=x,;;,", "en"),
    ],
)
def test_the_language_that_a_browser_likes_best(header: str, language: str) -> None:
    assert preferred(header) == language


def test_days_numbers_and_messages_of_the_engine() -> None:
    english, chinese = wording("en"), wording("zh")
    assert english.day(date(2026, 11, 4)) == "4 November 2026"
    assert chinese.day(date(2026, 11, 4)) == "2026年11月4日"
    assert (english.size(999), english.size(1500), english.size(123_456_789)) == ("999 B", "1.5 kB", "123 MB")
    assert english.count("{n} page", "{n} pages", 1) == "1 page"
    assert chinese.count("{n} page", "{n} pages", 1) == "1 个页面"
    message = CaptureMissing(wanted="x").message
    assert english.engine(message) == "The archive holds nothing under x."
    assert chinese.engine(message) != english.engine(message)
    assert "x" in chinese.engine(message)
