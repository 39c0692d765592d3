"""White space as a person would type it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.base import spacing


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (None, ""),
        ("", ""),
        ("  a \t b\n", "a b"),
        ("a\0b\x07c", "a b c"),
        ("第一章\u3000总则", "第一章 总则"),
        ("\u3000\u3000正文\u00a0\u00a0在这里", "正文 在这里"),
        ("互联网上的\n    网页", "互联网上的网页"),
        ("关于加强管理的，\r\n通知", "关于加强管理的，通知"),
        ("ウェブ\nページ", "ウェブページ"),
        ("웹\n페이지", "웹 페이지"),
        ("张三 李四", "张三 李四"),
        ("广 东 省 交 通 厅 文 件", "广东省交通厅文件"),
        ("目\u3000\u3000录", "目录"),
        ("关 于 2009 年 工 作 的 通 知", "关于 2009 年工作的通知"),
        ("一 二 三 四 五 六 日", "一 二 三 四 五 六 日"),
        ("Donau\u00addampf\u00adschiff", "Donaudampfschiff"),
        ("\ufeff标\u200b题", "标题"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("\u200fשלום\u200e", "\u200fשלום\u200e"),
        ("Cafe\u0301", "Café"),
        ("\uf900\u2126", "\uf900\u2126"),
        ("北京 Beijing 2008", "北京 Beijing 2008"),
    ],
)
def test_a_line(text: str | None, expected: str) -> None:
    assert spacing.line(text) == expected


def test_a_line_is_bounded() -> None:
    assert len(spacing.line("词 语" * 10_000)) == 500


def test_a_paragraph_keeps_its_line_breaks() -> None:
    assert spacing.paragraph("\r\n  one\u00a0 two \r\u3000\u3000通 知 书\n\n") == "one two\n通知书"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["one", "two"], "one two"),
        (["互联网", "网页。", "它们"], "互联网网页。它们"),
        (["北京", "Beijing"], "北京 Beijing"),
        (["대한", "민국"], "대한 민국"),
        (["well-", "known"], "well-known"),
        (["1990-", "1995"], "1990- 1995"),
        (["Donau\u00ad", "dampf"], "Donaudampf"),
        (["he said “yes”", "“no”"], "he said “yes” “no”"),
        (["", " a ", "", "b"], "a b"),
        ([], ""),
    ],
)
def test_wrapped_lines_are_joined_by_their_script(lines: list[str], expected: str) -> None:
    assert spacing.join_lines(lines) == expected


def test_a_whole_text_keeps_its_shape() -> None:
    assert spacing.tidy("a  b\r\n\u3000\u3000正\u200b文\r") == "a  b\n\u3000\u3000正文\n"


@given(st.text())
def test_tidied_twice_is_tidied_once(text: str) -> None:
    once = spacing.line(text)
    assert spacing.line(once) == once
    assert "\n" not in once
    assert not once[:1].isspace() and not once[-1:].isspace()
