"""Which of the first lines is the title, and when there is none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from extractors.base.types import Document, Part
from extractors.titles import first_lines as titles
from extractors.titles import who
from extractors.titles.first_lines import Line
from extractors.titles.ranking import key

_BODY = [Line("Plain text of the document, which goes on for quite a while. " * 3, 11.0) for _ in range(6)]


def chosen(lines: list[Line], named: str = "", name: str | None = None) -> Document:
    document = Document("docx", "x", text="\n".join(line.text for line in lines))
    titles.choose(document, lines, named, name=name)
    return document


@pytest.mark.parametrize(
    ("lines", "title", "source"),
    [
        ([Line("Report", 11, named=True)], "Report", "title style"),
        ([Line("Big", 18), Line("Part", 14, level=1)], "Big", "largest text"),
        ([Line("Annual report", 11, bold=True, centred=True)], "Annual report", "first line"),
        (
            [Line("12 May 2020", 16, centred=True), Line("The year", 16, centred=True)],
            "The year",
            "largest text",
        ),
        ([Line("Title in", 20, centred=True), Line("two", 20, centred=True)], "Title in two", "largest text"),
        ([Line("Contents", 16, level=1), Line("Guide", 14, level=1)], "Guide", "heading"),
        ([Line("STATUTES OF THE CLUB", 11)], "STATUTES OF THE CLUB", "first line"),
        ([Line("Alone above the text", 11)], "Alone above the text", "first line"),
        (
            [Line("Ministry of Works", 14), Line("Roads in 2020", 14, bold=True)],
            "Roads in 2020",
            "largest text",
        ),
    ],
)
def test_what_stands_out_is_the_title(lines: list[Line], title: str, source: str) -> None:
    document = chosen([*lines, *_BODY])
    assert (document.title, document.title_source) == (title, source)
    assert document.candidates[0].text == title
    assert [one.score for one in document.candidates] == sorted(
        (one.score for one in document.candidates), reverse=True
    )


@pytest.mark.parametrize(
    "lines",
    [
        [],
        _BODY,
        [Line("Acme Ltd", 14, bold=True), Line("Dear Mr. Smith,", 11), *_BODY],
        [Line("尊敬的王经理：", 14), *_BODY],
        [Line("one", 11, listed=True), Line("two", 11, listed=True)],
        [*_BODY, Line("A section", 14, bold=True, centred=True), *_BODY],
        [Line("The only line there is", 14, level=1)],
        [Line("References", 14, level=1), *_BODY],
    ],
)
def test_letters_lists_and_plain_text_have_none(lines: list[Line]) -> None:
    assert chosen(lines).title == ""


PAPER = (
    "Mixed Farming and the Return of Meadow Birds to the Flood Plains of the Lower Rivers: A Comparison of Twelve "
    "Districts over Four Decades of Records"
)


@pytest.mark.parametrize("line", [Line(PAPER, 11, bold=True), Line(PAPER, 11, centred=True)])
def test_a_title_of_a_paper_may_be_long(line: Line) -> None:
    assert chosen([line, Line("A. Farmer and B. Birder", 11), *_BODY]).title == PAPER


@pytest.mark.parametrize(
    "text",
    [
        "This letter was sent to all members of the board; it says what was decided in the meeting of last spring, and "
        "what is left to do before the summer.",
        PAPER + ", with an Appendix on Methods and on all the People Who Took Part in Them over the Years",
    ],
)
def test_a_bold_first_paragraph_is_no_title(text: str) -> None:
    assert not chosen([Line(text, 11, bold=True), *_BODY]).title


def test_headings_of_a_series_are_no_title() -> None:
    """TEST 1, TEST 2 …: the first of them names a part, not the whole."""
    part = [Line("Null parameters are refused", 13, level=2), *_BODY]
    lines = [line for n in (1, 2, 3) for line in (Line(f"TEST {n}", 14, level=1), *part)]
    assert not chosen(lines).title
    assert chosen([Line("Report 2024", 14, level=1), *_BODY]).title == "Report 2024"


def test_headings_that_are_counted_are_no_title() -> None:
    """1. Aims, 2. Methods …: whether the number is typed or made by the program."""
    for names, listed in ((("1. Aims", "2. Methods"), False), (("Aims of it", "Methods"), True)):
        lines = [line for name in names for line in (Line(name, 16, level=1, listed=listed), *_BODY)]
        assert not chosen(lines).title
        assert chosen([Line("Report", 20, centred=True), *lines]).title == "Report"
    assert chosen([Line("1. Aims", 16, level=1), *_BODY]).title == "1. Aims"


def test_a_term_of_a_school_is_a_date() -> None:
    lines = [
        Line("2018-2019学年度第2学期", 22, centred=True),
        Line("数据库课程设计", 18, centred=True, gap=1),
        *_BODY,
    ]
    assert chosen(lines).title == "数据库课程设计"


def test_properties_count_when_the_text_shows_them() -> None:
    lines = [Line("Report of the year", 16), Line("Another", 16, gap=1), *_BODY]
    assert chosen(lines, "Another").title == "Another"
    assert chosen(lines, "report.doc").title == "Report of the year"
    assert chosen(lines, "Something else").title == "Report of the year"
    plain = chosen(_BODY, "Plain text of the document")
    assert plain.title == ""  # a program took the first words
    assert plain.candidates[0].reason == "The properties name it, but it is only how the text begins."


def test_the_file_name_is_weighed_and_never_chosen() -> None:
    document = chosen(_BODY, name="http://e.org/a/report.docx?x=1")
    assert document.title == ""
    assert [(one.text, one.source) for one in document.candidates] == [("report.docx", "file name")]


@pytest.mark.parametrize(
    ("lines", "title"),
    [
        (
            [Line("Example Trading CO., Ltd", 14, centred=True), Line("Sales Contract", 14, centred=True)],
            "Sales Contract",
        ),
        ([Line("示例科技有限公司", 14, centred=True), Line("销售合同", 14, centred=True)], "销售合同"),
        (
            [Line("INSTITUTO DE ENGENHARIA DO NORTE", 18, bold=True), Line("Sistemas 2", 16, bold=True)],
            "Sistemas 2",
        ),
        (
            [
                Line("ФЕДЕРАЛЬНОЕ БЮДЖЕТНОЕ УЧРЕЖДЕНИЕ", 8, named=True, centred=True),
                Line("ВЫСШЕГО ОБРАЗОВАНИЯ", 8, named=True, centred=True),
                Line("ПОЯСНИТЕЛЬНАЯ ЗАПИСКА", 26, bold=True, centred=True, gap=3),
            ],
            "ПОЯСНИТЕЛЬНАЯ ЗАПИСКА",
        ),
    ],
)
def test_who_issued_it_is_no_part_of_the_title(lines: list[Line], title: str) -> None:
    assert chosen([*lines, *_BODY]).title == title
    assert chosen([*lines, *_BODY], lines[0].text).title == title  # nor when the properties name it


def test_labels_of_a_cover_are_left_out() -> None:
    """Where several fields stand, only that which names the document is its title, without its label."""
    fields = [Line("项目编号：XH-2026-05", 18, bold=True), Line("项目名称：河道清淤工程", 18, bold=True)]
    assert chosen([*fields, *_BODY]).title == "河道清淤工程"
    person = [Line("姓 名：王小明", 22, bold=True, centred=True), Line("出生年月：1994/01/30", 11)]
    assert chosen([Line("个人简历", 20, bold=True), *person, *_BODY]).title == "个人简历"
    assert chosen([Line("通知：周五停水", 20, bold=True), *_BODY]).title == "通知：周五停水"


def test_the_name_of_the_thing_and_what_the_document_about_it_is() -> None:
    lines = [
        Line("<<说走就走>>", 26, bold=True, centred=True),
        Line("需求规格说明书", 24, bold=True, centred=True),
    ]
    assert chosen([*lines, *_BODY]).title == "<<说走就走>> 需求规格说明书"


@pytest.mark.parametrize(
    "part", ["АННОТАЦИЯ", "修订历史记录", "Mục lục", "Revision History", "Version 1.0", "DRAFT REPORT"]
)
def test_parts_of_many_documents_are_no_title(part: str) -> None:
    assert not chosen([Line(part, 16, level=1), *_BODY]).title
    cover = Line("The river and its meadows", 12, bold=True)
    assert chosen([cover, Line(part, 18, named=True), *_BODY]).title == "The river and its meadows"


def test_what_stands_below_the_contents_is_a_part() -> None:
    lines = [Line("Отчёт о практике", 14, centred=True), Line("Пенза 2022 г.", 14, centred=True, gap=3)]
    contents = [Line("ОГЛАВЛЕНИЕ", 16, level=1), Line("Работа с системой 4", 14)]
    body = [replace(line, size=14) for line in _BODY]
    assert (
        chosen([*lines, *contents, Line("РАБОТА С СИСТЕМОЙ", 16, level=1), *body]).title == "Отчёт о практике"
    )
    entries = [Line("Chapter one 4", 14, bold=True), Line("Chapter two 9", 14, bold=True)]
    assert not chosen([Line("Contents", 16, bold=True), *entries, *_BODY]).title


def test_a_style_for_titles_that_sections_are_written_in() -> None:
    lines = [
        Line("论文写作手册", 24, bold=True, centred=True),
        Line("一、写作要求", 12, bold=True, level=1, named=True),
    ]
    assert chosen([*lines, *_BODY]).title == "论文写作手册"


def test_two_sentences_above_the_text_are_no_title() -> None:
    text = "上机第十六周，来机考就可以。学生成绩评定方法"
    assert not chosen([Line(text, 11), *_BODY]).title


def test_properties_that_stop_within_what_is_shown() -> None:
    lines = [Line("Riverside Twins Club", 11, centred=True), Line("Committee Meeting", 11, centred=True)]
    assert chosen([*lines, *_BODY], "Riverside Twins Club").title == "Riverside Twins Club Committee Meeting"


def test_what_stands_above_the_page_of_a_form() -> None:
    """The title of a form may be its running head; a letterhead is none."""
    cells = [Line("姓名", 11, cell=True), Line("性别", 11, cell=True)]
    document = Document(
        "doc", "x", text="姓名\t性别", parts=(Part("paragraph", "住房贷款申请表", role="header"),)
    )
    titles.choose(document, cells, "")
    assert (document.title, document.title_source) == ("住房贷款申请表", "header")
    document = Document(
        "doc", "x", text="姓名\t性别", parts=(Part("paragraph", "示例科技有限公司", role="header"),)
    )
    titles.choose(document, cells, "")
    assert not document.title


def test_the_kind_of_a_document_is_its_title_where_nothing_else_stands_out() -> None:
    plain = [Line("2019.08.26", 11), Line("确定了人员分工", 11), Line("发布了任务", 11)]
    assert chosen([Line("会议纪要", 11), *plain]).title == "会议纪要"
    cells = [Line("Утверждено на заседании", 11, cell=True) for _ in range(14)]
    assert chosen([*cells, Line("ЗАЯВЛЕНИЕ", 11, centred=True), *_BODY]).title == "ЗАЯВЛЕНИЕ"
    report = Line("Informe: precios de la fruta en los mercados del norte y del sur", 11, bold=True)
    assert chosen([Line("Clara García", 11, bold=True), report, *_BODY]).title == report.text


def test_a_label_that_says_what_the_title_is() -> None:
    cover = [
        Line("姓 名：王小明", 14, bold=True),
        Line("论文名 称：科研网站的设计", 12),
        Line("指导教 师：李老师", 12),
    ]
    assert chosen([*cover, *_BODY]).title == "科研网站的设计"


@pytest.mark.parametrize("name", ["Общество с ограниченной ответственностью «Пример»", "示例科技有限公司"])
def test_a_letterhead_is_no_title(name: str) -> None:
    assert not chosen([Line(name, 22, bold=True, centred=True), Line("17 May 2024", 11), *_BODY]).title


def test_the_kind_of_a_thesis_gives_way_to_what_it_is_called() -> None:
    lines = [
        Line("示例大学硕士学位论文", 24, centred=True),
        Line("河流与草地的关系研究", 20, centred=True, gap=2),
    ]
    assert chosen([*lines, *_BODY]).title == "河流与草地的关系研究"
    assert chosen([lines[0], *_BODY]).title == "示例大学硕士学位论文"


def test_headings_that_begin_alike_are_of_a_series() -> None:
    lines = [one for name in ("登录", "注册") for one in (Line(f"测试用例：{name}", 14, level=1), *_BODY)]
    assert not chosen(lines).title


def test_what_points_to_an_address_is_no_title() -> None:
    assert not chosen([Line("The forum is at: http://forum.example.org/", 14, bold=True), *_BODY]).title


def test_a_heading_below_running_text_is_that_of_a_section() -> None:
    opening = Line("Call me Ishmael. Some years ago, never mind how long precisely, I went to sea.", 11)
    assert not chosen([opening, Line("The ship", 14, level=1), *_BODY]).title
    assert chosen([Line("Draft for comments", 11), Line("The ship", 14, level=1), *_BODY]).title == "The ship"


def test_headings_counted_by_letters_are_of_a_series() -> None:
    lines = [one for c in "AB" for one in (Line(f"Appendix {c}: Files of {c}", 14, level=1), *_BODY)]
    assert not chosen(lines).title


def test_the_number_of_a_chapter_goes_with_its_name() -> None:
    lines = [Line("CHAPTER 1", 25, centred=True), Line("Gardens in the North", 25, centred=True, gap=1)]
    assert chosen([*lines, *_BODY]).title == "CHAPTER 1 Gardens in the North"


def test_properties_of_a_document_that_says_nothing_else_are_no_title() -> None:
    assert not chosen([Line("The quick brown fox", 11)], "The quick brown fox").title


def test_properties_support_what_says_most_of_them() -> None:
    lines = [Line("Electronic Gardens (EGa) Version 1.0", 20), Line("Notes of Developers", 20, gap=2)]
    document = chosen([*lines, *_BODY], "Electronic Gardens 1.0, Notes of Developers")
    assert document.title == "Electronic Gardens (EGa) Version 1.0"


def test_the_name_of_the_file_supports_a_text() -> None:
    lines = [Line("Old gardens of Aachen", 16), Line("What you will learn", 16, gap=2)]
    for name in ("Old_gardens_of_Aachen.docx", "What you will learn.docx"):
        document = chosen([*lines, *_BODY], name=name)
        assert key(document.title) in key(name)


def test_a_word_with_blanks_between_its_letters_goes_on_below() -> None:
    head = [Line("О Т З Ы В", 16, bold=True, centred=True)]
    told = [Line(one, 14, bold=True, centred=True) for one in ("РУКОВОДИТЕЛЯ", "О ДИПЛОМНОЙ РАБОТЕ")]
    assert chosen([*head, *told, *_BODY]).title == "ОТЗЫВ РУКОВОДИТЕЛЯ О ДИПЛОМНОЙ РАБОТЕ"
    assert chosen([*head, replace(told[0], text="Иванова"), *_BODY]).title == "ОТЗЫВ"


@pytest.mark.parametrize(
    "name",
    [
        "ДЕПАРТАМЕНТ ОБРАЗОВАНИЯ РЕЧНОЙ ОБЛАСТИ",
        "ФЕДЕРАЛЬНОЕ ГОСУДАРСТВЕННОЕ ОБРАЗОВАТЕЛЬНОЕ УЧРЕЖДЕНИЕ ВЫСШЕГО ОБРАЗОВАНИЯ",
        "ЧОУ «Речной техникум экономики, управления и права»",
        "CENTRO DE INFORMÁTICA",
    ],
)
def test_a_letterhead_in_other_languages_is_no_title(name: str) -> None:
    lines = [
        Line(name, 16, bold=True, centred=True),
        Line("Дневник практики", 14, bold=True, centred=True, gap=2),
    ]
    assert chosen([*lines, *_BODY]).title == "Дневник практики"


_UNIVERSITY = "МОСКОВСКИЙ ПОЛИТЕХНИЧЕСКИЙ УНИВЕРСИТЕТ"


def _cover(*texts: str) -> list[Line]:
    return [Line(text, 14.0, centred=True, gap=0 if at else 1) for at, text in enumerate(texts)]


@pytest.mark.parametrize(
    ("cover", "title"),
    [
        (_cover(f"«{_UNIVERSITY}»", "ОТЧЕТ о практике"), "ОТЧЕТ о практике"),
        (_cover("БГУ ФПМИ", "Отчет по учебной практике"), "Отчет по учебной практике"),
        (
            _cover("«Система учета для мастерской»", "Московский политехнический университет"),
            "«Система учета для мастерской»",
        ),
        (_cover("[学生信息管理系统]", "设计说明书"), "[学生信息管理系统]设计说明书"),
        (
            _cover("ĐẠI HỌC QUỐC GIA", "KHOA CÔNG NGHỆ THÔNG TIN", "Ứng dụng trò chuyện"),
            "Ứng dụng trò chuyện",
        ),
        (_cover("به نام خدا", "گزارش باغ"), "گزارش باغ"),
    ],
)
def test_a_title_on_a_cover_is_parted_from_who_issued_it(cover: list[Line], title: str) -> None:
    document = chosen([*cover, *_BODY])
    assert key(document.title) == key(title)


@pytest.mark.parametrize(
    ("lines", "title"),
    [
        ([Line("Тема: сайт для садовода", 14), Line("Задачи", 14, bold=True, level=1)], "сайт для садовода"),
        ([Line("عنوان", 14, centred=True), Line("باغ‌های شیراز", 14, centred=True)], "باغ‌های شیراز"),
        (
            [
                Line("本科毕业设计", 30, bold=True),
                Line("题目", 15, bold=True, cell=True),
                Line("花园节点开发板设计", 15, bold=True, cell=True),
            ],
            "花园节点开发板设计",
        ),
    ],
)
def test_a_label_says_which_line_is_the_title(lines: list[Line], title: str) -> None:
    assert chosen([*lines, *_BODY]).title == title


def test_a_heading_below_a_cover_is_that_of_a_section() -> None:
    cover = [Line("Отчет по лабораторной работе", 12, centred=True), Line("Иванов И. И.", 12)]
    assert (
        chosen([*cover, Line("Постановка задачи", 20, centred=True, level=1), *_BODY]).title == cover[0].text
    )


def test_who_wrote_it_is_not_the_title() -> None:
    document = Document("docx", "x", author="Ann Gardener")
    titles.choose(document, [Line("Ann Gardener", 16), Line("The meadow", 14, bold=True), *_BODY], "")
    assert document.title == "The meadow"


def test_the_name_of_the_file_finds_the_title_that_looks_like_all_else() -> None:
    lines = [Line("Ann Gardener", 11), Line("Status Update", 11), Line("Summary", 11), *_BODY]
    assert chosen(lines, name="statusUpdate.doc").title == "Status Update"
    assert chosen(lines, name="other.doc").title == ""


@pytest.mark.parametrize(
    "lines",
    [
        [Line(f"Step of the work {'ABCD'[n]}", 16, bold=True, listed=True) for n in range(4)],
        [Line(f"{n}. Song of the meadow {3 * n}", 12) for n in range(1, 7)],
        [Line(f"What is {what}:", 16, bold=True, level=1) for what in ("said", "shown")],
        [
            Line("Formulation", 14, listed=True, level=1),
            Line("Scheme", 14, listed=True, level=1),
            Line("Data", 14),
        ],
    ],
)
def test_items_entries_and_headings_of_sections_are_no_title(lines: list[Line]) -> None:
    mixed = [one for line in lines for one in (line, _BODY[0])] if lines[0].level else lines
    assert chosen([*mixed, *_BODY]).title == ""


@pytest.mark.parametrize(
    ("text", "organ"),
    [
        ("ΑΡΙΣΤΟΤΕΛΕΙΟ ΠΑΝΕΠΙΣΤΗΜΙΟ ΘΕΣΣΑΛΟΝΙΚΗΣ", True),
        ("دانشگاه هنر شیراز", True),
        ("Politechnika Warszawska", True),
        ("Federal University of Gardens (FUG)", True),
        ("Khoa học dữ liệu", False),
        ("Report on the universities", False),
    ],
)
def test_names_of_institutions_in_many_languages(text: str, organ: bool) -> None:
    assert who.organ(text) is organ


def test_lines_that_end_with_a_year_are_no_table_of_contents() -> None:
    weeks = [Line(f"Week {number} of gardens, May {number}, 2023", 11, listed=True) for number in range(1, 9)]
    assert chosen([Line("Humanistic Gardens", 16, level=1), *weeks, *_BODY]).title == "Humanistic Gardens"
