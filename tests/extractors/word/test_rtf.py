"""RTF: groups, code pages, Unicode, info group, tables, hyperlinks."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.door.registry import extract


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
        (r"{\rtf1 a\{b\}\\c\~d}", "a{b}\\c d"),
        (r"{\rtf1 {\*\unknown no}{\pict 00ff}{\stylesheet no;}yes {\v hidden}}", "yes"),
        (r"{\rtf1\bin3 }}}x}", "x"),
    ],
)
def test_text(rtf: str, text: str) -> None:
    document = extract(rtf.encode("latin-1"))
    assert (document.format, document.text, document.error) == ("rtf", text, "")


def test_info_group() -> None:
    info = r"{\info{\title My report}{\author \u26446?\u26126?}{\creatim\yr2024\mo2\dy29\hr8\min5}}"
    document = extract(rf"{{\rtf1\ansi{info}\pard the body of my report\par}}".encode())
    assert (document.title, document.title_source) == ("My report", "info group")
    assert (document.author, document.date) == ("李明", "2024-02-29T08:05:00")


def test_title_is_the_largest_or_centred_paragraph() -> None:
    document = extract(
        rb"{\rtf1\ansi\fs22 header\par\pard\qc\fs36 Large title\par\pard\fs22 body body\par body\par}"
    )
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
            [
                *r"{}\*';",
                r"\u-1",
                r"\'b1",
                r"\fonttbl",
                r"\info",
                r"\title",
                r"\par",
                r"\cell",
                r"\row",
                "x",
                " ",
            ]
        )
    )
)
def test_never_fails(tokens: list[str]) -> None:
    assert extract((r"{\rtf1" + "".join(tokens)).encode()).error == ""


def test_what_stands_beside_the_text_has_a_role() -> None:
    body = r"{\header page head\par}body{\footnote \pard note\par} goes on\par{\header page head\par}"
    document = extract(rf"{{\rtf1\ansi {body}{{\*\annotation remark\par}}}}".encode())
    assert [(part.text, part.role) for part in document.parts] == [
        ("body goes on", ""),
        ("note", "note"),
        ("remark", "comment"),
        ("page head", "header"),
    ]
    assert document.text == "body goes on\nnote\nremark"


def test_text_boxes_are_read_once_and_pictures_counted() -> None:
    box = r"{\shp{\*\shpinst{\sp{\sn x}{\sv 1}}{\shptxt \pard in the box\par}}{\shprslt in the box}}"
    document = extract(rf"{{\rtf1\ansi before{box} after\par{{\pict 0f0f}}{{\pict 0f}}}}".encode())
    assert document.text == "before after\nin the box"
    assert document.metadata["pictures"] == "2"


def test_labels_of_lists_deleted_text_and_symbols() -> None:
    listed = r"{\listtext 1.\tab}\ls1 first\par{\listtext\'b7\tab}\ls1 point\par\pard {\deleted gone}kept\par"
    fonts = r"{\fonttbl{\f0 Arial;}{\f1\fcharset2 Symbol;}}"
    document = extract(rf"{{\rtf1\ansi{fonts}{listed}{{\f1\'61}}\u61616?\par}}".encode())
    assert [(part.kind, part.text) for part in document.parts] == [
        ("item", "1. first"),
        ("item", "point"),
        ("paragraph", "kept"),
        ("paragraph", "α°"),
    ]


def test_double_byte_font_beside_a_western_one() -> None:
    fonts = r"{\fonttbl{\f0\fcharset0 Times;}{\f9\fcharset134 SimSun;}}"
    document = extract(rf"{{\rtf1\ansi{fonts}\f0\dbch\af9\loch \'b1\'b1\'be\'a9\par}}".encode())
    assert document.text == "北京"
    sized = r"{\pard\dbch\af9\afs44\loch\fs24 \'b1\'b1\'be\'a9\par}{\pard\dbch\af9\afs24\loch\fs24 \'b1\'b1, \'be\'a9.\par}"
    assert (
        extract(rf"{{\rtf1\ansi{fonts}{sized}{sized[30:]}}}".encode()).candidates[0].source == "largest text"
    )


def test_styles_by_name_make_titles_and_headings() -> None:
    styles = r"{\stylesheet{\s0 Normal;}{\s1 heading 2;}{\s5 Title;}}"
    document = extract(rf"{{\rtf1\ansi{styles}\pard\s5 Name\par\pard\s1 Part\par\pard\s0 text\par}}".encode())
    assert (document.title, document.title_source) == ("Name", "title style")
    assert [(part.kind, part.level) for part in document.parts] == [
        ("heading", 1),
        ("heading", 2),
        ("paragraph", 0),
    ]


def test_mail_with_its_html_inside() -> None:
    mail = (
        r"{\rtf1\ansi\fromhtml1 {\*\htmltag0 <html><body><h1>}Hello{\*\htmltag0 </h1><p>}\htmlrtf {\b \htmlrtf0 text & "
        r"{\*\htmltag0 <a href=\"http://e.org/\">}link{\*\htmltag0 </a></p></body></html>}\htmlrtf }\htmlrtf0 }"
    )
    document = extract(mail.encode())
    assert document.text.split() == ["Hello", "text", "&", "link"]
    assert [link.url for link in document.links] == ["http://e.org/"]
