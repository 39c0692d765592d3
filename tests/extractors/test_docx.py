"""Word documents."""

from __future__ import annotations

from collections.abc import Callable

from extractors import extract


def test_structure_and_properties(make_docx: Callable[..., bytes]) -> None:
    document = extract(make_docx(title="年度报告"))
    assert (document.format, document.title, document.title_source) == ("docx", "年度报告", "title style")
    assert document.author == "李明"
    assert [(part.kind, part.text) for part in document.parts] == [
        ("heading", "年度报告"),
        ("heading", "第一节"),
        ("paragraph", "正文在这里。"),
        ("item", "an item"),
        ("table", "name\tsize\n北京\t3"),
    ]
    assert document.parts[-1].rows == (("name", "size"), ("北京", "3"))


def test_title_of_the_properties_wins_only_when_the_text_shows_it(make_docx: Callable[..., bytes]) -> None:
    assert extract(make_docx(title="年度报告", core_title="年度报告")).title_source == "metadata"
    assert extract(make_docx(title="年度报告", core_title="draft2.doc")).title == "年度报告"


def test_first_heading_is_the_title_of_an_untitled_document(make_docx: Callable[..., bytes]) -> None:
    assert extract(make_docx()).title == "第一节"


def test_damage_is_an_error_and_no_exception(make_docx: Callable[..., bytes]) -> None:
    whole = make_docx(title="x")
    assert extract(whole[: len(whole) // 2]).error == "The file is damaged: its table of contents cannot be read."
    for at in range(100, len(whole), len(whole) // 40):
        broken = bytearray(whole)
        broken[at : at + 20] = b"\xff" * 20
        extract(bytes(broken))
