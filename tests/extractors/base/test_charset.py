"""BOM → HTTP header → meta → strict UTF-8 → GB18030 → detector → Latin-1."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.base.charset import decode

CHINESE = "互联网上的网页每天都在变化，天网把它们保存下来。" * 3
JAPANESE = "ウェブページは毎日変わります。これは保存のためのプログラムです。" * 3
KOREAN = "웹 페이지는 매일 변합니다. 이 프로그램은 그것을 보관합니다." * 3
TRADITIONAL = "網際網路上的網頁每天都在變化，天網把它們保存下來，供人們比較與研究。" * 3


@pytest.mark.parametrize(
    ("data", "declared", "charset", "decided"),
    [
        (codecs.BOM_UTF8 + CHINESE.encode(), "gbk", "utf-8", "BOM"),
        (codecs.BOM_UTF16_LE + CHINESE.encode("utf-16-le"), "gbk", "utf-16-le", "BOM"),
        (CHINESE.encode("gbk"), "GB2312", "gb18030", "HTTP header"),
        (b"<meta charset=big5>" + CHINESE.encode("gbk"), "gbk", "gb18030", "HTTP header"),
        (
            b"<meta http-equiv=x content='text/html; charset=gb2312'>" + CHINESE.encode("gbk"),
            None,
            "gb18030",
            "meta",
        ),
        (b"<?xml version='1.0' encoding='GBK'?>" + CHINESE.encode("gbk"), None, "gb18030", "meta"),
        (b'@charset "gbk";' + CHINESE.encode("gbk"), None, "gb18030", "meta"),
        (b"<!-- <meta charset=big5> -->" + CHINESE.encode(), None, "utf-8", "UTF-8"),
        (CHINESE.encode(), None, "utf-8", "UTF-8"),
        (CHINESE.encode("gbk"), None, "gb18030", "GB18030"),
        (CHINESE.encode("gbk"), "rot13", "gb18030", "GB18030"),
        (TRADITIONAL.encode("big5"), None, "big5hkscs", "detector"),
        (JAPANESE.encode("euc_jp"), None, "euc_jp", "detector"),
        (JAPANESE.encode("cp932"), None, "cp932", "detector"),
        (JAPANESE.encode("iso2022_jp"), None, "iso2022_jp", "detector"),
        (KOREAN.encode("euc_kr"), None, "cp949", "detector"),
        (b"NUL tells: plain words".decode().encode("utf-16-be"), None, "utf-16-be", "detector"),
    ],
)
def test_order_of_evidence(data: bytes, declared: str | None, charset: str, decided: str) -> None:
    text, found, why = decode(data, declared)
    assert (found, why) == (charset, decided)
    assert "\ufffd" not in text


def test_a_wrong_declaration_gives_way_to_one_that_fits() -> None:
    """The header says UTF-8, the page says GBK and is GBK."""
    text, found, why = decode(b"<meta charset=gbk>" + CHINESE.encode("gbk"), "utf-8")
    assert text.endswith(CHINESE) and (found, why) == ("gb18030", "meta")


def test_characters_outside_gb2312_are_read_when_gb2312_is_declared() -> None:
    assert decode("朱镕基 €㐀".encode("gb18030"), "gb2312")[0] == "朱镕基 €㐀"


def test_a_character_cut_by_the_end_is_forgiven() -> None:
    text, found, _ = decode("北京大学".encode()[:-1], "utf-8")
    assert (text, found) == ("北京大\ufffd", "utf-8")


def test_western_text_is_not_taken_for_chinese() -> None:
    sentence = "Der Vogel fliegt über die Häuser, und die Mädchen hören ihn gerne flöten. " * 4
    assert decode(sentence.encode("latin-1"), None)[0] == sentence


def test_damage_becomes_replacement_characters() -> None:
    assert decode(b"ab\xff\xffcd" + CHINESE.encode(), "utf-8")[0].count("\ufffd") >= 1


@given(st.binary(max_size=400), st.text(max_size=20) | st.none())
def test_never_raises(data: bytes, declared: str | None) -> None:
    text, charset, decided = decode(data, declared)
    assert isinstance(text, str) and codecs.lookup(charset) and decided


@given(st.text(max_size=100).filter(lambda text: "\0" not in text))
def test_declared_utf8_comes_back_as_it_was(text: str) -> None:
    if not text.startswith("\ufeff"):
        assert decode(text.encode("utf-8", "replace"), "utf-8")[0] == text.encode("utf-8", "replace").decode()
