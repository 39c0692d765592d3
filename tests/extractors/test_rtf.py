"""RTF: groups, code pages, Unicode, info group, tables, hyperlinks."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors import extract


@pytest.mark.parametrize(
    ("rtf", "text"),
    [
        (r"{\rtf1 foobar}", "foobar"),
        (r"{\rtf1\ansi a{\b b}c\par d}", "abc\nd"),
        (r"{\rtf1\ansi\ansicpg936 \'b1\'b1\'be\'a9}", "北京"),
        (
            r"{\rtf1\ansi{\fonttbl{\f0\fcharset134 SimSun;}{\f1\fcharset204 Arial;}}\f0 \'b1\'b1{\f1 \'cc}\'be\'a9}",
            "北М京",
        ),
        (r"{\rtf1\ansi\u21271?\u20140?}", "北京"),
        (r"{\rtf1\ansi\uc2\u21271\'b1\'b1{\uc0\u20140}x}", "北京x"),
        (r"{\rtf1\ansi\uc99\u21271?x}", "北x"),
        (r"{\rtf1\ansi\u-10179?\u-8704?}", "😀"),
        (r"{\rtf1\ansi\u-10179?x}", "\ufffdx"),
        (r"{\rtf1 a\{b\}\\c\~d}", "a{b}\\c\xa0d"),
        (r"{\rtf1 {\*\unknown no}{\pict 00ff}{\stylesheet no;}yes {\v hidden}}", "yes"),
        (r"{\rtf1\bin3 }}}x}", "x"),
    ],
)
def test_text(rtf: str, text: str) -> None:
    document = extract(rtf.encode("latin-1"))
    assert (document.format, document.text, document.error) == ("rtf", text, "")


def test_info_group() -> None:
    info = r"{\info{\title My report}{\author \u26446?\u26126?}{\creatim\yr2024\mo2\dy29\hr8\min5}}"
    document = extract(rf"{{\rtf1\ansi{info}\pard body text\par}}".encode())
    assert (document.title, document.title_source) == ("My report", "info group")
    assert (document.author, document.date) == ("李明", "2024-02-29T08:05:00")


def test_title_is_the_largest_or_centred_paragraph() -> None:
    document = extract(rb"{\rtf1\ansi\fs22 header\par\pard\qc\fs36 Large title\par\pard\fs22 body body\par body\par}")
    assert (document.title, document.title_source) == ("Large title", "largest text")
    document = extract(rb"{\rtf1\ansi\pard\qc Centred\par\pard body\par body\par}")
    assert (document.title, document.title_source) == ("Centred", "first line")


def test_tables_and_hyperlinks() -> None:
    table = r"\trowd\intbl a\cell b\cell\row\trowd\intbl c\cell d\cell\row\pard after\par"
    link = r'{\field{\*\fldinst HYPERLINK "http://e.org/x#y"}{\fldrslt the link}}\par'
    document = extract(rf"{{\rtf1\ansi {table} {link}}}".encode())
    assert document.parts[0].rows == (("a", "b"), ("c", "d"))
    assert document.parts[1].text == "after"
    assert [(found.url, found.text) for found in document.links] == [("http://e.org/x", "the link")]


@pytest.mark.parametrize(
    "body", [r"{" * 1_000_000, r"\cell a" * 100_000, r"\u55357?" * 100_000, r"\bin99999999999 x", "\\"]
)
def test_hostile_files_take_bounded_time(body: str) -> None:
    start = time.process_time()
    assert extract((r"{\rtf1 " + body).encode()).error == ""
    assert time.process_time() - start < 8


@given(
    st.lists(
        st.sampled_from(
            [*r"{}\*';", r"\u-1", r"\'b1", r"\fonttbl", r"\info", r"\title", r"\par", r"\cell", r"\row", "x", " "]
        )
    )
)
def test_never_fails(tokens: list[str]) -> None:
    assert extract((r"{\rtf1" + "".join(tokens)).encode()).error == ""
