"""Lyrics with times."""

from __future__ import annotations

import pytest

from extractors.base.types import Line
from extractors.door.registry import extract
from extractors.plain import lrc


def test_a_line_that_is_sung_four_times() -> None:
    song = lrc.read("[03:36.84] [02:55.18] [02:13.93] [00:51.60]听妈妈的话 别让她受伤")
    assert song.lines == tuple(
        Line(seconds, "听妈妈的话 别让她受伤") for seconds in (51.6, 133.93, 175.18, 216.84)
    )


def test_tags_offset_and_word_times() -> None:
    song = lrc.read(
        "[ti:歌]\n[ar:人]\n[offset:+500]\n[00:10.5]<00:10.5>一<00:11>二\n[00:00.2]三\n[1:02:30]四\n[00:20]\n"
    )
    assert song.tags["ti"] == "歌" and song.timed
    assert song.lines == (Line(0, "三"), Line(10, "一二"), Line(61.8, "四"))
    assert lrc.read("[offset:-250]\n[00:01]a").lines == (Line(1.25, "a"),)


def test_words_without_times_stay_in_their_order() -> None:
    assert lrc.read("b\n\na").lines == (Line(-1, "b"), Line(-1, "a")) and not lrc.read("b").timed


@pytest.mark.parametrize("charset", ["utf-8", "gbk", "utf-16"])
def test_a_file_of_lyrics(charset: str) -> None:
    text = "[ti:听妈妈的话]\r\n[ar:周杰伦]\r\n[al:依然范特西]\r\n[00:05.00]想快快长大\r\n"
    text += "[00:51.60][00:01.00]听妈妈的话\r\n"
    document = extract(text.encode(charset), name="song.lrc")
    assert (document.format, document.title, document.author) == ("text", "听妈妈的话", "周杰伦")
    assert [line.seconds for line in document.lyrics] == [1, 5, 51.6]
    assert document.text.splitlines()[3:] == ["听妈妈的话", "想快快长大", "听妈妈的话"]


def test_a_file_of_one_line_that_is_sung_four_times() -> None:
    document = extract("[03:36.84] [02:55.18] [02:13.93] [00:51.60]听妈妈的话 别让她受伤".encode())
    assert [line.seconds for line in document.lyrics] == [51.6, 133.93, 175.18, 216.84]
    assert {line.text for line in document.lyrics} == {"听妈妈的话 别让她受伤"}


def test_other_texts_are_no_lyrics() -> None:
    for text in ("[12:30] lunch", "[12:30] lunch\nwords\nmore words\nand more", "[a]\n[b]", "plain"):
        assert not extract(text.encode()).lyrics


def test_size_is_bounded() -> None:
    assert len(lrc.read("[00:01][00:02]x\n" * 30_000).lines) <= lrc.MOST_LINES
