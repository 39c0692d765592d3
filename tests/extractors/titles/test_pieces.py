"""Titles that stand in pieces, behind labels or beside what only looks like one: which lines belong together."""

from __future__ import annotations

import pytest

from extractors.base.types import Document
from extractors.slides.deck import Deck, Shape, Slide
from extractors.titles import first_lines as titles
from extractors.titles import who
from extractors.titles.first_lines import Line

_BODY = [Line("Plain text of the document, which goes on for quite a while. " * 3, 11.0) for _ in range(6)]


def _title(*lines: Line, named: str = "", author: str = "") -> str:
    document = Document("docx", "x", text="\n".join(line.text for line in lines), author=author)
    titles.choose(document, [*lines, *_BODY], named)
    return document.title


def _middle(text: str, size: float = 12.0, *, bold: bool = False) -> Line:
    return Line(text, size, centred=True, bold=bold)


@pytest.mark.parametrize(
    ("cover", "title"),
    [
        (
            [
                Line("Detailed Design", 32, named=True),
                Line("for", 16, named=True),
                Line("Gardens", 32, named=True),
            ],
            "Detailed Design for Gardens",
        ),
        (
            [
                _middle("青山大学2013–2014学年秋学期", 16, bold=True),
                _middle("《园艺基础》期末考试试卷", 14, bold=True),
            ],
            "青山大学2013–2014学年秋学期《园艺基础》期末考试试卷",
        ),
        (
            [
                _middle("园艺原理硬件实验", 42, bold=True),
                Line("实验报告", 42, bold=True, centred=True, level=1),
            ],
            "园艺原理硬件实验实验报告",
        ),
        (
            [
                _middle("Watering a garden", 16),
                _middle("Syllabus, Fall 2019", 16),
                _middle("Ann Gardener, ann@example.org", 16),
            ],
            "Watering a garden Syllabus, Fall 2019",
        ),
        (
            [
                _middle("基于", 20),
                _middle("手机传感器的", 30),
                _middle("花园终端", 36),
                Line("基于手机传感器的花园终端"),
            ],
            "基于手机传感器的花园终端",
        ),
    ],
)
def test_lines_that_are_one_title(cover: list[Line], title: str) -> None:
    assert _title(*cover) == title


def test_lines_of_the_cover_that_the_properties_say_in_one() -> None:
    cover = [_middle("A Garden", 30), _middle("at night", 20)]
    assert _title(*cover, named="A Garden at night") == "A Garden at night"


@pytest.mark.parametrize(
    ("cover", "title"),
    [
        ([_middle("本科学生毕业论文（设计）", 26), Line("题目 花园灌溉中心迁移", 14)], "花园灌溉中心迁移"),
        (
            [
                _middle("РАСЧЕТНО-ПОЯСНИТЕЛЬНАЯ ЗАПИСКА", 20, bold=True),
                _middle("К КУРСОВОМУ ПРОЕКТУ", 18, bold=True),
                _middle("НА ТЕМУ:", 18),
                _middle("Хранение семян", 18, bold=True),
            ],
            "Хранение семян",
        ),
        (
            [
                _middle("О Т Ч Е Т", 18, bold=True),
                Line("Название: Полив по часам", 14),
                Line("Дисциплина: Садоводство", 14),
            ],
            "Полив по часам",
        ),
        (
            [
                _middle("课程设计报告", 22, bold=True),
                Line("课程设计名称：园艺程序设计环境", 18, bold=True),
                Line("课程设计题目：带时钟的花园", 16),
            ],
            "带时钟的花园",
        ),
        (
            [
                _middle("ОТЧЕТ ПО ПРОИЗВОДСТВЕННОЙ ПРАКТИКЕ", 16, bold=True),
                _middle("на кафедре садоводства"),
                _middle("(наименование подразделения)"),
                _middle("Изучение полива и описание теплиц", 14),
            ],
            "Изучение полива и описание теплиц",
        ),
        (
            [
                _middle("青山现代信息", 42),
                _middle("工程职业技术学院", 42),
                _middle("学业作品", 36),
                Line("题 目 新花园", 16),
            ],
            "新花园",
        ),
    ],
)
def test_what_a_label_names_on_a_cover(cover: list[Line], title: str) -> None:
    assert _title(*cover) == title


def test_the_author_below_the_title_is_no_part_of_it() -> None:
    lines = [_middle(text, 25) for text in ("Projekt TO", "Ogród", "Ewa Kowalska")]
    assert _title(*lines, author="Ewa") == "Projekt TO Ogród"
    assert who.signed_by("Peter Gardener", "Peter R Gardener")
    assert not who.signed_by("Peter Gardener", "Administrator")


@pytest.mark.parametrize(
    "text",
    [
        "TABLE OF CONTENT",
        "Created by:",
        "ARTICLE 1. The Chapter",
        "Monday Tuesday Wednesday Thursday Friday",
        "American International University- Bangladesh (AIUB)",
        "ΕΘΝΙΚΟ ΜΕΤΣΟΒΙΟ ΠΟΛΥΤΕΧΝΕΙΟ",
        "一、选择题",
        "ABE 55700",
        "Group 17",
        "软件7班",
        "example.com",
        ".ı, r' 1, r",
        "Ann Gardener, Ph.D. Spring 2025",
        "Green International University Norway",
    ],
)
def test_what_is_no_title_however_large(text: str) -> None:
    assert _title(_middle(text, 16)) == ""


def test_a_heading_of_the_contents_right_below_is_no_part_of_a_title() -> None:
    assert _title(_middle("花园灌溉的特性研究", 18), _middle("目录", 18)) == "花园灌溉的特性研究"


def test_a_name_that_the_text_never_says_is_no_part_of_a_title() -> None:
    lines = [_middle(text, 25) for text in ("Plain Text", "Document", "Dawid Nowak")]
    assert _title(*lines) == "Plain Text Document"


def test_the_name_of_the_file_says_letters_that_came_out_as_signs() -> None:
    document = Document("pdf", "x", text="\n".join(line.text for line in _BODY))
    lines = [Line('基于 !"#$%&的花园监控 $%&系统开发', 20, centred=True), *_BODY]
    titles.choose(document, lines, "", name="基于Garden Engine的花园监控GIS系统开发.pdf")
    assert document.title == "基于Garden Engine的花园监控GIS系统开发"


@pytest.mark.parametrize("text", ["Course Description", "第一章 绪论", "Answer Sheet", "Информация"])
def test_what_begins_a_part_of_many_documents_is_none_in_letters_of_the_text(text: str) -> None:
    assert _title(Line(text, 11, bold=True)) == ""


def test_a_title_on_a_slide_goes_on_below_a_blank_line_but_not_with_names() -> None:
    def title(text: str) -> str:
        deck, document = Deck(), Document("ppt", "x")
        deck.add(Slide([Shape("title", [(text, 0)], sizes=[40.0])]))
        deck.fill(document, "", None)
        return document.title

    assert title("Garden science\n\nAn algorithm for watering") == "Garden science An algorithm for watering"
    assert title("Garden science\n\nAnn Green Gardener") == "Garden science"


def test_who_speaks_and_from_where_is_no_title() -> None:
    lines = ["Ann Gardener", "Garden Informatics Scientist", "Museum of Natural Gardens"]
    deck, document = Deck(), Document("pptx", "x")
    deck.add(Slide([Shape("other", [("\n".join(lines), 0)], sizes=[40.0])]))
    deck.fill(document, "", None)
    assert document.title == ""


def test_a_name_in_the_place_of_the_title_gives_way_to_much_larger_letters() -> None:
    deck, document = Deck(), Document("ppt", "x")
    deck.add(
        Slide(
            [
                Shape("title", [("Ivan Gardener", 0)], sizes=[24.0]),
                Shape("other", [("Watering", 0)], sizes=[40.0]),
            ]
        )
    )
    deck.fill(document, "", None)
    assert document.title == "Watering"


@pytest.mark.parametrize(
    ("cover", "title"),
    [
        (
            [_middle("BOT101 Project 1", 18), _middle("Due Date: April 2", 18)],
            "BOT101 Project 1",
        ),
        (
            [_middle("Полив растений. Теплицы", 18), _middle("Вариант 20", 18)],
            "Полив растений. Теплицы",
        ),
        (
            [_middle("BACHARELADO EM CIÊNCIA DO JARDIM", 18), _middle("Rega de um jardim pequeno", 18)],
            "Rega de um jardim pequeno",
        ),
        (
            [Line("PlantIFTicator", 30, bold=True), Line("Travail pratique 2", 18, bold=True)],
            "PlantIFTicator",
        ),
    ],
)
def test_what_stands_at_a_title_is_no_part_of_it(cover: list[Line], title: str) -> None:
    assert _title(*cover) == title


def test_institutions_joined_by_a_dash_are_one() -> None:
    assert who.organ("Hillside University – Garden School of Engineering")
    assert who.organ("Hillside School of Public Policy and Management")
    assert not who.organ("Water policy of the office")
