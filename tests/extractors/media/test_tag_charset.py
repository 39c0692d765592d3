"""Which character set tags are in that do not say it."""

from __future__ import annotations

import pytest
from mutagen.id3 import TIT2, TPE1

from extractors.door.registry import extract
from extractors.media.tag_charset import decide
from tests.mediasamples import tagged


@pytest.mark.parametrize(
    ("codec", "name", "texts"),
    [
        ("gbk", "gbk", ["听妈妈的话"]),
        ("gbk", "gbk", ["月亮代表我的心", "邓丽君"]),
        ("gbk", "gbk", ["01 - 笑傲江湖 (Live)", "黄霑"]),
        ("gbk", "gbk", ["二泉映月", "华彦钧", "民乐《经典》"]),
        ("gbk", "gbk", ["青花瓷"]),
        ("big5", "big5", ["使用 lintian", "王小明"]),
        ("big5", "big5", ["聽媽媽的話", "周杰倫"]),
        ("big5", "big5", ["不能說的秘密"]),
        ("cp932", "shift_jis", ["さくらの歌"]),
        ("cp932", "shift_jis", ["涙そうそう", "夏川りみ"]),
        ("cp932", "shift_jis", ["ルパン三世のテーマ"]),
        ("cp949", "euc-kr", ["사랑의 노래", "김민기"]),
        ("cp949", "euc-kr", ["아리랑"]),
        ("cp1251", "windows-1251", ["Подмосковные вечера"]),
        ("cp1251", "windows-1251", ["Группа крови", "КИНО"]),
    ],
)
def test_the_set_is_found(codec: str, name: str, texts: list[str]) -> None:
    raw = [text.encode(codec) for text in texts]
    decision = decide(raw)
    assert decision.charset == name and [decision.read(value) for value in raw] == texts
    # The same when another program took the bytes for Latin-1 and wrote that as Unicode.
    disguised = [value.decode("latin-1") for value in raw]
    decision = decide(disguised)
    assert [decision.read(value) for value in disguised] == texts


@pytest.mark.parametrize(
    "text",
    [
        *(
            "Björk",
            "Café del Mar",
            "Für Elise",
            "naïve façade",
            "Ænima",
            "plain",
            "àéîõü",
            "",
            "Motörhead – Ace",
            "Señorita",
        ),
        *(
            "Mötley Crüe",
            "Sigur Rós – Ágætis byrjun",
            "Où est l'été?",
            "ÄÖÜ",
            "Größe",
            "Façade créée",
            "São João",
            "Ça ira",
        ),
        *(
            "Dvořák".encode("cp1252", "ignore").decode("cp1252"),
            "Smørrebrød på ø",
            "Tiësto",
            "Beyoncé",
            "Ñandú",
            "Édith Piaf",
        ),
        *(
            "Élégie",
            "Œuvre",
            "100° ±5 µm",
            "© 2006 Müller",
            "¿Qué?",
            "¡Olé!",
            "L’été",
            "“Quoted”",
            "ÉTÉ À LA MER",
            "Händel: Messias",
        ),
    ],
)
def test_honest_western_tags_stay_as_they_are(text: str) -> None:
    raw = text.encode("cp1252")
    decision = decide([raw])
    assert decision.charset == "" and decision.read(raw) == text
    decision = decide([text])
    assert decision.charset == "" and decision.read(text) == text


def test_all_tags_are_weighed_together() -> None:
    """Alone, the artist could be two accented letters; the title says what they are."""
    title, artist = "千里之外 费玉清".encode("gbk"), "周杰伦".encode("gbk")
    decision = decide([title, artist, b"2006", "专辑"])
    assert decision.charset == "gbk" and decision.read(artist) == "周杰伦" and decision.read("专辑") == "专辑"


def test_half_a_character_at_the_end_of_a_full_field() -> None:
    title = "中国广播艺术团合唱队专辑第一集".encode("gbk")[:29]
    decision = decide([title])
    assert decision.read(title) == "中国广播艺术团合唱队专辑第一"


def test_utf_8_under_a_latin_label() -> None:
    document = extract(tagged(TIT2(0, "北京".encode().decode("latin-1")), TPE1(0, "Björk")))
    assert (document.title, document.author) == ("北京", "Björk")


def test_the_evidence_is_kept() -> None:
    document = extract(tagged(TIT2(0, "听妈妈的话".encode("gbk").decode("latin-1"))))
    assert (document.title, document.metadata["tags-charset"]) == ("听妈妈的话", "gbk")
    reason = "nearly all characters are usual ones in gbk"
    assert document.metadata["tags-charset-source"] == reason
    assert document.warnings == (
        f"The tags do not say that their text is gbk; they were read so because {reason}.",
    )
    assert "tags-charset" not in extract(tagged(TIT2(0, "Café"))).metadata
