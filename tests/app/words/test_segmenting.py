"""Chinese without spaces as words."""

from __future__ import annotations

from app.words.segmenting import segmented


def test_stretches_of_chinese_are_words_and_the_rest_is_left_out() -> None:
    assert segmented("操作系统的内核 scheduler 进程管理。") == ["操作系统", "的", "内核", "进程", "管理"]
    assert segmented("nothing 1, ひらがな") == []
