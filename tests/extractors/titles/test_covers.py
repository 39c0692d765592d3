"""Covers of works handed in: what a work is about comes before what it is called as a work."""

from __future__ import annotations

import pytest

from extractors.base.types import Document
from extractors.titles import covers
from extractors.titles import first_lines as titles
from extractors.titles.first_lines import Line

_BODY = [Line("Plain text of the document, which goes on for quite a while. " * 3, 11.0) for _ in range(6)]


def _title(*lines: Line, named: str = "") -> str:
    document = Document("docx", "x", text="\n".join(line.text for line in lines))
    titles.choose(document, [*lines, *_BODY], named)
    return document.title


def _middle(text: str, size: float = 12.0, *, bold: bool = False) -> Line:
    return Line(text, size, centred=True, bold=bold)


@pytest.mark.parametrize(
    ("text", "only"),
    [
        ("Final Project Report", True),
        ("MINI PROJECT CS648", True),
        ("Lab Report #3", True),
        ("ОТЧЁТ ПО ТЕХНОЛОГИЧЕСКОЙ ПРАКТИКЕ", True),
        ("Отчёт по лабораторной работе №2 по дисциплине «Сети»", True),
        ("Дипломный проект по курсу Data Science", True),
        ("毕业设 计（论文）", True),
        ("本科毕业设计开题报告", True),
        ("Trabajo Práctico N° 2", True),
        ("Rapport de projet", True),
        ("Projektbericht", True),
        ("Project report on garden robots", False),
        ("Отчёт о состоянии садов", False),
        ("实验数据分析", False),
        ("Rapport annuel", False),
        ("Paper", True),
        ("实验一", False),
    ],
)
def test_what_says_only_what_was_handed_in(text: str, only: bool) -> None:
    assert covers.work_only(text) is only


@pytest.mark.parametrize(
    ("cover", "title"),
    [
        (
            [
                _middle("Final Project Report", 16, bold=True),
                _middle("Garden Robots at Night", 14, bold=True),
            ],
            "Garden Robots at Night",
        ),
        (
            [
                _middle("ОТЧЁТ ПО ПРАКТИКЕ", 16, bold=True),
                _middle("«Учёт растений в теплице»", 14),
                _middle("Выполнил студент"),
            ],
            "«Учёт растений в теплице»",
        ),
        (
            [_middle("Лабораторная работа №1", 16, bold=True), _middle("на тему «Полив по часам»")],
            "«Полив по часам»",
        ),
        (
            [
                _middle("Systems of gardens (75.10)", 26),
                _middle("Trabajo Práctico", 16),
                _middle("“Riego de un jardín”", 14, bold=True),
            ],
            "“Riego de un jardín”",
        ),
        (
            [
                _middle("ОТЧЁТ ПО КУРСОВОМУ ПРОЕКТУ", 30, bold=True),
                Line("по дисциплине:", 12, bold=True, cell=True),
                Line("Проектирование садов", 16, cell=True),
                Line("на тему:", 12, bold=True, cell=True),
                Line("Разработка системы полива для больших теплиц.", 14, cell=True),
            ],
            "Разработка системы полива для больших теплиц.",
        ),
        (
            [_middle("毕业设 计（论文）", 22, bold=True), _middle("基于传感器的花园灌溉系统设计", 18)],
            "基于传感器的花园灌溉系统设计",
        ),
        (
            [_middle("毕业设计（论文）任务书", 30, bold=True), Line("题目名称 花园灌溉系统研究与开发", 15)],
            "花园灌溉系统研究与开发",
        ),
    ],
)
def test_what_a_work_is_about_is_the_title(cover: list[Line], title: str) -> None:
    assert _title(*cover) == title
    assert _title(*cover, named=cover[0].text) == title  # though properties repeat what it is called


@pytest.mark.parametrize(
    "below",
    [
        "Supervised by",
        "Ann Gardener, Bob Miller",
        "по дисциплине «Сети»",
        "Group 5",
        "张三 李四",
        "Introduction",
        "К ЗАЩИТЕ ДОПУСТИТЬ",
    ],
)
def test_what_else_stands_on_a_cover_is_not_what_it_is_about(below: str) -> None:
    assert _title(_middle("Final Project Report", 16, bold=True), _middle(below, 14, bold=True)) == (
        "Final Project Report"
    )


def test_a_label_without_a_colon_names_several_lines_below() -> None:
    cover = [_middle("ДИПЛОМНЫЙ ПРОЕКТ", 28, bold=True), _middle("НА ТЕМУ", 20)]
    rows = ["РАЗРАБОТКА СИСТЕМЫ", "ДЛЯ ПОЛИВА «САД»", "Л109. 26ДП00. 002"]
    cells = [Line(row, 20, centred=True, cell=True) for row in rows]
    assert _title(*cover, *cells) == "РАЗРАБОТКА СИСТЕМЫ ДЛЯ ПОЛИВА «САД»"


@pytest.mark.parametrize(
    "lines",
    [
        [Line("#include <garden.h>", 16, bold=True)],
        [Line("Drawing №.................", 16, bold=True)],
        [
            Line("PAGE PRINCIPALE", 11),
            *(one for n in "ABC" for one in (Line(f"PARTIE {n} DU JARDIN", 11), _BODY[0])),
        ],
        [
            Line("Notes about the garden", 11),
            Line("Starting:", 11, bold=True),
            *(
                one
                for n in ("Preview", "Viewer", "Roots", "Seeds")
                for one in (Line(n, 11, bold=True), _BODY[0])
            ),
        ],
    ],
)
def test_programs_blanks_and_heads_of_parts_are_no_title(lines: list[Line]) -> None:
    assert _title(*lines) == ""


def test_a_name_below_the_label_of_who_wrote_it_is_no_title() -> None:
    lines = [
        Line("Plain words above", 12),
        _middle("ΕΠΙΜΕΛΕΙΑ ΕΡΓΑΣΙΑΣ", 11),
        _middle("ΚΗΠΟΥΡΟΣ ΓΕΩΡΓΙΟΣ", 12, bold=True),
    ]
    assert _title(*lines) != "ΚΗΠΟΥΡΟΣ ΓΕΩΡΓΙΟΣ"


def test_the_name_of_a_course_is_not_what_a_report_is_about() -> None:
    cover = [_middle("实验报告", 36), Line("课程名称：花园系统结构", 16), Line("学生姓名：张三", 16)]
    assert _title(*cover) == "实验报告"
