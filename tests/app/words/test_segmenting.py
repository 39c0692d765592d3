"""Chinese without spaces as words."""

from __future__ import annotations

from app.words import segmenting
from app.words.segmenting import segmented


def test_stretches_of_chinese_are_words_and_the_rest_is_left_out() -> None:
    assert segmented("操作系统的内核 scheduler 进程管理。") == ["操作系统", "的", "内核", "进程", "管理"]
    assert segmented("nothing 1, ひらがな") == []


def test_the_dictionary_is_read_for_chinese_alone_and_let_go_of_when_nobody_needs_it() -> None:
    segmenting.release(0)
    assert segmented("no Chinese at all") == [] and not segmenting.release(0)
    assert segmented("内核") == ["内核"]
    assert not segmenting.release(3600) and segmenting.release(0) and not segmenting.release(0)
    assert segmented("操作系统的内核") == ["操作系统", "的", "内核"]
