"""Words that came or went are marked as a person would: whole ones, whole brackets, whole lines."""

from __future__ import annotations

import pytest

from app.words.wording import word_diff


@pytest.mark.parametrize(
    ("a", "b", "new"),
    [
        ("--max-pause (-G), -%G", "--max-pause (-G), --pause (-%G)", ["--pause (", ")"]),
        ("[ -N ] [ -LN ]", "[ -N ] [ -%r ] [ -LN ]", ["[ -%r ] "]),
        ("上一篇", "上一篇\n博客流程 下一篇", ["\n博客流程 下一篇"]),
        ("姬年", "姬年观念\n姬年", ["姬年观念\n"]),
        ("one two", "one one two", ["one "]),
        ("姬年", "姬年观念参考 姬年", ["姬年观念参考 "]),
    ],
)
def test_what_is_new(a: str, b: str, new: list[str]) -> None:
    assert [text for op, _, text in word_diff(a, b) if op == "added"] == new
    assert [text for op, text, _ in word_diff(b, a) if op == "removed"] == new
