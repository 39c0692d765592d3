"""Titles of plain text: what a person would call the title, or none."""

from __future__ import annotations

import pytest

from extractors.door.registry import extract

PARAGRAPH = (
    "This is a paragraph that goes on for a while, as paragraphs do, and then ends with a full stop.\n"
)
RFC = """


Network Working Group                                         R. Fielding
Request for Comments: 2616                                      UC Irvine
Category: Standards Track                                       June 1999


                Hypertext Transfer Protocol -- HTTP/1.1
                          and something more

Status of this Memo

   This document specifies a protocol.
"""


@pytest.mark.parametrize(
    ("text", "title"),
    [
        (f"A short line\n\n{PARAGRAPH}", "A short line"),
        (f"\ufeff\n\n   * A short line *\n\n{PARAGRAPH}", "A short line"),
        (f"A short line\n{PARAGRAPH}", "A short line"),
        ("第一章\u3000总则\n\u3000\u3000为了加强管理，制定本办法。\n", "第一章 总则"),
        ("静夜思\n作者：李白\n\n床前明月光，\n疑是地上霜。\n", "静夜思"),
        ("【通知】\n\n明天放假。\n后天上班。\n", "通知"),
        (f"Underlined\n==========\n{PARAGRAPH}", "Underlined"),
        (f"============\nWith a frame\n============\n\n{PARAGRAPH}", "With a frame"),
        (f"Author: Ann\nTitle: Of words\nDate: 2024\n\n{PARAGRAPH}", "Of words"),
        (
            f"From: a\nSubject: a long subject\n  that goes on\nTo: b\n\n{PARAGRAPH}",
            "a long subject that goes on",
        ),
        ("标题：关于放假的通知\n日期：今天\n\n各位同学好。\n", "关于放假的通知"),
        (RFC, "Hypertext Transfer Protocol -- HTTP/1.1 and something more"),
        (
            "LS(1)              User Commands              LS(1)\n\nNAME\n       ls - list things\n\nSYNOPSIS\n",
            "ls - list things",
        ),
        # none
        ("", ""),
        ("one line alone", ""),
        (PARAGRAPH * 2, ""),
        ("A wrapped paragraph of which the first line is\nas long as the one that follows it here\n", ""),
        ("A sentence ends here.\n\nAnother one begins.\n", ""),
        ("1\n00:00:06,500 --> 00:00:09,000\nWords\n\n2\n00:00:11,000 --> 00:00:17,000\nMore\n", ""),
        ("2024-01-01 10:00:00 INFO start\n2024-01-01 10:00:01 WARN stop\n", ""),
        ("#include <stdio.h>\n\nint main() {\n  return 0;\n}\n", ""),
        ("import os\n\ndef f():\n    return os\n", ""),
        ("name\tsize\nx\t1\ny\t2\n", ""),
        ('{"a": 1,\n "b": 2}\n', ""),
        ("apple\nbanana\ncherry\n", ""),
        ("1 2 3\n\n4 5 6\n7 8 9\n", ""),
        ("====\n----\n\n", ""),
    ],
)
def test_titles(text: str, title: str) -> None:
    document = extract(text.encode(), declared_type="text/plain")
    assert document.title == title
    assert bool(document.title_source) == bool(title)


def test_what_was_weighed_is_told() -> None:
    text = f"Title: The field\n\n{PARAGRAPH}"
    document = extract(text.encode(), declared_type="text/plain")
    assert document.candidates[0].source == "metadata" and document.candidates[0].reason


def test_the_title_is_a_heading() -> None:
    parts = extract(f"A short line\n\n{PARAGRAPH}".encode()).parts
    assert [(part.kind, part.level) for part in parts] == [("heading", 1), ("paragraph", 0)]


def test_the_number_of_a_page_is_no_title() -> None:
    rest = "\n\nThe introductory chapter of the standards outlines how\nservices are given to all people.\n"
    assert extract(f"Page 1{rest}".encode(), name="a.txt").title == ""
    assert extract(f"On services{rest}".encode(), name="a.txt").title == "On services"
