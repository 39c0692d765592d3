"""Messages of the engine in the language of the program, and words of others that are handed on."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication

from app.messages import Message
from widgets.words import engine as engine_words

CHINESE = {
    "robots.txt: {detail}": "robots.txt：{detail}",
    "no answer in time": "响应超时",
    "Permission denied": "权限不足",
    "{path} is no Tianwang, WARC, ARC or WACZ file.": "{path} 不是档案文件。",
    "the header is cut": "文件头不完整",
}


@pytest.fixture
def chinese(monkeypatch) -> None:
    monkeypatch.setattr(QCoreApplication, "translate", lambda _context, text, *_: CHINESE.get(text, text))


def test_without_a_translation_the_sentence_stays_as_it_is(qapp) -> None:
    for text in (Message("robots-failed", detail=Message("no-answer")), "", "Boom (7)"):
        assert engine_words.say(text) == text


def test_a_message_is_said_with_its_arguments(chinese) -> None:
    assert engine_words.say(Message("robots-failed", detail=Message("no-answer"))) == "robots.txt：响应超时"
    assert engine_words.say(Message("import-unknown", path="no answer in time")) == (
        "no answer in time 不是档案文件。"
    )


def test_words_of_the_system_are_translated_where_somebody_has_done_it(chinese) -> None:
    assert engine_words.say("Permission denied") == "权限不足"
    assert engine_words.say(Message("robots-failed", detail="Permission denied")) == "robots.txt：权限不足"
    assert engine_words.say("C: nobody wrote this sentence") == "C: nobody wrote this sentence"


def test_what_an_archive_of_an_earlier_version_says_is_shown(chinese) -> None:
    """Its sentences are plain text: those without arguments are still known, the others stay English."""
    assert engine_words.say("the header is cut") == "文件头不完整"
    assert engine_words.say("robots.txt answered 403") == "robots.txt answered 403"


def test_half_a_sentence_opens_one_with_a_capital(qapp) -> None:
    assert engine_words.say(Message("header-cut").opening()) == "The header is cut"
    assert engine_words.say(Message("header-cut")) == "the header is cut"
