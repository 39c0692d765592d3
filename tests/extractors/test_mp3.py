"""MP3 tags."""

from __future__ import annotations

import io

import pytest
from mutagen.id3 import COMM, ID3, TALB, TDRC, TIT2, TPE1, USLT

from extractors import extract
from extractors.mp3 import repair

SILENCE = (b"\xff\xfb\x90\x64" + b"\0" * 413) * 10


def tagged(*frames: object) -> bytes:
    tags, target = ID3(), io.BytesIO()
    for frame in frames:
        tags.add(frame)
    tags.save(target)
    return target.getvalue() + SILENCE


def test_tags_are_read() -> None:
    frames = (
        TIT2(3, "听妈妈的话"),
        TPE1(3, "周杰伦"),
        TALB(3, "依然范特西"),
        TDRC(3, "2006-09-05"),
        USLT(3, "eng", "", "lyrics"),
    )
    document = extract(tagged(*frames, COMM(3, "eng", "", "note")))
    assert (document.format, document.title, document.title_source) == ("mp3", "听妈妈的话", "ID3")
    assert (document.author, document.date, document.metadata["album"]) == ("周杰伦", "2006-09-05", "依然范特西")
    assert document.text.endswith("lyrics\nnote")
    assert float(document.metadata["duration"]) > 0


def test_chinese_in_latin_1_frames_is_put_right() -> None:
    frame = TIT2(0, "听妈妈的话".encode("gbk").decode("latin-1"))
    assert extract(tagged(frame)).title == "听妈妈的话"


@pytest.mark.parametrize("text", ["Café del Mar", "Für Elise", "naïve façade", "Ænima", "plain", "北京", "àéîõü", ""])
def test_western_tags_stay_as_they_are(text: str) -> None:
    assert repair(text) == text


def test_old_tags_at_the_end() -> None:
    old = b"TAG" + "北京".encode("gbk").ljust(30, b"\0") + b"singer".ljust(30, b"\0") + b"\0" * 64 + b"\x0c"
    assert extract(SILENCE + old).title == "北京"


def test_damage_is_reported() -> None:
    assert extract(b"ID3\x04\0\0\x7f\x7f\x7f\x7f").error
    assert extract(SILENCE[:40]).error == "The audio data is damaged and holds no tags."
    assert "only the tags" in extract(tagged(TIT2(3, "x"))[: -len(SILENCE)]).warnings[0]
