"""Files of subtitles."""

from __future__ import annotations

import pytest

from extractors.door.registry import extract

_VTT = """WEBVTT a film

NOTE nobody says this

1
00:00:03.500 --> 00:00:05.000 D:vertical A:start
Phone <b>conversations</b> where people truly <c.highlight>connect</c>

01:02:05.250 --> 01:02:06.000
我们<00:00:05.500>回家

00:09.000 --> 00:10.000
"""
_SRT = """1
00:01:14,440 --> 00:01:15,760
<i>It was late,</i>
and the rain fell.

2
00:01:16,000 --> 00:01:17,000
{\\an8}Nobody came.
"""


def test_words_of_web_subtitles_stand_without_times_and_marks() -> None:
    document = extract(_VTT.encode(), declared_type="text/vtt")
    assert document.text == "Phone conversations where people truly connect\n我们回家"
    assert [part.text for part in document.parts] == [
        "0:03  Phone conversations where people truly connect",
        "1:02:05  我们回家",
    ]
    assert not document.title


@pytest.mark.parametrize("before", ["", "\ufeff", "\r\n"])
def test_words_of_subrip_stand_without_numbers(before: str) -> None:
    document = extract((before + _SRT).replace("\n", "\r\n").encode(), declared_type="application/x-subrip")
    assert document.text == "It was late,\nand the rain fell.\nNobody came."
    assert document.parts[1].text == "1:16  Nobody came." and document.parts[1].role == "subtitle"


@pytest.mark.parametrize("text", ["a --> b\n\nand so on", "see 00:01 --> 00:02\n\nin the film", "-->"])
def test_an_arrow_makes_no_subtitles(text: str) -> None:
    assert extract(text.encode(), declared_type="text/plain").text == text
